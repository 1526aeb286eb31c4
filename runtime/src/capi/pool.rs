//! Memory pools, and allocation from them. Semantics: `hip::memory::{pool, stream_ordered, shared_pool}`.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use super::convert::{Address, FromC, In, Out, pointer};
use super::guard::hip_api;
use super::types::{
    hipMemAccessDesc, hipMemLocation, hipMemPool_t, hipMemPoolProps, hipMemPoolPtrExportData, hipStream_t,
};
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::memory::pool::Pool;
use crate::hip::memory::pool::attributes::Attribute;
use crate::hip::memory::shared_pool;
use crate::hip::memory::stream_ordered::{self as pool, Properties};
use crate::hip::runtime;
use crate::hip::stream::{self, Stream, StreamRef};

impl FromC<hipMemPool_t> for Id<Pool> {
    unsafe fn from_c(value: hipMemPool_t) -> HipResult<Id<Pool>> {
        Ok(Id::from_raw(value.0 as u64))
    }
}

/// A pool that exists; anything else is `InvalidValue`.
impl FromC<hipMemPool_t> for Arc<Pool> {
    unsafe fn from_c(value: hipMemPool_t) -> HipResult<Arc<Pool>> {
        runtime::find(Id::from_raw(value.0 as u64))
    }
}

/// A pool's handle as C has it.
pub(super) fn handle(pool: &Pool) -> hipMemPool_t {
    hipMemPool_t(pointer(pool.id().raw()))
}

/// The stream of an asynchronous allocation. hip-tests: hipErrorInvalidHandle for one that does not exist.
pub(super) fn stream_of(stream: StreamRef) -> HipResult<Arc<Stream>> {
    stream::resolve(stream).map_err(|error| match error {
        HipError::ContextIsDestroyed => HipError::InvalidHandle,
        other => other,
    })
}

fn place(location: hipMemLocation) -> (u32, i32) {
    (location.type_, location.id)
}

/// hip-tests: hipErrorInvalidValue for no such device, unlike elsewhere.
fn device(number: c_int) -> HipResult<&'static Arc<Device>> {
    runtime::device(number).map_err(|error| match error {
        HipError::InvalidDevice => HipError::InvalidValue,
        other => other,
    })
}

/// The bytes of an attribute: switches have 32 bits, the rest 64.
fn is_wide(attribute: Attribute) -> bool {
    !matches!(attribute, Attribute::Switch(_))
}

