//! Removes calls: everything is inlined, and what cannot be is an error.

pub mod externals;
pub mod inline;
