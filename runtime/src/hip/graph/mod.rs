//! Graphs: work that is described once and launched often.
//!
//! A graph owns its nodes and the edges between them; a node's work is in `node` and the files of its kinds. `exec` makes of a graph what is
//! launched, `plan` (with `layout` and `tape`) what a launch submits, `update` changes that, `capture` lets streams make the nodes, `dot` draws them. What a program holds are handles, as everywhere.
//! Called by `capi::graph*`.

pub mod capture;
pub mod copy;
pub mod dot;
pub mod exec;
pub mod kernel;
mod layout;
pub mod memory;
pub mod node;
pub mod order;
mod plan;
mod run;
mod step;
mod tape;
pub mod update;
pub mod user_object;

use std::any::Any;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use super::error::{HipError, HipResult};
use super::handle::{Id, Registered, Registry};
use super::locks::{Mutex, Rank};
use super::runtime;
use node::{ChildGraph, Node, Work};
use order::Order;
use user_object::Held;

/// A graph.
#[derive(Debug)]
pub struct Graph {
    /// The device that was current when it was made.
    pub device: usize,
    number: u64,
    /// The number of the graph that this is a clone of.
    clone_of: Option<u64>,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// By the nodes' indices; nothing where a node was destroyed.
    slots: Vec<Option<Slot>>,
    /// The order that these have, once it was asked for.
    order: Option<Arc<Order<Arc<Node>>>>,
    users: Vec<Held>,
    /// What it was instantiated to last.
    instance: Option<Weak<dyn Any + Send + Sync>>,
}

type Slot = order::Slot<Arc<Node>>;

impl Registered for Graph {
    const KIND: u8 = 0x60;
    const NAME: &'static str = "graph";
    /// AMD's runtime: hipErrorInvalidValue for null, destroyed and foreign ones.
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<Graph> {
        static ALL: Registry<Graph> = Registry::new();
        &ALL
    }
}

/// `hipGraphCreate`. HIP: flags "must be 0".
pub fn create(flags: u32) -> HipResult<Id<Graph>> {
    if flags != 0 {
        return Err(HipError::InvalidValue.because(format_args!("graph flags {flags:#x}")));
    }
    let device = runtime::current_device()?.index;
    Ok(runtime::live::<Graph>()?.insert(Graph::new(device, None)))
}

/// `hipGraphDestroy`. hip-tests: null is hipErrorInvalidValue; AMD's runtime: a destroyed one hipErrorIllegalState.
pub fn destroy(id: Id<Graph>) -> HipResult {
    if id.raw() == 0 {
        return Err(HipError::InvalidValue.because("the graph is null"));
    }
    let graph = runtime::live::<Graph>()?.remove(id);
    graph.ok_or_else(|| id.missing(HipError::IllegalState))?.close();
    Ok(())
}

/// The edge that is asked for.
fn edge_of(slots: &[Option<Slot>], from: u32, to: u32) -> bool {
    slots[from as usize].as_ref().is_some_and(|slot| slot.after.contains(&to))
}

impl Graph {
    fn new(device: usize, clone_of: Option<u64>) -> Graph {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Graph { device, number, clone_of, inner: Mutex::new(Rank::Graph, Inner::default()) }
    }

    /// A graph that no handle stands for yet.
    pub fn empty(device: usize) -> Arc<Graph> {
        Arc::new(Graph::new(device, None))
    }

    /// Ends the handles of its nodes and of their child graphs, and lets go of the program's objects.
    fn close(&self) {
        let inner = std::mem::take(&mut *self.inner.lock());
        inner.slots.iter().flatten().for_each(|slot| slot.node.close());
    }

