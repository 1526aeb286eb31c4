//! What a program has said of its managed memory: `hipMemAdvise`, `hipMemPrefetchAsync`, `hipMemRangeGetAttribute`.
//!
//! Managed memory does not move here, so advice changes nothing but the answers. HIP gives it page by page; it is kept as pieces of
//! the allocation that were told the same.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::pointer;
use super::{Allocation, FINE_GRAINED, Kind, SIGNAL, UNCACHED};
use crate::hip::error::{HipError, HipResult};
use crate::hip::locks::{Mutex, Rank};
use crate::hip::runtime;

/// `hipCpuDeviceId`.
pub const CPU: i32 = -1;
/// `hipInvalidDeviceId`: no place, or not the same for the whole range.
const NOWHERE: i32 = -2;
/// Advice is given to pages of this size.
const PAGE: u64 = 4096;

/// `hipMemoryAdvise`, by its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advice {
    /// 1, 2.
    ReadMostly(bool),
    /// 3, 4.
    PreferredLocation(bool),
    /// 5, 6.
    AccessedBy(bool),
    /// 100, 101.
    CoarseGrain(bool),
}

impl Advice {
    /// HIP: hipErrorInvalidValue for advice it does not define.
    pub fn from_code(code: u32) -> HipResult<Advice> {
        Ok(match code {
            1 | 2 => Advice::ReadMostly(code == 1),
            3 | 4 => Advice::PreferredLocation(code == 3),
            5 | 6 => Advice::AccessedBy(code == 5),
            100 | 101 => Advice::CoarseGrain(code == 100),
            _ => return Err(HipError::InvalidValue.because(format_args!("advice {code}"))),
        })
    }
}

/// `hipMemRangeAttribute`, by its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attribute {
    /// 1.
    ReadMostly,
    /// 2.
    PreferredLocation,
    /// 3.
    AccessedBy,
    /// 4.
    LastPrefetchLocation,
    /// 100.
    CoherencyMode,
}

impl Attribute {
    /// HIP: hipErrorInvalidValue for an attribute it does not define.
    pub fn from_code(code: u32) -> HipResult<Attribute> {
        Ok(match code {
            1 => Attribute::ReadMostly,
            2 => Attribute::PreferredLocation,
            3 => Attribute::AccessedBy,
            4 => Attribute::LastPrefetchLocation,
            100 => Attribute::CoherencyMode,
            _ => return Err(HipError::InvalidValue.because(format_args!("attribute {code} of a range"))),
        })
    }
}

/// What holds for a piece.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Told {
    read_mostly: bool,
    preferred: Option<i32>,
    accessed_by: BTreeSet<i32>,
    prefetched: Option<i32>,
    coarse_grain: bool,
}

/// What holds for an allocation's pages: each piece begins at its key and ends at the next; before the first nothing was said.
#[derive(Debug)]
pub struct Advised {
    pieces: Mutex<BTreeMap<u64, Told>>,
}

impl Advised {
    /// Nothing said yet.
    pub const fn new() -> Advised {
        Advised { pieces: Mutex::new(Rank::Device, BTreeMap::new()) }
    }

    fn change(&self, range: Range<u64>, change: impl Fn(&mut Told)) {
        let mut pieces = self.pieces.lock();
        for edge in [range.start, range.end] {
            let before = pieces.range(..=edge).next_back().map(|(_, told)| told.clone()).unwrap_or_default();
            pieces.entry(edge).or_insert(before);
        }
        pieces.range_mut(range).for_each(|(_, told)| change(told));
    }

    fn told(&self, range: Range<u64>) -> Vec<Told> {
        let pieces = self.pieces.lock();
        let first = pieces.range(..=range.start).next_back().map(|(_, told)| told.clone()).unwrap_or_default();
        let inside = pieces.range(range.start + 1..range.end).map(|(_, told)| told.clone());
        std::iter::once(first).chain(inside).collect()
    }

