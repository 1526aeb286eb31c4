//! GPU timestamps for events: slots in query pools, read as nanoseconds.
//!
//! A slot is written once: an event that is recorded again takes a new one, so a result never changes under a reader.
//! Called by `stream` (write) and `hip::event` (read).

use std::sync::{Arc, PoisonError};

use ash::vk;

use super::device::Device;
use super::error::{VkError, map_oom, map_oom_lost};

/// Slots per query pool.
const SLOTS: u32 = 256;

/// Every query pool of a device, and the slots nobody uses.
#[derive(Debug, Default)]
pub(super) struct TimestampPool {
    pools: Vec<vk::QueryPool>,
    free: Vec<(vk::QueryPool, u32)>,
}

impl TimestampPool {
    fn take(&mut self, device: &Device) -> Result<(vk::QueryPool, u32), VkError> {
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

    /// # Safety
    /// No timestamp is left and the device is idle.
    pub(super) unsafe fn destroy(&mut self, device: &ash::Device) {
        for pool in self.pools.drain(..) {
            // SAFETY: passed on from the caller.
            unsafe { device.destroy_query_pool(pool, None) };
        }
    }
}

/// One timestamp, to be written by [`super::stream::Stream::timestamp`].
#[derive(Debug)]
pub struct Timestamp {
    device: Arc<Device>,
    pub(super) pool: vk::QueryPool,
    pub(super) slot: u32,
}

impl Device {
    /// A fresh timestamp. [`VkError::Unsupported`] where the device's queues have none.
    pub fn timestamp(self: &Arc<Self>) -> Result<Arc<Timestamp>, VkError> {
        if self.queues[0].timestamp_bits == 0 {
            return Err(VkError::Unsupported { feature: "timestampValidBits".into() });
        }
        let mut slots = self.timestamps.lock().unwrap_or_else(PoisonError::into_inner);
        let (pool, slot) = slots.take(self)?;
        // SAFETY: the slot is free: its last owner kept it until the batch that wrote it had completed.
        unsafe { self.raw.reset_query_pool(pool, slot, 1) };
        Ok(Arc::new(Timestamp { device: Arc::clone(self), pool, slot }))
    }
}

impl Timestamp {
    /// The time in device ticks, or `None` while the stream has not reached it.
    fn ticks(&self) -> Result<Option<u64>, VkError> {
        let mut result = [0u64; 2];
        // SAFETY: the pool lives as long as the device; one 64-bit value with availability fits `result`.
        let outcome = unsafe {
            self.device.raw.get_query_pool_results(
                self.pool,
                self.slot,
                std::slice::from_mut(&mut result),
                vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WITH_AVAILABILITY,
            )
        };
        match outcome {
            Ok(()) => Ok((result[1] != 0).then_some(result[0])),
            Err(vk::Result::NOT_READY) => Ok(None),
            Err(result) => Err(self.device.lost(map_oom_lost("vkGetQueryPoolResults")(result))),
        }
    }

    /// Nanoseconds from `earlier` to `self`, negative if it was later after all; `None` while either has not been
    /// reached. Both must be of one device. Resolution: `Limits::timestamp_period`.
    pub fn since(&self, earlier: &Timestamp) -> Result<Option<f64>, VkError> {
        let (Some(to), Some(from)) = (self.ticks()?, earlier.ticks()?) else {
            return Ok(None);
        };
        let unused = 64 - self.device.queues[0].timestamp_bits.clamp(1, 64);
        // The counter may have fewer than 64 bits: shift them to the top, so that the difference wraps as the counter.
        let ticks = ((to << unused).wrapping_sub(from << unused) as i64) >> unused;
        Ok(Some(ticks as f64 * f64::from(self.device.info.limits.timestamp_period)))
    }
}

impl Drop for Timestamp {
    fn drop(&mut self) {
        let mut slots = self.device.timestamps.lock().unwrap_or_else(PoisonError::into_inner);
        slots.free.push((self.pool, self.slot));
    }
}
