//! Predecessors and reverse postorder of a function's blocks.

use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};

/// The control-flow graph of what the entry reaches.
#[derive(Clone, Debug)]
pub struct Cfg {
    /// The predecessors of all blocks, one block's behind the other's.
    preds: Vec<Block>,
    /// By block, where its predecessors begin; the last entry is where all end.
    first_pred: Vec<u32>,
    order: Vec<Block>,
    position: Vec<u32>,
}

const UNREACHED: u32 = u32::MAX;

impl Cfg {
    /// The graph of `func`, which must have a body.
    pub fn new(func: &Function) -> Self {
        Self::walk(func, |block, succs| {
            if let Some(&last) = func.blocks[block].insts.last() {
                func.op(last).for_each_successor(|succ| succs.push(succ));
            }
        })
    }
    /// The graph of `func` with other edges than its terminators'.
    pub fn with_successors(func: &Function, successors: impl Fn(Block) -> Vec<Block>) -> Self {
        Self::walk(func, |block, succs| succs.extend(successors(block)))
    }

    /// The graph whose edges `successors` appends to a list.
    fn walk(func: &Function, successors: impl Fn(Block, &mut Vec<Block>)) -> Self {
        let mut position = vec![UNREACHED; func.blocks.len()];
        let mut order = Vec::new();
        let mut named_by = vec![None; func.blocks.len()];
        // The blocks entered and not left yet have their distinct successors here, one's behind the other's.
        let mut open: Vec<Block> = Vec::new();
        let mut distinct = |block: Block, open: &mut Vec<Block>| {
            let start = open.len();
            successors(block, open);
            let mut kept = start;
            for at in start..open.len() {
                if named_by[open[at].index()].replace(block) != Some(block) {
                    open[kept] = open[at];
                    kept += 1;
                }
            }
            open.truncate(kept);
            start
        };
        // Depth first with an explicit stack: kernels have thousands of blocks, and so may a switch.
        let entry = func.entry();
        position[entry.index()] = 0;
        let mut edges = Vec::with_capacity(func.layout.len());
        let start = distinct(entry, &mut open);
        let mut stack = vec![(entry, start, start)];
        while let Some((block, start, next)) = stack.last_mut() {
            let block = *block;
            let Some(&succ) = open.get(*next) else {
                order.push(block);
                open.truncate(*start);
                stack.pop();
                continue;
            };
            *next += 1;
            edges.push((block, succ));
            if position[succ.index()] == UNREACHED {
                position[succ.index()] = 0;
                let start = distinct(succ, &mut open);
                stack.push((succ, start, start));
            }
        }
        order.reverse();
        for (i, block) in order.iter().enumerate() {
            position[block.index()] = i as u32;
        }
        let (preds, first_pred) = by_target(&edges, func.blocks.len());
        Self { preds, first_pred, order, position }
    }
    /// The blocks that may go to `block`, each once, reachable ones only.
    pub fn preds(&self, block: Block) -> &[Block] {
        let at = block.index();
        &self.preds[self.first_pred[at] as usize..self.first_pred[at + 1] as usize]
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

/// The sources of `edges` by target, in the order of `edges`, and where each target's begin.
fn by_target(edges: &[(Block, Block)], blocks: usize) -> (Vec<Block>, Vec<u32>) {
    let mut first = vec![0u32; blocks + 1];
    edges.iter().for_each(|(_, to)| first[to.index() + 1] += 1);
    for at in 0..blocks {
        first[at + 1] += first[at];
    }
    let mut next = first.clone();
    let mut sources = vec![Block(0); edges.len()];
    for &(from, to) in edges {
        let place = &mut next[to.index()];
        sources[*place as usize] = from;
        *place += 1;
    }
    (sources, first)
}
