//! Submissions that make running kernels read host memory anew.
//!
//! A kernel that runs on an NVIDIA GPU never sees what the host writes to memory that it has read before, whatever load it uses, until
//! something is submitted to the device (measured on H200s, 580.159). A kernel that polls host memory would never end. So while kernels that
//! wait are in flight, and were for a while, the scheduler submits a fill of four bytes at each of its visits, to a queue that no kernel stands in:
//! one for copies alone, where there is one, since a first launch in another stream may wait for the polling kernel, and all queues for kernels with it.
//! No analysis finds every loop that waits (`analysis/polling`), so kernels of which nothing is known get one now and then.
//! Owned by the device (`Device::nudge`), sent at the scheduler's visits (`fifo`).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ash::vk;

use super::recorder::Recorder;
use super::timeline;
use crate::vk::device::queue::{Queue, Submission};
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_oom, map_oom_lost};
use crate::vk::lavapipe::lane::Lane;
use crate::vk::memory::allocator::Piece;

/// Most kernels that wait do so for their own grid's blocks, and are over sooner.
const PATIENCE: Duration = Duration::from_millis(1);
/// For kernels that are not known to wait: most never do, and a fill every 20 ms costs them nothing that can be measured.
const RARELY: Duration = Duration::from_millis(20);
/// What a nudge fills.
pub(in crate::vk) const BYTES: u64 = 4;

/// From the submission of a batch to its first nudge. `polls`: some kernel of it is known to wait.
pub(super) fn patience(polls: bool) -> Duration {
    if polls { PATIENCE } else { RARELY }
}

/// From one nudge to the next: at each visit of the scheduler, or rarely.
pub(super) fn pause(polls: bool) -> Duration {
    if polls { Duration::ZERO } else { RARELY }
}

/// A recorded fill, to be submitted again and again.
#[derive(Debug)]
pub(in crate::vk) struct Nudge {
    queue: Arc<Queue>,
    recorder: Recorder,
    semaphore: vk::Semaphore,
    sent: AtomicU64,
}

impl Nudge {
    /// On `queue`, which nothing that may wait uses; fills the first of `piece`, which lives as long as the device.
    pub(in crate::vk) fn new(device: &RawDevice, queue: Arc<Queue>, piece: &Piece) -> Result<Self, VkError> {
        let span = piece.buffers.span(piece.offset, BYTES);
        let recorder = Recorder::new(device, queue.family, Lane::Main)?;
        let record = || {
            // It is complete before it is submitted again (`send`).
            let info = vk::CommandBufferBeginInfo::default();
            // SAFETY: the command buffer was made just before and nobody else knows it; the buffer lives as long as the device.
            unsafe {
                device.raw.begin_command_buffer(recorder.commands, &info)?;
                device.raw.cmd_fill_buffer(recorder.commands, span.buffer, span.offset, BYTES, 0);
                device.raw.end_command_buffer(recorder.commands)
            }
        };
        let made = record().map_err(map_oom("vkEndCommandBuffer")).and_then(|()| timeline::create(&device.raw));
        match made {
            Ok(semaphore) => Ok(Self { queue, recorder, semaphore, sent: AtomicU64::new(0) }),
            Err(error) => {
                recorder.destroy(device);
                Err(error)
            }
        }
    }

    /// Submits it unless the one before is still under way. One thread at a time.
    pub(in crate::vk) fn send(&self, device: &RawDevice) -> Result<(), VkError> {
        let sent = self.sent.load(Ordering::Acquire);
        // SAFETY: the semaphore lives as long as `self`.
        let done = unsafe { device.raw.get_semaphore_counter_value(self.semaphore) };
        if done.map_err(map_oom_lost("vkGetSemaphoreCounterValue"))? < sent {
            return Ok(());
        }
        let signal = vk::SemaphoreSubmitInfo::default()
            .semaphore(self.semaphore)
            .value(sent + 1)
            .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS);
        self.queue
            .submit(&device.raw, &[Submission { waits: Vec::new(), commands: self.recorder.commands, signal }])?;
        self.sent.store(sent + 1, Ordering::Release);
        Ok(())
    }

    /// # Safety
    /// The device is idle.
    pub(in crate::vk) unsafe fn destroy(self, device: &RawDevice) {
        self.recorder.destroy(device);
        // SAFETY: passed on from the caller.
        unsafe { device.raw.destroy_semaphore(self.semaphore, None) };
    }
}
