//! Operations that Vulkan has no command for, as small kernels: fills of odd size, 2-D copies and fills.
//!
//! The shaders are `shaders/builtin/*.wgsl`, compiled by naga at build time. They take descriptors (naga has no buffer
//! addresses), so a binding covers at most `Limits::binding_bytes` (128 MiB on lavapipe) and larger areas are worked
//! through in bands. One [`Builtins`] per device, held by `hip::device`; the pipelines are made when first needed.

use std::sync::{Arc, OnceLock};

use crate::builtin_shaders::{self as shaders, BuiltinShader};
use crate::trace::Work;
use crate::vk::{
    Arguments, At, Binding, BufferBinding, Device, Dispatch, MemoryUse, Pipeline, PipelineDesc, Rows, Stream, VkError,
    copy_name,
};

/// Rows from which a 2-D copy is a kernel; below, it is one copy region per row.
const KERNEL_ROWS: u64 = 32;
/// Bytes a copying thread moves at a time.
const QUAD: u64 = 16;
/// Bytes from which a copy inside device memory is a kernel.
const KERNEL_COPY: u64 = 256 << 10;
/// Bytes that one of its workgroups copies.
const KERNEL_COPY_GROUP: u64 = 256 * QUAD;
/// Storage-buffer offsets are rounded down to this; no device wants more.
const BINDING_ALIGNMENT: u64 = 256;

/// The built-in kernels of one device.
#[derive(Debug)]
pub struct Builtins {
    device: Arc<Device>,
    masked_store: OnceLock<Arc<Pipeline>>,
    copy_quads: OnceLock<Arc<Pipeline>>,
    copy_rows: OnceLock<Arc<Pipeline>>,
    fill_rows: OnceLock<Arc<Pipeline>>,
}

/// A repeated value of 1, 2 or 4 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// `hipMemset`, `hipMemsetD8`.
    Byte(u8),
    /// `hipMemsetD16`.
    Half(u16),
    /// `hipMemsetD32`.
    Word(u32),
}

impl Pattern {
    /// Bytes per element.
    pub fn width(self) -> u64 {
        match self {
            Self::Byte(_) => 1,
            Self::Half(_) => 2,
            Self::Word(_) => 4,
        }
    }

    /// The value itself.
    pub fn value(self) -> u32 {
        match self {
            Self::Byte(b) => u32::from(b),
            Self::Half(h) => u32::from(h),
            Self::Word(w) => w,
        }
    }

    /// The pattern repeated to a word.
    fn word(self) -> u32 {
        match self {
            Self::Byte(b) => u32::from_le_bytes([b; 4]),
            Self::Half(h) => u32::from(h) << 16 | u32::from(h),
            Self::Word(w) => w,
        }
    }

    /// The word at a word boundary, when the pattern starts at byte `start`.
    fn word_from(self, start: u64) -> u32 {
        self.word().rotate_left((start % 4) as u32 * 8)
    }
}

impl Builtins {
    /// Nothing is compiled yet.
    pub fn new(device: &Arc<Device>) -> Self {
        Self {
            device: Arc::clone(device),
            masked_store: OnceLock::new(),
            copy_quads: OnceLock::new(),
            copy_rows: OnceLock::new(),
            fill_rows: OnceLock::new(),
        }
    }

    /// Records filling `size` bytes from `to` on with the pattern; any place, any size.
    pub fn fill(&self, stream: &Arc<Stream>, to: At<'_>, pattern: Pattern, size: u64) -> Result<(), VkError> {
        let word = pattern.word_from(to.offset);
        let end = to.offset.checked_add(size).ok_or(VkError::Invalid("a fill larger than the address space"))?;
        let (first, last) = (to.offset.next_multiple_of(4), end / 4 * 4);
        if first < last {
            stream.fill_words(to.memory.at(first), word, last - first)?;
        }
        if first == to.offset && last == end || size == 0 {
            return Ok(());
        }
        let (head, tail) = edges(to.offset, end);
        self.masked_store(stream, to, word, head, tail)
    }

