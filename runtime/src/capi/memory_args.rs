//! What copies and fills share: streams, and the structures that describe 2D and 3D copies. Used by `memory_copy`, `memory_fill`, `array`
//! and `symbol`.

use std::sync::Arc;

use super::types::{HIP_MEMCPY3D, hip_Memcpy2D, hipArray_t, hipMemcpy3DParms, hipPitchedPtr, hipPos};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::image::area::Start;
use crate::hip::image::array::Array;
use crate::hip::memory::copy::{CopyKind, Wait};
use crate::hip::memory::pitched::{Area, Extent};
use crate::hip::runtime;
use crate::hip::stream::{self, Stream, StreamRef};

/// The null stream of HIP's legacy semantics: what synchronous functions use.
pub(super) fn legacy() -> HipResult<Arc<Stream>> {
    stream::resolve(StreamRef::Legacy)
}

/// The function returns when it is done.
pub(super) const NOW: Wait = Wait::Synchronous;
/// The function may return before.
pub(super) const LATER: Wait = Wait::Asynchronous;

type Copy3D = (Area, Area, Extent, CopyKind);

/// `hipMemoryType`'s array value.
const ARRAY: u32 = 10;

/// A side of a 2D copy.
pub(super) fn area_2d(address: u64, pitch: usize) -> Area {
    Area { address, pitch: pitch as u64, slice: 0 }
}

fn array_of(array: hipArray_t) -> HipResult<Arc<Array>> {
    runtime::find(Id::from_raw(array.0 as u64))
}

/// A region of an array. `texel`: bytes of the units that `at.x` counts.
fn array_area(array: &Array, at: hipPos, texel: u64, extent: Extent) -> HipResult<Area> {
    let x = (at.x as u64).checked_mul(texel).ok_or(HipError::InvalidValue)?;
    array.area(Start { x, y: at.y as u64, z: at.z as u64 }, extent)
}

/// A side of `hipMemcpy3DParms`. HIP: hipErrorInvalidValue if position and extent leave a row.
fn runtime_side(memory: &hipPitchedPtr, at: hipPos, extent: Extent) -> HipResult<Area> {
    if memory.ptr.is_null() {
        return Err(HipError::InvalidValue.because("a pointer is null"));
    }
    let (pitch, rows) = (memory.pitch as u64, memory.ysize as u64);
    if pitch < extent.width {
        return Err(
            HipError::InvalidPitchValue.because(format_args!("a pitch of {pitch} for rows of {}", extent.width))
        );
    }
    let outside = |position: usize, length: u64, room: u64| (position as u64).saturating_add(length) > room;
    let many = extent.depth > 1 || at.z > 0;
    if outside(at.x, extent.width, pitch) || (many && outside(at.y, extent.height, rows)) {
        return Err(HipError::InvalidValue.because("position and extent leave the pitched memory"));
    }
    // Without slices the number of rows may be left out.
    let slice = if many { pitch.checked_mul(rows) } else { Some(0) };
    offset(memory.ptr as u64, pitch, slice, at)
}

fn offset(start: u64, pitch: u64, slice: Option<u64>, at: hipPos) -> HipResult<Area> {
    let place = || {
        let slice = slice?;
        let rows = (at.y as u64).checked_mul(pitch)?;
        let slices = (at.z as u64).checked_mul(slice)?;
        let address = start.checked_add(at.x as u64)?.checked_add(rows)?.checked_add(slices)?;
        Some(Area { address, pitch, slice })
    };
    place().ok_or_else(|| HipError::InvalidValue.because("an area beyond the address space"))
}

/// One side of `hipMemcpy3D`: an array if there is one, else pitched memory.
fn side_3d(array: Option<&Arc<Array>>, memory: &hipPitchedPtr, at: hipPos, extent: Extent) -> HipResult<Area> {
    match array {
        Some(array) => array_area(array, at, array.desc.format.bytes(), extent),
        None => runtime_side(memory, at, extent),
    }
}

