//! The Vulkan buffers behind one range of addresses: one, or several side by side.
//!
//! A driver's buffers end somewhere (4 GiB on lavapipe and RADV), HIP's allocations do not. Kernels go by address and see no border;
//! commands name a buffer, so `transfer` cuts what crosses one. Made by `block` and `import`, kept by `allocation`.

use std::sync::Arc;

use ash::vk;

use crate::vk::device::raw::RawDevice;

/// Buffers whose addresses follow each other.
#[derive(Debug, Clone)]
pub(in crate::vk) enum Buffers {
    One(vk::Buffer),
    /// Each but the last is `stride` bytes long, a multiple of every alignment.
    Row {
        buffers: Arc<[vk::Buffer]>,
        stride: u64,
    },
}

/// Bytes that lie in one buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::vk) struct Span {
    pub(in crate::vk) buffer: vk::Buffer,
    /// From the buffer's start.
    pub(in crate::vk) offset: u64,
    pub(in crate::vk) size: u64,
}

impl Buffers {
    pub(in crate::vk) fn row(buffers: Vec<vk::Buffer>, stride: u64) -> Self {
        match buffers[..] {
            [one] => Self::One(one),
            _ => Self::Row { buffers: buffers.into(), stride },
        }
    }

    /// What of the `size` bytes at `offset` lies in the first's buffer. The range is inside the memory.
    pub(in crate::vk) fn span(&self, offset: u64, size: u64) -> Span {
        match self {
            Self::One(buffer) => Span { buffer: *buffer, offset, size },
            Self::Row { buffers, stride } => {
                let last = buffers.len() - 1;
                let index = (offset / stride).min(last as u64) as usize;
                let offset = offset - index as u64 * stride;
                let room = if index == last { size } else { size.min(stride - offset) };
                Span { buffer: buffers[index], offset, size: room }
            }
        }
    }

    /// The `size` bytes at `offset`, buffer by buffer.
    pub(in crate::vk) fn spans(&self, offset: u64, size: u64) -> impl Iterator<Item = Span> {
        let mut done = 0;
        std::iter::from_fn(move || {
            (done < size).then(|| {
                let span = self.span(offset + done, size - done);
                done += span.size;
                span
            })
        })
    }

    /// # Safety
    /// No submitted work uses them.
    pub(in crate::vk) unsafe fn destroy(&self, device: &RawDevice) {
        let all = match self {
            Self::One(buffer) => std::slice::from_ref(buffer),
            Self::Row { buffers, .. } => buffers,
        };
        for &buffer in all {
            // SAFETY: they are this device's, and unused by the caller's promise.
            unsafe { device.raw.destroy_buffer(buffer, None) };
        }
    }
}

/// A copy cut where either side's buffer ends: (from, to) of each piece.
pub(in crate::vk) fn pairs<'a>(
    from: (&'a Buffers, u64),
    to: (&'a Buffers, u64),
    size: u64,
) -> impl Iterator<Item = (Span, Span)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        (done < size).then(|| {
            let from = from.0.span(from.1 + done, size - done);
            let to = to.0.span(to.1 + done, from.size);
            done += to.size;
            (Span { size: to.size, ..from }, to)
        })
    })
}

#[cfg(test)]
mod tests {
    use ash::vk::{Buffer, Handle};

    use super::{Buffers, Span, pairs};

    fn row(first: u64, count: u64, stride: u64) -> Buffers {
        Buffers::row((first..first + count).map(Buffer::from_raw).collect(), stride)
    }

    fn span(buffer: u64, offset: u64, size: u64) -> Span {
        Span { buffer: Buffer::from_raw(buffer), offset, size }
    }

    #[test]
    fn a_range_is_cut_at_each_border_and_nowhere_else() {
        let row = row(1, 3, 100);
        let cut = |offset, size| row.spans(offset, size).collect::<Vec<_>>();
        assert_eq!(cut(0, 100), [span(1, 0, 100)]);
        assert_eq!(cut(99, 2), [span(1, 99, 1), span(2, 0, 1)]);
        assert_eq!(cut(50, 240), [span(1, 50, 50), span(2, 0, 100), span(3, 0, 90)]);
        assert_eq!(cut(299, 4), [span(3, 99, 4)], "what rounds up the last word stays in the last buffer");
        assert_eq!(cut(7, 0), []);
    }

    #[test]
    fn a_copy_is_cut_at_the_borders_of_both_sides() {
        let (from, to) = (row(1, 4, 100), row(11, 6, 70));
        let cut: Vec<_> = pairs((&from, 30), (&to, 0), 200).collect();
        let expected = [
            (span(1, 30, 70), span(11, 0, 70)),
            (span(2, 0, 70), span(12, 0, 70)),
            (span(2, 70, 30), span(13, 0, 30)),
            (span(3, 0, 30), span(13, 30, 30)),
        ];
        assert_eq!(cut, expected);
    }

    #[test]
    fn one_buffer_has_no_borders() {
        let one = Buffers::row(vec![Buffer::from_raw(5)], 8);
        assert_eq!(one.spans(1 << 40, 1 << 33).collect::<Vec<_>>(), [span(5, 1 << 40, 1 << 33)]);
    }
}