    fn masked_store(&self, stream: &Arc<Stream>, to: At<'_>, word: u32, head: Edge, tail: Edge) -> Result<(), VkError> {
        let pipeline = self.pipeline(&self.masked_store, &shaders::MASKED_STORE)?;
        let window = |edge: Edge| {
            let start = edge.offset / BINDING_ALIGNMENT * BINDING_ALIGNMENT;
            (start, ((edge.offset - start) / 4) as u32)
        };
        let ((head_start, head_word), (tail_start, tail_word)) = (window(head), window(tail));
        let push = words(&[head_word, head.mask, word, tail_word, tail.mask, word]);
        let binding = |binding: u32, start: u64, word: u32| BufferBinding {
            binding,
            at: to.memory.at(start),
            size: u64::from(word) * 4 + 4,
        };
        let dispatch = Dispatch {
            bindings: &[binding(0, head_start, head_word), binding(1, tail_start, tail_word)],
            ..Dispatch::new(&pipeline, [1, 1, 1], Arguments::Push(&push))
        };
        let bytes = |edge: Edge| u64::from(edge.mask.count_ones() / 8);
        stream.dispatch_as(&dispatch, || Work::Fill(bytes(head) + bytes(tail)))
    }

    /// Records a copy between two places of device memory that do not overlap: by the compute units where that is
    /// faster and the places allow it, otherwise `Stream::copy`.
    pub fn copy(&self, stream: &Arc<Stream>, to: At<'_>, from: At<'_>, size: u64) -> Result<(), VkError> {
        let on_device = [to, from].iter().all(|at| at.memory.usage() == MemoryUse::Device);
        let aligned = [to.offset, from.offset, size].iter().all(|v| v.is_multiple_of(QUAD));
        let bindable = to.in_one_buffer(size) && from.in_one_buffer(size);
        if self.device.info().quirks.in_process || !on_device || !aligned || size < KERNEL_COPY || !bindable {
            return stream.copy(to, from, size);
        }
        let pipeline = self.pipeline(&self.copy_quads, &shaders::COPY_QUADS)?;
        let limits = &self.device.info().limits;
        let bindable = limits.binding_bytes.min(1 << 31) - BINDING_ALIGNMENT;
        let band = bindable.min(u64::from(limits.groups[0]) * KERNEL_COPY_GROUP) / QUAD * QUAD;
        let window = |at: At<'_>, done: u64| {
            let offset = at.offset + done;
            let start = offset / BINDING_ALIGNMENT * BINDING_ALIGNMENT;
            (start, offset - start)
        };
        let mut done = 0;
        while done < size {
            let bytes = band.min(size - done);
            let ((to_bind, to_skip), (from_bind, from_skip)) = (window(to, done), window(from, done));
            let push = words(&[(bytes / QUAD) as u32, (to_skip / QUAD) as u32, (from_skip / QUAD) as u32]);
            let dispatch = Dispatch {
                bindings: &[
                    BufferBinding { binding: 0, at: to.memory.at(to_bind), size: to_skip + bytes },
                    BufferBinding { binding: 1, at: from.memory.at(from_bind), size: from_skip + bytes },
                ],
                ..Dispatch::new(&pipeline, [bytes.div_ceil(KERNEL_COPY_GROUP) as u32, 1, 1], Arguments::Push(&push))
            };
            stream.dispatch_as(&dispatch, || Work::Copy(copy_name(to, from), bytes))?;
            done += bytes;
        }
        Ok(())
    }

    /// Records a 2-D copy; any places, pitches and widths.
    pub fn copy_rows(&self, stream: &Arc<Stream>, to: At<'_>, from: At<'_>, rows: &Rows) -> Result<(), VkError> {
        let whole_words =
            [to.offset, from.offset, rows.width, rows.to_pitch, rows.from_pitch].iter().all(|v| v.is_multiple_of(4));
        let extent = |pitch: u64| (rows.rows - 1).saturating_mul(pitch).saturating_add(rows.width);
        let in_one_buffer = |at: At<'_>, pitch: u64| rows.rows > 0 && at.in_one_buffer(extent(pitch));
        let bindable = in_one_buffer(to, rows.to_pitch) && in_one_buffer(from, rows.from_pitch);
        if self.device.info().quirks.in_process || rows.rows < KERNEL_ROWS || !whole_words || !bindable {
            return stream.copy_rows(to, from, rows);
        }
        let pipeline = self.pipeline(&self.copy_rows, &shaders::COPY_ROWS)?;
        for band in self.bands(rows.rows, rows.to_pitch.max(rows.from_pitch)) {
            let (to_at, to_start) = band.place(to, rows.to_pitch);
            let (from_at, from_start) = band.place(from, rows.from_pitch);
            let extent = |start: u64, pitch: u64| start + (band.rows - 1) * pitch + rows.width;
            let push = words(&[
                (rows.width / 4) as u32,
                band.rows as u32,
                (to_start / 4) as u32,
                (rows.to_pitch / 4) as u32,
                (from_start / 4) as u32,
                (rows.from_pitch / 4) as u32,
            ]);
            let dispatch = Dispatch {
                bindings: &[
                    BufferBinding { binding: 0, at: to_at, size: extent(to_start, rows.to_pitch) },
                    BufferBinding { binding: 1, at: from_at, size: extent(from_start, rows.from_pitch) },
                ],
                ..Dispatch::new(&pipeline, groups_for(rows.width, band.rows), Arguments::Push(&push))
            };
            stream.dispatch_as(&dispatch, || Work::Copy(copy_name(to, from), rows.width * band.rows))?;
        }
        Ok(())
    }

    /// Records filling `rows` rows of `width` bytes, `pitch` bytes apart.
    pub fn fill_rows(
        &self,
        stream: &Arc<Stream>,
        to: At<'_>,
        pattern: Pattern,
        width: u64,
        rows: u64,
        pitch: u64,
    ) -> Result<(), VkError> {
        if width == 0 || rows == 0 {
            return Ok(());
        }
        if width == pitch {
            return self.fill(stream, to, pattern, width * rows);
        }
        let extent = (rows - 1).saturating_mul(pitch).saturating_add(width);
        if ![to.offset, width, pitch].iter().all(|v| v.is_multiple_of(4)) || !to.in_one_buffer(extent) {
            return (0..rows)
                .try_for_each(|row| self.fill(stream, to.memory.at(to.offset + row * pitch), pattern, width));
        }
        let pipeline = self.pipeline(&self.fill_rows, &shaders::FILL_ROWS)?;
        for band in self.bands(rows, pitch) {
            let (at, start) = band.place(to, pitch);
            let push =
                words(&[(width / 4) as u32, band.rows as u32, (start / 4) as u32, (pitch / 4) as u32, pattern.word()]);
            let dispatch = Dispatch {
                bindings: &[BufferBinding { binding: 0, at, size: start + (band.rows - 1) * pitch + width }],
                ..Dispatch::new(&pipeline, groups_for(width, band.rows), Arguments::Push(&push))
            };
            stream.dispatch_as(&dispatch, || Work::Fill(width * band.rows))?;
        }
        Ok(())
    }

    /// Bands of rows that fit one binding.
    fn bands(&self, rows: u64, pitch: u64) -> impl Iterator<Item = Band> + use<> {
        let room = self.device.info().limits.binding_bytes.min(1 << 31) - BINDING_ALIGNMENT;
        let most = (room / pitch.max(1)).clamp(1, rows.max(1));
        (0..rows).step_by(most as usize).map(move |first| Band { first, rows: most.min(rows - first) })
    }

    fn pipeline(&self, slot: &OnceLock<Arc<Pipeline>>, shader: &BuiltinShader) -> Result<Arc<Pipeline>, VkError> {
        if let Some(pipeline) = slot.get() {
            return Ok(Arc::clone(pipeline));
        }
        let bindings: Vec<_> = shader.bindings.iter().map(|&b| Binding(b)).collect();
        let pipeline = self.device.create_pipeline(&PipelineDesc {
            name: shader.name,
            spirv: shader.spirv,
            entry: shader.entry,
            subgroup_size: None,
            full_subgroups: false,
            bindings: &bindings,
            textures: false,
            statistics: false,
            waits: false,
            blocks: 1,
        })?;
        Ok(Arc::clone(slot.get_or_init(|| pipeline)))
    }
}

