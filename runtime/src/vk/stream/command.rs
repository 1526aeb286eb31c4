//! A batch: one command buffer, what it waits for, and what must stay alive until it has run.
//!
//! Batches belong to one stream. Operations in a stream run in order, so each one is recorded behind a barrier against
//! the one before; the barrier names only what HIP work can touch (storage accesses of shaders, transfers), because on
//! an H200 a wider one makes a chain of launches three times slower. A batch ends with a barrier against everything that
//! may follow it on its queue, and against the host where the host can see memory; so it begins with none. Where a signal does as much for
//! the host (`Quirks::signals_reach_host`) it is the other way round, and the beginning is recorded ahead ([`Batch::prepare`]). Command pools are recycled with their batch.

use std::sync::Arc;
use std::time::Instant;

use ash::vk;

use super::flight::{Flight, Manifest};
use super::nudge;
use super::point::Point;
use super::query::Timestamp;
use super::recorder::Recorder;
use super::recording::Recording;
use super::stamps::{Span, Stamps};
use crate::trace::Work;
use crate::vk::device::logical::Device;
use crate::vk::error::{VkError, map_oom};
use crate::vk::lavapipe::lane::Lane;
use crate::vk::memory::allocation::Memory;
use crate::vk::pipeline::compute::Pipeline;
use crate::vk::texture::image::Image;

/// What the last recorded operation was, so that the next one knows what to wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A kernel.
    Compute,
    /// A copy or fill.
    Transfer,
    /// Several operations, of either kind.
    Both,
}

impl Kind {
    fn stage(self) -> vk::PipelineStageFlags2 {
        match self {
            Self::Compute => vk::PipelineStageFlags2::COMPUTE_SHADER,
            Self::Transfer => vk::PipelineStageFlags2::ALL_TRANSFER,
            Self::Both => Self::Compute.stage() | Self::Transfer.stage(),
        }
    }

    fn writes(self) -> vk::AccessFlags2 {
        match self {
            Self::Compute => vk::AccessFlags2::SHADER_STORAGE_WRITE,
            Self::Transfer => vk::AccessFlags2::TRANSFER_WRITE,
            Self::Both => Self::Compute.writes() | Self::Transfer.writes(),
        }
    }

    fn accesses(self) -> vk::AccessFlags2 {
        match self {
            Self::Compute => vk::AccessFlags2::SHADER_STORAGE_READ | vk::AccessFlags2::SHADER_STORAGE_WRITE,
            Self::Transfer => vk::AccessFlags2::TRANSFER_READ | vk::AccessFlags2::TRANSFER_WRITE,
            Self::Both => Self::Compute.accesses() | Self::Transfer.accesses(),
        }
    }
}

/// Something a batch uses.
#[derive(Debug)]
#[allow(dead_code, reason = "held for its Drop")]
pub(in crate::vk) enum Keep {
    Memory(Arc<Memory>),
    Timestamp(Arc<Timestamp>),
    Pipeline(Arc<Pipeline>),
    Image(Arc<Image>),
    Recording(Arc<Recording>),
}

/// A batch being recorded, waiting for submission, or in flight.
#[derive(Debug)]
pub(in crate::vk) struct Batch {
    pub(in crate::vk) recorder: Recorder,
    /// Value of the stream's last operation before this batch.
    pub(in crate::vk) start: u64,
    /// Value the stream's timeline has when the batch is complete.
    pub(in crate::vk) end: u64,
    /// Operations recorded.
    pub(super) operations: u32,
    /// Some of them take time or wait: not all are timestamps.
    pub(super) works: bool,
    /// Somebody holds a [`Point`] here: what is recorded next must not delay it, so it goes into another batch.
    pub(super) ends_here: bool,
    /// The driver compiles a kernel, and runs none (`long_wait`).
    pub(super) only_compiles: bool,
    /// Some kernel may wait for others.
    pub(super) polls: bool,
    /// The first such kernel with more blocks than are under way at once, where others begin when one of them has ended: its name, and how many.
    pub(super) crowd: Option<(String, u64)>,
    /// In flight, where running kernels must be shown what the host writes: when to do that next (`nudge`).
    nudge_at: Option<Instant>,
    /// When the first kernel was recorded that may wait for others, on a device where that holds up other streams: see `fifo`.
    pub(super) waits_since: Option<Instant>,
    /// Work of other streams that must be complete before this batch starts.
    pub(in crate::vk) waits: Vec<Point>,
    /// The parameter chunk in use is among `keeps`.
    pub(super) keeps_parameters: bool,
    keeps: Vec<Keep>,
    /// For the trace: its operations, and their timestamps.
    pub(super) spans: Vec<Span>,
    pub(super) stamps: Option<Stamps>,
    /// On a CPU, what runs once the batch is submitted.
    manifest: Manifest,
    last_pipeline: Option<Arc<Pipeline>>,
    last: Option<Kind>,
}

