//! What is known of a kernel that may be to blame, and, on CPU devices, which are in flight; readable from a signal handler.
//!
//! A record per kernel and block shape, never freed, in a list that only grows; whoever walks it needs no lock. A batch counts its
//! kernels in when it is submitted and out when it is known to be complete, so a kernel may be listed for a little longer than it ran.
//! Written by `command` and `launch`, read by `fault` and, for a lost device, by `device::raw`.

use std::fmt::{Display, Formatter};
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use crate::locks::{Mutex, Rank};

/// A kernel that has been compiled.
#[derive(Debug)]
pub(in crate::vk) struct Flight {
    pub(in crate::vk) name: String,
    /// Threads per block in HIP's dimensions; of kernels that HIP does not know, none.
    pub(in crate::vk) block: Option<[u32; 3]>,
    /// `file:line` of its definition, if known.
    pub(in crate::vk) location: Option<String>,
    /// Blocks of the last launch that was recorded, wherever; none of a kernel that was never launched.
    grid: [AtomicU32; 3],
    batches: AtomicU32,
    next: Option<&'static Flight>,
}

static NEWEST: AtomicPtr<Flight> = AtomicPtr::new(std::ptr::null_mut());

fn newest() -> Option<&'static Flight> {
    // SAFETY: null, or from `Box::into_raw` in `Flight::of`, and never freed or written again.
    unsafe { NEWEST.load(Ordering::Acquire).as_ref() }
}

fn all() -> impl Iterator<Item = &'static Flight> {
    std::iter::successors(newest(), |flight| flight.next)
}

impl Flight {
    /// The record of a kernel, made when first asked for.
    pub(in crate::vk) fn of(name: &str, block: Option<[u32; 3]>, location: Option<&str>) -> &'static Flight {
        static WRITERS: Mutex<()> = Mutex::new(Rank::Flight, ());
        let _one_at_a_time = WRITERS.lock();
        if let Some(known) = all().find(|flight| flight.is(name, block, location)) {
            return known;
        }
        let (name, location) = (name.to_owned(), location.map(str::to_owned));
        let flight =
            Self { name, block, location, grid: Default::default(), batches: AtomicU32::new(0), next: newest() };
        let flight: &'static Flight = Box::leak(Box::new(flight));
        NEWEST.store(std::ptr::from_ref(flight).cast_mut(), Ordering::Release);
        flight
    }

    fn is(&self, name: &str, block: Option<[u32; 3]>, location: Option<&str>) -> bool {
        self.name == name && self.block == block && self.location.as_deref() == location
    }

    /// A launch of so many blocks is recorded.
    pub(in crate::vk) fn note_grid(&self, grid: [u32; 3]) {
        let keep = |axis: usize| {
            // Threads that launch the same do not take the word from each other.
            if self.grid[axis].load(Ordering::Relaxed) != grid[axis] {
                self.grid[axis].store(grid[axis], Ordering::Relaxed);
            }
        };
        keep(0);
        keep(1);
        keep(2);
    }

    /// Blocks of the last launch.
    pub(in crate::vk) fn grid(&self) -> Option<[u32; 3]> {
        let grid = [0, 1, 2].map(|axis| self.grid[axis].load(Ordering::Relaxed));
        (grid != [0; 3]).then_some(grid)
    }
}

/// The kernel, its last launch, and where it stands.
impl Display for Flight {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        let shape = |[x, y, z]: [u32; 3]| format!("{x}x{y}x{z}");
        let grid = self.grid().map(|grid| format!("launched last as {} blocks", shape(grid)));
        let block = self.block.map(|block| format!("blocks of {}", shape(block)));
        let parts: Vec<String> = block.into_iter().chain(grid).chain(self.location.clone()).collect();
        match parts.is_empty() {
            true => write!(formatter, "{}", self.name),
            false => write!(formatter, "{} ({})", self.name, parts.join(", ")),
        }
    }
}

#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "for `fault`"))]
/// The kernels in flight now. Takes no lock and allocates nothing.
pub(in crate::vk) fn in_flight() -> impl Iterator<Item = &'static Flight> {
    all().filter(|flight| flight.batches.load(Ordering::Acquire) > 0)
}

/// Kernels of one batch, in flight as long as this lives.
#[derive(Debug, Default)]
pub(in crate::vk) struct Manifest(Vec<&'static Flight>);

impl Manifest {
    /// Of these kernels, each of which may be named more than once.
    pub(super) fn of(kernels: impl Iterator<Item = &'static Flight>) -> Self {
        let mut flights: Vec<_> = kernels.collect();
        flights.sort_by_key(|&flight| std::ptr::from_ref(flight) as usize);
        flights.dedup_by_key(|flight| std::ptr::from_ref(*flight) as usize);
        for flight in &flights {
            flight.batches.fetch_add(1, Ordering::AcqRel);
        }
        Self(flights)
    }
}

impl Drop for Manifest {
    fn drop(&mut self) {
        for flight in &self.0 {
            flight.batches.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Flight, Manifest, Ordering, in_flight};

    #[test]
    fn a_kernel_has_one_record_per_block_shape() {
        let first = Flight::of("one record", Some([8, 1, 1]), None);
        assert!(std::ptr::eq(first, Flight::of("one record", Some([8, 1, 1]), None)));
        assert!(!std::ptr::eq(first, Flight::of("one record", Some([8, 2, 1]), None)));
        assert!(!std::ptr::eq(first, Flight::of("one record", None, None)));
    }

    #[test]
    fn a_kernel_is_told_with_its_last_launch_and_where_it_stands() {
        let flight = Flight::of("saxpy", Some([256, 1, 1]), Some("saxpy.hip:9"));
        assert_eq!(flight.to_string(), "saxpy (blocks of 256x1x1, saxpy.hip:9)");
        flight.note_grid([40, 2, 1]);
        assert_eq!(flight.to_string(), "saxpy (blocks of 256x1x1, launched last as 40x2x1 blocks, saxpy.hip:9)");
        assert_eq!(Flight::of("masked_store", None, None).to_string(), "masked_store");
    }

    #[test]
    fn a_kernel_is_in_flight_until_the_last_of_its_batches_is_complete() {
        let flight = Flight::of("two batches", None, None);
        let listed = || in_flight().filter(|other| std::ptr::eq(*other, flight)).count();
        let batch = || {
            flight.batches.fetch_add(1, Ordering::AcqRel);
            Manifest(vec![flight])
        };
        assert_eq!(listed(), 0);
        let (first, second) = (batch(), batch());
        drop(first);
        assert_eq!(listed(), 1);
        drop(second);
        assert_eq!(listed(), 0);
    }
}
