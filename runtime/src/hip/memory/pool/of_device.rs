//! The pools of one device: its default ones, which `hipMallocAsync` uses now, and all of them, for synchronisations.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::attributes::{Access, Counters, Flags};
use super::reuse::FreeList;
use super::{Pool, Shared, Sharing, State};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Registered;
use crate::hip::locks::{Mutex, Rank};
use crate::vk;

/// A device's pools.
#[derive(Debug)]
pub struct Pools {
    device: usize,
    vk: Arc<vk::Device>,
    shared: Arc<Shared>,
    pinned: Current,
    managed: Current,
    /// Destroyed ones too, while they hold memory that a stream has not passed.
    all: Mutex<Vec<Arc<Pool>>>,
}

/// The default pool of a kind, made when somebody asks, and the one in its place.
#[derive(Debug)]
struct Current {
    default: OnceLock<Arc<Pool>>,
    instead: Mutex<Option<Arc<Pool>>>,
}

impl Current {
    const fn new() -> Current {
        Current { default: OnceLock::new(), instead: Mutex::new(Rank::Pools, None) }
    }
}

impl Pools {
    /// Of the device of this number.
    pub fn new(device: usize, vk: &Arc<vk::Device>) -> Pools {
        Pools {
            device,
            vk: Arc::clone(vk),
            shared: Arc::default(),
            pinned: Current::new(),
            managed: Current::new(),
            all: Mutex::new(Rank::Pools, Vec::new()),
        }
    }

    fn of(&self, managed: bool) -> &Current {
        if managed { &self.managed } else { &self.pinned }
    }

    /// `hipMemPoolCreate`: a pool with a handle, which holds at most `maximum` bytes (0: any number).
    pub fn create(&self, managed: bool, maximum: u64, sharing: Sharing) -> Arc<Pool> {
        let state = State {
            free: FreeList::new(),
            counters: Counters::default(),
            flags: Flags::default(),
            access: Access::default(),
            threshold: 0,
            destroyed: false,
        };
        let pool = Arc::new(Pool {
            device: self.device,
            managed,
            vk: Arc::clone(&self.vk),
            maximum,
            id: OnceLock::new(),
            sharing,
            over: AtomicBool::new(false),
            shared: Arc::clone(&self.shared),
            state: Mutex::new(Rank::Pool, state),
        });
        let id = Pool::registry().insert_arc(Arc::clone(&pool));
        pool.id.get_or_init(|| id);
        self.all.lock().push(Arc::clone(&pool));
        pool
    }

    /// `hipDeviceGetDefaultMemPool`.
    pub fn default_pool(&self, managed: bool) -> &Arc<Pool> {
        self.of(managed).default.get_or_init(|| self.create(managed, 0, Sharing::Own))
    }

    /// `hipDeviceGetMemPool`: what `hipMallocAsync` allocates from. HIP: "By default, it is the default mempool of the device".
    pub fn current(&self, managed: bool) -> Arc<Pool> {
        let instead = self.of(managed).instead.lock().clone();
        instead.unwrap_or_else(|| Arc::clone(self.default_pool(managed)))
    }

    /// `hipDeviceSetMemPool`. HIP: "The memory pool must be local to the specified device."
    pub fn set_current(&self, managed: bool, pool: Arc<Pool>) -> HipResult {
        if pool.device != self.device || pool.managed != managed {
            return Err(HipError::InvalidValue.because("the pool is another device's, or of another kind"));
        }
        pool.refuse_imported()?;
        let before = self.of(managed).instead.lock().replace(pool);
        drop(before);
        Ok(())
    }

    /// True for a pool that nobody created.
    pub fn is_default(&self, pool: &Arc<Pool>) -> bool {
        self.of(pool.managed).default.get().is_some_and(|default| Arc::ptr_eq(default, pool))
    }

    /// `hipMemPoolDestroy`, when the handle is no more: it keeps nothing, and the default pool takes its place.
    pub fn destroy(&self, pool: &Arc<Pool>) {
        let mut instead = self.of(pool.managed).instead.lock();
        let gone = instead.take_if(|current| Arc::ptr_eq(current, pool));
        drop(instead);
        drop(gone);
        {
            let mut state = pool.state.lock();
            (state.destroyed, state.threshold) = (true, 0);
        }
        pool.trim(0);
        // It may be empty.
        self.shared.any_over.store(true, Ordering::Release);
        self.synchronised();
    }

    /// Bytes that the pools hold.
    pub fn reserved(&self) -> u64 {
        self.shared.reserved.load(Ordering::Acquire)
    }

    /// Behind a synchronisation. HIP of the release threshold: "When more than the release threshold bytes of memory are held by the
    /// memory pool, the allocator will try to release memory back to the OS on the next call to stream, event or context synchronize."
    pub fn synchronised(&self) {
        let any_over = &self.shared.any_over;
        // Before looking: who frees from here on sets it again.
        if !any_over.load(Ordering::Acquire) || !any_over.swap(false, Ordering::AcqRel) {
            return;
        }
        let pools = self.all.lock().clone();
        let gone: Vec<_> = pools.into_iter().filter(|pool| !pool.synchronised()).collect();
        if !gone.is_empty() {
            self.all.lock().retain(|pool| !gone.iter().any(|other| Arc::ptr_eq(pool, other)));
        }
    }

    /// Gives back what nobody uses until each pool holds `keep` bytes.
    pub fn trim(&self, keep: u64) {
        let pools = self.all.lock().clone();
        pools.iter().for_each(|pool| pool.trim(keep));
    }

    /// `hipDeviceReset`: the default pools are current again, and empty.
    pub fn reset(&self) {
        for current in [&self.pinned, &self.managed] {
            let instead = current.instead.lock().take();
            drop(instead);
        }
        self.trim(0);
    }
}
