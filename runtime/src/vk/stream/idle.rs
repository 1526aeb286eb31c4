//! What destroyed streams leave for new ones: timeline semaphores and command buffers. NVIDIA's driver (580.159, H200) takes 430 us to make and
//! destroy a semaphore; programs make a stream for each of a hundred tasks. Owned by the device.
//!
//! A semaphore cannot go back, so the stream that takes one over begins to count where the other ended.

use ash::vk;

use super::recorder::Recorder;
use crate::locks::{Mutex, Rank};
use crate::vk::device::raw::RawDevice;

/// Of each kind.
const MOST: usize = 8;

/// What is left.
#[derive(Debug)]
pub(in crate::vk) struct Idle(Mutex<Left>);

#[derive(Debug, Default)]
struct Left {
    timelines: Vec<(vk::Semaphore, u64)>,
    recorders: Vec<(u32, Recorder)>,
}

impl Idle {
    pub(in crate::vk) fn new() -> Self {
        Self(Mutex::new(Rank::Idle, Left::default()))
    }

    /// A semaphore, and what it has reached.
    pub(super) fn timeline(&self) -> Option<(vk::Semaphore, u64)> {
        self.0.lock().timelines.pop()
    }

    /// Keeps a semaphore that has reached `value` and that nobody uses; false if there are enough.
    pub(super) fn keep_timeline(&self, semaphore: vk::Semaphore, value: u64) -> bool {
        let mut left = self.0.lock();
        let room = left.timelines.len() < MOST;
        if room {
            left.timelines.push((semaphore, value));
        }
        room
    }

    /// An empty recorder of the main lane for this family of queues.
    pub(super) fn recorder(&self, family: u32) -> Option<Recorder> {
        let mut left = self.0.lock();
        let index = left.recorders.iter().rposition(|(of, _)| *of == family)?;
        Some(left.recorders.swap_remove(index).1)
    }

    /// Keeps a recorder of the main lane whose commands have run, or destroys it.
    pub(super) fn keep_recorder(&self, device: &RawDevice, family: u32, mut recorder: Recorder) {
        let mut left = self.0.lock();
        if left.recorders.len() < MOST && device.check_lost().is_ok() && recorder.reset(device).is_ok() {
            left.recorders.push((family, recorder));
        } else {
            drop(left);
            recorder.destroy(device);
        }
    }

    /// The device goes.
    pub(in crate::vk) fn destroy(&self, device: &RawDevice) {
        let left = std::mem::take(&mut *self.0.lock());
        left.recorders.iter().for_each(|(_, recorder)| recorder.destroy(device));
        for (semaphore, _) in left.timelines {
            // SAFETY: the stream that left it had waited for its work, and nobody has taken it since.
            unsafe { device.raw.destroy_semaphore(semaphore, None) };
        }
    }
}
