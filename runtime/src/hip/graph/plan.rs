//! What a launch of an executable graph submits: recordings of all that is the same at every launch, and the steps that are not.
//!
//! A plan is made by the first launch. Later ones execute its recordings: what that costs the host does not grow with the graph, but by one
//! recording for each 64 steps. A step that changes has its recording made anew by the next launch; one that becomes another class of step, or
//! a change of what all kernels are compiled for, the whole plan. Recordings name memory that the program may free: that is looked at
//! when something was freed. Called by `exec`.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::exec::Step;
use super::layout::{self, Layout, Part};
use super::tape::{self, Class, Named};
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::memory;
use crate::hip::runtime;
use crate::hip::stream::Stream;
use crate::vk;

/// What launches submit.
#[derive(Debug)]
pub struct Plan {
    made_for: Circumstances,
    tape: vk::Tape,
    classes: Vec<Class>,
    layout: Layout,
    /// By the layout's parts.
    runs: Vec<Run>,
    /// One-block launches that would go apart if that were possible yet.
    waiting: u32,
    /// The memory that recordings name, and how often something had been freed when it was looked at.
    named: Vec<Named>,
    removals: u64,
}

/// The recordings of a part; none of one that is not recorded.
#[derive(Default, Debug)]
struct Run {
    recordings: Vec<Arc<vk::Recording>>,
    /// They are made to go apart.
    apart: bool,
}

/// What recordings are made for besides the steps.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Circumstances {
    device: usize,
    /// A kernel's code depends on both.
    window: Option<spirv_gen::target::HostWindow>,
    stack: u32,
}

fn device_of(stream: &Stream) -> HipResult<&'static Arc<Device>> {
    runtime::get()?.devices.get(stream.device_index()).ok_or(HipError::InvalidDevice)
}

impl Circumstances {
    fn now(device: &Device) -> Circumstances {
        let stack = device.stack_bytes.load(Ordering::Relaxed);
        Circumstances { device: device.index, window: device.vk.host_window(), stack }
    }
}

impl Plan {
    /// Records what can be.
    pub fn new(steps: &[Step], stream: &Arc<Stream>) -> HipResult<Plan> {
        let device = device_of(stream)?;
        let classes: Vec<Class> = steps.iter().map(|step| tape::classify(step, stream)).collect();
        // Before the memory is looked up.
        let removals = memory::map()?.removals();
        // Asked for after the kernels were compiled, which may change it.
        let made_for = Circumstances::now(device);
        let small = classes.iter().filter(|&&class| class == Class::OneBlock).count() as u32;
        let apart = match small as usize >= vk::Device::LONG_ROW {
            true => device.vk.small_launches(small),
            false => vk::SmallLaunches::AsOthers,
        };
        let row = (apart == vk::SmallLaunches::Apart).then_some(vk::Device::LONG_ROW);
        let waiting = if apart == vk::SmallLaunches::ApartSoon { small } else { 0 };
        let layout = layout::lay_out(steps, &classes, row);
        let tape = vk::Tape::new(&device.vk)?;
        let named = named(steps, &classes, device.index);
        let mut plan = Plan { made_for, tape, classes, layout, runs: Vec::new(), waiting, named, removals };
        for index in 0..plan.layout.parts.len() {
            let run = plan.record_part(index, steps, stream, device)?;
            plan.runs.push(run);
        }
        Ok(plan)
    }

    /// Launches in `stream` may use it. It may still be that steps have changed.
    pub fn is_valid(&mut self, stream: &Stream) -> bool {
        let Ok(device) = device_of(stream) else { return false };
        if self.made_for != Circumstances::now(device) {
            return false;
        }
        if self.waiting > 0 && device.vk.small_launches(self.waiting) != vk::SmallLaunches::ApartSoon {
            return false;
        }
        let Ok(removals) = memory::map().map(memory::MemoryMap::removals) else { return false };
        if !self.named.is_empty() && self.removals != removals {
            if !self.named.iter().all(Named::is_there) {
                return false;
            }
            self.removals = removals;
        }
        true
    }

