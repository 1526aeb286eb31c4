//! Memory in rows: 2D and 3D allocations and copies.
//!
//! A 3D copy is a 2D copy per slice, or one for all slices where they follow each other without a gap. Rows of pageable memory are
//! packed into (or unpacked from) staging memory, piece by piece, so that the host works while the device does; so is what goes from one
//! device to another.

use std::collections::VecDeque;
use std::sync::Arc;

use super::copy::{CopyKind, Prepared, Side, Wait, check_kind, plain, worker};
use super::raw::HostRange;
use super::synchronisation::{copy_waits, finish};
use super::{Allocation, Kind, allocate, elsewhere, fill, find, on_device};
use crate::hip::capturing;
use crate::hip::error::{HipError, HipResult};
use crate::hip::runtime;
use crate::hip::stream::Stream;
use crate::vk;

/// Rows of pitched allocations start at multiples of this many bytes.
const PITCH_ALIGNMENT: u64 = 256;
/// `hipDeviceAttributeMaxPitch`.
const MAX_PITCH: u64 = i32::MAX as u64;

/// Bytes that are packed at a time, and how many such pieces are on their way.
const PIECE: u64 = 2 << 20;
const PIECES: usize = 4;

/// One side of a 2D or 3D copy. All in bytes or rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// The first byte to copy.
    pub address: u64,
    /// Bytes from row to row.
    pub pitch: u64,
    /// Bytes from slice to slice; only read for more than one.
    pub slice: u64,
}

/// How much to copy: bytes, rows, slices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Bytes of a row.
    pub width: u64,
    /// Rows.
    pub height: u64,
    /// Slices.
    pub depth: u64,
}

/// A copy of an area as something to be done again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AreaCopy {
    /// Where to.
    pub to: Area,
    /// Where from.
    pub from: Area,
    /// How much.
    pub extent: Extent,
    /// As the program named it.
    pub kind: CopyKind,
}

impl AreaCopy {
    /// Checks it as the call would.
    pub fn check(&self) -> HipResult {
        check(self.to, self.from, self.extent, self.kind)
    }

    /// Where each part begins and what it is, if each time the same commands copy: between places of plain memory of a device.
    pub fn repeatable(&self, device: usize) -> Option<Vec<RowsCopy>> {
        let Extent { width, height, depth } = self.extent;
        self.check().ok()?;
        let dense = |side: Area| side.pitch.checked_mul(height) == Some(side.slice);
        let (slices, rows) = match depth > 1 && dense(self.to) && dense(self.from) {
            true => (1, height.checked_mul(depth)?),
            false => (depth, height),
        };
        let shape = vk::Rows { width, rows, to_pitch: self.to.pitch, from_pitch: self.from.pitch };
        let part = |slice: u64| {
            let place = |area: Area| {
                let area = area.slice_at(slice).ok()?;
                plain(area.address, fill::extent(width, area.pitch, rows).ok()?, device)
            };
            Some(RowsCopy { to: place(self.to)?, from: place(self.from)?, shape })
        };
        if width == 0 || rows == 0 { None } else { (0..slices).map(part).collect() }
    }

    /// Copies. What it finds in pageable memory then is what counts.
    pub fn run(&self, stream: &Arc<Stream>, wait: Wait) -> HipResult {
        copy(stream, self.to, self.from, self.extent, self.kind, wait)
    }

    /// The copy between what is at its addresses now.
    pub fn prepare(&self) -> HipResult<Prepared> {
        self.check()?;
        let parts = parts(self.to, self.from, self.extent)?.map(|part| part?.sides(self.kind));
        let parts: Vec<(Side, Side, vk::Rows)> = parts.collect::<HipResult<_>>()?;
        Ok(Box::new(move |stream| {
            parts.iter().try_for_each(|(to, from, shape)| copy_sides(stream, to, from, *shape, Wait::Asynchronous))
        }))
    }
}

/// A part of a copy, within a device.
#[derive(Debug)]
pub struct RowsCopy {
    /// Where to.
    pub to: (Arc<Allocation>, u64),
    /// Where from.
    pub from: (Arc<Allocation>, u64),
    /// How much.
    pub shape: vk::Rows,
}

/// `hipMallocPitch` and `hipMalloc3D` on the current device: address and pitch. HIP: no memory for an empty extent.
pub fn malloc(width: u64, height: u64, depth: u64) -> HipResult<(u64, u64)> {
    capturing::forbid("hipMallocPitch")?;
    let device = runtime::current_device()?;
    let too_large = || HipError::OutOfMemory.because(format_args!("{width} x {height} x {depth} bytes"));
    let pitch = width.checked_next_multiple_of(PITCH_ALIGNMENT).ok_or_else(too_large)?;
    let size = pitch.checked_mul(height).and_then(|slice| slice.checked_mul(depth)).ok_or_else(too_large)?;
    if size == 0 {
        return Ok((0, pitch));
    }
    Ok((allocate(device, size, Kind::Device, 0)?.base, pitch))
}

