//! One `VkQueue` behind its lock. Streams share queues; a queue never shares a lock.
//!
//! Called by `stream` to submit a batch, by `device` to bind sparse memory and to wait for idleness.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ash::vk;

use super::error::{VkError, map_oom_lost};

/// A queue of the device and how many streams use it.
#[derive(Debug)]
pub(super) struct Queue {
    raw: Mutex<vk::Queue>,
    pub(super) family: u32,
    /// Streams that submit here. A batch that must wait may only be submitted where this is 1 (see `stream`).
    pub(super) streams: AtomicUsize,
    /// Bits of a timestamp that count; 0 where this family has no timestamps.
    pub(super) timestamp_bits: u32,
}

impl Queue {
    pub(super) fn new(raw: vk::Queue, family: u32, timestamp_bits: u32) -> Self {
        Self { raw: Mutex::new(raw), family, streams: AtomicUsize::new(0), timestamp_bits }
    }

    /// Only one stream submits here, so a waiting batch holds up nobody else.
    pub(super) fn is_exclusive(&self) -> bool {
        self.streams.load(Ordering::Acquire) <= 1
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, vk::Queue> {
        self.raw.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Submits one command buffer: waits, runs, signals.
    pub(super) fn submit(
        &self,
        device: &ash::Device,
        commands: vk::CommandBuffer,
        waits: &[vk::SemaphoreSubmitInfo<'_>],
        signal: vk::SemaphoreSubmitInfo<'_>,
    ) -> Result<(), VkError> {
        let commands = [vk::CommandBufferSubmitInfo::default().command_buffer(commands)];
        let signals = [signal];
        let info = vk::SubmitInfo2::default()
            .wait_semaphore_infos(waits)
            .command_buffer_infos(&commands)
            .signal_semaphore_infos(&signals);
        let queue = self.lock();
        // SAFETY: the guard is the external synchronisation of the queue; the command buffer is recorded and not
        // pending (`stream` recycles only completed ones); the semaphores live as long as their streams, which the
        // batch keeps alive.
        let result = unsafe { device.queue_submit2(*queue, &[info], vk::Fence::null()) };
        result.map_err(map_oom_lost("vkQueueSubmit2"))
    }
}
