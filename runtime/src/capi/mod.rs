//! HIP's C ABI.
//!
//! `table.rs` lists every function of HIP 7 and generates a stub for each that is missing; the other files hold the
//! entry points, one file per group of HIP's documentation. An entry point only converts, calls and stores
//! (`guard::hip_api!`); its rules are `hip`'s. Symbols carry no versions (ROCm's have `hip_4.2` and others): the dynamic
//! linker accepts an unversioned definition for a versioned reference, with a note when LD_DEBUG asks for it.

pub mod array;
pub mod comgr;
pub mod commands;
pub mod context;
pub mod convert;
mod cooperative;
pub mod device;
pub mod device_old;
pub mod element_kernel;
pub mod error;
pub mod event;
pub mod execution_context;
pub mod external;
mod float_state;
mod foreign;
pub mod graph;
pub mod graph_any;
mod graph_args;
pub mod graph_capture;
pub mod graph_copy;
pub mod graph_driver;
pub mod graph_exec;
mod graph_host;
pub mod graph_kernel;
pub mod graph_memory;
pub mod graph_nodes;
pub mod graph_semaphore;
pub mod graph_user;
pub mod guard;
mod guard_rtc;
pub mod ipc;
pub mod launch;
mod launch_parts;
pub mod library;
pub mod link;
pub mod logging;
pub mod managed;
pub mod memory;
mod memory_args;
pub mod memory_batch;
pub mod memory_copy;
pub mod memory_fill;
pub mod module;
pub mod occupancy;
pub mod peer;
mod pointer_args;
pub mod pool;
pub mod register;
pub mod roctx;
pub mod rtc;
pub mod stream;
pub mod stream_attribute;
pub mod stream_value;
pub mod support;
pub mod symbol;
pub mod table;
pub mod texture;
mod texture_args;
pub mod texture_reference;
pub mod types;
#[cfg(unix)]
mod unconfigured;
pub mod virtual_memory;
