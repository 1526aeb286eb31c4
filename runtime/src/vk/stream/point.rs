//! A place in a stream: what events remember and other streams wait for.

use std::sync::Arc;

use super::fifo::Stream;
use super::query::Timestamp;
use crate::vk::error::VkError;

/// A place in a stream: everything recorded up to it. Complete when that is, whatever is recorded behind it.
#[derive(Debug, Clone)]
pub struct Point {
    pub(in crate::vk) stream: Arc<Stream>,
    pub(in crate::vk) value: u64,
}

/// Why the front of the queue cannot be submitted yet.
pub(in crate::vk) enum Blocked {
    /// Another stream has not submitted (or completed) this yet.
    On(Point),
    /// A host function runs.
    HostFunction,
}

impl Point {
    /// Whether it is reached; submits the work that leads to it if not.
    pub fn is_done(&self) -> Result<bool, VkError> {
        let stream = &self.stream;
        if stream.timeline.known() >= self.value {
            return Ok(true);
        }
        stream.flush_to(self.value)?;
        stream.timeline.reached(&stream.device, self.value).map_err(|e| stream.device.lost(e))
    }

    /// Whether it is reached; submits nothing.
    pub fn is_reached(&self) -> Result<bool, VkError> {
        let stream = &self.stream;
        stream.timeline.reached(&stream.device, self.value).map_err(|e| stream.device.lost(e))
    }

    /// Submits the work that leads to it, as far as it may be.
    pub fn submit(&self) -> Result<(), VkError> {
        self.stream.flush_to(self.value).map(|_| ())
    }

    /// Whether it was reached when somebody last looked. Asks nobody and submits nothing.
    pub fn is_known_done(&self) -> bool {
        self.stream.timeline.known() >= self.value
    }

    /// Both are places in one stream.
    pub fn same_stream(&self, other: &Point) -> bool {
        self.is_of(&other.stream)
    }

    /// It is a place in `stream`.
    pub fn is_of(&self, stream: &Arc<Stream>) -> bool {
        Arc::ptr_eq(&self.stream, stream)
    }

    /// Waits until it is reached.
    pub fn wait(&self) -> Result<(), VkError> {
        if self.stream.timeline.known() >= self.value {
            return Ok(());
        }
        self.stream.wait_value(self.value)
    }
}

impl Timestamp {
    /// Waits until it is written. For who knows that the work before it is complete: it then takes as long as a submission. `place` is where
    /// it was recorded.
    pub fn wait(&self, place: &Point) -> Result<(), VkError> {
        while self.ticks()?.is_none() {
            place.submit()?;
            self.device.check_lost()?;
            std::thread::yield_now();
        }
        Ok(())
    }
}
