//! Parameter blocks in memory, for kernels whose arguments do not fit the push constants.
//!
//! Blocks are written one after the other into a chunk that the device reads by address. A full chunk is replaced; the
//! batches that used it keep it alive until they have run. One ring per stream, under its lock.

use std::sync::Arc;

use super::command::{Batch, Keep};
use crate::vk::device::logical::Device;
use crate::vk::error::VkError;
use crate::vk::memory::allocation::Memory;
use crate::vk::memory::allocator::MemoryUse;

const CHUNK: u64 = 256 << 10;
const ALIGNMENT: u64 = 64;

/// The chunk in use.
#[derive(Debug, Default)]
pub(in crate::vk) struct ParameterRing {
    chunk: Option<Arc<Memory>>,
    used: u64,
}

impl ParameterRing {
    /// Copies `bytes` to memory that lives until `batch` has run; returns its device address.
    pub(in crate::vk) fn place(
        &mut self,
        device: &Arc<Device>,
        batch: &mut Batch,
        bytes: &[u8],
    ) -> Result<u64, VkError> {
        let size = bytes.len() as u64;
        let offset = self.used.next_multiple_of(ALIGNMENT);
        let fits = |chunk: &Arc<Memory>| offset + size <= chunk.size();
        let (chunk, offset) = match self.chunk.take().filter(fits) {
            Some(chunk) => (chunk, offset),
            None => {
                batch.keeps_parameters = false;
                (device.allocate(MemoryUse::Upload, CHUNK.max(size.next_multiple_of(ALIGNMENT)))?, 0)
            }
        };
        if !batch.keeps_parameters {
            batch.keep(Keep::Memory(Arc::clone(&chunk)));
            batch.keeps_parameters = true;
        }
        let Some(host) = chunk.host_address() else {
            return Err(VkError::Unsupported { feature: "host-visible memory".into() });
        };
        // SAFETY: `offset + size` is inside the chunk, which is mapped; nobody else writes it (the stream's lock) and
        // no submitted kernel reads this part yet (parts are never reused).
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), host.add(offset as usize), bytes.len());
        }
        let address = chunk.address() + offset;
        self.used = offset + size;
        self.chunk = Some(chunk);
        Ok(address)
    }
}
