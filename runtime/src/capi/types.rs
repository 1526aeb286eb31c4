//! The C types of HIP 7's API: layouts, handle types and enum values.
//!
//! Names and field order are HIP's own, since they must be byte for byte what a program compiled against `hip_runtime_api.h`
//! passes (`tests/tests/c_abi.rs` compares sizes and offsets with the headers). Enums are plain integers here: C may pass
//! any value, and `convert.rs` is where a value becomes a Rust enum or an error. Used by `capi` only, and by that test.

#![allow(non_camel_case_types, non_snake_case)]

use std::ffi::{c_char, c_int, c_uint, c_void};

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
    /// A context: one per device, the primary one.
    hipCtx_t;
    /// A memory pool.
    hipMemPool_t;
    /// An array.
    hipArray_t;
    /// A mipmapped array.
    hipMipmappedArray_t;
    /// A texture object: the address of its record on the device.
    hipTextureObject_t;
    /// A surface object: the address of its record on the device.
    hipSurfaceObject_t;
}

/// An error code; `hipSuccess` is 0.
pub type hipError_t = c_uint;
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
/// A stream's capture state; always 0 (none) until graphs exist.
pub type hipStreamCaptureStatus = c_uint;
/// The kind of a channel's format.
pub type hipChannelFormatKind = c_uint;
/// `hipStreamAddCallback`'s function.
pub type hipStreamCallback_t = Option<unsafe extern "C" fn(hipStream_t, hipError_t, *mut c_void)>;
/// `hipLaunchHostFunc`'s function.
pub type hipHostFn_t = Option<unsafe extern "C" fn(*mut c_void)>;

