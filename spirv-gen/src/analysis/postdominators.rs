//! Where the ways out of a branch meet again, in a part of a control-flow graph.
//!
//! Cooper, Harvey and Kennedy's algorithm on the reversed graph. Where the part has a loop that control cannot leave, the blocks that
//! close it count as ends: ways then meet before the loop begins anew, or nowhere. Used by `analysis::divergence`.

use super::dominators::intersect;
use crate::analysis::components::components;
use crate::ir::entity::Entity;
use crate::ir::function::Block;

/// The first block that every path from each block passes; nothing where paths end apart.
#[derive(Clone, Debug)]
pub struct PostDominators {
    next: Vec<Option<Block>>,
}

impl PostDominators {
    /// Of the graph whose nodes are `nodes` (of a function with `blocks` blocks); edges that leave it are ignored.
    pub fn new(nodes: &[Block], blocks: usize, successors: impl Fn(Block) -> Vec<Block>) -> Self {
        let mut inside = vec![false; blocks];
        nodes.iter().for_each(|b| inside[b.index()] = true);
        let succs = |b: Block| successors(b).into_iter().filter(|s| inside[s.index()]).collect::<Vec<_>>();
        let mut preds = vec![Vec::new(); blocks];
        nodes.iter().for_each(|&b| succs(b).into_iter().for_each(|s| preds[s.index()].push(b)));
        let (order, chosen) = reverse_order(nodes, blocks, &succs, &preds);
        let mut position = vec![usize::MAX; blocks];
        order.iter().enumerate().for_each(|(i, b)| position[b.index()] = i + 1);
        // Position 0 is the end behind all ends.
        let mut above: Vec<Option<usize>> = vec![None; order.len() + 1];
        above[0] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for (i, &block) in order.iter().enumerate() {
                let ways = succs(block).into_iter().map(|s| position[s.index()]).filter(|&p| above[p].is_some());
                let new = ways.reduce(|a, b| intersect(&above, a, b)).filter(|_| !chosen.contains(&block)).unwrap_or(0);
                if above[i + 1] != Some(new) {
                    above[i + 1] = Some(new);
                    changed = true;
                }
            }
        }
        let mut next = vec![None; blocks];
        for (i, block) in order.iter().enumerate() {
            next[block.index()] = above[i + 1].filter(|&p| p > 0).map(|p| order[p - 1]);
        }
        Self { next }
    }

    /// See [`PostDominators`].
    pub fn next(&self, block: Block) -> Option<Block> {
        self.next.get(block.index()).copied().flatten()
    }
}

/// The nodes, each before those that lead to it except around cycles (a reverse postorder of the reversed graph), and the blocks
/// chosen as ends of loops that have none.
fn reverse_order(
    nodes: &[Block],
    blocks: usize,
    succs: &impl Fn(Block) -> Vec<Block>,
    preds: &[Vec<Block>],
) -> (Vec<Block>, Vec<Block>) {
    let chosen = latches_without_end(nodes, blocks, succs);
    let mut seen = vec![false; blocks];
    let mut finished = Vec::new();
    let ends = nodes.iter().copied().filter(|&b| succs(b).is_empty());
    let roots: Vec<Block> = ends.chain(chosen.iter().copied()).collect();
    roots.iter().for_each(|b| seen[b.index()] = true);
    for root in roots {
        let mut part = Vec::new();
        let mut stack = vec![(root, 0)];
        while let Some((block, next)) = stack.last_mut() {
            let Some(&pred) = preds[block.index()].get(*next) else {
                part.push(*block);
                stack.pop();
                continue;
            };
            *next += 1;
            if !std::mem::replace(&mut seen[pred.index()], true) {
                stack.push((pred, 0));
            }
        }
        finished.push(part);
    }
    // Later roots' parts stand behind: nothing in an earlier part leads into a later one.
    (finished.into_iter().flat_map(|part| part.into_iter().rev()).collect(), chosen)
}

/// The blocks that close a loop from which no end is reached: those that lead back to its first block in program order.
fn latches_without_end(nodes: &[Block], blocks: usize, succs: &impl Fn(Block) -> Vec<Block>) -> Vec<Block> {
    let found = components(nodes, succs);
    let mut component_of = vec![usize::MAX; blocks];
    let mut header = vec![None; found.len()];
    for (index, component) in found.iter().enumerate() {
        component.blocks.iter().for_each(|b| component_of[b.index()] = index);
    }
    nodes.iter().for_each(|&b| {
        header[component_of[b.index()]].get_or_insert(b);
    });
    let endless = found.iter().zip(&header).enumerate().filter(|(index, (component, _))| {
        let stays = |b: &Block| succs(*b).into_iter().all(|s| component_of[s.index()] == *index);
        component.cyclic && component.blocks.iter().all(stays)
    });
    endless
        .flat_map(|(_, (component, &header))| {
            component.blocks.iter().copied().filter(move |&b| header.is_some_and(|h| succs(b).contains(&h)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::PostDominators;
    use crate::ir::function::Block;

    fn of(edges: &[&[u32]]) -> Vec<Option<u32>> {
        let all: Vec<Block> = (0..edges.len() as u32).map(Block).collect();
        let tree = PostDominators::new(&all, edges.len(), |b| edges[b.0 as usize].iter().map(|&t| Block(t)).collect());
        all.iter().map(|&b| tree.next(b).map(|n| n.0)).collect()
    }

    #[test]
    fn the_arms_of_a_branch_meet_at_its_join() {
        assert_eq!(of(&[&[1, 2], &[3], &[3], &[]]), [Some(3), Some(3), Some(3), None]);
    }

    #[test]
    fn a_loop_is_left_through_its_exit() {
        assert_eq!(of(&[&[1], &[2, 3], &[1], &[]]), [Some(1), Some(3), Some(1), None]);
    }

    #[test]
    fn two_ends_have_nothing_in_common() {
        assert_eq!(of(&[&[1, 2], &[], &[]]), [None, None, None]);
    }

    #[test]
    fn a_branch_inside_a_cycle_without_end_still_meets_before_the_cycle_closes() {
        assert_eq!(of(&[&[1], &[2, 3], &[4], &[4], &[1]])[1], Some(4));
    }

    #[test]
    fn a_loop_inside_a_cycle_without_end_is_left_through_its_exit_wherever_its_body_stands() {
        // 1 is the outer loop's head, 2 the inner loop's, 4 its body, 3 the way out of it and back to 1.
        assert_eq!(of(&[&[1], &[2], &[4, 3], &[1], &[2]])[2], Some(3));
        assert_eq!(of(&[&[1], &[2], &[3, 4], &[2], &[1]])[2], Some(4));
    }

    #[test]
    fn ways_that_close_a_cycle_without_end_apart_do_not_meet() {
        assert_eq!(of(&[&[1], &[2, 3], &[1], &[1]]), [Some(1), None, None, None]);
    }

    #[test]
    fn a_loop_in_front_of_a_cycle_without_end_is_left_through_its_exit() {
        // 1 and 2 are a loop, 3 goes round for ever.
        assert_eq!(of(&[&[1], &[3, 2], &[1], &[3]]), [Some(1), Some(3), Some(1), None]);
    }
}
