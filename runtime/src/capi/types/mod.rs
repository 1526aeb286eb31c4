//! The C types of HIP 7's API: layouts, handle types and enum values.
//!
//! Names and field order are HIP's own, since they must be byte for byte what a program compiled against `hip_runtime_api.h`
//! passes (`tests/tests/c_abi.rs` compares sizes and offsets with the headers). Enums are plain integers here: C may pass
//! any value, and `convert.rs` is where a value becomes a Rust enum or an error. Structures are in a file each for devices, memory,
//! textures and launches. Used by `capi` only, and by that test.

#![allow(non_camel_case_types, non_snake_case)]

mod device;
mod device_old;
pub mod execution_context;
mod external;
mod graph;
mod launch;
mod memory;
mod texture;

use std::ffi::{c_int, c_uint, c_void};

pub use device::{hipDeviceProp_tR0600, hipUUID};
pub use device_old::hipDeviceProp_tR0000;
pub use external::{
    hipExternalMemoryBufferDesc, hipExternalMemoryHandleDesc, hipExternalSemaphoreHandleDesc,
    hipExternalSemaphoreNodeParams, hipExternalSemaphoreParams,
};
pub use graph::{
    hipBatchMemOpNodeParams, hipGraphInstantiateParams, hipGraphNodeParams, hipHostNodeParams, hipKernelNodeParams,
    hipMemAllocNodeParams, hipMemsetParams,
};
pub use launch::{
    HIP_LAUNCH_CONFIG, dim3, hipFuncAttributes, hipFunctionLaunchParams, hipLaunchAttribute, hipLaunchConfig_t,
    hipLaunchParams, hipStreamBatchMemOpParams,
};
pub use memory::{
    HIP_MEMCPY3D, hip_Memcpy2D, hipExtent, hipIpcEventHandle_t, hipIpcMemHandle_t, hipMemAccessDesc,
    hipMemAllocationFlags, hipMemAllocationProp, hipMemLocation, hipMemPoolProps, hipMemPoolPtrExportData,
    hipMemcpy3DBatchOp, hipMemcpy3DOperand, hipMemcpy3DParms, hipMemcpy3DPeerParms, hipMemcpyAttributes, hipPitchedPtr,
    hipPointerAttribute_t, hipPos,
};
pub use texture::{
    HIP_ARRAY_DESCRIPTOR, HIP_ARRAY3D_DESCRIPTOR, HIP_RESOURCE_DESC, HIP_RESOURCE_VIEW_DESC, HIP_TEXTURE_DESC,
    hipChannelFormatDesc, hipResourceDesc, hipResourceViewDesc, hipTextureDesc, textureReference,
};

/// Declares handle types: pointers to things C never looks into. Ours hold a generational id (`hip::handle`).
macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(transparent)]
        pub struct $name(pub *mut c_void);
    )*};
}

handles! {
    /// A stream, or 0 (default), 1 (legacy), 2 (per thread).
    hipStream_t;
    /// An event.
    hipEvent_t;
    /// A loaded module.
    hipModule_t;
    /// A kernel of a module.
    hipFunction_t;
    /// A hipRTC program.
    hiprtcProgram;
    /// A link, by hipRTC's name.
    hiprtcLinkState;
    /// A link.
    hipLinkState_t;
    /// A library.
    hipLibrary_t;
    /// A kernel of a library: also its function's handle.
    hipKernel_t;
    /// A context: one per device, the primary one.
    hipCtx_t;
    /// A memory pool.
    hipMemPool_t;
    /// An execution context.
    hipExecutionCtx_t;
    /// What a green context is made of.
    hipDevResourceDesc_t;
    /// Memory without an address.
    hipMemGenericAllocationHandle_t;
    /// Memory of another API.
    hipExternalMemory_t;
    /// A semaphore of another API.
    hipExternalSemaphore_t;
    /// An array.
    hipArray_t;
    /// A mipmapped array.
    hipMipmappedArray_t;
    /// A texture object: the address of its record on the device.
    hipTextureObject_t;
    /// A surface object: the address of its record on the device.
    hipSurfaceObject_t;
    /// A graph.
    hipGraph_t;
    /// A node of a graph.
    hipGraphNode_t;
    /// An executable graph.
    hipGraphExec_t;
    /// An object that graphs hold.
    hipUserObject_t;
}

/// An error code; `hipSuccess` is 0.
pub type hipError_t = c_uint;
/// A hipRTC error code; `HIPRTC_SUCCESS` is 0.
pub type hiprtcResult = c_uint;
/// See `capi::link`.
pub type hipJitOption = c_uint;
/// See `hip::rtc::linker`.
pub type hipJitInputType = c_uint;
/// A device number.
pub type hipDevice_t = c_int;
/// A device address.
pub type hipDeviceptr_t = *mut c_void;
/// See `convert::CopyKind`.
pub type hipMemcpyKind = c_uint;
/// See `hip::memory::pointer`.
pub type hipMemoryType = c_uint;
/// See `hip::device::attributes`.
pub type hipDeviceAttribute_t = c_uint;
/// See `capi::module`.
pub type hipFunction_attribute = c_uint;
/// See `capi::module`.
pub type hipFuncAttribute = c_uint;
/// A cache preference: accepted, without effect.
pub type hipFuncCache_t = c_uint;
/// A bank width preference: accepted, without effect.
pub type hipSharedMemConfig = c_uint;
/// See `capi::device`.
pub type hipLimit_t = c_uint;
/// See `capi::memory`.
pub type hipPointer_attribute = c_uint;
/// See `capi::peer`.
pub type hipDeviceP2PAttr = c_uint;
/// Advice about managed memory.
pub type hipMemoryAdvise = c_uint;
/// What to ask about managed memory.
pub type hipMemRangeAttribute = c_uint;
/// A launch attribute's number.
pub type hipLaunchAttributeID = c_uint;
/// A stream's capture state: `hip::capturing`.
pub type hipStreamCaptureStatus = c_uint;
/// How a capture treats other calls: `hip::capturing::Mode`.
pub type hipStreamCaptureMode = c_uint;
/// What a node does: `hip::graph::node::Work::kind`.
pub type hipGraphNodeType = c_uint;
/// How an update failed: `hip::graph::update::Outcome`.
pub type hipGraphExecUpdateResult = c_uint;
/// The kind of a channel's format.
pub type hipChannelFormatKind = c_uint;
/// `hipStreamAddCallback`'s function.
pub type hipStreamCallback_t = Option<unsafe extern "C" fn(hipStream_t, hipError_t, *mut c_void)>;
/// `hipLaunchHostFunc`'s function.
pub type hipHostFn_t = Option<unsafe extern "C" fn(*mut c_void)>;
