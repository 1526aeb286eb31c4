//! Questions about a pointer: `hipPointerGetAttributes` and its kin.

use super::{Allocation, Kind, find};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::hip::error::{HipError, HipResult};

/// `hipMemoryType`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum MemoryType {
    /// Not ours.
    Unregistered = 0,
    /// Host memory.
    Host = 1,
    /// Device memory.
    Device = 2,
    /// Managed memory.
    Managed = 3,
}

/// What is known of a pointer.
#[derive(Clone, Copy, Debug)]
pub struct Attributes {
    /// Whose memory it is.
    pub kind: MemoryType,
    /// The device's number; -2 (`hipInvalidDeviceId`) for foreign memory.
    pub device: i32,
    /// The address for kernels; 0 for foreign memory.
    pub device_address: u64,
    /// The address for the host; 0 if it cannot see the memory.
    pub host_address: u64,
    /// The flags it was allocated with.
    pub flags: u32,
}

/// What an address is. HIP: memory that was not allocated or registered by HIP has the type hipMemoryTypeUnregistered.
pub fn attributes(address: u64) -> HipResult<Attributes> {
    if address == 0 {
        return Err(HipError::InvalidValue.because("the pointer is null"));
    }
    let Some((allocation, offset)) = find(address).filter(|(allocation, _)| allocation.kind != Kind::Reserved) else {
        return Ok(Attributes {
            kind: MemoryType::Unregistered,
            device: -2,
            device_address: 0,
            host_address: 0,
            flags: 0,
        });
    };
    let kind = memory_type(&allocation);
    // Device memory that happens to be mapped (CPU devices) stays the device's in HIP's eyes.
    let host = if kind == MemoryType::Device { None } else { allocation.host_address() };
    Ok(Attributes {
        kind,
        device: allocation.device as i32,
        device_address: allocation.device_address() + offset,
        host_address: host.map_or(0, |start| start + offset),
        flags: allocation.flags,
    })
}

fn memory_type(allocation: &Allocation) -> MemoryType {
    match allocation.kind {
        Kind::Host | Kind::Registered => MemoryType::Host,
        Kind::Managed | Kind::Variable => MemoryType::Managed,
        _ => MemoryType::Device,
    }
}

/// `hipPointerSetAttribute`: SYNC_MEMOPS, which is off (0) or on (1). AMD's runtime: hipErrorInvalidValue for any other value,
/// hipErrorInvalidDevicePointer for memory that is not ours.
pub fn set_sync_memops(address: u64, value: u32) -> HipResult {
    if value > 1 {
        return Err(HipError::InvalidValue.because(format_args!("SYNC_MEMOPS is 0 or 1, not {value}")));
    }
    allocation(address, HipError::InvalidDevicePointer)?.sync_memops.store(value == 1, Ordering::Relaxed);
    Ok(())
}

/// The allocation around an address; `missing` is what the asking function documents for a foreign one.
pub fn allocation(address: u64, missing: HipError) -> HipResult<Arc<Allocation>> {
    find(address)
        .map(|(allocation, _)| allocation)
        .ok_or_else(|| missing.because(format_args!("{address:#x} is in no allocation")))
}
