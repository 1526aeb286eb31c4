//! Handles of memory without an address: `hipMemCreate` to `hipMemRelease`.
//!
//! A handle counts who holds it; mappings hold the memory itself. So memory goes with the last of both, as HIP has it, and a handle that
//! was released may come back from an address (`hipMemRetainAllocationHandle`).

use std::sync::Arc;

use super::{AT_DEVICE, PINNED, Properties, check_able};
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::{Id, Registered, Registry};
use crate::hip::locks::{Mutex, Rank};
use crate::hip::runtime;
use crate::vk;

/// `hipMemHandleTypePosixFileDescriptor`.
const DESCRIPTOR: u32 = 1;

/// Memory without an address.
#[derive(Debug)]
pub struct Physical {
    /// The memory.
    pub(super) vk: vk::Physical,
    /// The number of its device.
    pub device: usize,
    /// What it was made with.
    pub properties: Properties,
    references: Mutex<References>,
}

#[derive(Debug)]
struct References {
    count: u32,
    id: Option<Id<Physical>>,
}

impl Registered for Physical {
    const KIND: u8 = 0x5b;
    const NAME: &'static str = "memory";
    /// HIP: hipErrorInvalidValue for a handle that does not exist or was released.
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<Physical> {
        static ALL: Registry<Physical> = Registry::new();
        &ALL
    }
}

impl Drop for Physical {
    fn drop(&mut self) {
        if let Ok(runtime) = runtime::get()
            && let Some(device) = runtime.devices.get(self.device)
        {
            device.uncount_allocated(self.vk.size());
        }
    }
}

impl Physical {
    /// Its first handle.
    fn enter(device: &Device, vk: vk::Physical, properties: Properties) -> HipResult<Id<Physical>> {
        device.count_allocated(vk.size());
        let references = Mutex::new(Rank::Physical, References { count: 0, id: None });
        Arc::new(Physical { vk, device: device.index, properties, references }).retain()
    }

    /// One more who holds the handle, which is a new one if nobody did.
    pub(super) fn retain(self: &Arc<Self>) -> HipResult<Id<Physical>> {
        let registry = runtime::live::<Physical>()?;
        let mut references = self.references.lock();
        references.count += 1;
        Ok(*references.id.get_or_insert_with(|| registry.insert_arc(Arc::clone(self))))
    }

    /// Its bytes.
    pub fn size(&self) -> u64 {
        self.vk.size()
    }
}

/// `hipMemCreate`. HIP: hipErrorInvalidValue, hipErrorNotSupported; "flags - currently unused, must be zero". AMD's runtime: sizes are
/// multiples of the granularity, more than there is is hipErrorOutOfMemory.
pub fn create(size: u64, properties: Properties, flags: u64) -> HipResult<Id<Physical>> {
    let device = properties.device()?;
    check_able(device)?;
    device.check()?;
    if size == 0 || flags != 0 || !size.is_multiple_of(device.vk.map_granularity()?) {
        return Err(HipError::InvalidValue.because(format_args!("{size} bytes of memory with flags {flags:#x}")));
    }
    match properties.handles {
        0 => {}
        DESCRIPTOR if device.vk.shares_mapped_memory() => {}
        1 | 2 | 4 => {
            return Err(HipError::NotSupported.because(format_args!(
                "{} gives no memory away by handles of type {}",
                device.properties.name, properties.handles
            )));
        }
        other => return Err(HipError::InvalidValue.because(format_args!("handles of type {other}"))),
    }
    let shared = properties.handles == DESCRIPTOR;
    let made = match device.vk.create_physical(size, shared) {
        Err(vk::VkError::OutOfDeviceMemory { .. }) => {
            // As `memory::allocate`: what streams and pools still hold.
            device.synchronize()?;
            device.pools.trim(0);
            device.vk.create_physical(size, shared)?
        }
        made => made?,
    };
    Physical::enter(device, made, properties)
}

/// `hipMemRelease`: "Release a memory handle representing a memory allocation which was previously allocated through hipMemCreate." The
/// memory lives on where it is mapped.
pub fn release(id: Id<Physical>) -> HipResult {
    let memory = runtime::find(id)?;
    let mut references = memory.references.lock();
    references.count = references.count.saturating_sub(1);
    let gone = if references.count == 0 { runtime::live::<Physical>()?.remove(id) } else { None };
    if gone.is_some() {
        references.id = None;
    }
    drop(references);
    Ok(())
}

/// `hipMemExportToShareableHandle`: a file descriptor, which the caller owns. hip-tests: hipErrorInvalidValue for a type that the memory was
/// not made for; "flags - currently unused, must be zero".
pub fn export(id: Id<Physical>, handle_type: u32, flags: u64) -> HipResult<i32> {
    let memory = runtime::find(id)?;
    if flags != 0 || handle_type != DESCRIPTOR || memory.properties.handles != handle_type {
        return Err(HipError::InvalidValue.because(format_args!(
            "a handle of type {handle_type} with flags {flags:#x} of memory made for type {}",
            memory.properties.handles
        )));
    }
    Ok(memory.vk.export()?)
}

/// `hipMemImportFromShareableHandle`, on the current device. The descriptor stays the caller's. HIP: hipErrorInvalidValue for what is no such
/// descriptor, hipErrorNotSupported.
pub fn import(descriptor: i32, handle_type: u32) -> HipResult<Id<Physical>> {
    let device = runtime::current_device()?;
    match handle_type {
        DESCRIPTOR => {}
        2 | 4 => return Err(HipError::NotSupported.because("handles of Windows")),
        other => return Err(HipError::InvalidValue.because(format_args!("handles of type {other}"))),
    }
    check_able(device)?;
    let made = device.vk.import_physical(descriptor)?;
    let location = (AT_DEVICE, device.index as i32);
    let properties = Properties { kind: PINNED, handles: handle_type, location, usage: 0 };
    Physical::enter(device, made, properties)
}
