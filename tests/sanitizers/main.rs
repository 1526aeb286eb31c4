//! Nothing but the library: `main` is the HIP program's (`build.rs`).
#![no_main]

extern crate hipvk as _;