    /// The numbers that `hipMemRangeGetAttribute` writes for whole pages; `count` of them for AccessedBy, else one.
    fn answer(&self, attribute: Attribute, range: Range<u64>, count: usize) -> Vec<i32> {
        let told = self.told(range);
        let same = |place: &dyn Fn(&Told) -> Option<i32>| {
            let first = place(&told[0]);
            if told.iter().all(|told| place(told) == first) { first.unwrap_or(NOWHERE) } else { NOWHERE }
        };
        match attribute {
            Attribute::ReadMostly => vec![told.iter().all(|told| told.read_mostly).into()],
            Attribute::PreferredLocation => vec![same(&|told| told.preferred)],
            Attribute::LastPrefetchLocation => vec![same(&|told| told.prefetched)],
            Attribute::CoherencyMode => vec![match told.iter().filter(|told| told.coarse_grain).count() {
                0 => FINE_GRAIN,
                all if all == told.len() => COARSE_GRAIN,
                _ => INDETERMINATE,
            }],
            Attribute::AccessedBy => {
                let by_all =
                    told[0].accessed_by.iter().filter(|id| told.iter().all(|told| told.accessed_by.contains(id)));
                let mut ids: Vec<i32> = by_all.copied().take(count).collect();
                // HIP (as CUDA): "if there are fewer … the remaining entries are set to hipInvalidDeviceId".
                ids.resize(count, NOWHERE);
                ids
            }
        }
    }
}

impl Default for Advised {
    fn default() -> Advised {
        Advised::new()
    }
}

/// `hipMemRangeCoherencyMode`.
const FINE_GRAIN: i32 = 0;
const COARSE_GRAIN: i32 = 1;
const INDETERMINATE: i32 = 2;

/// A range of managed memory, and its pages. HIP: hipErrorInvalidValue if it is not one.
fn managed(address: u64, size: u64) -> HipResult<(Arc<Allocation>, Range<u64>)> {
    let allocation = pointer::allocation(address, HipError::InvalidValue)?;
    let start = address - allocation.base;
    if size == 0 || !allocation.is_managed() || size > allocation.size.next_multiple_of(PAGE) - start {
        return Err(HipError::InvalidValue.because("not a range of managed memory"));
    }
    let pages = start / PAGE * PAGE..(start + size).next_multiple_of(PAGE);
    Ok((allocation, pages))
}

/// A device's number, or [`CPU`]. HIP: hipErrorInvalidDevice otherwise.
fn check_location(device: i32) -> HipResult {
    if device == CPU { Ok(()) } else { runtime::device(device).map(|_| ()) }
}

/// `hipMemAdvise`. HIP: "device" is not looked at for read-mostly memory.
pub fn advise(address: u64, size: u64, advice: Advice, device: i32) -> HipResult {
    if !matches!(advice, Advice::ReadMostly(_)) {
        check_location(device)?;
    }
    let (allocation, pages) = managed(address, size)?;
    allocation.advised.change(pages, |told| match advice {
        Advice::ReadMostly(yes) => told.read_mostly = yes,
        Advice::PreferredLocation(yes) => told.preferred = yes.then_some(device),
        Advice::AccessedBy(true) => told.accessed_by.extend([device]),
        Advice::AccessedBy(false) => told.accessed_by.retain(|&other| other != device),
        Advice::CoarseGrain(yes) => told.coarse_grain = yes,
    });
    Ok(())
}

/// `hipMemDiscardBatchAsync`, of one range: its values may be lost, and are kept. hip-tests: hipErrorInvalidValue for memory of ours that is
/// not managed and for what leaves an allocation, hipErrorNotSupported for the program's own, which a device without pageable access cannot reach.
pub fn discard(address: u64, size: u64) -> HipResult {
    if super::find(address).is_none() {
        return Err(HipError::NotSupported.because(format_args!("{address:#x} is the program's own memory")));
    }
    managed(address, size).map(|_| ())
}

/// `hipMemPrefetchAsync`: managed memory stays where it is, and the place is remembered.
pub fn prefetch(address: u64, size: u64, device: i32) -> HipResult {
    let (allocation, pages) = managed(address, size)?;
    check_location(device)?;
    allocation.advised.change(pages, |told| told.prefetched = Some(device));
    Ok(())
}

