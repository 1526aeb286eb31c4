//! The timestamps of a batch, for the trace: slots of its command buffer's query pool, and what each pair of them encloses. Owned by `command`,
//! used by `spans`.

use std::sync::Arc;

use ash::vk;

use super::recorder::{QUERIES, Recorder};
use crate::trace::Operation;
use crate::vk::device::logical::Device;
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_oom_lost};
use crate::vk::memory::allocation::Memory;
use crate::vk::memory::backing::MemoryUse;

const TICKS_BYTES: u64 = 8;

/// The timestamps of one batch.
#[derive(Debug)]
pub(super) struct Stamps {
    pool: vk::QueryPool,
    /// Where the device copies them to, on drivers that wait for all of the device's work before they let the host read a query.
    copied_to: Option<Arc<Memory>>,
    used: u32,
}

/// An operation and its first timestamp; the second is the next.
#[derive(Debug)]
pub(in crate::vk) struct Span {
    pub(super) operation: Operation,
    pub(super) first: u32,
}

impl Stamps {
    /// In a command buffer that is being recorded, under the stream's lock, as are those below.
    pub(super) fn new(device: &RawDevice, recorder: &mut Recorder) -> Result<Self, VkError> {
        let pool = recorder.queries(device)?;
        // SAFETY: the command buffer is being recorded under the stream's lock; whatever used the pool before has completed.
        unsafe { device.lane(recorder.lane)?.cmd_reset_query_pool(recorder.commands, pool, 0, QUERIES) };
        Ok(Self { pool, copied_to: None, used: 0 })
    }

    /// Two slots, of which the first is returned.
    pub(super) fn take(&mut self) -> u32 {
        self.used += 2;
        self.used - 2
    }

    /// There are no two more.
    pub(super) fn are_all_taken(&self) -> bool {
        self.used + 2 > QUERIES
    }

    /// Records a timestamp behind everything so far.
    pub(super) fn write(&self, device: &RawDevice, recorder: &Recorder, slot: u32) -> Result<(), VkError> {
        let raw = device.lane(recorder.lane)?;
        // SAFETY: the command buffer is being recorded under the stream's lock; the slot was reset in it and is written once.
        unsafe { raw.cmd_write_timestamp2(recorder.commands, vk::PipelineStageFlags2::ALL_COMMANDS, self.pool, slot) };
        Ok(())
    }

    /// Records copying them, where that must be. Call when nothing more is recorded, before the last barrier.
    pub(super) fn collect(&mut self, device: &Arc<Device>, recorder: &Recorder) -> Result<(), VkError> {
        if !device.info.quirks.query_reads_wait {
            return Ok(());
        }
        let bytes = u64::from(self.used) * TICKS_BYTES;
        let memory = self.copied_to.insert(device.allocate(MemoryUse::Host, bytes)?);
        let span = memory.at(0).binding(bytes)?;
        let (slots, flags) = (self.used, vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT);
        // SAFETY: the command buffer is being recorded under the stream's lock, and has written these slots; they fit the memory, which the
        // batch keeps.
        unsafe {
            let (raw, to, offset) = (&device.raw, span.buffer, span.offset);
            raw.cmd_copy_query_pool_results(recorder.commands, self.pool, 0, slots, to, offset, TICKS_BYTES, flags);
        }
        Ok(())
    }

    /// What the device wrote. Its batch is complete.
    pub(super) fn ticks(&self, device: &RawDevice, recorder: &Recorder) -> Result<Vec<u64>, VkError> {
        let mut ticks = vec![0u64; self.used as usize];
        if let Some(memory) = &self.copied_to {
            let bytes = memory.read_host(0, ticks.len() * TICKS_BYTES as usize).unwrap_or_default();
            for (tick, &bytes) in ticks.iter_mut().zip(bytes.as_chunks::<{ TICKS_BYTES as usize }>().0) {
                *tick = u64::from_ne_bytes(bytes);
            }
            return Ok(ticks);
        }
        let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
        // SAFETY: the batch is complete and has written these slots; the pool lives as long as the recorder.
        unsafe { device.lane(recorder.lane)?.get_query_pool_results(self.pool, 0, &mut ticks, flags) }
            .map_err(map_oom_lost("vkGetQueryPoolResults"))?;
        Ok(ticks)
    }
}
