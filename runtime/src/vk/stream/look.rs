//! A word of memory that the host does not see, copied again and again to where it does: how a stream waits for it (`value`).
//!
//! A copy goes to a queue for copies where there is one, so that kernels, which may run until the stream goes on, are not before it; else to
//! the stream's own. One is under way at a time, and the next is sent by who finds that its word was not the awaited one.

use std::sync::Arc;

use ash::vk;

use super::repeated::Repeated;
use crate::vk::device::logical::Device;
use crate::vk::device::queue::Queue;
use crate::vk::error::VkError;
use crate::vk::memory::allocation::Memory;
use crate::vk::memory::backing::MemoryUse;

/// A recorded copy of a word.
#[derive(Debug)]
pub(super) struct Look {
    device: Arc<Device>,
    copying: Repeated,
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
        let record = |commands| {
            let region = vk::BufferCopy { src_offset: from.offset, dst_offset: to.offset, size };
            // SAFETY: the command buffer is being recorded; the buffers live as long as `self`, which waits for what it has submitted.
            unsafe {
                order(&device.raw, commands, vk::PipelineStageFlags2::ALL_COMMANDS, vk::PipelineStageFlags2::COPY);
                device.raw.cmd_copy_buffer(commands, from.buffer, to.buffer, &[region]);
                order(&device.raw, commands, vk::PipelineStageFlags2::COPY, vk::PipelineStageFlags2::HOST);
            }
        };
        let copying = Repeated::new(device, queue, record)?;
        Ok(Self { device: Arc::clone(device), copying, copy, _memory: Arc::clone(memory) })
    }

    /// The word as the last copy found it; nothing before the first, or while one is under way.
    pub(super) fn word(&self, wide: bool) -> Result<Option<u64>, VkError> {
        let seen = self.copying.was_sent() && self.copying.is_done(&self.device)?;
        Ok(if seen { self.copy.load_word(0, wide) } else { None })
    }

    /// Copies it anew, unless that is under way. One thread at a time.
    pub(super) fn send(&self) -> Result<(), VkError> {
        self.copying.send(&self.device)
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
        self.copying.wait(&self.device);
        // SAFETY: the copies have ended, or the device is lost and ends nothing any more.
        unsafe { self.copying.destroy(&self.device) };
    }
}
