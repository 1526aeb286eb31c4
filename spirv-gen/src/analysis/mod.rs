//! Facts about functions that several passes ask for. Computed on demand, valid until the control flow changes.

pub mod alignment;
pub mod barrier_memory;
pub mod cfg;
pub mod components;
pub mod convergence;
pub mod dataflow;
pub mod divergence;
pub mod dominators;
pub mod lanes;
pub mod liveness;
pub mod non_null;
pub mod offsets;
pub mod polling;
pub mod postdominators;
pub mod sums;
pub mod zero_bits;
