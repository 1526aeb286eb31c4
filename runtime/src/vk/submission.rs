//! What a stream has closed, to the queue: the other half of [`Stream`], whose header says when a batch may be submitted.
//!
//! Called by `stream` (a full batch, a wait, the scheduler's visit) and by `host_fn` when a function has returned.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use ash::vk;

use super::command::Batch;
use super::error::VkError;
use super::lane::Lane;
use super::point::Point;
use super::stream::{Item, State, Stream};

/// Why the front of the queue cannot be submitted yet.
pub(super) enum Blocked {
    /// Another stream has not submitted (or completed) this yet.
    On(Point),
    /// A host function runs.
    HostFunction,
}

impl Stream {
    /// Submission order alone puts our next batch after `point`.
    pub(super) fn follows(&self, point: &Point) -> bool {
        let other = &point.stream;
        Arc::ptr_eq(&self.queue, &other.queue)
            && other.submitted.load(Ordering::Acquire) >= point.value
            // After `submitted`: a stream sets it before it submits to the serial lane.
            && !other.mixed.load(Ordering::Acquire)
    }

    /// Moves the open batch to the queue.
    pub(super) fn close(&self, state: &mut State) -> Result<(), VkError> {
        let Some(batch) = state.open.take() else {
            return Ok(());
        };
        if batch.operations == 0 {
            state.open = Some(batch);
            return Ok(());
        }
        if let Err(error) = batch.finish(&self.device) {
            return Err(self.fail(state, error));
        }
        state.queue.push_back(Item::Batch(batch));
        Ok(())
    }

    /// Submits from the front of the queue as long as nothing holds it back.
    pub(super) fn pump(self: &Arc<Self>, state: &mut State) -> Result<Option<Blocked>, VkError> {
        while !state.queue.is_empty() {
            if state.host_running {
                return Ok(Some(Blocked::HostFunction));
            }
            let Some(front) = state.queue.front() else {
                return Ok(None);
            };
            let batch = match front {
                Item::Host(_) => {
                    self.start_host_runner(state);
                    return Ok(Some(Blocked::HostFunction));
                }
                Item::Batch(batch) => batch,
            };
            let semaphores = match self.resolve(&batch.waits) {
                Ok(Ok(semaphores)) => semaphores,
                Ok(Err(point)) => return Ok(Some(Blocked::On(point))),
                Err(error) => return Err(self.fail(state, error)),
            };
            if let Some(point) = self.changes_lane(state, batch.recorder.lane)? {
                return Ok(Some(Blocked::On(point)));
            }
            let Some(Item::Batch(batch)) = state.queue.pop_front() else {
                return Ok(None);
            };
            self.submit(state, batch, &semaphores)?;
        }
        Ok(None)
    }

    /// What must be complete before a batch of `lane` may be submitted: everything given to the other lane.
    fn changes_lane(self: &Arc<Self>, state: &State, lane: Lane) -> Result<Option<Point>, VkError> {
        let value = self.submitted.load(Ordering::Acquire);
        if lane == state.lane || self.timeline.reached(&self.device, value).map_err(|e| self.device.lost(e))? {
            return Ok(None);
        }
        Ok(Some(Point { stream: Arc::clone(self), value }))
    }

    /// Waits until a batch of `lane` may be submitted. For `drain`, which has no one to give a point to.
    pub(super) fn settle(&self, state: &State, lane: Lane) -> Result<(), VkError> {
        let value = self.submitted.load(Ordering::Acquire);
        if lane == state.lane {
            return Ok(());
        }
        self.timeline.wait(&self.device, value, state.lane_of(value), || self.device.check_lost())
    }

    pub(super) fn submit(
        &self,
        state: &mut State,
        batch: Batch,
        waits: &[vk::SemaphoreSubmitInfo<'_>],
    ) -> Result<(), VkError> {
        if let Some(kernel) = batch.last_kernel() {
            self.device.note_kernel(kernel);
        }
        let signal = vk::SemaphoreSubmitInfo::default()
            .semaphore(self.timeline.semaphore_of(&self.device, batch.recorder.lane)?)
            .value(batch.end)
            .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS);
        let (commands, end, lane) = (batch.recorder.commands, batch.end, batch.recorder.lane);
        state.flight.push_back(batch);
        state.lane = lane;
        let raw = self.device.lane(lane)?;
        let submitted = match (lane, self.device.serial.get()) {
            (Lane::Serial, Some(serial)) => {
                self.mixed.store(true, Ordering::Release);
                serial.queue.submit(raw, commands, waits, signal)
            }
            _ => self.queue.submit(raw, commands, waits, signal),
        };
        if let Err(error) = submitted {
            return Err(self.fail(state, error));
        }
        self.submitted.store(end, Ordering::Release);
        Ok(())
    }

    /// The semaphores a batch must wait on, or the point that keeps it from being submitted (module header).
    #[allow(clippy::type_complexity, reason = "one private caller")]
    pub(super) fn resolve(
        &self,
        waits: &[Point],
    ) -> Result<Result<Vec<vk::SemaphoreSubmitInfo<'static>>, Point>, VkError> {
        let mut semaphores = Vec::new();
        for point in waits {
            let other = &point.stream;
            if self.follows(point) || other.timeline.reached(&self.device, point.value)? {
                continue;
            }
            let submitted = other.submitted.load(Ordering::Acquire) >= point.value;
            if !submitted || !self.queue.is_exclusive() || other.mixed.load(Ordering::Acquire) {
                other.check()?;
                return Ok(Err(point.clone()));
            }
            semaphores.push(
                vk::SemaphoreSubmitInfo::default()
                    .semaphore(other.timeline.semaphore)
                    .value(point.value)
                    .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS),
            );
        }
        Ok(Ok(semaphores))
    }

    /// Submits everything up to `value`.
    pub(super) fn flush_to(self: &Arc<Self>, value: u64) -> Result<Option<Blocked>, VkError> {
        if self.submitted.load(Ordering::Acquire) >= value {
            return Ok(None);
        }
        let mut state = self.lock();
        self.check()?;
        self.close(&mut state)?;
        self.pump(&mut state)
    }
}

impl State {
    /// The lane whose semaphore will reach `value`. Host functions signal the main one.
    pub(super) fn lane_of(&self, value: u64) -> Lane {
        let closed = self.queue.iter().filter_map(|item| match item {
            Item::Batch(batch) => Some(batch),
            Item::Host(_) => None,
        });
        self.flight.iter().chain(closed).find(|batch| batch.end >= value).map_or(Lane::Main, |b| b.recorder.lane)
    }
}
