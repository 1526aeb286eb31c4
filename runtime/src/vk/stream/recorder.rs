//! A command buffer with a pool of its own, recycled with its batch (`command`). Also what `nudge` submits.

use ash::vk;

use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_oom};
use crate::vk::lavapipe::lane::Lane;

/// A command buffer with its pool, ready to be used again.
#[derive(Debug)]
pub(in crate::vk) struct Recorder {
    pool: vk::CommandPool,
    pub(in crate::vk) commands: vk::CommandBuffer,
    pub(in crate::vk) lane: Lane,
}

impl Recorder {
    pub(in crate::vk) fn new(device: &RawDevice, family: u32, lane: Lane) -> Result<Self, VkError> {
        let raw = device.lane(lane)?;
        let info = vk::CommandPoolCreateInfo::default().queue_family_index(family);
        // SAFETY: `info` is complete; the family is one this device was created with.
        let pool = unsafe { raw.create_command_pool(&info, None) }.map_err(map_oom("vkCreateCommandPool"))?;
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(pool)
            .level(vk::CommandBufferLevel::PRIMARY)
            .command_buffer_count(1);
        // SAFETY: the pool was made just before and is used by this thread alone.
        match unsafe { raw.allocate_command_buffers(&info) } {
            Ok(buffers) => Ok(Self { pool, commands: buffers[0], lane }),
            Err(result) => {
                // SAFETY: nothing uses the pool.
                unsafe { raw.destroy_command_pool(pool, None) };
                Err(map_oom("vkAllocateCommandBuffers")(result))
            }
        }
    }

    /// Empties the command buffer for another batch.
    pub(super) fn reset(&self, device: &RawDevice) -> Result<(), VkError> {
        let raw = device.lane(self.lane)?;
        // SAFETY: the batch it belonged to has completed, and the stream's lock is held: nobody else uses the pool.
        unsafe { raw.reset_command_pool(self.pool, vk::CommandPoolResetFlags::empty()) }
            .map_err(map_oom("vkResetCommandPool"))
    }

    pub(in crate::vk) fn destroy(&self, device: &RawDevice) {
        if let Ok(raw) = device.lane(self.lane) {
            // SAFETY: the owning stream has waited for its work before it drops its recorders.
            unsafe { raw.destroy_command_pool(self.pool, None) };
        }
    }
}
