//! A step of an executable graph: what one of its nodes was instantiated to.

use std::sync::Arc;

use super::node::Work;

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
    /// What it does, to be changed: its node does what it did.
    pub fn work_mut(&mut self) -> &mut Work {
        Arc::make_mut(&mut self.work)
    }
}
