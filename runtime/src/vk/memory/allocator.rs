//! Device memory in large blocks, each one `VkBuffer` with a device address, divided by `suballoc`.
//!
//! `vkAllocateMemory` is slow and limited in number; HIP programs call `hipMalloc` thousands of times. So memory comes
//! in blocks of 64 MiB that many allocations share; an allocation of a quarter block or more gets a block of its own (`block`).
//! Called by `allocation`, which wraps the result in an owner.

use spirv_gen::target::HostWindow;

use super::backing::{self, MemoryUse};
use super::block::Block;
use super::buffers::Buffers;
use super::exported::Exported;
use super::large;
use super::shared_host::HostSources;
use super::suballoc::{Range, SubAllocator};
use crate::vk::device::raw::RawDevice;
use crate::vk::error::VkError;

/// What a program allocates is whole pages of this size, as on AMD. Programs that write beyond an end, within the page, run there without harm, and
/// on NVIDIA within 512 bytes (LightGBM's buffers of blocks' offsets); here they must not change what is next to it.
const PAGE: u64 = 4096;
/// What only this runtime asks for, many small pieces: every address is a multiple of it.
const SMALL_UNIT: u64 = 256;
const BLOCK_BYTES: u64 = 64 << 20;
/// The first block of host memory, which holds what is staged: the program's first copy waits for it, and its pages are pinned (NVIDIA, 580.159:
/// 0.25 ms a MiB). It has room for the largest allocation that is none of its own.
const FIRST_HOST_BYTES: u64 = BLOCK_BYTES / 4;
/// Blocks of one allocation are made of this on GPUs.
const OWN_UNIT: u64 = 64 << 10;

const USES: usize = 3;

/// The blocks of one use that several allocations share.
#[derive(Debug, Default)]
pub(in crate::vk) struct Pools {
    pools: [Vec<Option<SharedBlock>>; USES],
    /// Bytes of `VkDeviceMemory` that this runtime holds.
    pub(in crate::vk) reserved: u64,
    hosts: HostSources,
}

#[derive(Debug)]
struct SharedBlock {
    block: Block,
    ranges: SubAllocator,
}

/// A piece of memory and how to give it back.
#[derive(Debug)]
pub(in crate::vk) struct Piece {
    pub(in crate::vk) buffers: Buffers,
    pub(in crate::vk) offset: u64,
    pub(in crate::vk) address: u64,
    /// Host address, where mapped; 0 otherwise.
    pub(in crate::vk) host: usize,
    /// The block's memory, if other processes can open it.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "other processes get memory on Linux only"))]
    pub(in crate::vk) exported: Option<Exported>,
    origin: Origin,
}

#[derive(Debug)]
enum Origin {
    Shared { usage: MemoryUse, block: usize, range: Range },
    Own(Box<Block>),
}

impl Pools {
    pub(in crate::vk) fn new(hosts: HostSources) -> Self {
        Self { hosts, ..Self::default() }
    }

    /// Finds or makes room for `size` bytes.
    pub(in crate::vk) fn allocate(
        &mut self,
        device: &RawDevice,
        usage: MemoryUse,
        size: u64,
    ) -> Result<Piece, VkError> {
        self.find(device, usage, size).map_err(|error| match error {
            // Of this size, not of the block or the part of one that was tried.
            VkError::OutOfDeviceMemory { .. } => VkError::OutOfDeviceMemory { requested: size },
            other => other,
        })
    }

    fn find(&mut self, device: &RawDevice, usage: MemoryUse, size: u64) -> Result<Piece, VkError> {
        let total = device.info.memory_bytes;
        if size > total && usage == MemoryUse::Device
            || device.info.quirks.in_process && self.reserved.saturating_add(size) > total
        {
            return Err(VkError::OutOfDeviceMemory { requested: size });
        }
        if usage == MemoryUse::Host && self.pools[usage as usize].is_empty() {
            self.open_host(device)?;
        }
        // Pages of the process need no window.
        let windowed = !(large::makes_pages(device) && size > backing::whole_bytes(device));
        if usage == MemoryUse::Host && device.host_window().is_some() && windowed {
            return self.allocate_shared(usage, size).ok_or(VkError::OutOfDeviceMemory { requested: size });
        }
        if size >= block_bytes(device) / 4 {
            return self.allocate_own(device, usage, size);
        }
        if let Some(piece) = self.allocate_shared(usage, size) {
            return Ok(piece);
        }
        let block = self.create(device, usage, block_bytes(device))?;
        self.add(usage, block);
        self.allocate_shared(usage, size).ok_or(VkError::OutOfDeviceMemory { requested: size })
    }

    /// Room in a block that is there.
    fn allocate_shared(&mut self, usage: MemoryUse, size: u64) -> Option<Piece> {
        let units = u32::try_from(size.div_ceil(unit(usage))).ok()?;
        let pool = &mut self.pools[usage as usize];
        pool.iter_mut().enumerate().rev().find_map(|(index, slot)| {
            let shared = slot.as_mut()?;
            let range = shared.ranges.allocate(units)?;
            Some(shared.piece(usage, index, range))
        })
    }

    /// A block behind the first of its use. Kernels follow the host's pointers into it, so host memory at another address is none.
    fn create(&self, device: &RawDevice, usage: MemoryUse, size: u64) -> Result<Block, VkError> {
        let block = Block::create(device, &self.hosts, usage, size)?;
        if usage != MemoryUse::Host || block.has_one_address() {
            return Ok(block);
        }
        log::warn!(
            "'{}' has host memory at {:#x}, where the process has something else",
            device.info.name,
            block.address
        );
        block.destroy(device);
        Err(VkError::OutOfHostMemory { call: "vkMapMemory2" })
    }

