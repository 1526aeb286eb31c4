//! Contexts of the driver API: one per device, its primary context.
//!
//! HIP: "hipCtx … is deprecated on the AMD platform"; AMD's runtime has no more than a primary context per device either.
//! Creating one makes the device current, destroying one is accepted, and work never belongs to anything but the device.

use super::error::{HipError, HipResult};
use super::{runtime, thread};

/// Marks a context handle, as `hip::handle`'s kinds mark other handles.
const KIND: u64 = 0x60;

/// The handle of a device's context.
pub fn handle(device: usize) -> u64 {
    (KIND << 56) | (device as u64 + 1)
}

/// The device of a context handle. HIP: hipErrorInvalidContext.
pub fn device(handle: u64) -> HipResult<usize> {
    let index = (handle & 0xffff_ffff).wrapping_sub(1) as usize;
    if handle >> 56 != KIND || index >= runtime::get()?.devices.len() {
        return Err(HipError::InvalidContext.because(format_args!("{handle:#x} is not a context")));
    }
    Ok(index)
}

/// `hipCtxCreate`: "the newly created context is made current".
pub fn create(device: i32) -> HipResult<u64> {
    let device = runtime::device(device)?.index;
    thread::push_context(device);
    Ok(handle(device))
}

/// `hipCtxDestroy`. A current context stops being current.
pub fn destroy(context: u64) -> HipResult {
    let index = device(context)?;
    if thread::device_index() == index {
        thread::pop_context();
    }
    Ok(())
}

/// `hipCtxSetCurrent`; null is accepted and leaves the device as it is, since HIP threads always have one.
pub fn set_current(context: u64) -> HipResult {
    if context == 0 {
        return Ok(());
    }
    thread::set_device_index(device(context)?);
    Ok(())
}

/// `hipCtxPushCurrent`.
pub fn push(context: u64) -> HipResult {
    let index = device(context)?;
    thread::push_context(index);
    Ok(())
}

/// `hipCtxPopCurrent`. HIP: hipErrorInvalidContext if nothing was pushed.
pub fn pop() -> HipResult<u64> {
    thread::pop_context()
        .map(handle)
        .ok_or_else(|| HipError::InvalidContext.because("no context was pushed on this thread"))
}
