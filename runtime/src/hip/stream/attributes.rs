//! What a stream is told of itself and remembers: its priority, its compute units, how the host is to wait for it. None of it changes
//! what the stream does here; programs read it back.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use crate::hip::error::{HipError, HipResult};

/// `hipSyncPolicyAuto`, the first of four.
const SYNC_AUTO: u32 = 1;
/// `hipSyncPolicyBlockingSync`.
const SYNC_BLOCKING: u32 = 4;
/// Lowest and highest priority (HIP: "lower numbers represent greater stream priorities").
pub const PRIORITIES: (i32, i32) = (1, -1);

/// A stream's attributes.
#[derive(Debug)]
pub struct Attributes {
    /// Priority as asked for, clamped to [`PRIORITIES`].
    pub priority: i32,
    /// The compute units it was created for, one bit each; empty for all.
    cu_mask: OnceLock<Vec<u32>>,
    /// `hipSynchronizationPolicy`.
    policy: AtomicU32,
    /// Its execution context was destroyed.
    detached: AtomicBool,
}

impl Attributes {
    /// Those of a stream of this priority. HIP: priorities outside the range are clamped.
    pub fn new(priority: i32) -> Attributes {
        let priority = priority.clamp(PRIORITIES.1, PRIORITIES.0);
        let (policy, detached) = (AtomicU32::new(SYNC_AUTO), AtomicBool::new(false));
        Attributes { priority, cu_mask: OnceLock::new(), policy, detached }
    }

    /// It can only be destroyed from now on.
    pub fn detach(&self) {
        self.detached.store(true, Ordering::Relaxed);
    }

    /// Its execution context was destroyed.
    pub fn is_detached(&self) -> bool {
        self.detached.load(Ordering::Relaxed)
    }

    /// Once, before anybody else knows the stream.
    pub fn set_cu_mask(&self, mask: Vec<u32>) {
        let _ = self.cu_mask.set(mask);
    }

    /// `hipExtStreamGetCUMask`, which writes `room` words, for a device with `count` compute units. AMD's runtime: hipErrorInvalidValue if
    /// not all of them fit.
    pub fn cu_mask(&self, room: usize, count: u32) -> HipResult<Vec<u32>> {
        if room < count.div_ceil(32) as usize {
            return Err(HipError::InvalidValue.because(format_args!("{room} words for {count} compute units")));
        }
        Ok(cu_mask(self.cu_mask.get().map_or(&[], Vec::as_slice), count))
    }

    /// `hipStreamSetAttribute`: how the host is to wait for it, remembered. The device's own flags (`hipSetDeviceFlags`) say how it does.
    pub fn set_synchronization_policy(&self, policy: u32) -> HipResult {
        if !(SYNC_AUTO..=SYNC_BLOCKING).contains(&policy) {
            return Err(HipError::InvalidValue.because(format_args!("synchronization policy {policy}")));
        }
        self.policy.store(policy, Ordering::Relaxed);
        Ok(())
    }

    /// The policy that was set.
    pub fn synchronization_policy(&self) -> u32 {
        self.policy.load(Ordering::Relaxed)
    }
}

/// The compute units of `count`, one bit each, that a stream made for `asked` has: those that exist; all if none of them does.
fn cu_mask(asked: &[u32], count: u32) -> Vec<u32> {
    let all = |word: u32| u32::MAX >> 32u32.saturating_sub(count - word * 32).min(31);
    let all: Vec<u32> = (0..count.div_ceil(32)).map(all).collect();
    let asked = asked.iter().copied().chain(std::iter::repeat(0));
    let mask: Vec<u32> = all.iter().zip(asked).map(|(all, asked)| all & asked).collect();
    if mask.iter().all(|&word| word == 0) { all } else { mask }
}

#[cfg(test)]
mod tests {
    use super::cu_mask;

    #[test]
    fn a_mask_has_a_bit_for_each_compute_unit_that_exists_and_was_asked_for() {
        assert_eq!(cu_mask(&[], 4), [0xf]);
        assert_eq!(cu_mask(&[], 32), [u32::MAX]);
        assert_eq!(cu_mask(&[], 40), [u32::MAX, 0xff]);
        assert_eq!(cu_mask(&[0xc], 40), [0xc, 0]);
        assert_eq!(cu_mask(&[0, 0xfff], 40), [0, 0xff]);
        assert_eq!(cu_mask(&[0xf0], 4), [0xf], "none of them exists: all");
    }
}
