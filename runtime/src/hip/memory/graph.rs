//! Memory of graphs: what their allocation nodes allocate.
//!
//! HIP: an allocation node's address "is fixed" when the node is made and stays for the life of the graph; the memory is the program's from
//! the launch of that node until somebody frees it: a free node of this graph or another, hipFree or hipFreeAsync. Vulkan has no addresses without
//! memory on every device, so ours is there with the address, from the node to the last of graph, executable graph and use; what a launch
//! and a free change is whose it is. That is known on the host, in the order of the calls, and counted as HIP counts.
//! Called by `hip::graph::memory`, `capi::memory` and `stream_ordered`.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, Weak};

use super::{Allocation, Kind, allocate, find, map};
use crate::hip::capturing;
use crate::hip::error::{HipError, HipResult};
use crate::hip::locks::{Mutex, Rank};
use crate::hip::runtime;
use crate::vk;

/// The memory of an allocation node, or of several that come one behind the other's free.
#[derive(Debug)]
pub struct GraphMemory {
    allocation: Arc<Allocation>,
}

/// A captured allocation: who makes its node makes its memory.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The number of the device.
    pub device: usize,
    /// Bytes.
    pub size: u64,
    /// The memory, once it is made.
    pub made: Arc<OnceLock<Arc<GraphMemory>>>,
}

/// A captured free.
#[derive(Debug)]
pub struct Freed(pub Arc<GraphMemory>);

/// What one launch does to memory, in its order.
#[derive(Clone, Copy, Debug)]
pub enum Change<'a> {
    /// It becomes the program's: so many bytes of it.
    Allocate(&'a Arc<GraphMemory>, u64),
    /// It is freed.
    Free(&'a Arc<GraphMemory>),
}

/// All of the process.
#[derive(Debug)]
struct All {
    /// By address, while somebody knows it.
    known: HashMap<u64, Weak<GraphMemory>>,
    /// The program's, and how many bytes.
    live: HashMap<u64, (Arc<GraphMemory>, u64)>,
    /// By device.
    counts: HashMap<usize, Counts>,
}

/// Bytes that are the program's, now and at most; the marks can be set back.
#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    used: u64,
    used_high: u64,
    held_high: u64,
}

static ALL: OnceLock<Mutex<All>> = OnceLock::new();

fn all() -> &'static Mutex<All> {
    let empty = || All { known: HashMap::new(), live: HashMap::new(), counts: HashMap::new() };
    ALL.get_or_init(|| Mutex::new(Rank::Pools, empty()))
}

/// The graphs' memory that begins at an address.
pub fn at(address: u64) -> Option<Arc<GraphMemory>> {
    // Most memory is not.
    find(address).filter(|(allocation, offset)| allocation.kind == Kind::Graph && *offset == 0)?;
    all().lock().known.get(&address).and_then(Weak::upgrade)
}

/// `hipFree`, of graphs' memory too.
pub fn free(address: u64) -> HipResult {
    let Some(memory) = at(address) else { return super::free(address) };
    capturing::forbid("hipFree")?;
    runtime::get()?.devices.get(memory.device()).ok_or(HipError::InvalidDevice)?.synchronize()?;
    memory.free_outside()
}

impl GraphMemory {
    /// New memory. HIP: hipErrorOutOfMemory.
    pub fn new(device: usize, size: u64) -> HipResult<Arc<GraphMemory>> {
        let device = runtime::get()?.devices.get(device).ok_or(HipError::InvalidDevice)?;
        let made = Arc::new(GraphMemory { allocation: allocate(device, size, Kind::Graph, 0)? });
        all().lock().known.insert(made.address(), Arc::downgrade(&made));
        Ok(made)
    }

    /// Its address.
    pub fn address(&self) -> u64 {
        self.allocation.base
    }

    /// Bytes of it.
    pub fn size(&self) -> u64 {
        self.allocation.size
    }

    /// The number of its device.
    pub fn device(&self) -> usize {
        self.allocation.device
    }

    /// What must be kept while the device uses it.
    pub fn memory(&self) -> Arc<vk::Memory> {
        Arc::clone(&self.allocation.memory)
    }

    /// `hipFree` and `hipFreeAsync`. hipErrorInvalidValue if no launch has allocated it since it was freed last.
    pub fn free_outside(self: &Arc<Self>) -> HipResult {
        let freed = all().lock().free(self);
        freed.map(drop).ok_or_else(|| self.not_allocated())
    }

    fn not_allocated(&self) -> HipError {
        HipError::InvalidValue
            .because(format_args!("memory of a graph at {:#x} is freed and not allocated", self.address()))
    }
}

impl Drop for GraphMemory {
    fn drop(&mut self) {
        let address = self.address();
        let mut all = all().lock();
        // Another may have the address by now.
        if all.known.get(&address).is_some_and(|known| known.strong_count() == 0) {
            all.known.remove(&address);
        }
        drop(all);
        if let Ok(map) = map()
            && map.remove(address, |found| std::ptr::eq(found, &*self.allocation)).is_some()
        {
            super::released(&self.allocation);
        }
    }
}