    /// Adds a node behind others. AMD's runtime: hipErrorInvalidValue for a dependency that is no node of this graph, or named twice.
    pub fn add(self: &Arc<Graph>, work: Work, after: &[u64]) -> HipResult<Arc<Node>> {
        let mut inner = self.inner.lock();
        let before = after.iter().map(|&handle| self.index_of(handle)).collect::<HipResult<Vec<u32>>>()?;
        if before.len() > 1 && before.iter().collect::<HashSet<_>>().len() != before.len() {
            return Err(HipError::InvalidValue.because("a dependency is named twice"));
        }
        let index = inner.slots.len() as u32;
        let node = Node::register(self, index, Arc::new(work), None)?;
        for &other in &before {
            if let Some(slot) = &mut inner.slots[other as usize] {
                slot.after.push(index);
            }
        }
        inner.slots.push(Some(Slot { node: Arc::clone(&node), before, after: Vec::new() }));
        inner.order = None;
        Ok(node)
    }

    /// The index of one of its nodes.
    fn index_of(self: &Arc<Graph>, handle: u64) -> HipResult<u32> {
        let node = runtime::find::<Node>(Id::from_raw(handle))?;
        match node.is_in(self) {
            true => Ok(node.index),
            false => Err(HipError::InvalidValue.because("a node belongs to another graph")),
        }
    }

    /// `hipGraphDestroyNode`: with its edges.
    pub fn remove(&self, node: &Node) -> HipResult {
        self.refuse_memory_nodes("taking a node out")?;
        let mut inner = self.inner.lock();
        inner.order = None;
        let Some(Some(slot)) = inner.slots.get_mut(node.index as usize).map(Option::take) else { return Ok(()) };
        for other in slot.before {
            if let Some(slot) = &mut inner.slots[other as usize] {
                slot.after.retain(|&index| index != node.index);
            }
        }
        for other in slot.after {
            if let Some(slot) = &mut inner.slots[other as usize] {
                slot.before.retain(|&index| index != node.index);
            }
        }
        drop(inner);
        node.close();
        Ok(())
    }

    /// `hipGraphAddDependencies`: all or none. AMD's runtime: hipErrorInvalidValue for nodes of other graphs, for a node and itself, and for
    /// an edge that there is.
    pub fn connect(self: &Arc<Graph>, from: &[u64], to: &[u64]) -> HipResult {
        let mut inner = self.inner.lock();
        let mut edges = Vec::with_capacity(from.len());
        for (&from, &to) in from.iter().zip(to) {
            let edge = (self.index_of(from)?, self.index_of(to)?);
            if edge.0 == edge.1 || edges.contains(&edge) || edge_of(&inner.slots, edge.0, edge.1) {
                return Err(HipError::InvalidValue.because("an edge that there is, or from a node to itself"));
            }
            edges.push(edge);
        }
        inner.order = None;
        for (from, to) in edges {
            if let Some(slot) = &mut inner.slots[from as usize] {
                slot.after.push(to);
            }
            if let Some(slot) = &mut inner.slots[to as usize] {
                slot.before.push(from);
            }
        }
        Ok(())
    }

    /// `hipGraphRemoveDependencies`: all or none. HIP: hipErrorInvalidValue for an edge that there is not.
    pub fn disconnect(self: &Arc<Graph>, from: &[u64], to: &[u64]) -> HipResult {
        if !from.is_empty() {
            self.refuse_memory_nodes("taking an edge out")?;
        }
        let mut inner = self.inner.lock();
        let mut edges = Vec::with_capacity(from.len());
        for (&from, &to) in from.iter().zip(to) {
            let edge = (self.index_of(from)?, self.index_of(to)?);
            if !edge_of(&inner.slots, edge.0, edge.1) || edges.contains(&edge) {
                return Err(HipError::InvalidValue.because("no such edge"));
            }
            edges.push(edge);
        }
        inner.order = None;
        for (from, to) in edges {
            if let Some(slot) = &mut inner.slots[from as usize] {
                slot.after.retain(|&other| other != to);
            }
            if let Some(slot) = &mut inner.slots[to as usize] {
                slot.before.retain(|&other| other != from);
            }
        }
        Ok(())
    }

