//! Shared harness of the device tests.
