//! The names of processors, and metadata of them and of code. Semantics: `hip::comgr::{isa, about, node}`.

use std::ffi::{c_char, c_void};
use std::sync::Arc;

use super::{amd_comgr_data_t, amd_comgr_metadata_node_t, amd_comgr_status_t, comgr_api, copy_text, object};
use crate::capi::convert::{FromC, Out};
use crate::hip::comgr::data::Data;
use crate::hip::comgr::node::Node;
use crate::hip::comgr::status::{Failure, Status};
use crate::hip::comgr::{about, isa};
use crate::hip::error::HipResult;
use crate::hip::handle::{Id, Registered};

/// What is called for each entry of a map.
type Visitor = Option<
    unsafe extern "C" fn(amd_comgr_metadata_node_t, amd_comgr_metadata_node_t, *mut c_void) -> amd_comgr_status_t,
>;

impl FromC<amd_comgr_metadata_node_t> for Arc<Node> {
    unsafe fn from_c(value: amd_comgr_metadata_node_t) -> HipResult<Arc<Node>> {
        object(value.handle)
    }
}

fn handle(node: Arc<Node>) -> amd_comgr_metadata_node_t {
    amd_comgr_metadata_node_t { handle: Node::registry().insert_arc(node).raw() }
}

fn end(node: amd_comgr_metadata_node_t) -> Status {
    Node::registry().end(Id::from_raw(node.handle))?;
    Ok(())
}

/// Calls it for each entry, whose handles are good that long.
///
/// # Safety
/// `visitor` is such a function, and takes `data`.
unsafe fn visit(map: &Node, visitor: Visitor, data: *mut c_void) -> Status {
    let visitor = visitor.ok_or_else(|| Failure::InvalidArgument.because("there is nothing to call"))?;
    for (name, value) in map.as_map()? {
        let (key, value) = (handle(Node::text(name)), handle(Arc::clone(value)));
        // SAFETY: the caller's promise; no lock is held.
        let status = unsafe { visitor(key, value, data) };
        // The program may have ended them itself.
        let _ = (end(key), end(value));
        match status {
            0 => {}
            2 => return Err(Failure::InvalidArgument),
            3 => return Err(Failure::OutOfResources),
            _ => return Err(Failure::Error),
        }
    }
    Ok(())
}

comgr_api! {
    /// How many processors have names.
    fn amd_comgr_get_isa_count(count: *mut usize) => |out: Out<usize>| Ok(out.set(isa::ALL.len())?);

    /// One of their names. INVALID_ARGUMENT: there are fewer.
    fn amd_comgr_get_isa_name(index: usize, name: *mut *const c_char) => |index: usize, out: Out<*const c_char>| {
        let isa = isa::ALL.get(index).ok_or(Failure::InvalidArgument)?;
        Ok(out.set(isa.full.as_ptr())?)
    };

    /// What is known of a processor. INVALID_ARGUMENT: there is no such.
    fn amd_comgr_get_isa_metadata(name: *const c_char, metadata: *mut amd_comgr_metadata_node_t) =>
        |name: String, out: Out<amd_comgr_metadata_node_t>| {
            let isa = isa::parse(&name)?;
            Ok(out.set(handle(about::processor(isa)))?)
        };

    /// What is known of data. ERROR: it is no code of ours, or not linked yet.
    fn amd_comgr_get_data_metadata(data: amd_comgr_data_t, metadata: *mut amd_comgr_metadata_node_t) =>
        |data: Arc<Data>, out: Out<amd_comgr_metadata_node_t>| Ok(out.set(handle(about::data(&data)?))?);

    /// Ends a handle. INVALID_ARGUMENT, as of all that follow: there is none, or it is no such kind of metadata.
    fn amd_comgr_destroy_metadata(metadata: amd_comgr_metadata_node_t) => |metadata: amd_comgr_metadata_node_t| end(metadata);

    /// Text, list or map.
    fn amd_comgr_get_metadata_kind(metadata: amd_comgr_metadata_node_t, kind: *mut u32) =>
        |node: Arc<Node>, out: Out<u32>| Ok(out.set(node.kind())?);

    /// The text, or without a place for it how long it is.
    fn amd_comgr_get_metadata_string(metadata: amd_comgr_metadata_node_t, size: *mut usize, text: *mut c_char) =>
        |node: Arc<Node>, size: Out<usize>, place: *mut c_char|
            // SAFETY: AMD's contract: room for what stands at `size`.
            unsafe { copy_text(node.as_text()?, size, place) };

    /// How many entries a map has.
    fn amd_comgr_get_metadata_map_size(metadata: amd_comgr_metadata_node_t, size: *mut usize) =>
        |node: Arc<Node>, out: Out<usize>| Ok(out.set(node.as_map()?.len())?);

    /// Calls a function for each of them, until it fails.
    fn amd_comgr_iterate_map_metadata(metadata: amd_comgr_metadata_node_t, callback: Visitor, data: *mut c_void) =>
        |node: Arc<Node>, callback: Visitor, data: *mut c_void|
            // SAFETY: AMD's contract.
            unsafe { visit(&node, callback, data) };

    /// The entry of a name. ERROR: there is none.
    fn amd_comgr_metadata_lookup(
        metadata: amd_comgr_metadata_node_t, key: *const c_char, value: *mut amd_comgr_metadata_node_t,
    ) => |node: Arc<Node>, key: String, out: Out<amd_comgr_metadata_node_t>| Ok(out.set(handle(node.entry(&key)?))?);

    /// How many entries a list has.
    fn amd_comgr_get_metadata_list_size(metadata: amd_comgr_metadata_node_t, size: *mut usize) =>
        |node: Arc<Node>, out: Out<usize>| Ok(out.set(node.as_list()?.len())?);

    /// One of them.
    fn amd_comgr_index_list_metadata(
        metadata: amd_comgr_metadata_node_t, index: usize, value: *mut amd_comgr_metadata_node_t,
    ) => |node: Arc<Node>, index: usize, out: Out<amd_comgr_metadata_node_t>| {
        let entry = node.as_list()?.get(index).cloned();
        Ok(out.set(handle(entry.ok_or(Failure::InvalidArgument)?))?)
    };
}
