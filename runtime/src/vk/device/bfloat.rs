//! VK_KHR_shader_bfloat16, which ash does not know yet: its name, its features and its type of matrices' elements.
//!
//! Used by `features` and `select`.

use std::ffi::{CStr, c_void};

use ash::vk;

pub(super) const NAME: &CStr = c"VK_KHR_shader_bfloat16";
/// `VK_COMPONENT_TYPE_BFLOAT16_KHR`.
pub(super) const COMPONENT: vk::ComponentTypeKHR = vk::ComponentTypeKHR::from_raw(1_000_141_000);

/// `VkPhysicalDeviceShaderBfloat16FeaturesKHR`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(in crate::vk) struct Features {
    s_type: vk::StructureType,
    pub(super) p_next: *mut c_void,
    /// `shaderBFloat16Type`
    pub(super) in_shaders: vk::Bool32,
    pub(super) dot_product: vk::Bool32,
    pub(super) cooperative_matrix: vk::Bool32,
}

impl Default for Features {
    fn default() -> Self {
        let s_type = vk::StructureType::from_raw(1_000_141_000);
        Self { s_type, p_next: std::ptr::null_mut(), in_shaders: 0, dot_product: 0, cooperative_matrix: 0 }
    }
}

// SAFETY: the specification says that it extends VkPhysicalDeviceFeatures2, and it begins as every such structure does.
unsafe impl vk::ExtendsPhysicalDeviceFeatures2 for Features {}