    fn add(&mut self, usage: MemoryUse, block: Block) {
        self.reserved += block.size;
        let shared = SharedBlock { ranges: SubAllocator::new((block.size / unit(usage)) as u32), block };
        let pool = &mut self.pools[usage as usize];
        match pool.iter_mut().find(|slot| slot.is_none()) {
            Some(slot) => *slot = Some(shared),
            None => pool.push(Some(shared)),
        }
    }

    /// The first host memory. Where its host address cannot be its device address (RADV's lie in the upper half, which a
    /// process cannot map), all host memory comes from one arena, so that kernels can translate: `RawDevice::host_window`.
    fn open_host(&mut self, device: &RawDevice) -> Result<(), VkError> {
        let first = Block::create(device, &self.hosts, MemoryUse::Host, block_bytes(device).min(FIRST_HOST_BYTES))?;
        if first.has_one_address() && !device.wants_host_window() {
            self.add(MemoryUse::Host, first);
            return Ok(());
        }
        first.destroy(device);
        let arena = Block::create(device, &self.hosts, MemoryUse::Host, arena_bytes(device))?;
        let host_base = arena.host as u64;
        let delta = arena.address.wrapping_sub(host_base);
        device.set_host_window(HostWindow { host_base, size: arena.size, delta });
        self.add(MemoryUse::Host, arena);
        Ok(())
    }

    fn allocate_own(&mut self, device: &RawDevice, usage: MemoryUse, size: u64) -> Result<Piece, VkError> {
        // What is mapped where we say, as on GPUs, is whole pages.
        let unit = if device.info.quirks.in_process { PAGE } else { OWN_UNIT };
        let block = self.create(device, usage, size.checked_next_multiple_of(unit).unwrap_or(size))?;
        self.reserved += block.size;
        Ok(Piece {
            buffers: block.buffers.clone(),
            offset: 0,
            address: block.address,
            host: block.host,
            exported: block.exported,
            origin: Origin::Own(Box::new(block)),
        })
    }

    /// Takes a piece back; a shared block that becomes empty is released where another of its use that is no smaller is empty too: what a
    /// program does again (a copy that is staged, say) must not make a block each time.
    pub(in crate::vk) fn free(&mut self, device: &RawDevice, piece: Piece) {
        match piece.origin {
            Origin::Own(block) => {
                self.reserved -= block.size;
                block.destroy(device);
            }
            Origin::Shared { usage, block, range } => {
                let pool = &mut self.pools[usage as usize];
                let Some(shared) = pool[block].as_mut() else {
                    return;
                };
                shared.ranges.free(range);
                if is_spare(pool, block, |slot| slot.as_ref()?.empty_bytes())
                    && let Some(shared) = pool[block].take()
                {
                    self.reserved -= shared.block.size;
                    shared.block.destroy(device);
                }
            }
        }
    }

    /// Releases every block; the device is going away and no piece is left.
    pub(in crate::vk) fn destroy(&mut self, device: &RawDevice) {
        for shared in self.pools.iter_mut().flat_map(|p| p.drain(..)).flatten() {
            shared.block.destroy(device);
        }
    }
}

/// Block `index` is empty, and so is another that has room for as much. `empty` says how large one is that is.
fn is_spare<T>(blocks: &[T], index: usize, empty: impl Fn(&T) -> Option<u64>) -> bool {
    let others = || blocks.iter().enumerate().filter(|&(other, _)| other != index);
    empty(&blocks[index]).is_some_and(|size| others().any(|(_, other)| empty(other).is_some_and(|room| room >= size)))
}

impl SharedBlock {
    /// Its size, if nothing is in it.
    fn empty_bytes(&self) -> Option<u64> {
        self.ranges.is_empty().then_some(self.block.size)
    }

    fn piece(&self, usage: MemoryUse, block: usize, range: Range) -> Piece {
        let offset = u64::from(range.offset) * unit(usage);
        Piece {
            buffers: self.block.buffers.clone(),
            offset,
            address: self.block.address + offset,
            host: match self.block.host {
                0 => 0,
                first => first + offset as usize,
            },
            exported: self.block.exported,
            origin: Origin::Shared { usage, block, range },
        }
    }
}

/// What pieces of a shared block are multiples of.
fn unit(usage: MemoryUse) -> u64 {
    if usage == MemoryUse::Upload { SMALL_UNIT } else { PAGE }
}

/// Bytes of the arena where host memory has two addresses: all that `hipHostMalloc` can give there.
fn arena_bytes(device: &RawDevice) -> u64 {
    const MOST: u64 = 2 << 30;
    let host_heap = device.host_heap_bytes();
    MOST.min(device.info.limits.allocation_bytes).min((host_heap / 8).next_multiple_of(1 << 20))
}

/// A small device must not be filled by one block, and a shared block is one buffer.
fn block_bytes(device: &RawDevice) -> u64 {
    BLOCK_BYTES.min((device.info.memory_bytes / 16).next_multiple_of(1 << 20)).min(backing::whole_bytes(device))
}

#[cfg(test)]
mod tests {
    fn is_spare(empty: &[Option<u64>], index: usize) -> bool {
        super::is_spare(empty, index, |&size| size)
    }

    #[test]
    fn a_block_goes_only_where_one_as_large_is_left() {
        let (small, large) = (Some(16), Some(64));
        assert!(!is_spare(&[small, large], 1), "a copy of 32 MiB would make it anew each time");
        assert!(is_spare(&[small, large], 0));
        assert!(is_spare(&[large, None, large], 2));
        assert!(!is_spare(&[large, None], 0), "the last one stays");
        assert!(!is_spare(&[None, large], 0), "one in use stays");
    }
}
