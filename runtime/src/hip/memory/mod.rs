//! Memory: what is allocated, by whom, and what an address means.
//!
//! Every allocation of every device is in one map by the address the program holds ([`allocations`]). Where the host sees
//! memory at another address than the device (no driver we prefer: `vk::memory::host_map`), the
//! device's address is in a second map. [`copy`], [`fill`], [`host`] and [`pointer`] ask [`find`] and nothing else.

pub mod advice;
pub mod allocations;
pub mod copy;
pub mod elsewhere;
pub mod fill;
pub mod graph;
pub mod host;
pub mod pitched;
pub mod pointer;
pub mod pool;
#[allow(unsafe_code, reason = "the program's own host memory")]
pub mod raw;
pub mod shared_pool;
pub mod stream_ordered;
mod synchronisation;
pub mod value;
pub mod virtual_memory;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::capturing;
use super::device::Device;
use super::error::{HipError, HipResult};
use super::image::shadow::Shadow;
use super::runtime;
use super::stream::Stream;
use crate::trace;
use crate::vk;
use advice::Advised;
use allocations::{Allocations, Interval};
use pool::Pool;

/// What an allocation is to HIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `hipMalloc`.
    Device,
    /// `hipHostMalloc`.
    Host,
    /// `hipMallocManaged`.
    Managed,
    /// A `__managed__` variable: freed with its module, and by nobody else.
    Variable,
    /// `hipHostRegister`.
    Registered,
    /// A module's global variables; freed with it.
    Module,
    /// An array, or a texture's record: freed with its handle.
    Array,
    /// `hipMemMap`: memory at reserved addresses, with what may be done there.
    Virtual(vk::Protection),
    /// Reserved addresses without memory.
    Reserved,
    /// `hipIpcOpenMemHandle`: another process's.
    Opened,
    /// That of graphs' allocation nodes: there for as long as the graph ([`graph`]).
    Graph,
}

impl Kind {
    /// It is the device's in HIP's eyes, whoever else may see it.
    pub fn is_of_device(self) -> bool {
        matches!(
            self,
            Kind::Device | Kind::Module | Kind::Array | Kind::Virtual(_) | Kind::Reserved | Kind::Opened | Kind::Graph
        )
    }
}

/// One allocation.
#[derive(Debug)]
pub struct Allocation {
    /// The memory.
    pub memory: Arc<vk::Memory>,
    /// Its first address as the program knows it.
    pub base: u64,
    /// Bytes asked for.
    pub size: u64,
    /// What it is.
    pub kind: Kind,
    /// The number of its device.
    pub device: usize,
    /// The flags it was made with.
    pub flags: u32,
    /// HIP: "a process-wide unique ID for an allocated memory region". Unlike addresses, none is used twice.
    pub id: u32,
    /// `HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS`: "Synchronize every synchronous memory operation initiated on this region".
    pub sync_memops: AtomicBool,
    /// Of managed memory: what the program has said of it.
    pub advised: Advised,
    /// Of an array that the texture unit samples: its image, which must follow what is written here.
    pub shadow: OnceLock<Option<Arc<Shadow>>>,
    /// The pool that it goes back to.
    pub pool: Option<Arc<Pool>>,
}

impl Interval for Allocation {
    fn range(&self) -> Range<u64> {
        self.base..self.base + self.size
    }
}

/// The device's address of an allocation whose host address differs.
#[derive(Debug)]
struct Alias(Arc<Allocation>);

impl Interval for Alias {
    fn range(&self) -> Range<u64> {
        self.0.memory.address()..self.0.memory.address() + self.0.size
    }
}

/// Every allocation of the process.
#[derive(Debug)]
pub struct MemoryMap {
    by_address: Allocations<Allocation>,
    by_device_address: Allocations<Alias>,
    /// How often something was taken out.
    removals: AtomicU64,
}

impl MemoryMap {
    /// An empty map.
    pub const fn new() -> MemoryMap {
        MemoryMap { by_address: Allocations::new(), by_device_address: Allocations::new(), removals: AtomicU64::new(0) }
    }

