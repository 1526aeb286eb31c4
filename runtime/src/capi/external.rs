//! Memory and semaphores of other APIs. Semantics: `hip::interop`.

use std::ffi::{c_uint, c_void};
use std::sync::Arc;

use super::convert::{FromC, In, Out, pointer};
use super::guard::hip_api;
use super::types::{
    hipExternalMemory_t, hipExternalMemoryBufferDesc, hipExternalMemoryHandleDesc, hipExternalSemaphore_t,
    hipExternalSemaphoreHandleDesc, hipExternalSemaphoreParams, hipMipmappedArray_t, hipStream_t,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::interop::memory::{self, External};
use crate::hip::interop::semaphore::{self, Semaphore};
use crate::hip::runtime;
use crate::hip::stream::Stream;

impl FromC<hipExternalMemory_t> for Id<External> {
    unsafe fn from_c(value: hipExternalMemory_t) -> HipResult<Id<External>> {
        Ok(Id::from_raw(value.0 as u64))
    }
}

impl FromC<hipExternalSemaphore_t> for Id<Semaphore> {
    unsafe fn from_c(value: hipExternalSemaphore_t) -> HipResult<Id<Semaphore>> {
        Ok(Id::from_raw(value.0 as u64))
    }
}

/// Two lists of `count` entries as one. hipErrorInvalidValue: no lists.
///
/// # Safety
/// The lists are null or have `count` entries.
unsafe fn entries(
    semaphores: *const hipExternalSemaphore_t,
    params: *const hipExternalSemaphoreParams,
    count: u32,
) -> HipResult<Vec<(Id<Semaphore>, u64, u32)>> {
    if semaphores.is_null() || params.is_null() || count == 0 {
        return Err(HipError::InvalidValue.because("no list of semaphores"));
    }
    let entry = |index: usize| {
        // SAFETY: the caller's promise; neither is null.
        let (semaphore, params) =
            unsafe { (semaphores.add(index).read_unaligned(), params.add(index).read_unaligned()) };
        (Id::from_raw(semaphore.0 as u64), params.fence_value, params.flags)
    };
    Ok((0..count as usize).map(entry).collect())
}

hip_api! {
    /// Memory behind a descriptor. hipErrorInvalidValue: null, no size, flags, no such type or descriptor; hipErrorNotSupported.
    fn hipImportExternalMemory(out_memory: *mut hipExternalMemory_t, description: *const hipExternalMemoryHandleDesc) =>
        |out: Out<hipExternalMemory_t>, description: In<hipExternalMemoryHandleDesc>| {
            let it = description.0;
            out.set(hipExternalMemory_t(pointer(memory::import(it.type_, it.fd, it.size, it.flags)?.raw())))
        };

    /// An address for a part of it; hipFree gives it back. hipErrorInvalidValue: null, no such memory, flags, or not inside.
    fn hipExternalMemoryGetMappedBuffer(
        out_address: *mut *mut c_void, memory: hipExternalMemory_t, description: *const hipExternalMemoryBufferDesc,
    ) => |out: Out<*mut c_void>, id: Id<External>, description: In<hipExternalMemoryBufferDesc>| {
        let it = description.0;
        out.allocated(memory::mapped_buffer(id, it.offset, it.size, it.flags))
    };

    /// hipErrorInvalidValue: null, or no such memory; hipErrorNotSupported: images are laid out as their driver likes.
    fn hipExternalMemoryGetMappedMipmappedArray(
        out_array: *mut hipMipmappedArray_t, memory: hipExternalMemory_t, description: *const c_void,
    ) => |_out: Out<hipMipmappedArray_t>, id: Id<External>, description: *const c_void| {
        runtime::find(id)?;
        if description.is_null() {
            return Err(HipError::InvalidValue.because("no description"));
        }
        Err(HipError::NotSupported.because("arrays on external memory: an image's layout is the driver's own"))
    };

    /// Lets go of it; what is mapped stays until it is freed. hipErrorInvalidValue: no such memory.
    fn hipDestroyExternalMemory(memory: hipExternalMemory_t) => |id: Id<External>| memory::destroy(id);

    /// A timeline behind a descriptor. hipErrorInvalidValue: null, flags, no such type or descriptor; hipErrorNotSupported.
    fn hipImportExternalSemaphore(out_semaphore: *mut hipExternalSemaphore_t, description: *const hipExternalSemaphoreHandleDesc) =>
        |out: Out<hipExternalSemaphore_t>, description: In<hipExternalSemaphoreHandleDesc>| {
            let it = description.0;
            out.set(hipExternalSemaphore_t(pointer(semaphore::import(it.type_, it.fd, it.flags)?.raw())))
        };

    /// Lets go of it. hipErrorInvalidValue: no such semaphore.
    fn hipDestroyExternalSemaphore(semaphore: hipExternalSemaphore_t) => |id: Id<Semaphore>| semaphore::destroy(id);

    /// Signals semaphores in stream order. hipErrorInvalidValue: no lists, no such semaphore, flags.
    fn hipSignalExternalSemaphoresAsync(
        semaphores: *const hipExternalSemaphore_t, params: *const hipExternalSemaphoreParams, count: c_uint, stream: hipStream_t,
    ) => |semaphores: *const hipExternalSemaphore_t, params: *const hipExternalSemaphoreParams, count: u32, stream: Arc<Stream>| {
        // SAFETY: HIP's contract: `count` entries in both.
        semaphore::signal(&stream, &unsafe { entries(semaphores, params, count) }?)
    };

    /// Makes later work of a stream wait for semaphores. hipErrorInvalidValue: no lists, no such semaphore, flags.
    fn hipWaitExternalSemaphoresAsync(
        semaphores: *const hipExternalSemaphore_t, params: *const hipExternalSemaphoreParams, count: c_uint, stream: hipStream_t,
    ) => |semaphores: *const hipExternalSemaphore_t, params: *const hipExternalSemaphoreParams, count: u32, stream: Arc<Stream>| {
        // SAFETY: HIP's contract: `count` entries in both.
        semaphore::wait(&stream, &unsafe { entries(semaphores, params, count) }?)
    };
}
