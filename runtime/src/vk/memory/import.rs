//! Host memory of the process, made visible to a device: `VK_EXT_external_memory_host`.
//!
//! Called by `allocation` for what the program registers, by `block` for pages of ours, and by `shared_host` for pages that several devices
//! see at the address the host does.

use ash::vk;

use super::buffers::Buffers;
use super::usage::BUFFER_USAGE;
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_allocate, map_oom};

/// Where a device sees imported memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::vk) enum Place {
    /// Wherever the driver puts it.
    Any,
    /// At the host's own address. The device must be able to replay addresses, and the address lie in its address space.
    Same,
}

/// Host memory as a device sees it; the owner destroys both.
#[derive(Debug)]
pub(in crate::vk) struct Imported {
    pub(in crate::vk) buffer: vk::Buffer,
    pub(in crate::vk) memory: vk::DeviceMemory,
    pub(in crate::vk) address: u64,
}

impl Imported {
    /// # Safety
    /// No submitted work uses it.
    pub(in crate::vk) unsafe fn destroy(self, device: &RawDevice) {
        // SAFETY: both are this device's (`import`), and unused by the caller's promise.
        unsafe {
            device.raw.destroy_buffer(self.buffer, None);
            device.raw.free_memory(self.memory, None);
        }
    }
}

/// Imports `size` bytes from `first` on, both multiples of the device's `import_alignment`.
///
/// # Safety
/// The range is mapped, and stays so until the result is destroyed.
pub(in crate::vk) unsafe fn import(
    device: &RawDevice,
    first: u64,
    size: u64,
    place: Place,
) -> Result<Imported, VkError> {
    let importable = memory_types(device, first, size)?;
    let buffer = create_buffer(device, size, place)?;
    let bound =
        coherent_type(device, buffer, importable).and_then(|kind| back(device, buffer, first, size, kind, place));
    match bound {
        Ok(memory) => {
            let info = vk::BufferDeviceAddressInfo::default().buffer(buffer);
            // SAFETY: the buffer is bound and was made with SHADER_DEVICE_ADDRESS usage.
            let address = unsafe { device.raw.get_buffer_device_address(&info) };
            Ok(Imported { buffer, memory, address })
        }
        Err(error) => {
            // SAFETY: nothing uses the buffer.
            unsafe { device.raw.destroy_buffer(buffer, None) };
            Err(error)
        }
    }
}

/// Host memory of any size as a device sees it: pieces side by side.
#[derive(Debug)]
pub(in crate::vk) struct ImportedRow {
    pub(in crate::vk) buffers: Buffers,
    pub(super) memories: Vec<vk::DeviceMemory>,
    pub(in crate::vk) address: u64,
}

impl ImportedRow {
    /// # Safety
    /// No submitted work uses it.
    pub(in crate::vk) unsafe fn destroy(self, device: &RawDevice) {
        // SAFETY: all of it is this device's (`import_row`), and unused by the caller's promise.
        unsafe {
            self.buffers.destroy(device);
            self.memories.iter().for_each(|&memory| device.raw.free_memory(memory, None));
        }
    }
}

/// Imports `size` bytes from `first` on, in pieces of `piece` bytes; all multiples of the device's `import_alignment`. Fails if the
/// device would not see them side by side.
///
/// # Safety
/// As [`import`].
pub(super) unsafe fn import_row(
    device: &RawDevice,
    first: u64,
    size: u64,
    piece: u64,
    place: Place,
) -> Result<ImportedRow, VkError> {
    let mut pieces: Vec<Imported> = Vec::new();
    let mut failed = None;
    for offset in (0..size).step_by(piece as usize) {
        // SAFETY: a part of the caller's range.
        match unsafe { import(device, first + offset, piece.min(size - offset), place) } {
            Ok(imported) => pieces.push(imported),
            Err(error) => failed = Some(error),
        }
        let beside = |pair: &[Imported]| pair[1].address == pair[0].address + piece;
        if failed.is_none() && !pieces.windows(2).all(beside) {
            failed = Some(VkError::Unsupported { feature: format!("imported host memory beyond {piece} bytes") });
        }
        if let Some(error) = failed {
            // SAFETY: nobody knows of them yet.
            pieces.into_iter().for_each(|imported| unsafe { imported.destroy(device) });
            return Err(error);
        }
    }
    let address = pieces.first().map_or(0, |first| first.address);
    let (buffers, memories) = pieces.iter().map(|imported| (imported.buffer, imported.memory)).unzip();
    Ok(ImportedRow { buffers: Buffers::row(buffers, piece), memories, address })
}

