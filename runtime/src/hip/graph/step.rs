//! A step of an executable graph: what one of its nodes was instantiated to; and the way through a graph in which steps lie.
//!
//! Called by `exec`, and by `update`, which goes the same way through the graph it compares.

use std::sync::Arc;

use super::Graph;
use super::node::{Node, Work};
use crate::hip::error::HipResult;

/// A node of an executable graph.
#[derive(Debug)]
pub struct Step {
    /// The number of the node it was made of.
    pub node: u64,
    /// Which of its own graph's nodes, in their order, are before it.
    pub before: Vec<u32>,
    /// What it does; its node's own, until either changes.
    pub work: Arc<Work>,
    /// HIP: "disabled nodes are functionally equivalent to empty nodes".
    pub enabled: bool,
    /// How many steps behind it are its child graph's.
    pub nested: u32,
}

impl Step {
    /// Puts other work, made with a look at the old, in its place: its node does what it did.
    pub fn put(&mut self, new: impl FnOnce(&Work) -> HipResult<Work>) -> HipResult {
        new(&self.work)?.put(&mut self.work);
        Ok(())
    }
}

/// What has a place in that order.
pub(super) trait Place {
    /// So many places behind it are its child graph's.
    fn nest(&mut self, count: u32);
}

impl Place for Step {
    fn nest(&mut self, count: u32) {
        self.nested = count;
    }
}

/// A graph's nodes in order, each child graph's behind its node, as `make` makes a place of a node, those before it and its work.
pub(super) fn lay_out<P: Place>(
    graph: &Graph,
    places: &mut Vec<P>,
    make: &mut impl FnMut(&Node, &[u32], Arc<Work>) -> P,
) -> HipResult {
    let order = graph.ordered()?;
    places.reserve(order.len());
    for (node, before) in order.iter() {
        let (work, at) = (node.work(), places.len());
        let child = if let Work::Child(child) = &*work { Some(Arc::clone(&child.graph)) } else { None };
        places.push(make(node, before, work));
        if let Some(child) = child {
            lay_out(&child, places, make)?;
            let count = (places.len() - at - 1) as u32;
            places[at].nest(count);
        }
    }
    Ok(())
}
