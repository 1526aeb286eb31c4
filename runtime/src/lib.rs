//! The HIP runtime on Vulkan.

pub mod vk;