impl Batch {
    /// Records how a batch begins into an empty command buffer: [`Batch::begin`] goes on from there, at once or later. What earlier batches of
    /// the queue wrote is visible behind it: each ends with a barrier against all that follows (`finish`), or this is one.
    pub(super) fn prepare(device: &Device, mut recorder: Recorder) -> Result<Recorder, VkError> {
        if let Err(error) = recorder.begin(device) {
            recorder.destroy(device);
            return Err(error);
        }
        if device.info.quirks.signals_reach_host && recorder.level == vk::CommandBufferLevel::PRIMARY {
            let kind = all_kinds(&recorder);
            barrier(device, &recorder, kind, kind, false);
        }
        recorder.begun = true;
        Ok(recorder)
    }

    /// Starts recording into a command buffer that is empty or prepared.
    pub(in crate::vk) fn begin(device: &Device, recorder: Recorder) -> Result<Self, VkError> {
        let mut recorder = if recorder.begun { recorder } else { Batch::prepare(device, recorder)? };
        recorder.begun = false;
        Ok(Self {
            recorder,
            start: 0,
            end: 0,
            operations: 0,
            works: false,
            ends_here: false,
            only_compiles: false,
            polls: false,
            crowd: None,
            nudge_at: None,
            waits_since: None,
            waits: Vec::new(),
            keeps_parameters: false,
            keeps: Vec::new(),
            spans: Vec::new(),
            stamps: None,
            manifest: Manifest::default(),
            last_pipeline: None,
            last: None,
        })
    }

    /// Ends recording: what the batch wrote becomes visible to later batches, and to the host if the program holds
    /// memory that the host can read.
    pub(in crate::vk) fn finish(&mut self, device: &Arc<Device>) -> Result<(), VkError> {
        self.collect_stamps(device)?;
        if !device.info.quirks.signals_reach_host {
            let kind = all_kinds(&self.recorder);
            self.barrier(device, kind, kind, device.host_reads());
        }
        self.end(device)
    }

    /// Ends recording without a barrier.
    pub(super) fn end(&self, device: &Device) -> Result<(), VkError> {
        // SAFETY: the command buffer is being recorded, under the stream's lock.
        unsafe { device.lane(self.recorder.lane)?.end_command_buffer(self.recorder.commands) }
            .map_err(map_oom("vkEndCommandBuffer"))
    }

    /// Call before recording an operation of `kind`: orders it after the one before.
    pub(in crate::vk) fn order(&mut self, device: &Device, kind: Kind) {
        if let Some(last) = self.last.replace(kind) {
            self.barrier(device, last, kind, false);
        }
        self.count_work();
    }

    /// The next operation need not come behind the one before, but if `between` says so everything before it behind everything after.
    pub(super) fn begin_step(&mut self, device: &Device, between: Option<(Kind, Kind)>) {
        self.last = None;
        if let Some((before, behind)) = between {
            self.barrier(device, before, behind, false);
        }
    }

    /// Executes recordings of its lane, which begin with operations of kind `first` and end with those of kind `last`.
    pub(super) fn execute(
        &mut self,
        device: &Arc<Device>,
        recordings: &[Arc<Recording>],
        (first, last): (Kind, Kind),
    ) -> Result<(), VkError> {
        self.order(device, first);
        self.last = Some(last);
        // What was bound is not any more.
        self.keeps.extend(self.last_pipeline.take().map(Keep::Pipeline));
        let commands: Vec<_> = recordings.iter().map(|recording| recording.commands()).collect();
        let nodes = recordings.iter().map(|recording| recording.operations).sum();
        let span = self.begin_span(device, || Work::Graph(nodes))?;
        // SAFETY: the command buffer is being recorded under the stream's lock; the recordings are complete, of the same lane and queue family,
        // and may be executed any number of times at once; the batch keeps them.
        unsafe { device.lane(self.recorder.lane)?.cmd_execute_commands(self.recorder.commands, &commands) };
        self.end_span(device, span)?;
        self.keeps.extend(recordings.iter().cloned().map(Keep::Recording));
        Ok(())
    }

    /// One more operation that the next point must come after.
    pub(super) fn count_work(&mut self) {
        self.operations += 1;
        self.works = true;
    }