    /// All nodes in the order in which they run. hip-tests, Unit_hipGraph…Cycle: hipErrorInvalidValue if there is none.
    pub fn ordered(&self) -> HipResult<Arc<Order<Arc<Node>>>> {
        let mut inner = self.inner.lock();
        if inner.order.is_none() {
            inner.order = Order::of(&inner.slots).map(Arc::new);
        }
        inner.order.clone().ok_or_else(|| HipError::InvalidValue.because("the graph's edges form a circle"))
    }

    /// `hipGraphGetNodes`, in the order in which they were made.
    pub fn nodes(&self) -> Vec<Arc<Node>> {
        self.inner.lock().slots.iter().flatten().map(|slot| Arc::clone(&slot.node)).collect()
    }

    /// `hipGraphGetRootNodes`.
    pub fn roots(&self) -> Vec<u64> {
        let inner = self.inner.lock();
        let roots = inner.slots.iter().flatten().filter(|slot| slot.before.is_empty());
        roots.map(|slot| slot.node.handle()).collect()
    }

    /// `hipGraphGetEdges`: pairs of handles.
    pub fn edges(&self) -> Vec<(u64, u64)> {
        let inner = self.inner.lock();
        let name = |index: u32| inner.slots[index as usize].as_ref().map_or(0, |slot| slot.node.handle());
        let of = |slot: &Slot| {
            let from = slot.node.handle();
            slot.after.iter().map(|&to| (from, name(to))).collect::<Vec<_>>()
        };
        inner.slots.iter().flatten().flat_map(of).collect()
    }

    /// `hipGraphNodeGetDependencies` and `hipGraphNodeGetDependentNodes`.
    pub fn neighbours(&self, node: &Node) -> (Vec<u64>, Vec<u64>) {
        let inner = self.inner.lock();
        let names = |indices: &[u32]| -> Vec<u64> {
            let slots = indices.iter().filter_map(|&index| inner.slots[index as usize].as_ref());
            slots.map(|slot| slot.node.handle()).collect()
        };
        match inner.slots.get(node.index as usize) {
            Some(Some(slot)) => (names(&slot.before), names(&slot.after)),
            _ => (Vec::new(), Vec::new()),
        }
    }

    /// A copy of it, child graphs too: `hipGraphClone`. The nodes remember what they are copies of.
    pub fn duplicate(&self) -> HipResult<Arc<Graph>> {
        self.refuse_memory_nodes("a copy")?;
        let copy = Arc::new(Graph::new(self.device, Some(self.number)));
        let (originals, users) = {
            let inner = self.inner.lock();
            (inner.slots.clone(), inner.users.iter().map(Held::again).collect())
        };
        // Without the lock: child graphs have locks of the same rank.
        let mut slots = Vec::with_capacity(originals.len());
        for slot in originals {
            let Some(Slot { node, before, after }) = slot else {
                slots.push(None);
                continue;
            };
            let mut work = node.work();
            if let Work::Child(child) = &*work {
                work = Arc::new(Work::Child(ChildGraph::new(child.graph.duplicate()?)?));
            }
            let node = Node::register(&copy, node.index, work, Some(node.number))?;
            slots.push(Some(Slot { node, before, after }));
        }
        *copy.inner.lock() = Inner { slots, order: None, users, instance: None };
        Ok(copy)
    }

    /// `hipGraphNodeFindInClone`. HIP: hipErrorInvalidValue if this is no clone, or not of the node's graph.
    pub fn find_copy_of(&self, original: &Node) -> HipResult<u64> {
        let found = self.clone_of.and_then(|_| {
            let inner = self.inner.lock();
            let mut slots = inner.slots.iter().flatten();
            slots.find(|slot| slot.node.copy_of == Some(original.number)).map(|slot| slot.node.handle())
        });
        found.ok_or_else(|| HipError::InvalidValue.because("the graph has no copy of the node"))
    }

    /// Changes what references it holds to the program's objects.
    pub fn with_users<R>(&self, change: impl FnOnce(&mut Vec<Held>) -> R) -> R {
        change(&mut self.inner.lock().users)
    }
}
