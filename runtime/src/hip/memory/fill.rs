//! Fills (`hipMemset*`): a pattern of one, two or four bytes, along a line or in rows.
//!
//! `crate::builtin` does the work; here are HIP's checks.

use std::sync::Arc;

use super::copy::{Wait, plain};
use super::synchronisation::{Place, fill_waits, finish};
use super::{Allocation, find, on_device};
use crate::builtin::Builtins;
pub use crate::builtin::Pattern;
use crate::hip::error::{HipError, HipResult};
use crate::hip::stream::Stream;
use crate::vk;

/// A fill as something to be done again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FillWork {
    /// The first byte.
    pub address: u64,
    /// Bytes from row to row; only read for more than one.
    pub pitch: u64,
    /// The repeated value.
    pub pattern: Pattern,
    /// Values in a row.
    pub count: u64,
    /// Rows.
    pub rows: u64,
}

impl FillWork {
    /// Checks it as the call would.
    pub fn check(&self) -> HipResult {
        let width = self.count.checked_mul(self.pattern.width()).ok_or(HipError::InvalidValue)?;
        if self.rows > 1 && self.pitch < width {
            return Err(
                HipError::InvalidValue.because(format_args!("a pitch of {} bytes for rows of {width}", self.pitch))
            );
        }
        target(self.address, extent(width, self.pitch, self.rows)?).map(|_| ())
    }

    /// Its place, if each time the same commands fill: plain memory of a device.
    pub fn repeatable(&self, device: usize) -> Option<(Arc<Allocation>, u64)> {
        let width = self.count.checked_mul(self.pattern.width())?;
        self.check().ok()?;
        plain(self.address, extent(width, self.pitch, self.rows).ok()?, device).filter(|_| width > 0)
    }

    /// Records it on a tape, where its place is `to`.
    pub fn record_on(&self, tape: &Arc<vk::Stream>, builtins: &Builtins, to: vk::At<'_>) -> HipResult {
        let width = self.count * self.pattern.width();
        let pitch = if self.rows == 1 { width } else { self.pitch };
        Ok(builtins.fill_rows(tape, to, self.pattern, width, self.rows, pitch)?)
    }

    /// Fills.
    pub fn run(&self, stream: &Arc<Stream>) -> HipResult {
        fill_rows(stream, self.address, self.pitch, self.pattern, self.count, self.rows, Wait::Asynchronous)
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
    let width = count.checked_mul(pattern.width()).ok_or(HipError::InvalidValue)?;
    if width == 0 || rows == 0 {
        return Ok(());
    }
    if wait == Wait::Synchronous {
        stream.forbid_now("hipMemset")?;
    }
    let work = FillWork { address, pitch, pattern, count, rows };
    work.check()?;
    if let Some(capture) = stream.capture() {
        return capture.add(stream.number, work);
    }
    let (to, offset) = target(address, extent(width, pitch, rows)?)?;
    let pitch = if rows == 1 { width } else { pitch };
    let filled = on_device(stream, to.device, |stream, device| {
        stream.record(|vk| device.builtins.fill_rows(vk, to.memory.at(offset), pattern, width, rows, pitch))
    });
    to.written(stream, width * rows);
    filled.and_then(|()| finish(stream, fill_waits(wait, Place::of(&to))))
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
    allocation.check_access(true)?;
    Ok((allocation, offset))
}

#[cfg(test)]
mod tests {
    use super::{HipError, extent};

    #[test]
    fn an_area_beyond_the_address_space_is_refused() {
        assert_eq!(extent(4, 16, 3), Ok(36));
        assert_eq!(extent(4, u64::MAX, 3), Err(HipError::InvalidValue));
    }
}
