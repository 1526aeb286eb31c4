//! Who is computed before whom: predecessors and immediate dominators of one function.
//!
//! The verifier has its own, small and simple, so that a bug in `analysis/` cannot hide from it.
//! Method: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001).

use std::ops::Range;

use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::Inst;

const NONE: usize = usize::MAX;

/// By block index; unreachable blocks have order `NONE`.
pub(super) struct Dominance {
    predecessors: Vec<Vec<Block>>,
    /// Position in reverse post-order.
    order: Vec<usize>,
    /// By reverse post-order position, what a block dominates, as numbers in the tree of dominators: its own is the first.
    below: Vec<Range<usize>>,
    /// Block and position of each instruction.
    place: Vec<(usize, usize)>,
}

impl Dominance {
    pub(super) fn of(func: &Function) -> Self {
        let mut predecessors = vec![Vec::new(); func.blocks.len()];
        let mut place = vec![(NONE, 0); func.insts.len()];
        for &block in &func.layout {
            for succ in func.successors(block) {
                predecessors[succ.index()].push(block);
            }
            for (position, &inst) in func.blocks[block].insts.iter().enumerate() {
                place[inst.index()] = (block.index(), position);
            }
        }
        let sequence = reverse_post_order(func);
        let mut order = vec![NONE; func.blocks.len()];
        for (position, block) in sequence.iter().enumerate() {
            order[block.index()] = position;
        }
        let below = numbered(&immediate_dominators(&sequence, &order, &predecessors));
        Self { predecessors, order, below, place }
    }

    /// The blocks that lead to `block`, once per edge.
    pub(super) fn predecessors(&self, block: Block) -> &[Block] {
        &self.predecessors[block.index()]
    }

    /// Whether `used` is computed whenever control leaves `block`.
    pub(super) fn available_at_end(&self, used: Inst, block: Block) -> bool {
        self.dominates(self.place[used.index()].0, block.index())
    }

    /// Whether `used` is computed whenever control reaches `user`, which is in `block`.
    pub(super) fn available_before(&self, used: Inst, user: Inst, block: Block) -> bool {
        let (home, position) = self.place[used.index()];
        if home == block.index() {
            return position < self.place[user.index()].1 || self.order[home] == NONE;
        }
        self.dominates(home, block.index())
    }

    fn dominates(&self, above: usize, below: usize) -> bool {
        let (above, below) = (self.order[above], self.order[below]);
        // In code that is never reached, everything holds.
        if below == NONE {
            return true;
        }
        above != NONE && self.below[above].contains(&self.below[below].start)
    }
}

/// Numbers the tree of dominators `idom` (each block's comes before it; the first is the root) so that what hangs below a block is a range.
fn numbered(idom: &[usize]) -> Vec<Range<usize>> {
    let mut sizes = vec![1; idom.len()];
    for block in (1..idom.len()).rev() {
        sizes[idom[block]] += sizes[block];
    }
    let mut ranges = vec![0..idom.len(); idom.len()];
    // Where the next child of each block goes.
    let mut next = vec![1; idom.len()];
    for block in 1..idom.len() {
        let start = next[idom[block]];
        next[idom[block]] += sizes[block];
        ranges[block] = start..start + sizes[block];
        next[block] = start + 1;
    }
    ranges
}

fn reverse_post_order(func: &Function) -> Vec<Block> {
    let mut seen = vec![false; func.blocks.len()];
    let mut post = Vec::new();
    seen[func.entry().index()] = true;
    let mut stack = vec![(func.entry(), func.successors(func.entry()))];
    while let Some((block, left)) = stack.last_mut() {
        match left.pop() {
            Some(next) if !seen[next.index()] => {
                seen[next.index()] = true;
                stack.push((next, func.successors(next)));
            }
            Some(_) => {}
            None => {
                post.push(*block);
                stack.pop();
            }
        }
    }
    post.reverse();
    post
}

fn immediate_dominators(sequence: &[Block], order: &[usize], predecessors: &[Vec<Block>]) -> Vec<usize> {
    let mut idom = vec![NONE; sequence.len()];
    idom[0] = 0;
    loop {
        let mut changed = false;
        for (position, block) in sequence.iter().enumerate().skip(1) {
            let mut new = NONE;
            for from in &predecessors[block.index()] {
                let from = order[from.index()];
                if from == NONE || idom[from] == NONE {
                    continue;
                }
                new = if new == NONE { from } else { meet(&idom, new, from) };
            }
            changed |= std::mem::replace(&mut idom[position], new) != new;
        }
        if !changed {
            return idom;
        }
    }
}

fn meet(idom: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = idom[a];
        }
        while b > a {
            b = idom[b];
        }
    }
    a
}
