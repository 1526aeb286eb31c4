//! Nodes by one structure for all kinds. Semantics: those of each kind.

use std::sync::Arc;

use super::convert::{FromC, Out, pointer};
use super::graph_args::{Nodes, add, other_kind};
use super::graph_host::function_at;
use super::guard::hip_api;
use super::types::{
    hipBatchMemOpNodeParams, hipEvent_t, hipGraph_t, hipGraphExec_t, hipGraphNode_t, hipGraphNodeParams,
    hipHostNodeParams, hipKernelNodeParams, hipMemAllocNodeParams, hipMemcpy3DParms, hipMemsetParams,
};
use super::{external, graph_copy, graph_kernel, graph_memory, graph_nodes, stream_value};
use crate::hip::error::{HipError, HipResult};
use crate::hip::event::Event;
use crate::hip::graph::Graph;
use crate::hip::graph::exec::Exec;
use crate::hip::graph::node::{ChildGraph, NamedEvent, Node, Work};
use crate::hip::handle::Id;

/// `hipGraphNodeType`.
const KERNEL: u32 = 0;
const COPY: u32 = 1;
const FILL: u32 = 2;
const HOST: u32 = 3;
const CHILD: u32 = 4;
const EMPTY: u32 = 5;
const WAIT: u32 = 6;
const RECORD: u32 = 7;
const SIGNAL: u32 = 8;
const AWAIT: u32 = 9;
const ALLOC: u32 = 10;
const FREE: u32 = 11;
const BATCH: u32 = 14;

/// The word of an allocation's parameters that is its address.
const DPTR: usize = std::mem::offset_of!(hipMemAllocNodeParams, dptr) / 8;

/// The words as the structure of a kind.
fn read<T: Copy>(params: &hipGraphNodeParams, skip: usize) -> T {
    assert!(skip * 8 + size_of::<T>() <= size_of_val(&params.words));
    // SAFETY: the words hold a `T`: they are as many, checked above, and the kind, which the caller has looked at, says so by HIP's
    // contract; each field of the structures read so is a number or a pointer that any bits make.
    unsafe { params.words.as_ptr().add(skip).cast::<T>().read_unaligned() }
}

fn event(params: &hipGraphNodeParams) -> HipResult<NamedEvent> {
    let handle = read::<hipEvent_t>(params, 0);
    // SAFETY: a handle is a number and never dereferenced.
    let id: Id<Event> = unsafe { FromC::from_c(handle) }?;
    NamedEvent::new(id)
}

fn child(params: &hipGraphNodeParams) -> HipResult<Arc<Graph>> {
    // SAFETY: a handle is a number and never dereferenced.
    unsafe { FromC::from_c(read::<hipGraph_t>(params, 0)) }
}

/// What a node of these parameters does. hipErrorNotSupported: conditions. Allocations and frees are their graph's: see `hipGraphAddNode`.
fn work(params: &hipGraphNodeParams) -> HipResult<Work> {
    Ok(match params.type_ {
        KERNEL => {
            let kernel = read::<hipKernelNodeParams>(params, 0);
            // SAFETY: HIP's contract for `kernelParams` and `extra`.
            Work::Kernel(unsafe { graph_kernel::kernel_node(&kernel) }?)
        }
        // `hipMemcpyNodeParams`: flags and three more ints come before.
        COPY => Work::Copy(graph_copy::area(&read::<hipMemcpy3DParms>(params, 2))?),
        FILL => graph_nodes::fill(&read::<hipMemsetParams>(params, 0))?,
        HOST => {
            let [function, data] = read::<[u64; 2]>(params, 0);
            // SAFETY: by HIP's contract null or the address of a function of this type.
            let fn_ = unsafe { function_at(function) };
            Work::Host(graph_nodes::host(&hipHostNodeParams { fn_, userData: pointer(data) })?)
        }
        CHILD => Work::Child(ChildGraph::new(child(params)?.duplicate()?)?),
        EMPTY => Work::Empty,
        WAIT => Work::Wait(event(params)?),
        RECORD => Work::Record(event(params)?),
        BATCH => {
            // SAFETY: HIP's contract for `paramArray`.
            Work::Batch(unsafe { stream_value::batch(&read::<hipBatchMemOpNodeParams>(params, 0)) }?)
        }
        SIGNAL | AWAIT => {
            // SAFETY: HIP's contract for both lists.
            Work::Semaphores(unsafe { external::semaphores(params.type_ == SIGNAL, &read(params, 0)) }?)
        }
        12..=13 => return Err(HipError::NotSupported.because(format_args!("nodes of kind {}", params.type_))),
        other => return Err(HipError::InvalidValue.because(format_args!("nodes of kind {other}"))),
    })
}

hip_api! {
    /// Adds a node of any kind. hipErrorInvalidValue: no such kind; else as the kind's own function.
    fn hipGraphAddNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize, params: *mut hipGraphNodeParams,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, params: Out<hipGraphNodeParams>|
{
            let mut given = params.get();
            match given.type_ {
                ALLOC => {
                    let mut alloc = read::<hipMemAllocNodeParams>(&given, 0);
                    graph_memory::add_alloc(out, &graph, (after, count), &mut alloc)?;
                    given.words[DPTR] = alloc.dptr as u64;
                    params.set(given)
                }
                FREE => graph_memory::add_free(out, &graph, (after, count), read::<u64>(&given, 0)),
                _ => add(out, &graph, (after, count), || work(&given)),
            }
        };

    /// Changes what a node does. hipErrorInvalidValue: another kind than the node's.
    fn hipGraphNodeSetParams(node: hipGraphNode_t, params: *mut hipGraphNodeParams) =>
        |node: Arc<Node>, params: Out<hipGraphNodeParams>| {
            let params = params.get();
            if matches!(params.type_, CHILD | EMPTY | ALLOC | FREE) {
                return other_kind();
            }
            match work(&params)? {
                Work::Kernel(new) => node.put(|old| graph_kernel::replacing(old, new)),
                Work::Copy(new) => node.put(|old| graph_copy::replacing(old, new)),
                new => node.put(|old| graph_nodes::replacing(old, new)),
            }
        };

    /// Changes what an executable graph's node does. hipErrorInvalidValue: another kind than the node's.
    fn hipGraphExecNodeSetParams(exec: hipGraphExec_t, node: hipGraphNode_t, params: *mut hipGraphNodeParams) =>
        |exec: Arc<Exec>, node: Arc<Node>, params: Out<hipGraphNodeParams>| {
            let params = params.get();
            match params.type_ {
                CHILD => return exec.update_child(&node, &*child(&params)?),
                EMPTY | ALLOC | FREE => return other_kind(),
                _ => {}
            }
            match work(&params)? {
                Work::Kernel(new) => exec.change(&node, |step| step.put(|old| graph_kernel::replacing(old, new))),
                Work::Copy(new) => graph_copy::replace_in(&exec, &node, new),
                new => graph_nodes::replace_in(&exec, &node, new),
            }
        };
}
