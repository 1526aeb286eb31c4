//! Scalar values: what the device can compute with. One file per pass.

pub mod aggregates;
pub mod atomic_loops;
pub mod intrinsics;
pub mod math;
