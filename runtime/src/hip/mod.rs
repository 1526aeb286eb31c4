//! HIP's semantics in safe Rust: devices, streams, events, memory, modules, kernels.
//!
//! `capi` converts C's arguments and calls here; the safe API (`crate::safe`) calls here too. Below is `vk`, whose errors
//! become HIP's in `error.rs`. HIP's documentation is the specification: a check quotes the sentence it stands for.
//!
//! All of it but errors and the log's format is this crate's own: copies, for one, take addresses as numbers and read what is there, on the
//! word of the C program that called `capi`. A Rust program has no such word to give; `safe` is for it.

pub(crate) mod capturing;
pub(crate) mod comgr;
pub(crate) mod context;
pub(crate) mod current;
pub(crate) mod device;
pub(crate) mod device_heap;
pub mod device_log;
pub(crate) mod dialect;
pub(crate) mod element_kernel;
pub mod error;
pub(crate) mod event;
pub(crate) mod execution_context;
pub(crate) mod first_launch;
pub(crate) mod graph;
pub(crate) mod handle;
pub(crate) mod image;
pub(crate) mod interop;
pub(crate) mod ipc;
pub(crate) mod kernel;
pub mod kernel_settings;
pub(crate) mod launch;
pub(crate) mod library;
pub(crate) mod memory;
pub(crate) mod module;
pub(crate) mod peer;
pub(crate) mod portable_code;
pub(crate) mod register;
pub(crate) mod rtc;
pub(crate) mod runtime;
pub(crate) mod scratch;
pub(crate) mod shapes;
pub(crate) mod shared_layout;
pub(crate) mod stream;
pub(crate) mod symbol;
pub(crate) mod thread;
pub(crate) mod unused_devices;
pub(crate) mod visible;

pub(crate) use crate::locks;
