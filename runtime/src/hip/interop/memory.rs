//! `hipImportExternalMemory` and what is mapped of it.

use std::sync::Arc;

use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::{Id, Registered, Registry};
use crate::hip::memory::{self, Kind};
use crate::hip::runtime;
use crate::vk::{self, ExternalKind};

/// `hipExternalMemoryHandleTypeOpaqueFd`.
const OPAQUE_FD: u32 = 1;
/// `hipExternalMemoryHandleTypeNvSciBuf`, the last.
const LAST_TYPE: u32 = 8;
/// `hipExternalMemoryDedicated`.
const DEDICATED: u32 = 1;

/// Memory of another API.
#[derive(Debug)]
pub struct External {
    vk: Arc<vk::ExternalMemory>,
    device: usize,
}

impl Registered for External {
    const KIND: u8 = 0x5c;
    const NAME: &'static str = "external memory";
    /// HIP: hipErrorInvalidValue for what does not exist.
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<External> {
        static ALL: Registry<External> = Registry::new();
        &ALL
    }
}

/// `hipImportExternalMemory` on the current device. HIP: hipErrorInvalidValue for no size, other flags and types it does not define. A descriptor
/// is the runtime's once this succeeds.
pub fn import(kind: u32, descriptor: i32, size: u64, flags: u32) -> HipResult<Id<External>> {
    let device = runtime::current_device()?;
    if size == 0 || flags & !DEDICATED != 0 {
        return Err(HipError::InvalidValue.because(format_args!("{size} bytes of memory with flags {flags:#x}")));
    }
    match kind {
        OPAQUE_FD if descriptor >= 0 => {}
        OPAQUE_FD => return Err(HipError::InvalidValue.because(format_args!("{descriptor} is no descriptor"))),
        2..=LAST_TYPE => return Err(HipError::NotSupported.because(format_args!("memory by handles of type {kind}"))),
        other => return Err(HipError::InvalidValue.because(format_args!("memory by handles of type {other}"))),
    }
    let dedicated = flags & DEDICATED != 0;
    let opaque = device.vk.import_external(ExternalKind::Opaque, descriptor, size, dedicated);
    // HIP has one type for both; where the driver's own is none of it, it may be a dma-buf.
    let made = opaque.or_else(|error| {
        device.vk.import_external(ExternalKind::DmaBuf, descriptor, size, dedicated).map_err(|_| error)
    })?;
    Ok(runtime::live::<External>()?.insert(External { vk: made, device: device.index }))
}

/// `hipExternalMemoryGetMappedBuffer`: an address, which hipFree gives back. hip-tests: hipErrorInvalidValue for flags, and for what reaches
/// outside the memory.
pub fn mapped_buffer(id: Id<External>, offset: u64, size: u64, flags: u32) -> HipResult<u64> {
    let external = runtime::find(id)?;
    if flags != 0 || size == 0 {
        return Err(HipError::InvalidValue.because(format_args!("{size} bytes with flags {flags:#x}")));
    }
    let device = runtime::device(external.device as i32)?;
    let part = external.vk.part(offset, size)?;
    let allocation = memory::enter(device, part, size, Kind::Device, 0, None)?;
    device.count_allocated(size);
    Ok(allocation.base)
}

/// `hipDestroyExternalMemory`. What is mapped of it stays until it is freed.
pub fn destroy(id: Id<External>) -> HipResult {
    runtime::live::<External>()?.end(id).map(drop)
}
