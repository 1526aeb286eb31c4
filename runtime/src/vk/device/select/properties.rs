//! Vulkan's property structures of a physical device.

use std::ffi::CStr;

use ash::vk;

use crate::vk::device::features::FeatureSet;

/// The property structures of a device, one query.
#[derive(Default)]
pub(super) struct Properties {
    pub(super) core: vk::PhysicalDeviceProperties,
    pub(super) v11: vk::PhysicalDeviceVulkan11Properties<'static>,
    pub(super) v12: vk::PhysicalDeviceVulkan12Properties<'static>,
    pub(super) v13: vk::PhysicalDeviceVulkan13Properties<'static>,
    pub(super) import: vk::PhysicalDeviceExternalMemoryHostPropertiesEXT<'static>,
    pub(super) pci: vk::PhysicalDevicePCIBusInfoPropertiesEXT<'static>,
    pub(super) sm: vk::PhysicalDeviceShaderSMBuiltinsPropertiesNV<'static>,
    pub(super) cores: vk::PhysicalDeviceShaderCorePropertiesAMD<'static>,
    /// Where they are supported.
    pub(super) matrix_stages: vk::ShaderStageFlags,
    /// The products of matrices that a subgroup can calculate.
    pub(super) matrices: Vec<MatrixProduct>,
}

/// A product of matrices, A * B + C.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatrixProduct {
    /// Rows of A, columns of B, columns of A.
    pub(super) sizes: [u32; 3],
    /// Of A, B, C and the result.
    pub(super) types: [vk::ComponentTypeKHR; 4],
    /// Who calculates it together.
    pub(super) scope: vk::ScopeKHR,
}

impl Properties {
    pub(super) fn query(
        entry: &ash::Entry,
        instance: &ash::Instance,
        device: vk::PhysicalDevice,
        set: &FeatureSet,
    ) -> Self {
        let mut p = Self { matrices: matrices(entry, instance, device, set), ..Self::default() };
        let mut cooperative = vk::PhysicalDeviceCooperativeMatrixPropertiesKHR::default();
        p.core = {
            let mut chain = vk::PhysicalDeviceProperties2::default()
                .push_next(&mut p.v11)
                .push_next(&mut p.v12)
                .push_next(&mut p.v13);
            if set.extensions.external_memory_host {
                chain = chain.push_next(&mut p.import);
            }
            if set.extensions.pci_bus_info {
                chain = chain.push_next(&mut p.pci);
            }
            if set.extensions.sm_builtins {
                chain = chain.push_next(&mut p.sm);
            }
            if set.extensions.core_properties {
                chain = chain.push_next(&mut p.cores);
            }
            if set.multiplies_matrices() {
                chain = chain.push_next(&mut cooperative);
            }
            // SAFETY: `device` comes from `instance`; the chain holds core structures and offered extensions' only.
            unsafe { instance.get_physical_device_properties2(device, &mut chain) };
            chain.properties
        };
        p.matrix_stages = cooperative.cooperative_matrix_supported_stages;
        p
    }
}

fn matrices(
    entry: &ash::Entry,
    instance: &ash::Instance,
    device: vk::PhysicalDevice,
    set: &FeatureSet,
) -> Vec<MatrixProduct> {
    if !set.multiplies_matrices() {
        return Vec::new();
    }
    let functions = ash::khr::cooperative_matrix::Instance::new(entry, instance);
    // SAFETY: `device` comes from `instance` and offers the extension.
    let found = unsafe { functions.get_physical_device_cooperative_matrix_properties(device) };
    let product = |p: &vk::CooperativeMatrixPropertiesKHR<'_>| MatrixProduct {
        sizes: [p.m_size, p.n_size, p.k_size],
        types: [p.a_type, p.b_type, p.c_type, p.result_type],
        scope: p.scope,
    };
    found.unwrap_or_default().iter().map(product).collect()
}

/// A name of Vulkan's.
pub(super) fn text(chars: &[std::ffi::c_char]) -> String {
    let bytes: Vec<u8> = chars.iter().map(|&c| c as u8).collect();
    CStr::from_bytes_until_nul(&bytes).map(|s| s.to_string_lossy().into_owned()).unwrap_or_default()
}
