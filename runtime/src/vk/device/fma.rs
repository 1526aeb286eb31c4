//! VK_KHR_shader_fma, which ash does not know yet: its name and its features.
//!
//! Used by `features` and `select`.

use std::ffi::{CStr, c_void};

use ash::vk;

pub(super) const NAME: &CStr = c"VK_KHR_shader_fma";

/// `VkPhysicalDeviceShaderFmaFeaturesKHR`: for which floats OpFmaKHR is there, which rounds once.
#[repr(C)]
#[derive(Clone, Copy)]
pub(in crate::vk) struct Features {
    s_type: vk::StructureType,
    pub(super) p_next: *mut c_void,
    pub(super) half: vk::Bool32,
    pub(super) float: vk::Bool32,
    pub(super) double: vk::Bool32,
}

impl Default for Features {
    fn default() -> Self {
        let s_type = vk::StructureType::from_raw(1_000_579_000);
        Self { s_type, p_next: std::ptr::null_mut(), half: 0, float: 0, double: 0 }
    }
}

// SAFETY: the specification says that it extends VkPhysicalDeviceFeatures2, and it begins as every such structure does.
unsafe impl vk::ExtendsPhysicalDeviceFeatures2 for Features {}
