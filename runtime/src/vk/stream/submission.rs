//! What a stream has closed, to the queue: the other half of [`Stream`], whose header says when a batch may be submitted.
//!
//! Called by `fifo` (a full batch, a wait, the scheduler's visit), by `host_runner` and `value` for entries of their own, and by
//! `host_runner` when a function has returned.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use ash::vk;

use super::command::Batch;
use super::dropping::give_up;
use super::fifo::{Item, PATIENCE, State, Stream};
use super::point::{Blocked, Point};
use crate::vk::device::queue::Submission;
use crate::vk::error::VkError;
use crate::vk::lavapipe::lane::Lane;

impl Stream {
    /// Submission order alone puts our next batch after `point`.
    pub(super) fn follows(&self, point: &Point) -> bool {
        let other = &point.stream;
        Arc::ptr_eq(&self.queue, &other.queue)
            && other.submitted.load(Ordering::Acquire) >= point.value
            // After `submitted`: a stream sets them before it submits to another lane.
            && !other.mixed.load(Ordering::Acquire)
            && !other.beside.load(Ordering::Acquire)
    }

    /// Moves the open batch to the queue.
    pub(in crate::vk) fn close(&self, state: &mut State) -> Result<(), VkError> {
        let Some(mut batch) = state.open.take() else {
            return Ok(());
        };
        if batch.operations == 0 {
            state.open = Some(batch);
            return Ok(());
        }
        if let Err(error) = batch.finish(&self.device) {
            give_up(state, batch);
            return Err(self.fail(state, error));
        }
        state.queue.push_back(Item::Batch(batch));
        Ok(())
    }

    /// The same for the program.
    pub(super) fn cut(&self, state: &mut State) -> Result<(), VkError> {
        self.telling(state, |state| self.close(state))
    }

    /// Puts an entry that is no batch into the queue, behind everything recorded so far; `made` is told its place on the timeline.
    pub(super) fn enqueue(self: &Arc<Self>, made: impl FnOnce(u64) -> Item) -> Result<(), VkError> {
        let mut state = self.lock();
        self.tell(&mut state)?;
        self.cut(&mut state)?;
        state.last += 1;
        let value = state.last;
        // It and what leads to it are wanted at once: nobody else asks for what only the host does.
        (state.wanted, state.due) = (value, value);
        state.queue.push_back(made(value));
        self.activate();
        self.telling(&mut state, |state| self.pump(state)).map(|_| ())
    }

    /// Somebody waits for the work up to `value`: the next `pump` submits it.
    pub(super) fn want(&self, state: &mut State, value: u64) -> Result<(), VkError> {
        state.wanted = state.wanted.max(value);
        self.offer(state, value)
    }

    /// The work up to `value` may run: the next `pump` submits it unless it had better wait.
    pub(super) fn offer(&self, state: &mut State, value: u64) -> Result<(), VkError> {
        if state.due >= value {
            return Ok(());
        }
        state.due = value;
        match &state.open {
            // Within a batch: all of it.
            Some(batch) if batch.operations > 0 && batch.start < value => self.close(state),
            _ => Ok(()),
        }
    }

    /// Submits what is wanted from the front of the queue, as long as nothing holds it back.
    pub(super) fn pump(self: &Arc<Self>, state: &mut State) -> Result<Option<Blocked>, VkError> {
        let mut ready = Ready::default();
        let outcome = self.gather(state, &mut ready);
        // What was gathered goes to the device, whatever stopped the gathering.
        self.submit(state, ready)?;
        outcome
    }

