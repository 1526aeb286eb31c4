//! A block: the driver's memory with buffers over all of it, and an address.
//!
//! Most blocks are one `VkDeviceMemory` behind one `VkBuffer`; what is larger than either may be is made in `large`. Called by
//! `allocator`, which divides blocks or hands them out whole.

use std::sync::Arc;

use ash::vk;

use super::allocator::MemoryUse;
use super::buffers::Buffers;
use super::host_map::{HostMapping, Reservation};
use super::import::ImportedRow;
use super::large::{self, Way};
use super::machine;
use super::shared_host::{SharedHost, SharedPages};
use crate::vk::device::logical::Device;
use crate::vk::error::{VkError, map_allocate, map_oom};

/// Memory of a device at consecutive addresses.
#[derive(Debug)]
pub(in crate::vk) struct Block {
    pub(in crate::vk) buffers: Buffers,
    pub(super) memories: Vec<vk::DeviceMemory>,
    /// Of the memories, in the same order; none if the host does not see them by mapping.
    pub(super) mappings: Vec<HostMapping>,
    pub(in crate::vk) address: u64,
    /// Where the host sees it; 0 if it does not.
    pub(in crate::vk) host: usize,
    pub(in crate::vk) size: u64,
    /// What the memories are made of, if it is not the driver's. After the fields that refer to it.
    pub(super) pages: Option<Reservation>,
    pub(in crate::vk) shared: Option<SharedPages>,
}

impl Block {
    /// Makes one; nothing is left behind where that fails.
    pub(in crate::vk) fn create(device: &Device, usage: MemoryUse, size: u64) -> Result<Self, VkError> {
        let cpu = device.info.target.cpu;
        if cpu && !machine::has_room(size, device.info.memory_bytes) {
            return Err(VkError::OutOfDeviceMemory { requested: size });
        }
        let block = match usage {
            MemoryUse::Host => match Self::create_shared(device, size) {
                Some(block) => block,
                None => Self::create_own(device, usage, size)?,
            },
            _ => Self::create_own(device, usage, size)?,
        };
        if cpu && block.host != 0 {
            machine::hold(block.host, block.size);
        }
        Ok(block)
    }

    fn create_own(device: &Device, usage: MemoryUse, size: u64) -> Result<Self, VkError> {
        match large::way(device, usage, size)? {
            Way::Whole => Self::whole(device, usage, size),
            Way::Pages => large::pages(device, size),
            Way::HostPages => match device.large_host.as_ref() {
                Some(host) => Self::create_on_pages(device, host, size),
                None => Err(VkError::OutOfDeviceMemory { requested: size }),
            },
            Way::Sparse => large::sparse(device, usage, size),
            Way::Neighbours => large::neighbours(device, usage, size),
        }
    }

    /// Host memory for all GPUs, where there are several that can share it.
    fn create_shared(device: &Device, size: u64) -> Option<Self> {
        let shared = device.shared_host.as_ref()?;
        let made = Self::create_on_pages(device, shared, size);
        made.map_err(|error| log::warn!("host memory that '{}' alone can see: {error}", device.info.name)).ok()
    }

    /// Of pages of the process, which every GPU that `host` knows sees at their address.
    fn create_on_pages(device: &Device, host: &Arc<SharedHost>, size: u64) -> Result<Self, VkError> {
        let (ImportedRow { buffers, memories, address }, pages) = host.allocate(device, size)?;
        Ok(Self { memories, address, host: address as usize, shared: Some(pages), ..Self::new(buffers, size) })
    }

    /// Nothing behind the buffers yet.
    pub(in crate::vk) fn new(buffers: Buffers, size: u64) -> Self {
        Self {
            buffers,
            memories: Vec::new(),
            mappings: Vec::new(),
            address: 0,
            host: 0,
            size,
            pages: None,
            shared: None,
        }
    }

    /// One memory behind one buffer.
    fn whole(device: &Device, usage: MemoryUse, size: u64) -> Result<Self, VkError> {
        let buffer = create_buffer(device, size, vk::BufferCreateFlags::empty())?;
        Self::new(Buffers::One(buffer), size).filled(device, |block| block.back(device, buffer, usage))
    }

    /// The block once `fill` has put memory behind it; destroyed if that fails.
    pub(super) fn filled(
        mut self,
        device: &Device,
        fill: impl FnOnce(&mut Self) -> Result<(), VkError>,
    ) -> Result<Self, VkError> {
        match fill(&mut self) {
            Ok(()) => Ok(self),
            Err(error) => {
                self.destroy(device);
                Err(error)
            }
        }
    }

    fn back(&mut self, device: &Device, buffer: vk::Buffer, usage: MemoryUse) -> Result<(), VkError> {
        let needs = needs(device, buffer);
        let (memory, kind) = allocate_typed(device, usage, &needs, &Wish::anywhere(needs.size))?;
        self.memories.push(memory);
        // SAFETY: buffer and memory belong to this device, are unbound, and the size is the one the driver asked for.
        unsafe { device.raw.bind_buffer_memory(buffer, memory, 0) }.map_err(map_oom("vkBindBufferMemory"))?;
        self.address = address_of(device, buffer);
        let flags = device.memory_types[kind as usize].property_flags;
        if flags.contains(vk::MemoryPropertyFlags::HOST_VISIBLE)
            && (usage != MemoryUse::Device || device.info.unified_memory)
        {
            let mapping = HostMapping::map(device, memory, self.address, self.size)?;
            self.host = mapping.address();
            self.mappings.push(mapping);
        }
        Ok(())
    }

