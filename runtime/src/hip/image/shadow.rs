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
//! the kernels of other streams that may be sampling. Here is what there is of them; `sampling` makes and refreshes
//! them. Used by `device`, `texture` and `memory`.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Weak};

use spirv_gen::target::TexturePath;

use crate::hip::locks::{Mutex, Rank};
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
    /// [`Textures::any_dirty`].
    pub(super) any_dirty: Arc<AtomicBool>,
    pub(super) dirty: Mutex<Option<Writes>>,
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
pub(super) struct Writes {
    /// The last write of each stream that wrote.
    pub(super) points: Vec<vk::Point>,
    /// Some write was not of the whole array.
    pub(super) partial: bool,
}

impl Writes {
    fn add(&mut self, point: vk::Point, partial: bool) {
        keep_last(&mut self.points, point);
        self.partial |= partial;
    }
}

/// Replaces the point of the same stream; forgets those that are reached.
pub(super) fn keep_last(points: &mut Vec<vk::Point>, point: vk::Point) {
    points.retain(|other| !other.same_stream(&point) && !other.is_known_done());
    points.push(point);
}

impl Shadow {
    /// Call behind recording a write of `bytes` bytes: the shadow is dirty.
    pub fn written(&self, point: vk::Point, bytes: u64) {
        self.dirty.lock().get_or_insert_default().add(point, bytes < self.source.bytes);
        self.any_dirty.store(true, Ordering::Release);
    }
}

/// What a device knows of its texture objects and shadows.
#[derive(Debug)]
pub struct Textures {
    /// Live texture objects that tex2D may read, with and without a slot in the texture table.
    pub live: [AtomicU32; 2],
    /// Some shadow may be dirty.
    pub(super) any_dirty: Arc<AtomicBool>,
    pub(super) state: Mutex<State>,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) shadows: Vec<Weak<Shadow>>,
    /// The last refresh of each stream, until it is known to be complete.
    pub(super) refreshes: Vec<vk::Point>,
    /// The last launch of each stream that may sample, likewise.
    pub(super) readers: Vec<vk::Point>,
}

impl Textures {
    /// No objects.
    pub fn new() -> Textures {
        Textures {
            live: [AtomicU32::new(0), AtomicU32::new(0)],
            any_dirty: Arc::new(AtomicBool::new(false)),
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
}

impl Default for Textures {
    fn default() -> Textures {
        Textures::new()
    }
}

impl State {
    pub(super) fn shadows(&mut self) -> Vec<Arc<Shadow>> {
        self.shadows.retain(|shadow| shadow.strong_count() > 0);
        self.shadows.iter().filter_map(Weak::upgrade).collect()
    }
}
