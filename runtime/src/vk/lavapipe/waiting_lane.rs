//! The waiting lanes: further doors to lavapipe, for kernels that wait for what other work writes.
//!
//! lavapipe has one queue, which runs one dispatch at a time. A kernel that polls memory until a later kernel or copy of another stream
//! changes it would stand in front of that work for ever. So where there are other streams, such kernels go to a device of their own, made
//! from an instance of its own, with worker threads of its own; its memory is the same, as the serial lane's (`lane`).
//!
//! ```text
//!   main      [copy | big kernel]                    [copy of stream B] ...
//!   waiting                      [kernel of A that polls .............]
//! ```
//! A stream keeps the lane it got, the one with the fewest streams. There are as many as make, with the main one, AMD's four hardware queues a
//! device (`GPU_MAX_HW_QUEUES`): there too a kernel behind four that wait does not start. Called by `launch`.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::denormals;
use super::fault;
use super::lane::{Open, Source, WAITING};
use crate::vk::device::select::DeviceInfo;

/// The waiting lanes of one device, opened as they are used.
#[derive(Debug, Default)]
pub(in crate::vk) struct WaitingLanes([WaitingLane; WAITING]);

#[derive(Debug, Default)]
struct WaitingLane {
    open: OnceLock<Option<(Open, Source)>>,
    streams: AtomicUsize,
}

/// Whether a device has them.
pub(in crate::vk) fn is_possible(info: &DeviceInfo) -> bool {
    info.quirks.waits_on_lanes
}

impl WaitingLanes {
    /// A lane for a stream, which counts as one of its streams from now on.
    pub(in crate::vk) fn take(&self) -> usize {
        let (index, lane) =
            (0..).zip(&self.0).min_by_key(|(_, lane)| lane.streams.load(Ordering::Relaxed)).unwrap_or((0, &self.0[0]));
        lane.streams.fetch_add(1, Ordering::Relaxed);
        index
    }

    /// A stream no longer uses its lane.
    pub(in crate::vk) fn give_back(&self, index: usize) {
        self.0[index].streams.fetch_sub(1, Ordering::Relaxed);
    }

    /// The lane, opened if need be; nothing where that fails.
    pub(in crate::vk) fn open(&self, index: usize, info: &DeviceInfo) -> Option<&Open> {
        let make = || {
            let source = Source::with_workers(info)?;
            let opening = denormals::opening();
            match fault::watched(|| Open::new(&source, info)) {
                (Some(open), begun) => {
                    let queue = *open.queue.lock();
                    opening.keep(&open.raw, (queue, 0), info, &begun);
                    Some((open, source))
                }
                (None, _) => {
                    // SAFETY: nothing was made from it.
                    unsafe { source.destroy() };
                    None
                }
            }
        };
        self.0[index].open.get_or_init(make).as_ref().map(|(open, _)| open)
    }

    /// The lane, if it is open.
    pub(in crate::vk) fn get(&self, index: usize) -> Option<&Open> {
        self.0[index].open.get()?.as_ref().map(|(open, _)| open)
    }

    /// # Safety
    /// No stream and no pipeline of the device is left.
    pub(in crate::vk) unsafe fn destroy(&mut self) {
        for (open, source) in self.0.iter_mut().filter_map(|lane| lane.open.take().flatten()) {
            // SAFETY: passed on from the caller; the source made this device alone.
            unsafe {
                open.destroy();
                source.destroy();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{WAITING, WaitingLanes};

    #[test]
    fn streams_spread_over_the_lanes_and_leave_room_when_they_go() {
        let lanes = WaitingLanes::default();
        let mut taken: Vec<usize> = (0..WAITING).map(|_| lanes.take()).collect();
        taken.sort_unstable();
        assert_eq!(taken, (0..WAITING).collect::<Vec<_>>());
        lanes.give_back(1);
        assert_eq!(lanes.take(), 1);
    }
}
