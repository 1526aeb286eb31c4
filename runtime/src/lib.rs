//! The HIP runtime on Vulkan.

pub mod builtin;
pub mod shader;
pub mod vk;
