//! A stream: a FIFO of operations with its own timeline, recorded now and submitted in batches.
//!
//! A submission costs 3 to 26 us on a GPU and some 70 on lavapipe; recording costs half a microsecond. So operations go
//! into an open batch, and work is *wanted* when somebody waits for it or asks, when there is enough of it (the threshold
//! doubles from one submission to the next and falls back when somebody waits), or when the scheduler thread finds it lying.
//!
//! ```text
//!   record ──> open batch ──close──> queue ──pump──> in flight ──timeline──> retired (command buffer reused)
//!                                      │ front not wanted, or blocked: a host function runs, or a wait's other stream is not there yet
//! ```
//!
//! *A point is complete when what came before it is*: a batch signals its end only, so a batch ends where somebody holds a
//! point, and who waits there has no more submitted than what leads to it. What follows may be a kernel that waits for the waiter.
//! On lavapipe a point is marked within its batch instead (`marks`); kernels that wait begin a batch there.
//!
//! *A batch is only submitted when what it waits for can no longer be blocked by it*: the awaited work is complete, or
//! it went to the same queue before (a queue is a FIFO), or it went to another queue and this queue serves no other
//! stream. Otherwise it stays in `queue`, held back on the host side. So no submission ever holds up a queue that
//! another stream shares, and one queue for all (lavapipe) cannot deadlock. This file records; `submission` closes and submits.
//!
//! *A device with one queue* runs one batch at a time, so a kernel that waits for what other work writes must not get in front of
//! that work. It is submitted when somebody waits for it, and else only after [`PATIENCE`]; ordinary work of other streams that
//! was recorded before goes first. That is as much as one queue can give of AMD's concurrency. lavapipe has one queue too, but more devices.
//!
//! On lavapipe a batch may go through another device instead (`lane`, `waiting_lane`); all signal this stream's values.
//!
//! Locks: a stream's `state` is never held while another stream's is taken; queue locks are innermost.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use ash::vk;

use super::command::Batch;
use super::failure::Failure;
use super::host_fn::HostFn;
use super::parameters::ParameterRing;
use super::point::{Blocked, Point};
use super::recorder::Recorder;
use super::scheduler::Visited;
use super::taping::Taping;
use super::timeline::Timeline;
use super::value::ValueWait;
use crate::locks::{Mutex, MutexGuard, Rank, apart};
use crate::trace::Track;
use crate::vk::device::logical::Device;
use crate::vk::device::queue::Queue;
use crate::vk::error::VkError;
use crate::vk::lavapipe::lane::Lane;

/// Operations after which the first batch after a wait is submitted.
const FIRST_BATCH: u32 = 4;
/// The threshold doubles up to this. A batch is recorded while the device runs the one before, half as long, so the device waits where it is
/// nearly as quick as the host (an H200, empty kernels in order: 0.83 us to record, 1.06 to run): large batches make that wait longer, small
/// ones cost 6 us each.
pub(super) const LARGEST_BATCH: u32 = 128;
/// How long a kernel that waits for others lies on a device with one queue while nobody waits for it. Its release may be recorded any moment;
/// a program that polls memory for its result must see it run.
pub(in crate::vk) const PATIENCE: Duration = Duration::from_millis(100);
/// Batches in flight before the stream asks the driver which have completed.
const RETIRE_ABOVE: usize = 4;

/// A FIFO of device work.
#[derive(Debug)]
pub struct Stream {
    pub(in crate::vk) device: Arc<Device>,
    pub(in crate::vk) queue: Arc<Queue>,
    pub(super) timeline: Timeline,
    pub(in crate::vk) state: Mutex<State>,
    /// Value of the last operation handed to the queue.
    pub(super) submitted: AtomicU64,
    /// Operations recorded, and how many there were when the scheduler last came.
    pub(super) recorded: AtomicU64,
    pub(super) visited: AtomicU64,
    /// Some batch went through another lane, so queue order alone says nothing about this stream.
    pub(super) mixed: AtomicBool,
    /// Some batch went to a queue for copies, so queue order alone says nothing about this stream; its semaphore does.
    pub(super) beside: AtomicBool,
    /// Its waiting lane, once it has had a kernel for that.
    pub(in crate::vk) waiting_lane: OnceLock<usize>,
    /// The scheduler has this stream in its list.
    pub(super) registered: AtomicBool,
    pub(super) quiet_ticks: AtomicU32,
    pub(super) failed: Failure,
    /// Its place in the trace.
    pub(super) track: OnceLock<Track>,
    /// It counts among its queue's streams: it may submit something.
    submits: bool,
}

/// Closed, not submitted.
#[derive(Debug)]
pub(in crate::vk) enum Item {
    Batch(Batch),
    Host(HostFn),
    Value(ValueWait),
}

