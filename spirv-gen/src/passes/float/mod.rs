//! Floats: HIP's results from devices that compute others, or nothing, in a format. One file per pass; `division`, `double_division`, `half_division`, `reciprocal_root`, `fma`,
//! `quick_fma`, `frem`, `frexp` and `math` are the expansions that the passes build.

pub mod clamps;
pub mod contract;
pub mod division;
#[cfg(test)]
pub(crate) mod division_tests;
pub mod double_division;
pub mod float_legal;
pub mod fma;
pub mod fma_runs;
pub mod frem;
pub mod frexp;
pub mod half_division;
pub mod half_narrowing;

pub mod math;
pub mod narrowing;
pub mod quick_fma;
pub mod reciprocal_root;
pub mod root_scales;
pub mod signs;
pub mod small_floats;
pub mod soft_doubles;
pub mod zero_signs;
pub mod zeros;
