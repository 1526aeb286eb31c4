//! Submissions that make running kernels read host memory anew.
//!
//! A kernel that runs on an NVIDIA GPU never sees what the host writes to memory that it has read before, whatever load it uses, until
//! something is submitted to the device (measured on H200s, 580.159). A kernel that polls host memory would never end. So while kernels that
//! wait are in flight, and were for a while, the scheduler submits a fill of four bytes at each of its visits, to a queue that no kernel stands in.
//! Called by `scheduler`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ash::vk;

use super::command::Recorder;
use super::timeline;
use crate::vk::device::logical::Device;
use crate::vk::device::queue::{Queue, Submission};
use crate::vk::error::{VkError, map_oom, map_oom_lost};
use crate::vk::lavapipe::lane::Lane;
use crate::vk::memory::allocator::MemoryUse;

/// Most kernels that wait do so for their own grid's blocks, and are over sooner.
const PATIENCE: Duration = Duration::from_millis(1);
/// What a nudge fills.
const BYTES: u64 = 4;

/// Whether a batch that was submitted then, and may wait for the host, is to be helped along.
pub(super) fn is_due(since: Instant) -> bool {
    since.elapsed() >= PATIENCE
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
    /// On `queue`, which nothing that may wait uses.
    fn new(device: &Device, queue: Arc<Queue>) -> Result<Self, VkError> {
        // Never given back: it goes with the device's blocks.
        let piece = device.lock_pools().allocate(device, MemoryUse::Device, BYTES)?;
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
    fn send(&self, device: &Device) -> Result<(), VkError> {
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
    pub(in crate::vk) unsafe fn destroy(self, device: &Device) {
        self.recorder.destroy(device);
        // SAFETY: passed on from the caller.
        unsafe { device.raw.destroy_semaphore(self.semaphore, None) };
    }
}

impl Device {
    /// Has running kernels read host memory anew, where they would not by themselves and there is any. The scheduler's thread only.
    pub(in crate::vk) fn nudge(&self) {
        if !self.workarounds.host_writes_at_submission || !self.host_reads() {
            return;
        }
        let make = || {
            let nudge = Nudge::new(self, self.relay_queue.clone()?);
            nudge.map_err(|error| log::warn!("kernels may not see what the host writes: {error}")).ok()
        };
        if let Some(nudge) = self.nudge.get_or_init(make) {
            // A lost device is told to who waits for it.
            let _ = nudge.send(self);
        }
    }
}
