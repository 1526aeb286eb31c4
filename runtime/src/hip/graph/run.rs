//! The recordings of a run (`layout`): making those that are not there, and launching them all.
//!
//! ```text
//!   host     record 0, 1 │ record 2, 3   │ record 4, 5   │ ...
//!   device               │ execute 0, 1  │ execute 2, 3  │ execute 4, 5
//! ```
//! NVIDIA's driver takes 0.8 to 1.5 us to record a kernel, and an H200 1.1 to 1.7 us to run one behind another: a thousand kernels whose arguments
//! have changed cost little more than a thousand that have not. Called by `plan`.

use std::ops::Range;
use std::sync::Arc;

use super::layout::{Layout, Part};
use super::step::Step;
use super::tape::{self, Class};
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::stream::Stream;
use crate::vk::{self, OperationKind};

/// Chunks that are recorded before they are submitted: an H200's submission costs as much as recording ten kernels.
const AT_ONCE: usize = 2;

/// The recordings of a part; none of one that is not recorded.
#[derive(Debug)]
pub struct Run {
    chunks: Vec<Chunk>,
    /// They are made to go apart.
    pub apart: bool,
}

#[derive(Default, Debug)]
struct Chunk {
    /// What it was recorded as, perhaps before its steps changed.
    recording: Option<Arc<vk::Recording>>,
    /// The recording is of what its steps do now.
    is_current: bool,
}

impl Run {
    /// Nothing is recorded yet.
    pub fn of(part: &Part) -> Run {
        let (chunks, apart) = match part {
            Part::Each(_) => (0, false),
            Part::Run { chunks, small, .. } => (chunks.len(), *small),
        };
        Run { chunks: (0..chunks).map(|_| Chunk::default()).collect(), apart }
    }

    /// A step of this chunk has changed.
    pub fn outdate(&mut self, chunk: usize) {
        self.chunks[chunk].is_current = false;
    }

    /// Some of it cannot go apart: all from the beginning, the other way.
    pub fn begin_again(&mut self) {
        self.apart = false;
        self.chunks.fill_with(Chunk::default);
    }

    /// The end of the chunks from `first` on of which only so many are not current.
    fn reach(&self, first: usize) -> usize {
        let mut stale = (first..).zip(&self.chunks[first..]).filter(|(_, chunk)| !chunk.is_current);
        stale.nth(AT_ONCE).map_or(self.chunks.len(), |(place, _)| place)
    }
}

/// Records steps of a graph: all it must know.
pub struct Scribe<'a> {
    /// What is recorded on.
    pub tape: &'a mut vk::Tape,
    /// What each step is.
    pub classes: &'a [Class],
    /// Where they lie, and where barriers stand.
    pub layout: &'a Layout,
    /// All of the graph.
    pub steps: &'a [Step],
    /// The stream that is launched in.
    pub stream: &'a Arc<Stream>,
    /// Its device.
    pub device: &'a Arc<Device>,
}

impl Scribe<'_> {
    /// Records what is not current in the run of a part; false if some of it cannot go apart.
    pub fn complete(&mut self, run: &mut Run, part: usize) -> HipResult<bool> {
        let all = 0..run.chunks.len();
        self.record(run, part, all)
    }

    /// Launches a run, which begins and ends with these kinds of operations. Chunks are recorded while those before them run.
    pub fn launch(&mut self, run: &mut Run, part: usize, kinds: (OperationKind, OperationKind)) -> HipResult {
        let mut first = 0;
        while first < run.chunks.len() {
            let end = run.reach(first);
            if !self.record(run, part, first..end)? {
                return Err(HipError::Unknown.because("a launch of one block that cannot go apart any more"));
            }
            let recordings: Vec<_> =
                run.chunks[first..end].iter().filter_map(|chunk| chunk.recording.clone()).collect();
            // Where others come before or behind, of whatever kind.
            let inner = OperationKind::Both;
            let before = if first == 0 { kinds.0 } else { inner };
            let behind = if end == run.chunks.len() { kinds.1 } else { inner };
            self.stream.record(|vk| vk.replay(&recordings, (before, behind)))?;
            first = end;
        }
        Ok(())
    }

    fn record(&mut self, run: &mut Run, part: usize, chunks: Range<usize>) -> HipResult<bool> {
        let Part::Run { chunks: ranges, .. } = &self.layout.parts[part] else { return Ok(true) };
        for (chunk, range) in run.chunks[chunks.clone()].iter_mut().zip(&ranges[chunks]) {
            if !chunk.is_current {
                let old = chunk.recording.take();
                chunk.recording = self.record_chunk(range, run.apart, old)?;
                if chunk.recording.is_none() {
                    return Ok(false);
                }
                chunk.is_current = true;
            }
        }
        Ok(true)
    }

    /// Records the steps of a chunk; nothing if some cannot go apart. `old`'s command buffer is used again if nothing executes it.
    fn record_chunk(
        &mut self,
        range: &Range<usize>,
        apart: bool,
        old: Option<Arc<vk::Recording>>,
    ) -> HipResult<Option<Arc<vk::Recording>>> {
        let Scribe { classes, layout, steps, stream, device, .. } = *self;
        self.tape.record(apart, old, |tape, memory| {
            for place in range.clone().filter(|&place| classes[place].is_recorded()) {
                tape.begin_step(layout.barriers[place]);
                tape::record(&steps[place].work, stream, device, tape, memory)?;
            }
            Ok(())
        })
    }
}
