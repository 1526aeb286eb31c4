//! `hipImportExternalSemaphore`, and streams that signal and await them.

use std::sync::Arc;

use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::{Id, Registered, Registry};
use crate::hip::runtime;
use crate::hip::stream::Stream;
use crate::vk;

/// `hipExternalSemaphoreHandleTypeOpaqueFd`: a binary semaphore.
const BINARY_FD: u32 = 1;
/// `hipExternalSemaphoreHandleTypeTimelineSemaphoreFd`.
const TIMELINE_FD: u32 = 9;
/// `hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32`, the last.
const LAST_TYPE: u32 = 10;

/// A semaphore of another API.
#[derive(Debug)]
pub struct Semaphore {
    vk: Arc<vk::ExternalSemaphore>,
}

impl Registered for Semaphore {
    const KIND: u8 = 0x5d;
    const NAME: &'static str = "semaphore";
    /// HIP: hipErrorInvalidValue for one that does not exist.
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<Semaphore> {
        static ALL: Registry<Semaphore> = Registry::new();
        &ALL
    }
}

/// `hipImportExternalSemaphore` on the current device. HIP: hipErrorInvalidValue for types it does not define; hipErrorNotSupported for binary
/// ones, which only a queue can await, and for those of Windows.
pub fn import(kind: u32, descriptor: i32, flags: u32) -> HipResult<Id<Semaphore>> {
    let device = runtime::current_device()?;
    if flags != 0 {
        return Err(HipError::InvalidValue.because(format_args!("flags {flags:#x}, must be 0")));
    }
    match kind {
        TIMELINE_FD if descriptor >= 0 => {}
        TIMELINE_FD => return Err(HipError::InvalidValue.because(format_args!("{descriptor} is no descriptor"))),
        BINARY_FD => return Err(HipError::NotSupported.because("binary semaphores; timelines are supported")),
        2..=LAST_TYPE => return Err(HipError::NotSupported.because(format_args!("semaphores of type {kind}"))),
        other => return Err(HipError::InvalidValue.because(format_args!("semaphores of type {other}"))),
    }
    let made = device.vk.import_timeline(descriptor)?;
    Ok(runtime::live::<Semaphore>()?.insert(Semaphore { vk: made }))
}

/// `hipDestroyExternalSemaphore`: "Any outstanding signals or waits must have completed before the semaphore is destroyed."
pub fn destroy(id: Id<Semaphore>) -> HipResult {
    runtime::live::<Semaphore>()?.end(id).map(drop)
}

/// Those of a list with their values, checked before anything is recorded. HIP: hipErrorInvalidValue for flags and for none that exists;
/// a semaphore belongs to one device.
fn checked(stream: &Stream, list: &[(Id<Semaphore>, u64, u32)]) -> HipResult<Vec<(Arc<Semaphore>, u64)>> {
    if let Some(capture) = stream.capture() {
        return Err(capture.refuse(HipError::StreamCaptureUnsupported, "an external semaphore"));
    }
    let check = |&(id, value, flags): &(Id<Semaphore>, u64, u32)| {
        let semaphore = runtime::find(id)?;
        if flags != 0 || !semaphore.vk.is_of(stream.vk.device()) {
            return Err(HipError::InvalidValue.because(format_args!(
                "semaphore {id:?} with flags {flags:#x}, or of another device than the stream"
            )));
        }
        Ok((semaphore, value))
    };
    list.iter().map(check).collect()
}

/// `hipSignalExternalSemaphoresAsync`: each gets its value when the stream's work before is complete.
pub fn signal(stream: &Arc<Stream>, list: &[(Id<Semaphore>, u64, u32)]) -> HipResult {
    let all = checked(stream, list)?;
    stream.record(|vk| {
        vk.host_fn(Box::new(move || {
            for (semaphore, value) in all {
                if let Err(error) = semaphore.vk.signal(value) {
                    log::error!("an external semaphore could not be signalled: {error}");
                }
            }
        }))
    })
}

/// `hipWaitExternalSemaphoresAsync`: what the stream does next comes behind all of them.
pub fn wait(stream: &Arc<Stream>, list: &[(Id<Semaphore>, u64, u32)]) -> HipResult {
    for (semaphore, value) in checked(stream, list)? {
        stream.record(|vk| vk.wait_for_semaphore(Arc::clone(&semaphore.vk), value))?;
    }
    Ok(())
}