/// Some rows of a 2-D area.
#[derive(Debug, Clone, Copy)]
struct Band {
    first: u64,
    rows: u64,
}

impl Band {
    /// Where to bind for this band, and the byte at which its first row starts from there.
    fn place<'a>(&self, at: At<'a>, pitch: u64) -> (At<'a>, u64) {
        let offset = at.offset + self.first * pitch;
        let start = offset / BINDING_ALIGNMENT * BINDING_ALIGNMENT;
        (at.memory.at(start), offset - start)
    }
}

/// A word of which only some bytes are filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Edge {
    /// Offset of the word.
    offset: u64,
    /// Bits to replace.
    mask: u32,
}

/// The partly filled words at both ends of `[start, end)`; a mask of 0 where an end falls on a word boundary.
fn edges(start: u64, end: u64) -> (Edge, Edge) {
    let from = |byte: u64| u32::MAX << (byte * 8);
    let to = |byte: u64| !u32::MAX.checked_shl(byte as u32 * 8).unwrap_or(0);
    let (first, last) = (start / 4 * 4, end / 4 * 4);
    let mut head = Edge { offset: first, mask: if start == first { 0 } else { from(start - first) } };
    let mut tail = Edge { offset: last, mask: if end == last { 0 } else { to(end - last) } };
    if first == last {
        head.mask = from(start - first) & to(end - first);
        tail = Edge { offset: first, mask: 0 };
    } else if tail.mask == 0 {
        tail.offset = head.offset;
    } else if head.mask == 0 {
        head.offset = tail.offset;
    }
    (head, tail)
}

