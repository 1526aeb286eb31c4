//! The query pools of a device, divided into slots: one for each timestamp. Owned by the device, used by `query`.

use ash::vk;

use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_oom};

/// Slots per query pool.
const SLOTS: u32 = 256;

/// Every query pool of a device, and the slots nobody uses.
#[derive(Debug, Default)]
pub(in crate::vk) struct TimestampPool {
    pools: Vec<vk::QueryPool>,
    free: Vec<(vk::QueryPool, u32)>,
}

impl TimestampPool {
    /// A slot that nobody uses.
    pub(super) fn take(&mut self, device: &RawDevice) -> Result<(vk::QueryPool, u32), VkError> {
        if let Some(slot) = self.free.pop() {
            return Ok(slot);
        }
        let info = vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::TIMESTAMP).query_count(SLOTS);
        // SAFETY: `info` is complete.
        let pool = unsafe { device.raw.create_query_pool(&info, None) }.map_err(map_oom("vkCreateQueryPool"))?;
        self.pools.push(pool);
        self.free.extend((1..SLOTS).rev().map(|slot| (pool, slot)));
        Ok((pool, 0))
    }

    /// Nobody uses the slot any more, nor will the device write it.
    pub(super) fn give_back(&mut self, slot: (vk::QueryPool, u32)) {
        self.free.push(slot);
    }

    /// # Safety
    /// No timestamp is left and the device is idle.
    pub(in crate::vk) unsafe fn destroy(&mut self, device: &ash::Device) {
        for pool in self.pools.drain(..) {
            // SAFETY: passed on from the caller.
            unsafe { device.destroy_query_pool(pool, None) };
        }
    }
}
