//! Shared harness of the device tests.

pub mod results;
