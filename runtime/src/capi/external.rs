//! Memory and semaphores of other APIs. Semantics: `hip::interop`.

use std::ffi::{c_uint, c_void};
use std::sync::Arc;

use super::convert::{FromC, In, Out, pointer};
use super::guard::hip_api;
use super::types::{
    hipExternalMemory_t, hipExternalMemoryBufferDesc, hipExternalMemoryHandleDesc, hipExternalSemaphore_t,
    hipExternalSemaphoreHandleDesc, hipExternalSemaphoreNodeParams, hipExternalSemaphoreParams, hipMipmappedArray_t,
    hipStream_t,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::interop::memory::{self, External};
use crate::hip::interop::semaphore::{self, Semaphore, SemaphoreWork};
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

/// What a semaphore node's parameters are told from; both lists are ours.
#[derive(Debug)]
pub(super) struct Semaphores(pub(super) Box<[hipExternalSemaphore_t]>, pub(super) Box<[hipExternalSemaphoreParams]>);

// SAFETY: its pointers are handles, numbers that nobody follows.
unsafe impl Send for Semaphores {}
// SAFETY: as above.
unsafe impl Sync for Semaphores {}

/// Two lists of as many entries as one, each checked. hipErrorInvalidValue: no lists, flags, or no such semaphore.
///
/// # Safety
/// The lists are null or have as many entries as `numExtSems` says.
pub(super) unsafe fn semaphores(signals: bool, params: &hipExternalSemaphoreNodeParams) -> HipResult<SemaphoreWork> {
    let hipExternalSemaphoreNodeParams { extSemArray: handles, paramsArray: params, numExtSems: count } = *params;
    if handles.is_null() || params.is_null() || count == 0 {
        return Err(HipError::InvalidValue.because("no list of semaphores"));
    }
    let entry = |index: usize| {
        // SAFETY: the caller's promise; neither is null.
        unsafe { (handles.add(index).read_unaligned(), params.add(index).read_unaligned()) }
    };
    let (handles, params): (Vec<_>, Vec<_>) = (0..count as usize).map(entry).unzip();
    let id = |handle: &hipExternalSemaphore_t| Id::from_raw(handle.0 as u64);
    let list = handles.iter().zip(&params).map(|(handle, params)| (id(handle), params.fence_value, params.flags));
    let list = list.collect();
    let described = Arc::new(Semaphores(handles.into(), params.into()));
    let work = SemaphoreWork { signals, list, described };
    work.check().map(|()| work)
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
        let lists = hipExternalSemaphoreNodeParams { extSemArray: semaphores.cast_mut(), paramsArray: params, numExtSems: count };
        // SAFETY: HIP's contract: `count` entries in both.
        unsafe { self::semaphores(true, &lists) }?.perform(&stream)
    };

    /// Makes later work of a stream wait for semaphores. hipErrorInvalidValue: no lists, no such semaphore, flags.
    fn hipWaitExternalSemaphoresAsync(
        semaphores: *const hipExternalSemaphore_t, params: *const hipExternalSemaphoreParams, count: c_uint, stream: hipStream_t,
    ) => |semaphores: *const hipExternalSemaphore_t, params: *const hipExternalSemaphoreParams, count: u32, stream: Arc<Stream>| {
        let lists = hipExternalSemaphoreNodeParams { extSemArray: semaphores.cast_mut(), paramsArray: params, numExtSems: count };
        // SAFETY: HIP's contract: `count` entries in both.
        unsafe { self::semaphores(false, &lists) }?.perform(&stream)
    };
}