    /// Binds a pipeline unless it is bound already, and keeps it alive.
    pub(super) fn bind(&mut self, device: &Device, pipeline: &Arc<Pipeline>) -> Result<(), VkError> {
        if let Some(last) = &self.last_pipeline {
            if Arc::ptr_eq(last, pipeline) {
                return Ok(());
            }
            self.keeps.push(Keep::Pipeline(Arc::clone(last)));
        }
        self.last_pipeline = Some(Arc::clone(pipeline));
        let (lane, commands) = (self.recorder.lane, self.recorder.commands);
        let (raw, pipeline) = (device.lane(lane)?, pipeline.on(lane)?);
        // SAFETY: the command buffer is being recorded under the stream's lock; the batch keeps the pipeline.
        unsafe { raw.cmd_bind_pipeline(commands, vk::PipelineBindPoint::COMPUTE, pipeline) };
        Ok(())
    }

    /// Keeps something alive until the batch has run.
    pub(in crate::vk) fn keep(&mut self, keep: Keep) {
        self.keeps.push(keep);
    }

    fn pipelines(&self) -> impl Iterator<Item = &Pipeline> {
        let kept = self.keeps.iter().flat_map(|keep| match keep {
            Keep::Pipeline(pipeline) => std::slice::from_ref(pipeline),
            Keep::Recording(recording) => recording.pipelines(),
            _ => &[],
        });
        kept.chain(&self.last_pipeline).map(|pipeline| &**pipeline)
    }

    /// The names of its kernels.
    pub(super) fn kernels(&self) -> impl Iterator<Item = &str> {
        self.pipelines().map(Pipeline::name)
    }

    /// The kernel launched last.
    pub(in crate::vk) fn last_kernel(&self) -> Option<&'static Flight> {
        match &self.last_pipeline {
            Some(last) => Some(last.flight()),
            None => self.pipelines().last().map(Pipeline::flight),
        }
    }

    /// What it keeps, and the command buffer.
    pub(super) fn into_parts(mut self) -> (Recorder, Vec<Keep>) {
        self.keeps.extend(self.last_pipeline.take().map(Keep::Pipeline));
        (self.recorder, self.keeps)
    }

    /// Call when the batch is submitted: its kernels are in flight until it retires.
    pub(super) fn take_off(&mut self, device: &Device) {
        self.nudge_at = device.info.quirks.nudges().then(|| Instant::now() + nudge::patience(self.polls));
        if device.info.quirks.in_process {
            self.manifest = Manifest::of(self.pipelines().map(Pipeline::flight));
        }
    }

    /// It is in flight, and its kernels are to be shown now what the host wrote.
    pub(super) fn wants_nudge(&mut self, now: Instant) -> bool {
        let due = self.nudge_at.is_some_and(|at| at <= now);
        if due {
            self.nudge_at = Some(now + nudge::pause(self.polls));
        }
        due
    }

    /// It will never run: who waits for its timestamps is told.
    pub(super) fn abandon(&self) {
        self.keeps.iter().for_each(|keep| {
            if let Keep::Timestamp(timestamp) = keep {
                timestamp.abandon();
            }
        });
    }

    /// Lets go of everything the batch kept; returns the recorder for reuse. The batch must have completed (or never
    /// been submitted).
    pub(super) fn retire(self) -> Recorder {
        self.recorder
    }

    fn barrier(&self, device: &Device, from: Kind, to: Kind, host: bool) {
        barrier(device, &self.recorder, from, to, host);
    }
}

/// What a batch may hold. What follows a queue for copies waits for its signal.
fn all_kinds(recorder: &Recorder) -> Kind {
    if matches!(recorder.lane, Lane::Copies { .. }) { Kind::Transfer } else { Kind::Both }
}

fn barrier(device: &Device, recorder: &Recorder, from: Kind, to: Kind, host: bool) {
    if device.info.quirks.serial_commands {
        return;
    }
    let mut barrier = vk::MemoryBarrier2::default()
        .src_stage_mask(from.stage())
        .src_access_mask(from.writes())
        .dst_stage_mask(to.stage())
        .dst_access_mask(to.accesses());
    if host {
        barrier.dst_stage_mask |= vk::PipelineStageFlags2::HOST;
        barrier.dst_access_mask |= vk::AccessFlags2::HOST_READ;
    }
    let barriers = [barrier];
    let info = vk::DependencyInfo::default().memory_barriers(&barriers);
    // A batch begins only on a lane that is open.
    if let Ok(raw) = device.lane(recorder.lane) {
        // SAFETY: the command buffer is being recorded under the stream's lock.
        unsafe { raw.cmd_pipeline_barrier2(recorder.commands, &info) };
    }
}
