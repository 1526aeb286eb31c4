//! Cuts a kernel into regions: the code from one point to the next ones, which a loop over the block's threads can run.
//!
//! Besides the points where threads meet, code is cut
//! - where threads that met without the others come back to common code: so divergent regions hold divergent code only, and what is
//!   uniform is computed once for all;
//! - in front of the back edge of a divergent loop with points: so lanes that go round wait for those that are still inside;
//! - behind warp operations that lead to themselves: so no thread overwrites what others have yet to read;
//! - where threads wait in a loop for others (`waits`);
//! - at loop headers, if the code that regions share would otherwise be copied too often.
//!
//! Called by `fission::run`.

use crate::analysis::cfg::Cfg;
use crate::analysis::components::cycles;
use crate::analysis::convergence;
use crate::analysis::divergence::Divergence;
use crate::budget::Budget;
use crate::hash::HashSet;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op};
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::warp::sync_points::{Meeting, Point};

use super::waits::behind_turns;

/// The code from one point on.
#[derive(Clone, Debug)]
pub struct Region {
    pub point: Point,
    /// Whether all threads that have not ended come to the point together.
    pub uniform: bool,
    /// The blocks that belong to it, its head first.
    pub blocks: Vec<Block>,
    /// The regions that follow, by index.
    pub exits: Vec<usize>,
    /// Whether threads may end in it.
    pub ends: bool,
}

/// All regions, in the order in which waiting threads go on; the first is the kernel's start.
#[derive(Clone, Debug)]
pub struct Regions {
    pub list: Vec<Region>,
    pub divergence: Divergence,
}

impl Regions {
    /// Whether warps take turns: some wait in a loop for what others do.
    pub fn has_turns(&self) -> bool {
        self.list.iter().any(|r| r.point.meeting == Meeting::Turn)
    }

    /// Whether threads wait for their block where not all of it comes.
    pub fn has_divergent_barriers(&self) -> bool {
        self.list.iter().any(|r| !r.uniform && r.point.meeting == Meeting::Block)
    }

    /// Whether control can come from region `from` back to it.
    pub fn is_cyclic(&self, from: usize) -> bool {
        let mut seen = vec![false; self.list.len()];
        let mut stack = self.list[from].exits.clone();
        while let Some(next) = stack.pop() {
            if next == from {
                return true;
            }
            if !std::mem::replace(&mut seen[next], true) {
                stack.extend(&self.list[next].exits);
            }
        }
        false
    }
}

/// Cuts `func`, whose threads meet at `points`, further as described, until nothing is left to cut. Returns its control flow too.
pub fn divide(ctx: &mut Context, func: &mut Function, mut points: Vec<Point>, budget: &Budget) -> (Regions, Cfg) {
    loop {
        let cfg = Cfg::new(func);
        points.retain(|p| cfg.is_reachable(p.block));
        let blocks: Vec<Block> = points.iter().map(|p| p.block).collect();
        let divergence = Divergence::new(func, &cfg, &blocks, &behind_turns(func, &points));
        let regions = partition(func, &cfg, &points, divergence);
        if !cut_more(ctx, func, (&cfg, &regions), &mut points, budget) {
            return (regions, cfg);
        }
    }
}

fn partition(func: &Function, cfg: &Cfg, points: &[Point], divergence: Divergence) -> Regions {
    let mut place = vec![usize::MAX; func.blocks.len()];
    convergence::order(func, cfg).into_iter().enumerate().for_each(|(i, block)| place[block.index()] = i);
    let mut sorted = points.to_vec();
    sorted.sort_by_key(|p| place[p.block.index()]);
    sorted.insert(0, Point { block: func.entry(), meeting: Meeting::Nobody, operations: Vec::new() });
    let mut index_of = vec![usize::MAX; func.blocks.len()];
    sorted.iter().enumerate().for_each(|(i, p)| index_of[p.block.index()] = i);
    let list = sorted
        .into_iter()
        .enumerate()
        .map(|(index, point)| {
            let uniform = index == 0 || !divergence.block(point.block);
            region(func, point, uniform, &index_of)
        })
        .collect();
    Regions { list, divergence }
}

/// What is reached from `point` without passing another.
fn region(func: &Function, point: Point, uniform: bool, index_of: &[usize]) -> Region {
    let mut blocks = vec![point.block];
    let mut seen = HashSet::from_iter([point.block]);
    let (mut exits, mut ends) = (Vec::new(), false);
    let mut at = 0;
    while let Some(&block) = blocks.get(at) {
        at += 1;
        let next = func.successors(block);
        ends |= next.is_empty();
        for to in next {
            let index = index_of[to.index()];
            if index != usize::MAX {
                if !exits.contains(&index) {
                    exits.push(index);
                }
            } else if seen.insert(to) {
                blocks.push(to);
            }
        }
    }
    exits.sort_unstable();
    Region { point, uniform, blocks, exits, ends }
}