    /// Takes from the front of the queue what may go to the device now.
    fn gather(self: &Arc<Self>, state: &mut State, ready: &mut Ready) -> Result<Option<Blocked>, VkError> {
        loop {
            let batch = match state.queue.front() {
                None => return Ok(None),
                Some(_) if state.host_running => return Ok(Some(Blocked::Host)),
                Some(Item::Host(_)) => {
                    self.start_host_runner(state);
                    return Ok(Some(Blocked::Host));
                }
                Some(Item::Value(wait)) => match self.is_over(wait) {
                    Ok(true) => {
                        state.queue.pop_front();
                        continue;
                    }
                    Ok(false) => return Ok(Some(Blocked::Host)),
                    Err(error) => return Err(self.fail(state, error)),
                },
                Some(Item::Batch(batch)) if !self.may_go(state, batch) => return Ok(None),
                Some(Item::Batch(batch)) => batch,
            };
            let mut waits = match self.resolve(&batch.waits) {
                Ok(Ok(semaphores)) => semaphores,
                Ok(Err(point)) => return Ok(Some(Blocked::On(point))),
                Err(error) => return Err(self.fail(state, error)),
            };
            let lane = batch.recorder.lane;
            if ready.lane().is_some_and(|other| other != lane) {
                self.submit(state, std::mem::take(ready))?;
            }
            let change = self.change_of_lane(state, lane).map_err(|error| self.fail(state, error))?;
            match change {
                Change::None => {}
                Change::Behind(wait) => waits.push(wait),
                Change::Held(point) => return Ok(Some(Blocked::On(point))),
            }
            let Some(Item::Batch(batch)) = state.queue.pop_front() else {
                return Ok(None);
            };
            state.due = state.due.max(batch.end);
            ready.0.push((batch, waits));
        }
    }

    /// It is time to submit this batch.
    fn may_go(&self, state: &State, batch: &Batch) -> bool {
        let holds_up =
            || batch.waits_since.is_some_and(|since| since.elapsed() < PATIENCE) && !self.queue.is_exclusive();
        batch.start < state.wanted || batch.start < state.due && !holds_up()
    }

    /// What keeps a batch of `lane` behind everything given to the lane before. A queue for copies serves all streams, so nothing may wait in it.
    fn change_of_lane(self: &Arc<Self>, state: &State, lane: Lane) -> Result<Change, VkError> {
        let value = self.submitted.load(Ordering::Acquire);
        if lane == state.lane {
            return Ok(Change::None);
        }
        let one_device = self.queue_of(lane).is_some() && self.queue_of(state.lane).is_some();
        let complete = self.timeline.reached(&self.device, value).map_err(|e| self.device.lost(e))?;
        Ok(match one_device {
            // Also where it is complete: the wait makes what it wrote visible.
            true if complete || lane == Lane::Main && self.queue.is_exclusive() => {
                Change::Behind(self.signal_at(value))
            }
            false if complete => Change::None,
            _ => Change::Held(Point { stream: Arc::clone(self), value }),
        })
    }

