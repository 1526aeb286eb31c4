//! Vulkan, and nothing but: the only place that sees `ash`.
//!
//! `hip` builds HIP's semantics on what is here: an [`Instance`] with [`DeviceInfo`]s, an open [`Device`] that makes
//! [`Memory`], [`Pipeline`]s, [`Timestamp`]s and [`Stream`]s, and on a stream operations, [`Point`]s and waiting.
//!
//! ```text
//! instance ─ select ─ features        which devices, and what they can do
//! device ─┬ allocator ─ suballoc      memory blocks, divided            memory ─ host_map, import
//!         ├ block ─ large             a block beyond the driver's limits:  buffers, neighbours;  machine: what is left of RAM
//!         ├ shared_host ─ host_pages      what several GPUs see
//!         ├ pipeline ─ cache          SPIR-V to pipelines, kept on disk
//!         ├ textures ─ image          the table of textures, and images to put into it
//!         ├ queues ─ queue ─ timeline ─ marks    submission and completion
//!         ├ lane ─ waiting_lane       further doors to lavapipe, for runs of tiny launches and for kernels that wait
//!         └ stream ─ command ─ point  batches;  launch, transfer, host_fn: what can be recorded;  scheduler ─ nudge, query
//! denormals ─ denormal_probe, thread_state    lavapipe's threads are told to keep them
//! fault ─ flight                      a wild access of a kernel on a CPU is named
//! statistics                          what the driver says of a pipeline;  long_wait: what waits are for;  exit, fork: the end of the process, and its children
//! ```
//!
//! Invariants: no ash type leaves this module; every submitted operation has one value on its stream's timeline; what a
//! batch uses lives until the batch has run; no submission blocks a queue that another stream shares.

mod allocator;
mod block;
mod buffers;
mod cache;
mod clock;
mod command;
pub mod crew;
mod denormal_probe;
mod denormals;
mod device;
mod error;
mod exit;
#[cfg(target_os = "linux")]
mod fault;
#[cfg(target_os = "linux")]
mod fault_text;
mod features;
mod flight;
mod fork;
mod host_copy;
mod host_fn;
mod host_map;
mod host_pages;
mod image;
mod import;
mod instance;
mod lane;
mod large;
mod launch;
mod long_wait;
mod machine;
mod marks;
mod memory;
mod neighbours;
mod nudge;
mod parameters;
mod pipeline;
mod point;
mod query;
mod queue;
mod queues;
mod scheduler;
mod select;
mod shared_host;
mod statistics;
mod stream;
mod suballoc;
mod submission;
mod textures;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod thread_state;
mod timeline;
mod transfer;
mod waiting_lane;
mod workarounds;
mod worker_count;

/// Other systems have no reports of wild accesses.
#[cfg(not(target_os = "linux"))]
mod fault {
    pub(super) fn watching<R>(open: impl FnOnce() -> R) -> R {
        open()
    }

    pub(super) fn watched<R>(open: impl FnOnce() -> R) -> (R, Vec<i32>) {
        (open(), Vec::new())
    }

    pub(super) fn install() {}
}

/// Other processors' threads have other states; what flushes there is told.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
mod thread_state {
    pub(super) fn clear_flushing(_tasks: &[i32]) -> bool {
        false
    }
}

pub use allocator::MemoryUse;
pub use cache::DiskCache;
pub use clock::monotonic_ns;
pub use device::{Device, Neighbours};
pub use error::VkError;
pub use exit::{before_exit, is_over};
pub use fork::{is_forked, watch_forks};
pub use host_fn::in_host_function;
pub use host_pages::HostPages;
pub use image::{Channel, Image, TexelFormat};
pub use instance::Instance;
pub use launch::{Arguments, BufferBinding, Dispatch};
pub use machine::is_mapped;
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