/// Copies an area. HIP: hipErrorInvalidPitchValue for a pitch smaller than the width, hipErrorInvalidValue for one above
/// the device's maximum. Empty extents are no copy.
pub fn copy(stream: &Arc<Stream>, to: Area, from: Area, extent: Extent, kind: CopyKind, wait: Wait) -> HipResult {
    let Extent { width, height, depth } = extent;
    if width == 0 || height == 0 || depth == 0 {
        return Ok(());
    }
    if wait == Wait::Synchronous {
        stream.forbid_now("a copy")?;
    }
    check(to, from, extent, kind)?;
    if let Some(capture) = stream.capture() {
        return capture.add(stream.number, AreaCopy { to, from, extent, kind });
    }
    for part in parts(to, from, extent)? {
        let (to, from, shape) = part?.sides(kind)?;
        copy_sides(stream, &to, &from, shape, wait)?;
    }
    Ok(())
}

/// Rows that are copied at once.
struct Part {
    to: Area,
    from: Area,
    width: u64,
    rows: u64,
}

impl Part {
    /// What is there, checked.
    fn sides(&self, kind: CopyKind) -> HipResult<(Side, Side, vk::Rows)> {
        let Part { to, from, width, rows } = *self;
        let (to_side, from_side) = (to.side(width, rows)?, from.side(width, rows)?);
        check_kind(&to_side, &from_side, kind)?;
        Ok((to_side, from_side, vk::Rows { width, rows, to_pitch: to.pitch, from_pitch: from.pitch }))
    }
}

/// The slices, or all as one where they follow each other without a gap; none of an empty extent.
fn parts(to: Area, from: Area, extent: Extent) -> HipResult<impl Iterator<Item = HipResult<Part>>> {
    let Extent { width, height, depth } = extent;
    let dense = |side: Area| side.pitch.checked_mul(height) == Some(side.slice);
    let (slices, rows) = match (width, height, depth) {
        (0, ..) | (_, 0, _) => (0, 0),
        (_, _, 2..) if dense(to) && dense(from) => (1, height.checked_mul(depth).ok_or(HipError::InvalidValue)?),
        _ => (depth, height),
    };
    Ok((0..slices).map(move |slice| Ok(Part { to: to.slice_at(slice)?, from: from.slice_at(slice)?, width, rows })))
}

/// Checks everything before anything is copied: a failing call leaves memory as it was.
fn check(to: Area, from: Area, Extent { width, height, depth }: Extent, kind: CopyKind) -> HipResult {
    if width == 0 || height == 0 || depth == 0 {
        return Ok(());
    }
    for side in [to, from] {
        if height > 1 && side.pitch < width {
            return Err(HipError::InvalidPitchValue
                .because(format_args!("a pitch of {} bytes for rows of {width}", side.pitch)));
        }
        if side.pitch > MAX_PITCH {
            return Err(HipError::InvalidValue.because(format_args!("a pitch of {} bytes", side.pitch)));
        }
    }
    for slice in [0, depth - 1] {
        let (to, from) = (to.slice_at(slice)?, from.slice_at(slice)?);
        check_kind(&to.side(width, height)?, &from.side(width, height)?, kind)?;
    }
    Ok(())
}

impl Area {
    fn slice_at(self, index: u64) -> HipResult<Area> {
        let offset = index.checked_mul(self.slice).and_then(|offset| self.address.checked_add(offset));
        let address = offset.ok_or_else(|| HipError::InvalidValue.because("an area beyond the address space"))?;
        Ok(Area { address, ..self })
    }

    /// The area lies in the allocation of `start`, before or behind it. HIP: hipErrorInvalidValue otherwise.
    pub fn check_inside(self, start: u64, Extent { width, height, depth }: Extent) -> HipResult {
        if width == 0 || height == 0 || depth == 0 {
            return Ok(());
        }
        let outside =
            || HipError::InvalidValue.because(format_args!("{start:#x}: not device memory, or not all of the area"));
        let (allocation, offset) = find(start).ok_or_else(outside)?;
        let last = self.slice_at(depth - 1)?.address;
        let end = last
            .checked_sub(start - offset)
            .and_then(|at| at.checked_add(fill::extent(width, self.pitch, height).ok()?));
        if end.is_some_and(|end| end <= allocation.size) { Ok(()) } else { Err(outside()) }
    }

    fn side(self, width: u64, rows: u64) -> HipResult<Side> {
        Side::resolve(self.address, fill::extent(width, self.pitch, rows)?)
    }
}

