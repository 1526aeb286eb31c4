//! Memory: what objects there are and how they lie. One file per pass or analysis.

pub mod access;
mod earlier_loads;
pub mod early_loads;
pub mod far_arrays;
#[cfg(test)]
mod far_arrays_tests;
pub mod lane_loads;
pub mod layout;
pub mod mem2reg;
pub mod memcpy;
pub mod narrow_loads;
pub mod near;
pub mod objects;
pub mod pairs;
pub mod phis;
pub mod registers;
pub mod rows;
pub mod scratch;
pub mod sroa;
pub mod unaliased_loads;
pub mod vectors;
