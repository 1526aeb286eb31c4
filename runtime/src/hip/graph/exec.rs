//! What a graph was instantiated to: its nodes in order, child graphs laid out among them, each with its own copy of the work.
//!
//! The first launch records what is the same at every launch (`plan`); later ones submit that. What changes is recorded again, by the launch
//! after the change.

use std::any::Any;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::node::{Node, Work};
use super::plan::Plan;
use super::step::{self, Step};
use super::user_object::Held;
use super::{Graph, memory};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::{Id, Registered, Registry};
use crate::hip::locks::{Mutex, Rank};
use crate::hip::memory::graph::Launched;
use crate::hip::runtime;
use crate::hip::stream::Stream;
use crate::vk;

/// `hipGraphInstantiateFlagAutoFreeOnLaunch`, `Upload`, `DeviceLaunch`, `UseNodePriority`.
const FLAGS: [u64; 5] = [0, 1, 2, 4, 8];
const DEVICE_LAUNCH: u64 = 4;
const AUTO_FREE: u64 = 1;

/// An executable graph.
#[derive(Debug)]
pub struct Exec {
    /// `hipGraphExecGetFlags`.
    pub flags: u64,
    pub(super) inner: Mutex<Inner>,
}

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) steps: Vec<Step>,
    places: HashMap<u64, u32>,
    /// What launches submit, once there was one.
    plan: Option<Plan>,
    /// Places of steps that changed since.
    pub(super) changed: Vec<u32>,
    /// Some steps allocate or free memory.
    has_memory: bool,
    /// The end of the last launch, and its device.
    last: Option<(usize, vk::Point)>,
    /// For copies by the host.
    helper: Option<Arc<Stream>>,
    users: Vec<Held>,
}

impl Drop for Inner {
    /// HIP: user objects are released when their last user is destroyed, and a launch that is under way uses them. So it does its memory.
    fn drop(&mut self) {
        let users = std::mem::take(&mut self.users);
        let Some((device, end)) = self.last.take().filter(|(_, end)| !end.is_over()) else { return };
        let memory = self.steps.iter().filter(|_| self.has_memory).filter_map(|step| step.work.memory());
        if let Some(device) = runtime::get().ok().and_then(|runtime| runtime.devices.get(device)) {
            memory.for_each(|memory| device.release_after(end.clone(), memory));
        }
        if !users.is_empty() {
            // If the stream has failed they go at once.
            let _ = end.then(move || drop(users));
        }
    }
}

impl Registered for Exec {
    const KIND: u8 = 0x62;
    const NAME: &'static str = "executable graph";
    /// AMD's runtime: hipErrorInvalidValue for null, destroyed and foreign ones.
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<Exec> {
        static ALL: Registry<Exec> = Registry::new();
        &ALL
    }
}

/// `hipGraphExecDestroy`: what it has launched goes on.
pub fn destroy(id: Id<Exec>) -> HipResult {
    runtime::live::<Exec>()?.end(id).map(drop)
}

/// `hipGraphInstantiate` and its kin. HIP: hipErrorInvalidValue for unknown flags; kernels cannot launch graphs here:
/// hipErrorNotSupported.
pub fn instantiate(graph: &Graph, flags: u64) -> HipResult<Id<Exec>> {
    if !FLAGS.contains(&flags) {
        return Err(HipError::InvalidValue.because(format_args!("instantiate flags {flags:#x}")));
    }
    if flags == DEVICE_LAUNCH {
        return Err(HipError::NotSupported.because("kernels that launch graphs"));
    }
    let mut steps = Vec::new();
    step::lay_out(graph, &mut steps, &mut |node, before, work| Step {
        node: node.number,
        before: before.to_vec(),
        work,
        enabled: true,
        nested: 0,
    })?;
    let has_memory = steps.iter().any(|step| step.work.is_of_memory());
    // HIP of graphs that allocate: only one instantiation may exist at a time.
    if has_memory && graph.inner.lock().instance.as_ref().is_some_and(|instance| instance.strong_count() > 0) {
        return Err(
            HipError::NotSupported.because("a second executable graph of a graph that allocates or frees memory")
        );
    }
    let places = (0..).zip(&steps).map(|(place, step)| (step.node, place)).collect();
    let users = graph.with_users(|users| users.iter().map(Held::again).collect());
    let inner = Inner { steps, places, plan: None, changed: Vec::new(), has_memory, last: None, helper: None, users };
    let exec = Arc::new(Exec { flags, inner: Mutex::new(Rank::GraphExec, inner) });
    let instance: Arc<dyn Any + Send + Sync> = Arc::clone(&exec) as _;
    graph.inner.lock().instance = Some(Arc::downgrade(&instance));
    Ok(runtime::live::<Exec>()?.insert_arc(exec))
}

