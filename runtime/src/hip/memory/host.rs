//! Host memory the device can use: allocated by us (`hipHostMalloc`, managed) or registered by the program.

use std::sync::Arc;

use super::{Allocation, Kind, allocate, enter, find, take};
use crate::hip::capturing;
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::runtime;
use crate::vk;

const PORTABLE: u32 = 0x1;
const MAPPED: u32 = 0x2;
const WRITE_COMBINED: u32 = 0x4;
const UNCACHED: u32 = 0x1000_0000;
const NUMA_USER: u32 = 0x2000_0000;
const COHERENT: u32 = 0x4000_0000;
const NON_COHERENT: u32 = 0x8000_0000;

const REGISTER_FLAGS: u32 = 0x1 | 0x2 | 0x4 | 0x8 | 0x8000_0000;

const ATTACH_GLOBAL: u32 = 0x1;
const ATTACH_HOST: u32 = 0x2;

/// `hipHostMalloc`. All of it is coherent, cached and mapped, so the flags are only checked and remembered. HIP: unknown
/// ones, and coherent with non-coherent, are hipErrorInvalidValue; "If size is 0, no memory is allocated".
pub fn malloc(size: u64, flags: u32) -> HipResult<u64> {
    capturing::forbid("hipHostMalloc")?;
    let device = runtime::current_device()?;
    let known = PORTABLE | MAPPED | WRITE_COMBINED | UNCACHED | NUMA_USER | COHERENT | NON_COHERENT;
    if flags & !known != 0 || flags & (COHERENT | NON_COHERENT) == COHERENT | NON_COHERENT {
        return Err(HipError::InvalidValue.because(format_args!("host memory flags {flags:#x}")));
    }
    if size == 0 {
        return Ok(0);
    }
    Ok(allocate(device, size, Kind::Host, flags)?.base)
}

/// `hipHostFree`. HIP: null is success; hip-tests: a foreign, registered or freed pointer is hipErrorInvalidValue. AMD's frees what `hipFree`
/// does, managed memory among it (Quicksilver).
pub fn free(address: u64) -> HipResult {
    let runtime = runtime::get()?;
    if address == 0 {
        return Ok(());
    }
    capturing::forbid("hipHostFree")?;
    take(runtime, address, |allocation| matches!(allocation.kind, Kind::Device | Kind::Managed | Kind::Host))
}

/// `hipMallocManaged`. HIP: flags "must be either hipMemAttachGlobal or hipMemAttachHost", and hip-tests expects
/// hipErrorInvalidValue for 0 bytes.
pub fn malloc_managed(size: u64, flags: u32) -> HipResult<u64> {
    capturing::forbid("hipMallocManaged")?;
    let device = runtime::current_device()?;
    if size == 0 || !matches!(flags, ATTACH_GLOBAL | ATTACH_HOST) {
        return Err(HipError::InvalidValue.because(format_args!("{size} managed bytes with flags {flags:#x}")));
    }
    Ok(allocate(device, size, Kind::Managed, flags)?.base)
}

/// The memory of a `__managed__` variable, which is never empty.
pub fn allocate_variable(device: &Arc<Device>, size: u64) -> HipResult<Arc<Allocation>> {
    allocate(device, size.max(1), Kind::Variable, ATTACH_GLOBAL)
}

/// `hipHostRegister`: "Register host memory so it can be accessed from the current device". HIP: null or empty is
/// hipErrorInvalidValue (hip-tests: so is one that reaches beyond what is mapped), a range that is in use hipErrorHostMemoryAlreadyRegistered.
///
/// # Safety
/// The range is mapped and stays so until it is unregistered.
#[allow(unsafe_code, reason = "passes C's promise about foreign memory on to vk")]
pub unsafe fn register(address: u64, size: u64, flags: u32) -> HipResult {
    let device = runtime::current_device()?;
    if address == 0 || size == 0 || flags & !REGISTER_FLAGS != 0 || address.checked_add(size).is_none() {
        return Err(HipError::InvalidValue
            .because(format_args!("registering {size} bytes at {address:#x} with flags {flags:#x}")));
    }
    if find(address).is_some() || find(address + size - 1).is_some() {
        return Err(HipError::HostMemoryAlreadyRegistered.because(format_args!("{address:#x} is in use")));
    }
    if !vk::is_mapped(address, size) {
        return Err(HipError::InvalidValue.because(format_args!("{size} bytes at {address:#x} are not all memory")));
    }
    // SAFETY: the caller's promise: the range stays mapped until it is unregistered, which drops the memory.
    let memory = unsafe { device.vk.import_host(address as usize as *mut u8, size) }?;
    // What is in use may also lie between the two ends.
    enter(device, memory, size, Kind::Registered, flags, None).map_err(|error| match error {
        HipError::AlreadyMapped => HipError::HostMemoryAlreadyRegistered,
        other => other,
    })?;
    device.count_allocated(size);
    Ok(())
}

/// `hipHostUnregister`. HIP: null is hipErrorInvalidValue; anything but the start of a registered range is
/// hipErrorHostMemoryNotRegistered.
pub fn unregister(address: u64) -> HipResult {
    let runtime = runtime::get()?;
    if address == 0 {
        return Err(HipError::InvalidValue.because("the pointer is null"));
    }
    take(runtime, address, |allocation| allocation.kind == Kind::Registered)
        .map_err(|_| HipError::HostMemoryNotRegistered.because(format_args!("{address:#x} is not a registered range")))
}

/// `hipHostGetDevicePointer`. HIP: hipErrorInvalidValue for flags other than 0 and for memory that is not mapped.
pub fn device_pointer(address: u64, flags: u32) -> HipResult<u64> {
    if flags != 0 {
        return Err(HipError::InvalidValue.because(format_args!("flags {flags:#x}, must be 0")));
    }
    let (allocation, offset) = host_allocation(address)?;
    Ok(allocation.device_address() + offset)
}

/// `hipHostGetFlags`: the flags of `hipHostMalloc` or `hipHostRegister`.
pub fn flags(address: u64) -> HipResult<u32> {
    Ok(host_allocation(address)?.0.flags)
}

fn host_allocation(address: u64) -> HipResult<(Arc<Allocation>, u64)> {
    find(address).filter(|(allocation, _)| !allocation.kind.is_of_device()).ok_or_else(|| {
        HipError::InvalidValue.because(format_args!("{address:#x} is not host memory that the device can use"))
    })
}
