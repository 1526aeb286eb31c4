//! Warps of HIP's width on hardware of any width.

pub mod wide;
