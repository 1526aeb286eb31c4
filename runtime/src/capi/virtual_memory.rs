//! Virtual memory management. Semantics: `hip::memory::virtual_memory`.

use std::ffi::{c_int, c_uint, c_ulonglong, c_void};

use super::convert::{Address, FromC, In, Out, pointer};
use super::guard::hip_api;
use super::types::{
    hipMemAccessDesc, hipMemAllocationFlags, hipMemAllocationProp, hipMemGenericAllocationHandle_t, hipMemLocation,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::memory::virtual_memory::physical::{self, Physical};
use crate::hip::memory::virtual_memory::{self, Properties, range};
use crate::hip::runtime;

/// No address that can be read is below; no descriptor is above.
const DESCRIPTORS: u64 = 1 << 16;

impl FromC<hipMemGenericAllocationHandle_t> for Id<Physical> {
    unsafe fn from_c(value: hipMemGenericAllocationHandle_t) -> HipResult<Id<Physical>> {
        Ok(Id::from_raw(value.0 as u64))
    }
}

impl FromC<*const hipMemAllocationProp> for Properties {
    unsafe fn from_c(value: *const hipMemAllocationProp) -> HipResult<Properties> {
        // SAFETY: the same contract.
        let In(properties) = unsafe { In::from_c(value) }?;
        Ok(Properties {
            kind: properties.type_,
            handles: properties.requestedHandleType,
            location: (properties.location.type_, properties.location.id),
            usage: properties.allocFlags.usage,
        })
    }
}

fn handle(id: Id<Physical>) -> hipMemGenericAllocationHandle_t {
    hipMemGenericAllocationHandle_t(pointer(id.raw()))
}

/// The descriptor that hipMemImportFromShareableHandle is given: by its address until ROCm 7, as CUDA takes it, by value, from 7.1 on.
///
/// # Safety
/// It is a descriptor, or null, or the address of one.
unsafe fn descriptor(shared: *mut c_void) -> HipResult<c_int> {
    match shared as u64 {
        0 => Err(HipError::InvalidValue.because("no descriptor")),
        small @ 1..DESCRIPTORS => Ok(small as c_int),
        // SAFETY: the caller's promise: no descriptor is so large, so it is the address of one.
        _ => Ok(unsafe { shared.cast::<c_int>().read_unaligned() }),
    }
}

hip_api! {
    /// Reserves addresses. hipErrorInvalidValue: null, or flags; hipErrorMemoryAllocation: no size, or no multiple of the granularity.
    fn hipMemAddressReserve(
        out_address: *mut *mut c_void, size: usize, alignment: usize, wish: *mut c_void, flags: c_ulonglong,
    ) => |out: Out<*mut c_void>, size: usize, alignment: usize, wish: Address, flags: u64|
        out.allocated(range::reserve(size as u64, alignment as u64, wish.0, flags));

    /// Gives reserved addresses back. hipErrorInvalidValue: not the whole range, or memory is still mapped.
    fn hipMemAddressFree(address: *mut c_void, size: usize) => |address: Address, size: usize| range::free(address.0, size as u64);

    /// Makes memory without an address. hipErrorInvalidValue: null, properties or size; hipErrorOutOfMemory; hipErrorNotSupported.
    fn hipMemCreate(
        out_handle: *mut hipMemGenericAllocationHandle_t, size: usize, properties: *const hipMemAllocationProp, flags: c_ulonglong,
    ) => |out: Out<hipMemGenericAllocationHandle_t>, size: usize, properties: Properties, flags: u64|
        out.set(handle(physical::create(size as u64, properties, flags)?));

    /// Lets go of a handle. hipErrorInvalidValue: no such handle.
    fn hipMemRelease(handle: hipMemGenericAllocationHandle_t) => |id: Id<Physical>| physical::release(id);

    /// The handle of the memory at an address. hipErrorInvalidValue: null, or nothing is mapped there.
    fn hipMemRetainAllocationHandle(out_handle: *mut hipMemGenericAllocationHandle_t, address: *mut c_void) =>
        |out: Out<hipMemGenericAllocationHandle_t>, address: Address| out.set(handle(range::retain(address.0)?));

    /// What memory was made with. hipErrorInvalidValue: null, or no such handle.
    fn hipMemGetAllocationPropertiesFromHandle(out_properties: *mut hipMemAllocationProp, handle: hipMemGenericAllocationHandle_t) =>
        |out: Out<hipMemAllocationProp>, id: Id<Physical>| {
            let properties = runtime::find(id)?.properties;
            out.set(hipMemAllocationProp {
                type_: properties.kind,
                requestedHandleType: properties.handles,
                location: hipMemLocation { type_: properties.location.0, id: properties.location.1 },
                win32HandleMetaData: std::ptr::null_mut(),
                allocFlags: hipMemAllocationFlags { usage: properties.usage, ..hipMemAllocationFlags::default() },
            })
        };

    /// What sizes are multiples of. hipErrorInvalidValue: null, properties, or no such granularity.
    fn hipMemGetAllocationGranularity(out_bytes: *mut usize, properties: *const hipMemAllocationProp, option: c_uint) =>
        |out: Out<usize>, properties: Properties, option: u32|
            out.set(virtual_memory::granularity(&properties, option)? as usize);

    /// Maps memory at reserved addresses. hipErrorInvalidValue: no such handle or range, an offset, flags, sizes, or something is there.
    fn hipMemMap(
        address: *mut c_void, size: usize, offset: usize, handle: hipMemGenericAllocationHandle_t, flags: c_ulonglong,
    ) => |address: Address, size: usize, offset: usize, id: Id<Physical>, flags: u64|
        range::map(address.0, size as u64, offset as u64, id, flags);

    /// Takes it away. hipErrorInvalidValue: not whole mappings.
    fn hipMemUnmap(address: *mut c_void, size: usize) => |address: Address, size: usize| range::unmap(address.0, size as u64);

    /// Says who may use it. hipErrorInvalidValue: null, not whole mappings, no device, no such access.
    fn hipMemSetAccess(address: *mut c_void, size: usize, list: *const hipMemAccessDesc, count: usize) =>
        |address: Address, size: usize, list: *const hipMemAccessDesc, count: usize| {
            if list.is_null() || count == 0 || address.0 == 0 || size == 0 {
                return Err(HipError::InvalidValue.because("no range, or no list of accesses"));
            }
            let mut accesses = Vec::new();
            for index in 0..count {
                // SAFETY: HIP's contract: `count` entries; the list is not null.
                let access = unsafe { list.add(index).read_unaligned() };
                accesses.push(((access.location.type_, access.location.id), access.flags));
            }
            range::set_access(address.0, size as u64, &accesses)
        };

    /// Who may do what. hipErrorInvalidValue: null, no device, or nothing is mapped.
    fn hipMemGetAccess(out_flags: *mut c_ulonglong, location: *const hipMemLocation, address: *mut c_void) =>
        |out: Out<u64>, location: In<hipMemLocation>, address: Address|
            out.set(range::access((location.0.type_, location.0.id), address.0)?);

    /// A file descriptor of memory, for another process. hipErrorInvalidValue: null, flags, or memory that was not made for it.
    fn hipMemExportToShareableHandle(
        shared: *mut c_void, handle: hipMemGenericAllocationHandle_t, kind: c_uint, flags: c_ulonglong,
    ) => |shared: *mut c_void, id: Id<Physical>, kind: u32, flags: u64| {
        if shared.is_null() {
            return Err(HipError::InvalidValue.because("no place for the descriptor"));
        }
        let descriptor = physical::export(id, kind, flags)?;
        // SAFETY: HIP's contract: room for an int; not null.
        unsafe { shared.cast::<c_int>().write_unaligned(descriptor) };
        Ok(())
    };

    /// Memory of another process. hipErrorInvalidValue: null, or no such descriptor; hipErrorNotSupported: handles of Windows.
    fn hipMemImportFromShareableHandle(
        out_handle: *mut hipMemGenericAllocationHandle_t, shared: *mut c_void, kind: c_uint,
    ) => |out: Out<hipMemGenericAllocationHandle_t>, shared: *mut c_void, kind: u32| {
        // SAFETY: HIP's contract: a descriptor, or the address of one.
        let descriptor = unsafe { descriptor(shared) }?;
        out.set(handle(physical::import(descriptor, kind)?))
    };
}
