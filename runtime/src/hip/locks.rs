//! Locks with a rank: a thread may only take a lock of a higher rank than those it holds.
//!
//! Ranks rise in the order in which calls descend (program state, then an object, then a queue), so two threads can never
//! wait for each other. Debug builds check it on every acquisition and panic with both ranks; release builds pay nothing.
//! A panic while a lock is held does not poison it: `capi::guard` turns the panic into an error and the process lives on.

use std::ops::{Deref, DerefMut};
use std::sync;

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
    /// `hip::stream`: one stream's own state.
    #[cfg_attr(not(test), allow(dead_code, reason = "none has a lock of its own today"))]
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
}

#[cfg(debug_assertions)]
mod check {
    use super::Rank;
    use std::cell::RefCell;

    thread_local! {
        static HELD: RefCell<Vec<Rank>> = const { RefCell::new(Vec::new()) };
    }

    pub(super) fn acquire(rank: Rank) {
        // A thread that is shutting down has no list any more; its order is no longer checked.
        let _ = HELD.try_with(|held| {
            let mut held = held.borrow_mut();
            if let Some(&highest) = held.iter().max() {
                assert!(rank > highest, "lock order: {rank:?} taken while {highest:?} is held");
            }
            held.push(rank);
        });
    }

    pub(super) fn release(rank: Rank) {
        let _ = HELD.try_with(|held| {
            let mut held = held.borrow_mut();
            if let Some(position) = held.iter().rposition(|&other| other == rank) {
                held.remove(position);
            }
        });
    }
}

#[cfg(not(debug_assertions))]
mod check {
    use super::Rank;
    pub(super) fn acquire(_rank: Rank) {}
    pub(super) fn release(_rank: Rank) {}
}

/// Holds a rank in this thread's list until dropped.
#[derive(Debug)]
struct Held(Rank);

impl Held {
    fn new(rank: Rank) -> Held {
        check::acquire(rank);
        Held(rank)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        check::release(self.0);
    }
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
    _held: Held,
}

impl<T> Mutex<T> {
    /// A mutex of this rank.
    pub const fn new(rank: Rank, value: T) -> Mutex<T> {
        Mutex { rank, inner: sync::Mutex::new(value) }
    }

    /// Waits for the lock.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        let held = Held::new(self.rank);
        MutexGuard { inner: self.inner.lock().unwrap_or_else(sync::PoisonError::into_inner), _held: held }
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
        ReadGuard { inner: self.inner.read().unwrap_or_else(sync::PoisonError::into_inner), _held: held }
    }

    /// Waits until nobody holds it.
    pub fn write(&self) -> WriteGuard<'_, T> {
        let held = Held::new(self.rank);
        WriteGuard { inner: self.inner.write().unwrap_or_else(sync::PoisonError::into_inner), _held: held }
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
    fn a_panic_under_the_lock_leaves_it_usable() {
        let lock = Mutex::new(Rank::Device, 5);
        let _ = std::panic::catch_unwind(|| {
            let _guard = lock.lock();
            panic!("in the middle");
        });
        assert_eq!(*lock.lock(), 5);
    }
}
