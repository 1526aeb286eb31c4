//! Pointers: finding out where they point, and making them integers. One file per pass.

pub mod generic;
pub mod infer_address_space;
#[cfg(test)]
mod infer_address_space_tests;
pub mod physical;