hip_api! {
    /// The pool a device begins with. hipErrorInvalidValue: null; hipErrorInvalidDevice.
    fn hipDeviceGetDefaultMemPool(pool: *mut hipMemPool_t, device: c_int) =>
        |out: Out<hipMemPool_t>, device: &'static Arc<Device>| out.set(handle(device.pools.default_pool(false)));

    /// The pool that hipMallocAsync allocates from. hipErrorInvalidValue: null, or no such device.
    fn hipDeviceGetMemPool(pool: *mut hipMemPool_t, number: c_int) => |out: Out<hipMemPool_t>, number: i32|
        out.set(handle(&device(number)?.pools.current(false)));

    /// Makes a pool that one. hipErrorInvalidValue: no such device or pool, or another device's.
    fn hipDeviceSetMemPool(number: c_int, pool: hipMemPool_t) => |number: i32, pool: Arc<Pool>|
        device(number)?.pools.set_current(false, pool);

    /// The same by location and kind of memory. hipErrorInvalidValue: null, no device, or no kind that pools have.
    fn hipMemGetMemPool(pool: *mut hipMemPool_t, location: *const hipMemLocation, kind: c_uint) =>
        |out: Out<hipMemPool_t>, location: In<hipMemLocation>, kind: u32|
            out.set(handle(&pool::at(place(location.0))?.pools.current(pool::is_managed(kind)?)));

    /// The same by location and kind of memory. hipErrorInvalidValue: null, no device, no such pool, or one of another kind.
    fn hipMemSetMemPool(location: *const hipMemLocation, kind: c_uint, pool: hipMemPool_t) =>
        |location: In<hipMemLocation>, kind: u32, pool: Arc<Pool>|
            pool::at(place(location.0))?.pools.set_current(pool::is_managed(kind)?, pool);

    /// Makes a pool. hipErrorInvalidValue: null, another place than a device, memory of no kind; hipErrorNotSupported: shared with
    /// other processes where the device cannot.
    fn hipMemPoolCreate(pool: *mut hipMemPool_t, properties: *const hipMemPoolProps) =>
        |out: Out<hipMemPool_t>, properties: In<hipMemPoolProps>| {
            let In(properties) = properties;
            let made = pool::create(&Properties {
                allocation: properties.allocType,
                handles: properties.handleTypes,
                location: place(properties.location),
                maximum: properties.maxSize as u64,
            })?;
            out.set(handle(&made))
        };

    /// Ends a pool; its memory goes with the last allocation. hipErrorInvalidValue: no such pool, or a default one.
    fn hipMemPoolDestroy(pool: hipMemPool_t) => |pool: Id<Pool>| pool::destroy(pool);

    /// Gives memory back that nobody uses, down to so many bytes. hipErrorInvalidValue: no such pool.
    fn hipMemPoolTrimTo(pool: hipMemPool_t, keep: usize) => |pool: Arc<Pool>, keep: usize| {
        pool.trim(keep as u64);
        Ok(())
    };

    /// Sets an attribute. hipErrorInvalidValue: no such pool or attribute, null, or a value that it cannot have.
    fn hipMemPoolSetAttribute(pool: hipMemPool_t, attribute: c_uint, value: *mut c_void) =>
        |pool: Arc<Pool>, attribute: u32, value: *mut c_void| {
            let attribute = Attribute::from_code(attribute)?;
            if value.is_null() {
                return Err(HipError::InvalidValue.because("no value"));
            }
            let value = if is_wide(attribute) {
                // SAFETY: HIP's contract: a cuuint64_t for these attributes; not null.
                unsafe { value.cast::<u64>().read_unaligned() }
            } else {
                // SAFETY: HIP's contract: an int for the others; not null.
                unsafe { value.cast::<u32>().read_unaligned() }.into()
            };
            pool.set_attribute(attribute, value)
        };

    /// Tells an attribute. hipErrorInvalidValue: no such pool or attribute, or null.
    fn hipMemPoolGetAttribute(pool: hipMemPool_t, attribute: c_uint, value: *mut c_void) =>
        |pool: Arc<Pool>, attribute: u32, value: *mut c_void| {
            let attribute = Attribute::from_code(attribute)?;
            if value.is_null() {
                return Err(HipError::InvalidValue.because("no place for the value"));
            }
            let answer = pool.attribute(attribute);
            // SAFETY: HIP's contract: room for a cuuint64_t, for an int with the switches; not null.
            unsafe {
                if is_wide(attribute) {
                    value.cast::<u64>().write_unaligned(answer);
                } else {
                    value.cast::<u32>().write_unaligned(answer as u32);
                }
            }
            Ok(())
        };

    /// Says which devices use a pool's memory. hipErrorInvalidValue: no such pool, null, no device, no such access;
    /// hipErrorInvalidDevice: no such device, more entries than devices, none for the own device; hipErrorPeerAccessUnsupported.
    fn hipMemPoolSetAccess(pool: hipMemPool_t, list: *const hipMemAccessDesc, count: usize) =>
        |pool: Arc<Pool>, list: *const hipMemAccessDesc, count: usize| {
            if list.is_null() {
                return Err(HipError::InvalidValue.because("no list of accesses"));
            }
            if count > runtime::get()?.devices.len() {
                return Err(HipError::InvalidDevice.because(format_args!("{count} accesses, and fewer devices")));
            }
            for index in 0..count {
                // SAFETY: HIP's contract: `count` entries; the list is not null.
                let access = unsafe { list.add(index).read_unaligned() };
                pool.set_access(pool::at_device(place(access.location))?, access.flags)?;
            }
            Ok(())
        };

    /// What a device may do with a pool's memory. hipErrorInvalidValue: no such pool, null, no device.
    fn hipMemPoolGetAccess(flags: *mut c_uint, pool: hipMemPool_t, location: *const hipMemLocation) =>
        |out: Out<u32>, pool: Arc<Pool>, location: In<hipMemLocation>| out.set(pool.access(pool::at(place(location.0))?.index));

    /// Allocates from a pool, in stream order; 0 bytes give null. hipErrorInvalidValue: null, no such pool;
    /// hipErrorInvalidHandle: no such stream; hipErrorOutOfMemory.
    fn hipMallocFromPoolAsync(address: *mut *mut c_void, size: usize, pool: hipMemPool_t, stream: hipStream_t) =>
        |out: Out<*mut c_void>, size: usize, pool: Arc<Pool>, stream: StreamRef| {
            let stream = stream_of(stream)?;
            out.allocated(pool::malloc_from(&pool, &stream, size as u64))
        };

    /// A file descriptor of a pool, for another process. hipErrorInvalidValue: null, no such pool, flags, or a pool not made for it.
    fn hipMemPoolExportToShareableHandle(shared: *mut c_void, pool: hipMemPool_t, kind: c_uint, flags: c_uint) =>
        |shared: *mut c_void, pool: Arc<Pool>, kind: u32, flags: u32| {
            if shared.is_null() {
                return Err(HipError::InvalidValue.because("no place for the descriptor"));
            }
            let descriptor = shared_pool::export(&pool, kind, flags)?;
            // SAFETY: HIP's contract: room for an int; not null.
            unsafe { shared.cast::<c_int>().write_unaligned(descriptor) };
            Ok(())
        };

    /// A pool of another process, by its descriptor's number. hipErrorInvalidValue: null, flags, or no such descriptor;
    /// hipErrorNotSupported: handles of Windows.
    fn hipMemPoolImportFromShareableHandle(pool: *mut hipMemPool_t, shared: *mut c_void, kind: c_uint, flags: c_uint) =>
        |out: Out<hipMemPool_t>, shared: *mut c_void, kind: u32, flags: u32|
            out.set(handle(&*shared_pool::import(shared as u64, kind, flags)?));

    /// What another process needs to find an allocation of a shared pool. hipErrorInvalidValue: null, or not the start of one.
    fn hipMemPoolExportPointer(data: *mut hipMemPoolPtrExportData, address: *mut c_void) =>
        |out: Out<hipMemPoolPtrExportData>, address: Address|
            out.set(hipMemPoolPtrExportData { reserved: shared_pool::export_pointer(address.0)? });

    /// An allocation of another process's pool. hipErrorInvalidValue: null, no imported pool, or no allocation of it.
    fn hipMemPoolImportPointer(address: *mut *mut c_void, pool: hipMemPool_t, data: *const hipMemPoolPtrExportData) =>
        |out: Out<*mut c_void>, pool: Arc<Pool>, data: In<hipMemPoolPtrExportData>|
            out.set(pointer(shared_pool::import_pointer(&pool, &data.0.reserved)?));
}
