//! Which of a device's memory can be made for other processes: `VK_KHR_external_memory_fd`, on Linux.
//!
//! A CPU's memory is a file that other processes map (`memory::ipc`), so nothing is exported there but for tests. Called by `select`.

use ash::vk;

use crate::config;
use crate::vk::device::features::FeatureSet;
use crate::vk::device::quirks::Quirks;
use crate::vk::memory::usage::{BUFFER_USAGE, EXPORT_HANDLE, SPARSE};

/// Set to 1 to export a CPU's memory too.
const EXPORTED_MEMORY_VARIABLE: &str = "HIPVK_EXPORTED_MEMORY";

/// What is made so that other processes can open it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exports {
    /// Memory behind a buffer.
    pub memory: bool,
    /// Memory that comes and goes behind sparse buffers.
    pub mapped: bool,
}

impl Exports {
    pub(super) fn query(
        instance: &ash::Instance,
        device: vk::PhysicalDevice,
        features: &FeatureSet,
        quirks: &Quirks,
    ) -> Self {
        let wanted = !quirks.in_process || config::enabled(EXPORTED_MEMORY_VARIABLE);
        if !cfg!(target_os = "linux") || !features.extensions.external_memory_fd || !wanted {
            return Self::default();
        }
        let memory = goes_both_ways(instance, device, vk::BufferCreateFlags::empty());
        let can_map = features.can_bind_parts() && !quirks.mistakes_imports;
        let mapped = memory && can_map && goes_both_ways(instance, device, SPARSE);
        Self { memory, mapped }
    }
}

/// Memory of such buffers can be exported and imported, and need not be one buffer's alone.
fn goes_both_ways(instance: &ash::Instance, device: vk::PhysicalDevice, flags: vk::BufferCreateFlags) -> bool {
    use vk::ExternalMemoryFeatureFlags as F;
    let asked =
        vk::PhysicalDeviceExternalBufferInfo::default().flags(flags).usage(BUFFER_USAGE).handle_type(EXPORT_HANDLE);
    let mut told = vk::ExternalBufferProperties::default();
    // SAFETY: `device` comes from `instance`; both structures are complete.
    unsafe { instance.get_physical_device_external_buffer_properties(device, &asked, &mut told) };
    let features = told.external_memory_properties.external_memory_features;
    features.contains(F::EXPORTABLE | F::IMPORTABLE) && !features.contains(F::DEDICATED_ONLY)
}
