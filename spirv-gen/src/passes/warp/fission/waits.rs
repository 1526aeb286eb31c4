//! Cuts where threads wait in loops for what others do (`analysis::polling`).
//!
//! ```text
//! if (lane == 0) while (!*flag) {}        a point for taking turns in front of the back edge;
//! use(*data);                             a point where lanes that have left the loop, or never came to it, wait for those inside
//! ```
//! Elsewhere a lane may run ahead of its warp to the next meeting, for nobody can tell. Here it could: `*data` is there when the loop ends.
//! A lane that has left the loop with a lock goes on at once: it is for the others to wait, whom the compiler has left in the loop.
//! Called by `fission::run`, and by `regions`, which must know what only some warps have come to.

use std::collections::HashSet;

use crate::analysis::cfg::Cfg;
use crate::analysis::convergence;
use crate::analysis::polling::{Poll, polls};
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::Op;
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::passes::warp::sync_points::{Meeting, Point};

use super::regions::redirect;

/// In kernels of more instructions warps take no turns: what lies behind such a loop is divided more finely, and the CPU driver's compiler (LLVM)
/// does not survive a device-wide scan in so many pieces. Its waits are for other blocks, which need no turns.
const MOST_INSTRUCTIONS: usize = 1000;

/// The loops of `func` in which warps take turns.
pub fn turns(ctx: &Context, func: &Function) -> Vec<Poll> {
    if func.linked_insts().count() <= MOST_INSTRUCTIONS { polls(ctx, func) } else { Vec::new() }
}

/// Gives each loop of `func` in which threads wait its points.
pub fn take_turns(ctx: &mut Context, func: &mut Function) -> Vec<Point> {
    let point = |block, meeting| Point { block, meeting, operations: Vec::new() };
    let mut points = Vec::new();
    let mut found = turns(ctx, func);
    if found.is_empty() {
        return points;
    }
    for poll in &mut found {
        let latch = redirect(ctx, func, poll.header, &poll.latches(func));
        poll.blocks.insert(latch);
        points.push(point(latch, Meeting::Turn));
    }
    let (cfg, order) = (Cfg::new(func), convergence::positions(func));
    let mut cut: HashSet<Block> = points.iter().map(|p| p.block).collect();
    for poll in &found {
        let joins = joins(func, &cfg, &order, poll).into_iter().filter(|&b| cut.insert(b));
        points.extend(joins.map(|block| point(block, Meeting::Nobody)));
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
        if func.blocks[block].insts.iter().any(|&i| matches!(func.op(i), Op::Intrinsic { id: Intrinsic::Barrier, .. }))
        {
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
