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
}

impl Properties {
    pub(super) fn query(instance: &ash::Instance, device: vk::PhysicalDevice, set: &FeatureSet) -> Self {
        let mut p = Self::default();
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
            // SAFETY: `device` comes from `instance`; the chain holds core structures and offered extensions' only.
            unsafe { instance.get_physical_device_properties2(device, &mut chain) };
            chain.properties
        };
        p
    }
}

/// A name of Vulkan's.
pub(super) fn text(chars: &[std::ffi::c_char]) -> String {
    let bytes: Vec<u8> = chars.iter().map(|&c| c as u8).collect();
    CStr::from_bytes_until_nul(&bytes).map(|s| s.to_string_lossy().into_owned()).unwrap_or_default()
}
