//! Blocks larger than the driver's buffers or allocations: one range of addresses all the same.
//!
//! | the block | how |
//! |---|---|
//! | within the limits, or the driver makes it all the same (NVIDIA's) | one memory, one buffer (`block`) |
//! | on a CPU | pages of this process, imported in pieces: an address of the host is the device's |
//! | host memory on NVIDIA's driver | pages of this process where it replays addresses, imported in pieces (`shared_host`) |
//! | within `maxBufferSize` and the sparse address space | one sparse buffer, memory bound behind it in pieces |
//! | else, where addresses can be replayed | memories at neighbouring addresses (`neighbours`), a buffer each |
//! | else | out of memory |
//!
//! Only the first is memory of `gpu-allocator` (`owner`), which knows neither sparse buffers nor addresses to ask for, nor imports.
//! Called by `make`.

use ash::vk;

use super::backing::{MemoryUse, Wish, address_of, allocate_typed, create_buffer, needs, whole_bytes};
use super::block::Block;
use super::buffers::Buffers;
use super::host_map::HostMapping;
use super::import::{self, ImportedRow, Place};
use super::neighbours;
use super::reservation::Reservation;
use super::shared_host::HostSources;
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_oom};

/// Bytes bound at a time behind a sparse buffer.
const SPARSE_PIECE: u64 = 1 << 30;
/// Addresses of GPU memory start at a multiple of this, or less.
const GPU_PAGE: u64 = 2 << 20;

/// How a block is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::vk) enum Way {
    Whole,
    Pages,
    HostPages,
    Sparse,
    Neighbours,
}

/// The way for a block of this size; out of memory if there is none.
pub(super) fn way(device: &RawDevice, hosts: &HostSources, usage: MemoryUse, size: u64) -> Result<Way, VkError> {
    let limits = &device.info.limits;
    if size <= whole_bytes(device) {
        return Ok(Way::Whole);
    }
    if usage == MemoryUse::Device && size > device.info.memory_bytes {
        // No need to fill the device to find out.
        return Err(VkError::OutOfDeviceMemory { requested: size });
    }
    if makes_pages(device) {
        return Ok(Way::Pages);
    }
    if usage == MemoryUse::Host && hosts.large.is_some() {
        return Ok(Way::HostPages);
    }
    if device.can_bind_sparse() && size <= limits.buffer_bytes.min(limits.sparse_bytes) {
        return Ok(Way::Sparse);
    }
    if device.replays {
        return Ok(Way::Neighbours);
    }
    log::info!("'{}' cannot make {size} bytes: beyond its limits for buffers and allocations", device.info.name);
    Err(VkError::OutOfDeviceMemory { requested: size })
}

/// One allocation beyond the driver's limit is worth asking for.
pub(super) fn may_be_whole(device: &RawDevice, size: u64) -> bool {
    let whole = whole_bytes(device)..=device.info.limits.buffer_bytes.min(device.info.memory_bytes);
    device.info.quirks.exceeds_allocation_limit && whole.contains(&size)
}

/// Blocks beyond one buffer are pages of the process.
pub(super) fn makes_pages(device: &RawDevice) -> bool {
    device.info.has_pages()
}

/// Pages of this process. A page costs nothing until it is touched.
pub(super) fn pages(device: &RawDevice, size: u64) -> Result<Block, VkError> {
    let alignment = device.info.limits.import_alignment;
    let size = size.next_multiple_of(alignment);
    let piece = whole_bytes(device) / alignment * alignment;
    let pages = Reservation::anywhere(size as usize).ok_or(VkError::OutOfDeviceMemory { requested: size })?;
    let first = pages.address() as u64;
    // SAFETY: the pages stay mapped until the block drops them, behind the buffers and memories.
    let row = unsafe { import::import_row(device, first, size, piece, Place::Any) }?;
    if row.address != first {
        // SAFETY: nobody knows of it yet.
        unsafe { row.destroy(device) };
        return Err(VkError::Invalid("a CPU device sees host memory at another address"));
    }
    let ImportedRow { buffers, memories, address } = row;
    Ok(Block { memories, address, host: first as usize, pages: Some(pages), ..Block::new(buffers, size) })
}