/// `hipDeviceProp_tR0600`: what `hipGetDeviceProperties` has filled since ROCm 6.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipDeviceProp_tR0600 {
    /// The device's name, zero-terminated.
    pub name: [c_char; 256],
    /// Vulkan's device UUID.
    pub uuid: [u8; 16],
    pub luid: [c_char; 8],
    pub luidDeviceNodeMask: c_uint,
    /// Bytes of device memory.
    pub totalGlobalMem: usize,
    /// Bytes of shared memory a block may have.
    pub sharedMemPerBlock: usize,
    pub regsPerBlock: c_int,
    /// Lanes of a warp as kernels see it.
    pub warpSize: c_int,
    /// Bytes.
    pub memPitch: usize,
    pub maxThreadsPerBlock: c_int,
    pub maxThreadsDim: [c_int; 3],
    pub maxGridSize: [c_int; 3],
    /// kHz; 0 where Vulkan does not tell.
    pub clockRate: c_int,
    pub totalConstMem: usize,
    pub major: c_int,
    pub minor: c_int,
    pub textureAlignment: usize,
    pub texturePitchAlignment: usize,
    pub deviceOverlap: c_int,
    pub multiProcessorCount: c_int,
    pub kernelExecTimeoutEnabled: c_int,
    pub integrated: c_int,
    pub canMapHostMemory: c_int,
    pub computeMode: c_int,
    pub maxTexture1D: c_int,
    pub maxTexture1DMipmap: c_int,
    pub maxTexture1DLinear: c_int,
    pub maxTexture2D: [c_int; 2],
    pub maxTexture2DMipmap: [c_int; 2],
    pub maxTexture2DLinear: [c_int; 3],
    pub maxTexture2DGather: [c_int; 2],
    pub maxTexture3D: [c_int; 3],
    pub maxTexture3DAlt: [c_int; 3],
    pub maxTextureCubemap: c_int,
    pub maxTexture1DLayered: [c_int; 2],
    pub maxTexture2DLayered: [c_int; 3],
    pub maxTextureCubemapLayered: [c_int; 2],
    pub maxSurface1D: c_int,
    pub maxSurface2D: [c_int; 2],
    pub maxSurface3D: [c_int; 3],
    pub maxSurface1DLayered: [c_int; 2],
    pub maxSurface2DLayered: [c_int; 3],
    pub maxSurfaceCubemap: c_int,
    pub maxSurfaceCubemapLayered: [c_int; 2],
    pub surfaceAlignment: usize,
    pub concurrentKernels: c_int,
    pub ECCEnabled: c_int,
    pub pciBusID: c_int,
    pub pciDeviceID: c_int,
    pub pciDomainID: c_int,
    pub tccDriver: c_int,
    pub asyncEngineCount: c_int,
    pub unifiedAddressing: c_int,
    pub memoryClockRate: c_int,
    pub memoryBusWidth: c_int,
    /// Bytes; 0 where Vulkan does not tell.
    pub l2CacheSize: c_int,
    pub persistingL2CacheMaxSize: c_int,
    pub maxThreadsPerMultiProcessor: c_int,
    pub streamPrioritiesSupported: c_int,
    pub globalL1CacheSupported: c_int,
    pub localL1CacheSupported: c_int,
    pub sharedMemPerMultiprocessor: usize,
    pub regsPerMultiprocessor: c_int,
    pub managedMemory: c_int,
    pub isMultiGpuBoard: c_int,
    pub multiGpuBoardGroupID: c_int,
    pub hostNativeAtomicSupported: c_int,
    pub singleToDoublePrecisionPerfRatio: c_int,
    pub pageableMemoryAccess: c_int,
    pub concurrentManagedAccess: c_int,
    pub computePreemptionSupported: c_int,
    pub canUseHostPointerForRegisteredMem: c_int,
    pub cooperativeLaunch: c_int,
    pub cooperativeMultiDeviceLaunch: c_int,
    pub sharedMemPerBlockOptin: usize,
    pub pageableMemoryAccessUsesHostPageTables: c_int,
    pub directManagedMemAccessFromHost: c_int,
    pub maxBlocksPerMultiProcessor: c_int,
    pub accessPolicyMaxWindowSize: c_int,
    pub reservedSharedMemPerBlock: usize,
    pub hostRegisterSupported: c_int,
    pub sparseHipArraySupported: c_int,
    pub hostRegisterReadOnlySupported: c_int,
    pub timelineSemaphoreInteropSupported: c_int,
    pub memoryPoolsSupported: c_int,
    pub gpuDirectRDMASupported: c_int,
    pub gpuDirectRDMAFlushWritesOptions: c_uint,
    pub gpuDirectRDMAWritesOrdering: c_int,
    pub memoryPoolSupportedHandleTypes: c_uint,
    pub deferredMappingHipArraySupported: c_int,
    pub ipcEventSupported: c_int,
    pub clusterLaunch: c_int,
    pub unifiedFunctionPointers: c_int,
    pub reserved: [c_int; 63],
    pub hipReserved: [c_int; 32],
    /// Begins with `gfx`: the dialect kernels are compiled in.
    pub gcnArchName: [c_char; 256],
    pub maxSharedMemoryPerMultiProcessor: usize,
    pub clockInstructionRate: c_int,
    /// `hipDeviceArch_t`: seventeen one-bit feature flags.
    pub arch: u32,
    pub hdpMemFlushCntl: *mut c_uint,
    pub hdpRegFlushCntl: *mut c_uint,
    pub cooperativeMultiDeviceUnmatchedFunc: c_int,
    pub cooperativeMultiDeviceUnmatchedGridDim: c_int,
    pub cooperativeMultiDeviceUnmatchedBlockDim: c_int,
    pub cooperativeMultiDeviceUnmatchedSharedMem: c_int,
    pub isLargeBar: c_int,
    pub asicRevision: c_int,
}

/// A device UUID.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipUUID {
    pub bytes: [u8; 16],
}

/// What `hipPointerGetAttributes` tells of a pointer.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipPointerAttribute_t {
    pub type_: hipMemoryType,
    pub device: c_int,
    pub devicePointer: *mut c_void,
    pub hostPointer: *mut c_void,
    pub isManaged: c_int,
    pub allocationFlags: c_uint,
}

/// Bits per channel and their kind.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipChannelFormatDesc {
    pub x: c_int,
    pub y: c_int,
    pub z: c_int,
    pub w: c_int,
    pub f: hipChannelFormatKind,
}

/// An array's width and height in the driver API, in texels.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HIP_ARRAY_DESCRIPTOR {
    pub Width: usize,
    pub Height: usize,
    pub Format: c_uint,
    pub NumChannels: c_uint,
}

/// An array in the driver API, in texels; layers are its depth.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HIP_ARRAY3D_DESCRIPTOR {
    pub Width: usize,
    pub Height: usize,
    pub Depth: usize,
    pub Format: c_uint,
    pub NumChannels: c_uint,
    pub Flags: c_uint,
}

