//! Values of several parts, vectors, structures and arrays, taken apart into their scalars. One file per pass.

pub mod aggregates;
pub mod bytes;
pub mod phis;
pub mod scalarize;
