//! Device memory in large blocks, each one `VkBuffer` with a device address, divided by `suballoc`.
//!
//! `vkAllocateMemory` is slow and limited in number; HIP programs call `hipMalloc` thousands of times. So memory comes
//! in blocks of 64 MiB that many allocations share; an allocation of a quarter block or more gets a block of its own.
//! Called by `memory`, which wraps the result in an owner.

use ash::vk;
use spirv_gen::target::HostWindow;

use super::device::Device;
use super::error::{VkError, map_allocate, map_oom};
use super::host_map::HostMapping;
use super::import::Imported;
use super::shared_host::SharedPages;
use super::suballoc::{Range, SubAllocator};

/// Every address handed out is a multiple of this, as HIP promises.
pub(super) const ALIGNMENT: u64 = 256;
const BLOCK_BYTES: u64 = 64 << 20;
const DEDICATED_BYTES: u64 = BLOCK_BYTES / 4;

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

const USES: usize = 3;

/// One `VkDeviceMemory` with a buffer over all of it.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) buffer: vk::Buffer,
    memories: Vec<vk::DeviceMemory>,
    pub(super) address: u64,
    mapping: Option<HostMapping>,
    pub(super) size: u64,
    /// Host memory that other GPUs see too. After the fields that refer to it.
    shared: Option<SharedPages>,
}

/// The blocks of one use that several allocations share.
#[derive(Debug, Default)]
pub(super) struct Pools {
    pools: [Vec<Option<SharedBlock>>; USES],
    /// Bytes of `VkDeviceMemory` that this runtime holds.
    pub(super) reserved: u64,
}

#[derive(Debug)]
struct SharedBlock {
    block: Block,
    ranges: SubAllocator,
}

/// A piece of memory and how to give it back.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) buffer: vk::Buffer,
    pub(super) offset: u64,
    pub(super) address: u64,
    /// Host address, where mapped; 0 otherwise.
    pub(super) host: usize,
    origin: Origin,
}

#[derive(Debug)]
enum Origin {
    Shared { usage: MemoryUse, block: usize, range: Range },
    Own(Block),
}

impl Pools {
    /// Finds or makes room for `size` bytes.
    pub(super) fn allocate(&mut self, device: &Device, usage: MemoryUse, size: u64) -> Result<Piece, VkError> {
        if device.info.target.cpu && self.reserved.saturating_add(size) > device.info.memory_bytes {
            // A CPU device's memory is the machine's: the kernel would promise it and then kill the process.
            return Err(VkError::OutOfDeviceMemory { requested: size });
        }
        if usage == MemoryUse::Host && self.pools[usage as usize].is_empty() {
            self.open_host(device)?;
        }
        if usage == MemoryUse::Host && device.host_window().is_some() {
            return self.allocate_shared(usage, size).ok_or(VkError::OutOfDeviceMemory { requested: size });
        }
        if size >= DEDICATED_BYTES {
            return self.allocate_own(device, usage, size);
        }
        if let Some(piece) = self.allocate_shared(usage, size) {
            return Ok(piece);
        }
        let block = Block::create(device, usage, block_bytes(device))?;
        self.add(usage, block);
        self.allocate_shared(usage, size).ok_or(VkError::OutOfDeviceMemory { requested: size })
    }

    /// Room in a block that is there.
    fn allocate_shared(&mut self, usage: MemoryUse, size: u64) -> Option<Piece> {
        let units = u32::try_from(size.div_ceil(ALIGNMENT)).ok()?;
        let pool = &mut self.pools[usage as usize];
        pool.iter_mut().enumerate().rev().find_map(|(index, slot)| {
            let shared = slot.as_mut()?;
            let range = shared.ranges.allocate(units)?;
            Some(shared.piece(usage, index, range))
        })
    }

    fn add(&mut self, usage: MemoryUse, block: Block) {
        self.reserved += block.size;
        let shared = SharedBlock { ranges: SubAllocator::new((block.size / ALIGNMENT) as u32), block };
        let pool = &mut self.pools[usage as usize];
        match pool.iter_mut().find(|slot| slot.is_none()) {
            Some(slot) => *slot = Some(shared),
            None => pool.push(Some(shared)),
        }
    }

    /// The first host memory. Where its host address cannot be its device address (RADV's lie in the upper half, which a
    /// process cannot map), all host memory comes from one arena, so that kernels can translate: `Device::host_window`.
    fn open_host(&mut self, device: &Device) -> Result<(), VkError> {
        let first = Block::create(device, MemoryUse::Host, block_bytes(device))?;
        if first.has_one_address() && !device.wants_host_window() {
            self.add(MemoryUse::Host, first);
            return Ok(());
        }
        first.destroy(device);
        let arena = Block::create(device, MemoryUse::Host, arena_bytes(device))?;
        let host_base = arena.host_address() as u64;
        let delta = arena.address.wrapping_sub(host_base);
        device.set_host_window(HostWindow { host_base, size: arena.size, delta });
        self.add(MemoryUse::Host, arena);
        Ok(())
    }

