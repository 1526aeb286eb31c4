//! A place in a stream: what events remember and other streams wait for.

use std::sync::{Arc, Weak};

use super::fifo::Stream;
use super::query::Timestamp;
use crate::vk::device::logical::Device;
use crate::vk::error::VkError;

/// A place in a stream: everything recorded up to it. Complete when that is, whatever is recorded behind it.
#[derive(Debug, Clone)]
pub struct Point {
    pub(in crate::vk) stream: Arc<Stream>,
    pub(in crate::vk) value: u64,
}

/// A place in a stream that may be gone meanwhile: to compare with, not to wait for.
#[derive(Debug, Clone)]
pub struct PastPoint {
    /// Keeps the address from being another stream's.
    stream: Weak<Stream>,
    value: u64,
}

impl PastPoint {
    /// What is behind this place is behind `point` too.
    pub fn covers(&self, point: &Point) -> bool {
        std::ptr::eq(self.stream.as_ptr(), Arc::as_ptr(&point.stream)) && self.value >= point.value
    }

    /// Both are places in one stream.
    pub fn same_stream(&self, other: &PastPoint) -> bool {
        Weak::ptr_eq(&self.stream, &other.stream)
    }

    /// Its stream is gone.
    pub fn is_gone(&self) -> bool {
        self.stream.strong_count() == 0
    }
}

/// Why the front of the queue cannot be submitted yet.
pub(in crate::vk) enum Blocked {
    /// Another stream has not submitted (or completed) this yet.
    On(Point),
    /// A host function runs, or a value in memory has not come.
    Host,
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

    /// Whether it is reached, as far as can be found out, or will never be, on a lost device; submits nothing.
    pub fn is_over(&self) -> bool {
        match self.is_reached() {
            Ok(reached) => reached,
            Err(error) => matches!(error, VkError::DeviceLost { .. }),
        }
    }

    /// Submits the work that leads to it, as far as it may be.
    pub fn submit(&self) -> Result<(), VkError> {
        self.stream.flush_to(self.value).map(|_| ())
    }

    /// Whether it was reached when somebody last looked. Asks nobody and submits nothing.
    pub fn is_known_done(&self) -> bool {
        self.stream.timeline.known() >= self.value
    }

    /// The place, without keeping its stream.
    pub fn past(&self) -> PastPoint {
        PastPoint { stream: Arc::downgrade(&self.stream), value: self.value }
    }

    /// Both are places in one stream.
    pub fn same_stream(&self, other: &Point) -> bool {
        self.is_of(&other.stream)
    }

    /// It is a place in a stream of `device`.
    pub fn is_of_device(&self, device: &Arc<Device>) -> bool {
        Arc::ptr_eq(&self.stream.device, device)
    }

    /// It is a place in `stream`.
    pub fn is_of(&self, stream: &Arc<Stream>) -> bool {
        Arc::ptr_eq(&self.stream, stream)
    }

    /// Calls `run` on a thread of its own behind this place and all that its stream has recorded since, and before what it records next.
    pub fn then(&self, run: impl FnOnce() + Send + 'static) -> Result<(), VkError> {
        self.stream.host_fn(Box::new(run))
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
