//! Writes what is known of a pointer in C's types. Used by `memory.rs`.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::atomic::Ordering;

use super::convert::pointer;
use super::pool;
use super::types::{hipMemPool_t, hipPointerAttribute_t};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::image::array::Array;
use crate::hip::memory::pointer::{self as question, MemoryType};
use crate::hip::runtime;

/// `HIP_POINTER_ATTRIBUTE_MEMORY_TYPE`, the only one that arrays have.
const MEMORY_TYPE: u32 = 2;
/// `hipMemoryTypeArray`.
const ARRAY: u32 = 10;

/// `hipPointerGetAttributes`' answer.
pub(super) fn attributes(address: u64) -> HipResult<hipPointerAttribute_t> {
    let known = question::attributes(address)?;
    Ok(hipPointerAttribute_t {
        type_: known.kind as c_uint,
        device: known.device,
        devicePointer: pointer(known.device_address),
        hostPointer: pointer(known.host_address),
        isManaged: (known.kind == MemoryType::Managed).into(),
        allocationFlags: known.flags,
    })
}

/// Writes one `hipPointer_attribute`. HIP: hipErrorInvalidValue for a foreign pointer, for no place and for no such
/// attribute; hipErrorNotSupported for those that cannot be had.
///
/// # Safety
/// `data` is null or has room for the attribute's type.
pub(super) unsafe fn attribute(data: *mut c_void, number: u32, address: u64) -> HipResult {
    if data.is_null() {
        return Err(HipError::InvalidValue.because("no place for the attribute"));
    }
    if number == MEMORY_TYPE && runtime::find::<Array>(Id::from_raw(address)).is_ok() {
        // SAFETY: the caller made room for the attribute's type.
        unsafe { data.cast::<c_uint>().write_unaligned(ARRAY) };
        return Ok(());
    }
    let known = question::attributes(address)?;
    if known.kind == MemoryType::Unregistered {
        return Err(HipError::InvalidValue.because(format_args!("{address:#x} is not our memory")));
    }
    let allocation = question::allocation(address, HipError::InvalidValue)?;
    // SAFETY: each arm writes the type HIP documents for its attribute, for which the caller made room.
    unsafe {
        match number {
            MEMORY_TYPE => data.cast::<c_uint>().write_unaligned(known.kind as c_uint),
            3 => data.cast::<*mut c_void>().write_unaligned(pointer(known.device_address)),
            4 if known.host_address == 0 => return Err(HipError::InvalidValue.because("the host cannot see it")),
            4 => data.cast::<*mut c_void>().write_unaligned(pointer(known.host_address)),
            6 => data.cast::<bool>().write_unaligned(allocation.sync_memops.load(Ordering::Relaxed)),
            // AMD's runtime writes 32 bits, and its tests make room for no more.
            7 => data.cast::<u32>().write_unaligned(allocation.id),
            8 => data.cast::<bool>().write_unaligned(known.kind == MemoryType::Managed),
            9 => data.cast::<c_int>().write_unaligned(known.device),
            11 => data.cast::<*mut c_void>().write_unaligned(pointer(allocation.base)),
            12 => data.cast::<usize>().write_unaligned(allocation.size as usize),
            13 => data.cast::<bool>().write_unaligned(true),
            // hipMemAccessFlagsProtReadWrite: what kernels may do with all memory but reserved addresses, which are not found.
            16 => data.cast::<c_uint>().write_unaligned(3),
            // Null for memory of no pool.
            17 => {
                let pool =
                    allocation.pool.as_ref().map_or(hipMemPool_t(std::ptr::null_mut()), |pool| pool::handle(pool));
                data.cast::<hipMemPool_t>().write_unaligned(pool);
            }
            1 | 5 | 10 | 14 | 15 => {
                return Err(HipError::NotSupported.because(format_args!("pointer attribute {number}")));
            }
            _ => return Err(HipError::InvalidValue.because(format_args!("pointer attribute {number}"))),
        }
    }
    Ok(())
}
