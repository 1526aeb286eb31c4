//! What the graph functions share: handles, lists of nodes in and out. Used by `graph*`.

use std::ffi::c_void;
use std::sync::Arc;

use super::convert::{FromC, Out, pointer};
use super::types::{hipGraph_t, hipGraphExec_t, hipGraphNode_t, hipUserObject_t};
use crate::hip::error::{HipError, HipResult};
use crate::hip::graph::Graph;
use crate::hip::graph::exec::Exec;
use crate::hip::graph::node::{Node, Work};
use crate::hip::graph::user_object::UserObject;
use crate::hip::handle::Id;
use crate::hip::runtime;

impl FromC<hipGraph_t> for Id<Graph> {
    unsafe fn from_c(value: hipGraph_t) -> HipResult<Id<Graph>> {
        Ok(Id::from_raw(value.0 as u64))
    }
}

/// A graph that exists; anything else is `InvalidValue`.
impl FromC<hipGraph_t> for Arc<Graph> {
    unsafe fn from_c(value: hipGraph_t) -> HipResult<Arc<Graph>> {
        runtime::find(Id::from_raw(value.0 as u64))
    }
}

/// A node that exists; anything else is `InvalidValue`.
impl FromC<hipGraphNode_t> for Arc<Node> {
    unsafe fn from_c(value: hipGraphNode_t) -> HipResult<Arc<Node>> {
        runtime::find(Id::from_raw(value.0 as u64))
    }
}

impl FromC<hipGraphExec_t> for Id<Exec> {
    unsafe fn from_c(value: hipGraphExec_t) -> HipResult<Id<Exec>> {
        Ok(Id::from_raw(value.0 as u64))
    }
}

/// An executable graph that exists; anything else is `InvalidValue`.
impl FromC<hipGraphExec_t> for Arc<Exec> {
    unsafe fn from_c(value: hipGraphExec_t) -> HipResult<Arc<Exec>> {
        runtime::find(Id::from_raw(value.0 as u64))
    }
}

impl FromC<hipUserObject_t> for Id<UserObject> {
    unsafe fn from_c(value: hipUserObject_t) -> HipResult<Id<UserObject>> {
        Ok(Id::from_raw(value.0 as u64))
    }
}

/// A list of nodes from C, whose length is another argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nodes(*const hipGraphNode_t);

impl FromC<*const hipGraphNode_t> for Nodes {
    unsafe fn from_c(value: *const hipGraphNode_t) -> HipResult<Nodes> {
        Ok(Nodes(value))
    }
}

impl FromC<*mut hipGraphNode_t> for Nodes {
    unsafe fn from_c(value: *mut hipGraphNode_t) -> HipResult<Nodes> {
        Ok(Nodes(value))
    }
}

impl Nodes {
    /// The handles. AMD's runtime: hipErrorInvalidValue for no list of some nodes.
    pub(super) fn get(self, count: usize) -> HipResult<Vec<u64>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        if self.0.is_null() {
            return Err(HipError::InvalidValue.because("the list of nodes is null"));
        }
        let mut handles = Vec::new();
        for index in 0..count {
            // SAFETY: HIP's contract for the list, whose pointer `from_c`'s caller vouches for: `count` handles.
            let handle = unsafe { self.0.add(index).read_unaligned() }.0 as u64;
            // The first that is none ends it: a wrong count is not followed far.
            runtime::find::<Node>(Id::from_raw(handle))?;
            handles.push(handle);
        }
        Ok(handles)
    }

    pub(super) fn is_null(self) -> bool {
        self.0.is_null()
    }
}

/// Room for a list of nodes, whose length is another argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room(*mut hipGraphNode_t);

impl FromC<*mut hipGraphNode_t> for Room {
    unsafe fn from_c(value: *mut hipGraphNode_t) -> HipResult<Room> {
        Ok(Room(value))
    }
}

impl Room {
    pub(super) fn is_null(self) -> bool {
        self.0.is_null()
    }

    fn set(self, index: usize, handle: u64) {
        // SAFETY: HIP's contract: the list has room for as many as its length says, which `list` keeps to; not null (`list`).
        unsafe { self.0.add(index).write_unaligned(hipGraphNode_t(pointer(handle))) };
    }
}

/// Writes a list of handles and its length. HIP: "If … is NULL, the number … is returned"; if there is more room "the remaining entries
/// will be set to NULL, and the number of nodes actually obtained will be returned".
pub(super) fn list(found: &[u64], room: Room, length: Out<usize>) -> HipResult {
    lists(&[(found, room)], length)
}

/// The same for several lists of one length.
pub(super) fn lists(lists: &[(&[u64], Room)], length: Out<usize>) -> HipResult {
    let count = lists.first().map_or(0, |(found, _)| found.len());
    if lists.iter().all(|(_, room)| room.is_null()) {
        return length.set(count);
    }
    let wanted = length.get();
    for (found, room) in lists {
        for index in 0..wanted {
            room.set(index, found.get(index).copied().unwrap_or(0));
        }
    }
    if wanted > count { length.set(count) } else { Ok(()) }
}

/// Adds a node and stores its handle.
pub(super) fn add(
    out: Out<hipGraphNode_t>,
    graph: &Arc<Graph>,
    (after, count): (Nodes, usize),
    work: impl FnOnce() -> HipResult<Work>,
) -> HipResult {
    let after = after.get(count)?;
    let node = graph.add(work()?, &after)?;
    out.set(hipGraphNode_t(pointer(node.handle())))
}

/// What a node of another kind than the call's is.
pub(super) fn other_kind<T>() -> HipResult<T> {
    Err(HipError::InvalidValue.because("the node is of another kind"))
}

/// An address as C has it.
pub(super) fn place(address: u64) -> *mut c_void {
    pointer(address)
}
