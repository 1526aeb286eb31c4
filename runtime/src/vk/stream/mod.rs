//! Streams: what is recorded, in which order it runs, and when it is complete. The batching scheduler of `hip`'s streams.
//!
//! ```text
//! fifo ─ submission                a stream: recording;  closing and submitting
//! launch, transfer, query, host_fn what can be recorded: kernels, copies and fills, timestamps, functions of the host
//! command ─ parameters             a batch's command buffer;  memory for arguments that are no push constants
//! timeline ─ marks ─ point         completion: a value per operation, marks within a batch, a place that somebody holds
//! scheduler ─ nudge                the thread that finds work lying;  submissions that show running kernels what the host wrote
//! flight, long_wait                which kernels run, for a fault's report;  what a long wait is for
//! ```

pub(in crate::vk) mod command;
pub(in crate::vk) mod fifo;
pub(in crate::vk) mod flight;
pub(in crate::vk) mod host_fn;
pub(in crate::vk) mod launch;
pub(in crate::vk) mod long_wait;
mod marks;
pub(in crate::vk) mod nudge;
mod parameters;
pub(in crate::vk) mod point;
pub(in crate::vk) mod query;
pub(in crate::vk) mod scheduler;
mod submission;
mod timeline;
pub(in crate::vk) mod transfer;
