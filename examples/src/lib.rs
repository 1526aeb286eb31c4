//! Shared helpers of the Rust examples.
