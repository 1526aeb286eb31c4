//! HIP's semantics in safe Rust: devices, streams, events, memory, modules, kernels.
//!
//! `capi` converts C's arguments and calls here; the safe API (`crate::safe`) calls here too. Below is `vk`, whose errors
//! become HIP's in `error.rs`. HIP's documentation is the specification: a check quotes the sentence it stands for.

#[allow(unsafe_code, reason = "a launch's void pointers")]
pub mod args;
pub mod context;
pub mod cooperative;
pub mod device;
pub mod device_heap;
pub mod device_log;
pub mod dialect;
pub mod error;
pub mod event;
pub mod handle;
pub mod image;
pub mod kernel;
pub mod launch;
pub mod locks;
pub mod memory;
pub mod module;
pub mod multi_device;
pub mod occupancy;
pub mod peer;
pub mod register;
pub mod relay;
pub mod runtime;
pub mod scratch;
pub mod stream;
pub mod symbol;
pub mod thread;
