//! Stream capture. Semantics: `hip::graph::capture`, `hip::capturing`.

use std::ffi::{c_uint, c_ulonglong};
use std::sync::Arc;

use super::convert::{MaybeOut, Out, pointer};
use super::graph::handle;
use super::graph_args::Nodes;
use super::guard::hip_api;
use super::types::{hipGraph_t, hipGraphNode_t, hipStream_t, hipStreamCaptureMode, hipStreamCaptureStatus};
use crate::hip::capturing::{self, Mode};
use crate::hip::error::HipError;
use crate::hip::graph::Graph;
use crate::hip::graph::capture;
use crate::hip::handle::Id;
use crate::hip::stream::Stream;

hip_api! {
    /// From here on the stream's operations become nodes. hipErrorStreamCaptureUnsupported: the null stream; hipErrorIllegalState: it
    /// captures already; hipErrorInvalidValue: no such mode.
    fn hipStreamBeginCapture(stream: hipStream_t, mode: hipStreamCaptureMode) and hipStreamBeginCapture_spt =>
        |stream: Arc<Stream>, mode: u32| capture::begin(&stream, Mode::from_code(mode)?);

    /// The same, into a graph that there is, behind some of its nodes. hipErrorNotSupported: data of edges.
    fn hipStreamBeginCaptureToGraph(
        stream: hipStream_t, graph: hipGraph_t, after: *const hipGraphNode_t, data: *const u64, count: usize,
        mode: hipStreamCaptureMode,
    ) => |stream: Arc<Stream>, graph: Id<Graph>, after: Nodes, data: *const u64, count: usize, mode: u32| {
        if after.is_null() != (count == 0) {
            return Err(HipError::InvalidValue.because("a list of nodes and its length disagree"));
        }
        if !data.is_null() {
            return Err(HipError::NotSupported.because("edges with data"));
        }
        capture::begin_to(&stream, graph, &after.get(count)?, Mode::from_code(mode)?)
    };

    /// Ends a capture: the graph, null if that fails. hipErrorIllegalState: the stream does not capture; hipErrorStreamCaptureUnmatched,
    /// WrongThread, Invalidated, Unjoined.
    fn hipStreamEndCapture(stream: hipStream_t, graph: *mut hipGraph_t) and hipStreamEndCapture_spt =>
        |stream: Arc<Stream>, out: Out<hipGraph_t>|
            out.set_or(capture::end(&stream).map(handle), hipGraph_t(std::ptr::null_mut()));

    /// Whether a stream captures. hipErrorStreamCaptureImplicit: the null stream, while a blocking one captures.
    fn hipStreamIsCapturing(stream: hipStream_t, status: *mut hipStreamCaptureStatus) and hipStreamIsCapturing_spt =>
        |stream: Arc<Stream>, out: Out<u32>| out.set(capture::info(&stream)?.0);

    /// The state of a stream's capture, and its number if it is active.
    fn hipStreamGetCaptureInfo(stream: hipStream_t, status: *mut hipStreamCaptureStatus, id: *mut c_ulonglong)
        and hipStreamGetCaptureInfo_spt => |stream: Arc<Stream>, out: Out<u32>, id: MaybeOut<u64>| {
            let (status, info) = capture::info(&stream)?;
            if let Some(info) = info {
                id.set(info.id);
            }
            out.set(status)
        };

    /// The same, with the graph and the nodes behind which the next operation comes.
    fn hipStreamGetCaptureInfo_v2(
        stream: hipStream_t, status: *mut hipStreamCaptureStatus, id: *mut c_ulonglong, graph: *mut hipGraph_t,
        after: *mut *const hipGraphNode_t, count: *mut usize,
    ) and hipStreamGetCaptureInfo_v2_spt =>
          |stream: Arc<Stream>, out: Out<u32>, id: MaybeOut<u64>, graph: MaybeOut<hipGraph_t>,
           after: MaybeOut<*const hipGraphNode_t>, count: MaybeOut<usize>| {
        let (status, info) = capture::info(&stream)?;
        if let Some(info) = info {
            id.set(info.id);
            graph.set(hipGraph_t(pointer(info.graph)));
            after.set(pointer(info.dependencies).cast_const().cast());
            count.set(info.count);
        }
        out.set(status)
    };

    /// Changes behind which nodes the next operation comes. hipErrorIllegalState: the stream does not capture; hipErrorInvalidValue: flags, or
    /// no nodes of its graph.
    fn hipStreamUpdateCaptureDependencies(stream: hipStream_t, nodes: *mut hipGraphNode_t, count: usize, flags: c_uint) =>
        |stream: Arc<Stream>, nodes: Nodes, count: usize, flags: u32| {
            if stream.capture().is_none() {
                return Err(HipError::IllegalState.because("the stream does not capture"));
            }
            capture::update_dependencies(&stream, &nodes.get(count)?, flags)
        };

    /// Exchanges how the thread's calls heed captures. hipErrorInvalidValue: null, or no such mode.
    fn hipThreadExchangeStreamCaptureMode(mode: *mut hipStreamCaptureMode) => |mode: Out<u32>| {
        let old = capturing::exchange_mode(Mode::from_code(mode.get())?);
        mode.set(old as u32)
    };
}
