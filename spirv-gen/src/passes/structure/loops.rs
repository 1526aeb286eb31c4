//! Gives every loop one header, one continue block and one merge block.
//!
//! A loop is a strongly connected part of the graph. Its entries are gathered at a header (several entries, the
//! irreducible case, share a dispatching header and a variable that says which one is meant), its repetitions at
//! a continue block that only goes back to the header, its exits at a merge block (several exit targets: a
//! variable says which, and the merge block dispatches). Then the same inside, without the header's back edges.
//!
//!   before  h: .. br c, b, x     b: .. br d, h, y
//!   after   h: br c, b, e0   e0: exit=0, br m    b: br d, k, e1   e1: exit=1, br m    k: br h    m: switch exit, x, y
//!
//! Called by `structure::run` behind `prepare`.

use super::graph::{Decision, Graph};
use crate::analysis::components;
use crate::ir::entity::Entity;
use crate::ir::function::Block;
use crate::ir::instruction::{Merge, Op};

/// A restructured loop.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    pub merge: Block,
    pub continue_: Block,
}

/// The loops by their headers.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    by_header: Vec<Option<Loop>>,
}

impl Loops {
    /// The loop that `block` heads.
    pub fn headed_by(&self, block: Block) -> Option<Loop> {
        self.by_header.get(block.index()).copied().flatten()
    }
    /// Notes that `header` heads a loop.
    pub fn add(&mut self, header: Block, info: Loop) {
        if self.by_header.len() <= header.index() {
            self.by_header.resize(header.index() + 1, None);
        }
        self.by_header[header.index()] = Some(info);
    }
}

/// Restructures every loop of the graph, outer ones first.
pub fn restructure(graph: &mut Graph<'_>) -> Loops {
    let mut loops = Loops::default();
    let mut work = vec![graph.func.layout.clone()];
    let mut member = Members::default();
    while let Some(nodes) = work.pop() {
        for component in components::cycles(&nodes, |b| graph.succs(b)) {
            work.push(restructure_loop(graph, &mut loops, &mut member, component));
        }
    }
    loops
}

/// Which blocks belong to the loop at hand.
#[derive(Default)]
struct Members {
    stamp: Vec<u32>,
    current: u32,
}

impl Members {
    fn start(&mut self, blocks: &[Block]) {
        self.current += 1;
        blocks.iter().for_each(|&b| self.add(b));
    }
    fn add(&mut self, block: Block) {
        if self.stamp.len() <= block.index() {
            self.stamp.resize(block.index() + 1, 0);
        }
        self.stamp[block.index()] = self.current;
    }
    fn contains(&self, block: Block) -> bool {
        self.stamp.get(block.index()) == Some(&self.current)
    }
}

/// Restructures one loop; returns the blocks of its body, in which inner loops are sought next.
fn restructure_loop(
    graph: &mut Graph<'_>,
    loops: &mut Loops,
    member: &mut Members,
    component: Vec<Block>,
) -> Vec<Block> {
    let mut body = component;
    body.sort_unstable();
    member.start(&body);
    let entries: Vec<Block> =
        body.iter().copied().filter(|&b| graph.preds(b).iter().any(|&p| !member.contains(p))).collect();
    absorb_dead_ends(graph, member, &mut body);
    let exits: Vec<(Block, Block)> = edges(graph, &body).filter(|&(_, to)| !member.contains(to)).collect();

    let (header, continue_) = gather_entries(graph, member, &mut body, &entries);
    let merge = gather_exits(graph, header, &mut body, &exits);
    graph.func.blocks[header].merge = Some(Merge::Loop { merge, continue_ });
    loops.add(header, Loop { merge, continue_ });
    body
}

fn edges<'g>(graph: &'g Graph<'_>, from: &'g [Block]) -> impl Iterator<Item = (Block, Block)> + 'g {
    from.iter().flat_map(move |&b| graph.succs(b).into_iter().map(move |s| (b, s)))
}

/// Counts blocks that only the loop reaches and that end in `unreachable` (failed assertions) as part of the loop: as exits they
/// would cost every iteration a decision.
fn absorb_dead_ends(graph: &Graph<'_>, member: &mut Members, body: &mut Vec<Block>) {
    let targets: Vec<Block> = edges(graph, body).map(|(_, to)| to).collect();
    for block in targets {
        let ends = graph.func.terminator(block).is_some_and(|i| matches!(graph.func.op(i), Op::Unreachable));
        if ends && !member.contains(block) && graph.preds(block).iter().all(|&p| member.contains(p)) {
            member.add(block);
            body.push(block);
        }
    }
}

/// Leads all entering edges to one header and all repeating ones through a continue block.
fn gather_entries(
    graph: &mut Graph<'_>,
    member: &mut Members,
    body: &mut Vec<Block>,
    entries: &[Block],
) -> (Block, Block) {
    let (header, decisions) = match *entries {
        [only] => (only, vec![None]),
        _ => {
            let header = graph.new_block();
            let decisions = graph.dispatch(header, entries);
            graph.forget_decisions(header, graph.end(header), &decisions);
            (header, decisions.into_iter().map(Some).collect())
        }
    };
    let continue_ = graph.new_block();
    for (&entry, &decision) in entries.iter().zip(&decisions) {
        for pred in graph.preds(entry).to_vec() {
            if pred == header && entries.len() > 1 {
                continue; // the dispatch itself
            }
            let repeats = member.contains(pred);
            let to = if repeats { continue_ } else { header };
            let block = graph.redirect(pred, entry, to, decision);
            if repeats {
                body.extend(block);
            }
        }
    }
    graph.finish(continue_, Op::Br(header));
    if entries.len() > 1 {
        member.add(header);
        body.push(header);
    }
    (header, continue_)
}

/// Leads all leaving edges to one merge block, which goes on to where they led.
fn gather_exits(graph: &mut Graph<'_>, header: Block, body: &mut Vec<Block>, exits: &[(Block, Block)]) -> Block {
    let merge = graph.new_block();
    let mut targets: Vec<Block> = Vec::new();
    exits.iter().for_each(|(_, to)| {
        if !targets.contains(to) {
            targets.push(*to)
        }
    });
    let decisions: Vec<Option<Decision>> = match *targets {
        [] => {
            graph.finish(merge, Op::Unreachable);
            Vec::new()
        }
        [only] => {
            graph.finish(merge, Op::Br(only));
            vec![None]
        }
        _ => {
            let decisions = graph.dispatch(merge, &targets);
            graph.forget_decisions(header, 0, &decisions);
            decisions.into_iter().map(Some).collect()
        }
    };
    for &(from, to) in exits {
        let at = targets.iter().position(|&t| t == to).unwrap_or_default();
        body.extend(graph.redirect(from, to, merge, decisions[at]));
    }
    merge
}
