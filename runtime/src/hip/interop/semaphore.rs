//! `hipImportExternalSemaphore`, and streams and graphs that signal and await them.

use std::any::Any;
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

/// One semaphore of a list, with its value and flags.
pub type Entry = (Id<Semaphore>, u64, u32);

/// Semaphores that are signalled or awaited together, again and again: a node of a graph.
#[derive(Clone, Debug)]
pub struct SemaphoreWork {
    /// They are signalled, each with its value when all before is complete; else awaited: what comes next comes behind all of them.
    pub signals: bool,
    /// Which.
    pub list: Arc<[Entry]>,
    /// The program's description; only `capi` reads it.
    pub described: Arc<dyn Any + Send + Sync>,
}

impl SemaphoreWork {
    /// `hipSignalExternalSemaphoresAsync`, `hipWaitExternalSemaphoresAsync`: does it, or makes it a node of what the stream captures.
    pub fn perform(self, stream: &Arc<Stream>) -> HipResult {
        let found = self.on(stream)?;
        match stream.capture() {
            Some(capture) => capture.add(stream.number, self),
            None => self.record(found, stream),
        }
    }

    /// Does it in a launch.
    pub fn run(&self, stream: &Arc<Stream>) -> HipResult {
        self.record(self.on(stream)?, stream)
    }

    /// All of them exist. HIP: hipErrorInvalidValue for flags and for none that exists.
    pub fn check(&self) -> HipResult {
        self.list.iter().try_for_each(|entry| find(entry).map(drop))
    }

    /// The semaphores, checked before anything is recorded: each belongs to one device, which must be the stream's.
    fn on(&self, stream: &Stream) -> HipResult<Vec<(Arc<Semaphore>, u64)>> {
        let of_stream = |entry: &Entry| {
            let semaphore = find(entry)?;
            match semaphore.vk.is_of(stream.vk.device()) {
                true => Ok((semaphore, entry.1)),
                false => Err(HipError::InvalidValue.because("a semaphore of another device than the stream")),
            }
        };
        self.list.iter().map(of_stream).collect()
    }

    fn record(&self, all: Vec<(Arc<Semaphore>, u64)>, stream: &Arc<Stream>) -> HipResult {
        if !self.signals {
            let wait = |(semaphore, value): (Arc<Semaphore>, u64)| {
                stream.record(|vk| vk.wait_for_semaphore(Arc::clone(&semaphore.vk), value))
            };
            return all.into_iter().try_for_each(wait);
        }
        let signal = move || {
            for (semaphore, value) in all {
                if let Err(error) = semaphore.vk.signal(value) {
                    log::error!("an external semaphore could not be signalled: {error}");
                }
            }
        };
        stream.record(|vk| vk.host_fn(Box::new(signal)))
    }
}

fn find(&(id, _, flags): &Entry) -> HipResult<Arc<Semaphore>> {
    match flags {
        0 => runtime::find(id),
        _ => Err(HipError::InvalidValue.because(format_args!("semaphore {id:?} with flags {flags:#x}"))),
    }
}
