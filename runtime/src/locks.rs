//! Locks with a rank: a thread may only take a lock of a higher rank than those it holds.
//!
//! Ranks rise in the order in which calls descend (`hip`: program state, then an object; `vk`: a stream, then a queue), so two threads can
//! never wait for each other. Debug builds check it on every acquisition and panic with both ranks; release builds pay nothing.
//! A panic while a lock is held does not poison it: `capi::guard` turns the panic into an error and the process lives on.

use std::ops::{Deref, DerefMut};
use std::sync::{self, Condvar, PoisonError};
use std::time::Duration;

use check::Held;

/// The order. Add a lock's rank where it belongs between those its holders take before and after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// `hip::graph::exec`: what a graph was instantiated to.
    GraphExec,
    /// `hip::graph`: a graph's nodes and edges.
    Graph,
    /// `hip::graph::node`: what a node does.
    GraphNode,
    /// `hip::graph::user_object`: references to an object of the program's.
    UserObject,
    /// `hip::register`: the fat binaries that host code announced.
    Registered,
    /// `hip::register`: making the module of one fat binary.
    Binary,
    /// `hip::module`: the pieces of a module that are made on first use.
    Module,
    /// `hip::kernel`: the compiled variants of a kernel.
    Kernel,
    /// `hip::memory::virtual_memory`: who holds one handle of memory.
    Physical,
    /// `hip::execution_context`: a context's streams, and which device has a context.
    ExecutionContext,
    /// `hip::handle`: one registry's slots.
    Registry,
    /// `hip::device_heap`: making the heap.
    Heap,
    /// `hip::launch::multi_device`: one launch of grids on several devices after the other.
    MultiDevice,
    /// `hip::device_log`: printing what kernels said.
    LogShowing,
    /// `hip::device_log`: a device's logs.
    Log,
    /// `hip::image::shadow`: which shadows there are, and who refreshed and sampled them.
    Textures,
    /// `hip::image::shadow`: what has been written since a shadow's refresh.
    Shadow,
    /// `hip::launch::cooperative`: one cooperative grid after the other.
    Cooperative,
    /// `hip::stream`: which streams the default stream must wait for.
    StreamOrder,
    /// `hip::capturing::part`: the capture that a stream is part of.
    Stream,
    /// `hip::event`: one event's last recording.
    Event,
    /// `hip::capturing`: the captures there are, and where their streams are.
    Capture,
    /// `hip::memory::pool`: which pools a device has.
    Pools,
    /// `hip::memory::pool`: what one pool holds.
    Pool,
    /// `hip::stream`: what a stream waits for.
    Waited,
    /// `hip::ipc`: memory of other processes.
    Opened,
    /// `hip::memory::virtual_memory`: reserved addresses.
    Ranges,
    /// `hip::memory`: the map of allocations.
    Allocations,
    /// `hip::device`: what a device keeps for itself.
    Device,
    /// `hip::rtc`: one program's or link's state; compiling takes no lock.
    Program,
    /// `vk::stream`: one stream. Never that of two.
    VkStream,
    /// `vk::stream::failure`: why a stream dropped work.
    StreamFailure,
    /// `vk::stream::idle`: what destroyed streams have left.
    Idle,
    /// `vk::stream::marks`: a stream's marks.
    Marks,
    /// `vk::lavapipe::worker_count`: a variable of the process's is another for a moment.
    WorkerCount,
    /// `vk::lavapipe::denormals`: one device after the other is created.
    Opening,
    /// `vk::lavapipe::denormals`: who keeps which device's denormals.
    Keepers,
    /// `vk::lavapipe::thread_state`: one request to other threads after the other.
    #[cfg_attr(not(unix), allow(dead_code, reason = "of signal handlers"))]
    ThreadState,
    /// `vk::exit`: what ends with the process.
    Exit,
    /// `vk::lavapipe::lane`: the thread that opens a lane.
    Opener,
    /// `vk::stream::scheduler`: which streams are active.
    Scheduler,
    /// `vk::stream::query`: a device's timestamps.
    Timestamps,
    /// `vk::texture::table`: a device's table of textures.
    TextureTable,
    /// `vk::memory::allocator`: a device's blocks.
    Blocks,
    /// `vk::memory::shared_host`: addresses that several devices share.
    SharedHost,
    /// `vk::memory::shared_pool`: what is taken of a pool that other processes open.
    SharedPool,
    /// `vk::memory::giver`: what is offered to other processes.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "other processes get memory on Linux only"))]
    Given,
    /// `vk::memory::owner`: gpu-allocator.
    MemoryOwner,
    /// `vk::memory::machine`: the blocks of all CPU devices.
    Machine,
    /// `vk::pipeline::store`: how much of the driver's cache is on disk.
    PipelineStore,
    /// `vk::stream::flight`: one new kernel after the other.
    Flight,
    /// `vk::stream::long_wait`: explanations of waits.
    LongWaits,
    /// `vk::device::raw`: the kernel submitted last.
    LastKernel,
    /// `vk::device::raw`: what was told already.
    Told,
    /// `vk::device::queue`: a queue.
    Queue,
    /// `vk::device::calibration`: when a device's clock was last compared with the host's.
    Calibration,
    /// `vk::loader`: making and ending instances and devices.
    Loader,
    /// `trace::memory`: the bytes that the program holds.
    TraceMemory,
    /// `trace::range`: ranges that are open.
    TraceRanges,
    /// `trace::summary`: what operations took.
    TraceSummary,
    /// `trace::file`: the trace's file. Nothing is taken behind it.
    TraceFile,
}

