//! A stream's part in a capture: which one it is in, if any, and what that forbids it. A stream has one of these and asks it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Capture, NONE, Nodes};
use crate::hip::error::{HipError, HipResult};
use crate::hip::locks::{Mutex, Rank};

/// A stream, as a capture knows it.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// Its number.
    pub number: u64,
    /// The number of its device.
    pub device: usize,
    /// It is ordered with the legacy stream.
    pub blocking: bool,
}

/// What a stream knows of the capture it is part of.
#[derive(Debug)]
pub struct Part {
    member: Member,
    /// It captures, or did when it was last looked at.
    captures: AtomicBool,
    capture: Mutex<Option<Arc<Capture>>>,
}

impl Part {
    /// Of a stream that captures nothing.
    pub fn new(member: Member) -> Part {
        Part { member, captures: AtomicBool::new(false), capture: Mutex::new(Rank::Stream, None) }
    }

    /// The stream, for a capture.
    pub fn member(&self) -> Member {
        self.member
    }

    /// The capture it is part of, if any.
    #[inline]
    pub fn capture(&self) -> Option<Arc<Capture>> {
        if self.captures.load(Ordering::Acquire) { self.look() } else { None }
    }

    #[cold]
    fn look(&self) -> Option<Arc<Capture>> {
        let mut capture = self.capture.lock();
        if capture.as_ref().is_none_or(|capture| capture.status() != NONE) {
            return capture.clone();
        }
        let over = capture.take();
        self.captures.store(false, Ordering::Release);
        // Behind the lock: what it made and nobody got goes with it.
        drop(capture);
        drop(over);
        None
    }

    /// From here on operations become nodes of this capture.
    pub fn set(&self, capture: &Arc<Capture>) {
        let before = self.capture.lock().replace(Arc::clone(capture));
        drop(before);
        self.captures.store(true, Ordering::Release);
    }

    /// HIP: hipErrorStreamCaptureUnsupported, of what waits for a stream that captures.
    pub fn refuse(&self, call: &str) -> HipResult {
        let Some(capture) = self.capture() else { return Ok(()) };
        Err(capture.refuse(HipError::StreamCaptureUnsupported, call))
    }

    /// Before an operation that no node does. HIP: hipErrorStreamCaptureUnsupported; hipErrorStreamCaptureInvalidated if the capture was
    /// invalid before.
    pub fn refuse_operation(&self) -> HipResult {
        let Some(capture) = self.capture() else { return Ok(()) };
        capture.check()?;
        Err(capture.refuse(HipError::StreamCaptureUnsupported, "this operation"))
    }

    /// Waits for an event, which was recorded in a capture behind `nodes`, or outside. HIP: an event recorded in a capture makes the stream
    /// part of it; hipErrorStreamCaptureMerge if it is part of another one, hipErrorStreamCaptureIsolation for an event recorded outside.
    /// False if there is no capture.
    pub fn wait(&self, recorded: Option<(Arc<Capture>, Nodes)>, is_legacy: bool) -> HipResult<bool> {
        match (self.capture(), recorded) {
            (None, None) => Ok(false),
            (None, Some(_)) if is_legacy => {
                Err(HipError::InvalidHandle.because("the null stream cannot be part of a capture"))
            }
            (None, Some((capture, nodes))) => {
                capture.check()?;
                capture.join(self.member, &nodes);
                self.set(&capture);
                Ok(true)
            }
            (Some(own), Some((capture, nodes))) if Arc::ptr_eq(&own, &capture) => {
                capture.check()?;
                capture.join(self.member, &nodes);
                Ok(true)
            }
            (Some(own), Some((capture, _))) => {
                own.check()?;
                let _ = capture.refuse(HipError::StreamCaptureMerge, "hipStreamWaitEvent");
                Err(own.refuse(HipError::StreamCaptureMerge, "hipStreamWaitEvent"))
            }
            (Some(own), None) => {
                own.check()?;
                Err(own.refuse(HipError::StreamCaptureIsolation, "hipStreamWaitEvent for work outside"))
            }
        }
    }

    /// The stream goes: a capture that began there is over. Another goes on, and the stream's last node is one to join, as before: NVIDIA's
    /// graphMemoryNodes destroys a stream that it forked and joined, in the capture.
    pub fn leave(&self, call: &str) {
        if let Some(capture) = self.capture()
            && capture.began_in(self.member.number)
        {
            let _ = capture.refuse(HipError::StreamCaptureUnsupported, call);
            capture.cancel();
        }
    }
}
