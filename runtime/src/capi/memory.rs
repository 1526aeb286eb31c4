//! Memory: allocation, and questions about pointers. Semantics: `hip::memory`.

use std::ffi::{c_uint, c_void};

use super::convert::{Address, In, MaybeOut, Out, pointer};
use super::guard::hip_api;
use super::pointer_args::{attribute, attributes};
use super::pool::stream_of;
use super::types::{
    hipDeviceptr_t, hipExtent, hipPitchedPtr, hipPointer_attribute, hipPointerAttribute_t, hipStream_t,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::memory::{self, graph, host, pitched, stream_ordered};
use crate::hip::stream::StreamRef;

/// `HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS`.
const SYNC_MEMOPS: u32 = 6;

/// Rows' address and pitch; null and 0 if there are none.
fn allocated_rows(out: Out<*mut c_void>, pitch: Out<usize>, made: HipResult<(u64, u64)>) -> HipResult {
    pitch.set(made.map_or(0, |(_, pitch)| pitch as usize))?;
    out.allocated(made.map(|(address, _)| address))
}

hip_api! {
    /// Allocates device memory; 0 bytes give null. hipErrorOutOfMemory; hipErrorInvalidValue: null.
    fn hipMalloc(address: *mut *mut c_void, size: usize) => |out: Out<*mut c_void>, size: usize| {
        out.allocated(memory::malloc(size as u64))
    };

    /// Allocates device memory with flags.
    fn hipExtMallocWithFlags(address: *mut *mut c_void, size: usize, flags: c_uint) =>
        |out: Out<*mut c_void>, size: usize, flags: u32| out.allocated(memory::malloc_with_flags(size as u64, flags));

    /// Frees memory of hipMalloc and hipMallocManaged, after the device's work. hipErrorInvalidValue: anything else.
    fn hipFree(address: *mut c_void) => |address: Address| graph::free(address.0);

    /// Allocates in stream order, from the device's current pool. hipErrorInvalidHandle: no such stream; hipErrorOutOfMemory.
    fn hipMallocAsync(address: *mut *mut c_void, size: usize, stream: hipStream_t) =>
        |out: Out<*mut c_void>, size: usize, stream: StreamRef|
            out.allocated(stream_ordered::malloc(&stream_of(stream)?, size as u64));

    /// Frees in stream order. hipErrorInvalidValue: null, not an allocation, freed before; hipErrorInvalidHandle: no such stream.
    fn hipFreeAsync(address: *mut c_void, stream: hipStream_t) => |address: Address, stream: StreamRef| {
        stream_ordered::free(&stream_of(stream)?, address.0)
    };

    /// Allocates rows, and tells their pitch.
    fn hipMallocPitch(address: *mut *mut c_void, pitch: *mut usize, width: usize, height: usize) =>
        |out: Out<*mut c_void>, pitch: Out<usize>, width: usize, height: usize| {
            allocated_rows(out, pitch, pitched::malloc(width as u64, height as u64, 1))
        };

    /// The same in the driver API. hipErrorInvalidValue: no width or height, or elements of another size than 4, 8, 16.
    fn hipMemAllocPitch(
        address: *mut hipDeviceptr_t, pitch: *mut usize, width: usize, height: usize, element: c_uint,
    ) => |out: Out<*mut c_void>, pitch: Out<usize>, width: usize, height: usize, element: u32| {
        if width == 0 || height == 0 || !matches!(element, 4 | 8 | 16) {
            return Err(HipError::InvalidValue.because(format_args!("{width} x {height} elements of {element} bytes")));
        }
        allocated_rows(out, pitch, pitched::malloc(width as u64, height as u64, 1))
    };

    /// Allocates slices of rows.
    fn hipMalloc3D(pitched_out: *mut hipPitchedPtr, extent: hipExtent) => |out: Out<hipPitchedPtr>, extent: hipExtent| {
        let made = pitched::malloc(extent.width as u64, extent.height as u64, extent.depth as u64);
        let (xsize, ysize) = (extent.width, extent.height);
        let of = |(address, pitch)| hipPitchedPtr { ptr: pointer(address), pitch: pitch as usize, xsize, ysize };
        out.set_or(made.map(of), of((0, 0)))
    };

    /// Allocates host memory the device can use. hipErrorInvalidValue: unknown flags.
    fn hipHostMalloc(address: *mut *mut c_void, size: usize, flags: c_uint) =>
        |out: Out<*mut c_void>, size: usize, flags: u32| out.allocated(host::malloc(size as u64, flags));

    /// Another name of hipHostMalloc.
    fn hipHostAlloc(address: *mut *mut c_void, size: usize, flags: c_uint) =>
        |out: Out<*mut c_void>, size: usize, flags: u32| out.allocated(host::malloc(size as u64, flags));

    /// Another name of hipHostMalloc.
    fn hipExtHostAlloc(address: *mut *mut c_void, size: usize, flags: c_uint) =>
        |out: Out<*mut c_void>, size: usize, flags: u32| out.allocated(host::malloc(size as u64, flags));

    /// hipHostMalloc without flags.
    fn hipMallocHost(address: *mut *mut c_void, size: usize) =>
        |out: Out<*mut c_void>, size: usize| out.allocated(host::malloc(size as u64, 0));

    /// hipHostMalloc without flags.
    fn hipMemAllocHost(address: *mut *mut c_void, size: usize) =>
        |out: Out<*mut c_void>, size: usize| out.allocated(host::malloc(size as u64, 0));

    /// Frees memory of hipHostMalloc, hipMalloc or hipMallocManaged. hipErrorInvalidValue: anything else.
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
        |out: Out<*mut c_void>, size: usize, flags: u32| out.allocated(host::malloc_managed(size as u64, flags));

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
        if count == 0 || numbers.is_null() || data.is_null() || address.0 == 0 {
            return Err(HipError::InvalidValue.because("no attributes are asked for, or those of null"));
        }
        for index in 0..count as usize {
            // SAFETY: HIP's contract: both arrays have `count` entries, each place fits its attribute.
            let result = unsafe { attribute(data.add(index).read(), numbers.add(index).read(), address.0) };
            result.or_else(|error| if memory::find(address.0).is_none() { Ok(()) } else { Err(error) })?;
        }
        Ok(())
    };

    /// Sets SYNC_MEMOPS. hipErrorInvalidValue: null, another attribute, or neither 0 nor 1; hipErrorInvalidDevicePointer: foreign.
    fn hipPointerSetAttribute(value: *const c_uint, number: hipPointer_attribute, address: hipDeviceptr_t) =>
        |value: In<c_uint>, number: u32, address: Address| {
            if address.0 == 0 || number != SYNC_MEMOPS {
                return Err(HipError::InvalidValue.because(format_args!("pointer attribute {number} of {:#x}", address.0)));
            }
            memory::pointer::set_sync_memops(address.0, value.0)
        };
}
