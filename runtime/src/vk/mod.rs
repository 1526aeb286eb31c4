//! Vulkan, and nothing but: the only place that sees `ash`.
//!
//! `hip` builds HIP's semantics on what is here: an [`Instance`] with [`DeviceInfo`]s, an open [`Device`] that makes
//! [`Memory`], [`Pipeline`]s, [`Timestamp`]s and [`Stream`]s, and on a stream operations, [`Point`]s and waiting.
//!
//! Each room's `mod.rs` says what its files do:
//!
//! ```text
//! device                            which devices there are, and an open one
//! memory                            device memory with addresses, and host memory that the device sees
//! pipeline, texture                 SPIR-V to pipelines;  images and the table of those that kernels may sample
//! stream                            recording, submission and completion
//! lavapipe                          what only the CPU's Vulkan needs: further devices of it, its threads' state and faults
//! error, exit, fork, loader         failures;  the end of the process, and its children;  the loader, one call at a time
//! ```
//!
//! Invariants: no ash type leaves this module; every submitted operation has one value on its stream's timeline; what a
//! batch uses lives until the batch has run; no submission blocks a queue that another stream shares.

mod device;
mod error;
mod exit;
mod fork;
mod lavapipe;
mod loader;
mod memory;
mod pipeline;
mod stream;
mod texture;

pub use device::clock_rate;
pub use device::instance::Instance;
pub use device::logical::{Device, Neighbours};
pub use device::quirks::{HostWrites, Quirks};
pub use device::select::{DeviceInfo, DeviceKind, DriverInfo, DriverKind, Limits, PciAddress, Refused};
pub use error::VkError;
pub use exit::{before_exit, is_over};
pub use fork::{is_forked, watch_forks};
pub use lavapipe::crew;
pub use memory::address_range::AddressRange;
pub use memory::allocation::{At, Memory};
pub use memory::backing::MemoryUse;
pub use memory::external::{ExternalKind, ExternalMemory};
pub use memory::host_pages::HostPages;
pub use memory::ipc::{MemoryPlace, OfferPlace, PagesPlace, SharedWords};
pub use memory::machine::is_mapped;
pub use memory::physical::Physical;
pub use memory::shared_file::Protection;
pub use memory::shared_host::SharedHost;
pub use memory::shared_pool::{Giver, PoolPart, SharedPool};
pub use pipeline::cache::DiskCache;
pub use pipeline::compute::{Binding, Pipeline, PipelineDesc};
pub use pipeline::statistics::{ExecutableReport, Statistic};
pub use stream::command::Kind as OperationKind;
pub use stream::external::ExternalSemaphore;
pub use stream::fifo::Stream;
pub use stream::host_fn::in_host_function;
pub use stream::launch::{Arguments, BufferBinding, Dispatch};
pub use stream::point::{PastPoint, Point};
pub use stream::query::Timestamp;
pub use stream::recording::Recording;
pub use stream::tape::{SmallLaunches, Tape};
pub use stream::transfer::{Rows, StagingRing, copy_name};
pub use stream::value::{Awaited, Condition};
pub use texture::image::{Channel, Image, TexelFormat};
pub use texture::table::{AddressMode, SamplerDesc};
