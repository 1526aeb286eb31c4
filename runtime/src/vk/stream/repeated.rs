//! Commands that are recorded once and submitted again and again, one submission at a time, beside what streams do: a `nudge`, a `look`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ash::prelude::VkResult;
use ash::vk;

use super::recorder::Recorder;
use super::timeline;
use crate::vk::device::queue::{Queue, Submission};
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_oom, map_oom_lost};
use crate::vk::lavapipe::lane::Lane;

/// A recorded command buffer, and how often it was submitted.
#[derive(Debug)]
pub(super) struct Repeated {
    queue: Arc<Queue>,
    recorder: Recorder,
    semaphore: vk::Semaphore,
    sent: AtomicU64,
}

impl Repeated {
    /// Of what `record` records between begin and end; for `queue`.
    pub(super) fn new(
        device: &RawDevice,
        queue: Arc<Queue>,
        record: impl FnOnce(vk::CommandBuffer),
    ) -> Result<Self, VkError> {
        let recorder = Recorder::new(device, queue.family, Lane::Main)?;
        let recorded = || -> VkResult<()> {
            // It is complete before it is submitted again (`send`).
            let info = vk::CommandBufferBeginInfo::default();
            // SAFETY: the command buffer was made just before and nobody else knows it.
            unsafe { device.raw.begin_command_buffer(recorder.commands, &info) }?;
            record(recorder.commands);
            // SAFETY: as above; it is being recorded.
            unsafe { device.raw.end_command_buffer(recorder.commands) }
        };
        let made = recorded().map_err(map_oom("vkEndCommandBuffer")).and_then(|()| timeline::create(&device.raw));
        match made {
            Ok(semaphore) => Ok(Self { queue, recorder, semaphore, sent: AtomicU64::new(0) }),
            Err(error) => {
                recorder.destroy(device);
                Err(error)
            }
        }
    }

    /// Whether it was submitted at all.
    pub(super) fn was_sent(&self) -> bool {
        self.sent.load(Ordering::Acquire) > 0
    }

    /// Whether no submission is under way.
    pub(super) fn is_done(&self, device: &RawDevice) -> Result<bool, VkError> {
        let sent = self.sent.load(Ordering::Acquire);
        // SAFETY: the semaphore lives as long as `self`.
        let done = unsafe { device.raw.get_semaphore_counter_value(self.semaphore) };
        Ok(done.map_err(map_oom_lost("vkGetSemaphoreCounterValue"))? >= sent)
    }

    /// Submits it unless the one before is still under way. One thread at a time.
    pub(super) fn send(&self, device: &RawDevice) -> Result<(), VkError> {
        if !self.is_done(device)? {
            return Ok(());
        }
        let sent = self.sent.load(Ordering::Acquire);
        let signal = vk::SemaphoreSubmitInfo::default()
            .semaphore(self.semaphore)
            .value(sent + 1)
            .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS);
        self.queue
            .submit(&device.raw, &[Submission { waits: Vec::new(), commands: self.recorder.commands, signal }])?;
        self.sent.store(sent + 1, Ordering::Release);
        Ok(())
    }

    /// Waits until no submission is under way; returns at once on a lost device.
    pub(super) fn wait(&self, device: &RawDevice) {
        let (semaphores, values) = ([self.semaphore], [self.sent.load(Ordering::Acquire)]);
        let info = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
        // SAFETY: the semaphore lives as long as `self`.
        let _ = unsafe { device.raw.wait_semaphores(&info, u64::MAX) };
    }

    /// # Safety
    /// No submission is under way, and none follows.
    pub(super) unsafe fn destroy(&self, device: &RawDevice) {
        self.recorder.destroy(device);
        // SAFETY: passed on from the caller.
        unsafe { device.raw.destroy_semaphore(self.semaphore, None) };
    }
}