impl All {
    fn counts(&mut self, device: usize) -> &mut Counts {
        self.counts.entry(device).or_default()
    }

    fn allocate(&mut self, memory: &Arc<GraphMemory>, bytes: u64) {
        self.live.insert(memory.address(), (Arc::clone(memory), bytes));
        let counts = self.counts(memory.device());
        counts.used += bytes;
        counts.used_high = counts.used_high.max(counts.used);
        counts.held_high = counts.held_high.max(counts.used);
    }

    /// What was live of it; to be dropped without the lock.
    fn free(&mut self, memory: &GraphMemory) -> Option<Arc<GraphMemory>> {
        let (freed, bytes) = self.live.remove(&memory.address())?;
        self.counts(memory.device()).used -= bytes;
        Some(freed)
    }
}

/// A launch of all this: all or nothing. hipErrorInvalidValue for memory that is freed and not allocated, and for a second allocation before
/// the first was freed; with `auto_free` (HIP: hipGraphInstantiateFlagAutoFreeOnLaunch, "automatically free memory allocated in a graph before
/// relaunching") that frees it first.
pub fn launch(changes: &[Change<'_>], auto_free: bool) -> HipResult<Launched> {
    let mut all = all().lock();
    let mut before = Vec::new();
    // What it would be, behind the changes looked at.
    let mut live: HashMap<u64, bool> = HashMap::new();
    for change in changes {
        let (Change::Allocate(memory, _) | Change::Free(memory)) = change;
        let first = !live.contains_key(&memory.address());
        if first {
            before.push((Arc::clone(memory), all.live.get(&memory.address()).map(|(_, bytes)| *bytes)));
        }
        let is_live = live.entry(memory.address()).or_insert_with(|| all.live.contains_key(&memory.address()));
        match change {
            Change::Allocate(..) if *is_live && !(auto_free && first) => {
                return Err(HipError::InvalidValue
                    .because("a graph is launched again before the memory it allocates was freed"));
            }
            Change::Free(_) if !*is_live => return Err(memory.not_allocated()),
            Change::Allocate(..) => *is_live = true,
            Change::Free(_) => *is_live = false,
        }
    }
    let mut freed = Vec::new();
    for change in changes {
        match *change {
            Change::Allocate(memory, bytes) => {
                freed.extend(all.free(memory));
                all.allocate(memory, bytes);
            }
            Change::Free(memory) => freed.extend(all.free(memory)),
        }
    }
    drop(all);
    drop(freed);
    Ok(Launched { before })
}

/// Whose memory was whose before a launch.
#[derive(Debug)]
pub struct Launched {
    /// Each memory that it names, and the bytes of it that were the program's.
    before: Vec<(Arc<GraphMemory>, Option<u64>)>,
}

impl Launched {
    /// The launch has failed: a program that is told so frees nothing, and may launch again.
    pub fn undo(self) {
        let mut all = all().lock();
        let mut freed = Vec::new();
        for (memory, bytes) in &self.before {
            freed.extend(all.free(memory));
            if let Some(bytes) = bytes {
                all.allocate(memory, *bytes);
            }
        }
        drop(all);
        drop(freed);
    }
}

/// `hipGraphMemAttributeType`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attribute {
    /// Bytes that are the program's.
    Used,
    /// The most there were.
    UsedHigh,
    /// Bytes held for graphs: as HIP counts, those that are the program's.
    Held,
    /// The most there were.
    HeldHigh,
}

impl Attribute {
    /// HIP: hipErrorInvalidValue for another number.
    pub fn from_code(code: u32) -> HipResult<Attribute> {
        Ok(match code {
            0 => Attribute::Used,
            1 => Attribute::UsedHigh,
            2 => Attribute::Held,
            3 => Attribute::HeldHigh,
            _ => return Err(HipError::InvalidValue.because(format_args!("graph memory attribute {code}"))),
        })
    }

    /// It can be set back.
    pub fn is_mark(self) -> bool {
        matches!(self, Attribute::UsedHigh | Attribute::HeldHigh)
    }

    /// `hipDeviceGetGraphMemAttribute`.
    pub fn get(self, device: usize) -> u64 {
        let counts = *all().lock().counts(device);
        match self {
            Attribute::Used | Attribute::Held => counts.used,
            Attribute::UsedHigh => counts.used_high,
            Attribute::HeldHigh => counts.held_high,
        }
    }

    /// `hipDeviceSetGraphMemAttribute`. hip-tests: hipErrorInvalidValue for what is measured, and for other values than 0.
    pub fn set(self, device: usize, value: u64) -> HipResult {
        let mut all = all().lock();
        let counts = all.counts(device);
        match self {
            Attribute::UsedHigh if value == 0 => counts.used_high = counts.used,
            Attribute::HeldHigh if value == 0 => counts.held_high = counts.used,
            _ => return Err(HipError::InvalidValue.because(format_args!("{self:?} cannot be {value}"))),
        }
        Ok(())
    }
}