/// The memory types as which the driver would import it, a bit each.
fn memory_types(device: &RawDevice, first: u64, size: u64) -> Result<u32, VkError> {
    let Some(functions) = device.functions.import_host.as_ref() else {
        return Err(VkError::Unsupported { feature: "VK_EXT_external_memory_host".into() });
    };
    let mut properties = vk::MemoryHostPointerPropertiesEXT::default();
    // SAFETY: the range is mapped (contract of `import`), which is all this query needs.
    let result = unsafe {
        (functions.fp().get_memory_host_pointer_properties_ext)(
            device.raw.handle(),
            vk::ExternalMemoryHandleTypeFlags::HOST_ALLOCATION_EXT,
            first as usize as *const std::ffi::c_void,
            &mut properties,
        )
    };
    if result != vk::Result::SUCCESS {
        return Err(map_allocate(size)(result));
    }
    Ok(properties.memory_type_bits)
}

fn create_buffer(device: &RawDevice, size: u64, place: Place) -> Result<vk::Buffer, VkError> {
    let handle = vk::ExternalMemoryHandleTypeFlags::HOST_ALLOCATION_EXT;
    let mut external = vk::ExternalMemoryBufferCreateInfo::default().handle_types(handle);
    let flags = match place {
        Place::Any => vk::BufferCreateFlags::empty(),
        Place::Same => vk::BufferCreateFlags::DEVICE_ADDRESS_CAPTURE_REPLAY,
    };
    let info = vk::BufferCreateInfo::default().size(size).usage(BUFFER_USAGE).flags(flags).push_next(&mut external);
    let info = device.shared(info);
    // SAFETY: `info` is complete; replaying was enabled if it is asked for (`shared_host::can_share`).
    unsafe { device.raw.create_buffer(&info, None) }.map_err(map_oom("vkCreateBuffer"))
}

fn coherent_type(device: &RawDevice, buffer: vk::Buffer, importable: u32) -> Result<u32, VkError> {
    // SAFETY: the buffer was made just before by this device.
    let needs = unsafe { device.raw.get_buffer_memory_requirements(buffer) };
    let kinds = importable & needs.memory_type_bits;
    let coherent = |&kind: &u32| {
        let flags = device.memory_types[kind as usize].property_flags;
        kinds & (1 << kind) != 0 && flags.contains(vk::MemoryPropertyFlags::HOST_COHERENT)
    };
    (0..device.memory_types.len() as u32)
        .find(coherent)
        .ok_or(VkError::Invalid("this host memory cannot be imported by the device"))
}

/// Imports the range as memory of type `kind` and binds it.
fn back(
    device: &RawDevice,
    buffer: vk::Buffer,
    first: u64,
    size: u64,
    kind: u32,
    place: Place,
) -> Result<vk::DeviceMemory, VkError> {
    let mut import = vk::ImportMemoryHostPointerInfoEXT::default()
        .handle_type(vk::ExternalMemoryHandleTypeFlags::HOST_ALLOCATION_EXT)
        .host_pointer(first as usize as *mut std::ffi::c_void);
    let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
    let mut same = vk::MemoryOpaqueCaptureAddressAllocateInfo::default().opaque_capture_address(first);
    if place == Place::Same {
        flags.flags |= vk::MemoryAllocateFlags::DEVICE_ADDRESS_CAPTURE_REPLAY;
    }
    let mut info = vk::MemoryAllocateInfo::default()
        .allocation_size(size)
        .memory_type_index(kind)
        .push_next(&mut import)
        .push_next(&mut flags);
    if place == Place::Same {
        info = info.push_next(&mut same);
    }
    // SAFETY: the range is mapped and stays so (contract of `import`); `kind` is one of the types the driver named for it.
    let memory = unsafe { device.raw.allocate_memory(&info, None) }.map_err(map_allocate(size))?;
    // SAFETY: both belong to this device, the buffer is unbound.
    match unsafe { device.raw.bind_buffer_memory(buffer, memory, 0) } {
        Ok(()) => Ok(memory),
        Err(result) => {
            // SAFETY: nothing uses the memory.
            unsafe { device.raw.free_memory(memory, None) };
            Err(map_oom("vkBindBufferMemory")(result))
        }
    }
}
