//! What holds at the end of each block, found by going through the blocks in control flow order until nothing changes any more.
//! Called by `barrier_memory` and `passes::warp::lockstep`.

use crate::analysis::cfg::Cfg;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::Inst;

/// By index, what holds at the ends of `blocks` blocks; nothing (the default) for those that control does not come to. `end` says what does at a
/// block's end, from what did so far at all ends: with more there, it must not say less, and it must run out of things to say.
pub fn at_ends<S: Clone + Default + PartialEq>(cfg: &Cfg, blocks: usize, end: impl Fn(&[S], Block) -> S) -> Vec<S> {
    let mut ends = vec![S::default(); blocks];
    let mut changed = true;
    while changed {
        changed = false;
        for &block in cfg.reverse_postorder() {
            let now = end(&ends, block);
            changed |= ends[block.index()] != now;
            ends[block.index()] = now;
        }
    }
    ends
}

/// The same of `func`, where `start` says what holds at a block's start, and `run` makes of what holds in front of an instruction what does behind it.
pub fn at_ends_through<S: Clone + Default + PartialEq>(
    cfg: &Cfg,
    func: &Function,
    start: impl Fn(&[S], Block) -> S,
    run: impl Fn(&mut S, Inst),
) -> Vec<S> {
    at_ends(cfg, func.blocks.len(), |ends, block| {
        let mut now = start(ends, block);
        func.blocks[block].insts.iter().for_each(|&inst| run(&mut now, inst));
        now
    })
}