    /// This stream's main semaphore at a value.
    fn signal_at(&self, value: u64) -> vk::SemaphoreSubmitInfo<'static> {
        vk::SemaphoreSubmitInfo::default()
            .semaphore(self.timeline.semaphore)
            .value(self.timeline.signal_of(value))
            .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
    }

    /// Waits until a batch of `lane` may be submitted. For `drain`, which has no one to give a point to.
    pub(super) fn settle(&self, state: &State, lane: Lane) -> Result<(), VkError> {
        let value = self.submitted.load(Ordering::Acquire);
        if lane == state.lane {
            return Ok(());
        }
        self.timeline.wait(&self.device, value, self.lane_of(state, value), |_| self.device.check_lost())
    }

    /// Hands batches of one lane to the queue, each with a signal of its own.
    pub(in crate::vk) fn submit(&self, state: &mut State, ready: Ready) -> Result<(), VkError> {
        let (Some(lane), Some((last, _))) = (ready.lane(), ready.0.last()) else {
            return Ok(());
        };
        let end = last.end;
        if let Some(kernel) = ready.0.iter().rev().find_map(|(batch, _)| batch.last_kernel()) {
            self.device.note_kernel(kernel);
        }
        let (mut batches, waits): (Vec<_>, Vec<_>) = ready.0.into_iter().unzip();
        batches.iter_mut().for_each(|batch| batch.take_off(&self.device));
        if let Err(error) = self.hand_over(&batches, waits, lane) {
            batches.into_iter().for_each(|batch| give_up(state, batch));
            return Err(self.fail(state, error));
        }
        state.flight.extend(batches);
        state.lane = lane;
        self.submitted.store(end, Ordering::Release);
        Ok(())
    }

    /// All of it or nothing.
    fn hand_over(&self, batches: &[Batch], waits: Vec<Waits>, lane: Lane) -> Result<(), VkError> {
        let semaphore = self.timeline.semaphore_of(&self.device, lane)?;
        let submissions = batches.iter().zip(waits).map(|(batch, waits)| Submission {
            waits,
            commands: batch.recorder.commands,
            signal: vk::SemaphoreSubmitInfo::default()
                .semaphore(semaphore)
                .value(batch.end)
                .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS),
        });
        let submissions: Vec<_> = submissions.collect();
        let raw = self.device.lane(lane)?;
        match (self.device.door(lane), self.queue_of(lane)) {
            (Some(open), _) => {
                self.mixed.store(true, Ordering::Release);
                open.queue.submit(raw, &submissions)
            }
            (None, Some(queue)) => {
                self.beside.fetch_or(lane != Lane::Main, Ordering::AcqRel);
                queue.submit(raw, &submissions)
            }
            (None, None) => Err(VkError::Invalid("this lane is not open")),
        }
    }

    /// The semaphores a batch must wait on, or the point that keeps it from being submitted (module header).
    pub(super) fn resolve(&self, waits: &[Point]) -> Result<Result<Waits, Point>, VkError> {
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
            semaphores.push(other.signal_at(point.value));
        }
        Ok(Ok(semaphores))
    }

    /// Submits everything up to `value`, and no more where a point is.
    pub(super) fn flush_to(self: &Arc<Self>, value: u64) -> Result<Option<Blocked>, VkError> {
        if self.submitted.load(Ordering::Acquire) >= value {
            return Ok(None);
        }
        let mut state = self.lock();
        self.tell(&mut state)?;
        if state.holds_a_waiting_kernel() {
            // What others have recorded may be what it waits for: first, because whoever comes by submits what is wanted.
            drop(state);
            self.device.scheduler.offer_others(&**self);
            state = self.lock();
        }
        self.telling(&mut state, |state| {
            self.want(state, value)?;
            self.pump(state)
        })
    }

    /// What the program has recorded may run.
    pub(super) fn submit_all(self: &Arc<Self>, state: &mut State) -> Result<(), VkError> {
        self.telling(state, |state| {
            self.offer(state, state.last)?;
            self.pump(state).map(|_| ())
        })
    }

    /// The lane whose semaphore tells of `value`.
    pub(super) fn lane_of(&self, state: &State, value: u64) -> Lane {
        state.lane_of(self.timeline.signal_of(value))
    }

    /// Submits everything recorded that need not wait. An error is kept in the stream and reported to whoever uses it next.
    pub(super) fn offer_all(self: &Arc<Self>) {
        let last = self.lock().last;
        loop {
            let mut state = self.lock();
            let Ok(blocked) = self.offer(&mut state, last).and_then(|()| self.pump(&mut state)) else { return };
            // Work that comes back from the serial lane must get to the main one first. Nothing on that lane waits for others.
            let comes_back = state.lane == Lane::Serial;
            drop(state);
            match blocked {
                Some(Blocked::On(point)) if comes_back && point.is_of(self) && point.wait().is_ok() => {}
                _ => return,
            }
        }
    }
}

/// What a batch must heed that goes another way than the one before.
enum Change {
    None,
    Behind(vk::SemaphoreSubmitInfo<'static>),
    /// It may only be submitted when this is reached.
    Held(Point),
}

/// Batches of one lane that may be submitted now, in order, and what each waits for.
#[derive(Default)]
pub(in crate::vk) struct Ready(pub(in crate::vk) Vec<(Batch, Waits)>);

/// What the queue waits for before a batch.
type Waits = Vec<vk::SemaphoreSubmitInfo<'static>>;

impl Ready {
    fn lane(&self) -> Option<Lane> {
        self.0.first().map(|(batch, _)| batch.recorder.lane)
    }
}

impl State {
    fn holds_a_waiting_kernel(&self) -> bool {
        let queued = self.queue.iter().filter_map(|item| match item {
            Item::Batch(batch) => Some(batch),
            Item::Host(_) | Item::Value(_) => None,
        });
        queued.chain(&self.open).any(|batch| batch.waits_since.is_some())
    }

    /// Value of the last operation that takes time. Timestamps that follow work in their batch count as work.
    pub(super) fn end_of_work(&self) -> u64 {
        match &self.open {
            Some(batch) if batch.operations > 0 && !batch.works => batch.start,
            _ => self.last,
        }
    }

    /// The lane whose semaphore will reach `value`. Host functions signal the main one.
    fn lane_of(&self, value: u64) -> Lane {
        let closed = self.queue.iter().filter_map(|item| match item {
            Item::Batch(batch) => Some(batch),
            Item::Host(_) | Item::Value(_) => None,
        });
        self.flight.iter().chain(closed).find(|batch| batch.end >= value).map_or(Lane::Main, |b| b.recorder.lane)
    }
}
