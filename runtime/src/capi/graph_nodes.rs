//! Nodes that fill, call the host, record events and wait for them. Semantics: `hip::graph::node`.

use std::sync::Arc;

use super::convert::{In, Out, pointer};
use super::graph_args::{Nodes, add, other_kind, place};
use super::graph_host::{function_at, host_work};
use super::guard::hip_api;
use super::types::{hipEvent_t, hipGraph_t, hipGraphExec_t, hipGraphNode_t, hipHostNodeParams, hipMemsetParams};
use crate::hip::error::{HipError, HipResult};
use crate::hip::event::Event;
use crate::hip::graph::Graph;
use crate::hip::graph::exec::Exec;
use crate::hip::graph::node::{NamedEvent, Node, Work};
use crate::hip::handle::Id;
use crate::hip::memory::fill::{FillWork, Pattern};
use crate::hip::memory::is_as_near;
use crate::hip::stream::HostWork;

/// hip-tests, "MemsetCommonNegative": hipErrorInvalidValue for all that is wrong.
pub(super) fn fill(params: &hipMemsetParams) -> HipResult<Work> {
    let pattern = match params.elementSize {
        1 => Pattern::Byte(params.value as u8),
        2 => Pattern::Half(params.value as u16),
        4 => Pattern::Word(params.value),
        other => return Err(HipError::InvalidValue.because(format_args!("elements of {other} bytes"))),
    };
    if params.dst.is_null() || params.width == 0 || params.height == 0 {
        return Err(HipError::InvalidValue.because("a fill of nothing"));
    }
    let (address, pitch) = (params.dst as u64, params.pitch as u64);
    let fill = FillWork { address, pitch, pattern, count: params.width as u64, rows: params.height as u64 };
    fill.check()?;
    Ok(Work::Fill(fill, params.value))
}

fn described(fill: &FillWork, value: u32) -> hipMemsetParams {
    hipMemsetParams {
        dst: place(fill.address),
        elementSize: fill.pattern.width() as u32,
        height: fill.rows as usize,
        pitch: fill.pitch as usize,
        value,
        width: fill.count as usize,
    }
}

pub(super) fn host(params: &hipHostNodeParams) -> HipResult<HostWork> {
    let function = params.fn_.ok_or_else(|| HipError::InvalidValue.because("the function is null"))?;
    Ok(host_work(function, params.userData))
}

/// Work of the same kind in place of what there is.
pub(super) fn replacing(old: &Work, new: Work) -> HipResult<Work> {
    if old.kind() == new.kind() { Ok(new) } else { other_kind() }
}

/// hip-tests, "Updating_Non1D_Node": hipErrorInvalidValue for another shape of several rows, and for memory of another device.
fn keeps_shape(old: &Work, new: &Work) -> HipResult {
    match (old, new) {
        (Work::Fill(old, _), Work::Fill(new, _)) if old.rows > 1 && (old.count, old.rows) != (new.count, new.rows) => {
            Err(HipError::InvalidValue.because("an executable graph's fill of several rows keeps its shape"))
        }
        (Work::Fill(old, _), Work::Fill(new, _)) if !is_as_near(old.address, new.address) => {
            Err(HipError::InvalidValue.because("an executable graph's fill keeps its device"))
        }
        _ => Ok(()),
    }
}

pub(super) fn replace_in(exec: &Exec, node: &Node, new: Work) -> HipResult {
    exec.change(node, |step| step.put(|old| replacing(old, new)))
}

