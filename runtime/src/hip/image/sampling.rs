//! What a launch of a kernel that samples textures does first, and one that writes surfaces last: shadows are refreshed, in the launch's
//! stream (`shadow` says which and after what). Called by `launch`, and by `unit` for a new shadow.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::shadow::{Shadow, Source, State, Textures, Writes, keep_last};
use crate::hip::device::Device;
use crate::hip::error::HipResult;
use crate::hip::locks::{Mutex, Rank};
use crate::hip::stream::Stream;
use crate::vk;

impl Shadow {
    /// A shadow that has never been refreshed.
    pub fn new(device: &Arc<Device>, image: Arc<vk::Image>, source: Source, surfaces: Arc<AtomicU32>) -> Arc<Shadow> {
        let shadow = Arc::new(Shadow {
            image,
            source,
            surfaces,
            any_dirty: Arc::clone(&device.textures.any_dirty),
            dirty: Mutex::new(Rank::Shadow, Some(Writes::default())),
        });
        device.textures.state.lock().shadows.push(Arc::downgrade(&shadow));
        device.textures.any_dirty.store(true, Ordering::Release);
        // What was written before there was a shadow: by streams of which no record was kept.
        device.streams.all().iter().for_each(|stream| shadow.written(stream.vk.point(), shadow.source.bytes));
        shadow
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

impl Textures {
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

impl State {
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