#[derive(Debug)]
pub(in crate::vk) struct State {
    pub(in crate::vk) open: Option<Batch>,
    pub(in crate::vk) queue: VecDeque<Item>,
    pub(in crate::vk) flight: VecDeque<Batch>,
    pub(super) spare: Vec<Recorder>,
    /// Lane of the batch submitted last.
    pub(in crate::vk) lane: Lane,
    /// One-block launches in a row.
    pub(super) small_run: u32,
    /// Value of the last recorded operation.
    pub(in crate::vk) last: u64,
    /// Up to this value somebody waits for the work: it is to be submitted as soon as nothing holds it back.
    pub(in crate::vk) wanted: u64,
    /// Up to this value it is to be submitted unless it had better wait ([`PATIENCE`]).
    pub(super) due: u64,
    /// `last` at the scheduler's last visit.
    pub(super) seen: u64,
    threshold: u32,
    /// A thread sees to host functions.
    pub(super) host_runner: bool,
    /// A host function was taken from the queue and has not returned: nothing behind it may start.
    pub(super) host_running: bool,
    pub(super) parameters: ParameterRing,
    /// Nothing is submitted: what is recorded is kept.
    pub(super) taping: Option<Taping>,
    /// Up to here the trace knows what it did.
    told_until: u64,
}

impl State {
    /// The command buffer that is used next on a lane, if one is free.
    fn spare_of(&self, lane: Lane) -> Option<usize> {
        self.spare.iter().rposition(|recorder| recorder.lane == lane)
    }
}

impl Device {
    /// A new stream, on the queue with the fewest streams.
    pub fn create_stream(self: &Arc<Self>) -> Result<Arc<Stream>, VkError> {
        self.stream_on(self.least_used_queue(), true)
    }

    /// A stream of a queue that no other stream uses, but others of this kind. [`VkError::Unsupported`] if there is no queue to spare, or
    /// the device was opened as the only one.
    pub fn create_relay_stream(self: &Arc<Self>) -> Result<Arc<Stream>, VkError> {
        let queue = self.relay_queue.clone();
        self.stream_on(queue.ok_or_else(|| VkError::Unsupported { feature: "a second compute queue".into() })?, true)
    }

    pub(super) fn stream_on(self: &Arc<Self>, queue: Arc<Queue>, submits: bool) -> Result<Arc<Stream>, VkError> {
        let (timeline, first) = Timeline::new(self, &self.idle)?;
        queue.streams.fetch_add(usize::from(submits), Ordering::AcqRel);
        Ok(Arc::new(Stream {
            device: Arc::clone(self),
            queue,
            timeline,
            state: Mutex::new(
                Rank::VkStream,
                State {
                    open: None,
                    queue: VecDeque::new(),
                    flight: VecDeque::new(),
                    spare: Vec::new(),
                    lane: Lane::Main,
                    small_run: 0,
                    last: first,
                    wanted: first,
                    due: first,
                    seen: first,
                    threshold: FIRST_BATCH,
                    host_runner: false,
                    host_running: false,
                    parameters: ParameterRing::default(),
                    taping: None,
                    told_until: first,
                },
            ),
            submitted: AtomicU64::new(first),
            recorded: AtomicU64::new(0),
            visited: AtomicU64::new(0),
            mixed: AtomicBool::new(false),
            beside: AtomicBool::new(false),
            waiting_lane: OnceLock::new(),
            registered: AtomicBool::new(false),
            quiet_ticks: AtomicU32::new(0),
            failed: Failure::default(),
            track: OnceLock::new(),
            submits,
        }))
    }
}

impl Stream {
    /// The stream's device.
    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// The place after all work recorded so far. Timestamps behind it may still be written later.
    pub fn point(self: &Arc<Self>) -> Point {
        self.point_in(&mut self.lock())
    }

    pub(super) fn point_in(self: &Arc<Self>, state: &mut State) -> Point {
        let value = state.end_of_work();
        match &mut state.open {
            Some(batch) if batch.operations > 0 && batch.end == value => {
                let marks = self.device.info.quirks.marks_points
                    && self.timeline.marks.set(&self.device, &batch.recorder, value).is_ok();
                batch.ends_here |= !marks;
            }
            _ => {}
        }
        Point { stream: Arc::clone(self), value }
    }

    /// A place at which everything recorded so far is complete, and perhaps some of what is recorded next: for keeping things that nobody
    /// waits for. Unlike [`Stream::point`] it costs nothing.
    pub fn rough_point(self: &Arc<Self>) -> Point {
        Point { stream: Arc::clone(self), value: self.lock().last }
    }

