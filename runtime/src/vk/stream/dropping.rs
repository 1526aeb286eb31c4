//! What becomes of a stream whose work cannot be submitted: that work is dropped, with all that stands behind it, whoever uses the stream next
//! is told so, once, and the stream goes on.
//!
//! HIP has a call "return error codes from previous, asynchronous launches". Values of dropped work count as complete from then on
//! ([`Timeline::skip`](super::timeline::Timeline::skip)), so nobody waits for what never comes. A lost device is told for ever. Called by all of `stream`.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::command::Batch;
use super::fifo::{Item, State, Stream};
use crate::vk::error::VkError;

impl Stream {
    /// Drops what is not submitted, and remembers why.
    pub(super) fn fail(&self, state: &mut State, error: VkError) -> VkError {
        let error = self.device.lost(error);
        log::error!("work of a stream is dropped: {error}");
        let queued = std::mem::take(&mut state.queue);
        let open = if state.taping.is_none() { state.open.take() } else { None };
        let batches = queued.into_iter().filter_map(|item| match item {
            Item::Batch(batch) => Some(batch),
            Item::Host(_) | Item::Value(_) => None,
        });
        batches.chain(open).for_each(|batch| give_up(state, batch));
        self.failed.set(error.clone());
        error
    }

    /// Fails if the stream has failed and nobody was told.
    pub(super) fn check(&self) -> Result<(), VkError> {
        self.failed.get().map_or(Ok(()), Err)
    }

    /// The same for the program, which is told by this: the stream goes on behind what was dropped.
    pub(super) fn tell(&self, state: &mut State) -> Result<(), VkError> {
        let Some(error) = self.failed.get() else { return Ok(()) };
        if !matches!(error, VkError::DeviceLost { .. }) {
            self.timeline.skip(self.submitted.load(Ordering::Acquire), state.last);
            self.submitted.store(state.last, Ordering::Release);
            self.failed.clear();
        }
        Err(error)
    }

    /// Does something for the program that may submit: if that fails, the program is told by it.
    pub(super) fn telling<R>(
        &self,
        state: &mut State,
        work: impl FnOnce(&mut State) -> Result<R, VkError>,
    ) -> Result<R, VkError> {
        work(state).inspect_err(|_| {
            let _ = self.tell(state);
        })
    }

    /// Waits until nothing that was recorded here is on the device or will go there, whichever calls fail on the way: what it uses is to go.
    /// Work that is dropped meanwhile is told to who asks next.
    pub fn outlast(self: &Arc<Self>) {
        let value = self.end().value;
        let mut dropped = None;
        loop {
            dropped = dropped.or(self.failed.get());
            let waited = self.wait_value(value);
            if waited.is_ok() || self.device.check_lost().is_err() {
                break;
            }
            let (submitted, lane) = {
                let state = self.lock();
                let submitted = self.submitted.load(Ordering::Acquire).min(value);
                (submitted, self.lane_of(&state, submitted))
            };
            self.timeline.outlast(&self.device, submitted, lane);
        }
        if let Some(error) = dropped {
            self.fail(&mut self.lock(), error);
        }
    }

    /// As [`Stream::tell`], for who does not hold the stream's lock.
    pub(super) fn told(&self) -> Result<(), VkError> {
        self.check().or_else(|_| self.tell(&mut self.lock()))
    }
}

/// Takes back a batch that was not submitted.
pub(super) fn give_up(state: &mut State, batch: Batch) {
    batch.abandon();
    state.spare.push(batch.retire());
}
