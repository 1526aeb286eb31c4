//! Streams and events.

use std::sync::Arc;
use std::time::Duration;

use super::device::Device;
use super::{Error, Result};
use crate::hip::error::HipError;
use crate::hip::{event, stream};

/// A queue of work on a device: what is put into it runs in order. Cheap to clone; usable from any thread.
#[derive(Clone, Debug)]
pub struct Stream {
    pub(super) inner: Arc<stream::Stream>,
    pub(super) device: Device,
}

impl Stream {
    pub(super) fn new(device: &Device) -> Result<Stream> {
        let inner = &device.inner;
        let stream = inner.streams.add_owned(&inner.vk, inner.index, stream::Role::NonBlocking)?;
        Ok(Stream { inner: stream, device: device.clone() })
    }

    /// The stream's device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Waits until everything in it has run.
    pub fn synchronize(&self) -> Result {
        self.inner.synchronize().map_err(Error::from)
    }

    /// Whether everything in it has run.
    pub fn is_done(&self) -> Result<bool> {
        answer(self.inner.query())
    }

    /// Marks the present end of the stream.
    pub fn record(&self) -> Result<Event> {
        let event = event::Event::new(self.device.inner.index, 0)?;
        event.record(&self.inner)?;
        Ok(Event { inner: Arc::new(event) })
    }

    /// Makes what follows wait for an event of this or another stream.
    pub fn wait_for(&self, event: &Event) -> Result {
        self.inner.wait_event(&event.inner).map_err(Error::from)
    }

    /// Calls a function on a thread of the runtime's when everything so far has run; what follows waits for it. The
    /// function must not wait for this stream.
    pub fn call(&self, function: impl FnOnce() + Send + 'static) -> Result {
        self.inner.host_function(function).map_err(Error::from)
    }
}

/// A place in a stream, and the time at which the device got there.
#[derive(Clone, Debug)]
pub struct Event {
    inner: Arc<event::Event>,
}

impl Event {
    /// Waits until the work before it has run.
    pub fn synchronize(&self) -> Result {
        self.inner.synchronize().map_err(Error::from)
    }

    /// Whether the work before it has run.
    pub fn is_done(&self) -> Result<bool> {
        answer(self.inner.query())
    }

    /// Device time from `earlier` to this event, zero if it came first. `HipError::NotReady` if one is not done.
    pub fn since(&self, earlier: &Event) -> Result<Duration> {
        self.inner.since(&earlier.inner).map_err(Error::from)
    }
}

fn answer(query: std::result::Result<(), HipError>) -> Result<bool> {
    match query {
        Ok(()) => Ok(true),
        Err(HipError::NotReady) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
