//! A node: what it does, and whose it is.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use super::Graph;
use super::copy::CopyNode;
use super::kernel::KernelNode;
use super::memory::AllocNode;
use crate::hip::error::{HipError, HipResult};
use crate::hip::event::Event;
use crate::hip::handle::{Id, Registered, Registry};
use crate::hip::interop::semaphore::SemaphoreWork;
use crate::hip::locks::{Mutex, Rank};
use crate::hip::memory::fill::FillWork;
use crate::hip::memory::graph::GraphMemory;
use crate::hip::memory::value::BatchWork;
use crate::hip::runtime;
use crate::hip::stream::HostWork;

/// What a node does when its graph is launched.
#[derive(Clone, Debug)]
pub enum Work {
    /// Nothing.
    Empty,
    /// Launches a kernel.
    Kernel(KernelNode),
    /// Copies.
    Copy(CopyNode),
    /// Fills; the value as the program wrote it.
    Fill(FillWork, u32),
    /// Calls a function on the host.
    Host(HostWork),
    /// Records an event.
    Record(NamedEvent),
    /// Waits for an event.
    Wait(NamedEvent),
    /// Runs another graph.
    Child(ChildGraph),
    /// Allocates memory.
    Alloc(AllocNode),
    /// Frees memory of this graph or another.
    Free(Arc<GraphMemory>),
    /// Waits for values in memory, and writes them.
    Batch(BatchWork),
    /// Signals semaphores of another API, or waits for them.
    Semaphores(SemaphoreWork),
}

/// An event and its handle.
#[derive(Clone, Debug)]
pub struct NamedEvent {
    /// As the program knows it.
    pub handle: Id<Event>,
    /// Itself.
    pub event: Arc<Event>,
}

/// A graph that belongs to a node. HIP: "the child graph is cloned when the node is made".
#[derive(Clone, Debug)]
pub struct ChildGraph {
    /// As the program may ask for it.
    pub handle: Id<Graph>,
    /// Itself.
    pub graph: Arc<Graph>,
}

/// A node of a graph.
#[derive(Debug)]
pub struct Node {
    /// Unique in the process.
    pub number: u64,
    /// The number of the node that this is a copy of.
    pub copy_of: Option<u64>,
    /// Its place among its graph's nodes.
    pub(super) index: u32,
    graph: Weak<Graph>,
    handle: OnceLock<Id<Node>>,
    /// Shared with what was instantiated of it, so that an update copies nothing.
    work: Mutex<Arc<Work>>,
}

impl Registered for Node {
    const KIND: u8 = 0x61;
    const NAME: &'static str = "node";
    /// AMD's runtime: hipErrorInvalidValue for null, destroyed and foreign ones.
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<Node> {
        static ALL: Registry<Node> = Registry::new();
        &ALL
    }
}

impl NamedEvent {
    /// An event that exists. AMD's runtime: hipErrorInvalidValue for null.
    pub fn new(handle: Id<Event>) -> HipResult<NamedEvent> {
        if handle.raw() == 0 {
            return Err(HipError::InvalidValue.because("the event is null"));
        }
        Ok(NamedEvent { handle, event: runtime::find(handle)? })
    }
}

impl ChildGraph {
    /// Of a graph that nobody else has.
    pub fn new(graph: Arc<Graph>) -> HipResult<ChildGraph> {
        Ok(ChildGraph { handle: runtime::live::<Graph>()?.insert_arc(Arc::clone(&graph)), graph })
    }
}

impl Node {
    /// A node with its handle; who calls puts it into the graph.
    pub(super) fn register(
        graph: &Arc<Graph>,
        index: u32,
        work: Arc<Work>,
        copy_of: Option<u64>,
    ) -> HipResult<Arc<Node>> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let node = Arc::new(Node {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            copy_of,
            index,
            graph: Arc::downgrade(graph),
            handle: OnceLock::new(),
            work: Mutex::new(Rank::GraphNode, work),
        });
        node.handle.get_or_init(|| Node::registry().insert_arc(Arc::clone(&node)));
        Ok(node)
    }

    /// What C holds.
    pub fn handle(&self) -> u64 {
        self.handle.get().map_or(0, |id| id.raw())
    }

    /// Its graph, while that exists.
    pub fn graph(&self) -> HipResult<Arc<Graph>> {
        self.graph.upgrade().ok_or_else(|| HipError::InvalidValue.because("the node's graph was destroyed"))
    }

    pub(super) fn is_in(&self, graph: &Arc<Graph>) -> bool {
        std::ptr::eq(self.graph.as_ptr(), Arc::as_ptr(graph))
    }

    /// What it does now.
    pub fn work(&self) -> Arc<Work> {
        Arc::clone(&self.work.lock())
    }

    /// Changes what it does.
    pub fn change<R>(&self, change: impl FnOnce(&mut Work) -> R) -> R {
        change(Arc::make_mut(&mut self.work.lock()))
    }

    /// Puts other work, made with a look at the old, in its place.
    pub fn put(&self, new: impl FnOnce(&Work) -> HipResult<Work>) -> HipResult {
        let mut place = self.work.lock();
        new(&place)?.put(&mut place);
        Ok(())
    }

    /// Ends its handle, and what it owns.
    pub(super) fn close(&self) {
        if let Some(&id) = self.handle.get() {
            Node::registry().remove(id);
        }
        if let Work::Child(child) = &*self.work() {
            Graph::registry().remove(child.handle);
            child.graph.close();
        }
    }
}

impl Work {
    /// Takes the place of other work; who shares that keeps it.
    pub(super) fn put(self, place: &mut Arc<Work>) {
        match Arc::get_mut(place) {
            Some(old) => *old = self,
            None => *place = Arc::new(self),
        }
    }

    /// Known to be the same as `other`: what one was recorded as, the other is.
    pub(super) fn is_as(&self, other: &Work) -> bool {
        match (self, other) {
            (Work::Kernel(this), Work::Kernel(other)) => this.work.is_as(&other.work),
            (Work::Copy(this), Work::Copy(other)) => this.copied == other.copied,
            (Work::Fill(this, _), Work::Fill(other, _)) => this == other,
            _ => false,
        }
    }

    /// `hipGraphNodeType`.
    pub fn kind(&self) -> u32 {
        match self {
            Work::Kernel(_) => 0,
            Work::Copy(_) => 1,
            Work::Fill(..) => 2,
            Work::Host(_) => 3,
            Work::Child(_) => 4,
            Work::Empty => 5,
            Work::Wait(_) => 6,
            Work::Record(_) => 7,
            Work::Semaphores(semaphores) => {
                if semaphores.signals {
                    8
                } else {
                    9
                }
            }
            Work::Alloc(_) => 10,
            Work::Free(_) => 11,
            Work::Batch(_) => 14,
        }
    }
}
