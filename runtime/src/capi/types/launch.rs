//! Grids, blocks and how kernels are launched. Read by `capi::launch_parts` and `capi::cooperative`.

use std::ffi::{c_char, c_int, c_uint, c_void};

use super::{hipDeviceptr_t, hipFunction_t, hipLaunchAttributeID, hipStream_t};

/// Blocks of a grid, or threads of a block.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dim3 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
}

/// What is known of a kernel.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipFuncAttributes {
    pub binaryVersion: c_int,
    pub cacheModeCA: c_int,
    pub constSizeBytes: usize,
    pub localSizeBytes: usize,
    pub maxDynamicSharedSizeBytes: c_int,
    pub maxThreadsPerBlock: c_int,
    pub numRegs: c_int,
    pub preferredShmemCarveout: c_int,
    pub ptxVersion: c_int,
    pub sharedSizeBytes: usize,
}

/// One launch attribute: number, then 64 bytes of value.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipLaunchAttribute {
    pub id: hipLaunchAttributeID,
    pub pad: [c_char; 4],
    pub value: [u64; 8],
}

/// One operation of `hipStreamBatchMemOp`: a wait or a write has all fields, the others `operation` and flags in the place of the address.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipStreamBatchMemOpParams {
    pub operation: c_uint,
    pub address: hipDeviceptr_t,
    pub value: u64,
    pub flags: c_uint,
    pub alias: hipDeviceptr_t,
    pub pad: u64,
}

/// The configuration of `hipLaunchKernelExC`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipLaunchConfig_t {
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub dynamicSmemBytes: usize,
    pub stream: hipStream_t,
    pub attrs: *mut hipLaunchAttribute,
    pub numAttrs: c_uint,
}

/// The configuration of `hipDrvLaunchKernelEx`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HIP_LAUNCH_CONFIG {
    pub gridDimX: c_uint,
    pub gridDimY: c_uint,
    pub gridDimZ: c_uint,
    pub blockDimX: c_uint,
    pub blockDimY: c_uint,
    pub blockDimZ: c_uint,
    pub sharedMemBytes: c_uint,
    pub hStream: hipStream_t,
    pub attrs: *mut hipLaunchAttribute,
    pub numAttrs: c_uint,
}

/// One device's part of `hipLaunchCooperativeKernelMultiDevice`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipLaunchParams {
    pub func: *mut c_void,
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub args: *mut *mut c_void,
    pub sharedMem: usize,
    pub stream: hipStream_t,
}

/// One device's part of `hipModuleLaunchCooperativeKernelMultiDevice`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipFunctionLaunchParams {
    pub function: hipFunction_t,
    pub gridDimX: c_uint,
    pub gridDimY: c_uint,
    pub gridDimZ: c_uint,
    pub blockDimX: c_uint,
    pub blockDimY: c_uint,
    pub blockDimZ: c_uint,
    pub sharedMemBytes: c_uint,
    pub hStream: hipStream_t,
    pub kernelParams: *mut *mut c_void,
}
