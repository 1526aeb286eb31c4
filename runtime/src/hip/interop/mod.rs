//! Memory and semaphores of other APIs: what Vulkan (or another process with it) exports by descriptor.
//!
//! Arrays are not mapped on such memory: an image's layout is the driver's own, and ours are rows (`hip::image`). Called by `capi::external`.

pub mod memory;
pub mod semaphore;
