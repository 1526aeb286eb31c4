//! Which allocation an address belongs to: one ordered map, asked by everybody and bypassed by nobody.
//!
//! HIP pointers are addresses that may point into the middle of an allocation, so a lookup finds the last allocation that
//! starts at or below the address and checks its end. Ten thousand live allocations cost a lookup four more steps.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::hip::error::{HipError, HipResult};
use crate::hip::locks::{Rank, RwLock};

/// What the map needs to know of an allocation.
pub trait Interval {
    /// First address and one past the last.
    fn range(&self) -> Range<u64>;
}

/// Allocations by address.
#[derive(Debug)]
pub struct Allocations<T> {
    by_start: RwLock<BTreeMap<u64, Arc<T>>>,
}

impl<T: Interval> Allocations<T> {
    /// An empty map.
    pub const fn new() -> Allocations<T> {
        Allocations { by_start: RwLock::new(Rank::Allocations, BTreeMap::new()) }
    }

    /// Adds an allocation; `AlreadyMapped` if it overlaps one that is there.
    pub fn insert(&self, allocation: Arc<T>) -> HipResult {
        let range = allocation.range();
        let mut map = self.by_start.write();
        let before = map.range(..range.end).next_back();
        if before.is_some_and(|(_, other)| other.range().end > range.start) {
            return Err(HipError::AlreadyMapped.because(format_args!("{range:x?} overlaps another allocation")));
        }
        map.insert(range.start, allocation);
        Ok(())
    }

    /// The allocation that contains the address, and the offset in it.
    pub fn find(&self, address: u64) -> Option<(Arc<T>, u64)> {
        let map = self.by_start.read();
        let (&start, allocation) = map.range(..=address).next_back()?;
        (address < allocation.range().end).then(|| (Arc::clone(allocation), address - start))
    }

    /// Takes out the allocation that starts here, if `accept` agrees.
    pub fn remove(&self, start: u64, accept: impl FnOnce(&T) -> bool) -> Option<Arc<T>> {
        let mut map = self.by_start.write();
        if accept(map.get(&start)?) { map.remove(&start) } else { None }
    }

    /// Puts these in place of all that begin in `range`; they are inside it, and so is what they replace.
    pub fn replace(&self, range: Range<u64>, with: &[Arc<T>]) -> HipResult {
        let mut map = self.by_start.write();
        let before = map.range(..range.start).next_back();
        let last = map.range(range.clone()).next_back();
        if before.is_some_and(|(_, other)| other.range().end > range.start)
            || last.is_some_and(|(_, other)| other.range().end > range.end)
        {
            return Err(HipError::AlreadyMapped.because(format_args!("{range:x?} overlaps another allocation")));
        }
        let gone: Vec<u64> = map.range(range).map(|(&start, _)| start).collect();
        let gone: Vec<Option<Arc<T>>> = gone.into_iter().map(|start| map.remove(&start)).collect();
        map.extend(with.iter().map(|value| (value.range().start, Arc::clone(value))));
        drop(map);
        drop(gone);
        Ok(())
    }

    /// Takes out every allocation for which `condition` holds.
    pub fn remove_all(&self, condition: impl Fn(&T) -> bool) -> Vec<Arc<T>> {
        let mut map = self.by_start.write();
        let starts: Vec<u64> = map.iter().filter(|(_, value)| condition(value)).map(|(&start, _)| start).collect();
        starts.iter().filter_map(|start| map.remove(start)).collect()
    }

    /// How many allocations are live.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.by_start.read().len()
    }
}

impl<T: Interval> Default for Allocations<T> {
    fn default() -> Allocations<T> {
        Allocations::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Allocations, Arc, HipError, Interval, Range};

    #[derive(Debug, PartialEq)]
    struct Block(u64, u64);

    impl Interval for Block {
        fn range(&self) -> Range<u64> {
            self.0..self.1
        }
    }

    fn map(blocks: &[(u64, u64)]) -> Allocations<Block> {
        let map = Allocations::new();
        for &(start, end) in blocks {
            map.insert(Arc::new(Block(start, end))).expect("the test's blocks do not overlap");
        }
        map
    }

    #[test]
    fn an_address_inside_is_found_with_its_offset_and_one_outside_is_not() {
        let map = map(&[(100, 200), (200, 300), (400, 500)]);
        assert_eq!(map.find(150).map(|(block, offset)| (block.0, offset)), Some((100, 50)));
        assert_eq!(map.find(200).map(|(block, offset)| (block.0, offset)), Some((200, 0)));
        for outside in [0, 99, 300, 399, 500, u64::MAX] {
            assert_eq!(map.find(outside), None, "{outside}");
        }
    }

    #[test]
    fn overlapping_allocations_are_refused_and_leave_the_map_as_it_was() {
        let map = map(&[(100, 200)]);
        for (start, end) in [(50, 101), (100, 200), (150, 160), (199, 300), (50, 300)] {
            assert_eq!(map.insert(Arc::new(Block(start, end))), Err(HipError::AlreadyMapped));
        }
        assert_eq!(map.len(), 1);
    }

    #[test]
    fn what_lies_in_a_range_is_replaced_as_a_whole_or_not_at_all() {
        let map = map(&[(100, 200), (200, 300), (400, 500)]);
        let new = [Arc::new(Block(100, 150)), Arc::new(Block(250, 300))];
        assert_eq!(map.replace(100..300, &new), Ok(()));
        assert_eq!(map.find(160), None);
        assert_eq!((map.find(250).map(|found| found.0), map.len()), (Some(Arc::clone(&new[1])), 3));
        for crossing in [120..300, 260..300, 300..450] {
            assert_eq!(map.replace(crossing, &[]), Err(HipError::AlreadyMapped));
        }
        assert_eq!(map.len(), 3);
    }

    #[test]
    fn only_the_start_of_an_accepted_allocation_can_be_removed() {
        let map = map(&[(100, 200)]);
        assert_eq!(map.remove(150, |_| true), None);
        assert_eq!(map.remove(100, |_| false), None);
        assert!(map.remove(100, |_| true).is_some());
        assert_eq!(map.remove(100, |_| true), None);
    }
}