/// Copies rows between two sides that were checked.
fn copy_sides(stream: &Arc<Stream>, to: &Side, from: &Side, shape: vk::Rows, wait: Wait) -> HipResult {
    if let Some(worker) = worker(stream, to, from, wait) {
        let (to, from) = (to.clone(), from.clone());
        return elsewhere::later(stream, worker, move |own| copy_sides(own, &to, &from, shape, Wait::Synchronous));
    }
    let result = copy_shape(stream, to, from, shape);
    if let Side::Ours(to, _) = to {
        // Whatever became of it.
        to.written(stream, shape.width * shape.rows);
    }
    result.and_then(|()| finish(stream, copy_waits(wait, from.place(), to.place())))
}

fn copy_shape(stream: &Arc<Stream>, to_side: &Side, from_side: &Side, shape: vk::Rows) -> HipResult {
    let vk::Rows { width, rows, .. } = shape;
    match (to_side, from_side) {
        (Side::Pageable(to), Side::Pageable(from)) => {
            stream.catch_up()?;
            for row in 0..rows {
                to.part(row * shape.to_pitch, width).copy_from(from.part(row * shape.from_pitch, width));
            }
            Ok(())
        }
        (Side::Ours(to, offset), Side::Pageable(from)) => put(stream, (to, *offset), *from, shape),
        (Side::Pageable(to), Side::Ours(from, offset)) => fetch(stream, *to, (from, *offset), shape),
        (Side::Ours(to, to_offset), Side::Ours(from, from_offset)) if to.device != from.device => {
            let mut packed = vec![0u8; (width * rows) as usize];
            let between = HostRange::new(packed.as_mut_ptr() as u64, packed.len() as u64);
            fetch(stream, between, (from, *from_offset), vk::Rows { to_pitch: width, ..shape })?;
            put(stream, (to, *to_offset), between, vk::Rows { from_pitch: width, ..shape })
        }
        (Side::Ours(to, to_offset), Side::Ours(from, from_offset)) => {
            let (to_at, from_at) = (to.memory.at(*to_offset), from.memory.at(*from_offset));
            on_device(stream, to.device, |stream, device| {
                stream.record(|vk| device.builtins.copy_rows(vk, to_at, from_at, &shape))
            })
        }
    }
}

/// The rows in pieces that take turns in staging memory: the first of each, and how many.
fn pieces(shape: vk::Rows) -> impl Iterator<Item = (u64, u64)> {
    let most = (PIECE / shape.width).max(1);
    (0..shape.rows).step_by(most as usize).map(move |first| (first, most.min(shape.rows - first)))
}

fn seen(by_the_host: bool) -> Result<(), vk::VkError> {
    by_the_host.then_some(()).ok_or(vk::VkError::Invalid("staging memory that the host does not see"))
}

/// Writes rows of the host.
fn put(stream: &Arc<Stream>, (to, offset): (&Arc<Allocation>, u64), from: HostRange, shape: vk::Rows) -> HipResult {
    on_device(stream, to.device, |stream, device| {
        stream.record(|vk| {
            let mut ring = vk::StagingRing::default();
            for (first, rows) in pieces(shape) {
                let staging = ring.next(vk, rows * shape.width)?;
                for row in 0..rows {
                    let line = from.part((first + row) * shape.from_pitch, shape.width);
                    line.read(|bytes| seen(staging.write_host(row * shape.width, bytes)))?;
                }
                let place = to.memory.at(offset + first * shape.to_pitch);
                device.builtins.copy_rows(
                    vk,
                    place,
                    staging.at(0),
                    &vk::Rows { rows, from_pitch: shape.width, ..shape },
                )?;
                ring.used(vk, staging);
                if rows < shape.rows {
                    vk.flush()?;
                }
            }
            Ok(())
        })
    })
}

/// Reads rows into the host's, and waits for them.
fn fetch(stream: &Arc<Stream>, to: HostRange, (from, offset): (&Arc<Allocation>, u64), shape: vk::Rows) -> HipResult {
    let unpack = |(staging, point, first, rows): (Arc<vk::Memory>, vk::Point, u64, u64)| {
        point.wait()?;
        for row in 0..rows {
            let line = to.part((first + row) * shape.to_pitch, shape.width);
            line.write(|bytes| seen(staging.read_into(row * shape.width, bytes)))?;
        }
        Ok(())
    };
    on_device(stream, from.device, |stream, device| {
        stream.record(|vk| {
            let mut pending = VecDeque::new();
            for (first, rows) in pieces(shape) {
                if pending.len() == PIECES {
                    pending.pop_front().map_or(Ok(()), unpack)?;
                }
                let staging = vk.device().allocate(vk::MemoryUse::Host, rows * shape.width)?;
                let place = from.memory.at(offset + first * shape.from_pitch);
                device.builtins.copy_rows(
                    vk,
                    staging.at(0),
                    place,
                    &vk::Rows { rows, to_pitch: shape.width, ..shape },
                )?;
                vk.flush()?;
                pending.push_back((staging, vk.point(), first, rows));
            }
            pending.into_iter().try_for_each(unpack)
        })
    })
}
