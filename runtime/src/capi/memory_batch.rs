//! Many copies, prefetches or discards by one call, and copies of slices between devices. Semantics: `hip::memory::{copy, pitched, advice}`.

use std::ffi::{c_int, c_ulonglong, c_void};
use std::sync::Arc;

use super::convert::{In, MaybeOut};
use super::guard::hip_api;
use super::managed::location;
use super::memory_args::{LATER, NOW, legacy, runtime_3d};
use super::types::{
    hipArray_t, hipDeviceptr_t, hipMemLocation, hipMemcpy3DBatchOp, hipMemcpy3DOperand, hipMemcpy3DParms,
    hipMemcpy3DPeerParms, hipMemcpyAttributes, hipPitchedPtr, hipPos, hipStream_t,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::image::array::Array;
use crate::hip::memory::copy::{CopyKind, copy};
use crate::hip::memory::{advice, pitched};
use crate::hip::runtime;
use crate::hip::stream::{self, Stream, StreamRef};

/// `hipMemcpyDefault`.
const ANY_DIRECTION: u32 = 4;
/// `hipMemcpySrcAccessOrderDuringApiCall`.
const DURING_CALL: u32 = 2;
/// `failIdx` where no entry is to blame.
const NO_ENTRY: usize = usize::MAX;

fn refused(why: impl std::fmt::Display) -> HipError {
    HipError::InvalidValue.because(why)
}

/// `count` entries of a list. hip-tests: hipErrorInvalidValue for null and for none.
///
/// # Safety
/// The list is null or has `count` entries.
unsafe fn list<T: Copy>(list: *const T, count: usize) -> HipResult<Vec<T>> {
    if list.is_null() || count == 0 || count > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(refused(format_args!("a list of {count} entries at {list:?}")));
    }
    // SAFETY: the caller's guarantee; the list is not null.
    Ok((0..count).map(|index| unsafe { list.add(index).read_unaligned() }).collect())
}

/// Which of `few` entries counts for each of `count` operations: entry k from index `starts[k]` up to the next one's. HIP: "The first entry
/// in attrsIdxs must always be 0. Also, each entry must be greater than the previous entry and the last entry should be less than count."
fn spread(starts: &[usize], few: usize, count: usize) -> HipResult<Vec<usize>> {
    let ascends = starts.windows(2).all(|pair| pair[0] < pair[1]);
    if starts.len() != few || starts.first() != Some(&0) || !ascends || starts.last().is_none_or(|&last| last >= count)
    {
        return Err(refused(format_args!("indices {starts:?} for {count} operations")));
    }
    Ok((0..count).map(|index| starts.partition_point(|&start| start <= index) - 1).collect())
}

/// HIP's flags of a copy: hints. AMD's own, which swap sides or read addresses from memory, are missing.
fn check_flags(flags: u32) -> HipResult {
    const PREFER_OVERLAP: u32 = 1;
    const PREFER_ENGINE: u32 = 0x100;
    const CHANGES_MEANING: u32 = 0xe00;
    match flags {
        flags if flags & CHANGES_MEANING != 0 => {
            Err(HipError::NotSupported.because(format_args!("copy flags {flags:#x}: swaps and indirect addresses")))
        }
        flags if flags & !(PREFER_OVERLAP | PREFER_ENGINE) != 0 => Err(refused(format_args!("copy flags {flags:#x}"))),
        _ => Ok(()),
    }
}

fn check_order(order: u32) -> HipResult {
    if (1..=3).contains(&order) { Ok(()) } else { Err(refused(format_args!("source access order {order}"))) }
}

/// Does `each` for every index; on an error stores which, and all that were done before stay done.
fn in_order(failed: MaybeOut<usize>, count: usize, each: impl Fn(usize) -> HipResult) -> HipResult {
    for index in 0..count {
        if let Err(error) = each(index) {
            failed.set(index);
            return Err(error);
        }
    }
    failed.set(NO_ENTRY);
    Ok(())
}

/// The orders in which the sources of `count` copies are read: streams' where there are no attributes.
fn orders(attributes: Option<(&[hipMemcpyAttributes], &[usize])>, count: usize) -> HipResult<Vec<u32>> {
    let Some((attributes, starts)) = attributes else { return Ok(vec![1; count]) };
    for attribute in attributes {
        check_flags(attribute.flags)?;
        check_order(attribute.srcAccessOrder)?;
    }
    let spread = spread(starts, attributes.len(), count)?;
    Ok(spread.into_iter().map(|entry| attributes[entry].srcAccessOrder).collect())
}