#[cfg(debug_assertions)]
mod check {
    use super::Rank;
    use std::cell::RefCell;

    thread_local! {
        static HELD: RefCell<Vec<Rank>> = const { RefCell::new(Vec::new()) };
    }

    fn acquire(rank: Rank) {
        // A thread that is shutting down has no list any more; its order is no longer checked.
        let _ = HELD.try_with(|held| {
            let mut held = held.borrow_mut();
            if let Some(&highest) = held.iter().max() {
                assert!(rank > highest, "lock order: {rank:?} taken while {highest:?} is held");
            }
            held.push(rank);
        });
    }

    /// Holds a rank in this thread's list until dropped.
    #[derive(Debug)]
    pub(super) struct Held(Rank);

    impl Held {
        pub(super) fn new(rank: Rank) -> Held {
            acquire(rank);
            Held(rank)
        }

        /// For a lock that nobody waited for.
        pub(super) fn unasked(rank: Rank) -> Held {
            let _ = HELD.try_with(|held| held.borrow_mut().push(rank));
            Held(rank)
        }
    }

    impl Drop for Held {
        fn drop(&mut self) {
            let _ = HELD.try_with(|held| {
                let mut held = held.borrow_mut();
                if let Some(position) = held.iter().rposition(|&other| other == self.0) {
                    held.remove(position);
                }
            });
        }
    }

    pub(super) fn apart<R>(run: impl FnOnce() -> R) -> R {
        let before = HELD.try_with(std::cell::RefCell::take).unwrap_or_default();
        let result = run();
        let _ = HELD.try_with(|held| held.replace(before));
        result
    }
}

#[cfg(not(debug_assertions))]
mod check {
    use super::Rank;

    #[derive(Debug)]
    pub(super) struct Held;

    impl Held {
        pub(super) fn new(_rank: Rank) -> Held {
            Held
        }

        pub(super) fn unasked(_rank: Rank) -> Held {
            Held
        }
    }

    pub(super) fn apart<R>(run: impl FnOnce() -> R) -> R {
        run()
    }
}

/// For a `Drop` that takes locks: nobody else can reach them, so they cannot be waited for, whatever this thread holds already. They are
/// checked against each other only.
pub fn apart<R>(run: impl FnOnce() -> R) -> R {
    check::apart(run)
}

/// `std::sync::Mutex` with a rank and without poisoning.
#[derive(Debug)]
pub struct Mutex<T> {
    rank: Rank,
    inner: sync::Mutex<T>,
}

/// A locked [`Mutex`].
#[derive(Debug)]
pub struct MutexGuard<'a, T> {
    inner: sync::MutexGuard<'a, T>,
    held: Held,
}

impl<T> Mutex<T> {
    /// A mutex of this rank.
    pub const fn new(rank: Rank, value: T) -> Mutex<T> {
        Mutex { rank, inner: sync::Mutex::new(value) }
    }

