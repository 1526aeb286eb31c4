//! Copy and fill nodes in the driver API's words. Semantics: `hip::graph::copy`, `capi::graph_nodes`.

use std::sync::Arc;

use super::convert::{In, Out};
use super::graph_args::{Nodes, add, other_kind, place};
use super::graph_copy::{Described, replace_in, replacing};
use super::graph_nodes;
use super::guard::hip_api;
use super::memory_args::driver_3d;
use super::types::{HIP_MEMCPY3D, hipArray_t, hipCtx_t, hipGraph_t, hipGraphExec_t, hipGraphNode_t, hipMemsetParams};
use crate::hip::error::{HipError, HipResult};
use crate::hip::graph::Graph;
use crate::hip::graph::copy::{Copied, CopyNode};
use crate::hip::graph::exec::Exec;
use crate::hip::graph::node::{Node, Work};
use crate::hip::memory::copy::is_pageable;
use crate::hip::memory::pitched::AreaCopy;

/// `hipMemoryTypeHost`, `hipMemoryTypeDevice`.
const HOST: u32 = 1;
const DEVICE: u32 = 2;

fn copy(params: &HIP_MEMCPY3D) -> HipResult<CopyNode> {
    let (to, from, extent, kind) = driver_3d(params)?;
    let copy = AreaCopy { to, from, extent, kind };
    copy.check()?;
    Ok(CopyNode { copied: Copied::Area(copy), described: Some(Arc::new(Described(*params))) })
}

/// A copy as `HIP_MEMCPY3D`: as the program described it, or what that would be.
fn described(copy: &CopyNode) -> HIP_MEMCPY3D {
    let said = copy.described.as_ref().and_then(|said| said.downcast_ref::<Described<HIP_MEMCPY3D>>());
    if let Some(Described(params)) = said {
        return *params;
    }
    let (to, from, extent) = copy.areas();
    let none = hipArray_t(std::ptr::null_mut());
    let kind = |address: u64| if is_pageable(address) { HOST } else { DEVICE };
    let rows = |slice: u64, pitch: u64| slice.checked_div(pitch).unwrap_or(0).max(extent.height) as usize;
    HIP_MEMCPY3D {
        srcXInBytes: 0,
        srcY: 0,
        srcZ: 0,
        srcLOD: 0,
        srcMemoryType: kind(from.address),
        srcHost: place(from.address),
        srcDevice: place(from.address),
        srcArray: none,
        srcPitch: from.pitch as usize,
        srcHeight: rows(from.slice, from.pitch),
        dstXInBytes: 0,
        dstY: 0,
        dstZ: 0,
        dstLOD: 0,
        dstMemoryType: kind(to.address),
        dstHost: place(to.address),
        dstDevice: place(to.address),
        dstArray: none,
        dstPitch: to.pitch as usize,
        dstHeight: rows(to.slice, to.pitch),
        WidthInBytes: extent.width as usize,
        Height: extent.height as usize,
        Depth: extent.depth as usize,
    }
}

/// AMD's runtime: hipErrorInvalidValue for no context.
fn check_context(context: u64) -> HipResult {
    if context == 0 { Err(HipError::InvalidValue.because("the context is null")) } else { Ok(()) }
}

hip_api! {
    /// Adds a copy. hipErrorInvalidValue: no context, or as hipDrvMemcpy3D.
    fn hipDrvGraphAddMemcpyNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize, params: *const HIP_MEMCPY3D,
        context: hipCtx_t,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, params: In<HIP_MEMCPY3D>, context: u64| {
        check_context(context)?;
        add(out, &graph, (after, count), || Ok(Work::Copy(copy(&params.0)?)))
    };

    /// What a copy node copies.
    fn hipDrvGraphMemcpyNodeGetParams(node: hipGraphNode_t, params: *mut HIP_MEMCPY3D) =>
        |node: Arc<Node>, out: Out<HIP_MEMCPY3D>| match &*node.work() {
            Work::Copy(copy) => out.set(described(copy)),
            _ => other_kind(),
        };

    /// Changes what a copy node copies.
    fn hipDrvGraphMemcpyNodeSetParams(node: hipGraphNode_t, params: *const HIP_MEMCPY3D) =>
        |node: Arc<Node>, params: In<HIP_MEMCPY3D>| {
            let new = copy(&params.0)?;
            node.put(|old| replacing(old, new))
        };

    /// Changes what an executable graph copies. hipErrorInvalidValue: no context, or a copy of another kind.
    fn hipDrvGraphExecMemcpyNodeSetParams(
        exec: hipGraphExec_t, node: hipGraphNode_t, params: *const HIP_MEMCPY3D, context: hipCtx_t,
    ) => |exec: Arc<Exec>, node: Arc<Node>, params: In<HIP_MEMCPY3D>, context: u64| {
        check_context(context)?;
        replace_in(&exec, &node, copy(&params.0)?)
    };

    /// Adds a fill. hipErrorInvalidValue: as hipGraphAddMemsetNode.
    fn hipDrvGraphAddMemsetNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize, params: *const hipMemsetParams,
        context: hipCtx_t,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, params: In<hipMemsetParams>, _context: u64|
        add(out, &graph, (after, count), || graph_nodes::fill(&params.0));

    /// Changes what an executable graph fills.
    fn hipDrvGraphExecMemsetNodeSetParams(
        exec: hipGraphExec_t, node: hipGraphNode_t, params: *const hipMemsetParams, context: hipCtx_t,
    ) => |exec: Arc<Exec>, node: Arc<Node>, params: In<hipMemsetParams>, _context: u64|
        graph_nodes::replace_in(&exec, &node, graph_nodes::fill(&params.0)?);
}
