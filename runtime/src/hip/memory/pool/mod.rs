//! Memory pools: where `hipMallocAsync` takes memory from and `hipFreeAsync` puts it back, in the order of streams.
//!
//! A pool keeps what was freed until somebody synchronises, and hands it out again by HIP's rules:
//!
//! ```text
//! freed in the stream that allocates       at once: what the stream does next comes behind the free
//! freed in another one (hipMemPool...)     ReuseFollowEventDependencies: the allocating stream waits for an event behind the free
//!                                          ReuseAllowOpportunistic: the device has passed the free
//!                                          ReuseAllowInternalDependencies: the allocating stream is made to wait for the free; only where
//!                                          there is no memory else, since it ties streams together that the program keeps apart
//! ```
//! A pool that other processes open takes its memory from one file (`vk::SharedPool`); `shared_pool` gives and opens it.
//! [`reuse`] finds the block, [`attributes`] is what a program may ask and set, [`of_device`] knows a device's pools. Nothing here knows
//! allocations or HIP's streams: `stream_ordered` ties them together, `memory` gives back what is freed in other ways. A destroyed pool
//! lives on in its allocations, and in its device's list until what it holds is passed.

pub mod attributes;
pub mod of_device;
mod reuse;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::{Id, Registered, Registry};
use crate::hip::locks::Mutex;
use crate::vk;
use attributes::{Access, Counters, Flags};
use reuse::{Block, FreeList, GRAIN};

/// A pool.
#[derive(Debug)]
pub struct Pool {
    /// The number of its device.
    pub device: usize,
    /// Its allocations are managed memory.
    pub managed: bool,
    vk: Arc<vk::Device>,
    /// Most bytes it holds; 0 for as many as there are.
    maximum: u64,
    id: OnceLock<Id<Pool>>,
    /// Whether other processes have a part in it.
    pub sharing: Sharing,
    /// It keeps more than its threshold: the next synchronisation gives some back.
    over: AtomicBool,
    shared: Arc<Shared>,
    state: Mutex<State>,
}

/// Who else has a pool's memory.
#[derive(Clone, Debug)]
pub enum Sharing {
    /// Nobody.
    Own,
    /// Other processes may open it.
    Exported(Arc<vk::SharedPool>),
    /// Another process's: that allocates, and what it allocated can be opened here.
    Imported(Arc<vk::SharedPool>),
}

/// What a device's pools have in common.
#[derive(Debug, Default)]
struct Shared {
    /// Some pool keeps more than its threshold.
    any_over: AtomicBool,
    /// Bytes that all of them hold.
    reserved: AtomicU64,
}

#[derive(Debug)]
struct State {
    free: FreeList<Arc<vk::Memory>, vk::Point>,
    counters: Counters,
    flags: Flags,
    access: Access,
    /// `hipMemPoolAttrReleaseThreshold`.
    threshold: u64,
    /// Nobody allocates from it any more.
    destroyed: bool,
}

/// The stream that memory is for, and what only HIP's streams know.
#[derive(Clone, Copy)]
pub struct Asker<'a> {
    /// The stream.
    pub stream: &'a Arc<vk::Stream>,
    /// Everything recorded from now on comes behind a place, by an event that it waits for.
    pub follows: &'a dyn Fn(&vk::Point) -> bool,
    /// Makes it wait for a place.
    pub wait_for: &'a dyn Fn(&vk::Point) -> HipResult,
}

impl std::fmt::Debug for Asker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asker").field("stream", &self.stream).finish_non_exhaustive()
    }
}

impl Registered for Pool {
    const KIND: u8 = 0x5a;
    const NAME: &'static str = "pool";
    /// HIP: hipErrorInvalidValue for one that does not exist or was destroyed.
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<Pool> {
        static ALL: Registry<Pool> = Registry::new();
        &ALL
    }
}

impl Pool {
    /// Its handle.
    pub fn id(&self) -> Id<Pool> {
        self.id.get().copied().unwrap_or(Id::from_raw(0))
    }

    /// Memory for an allocation of `size` bytes (not 0), used by `asker` first. HIP: hipErrorOutOfMemory.
    pub fn take(&self, asker: Asker<'_>, size: u64) -> HipResult<Arc<vk::Memory>> {
        let whole = size.checked_next_multiple_of(GRAIN).ok_or_else(|| {
            HipError::OutOfMemory.because(format_args!("{size} bytes are more than there are addresses"))
        })?;
        let memory = match self.reuse(asker, whole) {
            Some(memory) => memory,
            None => self.grow(asker, whole)?,
        };
        self.state.lock().counters.used(size);
        Ok(memory)
    }

    /// Takes memory back of which an allocation had `asked` bytes. `freed` is the place in a stream behind which nobody uses it; none if
    /// somebody has waited.
    pub fn give_back(&self, memory: &Arc<vk::Memory>, asked: u64, freed: Option<vk::Point>) {
        let mut state = self.state.lock();
        state.counters.unused(asked);
        state.free.put(Block { memory: Arc::clone(memory), size: memory.size(), freed });
        self.note_over(&state);
        drop(state);
        if self.is_imported() {
            // Nobody allocates it again; and the process whose it is may free it next.
            self.trim(0);
        }
    }

    /// It is another process's.
    pub fn is_imported(&self) -> bool {
        matches!(self.sharing, Sharing::Imported(_))
    }