    /// How often something was taken out: while this is the same, an address that was found is what it was.
    pub fn removals(&self) -> u64 {
        self.removals.load(Ordering::Acquire)
    }

    fn insert(&self, allocation: &Arc<Allocation>) -> HipResult {
        self.by_address.insert(Arc::clone(allocation))?;
        if allocation.memory.address() != allocation.base
            && let Err(error) = self.by_device_address.insert(Arc::new(Alias(Arc::clone(allocation))))
        {
            self.by_address.remove(allocation.base, |_| true);
            return Err(error);
        }
        allocation.tell_trace(false);
        Ok(())
    }

    fn find(&self, address: u64) -> Option<(Arc<Allocation>, u64)> {
        self.by_address.find(address).or_else(|| {
            let (alias, offset) = self.by_device_address.find(address)?;
            Some((Arc::clone(&alias.0), offset))
        })
    }

    fn remove(&self, base: u64, accept: impl FnOnce(&Allocation) -> bool) -> Option<Arc<Allocation>> {
        let allocation = self.by_address.remove(base, accept)?;
        self.removals.fetch_add(1, Ordering::AcqRel);
        if allocation.memory.address() != allocation.base {
            self.by_device_address.remove(allocation.memory.address(), |_| true);
        }
        allocation.tell_trace(true);
        Some(allocation)
    }

    /// Takes every allocation of a device out, except what modules, arrays and reserved addresses own: `hipDeviceReset`.
    pub fn remove_device(&self, device: usize) -> Vec<Arc<Allocation>> {
        let mine = |allocation: &Allocation| {
            let stays = matches!(
                allocation.kind,
                Kind::Module
                    | Kind::Variable
                    | Kind::Array
                    | Kind::Virtual(_)
                    | Kind::Reserved
                    | Kind::Opened
                    | Kind::Graph
            );
            allocation.device == device && !stays
        };
        self.by_device_address.remove_all(|alias| mine(&alias.0));
        self.removals.fetch_add(1, Ordering::AcqRel);
        let removed = self.by_address.remove_all(mine);
        removed.iter().for_each(|allocation| allocation.tell_trace(true));
        removed
    }
}

impl Default for MemoryMap {
    fn default() -> MemoryMap {
        MemoryMap::new()
    }
}

/// Every allocation of every device, by address. None before the runtime has started, in a forked child, and at the end.
pub fn map() -> HipResult<&'static MemoryMap> {
    static MAP: MemoryMap = MemoryMap::new();
    runtime::get()?;
    Ok(&MAP)
}

impl Allocation {
    /// Where kernels find it.
    pub fn device_address(&self) -> u64 {
        self.memory.address()
    }

    /// Its first address on the host, if the host can see it.
    pub fn host_address(&self) -> Option<u64> {
        self.memory.host_address().map(|pointer| pointer as u64)
    }

    /// Call behind recording, in `stream`, a write of `bytes` bytes of it.
    pub fn written(&self, stream: &Stream, bytes: u64) {
        let Some(Some(shadow)) = self.shadow.get() else { return };
        // A write by another device's stream is complete (`on_device`).
        if stream.device_index() == self.device {
            shadow.written(stream.vk.point(), bytes);
        } else if let Ok(runtime) = runtime::get()
            && let Some(device) = runtime.devices.get(self.device)
        {
            shadow.written(device.streams.legacy().vk.point(), bytes);
        }
    }

    /// The program has it from now on, or no longer. Its own modules' variables, addresses without memory and what others have allocated do not
    /// count.
    fn tell_trace(&self, gone: bool) {
        match self.kind {
            Kind::Device | Kind::Array | Kind::Graph | Kind::Managed => {
                trace::memory_changed(self.device, true, self.size, gone);
            }
            Kind::Host => trace::memory_changed(self.device, false, self.size, gone),
            Kind::Variable | Kind::Registered | Kind::Module | Kind::Virtual(_) | Kind::Reserved | Kind::Opened => {}
        }
    }

