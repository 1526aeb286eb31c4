//! What is imported of other APIs. Read by `capi::external`.

use std::ffi::{c_int, c_uint, c_ulonglong};

use super::hipExternalSemaphore_t;

/// Memory by a handle; of the handle's union only the descriptor is of use here.
#[derive(Clone, Copy, Default, Debug)]
#[repr(C)]
pub struct hipExternalMemoryHandleDesc {
    pub type_: c_uint,
    pub handle_padding: c_uint,
    pub fd: c_int,
    pub handle_rest: [c_int; 3],
    pub size: c_ulonglong,
    pub flags: c_uint,
    pub reserved: [c_uint; 16],
}

/// A part of memory.
#[derive(Clone, Copy, Default, Debug)]
#[repr(C)]
pub struct hipExternalMemoryBufferDesc {
    pub offset: c_ulonglong,
    pub size: c_ulonglong,
    pub flags: c_uint,
    pub reserved: [c_uint; 16],
}

/// A semaphore by a handle, as above.
#[derive(Clone, Copy, Default, Debug)]
#[repr(C)]
pub struct hipExternalSemaphoreHandleDesc {
    pub type_: c_uint,
    pub handle_padding: c_uint,
    pub fd: c_int,
    pub handle_rest: [c_int; 3],
    pub flags: c_uint,
    pub reserved: [c_uint; 16],
}

/// `hipExternalSemaphoreSignalParams`, and of `hipExternalSemaphoreWaitParams` what is the same: a value, flags, and between them what other
/// kinds of semaphores have.
#[derive(Clone, Copy, Default, Debug)]
#[repr(C)]
pub struct hipExternalSemaphoreParams {
    pub fence_value: c_ulonglong,
    pub others: [c_uint; 16],
    pub flags: c_uint,
    pub reserved: [c_uint; 16],
}

/// `hipExternalSemaphoreSignalNodeParams` and `hipExternalSemaphoreWaitNodeParams`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipExternalSemaphoreNodeParams {
    pub extSemArray: *mut hipExternalSemaphore_t,
    pub paramsArray: *const hipExternalSemaphoreParams,
    pub numExtSems: c_uint,
}
