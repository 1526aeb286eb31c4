//! What execution contexts are made of. Converted by `capi::execution_context`.

use std::ffi::{c_uint, c_void};

/// Multiprocessors.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct hipDevSmResource {
    pub smCount: c_uint,
    pub minSmPartitionSize: c_uint,
    pub smCoscheduledAlignment: c_uint,
    pub flags: c_uint,
}

/// A resource of a device. `padding` is the library's; the rest of the union holds kinds that no device here has.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipDevResource {
    pub type_: c_uint,
    pub padding: [c_uint; 23],
    pub sm: hipDevSmResource,
    pub rest: [c_uint; 6],
    pub nextResource: *mut c_void,
}

impl Default for hipDevResource {
    /// `hipDevResourceTypeInvalid`: no resource.
    fn default() -> hipDevResource {
        let (sm, nextResource) = (hipDevSmResource::default(), std::ptr::null_mut());
        hipDevResource { type_: 0, padding: [0; 23], sm, rest: [0; 6], nextResource }
    }
}

/// What one group of a split is to have.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipDevSmResourceGroupParams {
    pub smCount: c_uint,
    pub coscheduledSmCount: c_uint,
    pub preferredCoscheduledSmCount: c_uint,
    pub flags: c_uint,
    pub reserved: [c_uint; 12],
}
