//! Integers: of every width to those that the device computes with. One file per pass; `wide_bits` and `wide_math` are the arithmetic on
//! several words that `limbs` and `wide_ints` build with.

pub mod byte_swaps;
pub mod int_ops;
pub mod limbs;
pub mod long_division;
pub mod promote_ints;
pub mod signs;
mod wide_bits;
pub mod wide_ints;
pub mod wide_math;