    /// The place behind all work recorded so far, timestamps aside: when it is passed, none of that work uses memory any more. Like
    /// [`Stream::rough_point`] it costs nothing, and may be passed late.
    pub fn work_point(self: &Arc<Self>) -> Point {
        Point { stream: Arc::clone(self), value: self.lock().end_of_work() }
    }

    /// The place after everything recorded so far, timestamps too.
    pub(super) fn end(self: &Arc<Self>) -> Point {
        let mut state = self.lock();
        if let Some(batch) = state.open.as_mut().filter(|batch| batch.operations > 0) {
            batch.ends_here = true;
        }
        Point { stream: Arc::clone(self), value: state.last }
    }

    /// Submits what is recorded, as far as it may be. Returns without waiting.
    pub fn flush(self: &Arc<Self>) -> Result<(), VkError> {
        let last = self.lock().last;
        self.flush_to(last).map(|_| ())
    }

    /// Waits until everything recorded so far is complete.
    /// [`VkError::DeviceLost`] names the last kernel if it never will be.
    pub fn wait(self: &Arc<Self>) -> Result<(), VkError> {
        // Also where it is known to be: what completed batches kept is let go.
        let value = self.end().value;
        self.wait_value(value)
    }

    /// Whether everything recorded so far is complete; submits it if it was not.
    pub fn is_done(self: &Arc<Self>) -> Result<bool, VkError> {
        self.end().is_done()
    }

    /// Work recorded from here on starts after `point` (of any stream of this device) is complete.
    pub fn wait_for(self: &Arc<Self>, point: &Point) -> Result<(), VkError> {
        if Arc::ptr_eq(self, &point.stream) || point.stream.timeline.known() >= point.value {
            return self.told();
        }
        point.stream.flush_to(point.value)?;
        let mut state = self.lock();
        self.tell(&mut state)?;
        if self.follows(point) {
            // The same queue runs it first anyway; but a later `point()` of this stream must not be complete earlier.
            self.open(&mut state)?.count_work();
            return self.recorded(&mut state);
        }
        self.cut(&mut state)?;
        let batch = self.open(&mut state)?;
        batch.waits.push(point.clone());
        batch.count_work();
        self.recorded(&mut state)
    }

