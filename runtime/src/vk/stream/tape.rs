//! Commands that are recorded once and executed often: what a graph's launch submits.
//!
//! A [`Tape`] is a stream that submits nothing: what is recorded on it (launches, copies, fills, as on any stream) becomes a [`Recording`], a
//! secondary command buffer with all it uses. Who records says where barriers stand ([`Stream::begin_step`]); within a step operations
//! come one behind the other. [`Stream::replay`] executes recordings in a batch like any other operation.
//!
//! ```text
//!   tape     begin_step, launch, begin_step, launch, copy ...  ──> Recording        once
//!   stream   ... launch, [execute Recording, Recording], copy  ──> batch            often
//! ```
//! Memory of the program's that copies name is not kept by the recording, only by the batches that execute it: freed is freed.
//! Called by `hip::graph::plan`.

use std::sync::{Arc, Weak};

use super::command::{Batch, Keep, Kind};
use super::fifo::{State, Stream};
use super::recorder::Recorder;
use super::recording::Recording;
use super::taping::Taping;
use crate::vk::device::logical::Device;
use crate::vk::error::VkError;
use crate::vk::lavapipe::lane::{self, Lane};
use crate::vk::memory::allocation::Memory;
use crate::vk::pipeline::compute::Pipeline;

/// Operations from which recordings are submitted at once: their batch need not grow.
const ENOUGH: u32 = 64;

/// How the one-block launches of a device go best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmallLaunches {
    /// As all others.
    AsOthers,
    /// For themselves, once that is possible.
    ApartSoon,
    /// For themselves: [`Tape::record`] with `apart`.
    Apart,
}

impl Device {
    /// How one-block launches go best, if they come in long rows; `launches` more of them do.
    pub fn small_launches(&self, launches: u32) -> SmallLaunches {
        match self.serial.count_many(&self.info, launches) {
            Some(_) => SmallLaunches::Apart,
            None if self.serial.is_to_come() => SmallLaunches::ApartSoon,
            None => SmallLaunches::AsOthers,
        }
    }

    /// So many one-block launches are a long row.
    pub const LONG_ROW: usize = lane::RUN as usize;
}

/// A stream that only records, for one user at a time.
#[derive(Debug)]
pub struct Tape {
    stream: Arc<Stream>,
}

impl Tape {
    /// For recordings that streams of this device execute.
    pub fn new(device: &Arc<Device>) -> Result<Self, VkError> {
        Ok(Self { stream: device.stream_on(device.least_used_queue(), false)? })
    }

    /// What `work` records; it also lists what memory of the program's that names. `apart`: it is nothing but one-block launches; nothing is
    /// returned if some of them cannot go apart. `old` goes: its command buffer is used again where nothing executes it any more.
    pub fn record<E: From<VkError>>(
        &mut self,
        apart: bool,
        old: Option<Arc<Recording>>,
        work: impl FnOnce(&Arc<Stream>, &mut Vec<Arc<Memory>>) -> Result<(), E>,
    ) -> Result<Option<Arc<Recording>>, E> {
        let lane = if apart { Lane::Serial } else { Lane::Main };
        let stream = &self.stream;
        let recorder = self.recorder(lane, old)?;
        let batch = Batch::begin(&stream.device, recorder)?;
        {
            let mut state = stream.lock();
            state.taping = Some(Taping::on(lane));
            state.open = Some(batch);
        }
        let mut memory = Vec::new();
        let done = work(stream, &mut memory);
        let (taping, batch) = {
            let mut state = stream.lock();
            (state.taping.take(), state.open.take())
        };
        let (Some(taping), Some(batch)) = (taping, batch) else {
            return Err(VkError::Invalid("nothing is recorded").into());
        };
        let recording = finished(&stream.device, batch, taping.fresh, &memory);
        match done {
            Err(_) if taping.failed => Ok(None),
            Err(error) => Err(error),
            Ok(()) => Ok(Some(Arc::new(recording?))),
        }
    }

