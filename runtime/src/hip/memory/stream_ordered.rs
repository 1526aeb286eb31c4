//! `hipMallocAsync`, `hipFreeAsync` and the pools they use: allocation in stream order.
//!
//! Memory comes from a pool and goes back to it (`pool` has the rules). A free takes the allocation out of the map at once: the program
//! may no longer use it. Memory of `hipMalloc` may be freed here too: it goes when the stream gets there. Called by `capi::{memory, pool}`.

use std::sync::Arc;

use super::graph::{self, Freed, Wanted};
use super::pool::{Asker, Pool};
use super::shared_pool;
use super::{Kind, enter, map, released};
use crate::hip::capturing::Capture;
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::runtime;
use crate::hip::stream::Stream;

/// `hipMallocAsync`, from the current pool of the stream's device.
pub fn malloc(stream: &Arc<Stream>, size: u64) -> HipResult<u64> {
    let runtime = runtime::get()?;
    let device = runtime.devices.get(stream.device_index()).ok_or(HipError::InvalidDevice)?;
    malloc_from(&device.pools.current(false), stream, size)
}

/// `hipMallocFromPoolAsync`: the address of `size` bytes for work in `stream`; 0 for 0 bytes. HIP: hipErrorOutOfMemory.
pub fn malloc_from(pool: &Arc<Pool>, stream: &Arc<Stream>, size: u64) -> HipResult<u64> {
    let device = runtime::get()?.devices.get(pool.device).ok_or(HipError::InvalidDevice)?;
    device.check()?;
    pool.refuse_imported()?;
    if let Some(capture) = stream.capture() {
        return if size == 0 { Ok(0) } else { malloc_captured(&capture, stream, device, size) };
    }
    if size == 0 {
        return Ok(0);
    }
    let asker = Asker {
        stream: &stream.vk,
        follows: &|place| stream.follows(place),
        wait_for: &|place| stream.record(|vk| vk.wait_for(place)),
    };
    let memory = match pool.take(asker, size) {
        Err(HipError::OutOfMemory) => {
            // Whatever streams and other pools still hold.
            device.synchronize()?;
            device.pools.trim(0);
            pool.take(asker, size)?
        }
        taken => taken?,
    };
    let kind = if pool.managed { Kind::Managed } else { Kind::Device };
    let entered = enter(device, Arc::clone(&memory), size, kind, 0, Some(Arc::clone(pool)));
    if entered.is_err() {
        pool.give_back(&memory, size, None);
    }
    Ok(entered?.base)
}

/// In a capture: an allocation node. Its address is there at once.
fn malloc_captured(capture: &Capture, stream: &Stream, device: &Device, size: u64) -> HipResult<u64> {
    let wanted = Wanted { device: device.index, size, made: Arc::default() };
    capture.add(stream.number, wanted.clone())?;
    let made = wanted.made.get().ok_or(HipError::Unknown)?;
    Ok(made.address())
}

/// In a capture: a node that frees. HIP: hipErrorInvalidValue for what no node allocated.
fn free_captured(capture: &Capture, stream: &Stream, address: u64) -> HipResult {
    let memory = graph::at(address).ok_or_else(|| {
        HipError::InvalidValue.because(format_args!("{address:#x} was not allocated by a graph and is freed in one"))
    })?;
    capture.add(stream.number, Freed(memory))
}

