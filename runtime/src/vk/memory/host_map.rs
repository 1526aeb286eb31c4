//! Maps device memory for the host, at its device address wherever the driver allows it.
//!
//! HIP programs store `hipHostMalloc` pointers in structs that kernels follow, so host and device should agree on the
//! address. lavapipe's device address *is* the mapped pointer; `VK_EXT_map_memory_placed` (NVIDIA) maps where we say,
//! and we say the device address. Where neither holds the mapping is an ordinary one and [`HostMapping::address`]
//! differs from the device address (see `Memory::host_address`). Used by `allocator` and `allocation`.

use ash::vk;

use super::reservation::Reservation;
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, driver};

/// A live host mapping of a whole `VkDeviceMemory`.
#[derive(Debug)]
pub(in crate::vk) struct HostMapping {
    address: usize,
    /// The address range was reserved by us and must be released after unmapping.
    reserved: Option<Reservation>,
}

impl HostMapping {
    /// Where the host sees the memory.
    pub(in crate::vk) fn address(&self) -> usize {
        self.address
    }

    /// Maps all of `memory`, at `device_address` where the driver can place mappings and the range is free.
    pub(in crate::vk) fn map(
        device: &RawDevice,
        memory: vk::DeviceMemory,
        device_address: u64,
        size: u64,
    ) -> Result<Self, VkError> {
        if let Some(mapping) = Self::map_placed(device, memory, device_address, size) {
            return Ok(mapping);
        }
        // SAFETY: the memory is host-visible (checked by the caller) and not mapped yet.
        let pointer = unsafe { device.raw.map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty()) };
        let pointer = pointer.map_err(|result| match result {
            vk::Result::ERROR_MEMORY_MAP_FAILED | vk::Result::ERROR_OUT_OF_DEVICE_MEMORY => {
                VkError::OutOfHostMemory { call: "vkMapMemory" }
            }
            other => driver("vkMapMemory", other),
        })?;
        Ok(Self { address: pointer as usize, reserved: None })
    }

    /// The same at `device_address` or not at all.
    pub(in crate::vk) fn map_placed(
        device: &RawDevice,
        memory: vk::DeviceMemory,
        device_address: u64,
        size: u64,
    ) -> Option<Self> {
        let functions = device.functions.map_placed.as_ref()?;
        let reserved = Reservation::at(device_address as usize, size as usize)?;
        let mut placed =
            vk::MemoryMapPlacedInfoEXT::default().placed_address(device_address as usize as *mut std::ffi::c_void);
        let info = vk::MemoryMapInfoKHR::default()
            .flags(vk::MemoryMapFlags::PLACED_EXT)
            .memory(memory)
            .offset(0)
            .size(vk::WHOLE_SIZE)
            .push_next(&mut placed);
        let mut pointer = std::ptr::null_mut();
        // SAFETY: the range is ours (just reserved, nothing lives there), and the memory is host-visible and unmapped.
        let result = unsafe { (functions.fp().map_memory2_khr)(device.raw.handle(), &info, &mut pointer) };
        if result != vk::Result::SUCCESS {
            log::debug!("placed mapping at {device_address:#x} refused: {result:?}");
            return None;
        }
        Some(Self { address: pointer as usize, reserved: Some(reserved) })
    }

    /// Unmaps; nobody may use the address any more.
    pub(super) fn unmap(self, device: &RawDevice, memory: vk::DeviceMemory) {
        let keeps = device.features().map_placed.memory_unmap_reserve == vk::TRUE;
        match (self.reserved, &device.functions.map_placed) {
            (Some(reserved), Some(functions)) if keeps => {
                let info = vk::MemoryUnmapInfoKHR::default().flags(vk::MemoryUnmapFlagsKHR::RESERVE_EXT).memory(memory);
                // SAFETY: `memory` is the object this mapping was made from, still mapped; the feature was enabled.
                let result = unsafe { (functions.fp().unmap_memory2_khr)(device.raw.handle(), &info) };
                if result != vk::Result::SUCCESS {
                    // Still mapped: the range must not be given to anybody else.
                    std::mem::forget(reserved);
                }
            }
            (reserved, _) => {
                // SAFETY: `memory` is the object this mapping was made from, still mapped.
                unsafe { device.raw.unmap_memory(memory) };
                // Without "unmap reserve" the driver has freed the range, and another thread may own it by now.
                std::mem::forget(reserved);
            }
        }
    }
}
