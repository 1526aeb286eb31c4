//! A word of memory that the host does not see, copied again and again to where it does: how a stream waits for it (`value`).
//!
//! A copy goes to a queue for copies where there is one, so that kernels, which may run until the stream goes on, are not before it; else to
//! the stream's own. One is under way at a time, and the next is sent by who finds that its word was not the awaited one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ash::vk;

use super::recorder::Recorder;
use super::timeline;
use crate::vk::device::logical::Device;
use crate::vk::device::queue::{Queue, Submission};
use crate::vk::error::{VkError, map_oom, map_oom_lost};
use crate::vk::lavapipe::lane::Lane;
use crate::vk::memory::allocation::Memory;
use crate::vk::memory::backing::MemoryUse;

/// A recorded copy of a word.
#[derive(Debug)]
pub(super) struct Look {
    device: Arc<Device>,
    queue: Arc<Queue>,
    recorder: Recorder,
    semaphore: vk::Semaphore,
    sent: AtomicU64,
    /// Where the word is copied to.
    copy: Arc<Memory>,
    /// Where it lies; kept while copies read it.
    _memory: Arc<Memory>,
}

impl Look {
    /// At `size` bytes of `memory`. `queue` is used where the device has none for copies.
    pub(super) fn new(
        device: &Arc<Device>,
        queue: &Arc<Queue>,
        memory: &Arc<Memory>,
        offset: u64,
        size: u64,
    ) -> Result<Self, VkError> {
        let queue = Arc::clone(device.copy_queue(false).unwrap_or(queue));
        let copy = device.allocate(MemoryUse::Host, size)?;
        let (from, to) = (memory.at(offset).binding(size)?, copy.at(0).binding(size)?);
        let recorder = Recorder::new(device, queue.family, Lane::Main)?;
        let commands = recorder.commands;
        let record = || {
            // Each is complete before the next is submitted (`send`).
            let info = vk::CommandBufferBeginInfo::default();
            let copy = vk::BufferCopy { src_offset: from.offset, dst_offset: to.offset, size };
            // SAFETY: the command buffer was made just before and nobody else knows it; the buffers live as long as `self`, which waits for
            // what it has submitted.
            unsafe {
                device.raw.begin_command_buffer(commands, &info)?;
                order(&device.raw, commands, vk::PipelineStageFlags2::ALL_COMMANDS, vk::PipelineStageFlags2::COPY);
                device.raw.cmd_copy_buffer(commands, from.buffer, to.buffer, &[copy]);
                order(&device.raw, commands, vk::PipelineStageFlags2::COPY, vk::PipelineStageFlags2::HOST);
                device.raw.end_command_buffer(commands)
            }
        };
        let made = record().map_err(map_oom("vkEndCommandBuffer")).and_then(|()| timeline::create(&device.raw));
        let semaphore = match made {
            Ok(semaphore) => semaphore,
            Err(error) => {
                recorder.destroy(device);
                return Err(error);
            }
        };
        let (device, memory) = (Arc::clone(device), Arc::clone(memory));
        Ok(Self { device, queue, recorder, semaphore, sent: AtomicU64::new(0), copy, _memory: memory })
    }

    /// The word as the last copy found it; nothing before the first, or while one is under way.
    pub(super) fn word(&self, wide: bool) -> Result<Option<u64>, VkError> {
        let sent = self.sent.load(Ordering::Acquire);
        if sent == 0 || self.done()? < sent {
            return Ok(None);
        }
        Ok(self.copy.load_word(0, wide))
    }

    /// Copies it anew, unless that is under way. One thread at a time.
    pub(super) fn send(&self) -> Result<(), VkError> {
        let sent = self.sent.load(Ordering::Acquire);
        if self.done()? < sent {
            return Ok(());
        }
        let signal = vk::SemaphoreSubmitInfo::default()
            .semaphore(self.semaphore)
            .value(sent + 1)
            .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS);
        self.queue
            .submit(&self.device.raw, &[Submission { waits: Vec::new(), commands: self.recorder.commands, signal }])?;
        self.sent.store(sent + 1, Ordering::Release);
        Ok(())
    }

    fn done(&self) -> Result<u64, VkError> {
        // SAFETY: the semaphore lives as long as `self`.
        unsafe { self.device.raw.get_semaphore_counter_value(self.semaphore) }
            .map_err(map_oom_lost("vkGetSemaphoreCounterValue"))
    }
}

/// What was written before is seen behind.
///
/// # Safety
/// The command buffer is being recorded.
unsafe fn order(
    device: &ash::Device,
    commands: vk::CommandBuffer,
    before: vk::PipelineStageFlags2,
    behind: vk::PipelineStageFlags2,
) {
    let barrier = [vk::MemoryBarrier2::default()
        .src_stage_mask(before)
        .src_access_mask(vk::AccessFlags2::MEMORY_WRITE)
        .dst_stage_mask(behind)
        .dst_access_mask(vk::AccessFlags2::MEMORY_READ)];
    // SAFETY: passed on from the caller.
    unsafe { device.cmd_pipeline_barrier2(commands, &vk::DependencyInfo::default().memory_barriers(&barrier)) };
}

impl Drop for Look {
    fn drop(&mut self) {
        let (semaphores, values) = ([self.semaphore], [self.sent.load(Ordering::Acquire)]);
        let info = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
        // SAFETY: the semaphore is live; a copy of some bytes ends, or the device is lost, and then nothing uses it any more.
        let _ = unsafe { self.device.raw.wait_semaphores(&info, u64::MAX) };
        self.recorder.destroy(&self.device);
        // SAFETY: as above.
        unsafe { self.device.raw.destroy_semaphore(self.semaphore, None) };
    }
}
