//! Memory: what objects there are and how they lie. One file per pass or analysis.

pub mod access;
pub mod layout;
pub mod mem2reg;
pub mod memcpy;
pub mod objects;
pub mod registers;
pub mod sroa;
