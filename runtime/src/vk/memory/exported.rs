//! Memory of a GPU that other processes can open: made for it from the start, as Vulkan wants it, since nobody says beforehand which memory
//! he will share (`hipIpcGetMemHandle` takes any of hipMalloc's).
//!
//! Where the device exports (`Exports`), all blocks of device memory are made so, by us and not by `owner`, which cannot be asked for it.
//! What a process passes on is a number of its `giver`, or an `envelope`; both lead to Vulkan's descriptor and what it is of; `opened` is the
//! other side. Called by `block`, `physical` and `ipc`.

use ash::vk;

use super::usage::{BUFFER_USAGE, EXPORT_HANDLE};
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_oom};

/// The driver's memory, made for others too.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "other processes get memory on Linux only"))]
pub(in crate::vk) struct Exported {
    pub(super) memory: vk::DeviceMemory,
    /// Bytes that were allocated.
    pub(super) size: u64,
    /// Index of its type.
    pub(super) kind: u32,
    /// It is one buffer's, as large.
    pub(super) alone: bool,
}

/// A buffer that such memory may be bound behind.
pub(super) fn create_buffer(
    device: &RawDevice,
    size: u64,
    flags: vk::BufferCreateFlags,
) -> Result<vk::Buffer, VkError> {
    let mut external = vk::ExternalMemoryBufferCreateInfo::default().handle_types(EXPORT_HANDLE);
    let info = vk::BufferCreateInfo::default().size(size).usage(BUFFER_USAGE).flags(flags).push_next(&mut external);
    // SAFETY: `info` is complete; the caller keeps to `maxBufferSize`, and the device exports memory of such buffers.
    unsafe { device.raw.create_buffer(&device.shared(info), None) }.map_err(map_oom("vkCreateBuffer"))
}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::fd::{FromRawFd, OwnedFd};

    use ash::vk;
    use ash::vk::Handle;

    use super::super::envelope::{self, Label};
    use super::super::giver;
    use super::{EXPORT_HANDLE, Exported};
    use crate::vk::device::raw::RawDevice;
    use crate::vk::error::{VkError, map_oom};

    fn key(device: &RawDevice, exported: &Exported) -> (u64, u64) {
        (device.raw.handle().as_raw(), exported.memory.as_raw())
    }

    impl Exported {
        fn descriptor(&self, device: &RawDevice) -> Result<(Label, OwnedFd), VkError> {
            let functions = device.functions.external_memory.as_ref();
            let functions =
                functions.ok_or_else(|| VkError::Unsupported { feature: "VK_KHR_external_memory_fd".into() })?;
            let info = vk::MemoryGetFdInfoKHR::default().memory(self.memory).handle_type(EXPORT_HANDLE);
            // SAFETY: the memory is this device's, alive, and was made for such descriptors.
            let raw = unsafe { functions.get_memory_fd(&info) }.map_err(map_oom("vkGetMemoryFdKHR"))?;
            // SAFETY: Vulkan: each call gives a new descriptor, which is the caller's.
            let descriptor = unsafe { OwnedFd::from_raw_fd(raw) };
            Ok((Label { size: self.size, kind: self.kind, alone: self.alone, device: device.info.uuid }, descriptor))
        }

        /// The number by which other processes get it.
        pub(in crate::vk) fn offer(&self, device: &RawDevice) -> Result<u32, VkError> {
            giver::offer(key(device, self), || self.descriptor(device))
        }

        /// It goes: nobody else gets it any more.
        pub(in crate::vk) fn withdraw(&self, device: &RawDevice) {
            giver::withdraw(key(device, self));
        }

        /// An envelope that holds it.
        pub(in crate::vk) fn seal(&self, device: &RawDevice) -> Result<OwnedFd, VkError> {
            let (label, descriptor) = self.descriptor(device)?;
            envelope::seal(&label, &descriptor)
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Exported {
    /// Nothing is offered.
    pub(in crate::vk) fn withdraw(&self, _device: &RawDevice) {}
}