/// One buffer, with memory bound behind it in pieces.
pub(in crate::vk) fn sparse(device: &RawDevice, usage: MemoryUse, size: u64) -> Result<Block, VkError> {
    let buffer = create_buffer(device, size, vk::BufferCreateFlags::SPARSE_BINDING)?;
    Block::new(Buffers::One(buffer), size).filled(device, |block| {
        let needs = needs(device, buffer);
        let piece = SPARSE_PIECE.next_multiple_of(needs.alignment);
        let mut binds = Vec::new();
        for offset in (0..needs.size).step_by(piece as usize) {
            let size = piece.min(needs.size - offset);
            let memory = allocate_typed(device, usage, &needs, &Wish::anywhere(size))?;
            block.memories.push(memory);
            binds.push(vk::SparseMemoryBind::default().resource_offset(offset).size(size).memory(memory));
        }
        device.bind_sparse(buffer, &binds)?;
        block.address = address_of(device, buffer);
        if usage == MemoryUse::Device { Ok(()) } else { map_beside(device, block, piece, needs.size) }
    })
}

/// Maps each memory where the device has it; they are `piece` bytes each, `size` in all.
fn map_beside(device: &RawDevice, block: &mut Block, piece: u64, size: u64) -> Result<(), VkError> {
    for (&memory, offset) in block.memories.iter().zip((0..size).step_by(piece as usize)) {
        let address = block.address + offset;
        let Some(mapping) = HostMapping::map_placed(device, memory, address, piece.min(size - offset)) else {
            log::info!("'{}' cannot map host memory of several allocations side by side", device.info.name);
            return Err(VkError::OutOfHostMemory { call: "vkMapMemory2" });
        };
        block.mappings.push(mapping);
    }
    block.host = block.address as usize;
    Ok(())
}

/// A memory at an address, with a buffer over all of it.
struct Neighbour {
    buffer: vk::Buffer,
    memory: vk::DeviceMemory,
}

impl Neighbour {
    /// At `place` if the driver grants it.
    fn new(device: &RawDevice, usage: MemoryUse, size: u64, place: Option<u64>) -> Result<(u64, Self), VkError> {
        let buffer = create_buffer(device, size, vk::BufferCreateFlags::DEVICE_ADDRESS_CAPTURE_REPLAY)?;
        let wish = Wish { replay: Some(place.unwrap_or(0)), ..Wish::anywhere(needs(device, buffer).size) };
        let memory = match allocate_typed(device, usage, &needs(device, buffer), &wish) {
            Ok(memory) => memory,
            Err(error) => {
                // SAFETY: nothing uses the buffer.
                unsafe { device.raw.destroy_buffer(buffer, None) };
                return Err(error);
            }
        };
        let this = Self { buffer, memory };
        // SAFETY: both belong to this device and are unbound; the size is the one the driver asked for.
        match unsafe { device.raw.bind_buffer_memory(buffer, memory, 0) } {
            Ok(()) => Ok((address_of(device, buffer), this)),
            Err(result) => {
                this.destroy(device);
                Err(map_oom("vkBindBufferMemory")(result))
            }
        }
    }

    fn destroy(self, device: &RawDevice) {
        // SAFETY: nobody uses it yet: a neighbour that is used belongs to a block.
        unsafe {
            device.raw.destroy_buffer(self.buffer, None);
            device.raw.free_memory(self.memory, None);
        }
    }
}

/// Memories at neighbouring addresses, all of one size.
pub(in crate::vk) fn neighbours(device: &RawDevice, usage: MemoryUse, size: u64) -> Result<Block, VkError> {
    let most = whole_bytes(device) / GPU_PAGE * GPU_PAGE;
    if most == 0 {
        return Err(VkError::OutOfDeviceMemory { requested: size });
    }
    let count = size.div_ceil(most);
    let piece = size.div_ceil(count).next_multiple_of(GPU_PAGE);
    let make = |place| Neighbour::new(device, usage, piece, place);
    let Some(row) = neighbours::find(count as usize, piece, make, |other| other.destroy(device))? else {
        log::info!("'{}' has no {count} neighbouring addresses for {piece} bytes each", device.info.name);
        return Err(VkError::OutOfDeviceMemory { requested: size });
    };
    let address = row.first().map_or(0, |(address, _)| *address);
    let (buffers, memories) = row.into_iter().map(|(_, one)| (one.buffer, one.memory)).unzip();
    let block = Block { memories, address, ..Block::new(Buffers::row(buffers, piece), count * piece) };
    block.filled(device, |block| match usage {
        MemoryUse::Device => Ok(()),
        _ => map_beside(device, block, piece, count * piece),
    })
}
