//! Memory that another API or process made with Vulkan, by its descriptor: `VK_KHR_external_memory_fd`.
//!
//! One buffer lies over all of it; parts of that are what a program maps. Called by `hip::interop::memory`, and by `exported` for the
//! memory of this runtime in another process.

use std::sync::Arc;

use ash::vk;

use super::allocation::{Lender, Memory};
use super::backing;
use super::buffers::Buffers;
use super::usage::BUFFER_USAGE;
use crate::vk::device::logical::Device;
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_allocate, map_oom};

/// What a descriptor is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExternalKind {
    /// Of the same driver.
    Opaque,
    /// Of the kernel's dma-buf.
    DmaBuf,
}

impl ExternalKind {
    fn flag(self) -> vk::ExternalMemoryHandleTypeFlags {
        match self {
            Self::Opaque => vk::ExternalMemoryHandleTypeFlags::OPAQUE_FD,
            Self::DmaBuf => vk::ExternalMemoryHandleTypeFlags::DMA_BUF_EXT,
        }
    }
}

/// Another's memory.
#[derive(Debug)]
pub struct ExternalMemory {
    device: Arc<Device>,
    buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    address: u64,
    size: u64,
}

impl Lender for ExternalMemory {}

impl Device {
    /// The `size` bytes behind a descriptor, which is used up if this succeeds. `dedicated`: they were made for one buffer.
    pub fn import_external(
        self: &Arc<Self>,
        kind: ExternalKind,
        descriptor: i32,
        size: u64,
        dedicated: bool,
    ) -> Result<Arc<ExternalMemory>, VkError> {
        let made = self.behind_buffer(kind, descriptor, size, (dedicated, None))?;
        close(descriptor);
        Ok(made)
    }

    /// The same for memory of a type that is known; the descriptor is used up.
    #[cfg(target_os = "linux")]
    pub(super) fn import_known(
        self: &Arc<Self>,
        kind: ExternalKind,
        descriptor: std::os::fd::OwnedFd,
        size: u64,
        (alone, type_index): (bool, u32),
    ) -> Result<Arc<ExternalMemory>, VkError> {
        use std::os::fd::AsRawFd;
        self.behind_buffer(kind, descriptor.as_raw_fd(), size, (alone, Some(type_index)))
    }

    fn behind_buffer(
        self: &Arc<Self>,
        kind: ExternalKind,
        descriptor: i32,
        size: u64,
        about: (bool, Option<u32>),
    ) -> Result<Arc<ExternalMemory>, VkError> {
        let offered = match kind {
            ExternalKind::Opaque => self.features().extensions.external_memory_fd,
            ExternalKind::DmaBuf => self.features().extensions.external_memory_dma_buf,
        };
        if !offered {
            let feature = if kind == ExternalKind::Opaque {
                "VK_KHR_external_memory_fd"
            } else {
                "VK_EXT_external_memory_dma_buf"
            };
            return Err(VkError::Unsupported { feature: feature.into() });
        }
        if size > self.info.limits.buffer_bytes {
            return Err(VkError::OutOfDeviceMemory { requested: size });
        }
        let mut external = vk::ExternalMemoryBufferCreateInfo::default().handle_types(kind.flag());
        let info = vk::BufferCreateInfo::default().size(size).usage(BUFFER_USAGE).push_next(&mut external);
        let info = self.shared(info);
        // SAFETY: `info` is complete; the size is within the limit, the handle's type belongs to an extension that is enabled.
        let buffer = unsafe { self.raw.create_buffer(&info, None) }.map_err(map_oom("vkCreateBuffer"))?;
        match back(self, buffer, kind, descriptor, size, about) {
            Ok(memory) => {
                let address = backing::address_of(self, buffer);
                Ok(Arc::new(ExternalMemory { device: Arc::clone(self), buffer, memory, address, size }))
            }
            Err(error) => {
                // SAFETY: nobody knows of it.
                unsafe { self.raw.destroy_buffer(buffer, None) };
                Err(error)
            }
        }
    }
}

/// What to import.
pub(super) struct ImportOrder {
    pub(super) kind: ExternalKind,
    pub(super) size: u64,
    /// Index of its type.
    pub(super) type_index: u32,
    /// The buffer that it was made for alone.
    pub(super) alone: Option<vk::Buffer>,
}