/// `hipMemcpy3D`'s parameters. HIP: "if an array is participating in the copy, the extent is defined in terms of that
/// array's elements", else in bytes; positions are "in units of each object's elements", bytes for memory.
pub(super) fn runtime_3d(p: &hipMemcpy3DParms) -> HipResult<Copy3D> {
    let array = |array: hipArray_t| if array.0.is_null() { Ok(None) } else { array_of(array).map(Some) };
    let (to, from) = (array(p.dstArray)?, array(p.srcArray)?);
    let both = |array: bool, memory: &hipPitchedPtr| array && !memory.ptr.is_null();
    if both(to.is_some(), &p.dstPtr) || both(from.is_some(), &p.srcPtr) {
        return Err(HipError::InvalidValue.because("a side of the copy is both an array and memory"));
    }
    let kind = CopyKind::from_code(p.kind)?;
    let texel = to.as_ref().or(from.as_ref()).map_or(1, |array| array.desc.format.bytes());
    let [width, height, depth] = [p.extent.width, p.extent.height, p.extent.depth].map(|side| side as u64);
    let width = width.checked_mul(texel).ok_or(HipError::InvalidValue)?;
    let extent = Extent { width, height, depth };
    let to = side_3d(to.as_ref(), &p.dstPtr, p.dstPos, extent)?;
    Ok((to, side_3d(from.as_ref(), &p.srcPtr, p.srcPos, extent)?, extent, kind))
}

/// One side of a driver-API copy, as both structures have it.
struct DriverSide {
    kind: u32,
    host: u64,
    device: u64,
    array: hipArray_t,
    pitch: u64,
    rows: u64,
    at: hipPos,
}

impl DriverSide {
    fn area(&self, extent: Extent) -> HipResult<Area> {
        if self.kind == ARRAY {
            // hip-tests, "srcArray passed nullptr": hipErrorInvalidValue, as for null pointers.
            if self.array.0.is_null() {
                return Err(HipError::InvalidValue.because("the array is null"));
            }
            return array_area(&*array_of(self.array)?, self.at, 1, extent);
        }
        // hipMemoryTypeHost 1, Device 2, Managed 3, Unified 11.
        let start = match self.kind {
            1 => self.host,
            2 | 3 | 11 => self.device,
            other => return Err(HipError::InvalidValue.because(format_args!("memory type {other}"))),
        };
        if start == 0 {
            return Err(HipError::InvalidValue.because("a pointer is null"));
        }
        let pitch = if self.pitch == 0 { extent.width } else { self.pitch };
        if (self.at.x as u64).saturating_add(extent.width) > pitch {
            return Err(HipError::InvalidValue.because("offset and width leave the pitch"));
        }
        let rows = if self.rows == 0 { extent.height } else { self.rows };
        let area = offset(start, pitch, pitch.checked_mul(rows), self.at)?;
        // Device memory and managed memory are allocations of ours, whatever lies behind them.
        if matches!(self.kind, 2 | 3) {
            area.check_inside(start, extent)?;
        }
        Ok(area)
    }
}

fn driver(to: &DriverSide, from: &DriverSide, extent: Extent) -> HipResult<Copy3D> {
    Ok((to.area(extent)?, from.area(extent)?, extent, CopyKind::Default))
}

/// `hipMemcpyParam2D`'s parameters.
pub(super) fn driver_2d(p: &hip_Memcpy2D) -> HipResult<Copy3D> {
    let to = DriverSide {
        kind: p.dstMemoryType,
        host: p.dstHost as u64,
        device: p.dstDevice as u64,
        array: p.dstArray,
        pitch: p.dstPitch as u64,
        rows: 0,
        at: hipPos { x: p.dstXInBytes, y: p.dstY, z: 0 },
    };
    let from = DriverSide {
        kind: p.srcMemoryType,
        host: p.srcHost as u64,
        device: p.srcDevice as u64,
        array: p.srcArray,
        pitch: p.srcPitch as u64,
        rows: 0,
        at: hipPos { x: p.srcXInBytes, y: p.srcY, z: 0 },
    };
    driver(&to, &from, Extent { width: p.WidthInBytes as u64, height: p.Height as u64, depth: 1 })
}

/// `hipDrvMemcpy3D`'s parameters.
pub(super) fn driver_3d(p: &HIP_MEMCPY3D) -> HipResult<Copy3D> {
    let to = DriverSide {
        kind: p.dstMemoryType,
        host: p.dstHost as u64,
        device: p.dstDevice as u64,
        array: p.dstArray,
        pitch: p.dstPitch as u64,
        rows: p.dstHeight as u64,
        at: hipPos { x: p.dstXInBytes, y: p.dstY, z: p.dstZ },
    };
    let from = DriverSide {
        kind: p.srcMemoryType,
        host: p.srcHost as u64,
        device: p.srcDevice as u64,
        array: p.srcArray,
        pitch: p.srcPitch as u64,
        rows: p.srcHeight as u64,
        at: hipPos { x: p.srcXInBytes, y: p.srcY, z: p.srcZ },
    };
    driver(&to, &from, Extent { width: p.WidthInBytes as u64, height: p.Height as u64, depth: p.Depth as u64 })
}
