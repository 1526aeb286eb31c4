//! The order in which a graph's nodes run: each behind all it depends on, else as they were made.
//!
//! The order depends on the structure alone, so that two graphs of one structure have their nodes in the same places: `update` relies on it.
//! A graph keeps its order until its structure changes.

use std::sync::Arc;

use super::node::Node;
use super::{Graph, Slot};
use crate::hip::error::{HipError, HipResult};

/// A graph's nodes in order.
#[derive(Debug, Default)]
pub struct Order {
    nodes: Vec<Arc<Node>>,
    /// The places of those before each node, one node's behind the other's, and where each node's end.
    before: Vec<u32>,
    ends: Vec<usize>,
}

impl Order {
    /// Nodes, each with the places of those before it, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<Node>, &[u32])> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        let before = begins.zip(&self.ends).map(|(begin, &end)| &self.before[begin..end]);
        self.nodes.iter().zip(before)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Of what a graph has; none if its edges form a circle.
    fn of(slots: &[Option<Slot>]) -> Option<Order> {
        let mut missing: Vec<u32> =
            slots.iter().map(|slot| slot.as_ref().map_or(0, |slot| slot.before.len() as u32)).collect();
        let live = |index: &u32| slots[*index as usize].is_some();
        let mut queue: Vec<u32> = (0..slots.len() as u32).filter(live).collect();
        let all = queue.len();
        queue.retain(|&index| missing[index as usize] == 0);
        let mut places = vec![0; slots.len()];
        let mut order = Order::default();
        let mut next = 0;
        while let Some(&index) = queue.get(next) {
            places[index as usize] = next as u32;
            next += 1;
            let Some(slot) = &slots[index as usize] else { continue };
            let begin = order.before.len();
            order.before.extend(slot.before.iter().map(|&other| places[other as usize]));
            order.before[begin..].sort_unstable();
            order.ends.push(order.before.len());
            order.nodes.push(Arc::clone(&slot.node));
            for &other in &slot.after {
                missing[other as usize] -= 1;
                if missing[other as usize] == 0 {
                    queue.push(other);
                }
            }
        }
        (order.len() == all).then_some(order)
    }
}

impl Graph {
    /// All nodes in order. hip-tests, Unit_hipGraph…Cycle: hipErrorInvalidValue if there is none.
    pub fn ordered(&self) -> HipResult<Arc<Order>> {
        let mut inner = self.inner.lock();
        if inner.order.is_none() {
            inner.order = Order::of(&inner.slots).map(Arc::new);
        }
        inner.order.clone().ok_or_else(|| HipError::InvalidValue.because("the graph's edges form a circle"))
    }
}
