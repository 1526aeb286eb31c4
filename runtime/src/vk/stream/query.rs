//! GPU timestamps for events: slots of `query_pool`, read as nanoseconds.
//!
//! A slot is written once: an event that is recorded again takes a new one, so a result never changes under a reader.
//! Called by `fifo` (write) and `hip::event` (read).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ash::vk;

use crate::vk::device::logical::Device;
use crate::vk::error::{VkError, map_oom_lost};
use crate::vk::memory::allocation::Memory;
use crate::vk::memory::backing::MemoryUse;

/// Bytes of a copied timestamp.
const TICKS_BYTES: u64 = 8;

/// One timestamp, to be written by [`super::fifo::Stream::timestamp`].
#[derive(Debug)]
pub struct Timestamp {
    pub(super) device: Arc<Device>,
    pub(in crate::vk) pool: vk::QueryPool,
    pub(in crate::vk) slot: u32,
    /// Where the device copies it to, on drivers that wait for all of the device's work before they let the host read a query.
    pub(super) copied_to: Option<Arc<Memory>>,
    /// What it was to be written behind was dropped (`dropping`).
    abandoned: AtomicBool,
}

impl Device {
    /// A fresh timestamp. [`VkError::Unsupported`] where the device's queues have none.
    pub fn timestamp(self: &Arc<Self>) -> Result<Arc<Timestamp>, VkError> {
        if self.queues[0].timestamp_bits == 0 {
            return Err(VkError::Unsupported { feature: "timestampValidBits".into() });
        }
        let copied_to = match self.info.quirks.query_reads_wait {
            true => Some(self.allocate(MemoryUse::Host, TICKS_BYTES)?),
            false => None,
        };
        if let Some(memory) = &copied_to {
            memory.write_host(0, &[0; TICKS_BYTES as usize]);
        }
        let mut slots = self.timestamps.lock();
        let (pool, slot) = slots.take(self)?;
        // SAFETY: the slot is free: its last owner kept it until the batch that wrote it had completed.
        unsafe { self.raw.reset_query_pool(pool, slot, 1) };
        Ok(Arc::new(Timestamp { device: Arc::clone(self), pool, slot, copied_to, abandoned: AtomicBool::new(false) }))
    }
}

impl Timestamp {
    /// The time in device ticks, or `None` while the stream has not reached it.
    pub(super) fn ticks(&self) -> Result<Option<u64>, VkError> {
        if self.abandoned.load(Ordering::Acquire) {
            // Its work was dropped for want of memory (`dropping`); whoever was told of that, this is why there is no time.
            return Err(VkError::OutOfDeviceMemory { requested: 0 });
        }
        if let Some(memory) = &self.copied_to {
            let bytes = memory.read_host(0, TICKS_BYTES as usize);
            let ticks = bytes.and_then(|bytes| bytes.try_into().ok()).map(u64::from_ne_bytes);
            // The machine's clock is past 0.
            return Ok(ticks.filter(|&ticks| ticks != 0));
        }
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

    /// It will not be written.
    pub(super) fn abandon(&self) {
        self.abandoned.store(true, Ordering::Release);
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
        let mut slots = self.device.timestamps.lock();
        slots.give_back((self.pool, self.slot));
    }
}
