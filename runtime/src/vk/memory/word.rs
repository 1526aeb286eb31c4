//! One word of memory that the host sees, read while kernels may write it: what a stream that waits for a value looks at.
//!
//! Called by `stream::value`.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::allocation::Memory;

impl Memory {
    /// The word of 8 bytes (`wide`) or 4 at `offset`; nothing if the host does not see it, it is not aligned or not inside.
    pub fn load_word(&self, offset: u64, wide: bool) -> Option<u64> {
        let size = if wide { 8 } else { 4 };
        let place = self.host_address()?.wrapping_add(usize::try_from(offset).ok()?);
        if offset.checked_add(size)? > self.size() || !(place as u64).is_multiple_of(size) {
            return None;
        }
        // SAFETY: the word is inside the mapped memory and aligned (checked above), and stays mapped while `self` lives. What else writes it
        // does so as a whole: the device, or the program, whose race it is otherwise.
        Some(unsafe {
            if wide {
                AtomicU64::from_ptr(place.cast()).load(Ordering::Acquire)
            } else {
                AtomicU32::from_ptr(place.cast()).load(Ordering::Acquire).into()
            }
        })
    }
}
