//! Shadows: the texture unit's images of arrays, and when they must be refreshed.
//!
//! An array's linear memory is the truth; copies, surfaces and software sampling use it. An array with a texture object in the
//! texture table (`unit.rs`) also has an image, its *shadow*. Whatever writes the array makes the shadow *dirty*; a launch of a
//! kernel that samples textures first refreshes every dirty one, in its own stream:
//!
//! ```text
//!   stream A:  copy to array (dirty) ── event ──┐          [waits for the refresh] kernel that samples
//!   stream B:                                   └─> [waits for the copy] refresh (clean), kernel that samples
//! ```
//! The refresh waits for every write recorded so far, whatever its stream, so a clean shadow is never stale; and a write of a whole
//! array already comes after the kernels that read it, or the program has a race. A write of a part, and a launch that writes
//! surfaces (of which nobody knows which arrays it wrote), need not: then the refresh, which writes all, also waits for
//! the kernels of other streams that may be sampling. Called by `texture`, `memory` and `launch`.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Weak};

use spirv_gen::target::TexturePath;

use crate::hip::device::Device;
use crate::hip::error::HipResult;
use crate::hip::locks::{Mutex, Rank};
use crate::hip::stream::Stream;
use crate::vk;

/// An array's image.
#[derive(Debug)]
pub struct Shadow {
    /// What the texture unit reads.
    pub image: Arc<vk::Image>,
    /// Where it comes from.
    pub source: Source,
    /// Live surface objects of the array.
    pub surfaces: Arc<AtomicU32>,
    /// For the list of dirty ones.
    pub device: Weak<Device>,
    dirty: Mutex<Option<Writes>>,
}

/// An array's texels in linear memory.
#[derive(Debug)]
pub struct Source {
    /// The memory.
    pub memory: Arc<vk::Memory>,
    /// Texels from row to row.
    pub row: u32,
    /// Bytes of a texel.
    pub texel: u64,
    /// Bytes of all texels, without what lies between rows.
    pub bytes: u64,
}

/// What a refresh must come after.
#[derive(Debug, Default)]
struct Writes {
    /// The last write of each stream that wrote.
    points: Vec<vk::Point>,
    /// Some write was not of the whole array.
    partial: bool,
}

impl Writes {
    fn add(&mut self, point: vk::Point, partial: bool) {
        keep_last(&mut self.points, point);
        self.partial |= partial;
    }
}

/// Replaces the point of the same stream; forgets those that are reached.
fn keep_last(points: &mut Vec<vk::Point>, point: vk::Point) {
    points.retain(|other| !other.same_stream(&point) && !other.is_known_done());
    points.push(point);
}

impl Shadow {
    /// A shadow that has never been refreshed.
    pub fn new(device: &Arc<Device>, image: Arc<vk::Image>, source: Source, surfaces: Arc<AtomicU32>) -> Arc<Shadow> {
        let shadow = Arc::new(Shadow {
            image,
            source,
            surfaces,
            device: Arc::downgrade(device),
            dirty: Mutex::new(Rank::Shadow, Some(Writes::default())),
        });
        device.textures.state.lock().shadows.push(Arc::downgrade(&shadow));
        device.textures.any_dirty.store(true, Ordering::Release);
        // What was written before there was a shadow: by streams of which no record was kept.
        device.streams.all().iter().for_each(|stream| shadow.written(stream.vk.point(), shadow.source.bytes));
        shadow
    }

    /// Call behind recording a write of `bytes` bytes: the shadow is dirty.
    pub fn written(&self, point: vk::Point, bytes: u64) {
        let Some(device) = self.device.upgrade() else { return };
        self.dirty.lock().get_or_insert_default().add(point, bytes < self.source.bytes);
        device.textures.any_dirty.store(true, Ordering::Release);
    }

    /// Records a refresh in `stream` if the shadow is dirty. True if it was.
    fn refresh(&self, stream: &Stream, readers: &[vk::Point]) -> HipResult<bool> {
        let mut dirty = self.dirty.lock();
        let Some(writes) = &*dirty else { return Ok(false) };
        let source = &self.source;
        stream.record(|vk| {
            writes.points.iter().try_for_each(|point| vk.wait_for(point))?;
            if writes.partial {
                readers.iter().try_for_each(|point| vk.wait_for(point))?;
            }
            vk.refresh(&self.image, source.memory.at(0), source.row, source.texel)
        })?;
        *dirty = None;
        Ok(true)
    }
}

/// What a device knows of its texture objects and shadows.
#[derive(Debug)]
pub struct Textures {
    /// Live texture objects that tex2D may read, with and without a slot in the texture table.
    pub live: [AtomicU32; 2],
    /// Some shadow may be dirty.
    any_dirty: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    shadows: Vec<Weak<Shadow>>,
    /// The last refresh of each stream, until it is known to be complete.
    refreshes: Vec<vk::Point>,
    /// The last launch of each stream that may sample, likewise.
    readers: Vec<vk::Point>,
}

impl Textures {
    /// No objects.
    pub fn new() -> Textures {
        Textures {
            live: [AtomicU32::new(0), AtomicU32::new(0)],
            any_dirty: AtomicBool::new(false),
            state: Mutex::new(Rank::Textures, State::default()),
        }
    }

    /// The ways in which a kernel launched now must be able to sample.
    pub fn path(&self) -> TexturePath {
        let [with, without] = [&self.live[0], &self.live[1]].map(|count| count.load(Ordering::Acquire));
        match (with, without) {
            (0, _) => TexturePath::Software,
            (_, 0) => TexturePath::Hardware,
            _ => TexturePath::Mixed,
        }
    }

    /// Live shadows.
    pub fn shadow_count(&self) -> usize {
        self.state.lock().shadows().len()
    }

    /// Call before a kernel that samples is recorded in `stream`: it will find every shadow fresh.
    pub fn before_sampling(&self, stream: &Stream) -> HipResult {
        let mut state = self.state.lock();
        if self.any_dirty.swap(false, Ordering::AcqRel)
            && let Err(error) = state.refresh(stream)
        {
            self.any_dirty.store(true, Ordering::Release);
            return Err(error);
        }
        state.refreshes.retain(|point| !point.is_known_done());
        let others: Vec<_> = state.refreshes.iter().filter(|point| !point.is_of(&stream.vk)).cloned().collect();
        if others.is_empty() {
            return Ok(());
        }
        stream.record(|vk| others.iter().try_for_each(|point| vk.wait_for(point)))
    }

    /// Call behind recording that kernel.
    pub fn after_sampling(&self, stream: &Stream) {
        keep_last(&mut self.state.lock().readers, stream.vk.point());
    }

    /// Call behind recording a kernel that writes surfaces.
    pub fn after_surfaces(&self, stream: &Stream) {
        let shadows = self.state.lock().shadows();
        for shadow in shadows.iter().filter(|shadow| shadow.surfaces.load(Ordering::Acquire) > 0) {
            shadow.written(stream.vk.point(), 0);
        }
    }
}

impl Default for Textures {
    fn default() -> Textures {
        Textures::new()
    }
}

impl State {
    fn shadows(&mut self) -> Vec<Arc<Shadow>> {
        self.shadows.retain(|shadow| shadow.strong_count() > 0);
        self.shadows.iter().filter_map(Weak::upgrade).collect()
    }

    fn refresh(&mut self, stream: &Stream) -> HipResult {
        self.readers.retain(|point| !point.is_known_done());
        for shadow in self.shadows() {
            if shadow.refresh(stream, &self.readers)? {
                keep_last(&mut self.refreshes, stream.vk.point());
            }
        }
        Ok(())
    }
}
