//! Cuts where threads wait in loops for what others do (`analysis::polling`), one by one: where `warp_waits` does not serve.
//!
//! ```text
//! if (lane == 0) while (!*flag) {}        a point for taking turns in front of the back edge;
//! use(*data);                             a point where lanes that have left the loop, or never came to it, wait for those inside
//! ```
//! Elsewhere a lane may run ahead of its warp to the next meeting, for nobody can tell. Here it could: `*data` is there when the loop ends.
//! A lane that has left the loop with a lock goes on at once: it is for the others to wait, whom the compiler has left in the loop.
//! Called by `fission::run`, and by `regions`, which must know what only some warps have come to.

use crate::analysis::cfg::Cfg;
use crate::analysis::convergence;
use crate::analysis::polling::{Poll, polls};
use crate::hash::HashSet;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::module::Context;
use crate::passes::DeviceContext;
use crate::passes::warp::sync_points::{Meeting, Point};

use super::packing::Packing;
use super::regions::redirect;

/// Whether `func` is short enough for [`take_turns`]. Otherwise its warps take turns only where they can run whole (`warp_waits`).
pub fn is_short(func: &Function, device: &DeviceContext<'_>) -> bool {
    func.linked_insts().count() <= device.target.budget.cut
}

/// Whether fission can let the warps of `func` take turns in loops where they wait.
pub fn has_turns(ctx: &Context, func: &Function, device: &DeviceContext<'_>) -> bool {
    (is_short(func, device) || Packing::is_possible(func, device)) && !polls(ctx, func).is_empty()
}

/// The point at `latch`, which leads to another look.
pub fn turn_at(latch: Block) -> Point {
    Point { block: latch, meeting: Meeting::Turn, operations: Vec::new() }
}

/// Gives each loop of `func` in which threads wait its points.
pub fn take_turns(ctx: &mut Context, func: &mut Function) -> Vec<Point> {
    let mut points = Vec::new();
    let mut found = polls(ctx, func);
    for poll in &mut found {
        let latch = redirect(ctx, func, poll.header, &poll.latches(func));
        poll.blocks.insert(latch);
        points.push(turn_at(latch));
    }
    let (cfg, order) = (Cfg::new(func), convergence::positions(func));
    let mut cut: HashSet<Block> = points.iter().map(|p| p.block).collect();
    for poll in &found {
        let joins = joins(func, &cfg, &order, poll).into_iter().filter(|&b| cut.insert(b));
        points.extend(joins.map(|block| Point { block, meeting: Meeting::Nobody, operations: Vec::new() }));
    }
    points
}

/// Where the lanes of a warp come together behind `poll`.
fn joins(func: &Function, cfg: &Cfg, order: &[usize], poll: &Poll) -> Vec<Block> {
    let out = |b: Block| func.successors(b).into_iter().filter(|to| !poll.blocks.contains(to));
    let exits: HashSet<Block> = poll.blocks.iter().flat_map(|&b| out(b)).collect();
    let mut behind = exits.clone();
    let mut stack: Vec<Block> = exits.iter().copied().collect();
    while let Some(block) = stack.pop() {
        if func.blocks[block].insts.iter().any(|&i| func.op(i).is_barrier()) {
            continue;
        }
        let onward = |to: &Block| order[to.index()] > order[block.index()];
        stack.extend(func.successors(block).into_iter().filter(onward).filter(|&to| behind.insert(to)));
    }
    let past = |b: Block| {
        let from = |u: &&Block| order[u.index()] < order[b.index()] && !behind.contains(u) && !poll.blocks.contains(u);
        cfg.preds(b).iter().any(|u| from(&u))
    };
    let waits = |b: Block| !poll.takes && exits.contains(&b) || past(b);
    let mut found: Vec<Block> = behind.iter().copied().filter(|&b| waits(b)).collect();
    found.sort_by_key(|b| order[b.index()]);
    found
}

/// By index, the blocks to which some warps of a block may come while others still take turns in a loop: up to the next barrier.
pub fn behind_turns(func: &Function, points: &[Point]) -> Vec<bool> {
    let of = |meeting: Meeting| points.iter().filter(move |p| p.meeting == meeting).map(|p| p.block);
    let barriers: HashSet<Block> = of(Meeting::Block).collect();
    let mut found = vec![false; func.blocks.len()];
    let mut stack: Vec<Block> = of(Meeting::Turn).collect();
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut found[block.index()], true) {
            stack.extend(func.successors(block).into_iter().filter(|to| !barriers.contains(to)));
        }
    }
    found
}