    pub(super) fn has_one_address(&self) -> bool {
        self.host as u64 == self.address
    }

    pub(in crate::vk) fn destroy(mut self, device: &Device) {
        if device.info.target.cpu && self.host != 0 {
            machine::release(self.host);
        }
        for (mapping, &memory) in self.mappings.drain(..).zip(&self.memories) {
            mapping.unmap(device, memory);
        }
        // SAFETY: the owner of the piece (or of the pool) guarantees that no submitted work uses it (`Memory::drop`).
        unsafe {
            self.buffers.destroy(device);
            for memory in self.memories.drain(..) {
                device.raw.free_memory(memory, None);
            }
        }
        drop((self.pages.take(), self.shared.take()));
    }
}

pub(super) const BUFFER_USAGE: vk::BufferUsageFlags = vk::BufferUsageFlags::from_raw(
    vk::BufferUsageFlags::STORAGE_BUFFER.as_raw()
        | vk::BufferUsageFlags::TRANSFER_SRC.as_raw()
        | vk::BufferUsageFlags::TRANSFER_DST.as_raw()
        | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS.as_raw(),
);

pub(in crate::vk) fn create_buffer(
    device: &Device,
    size: u64,
    flags: vk::BufferCreateFlags,
) -> Result<vk::Buffer, VkError> {
    let info = vk::BufferCreateInfo::default().size(size).usage(BUFFER_USAGE).flags(flags);
    // SAFETY: `info` is complete; the size is within `maxBufferSize` (`large::way`), and what the flags need is enabled.
    unsafe { device.raw.create_buffer(&info, None) }.map_err(map_oom("vkCreateBuffer"))
}

pub(in crate::vk) fn needs(device: &Device, buffer: vk::Buffer) -> vk::MemoryRequirements {
    // SAFETY: the buffer was made by this device just before.
    unsafe { device.raw.get_buffer_memory_requirements(buffer) }
}

pub(super) fn address_of(device: &Device, buffer: vk::Buffer) -> u64 {
    let info = vk::BufferDeviceAddressInfo::default().buffer(buffer);
    // SAFETY: the buffer is bound and was made with SHADER_DEVICE_ADDRESS usage.
    unsafe { device.raw.get_buffer_device_address(&info) }
}

/// What to ask the driver for.
pub(in crate::vk) struct Wish {
    pub(in crate::vk) size: u64,
    /// The memory's address can be replayed; at this one, if it is not 0.
    pub(super) replay: Option<u64>,
}

impl Wish {
    pub(super) fn anywhere(size: u64) -> Self {
        Self { size, replay: None }
    }
}

/// Allocates memory of the best type for `usage` that `needs` allows; falls back to the next best when a heap is full.
pub(super) fn allocate_typed(
    device: &Device,
    usage: MemoryUse,
    needs: &vk::MemoryRequirements,
    wish: &Wish,
) -> Result<(vk::DeviceMemory, u32), VkError> {
    let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
    let mut place = vk::MemoryOpaqueCaptureAddressAllocateInfo::default();
    if let Some(address) = wish.replay {
        flags.flags |= vk::MemoryAllocateFlags::DEVICE_ADDRESS_CAPTURE_REPLAY;
        place.opaque_capture_address = address;
    }
    let mut last = VkError::OutOfDeviceMemory { requested: wish.size };
    for kind in types_for(device, usage, needs.memory_type_bits) {
        let mut info =
            vk::MemoryAllocateInfo::default().allocation_size(wish.size).memory_type_index(kind).push_next(&mut flags);
        if wish.replay.is_some() {
            info = info.push_next(&mut place);
        }
        // SAFETY: `info` is complete, `kind` is one of the device's types, replaying is enabled where it is asked for.
        match unsafe { device.raw.allocate_memory(&info, None) } {
            Ok(memory) => return Ok((memory, kind)),
            Err(result) => last = map_allocate(wish.size)(result),
        }
    }
    Err(last)
}

/// The allowed memory types, best first. `Device` memory never falls back to host memory: HIP reports out of memory.
fn types_for(device: &Device, usage: MemoryUse, allowed: u32) -> Vec<u32> {
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
            MemoryUse::Device => 1 - has(F::HOST_VISIBLE),
            MemoryUse::Host | MemoryUse::Upload if !flags.contains(host) => continue,
            MemoryUse::Host => has(F::HOST_CACHED) * 2 + 1 - has(F::DEVICE_LOCAL),
            MemoryUse::Upload => has(F::DEVICE_LOCAL),
        };
        kinds.push((score, index as u32));
    }
    kinds.sort_by_key(|&(score, index)| (std::cmp::Reverse(score), index));
    let best_only = usage == MemoryUse::Device;
    let best = kinds.first().map_or(0, |k| k.0);
    kinds.into_iter().filter(|&(score, _)| !best_only || score == best).map(|(_, index)| index).collect()
}