    fn recorder(&self, lane: Lane, old: Option<Arc<Recording>>) -> Result<Recorder, VkError> {
        let device = &self.stream.device;
        let used = old.and_then(Arc::into_inner).filter(|old| old.lane == lane);
        if let Some(mut recorder) = used.and_then(|mut old| old.recorder.take()) {
            return match recorder.reset(device) {
                Ok(()) => Ok(recorder),
                Err(error) => {
                    recorder.destroy(device);
                    Err(error)
                }
            };
        }
        Recorder::reusable(device, if lane == Lane::Main { self.stream.queue.family } else { 0 }, lane)
    }
}

/// A recording of what a batch has.
fn finished(
    device: &Arc<Device>,
    batch: Batch,
    fresh: Vec<Arc<Pipeline>>,
    programs: &[Arc<Memory>],
) -> Result<Recording, VkError> {
    let (ended, operations) = (batch.end(device), batch.operations);
    let (recorder, kept) = batch.into_parts();
    let (mut pipelines, mut memories, mut keeps) = (Vec::new(), Vec::new(), Vec::new());
    for keep in kept {
        match keep {
            Keep::Pipeline(pipeline) => add(&mut pipelines, &pipeline),
            Keep::Memory(memory) if programs.iter().any(|other| Arc::ptr_eq(other, &memory)) => {
                add(&mut memories, &memory);
            }
            other => keeps.push(other),
        }
    }
    let memories = memories.iter().map(Arc::downgrade).collect();
    let (device, lane) = (Arc::clone(device), recorder.lane);
    let recording = Recording {
        device,
        recorder: Some(recorder),
        lane,
        operations,
        pipelines,
        fresh,
        memories,
        _keeps: Box::new(keeps),
    };
    ended.map(|()| recording)
}

/// Each once.
fn add<T>(all: &mut Vec<Arc<T>>, one: &Arc<T>) {
    if !all.iter().rev().any(|other| Arc::ptr_eq(other, one)) {
        all.push(Arc::clone(one));
    }
}

impl Stream {
    /// On a tape: the next operation need not come behind the one before; if `between` is given, all before, of its first kind, comes before
    /// all behind it, of its second.
    pub fn begin_step(&self, between: Option<(Kind, Kind)>) {
        let mut state = self.lock();
        if let State { taping: Some(_), open: Some(batch), .. } = &mut *state {
            batch.begin_step(&self.device, between);
        }
    }

    /// Executes recordings of this device, all made `apart` or none: as one operation that begins with the first kind and ends with the second.
    pub fn replay(self: &Arc<Self>, recordings: &[Arc<Recording>], kinds: (Kind, Kind)) -> Result<(), VkError> {
        let Some(first) = recordings.first() else { return Ok(()) };
        if recordings.iter().any(|other| other.lane != first.lane || !Arc::ptr_eq(&other.device, &self.device)) {
            return Err(VkError::Invalid("recordings of several lanes or devices"));
        }
        let memories = recordings.iter().flat_map(|recording| &recording.memories);
        let memories: Option<Vec<_>> = memories.map(Weak::upgrade).collect();
        let memories = memories.ok_or(VkError::Invalid("a recording of memory that is gone"))?;
        let mut guard = self.lock();
        let state = &mut *guard;
        for pipeline in recordings.iter().flat_map(|recording| &recording.fresh) {
            self.compile_kernel(state, pipeline, first.lane)?;
        }
        let batch = self.open_on(state, first.lane)?;
        batch.execute(&self.device, recordings, kinds)?;
        memories.into_iter().for_each(|memory| batch.keep(Keep::Memory(memory)));
        // What comes next and is small stays there.
        state.small_run = if first.lane == Lane::Serial { lane::RUN } else { 0 };
        self.recorded(state)?;
        if recordings.iter().map(|recording| recording.operations).sum::<u32>() >= ENOUGH {
            self.submit_all(state)?;
        }
        Ok(())
    }
}
