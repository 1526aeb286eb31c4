//! Managed memory: advice, prefetching, and questions about both. Semantics: `hip::memory::advice`.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use super::convert::Address;
use super::guard::hip_api;
use super::types::{hipMemLocation, hipMemRangeAttribute, hipMemoryAdvise, hipStream_t};
use crate::hip::error::{HipError, HipResult};
use crate::hip::memory::advice::{self, Advice, Attribute};
use crate::hip::stream::Stream;

/// A location as `hipMemLocation` has it: hipMemLocationTypeDevice (1) or some host (2 and above).
pub(super) fn location(place: hipMemLocation) -> HipResult<c_int> {
    match place.type_ {
        1 => Ok(place.id),
        2..=4 => Ok(advice::CPU),
        other => Err(HipError::InvalidValue.because(format_args!("a location of type {other}"))),
    }
}

/// Writes one attribute of a range.
///
/// # Safety
/// `data` is null or has `room` bytes.
unsafe fn write_attribute(data: *mut c_void, room: usize, number: u32, address: Address, size: usize) -> HipResult {
    if data.is_null() {
        return Err(HipError::InvalidValue.because("no place for the attribute"));
    }
    let answer = advice::attribute(Attribute::from_code(number)?, room, address.0, size as u64)?;
    // SAFETY: the answer has no more than `room` bytes, for which the caller vouches.
    unsafe { std::ptr::copy_nonoverlapping(answer.as_ptr().cast::<u8>(), data.cast(), answer.len() * 4) };
    Ok(())
}

hip_api! {
    /// Remembers where managed memory is wanted; it does not move. hipErrorInvalidValue: no managed range; hipErrorInvalidDevice.
    fn hipMemPrefetchAsync(address: *const c_void, size: usize, device: c_int, stream: hipStream_t) =>
        |address: Address, size: usize, device: i32, _stream: Arc<Stream>|
            advice::prefetch(address.0, size as u64, device);

    /// The same.
    fn hipMemPrefetchAsync_v2(
        address: *const c_void, size: usize, place: hipMemLocation, flags: c_uint, stream: hipStream_t,
    ) => |address: Address, size: usize, place: hipMemLocation, _flags: u32, _stream: Arc<Stream>|
        advice::prefetch(address.0, size as u64, location(place)?);

    /// Remembers advice. hipErrorInvalidValue: no such advice, no managed range; hipErrorInvalidDevice.
    fn hipMemAdvise(address: *const c_void, size: usize, advice: hipMemoryAdvise, device: c_int) =>
        |address: Address, size: usize, advice: u32, device: i32|
            advice::advise(address.0, size as u64, Advice::from_code(advice)?, device);

    /// The same.
    fn hipMemAdvise_v2(address: *const c_void, size: usize, advice: hipMemoryAdvise, place: hipMemLocation) =>
        |address: Address, size: usize, advice: u32, place: hipMemLocation|
            advice::advise(address.0, size as u64, Advice::from_code(advice)?, location(place)?);

    /// What was advised for a range. hipErrorInvalidValue: not managed, or no data of the attribute's size.
    fn hipMemRangeGetAttribute(
        data: *mut c_void, data_size: usize, number: hipMemRangeAttribute, address: *const c_void, size: usize,
    ) => |data: *mut c_void, data_size: usize, number: u32, address: Address, size: usize| {
        // SAFETY: HIP's contract: `data` has `data_size` bytes.
        unsafe { write_attribute(data, data_size, number, address, size) }
    };

    /// Several attributes of a range.
    fn hipMemRangeGetAttributes(
        data: *mut *mut c_void, data_sizes: *mut usize, numbers: *mut hipMemRangeAttribute, count: usize,
        address: *const c_void, size: usize,
    ) => |data: *mut *mut c_void, data_sizes: *mut usize, numbers: *mut u32, count: usize, address: Address, size: usize| {
        if count == 0 || data.is_null() || data_sizes.is_null() || numbers.is_null() {
            return Err(HipError::InvalidValue.because("no attributes are asked for"));
        }
        for index in 0..count {
            // SAFETY: HIP's contract: the three arrays have `count` entries, each place has the size named for it.
            unsafe {
                let (place, room) = (data.add(index).read(), data_sizes.add(index).read());
                write_attribute(place, room, numbers.add(index).read(), address, size)?;
            }
        }
        Ok(())
    };
}