/// `hipMemRangeGetAttribute`, whose answer has `room` bytes. HIP: "data_size must be 4" for one number, a multiple of 4 for
/// AccessedBy; hipErrorInvalidValue otherwise.
pub fn attribute(attribute: Attribute, room: usize, address: u64, size: u64) -> HipResult<Vec<i32>> {
    if room == 0 || !room.is_multiple_of(4) || attribute != Attribute::AccessedBy && room != 4 {
        return Err(HipError::InvalidValue.because(format_args!("{room} bytes for {attribute:?}")));
    }
    // AMD's runtime answers this for memory of every kind.
    if attribute == Attribute::CoherencyMode
        && let Some((allocation, offset)) = super::find(address).filter(|(allocation, _)| !allocation.is_managed())
        && (1..=allocation.size - offset).contains(&size)
    {
        const NON_COHERENT: u32 = 0x8000_0000;
        let coarse = match allocation.kind {
            // What hipExtMallocWithFlags was not told to make otherwise.
            Kind::Device => !matches!(allocation.flags, FINE_GRAINED | SIGNAL | UNCACHED),
            _ => allocation.flags & NON_COHERENT != 0,
        };
        return Ok(vec![if coarse { COARSE_GRAIN } else { FINE_GRAIN }]);
    }
    let (allocation, pages) = managed(address, size)?;
    Ok(allocation.advised.answer(attribute, pages, room / 4))
}

#[cfg(test)]
mod tests {
    use super::{Advised, Attribute as A, NOWHERE};

    #[test]
    fn a_range_has_what_all_its_pieces_have() {
        let advised = Advised::new();
        assert_eq!(advised.answer(A::ReadMostly, 0..8192, 1), [0]);
        advised.change(0..4096, |told| told.read_mostly = true);
        assert_eq!(advised.answer(A::ReadMostly, 0..4096, 1), [1]);
        assert_eq!(advised.answer(A::ReadMostly, 0..8192, 1), [0]);
        advised.change(4096..8192, |told| told.read_mostly = true);
        assert_eq!(advised.answer(A::ReadMostly, 0..8192, 1), [1]);
        assert_eq!(advised.answer(A::ReadMostly, 8192..12288, 1), [0]);
    }

    #[test]
    fn places_that_differ_are_nowhere() {
        let advised = Advised::new();
        advised.change(0..8192, |told| told.preferred = Some(0));
        advised.change(4096..8192, |told| told.preferred = Some(-1));
        assert_eq!(advised.answer(A::PreferredLocation, 0..4096, 1), [0]);
        assert_eq!(advised.answer(A::PreferredLocation, 4096..8192, 1), [-1]);
        assert_eq!(advised.answer(A::PreferredLocation, 0..8192, 1), [NOWHERE]);
        assert_eq!(advised.answer(A::LastPrefetchLocation, 0..4096, 1), [NOWHERE]);
    }

    #[test]
    fn accessing_devices_are_those_of_every_piece_and_fill_the_room_from_its_start() {
        let advised = Advised::new();
        advised.change(0..8192, |told| told.accessed_by.extend([3]));
        advised.change(0..4096, |told| told.accessed_by.extend([-1]));
        assert_eq!(advised.answer(A::AccessedBy, 0..4096, 3), [-1, 3, NOWHERE]);
        assert_eq!(advised.answer(A::AccessedBy, 0..8192, 2), [3, NOWHERE]);
        assert_eq!(advised.answer(A::AccessedBy, 0..4096, 1), [-1]);
    }

    #[test]
    fn a_range_of_both_grains_is_indeterminate() {
        let advised = Advised::new();
        advised.change(4096..8192, |told| told.coarse_grain = true);
        let mode = |range| advised.answer(A::CoherencyMode, range, 1);
        assert_eq!([mode(0..4096), mode(4096..8192), mode(0..8192)], [[0], [1], [2]]);
    }
}
