//! Copies and fills in a stream.
//!
//! Between device memories they are Vulkan commands. Host memory that is not ours goes through staging memory, in
//! pieces, so that the host copies one piece while the device copies another. Where the host sees device memory
//! directly (lavapipe), a copy that may be done at once is an ordinary one.

use std::collections::VecDeque;
use std::sync::Arc;

use ash::vk;

use super::command::{Keep, Kind};
use super::fifo::{State, Stream};
use super::point::Point;
use crate::trace::{self, Work};
use crate::vk::error::VkError;
use crate::vk::lavapipe::lane::Lane;
use crate::vk::memory::allocation::{At, Memory};
use crate::vk::memory::backing::MemoryUse;
use crate::vk::memory::buffers::{Span, pairs};
use crate::vk::memory::host_copy;

/// Bytes per staging piece: large enough to hide a submission, small enough to overlap, also within a copy of 8 MiB.
const PIECE: usize = 4 << 20;
/// Pieces in flight. They fit into the first block of host memory beside what else is there: a second one costs 16 ms.
const PIECES: usize = 3;
/// A copy from here on is worth that: it goes by [`LARGE_PIECE`] (H100, 1 GiB: 18 GB/s where 4 MiB each give 13).
const LARGE_STAGED: usize = 256 << 20;
const LARGE_PIECE: usize = 8 << 20;
/// From here on a copy between host and device takes longer than what a queue of its own costs: another submission, and for a copy behind work
/// that is not complete the scheduler's next visit (150 us). At 50 GB/s this is 1.3 ms.
const LARGE: u64 = 64 << 20;
/// The same for a copy behind nothing.
const LARGE_FIRST: u64 = 1 << 20;
/// Up to here an upload travels inside the command buffer (`vkCmdUpdateBuffer` allows 64 KiB). An H100 takes 3 us for 8 KiB so, 6 for 16 and
/// 11 for 32, and from staging memory 9 for 32.
const INLINE: u64 = 16 << 10;

/// A 2-D copy: `rows` rows of `width` bytes.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    /// Bytes per row.
    pub width: u64,
    /// Rows.
    pub rows: u64,
    /// Bytes from one row to the next at the destination.
    pub to_pitch: u64,
    /// Bytes from one row to the next at the source.
    pub from_pitch: u64,
}

/// What the trace calls a copy.
pub fn copy_name(to: At<'_>, from: At<'_>) -> &'static str {
    match (from.memory.usage(), to.memory.usage()) {
        (MemoryUse::Host, MemoryUse::Host) => "copy host to host",
        (MemoryUse::Host, _) => UPLOAD,
        (_, MemoryUse::Host) => DOWNLOAD,
        _ => "copy device to device",
    }
}

const UPLOAD: &str = "copy host to device";
const DOWNLOAD: &str = "copy device to host";

impl Stream {
    /// Records a copy of `size` bytes. The ranges must not overlap.
    pub fn copy(self: &Arc<Self>, to: At<'_>, from: At<'_>, size: u64) -> Result<(), VkError> {
        let (start, end) = (from.buffer_offset(size)?, to.buffer_offset(size)?);
        let spans = pairs((&from.memory.buffers, start), (&to.memory.buffers, end), size);
        self.copy_regions(to.memory, from.memory, size, spans)
    }

    /// Records a 2-D copy. The ranges must not overlap.
    pub fn copy_rows(self: &Arc<Self>, to: At<'_>, from: At<'_>, rows: &Rows) -> Result<(), VkError> {
        if rows.width == 0 || rows.rows == 0 {
            return Ok(());
        }
        let extent = |pitch: u64| {
            (rows.rows - 1)
                .checked_mul(pitch)
                .and_then(|bytes| bytes.checked_add(rows.width))
                .ok_or(VkError::Invalid("a 2-D copy larger than the address space"))
        };
        let to_start = to.buffer_offset(extent(rows.to_pitch)?)?;
        let from_start = from.buffer_offset(extent(rows.from_pitch)?)?;
        if rows.to_pitch == rows.width && rows.from_pitch == rows.width {
            return self.copy(to, from, rows.width * rows.rows);
        }
        let row = |row: u64| {
            let from = (&from.memory.buffers, from_start + row * rows.from_pitch);
            pairs(from, (&to.memory.buffers, to_start + row * rows.to_pitch), rows.width)
        };
        self.copy_regions(to.memory, from.memory, rows.width * rows.rows, (0..rows.rows).flat_map(row))
    }

    /// Which way a copy goes: a large one between host and device to the queues for copies, if what comes before it is complete or goes there too,
    /// or if it is so large that this need not be.
    fn lane_of_copy(&self, state: &State, to: &Memory, from: &Memory, size: u64) -> Result<Lane, VkError> {
        let (down, up) = (from.is_device(), to.is_device());
        // A queue for copies writes no timestamps, which the trace wants.
        let bound = state.taping.is_some() || trace::is_recording();
        if size < LARGE_FIRST || down == up || bound || !self.device.copies_beside() {
            return Ok(Lane::Main);
        }
        let lane = Lane::Copies { to: up };
        let behind = match &state.open {
            Some(batch) if batch.operations > 0 => batch.recorder.lane == lane,
            _ if !state.queue.is_empty() => false,
            _ => {
                state.lane == lane
                    || self.timeline.reached(&self.device, state.last).map_err(|e| self.device.lost(e))?
            }
        };
        Ok(if behind || size >= LARGE { lane } else { Lane::Main })
    }

