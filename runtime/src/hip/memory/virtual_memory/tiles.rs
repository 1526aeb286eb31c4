//! What the map of allocations shows of a reserved range: runs of mapped memory, and the gaps.
//!
//! ```text
//!   mapped      A: device 0, rw   B: device 0, rw             C: device 1, rw
//!   tiles      [ virtual, device 0, rw           ][ reserved ][ virtual, device 1 ][ reserved ]
//! ```
//! Called by `range` for each change; what a change does not touch stays the allocation it was.

use std::ops::Range;
use std::sync::Arc;

use crate::hip::error::HipResult;
use crate::hip::memory::{Allocation, Kind, describe, map};
use crate::hip::runtime;
use crate::vk;

/// A part of a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tile {
    /// From the range's start.
    pub(super) place: Range<u64>,
    pub(super) kind: Kind,
    pub(super) device: usize,
}

/// Parts and gaps that cover `size` bytes. `mapped` is in rising order; `owner` is the device that gaps are said to be of.
pub(super) fn cover(mapped: impl Iterator<Item = Tile>, size: u64, owner: usize) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Vec::new();
    let gap = |place: Range<u64>| Tile { place, kind: Kind::Reserved, device: owner };
    let mut at = 0;
    for tile in mapped {
        if tile.place.start > at {
            tiles.push(gap(at..tile.place.start));
        }
        at = tile.place.end;
        match tiles.last_mut() {
            Some(last) if last.kind == tile.kind && last.device == tile.device => last.place.end = at,
            _ => tiles.push(tile),
        }
    }
    if at < size {
        tiles.push(gap(at..size));
    }
    tiles
}

/// The allocations of these tiles; those of `old` that are the same and that `changed` does not touch stay.
pub(super) fn allocations(
    range: &Arc<vk::AddressRange>,
    tiles: Vec<Tile>,
    old: &[Arc<Allocation>],
    changed: &Range<u64>,
) -> HipResult<Vec<Arc<Allocation>>> {
    let base = range.address();
    let make = |tile: Tile| {
        let Tile { place, kind, device } = tile;
        let (first, size) = (base + place.start, place.end - place.start);
        let same = |it: &&Arc<Allocation>| {
            (it.base, it.size, it.kind, it.device) == (first, size, kind, device)
                && (place.end <= changed.start || place.start >= changed.end)
        };
        if let Some(same) = old.iter().find(same) {
            return Ok(Arc::clone(same));
        }
        let device = runtime::device(device as i32)?;
        // Nobody uses a gap: of a large one no buffers are made.
        let reach = if kind == Kind::Reserved { size.min(device.vk.map_granularity()?) } else { size };
        let memory = range.memory(&device.vk, place.start, reach)?;
        Ok(Arc::new(describe(memory, first, size, kind, device.index)))
    };
    tiles.into_iter().map(make).collect()
}

/// Shows them in place of what was shown of `range`.
pub(super) fn show(range: Range<u64>, allocations: &[Arc<Allocation>]) -> HipResult {
    map()?.by_address.replace(range, allocations)
}

#[cfg(test)]
mod tests {
    use super::{Kind, Range, Tile, cover};
    use crate::vk::Protection::{Read, ReadWrite};

    fn tile(place: Range<u64>, kind: Kind, device: usize) -> Tile {
        Tile { place, kind, device }
    }

    #[test]
    fn neighbours_of_one_device_and_access_are_one_and_gaps_lie_between() {
        let rw = Kind::Virtual(ReadWrite);
        let mapped = [tile(0..2, rw, 0), tile(2..5, rw, 0), tile(7..8, rw, 0), tile(8..9, rw, 1)];
        let expected = [
            tile(0..5, rw, 0),
            tile(5..7, Kind::Reserved, 3),
            tile(7..8, rw, 0),
            tile(8..9, rw, 1),
            tile(9..12, Kind::Reserved, 3),
        ];
        assert_eq!(cover(mapped.into_iter(), 12, 3), expected);
    }

    #[test]
    fn access_that_differs_is_a_border_and_nothing_mapped_is_one_gap() {
        let mapped = [tile(0..2, Kind::Virtual(Read), 0), tile(2..4, Kind::Virtual(ReadWrite), 0)];
        assert_eq!(cover(mapped.clone().into_iter(), 4, 0), mapped);
        assert_eq!(cover(std::iter::empty(), 4, 1), [tile(0..4, Kind::Reserved, 1)]);
    }
}
