//! Gives every branch a merge block where its arms meet again.
//!
//! Loops have been restructured before, so within a loop body (or the function) the graph is acyclic once inner loops count as
//! one node that goes from header to merge block. There, a branch's *arms* are the blocks that an edge of it
//! dominates; what remains is the *tail*. If all arms enter the tail at one block, that is the merge block. If not, a new
//! block becomes the merge block: each edge into the tail stores which entry it means, and the block dispatches on that. Edges to
//! the loop's own merge and continue blocks are `break` and `continue` and take no part. Where at most one arm goes on, no
//! meeting is needed: the branch merges at that arm's own start, so that chains of early exits do not nest.
//!
//! Chains of exits from elsewhere (an unrolled search that was inlined) do, as deep as they are long, which drivers' compilers do not stand:
//! llvmpipe (Mesa 25.0 to 26.2) has room for 80 levels, and crashes. Far down, what leads to one exit in several places becomes
//! a loop of one round, and those places leave it.
//!
//! No code is copied. The dominator tree is kept up to date by hand: new dispatchers take over the branch's tail children.
//! Based on Bahmann et al., "Perfect reconstructability of control flow from demand dependence graphs", with direct
//! loop exits. Called by `structure::run` behind `loops`.

use super::graph::{Decision, Graph};
use super::loops::{Loop, Loops};
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::Block;
use crate::ir::instruction::{IntPredicate, Merge, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;

/// Constructs around each other from which on chains of exits become loops of one round: half of what llvmpipe has room for.
pub const MOST_NESTED: usize = 40;
/// Mesa makes nested selections of one-round loops again that are left in no more places than three (NIR's loop unrolling).
const FEWEST_EXITS: usize = 4;

/// Restructures every branch of the graph. Constructs nest up to about `most_nested` deep.
pub fn restructure(graph: &mut Graph<'_>, loops: Loops, most_nested: usize) {
    let cfg = Cfg::new(graph.func);
    let dom = Dominators::new(&cfg);
    let children = graph.func.blocks.keys().map(|b| dom.children(b).to_vec()).collect();
    let entry = graph.func.entry();
    let mut pass = Selections {
        graph,
        loops,
        most_nested,
        children,
        stamp: Vec::new(),
        stamps: 0,
        work: vec![Region::function(entry)],
    };
    while let Some(region) = pass.work.pop() {
        pass.region(region);
    }
}

/// A part of the graph with one entry: the function, a loop's body, or an arm.
#[derive(Clone, Copy, Debug)]
struct Region {
    start: Block,
    /// Where it leaves to when it comes to its end.
    exit: Option<Block>,
    /// The innermost loop around it.
    around: Option<Loop>,
    /// `start` is the header of `around`.
    is_body: bool,
    /// Constructs around it.
    depth: usize,
}

impl Region {
    fn function(start: Block) -> Self {
        Self { start, exit: None, around: None, is_body: false, depth: 0 }
    }
    /// Whether `block` is where the innermost loop is left or repeated.
    fn leaves_loop(&self, block: Block) -> bool {
        self.around.is_some_and(|l| block == l.merge || block == l.continue_)
    }
}

/// One way a branch can go.
#[derive(Clone, Debug)]
struct Arm {
    target: Block,
    /// Blocks that only this edge leads to.
    size: usize,
    /// The edges that leave the arm for the tail.
    leaving: Vec<(Block, Block)>,
    /// The target is the arm's first block, not part of the tail.
    owns_target: bool,
}

struct Selections<'g, 'a> {
    graph: &'g mut Graph<'a>,
    loops: Loops,
    most_nested: usize,
    /// The dominator tree.
    children: Vec<Vec<Block>>,
    stamp: Vec<u32>,
    stamps: u32,
    work: Vec<Region>,
}

impl Selections<'_, '_> {
    /// Walks the spine of a region: blocks that all of it passes through, one merge block after the other.
    fn region(&mut self, region: Region) {
        let mut block = self.in_one_round(&region).unwrap_or(region.start);
        let mut is_own_header = region.is_body;
        loop {
            let next = match self.loops.headed_by(block) {
                Some(inner) if !is_own_header => {
                    let depth = region.depth + 1;
                    self.work.push(Region { start: block, exit: None, around: Some(inner), is_body: true, depth });
                    (!self.graph.preds(inner.merge).is_empty()).then_some(inner.merge)
                }
                _ => match *self.graph.succs(block) {
                    [] => None,
                    [next] => Some(next),
                    [a, b] if is_own_header && self.leaves(&region, a) => Some(b),
                    [a, b] if is_own_header && self.leaves(&region, b) => Some(a),
                    _ if is_own_header => Some(self.split_header(block)),
                    _ => self.branch(&region, block),
                },
            };
            is_own_header = false;
            match next {
                Some(next) if Some(next) != region.exit && !region.leaves_loop(next) => block = next,
                _ => break,
            }
        }
        if let Some(around) = region.around.filter(|l| region.is_body && self.graph.preds(l.continue_).is_empty()) {
            let last = match *self.graph.succs(block) {
                [to] if to == around.merge => self.step_out(block, to),
                [] => self.take_end(block),
                _ => self.step_out(self.graph.preds(around.merge)[0], around.merge),
            };
            self.end_round(around, last);
        }
    }

    /// Makes a loop of one round of a region that is far down and comes to its exit from several places, unless it leaves the loop around it, too.
    /// Returns the loop's header.
    fn in_one_round(&mut self, region: &Region) -> Option<Block> {
        let exit = region.exit.filter(|_| !region.is_body && region.depth >= self.most_nested)?;
        let mut leaving = Vec::new();
        for member in self.dominated(region, region.start) {
            if self.loops.headed_by(member).is_some() {
                continue; // left through its merge block, another member
            }
            for to in self.graph.succs(member) {
                if to == exit {
                    leaving.push(member);
                } else if region.leaves_loop(to) {
                    return None;
                }
            }
        }
        if leaving.len() < FEWEST_EXITS {
            return None;
        }
        let (header, merge) = (self.forwarder(region.start), self.forwarder(exit));
        let back = self.loops.headed_by(region.start).map(|l| l.continue_);
        for from in self.graph.preds(region.start).to_vec() {
            if from != header && Some(from) != back {
                self.graph.retarget(from, region.start, header);
                self.children[from.index()].iter_mut().filter(|c| **c == region.start).for_each(|c| *c = header);
            }
        }
        self.children[header.index()] = vec![region.start];
        for from in leaving {
            self.graph.retarget(from, exit, merge);
        }
        let continue_ = self.forwarder(header);
        self.graph.func.blocks[header].merge = Some(Merge::Loop { merge, continue_ });
        self.loops.add(header, Loop { merge, continue_ });
        Some(header)
    }

    /// A new last block of a loop's body, between `from` and the loop's merge block; and the block that it goes to then.
    fn step_out(&mut self, from: Block, merge: Block) -> (Block, Block) {
        let last = self.new_block();
        self.graph.retarget(from, merge, last);
        self.children[from.index()].push(last);
        (last, merge)
    }

    /// The same where the body ends in a return, which Mesa makes an exit of the loop: the return moves to a block behind `block`.
    fn take_end(&mut self, block: Block) -> (Block, Block) {
        let end = self.new_block();
        if let Some(terminator) = self.graph.unfinish(block) {
            self.graph.finish(end, terminator);
        }
        self.children[block.index()].push(end);
        (block, end)
    }

    /// Has `last`, where the body of a loop of one round comes to its end, go on to `out` or, as far as compilers know, into another
    /// round: where the end plainly leaves the loop, Mesa makes nested selections again (`opt_loop_last_block`).
    fn end_round(&mut self, Loop { continue_, .. }: Loop, (last, out): (Block, Block)) {
        let again = self.forwarder(continue_);
        let mut cursor = Cursor::at_end(self.graph.ctx, self.graph.func, last);
        let id = cursor.intrinsic(Intrinsic::BlockIdX, Vec::new(), Type::I32);
        // A grid has fewer blocks than that.
        let beyond = cursor.ctx.i32(u32::MAX);
        let cond = cursor.icmp(IntPredicate::Eq, id, beyond);
        self.graph.finish(last, Op::CondBr { cond, then_: again, else_: out });
        self.graph.func.blocks[last].merge = Some(Merge::Selection(again));
        self.children[last.index()].push(again);
        self.children[again.index()].push(continue_);
    }

    /// Whether a loop header's edge to `to` is the loop's own exit: then the header needs no merge besides the loop's.
    fn leaves(&self, region: &Region, to: Block) -> bool {
        region.around.is_some_and(|l| l.merge == to)
    }

    /// Moves a header's branch to a block of its own, because a block holds one merge only.
    fn split_header(&mut self, header: Block) -> Block {
        let rest = self.new_block();
        if let Some(terminator) = self.graph.unfinish(header) {
            self.graph.finish(rest, terminator);
        }
        self.graph.finish(header, Op::Br(rest));
        self.children[rest.index()] = std::mem::replace(&mut self.children[header.index()], vec![rest]);
        rest
    }

    fn new_block(&mut self) -> Block {
        let block = self.graph.new_block();
        self.grow();
        block
    }
    fn forwarder(&mut self, to: Block) -> Block {
        let block = self.graph.forwarder(to);
        self.grow();
        block
    }
    fn grow(&mut self) {
        self.children.resize(self.graph.len(), Vec::new());
    }

    /// Structures the branch at the end of `block`; returns its merge block, where the region goes on.
    fn branch(&mut self, region: &Region, block: Block) -> Option<Block> {
        let targets = targets_in_order(self.graph.func.op(self.graph.func.terminator(block)?));
        let arms: Vec<Arm> = targets.into_iter().map(|t| self.arm(region, block, t)).collect();
        let Meeting { merge, through, decisions } = self.choose_merge(region, block, &arms);
        let leaves = self.lower(block, merge);
        for (i, (arm, (leaf, exit))) in arms.iter().zip(leaves).enumerate() {
            if through == Some(i) {
                self.graph.retarget(leaf, merge, exit);
                continue;
            }
            for &(from, to) in &arm.leaving {
                let from = if from == block { leaf } else { from };
                let decision = decisions.iter().find(|(entry, _)| *entry == to).map(|(_, decision)| *decision);
                if let Some(edge) = self.graph.redirect(from, to, exit, decision) {
                    self.grow();
                    self.children[from.index()].push(edge);
                }
            }
            if arm.owns_target {
                let depth = region.depth + 1;
                self.work.push(Region { start: arm.target, exit: Some(exit), is_body: false, depth, ..*region });
            }
        }
        Some(merge)
    }

    /// What lies behind the edge `block` → `target`.
    fn arm(&mut self, region: &Region, block: Block, target: Block) -> Arm {
        let mut arm = Arm { target, size: 0, leaving: Vec::new(), owns_target: false };
        if region.leaves_loop(target) {
            return arm;
        }
        let back = self.loops.headed_by(target).map(|l| l.continue_);
        let enters = self.graph.preds(target).iter().filter(|&&p| Some(p) != back).count();
        if Some(target) == region.exit || enters > 1 {
            arm.leaving.push((block, target));
            return arm;
        }
        arm.owns_target = true;
        let members = self.dominated(region, target);
        arm.size = members.len();
        for &member in &members {
            if self.loops.headed_by(member).is_some() {
                continue; // stands for its whole loop, which is left through its merge block only
            }
            for to in self.graph.succs(member) {
                if !region.leaves_loop(to) && self.stamp.get(to.index()) != Some(&self.stamps) {
                    arm.leaving.push((member, to));
                }
            }
        }
        arm
    }

    /// The blocks of the region that `start` dominates, inner loops represented by their headers. Stamps them.
    fn dominated(&mut self, region: &Region, start: Block) -> Vec<Block> {
        self.stamps += 1;
        self.stamp.resize(self.graph.len(), 0);
        let mut members = Vec::new();
        let mut stack = vec![start];
        while let Some(block) = stack.pop() {
            if region.leaves_loop(block) {
                continue;
            }
            self.stamp[block.index()] = self.stamps;
            members.push(block);
            match self.loops.headed_by(block) {
                Some(inner) if self.graph.preds(inner.merge).is_empty() => {}
                Some(inner) => stack.push(inner.merge),
                None => stack.extend(&self.children[block.index()]),
            }
        }
        members
    }

    /// Where the arms of the branch at the end of `block` meet.
    fn choose_merge(&mut self, region: &Region, block: Block, arms: &[Arm]) -> Meeting {
        let going_on: Vec<usize> = (0..arms.len()).filter(|&i| !arms[i].leaving.is_empty()).collect();
        if let [] | [_] = *going_on {
            let largest = (0..arms.len()).max_by_key(|&i| arms[i].size).unwrap_or_default();
            let through = going_on.first().copied().unwrap_or(largest);
            let target = arms[through].target;
            let own = arms[through].owns_target && self.loops.headed_by(target).is_none();
            let merge = if own { target } else { self.forwarder(target) };
            self.graph.retarget(block, target, merge);
            return Meeting { merge, through: Some(through), decisions: Vec::new() };
        }
        let mut entries: Vec<Block> = arms.iter().flat_map(|a| a.leaving.iter().map(|e| e.1)).collect();
        entries.sort_unstable();
        entries.dedup();
        if let [only] = *entries {
            let taken = Some(only) == region.exit || self.loops.headed_by(only).is_some();
            let merge = if taken { self.forwarder(only) } else { only };
            return Meeting { merge, through: None, decisions: Vec::new() };
        }
        let merge = self.new_block();
        let decisions = self.graph.dispatch(merge, &entries);
        self.graph.forget_decisions(block, self.graph.end(block), &decisions);
        let mut tail = std::mem::replace(&mut self.children[block.index()], vec![merge]);
        tail.retain(|t| !arms.iter().any(|a| a.owns_target && a.target == *t));
        self.children[merge.index()] = tail;
        Meeting { merge, through: None, decisions: entries.into_iter().zip(decisions).collect() }
    }

    /// Marks `block` with its merge. A dispatch among several becomes a tree of two-way branches, each with a merge block
    /// of its own. Returns for each target the block that now branches to it, and that branch's merge block.
    fn lower(&mut self, block: Block, merge: Block) -> Vec<(Block, Block)> {
        let is_dispatch = self.graph.func.terminator(block).map(|i| self.graph.func.op(i).clone());
        let Some(Op::Switch { value, default, cases }) = is_dispatch else {
            self.graph.func.blocks[block].merge = Some(Merge::Selection(merge));
            return vec![(block, merge); 2];
        };
        self.graph.unfinish(block);
        let targets: Vec<Block> = cases.iter().map(|c| c.1).chain([default]).collect();
        let mut leaves = Vec::with_capacity(targets.len());
        self.tree(block, value, (0, &targets), merge, &mut leaves);
        leaves
    }

    /// Ends `block` with branches that lead value `first + i` to `targets[i]`.
    fn tree(
        &mut self,
        block: Block,
        value: Value,
        (first, targets): (usize, &[Block]),
        merge: Block,
        leaves: &mut Vec<(Block, Block)>,
    ) {
        let (low, high) = targets.split_at(targets.len() / 2);
        let middle = first + low.len();
        let mut cursor = Cursor::at_end(self.graph.ctx, self.graph.func, block);
        let bound = cursor.ctx.i32(middle as u32);
        let cond = cursor.icmp(IntPredicate::Ult, value, bound);
        let mut start = |half: &[Block]| if let [only] = *half { only } else { self.new_block() };
        let (then_, else_) = (start(low), start(high));
        self.graph.finish(block, Op::CondBr { cond, then_, else_ });
        self.graph.func.blocks[block].merge = Some(Merge::Selection(merge));
        for (start, first, half) in [(then_, first, low), (else_, middle, high)] {
            if half.len() == 1 {
                leaves.push((block, merge));
            } else {
                let inner = self.forwarder(merge);
                self.tree(start, value, (first, half), inner, leaves);
            }
        }
    }
}

/// Where the arms of a branch meet.
struct Meeting {
    merge: Block,
    /// The arm that the region goes on with, so that the branch merges at its start.
    through: Option<usize>,
    /// How each edge into the tail says which entry it means, if the merge block dispatches.
    decisions: Vec<(Block, Decision)>,
}

/// The targets of a branch; those of a dispatch by rising value.
fn targets_in_order(op: &Op) -> Vec<Block> {
    match op {
        Op::Switch { default, cases, .. } => cases.iter().map(|c| c.1).chain([*default]).collect(),
        _ => op.successors(),
    }
}
