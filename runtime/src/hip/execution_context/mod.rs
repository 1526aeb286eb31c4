//! Execution contexts and green contexts: streams that the program names together.
//!
//! A green context has all multiprocessors of its device ([`resource`] says why), so what it is good for here is its streams: events that stand
//! for all of them, waiting for all of them, and an end that detaches them. Each device has a primary one, which stands for whatever is done
//! on the device. Called by `capi::execution_context`.

pub mod resource;

use std::sync::{Arc, OnceLock, Weak};

use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::event::Event;
use crate::hip::handle::{Id, Registered, Registry};
use crate::hip::locks::{Mutex, Rank};
use crate::hip::runtime;
use crate::hip::stream::{self, NON_BLOCKING, Role, Stream};

/// `hipEventDisableTiming`.
const DISABLE_TIMING: u32 = 2;

/// An execution context.
#[derive(Debug)]
pub struct ExecutionContext {
    /// The number of its device.
    pub device: usize,
    /// It stands for its whole device.
    primary: bool,
    streams: Mutex<Vec<Weak<Stream>>>,
    /// Behind every event that the context was made to wait for: streams made later wait for it.
    waits: OnceLock<Arc<Stream>>,
    /// Behind everything that an event of the context stands for.
    records: OnceLock<Arc<Stream>>,
}

impl Registered for ExecutionContext {
    const KIND: u8 = 0x73;
    const NAME: &'static str = "execution context";
    /// HIP: hipErrorInvalidValue for null and for one that was destroyed.
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<ExecutionContext> {
        static ALL: Registry<ExecutionContext> = Registry::new();
        &ALL
    }
}

/// `hipDeviceGetExecutionCtx`: the device's, the same at every call.
pub fn primary(device: &Device) -> HipResult<Id<ExecutionContext>> {
    static MADE: Mutex<Vec<(usize, Id<ExecutionContext>)>> = Mutex::new(Rank::ExecutionContext, Vec::new());
    let mut made = MADE.lock();
    if let Some((_, id)) = made.iter().find(|(index, _)| *index == device.index) {
        return Ok(*id);
    }
    let id = runtime::live::<ExecutionContext>()?.insert(ExecutionContext::new(device, true));
    made.push((device.index, id));
    Ok(id)
}

/// `hipGreenCtxCreate` of what is all of the device.
pub fn create(device: &Device) -> HipResult<Id<ExecutionContext>> {
    device.check()?;
    Ok(runtime::live::<ExecutionContext>()?.insert(ExecutionContext::new(device, false)))
}

/// `hipExecutionCtxDestroy`. HIP: the primary one is not the program's to destroy; streams that are left are detached: they can be destroyed, and
/// everything else is hipErrorStreamDetached.
pub fn destroy(id: Id<ExecutionContext>) -> HipResult {
    if runtime::find(id)?.primary {
        return Err(HipError::InvalidValue.because("the device's own execution context cannot be destroyed"));
    }
    let context = runtime::live::<ExecutionContext>()?.end(id)?;
    for stream in context.own_streams() {
        stream.attributes.detach();
        if let Some(capture) = stream.capture() {
            let _ = capture.refuse(HipError::StreamDetached, "hipExecutionCtxDestroy");
        }
    }
    Ok(())
}

impl ExecutionContext {
    fn new(device: &Device, primary: bool) -> ExecutionContext {
        ExecutionContext {
            device: device.index,
            primary,
            streams: Mutex::new(Rank::ExecutionContext, Vec::new()),
            waits: OnceLock::new(),
            records: OnceLock::new(),
        }
    }

    fn device(&self) -> HipResult<&'static Arc<Device>> {
        runtime::get()?.devices.get(self.device).ok_or(HipError::InvalidDevice)
    }

    /// The streams made in it that are still there.
    fn own_streams(&self) -> Vec<Arc<Stream>> {
        let mut streams = self.streams.lock();
        streams.retain(|stream| stream.strong_count() > 0);
        streams.iter().filter_map(Weak::upgrade).collect()
    }

    /// Those it stands for. CUDA: the primary context's "activities" are those of its green contexts too.
    fn all_streams(&self) -> HipResult<Vec<Arc<Stream>>> {
        let streams = if self.primary { self.device()?.streams.all() } else { self.own_streams() };
        let inner = |one: &Arc<Stream>| {
            [&self.waits, &self.records].iter().any(|place| place.get().is_some_and(|inner| Arc::ptr_eq(inner, one)))
        };
        Ok(streams.into_iter().filter(|stream| !inner(stream)).collect())
    }

    fn inner(&self, place: &OnceLock<Arc<Stream>>) -> HipResult<Arc<Stream>> {
        if let Some(stream) = place.get() {
            return Ok(Arc::clone(stream));
        }
        let device = self.device()?;
        let made = device.streams.add_owned(&device.vk, device.index, Role::NonBlocking)?;
        Ok(Arc::clone(place.get_or_init(|| made)))
    }

    /// `hipExecutionCtxStreamCreate`. HIP: "On an execution context, the default stream flag behaves like hipStreamNonBlocking";
    /// hipErrorInvalidValue for other flags.
    pub fn create_stream(&self, flags: u32, priority: i32) -> HipResult<Id<Stream>> {
        if flags & !NON_BLOCKING != 0 {
            return Err(HipError::InvalidValue.because(format_args!("stream flags {flags:#x}")));
        }
        let stream = stream::create_on(self.device()?, Role::NonBlocking, priority)?;
        if let Some(waits) = self.waits.get() {
            follow(&stream, waits)?;
        }
        self.streams.lock().push(Arc::downgrade(&stream));
        Ok(runtime::live::<Stream>()?.insert_arc(stream))
    }

    /// `hipExecutionCtxSynchronize`: waits for all of them.
    pub fn synchronize(&self) -> HipResult {
        let streams = self.all_streams()?;
        check_captures(&streams, "hipExecutionCtxSynchronize")?;
        if self.primary {
            return self.device()?.synchronize();
        }
        // All of them, whatever the first says.
        let outcomes: Vec<HipResult> = streams.iter().map(|stream| stream.synchronize()).collect();
        outcomes.into_iter().collect()
    }

    /// `hipExecutionCtxRecordEvent`: the event stands for what all of them do now. hipErrorInvalidHandle for one of another device.
    pub fn record(&self, event: &Event) -> HipResult {
        let streams = self.all_streams()?;
        check_captures(&streams, "hipExecutionCtxRecordEvent")?;
        let records = self.inner(&self.records)?;
        streams.iter().try_for_each(|stream| follow(&records, stream))?;
        event.record_in(&records)
    }

    /// `hipExecutionCtxWaitEvent`: what any of them does from now on comes behind the event.
    pub fn wait(&self, event: &Event) -> HipResult {
        let streams = self.all_streams()?;
        check_captures(&streams, "hipExecutionCtxWaitEvent")?;
        self.inner(&self.waits)?.wait_event(event)?;
        streams.iter().try_for_each(|stream| stream.wait_event(event))
    }
}

/// What `stream` does from here on comes behind what `other` has been given.
fn follow(stream: &Stream, other: &Stream) -> HipResult {
    let place = Event::new(other.device_index(), DISABLE_TIMING)?;
    place.record(other)?;
    stream.wait_event(&place)
}

/// CUDA: an error, and the end of the capture, if one of the context's streams captures.
fn check_captures(streams: &[Arc<Stream>], call: &str) -> HipResult {
    match streams.iter().find_map(|stream| stream.capture()) {
        Some(capture) => Err(capture.refuse(HipError::StreamCaptureUnsupported, call)),
        None => Ok(()),
    }
}