/// Adds points where the module's description asks for them. Returns whether it added one.
fn cut_more(
    ctx: &mut Context,
    func: &mut Function,
    (cfg, regions): (&Cfg, &Regions),
    points: &mut Vec<Point>,
    budget: &Budget,
) -> bool {
    let before = points.len();
    let nobody = |block| Point { block, meeting: Meeting::Nobody, operations: Vec::new() };
    for (index, region) in regions.list.iter().enumerate() {
        if region.exits.contains(&index) && !region.point.operations.is_empty() {
            let tail = split_behind(ctx, func, &region.point);
            points.push(nobody(tail));
            return true;
        }
    }
    if let Some(latch) = close_divergent_loop(ctx, func, cfg, regions, points) {
        points.push(nobody(latch));
        return true;
    }
    let mut cut: HashSet<Block> = points.iter().map(|p| p.block).collect();
    for region in regions.list.iter().filter(|r| !r.uniform) {
        for &block in &region.blocks {
            let common = |b: &Block| !regions.divergence.block(*b);
            for to in func.successors(block).into_iter().filter(common) {
                if cut.insert(to) {
                    points.push(nobody(to));
                }
            }
        }
    }
    if points.len() == before {
        limit_copies(func, (cfg, regions), points, budget);
    }
    points.len() > before
}

fn split_behind(ctx: &mut Context, func: &mut Function, point: &Point) -> Block {
    let last = point.operations.last();
    let at = func.blocks[point.block].insts.iter().position(|i| Some(i) == last).map_or(0, |p| p + 1);
    let mut cursor = Cursor::before(ctx, func, point.block, at);
    let tail = cursor.split();
    cursor.br(tail);
    tail
}

/// A block of its own for the back edges of a divergent loop that holds points and has none there yet.
fn close_divergent_loop(
    ctx: &mut Context,
    func: &mut Function,
    cfg: &Cfg,
    regions: &Regions,
    points: &[Point],
) -> Option<Block> {
    if regions.list.iter().all(|r| r.uniform) {
        return None;
    }
    let cut: HashSet<Block> = points.iter().map(|p| p.block).collect();
    let is_point = |b: Block| cut.contains(&b);
    let mut levels = vec![(cfg.reverse_postorder().to_vec(), None)];
    while let Some((nodes, header)) = levels.pop() {
        let inner = |b: Block| func.successors(b).into_iter().filter(|&s| Some(s) != header).collect::<Vec<_>>();
        for mut cycle in cycles(&nodes, inner) {
            cycle.sort_by_key(|&b| cfg.position(b));
            let head = cycle[0];
            let latches: Vec<Block> = cycle.iter().copied().filter(|&b| func.successors(b).contains(&head)).collect();
            let holds = cycle.iter().any(|&b| is_point(b));
            if holds && regions.divergence.block(head) && !(latches.len() == 1 && is_point(latches[0])) {
                return Some(redirect(ctx, func, head, &latches));
            }
            levels.push((cycle, Some(head)));
        }
    }
    None
}

/// A new block that all of `latches` go to instead of `head`, which it leads to.
pub(super) fn redirect(ctx: &mut Context, func: &mut Function, head: Block, latches: &[Block]) -> Block {
    let latch = func.add_block();
    let phis: Vec<Inst> = func.phis(head).collect();
    for phi in phis {
        let ty = func.insts[phi].ty;
        let Op::Phi(incoming) = &mut func.insts[phi].op else { continue };
        let moved = incoming.extract_if(.., |(_, from)| latches.contains(from)).collect::<Vec<_>>();
        let merged = Cursor::at_end(ctx, func, latch).phi(moved, ty);
        if let Op::Phi(incoming) = &mut func.insts[phi].op {
            incoming.push((merged, latch));
        }
    }
    for &from in latches {
        if let Some(terminator) = func.terminator(from) {
            func.insts[terminator].op.map_successors(|to| if to == head { latch } else { to });
        }
    }
    func.append(latch, Op::Br(head), Type::VOID, None);
    latch
}

/// Cuts at the headers of loops around points, then where most ways join, if regions share too much code.
fn limit_copies(func: &Function, (cfg, regions): (&Cfg, &Regions), points: &mut Vec<Point>, budget: &Budget) {
    let size = |b: &Block| func.blocks[*b].insts.len();
    let own: usize = cfg.reverse_postorder().iter().map(size).sum();
    let copied: usize = regions.list.iter().flat_map(|r| &r.blocks).map(size).sum();
    if copied <= own * budget.copies + budget.copies_free {
        return;
    }
    let mut copies = vec![0usize; func.blocks.len()];
    regions.list.iter().flat_map(|r| &r.blocks).for_each(|b| copies[b.index()] += 1);
    let cut: HashSet<Block> = points.iter().map(|p| p.block).collect();
    // The join whose cut saves most: what is behind it is copied as often as it is.
    let joins = cfg
        .reverse_postorder()
        .iter()
        .copied()
        .filter(|&b| cfg.preds(b).len() > 1 && copies[b.index()] > 1 && !cut.contains(&b));
    let behind = |from: Block| {
        let mut seen = HashSet::from_iter([from]);
        let mut stack = vec![from];
        while let Some(b) = stack.pop() {
            stack.extend(func.successors(b).into_iter().filter(|to| !cut.contains(to) && seen.insert(*to)));
        }
        seen.iter().map(size).sum::<usize>()
    };
    if let Some(best) = joins.max_by_key(|&b| (copies[b.index()] - 1) * behind(b)) {
        points.push(Point { block: best, meeting: Meeting::Nobody, operations: Vec::new() });
    }
}
