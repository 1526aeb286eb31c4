//! Commands that are recorded once and executed often, with all they use. Made and executed by `tape`, kept by batches (`command`).

use std::fmt::Debug;
use std::sync::{Arc, Weak};

use ash::vk;

use super::recorder::Recorder;
use crate::vk::device::logical::Device;
use crate::vk::lavapipe::lane::Lane;
use crate::vk::memory::allocation::Memory;
use crate::vk::pipeline::compute::Pipeline;

/// What was recorded.
#[derive(Debug)]
pub struct Recording {
    pub(super) device: Arc<Device>,
    /// Taken by nobody but `Drop` and who records again.
    pub(super) recorder: Option<Recorder>,
    pub(super) lane: Lane,
    /// How many there are.
    pub(super) operations: u32,
    pub(super) pipelines: Vec<Arc<Pipeline>>,
    /// Those that were never launched.
    pub(super) fresh: Vec<Arc<Pipeline>>,
    /// The program's.
    pub(super) memories: Vec<Weak<Memory>>,
    /// Our own.
    pub(super) _keeps: Box<dyn Debug + Send + Sync>,
}

impl Recording {
    pub(super) fn commands(&self) -> vk::CommandBuffer {
        self.recorder.as_ref().map_or(vk::CommandBuffer::null(), |recorder| recorder.commands)
    }

    pub(super) fn pipelines(&self) -> &[Arc<Pipeline>] {
        &self.pipelines
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if let Some(recorder) = self.recorder.take() {
            // Every batch that executes it keeps it until it has run.
            recorder.destroy(&self.device);
        }
    }
}
