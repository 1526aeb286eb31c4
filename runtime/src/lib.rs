//! The HIP runtime on Vulkan: `libamdhip64` for C and C++, and a safe Rust API.
//!
//! ```text
//! capi   extern "C": converts arguments, calls one function of `hip`, stores the result     (libamdhip64.so.7)
//! safe   Device, Stream, Event, DeviceBuffer<T>, Module, Kernel for Rust programs           (this crate)
//! hip    HIP's semantics: handles, streams' order, memory, modules, launches, errors
//! vk     Vulkan and nothing else: devices, memory, pipelines, streams that submit in batches
//! ```
//! Beside `safe` stands `precompile`, the command of this name.
//!
//! Imports go downwards only. `hip` sees no ash type, `capi` holds no logic, and `unsafe` is confined to `capi`, `vk`,
//! argument packing (`hip::launch::args`), derives for plain structs (`hip::shared_layout`), the program's own host memory
//! (`hip::memory::raw`, `::host`), `safe::buffer`'s views of plain values as bytes, C's stdout (`stdio`) and the clock. Start reading at
//! `capi/event.rs`, `hip/event.rs`, `vk/stream/timeline.rs`: one slice through all layers.

#![deny(unsafe_code)] // but where a module says why not

pub mod builtin;
mod builtin_shaders;
#[allow(unsafe_code, reason = "C's pointers and symbols")]
pub mod capi;
#[allow(unsafe_code, reason = "the operating system's clock")]
mod clock;
pub mod config;
mod cores;
pub mod hip;
mod locks;
pub mod precompile;
#[allow(unsafe_code, reason = "plain values as bytes; launches")]
pub mod safe;
pub mod shader;
#[cfg(unix)]
#[allow(unsafe_code, reason = "signal handlers are C")]
mod signals;
#[allow(unsafe_code, reason = "C's stdout")]
pub mod stdio;
pub mod trace;
#[allow(unsafe_code, reason = "Vulkan is C")]
pub mod vk;

pub use safe::{Device, DeviceBuffer, Error, Event, Kernel, Module, Plain, Shape, SpirvInterface, Stream};
