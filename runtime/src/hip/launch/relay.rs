//! Tells grids of a multi-device launch how far all of them are, where their kernels cannot see it.
//!
//! Kernels of some devices never see what others write to host memory that they have read before (`HostWrites::AtSubmission`). What they
//! write is out at once, so the host sees them arrive; then it submits to each such device a command that writes the round into the
//! grid's barrier, in the device's own memory. The submission also makes the device read host memory anew, so what the grids wrote
//! for each other is seen too. 57 us a round on an H200. Called by `multi_device`, a thread for each launch that needs one.

use std::mem::offset_of;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::meeting::{end, ended, round};
use crate::hip::shared_layout::GridBarrier;
use crate::vk;

/// What a grid's barrier is told when a grid is over that others still wait for.
const MISSING: u32 = u32::MAX;
/// Where a grid's barrier has what it is told.
const RELEASED: u64 = offset_of!(GridBarrier, released) as u64;
/// Looks without a pause, after a change.
const EAGER: Duration = Duration::from_millis(2);
const PAUSE: Duration = Duration::from_micros(20);
/// Looks between two questions whether a device has failed.
const SELDOM: u32 = 1000;

/// A grid that must be told.
#[derive(Debug)]
pub struct Listener {
    /// Its place in the list.
    pub rank: usize,
    /// Of a queue that nothing else uses: what runs may fill the device, or wait for it.
    pub stream: Arc<vk::Stream>,
    /// The grid's barrier.
    pub barrier: Arc<vk::Memory>,
}

/// The grids of a launch.
#[derive(Debug)]
pub struct Relay {
    /// Where they write how far they are.
    pub pages: &'static vk::HostPages,
    /// How many there are.
    pub grids: usize,
    /// Those that must be told.
    pub listeners: Vec<Listener>,
    /// Their ends, once they are recorded: a device that fails says nothing.
    pub ends: Arc<OnceLock<Vec<vk::Point>>>,
}

impl Relay {
    /// Until all grids are over.
    pub fn run(&self) {
        let (mut released, mut looks) = (0, 0u32);
        let mut told = vec![false; self.grids];
        let mut changed = Instant::now();
        loop {
            // In this order: a grid ends after its last round.
            let over: Vec<bool> = (0..self.grids).map(|rank| ended(self.pages, rank)).collect();
            let rounds: Vec<u32> = (0..self.grids).map(|rank| round(self.pages, rank)).collect();
            let arrived = rounds.iter().filter(|&&round| round > released).count();
            if arrived == self.grids {
                released += 1;
                self.tell(released, |rank| !over[rank]);
                changed = Instant::now();
                continue;
            }
            if over.iter().all(|&over| over) {
                break;
            }
            if over.iter().zip(&rounds).any(|(&over, &round)| over && round <= released) {
                // Not before it waits: a grid's barrier is reset when it begins.
                let waits = |rank: usize| !over[rank] && rounds[rank] > released;
                self.tell(MISSING, |rank| waits(rank) && !told[rank]);
                (0..self.grids).for_each(|rank| told[rank] |= waits(rank));
            }
            looks = looks.wrapping_add(1);
            if looks.is_multiple_of(SELDOM) {
                self.end_failed();
            }
            if changed.elapsed() < EAGER { std::hint::spin_loop() } else { std::thread::sleep(PAUSE) }
        }
        for listener in &self.listeners {
            // Whoever waits for the grid learns of the failure.
            let _ = listener.stream.wait();
        }
    }

    fn tell(&self, round: u32, whom: impl Fn(usize) -> bool) {
        for listener in self.listeners.iter().filter(|listener| whom(listener.rank)) {
            let told = listener.stream.fill_words(listener.barrier.at(RELEASED), round, 4);
            if let Err(error) = told.and_then(|()| listener.stream.flush()) {
                log::error!("a grid cannot be told how far others are: {error}");
            }
        }
    }

    fn end_failed(&self) {
        let Some(ends) = self.ends.get() else { return };
        for (rank, point) in ends.iter().enumerate() {
            if point.is_done().is_err() {
                end(self.pages, rank);
            }
        }
    }
}
