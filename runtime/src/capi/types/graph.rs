//! What graph nodes do. Read by `capi::graph_args` and the files of the nodes' kinds.

use std::ffi::{c_int, c_uint, c_ulonglong, c_void};

use super::launch::hipStreamBatchMemOpParams;
use super::memory::{hipMemAccessDesc, hipMemPoolProps};
use super::{dim3, hipCtx_t, hipGraphNode_t, hipGraphNodeType, hipHostFn_t, hipStream_t};

/// A kernel node.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipKernelNodeParams {
    pub blockDim: dim3,
    pub extra: *mut *mut c_void,
    pub func: *mut c_void,
    pub gridDim: dim3,
    pub kernelParams: *mut *mut c_void,
    pub sharedMemBytes: c_uint,
}

/// A host function's node.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipHostNodeParams {
    pub fn_: hipHostFn_t,
    pub userData: *mut c_void,
}

/// A fill. Width in elements, pitch in bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipMemsetParams {
    pub dst: *mut c_void,
    pub elementSize: c_uint,
    pub height: usize,
    pub pitch: usize,
    pub value: c_uint,
    pub width: usize,
}

/// An allocation, and what came of it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipMemAllocNodeParams {
    pub poolProps: hipMemPoolProps,
    pub accessDescs: *const hipMemAccessDesc,
    pub accessDescCount: usize,
    pub bytesize: usize,
    pub dptr: *mut c_void,
}

/// Waits for values in memory and writes of them.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipBatchMemOpNodeParams {
    pub ctx: hipCtx_t,
    pub count: c_uint,
    pub paramArray: *mut hipStreamBatchMemOpParams,
    pub flags: c_uint,
}

/// How to instantiate a graph, and what became of it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipGraphInstantiateParams {
    pub errNode_out: hipGraphNode_t,
    pub flags: c_ulonglong,
    pub result_out: c_uint,
    pub uploadStream: hipStream_t,
}

/// A node of any kind: the kind says what the words are.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipGraphNodeParams {
    pub type_: hipGraphNodeType,
    pub reserved0: [c_int; 3],
    pub words: [u64; 29],
    pub reserved2: u64,
}