    /// Copies and fills may read it, or write it. HIP: hipErrorInvalidValue for mapped memory without that access.
    pub fn check_access(&self, writes: bool) -> HipResult {
        let why = match self.kind {
            Kind::Reserved => "has no memory",
            Kind::Virtual(vk::Protection::None) => "may not be used: hipMemSetAccess",
            Kind::Virtual(vk::Protection::Read) if writes => "may only be read",
            _ => return Ok(()),
        };
        Err(HipError::InvalidValue.because(format_args!("{:#x} {why}", self.base)))
    }

    /// True if the host reads and writes it by its address.
    pub fn is_host(&self) -> bool {
        self.is_managed() || matches!(self.kind, Kind::Host | Kind::Registered)
    }

    /// True for managed memory, whoever allocated it.
    pub fn is_managed(&self) -> bool {
        matches!(self.kind, Kind::Managed | Kind::Variable)
    }
}

/// The allocation that contains an address, and the offset in it.
pub fn find(address: u64) -> Option<(Arc<Allocation>, u64)> {
    map().ok()?.find(address)
}

/// Whether one address may take another's place in an executable graph. CUDA: "must be allocated from the same contexts as the original"
/// memory; hip-tests, "Changing dst allocation device". What the host sees is every device's.
pub fn is_as_near(old: u64, new: u64) -> bool {
    let device = |address| find(address).filter(|(found, _)| !found.is_host()).map(|(found, _)| found.device);
    device(old).zip(device(new)).is_none_or(|(old, new)| old == new)
}

/// `hipDeviceMallocFinegrained`.
const FINE_GRAINED: u32 = 1;
/// `hipMallocSignalMemory`.
const SIGNAL: u32 = 2;
/// `hipDeviceMallocUncached`.
const UNCACHED: u32 = 3;

/// Allocates `size` bytes (not 0) on a device and enters them in the map.
pub fn allocate(device: &Arc<Device>, size: u64, kind: Kind, flags: u32) -> HipResult<Arc<Allocation>> {
    device.check()?;
    let usage = match kind {
        // The host looks at it when a stream waits for it.
        Kind::Device if flags == SIGNAL => vk::MemoryUse::Host,
        // The host works on it too, by the same address (hip-tests: cache_coherency_cpu_gpu); so it is the host's where that sees no other.
        Kind::Device if matches!(flags, FINE_GRAINED | UNCACHED) && device.properties.host_lends() => {
            vk::MemoryUse::Host
        }
        _ if kind.is_of_device() => vk::MemoryUse::Device,
        _ => vk::MemoryUse::Host,
    };
    let memory = match device.vk.allocate(usage, size) {
        Err(vk::VkError::OutOfDeviceMemory { .. }) => {
            // Memory freed in stream order may still be held, by streams and by pools.
            device.synchronize()?;
            device.pools.trim(0);
            device.vk.allocate(usage, size)?
        }
        result => result?,
    };
    let allocation = enter(device, memory, size, kind, flags, None)?;
    device.count_allocated(size);
    Ok(allocation)
}

/// Enters memory in the map. `pool` is where it comes from.
pub fn enter(
    device: &Arc<Device>,
    memory: Arc<vk::Memory>,
    size: u64,
    kind: Kind,
    flags: u32,
    pool: Option<Arc<Pool>>,
) -> HipResult<Arc<Allocation>> {
    let base = match kind {
        _ if kind.is_of_device() && memory.usage() != vk::MemoryUse::Host => memory.address(),
        _ => match memory.host_address() {
            Some(pointer) => pointer as u64,
            None => return Err(HipError::NotSupported.because("the device's host memory cannot be mapped")),
        },
    };
    let allocation = Arc::new(Allocation { flags, pool, ..describe(memory, base, size, kind, device.index) });
    map()?.insert(&allocation)?;
    Ok(allocation)
}

/// An allocation that is in no map yet.
fn describe(memory: Arc<vk::Memory>, base: u64, size: u64, kind: Kind, device: usize) -> Allocation {
    static ALLOCATIONS: AtomicU32 = AtomicU32::new(1);
    Allocation {
        memory,
        base,
        size,
        kind,
        device,
        flags: 0,
        id: ALLOCATIONS.fetch_add(1, Ordering::Relaxed),
        sync_memops: AtomicBool::new(false),
        advised: Advised::new(),
        shadow: OnceLock::new(),
        pool: None,
    }
}