    /// Records copying spans of one memory to spans of another, together `bytes`, those between the same two buffers with one command.
    fn copy_regions(
        self: &Arc<Self>,
        to: &Arc<Memory>,
        from: &Arc<Memory>,
        bytes: u64,
        spans: impl Iterator<Item = (Span, Span)>,
    ) -> Result<(), VkError> {
        let mut spans = spans.peekable();
        if spans.peek().is_none() {
            return Ok(());
        }
        let mut state = self.lock();
        let batch = match self.lane_of_copy(&state, to, from, bytes)? {
            Lane::Main => self.open(&mut state)?,
            lane => self.open_on(&mut state, lane)?,
        };
        batch.order(&self.device, Kind::Transfer);
        let timed = batch.begin_span(&self.device, || Work::Copy(copy_name(to.at(0), from.at(0)), bytes))?;
        while let Some((first, second)) = spans.next() {
            let region =
                |from: Span, to: Span| vk::BufferCopy { src_offset: from.offset, dst_offset: to.offset, size: to.size };
            let mut regions = vec![region(first, second)];
            let alike = |other: &(Span, Span)| (other.0.buffer, other.1.buffer) == (first.buffer, second.buffer);
            while let Some((from, to)) = spans.next_if(alike) {
                regions.push(region(from, to));
            }
            // SAFETY: the command buffer is being recorded under the stream's lock; the regions are inside both buffers
            // (`At::buffer_offset`), which the batch keeps alive.
            unsafe {
                self.device.raw.cmd_copy_buffer(batch.recorder.commands, first.buffer, second.buffer, &regions);
            }
        }
        batch.end_span(&self.device, timed)?;
        batch.keep(Keep::Memory(Arc::clone(to)));
        batch.keep(Keep::Memory(Arc::clone(from)));
        self.recorded(&mut state)
    }

    /// Records filling `size` bytes with a repeated word. Place and size must be multiples of 4; other fills are
    /// [`crate::builtin`]'s.
    pub fn fill_words(self: &Arc<Self>, to: At<'_>, word: u32, size: u64) -> Result<(), VkError> {
        if size == 0 {
            return Ok(());
        }
        let offset = to.buffer_offset(size)?;
        if !offset.is_multiple_of(4) || !size.is_multiple_of(4) {
            return Err(VkError::Invalid("a word fill of part of a word"));
        }
        let mut state = self.lock();
        let batch = self.open(&mut state)?;
        batch.order(&self.device, Kind::Transfer);
        let timed = batch.begin_span(&self.device, || Work::Fill(size))?;
        for span in to.memory.buffers.spans(offset, size) {
            // SAFETY: the command buffer is being recorded under the stream's lock; the range is inside the buffer, which
            // the batch keeps alive, and made of whole words: buffers of a row are.
            unsafe {
                self.device.raw.cmd_fill_buffer(batch.recorder.commands, span.buffer, span.offset, span.size, word);
            }
        }
        batch.end_span(&self.device, timed)?;
        batch.keep(Keep::Memory(Arc::clone(to.memory)));
        self.recorded(&mut state)
    }

    /// Copies host bytes to the device, in stream order. `bytes` may be reused when this returns; the device may still
    /// be at work.
    pub fn upload(self: &Arc<Self>, to: At<'_>, bytes: &[u8]) -> Result<(), VkError> {
        let size = bytes.len() as u64;
        let offset = to.buffer_offset(size)?;
        if size == 0 {
            return Ok(());
        }
        if let Some(host) = to.memory.host_address()
            && self.is_quiet()?
        {
            // SAFETY: the range is inside the mapped memory (checked above) and no work of this stream is pending; work
            // of other streams on the same bytes is the program's race.
            let copy = || unsafe { host_copy::copy(host.add(to.offset as usize), bytes.as_ptr(), bytes.len()) };
            trace::by_the_host(|| self.track(), || Work::Copy(UPLOAD, size), copy);
            return Ok(());
        }
        if size <= INLINE && offset.is_multiple_of(4) && size.is_multiple_of(4) {
            return self.update(to, offset, bytes);
        }
        self.upload_staged(to, bytes)
    }

