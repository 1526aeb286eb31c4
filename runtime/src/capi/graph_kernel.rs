//! Kernel nodes. Semantics: `hip::graph::kernel`.

use std::ffi::c_void;
use std::sync::Arc;

use super::convert::{FromC, In, Out};
use super::graph_args::{Nodes, add, other_kind, place};
use super::guard::hip_api;
use super::launch::{module_arguments, shape};
use super::module::kernel_handle;
use super::types::{
    dim3, hipFunction_t, hipGraph_t, hipGraphExec_t, hipGraphNode_t, hipKernelNodeParams, hipLaunchAttributeID,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::graph::Graph;
use crate::hip::graph::exec::Exec;
use crate::hip::graph::kernel::{AttributeValue, KernelNode};
use crate::hip::graph::node::{Node, Work};
use crate::hip::kernel::Kernel;
use crate::hip::launch::{Caller, Launch};
use crate::hip::stream;

/// `hipLaunchAttributeAccessPolicyWindow`, `Cooperative`, `Priority`.
const WINDOW: u32 = 1;
const COOPERATIVE: u32 = 2;
const PRIORITY: u32 = 8;

/// The kernel that `func` names: a module's function, or a kernel's host function.
fn kernel(function: *mut c_void) -> HipResult<Arc<Kernel>> {
    if function.is_null() {
        return Err(HipError::InvalidValue.because("no function"));
    }
    // SAFETY: a handle and the address of a host function are numbers and never dereferenced.
    let handle: HipResult<Arc<Kernel>> = unsafe { FromC::from_c(hipFunction_t(function)) };
    // SAFETY: as above.
    handle.or_else(|_| unsafe { FromC::from_c(function.cast_const()) })
}

/// What a kernel node's parameters say, checked as a launch.
///
/// # Safety
/// `kernelParams` and `extra` are as `hipModuleLaunchKernel` demands for the function.
pub(super) unsafe fn kernel_node(params: &hipKernelNodeParams) -> HipResult<KernelNode> {
    let kernel = kernel(params.func)?;
    // SAFETY: the caller's promise.
    let arguments = unsafe { module_arguments(params.kernelParams, params.extra) }?;
    let stream = Arc::clone(kernel.device().streams.legacy());
    let shape = shape(params.gridDim, params.blockDim, params.sharedMemBytes as usize);
    let launch =
        Launch { stream: &stream, kernel: &kernel, shape, arguments, caller: Caller::Runtime, cooperative: false };
    KernelNode::new(&launch, params.func as u64)
}

fn described(node: &KernelNode) -> HipResult<hipKernelNodeParams> {
    let dim = |[x, y, z]: [u32; 3]| dim3 { x, y, z };
    let shape = node.work.shape;
    let func = match node.function() {
        Some(function) => place(function),
        None => kernel_handle(node.kernel())?.0,
    };
    Ok(hipKernelNodeParams {
        blockDim: dim(shape.block),
        extra: std::ptr::null_mut(),
        func,
        gridDim: dim(shape.grid),
        kernelParams: place(node.pointers()).cast(),
        sharedMemBytes: shape.shared_bytes,
    })
}

/// A launch in place of another; how it is launched otherwise stays.
pub(super) fn replacing(old: &Work, mut new: KernelNode) -> HipResult<Work> {
    let Work::Kernel(old) = old else { return other_kind() };
    new.work.cooperative = old.work.cooperative;
    new.attributes = old.attributes;
    Ok(Work::Kernel(new))
}

/// Which of a node's attributes a number names. hip-tests: hipErrorInvalidValue for any other.
fn index(attribute: u32) -> HipResult<usize> {
    match attribute {
        WINDOW => Ok(0),
        COOPERATIVE => Ok(1),
        PRIORITY => Ok(2),
        other => Err(HipError::InvalidValue.because(format_args!("attribute {other} of a kernel node"))),
    }
}

/// hip-tests, Unit_hipGraphKernelNodeSetAttribute_Negative: a hit ratio from 0 to 1, and misses are not `hipAccessPropertyPersisting`; no
/// device here sets memory aside, so the largest window is empty.
fn check_window(value: &AttributeValue) -> HipResult {
    const PERSISTING: u32 = 2;
    let (ratio, misses, size) = (f32::from_bits((value[1] >> 32) as u32), value[2] as u32, value[3]);
    match (0.0..=1.0).contains(&ratio) && misses != PERSISTING && size == 0 {
        true => Ok(()),
        false => Err(HipError::InvalidValue.because("an access policy window that no device here has")),
    }
}

fn set_attribute(node: &mut KernelNode, attribute: u32, value: AttributeValue) -> HipResult {
    let index = index(attribute)?;
    match attribute {
        WINDOW => check_window(&value)?,
        COOPERATIVE => node.work.cooperative = value[0] as u32 != 0,
        // hip-tests, of 2026: hipErrorInvalidValue outside hipDeviceGetStreamPriorityRange.
        PRIORITY if !(stream::PRIORITIES.1..=stream::PRIORITIES.0).contains(&(value[0] as i32)) => {
            return Err(HipError::InvalidValue.because(format_args!("priority {}", value[0] as i32)));
        }
        _ => {}
    }
    node.attributes[index] = value;
    Ok(())
}

hip_api! {
    /// Adds a kernel. hipErrorInvalidDeviceFunction: not a kernel; else as hipLaunchKernel.
    fn hipGraphAddKernelNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize,
        params: *const hipKernelNodeParams,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, params: In<hipKernelNodeParams>|
        // SAFETY: HIP's contract for `kernelParams` and `extra`.
        add(out, &graph, (after, count), || Ok(Work::Kernel(unsafe { kernel_node(&params.0) }?)));

    /// What a kernel node launches.
    fn hipGraphKernelNodeGetParams(node: hipGraphNode_t, params: *mut hipKernelNodeParams) =>
        |node: Arc<Node>, out: Out<hipKernelNodeParams>| match &*node.work() {
            Work::Kernel(kernel) => out.set(described(kernel)?),
            _ => other_kind(),
        };

    /// Changes what a kernel node launches.
    fn hipGraphKernelNodeSetParams(node: hipGraphNode_t, params: *const hipKernelNodeParams) =>
        |node: Arc<Node>, params: In<hipKernelNodeParams>| {
            // SAFETY: HIP's contract for `kernelParams` and `extra`.
            let new = unsafe { kernel_node(&params.0) }?;
            node.put(|old| replacing(old, new))
        };

    /// Changes what an executable graph launches.
    fn hipGraphExecKernelNodeSetParams(exec: hipGraphExec_t, node: hipGraphNode_t, params: *const hipKernelNodeParams) =>
        |exec: Arc<Exec>, node: Arc<Node>, params: In<hipKernelNodeParams>| {
            // SAFETY: HIP's contract for `kernelParams` and `extra`.
            let new = unsafe { kernel_node(&params.0) }?;
            exec.change(&node, |step| step.put(|old| replacing(old, new)))
        };

    /// Keeps an attribute; whether blocks may wait for each other is heeded.
    fn hipGraphKernelNodeSetAttribute(node: hipGraphNode_t, attribute: hipLaunchAttributeID, value: *const AttributeValue) =>
        |node: Arc<Node>, attribute: u32, value: In<AttributeValue>| node.change(|work| match work {
            Work::Kernel(kernel) => set_attribute(kernel, attribute, value.0),
            _ => other_kind(),
        });

    /// An attribute as it was set.
    fn hipGraphKernelNodeGetAttribute(node: hipGraphNode_t, attribute: hipLaunchAttributeID, value: *mut AttributeValue) =>
        |node: Arc<Node>, attribute: u32, out: Out<AttributeValue>| match &*node.work() {
            Work::Kernel(kernel) => out.set(kernel.attributes[index(attribute)?]),
            _ => other_kind(),
        };

    /// Copies all attributes of a kernel node to another.
    fn hipGraphKernelNodeCopyAttributes(from: hipGraphNode_t, to: hipGraphNode_t) => |from: Arc<Node>, to: Arc<Node>| {
        let from = from.work();
        let Work::Kernel(from) = &*from else { return other_kind() };
        to.change(|work| match work {
            Work::Kernel(to) => {
                to.attributes = from.attributes;
                to.work.cooperative = from.work.cooperative;
                Ok(())
            }
            _ => other_kind(),
        })
    };
}
