//! What blocks are made of: buffers, and the driver's memory of the type that its use wants.
//!
//! Called by all that makes blocks: `block`, `large`, `import` and `shared_host`.

use ash::vk;
use gpu_allocator::vulkan::Allocation;

use super::exported::Exported;
use super::owner::{Alone, Order};
use super::usage::{BUFFER_USAGE, EXPORT_HANDLE};
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_allocate, map_oom};

/// What memory is for; picks the memory type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemoryUse {
    /// `hipMalloc`: fastest for the device. Mapped only where host and device share one memory.
    Device,
    /// `hipHostMalloc`, managed memory, staging: host-visible, coherent, cached, at one address for both where the
    /// driver allows it.
    Host,
    /// Written by the host, read by the device once: parameter blocks. Device-local and host-visible where possible.
    Upload,
}

/// The largest buffer with one memory behind it.
pub(super) fn whole_bytes(device: &RawDevice) -> u64 {
    let limits = &device.info.limits;
    limits.buffer_bytes.min(limits.allocation_bytes)
}

/// The largest piece in which to import host memory. GPUs do not put pieces side by side, so there it is what a buffer can hold.
pub(super) fn import_bytes(device: &RawDevice) -> u64 {
    if device.info.quirks.in_process { whole_bytes(device) } else { device.info.limits.buffer_bytes }
}

pub(in crate::vk) fn create_buffer(
    device: &RawDevice,
    size: u64,
    flags: vk::BufferCreateFlags,
) -> Result<vk::Buffer, VkError> {
    let info = device.shared(vk::BufferCreateInfo::default().size(size).usage(BUFFER_USAGE).flags(flags));
    // SAFETY: `info` is complete; the size is within `maxBufferSize` (`large::way`), and what the flags need is enabled.
    unsafe { device.raw.create_buffer(&info, None) }.map_err(map_oom("vkCreateBuffer"))
}

pub(in crate::vk) fn needs(device: &RawDevice, buffer: vk::Buffer) -> vk::MemoryRequirements {
    // SAFETY: the buffer was made by this device just before.
    unsafe { device.raw.get_buffer_memory_requirements(buffer) }
}

pub(super) fn address_of(device: &RawDevice, buffer: vk::Buffer) -> u64 {
    let info = vk::BufferDeviceAddressInfo::default().buffer(buffer);
    // SAFETY: the buffer is bound and was made with SHADER_DEVICE_ADDRESS usage.
    unsafe { device.raw.get_buffer_device_address(&info) }
}

/// What to ask the driver for.
pub(in crate::vk) struct Wish {
    pub(in crate::vk) size: u64,
    /// The memory's address can be replayed; at this one, if it is not 0.
    pub(super) replay: Option<u64>,
    /// Other processes can open it.
    pub(super) exported: bool,
    /// The buffer that alone will be bound to it.
    pub(super) alone: Option<vk::Buffer>,
}

impl Wish {
    pub(super) fn anywhere(size: u64) -> Self {
        Self { size, replay: None, exported: false, alone: None }
    }
}

/// Allocates memory of the best type for `usage` that `needs` allows; falls back to the next best when a heap is full.
pub(super) fn allocate_typed(
    device: &RawDevice,
    usage: MemoryUse,
    needs: &vk::MemoryRequirements,
    wish: &Wish,
) -> Result<vk::DeviceMemory, VkError> {
    first_of(device, usage, needs, wish.size, |kind| allocate_kind(device, kind, wish))
}

/// The same for all that a buffer needs, wherever; `exported` if other processes are to open it, as the buffer was made for; else owned by the device's owner
/// where that can carry it. The host is to see what it sees.
pub(super) fn allocate_whole(
    device: &RawDevice,
    usage: MemoryUse,
    buffer: vk::Buffer,
    exported: bool,
) -> Result<Backing, VkError> {
    let needs = &needs(device, buffer);
    let alone = device.info.quirks.dedicates_buffers.then_some(buffer);
    first_of(device, usage, needs, needs.size, |kind| {
        let seen = device.memory_types[kind as usize].property_flags.contains(vk::MemoryPropertyFlags::HOST_VISIBLE);
        let mapped = seen && (usage != MemoryUse::Device || device.info.unified_memory);
        // The owner maps all that the host could see, wherever the driver likes. A CPU likes the device's address.
        let places = device.functions.map_placed.is_some() && !device.info.quirks.in_process;
        if exported {
            return Ok(Backing::Exported { memory: export_kind(device, kind, needs.size, alone)?, mapped });
        }
        if seen && usage == MemoryUse::Device && device.info.large_bar {
            let memory = allocate_kind(device, kind, &Wish { alone, ..Wish::anywhere(needs.size) })?;
            return Ok(Backing::ForProgram { memory });
        }
        if !seen || mapped && !places {
            return Ok(Backing::Owned(device.owner.allocate(&Order {
                needs,
                kind,
                alone: alone.map(Alone::Buffer),
            })?));
        }
        Ok(Backing::Own { memory: allocate_kind(device, kind, &Wish { alone, ..Wish::anywhere(needs.size) })?, mapped })
    })
}