/// The array of an operand, its place there, or memory whose rows have `rowLength` elements (0: the extent's width).
fn operand(
    side: &hipMemcpy3DOperand,
    texel: usize,
    extent: [usize; 2],
) -> HipResult<(hipArray_t, hipPos, hipPitchedPtr)> {
    let [first, second, third, fourth] = side.op;
    let none = hipPitchedPtr { ptr: std::ptr::null_mut(), pitch: 0, xsize: 0, ysize: 0 };
    match side.type_ {
        1 => {
            let row = if second == 0 { extent[0] } else { second };
            let rows = if third == 0 { extent[1] } else { third };
            let pitch = row.checked_mul(texel).ok_or_else(|| refused("a row beyond the address space"))?;
            let memory = hipPitchedPtr { ptr: first as *mut c_void, pitch, xsize: row, ysize: rows };
            Ok((hipArray_t(std::ptr::null_mut()), hipPos { x: 0, y: 0, z: 0 }, memory))
        }
        2 => Ok((hipArray_t(first as *mut c_void), hipPos { x: second, y: third, z: fourth }, none)),
        other => Err(refused(format_args!("an operand of type {other}"))),
    }
}

/// One operation of `hipMemcpy3DBatchAsync`.
fn copy_3d(stream: &Arc<Stream>, operation: &hipMemcpy3DBatchOp) -> HipResult {
    check_flags(operation.flags)?;
    check_order(operation.srcAccessOrder)?;
    let array_of =
        |side: &hipMemcpy3DOperand| (side.type_ == 2).then(|| runtime::find::<Array>(Id::from_raw(side.op[0] as u64)));
    let array = array_of(&operation.dst).or_else(|| array_of(&operation.src)).transpose()?;
    let texel = array.map_or(1, |array| array.desc.format.bytes()) as usize;
    let extent = [operation.extent.width, operation.extent.height];
    let (to, from) = (operand(&operation.dst, texel, extent)?, operand(&operation.src, texel, extent)?);
    let parameters = hipMemcpy3DParms {
        srcArray: from.0,
        srcPos: from.1,
        srcPtr: from.2,
        dstArray: to.0,
        dstPos: to.1,
        dstPtr: to.2,
        extent: operation.extent,
        kind: ANY_DIRECTION,
    };
    let (to, from, extent, kind) = runtime_3d(&parameters)?;
    pitched::copy(stream, to, from, extent, kind, LATER)?;
    if operation.srcAccessOrder == DURING_CALL { stream.finish() } else { Ok(()) }
}

/// `hipMemcpy3DPeer`'s parameters in `hipMemcpy3D`'s words. HIP: hipErrorInvalidDevice.
fn peer_3d(p: &hipMemcpy3DPeerParms) -> HipResult<hipMemcpy3DParms> {
    runtime::device(p.srcDevice)?;
    runtime::device(p.dstDevice)?;
    let hipMemcpy3DPeerParms { srcArray, srcPos, srcPtr, dstArray, dstPos, dstPtr, extent, .. } = *p;
    Ok(hipMemcpy3DParms { srcArray, srcPos, srcPtr, dstArray, dstPos, dstPtr, extent, kind: ANY_DIRECTION })
}

/// The ranges of a batch of hints, checked as far as all have in common. hip-tests: hipErrorInvalidValue for null, for no ranges, for
/// flags, for the null stream, and for a range that is null or empty.
///
/// # Safety
/// Both lists are null or have `count` entries.
unsafe fn ranges(
    addresses: *const *mut c_void,
    sizes: *const usize,
    count: usize,
    flags: u64,
    stream: StreamRef,
) -> HipResult<Vec<(u64, u64)>> {
    if flags != 0 || stream == StreamRef::Legacy {
        return Err(refused(format_args!("flags {flags:#x}, or the null stream")));
    }
    stream::resolve(stream)?;
    // SAFETY: the caller's guarantee.
    let (addresses, sizes) = unsafe { (list(addresses, count)?, list(sizes, count)?) };
    let ranges: Vec<_> = addresses.iter().zip(sizes).map(|(&address, size)| (address as u64, size as u64)).collect();
    match ranges.iter().find(|&&(address, size)| address == 0 || size == 0) {
        Some((address, size)) => Err(refused(format_args!("{size} bytes at {address:#x}"))),
        None => Ok(ranges),
    }
}

