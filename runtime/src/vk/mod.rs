//! Vulkan, and nothing but: the only place that sees `ash`.
//!
//! `hip` builds HIP's semantics on what is here: an [`Instance`] with [`DeviceInfo`]s, an open [`Device`] that makes
//! [`Memory`], [`Pipeline`]s, [`Timestamp`]s and [`Stream`]s, and on a stream operations, [`Point`]s and waiting.
//!
//! ```text
//! instance ─ select ─ features        which devices, and what they can do
//! device ─┬ allocator ─ suballoc      memory blocks, divided            memory ─ host_map, import
//!         ├ shared_host ─ host_pages      what several GPUs see
//!         ├ pipeline ─ cache          SPIR-V to pipelines, kept on disk
//!         ├ textures ─ image          the table of textures, and images to put into it
//!         ├ queue ─ timeline          submission and completion
//!         ├ lane                      a second door to lavapipe, for runs of tiny launches
//!         └ stream ─ command ─ point  batches;  launch, transfer, host_fn: what can be recorded;  scheduler, query
//! statistics                          what the driver says of a pipeline;  exit: the end of the process
//! ```
//!
//! Invariants: no ash type leaves this module; every submitted operation has one value on its stream's timeline; what a
//! batch uses lives until the batch has run; no submission blocks a queue that another stream shares.

mod allocator;
mod cache;
mod clock;
mod command;
pub mod crew;
mod device;
mod error;
mod exit;
mod features;
mod host_copy;
mod host_fn;
mod host_map;
mod host_pages;
mod image;
mod import;
mod instance;
mod lane;
mod launch;
mod memory;
mod parameters;
mod pipeline;
mod point;
mod query;
mod queue;
mod scheduler;
mod select;
mod shared_host;
mod statistics;
mod stream;
mod suballoc;
mod submission;
mod textures;
mod timeline;
mod transfer;
mod workarounds;

pub use allocator::MemoryUse;
pub use cache::DiskCache;
pub use clock::monotonic_ns;
pub use device::{Device, Neighbours};
pub use error::VkError;
pub use exit::before_exit;
pub use host_fn::in_host_function;
pub use host_pages::HostPages;
pub use image::{Channel, Image, TexelFormat};
pub use instance::Instance;
pub use launch::{Arguments, BufferBinding, Dispatch};
pub use memory::{At, Memory};
pub use pipeline::{Binding, Pipeline, PipelineDesc};
pub use point::Point;
pub use query::Timestamp;
pub use select::{DeviceInfo, DeviceKind, DriverInfo, DriverKind, Limits, PciAddress, Refused};
pub use shared_host::SharedHost;
pub use statistics::{ExecutableReport, Statistic};
pub use stream::Stream;
pub use textures::{AddressMode, SamplerDesc};
pub use transfer::Rows;
