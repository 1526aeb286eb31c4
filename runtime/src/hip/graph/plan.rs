//! What a launch of an executable graph submits: recordings of all that is the same at every launch, and the steps that are not.
//!
//! A plan is made by the first launch. Later ones execute its recordings: what that costs the host does not grow with the graph, but by one
//! recording for each 64 steps. A step that changes has its recording made anew by the next launch; one that becomes another class of step, or
//! a change of what all kernels are compiled for, the whole plan. Recordings name memory that the program may free: that is looked at
//! when something was freed.
//!
//! A launch that has much to record does not wait for all of it (`run`): the device executes the first recordings while the others are made.
//! Called by `exec`.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::layout::{self, Layout, Part};
use super::run::{Run, Scribe};
use super::step::Step;
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
        let runs = layout.parts.iter().map(Run::of).collect();
        let mut plan = Plan { made_for, tape, classes, layout, runs, waiting, named, removals };
        let (mut scribe, runs) = plan.scribe(steps, stream, device);
        for (index, run) in runs.iter_mut().enumerate() {
            if run.apart && !scribe.complete(run, index)? {
                run.begin_again();
            }
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

    /// Recordings of what has changed are to be made anew; false if that needs another plan.
    pub fn renew(&mut self, steps: &[Step], changed: &[u32], stream: &Arc<Stream>) -> HipResult<bool> {
        if changed.is_empty() {
            return Ok(true);
        }
        let device = device_of(stream)?;
        for &place in changed {
            let (place, step) = (place as usize, &steps[place as usize]);
            if tape::classify(step, stream) != self.classes[place] {
                return Ok(false);
            }
            if self.classes[place].is_recorded() {
                let memory = tape::memory_of(&step.work, device.index);
                self.named.extend(memory.iter().map(|allocation| Named::of(allocation)));
                if let Some((part, chunk)) = self.recording_of(place) {
                    self.runs[part].outdate(chunk);
                }
            }
        }
        // Names that nothing uses any more cost a look, and at worst a plan.
        if self.named.len() > 4 * steps.len() + 16 {
            return Ok(false);
        }
        let (mut scribe, runs) = self.scribe(steps, stream, device);
        for (index, run) in runs.iter_mut().enumerate() {
            if run.apart && !scribe.complete(run, index)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Records all that is not recorded yet, so that the next launch need not.
    pub fn complete(&mut self, steps: &[Step], stream: &Arc<Stream>) -> HipResult {
        let (mut scribe, runs) = self.scribe(steps, stream, device_of(stream)?);
        runs.iter_mut().enumerate().try_for_each(|(index, run)| scribe.complete(run, index).map(drop))
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

    fn scribe<'a>(
        &'a mut self,
        steps: &'a [Step],
        stream: &'a Arc<Stream>,
        device: &'a Arc<Device>,
    ) -> (Scribe<'a>, &'a mut [Run]) {
        let Plan { tape, classes, layout, runs, .. } = self;
        (Scribe { tape, classes, layout, steps, stream, device }, runs)
    }

    /// Launches; `each` does steps that are not recorded.
    pub fn launch(
        &mut self,
        steps: &[Step],
        stream: &Arc<Stream>,
        mut each: impl FnMut(Range<usize>) -> HipResult,
    ) -> HipResult {
        let device = device_of(stream)?;
        device.check()?;
        let (mut scribe, runs) = self.scribe(steps, stream, device);
        for (index, run) in runs.iter_mut().enumerate() {
            match &scribe.layout.parts[index] {
                Part::Each(range) => each(range.clone())?,
                Part::Run { kinds, .. } => scribe.launch(run, index, *kinds)?,
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