/// Where each range is to go.
///
/// # Safety
/// Both lists are null or have `few` entries.
unsafe fn targets(
    places: *const hipMemLocation,
    starts: *const usize,
    few: usize,
    count: usize,
) -> HipResult<Vec<c_int>> {
    // SAFETY: the caller's guarantee.
    let (places, starts) = unsafe { (list(places, few)?, list(starts, few)?) };
    // hip-tests: "Negative location.id" is hipErrorInvalidValue here.
    if let Some(place) = places.iter().find(|place| place.type_ == 1 && place.id < 0) {
        return Err(refused(format_args!("device {}", place.id)));
    }
    let places = places.into_iter().map(location).collect::<HipResult<Vec<_>>>()?;
    Ok(spread(&starts, few, count)?.into_iter().map(|entry| places[entry]).collect())
}

fn discard(ranges: &[(u64, u64)]) -> HipResult {
    ranges.iter().try_for_each(|&(address, size)| advice::discard(address, size))
}

fn prefetch(ranges: &[(u64, u64)], targets: &[c_int]) -> HipResult {
    // All are looked at before one is changed. hip-tests: the program's own memory is hipErrorInvalidValue here, where
    // hipDeviceAttributePageableMemoryAccess is 0.
    discard(ranges).map_err(|error| match error {
        HipError::NotSupported => HipError::InvalidValue,
        other => other,
    })?;
    ranges.iter().zip(targets).try_for_each(|(&(address, size), &place)| advice::prefetch(address, size, place))
}