fn groups_for(width: u64, rows: u64) -> [u32; 3] {
    [(width / 4).div_ceil(64).clamp(1, 1024) as u32, rows.clamp(1, 4096) as u32, 1]
}

fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Pattern, edges};

    /// Fills byte by byte through the edges, the way the kernel does, and compares with the obvious loop.
    #[test]
    fn edges_and_whole_words_fill_exactly_the_range() {
        for start in 0..9u64 {
            for end in start + 1..24 {
                let mut filled = vec![0u32; 24];
                for offset in (start.next_multiple_of(4)..end / 4 * 4).step_by(4) {
                    for byte in 0..4 {
                        filled[(offset + byte) as usize] += 1;
                    }
                }
                let (head, tail) = edges(start, end);
                if start % 4 != 0 || end % 4 != 0 {
                    for edge in [head, tail] {
                        for byte in 0..4 {
                            filled[(edge.offset + byte) as usize] += (edge.mask >> (byte * 8)) & 1;
                        }
                    }
                }
                let expected: Vec<u32> = (0..24).map(|i| u32::from((start..end).contains(&i))).collect();
                assert_eq!(filled, expected, "{start}..{end}");
            }
        }
    }

    #[test]
    fn a_pattern_keeps_its_phase_at_any_start() {
        let word = Pattern::Half(0x1234).word_from(1).to_le_bytes();
        // Bytes 1, 2, 3 of memory hold the pattern's bytes 0, 1, 0.
        assert_eq!(word[1..], [0x34, 0x12, 0x34]);
    }
}
