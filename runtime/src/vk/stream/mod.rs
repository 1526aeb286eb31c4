//! Streams: what is recorded, in which order it runs, and when it is complete. The batching scheduler of `hip`'s streams.
//!
//! ```text
//! fifo ─ submission                a stream: recording;  closing and submitting
//! launch, transfer, query          what can be recorded: kernels, copies and fills, timestamps
//! host_runner ─ host_fn            functions of the host: when they run;  one of them
//! value ─ look                     waiting for a value in memory;  in memory that the host does not see
//! command ─ recorder, parameters   a batch;  its command buffer;  memory for arguments that are no push constants
//! tape ─ taping, recording         commands that are recorded once and executed often: graphs
//! query ─ query_pool               timestamps, and the slots that they are written to
//! spans ─ stamps                   when operations ran, for the trace;  the timestamps that say so
//! timeline ─ marks ─ point         completion: a value per operation, marks within a batch, a place that somebody holds
//! scheduler ─ visit ─ nudge        the thread that finds work lying;  what it does at a stream;  submissions that show running kernels what the host wrote
//! repeated                         commands that nudges and looks submit again and again
//! idle                             what destroyed streams leave for new ones
//! flight, long_wait                which kernels run, for a fault's report;  what a long wait is for
//! ```

pub(in crate::vk) mod command;
mod dropping;
pub(in crate::vk) mod external;
mod failure;
pub(in crate::vk) mod fifo;
pub(in crate::vk) mod flight;
pub(in crate::vk) mod host_fn;
mod host_runner;
pub(in crate::vk) mod idle;
pub(in crate::vk) mod launch;
pub(in crate::vk) mod long_wait;
mod look;
mod marks;
pub(in crate::vk) mod nudge;
mod parameters;
pub(in crate::vk) mod point;
pub(in crate::vk) mod query;
pub(in crate::vk) mod query_pool;
mod recorder;
pub(in crate::vk) mod recording;
mod repeated;
pub(in crate::vk) mod scheduler;
mod spans;
mod stamps;
mod submission;
pub(in crate::vk) mod tape;
mod taping;
mod timeline;
pub(in crate::vk) mod transfer;
pub(in crate::vk) mod value;
mod visit;