/// What a texture or surface is made of. C's union of four structures is here as words: see `capi::texture_args`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipResourceDesc {
    pub resType: c_uint,
    pub res: [u64; 7],
}

/// The driver API's form; its union as words too.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HIP_RESOURCE_DESC {
    pub resType: c_uint,
    pub res: [u64; 16],
    pub flags: c_uint,
}

/// A part of an array, seen in another format.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipResourceViewDesc {
    pub format: c_uint,
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    pub firstMipmapLevel: c_uint,
    pub lastMipmapLevel: c_uint,
    pub firstLayer: c_uint,
    pub lastLayer: c_uint,
}

/// The driver API's form.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HIP_RESOURCE_VIEW_DESC {
    pub view: hipResourceViewDesc,
    pub reserved: [c_uint; 16],
}

/// How a texture is sampled.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipTextureDesc {
    pub addressMode: [c_uint; 3],
    pub filterMode: c_uint,
    pub readMode: c_uint,
    pub sRGB: c_int,
    pub borderColor: [f32; 4],
    pub normalizedCoords: c_int,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: c_uint,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
}

/// The driver API's form.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HIP_TEXTURE_DESC {
    pub addressMode: [c_uint; 3],
    pub filterMode: c_uint,
    pub flags: c_uint,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: c_uint,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub borderColor: [f32; 4],
    pub reserved: [c_int; 12],
}

/// A texture reference: a variable of the program, on the host and on the device.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct textureReference {
    pub normalized: c_int,
    pub readMode: c_uint,
    pub filterMode: c_uint,
    pub addressMode: [c_uint; 3],
    pub channelDesc: hipChannelFormatDesc,
    pub sRGB: c_int,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: c_uint,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub textureObject: hipTextureObject_t,
    pub numChannels: c_int,
    pub format: c_uint,
}

/// A 2D copy in the driver API. Offsets, pitches and widths in bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hip_Memcpy2D {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcMemoryType: hipMemoryType,
    pub srcHost: *const c_void,
    pub srcDevice: hipDeviceptr_t,
    pub srcArray: hipArray_t,
    pub srcPitch: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstMemoryType: hipMemoryType,
    pub dstHost: *mut c_void,
    pub dstDevice: hipDeviceptr_t,
    pub dstArray: hipArray_t,
    pub dstPitch: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
}

/// A 3D copy in the driver API. Offsets, pitches and widths in bytes, heights in rows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HIP_MEMCPY3D {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcZ: usize,
    pub srcLOD: usize,
    pub srcMemoryType: hipMemoryType,
    pub srcHost: *const c_void,
    pub srcDevice: hipDeviceptr_t,
    pub srcArray: hipArray_t,
    pub srcPitch: usize,
    pub srcHeight: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstZ: usize,
    pub dstLOD: usize,
    pub dstMemoryType: hipMemoryType,
    pub dstHost: *mut c_void,
    pub dstDevice: hipDeviceptr_t,
    pub dstArray: hipArray_t,
    pub dstPitch: usize,
    pub dstHeight: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
    pub Depth: usize,
}

/// Memory whose rows are `pitch` bytes apart.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipPitchedPtr {
    pub ptr: *mut c_void,
    pub pitch: usize,
    pub xsize: usize,
    pub ysize: usize,
}

/// Width in bytes (no array involved), height in rows, depth in slices.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipExtent {
    pub width: usize,
    pub height: usize,
    pub depth: usize,
}

/// An offset in the units of `hipExtent`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipPos {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}

/// A 3D copy in the runtime API.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipMemcpy3DParms {
    pub srcArray: hipArray_t,
    pub srcPos: hipPos,
    pub srcPtr: hipPitchedPtr,
    pub dstArray: hipArray_t,
    pub dstPos: hipPos,
    pub dstPtr: hipPitchedPtr,
    pub extent: hipExtent,
    pub kind: hipMemcpyKind,
}

/// A device or the host.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipMemLocation {
    pub type_: c_uint,
    pub id: c_int,
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

/// Blocks of a grid, or threads of a block.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dim3 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
}

/// One launch attribute: number, then 64 bytes of value.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipLaunchAttribute {
    pub id: hipLaunchAttributeID,
    pub pad: [c_char; 4],
    pub value: [u64; 8],
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
