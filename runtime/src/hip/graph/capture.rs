//! Stream capture: what it makes is a graph. The rules of a capture itself are `hip::capturing`'s.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Graph;
use super::copy::{Copied, CopyNode};
use super::kernel::KernelNode;
use super::memory::AllocNode;
use super::node::{Node, Work};
use crate::hip::capturing::{self, Capture, Mode, Nodes, Sink};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::interop::semaphore::SemaphoreWork;
use crate::hip::launch::KernelWork;
use crate::hip::memory::copy::LineCopy;
use crate::hip::memory::fill::FillWork;
use crate::hip::memory::graph::{Freed, Wanted};
use crate::hip::memory::pitched::AreaCopy;
use crate::hip::memory::value::BatchWork;
use crate::hip::runtime;
use crate::hip::stream::{HostWork, Stream};

/// `hipStreamSetCaptureDependencies`; 0 adds.
const SET: u32 = 1;

/// The graph that a capture makes. One that nobody gets goes with the capture.
#[derive(Debug)]
struct Making {
    graph: Arc<Graph>,
    id: Id<Graph>,
    /// It is the program's.
    kept: AtomicBool,
}

impl Drop for Making {
    fn drop(&mut self) {
        if !*self.kept.get_mut() {
            // It was destroyed by the program, or is now.
            let _ = super::destroy(self.id);
        }
    }
}

impl Sink for Making {
    fn add(&self, work: Box<dyn Any + Send + Sync>, after: &[u64]) -> HipResult<u64> {
        if let Some(Wanted { device, size, made }) = work.downcast_ref() {
            let memory = self.graph.memory_behind(after, *device, *size)?;
            let memory = Arc::clone(made.get_or_init(|| memory));
            let node = Work::Alloc(AllocNode { memory, size: *size, described: None });
            return Ok(self.graph.add(node, after)?.handle());
        }
        if let Some(Freed(memory)) = work.downcast_ref() {
            let memory = self.graph.memory_to_free(memory.address())?;
            return Ok(self.graph.add(Work::Free(memory), after)?.handle());
        }
        Ok(self.graph.add(captured(work)?, after)?.handle())
    }

    fn is_followed(&self, handle: u64) -> bool {
        runtime::find::<Node>(Id::from_raw(handle)).is_ok_and(|node| !self.graph.neighbours(&node).1.is_empty())
    }

    fn graph(&self) -> u64 {
        self.id.raw()
    }

    fn keep(&self) {
        self.kept.store(true, Ordering::Release);
    }
}

/// What an operation of a stream is as a node.
fn captured(work: Box<dyn Any + Send + Sync>) -> HipResult<Work> {
    let work = match work.downcast::<KernelWork>() {
        Ok(work) => return Ok(Work::Kernel(KernelNode::of(*work, 0))),
        Err(other) => other,
    };
    let work = match work.downcast::<LineCopy>() {
        Ok(copy) => return Ok(Work::Copy(CopyNode::line(*copy))),
        Err(other) => other,
    };
    let work = match work.downcast::<AreaCopy>() {
        Ok(copy) => {
            return Ok(Work::Copy(CopyNode { copied: Copied::Area(*copy), described: None }));
        }
        Err(other) => other,
    };
    let work = match work.downcast::<FillWork>() {
        Ok(fill) => return Ok(Work::Fill(*fill, fill.pattern.value())),
        Err(other) => other,
    };
    let work = match work.downcast::<HostWork>() {
        Ok(host) => return Ok(Work::Host(*host)),
        Err(other) => other,
    };
    let work = match work.downcast::<BatchWork>() {
        Ok(batch) => return Ok(Work::Batch(*batch)),
        Err(other) => other,
    };
    let work = match work.downcast::<SemaphoreWork>() {
        Ok(semaphores) => return Ok(Work::Semaphores(*semaphores)),
        Err(other) => other,
    };
    match work.downcast::<Work>() {
        Ok(work) => Ok(*work),
        Err(_) => Err(HipError::StreamCaptureUnsupported.because("an operation that no node does")),
    }
}

