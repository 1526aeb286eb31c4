//! Objects of the program's that graphs hold. Semantics: `hip::graph::user_object`.

use std::ffi::{c_uint, c_void};
use std::sync::Arc;

use super::convert::{Out, pointer};
use super::graph_host::host_work;
use super::guard::hip_api;
use super::types::{hipGraph_t, hipHostFn_t, hipUserObject_t};
use crate::hip::error::HipError;
use crate::hip::graph::Graph;
use crate::hip::graph::user_object::{self, UserObject};
use crate::hip::handle::Id;

hip_api! {
    /// Makes an object whose function is called with its last reference. hipErrorInvalidValue: null, no reference, or other flags than
    /// hipUserObjectNoDestructorSync.
    fn hipUserObjectCreate(
        object: *mut hipUserObject_t, data: *mut c_void, destroy: hipHostFn_t, references: c_uint, flags: c_uint,
    ) => |out: Out<hipUserObject_t>, data: *mut c_void, destroy: hipHostFn_t, references: u32, flags: u32| {
        let destroy = destroy.ok_or_else(|| HipError::InvalidValue.because("the function is null"))?;
        let id = user_object::create(host_work(destroy, data), references, flags)?;
        out.set(hipUserObject_t(pointer(id.raw())))
    };

    /// Lets go of references. hipErrorInvalidValue: none, or no object.
    fn hipUserObjectRelease(object: hipUserObject_t, count: c_uint) =>
        |object: Id<UserObject>, count: u32| user_object::release(object, count);

    /// Takes further references. hipErrorInvalidValue: none, or no object.
    fn hipUserObjectRetain(object: hipUserObject_t, count: c_uint) =>
        |object: Id<UserObject>, count: u32| user_object::retain(object, count);

    /// Gives a graph references, new ones or the caller's. hipErrorInvalidValue: none, no object, or flags.
    fn hipGraphRetainUserObject(graph: hipGraph_t, object: hipUserObject_t, count: c_uint, flags: c_uint) =>
        |graph: Arc<Graph>, object: Id<UserObject>, count: u32, flags: u32|
            user_object::retain_in(&graph, object, count, flags);

    /// Takes references from a graph. hipErrorInvalidValue: none, or none that it holds.
    fn hipGraphReleaseUserObject(graph: hipGraph_t, object: hipUserObject_t, count: c_uint) =>
        |graph: Arc<Graph>, object: Id<UserObject>, count: u32| user_object::release_in(&graph, object, count);
}
