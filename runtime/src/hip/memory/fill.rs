//! Fills (`hipMemset*`): a pattern of one, two or four bytes, along a line or in rows.
//!
//! Vulkan fills whole aligned words. The bytes before and after them are uploaded, and rows are copies of one filled row.

use std::sync::Arc;

use super::copy::Wait;
use super::{Allocation, find};
use crate::hip::error::{HipError, HipResult};
use crate::hip::stream::Stream;
use crate::vk;

/// A repeated value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pattern {
    bytes: [u8; 4],
    /// 1, 2 or 4.
    width: u64,
}

impl Pattern {
    /// `hipMemset`: HIP: "Fills … with the constant byte value".
    pub fn byte(value: u8) -> Pattern {
        Pattern { bytes: [value; 4], width: 1 }
    }

    /// `hipMemsetD16`.
    pub fn short(value: u16) -> Pattern {
        let [low, high] = value.to_ne_bytes();
        Pattern { bytes: [low, high, low, high], width: 2 }
    }

    /// `hipMemsetD32`.
    pub fn word(value: u32) -> Pattern {
        Pattern { bytes: value.to_ne_bytes(), width: 4 }
    }

    /// Bytes per value.
    pub fn width(self) -> u64 {
        self.width
    }

    /// `length` bytes from the pattern's byte `start` on.
    fn bytes_from(self, start: u64, length: u64) -> Vec<u8> {
        (start..start + length).map(|position| self.bytes[position as usize % 4]).collect()
    }

    /// The word at a place `start` bytes into the pattern.
    fn word_from(self, start: u64) -> u32 {
        let byte = |index: u64| self.bytes[(start + index) as usize % 4];
        u32::from_ne_bytes([byte(0), byte(1), byte(2), byte(3)])
    }
}

/// Fills `count` values at an address. HIP: hipErrorInvalidValue for null, for memory that is not the device's and for a
/// size beyond the allocation. Nothing to do for no values.
pub fn fill(stream: &Arc<Stream>, address: u64, pattern: Pattern, count: u64, wait: Wait) -> HipResult {
    fill_rows(stream, address, 0, pattern, count, 1, wait)
}

/// Fills `rows` rows of `count` values, `pitch` bytes apart (a single row needs none).
pub fn fill_rows(
    stream: &Arc<Stream>,
    address: u64,
    pitch: u64,
    pattern: Pattern,
    count: u64,
    rows: u64,
    wait: Wait,
) -> HipResult {
    let width = count.checked_mul(pattern.width).ok_or(HipError::InvalidValue)?;
    if width == 0 || rows == 0 {
        return Ok(());
    }
    if rows > 1 && pitch < width {
        return Err(HipError::InvalidValue.because(format_args!("a pitch of {pitch} bytes for rows of {width}")));
    }
    let (to, offset) = target(address, extent(width, pitch, rows)?)?;
    if rows == 1 || pitch == width {
        stream.record(|vk| fill_line(vk, &to, offset, pattern, width * rows))?;
    } else {
        stream.record(|vk| {
            let row = vk.device().allocate(vk::MemoryUse::Device, width.next_multiple_of(4))?;
            vk.fill_words(row.at(0), pattern.word_from(0), width.next_multiple_of(4))?;
            let shape = vk::Rows { width, rows, to_pitch: pitch, from_pitch: 0 };
            vk.copy_rows(to.memory.at(offset), row.at(0), &shape)
        })?;
    }
    // HIP: a fill is asynchronous "except when … the memory is pinned host memory".
    if wait == Wait::Synchronous && to.is_host() { stream.synchronize() } else { Ok(()) }
}

/// Bytes from the first to the last of a pitched area.
pub(super) fn extent(width: u64, pitch: u64, rows: u64) -> HipResult<u64> {
    rows.checked_sub(1)
        .and_then(|before| before.checked_mul(pitch))
        .and_then(|bytes| bytes.checked_add(width))
        .ok_or_else(|| HipError::InvalidValue.because("an area larger than the address space"))
}

fn target(address: u64, size: u64) -> HipResult<(Arc<Allocation>, u64)> {
    let (allocation, offset) = find(address)
        .ok_or_else(|| HipError::InvalidValue.because(format_args!("{address:#x} is not memory of a device")))?;
    if size > allocation.size - offset {
        return Err(HipError::InvalidValue.because(format_args!(
            "{size} bytes at {address:#x} reach beyond its allocation of {} bytes",
            allocation.size
        )));
    }
    Ok((allocation, offset))
}

fn fill_line(
    stream: &Arc<vk::Stream>,
    to: &Arc<Allocation>,
    offset: u64,
    pattern: Pattern,
    size: u64,
) -> Result<(), vk::VkError> {
    let head = (offset.next_multiple_of(4) - offset).min(size);
    let words = (size - head) / 4 * 4;
    let tail = size - head - words;
    if head > 0 {
        stream.upload(to.memory.at(offset), &pattern.bytes_from(0, head))?;
    }
    stream.fill_words(to.memory.at(offset + head), pattern.word_from(head), words)?;
    if tail > 0 {
        let start = head + words;
        stream.upload(to.memory.at(offset + start), &pattern.bytes_from(start, tail))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{HipError, Pattern, extent};

    #[test]
    fn a_pattern_continues_across_an_unaligned_start() {
        let pattern = Pattern::word(u32::from_ne_bytes([1, 2, 3, 4]));
        assert_eq!(pattern.bytes_from(0, 6), [1, 2, 3, 4, 1, 2]);
        assert_eq!(pattern.word_from(3).to_ne_bytes(), [4, 1, 2, 3]);
        assert_eq!(Pattern::short(0x0201).bytes_from(1, 3), [2u8, 1, 2].map(|byte| byte));
        assert_eq!(Pattern::byte(9).word_from(2), 0x0909_0909);
    }

    #[test]
    fn an_area_beyond_the_address_space_is_refused() {
        assert_eq!(extent(4, 16, 3), Ok(36));
        assert_eq!(extent(4, u64::MAX, 3), Err(HipError::InvalidValue));
    }
}
