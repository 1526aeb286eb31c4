//! One `VkQueue` behind its lock. Streams share queues; a queue never shares a lock.
//!
//! Called by `stream` to submit a batch, by `logical` to bind sparse memory and to wait for idleness.

use std::sync::atomic::{AtomicUsize, Ordering};

use ash::vk;

use crate::locks::{Mutex, MutexGuard, Rank};
use crate::vk::error::{VkError, map_oom_lost};

/// A queue of the device and how many streams use it.
#[derive(Debug)]
pub(in crate::vk) struct Queue {
    raw: Mutex<vk::Queue>,
    pub(in crate::vk) family: u32,
    /// Streams that submit here. A batch that must wait may only be submitted where this is 1 (see `stream`).
    pub(in crate::vk) streams: AtomicUsize,
    /// Bits of a timestamp that count; 0 where this family has no timestamps.
    pub(in crate::vk) timestamp_bits: u32,
}

impl Queue {
    pub(in crate::vk) fn new(raw: vk::Queue, family: u32, timestamp_bits: u32) -> Self {
        Self { raw: Mutex::new(Rank::Queue, raw), family, streams: AtomicUsize::new(0), timestamp_bits }
    }

    /// Only one stream submits here, so a waiting batch holds up nobody else.
    pub(in crate::vk) fn is_exclusive(&self) -> bool {
        self.streams.load(Ordering::Acquire) <= 1
    }

    pub(in crate::vk) fn lock(&self) -> MutexGuard<'_, vk::Queue> {
        self.raw.lock()
    }

    /// Submits command buffers: each waits, runs, signals. They start in this order.
    pub(in crate::vk) fn submit(&self, device: &ash::Device, submissions: &[Submission]) -> Result<(), VkError> {
        let commands: Vec<_> = submissions
            .iter()
            .map(|submission| [vk::CommandBufferSubmitInfo::default().command_buffer(submission.commands)])
            .collect();
        let infos: Vec<_> = submissions
            .iter()
            .zip(&commands)
            .map(|(submission, commands)| {
                vk::SubmitInfo2::default()
                    .wait_semaphore_infos(&submission.waits)
                    .command_buffer_infos(commands)
                    .signal_semaphore_infos(std::slice::from_ref(&submission.signal))
            })
            .collect();
        let queue = self.lock();
        // SAFETY: the guard is the external synchronisation of the queue; the command buffers are recorded and not
        // pending (`stream` recycles only completed ones); the semaphores live as long as their streams, which the
        // batches keep alive.
        let result = unsafe { device.queue_submit2(*queue, &infos, vk::Fence::null()) };
        result.map_err(map_oom_lost("vkQueueSubmit2"))
    }
}

/// A command buffer with what it waits for and what it signals.
pub(in crate::vk) struct Submission {
    pub(in crate::vk) waits: Vec<vk::SemaphoreSubmitInfo<'static>>,
    pub(in crate::vk) commands: vk::CommandBuffer,
    pub(in crate::vk) signal: vk::SemaphoreSubmitInfo<'static>,
}
