//! Events. Semantics: `hip::event`.

use std::ffi::{c_float, c_uint};
use std::sync::Arc;

use super::convert::Out;
use super::guard::hip_api;
use super::types::{hipEvent_t, hipStream_t};
use crate::hip::error::HipError;
use crate::hip::event::{self, Event};
use crate::hip::handle::Id;
use crate::hip::stream::{self, Stream, StreamRef};

fn handle(id: Id<Event>) -> hipEvent_t {
    hipEvent_t(super::convert::pointer(id.raw()))
}

hip_api! {
    /// Creates an event with timing on the current device.
    fn hipEventCreate(event: *mut hipEvent_t) => |out: Out<hipEvent_t>| out.set(handle(event::create(0)?));

    /// Creates an event. hipErrorInvalidValue: null, unknown or contradictory flags.
    fn hipEventCreateWithFlags(event: *mut hipEvent_t, flags: c_uint) => |out: Out<hipEvent_t>, flags: u32| {
        out.set(handle(event::create(flags)?))
    };

    /// Destroys an event. hipErrorInvalidHandle: null; hipErrorContextIsDestroyed: destroyed before.
    fn hipEventDestroy(event: hipEvent_t) => |event: Id<Event>| event::destroy(event);

    /// Records an event in a stream. hipErrorInvalidHandle: not an event, or of another device than the stream.
    fn hipEventRecord(event: hipEvent_t, stream: hipStream_t) and hipEventRecord_spt => |event: Arc<Event>, stream: Arc<Stream>| {
        event.record_in(&stream)
    };

    /// The same with flags, of which `hipEventRecordExternal` only means something while capturing.
    fn hipEventRecordWithFlags(event: hipEvent_t, stream: hipStream_t, flags: c_uint) =>
        |event: Arc<Event>, stream: Arc<Stream>, flags: u32| {
            if flags > 1 {
                return Err(HipError::InvalidValue.because(format_args!("record flags {flags:#x}")));
            }
            event.record_in(&stream)
        };

    /// hipErrorNotReady while the work before the event runs.
    fn hipEventQuery(event: hipEvent_t) => |event: Arc<Event>| event.query();

    /// Waits for an event. hipErrorInvalidHandle: not an event.
    fn hipEventSynchronize(event: hipEvent_t) => |event: Arc<Event>| event.synchronize();

    /// Milliseconds between two events. hipErrorInvalidHandle: not recorded or without timing; hipErrorNotReady.
    fn hipEventElapsedTime(ms: *mut c_float, start: hipEvent_t, stop: hipEvent_t) =>
        |out: Out<f32>, start: Arc<Event>, stop: Arc<Event>| out.set(stop.milliseconds_since(&start)?);

    /// Makes later work of a stream wait for an event. hipErrorInvalidHandle: not an event, or not a stream (hip-tests,
    /// Unit_hipStreamWaitEvent_UninitializedStream_Negative); hipErrorInvalidValue: flags.
    fn hipStreamWaitEvent(stream: hipStream_t, event: hipEvent_t, flags: c_uint) and hipStreamWaitEvent_spt =>
        |stream: StreamRef, event: Arc<Event>, flags: u32| wait(stream, &event, flags);
}

fn wait(stream: StreamRef, event: &Event, flags: u32) -> Result<(), HipError> {
    let stream = stream::resolve(stream).map_err(|error| match error {
        HipError::ContextIsDestroyed => HipError::InvalidHandle,
        other => other,
    })?;
    if flags > 1 {
        return Err(HipError::InvalidValue.because(format_args!("wait flags {flags:#x}")));
    }
    stream.wait_event(event)
}
