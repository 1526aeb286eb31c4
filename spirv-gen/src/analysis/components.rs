//! Strongly connected components (Tarjan's algorithm) of a part of a control-flow graph.

use crate::hash::HashMap;
use crate::ir::function::Block;

/// A strongly connected component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    pub blocks: Vec<Block>,
    /// Control can go round in it: several blocks, or one that follows itself.
    pub cyclic: bool,
}

/// The components of `nodes` in which control can go round. Edges that leave `nodes` are ignored.
pub fn cycles(nodes: &[Block], successors: impl Fn(Block) -> Vec<Block>) -> Vec<Vec<Block>> {
    components(nodes, successors).into_iter().filter(|c| c.cyclic).map(|c| c.blocks).collect()
}

/// All components of `nodes`, each behind those that it leads to. Edges that leave `nodes` are ignored. Takes time in proportion to `nodes`,
/// however many blocks the function has: it is asked about each of many loops.
pub fn components(nodes: &[Block], successors: impl Fn(Block) -> Vec<Block>) -> Vec<Component> {
    let place: HashMap<Block, usize> = nodes.iter().enumerate().map(|(at, &block)| (block, at)).collect();
    let inner =
        |at: usize| successors(nodes[at]).iter().filter_map(|to| place.get(to).copied()).collect::<Vec<usize>>();
    let mut state = State {
        index: vec![UNSEEN; nodes.len()],
        low: vec![0; nodes.len()],
        on_stack: vec![false; nodes.len()],
        open: Vec::new(),
        next: 0,
    };
    let mut found = Vec::new();
    for root in 0..nodes.len() {
        if state.index[root] != UNSEEN {
            continue;
        }
        state.enter(root);
        let mut walk = vec![(root, inner(root), 0)];
        while let Some((node, succs, next)) = walk.last_mut() {
            let node = *node;
            if let Some(&succ) = succs.get(*next) {
                *next += 1;
                match state.index[succ] {
                    UNSEEN => {
                        state.enter(succ);
                        walk.push((succ, inner(succ), 0));
                    }
                    index if state.on_stack[succ] => state.lower(node, index),
                    _ => {}
                }
                continue;
            }
            let follows_itself = succs.contains(&node);
            walk.pop();
            if let Some((parent, ..)) = walk.last() {
                state.lower(*parent, state.low[node]);
            }
            if state.low[node] == state.index[node] {
                let component = state.leave(node);
                let blocks: Vec<Block> = component.into_iter().map(|at| nodes[at]).collect();
                found.push(Component { cyclic: blocks.len() > 1 || follows_itself, blocks });
            }
        }
    }
    found
}

const UNSEEN: u32 = u32::MAX;

/// What is known of each node, by its place among them.
struct State {
    index: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    /// The nodes whose component is not known yet.
    open: Vec<usize>,
    next: u32,
}

impl State {
    fn enter(&mut self, node: usize) {
        self.index[node] = self.next;
        self.low[node] = self.next;
        self.on_stack[node] = true;
        self.next += 1;
        self.open.push(node);
    }
    fn lower(&mut self, node: usize, to: u32) {
        self.low[node] = self.low[node].min(to);
    }
    /// Takes the component that was entered at `node`.
    fn leave(&mut self, node: usize) -> Vec<usize> {
        let start = self.open.iter().rposition(|&n| n == node).unwrap_or(0);
        let component = self.open.split_off(start);
        component.iter().for_each(|&n| self.on_stack[n] = false);
        component
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
        let outer = cycles(&all, succs);
        assert_eq!(outer, [[Block(1), Block(2), Block(3)]]);
        assert_eq!(cycles(&[Block(2), Block(3)], succs), [[Block(2)]]);
    }
}
