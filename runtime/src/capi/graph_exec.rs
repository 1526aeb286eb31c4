//! Executable graphs: made, launched, changed. Semantics: `hip::graph::exec`, `hip::graph::update`.

use std::ffi::{c_char, c_uint, c_ulonglong};
use std::sync::Arc;

use super::convert::{FromC, MaybeOut, Out, pointer};
use super::guard::hip_api;
use super::types::{
    hipGraph_t, hipGraphExec_t, hipGraphExecUpdateResult, hipGraphInstantiateParams, hipGraphNode_t, hipStream_t,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::graph::Graph;
use crate::hip::graph::exec::{self, Exec};
use crate::hip::graph::node::{Node, Work};
use crate::hip::graph::update::Outcome;
use crate::hip::handle::Id;
use crate::hip::stream::Stream;

/// `hipGraphInstantiateFlagUpload`, which only `hipGraphInstantiateWithParams` takes, as `DeviceLaunch`.
const UPLOAD: u64 = 2;
const DEVICE_LAUNCH: u64 = 4;
/// `hipGraphInstantiateError`.
const INSTANTIATE_ERROR: u32 = 1;

fn handle(id: Id<Exec>) -> hipGraphExec_t {
    hipGraphExec_t(pointer(id.raw()))
}

hip_api! {
    /// Makes a graph executable. hipErrorInvalidValue: its edges form a circle.
    fn hipGraphInstantiate(
        exec: *mut hipGraphExec_t, graph: hipGraph_t, error: *mut hipGraphNode_t, log: *mut c_char, size: usize,
    ) => |out: Out<hipGraphExec_t>, graph: Arc<Graph>, error: MaybeOut<hipGraphNode_t>, _log: *mut c_char, _size: usize| {
        error.set(hipGraphNode_t(std::ptr::null_mut()));
        out.set(handle(exec::instantiate(&graph, 0)?))
    };

    /// Makes a graph executable. hipErrorInvalidValue: flags.
    fn hipGraphInstantiateWithFlags(exec: *mut hipGraphExec_t, graph: hipGraph_t, flags: c_ulonglong) =>
        |out: Out<hipGraphExec_t>, graph: Arc<Graph>, flags: u64| {
            if matches!(flags, UPLOAD | DEVICE_LAUNCH) {
                return Err(HipError::InvalidValue.because("flags for hipGraphInstantiateWithParams"));
            }
            out.set(handle(exec::instantiate(&graph, flags)?))
        };

    /// Makes a graph executable and says what became of it.
    fn hipGraphInstantiateWithParams(
        exec: *mut hipGraphExec_t, graph: hipGraph_t, params: *mut hipGraphInstantiateParams,
    ) => |out: Out<hipGraphExec_t>, graph: Arc<Graph>, params: Out<hipGraphInstantiateParams>| {
        let mut said = params.get();
        let made = with_params(&graph, &said);
        said.errNode_out = hipGraphNode_t(std::ptr::null_mut());
        said.result_out = if made.is_ok() { 0 } else { INSTANTIATE_ERROR };
        params.set(said)?;
        out.set_or(made.map(handle), hipGraphExec_t(std::ptr::null_mut()))
    };

    /// The flags it was made with.
    fn hipGraphExecGetFlags(exec: hipGraphExec_t, flags: *mut c_ulonglong) =>
        |exec: Arc<Exec>, out: Out<u64>| out.set(exec.flags);

    /// Destroys an executable graph; what it has launched goes on.
    fn hipGraphExecDestroy(exec: hipGraphExec_t) => |exec: Id<Exec>| exec::destroy(exec);

    /// Does what the first launch would do before the launch itself.
    fn hipGraphUpload(exec: hipGraphExec_t, stream: hipStream_t) => |exec: Arc<Exec>, stream: Arc<Stream>|
        exec.upload(&stream);

    /// Launches a graph.
    fn hipGraphLaunch(exec: hipGraphExec_t, stream: hipStream_t) and hipGraphLaunch_spt =>
        |exec: Arc<Exec>, stream: Arc<Stream>| exec.launch(&stream);

    /// Puts the work of a graph of the same structure in place of what there is. hipErrorGraphExecUpdateFailure: with the reason.
    fn hipGraphExecUpdate(
        exec: hipGraphExec_t, graph: hipGraph_t, error: *mut hipGraphNode_t, result: *mut hipGraphExecUpdateResult,
    ) => |exec: Arc<Exec>, graph: Arc<Graph>, error: Out<hipGraphNode_t>, result: Out<u32>| {
        let updated = exec.update(&graph);
        error.set(hipGraphNode_t(pointer(updated.node)))?;
        result.set(updated.outcome as u32)?;
        match updated.outcome {
            Outcome::Success => Ok(()),
            outcome => Err(HipError::GraphExecUpdateFailure.because(format_args!("{outcome:?}"))),
        }
    };

    /// Puts another child graph of the same structure in place of a node's. hipErrorUnknown: of another structure.
    fn hipGraphExecChildGraphNodeSetParams(exec: hipGraphExec_t, node: hipGraphNode_t, child: hipGraph_t) =>
        |exec: Arc<Exec>, node: Arc<Node>, child: Arc<Graph>| exec.update_child(&node, &child);

    /// Switches a kernel, fill or copy off or on. hipErrorInvalidValue: a node of another kind.
    fn hipGraphNodeSetEnabled(exec: hipGraphExec_t, node: hipGraphNode_t, enabled: c_uint) =>
        |exec: Arc<Exec>, node: Arc<Node>, enabled: u32| {
            check_switch(&node)?;
            exec.change(&node, |step| { step.enabled = enabled != 0; Ok(()) })
        };

    /// Whether a kernel, fill or copy is on.
    fn hipGraphNodeGetEnabled(exec: hipGraphExec_t, node: hipGraphNode_t, enabled: *mut c_uint) =>
        |exec: Arc<Exec>, node: Arc<Node>, out: Out<u32>| {
            check_switch(&node)?;
            out.set(exec.change(&node, |step| Ok(u32::from(step.enabled)))?)
        };
}

/// HIP: "Currently only kernel, memset and memcpy nodes are supported."
fn check_switch(node: &Node) -> HipResult {
    match &*node.work() {
        Work::Kernel(_) | Work::Copy(_) | Work::Fill(..) => Ok(()),
        _ => super::graph_args::other_kind(),
    }
}

fn with_params(graph: &Graph, params: &hipGraphInstantiateParams) -> HipResult<Id<Exec>> {
    if params.flags == UPLOAD {
        // SAFETY: a handle is a number and never dereferenced.
        let stream: HipResult<Arc<Stream>> = unsafe { FromC::from_c(params.uploadStream) };
        stream?;
    }
    exec::instantiate(graph, params.flags)
}