    /// CUDA: "Imported memory pools do not support creating new allocations", and "may not be used in cuDeviceSetMemPool or cuMemAllocFromPoolAsync".
    pub fn refuse_imported(&self) -> HipResult {
        match self.is_imported() {
            true => Err(HipError::InvalidValue.because("the pool is another process's: only that allocates from it")),
            false => Ok(()),
        }
    }

    /// Memory of another process is the program's from now on: `asked` bytes.
    pub fn adopt(&self, memory: &vk::Memory, asked: u64) {
        let mut state = self.state.lock();
        state.counters.reserve(memory.size());
        state.counters.used(asked);
        self.shared.reserved.fetch_add(memory.size(), Ordering::AcqRel);
    }

    /// Bytes that it may hold behind a synchronisation.
    fn keeps(&self, state: &State) -> u64 {
        if self.is_imported() { 0 } else { state.threshold }
    }

    /// The next synchronisation has something to do here, or has not.
    fn note_over(&self, state: &State) {
        let over = state.free.bytes() > 0 && state.counters.reserved() > self.keeps(state);
        self.over.store(over, Ordering::Release);
        if over {
            self.shared.any_over.store(true, Ordering::Release);
        }
    }

    /// A block that the asker may use without waiting for anybody else.
    fn reuse(&self, asker: Asker<'_>, size: u64) -> Option<Arc<vk::Memory>> {
        let mut state = self.state.lock();
        let Flags { follow, opportunistic, .. } = state.flags;
        if state.destroyed || state.free.bytes() < size {
            return None;
        }
        // What costs least to find out first: the driver is only asked how far it is where nothing else fits.
        let block = state.free.take(size, |freed| freed.is_of(asker.stream));
        let block = block.or_else(|| follow.then(|| state.free.take(size, asker.follows)).flatten());
        let block = block.or_else(|| {
            let reached = |freed: &vk::Point| freed.is_reached().unwrap_or(false);
            opportunistic.then(|| state.free.take(size, reached)).flatten()
        });
        block.map(|block| block.memory)
    }

    /// New memory; where there is none, a block that another stream still uses, behind that.
    fn grow(&self, asker: Asker<'_>, size: u64) -> HipResult<Arc<vk::Memory>> {
        let first = self.reserve(size);
        let Err(HipError::OutOfMemory) = first else { return first };
        self.trim(0);
        let second = self.reserve(size);
        let Err(error @ HipError::OutOfMemory) = second else { return second };
        self.wait_for_block(asker, size)?.ok_or(error)
    }

    fn reserve(&self, size: u64) -> HipResult<Arc<vk::Memory>> {
        {
            let mut state = self.state.lock();
            if state.destroyed {
                return Err(HipError::InvalidValue.because("another thread has destroyed the pool"));
            }
            let total = state.counters.reserved().saturating_add(size);
            if self.maximum != 0 && total > self.maximum {
                return Err(HipError::OutOfMemory.because(format_args!(
                    "{size} bytes more in a pool of {} with {} at most",
                    state.counters.reserved(),
                    self.maximum
                )));
            }
            state.counters.reserve(size);
        }
        let usage = if self.managed { vk::MemoryUse::Host } else { vk::MemoryUse::Device };
        let made = match &self.sharing {
            Sharing::Exported(shared) => shared.allocate(&self.vk, size),
            _ => self.vk.allocate(usage, size),
        };
        let made = made.map_err(HipError::from);
        match &made {
            Ok(_) => self.shared.reserved.fetch_add(size, Ordering::AcqRel),
            Err(_) => {
                self.state.lock().counters.unreserve(size);
                0
            }
        };
        made
    }

    /// `hipMemPoolReuseAllowInternalDependencies`: a block for which the asker is made to wait.
    fn wait_for_block(&self, asker: Asker<'_>, size: u64) -> HipResult<Option<Arc<vk::Memory>>> {
        if !Arc::ptr_eq(asker.stream.device(), &self.vk) {
            return Ok(None);
        }
        let block = {
            let mut state = self.state.lock();
            if !state.flags.internal {
                return Ok(None);
            }
            state.free.take_of(size, u64::MAX, |freed| freed.is_of_device(&self.vk))
        };
        let Some(block) = block else { return Ok(None) };
        let waited = match &block.freed {
            Some(point) => (asker.wait_for)(point),
            None => Ok(()),
        };
        if let Err(error) = waited {
            self.state.lock().free.put(block);
            return Err(error);
        }
        Ok(Some(block.memory))
    }

    /// Gives memory that nobody uses any more back until the pool holds `keep` bytes. Asks streams how far they are and waits for none.
    /// `hipMemPoolTrimTo`: "Releases memory back to the OS until the pool contains fewer than min_bytes_to_hold reserved bytes, or there is
    /// no more memory that the allocator can safely release."
    pub fn trim(&self, keep: u64) {
        let released = {
            let mut state = self.state.lock();
            let excess = state.counters.reserved().saturating_sub(keep);
            let released = state.free.release(excess, vk::Point::is_over);
            let bytes = released.iter().map(|block| block.size).sum();
            state.counters.unreserve(bytes);
            self.shared.reserved.fetch_sub(bytes, Ordering::AcqRel);
            self.note_over(&state);
            released
        };
        drop(released);
    }

    /// Behind a synchronisation; false if nothing is left of a destroyed pool.
    fn synchronised(&self) -> bool {
        if self.over.load(Ordering::Acquire) {
            let keep = self.keeps(&self.state.lock());
            self.trim(keep);
        }
        let state = self.state.lock();
        !state.destroyed || state.counters.reserved() > 0
    }
}
