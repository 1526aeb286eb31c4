//! Scalar values: what the device can compute with. One file per pass.

pub mod atomic_loops;
