//! Host functions in a stream: they run on a thread of their own, in stream order, and never on a queue.
//!
//! While one waits or runs, later work of the stream is recorded and queued on the host side, not submitted: so a host
//! function that takes its time holds up its own stream and nobody else's. Also here: what is left of a stream that is
//! dropped while functions are still queued.

use std::sync::Arc;

use super::fifo::{Item, State, Stream};
use super::host_fn::HostFn;
use super::submission::Ready;
use crate::trace::{Operation, Work};
use crate::vk::error::VkError;

impl Stream {
    /// Calls `run` when everything recorded before is complete; work recorded after it starts when it has returned.
    /// `run` must not wait for this stream.
    pub fn host_fn(self: &Arc<Self>, run: Box<dyn FnOnce() + Send>) -> Result<(), VkError> {
        let traced = Operation::new(|| Work::Host);
        self.enqueue(|value| Item::Host(HostFn { value, run, traced }))
    }

    /// The front of the queue is a host function: makes sure that a thread sees to it.
    pub(super) fn start_host_runner(self: &Arc<Self>, state: &mut State) {
        if state.host_runner {
            return;
        }
        let stream = Arc::clone(self);
        let spawned =
            std::thread::Builder::new().name("hipvk-host-fn".into()).spawn(move || stream.run_host_functions());
        match spawned {
            Ok(_) => state.host_runner = true,
            Err(error) => {
                let error =
                    VkError::System { what: "starting a thread for a host function", reason: error.to_string() };
                self.fail(state, error);
            }
        }
    }

    /// Runs host functions for as long as one is at the front.
    fn run_host_functions(self: Arc<Self>) {
        loop {
            let function = {
                let mut state = self.lock();
                match state.queue.pop_front() {
                    Some(Item::Host(function)) => {
                        state.host_running = true;
                        function
                    }
                    other => {
                        if let Some(item) = other {
                            state.queue.push_front(item);
                        }
                        state.host_runner = false;
                        return;
                    }
                }
            };
            let outcome = self.run_one(function);
            let mut state = self.lock();
            state.host_running = false;
            if let Err(error) = outcome {
                self.fail(&mut state, error);
                state.host_runner = false;
                return;
            }
            // A failure is kept in the stream for whoever uses it next.
            let _ = self.pump(&mut state);
        }
    }

    fn run_one(&self, function: HostFn) -> Result<(), VkError> {
        let before = function.value - 1;
        let lane = self.lane_of(&self.lock(), before);
        self.timeline.wait(&self.device, before, lane, |_| self.check())?;
        let value = function.value;
        if self.timeline.signal_of(value) != value {
            // Dropped with what it was to come behind, while this thread waited (`dropping`).
            return Ok(());
        }
        function.call(|| self.track());
        self.timeline.settle(&self.device, before)?;
        self.timeline.signal(&self.device, value)
    }

    /// Submits and runs everything that is left, waiting where need be. For `Drop`: nobody else holds the stream.
    pub(in crate::vk) fn drain(&mut self) {
        let mut state = self.lock();
        if self.check().is_ok() {
            let _ = self.close(&mut state);
        }
        while let Some(item) = state.queue.pop_front() {
            let outcome = match item {
                Item::Host(function) => {
                    drop(state);
                    let outcome = self.run_one(function);
                    state = self.lock();
                    outcome
                }
                Item::Value(wait) => {
                    drop(state);
                    let outcome = self.see_out(&wait);
                    state = self.lock();
                    outcome
                }
                Item::Batch(batch) => {
                    let waited = batch.waits.iter().try_for_each(|point| point.wait());
                    let lane = batch.recorder.lane;
                    waited
                        .and_then(|()| self.settle(&state, lane))
                        .and_then(|()| self.submit(&mut state, Ready(vec![(batch, Vec::new())])))
                }
            };
            if let Err(error) = outcome {
                self.fail(&mut state, error);
            }
        }
        // Nobody is left to tell; what was submitted still runs.
        let _ = self.tell(&mut state);
        let last = state.last;
        let lane = self.lane_of(&state, last);
        drop(state);
        self.timeline.outlast(&self.device, last, lane);
    }
}
