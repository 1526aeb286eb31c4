//! Launches: from a kernel with its arguments to what the stream records.
//!
//! ```text
//! prepared ─ shape                 a launch that has passed HIP's checks, ready to be recorded
//! args                             its parameters as the kernel reads them
//! cooperative ─ occupancy          grids whose blocks wait for each other;  how many blocks are resident
//! kept                             what a device keeps for them
//! multi_device ─ meeting, relay    grids of several devices;  where they meet;  who tells them of each other where they cannot see it
//! ```

#[allow(unsafe_code, reason = "a launch's void pointers")]
pub(crate) mod args;
pub(crate) mod cooperative;
pub(crate) mod kept;
pub(crate) mod meeting;
pub(crate) mod multi_device;
pub(crate) mod occupancy;
mod prepared;
mod relay;
mod shape;

pub use prepared::{KernelWork, Launch};
pub use shape::{Caller, LaunchShape, check};
