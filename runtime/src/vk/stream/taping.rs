//! What a stream knows that only records (`tape`): where its launches are to go. Asked by `fifo` and `launch`.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::vk::device::logical::Device;
use crate::vk::error::VkError;
use crate::vk::lavapipe::lane::Lane;
use crate::vk::pipeline::compute::Pipeline;

/// What a stream knows that submits nothing.
#[derive(Debug)]
pub(in crate::vk) struct Taping {
    /// All goes to this lane.
    pub(super) lane: Lane,
    /// Something could not.
    pub(super) failed: bool,
    /// Kernels that were never launched.
    pub(super) fresh: Vec<Arc<Pipeline>>,
}

impl Taping {
    /// For recordings that go to a lane.
    pub(super) fn on(lane: Lane) -> Self {
        Self { lane, failed: false, fresh: Vec::new() }
    }

    /// The lane, if a launch can go there. `small`: of one block, without `bindings`.
    pub(super) fn lane_of(
        &mut self,
        device: &Device,
        pipeline: &Arc<Pipeline>,
        small: bool,
        bindings: bool,
    ) -> Result<Lane, VkError> {
        if !pipeline.is_repeatable() {
            return Err(VkError::Invalid("a kernel that needs something at each launch"));
        }
        if let Some(open) = device.door(self.lane) {
            let floats = device.serial.flushes && pipeline.has_floats;
            if !small || floats || !pipeline.is_made_for(self.lane, open) {
                return Err(self.other_lane());
            }
        }
        let known = || self.fresh.iter().any(|other| Arc::ptr_eq(other, pipeline));
        if !pipeline.launched.load(Ordering::Acquire) && !bindings && !known() {
            self.fresh.push(Arc::clone(pipeline));
        }
        Ok(self.lane)
    }

    /// What was to be recorded must go elsewhere.
    pub(super) fn other_lane(&mut self) -> VkError {
        self.failed = true;
        VkError::Invalid("a recording of another lane")
    }
}
