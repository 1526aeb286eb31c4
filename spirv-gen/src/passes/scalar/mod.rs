//! Scalar values: what the device can compute with. One file per pass.

pub mod aggregates;
pub mod atomic_loops;
pub mod atomics;
pub mod clamps;
pub mod const_fold;
pub mod contract;
pub mod cse;
pub mod dce;
pub mod division;
#[cfg(test)]
mod division_tests;
pub mod double_division;
pub mod float_legal;
pub mod fma;
pub mod frem;
pub mod half_narrowing;
pub mod identities;
pub mod int_ops;
pub mod intrinsics;
pub mod licm;
pub mod limbs;
pub mod math;
pub mod narrowing;
pub mod promote_ints;
pub mod scalarize;
pub mod simplify_cfg;
pub mod small_floats;
mod wide_bits;
pub mod wide_ints;
pub mod wide_math;
pub mod zeros;

#[cfg(test)]
mod tests;
