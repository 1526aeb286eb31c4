//! Predecessors and reverse postorder of a function's blocks.

use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};

/// The control-flow graph of what the entry reaches.
#[derive(Clone, Debug)]
pub struct Cfg {
    preds: Vec<Vec<Block>>,
    order: Vec<Block>,
    position: Vec<u32>,
}

const UNREACHED: u32 = u32::MAX;

impl Cfg {
    /// The graph of `func`, which must have a body.
    pub fn new(func: &Function) -> Self {
        Self::with_successors(func, |b| func.successors(b))
    }
    /// The graph of `func` with other edges than its terminators'.
    pub fn with_successors(func: &Function, successors: impl Fn(Block) -> Vec<Block>) -> Self {
        let mut preds = vec![Vec::new(); func.blocks.len()];
        let mut position = vec![UNREACHED; func.blocks.len()];
        let mut order = Vec::new();
        let mut named_by = vec![None; func.blocks.len()];
        let mut distinct = |block: Block| {
            let mut succs = successors(block);
            succs.retain(|succ| named_by[succ.index()].replace(block) != Some(block));
            succs
        };
        // Depth first with an explicit stack: kernels have thousands of blocks, and so may a switch.
        let entry = func.entry();
        position[entry.index()] = 0;
        let mut stack = vec![(entry, distinct(entry), 0)];
        while let Some((block, succs, next)) = stack.last_mut() {
            let block = *block;
            let Some(&succ) = succs.get(*next) else {
                order.push(block);
                stack.pop();
                continue;
            };
            *next += 1;
            preds[succ.index()].push(block);
            if position[succ.index()] == UNREACHED {
                position[succ.index()] = 0;
                stack.push((succ, distinct(succ), 0));
            }
        }
        order.reverse();
        for (i, block) in order.iter().enumerate() {
            position[block.index()] = i as u32;
        }
        Self { preds, order, position }
    }
    /// The blocks that may go to `block`, each once, reachable ones only.
    pub fn preds(&self, block: Block) -> &[Block] {
        &self.preds[block.index()]
    }
    /// The reachable blocks, each before its successors except along back edges.
    pub fn reverse_postorder(&self) -> &[Block] {
        &self.order
    }
    /// Position of `block` in [`Self::reverse_postorder`]; nothing if it cannot be reached.
    pub fn position(&self, block: Block) -> Option<usize> {
        self.position.get(block.index()).filter(|&&p| p != UNREACHED).map(|&p| p as usize)
    }
    /// Whether the entry reaches `block`.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position(block).is_some()
    }
}
