//! Submissions that make running kernels read host memory anew.
//!
//! A kernel that runs on an NVIDIA GPU never sees what the host writes to memory that it has read before, whatever load it uses, until
//! something is submitted to the device (measured on H200s, 580.159). A kernel that polls host memory would never end. So while kernels that
//! wait are in flight, and were for a while, the scheduler submits a fill of four bytes at each of its visits, to a queue that no kernel stands in:
//! one for copies alone, where there is one, since a first launch in another stream may wait for the polling kernel, and all queues for kernels with it.
//! Who polls by compare-and-swap is not helped, whatever its scope and semantics: nor is he in CUDA (H100; there is no `HostNativeAtomicSupported`).
//! No analysis finds every loop that waits (`analysis/polling`), so kernels of which nothing is known get one now and then.
//! Owned by the device (`Device::nudge`), sent at the scheduler's visits (`fifo`).

use std::sync::Arc;
use std::time::Duration;

use super::repeated::Repeated;
use crate::vk::device::queue::Queue;
use crate::vk::device::raw::RawDevice;
use crate::vk::error::VkError;
use crate::vk::memory::allocator::Piece;

/// Most kernels that wait do so for their own grid's blocks, and are over sooner.
const PATIENCE: Duration = Duration::from_millis(1);
/// For kernels that are not known to wait: most never do, and a fill every 20 ms costs them nothing that can be measured.
const RARELY: Duration = Duration::from_millis(20);
/// What a nudge fills.
pub(in crate::vk) const BYTES: u64 = 4;

/// From the submission of a batch to its first nudge. `polls`: some kernel of it is known to wait.
pub(super) fn patience(polls: bool) -> Duration {
    if polls { PATIENCE } else { RARELY }
}

/// From one nudge to the next: at each visit of the scheduler, or rarely.
pub(super) fn pause(polls: bool) -> Duration {
    if polls { Duration::ZERO } else { RARELY }
}

/// A recorded fill, to be submitted again and again.
#[derive(Debug)]
pub(in crate::vk) struct Nudge(Repeated);

impl Nudge {
    /// On `queue`, which nothing that may wait uses; fills the first of `piece`, which lives as long as the device.
    pub(in crate::vk) fn new(device: &RawDevice, queue: Arc<Queue>, piece: &Piece) -> Result<Self, VkError> {
        let span = piece.buffers.span(piece.offset, BYTES);
        let fill = |commands| {
            // SAFETY: the command buffer is being recorded; the buffer lives as long as the device.
            unsafe { device.raw.cmd_fill_buffer(commands, span.buffer, span.offset, BYTES, 0) };
        };
        Repeated::new(device, queue, fill).map(Self)
    }

    /// Submits it unless the one before is still under way. One thread at a time.
    pub(in crate::vk) fn send(&self, device: &RawDevice) -> Result<(), VkError> {
        self.0.send(device)
    }

    /// # Safety
    /// The device is idle.
    pub(in crate::vk) unsafe fn destroy(self, device: &RawDevice) {
        // SAFETY: passed on from the caller.
        unsafe { self.0.destroy(device) };
    }
}
