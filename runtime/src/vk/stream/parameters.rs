//! Parameter blocks in memory, for kernels whose arguments do not fit the push constants.
//!
//! Blocks are written one after the other into a chunk that the device reads by address. A full chunk is replaced; the
//! batches that used it keep it alive until they have run. One ring per stream, under its lock.

use std::sync::Arc;

use crate::vk::device::logical::Device;
use crate::vk::error::VkError;
use crate::vk::memory::allocation::Memory;
use crate::vk::memory::backing::MemoryUse;

const CHUNK: u64 = 256 << 10;
const ALIGNMENT: u64 = 64;

/// The chunk in use.
#[derive(Debug, Default)]
pub(in crate::vk) struct ParameterRing {
    chunk: Option<Arc<Memory>>,
    used: u64,
}

impl ParameterRing {
    /// Copies `bytes` to memory; returns its device address, and what the batch must keep until it has run: nothing if `kept`, that is if it
    /// keeps the chunk in use already.
    pub(super) fn place(
        &mut self,
        device: &Arc<Device>,
        kept: bool,
        bytes: &[u8],
    ) -> Result<(u64, Option<Arc<Memory>>), VkError> {
        let size = bytes.len() as u64;
        let offset = self.used.next_multiple_of(ALIGNMENT);
        let fits = |chunk: &Arc<Memory>| offset + size <= chunk.size();
        let (chunk, offset, kept) = match self.chunk.take().filter(fits) {
            Some(chunk) => (chunk, offset, kept),
            None => (device.allocate(MemoryUse::Upload, CHUNK.max(size.next_multiple_of(ALIGNMENT)))?, 0, false),
        };
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
        let keep = (!kept).then(|| Arc::clone(&chunk));
        self.chunk = Some(chunk);
        Ok((address, keep))
    }
}
