//! Nodes that allocate and free memory. What the memory is: `hip::memory::graph`.
//!
//! HIP restricts graphs that have such nodes: they are not cloned, no child graphs, lose no nodes or edges, and have one executable graph at a
//! time; all else is hipErrorNotSupported. So what comes behind what is settled, and an allocation behind a free may have its memory.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::node::Work;
use super::{Graph, Slot};
use crate::hip::error::{HipError, HipResult};
use crate::hip::memory::graph::{self, Change, GraphMemory, Launched};
use crate::vk;

/// What an allocation node does.
#[derive(Clone, Debug)]
pub struct AllocNode {
    /// Its memory, which may be larger.
    pub memory: Arc<GraphMemory>,
    /// Bytes asked for.
    pub size: u64,
    /// The program's description; only `capi` reads it.
    pub described: Option<Arc<dyn Any + Send + Sync>>,
}

impl Work {
    /// It allocates or frees.
    pub fn is_of_memory(&self) -> bool {
        matches!(self, Work::Alloc(_) | Work::Free(_))
    }

    /// What the device uses while it runs.
    pub(super) fn memory(&self) -> Option<Arc<vk::Memory>> {
        match self {
            Work::Alloc(node) => Some(node.memory.memory()),
            Work::Free(memory) => Some(memory.memory()),
            _ => None,
        }
    }

    fn change(&self) -> Option<Change<'_>> {
        match self {
            Work::Alloc(node) => Some(Change::Allocate(&node.memory, node.size)),
            Work::Free(memory) => Some(Change::Free(memory)),
            _ => None,
        }
    }
}

/// The launch of these, in order.
pub fn launch<'a>(works: impl Iterator<Item = &'a Work>, auto_free: bool) -> HipResult<Launched> {
    let changes: Vec<Change<'_>> = works.filter_map(Work::change).collect();
    graph::launch(&changes, auto_free)
}

impl Graph {
    /// Memory for an allocation behind these nodes: that of an earlier one that was freed before, or new. HIP: hipErrorOutOfMemory.
    pub fn memory_behind(self: &Arc<Graph>, after: &[u64], device: usize, size: u64) -> HipResult<Arc<GraphMemory>> {
        if size == 0 {
            return Err(HipError::InvalidValue.because("an allocation of nothing"));
        }
        let reused = {
            let inner = self.inner.lock();
            let first = after.iter().map(|&handle| self.index_of(handle)).collect::<HipResult<Vec<u32>>>()?;
            reusable(&inner.slots, &first, device, size)
        };
        match reused {
            Some(memory) => Ok(memory),
            None => GraphMemory::new(device, size),
        }
    }

    /// HIP of hipGraphAddMemFreeNode: hipErrorInvalidValue for what no allocation node allocates, and for a second free in the same graph.
    pub fn memory_to_free(&self, address: u64) -> HipResult<Arc<GraphMemory>> {
        let memory = graph::at(address)
            .ok_or_else(|| HipError::InvalidValue.because(format_args!("no graph allocates {address:#x}")))?;
        let (mut allocations, mut frees) = (0, 0);
        for node in self.nodes() {
            match &*node.work() {
                Work::Alloc(other) if Arc::ptr_eq(&other.memory, &memory) => allocations += 1,
                Work::Free(other) if Arc::ptr_eq(other, &memory) => frees += 1,
                _ => {}
            }
        }
        match frees < allocations.max(1) {
            true => Ok(memory),
            false => Err(HipError::InvalidValue.because(format_args!("{address:#x} is freed in this graph already"))),
        }
    }

    /// It has nodes that allocate or free.
    pub fn has_memory_nodes(&self) -> bool {
        self.nodes().iter().any(|node| node.work().is_of_memory())
    }

    /// HIP: hipErrorNotSupported, of a graph with such nodes.
    pub fn refuse_memory_nodes(&self, what: &str) -> HipResult {
        match self.has_memory_nodes() {
            true => {
                Err(HipError::NotSupported.because(format_args!("{what} of a graph that allocates or frees memory")))
            }
            false => Ok(()),
        }
    }
}

/// Memory of the graph all of whose users come before nodes behind `first`, and that was freed as often as allocated.
fn reusable(slots: &[Option<Slot>], first: &[u32], device: usize, size: u64) -> Option<Arc<GraphMemory>> {
    let works: Vec<(u32, Arc<Work>)> = (0..)
        .zip(slots)
        .filter_map(|(index, slot)| Some((index, slot.as_ref()?.node.work())))
        .filter(|(_, work)| work.is_of_memory())
        .collect();
    if !works.iter().any(|(_, work)| matches!(**work, Work::Free(_))) {
        return None;
    }
    let before = all_before(slots, first);
    // Allocations less frees; nothing where a user may run later.
    let mut balance: HashMap<u64, (Arc<GraphMemory>, Option<i64>, bool)> = HashMap::new();
    for (index, work) in works {
        let (memory, change) = match &*work {
            Work::Alloc(node) => (Arc::clone(&node.memory), 1),
            Work::Free(memory) => (Arc::clone(memory), -1),
            _ => continue,
        };
        let known = balance.entry(memory.address()).or_insert((memory, Some(0), false));
        known.1 = known.1.filter(|_| before.contains(&index)).map(|sum| sum + change);
        known.2 |= change > 0;
    }
    let fits =
        |memory: &GraphMemory| memory.device() == device && (size..=size.saturating_mul(2)).contains(&memory.size());
    let free = balance.into_values().filter(|(memory, sum, own)| *sum == Some(0) && *own && fits(memory));
    free.map(|(memory, ..)| memory).min_by_key(|memory| (memory.size(), memory.address()))
}

fn all_before(slots: &[Option<Slot>], first: &[u32]) -> HashSet<u32> {
    let mut seen: HashSet<u32> = first.iter().copied().collect();
    let mut next: Vec<u32> = first.to_vec();
    while let Some(index) = next.pop() {
        let Some(Some(slot)) = slots.get(index as usize) else { continue };
        next.extend(slot.before.iter().copied().filter(|&other| seen.insert(other)));
    }
    seen
}
