//! A command buffer with a pool of its own, recycled with its batch (`command`). Also what `nudge` submits and what `recording` keeps.

use ash::vk;

use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_oom};
use crate::vk::lavapipe::lane::Lane;

/// Timestamps of one command buffer.
pub(super) const QUERIES: u32 = 512;

/// A command buffer with its pool, ready to be used again.
#[derive(Debug)]
pub(in crate::vk) struct Recorder {
    pool: vk::CommandPool,
    pub(in crate::vk) commands: vk::CommandBuffer,
    pub(in crate::vk) lane: Lane,
    pub(in crate::vk) level: vk::CommandBufferLevel,
    /// For timestamps, once the trace wanted some.
    queries: Option<vk::QueryPool>,
    /// A batch's recording has begun ahead of the batch (`Batch::prepare`).
    pub(super) begun: bool,
}

impl Recorder {
    /// One whose commands are submitted.
    pub(in crate::vk) fn new(device: &RawDevice, family: u32, lane: Lane) -> Result<Self, VkError> {
        Self::of(device, family, lane, vk::CommandBufferLevel::PRIMARY)
    }

    /// One whose commands others execute, any number at a time.
    pub(in crate::vk) fn reusable(device: &RawDevice, family: u32, lane: Lane) -> Result<Self, VkError> {
        Self::of(device, family, lane, vk::CommandBufferLevel::SECONDARY)
    }

    fn of(device: &RawDevice, family: u32, lane: Lane, level: vk::CommandBufferLevel) -> Result<Self, VkError> {
        let raw = device.lane(lane)?;
        let info = vk::CommandPoolCreateInfo::default().queue_family_index(family);
        // SAFETY: `info` is complete; the family is one this device was created with.
        let pool = unsafe { raw.create_command_pool(&info, None) }.map_err(map_oom("vkCreateCommandPool"))?;
        let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).level(level).command_buffer_count(1);
        // SAFETY: the pool was made just before and is used by this thread alone.
        match unsafe { raw.allocate_command_buffers(&info) } {
            Ok(buffers) => Ok(Self { pool, commands: buffers[0], lane, level, queries: None, begun: false }),
            Err(result) => {
                // SAFETY: nothing uses the pool.
                unsafe { raw.destroy_command_pool(pool, None) };
                Err(map_oom("vkAllocateCommandBuffers")(result))
            }
        }
    }

    /// Starts recording into an empty command buffer.
    pub(super) fn begin(&self, device: &RawDevice) -> Result<(), VkError> {
        let inheritance = vk::CommandBufferInheritanceInfo::default();
        let info = match self.level {
            vk::CommandBufferLevel::SECONDARY => vk::CommandBufferBeginInfo::default()
                .flags(vk::CommandBufferUsageFlags::SIMULTANEOUS_USE)
                .inheritance_info(&inheritance),
            _ => vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT),
        };
        // SAFETY: the command buffer is empty (new or reset) and nobody else uses its pool.
        unsafe { device.lane(self.lane)?.begin_command_buffer(self.commands, &info) }
            .map_err(map_oom("vkBeginCommandBuffer"))
    }

    /// Its pool of [`QUERIES`] timestamps.
    pub(super) fn queries(&mut self, device: &RawDevice) -> Result<vk::QueryPool, VkError> {
        if let Some(pool) = self.queries {
            return Ok(pool);
        }
        let info = vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::TIMESTAMP).query_count(QUERIES);
        // SAFETY: `info` is complete.
        let pool = unsafe { device.lane(self.lane)?.create_query_pool(&info, None) };
        Ok(*self.queries.insert(pool.map_err(map_oom("vkCreateQueryPool"))?))
    }

    /// Empties the command buffer for another batch.
    pub(super) fn reset(&mut self, device: &RawDevice) -> Result<(), VkError> {
        self.begun = false;
        let raw = device.lane(self.lane)?;
        // SAFETY: the batch it belonged to has completed, and the stream's lock is held: nobody else uses the pool.
        unsafe { raw.reset_command_pool(self.pool, vk::CommandPoolResetFlags::empty()) }
            .map_err(map_oom("vkResetCommandPool"))
    }

    pub(in crate::vk) fn destroy(&self, device: &RawDevice) {
        if let Ok(raw) = device.lane(self.lane) {
            if let Some(pool) = self.queries {
                // SAFETY: as below.
                unsafe { raw.destroy_query_pool(pool, None) };
            }
            // SAFETY: the owning stream has waited for its work before it drops its recorders.
            unsafe { raw.destroy_command_pool(self.pool, None) };
        }
    }
}