/// `hipStreamBeginCapture`.
pub fn begin(stream: &Stream, mode: Mode) -> HipResult {
    check(stream)?;
    let graph = Graph::empty(stream.device_index());
    let id = runtime::live::<Graph>()?.insert_arc(Arc::clone(&graph));
    start(stream, mode, Making { graph, id, kept: AtomicBool::new(false) }, Arc::new([]))
}

/// `hipStreamBeginCaptureToGraph`, behind nodes of the graph.
pub fn begin_to(stream: &Stream, id: Id<Graph>, after: &[u64], mode: Mode) -> HipResult {
    let graph = runtime::find(id)?;
    check(stream)?;
    check_nodes(&graph, after)?;
    start(stream, mode, Making { graph, id, kept: AtomicBool::new(true) }, after.into())
}

/// HIP: "capture may not be initiated if stream is hipStreamLegacy", hipErrorStreamCaptureUnsupported; hipErrorIllegalState if it captures
/// already.
fn check(stream: &Stream) -> HipResult {
    if stream.is_legacy() {
        return Err(HipError::StreamCaptureUnsupported.because("the null stream cannot capture"));
    }
    match stream.capture() {
        Some(_) => Err(HipError::IllegalState.because("the stream captures already")),
        None => Ok(()),
    }
}

fn check_nodes(graph: &Arc<Graph>, nodes: &[u64]) -> HipResult {
    for &handle in nodes {
        if !runtime::find::<Node>(Id::from_raw(handle))?.is_in(graph) {
            return Err(HipError::InvalidValue.because("a dependency is no node of the capture's graph"));
        }
    }
    Ok(())
}

fn start(stream: &Stream, mode: Mode, making: Making, after: Nodes) -> HipResult {
    let capture = Capture::begin(stream.member(), mode, Arc::new(making), after);
    stream.set_capture(&capture);
    Ok(())
}

/// `hipStreamEndCapture`: the graph. HIP: hipErrorIllegalState if the stream does not capture.
pub fn end(stream: &Stream) -> HipResult<Id<Graph>> {
    let capture = stream.capture().ok_or_else(|| HipError::IllegalState.because("the stream does not capture"))?;
    capture.end(stream.number)?;
    Ok(Id::from_raw(capture.graph()))
}

/// What `hipStreamGetCaptureInfo_v2` tells of a stream that captures.
#[derive(Debug)]
pub struct Info {
    /// The capture's number.
    pub id: u64,
    /// Its graph.
    pub graph: u64,
    /// The place of the handles behind which the stream's next operation comes; it stays until the stream captures more.
    pub dependencies: u64,
    /// How many there are.
    pub count: usize,
}

/// `hipStreamCaptureStatus`, and more if it is active. hipErrorStreamCaptureImplicit: the null stream, while a blocking one captures.
pub fn info(stream: &Stream) -> HipResult<(u32, Option<Info>)> {
    if stream.is_legacy() {
        capturing::ask_legacy(stream.device_index())?;
    }
    let Some(capture) = stream.capture() else { return Ok((0, None)) };
    let status = u32::from(capture.status());
    if capture.check().is_err() {
        return Ok((status, None));
    }
    let nodes = capture.position(stream.number);
    let (dependencies, count) = (nodes.as_ptr() as u64, nodes.len());
    Ok((status, Some(Info { id: capture.id, graph: capture.graph(), dependencies, count })))
}

/// `hipStreamUpdateCaptureDependencies`. HIP: hipErrorIllegalState if the stream does not capture, hipErrorInvalidValue for what is no node
/// of its graph.
pub fn update_dependencies(stream: &Stream, nodes: &[u64], flags: u32) -> HipResult {
    let capture = stream.capture().ok_or_else(|| HipError::IllegalState.because("the stream does not capture"))?;
    capture.check()?;
    if flags > SET {
        return Err(HipError::InvalidValue.because(format_args!("flags {flags}")));
    }
    check_nodes(&runtime::find::<Graph>(Id::from_raw(capture.graph()))?, nodes)?;
    if flags == SET {
        capture.forget_position(stream.number);
    }
    capture.join(stream.member(), nodes);
    Ok(())
}