/// Asks the driver for the memory behind a descriptor, which stays the caller's; its answer, unless the descriptor is none.
pub(super) fn import(
    device: &RawDevice,
    order: &ImportOrder,
    descriptor: i32,
) -> Result<Result<vk::DeviceMemory, vk::Result>, VkError> {
    let copy = duplicate(descriptor)?;
    let mut import = vk::ImportMemoryFdInfoKHR::default().handle_type(order.kind.flag()).fd(copy);
    let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
    let mut alone = vk::MemoryDedicatedAllocateInfo::default();
    let mut info = vk::MemoryAllocateInfo::default()
        .allocation_size(order.size)
        .memory_type_index(order.type_index)
        .push_next(&mut import)
        .push_next(&mut flags);
    if let Some(buffer) = order.alone {
        alone = alone.buffer(buffer);
        info = info.push_next(&mut alone);
    }
    // SAFETY: `info` is complete; a descriptor that is none of the driver's is an error.
    let made = unsafe { device.raw.allocate_memory(&info, None) };
    // Vulkan: an import that fails leaves the descriptor to the caller.
    if made.is_err() && !device.info.quirks.closes_failed_imports {
        close(copy);
    }
    Ok(made)
}

/// The imported memory behind the buffer. Of which type it was made nobody may say: a driver refuses the others.
fn back(
    device: &RawDevice,
    buffer: vk::Buffer,
    kind: ExternalKind,
    descriptor: i32,
    size: u64,
    (dedicated, known): (bool, Option<u32>),
) -> Result<vk::DeviceMemory, VkError> {
    let needs = backing::needs(device, buffer);
    let mut last = VkError::Invalid("no memory of this device can be behind the descriptor");
    let allowed = needs.memory_type_bits & known.map_or(u32::MAX, |index| 1u32.checked_shl(index).unwrap_or(0));
    for type_index in types_by_use(device, allowed) {
        let size = size.max(needs.size);
        let order = ImportOrder { kind, size, type_index, alone: dedicated.then_some(buffer) };
        match import(device, &order, descriptor)? {
            Ok(memory) => {
                // SAFETY: both are this device's, the buffer is unbound.
                return match unsafe { device.raw.bind_buffer_memory(buffer, memory, 0) } {
                    Ok(()) => Ok(memory),
                    Err(result) => {
                        // SAFETY: nothing uses it.
                        unsafe { device.raw.free_memory(memory, None) };
                        Err(map_oom("vkBindBufferMemory")(result))
                    }
                };
            }
            Err(vk::Result::ERROR_INVALID_EXTERNAL_HANDLE) => {}
            Err(result) => last = map_allocate(size)(result),
        }
    }
    Err(last)
}

/// Another number for the file, which an import uses up.
#[cfg(unix)]
fn duplicate(descriptor: i32) -> Result<i32, VkError> {
    // SAFETY: a number that is no descriptor is an error.
    let copy = unsafe { libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, 0) };
    if copy < 0 { Err(VkError::Invalid("this is no file descriptor")) } else { Ok(copy) }
}

#[cfg(unix)]
fn close(descriptor: i32) {
    // SAFETY: it was given to this module to be used up, or made by it, and nobody uses it any more.
    let closed = unsafe { libc::close(descriptor) };
    debug_assert_eq!(closed, 0, "descriptor {descriptor} was closed before");
}

#[cfg(not(unix))]
fn duplicate(_descriptor: i32) -> Result<i32, VkError> {
    Err(VkError::Unsupported { feature: "file descriptors".into() })
}

#[cfg(not(unix))]
fn close(_descriptor: i32) {}

/// The allowed types, those of the device first.
fn types_by_use(device: &RawDevice, allowed: u32) -> Vec<u32> {
    let mut types: Vec<u32> =
        (0..device.memory_types.len() as u32).filter(|index| allowed & (1 << index) != 0).collect();
    let local = |index: &u32| {
        device.memory_types[*index as usize].property_flags.contains(vk::MemoryPropertyFlags::DEVICE_LOCAL)
    };
    types.sort_by_key(|index| !local(index));
    types
}

impl ExternalMemory {
    /// Its bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// A part, which keeps all of it.
    pub fn part(self: &Arc<Self>, offset: u64, size: u64) -> Result<Arc<Memory>, VkError> {
        match offset.checked_add(size) {
            Some(end) if size > 0 && end <= self.size => {
                let place = (Buffers::One(self.buffer), offset, self.address + offset);
                Ok(Memory::lent(&self.device, place, size, Arc::clone(self) as _))
            }
            _ => Err(VkError::Invalid("a part that reaches outside the imported memory")),
        }
    }
}

impl Drop for ExternalMemory {
    fn drop(&mut self) {
        // SAFETY: every part holds this, and batches hold those, so nothing uses either.
        unsafe {
            self.device.raw.destroy_buffer(self.buffer, None);
            self.device.raw.free_memory(self.memory, None);
        }
    }
}
