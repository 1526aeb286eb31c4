//! Memory: allocation, copies, fills, and questions about pointers. Semantics: `hip::memory`.

use std::ffi::{c_int, c_uchar, c_uint, c_ushort, c_void};
use std::sync::Arc;

use super::convert::{Address, In, MaybeOut, Out, Spt, pointer};
use super::guard::hip_api;
use super::types::{
    HIP_MEMCPY3D, hip_Memcpy2D, hipDeviceptr_t, hipExtent, hipMemLocation, hipMemRangeAttribute, hipMemcpy3DParms,
    hipMemcpyKind, hipMemoryAdvise, hipPitchedPtr, hipPointer_attribute, hipPointerAttribute_t, hipStream_t,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::memory::copy::{CopyKind, Wait, copy};
use crate::hip::memory::fill::{Pattern, fill, fill_rows};
use crate::hip::memory::pitched::{self, Extent};
use crate::hip::memory::{self, host, stream_ordered};
use crate::hip::runtime;
use crate::hip::stream::{self, Stream, StreamRef};

use super::memory_args::{area_2d, driver_2d, driver_3d, runtime_3d};
use super::pointer_args::{attribute, attributes};

fn legacy() -> HipResult<Arc<Stream>> {
    stream::resolve(StreamRef::Legacy)
}

fn per_thread() -> HipResult<Arc<Stream>> {
    stream::resolve(StreamRef::PerThread)
}

const NOW: Wait = Wait::Synchronous;
const LATER: Wait = Wait::Asynchronous;

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

    /// Copies memory. hipErrorInvalidValue: null, foreign or too small memory; hipErrorInvalidMemcpyDirection.
    fn hipMemcpy(to: *mut c_void, from: *const c_void, size: usize, kind: hipMemcpyKind) =>
        |to: Address, from: Address, size: usize, kind: CopyKind|
            copy(&legacy()?, to.0, from.0, size as u64, kind, NOW);

    /// `hipMemcpy` on the thread's default stream.
    fn hipMemcpy_spt(to: *mut c_void, from: *const c_void, size: usize, kind: hipMemcpyKind) =>
        |to: Address, from: Address, size: usize, kind: CopyKind|
            copy(&per_thread()?, to.0, from.0, size as u64, kind, NOW);

    /// Copies memory in a stream, and waits.
    fn hipMemcpyWithStream(to: *mut c_void, from: *const c_void, size: usize, kind: hipMemcpyKind, stream: hipStream_t) =>
        |to: Address, from: Address, size: usize, kind: CopyKind, stream: Arc<Stream>| {
            copy(&stream, to.0, from.0, size as u64, kind, NOW)?;
            stream.synchronize()
        };

    /// Copies memory in stream order.
    fn hipMemcpyAsync(to: *mut c_void, from: *const c_void, size: usize, kind: hipMemcpyKind, stream: hipStream_t) =>
        |to: Address, from: Address, size: usize, kind: CopyKind, stream: Arc<Stream>|
            copy(&stream, to.0, from.0, size as u64, kind, LATER);

    /// `hipMemcpyAsync` whose null stream is the thread's.
    fn hipMemcpyAsync_spt(to: *mut c_void, from: *const c_void, size: usize, kind: hipMemcpyKind, stream: hipStream_t) =>
        |to: Address, from: Address, size: usize, kind: CopyKind, stream: Spt|
            copy(&stream.0, to.0, from.0, size as u64, kind, LATER);

    /// `hipMemcpy` of one kind.
    fn hipMemcpyHtoD(to: hipDeviceptr_t, from: *const c_void, size: usize) => |to: Address, from: Address, size: usize|
        copy(&legacy()?, to.0, from.0, size as u64, CopyKind::HostToDevice, NOW);

    /// `hipMemcpyAsync` of one kind.
    fn hipMemcpyHtoDAsync(to: hipDeviceptr_t, from: *const c_void, size: usize, stream: hipStream_t) =>
        |to: Address, from: Address, size: usize, stream: Arc<Stream>|
            copy(&stream, to.0, from.0, size as u64, CopyKind::HostToDevice, LATER);

    /// `hipMemcpy` of one kind.
    fn hipMemcpyDtoH(to: *mut c_void, from: hipDeviceptr_t, size: usize) => |to: Address, from: Address, size: usize|
        copy(&legacy()?, to.0, from.0, size as u64, CopyKind::DeviceToHost, NOW);

    /// `hipMemcpyAsync` of one kind.
    fn hipMemcpyDtoHAsync(to: *mut c_void, from: hipDeviceptr_t, size: usize, stream: hipStream_t) =>
        |to: Address, from: Address, size: usize, stream: Arc<Stream>|
            copy(&stream, to.0, from.0, size as u64, CopyKind::DeviceToHost, LATER);

    /// `hipMemcpy` of one kind.
    fn hipMemcpyDtoD(to: hipDeviceptr_t, from: hipDeviceptr_t, size: usize) => |to: Address, from: Address, size: usize|
        copy(&legacy()?, to.0, from.0, size as u64, CopyKind::DeviceToDevice, NOW);

    /// `hipMemcpyAsync` of one kind.
    fn hipMemcpyDtoDAsync(to: hipDeviceptr_t, from: hipDeviceptr_t, size: usize, stream: hipStream_t) =>
        |to: Address, from: Address, size: usize, stream: Arc<Stream>|
            copy(&stream, to.0, from.0, size as u64, CopyKind::DeviceToDevice, LATER);

    /// Copies rows. hipErrorInvalidPitchValue: a pitch below the width.
    fn hipMemcpy2D(
        to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize,
        kind: hipMemcpyKind,
    ) => |to: Address, to_pitch: usize, from: Address, from_pitch: usize, width: usize, height: usize,
          kind: CopyKind| {
        let extent = Extent { width: width as u64, height: height as u64, depth: 1 };
        pitched::copy(&legacy()?, area_2d(to.0, to_pitch), area_2d(from.0, from_pitch), extent, kind, NOW)
    };

    /// `hipMemcpy2D` on the thread's default stream.
    fn hipMemcpy2D_spt(
        to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize,
        kind: hipMemcpyKind,
    ) => |to: Address, to_pitch: usize, from: Address, from_pitch: usize, width: usize, height: usize,
          kind: CopyKind| {
        let extent = Extent { width: width as u64, height: height as u64, depth: 1 };
        pitched::copy(&per_thread()?, area_2d(to.0, to_pitch), area_2d(from.0, from_pitch), extent, kind, NOW)
    };

    /// Copies rows in stream order.
    fn hipMemcpy2DAsync(
        to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize,
        kind: hipMemcpyKind, stream: hipStream_t,
    ) => |to: Address, to_pitch: usize, from: Address, from_pitch: usize, width: usize, height: usize,
          kind: CopyKind, stream: Arc<Stream>| {
        let extent = Extent { width: width as u64, height: height as u64, depth: 1 };
        pitched::copy(&stream, area_2d(to.0, to_pitch), area_2d(from.0, from_pitch), extent, kind, LATER)
    };

    /// `hipMemcpy2DAsync` whose null stream is the thread's.
    fn hipMemcpy2DAsync_spt(
        to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize,
        kind: hipMemcpyKind, stream: hipStream_t,
    ) => |to: Address, to_pitch: usize, from: Address, from_pitch: usize, width: usize, height: usize,
          kind: CopyKind, stream: Spt| {
        let extent = Extent { width: width as u64, height: height as u64, depth: 1 };
        pitched::copy(&stream.0, area_2d(to.0, to_pitch), area_2d(from.0, from_pitch), extent, kind, LATER)
    };

    /// Copies slices of rows. hipErrorInvalidHandle: not an array.
    fn hipMemcpy3D(parameters: *const hipMemcpy3DParms) => |parameters: In<hipMemcpy3DParms>| {
        let (to, from, extent, kind) = runtime_3d(&parameters.0)?;
        pitched::copy(&legacy()?, to, from, extent, kind, NOW)
    };

    /// Copies slices of rows. hipErrorInvalidHandle: not an array.
    fn hipMemcpy3D_spt(parameters: *const hipMemcpy3DParms) => |parameters: In<hipMemcpy3DParms>| {
        let (to, from, extent, kind) = runtime_3d(&parameters.0)?;
        pitched::copy(&per_thread()?, to, from, extent, kind, NOW)
    };

    /// Copies slices of rows. hipErrorInvalidHandle: not an array.
    fn hipMemcpy3DAsync(parameters: *const hipMemcpy3DParms, stream: hipStream_t) => |parameters: In<hipMemcpy3DParms>, stream: Arc<Stream>| {
        let (to, from, extent, kind) = runtime_3d(&parameters.0)?;
        pitched::copy(&stream, to, from, extent, kind, LATER)
    };

    /// Copies slices of rows. hipErrorInvalidHandle: not an array.
    fn hipMemcpy3DAsync_spt(parameters: *const hipMemcpy3DParms, stream: hipStream_t) => |parameters: In<hipMemcpy3DParms>, stream: Spt| {
        let (to, from, extent, kind) = runtime_3d(&parameters.0)?;
        pitched::copy(&stream.0, to, from, extent, kind, LATER)
    };

    /// Copies as the driver API describes it. hipErrorInvalidHandle: not an array.
    fn hipMemcpyParam2D(parameters: *const hip_Memcpy2D) => |parameters: In<hip_Memcpy2D>| {
        let (to, from, extent, kind) = driver_2d(&parameters.0)?;
        pitched::copy(&legacy()?, to, from, extent, kind, NOW)
    };

    /// Copies as the driver API describes it. hipErrorInvalidHandle: not an array.
    fn hipMemcpyParam2DAsync(parameters: *const hip_Memcpy2D, stream: hipStream_t) => |parameters: In<hip_Memcpy2D>, stream: Arc<Stream>| {
        let (to, from, extent, kind) = driver_2d(&parameters.0)?;
        pitched::copy(&stream, to, from, extent, kind, LATER)
    };

    /// Copies as the driver API describes it. hipErrorInvalidHandle: not an array.
    fn hipDrvMemcpy2DUnaligned(parameters: *const hip_Memcpy2D) => |parameters: In<hip_Memcpy2D>| {
        let (to, from, extent, kind) = driver_2d(&parameters.0)?;
        pitched::copy(&legacy()?, to, from, extent, kind, NOW)
    };

    /// Copies as the driver API describes it. hipErrorInvalidHandle: not an array.
    fn hipDrvMemcpy3D(parameters: *const HIP_MEMCPY3D) => |parameters: In<HIP_MEMCPY3D>| {
        let (to, from, extent, kind) = driver_3d(&parameters.0)?;
        pitched::copy(&legacy()?, to, from, extent, kind, NOW)
    };

    /// Copies as the driver API describes it. hipErrorInvalidHandle: not an array.
    fn hipDrvMemcpy3DAsync(parameters: *const HIP_MEMCPY3D, stream: hipStream_t) => |parameters: In<HIP_MEMCPY3D>, stream: Arc<Stream>| {
        let (to, from, extent, kind) = driver_3d(&parameters.0)?;
        pitched::copy(&stream, to, from, extent, kind, LATER)
    };

    /// Fills bytes. hipErrorInvalidValue: null, foreign or too small memory.
    fn hipMemset(to: *mut c_void, value: c_int, size: usize) =>
        |to: Address, value: i32, size: usize|
            fill(&legacy()?, to.0, Pattern::Byte(value as u8), size as u64, NOW);

    /// Fills rows of bytes.
    fn hipMemset2D(to: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize) =>
        |to: Address, pitch: usize, value: i32, width: usize, height: usize|
            fill_rows(&legacy()?, to.0, pitch as u64, Pattern::Byte(value as u8), width as u64, height as u64, NOW);

    /// Fills slices of rows of bytes.
    fn hipMemset3D(to: hipPitchedPtr, value: c_int, extent: hipExtent) =>
        |to: hipPitchedPtr, value: i32, extent: hipExtent| fill_3d(&legacy()?, &to, value, extent, NOW);

    /// Fills bytes. hipErrorInvalidValue: null, foreign or too small memory.
    fn hipMemset_spt(to: *mut c_void, value: c_int, size: usize) =>
        |to: Address, value: i32, size: usize|
            fill(&per_thread()?, to.0, Pattern::Byte(value as u8), size as u64, NOW);

    /// Fills rows of bytes.
    fn hipMemset2D_spt(to: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize) =>
        |to: Address, pitch: usize, value: i32, width: usize, height: usize|
            fill_rows(&per_thread()?, to.0, pitch as u64, Pattern::Byte(value as u8), width as u64, height as u64, NOW);

    /// Fills slices of rows of bytes.
    fn hipMemset3D_spt(to: hipPitchedPtr, value: c_int, extent: hipExtent) =>
        |to: hipPitchedPtr, value: i32, extent: hipExtent| fill_3d(&per_thread()?, &to, value, extent, NOW);

    /// Fills bytes. hipErrorInvalidValue: null, foreign or too small memory.
    fn hipMemsetAsync(to: *mut c_void, value: c_int, size: usize, stream: hipStream_t) =>
        |to: Address, value: i32, size: usize, stream: Arc<Stream>|
            fill(&stream, to.0, Pattern::Byte(value as u8), size as u64, LATER);

    /// Fills rows of bytes.
    fn hipMemset2DAsync(to: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize, stream: hipStream_t) =>
        |to: Address, pitch: usize, value: i32, width: usize, height: usize, stream: Arc<Stream>|
            fill_rows(&stream, to.0, pitch as u64, Pattern::Byte(value as u8), width as u64, height as u64, LATER);

    /// Fills slices of rows of bytes.
    fn hipMemset3DAsync(to: hipPitchedPtr, value: c_int, extent: hipExtent, stream: hipStream_t) =>
        |to: hipPitchedPtr, value: i32, extent: hipExtent, stream: Arc<Stream>| fill_3d(&stream, &to, value, extent, LATER);

    /// Fills bytes. hipErrorInvalidValue: null, foreign or too small memory.
    fn hipMemsetAsync_spt(to: *mut c_void, value: c_int, size: usize, stream: hipStream_t) =>
        |to: Address, value: i32, size: usize, stream: Spt|
            fill(&stream.0, to.0, Pattern::Byte(value as u8), size as u64, LATER);

    /// Fills rows of bytes.
    fn hipMemset2DAsync_spt(to: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize, stream: hipStream_t) =>
        |to: Address, pitch: usize, value: i32, width: usize, height: usize, stream: Spt|
            fill_rows(&stream.0, to.0, pitch as u64, Pattern::Byte(value as u8), width as u64, height as u64, LATER);

    /// Fills slices of rows of bytes.
    fn hipMemset3DAsync_spt(to: hipPitchedPtr, value: c_int, extent: hipExtent, stream: hipStream_t) =>
        |to: hipPitchedPtr, value: i32, extent: hipExtent, stream: Spt| fill_3d(&stream.0, &to, value, extent, LATER);

    /// Fills 8-bit values.
    fn hipMemsetD8(to: hipDeviceptr_t, value: c_uchar, count: usize) =>
        |to: Address, value: u8, count: usize|
            fill(&legacy()?, to.0, Pattern::Byte(value), count as u64, NOW);

    /// Fills 8-bit values.
    fn hipMemsetD8Async(to: hipDeviceptr_t, value: c_uchar, count: usize, stream: hipStream_t) =>
        |to: Address, value: u8, count: usize, stream: Arc<Stream>|
            fill(&stream, to.0, Pattern::Byte(value), count as u64, LATER);

    /// Fills 16-bit values.
    fn hipMemsetD16(to: hipDeviceptr_t, value: c_ushort, count: usize) =>
        |to: Address, value: u16, count: usize|
            fill(&legacy()?, to.0, Pattern::Half(value), count as u64, NOW);

    /// Fills 16-bit values.
    fn hipMemsetD16Async(to: hipDeviceptr_t, value: c_ushort, count: usize, stream: hipStream_t) =>
        |to: Address, value: u16, count: usize, stream: Arc<Stream>|
            fill(&stream, to.0, Pattern::Half(value), count as u64, LATER);

    /// Fills 32-bit values.
    fn hipMemsetD32(to: hipDeviceptr_t, value: c_int, count: usize) =>
        |to: Address, value: i32, count: usize|
            fill(&legacy()?, to.0, Pattern::Word(value as u32), count as u64, NOW);

    /// Fills 32-bit values.
    fn hipMemsetD32Async(to: hipDeviceptr_t, value: c_int, count: usize, stream: hipStream_t) =>
        |to: Address, value: i32, count: usize, stream: Arc<Stream>|
            fill(&stream, to.0, Pattern::Word(value as u32), count as u64, LATER);

    /// Fills rows of 8-bit values.
    fn hipMemsetD2D8(to: hipDeviceptr_t, pitch: usize, value: c_uchar, width: usize, height: usize) =>
        |to: Address, pitch: usize, value: u8, width: usize, height: usize|
            fill_rows(&legacy()?, to.0, pitch as u64, Pattern::Byte(value), width as u64, height as u64, NOW);

    /// Fills rows of 8-bit values.
    fn hipMemsetD2D8Async(to: hipDeviceptr_t, pitch: usize, value: c_uchar, width: usize, height: usize, stream: hipStream_t) =>
        |to: Address, pitch: usize, value: u8, width: usize, height: usize, stream: Arc<Stream>|
            fill_rows(&stream, to.0, pitch as u64, Pattern::Byte(value), width as u64, height as u64, LATER);

    /// Fills rows of 16-bit values.
    fn hipMemsetD2D16(to: hipDeviceptr_t, pitch: usize, value: c_ushort, width: usize, height: usize) =>
        |to: Address, pitch: usize, value: u16, width: usize, height: usize|
            fill_rows(&legacy()?, to.0, pitch as u64, Pattern::Half(value), width as u64, height as u64, NOW);

    /// Fills rows of 16-bit values.
    fn hipMemsetD2D16Async(to: hipDeviceptr_t, pitch: usize, value: c_ushort, width: usize, height: usize, stream: hipStream_t) =>
        |to: Address, pitch: usize, value: u16, width: usize, height: usize, stream: Arc<Stream>|
            fill_rows(&stream, to.0, pitch as u64, Pattern::Half(value), width as u64, height as u64, LATER);

    /// Fills rows of 32-bit values.
    fn hipMemsetD2D32(to: hipDeviceptr_t, pitch: usize, value: c_uint, width: usize, height: usize) =>
        |to: Address, pitch: usize, value: u32, width: usize, height: usize|
            fill_rows(&legacy()?, to.0, pitch as u64, Pattern::Word(value), width as u64, height as u64, NOW);

    /// Fills rows of 32-bit values.
    fn hipMemsetD2D32Async(to: hipDeviceptr_t, pitch: usize, value: c_uint, width: usize, height: usize, stream: hipStream_t) =>
        |to: Address, pitch: usize, value: u32, width: usize, height: usize, stream: Arc<Stream>|
            fill_rows(&stream, to.0, pitch as u64, Pattern::Word(value), width as u64, height as u64, LATER);
}

/// HIP: "the extent … width in bytes"; slices are `ysize` rows apart. All is checked before anything is filled.
fn fill_3d(stream: &Arc<Stream>, to: &hipPitchedPtr, value: c_int, extent: hipExtent, wait: Wait) -> HipResult {
    let rows = if extent.depth > 1 { to.ysize.max(extent.height) } else { extent.height } as u64;
    let slice = rows.checked_mul(to.pitch as u64).ok_or(HipError::InvalidValue)?;
    if extent.width == 0 || extent.height == 0 || extent.depth == 0 {
        return Ok(());
    }
    let address = to.ptr as u64;
    let last = (extent.depth as u64 - 1).checked_mul(slice).ok_or(HipError::InvalidValue)?;
    if memory::find(address).is_some_and(|(allocation, offset)| offset.saturating_add(last) >= allocation.size) {
        return Err(HipError::InvalidValue.because("the last slice is outside its allocation"));
    }
    let pattern = Pattern::Byte(value as u8);
    (0..extent.depth as u64).try_for_each(|index| {
        let start = address + index * slice;
        fill_rows(stream, start, to.pitch as u64, pattern, extent.width as u64, extent.height as u64, wait)
    })
}