    fn update(self: &Arc<Self>, to: At<'_>, offset: u64, bytes: &[u8]) -> Result<(), VkError> {
        let mut state = self.lock();
        let batch = self.open(&mut state)?;
        batch.order(&self.device, Kind::Transfer);
        let timed = batch.begin_span(&self.device, || Work::Copy(UPLOAD, bytes.len() as u64))?;
        let mut rest = bytes;
        for span in to.memory.buffers.spans(offset, bytes.len() as u64) {
            let (piece, behind) = rest.split_at(span.size as usize);
            // SAFETY: the command buffer is being recorded under the stream's lock; offset and size are multiples of 4,
            // below 64 KiB and inside the buffer, which the batch keeps alive.
            unsafe {
                self.device.raw.cmd_update_buffer(batch.recorder.commands, span.buffer, span.offset, piece);
            }
            rest = behind;
        }
        batch.end_span(&self.device, timed)?;
        batch.keep(Keep::Memory(Arc::clone(to.memory)));
        self.recorded(&mut state)
    }

    fn upload_staged(self: &Arc<Self>, to: At<'_>, bytes: &[u8]) -> Result<(), VkError> {
        let mut ring = StagingRing::default();
        let mut offset = to.offset;
        for piece in bytes.chunks(piece_of(bytes.len())) {
            let staging = ring.next(self, piece.len() as u64)?;
            let host = staging.host_address().ok_or_else(no_staging)?;
            // SAFETY: the staging memory is mapped, at least as large as the piece, and idle (`StagingRing::next`).
            unsafe { host_copy::copy(host, piece.as_ptr(), piece.len()) };
            self.copy(to.memory.at(offset), staging.at(0), piece.len() as u64)?;
            offset += piece.len() as u64;
            ring.used(self, staging);
            if bytes.len() > piece.len() {
                self.flush()?;
            }
        }
        Ok(())
    }

    /// Copies device bytes to the host, in stream order, and waits for them.
    pub fn download(self: &Arc<Self>, bytes: &mut [u8], from: At<'_>) -> Result<(), VkError> {
        from.buffer_offset(bytes.len() as u64)?;
        if bytes.is_empty() {
            return Ok(());
        }
        if let Some(host) = from.memory.host_address() {
            self.wait()?;
            let size = bytes.len() as u64;
            // SAFETY: the range is inside the mapped memory (checked above), and the stream's work on it has completed
            // and was made visible to the host (`Batch::finish`).
            let copy = || unsafe {
                host_copy::copy(bytes.as_mut_ptr(), host.add(from.offset as usize), bytes.len());
            };
            trace::by_the_host(|| self.track(), || Work::Copy(DOWNLOAD, size), copy);
            return Ok(());
        }
        let mut pending: VecDeque<(Arc<Memory>, Point, &mut [u8])> = VecDeque::new();
        let mut offset = from.offset;
        for piece in bytes.chunks_mut(piece_of(bytes.len())) {
            let staging = if pending.len() < PIECES {
                self.device.allocate(MemoryUse::Host, piece.len() as u64)?
            } else {
                let (staging, point, target) = pending.pop_front().ok_or(VkError::Invalid("no piece"))?;
                fetch(&staging, &point, target)?;
                staging
            };
            self.copy(staging.at(0), from.memory.at(offset), piece.len() as u64)?;
            self.flush()?;
            offset += piece.len() as u64;
            pending.push_back((staging, self.point(), piece));
        }
        for (staging, point, target) in pending {
            fetch(&staging, &point, target)?;
        }
        Ok(())
    }

    /// Nothing recorded here is still to run.
    fn is_quiet(self: &Arc<Self>) -> Result<bool, VkError> {
        self.told()?;
        let last = self.lock().end_of_work();
        if self.timeline.known() >= last {
            return Ok(true);
        }
        self.timeline.reached(&self.device, last).map_err(|e| self.device.lost(e))
    }
}

/// Bytes of so many that are staged at a time.
fn piece_of(size: usize) -> usize {
    if size < LARGE_STAGED { PIECE } else { LARGE_PIECE }
}

fn fetch(staging: &Arc<Memory>, point: &Point, target: &mut [u8]) -> Result<(), VkError> {
    point.wait()?;
    let host = staging.host_address().ok_or_else(no_staging)?;
    // SAFETY: the staging memory is mapped and at least as large as the piece; the copy into it has completed.
    unsafe { host_copy::copy(target.as_mut_ptr(), host, target.len()) };
    Ok(())
}

fn no_staging() -> VkError {
    VkError::Unsupported { feature: "host-visible memory".into() }
}

/// Staging pieces that take turns.
#[derive(Debug, Default)]
pub struct StagingRing {
    used: VecDeque<(Arc<Memory>, Point)>,
}

impl StagingRing {
    /// Staging memory of at least `size` bytes that the device does not use.
    pub fn next(&mut self, stream: &Arc<Stream>, size: u64) -> Result<Arc<Memory>, VkError> {
        if self.used.len() >= PIECES
            && let Some((memory, point)) = self.used.pop_front()
        {
            point.wait()?;
            if memory.size() >= size {
                return Ok(memory);
            }
        }
        stream.device.allocate(MemoryUse::Host, size)
    }

    /// What was recorded last uses the piece.
    pub fn used(&mut self, stream: &Arc<Stream>, memory: Arc<Memory>) {
        self.used.push_back((memory, stream.point()));
    }
}
