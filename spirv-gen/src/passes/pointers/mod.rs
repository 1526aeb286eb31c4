//! Pointers: finding out where they point, and making them integers. One file per pass.

pub mod physical;
