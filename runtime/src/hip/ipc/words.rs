//! What several processes share of an interprocess event: words that count its recordings and say which are complete.
//!
//! ```text
//!   word 0          how often it was recorded, in all processes
//!   word 1 + n%N    recording n is complete: a stream writes n there, as its turn comes
//! ```
//! Whoever waits, waits for the last recording there was. A word is used again for recording n + N: by then n is complete, or the event was
//! recorded N times over what is not. Held by `hip::event`; `ipc::event` makes those of other processes' handles.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{HANDLE_BYTES, What, encode, pages_words};
use crate::hip::error::HipResult;
use crate::vk::{self, Awaited, Condition, SharedWords, VkError};

/// Words of a page behind the first.
const PLACES: u64 = 511;
/// How long a thread looks again and again before it sleeps in between.
const EAGER: Duration = Duration::from_micros(200);
/// How long it sleeps then.
const PAUSE: Duration = Duration::from_micros(50);

/// The words.
#[derive(Debug)]
pub struct SharedEvent(pub(super) SharedWords);

fn place(recording: u64) -> u64 {
    1 + recording % PLACES
}

impl SharedEvent {
    /// Those of a new event. HIP: hipErrorNotSupported where other processes cannot see them.
    pub fn new(device: &Arc<vk::Device>) -> HipResult<SharedEvent> {
        Ok(SharedEvent(device.create_words(1 + PLACES)?))
    }

    /// One more recording, which is pending from here on.
    pub fn begin(&self) -> u64 {
        self.0.count_up(0) + 1
    }

    /// It is complete when the stream gets here.
    pub fn complete_in(&self, stream: &Arc<vk::Stream>, recording: u64) -> Result<(), VkError> {
        stream.upload(self.0.memory().at(place(recording) * 8), &recording.to_le_bytes())
    }

    /// It could not be recorded: nobody shall wait for it.
    pub fn give_up(&self, recording: u64) {
        self.0.store(place(recording), recording);
    }

    /// The last recording there was; none if it is complete.
    fn pending(&self) -> Option<u64> {
        let last = self.0.load(0);
        (last != 0 && self.0.load(place(last)) < last).then_some(last)
    }

    /// The last recording is complete, or there was none.
    pub fn is_done(&self) -> bool {
        self.pending().is_none()
    }

    /// Waits for what was the last recording at the call.
    pub fn wait(&self) {
        let Some(last) = self.pending() else { return };
        let begun = Instant::now();
        while self.0.load(place(last)) < last {
            // The other process's device wakes nobody here.
            if begun.elapsed() < EAGER { std::thread::yield_now() } else { std::thread::sleep(PAUSE) }
        }
    }

    /// What a stream does from here on comes behind the last recording.
    pub fn wait_in(&self, stream: &Arc<vk::Stream>) -> Result<(), VkError> {
        let Some(last) = self.pending() else { return Ok(()) };
        let memory = Arc::clone(self.0.memory());
        let (offset, condition) = (place(last) * 8, Condition::AtLeast);
        stream.wait_for_value(Awaited { memory, offset, wide: true, mask: u64::MAX, value: last, condition })
    }

    /// `hipIpcGetEventHandle`.
    pub fn handle(&self) -> [u8; HANDLE_BYTES] {
        encode(What::Event, pages_words(&self.0.place()), 0)
    }
}