    fn allocate_own(&mut self, device: &Device, usage: MemoryUse, size: u64) -> Result<Piece, VkError> {
        let block = Block::create(device, usage, size.next_multiple_of(ALIGNMENT))?;
        self.reserved += block.size;
        Ok(Piece {
            buffer: block.buffer,
            offset: 0,
            address: block.address,
            host: block.host_address(),
            origin: Origin::Own(block),
        })
    }

    /// Takes a piece back; a shared block that becomes empty is released unless it is the last of its use.
    pub(super) fn free(&mut self, device: &Device, piece: Piece) {
        match piece.origin {
            Origin::Own(block) => {
                self.reserved -= block.size;
                block.destroy(device);
            }
            Origin::Shared { usage, block: index, range } => {
                let pool = &mut self.pools[usage as usize];
                let Some(shared) = pool[index].as_mut() else {
                    return;
                };
                shared.ranges.free(range);
                let others = pool
                    .iter()
                    .enumerate()
                    .any(|(i, slot)| i != index && slot.as_ref().is_some_and(|s| s.ranges.is_empty()));
                if others
                    && pool[index].as_ref().is_some_and(|s| s.ranges.is_empty())
                    && let Some(shared) = pool[index].take()
                {
                    self.reserved -= shared.block.size;
                    shared.block.destroy(device);
                }
            }
        }
    }

    /// Releases every block; the device is going away and no piece is left.
    pub(super) fn destroy(&mut self, device: &Device) {
        for shared in self.pools.iter_mut().flat_map(|p| p.drain(..)).flatten() {
            shared.block.destroy(device);
        }
    }
}

impl SharedBlock {
    fn piece(&self, usage: MemoryUse, block: usize, range: Range) -> Piece {
        let offset = u64::from(range.offset) * ALIGNMENT;
        Piece {
            buffer: self.block.buffer,
            offset,
            address: self.block.address + offset,
            host: match self.block.host_address() {
                0 => 0,
                first => first + offset as usize,
            },
            origin: Origin::Shared { usage, block, range },
        }
    }
}

/// Bytes of the arena where host memory has two addresses: all that `hipHostMalloc` can give there.
fn arena_bytes(device: &Device) -> u64 {
    const MOST: u64 = 2 << 30;
    let host_heap = device.host_heap_bytes();
    MOST.min(device.info.limits.allocation_bytes).min((host_heap / 8).next_multiple_of(1 << 20))
}

/// A small device must not be filled by one block.
fn block_bytes(device: &Device) -> u64 {
    BLOCK_BYTES.min((device.info.memory_bytes / 16).next_multiple_of(1 << 20))
}

impl Block {
    fn create(device: &Device, usage: MemoryUse, size: u64) -> Result<Self, VkError> {
        let limits = &device.info.limits;
        if size > limits.buffer_bytes {
            return Err(VkError::OutOfDeviceMemory { requested: size });
        }
        if usage == MemoryUse::Host
            && let Some(block) = Self::create_shared(device, size)
        {
            return Ok(block);
        }
        let sparse = size > device.workarounds.allocation_bytes(limits.allocation_bytes);
        if sparse && !device.can_bind_sparse() {
            return Err(VkError::OutOfDeviceMemory { requested: size });
        }
        let buffer = create_buffer(device, size, sparse)?;
        let block = Self { buffer, memories: Vec::new(), address: 0, mapping: None, size, shared: None };
        block.back(device, usage, sparse)
    }

    /// Host memory for all GPUs, where there are several that can share it.
    fn create_shared(device: &Device, size: u64) -> Option<Self> {
        let shared = device.shared_host.as_ref()?;
        match shared.allocate(device, size) {
            Ok((Imported { buffer, memory, address }, pages)) => {
                Some(Self { buffer, memories: vec![memory], address, mapping: None, size, shared: Some(pages) })
            }
            Err(error) => {
                log::warn!("host memory that '{}' alone can see: {error}", device.info.name);
                None
            }
        }
    }

    /// Allocates and binds memory behind the buffer; on failure nothing is left behind.
    fn back(mut self, device: &Device, usage: MemoryUse, sparse: bool) -> Result<Self, VkError> {
        let outcome = if sparse { self.back_sparse(device, usage) } else { self.back_whole(device, usage) };
        match outcome {
            Ok(()) => Ok(self),
            Err(error) => {
                self.destroy(device);
                Err(error)
            }
        }
    }