    /// Waits for the lock.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        let held = Held::new(self.rank);
        MutexGuard { inner: self.inner.lock().unwrap_or_else(PoisonError::into_inner), held }
    }

    /// The lock, if nobody holds it. Of any rank, as this does not wait.
    pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        let inner = match self.inner.try_lock() {
            Ok(guard) => guard,
            Err(sync::TryLockError::Poisoned(guard)) => guard.into_inner(),
            Err(sync::TryLockError::WouldBlock) => return None,
        };
        Some(MutexGuard { inner, held: Held::unasked(self.rank) })
    }

    /// What is inside; whoever has the only reference needs no lock.
    pub fn get_mut(&mut self) -> &mut T {
        self.inner.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a, T> MutexGuard<'a, T> {
    /// Lets go of the lock until `changed`.
    pub fn wait(self, changed: &Condvar) -> MutexGuard<'a, T> {
        let MutexGuard { inner, held } = self;
        MutexGuard { inner: changed.wait(inner).unwrap_or_else(PoisonError::into_inner), held }
    }

    /// Lets go of the lock until `changed` and no longer `condition`, but no longer than `most`.
    pub fn wait_while(self, changed: &Condvar, most: Duration, condition: impl FnMut(&mut T) -> bool) {
        let MutexGuard { inner, held } = self;
        drop(changed.wait_timeout_while(inner, most, condition));
        drop(held);
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.inner
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.inner
    }
}

/// `std::sync::RwLock` with a rank and without poisoning.
#[derive(Debug)]
pub struct RwLock<T> {
    rank: Rank,
    inner: sync::RwLock<T>,
}

/// A [`RwLock`] locked for reading.
#[derive(Debug)]
pub struct ReadGuard<'a, T> {
    inner: sync::RwLockReadGuard<'a, T>,
    _held: Held,
}

/// A [`RwLock`] locked for writing.
#[derive(Debug)]
pub struct WriteGuard<'a, T> {
    inner: sync::RwLockWriteGuard<'a, T>,
    _held: Held,
}

impl<T> RwLock<T> {
    /// A lock of this rank.
    pub const fn new(rank: Rank, value: T) -> RwLock<T> {
        RwLock { rank, inner: sync::RwLock::new(value) }
    }

    /// Waits until no writer holds it.
    pub fn read(&self) -> ReadGuard<'_, T> {
        let held = Held::new(self.rank);
        ReadGuard { inner: self.inner.read().unwrap_or_else(PoisonError::into_inner), _held: held }
    }

    /// Waits until nobody holds it.
    pub fn write(&self) -> WriteGuard<'_, T> {
        let held = Held::new(self.rank);
        WriteGuard { inner: self.inner.write().unwrap_or_else(PoisonError::into_inner), _held: held }
    }
}

impl<T> Deref for ReadGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.inner
    }
}

impl<T> Deref for WriteGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.inner
    }
}

impl<T> DerefMut for WriteGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.inner
    }
}

#[cfg(test)]
mod tests {
    use super::{Mutex, Rank};

    #[test]
    fn rising_ranks_are_allowed_again_after_release() {
        let low = Mutex::new(Rank::Module, 1);
        let high = Mutex::new(Rank::Stream, 2);
        for _ in 0..2 {
            let first = low.lock();
            let second = high.lock();
            assert_eq!(*first + *second, 3);
        }
    }

    #[test]
    #[cfg(debug_assertions)]
    fn a_falling_rank_panics_instead_of_risking_a_deadlock() {
        let low = Mutex::new(Rank::Module, ());
        let high = Mutex::new(Rank::Stream, ());
        let result = std::panic::catch_unwind(|| {
            let _second = high.lock();
            let _first = low.lock();
        });
        assert!(result.is_err());
    }

    #[test]
    #[cfg(debug_assertions)]
    fn what_is_taken_apart_is_checked_against_itself_only() {
        let (low, high) = (Mutex::new(Rank::Module, ()), Mutex::new(Rank::Stream, ()));
        let outer = high.lock();
        assert!(std::panic::catch_unwind(|| drop(low.lock())).is_err());
        super::apart(|| drop(low.lock()));
        assert!(std::panic::catch_unwind(|| drop(low.lock())).is_err(), "what was held before counts again");
        drop(outer);
        drop(low.lock());
    }

    #[test]
    fn a_lock_that_is_taken_is_not_waited_for_by_who_only_tries() {
        let lock = Mutex::new(Rank::Module, 1);
        let held = lock.lock();
        assert!(lock.try_lock().is_none());
        drop(held);
        assert_eq!(lock.try_lock().map(|one| *one), Some(1));
    }

    #[test]
    fn a_panic_under_the_lock_leaves_it_usable() {
        let lock = Mutex::new(Rank::Device, 5);
        let _ = std::panic::catch_unwind(|| {
            let _guard = lock.lock();
            panic!("in the middle");
        });
        assert_eq!(*lock.lock(), 5);
    }
}
