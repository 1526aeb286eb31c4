//! The driver's memory as `gpu-allocator` allocates, maps and owns it: that of blocks (`block`) and of images (`texture::image`).
//!
//! It carries what wants bytes of one memory type with a device address, dedicated to an image or not, and a mapping wherever the driver
//! puts it. It cannot be asked for the rest, which stays ours: mappings at an address that we choose (`host_map`, NVIDIA), imported host
//! memory (`import`), memory at a replayed address and memory bound behind sparse buffers (`large`), memory for other processes
//! (`exported`: all of hipMalloc's on GPUs). Nor does it divide blocks: with 10,000 live allocations freeing one and allocating another
//! takes it 63 us (`suballoc`: 0.2 us).
//! Held by `RawDevice`, below everything that allocates.

use ash::vk;
use gpu_allocator::vulkan::{Allocation, AllocationCreateDesc, AllocationScheme, Allocator, AllocatorCreateDesc};
use gpu_allocator::{AllocationError, AllocationSizes, AllocatorDebugSettings, MemoryLocation};

use crate::locks::{Mutex, Rank};
use crate::vk::error::VkError;

/// Larger allocations are a `VkDeviceMemory` of their own: blocks are not to be shared again. The least that it takes.
const SHARED_BYTES: u64 = 4 << 20;

/// What an allocation must be like.
pub(in crate::vk) struct Order<'a> {
    pub(in crate::vk) needs: &'a vk::MemoryRequirements,
    /// Index of the memory type, one of those that `needs` allows.
    pub(in crate::vk) kind: u32,
    /// What alone will be bound to it; else a buffer will be, with others.
    pub(in crate::vk) alone: Option<Alone>,
}

/// The one that memory is dedicated to.
#[derive(Clone, Copy)]
pub(in crate::vk) enum Alone {
    Buffer(vk::Buffer),
    Image(vk::Image),
}

/// The allocator of a device; none once the device goes.
#[derive(Debug)]
pub(in crate::vk) struct Owner(Mutex<Option<Allocator>>);

impl Owner {
    /// For a device with `bufferDeviceAddress`, whose functions the allocator keeps.
    pub(in crate::vk) fn new(
        instance: &ash::Instance,
        physical_device: vk::PhysicalDevice,
        device: &ash::Device,
    ) -> Result<Self, VkError> {
        let mut debug_settings = AllocatorDebugSettings::default();
        // The last shared block of each kind stays to the end on purpose.
        debug_settings.log_leaks_on_shutdown = false;
        let made = Allocator::new(&AllocatorCreateDesc {
            instance: instance.clone(),
            device: device.clone(),
            physical_device,
            debug_settings,
            buffer_device_address: true,
            allocation_sizes: AllocationSizes::new(SHARED_BYTES, SHARED_BYTES),
        });
        made.map(|allocator| Self(Mutex::new(Rank::MemoryOwner, Some(allocator)))).map_err(|error| refused(0, error))
    }

    /// Memory of exactly that type; mapped if the host sees the type.
    pub(in crate::vk) fn allocate(&self, order: &Order<'_>) -> Result<Allocation, VkError> {
        let requirements = vk::MemoryRequirements { memory_type_bits: 1 << order.kind, ..*order.needs };
        let allocation_scheme = match order.alone {
            None => AllocationScheme::GpuAllocatorManaged,
            Some(Alone::Buffer(buffer)) => AllocationScheme::DedicatedBuffer(buffer),
            Some(Alone::Image(image)) => AllocationScheme::DedicatedImage(image),
        };
        let wanted = AllocationCreateDesc {
            name: "hipvk",
            requirements,
            location: MemoryLocation::Unknown,
            linear: !matches!(order.alone, Some(Alone::Image(_))),
            allocation_scheme,
        };
        let mut owner = self.0.lock();
        let allocator = owner.as_mut().ok_or(VkError::Invalid("an allocation of a device that is gone"))?;
        allocator.allocate(&wanted).map_err(|error| refused(requirements.size, error))
    }

    /// Takes it back; nothing is bound to it any more.
    pub(in crate::vk) fn free(&self, allocation: Allocation) {
        if let Some(allocator) = self.0.lock().as_mut()
            && let Err(error) = allocator.free(allocation)
        {
            log::warn!("memory that could not be given back: {error}");
        }
    }

    /// Gives back what is left, before the device goes.
    pub(in crate::vk) fn close(&self) {
        drop(self.0.lock().take());
    }
}

/// As `error::map_allocate`; the allocator has a word for one of the driver's results only, and a text for the others.
fn refused(requested: u64, error: AllocationError) -> VkError {
    const FULL: [vk::Result; 2] = [vk::Result::ERROR_OUT_OF_HOST_MEMORY, vk::Result::ERROR_TOO_MANY_OBJECTS];
    match error {
        AllocationError::OutOfMemory => VkError::OutOfDeviceMemory { requested },
        AllocationError::Internal(text) if FULL.iter().any(|full| text.ends_with(&format!("{full:?}"))) => {
            VkError::OutOfDeviceMemory { requested }
        }
        AllocationError::FailedToMap(_) => VkError::OutOfHostMemory { call: "vkMapMemory" },
        other => VkError::Driver { call: "vkAllocateMemory", result: other.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use ash::vk;
    use gpu_allocator::AllocationError;

    use super::refused;
    use crate::vk::error::VkError;

    #[test]
    fn whatever_of_the_drivers_is_full_is_out_of_memory_and_nothing_else_is() {
        let said = |result: vk::Result| {
            refused(7, AllocationError::Internal(format!("Unexpected error in vkAllocateMemory: {result:?}")))
        };
        let full = VkError::OutOfDeviceMemory { requested: 7 };
        assert_eq!(refused(7, AllocationError::OutOfMemory), full);
        assert_eq!(said(vk::Result::ERROR_OUT_OF_HOST_MEMORY), full);
        assert_eq!(said(vk::Result::ERROR_TOO_MANY_OBJECTS), full);
        let other = said(vk::Result::ERROR_INITIALIZATION_FAILED).to_string();
        assert!(other.contains("ERROR_INITIALIZATION_FAILED"), "{other}");
    }
}
