//! Strongly connected components (Tarjan's algorithm) of a part of a control-flow graph.

use crate::ir::entity::Entity;
use crate::ir::function::Block;

/// A strongly connected component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    pub blocks: Vec<Block>,
    /// Control can go round in it: several blocks, or one that follows itself.
    pub cyclic: bool,
}

/// The components of `nodes` in which control can go round. Edges that leave `nodes` are ignored. `blocks` is how many blocks the
/// function has.
pub fn cycles(nodes: &[Block], blocks: usize, successors: impl Fn(Block) -> Vec<Block>) -> Vec<Vec<Block>> {
    components(nodes, blocks, successors).into_iter().filter(|c| c.cyclic).map(|c| c.blocks).collect()
}

/// All components of `nodes`, each behind those that it leads to. Edges that leave `nodes` are ignored.
pub fn components(nodes: &[Block], blocks: usize, successors: impl Fn(Block) -> Vec<Block>) -> Vec<Component> {
    let mut state =
        State { index: vec![OUTSIDE; blocks], low: vec![0; blocks], on_stack: vec![false; blocks], next: 0 };
    nodes.iter().for_each(|b| state.index[b.index()] = UNSEEN);
    let mut open = Vec::new();
    let mut found = Vec::new();
    for &root in nodes {
        if state.index[root.index()] != UNSEEN {
            continue;
        }
        let mut walk = vec![(root, state.enter(root, &mut open, &successors), 0)];
        while let Some((block, succs, next)) = walk.last_mut() {
            let block = *block;
            if let Some(&succ) = succs.get(*next) {
                *next += 1;
                match state.index[succ.index()] {
                    OUTSIDE => {}
                    UNSEEN => walk.push((succ, state.enter(succ, &mut open, &successors), 0)),
                    index if state.on_stack[succ.index()] => state.lower(block, index),
                    _ => {}
                }
                continue;
            }
            let follows_itself = succs.contains(&block);
            walk.pop();
            if let Some((parent, ..)) = walk.last() {
                state.lower(*parent, state.low[block.index()]);
            }
            if state.low[block.index()] == state.index[block.index()] {
                let start = open.iter().rposition(|&b| b == block).unwrap_or(0);
                let component = open.split_off(start);
                component.iter().for_each(|b| state.on_stack[b.index()] = false);
                found.push(Component { cyclic: component.len() > 1 || follows_itself, blocks: component });
            }
        }
    }
    found
}

const OUTSIDE: u32 = u32::MAX;
const UNSEEN: u32 = u32::MAX - 1;

struct State {
    index: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    next: u32,
}

impl State {
    fn enter(&mut self, block: Block, open: &mut Vec<Block>, succs: impl Fn(Block) -> Vec<Block>) -> Vec<Block> {
        self.index[block.index()] = self.next;
        self.low[block.index()] = self.next;
        self.on_stack[block.index()] = true;
        self.next += 1;
        open.push(block);
        succs(block)
    }
    fn lower(&mut self, block: Block, to: u32) {
        let low = &mut self.low[block.index()];
        *low = (*low).min(to);
    }
}

#[cfg(test)]
mod tests {
    use super::cycles;
    use crate::ir::function::Block;

    #[test]
    fn nested_loops_are_one_component_until_the_header_is_taken_out() {
        let edges: [&[u32]; 5] = [&[1], &[2], &[2, 3], &[1, 4], &[]];
        let succs = |b: Block| edges[b.0 as usize].iter().map(|&t| Block(t)).collect::<Vec<_>>();
        let all: Vec<Block> = (0..5).map(Block).collect();
        let outer = cycles(&all, 5, succs);
        assert_eq!(outer, [[Block(1), Block(2), Block(3)]]);
        assert_eq!(cycles(&[Block(2), Block(3)], 5, succs), [[Block(2)]]);
    }
}
