//! Nodes that signal semaphores of other APIs, and nodes that wait for them. Semantics: `hip::interop::semaphore`.

use std::sync::Arc;

use super::convert::{In, Out};
use super::external::{Semaphores, semaphores};
use super::graph_args::{Nodes, add, other_kind};
use super::graph_nodes::{replace_in, replacing};
use super::guard::hip_api;
use super::types::{hipExternalSemaphoreNodeParams, hipGraph_t, hipGraphExec_t, hipGraphNode_t};
use crate::hip::error::HipResult;
use crate::hip::graph::Graph;
use crate::hip::graph::exec::Exec;
use crate::hip::graph::node::{Node, Work};

/// What a node of the one kind or the other does.
fn work(signals: bool, params: In<hipExternalSemaphoreNodeParams>) -> HipResult<Work> {
    // SAFETY: HIP's contract: both lists have as many entries as the parameters say.
    Ok(Work::Semaphores(unsafe { semaphores(signals, &params.0) }?))
}

/// What a node was told. CUDA: its lists stay "until the node is destroyed", and are not to be changed.
fn told(node: &Node, signals: bool, out: Out<hipExternalSemaphoreNodeParams>) -> HipResult {
    let work = node.work();
    let Work::Semaphores(work) = &*work else { return other_kind() };
    match work.described.downcast_ref() {
        Some(Semaphores(handles, params)) if work.signals == signals => out.set(hipExternalSemaphoreNodeParams {
            extSemArray: handles.as_ptr().cast_mut(),
            paramsArray: params.as_ptr(),
            numExtSems: handles.len() as u32,
        }),
        _ => other_kind(),
    }
}

hip_api! {
    /// Adds signals. hipErrorInvalidValue: null, no lists, flags, no such semaphore.
    fn hipGraphAddExternalSemaphoresSignalNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize,
        params: *const hipExternalSemaphoreNodeParams,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, params: In<hipExternalSemaphoreNodeParams>|
        add(out, &graph, (after, count), || work(true, params));

    /// Adds waits. hipErrorInvalidValue: as above.
    fn hipGraphAddExternalSemaphoresWaitNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize,
        params: *const hipExternalSemaphoreNodeParams,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, params: In<hipExternalSemaphoreNodeParams>|
        add(out, &graph, (after, count), || work(false, params));

    /// What a node signals; the lists stay while the node is as it is. hipErrorInvalidValue: null, another kind of node.
    fn hipGraphExternalSemaphoresSignalNodeGetParams(node: hipGraphNode_t, params: *mut hipExternalSemaphoreNodeParams) =>
        |node: Arc<Node>, out: Out<hipExternalSemaphoreNodeParams>| told(&node, true, out);

    /// What a node waits for.
    fn hipGraphExternalSemaphoresWaitNodeGetParams(node: hipGraphNode_t, params: *mut hipExternalSemaphoreNodeParams) =>
        |node: Arc<Node>, out: Out<hipExternalSemaphoreNodeParams>| told(&node, false, out);

    /// Changes what a node signals. hipErrorInvalidValue: as for adding it, and another kind of node.
    fn hipGraphExternalSemaphoresSignalNodeSetParams(node: hipGraphNode_t, params: *const hipExternalSemaphoreNodeParams) =>
        |node: Arc<Node>, params: In<hipExternalSemaphoreNodeParams>| {
            let new = work(true, params)?;
            node.put(|old| replacing(old, new))
        };

    /// Changes what a node waits for.
    fn hipGraphExternalSemaphoresWaitNodeSetParams(node: hipGraphNode_t, params: *const hipExternalSemaphoreNodeParams) =>
        |node: Arc<Node>, params: In<hipExternalSemaphoreNodeParams>| {
            let new = work(false, params)?;
            node.put(|old| replacing(old, new))
        };

    /// Changes what an executable graph signals.
    fn hipGraphExecExternalSemaphoresSignalNodeSetParams(
        exec: hipGraphExec_t, node: hipGraphNode_t, params: *const hipExternalSemaphoreNodeParams,
    ) => |exec: Arc<Exec>, node: Arc<Node>, params: In<hipExternalSemaphoreNodeParams>|
        replace_in(&exec, &node, work(true, params)?);

    /// Changes what an executable graph waits for.
    fn hipGraphExecExternalSemaphoresWaitNodeSetParams(
        exec: hipGraphExec_t, node: hipGraphNode_t, params: *const hipExternalSemaphoreNodeParams,
    ) => |exec: Arc<Exec>, node: Arc<Node>, params: In<hipExternalSemaphoreNodeParams>|
        replace_in(&exec, &node, work(false, params)?);
}
