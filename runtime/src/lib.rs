//! The HIP runtime on Vulkan.
