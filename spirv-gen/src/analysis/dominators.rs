//! The dominator tree and dominance frontiers (Cooper, Harvey and Kennedy's algorithm).

use super::cfg::Cfg;
use crate::ir::entity::Entity;
use crate::ir::function::Block;

/// Which block each block must be reached through.
#[derive(Clone, Debug)]
pub struct Dominators {
    idom: Vec<Option<Block>>,
    children: Vec<Vec<Block>>,
    /// Interval of the subtree in a preorder walk; empty for unreachable blocks.
    interval: Vec<(u32, u32)>,
}

impl Dominators {
    /// The tree of `cfg`.
    pub fn new(cfg: &Cfg) -> Self {
        let order = cfg.reverse_postorder();
        let mut idom: Vec<Option<usize>> = vec![None; order.len()];
        idom[0] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for (i, &block) in order.iter().enumerate().skip(1) {
                let preds = cfg.preds(block).iter().filter_map(|&p| cfg.position(p));
                let new = preds.filter(|&p| idom[p].is_some()).reduce(|a, b| intersect(&idom, a, b));
                if new.is_some() && idom[i] != new {
                    idom[i] = new;
                    changed = true;
                }
            }
        }
        Self::from_positions(cfg, &idom)
    }

    fn from_positions(cfg: &Cfg, positions: &[Option<usize>]) -> Self {
        let order = cfg.reverse_postorder();
        let size = order.iter().map(|b| b.index() + 1).max().unwrap_or(0);
        let mut tree = Self { idom: vec![None; size], children: vec![Vec::new(); size], interval: vec![(1, 0); size] };
        for (i, &block) in order.iter().enumerate().skip(1) {
            if let Some(parent) = positions[i].map(|p| order[p]) {
                tree.idom[block.index()] = Some(parent);
                tree.children[parent.index()].push(block);
            }
        }
        let mut counter = 0;
        let mut stack = vec![(order[0], 0)];
        while let Some((block, next)) = stack.last_mut() {
            if *next == 0 {
                tree.interval[block.index()].0 = counter;
                counter += 1;
            }
            if let Some(&child) = tree.children[block.index()].get(*next) {
                *next += 1;
                stack.push((child, 0));
            } else {
                tree.interval[block.index()].1 = counter;
                stack.pop();
            }
        }
        tree
    }

    /// The closest block that every path to `block` passes; nothing for the entry and for unreachable blocks.
    pub fn idom(&self, block: Block) -> Option<Block> {
        self.idom.get(block.index()).copied().flatten()
    }
    /// The blocks whose immediate dominator is `block`.
    pub fn children(&self, block: Block) -> &[Block] {
        self.children.get(block.index()).map_or(&[], Vec::as_slice)
    }
    /// Whether every path to `b` passes `a` (a block dominates itself). False if either is unreachable.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        let interval = |x: Block| self.interval.get(x.index()).copied().unwrap_or((1, 0));
        let ((a_start, a_end), (b_start, b_end)) = (interval(a), interval(b));
        a_start <= b_start && b_start < b_end && b_end <= a_end
    }
    /// For each block (by index), the joins where its dominance ends.
    pub fn frontiers(&self, cfg: &Cfg) -> Vec<Vec<Block>> {
        let mut frontiers = vec![Vec::new(); self.idom.len()];
        for &join in cfg.reverse_postorder() {
            let preds = cfg.preds(join);
            if preds.len() < 2 && self.idom(join).is_some() {
                continue;
            }
            for &pred in preds {
                let mut runner = Some(pred);
                while let Some(block) = runner.filter(|&b| Some(b) != self.idom(join)) {
                    let frontier: &mut Vec<Block> = &mut frontiers[block.index()];
                    if frontier.last() == Some(&join) {
                        break; // so have all above it, on the way from another predecessor
                    }
                    frontier.push(join);
                    runner = self.idom(block);
                }
            }
        }
        frontiers
    }
}

/// Where the ways from two nodes up the tree meet. Nodes are positions in an order in which what stands above comes first.
pub(super) fn intersect(idom: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let later = if a > b { &mut a } else { &mut b };
        *later = idom[*later].unwrap_or(0);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::Dominators;
    use crate::analysis::cfg::Cfg;
    use crate::ir::function::{Block, Function};
    use crate::ir::instruction::Op;
    use crate::ir::module::Context;
    use crate::ir::types::Type;

    /// A function whose block `i` goes to `edges[i]`.
    fn graph(edges: &[&[u32]]) -> Function {
        let mut ctx = Context::default();
        let mut func = Function::declaration("f", Type::VOID, Vec::new());
        let cond = ctx.undef(Type::I1);
        for succs in edges {
            let block = func.add_block();
            let op = match *succs {
                [] => Op::Ret(None),
                [to] => Op::Br(Block(*to)),
                [a, b, ..] => Op::CondBr { cond, then_: Block(*a), else_: Block(*b) },
            };
            func.append(block, op, Type::VOID, None);
        }
        func
    }

    #[test]
    fn a_diamond_joins_at_its_head_and_frontiers_are_the_join() {
        let func = graph(&[&[1, 2], &[3], &[3], &[]]);
        let cfg = Cfg::new(&func);
        let dom = Dominators::new(&cfg);
        assert_eq!(dom.idom(Block(3)), Some(Block(0)));
        assert_eq!(dom.frontiers(&cfg), [vec![], vec![Block(3)], vec![Block(3)], vec![]]);
        assert!(dom.dominates(Block(0), Block(3)) && !dom.dominates(Block(1), Block(3)));
        assert!(dom.dominates(Block(2), Block(2)));
    }

    #[test]
    fn an_irreducible_pair_is_dominated_by_the_branch_only() {
        let func = graph(&[&[1, 2], &[2, 3], &[1, 3], &[], &[3]]);
        let cfg = Cfg::new(&func);
        let dom = Dominators::new(&cfg);
        assert_eq!([1, 2, 3].map(|b| dom.idom(Block(b))), [Some(Block(0)); 3]);
        assert!(!cfg.is_reachable(Block(4)) && !dom.dominates(Block(4), Block(3)));
        assert_eq!(cfg.preds(Block(3)).len(), 2);
    }

    #[test]
    fn a_loop_header_is_in_its_own_frontier() {
        let func = graph(&[&[1], &[2, 3], &[1], &[]]);
        let cfg = Cfg::new(&func);
        let dom = Dominators::new(&cfg);
        assert_eq!(dom.frontiers(&cfg)[1], [Block(1)]);
        assert_eq!(dom.frontiers(&cfg)[2], [Block(1)]);
    }
}
