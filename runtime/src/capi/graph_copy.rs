//! Copy nodes. Semantics: `hip::graph::copy`.

use std::ffi::c_void;
use std::sync::Arc;

use super::convert::{Address, In, Out};
use super::graph_args::{Nodes, add, other_kind, place};
use super::guard::hip_api;
use super::memory_args::runtime_3d;
use super::types::{
    hipArray_t, hipExtent, hipGraph_t, hipGraphExec_t, hipGraphNode_t, hipMemcpy3DParms, hipMemcpyKind, hipPitchedPtr,
    hipPos,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::graph::Graph;
use crate::hip::graph::copy::{Copied, CopyNode};
use crate::hip::graph::exec::Exec;
use crate::hip::graph::node::{Node, Work};
use crate::hip::memory::copy::{CopyKind, LineCopy, is_pageable};
use crate::hip::memory::is_as_near;
use crate::hip::memory::pitched::{Area, AreaCopy};
use crate::hip::symbol;

/// What the program said of a copy.
pub(super) struct Described<T>(pub(super) T);

// SAFETY: numbers and addresses of the program's, only handed back to it.
unsafe impl<T> Send for Described<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Described<T> {}

/// AMD's runtime: hipErrorInvalidValue for no bytes, for null, and for a place and itself.
fn line(to: u64, from: u64, size: u64, kind: CopyKind) -> HipResult<CopyNode> {
    if to == 0 || from == 0 || size == 0 || to == from {
        return Err(HipError::InvalidValue.because("a copy node of nothing, from or to nothing, or to its source"));
    }
    checked(LineCopy { to, from, size, kind })
}

/// hip-tests, "Copy from host ptr to device ptr but pass kind as different": hipErrorInvalidValue for the program's own memory in a copy within
/// the device, which a variable's address on the host is too.
fn checked(copy: LineCopy) -> HipResult<CopyNode> {
    copy.check()?;
    if copy.kind == CopyKind::DeviceToDevice && (is_pageable(copy.to) || is_pageable(copy.from)) {
        return Err(HipError::InvalidValue.because("a copy within the device names memory that is not HIP's"));
    }
    Ok(CopyNode::line(copy))
}

fn to_symbol(symbol: u64, from: u64, size: u64, offset: u64, kind: CopyKind) -> HipResult<CopyNode> {
    if symbol == 0 {
        return Err(HipError::InvalidSymbol.because("the symbol is null"));
    }
    if from == 0 || size == 0 || from == symbol {
        return Err(HipError::InvalidValue.because("a copy node of nothing, or from nothing"));
    }
    checked(symbol::writing(symbol, from, size, offset, kind)?)
}

fn from_symbol(to: u64, symbol: u64, size: u64, offset: u64, kind: CopyKind) -> HipResult<CopyNode> {
    if symbol == 0 {
        return Err(HipError::InvalidSymbol.because("the symbol is null"));
    }
    if to == 0 || size == 0 || to == symbol {
        return Err(HipError::InvalidValue.because("a copy node of nothing, or to nothing"));
    }
    checked(symbol::reading(to, symbol, size, offset, kind)?)
}

pub(super) fn area(params: &hipMemcpy3DParms) -> HipResult<CopyNode> {
    let (to, from, extent, kind) = runtime_3d(params)?;
    let copy = AreaCopy { to, from, extent, kind };
    copy.check()?;
    // hip-tests, "dst_pos.z out of bounds": hipErrorInvalidValue where it can be known.
    for (memory, area) in [(&params.dstPtr, to), (&params.srcPtr, from)] {
        if !memory.ptr.is_null() && !is_pageable(memory.ptr as u64) {
            area.check_inside(memory.ptr as u64, extent)?;
        }
    }
    let described = Some(Arc::new(Described(*params)) as _);
    Ok(CopyNode { copied: Copied::Area(copy), described })
}

/// A copy as `hipMemcpy3DParms`: as the program described it, or what that would be.
pub(super) fn described(copy: &CopyNode) -> hipMemcpy3DParms {
    let said = copy.described.as_ref().and_then(|said| said.downcast_ref::<Described<hipMemcpy3DParms>>());
    if let Some(Described(params)) = said {
        return *params;
    }
    let (to, from, extent) = copy.areas();
    let none = hipArray_t(std::ptr::null_mut());
    let start = hipPos { x: 0, y: 0, z: 0 };
    let memory = |area: Area| hipPitchedPtr {
        ptr: place(area.address),
        pitch: area.pitch as usize,
        xsize: extent.width as usize,
        ysize: area.slice.checked_div(area.pitch).unwrap_or(0).max(extent.height) as usize,
    };
    hipMemcpy3DParms {
        srcArray: none,
        srcPos: start,
        srcPtr: memory(from),
        dstArray: none,
        dstPos: start,
        dstPtr: memory(to),
        extent: hipExtent {
            width: extent.width as usize,
            height: extent.height as usize,
            depth: extent.depth as usize,
        },
        kind: copy.kind(),
    }
}

/// A copy in place of another.
pub(super) fn replacing(old: &Work, new: CopyNode) -> HipResult<Work> {
    let Work::Copy(_) = old else { return other_kind() };
    Ok(Work::Copy(new))
}

/// The same in an executable graph. AMD's runtime: hipErrorInvalidValue for another kind of copy; CUDA's for memory of another device.
pub(super) fn replace_in(exec: &Exec, node: &Node, new: CopyNode) -> HipResult {
    let replacing = |old: &Work| match old {
        Work::Copy(old) if old.kind() == new.kind() => {
            let ((to, from, _), (new_to, new_from, _)) = (old.areas(), new.areas());
            if !is_as_near(to.address, new_to.address) || !is_as_near(from.address, new_from.address) {
                return Err(HipError::InvalidValue.because("an executable graph's copy keeps its devices"));
            }
            Ok(Work::Copy(new))
        }
        Work::Copy(_) => Err(HipError::InvalidValue.because("a copy of another kind")),
        _ => other_kind(),
    };
    exec.change(node, |step| step.put(replacing))
}

/// AMD's runtime: whatever is wrong with an executable graph's new copy is hipErrorInvalidValue.
fn invalid(error: HipError) -> HipError {
    HipError::InvalidValue.because(format_args!("{}", error.name().to_string_lossy()))
}

hip_api! {
    /// Adds a copy of bytes. hipErrorInvalidValue, hipErrorInvalidMemcpyDirection: as hipMemcpy.
    fn hipGraphAddMemcpyNode1D(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize, to: *mut c_void,
        from: *const c_void, size: usize, kind: hipMemcpyKind,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, to: Address, from: Address, size: usize,
          kind: CopyKind| add(out, &graph, (after, count), || Ok(Work::Copy(line(to.0, from.0, size as u64, kind)?)));

    /// Changes a copy node to a copy of bytes.
    fn hipGraphMemcpyNodeSetParams1D(
        node: hipGraphNode_t, to: *mut c_void, from: *const c_void, size: usize, kind: hipMemcpyKind,
    ) => |node: Arc<Node>, to: Address, from: Address, size: usize, kind: CopyKind| {
        let new = line(to.0, from.0, size as u64, kind)?;
        node.put(|old| replacing(old, new))
    };

    /// Changes an executable graph's copy. hipErrorInvalidValue: of another kind.
    fn hipGraphExecMemcpyNodeSetParams1D(
        exec: hipGraphExec_t, node: hipGraphNode_t, to: *mut c_void, from: *const c_void, size: usize, kind: hipMemcpyKind,
    ) => |exec: Arc<Exec>, node: Arc<Node>, to: Address, from: Address, size: usize, kind: CopyKind|
        replace_in(&exec, &node, line(to.0, from.0, size as u64, kind)?);

    /// Adds a copy of rows and slices. hipErrorInvalidValue, hipErrorInvalidPitchValue: as hipMemcpy3D.
    fn hipGraphAddMemcpyNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize,
        params: *const hipMemcpy3DParms,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, params: In<hipMemcpy3DParms>|
        add(out, &graph, (after, count), || Ok(Work::Copy(area(&params.0)?)));

    /// What a copy node copies.
    fn hipGraphMemcpyNodeGetParams(node: hipGraphNode_t, params: *mut hipMemcpy3DParms) =>
        |node: Arc<Node>, out: Out<hipMemcpy3DParms>| match &*node.work() {
            Work::Copy(copy) => out.set(described(copy)),
            _ => other_kind(),
        };

    /// Changes what a copy node copies.
    fn hipGraphMemcpyNodeSetParams(node: hipGraphNode_t, params: *const hipMemcpy3DParms) =>
        |node: Arc<Node>, params: In<hipMemcpy3DParms>| {
            let new = area(&params.0)?;
            node.put(|old| replacing(old, new))
        };

    /// Changes what an executable graph copies. hipErrorInvalidValue: a copy of another kind, or one that cannot be.
    fn hipGraphExecMemcpyNodeSetParams(exec: hipGraphExec_t, node: hipGraphNode_t, params: *mut hipMemcpy3DParms) =>
        |exec: Arc<Exec>, node: Arc<Node>, params: Out<hipMemcpy3DParms>|
            replace_in(&exec, &node, area(&params.get()).map_err(invalid)?);

    /// Adds a copy out of a device variable. hipErrorInvalidSymbol.
    fn hipGraphAddMemcpyNodeFromSymbol(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize, to: *mut c_void,
        symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, to: Address, symbol: Address, size: usize,
          offset: usize, kind: CopyKind|
        add(out, &graph, (after, count), || Ok(Work::Copy(from_symbol(to.0, symbol.0, size as u64, offset as u64, kind)?)));

    /// Changes a copy node to one out of a device variable.
    fn hipGraphMemcpyNodeSetParamsFromSymbol(
        node: hipGraphNode_t, to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind,
    ) => |node: Arc<Node>, to: Address, symbol: Address, size: usize, offset: usize, kind: CopyKind| {
        let new = from_symbol(to.0, symbol.0, size as u64, offset as u64, kind)?;
        node.put(|old| replacing(old, new))
    };

    /// Changes an executable graph's copy out of a device variable.
    fn hipGraphExecMemcpyNodeSetParamsFromSymbol(
        exec: hipGraphExec_t, node: hipGraphNode_t, to: *mut c_void, symbol: *const c_void, size: usize, offset: usize,
        kind: hipMemcpyKind,
    ) => |exec: Arc<Exec>, node: Arc<Node>, to: Address, symbol: Address, size: usize, offset: usize, kind: CopyKind|
        replace_in(&exec, &node, from_symbol(to.0, symbol.0, size as u64, offset as u64, kind)?);

    /// Adds a copy into a device variable. hipErrorInvalidSymbol.
    fn hipGraphAddMemcpyNodeToSymbol(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize, symbol: *const c_void,
        from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, symbol: Address, from: Address, size: usize,
          offset: usize, kind: CopyKind|
        add(out, &graph, (after, count), || Ok(Work::Copy(to_symbol(symbol.0, from.0, size as u64, offset as u64, kind)?)));

    /// Changes a copy node to one into a device variable.
    fn hipGraphMemcpyNodeSetParamsToSymbol(
        node: hipGraphNode_t, symbol: *const c_void, from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind,
    ) => |node: Arc<Node>, symbol: Address, from: Address, size: usize, offset: usize, kind: CopyKind| {
        let new = to_symbol(symbol.0, from.0, size as u64, offset as u64, kind)?;
        node.put(|old| replacing(old, new))
    };

    /// Changes an executable graph's copy into a device variable.
    fn hipGraphExecMemcpyNodeSetParamsToSymbol(
        exec: hipGraphExec_t, node: hipGraphNode_t, symbol: *const c_void, from: *const c_void, size: usize, offset: usize,
        kind: hipMemcpyKind,
    ) => |exec: Arc<Exec>, node: Arc<Node>, symbol: Address, from: Address, size: usize, offset: usize, kind: CopyKind|
        replace_in(&exec, &node, to_symbol(symbol.0, from.0, size as u64, offset as u64, kind)?);
}