    pub(in crate::vk) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// The batch operations are recorded into, opened if need be.
    pub(in crate::vk) fn open<'a>(self: &Arc<Self>, state: &'a mut State) -> Result<&'a mut Batch, VkError> {
        state.small_run = 0;
        self.open_on(state, Lane::Main)
    }

    /// The open batch of a lane.
    pub(super) fn open_on<'a>(self: &Arc<Self>, state: &'a mut State, lane: Lane) -> Result<&'a mut Batch, VkError> {
        self.tell(state)?;
        if let State { taping: Some(taping), open: Some(batch), .. } = state {
            return if taping.lane == lane { Ok(batch) } else { Err(taping.other_lane()) };
        }
        if state.open.as_ref().is_some_and(|batch| batch.ends_here) {
            self.cut(state)?;
        }
        if state.open.as_ref().is_some_and(|batch| batch.recorder.lane != lane) {
            // The other lane starts when this one is done: the sooner the better.
            self.submit_all(state)?;
            if let Some(empty) = state.open.take() {
                state.spare.push(empty.retire());
            }
        }
        if state.open.is_none() {
            let recorder = self.recorder(state, lane)?;
            state.open = Some(Batch::begin(&self.device, recorder)?);
            self.activate();
        }
        match &mut state.open {
            Some(batch) => Ok(batch),
            None => Err(VkError::Invalid("no open batch")),
        }
    }

    /// Makes sure that the scheduler visits this stream.
    pub(super) fn activate(self: &Arc<Self>) {
        if !self.registered.swap(true, Ordering::AcqRel) {
            let this: Arc<dyn Visited> = Arc::clone(self) as _;
            self.device.scheduler.register(Arc::downgrade(&this));
        }
    }

    /// Call after recording an operation: numbers it, and submits the batch if it is full.
    pub(in crate::vk) fn recorded(self: &Arc<Self>, state: &mut State) -> Result<(), VkError> {
        if state.taping.is_some() {
            return Ok(());
        }
        let before = state.last;
        state.last += 1;
        self.recorded.store(state.last, Ordering::Relaxed);
        let Some(batch) = &mut state.open else {
            return Ok(());
        };
        if batch.end == 0 {
            batch.start = before;
        }
        batch.end = state.last;
        if state.last - state.due >= u64::from(state.threshold) {
            state.threshold = (state.threshold * 2).min(LARGEST_BATCH);
            self.submit_all(state)?;
        }
        Ok(())
    }

    /// A command buffer: one that has run, or a new one.
    fn recorder(&self, state: &mut State, lane: Lane) -> Result<Recorder, VkError> {
        if state.spare_of(lane).is_none() {
            if state.flight.len() > RETIRE_ABOVE {
                self.timeline.poll(&self.device).map_err(|e| self.device.lost(e))?;
            }
            self.retire(state);
        }
        match state.spare_of(lane) {
            Some(index) => {
                if !state.spare[index].begun {
                    state.spare[index].reset(&self.device)?;
                }
                Ok(state.spare.swap_remove(index))
            }
            None => {
                let family = self.queue_of(lane).map_or(0, |queue| queue.family);
                let left = if lane == Lane::Main { self.device.idle.recorder(family) } else { None };
                left.map_or_else(|| Recorder::new(&self.device, family, lane), Ok)
            }
        }
    }

    /// While somebody waits: begins the next batch's command buffer, if one is free. Whatever fails is told when one is needed.
    fn prepare(&self, state: &mut State) {
        if !self.device.info.quirks.signals_reach_host || state.open.is_some() || state.taping.is_some() {
            return;
        }
        let Some(index) = state.spare_of(Lane::Main).filter(|&index| !state.spare[index].begun) else { return };
        if state.spare[index].reset(&self.device).is_ok() {
            let recorder = state.spare.swap_remove(index);
            state.spare.extend(Batch::prepare(&self.device, recorder));
        }
    }

    /// The queue of the main device that a lane's batches go to; other devices have their own.
    pub(super) fn queue_of(&self, lane: Lane) -> Option<&Arc<Queue>> {
        match lane {
            Lane::Main => Some(&self.queue),
            Lane::Copies { to } => self.device.copy_queue(to),
            Lane::Serial | Lane::Waiting(_) => None,
        }
    }

    /// Takes back batches that are known to be complete. One whose last mark was seen may have commands and a signal left, for a moment.
    pub(super) fn retire(&self, state: &mut State) {
        let known = self.timeline.known();
        let last = state.flight.iter().map(|batch| batch.end).take_while(|&end| end <= known).last();
        if last.is_none_or(|end| self.timeline.settle(&self.device, end).is_err()) {
            return;
        }
        while state.flight.front().is_some_and(|b| b.end <= known) {
            if let Some(mut batch) = state.flight.pop_front() {
                self.tell_spans(&mut state.told_until, &mut batch);
                state.spare.push(batch.retire());
            }
        }
    }

    /// Tells the trace what is not told yet. Everything is complete, unless the stream has failed.
    fn tell_the_rest(&self) {
        let mut state = self.lock();
        let state = &mut *state;
        for batch in state.flight.iter_mut().filter(|_| self.check().is_ok()) {
            self.tell_spans(&mut state.told_until, batch);
        }
    }

    /// Waits for one of this stream's values, submitting what leads to it.
    pub(super) fn wait_value(self: &Arc<Self>, value: u64) -> Result<(), VkError> {
        // A held-back batch is helped along from here, so that it need not wait for the scheduler's next tick.
        while let Some(Blocked::On(point)) = self.flush_to(value)? {
            point.wait()?;
        }
        let lane = {
            let mut state = self.lock();
            self.prepare(&mut state);
            self.lane_of(&state, value)
        };
        let outcome = self.timeline.wait(&self.device, value, lane, |waited| {
            self.tell_long_wait(waited);
            self.check()
        });
        let mut state = self.lock();
        state.threshold = FIRST_BATCH;
        match outcome {
            Ok(()) => {
                self.retire(&mut state);
                Ok(())
            }
            // What is under way comes to its end all the same, unless the stream has failed.
            Err(error) => self.tell(&mut state).and(Err(self.device.lost(error))),
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // Nobody else holds the stream, so the state is ours; recorded work still runs, as hipStreamDestroy promises.
        // Under another stream's lock perhaps, whose batch had waited for this one.
        apart(|| self.drain());
        apart(|| self.tell_the_rest());
        let state = self.state.get_mut();
        let batches = state.open.take().into_iter().chain(state.flight.drain(..));
        let recorders: Vec<_> = batches.map(Batch::retire).chain(state.spare.drain(..)).collect();
        let last = state.last;
        for recorder in recorders {
            match recorder.lane {
                Lane::Main if recorder.level == vk::CommandBufferLevel::PRIMARY => {
                    self.device.idle.keep_recorder(&self.device, self.queue.family, recorder)
                }
                _ => recorder.destroy(&self.device),
            }
        }
        self.timeline.destroy(&self.device, &self.device.idle, last);
        if let Some(&index) = self.waiting_lane.get() {
            self.device.waiting.give_back(index);
        }
        self.queue.streams.fetch_sub(usize::from(self.submits), Ordering::AcqRel);
    }
}
