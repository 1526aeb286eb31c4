//! From HIP's calling convention to a Vulkan interface. One file per pass.

pub mod block_shape;
pub mod globals;
pub mod kernel_args;
pub mod kernel_metadata;
pub mod split;