hip_api! {
    /// Adds a fill. hipErrorInvalidValue: as hipMemset, or elements of other than 1, 2 or 4 bytes.
    fn hipGraphAddMemsetNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize, params: *const hipMemsetParams,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, params: In<hipMemsetParams>|
        add(out, &graph, (after, count), || fill(&params.0));

    /// What a node fills.
    fn hipGraphMemsetNodeGetParams(node: hipGraphNode_t, params: *mut hipMemsetParams) =>
        |node: Arc<Node>, out: Out<hipMemsetParams>| match &*node.work() {
            Work::Fill(fill, value) => out.set(described(fill, *value)),
            _ => other_kind(),
        };

    /// Changes what a node fills.
    fn hipGraphMemsetNodeSetParams(node: hipGraphNode_t, params: *const hipMemsetParams) =>
        |node: Arc<Node>, params: In<hipMemsetParams>| {
            let new = fill(&params.0)?;
            node.put(|old| replacing(old, new))
        };

    /// Changes what an executable graph fills.
    fn hipGraphExecMemsetNodeSetParams(exec: hipGraphExec_t, node: hipGraphNode_t, params: *const hipMemsetParams) =>
        |exec: Arc<Exec>, node: Arc<Node>, params: In<hipMemsetParams>| {
            let new = fill(&params.0)?;
            exec.change(&node, |step| {
                keeps_shape(&step.work, &new)?;
                step.put(|old| replacing(old, new))
            })
        };

    /// Adds a function on the host. hipErrorInvalidValue: null.
    fn hipGraphAddHostNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize,
        params: *const hipHostNodeParams,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, params: In<hipHostNodeParams>|
        add(out, &graph, (after, count), || Ok(Work::Host(host(&params.0)?)));

    /// What a node calls.
    fn hipGraphHostNodeGetParams(node: hipGraphNode_t, params: *mut hipHostNodeParams) =>
        |node: Arc<Node>, out: Out<hipHostNodeParams>| match &*node.work() {
            Work::Host(host) => out.set(hipHostNodeParams {
                // SAFETY: what the program gave when it made the node.
                fn_: unsafe { function_at(host.function) },
                userData: place(host.data),
            }),
            _ => other_kind(),
        };

    /// Changes what a node calls.
    fn hipGraphHostNodeSetParams(node: hipGraphNode_t, params: *const hipHostNodeParams) =>
        |node: Arc<Node>, params: In<hipHostNodeParams>| {
            let new = Work::Host(host(&params.0)?);
            node.put(|old| replacing(old, new))
        };

    /// Changes what an executable graph calls.
    fn hipGraphExecHostNodeSetParams(exec: hipGraphExec_t, node: hipGraphNode_t, params: *const hipHostNodeParams) =>
        |exec: Arc<Exec>, node: Arc<Node>, params: In<hipHostNodeParams>|
            replace_in(&exec, &node, Work::Host(host(&params.0)?));

    /// Adds a record of an event. hipErrorInvalidValue: null; hipErrorInvalidHandle: not an event.
    fn hipGraphAddEventRecordNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize, event: hipEvent_t,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, event: Id<Event>|
        add(out, &graph, (after, count), || Ok(Work::Record(NamedEvent::new(event)?)));

    /// The event that a node records.
    fn hipGraphEventRecordNodeGetEvent(node: hipGraphNode_t, event: *mut hipEvent_t) =>
        |node: Arc<Node>, out: Out<hipEvent_t>| match &*node.work() {
            Work::Record(named) => out.set(hipEvent_t(pointer(named.handle.raw()))),
            _ => other_kind(),
        };

    /// Changes the event that a node records.
    fn hipGraphEventRecordNodeSetEvent(node: hipGraphNode_t, event: hipEvent_t) => |node: Arc<Node>, event: Id<Event>| {
        let new = Work::Record(NamedEvent::new(event)?);
        node.put(|old| replacing(old, new))
    };

    /// Changes the event that an executable graph records.
    fn hipGraphExecEventRecordNodeSetEvent(exec: hipGraphExec_t, node: hipGraphNode_t, event: hipEvent_t) =>
        |exec: Arc<Exec>, node: Arc<Node>, event: Id<Event>|
            replace_in(&exec, &node, Work::Record(NamedEvent::new(event)?));

    /// Adds a wait for an event. hipErrorInvalidValue: null; hipErrorInvalidHandle: not an event.
    fn hipGraphAddEventWaitNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize, event: hipEvent_t,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, event: Id<Event>|
        add(out, &graph, (after, count), || Ok(Work::Wait(NamedEvent::new(event)?)));

    /// The event that a node waits for.
    fn hipGraphEventWaitNodeGetEvent(node: hipGraphNode_t, event: *mut hipEvent_t) =>
        |node: Arc<Node>, out: Out<hipEvent_t>| match &*node.work() {
            Work::Wait(named) => out.set(hipEvent_t(pointer(named.handle.raw()))),
            _ => other_kind(),
        };

    /// Changes the event that a node waits for.
    fn hipGraphEventWaitNodeSetEvent(node: hipGraphNode_t, event: hipEvent_t) => |node: Arc<Node>, event: Id<Event>| {
        let new = Work::Wait(NamedEvent::new(event)?);
        node.put(|old| replacing(old, new))
    };

    /// Changes the event that an executable graph waits for.
    fn hipGraphExecEventWaitNodeSetEvent(exec: hipGraphExec_t, node: hipGraphNode_t, event: hipEvent_t) =>
        |exec: Arc<Exec>, node: Arc<Node>, event: Id<Event>|
            replace_in(&exec, &node, Work::Wait(NamedEvent::new(event)?));
}
