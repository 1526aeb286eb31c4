//! Maps device memory for the host, at its device address wherever the driver allows it.
//!
//! HIP programs store `hipHostMalloc` pointers in structs that kernels follow, so host and device should agree on the
//! address. lavapipe's device address *is* the mapped pointer; `VK_EXT_map_memory_placed` (NVIDIA) maps where we say,
//! and we say the device address. Where neither holds the mapping is an ordinary one and [`HostMapping::address`]
//! differs from the device address (see `Memory::host_address`). Used by `allocator` and `allocation`.

use ash::vk;

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

/// Address space of this process, held so that nothing else is placed there.
#[derive(Debug)]
pub(in crate::vk) struct Reservation {
    #[cfg(unix)]
    address: usize,
    #[cfg(unix)]
    size: usize,
}

#[cfg(unix)]
const PAGE: usize = 4096;

#[cfg(unix)]
impl Reservation {
    /// Reserves exactly `[address, address+size)`, or nothing if any of it is taken or cannot be a user address.
    fn at(address: usize, size: usize) -> Option<Self> {
        Self::fixed(address, size, libc::PROT_NONE, libc::MAP_NORESERVE)
    }

    /// The same with zeroed memory behind it.
    pub(super) fn pages(address: usize, size: usize) -> Option<Self> {
        Self::fixed(address, size, libc::PROT_READ | libc::PROT_WRITE, 0)
    }

    /// Zeroed memory wherever there is room for it.
    pub(super) fn anywhere(size: usize) -> Option<Self> {
        Self::map(0, size, libc::PROT_READ | libc::PROT_WRITE, 0)
    }

    /// Its first address.
    pub(in crate::vk) fn address(&self) -> usize {
        self.address
    }

    fn fixed(address: usize, size: usize, access: libc::c_int, flags: libc::c_int) -> Option<Self> {
        if address == 0 || !address.is_multiple_of(PAGE) {
            return None;
        }
        let this = Self::map(address, size, access, libc::MAP_FIXED_NOREPLACE | flags)?;
        // Kernels before 4.17 ignore NOREPLACE and may place the range elsewhere; dropping `this` releases it.
        (this.address == address).then_some(this)
    }

    fn map(address: usize, size: usize, access: libc::c_int, flags: libc::c_int) -> Option<Self> {
        let size = size.checked_next_multiple_of(PAGE)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | flags;
        // SAFETY: without MAP_FIXED a new mapping never disturbs an existing one.
        let got = unsafe { libc::mmap(address as *mut libc::c_void, size, access, flags, -1, 0) };
        (got != libc::MAP_FAILED).then_some(Self { address: got as usize, size })
    }
}

#[cfg(unix)]
impl Drop for Reservation {
    fn drop(&mut self) {
        // SAFETY: the range was mapped by `map` and whatever was placed in it has been unmapped (`HostMapping::unmap`).
        unsafe { libc::munmap(self.address as *mut libc::c_void, self.size) };
    }
}

#[cfg(not(unix))]
impl Reservation {
    /// Windows has `VirtualAlloc2` placeholders for this; not done yet, so mappings are ordinary ones there.
    fn at(_address: usize, _size: usize) -> Option<Self> {
        None
    }

    /// Not there either: several GPUs share no host memory on Windows.
    pub(super) fn pages(_address: usize, _size: usize) -> Option<Self> {
        None
    }

    /// Nor does any device make its memory of pages of ours.
    pub(super) fn anywhere(_size: usize) -> Option<Self> {
        None
    }

    /// There is none.
    pub(in crate::vk) fn address(&self) -> usize {
        0
    }
}