    /// Records anew what has changed; false if that needs another plan.
    pub fn renew(&mut self, steps: &[Step], changed: &[u32], stream: &Arc<Stream>) -> HipResult<bool> {
        if changed.is_empty() {
            return Ok(true);
        }
        let device = device_of(stream)?;
        let mut stale = Vec::new();
        for &place in changed {
            let (place, step) = (place as usize, &steps[place as usize]);
            if tape::classify(step, stream) != self.classes[place] {
                return Ok(false);
            }
            if self.classes[place].is_recorded() {
                let memory = tape::memory_of(&step.work, device.index);
                self.named.extend(memory.iter().map(|allocation| Named::of(allocation)));
                stale.extend(self.recording_of(place));
            }
        }
        // Names that nothing uses any more cost a look, and at worst a plan.
        if self.named.len() > 4 * steps.len() + 16 {
            return Ok(false);
        }
        stale.sort_unstable();
        stale.dedup();
        for (part, chunk) in stale {
            let Part::Run { chunks, .. } = &self.layout.parts[part] else { continue };
            let (range, apart) = (chunks[chunk].clone(), self.runs[part].apart);
            let old = self.runs[part].recordings.remove(chunk);
            match self.record(range, apart, Some(old), steps, stream, device)? {
                Some(recording) => self.runs[part].recordings.insert(chunk, recording),
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Where a recorded step's recording is: its part, and its number in it.
    fn recording_of(&self, place: usize) -> Option<(usize, usize)> {
        let begins = |part: &Part| match part {
            Part::Each(range) => range.start,
            Part::Run { chunks, .. } => chunks.first().map_or(0, |chunk| chunk.start),
        };
        let part = self.layout.parts.partition_point(|part| begins(part) <= place).checked_sub(1)?;
        let Part::Run { chunks, .. } = &self.layout.parts[part] else { return None };
        let chunk = chunks.partition_point(|chunk| chunk.start <= place).checked_sub(1)?;
        Some((part, chunk))
    }

    fn record_part(&mut self, index: usize, steps: &[Step], stream: &Arc<Stream>, device: &Device) -> HipResult<Run> {
        let Part::Run { ref chunks, small, .. } = self.layout.parts[index] else { return Ok(Run::default()) };
        let chunks = chunks.clone();
        let mut run = Run { recordings: Vec::with_capacity(chunks.len()), apart: small };
        let mut next = 0;
        while let Some(chunk) = chunks.get(next) {
            match self.record(chunk.clone(), run.apart, None, steps, stream, device)? {
                Some(recording) => {
                    run.recordings.push(recording);
                    next += 1;
                }
                // All from the beginning, the other way.
                None => {
                    run = Run::default();
                    next = 0;
                }
            }
        }
        Ok(run)
    }

    /// Records the steps of a chunk; nothing if some cannot go apart.
    fn record(
        &mut self,
        range: Range<usize>,
        apart: bool,
        old: Option<Arc<vk::Recording>>,
        steps: &[Step],
        stream: &Arc<Stream>,
        device: &Device,
    ) -> HipResult<Option<Arc<vk::Recording>>> {
        let (classes, barriers) = (&self.classes, &self.layout.barriers);
        self.tape.record(apart, old, |tape, memory| {
            for place in range.filter(|&place| classes[place].is_recorded()) {
                tape.begin_step(barriers[place]);
                tape::record(&steps[place].work, stream, device, tape, memory)?;
            }
            Ok(())
        })
    }

    /// Launches; `each` does steps that are not recorded.
    pub fn launch(&self, stream: &Arc<Stream>, mut each: impl FnMut(Range<usize>) -> HipResult) -> HipResult {
        device_of(stream)?.check()?;
        for (part, run) in self.layout.parts.iter().zip(&self.runs) {
            match part {
                Part::Each(range) => each(range.clone())?,
                Part::Run { kinds, .. } => stream.record(|vk| vk.replay(&run.recordings, *kinds))?,
            }
        }
        Ok(())
    }
}

/// The memory that recordings of these steps name.
fn named(steps: &[Step], classes: &[Class], device: usize) -> Vec<Named> {
    let transfers = steps.iter().zip(classes).filter(|(_, class)| **class == Class::Transfer);
    let memory = transfers.flat_map(|(step, _)| tape::memory_of(&step.work, device));
    memory.map(|allocation| Named::of(&allocation)).collect()
}