/// Memory for a whole buffer.
pub(super) enum Backing {
    /// Mapped already where the host is to see it.
    Owned(Allocation),
    /// `mapped`: it is still to be mapped.
    Exported { memory: Exported, mapped: bool },
    /// To be mapped for the program, which we do not use.
    ForProgram { memory: vk::DeviceMemory },
    /// `mapped`: as above.
    Own { memory: vk::DeviceMemory, mapped: bool },
}

/// What `make` gives for the best memory type with which it does not fail.
fn first_of<T>(
    device: &RawDevice,
    usage: MemoryUse,
    needs: &vk::MemoryRequirements,
    size: u64,
    mut make: impl FnMut(u32) -> Result<T, VkError>,
) -> Result<T, VkError> {
    let mut last = VkError::OutOfDeviceMemory { requested: size };
    for kind in types_for(device, usage, needs.memory_type_bits) {
        match make(kind) {
            Ok(made) => return Ok(made),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// As [`allocate_typed`], for other processes too.
pub(super) fn allocate_exported(device: &RawDevice, needs: &vk::MemoryRequirements) -> Result<Exported, VkError> {
    first_of(device, MemoryUse::Device, needs, needs.size, |kind| export_kind(device, kind, needs.size, None))
}

fn export_kind(device: &RawDevice, kind: u32, size: u64, alone: Option<vk::Buffer>) -> Result<Exported, VkError> {
    let memory = allocate_kind(device, kind, &Wish { exported: true, alone, ..Wish::anywhere(size) })?;
    Ok(Exported { memory, size, kind, alone: alone.is_some() })
}

fn allocate_kind(device: &RawDevice, kind: u32, wish: &Wish) -> Result<vk::DeviceMemory, VkError> {
    let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
    let mut place = vk::MemoryOpaqueCaptureAddressAllocateInfo::default();
    if let Some(address) = wish.replay {
        flags.flags |= vk::MemoryAllocateFlags::DEVICE_ADDRESS_CAPTURE_REPLAY;
        place.opaque_capture_address = address;
    }
    let mut info =
        vk::MemoryAllocateInfo::default().allocation_size(wish.size).memory_type_index(kind).push_next(&mut flags);
    if wish.replay.is_some() {
        info = info.push_next(&mut place);
    }
    let mut alone = vk::MemoryDedicatedAllocateInfo::default();
    if let Some(buffer) = wish.alone {
        alone = alone.buffer(buffer);
        info = info.push_next(&mut alone);
    }
    let mut export = vk::ExportMemoryAllocateInfo::default().handle_types(EXPORT_HANDLE);
    if wish.exported {
        info = info.push_next(&mut export);
    }
    // SAFETY: `info` is complete, `kind` is one of the device's types; replaying is enabled, and memory is exported, where that is asked for.
    unsafe { device.raw.allocate_memory(&info, None) }.map_err(map_allocate(wish.size))
}

/// The allowed memory types, best first. `Device` memory never falls back to host memory: HIP reports out of memory.
fn types_for(device: &RawDevice, usage: MemoryUse, allowed: u32) -> Vec<u32> {
    use vk::MemoryPropertyFlags as F;
    let host = F::HOST_VISIBLE | F::HOST_COHERENT;
    let mut kinds: Vec<(u32, u32)> = Vec::new();
    for (index, kind) in device.memory_types.iter().enumerate() {
        let flags = kind.property_flags;
        let has = |f: F| u32::from(flags.contains(f));
        if allowed & (1 << index) == 0 || flags.intersects(F::PROTECTED | F::LAZILY_ALLOCATED | F::DEVICE_COHERENT_AMD)
        {
            continue;
        }
        let score = match usage {
            MemoryUse::Device if !flags.contains(F::DEVICE_LOCAL) => continue,
            MemoryUse::Device if device.info.unified_memory => has(host) * 2 + has(F::HOST_CACHED),
            MemoryUse::Device if device.info.large_bar => has(host),
            MemoryUse::Device => 1 - has(F::HOST_VISIBLE),
            MemoryUse::Host | MemoryUse::Upload if !flags.contains(host) => continue,
            MemoryUse::Host => has(F::HOST_CACHED) * 2 + 1 - has(F::DEVICE_LOCAL),
            MemoryUse::Upload => has(F::DEVICE_LOCAL),
        };
        kinds.push((score, index as u32));
    }
    kinds.sort_by_key(|&(score, index)| (std::cmp::Reverse(score), index));
    let best_only = usage == MemoryUse::Device && !device.info.large_bar;
    let best = kinds.first().map_or(0, |k| k.0);
    kinds.into_iter().filter(|&(score, _)| !best_only || score == best).map(|(_, index)| index).collect()
}