/// `hipFreeAsync`. HIP: null and pointers that are no allocation are hipErrorInvalidValue.
pub fn free(stream: &Arc<Stream>, address: u64) -> HipResult {
    let runtime = runtime::get()?;
    if let Some(capture) = stream.capture() {
        return free_captured(&capture, stream, address);
    }
    // What the null stream waits for, and what waits for it, may use the memory too. Before anything changes, as it may fail.
    let freed = stream.place_of_free()?;
    if let Some(memory) = graph::at(address) {
        memory.free_outside()?;
        if let Some(device) = runtime.devices.get(memory.device()) {
            device.release_after(freed, memory.memory());
        }
        return Ok(());
    }
    let freeable = |kind: Kind| matches!(kind, Kind::Device | Kind::Managed);
    let allocation = map()?.remove(address, |allocation| freeable(allocation.kind)).ok_or_else(|| {
        HipError::InvalidValue.because(format_args!("{address:#x} is not the start of a device allocation"))
    })?;
    if let Some(pool) = &allocation.pool {
        pool.give_back(&allocation.memory, allocation.size, Some(freed));
        return Ok(());
    }
    released(&allocation);
    if let Some(device) = runtime.devices.get(stream.device_index()) {
        device.release_after(freed, Arc::clone(&allocation.memory));
    }
    Ok(())
}

/// What `hipMemPoolCreate` is told.
#[derive(Clone, Copy, Debug)]
pub struct Properties {
    /// `hipMemAllocationType`: pinned (1) or managed (2).
    pub allocation: u32,
    /// `hipMemAllocationHandleType`.
    pub handles: u32,
    /// `hipMemLocation`: type and number.
    pub location: (u32, i32),
    /// Most bytes; 0 for any number.
    pub maximum: u64,
}

/// `hipMemLocationTypeDevice`.
const AT_DEVICE: u32 = 1;

/// The device at a `hipMemLocation`. HIP: hipErrorInvalidValue.
pub fn at(location: (u32, i32)) -> HipResult<&'static Arc<Device>> {
    let devices = &runtime::get()?.devices;
    let index = usize::try_from(location.1).ok().filter(|_| location.0 == AT_DEVICE);
    index.and_then(|index| devices.get(index)).ok_or_else(|| {
        HipError::InvalidValue.because(format_args!("no device has location {} of type {}", location.1, location.0))
    })
}

/// The same for `hipMemPoolSetAccess`. hip-tests: hipErrorInvalidDevice for no such device, hipErrorInvalidValue for other locations.
pub fn at_device(location: (u32, i32)) -> HipResult<usize> {
    let code = if location.0 == AT_DEVICE { HipError::InvalidDevice } else { HipError::InvalidValue };
    at(location).map(|device| device.index).map_err(|_| code)
}

/// Whether a `hipMemAllocationType` is managed memory. HIP: hipErrorInvalidValue for one that pools have not.
pub fn is_managed(allocation: u32) -> HipResult<bool> {
    match allocation {
        1 => Ok(false),
        2 => Ok(true),
        other => Err(HipError::InvalidValue.because(format_args!("a pool has no allocations of type {other}"))),
    }
}

/// `hipMemPoolCreate`. HIP: "hipErrorInvalidValue, hipErrorNotSupported"; "Specifying hipMemHandleTypeNone creates a memory pool that will
/// not support IPC"; those of descriptors do where the device's memory is the host's (`vk::SharedPool`).
pub fn create(properties: &Properties) -> HipResult<Arc<Pool>> {
    let managed = is_managed(properties.allocation)?;
    let device = at(properties.location)?;
    let sharing = shared_pool::sharing(device, properties.handles, managed)?;
    Ok(device.pools.create(managed, properties.maximum, sharing))
}

/// `hipMemPoolDestroy`. HIP: "If any pointers obtained from this pool haven't been freed or the pool has free operations that haven't
/// completed when hipMemPoolDestroy() is invoked, the function will return immediately and the resources associated with the pool will be
/// released automatically once there are no more outstanding allocations. Destroying the current mempool of a device sets the default
/// mempool of that device as the current mempool for that device." "A device's default memory pool cannot be destroyed."
pub fn destroy(id: Id<Pool>) -> HipResult {
    let pool = runtime::find(id)?;
    let device = runtime::get()?.devices.get(pool.device).ok_or(HipError::InvalidDevice)?;
    if device.pools.is_default(&pool) {
        return Err(HipError::InvalidValue.because("a device's default pool cannot be destroyed"));
    }
    runtime::live::<Pool>()?.end(id)?;
    device.pools.destroy(&pool);
    Ok(())
}
