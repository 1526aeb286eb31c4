//! A block: the driver's memory with buffers over all of it, and an address.
//!
//! Most blocks are one `VkDeviceMemory` behind one `VkBuffer`; what is larger than either may be is made in `large`; `make` chooses.
//! Called by `allocator`, which divides blocks or hands them out whole.

use ash::vk;
use gpu_allocator::vulkan::Allocation;

use super::backing::{Backing, MemoryUse, address_of, allocate_whole, create_buffer};
use super::buffers::Buffers;
use super::exported::{self, Exported};
use super::host_map::HostMapping;
use super::machine;
use super::reservation::{Reservation, Taken};
use super::shared_host::SharedPages;
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_oom};

/// Memory of a device at consecutive addresses.
#[derive(Debug)]
pub(in crate::vk) struct Block {
    pub(in crate::vk) buffers: Buffers,
    /// Memory that `owner` allocated; it is behind the only buffer then, and there are no others.
    pub(super) owned: Option<Allocation>,
    pub(super) memories: Vec<vk::DeviceMemory>,
    /// The only one of them, if other processes can open it.
    pub(in crate::vk) exported: Option<Exported>,
    /// Of the memories, in the same order; none if the host does not see them by mapping.
    pub(super) mappings: Vec<HostMapping>,
    pub(in crate::vk) address: u64,
    /// Where the host sees it; 0 if it does not.
    pub(in crate::vk) host: usize,
    pub(in crate::vk) size: u64,
    /// What the memories are made of, if it is not the driver's. After the fields that refer to it.
    pub(super) pages: Option<Reservation>,
    /// Keeps the process off the addresses, where the host does not see the memory there.
    pub(super) apart: Option<Reservation>,
    pub(in crate::vk) shared: Option<SharedPages>,
}

impl Block {
    /// Nothing behind the buffers yet.
    pub(in crate::vk) fn new(buffers: Buffers, size: u64) -> Self {
        Self {
            buffers,
            owned: None,
            memories: Vec::new(),
            exported: None,
            mappings: Vec::new(),
            address: 0,
            host: 0,
            size,
            pages: None,
            apart: None,
            shared: None,
        }
    }

    /// One memory behind one buffer.
    pub(super) fn whole(device: &RawDevice, usage: MemoryUse, size: u64) -> Result<Self, VkError> {
        match usage == MemoryUse::Device && device.info.exports.memory {
            true => {
                let buffer = exported::create_buffer(device, size, vk::BufferCreateFlags::empty())?;
                Self::new(Buffers::One(buffer), size).filled(device, |block| block.back(device, buffer, usage, true))
            }
            false => Self::unexported(device, usage, size),
        }
    }

    /// The same for this process alone.
    pub(super) fn unexported(device: &RawDevice, usage: MemoryUse, size: u64) -> Result<Self, VkError> {
        let buffer = create_buffer(device, size, vk::BufferCreateFlags::empty())?;
        Self::new(Buffers::One(buffer), size).filled(device, |block| block.back(device, buffer, usage, false))
    }

    /// The block once `fill` has put memory behind it; destroyed if that fails.
    pub(super) fn filled(
        mut self,
        device: &RawDevice,
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

    fn back(
        &mut self,
        device: &RawDevice,
        buffer: vk::Buffer,
        usage: MemoryUse,
        exported: bool,
    ) -> Result<(), VkError> {
        let mut for_program = false;
        let (memory, offset, to_map) = match allocate_whole(device, usage, buffer, exported)? {
            Backing::Owned(owned) => {
                // SAFETY: it is bound to this block's buffer, which `destroy` takes down before it gives the memory back.
                let memory = unsafe { owned.memory() };
                let offset = owned.offset();
                self.host = owned.mapped_ptr().map_or(0, |pointer| pointer.as_ptr() as usize);
                self.owned = Some(owned);
                (memory, offset, false)
            }
            Backing::Exported { memory: exported, mapped } => {
                self.exported = Some(exported);
                self.memories.push(exported.memory);
                (exported.memory, 0, mapped)
            }
            Backing::ForProgram { memory } => {
                self.memories.push(memory);
                for_program = true;
                (memory, 0, false)
            }
            Backing::Own { memory, mapped } => {
                self.memories.push(memory);
                (memory, 0, mapped)
            }
        };
        // SAFETY: buffer and memory belong to this device, the buffer is unbound, and the memory is what the driver asked for it.
        unsafe { device.raw.bind_buffer_memory(buffer, memory, offset) }.map_err(map_oom("vkBindBufferMemory"))?;
        self.address = address_of(device, buffer);
        if for_program {
            // Our copies go by the device: the host reads a GPU's memory at some MB/s.
            self.mappings.extend(HostMapping::map_placed(device, memory, self.address, self.size));
            if self.mappings.is_empty() {
                log::warn!("the host does not see {} bytes of device memory at {:#x}", self.size, self.address);
            }
        }
        if to_map {
            let mapping = HostMapping::map(device, memory, self.address, self.size)?;
            self.host = mapping.address();
            self.mappings.push(mapping);
        }
        Ok(())
    }

    pub(super) fn has_one_address(&self) -> bool {
        self.host as u64 == self.address
    }

    /// Keeps the process off the block's addresses ([`Reservation::apart`]).
    pub(super) fn keep_apart(&mut self) -> Result<(), Taken> {
        let is_seen = self.mappings.iter().any(|mapping| mapping.address() as u64 == self.address);
        if !is_seen && !self.has_one_address() {
            self.apart = Reservation::apart(self.address, self.size)?;
        }
        Ok(())
    }

    pub(in crate::vk) fn destroy(mut self, device: &RawDevice) {
        // First: the driver may give the addresses to the next block at once.
        self.apart = None;
        if device.info.quirks.in_process && self.host != 0 {
            machine::release(self.host);
        }
        if let Some(exported) = &self.exported {
            exported.withdraw(device);
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
        if let Some(owned) = self.owned.take() {
            device.owner.free(owned);
        }
        drop((self.pages.take(), self.shared.take()));
    }
}
