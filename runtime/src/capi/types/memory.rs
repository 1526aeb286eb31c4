//! Places in memory and copies between them. Read by `capi::memory_args`, filled by `capi::pointer_args`.

use std::ffi::{c_int, c_uint, c_void};

use super::{hipArray_t, hipDeviceptr_t, hipMemcpyKind, hipMemoryType};

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

/// A device or the host.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipMemLocation {
    pub type_: c_uint,
    pub id: c_int,
}

/// What a device may do with memory.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipMemAccessDesc {
    pub location: hipMemLocation,
    pub flags: c_uint,
}

/// What a memory pool is made of.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipMemPoolProps {
    pub allocType: c_uint,
    pub handleTypes: c_uint,
    pub location: hipMemLocation,
    pub win32SecurityAttributes: *mut c_void,
    pub maxSize: usize,
    pub reserved: [u8; 56],
}

/// What another process needs to find an allocation of a pool.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipMemPoolPtrExportData {
    pub reserved: [u8; 64],
}

/// Memory for other processes.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipIpcMemHandle_t {
    pub reserved: [u8; 64],
}

/// An event for other processes.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipIpcEventHandle_t {
    pub reserved: [u8; 64],
}

/// What memory without an address is made of.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipMemAllocationProp {
    pub type_: c_uint,
    pub requestedHandleType: c_uint,
    pub location: hipMemLocation,
    pub win32HandleMetaData: *mut c_void,
    pub allocFlags: hipMemAllocationFlags,
}

/// Its flags.
#[derive(Clone, Copy, Default, Debug)]
#[repr(C)]
pub struct hipMemAllocationFlags {
    pub compressionType: u8,
    pub gpuDirectRDMACapable: u8,
    pub usage: u16,
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

/// When sources of a batch of copies are read, and hints.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipMemcpyAttributes {
    pub srcAccessOrder: c_uint,
    pub srcLocHint: hipMemLocation,
    pub dstLocHint: hipMemLocation,
    pub flags: c_uint,
}

/// One side of a copy of slices in a batch: memory (1) is address, elements of a row, rows of a slice and a hint; an array (2) is its
/// handle and three offsets.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipMemcpy3DOperand {
    pub type_: c_uint,
    pub op: [usize; 4],
}

/// A copy of slices in a batch. Extents in elements of the array, else in bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipMemcpy3DBatchOp {
    pub src: hipMemcpy3DOperand,
    pub dst: hipMemcpy3DOperand,
    pub extent: hipExtent,
    pub srcAccessOrder: c_uint,
    pub flags: c_uint,
}

/// A copy of slices between devices.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipMemcpy3DPeerParms {
    pub srcArray: hipArray_t,
    pub srcPos: hipPos,
    pub srcPtr: hipPitchedPtr,
    pub srcDevice: c_int,
    pub dstArray: hipArray_t,
    pub dstPos: hipPos,
    pub dstPtr: hipPitchedPtr,
    pub dstDevice: c_int,
    pub extent: hipExtent,
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
