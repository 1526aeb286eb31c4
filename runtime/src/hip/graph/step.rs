//! A step of an executable graph: what one of its nodes was instantiated to.

use super::node::Work;

/// A node of an executable graph.
#[derive(Debug)]
pub struct Step {
    /// The number of the node it was made of.
    pub node: u64,
    /// Which of its own graph's nodes, in their order, are before it.
    pub before: Vec<u32>,
    /// What it does.
    pub work: Work,
    /// HIP: "disabled nodes are functionally equivalent to empty nodes".
    pub enabled: bool,
    /// How many steps behind it are its child graph's.
    pub nested: u32,
}
