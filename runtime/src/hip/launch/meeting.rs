//! Where the grids of a multi-device launch meet: a cache line for each in host memory that all their devices see. `multi_device` makes it,
//! `cooperative` tells each grid of it, `relay` reads it for grids that cannot.

use std::mem::offset_of;
use std::sync::Arc;

use crate::hip::shared_layout::GridMeeting;
use crate::vk;

/// Bytes from one grid's words to the next one's.
pub const STRIDE: usize = size_of::<GridMeeting>();
const ROUND: usize = offset_of!(GridMeeting, round);
const ENDED: usize = offset_of!(GridMeeting, ended);

/// Where the grids of a launch meet, for one of them.
#[derive(Clone, Debug)]
pub struct Meeting {
    pub(super) pages: &'static vk::HostPages,
    pub(super) memory: Arc<vk::Memory>,
    pub(super) rank: usize,
    /// How the host tells the grid how far others are, where its kernels do not see it.
    pub(super) relay: Option<(Arc<vk::Stream>, Arc<vk::Memory>)>,
}

/// The barriers of all grids that one has reached.
pub fn round(pages: &vk::HostPages, rank: usize) -> u32 {
    pages.load(rank * STRIDE + ROUND)
}

/// A grid is over.
pub fn ended(pages: &vk::HostPages, rank: usize) -> bool {
    pages.load(rank * STRIDE + ENDED) != 0
}

/// Has a grid be over, or not even begun.
pub fn end(pages: &vk::HostPages, rank: usize) {
    pages.store(rank * STRIDE + ENDED, 1);
}

impl Meeting {
    /// The words of all grids, as this one's device sees them.
    pub fn address(&self) -> u64 {
        self.memory.address()
    }

    /// Records that the grid is over.
    pub fn record_end(&self, stream: &Arc<vk::Stream>) -> Result<(), vk::VkError> {
        stream.fill_words(self.memory.at((self.rank * STRIDE + ENDED) as u64), 1, 4)
    }

    /// The grid is over, or never was.
    pub fn end(&self) {
        end(self.pages, self.rank);
    }

    /// The host tells it how far others are.
    pub fn is_relayed(&self) -> bool {
        self.relay.is_some()
    }

    /// Nobody has come.
    pub fn begin(&self) {
        self.pages.store(self.rank * STRIDE + ROUND, 0);
        self.pages.store(self.rank * STRIDE + ENDED, 0);
    }
}