hip_api! {
    /// Copies each source to its destination; attributes are hints, but for when sources are read. hipErrorInvalidValue: null lists, no
    /// copies, wrong indices, orders or flags, and what `hipMemcpyAsync` refuses: then `failed` says which; hipErrorNotSupported: AMD's
    /// flags for swaps and indirect addresses.
    fn hipMemcpyBatchAsync(
        to: *mut *mut c_void, from: *mut *mut c_void, sizes: *mut usize, count: usize, attributes: *mut hipMemcpyAttributes,
        starts: *mut usize, few: usize, failed: *mut usize, stream: hipStream_t,
    ) => |to: *mut *mut c_void, from: *mut *mut c_void, sizes: *mut usize, count: usize, attributes: *mut hipMemcpyAttributes,
          starts: *mut usize, few: usize, failed: MaybeOut<usize>, stream: Arc<Stream>| {
        // SAFETY: HIP's contract: `count` entries each.
        let (to, from, sizes) = unsafe { (list(to, count)?, list(from, count)?, list(sizes, count)?) };
        let orders = if few == 0 {
            orders(None, count)?
        } else {
            // SAFETY: HIP's contract: `few` entries each.
            let (attributes, starts) = unsafe { (list(attributes, few)?, list(starts, few)?) };
            orders(Some((&attributes, &starts)), count)?
        };
        in_order(failed, count, |index| {
            let (to, from, size) = (to[index] as u64, from[index] as u64, sizes[index] as u64);
            // hip-tests, of 2026: "Zero size first copy".
            if size == 0 {
                return Err(refused("a copy of no bytes"));
            }
            copy(&stream, to, from, size, CopyKind::Default, LATER)?;
            if orders[index] == DURING_CALL { stream.finish() } else { Ok(()) }
        })
    };

    /// Copies slices of rows, between arrays and memory. hipErrorInvalidValue: no operations, null, flags, and what `hipMemcpy3DAsync`
    /// refuses: then `failed` says which.
    fn hipMemcpy3DBatchAsync(
        count: usize, operations: *mut hipMemcpy3DBatchOp, failed: *mut usize, flags: c_ulonglong, stream: hipStream_t,
    ) => |count: usize, operations: *mut hipMemcpy3DBatchOp, failed: MaybeOut<usize>, flags: u64, stream: Arc<Stream>| {
        if flags != 0 {
            return Err(refused(format_args!("flags {flags:#x}")));
        }
        // SAFETY: HIP's contract: `count` entries.
        let operations = unsafe { list(operations, count) }?;
        in_order(failed, count, |index| copy_3d(&stream, &operations[index]))
    };

    /// Copies slices of rows between two devices. hipErrorInvalidDevice; else as `hipMemcpy3D`.
    fn hipMemcpy3DPeer(parameters: *const hipMemcpy3DPeerParms) => |parameters: In<hipMemcpy3DPeerParms>| {
        let (to, from, extent, kind) = runtime_3d(&peer_3d(&parameters.0)?)?;
        let stream = legacy()?;
        pitched::copy(&stream, to, from, extent, kind, NOW)?;
        stream.synchronize()
    };

    /// The same in stream order.
    fn hipMemcpy3DPeerAsync(parameters: *const hipMemcpy3DPeerParms, stream: hipStream_t) =>
        |parameters: In<hipMemcpy3DPeerParms>, stream: Arc<Stream>| {
            let (to, from, extent, kind) = runtime_3d(&peer_3d(&parameters.0)?)?;
            pitched::copy(&stream, to, from, extent, kind, LATER)
        };

    /// Remembers where ranges of managed memory are wanted; they do not move. hipErrorInvalidValue: null lists, no ranges, flags, the null
    /// stream, no managed range, wrong indices; hipErrorInvalidDevice.
    fn hipMemPrefetchBatchAsync(
        addresses: *mut *mut c_void, sizes: *mut usize, count: usize, places: *mut hipMemLocation, starts: *mut usize, few: usize,
        flags: c_ulonglong, stream: hipStream_t,
    ) => |addresses: *mut *mut c_void, sizes: *mut usize, count: usize, places: *mut hipMemLocation, starts: *mut usize, few: usize,
          flags: u64, stream: StreamRef| {
        // SAFETY: HIP's contract: `count` and `few` entries.
        let (ranges, targets) = unsafe { (ranges(addresses, sizes, count, flags, stream)?, targets(places, starts, few, count)?) };
        prefetch(&ranges, &targets)
    };

    /// The values of managed ranges need not be kept: accepted, without effect. Errors as `hipMemPrefetchBatchAsync`.
    fn hipMemDiscardBatchAsync(
        addresses: *mut *mut c_void, sizes: *mut usize, count: usize, flags: c_ulonglong, stream: hipStream_t,
    ) => |addresses: *mut *mut c_void, sizes: *mut usize, count: usize, flags: u64, stream: StreamRef|
        // SAFETY: HIP's contract: `count` entries.
        discard(&unsafe { ranges(addresses, sizes, count, flags, stream) }?);

    /// The same in the driver API.
    fn hipDrvMemDiscardBatchAsync(
        addresses: *mut hipDeviceptr_t, sizes: *mut usize, count: usize, flags: c_ulonglong, stream: hipStream_t,
    ) => |addresses: *mut hipDeviceptr_t, sizes: *mut usize, count: usize, flags: u64, stream: StreamRef|
        // SAFETY: HIP's contract: `count` entries.
        discard(&unsafe { ranges(addresses, sizes, count, flags, stream) }?);

    /// Both.
    fn hipMemDiscardAndPrefetchBatchAsync(
        addresses: *mut *mut c_void, sizes: *mut usize, count: usize, places: *mut hipMemLocation, starts: *mut usize, few: usize,
        flags: c_ulonglong, stream: hipStream_t,
    ) => |addresses: *mut *mut c_void, sizes: *mut usize, count: usize, places: *mut hipMemLocation, starts: *mut usize, few: usize,
          flags: u64, stream: StreamRef| {
        // SAFETY: HIP's contract: `count` and `few` entries.
        let (ranges, targets) = unsafe { (ranges(addresses, sizes, count, flags, stream)?, targets(places, starts, few, count)?) };
        prefetch(&ranges, &targets)
    };

    /// Both, in the driver API.
    fn hipDrvMemDiscardAndPrefetchBatchAsync(
        addresses: *mut hipDeviceptr_t, sizes: *mut usize, count: usize, places: *mut hipMemLocation, starts: *mut usize, few: usize,
        flags: c_ulonglong, stream: hipStream_t,
    ) => |addresses: *mut hipDeviceptr_t, sizes: *mut usize, count: usize, places: *mut hipMemLocation, starts: *mut usize, few: usize,
          flags: u64, stream: StreamRef| {
        // SAFETY: HIP's contract: `count` and `few` entries.
        let (ranges, targets) = unsafe { (ranges(addresses, sizes, count, flags, stream)?, targets(places, starts, few, count)?) };
        prefetch(&ranges, &targets)
    };
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn an_entry_counts_from_its_index_to_the_next() {
        assert_eq!(spread(&[0, 2], 2, 4), Ok(vec![0, 0, 1, 1]));
        assert_eq!(spread(&[0], 1, 3), Ok(vec![0; 3]));
        for wrong in [&[1, 2][..], &[0, 0], &[0, 4], &[0]] {
            assert!(spread(wrong, 2, 4).is_err(), "{wrong:?}");
        }
    }
}