/// Takes an allocation out of the map; its memory goes when the last copy that uses it has run.
pub fn forget(allocation: &Allocation) {
    let Ok(map) = map() else { return };
    if map.remove(allocation.base, |_| true).is_some() {
        released(allocation);
    }
}

/// What was taken out of the map, and is used by nobody, is no longer the program's.
pub fn released(allocation: &Allocation) {
    if let Some(pool) = &allocation.pool {
        pool.give_back(&allocation.memory, allocation.size, None);
    } else if let Ok(runtime) = runtime::get()
        && let Some(device) = runtime.devices.get(allocation.device)
    {
        device.uncount_allocated(allocation.size);
    }
}

/// `hipMalloc` on the current device: the address; 0 for 0 bytes. HIP: "If size is 0, no memory is allocated, *ptr
/// returns nullptr, and hipSuccess is returned."
pub fn malloc(size: u64) -> HipResult<u64> {
    malloc_with_flags(size, 0)
}

/// `hipExtMallocWithFlags`: fine-grained and uncached memory are ordinary memory where the host sees that, else the host's, as signal memory is;
/// the flags are remembered. HIP: signal memory has 8 bytes.
pub fn malloc_with_flags(size: u64, flags: u32) -> HipResult<u64> {
    capturing::forbid("hipMalloc")?;
    let device = runtime::current_device()?;
    match flags {
        SIGNAL if size != 8 => return Err(HipError::InvalidValue.because("signal memory has 8 bytes")),
        0..=4 => {}
        _ => return Err(HipError::InvalidValue.because(format_args!("device memory flags {flags:#x}"))),
    }
    if size == 0 {
        return Ok(0);
    }
    Ok(allocate(device, size, Kind::Device, flags)?.base)
}

/// `hipFree` of all but graphs' memory (`graph::free`). HIP: "If pointer is NULL, the hip runtime is initialized and hipSuccess is returned"; the call "performs an
/// implicit hipDeviceSynchronize()". hip-tests: a host, foreign or freed pointer is hipErrorInvalidValue.
pub fn free(address: u64) -> HipResult {
    let runtime = runtime::get()?;
    if address == 0 {
        return Ok(());
    }
    capturing::forbid("hipFree")?;
    take(runtime, address, |allocation| matches!(allocation.kind, Kind::Device | Kind::Managed | Kind::Host))
}

/// Waits for the devices that may use the allocation, then takes the allocation out. Waiting comes first, so that a failed wait leaves
/// everything as it was; the second look finds out if another thread freed the same pointer meanwhile.
pub fn take(runtime: &runtime::Runtime, address: u64, accept: impl Fn(&Allocation) -> bool) -> HipResult {
    let unknown =
        || HipError::InvalidValue.because(format_args!("{address:#x} is not an allocation that this call frees"));
    let (allocation, offset) = map()?.by_address.find(address).ok_or_else(unknown)?;
    if offset != 0 || !accept(&allocation) {
        return Err(unknown());
    }
    // Any device's kernels may use host memory.
    let users = runtime.devices.iter().filter(|device| allocation.is_host() || device.index == allocation.device);
    for device in users {
        device.outlast();
    }
    let removed = map()?.remove(address, |found| std::ptr::eq(found, &*allocation)).ok_or_else(unknown)?;
    released(&removed);
    Ok(())
}

/// Does `work` on memory of `device`, in the order of `stream`. HIP lets a copy or fill name memory of another device
/// than the stream's: then the host keeps the order, and a stream of that device does the work.
fn on_device(stream: &Arc<Stream>, device: usize, work: impl FnOnce(&Arc<Stream>, &Device) -> HipResult) -> HipResult {
    let device = runtime::get()?.devices.get(device).ok_or(HipError::InvalidDevice)?;
    if stream.device_index() == device.index {
        return work(stream, device);
    }
    stream.catch_up()?;
    let other = elsewhere::stand_in(stream, device)?;
    work(&other, device)?;
    other.settle()
}
