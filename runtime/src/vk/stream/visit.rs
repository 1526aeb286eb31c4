//! The scheduler's visit of a stream: work that lies is submitted, what has completed is taken back, and kernels are shown what the host wrote.
//!
//! Called by `scheduler`'s thread alone, for every active stream; `fifo` is what it works on.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::fifo::{LARGEST_BATCH, Stream};
use super::scheduler::Visited;
use crate::vk::device::queue::Queue;

/// Scheduler ticks without work after which a stream leaves the scheduler's list.
const QUIET_TICKS: u32 = 64;
/// Operations from one tick to the next above which the scheduler leaves a stream alone: its batches fill up by themselves, and who records
/// them must not find the stream locked. The largest batch then lies for four ticks.
const BUSY: u64 = LARGEST_BATCH as u64 / 4;

impl Stream {
    /// The scheduler's visit; false when the stream has been quiet for a while and leaves the list.
    fn tick(self: &Arc<Self>) -> bool {
        let recorded = self.recorded.load(Ordering::Relaxed);
        if recorded - self.visited.swap(recorded, Ordering::Relaxed) >= BUSY {
            return true;
        }
        let Some(mut state) = self.state.try_lock() else {
            return true;
        };
        if self.check().is_err() {
            // Nothing is queued or open. Once somebody was told the stream goes on, and registers again.
            self.registered.store(false, Ordering::Release);
            return false;
        }
        let last = state.last;
        let lying = std::mem::replace(&mut state.seen, last);
        // An error is kept in the stream and reported to whoever uses it next.
        let _ = self.offer(&mut state, lying);
        let _ = self.pump(&mut state);
        if !state.flight.is_empty() && self.timeline.poll(&self.device).map_err(|e| self.device.lost(e)).is_ok() {
            self.retire(&mut state);
        }
        if !state.flight.is_empty() && self.device.info.quirks.nudges() {
            let now = Instant::now();
            // Each of them: all are shown the same.
            if state.flight.iter_mut().fold(false, |due, batch| batch.wants_nudge(now) | due) {
                self.device.nudge();
            }
        }
        let busy = !state.flight.is_empty()
            || !state.queue.is_empty()
            || state.open.as_ref().is_some_and(|b| b.operations > 0);
        if busy {
            self.quiet_ticks.store(0, Ordering::Relaxed);
            return true;
        }
        if self.quiet_ticks.fetch_add(1, Ordering::Relaxed) < QUIET_TICKS {
            return true;
        }
        self.quiet_ticks.store(0, Ordering::Relaxed);
        // Under the lock: the next operation opens a batch or finds one open, so make sure it opens one.
        if let Some(batch) = state.open.take() {
            state.spare.push(batch.retire());
        }
        self.registered.store(false, Ordering::Release);
        false
    }
}

impl Visited for Stream {
    fn tick(self: Arc<Self>) -> bool {
        Stream::tick(&self)
    }

    fn runs(&self) -> bool {
        Stream::runs(self)
    }

    fn offer_all(self: Arc<Self>) {
        Stream::offer_all(&self);
    }

    fn queue(&self) -> &Arc<Queue> {
        &self.queue
    }
}