impl Exec {
    /// `hipGraphLaunch`: every node, in order. Launches of one executable graph come one behind the other, whatever their streams.
    pub fn launch(&self, stream: &Arc<Stream>) -> HipResult {
        if let Some(capture) = stream.capture() {
            return Err(capture.refuse(HipError::StreamCaptureUnsupported, "hipGraphLaunch"));
        }
        let mut inner = self.inner.lock();
        inner.prepare(stream)?;
        let Inner { steps, plan, has_memory, last, helper, .. } = &mut *inner;
        if let Some((device, end)) = last {
            match *device == stream.device_index() {
                true => stream.record(|vk| vk.wait_for(end))?,
                false => end.wait()?,
            }
        }
        let of_memory = match *has_memory {
            true => Some(memory::launch(steps.iter().map(|step| &*step.work), self.flags & AUTO_FREE != 0)?),
            false => None,
        };
        let each = |range: Range<usize>| {
            let enabled = steps[range].iter().filter(|step| step.enabled);
            enabled.map(|step| &*step.work).try_for_each(|work| run(work, stream, helper))
        };
        let launched = plan.as_mut().map_or(Ok(()), |plan| plan.launch(steps, stream, each));
        *last = Some((stream.device_index(), stream.vk.rough_point()));
        if launched.is_err() {
            of_memory.into_iter().for_each(Launched::undo);
        }
        launched
    }

    /// `hipGraphUpload`: does what the first launch in a stream of this device would do before the launch itself.
    pub fn upload(&self, stream: &Arc<Stream>) -> HipResult {
        let mut inner = self.inner.lock();
        inner.prepare(stream)?;
        let Inner { steps, plan, .. } = &mut *inner;
        plan.as_mut().map_or(Ok(()), |plan| plan.complete(steps, stream))
    }

    /// Changes the work of the step that was made of a node. AMD's runtime: hipErrorInvalidValue for another graph's node.
    pub fn change<R>(&self, node: &Node, change: impl FnOnce(&mut Step) -> HipResult<R>) -> HipResult<R> {
        let mut inner = self.inner.lock();
        let Some(&place) = inner.places.get(&node.number) else {
            return Err(HipError::InvalidValue.because("the executable graph was not made of this node"));
        };
        inner.changed.push(place);
        change(&mut inner.steps[place as usize])
    }

    /// Changes the steps of a node's child graph.
    pub(super) fn with_nested<R>(&self, node: &Node, change: impl FnOnce(&mut [Step]) -> HipResult<R>) -> HipResult<R> {
        let mut inner = self.inner.lock();
        let Some(&place) = inner.places.get(&node.number) else {
            return Err(HipError::InvalidValue.because("the executable graph was not made of this node"));
        };
        let first = place as usize + 1;
        let nested = inner.steps[place as usize].nested as usize;
        inner.changed.extend(place + 1..=place + nested as u32);
        change(&mut inner.steps[first..first + nested])
    }
}

impl Inner {
    /// The plan is that of what the steps do now.
    fn prepare(&mut self, stream: &Arc<Stream>) -> HipResult {
        let changed = std::mem::take(&mut self.changed);
        // Whatever fails, no half of a plan stays.
        if let Some(mut plan) = self.plan.take()
            && plan.is_valid(stream)
            && plan.renew(&self.steps, &changed, stream)?
        {
            self.plan = Some(plan);
            return Ok(());
        }
        self.plan = Some(Plan::new(&self.steps, stream)?);
        Ok(())
    }
}

fn run(work: &Work, stream: &Arc<Stream>, helper: &mut Option<Arc<Stream>>) -> HipResult {
    match work {
        // A child graph's nodes come behind it; whose memory is, a launch says at its beginning.
        Work::Empty | Work::Child(_) | Work::Alloc(_) | Work::Free(_) => Ok(()),
        Work::Kernel(kernel) => kernel.work.run(stream),
        Work::Copy(copy) => copy.run(stream, helper),
        Work::Fill(fill, _) => fill.run(stream),
        Work::Host(host) => stream.host_work(host.clone()),
        Work::Record(named) => named.event.record(stream),
        Work::Wait(named) => stream.wait_event(&named.event),
        Work::Batch(batch) => batch.operations.iter().try_for_each(|operation| operation.check()?.record(stream)),
        Work::Semaphores(semaphores) => semaphores.run(stream),
    }
}