    fn back_whole(&mut self, device: &Device, usage: MemoryUse) -> Result<(), VkError> {
        // SAFETY: the buffer was made by this device just before.
        let needs = unsafe { device.raw.get_buffer_memory_requirements(self.buffer) };
        let (memory, kind) = allocate_typed(device, usage, &needs, needs.size, self.size)?;
        self.memories.push(memory);
        // SAFETY: buffer and memory belong to this device, are unbound, and the size is the one the driver asked for.
        unsafe { device.raw.bind_buffer_memory(self.buffer, memory, 0) }.map_err(map_oom("vkBindBufferMemory"))?;
        self.read_address(device);
        let flags = device.memory_types[kind as usize].property_flags;
        if flags.contains(vk::MemoryPropertyFlags::HOST_VISIBLE)
            && (usage != MemoryUse::Device || device.info.unified_memory)
        {
            self.mapping = Some(HostMapping::map(device, memory, self.address, self.size)?);
        }
        Ok(())
    }

    /// Memory larger than one `VkDeviceMemory` may be: several, bound side by side behind one buffer.
    fn back_sparse(&mut self, device: &Device, usage: MemoryUse) -> Result<(), VkError> {
        // SAFETY: the buffer was made by this device just before.
        let needs = unsafe { device.raw.get_buffer_memory_requirements(self.buffer) };
        let chunk = (1u64 << 30).next_multiple_of(needs.alignment);
        let mut binds = Vec::new();
        let mut offset = 0;
        while offset < needs.size {
            let size = chunk.min(needs.size - offset);
            let (memory, _) = allocate_typed(device, usage, &needs, size, self.size)?;
            self.memories.push(memory);
            binds.push(vk::SparseMemoryBind::default().resource_offset(offset).size(size).memory(memory));
            offset += size;
        }
        device.bind_sparse(self.buffer, &binds)?;
        self.read_address(device);
        Ok(())
    }

    /// Where the host sees it; 0 if it does not.
    fn host_address(&self) -> usize {
        match (&self.shared, &self.mapping) {
            (Some(_), _) => self.address as usize,
            (None, mapping) => mapping.as_ref().map_or(0, HostMapping::address),
        }
    }

    fn has_one_address(&self) -> bool {
        self.host_address() as u64 == self.address
    }

    fn read_address(&mut self, device: &Device) {
        let info = vk::BufferDeviceAddressInfo::default().buffer(self.buffer);
        // SAFETY: the buffer is bound and was made with SHADER_DEVICE_ADDRESS usage.
        self.address = unsafe { device.raw.get_buffer_device_address(&info) };
    }

    fn destroy(mut self, device: &Device) {
        if let Some(mapping) = self.mapping.take() {
            mapping.unmap(device, self.memories[0]);
        }
        // SAFETY: the owner of the piece (or of the pool) guarantees that no submitted work uses it (`Memory::drop`).
        unsafe {
            device.raw.destroy_buffer(self.buffer, None);
            for memory in self.memories.drain(..) {
                device.raw.free_memory(memory, None);
            }
        }
        drop(self.shared.take());
    }
}

pub(super) const BUFFER_USAGE: vk::BufferUsageFlags = vk::BufferUsageFlags::from_raw(
    vk::BufferUsageFlags::STORAGE_BUFFER.as_raw()
        | vk::BufferUsageFlags::TRANSFER_SRC.as_raw()
        | vk::BufferUsageFlags::TRANSFER_DST.as_raw()
        | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS.as_raw(),
);

fn create_buffer(device: &Device, size: u64, sparse: bool) -> Result<vk::Buffer, VkError> {
    let info = vk::BufferCreateInfo::default().size(size).usage(BUFFER_USAGE).flags(if sparse {
        vk::BufferCreateFlags::SPARSE_BINDING
    } else {
        vk::BufferCreateFlags::empty()
    });
    // SAFETY: `info` is complete; the size is within `maxBufferSize` (checked by the caller).
    unsafe { device.raw.create_buffer(&info, None) }.map_err(map_oom("vkCreateBuffer"))
}

/// Allocates `size` bytes of the best memory type for `usage` that `needs` allows; falls back to the next best when
/// a heap is full.
fn allocate_typed(
    device: &Device,
    usage: MemoryUse,
    needs: &vk::MemoryRequirements,
    size: u64,
    requested: u64,
) -> Result<(vk::DeviceMemory, u32), VkError> {
    let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
    let mut last = VkError::OutOfDeviceMemory { requested };
    for kind in types_for(device, usage, needs.memory_type_bits) {
        let info =
            vk::MemoryAllocateInfo::default().allocation_size(size).memory_type_index(kind).push_next(&mut flags);
        // SAFETY: `info` is complete and `kind` is one of the device's types.
        match unsafe { device.raw.allocate_memory(&info, None) } {
            Ok(memory) => return Ok((memory, kind)),
            Err(result) => last = map_allocate(requested)(result),
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
