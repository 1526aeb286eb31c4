//! Copies to, from and between arrays: which bytes a region is.
//!
//! Arrays are pitched memory, so every copy is `memory::pitched`'s; here regions are checked and turned into addresses.

use std::sync::Arc;

use super::array::Array;
use crate::hip::error::{HipError, HipResult};
use crate::hip::memory::copy::{CopyKind, Wait};
use crate::hip::memory::pitched::{self, Area, Extent};
use crate::hip::stream::Stream;

/// Where a region begins: bytes in its row, row, slice.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Bytes.
    pub x: u64,
    /// Rows.
    pub y: u64,
    /// Slices or layers.
    pub z: u64,
}

impl Array {
    /// Bytes of a row's texels.
    pub fn row_bytes(&self) -> u64 {
        self.level.size.width * self.desc.format.bytes()
    }

    /// A region's first byte and strides. HIP: hipErrorInvalidValue if it leaves the array.
    pub fn area(&self, start: Start, extent: Extent) -> HipResult<Area> {
        let inside = |at: u64, length: u64, room: u64| at.checked_add(length).is_some_and(|end| end <= room);
        let level = &self.level;
        if !inside(start.x, extent.width, self.row_bytes())
            || !inside(start.y, extent.height, level.rows())
            || !inside(start.z, extent.depth, level.slices())
        {
            return Err(HipError::InvalidValue
                .because(format_args!("{extent:?} from {start:?} on leaves an array of {:?}", level.size)));
        }
        let address = level.address + start.z * level.slice + start.y * level.pitch + start.x;
        Ok(Area { address, pitch: level.pitch, slice: level.slice })
    }
}

/// The other side of a copy: bytes without gaps, or rows.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The first byte.
    pub address: u64,
    /// Bytes from row to row.
    pub pitch: u64,
}

/// Which way a copy goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Memory to array.
    To,
    /// Array to memory.
    From,
}

/// How a copy is done.
#[derive(Clone, Copy, Debug)]
pub struct How<'a> {
    /// In this stream.
    pub stream: &'a Arc<Stream>,
    /// The kind that the caller named.
    pub kind: CopyKind,
    /// Whether the call waits.
    pub wait: Wait,
}

/// `hipMemcpy2DToArray`, `hipMemcpy2DFromArray`: `width` bytes of `height` rows. hipErrorInvalidPitchValue: a pitch below
/// the width where there is a next row (CUDA's programs give none for a single one); hipErrorInvalidValue: the region leaves the array, or null.
pub fn copy_2d(
    how: How<'_>,
    direction: Direction,
    array: &Array,
    start: Start,
    rows: Rows,
    extent: [u64; 2],
) -> HipResult {
    let [width, height] = extent;
    let extent = Extent { width, height, depth: 1 };
    let memory = Area { address: rows.address, pitch: rows.pitch, slice: 0 };
    if rows.address == 0 {
        return Err(HipError::InvalidValue.because("a pointer is null"));
    }
    if height > 1 && rows.pitch < width {
        return Err(HipError::InvalidPitchValue.because(format_args!("a pitch of {} for {width} bytes", rows.pitch)));
    }
    let area = array.area(start, extent)?;
    let (to, from) = match direction {
        Direction::To => (area, memory),
        Direction::From => (memory, area),
    };
    pitched::copy(how.stream, to, from, extent, how.kind, how.wait)
}

/// `hipMemcpy2DArrayToArray`, `hipMemcpyAtoA`.
pub fn copy_array(how: How<'_>, to: (&Array, Start), from: (&Array, Start), extent: [u64; 2]) -> HipResult {
    let extent = Extent { width: extent[0], height: extent[1], depth: 1 };
    pitched::copy(how.stream, to.0.area(to.1, extent)?, from.0.area(from.1, extent)?, extent, how.kind, how.wait)
}

/// `hipMemcpyToArray`, `hipMemcpyFromArray`: `count` bytes without gaps in memory are the array's texels in order, from
/// `start` on and over the ends of rows.
pub fn copy_sequence(
    how: How<'_>,
    direction: Direction,
    array: &Array,
    start: Start,
    address: u64,
    count: u64,
) -> HipResult {
    let parts = sequence(array.row_bytes(), start, count);
    // All is checked before anything is copied.
    for &(start, [width, height], _) in &parts {
        array.area(start, Extent { width, height, depth: 1 })?;
    }
    parts.into_iter().try_for_each(|(start, extent, offset)| {
        let rows = Rows { address: if address == 0 { 0 } else { address + offset }, pitch: extent[0] };
        copy_2d(how, direction, array, start, rows, extent)
    })
}

/// Splits a sequence into rectangles: the rest of the first row, whole rows, the beginning of the last row. Each comes
/// with its width, height and offset in memory.
fn sequence(row: u64, start: Start, count: u64) -> Vec<(Start, [u64; 2], u64)> {
    let mut parts = Vec::new();
    let (mut at, mut done) = (start, 0);
    while done < count {
        let left = count - done;
        let (width, height) = match at.x {
            0 if left >= row => (row, left / row),
            x => (left.min(row.saturating_sub(x).max(1)), 1),
        };
        parts.push((at, [width, height], done));
        done += width * height;
        at = Start { x: if at.x + width >= row { 0 } else { at.x + width }, y: at.y + height, z: at.z };
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{Start, sequence};

    fn split(row: u64, x: u64, y: u64, count: u64) -> Vec<(u64, u64, u64, u64, u64)> {
        let parts = sequence(row, Start { x, y, z: 0 }, count);
        parts.into_iter().map(|(at, [width, height], offset)| (at.x, at.y, width, height, offset)).collect()
    }

    #[test]
    fn a_sequence_is_a_rest_of_a_row_then_rows_then_a_beginning() {
        assert_eq!(split(16, 0, 0, 64), [(0, 0, 16, 4, 0)]);
        assert_eq!(split(16, 4, 1, 50), [(4, 1, 12, 1, 0), (0, 2, 16, 2, 12), (0, 4, 6, 1, 44)]);
        assert_eq!(split(16, 4, 0, 5), [(4, 0, 5, 1, 0)]);
        assert_eq!(split(16, 0, 3, 0), []);
    }
}
