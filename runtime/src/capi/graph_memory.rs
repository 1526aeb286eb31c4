//! Nodes that allocate and free memory, and that wait for values in it and write them. Semantics: `hip::graph::memory`, `hip::memory::{graph, value}`.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use super::convert::{Address, In, Out, pointer};
use super::graph_args::{Nodes, add, other_kind, place};
use super::graph_nodes::{replace_in, replacing};
use super::guard::hip_api;
use super::stream_value::{Batch, batch};
use super::types::{
    hipBatchMemOpNodeParams, hipDeviceptr_t, hipGraph_t, hipGraphExec_t, hipGraphNode_t, hipMemAllocNodeParams,
    hipMemPoolProps,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::graph::Graph;
use crate::hip::graph::exec::Exec;
use crate::hip::graph::memory::AllocNode;
use crate::hip::graph::node::{Node, Work};
use crate::hip::memory::graph::Attribute;
use crate::hip::memory::stream_ordered as pool;
use crate::hip::runtime;

/// `hipMemAllocationTypePinned`.
const PINNED: u32 = 1;

/// What `hipGraphMemAllocNodeGetParams` tells: what the program said, address and all.
#[derive(Debug)]
struct Alloc(hipMemAllocNodeParams);

// SAFETY: its pointers are numbers here, given back to the program as it gave them.
unsafe impl Send for Alloc {}
// SAFETY: as above.
unsafe impl Sync for Alloc {}

/// The device of an allocation. hip-tests: hipErrorInvalidValue for other than pinned memory, for no such device, and for more accesses than
/// devices; no device uses another's memory.
fn device_of(params: &hipMemAllocNodeParams) -> HipResult<usize> {
    let hipMemPoolProps { allocType, handleTypes, location, .. } = params.poolProps;
    if allocType != PINNED || handleTypes != 0 {
        return Err(
            HipError::InvalidValue.because(format_args!("graph memory of type {allocType}, handles {handleTypes}"))
        );
    }
    let device = pool::at((location.type_, location.id))?.index;
    if params.accessDescCount > runtime::get()?.devices.len() {
        return Err(
            HipError::InvalidValue.because(format_args!("{} accesses, and fewer devices", params.accessDescCount))
        );
    }
    for index in 0..params.accessDescCount {
        if params.accessDescs.is_null() {
            return Err(HipError::InvalidValue.because("no list of accesses"));
        }
        // SAFETY: HIP's contract: as many entries as the count says; not null.
        let access = unsafe { params.accessDescs.add(index).read_unaligned() };
        if pool::at((access.location.type_, access.location.id))?.index != device && access.flags != 0 {
            return Err(HipError::PeerAccessUnsupported.because("Vulkan devices do not share pointers"));
        }
    }
    Ok(device)
}

/// Adds an allocation, and says where it is.
pub(super) fn add_alloc(
    out: Out<hipGraphNode_t>,
    graph: &Arc<Graph>,
    (after, count): (Nodes, usize),
    params: &mut hipMemAllocNodeParams,
) -> HipResult {
    let after = after.get(count)?;
    let device = device_of(params)?;
    let memory = graph.memory_behind(&after, device, params.bytesize as u64)?;
    params.dptr = pointer(memory.address());
    let described = Some(Arc::new(Alloc(*params)) as _);
    let node = graph.add(Work::Alloc(AllocNode { memory, size: params.bytesize as u64, described }), &after)?;
    out.set(hipGraphNode_t(pointer(node.handle())))
}

/// Adds a free.
pub(super) fn add_free(
    out: Out<hipGraphNode_t>,
    graph: &Arc<Graph>,
    (after, count): (Nodes, usize),
    address: u64,
) -> HipResult {
    let after = after.get(count)?;
    let node = graph.add(Work::Free(graph.memory_to_free(address)?), &after)?;
    out.set(hipGraphNode_t(pointer(node.handle())))
}

/// Of a captured allocation.
fn described(node: &AllocNode) -> HipResult<hipMemAllocNodeParams> {
    if let Some(Alloc(params)) = node.described.as_ref().and_then(|described| described.downcast_ref()) {
        return Ok(*params);
    }
    // SAFETY: numbers and pointers, which zeros make.
    let mut params: hipMemAllocNodeParams = unsafe { std::mem::zeroed() };
    params.poolProps.allocType = PINNED;
    (params.poolProps.location.type_, params.poolProps.location.id) = (1, node.memory.device() as c_int);
    (params.bytesize, params.dptr) = (node.size as usize, place(node.memory.address()));
    Ok(params)
}

hip_api! {
    /// Adds an allocation; its address is there at once. hipErrorInvalidValue: null, no bytes, no such device, other than pinned memory;
    /// hipErrorOutOfMemory.
    fn hipGraphAddMemAllocNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize,
        params: *mut hipMemAllocNodeParams,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, params: Out<hipMemAllocNodeParams>| {
        let mut given = params.get();
        add_alloc(out, &graph, (after, count), &mut given)?;
        params.set(given)
    };

    /// What a node allocates.
    fn hipGraphMemAllocNodeGetParams(node: hipGraphNode_t, params: *mut hipMemAllocNodeParams) =>
        |node: Arc<Node>, out: Out<hipMemAllocNodeParams>| match &*node.work() {
            Work::Alloc(alloc) => out.set(described(alloc)?),
            _ => other_kind(),
        };

    /// Adds a free. hipErrorInvalidValue: what no node allocates, or what the graph frees already.
    fn hipGraphAddMemFreeNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize, address: *mut c_void,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, address: Address|
        add_free(out, &graph, (after, count), address.0);

    /// The same; the context says nothing here.
    fn hipDrvGraphAddMemFreeNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize, address: hipDeviceptr_t,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, address: Address|
        add_free(out, &graph, (after, count), address.0);

    /// What a node frees.
    fn hipGraphMemFreeNodeGetParams(node: hipGraphNode_t, address: *mut c_void) =>
        |node: Arc<Node>, out: Address| match &*node.work() {
            Work::Free(_) if out.0 == 0 => Err(HipError::InvalidValue.because("no place for the address")),
            Work::Free(memory) => {
                // SAFETY: HIP's contract: the place of a pointer; not null.
                unsafe { pointer(out.0).cast::<u64>().write_unaligned(memory.address()) };
                Ok(())
            }
            _ => other_kind(),
        };

    /// Tells an attribute of a device's graph memory. hipErrorInvalidDevice; hipErrorInvalidValue: no such attribute, null.
    fn hipDeviceGetGraphMemAttribute(device: c_int, attribute: c_uint, value: *mut c_void) =>
        |device: i32, attribute: u32, value: *mut c_void| {
            let device = runtime::device(device)?.index;
            let told = Attribute::from_code(attribute)?.get(device);
            if value.is_null() {
                return Err(HipError::InvalidValue.because("no place for the value"));
            }
            // SAFETY: HIP's contract: room for 64 bits; not null.
            unsafe { value.cast::<u64>().write_unaligned(told) };
            Ok(())
        };

    /// Sets a highest mark back. hipErrorInvalidDevice; hipErrorInvalidValue: another attribute, another value than 0, null.
    fn hipDeviceSetGraphMemAttribute(device: c_int, attribute: c_uint, value: *mut c_void) =>
        |device: i32, attribute: u32, value: *mut c_void| {
            let device = runtime::device(device)?.index;
            let attribute = Attribute::from_code(attribute)?;
            if value.is_null() || !attribute.is_mark() {
                return Err(HipError::InvalidValue.because(format_args!("{attribute:?} cannot be set from {value:?}")));
            }
            // SAFETY: HIP's contract: 64 bits; not null.
            attribute.set(device, unsafe { value.cast::<u64>().read_unaligned() })
        };

    /// Nothing is held for graphs that no graph uses. hipErrorInvalidDevice.
    fn hipDeviceGraphMemTrim(device: c_int) => |device: i32| runtime::device(device).map(drop);

    /// Adds waits for values and writes. hipErrorInvalidValue: as hipStreamBatchMemOp.
    fn hipGraphAddBatchMemOpNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize,
        params: *const hipBatchMemOpNodeParams,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, params: In<hipBatchMemOpNodeParams>|
        // SAFETY: HIP's contract for the list.
        add(out, &graph, (after, count), || Ok(Work::Batch(unsafe { batch(&params.0) }?)));

    /// What a node waits for and writes. The list stays while the node is as it is.
    fn hipGraphBatchMemOpNodeGetParams(node: hipGraphNode_t, params: *mut hipBatchMemOpNodeParams) =>
        |node: Arc<Node>, out: Out<hipBatchMemOpNodeParams>| match &*node.work() {
            Work::Batch(batch) => match batch.described.downcast_ref() {
                Some(Batch(params, list)) =>
                    out.set(hipBatchMemOpNodeParams { paramArray: list.as_ptr().cast_mut(), ..*params }),
                None => other_kind(),
            },
            _ => other_kind(),
        };

    /// Changes what a node waits for and writes.
    fn hipGraphBatchMemOpNodeSetParams(node: hipGraphNode_t, params: *mut hipBatchMemOpNodeParams) =>
        |node: Arc<Node>, params: Out<hipBatchMemOpNodeParams>| {
            // SAFETY: HIP's contract for the list.
            let new = Work::Batch(unsafe { batch(&params.get()) }?);
            node.put(|old| replacing(old, new))
        };

    /// Changes what an executable graph waits for and writes.
    fn hipGraphExecBatchMemOpNodeSetParams(
        exec: hipGraphExec_t, node: hipGraphNode_t, params: *const hipBatchMemOpNodeParams,
    ) => |exec: Arc<Exec>, node: Arc<Node>, params: In<hipBatchMemOpNodeParams>|
        // SAFETY: HIP's contract for the list.
        replace_in(&exec, &node, Work::Batch(unsafe { batch(&params.0) }?));
}
