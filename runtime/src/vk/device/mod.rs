//! Vulkan's instance, what its devices can do, and an open device. Called by `hip::runtime` and `hip::device`.
//!
//! ```text
//! instance ─ select ─ features     which devices there are, and what they can do
//! quirks ─ compiler_quirks         what is done differently because of one driver;  and what kernels are compiled for differently
//! queues ─ queue                   which queues are used;  one of them behind its lock
//! bfloat                           an extension that ash does not know
//! full_clocks                      an NVIDIA GPU's clocks while the device is open
//! calibration                      its clock and the host's, for the trace
//! raw                              the driver's open device: what all that is made from it takes
//! logical                          its owner, with what all its users share
//! ```

mod bfloat;
pub(in crate::vk) mod calibration;
pub mod clock_rate;
mod compiler_quirks;
pub(in crate::vk) mod features;
mod fma;
#[cfg(target_os = "linux")]
mod full_clocks;
pub(in crate::vk) mod instance;
pub(in crate::vk) mod logical;
pub(in crate::vk) mod queue;
mod queues;
pub(in crate::vk) mod quirks;
pub(in crate::vk) mod raw;
pub(in crate::vk) mod select;
