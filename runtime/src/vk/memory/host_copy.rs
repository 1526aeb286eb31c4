//! Copies by the host, on several threads where that pays.
//!
//! One thread moves 32 GB/s on the CI machine, two move 60; starting a thread costs some 30 us. So copies from 4 MiB
//! up are split. A word is stored as a whole, and behind everything that the thread did before: another stream may be waiting for it
//! (`stream::value`). Used by `transfer` for mapped memory and staging.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::cores::cores;

/// Below this, one thread.
const PARALLEL_BYTES: usize = 4 << 20;
const MAX_THREADS: usize = 4;

struct SendPtr(*mut u8, *const u8);
// SAFETY: each value is used by one thread on a range no other thread touches (`copy` splits them).
unsafe impl Send for SendPtr {}

/// Copies `size` bytes.
///
/// # Safety
/// Both ranges are valid for `size` bytes and do not overlap.
pub(in crate::vk) unsafe fn copy(to: *mut u8, from: *const u8, size: usize) {
    match size {
        // SAFETY: the caller's contract; the place is aligned. What else looks at it meanwhile does so as a whole (`Memory::load_word`), or is
        // the program's race.
        4 if to.cast::<u32>().is_aligned() => unsafe {
            return AtomicU32::from_ptr(to.cast()).store(from.cast::<u32>().read_unaligned(), Ordering::Release);
        },
        // SAFETY: as above.
        8 if to.cast::<u64>().is_aligned() => unsafe {
            return AtomicU64::from_ptr(to.cast()).store(from.cast::<u64>().read_unaligned(), Ordering::Release);
        },
        _ => {}
    }
    let threads = if size < PARALLEL_BYTES { 1 } else { cores().min(MAX_THREADS) };
    if threads < 2 {
        // SAFETY: the caller's contract.
        unsafe { std::ptr::copy_nonoverlapping(from, to, size) };
        return;
    }
    let share = size.div_ceil(threads).next_multiple_of(4096);
    std::thread::scope(|scope| {
        for start in (0..size).step_by(share) {
            let length = share.min(size - start);
            // SAFETY: `start` is inside both ranges.
            let piece = unsafe { SendPtr(to.add(start), from.add(start)) };
            scope.spawn(move || {
                let SendPtr(to, from) = { piece };
                // SAFETY: pieces are disjoint and inside the caller's ranges.
                unsafe { std::ptr::copy_nonoverlapping(from, to, length) };
            });
        }
    });
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_arrive_at_aligned_places_and_at_others() {
        let from: Vec<u8> = (1..=17).collect();
        for (size, shift) in [(4, 0), (4, 4), (4, 1), (8, 0), (8, 4), (8, 3)] {
            let mut to = [0u64; 3];
            let bytes = to.as_mut_ptr().cast::<u8>();
            // SAFETY: both hold `shift + size` bytes, one more on the side that is read.
            unsafe { super::copy(bytes.add(shift), from.as_ptr().add(1), size) };
            let to: Vec<u8> = to.iter().flat_map(|word| word.to_ne_bytes()).collect();
            assert_eq!(to[shift..shift + size], from[1..=size]);
            assert!(to[..shift].iter().chain(&to[shift + size..]).all(|&byte| byte == 0));
        }
    }

    #[test]
    fn a_large_copy_moves_every_byte() {
        let size = (9 << 20) + 13;
        let from: Vec<u8> = (0..size).map(|i| ((i * 31) >> 3) as u8).collect();
        let mut to = vec![0u8; size];
        // SAFETY: both vectors hold `size` bytes.
        unsafe { super::copy(to.as_mut_ptr(), from.as_ptr(), size) };
        assert!(to == from);
    }
}
