//! Memory: allocation, and questions about pointers. Semantics: `hip::memory`.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use super::convert::{Address, MaybeOut, Out, pointer};
use super::guard::hip_api;
use super::pointer_args::{attribute, attributes};
use super::types::{
    hipDeviceptr_t, hipExtent, hipMemLocation, hipMemRangeAttribute, hipMemoryAdvise, hipPitchedPtr,
    hipPointer_attribute, hipPointerAttribute_t, hipStream_t,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::memory::{self, host, pitched, stream_ordered};
use crate::hip::runtime;
use crate::hip::stream::Stream;

/// `hipExtMallocWithFlags`: fine-grained and uncached memory are ordinary memory here; signal memory is 8 bytes.
fn malloc_with_flags(size: usize, flags: u32) -> HipResult<u64> {
    const SIGNAL: u32 = 2;
    match flags {
        SIGNAL if size != 8 => Err(HipError::InvalidValue.because("signal memory has 8 bytes")),
        0 | 1 | SIGNAL | 3 | 4 => memory::malloc(size as u64),
        _ => Err(HipError::InvalidValue.because(format_args!("device memory flags {flags:#x}"))),
    }
}

/// Checks a managed range for `hipMemAdvise` and `hipMemPrefetchAsync`: it is there, and inside its allocation.
fn check_managed(address: u64, size: usize) -> HipResult {
    let allocation = memory::pointer::allocation(address, HipError::InvalidValue)?;
    let inside = size as u64 <= allocation.size.next_multiple_of(4096) - (address - allocation.base);
    if size == 0 || !inside || allocation.kind != memory::Kind::Managed {
        return Err(HipError::InvalidValue.because("not a range of managed memory"));
    }
    Ok(())
}

/// A device's number, or -1 for the CPU. HIP: hipErrorInvalidDevice otherwise.
fn check_location(device: c_int) -> HipResult {
    if device == -1 { Ok(()) } else { runtime::device(device).map(|_| ()) }
}

/// Managed memory stays where it is: a prefetch only checks. It is ordered like any work, which costs nothing.
fn prefetch(address: u64, size: usize, device: c_int) -> HipResult {
    check_managed(address, size)?;
    check_location(device)
}

/// HIP: hipErrorInvalidValue for advice it does not define.
fn advise(address: u64, size: usize, advice: u32, device: c_int) -> HipResult {
    if !matches!(advice, 1..=6 | 100 | 101) {
        return Err(HipError::InvalidValue.because(format_args!("advice {advice}")));
    }
    check_managed(address, size)?;
    check_location(device)
}

/// A location as `hipMemLocation` has it: hipMemLocationTypeDevice (1) or some host (2 and above).
fn location(place: hipMemLocation) -> HipResult<c_int> {
    match place.type_ {
        1 => Ok(place.id),
        2..=4 => Ok(-1),
        other => Err(HipError::InvalidValue.because(format_args!("a location of type {other}"))),
    }
}

hip_api! {
    /// Allocates device memory; 0 bytes give null. hipErrorOutOfMemory; hipErrorInvalidValue: null.
    fn hipMalloc(address: *mut *mut c_void, size: usize) => |out: Out<*mut c_void>, size: usize| {
        out.set(pointer(memory::malloc(size as u64)?))
    };

    /// Allocates device memory with flags.
    fn hipExtMallocWithFlags(address: *mut *mut c_void, size: usize, flags: c_uint) =>
        |out: Out<*mut c_void>, size: usize, flags: u32| out.set(pointer(malloc_with_flags(size, flags)?));

    /// Frees memory of hipMalloc and hipMallocManaged, after the device's work. hipErrorInvalidValue: anything else.
    fn hipFree(address: *mut c_void) => |address: Address| memory::free(address.0);

    /// Allocates in stream order.
    fn hipMallocAsync(address: *mut *mut c_void, size: usize, stream: hipStream_t) =>
        |out: Out<*mut c_void>, size: usize, stream: Arc<Stream>|
            out.set(pointer(stream_ordered::malloc(&stream, size as u64)?));

    /// Frees in stream order. hipErrorInvalidValue: null or not an allocation.
    fn hipFreeAsync(address: *mut c_void, stream: hipStream_t) => |address: Address, stream: Arc<Stream>| {
        stream_ordered::free(&stream, address.0)
    };

    /// Allocates rows, and tells their pitch.
    fn hipMallocPitch(address: *mut *mut c_void, pitch: *mut usize, width: usize, height: usize) =>
        |out: Out<*mut c_void>, pitch: Out<usize>, width: usize, height: usize| {
            let (address, bytes) = pitched::malloc(width as u64, height as u64, 1)?;
            pitch.set(bytes as usize)?;
            out.set(pointer(address))
        };

    /// The same in the driver API. hipErrorInvalidValue: no width or height, or elements of another size than 4, 8, 16.
    fn hipMemAllocPitch(
        address: *mut hipDeviceptr_t, pitch: *mut usize, width: usize, height: usize, element: c_uint,
    ) => |out: Out<*mut c_void>, pitch: Out<usize>, width: usize, height: usize, element: u32| {
        if width == 0 || height == 0 || !matches!(element, 4 | 8 | 16) {
            return Err(HipError::InvalidValue.because(format_args!("{width} x {height} elements of {element} bytes")));
        }
        let (address, bytes) = pitched::malloc(width as u64, height as u64, 1)?;
        pitch.set(bytes as usize)?;
        out.set(pointer(address))
    };

    /// Allocates slices of rows.
    fn hipMalloc3D(pitched_out: *mut hipPitchedPtr, extent: hipExtent) => |out: Out<hipPitchedPtr>, extent: hipExtent| {
        let (address, pitch) = pitched::malloc(extent.width as u64, extent.height as u64, extent.depth as u64)?;
        let (xsize, ysize) = (extent.width, extent.height);
        out.set(hipPitchedPtr { ptr: pointer(address), pitch: pitch as usize, xsize, ysize })
    };

    /// Allocates host memory the device can use. hipErrorInvalidValue: unknown flags.
    fn hipHostMalloc(address: *mut *mut c_void, size: usize, flags: c_uint) =>
        |out: Out<*mut c_void>, size: usize, flags: u32| out.set(pointer(host::malloc(size as u64, flags)?));

    /// Another name of hipHostMalloc.
    fn hipHostAlloc(address: *mut *mut c_void, size: usize, flags: c_uint) =>
        |out: Out<*mut c_void>, size: usize, flags: u32| out.set(pointer(host::malloc(size as u64, flags)?));

    /// Another name of hipHostMalloc.
    fn hipExtHostAlloc(address: *mut *mut c_void, size: usize, flags: c_uint) =>
        |out: Out<*mut c_void>, size: usize, flags: u32| out.set(pointer(host::malloc(size as u64, flags)?));

    /// hipHostMalloc without flags.
    fn hipMallocHost(address: *mut *mut c_void, size: usize) =>
        |out: Out<*mut c_void>, size: usize| out.set(pointer(host::malloc(size as u64, 0)?));

    /// hipHostMalloc without flags.
    fn hipMemAllocHost(address: *mut *mut c_void, size: usize) =>
        |out: Out<*mut c_void>, size: usize| out.set(pointer(host::malloc(size as u64, 0)?));

    /// Frees memory of hipHostMalloc. hipErrorInvalidValue: anything else.
    fn hipHostFree(address: *mut c_void) => |address: Address| host::free(address.0);

    /// Another name of hipHostFree.
    fn hipFreeHost(address: *mut c_void) => |address: Address| host::free(address.0);

    /// Where kernels find host memory. hipErrorInvalidValue: not usable by the device, or flags.
    fn hipHostGetDevicePointer(out_address: *mut *mut c_void, address: *mut c_void, flags: c_uint) =>
        |out: Out<*mut c_void>, address: Address, flags: u32| out.set(pointer(host::device_pointer(address.0, flags)?));

    /// The flags host memory was allocated or registered with.
    fn hipHostGetFlags(flags: *mut c_uint, address: *mut c_void) =>
        |out: Out<u32>, address: Address| out.set(host::flags(address.0)?);

    /// Makes the program's memory usable by the device. hipErrorHostMemoryAlreadyRegistered.
    fn hipHostRegister(address: *mut c_void, size: usize, flags: c_uint) => |address: Address, size: usize, flags: u32| {
        // SAFETY: HIP's contract: the memory stays allocated until hipHostUnregister.
        unsafe { host::register(address.0, size as u64, flags) }
    };

    /// Ends that. hipErrorHostMemoryNotRegistered.
    fn hipHostUnregister(address: *mut c_void) => |address: Address| host::unregister(address.0);

    /// Allocates managed memory. hipErrorInvalidValue: 0 bytes, or flags.
    fn hipMallocManaged(address: *mut *mut c_void, size: usize, flags: c_uint) =>
        |out: Out<*mut c_void>, size: usize, flags: u32| out.set(pointer(host::malloc_managed(size as u64, flags)?));

    /// Checks its arguments: managed memory does not move.
    fn hipMemPrefetchAsync(address: *const c_void, size: usize, device: c_int, stream: hipStream_t) =>
        |address: Address, size: usize, device: i32, _stream: Arc<Stream>| prefetch(address.0, size, device);

    /// Checks its arguments: managed memory does not move.
    fn hipMemPrefetchAsync_v2(
        address: *const c_void, size: usize, place: hipMemLocation, flags: c_uint, stream: hipStream_t,
    ) => |address: Address, size: usize, place: hipMemLocation, _flags: u32, _stream: Arc<Stream>|
        prefetch(address.0, size, location(place)?);

    /// Checks its arguments: managed memory does not move.
    fn hipMemAdvise(address: *const c_void, size: usize, advice: hipMemoryAdvise, device: c_int) =>
        |address: Address, size: usize, advice: u32, device: i32| advise(address.0, size, advice, device);

    /// Checks its arguments: managed memory does not move.
    fn hipMemAdvise_v2(address: *const c_void, size: usize, advice: hipMemoryAdvise, place: hipMemLocation) =>
        |address: Address, size: usize, advice: u32, place: hipMemLocation|
            advise(address.0, size, advice, location(place)?);

    /// hipErrorNotSupported for managed memory: advice is not kept. hipErrorInvalidValue: not managed, or no data.
    fn hipMemRangeGetAttribute(
        data: *mut c_void, data_size: usize, number: hipMemRangeAttribute, address: *const c_void, size: usize,
    ) => |data: Address, data_size: usize, number: u32, address: Address, size: usize| {
        if data.0 == 0 || data_size == 0 || !matches!(number, 1..=4 | 100) {
            return Err(HipError::InvalidValue.because("no place for the attribute, or no such attribute"));
        }
        check_managed(address.0, size)?;
        Err(HipError::NotSupported.because("attributes of managed ranges"))
    };

    /// The allocation an address is in. hipErrorNotFound; hipErrorInvalidValue: null.
    fn hipMemGetAddressRange(base: *mut hipDeviceptr_t, size: *mut usize, address: hipDeviceptr_t) =>
        |base: MaybeOut<*mut c_void>, size: MaybeOut<usize>, address: Address| {
            let allocation = memory::pointer::allocation(address.0, HipError::NotFound)?;
            base.set(pointer(allocation.base));
            size.set(allocation.size as usize);
            Ok(())
        };

    /// What a pointer is; foreign memory has the type hipMemoryTypeUnregistered.
    fn hipPointerGetAttributes(attributes_out: *mut hipPointerAttribute_t, address: *const c_void) =>
        |out: Out<hipPointerAttribute_t>, address: Address| out.set(attributes(address.0)?);

    /// One fact of a pointer. hipErrorInvalidValue: foreign, or no such attribute.
    fn hipPointerGetAttribute(data: *mut c_void, number: hipPointer_attribute, address: hipDeviceptr_t) =>
        |data: *mut c_void, number: u32, address: Address| {
            // SAFETY: HIP's contract: `data` has room for the attribute's type.
            unsafe { attribute(data, number, address.0) }
        };

    /// Several facts of a pointer; what a foreign pointer lacks is zero.
    fn hipDrvPointerGetAttributes(
        count: c_uint, numbers: *mut hipPointer_attribute, data: *mut *mut c_void, address: hipDeviceptr_t,
    ) => |count: u32, numbers: *mut u32, data: *mut *mut c_void, address: Address| {
        if count == 0 || numbers.is_null() || data.is_null() {
            return Err(HipError::InvalidValue.because("no attributes are asked for"));
        }
        for index in 0..count as usize {
            // SAFETY: HIP's contract: both arrays have `count` entries, each place fits its attribute.
            let result = unsafe { attribute(data.add(index).read(), numbers.add(index).read(), address.0) };
            result.or_else(|error| if memory::find(address.0).is_none() { Ok(()) } else { Err(error) })?;
        }
        Ok(())
    };

    /// hipErrorNotSupported: no attribute of a pointer can be set.
    fn hipPointerSetAttribute(value: *const c_void, number: hipPointer_attribute, address: hipDeviceptr_t) =>
        |value: Address, number: u32, address: Address| {
            if value.0 == 0 || memory::find(address.0).is_none() {
                return Err(HipError::InvalidValue.because("no value, or not our memory"));
            }
            // hipPointerAttributeSyncMemops: copies are already as synchronous as it asks for.
            if number == 6 { Ok(()) } else { Err(HipError::InvalidValue.because(format_args!("attribute {number}"))) }
        };
}
