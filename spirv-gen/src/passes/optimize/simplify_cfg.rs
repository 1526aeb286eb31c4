//! Straightens control flow: constant branches, blocks that nothing reaches, chains of blocks, empty blocks.
//!
//! Must run before `structure`, which itself uses [`merge_chains`]. Called by both pipelines.

use crate::analysis::cfg::Cfg;
use crate::hash::HashMap;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Merge, Op, Value};
use crate::ir::module::Context;

/// Straightens `func`. Returns whether anything changed.
pub fn simplify(ctx: &Context, func: &mut Function) -> bool {
    let blocks = func.layout.len();
    let mut changed = fold_branches(ctx, func);
    skip_empty_blocks(func);
    changed |= fold_branches(ctx, func); // both ways may have been empty
    merge_chains(func);
    changed || func.layout.len() != blocks
}

fn fold_branches(ctx: &Context, func: &mut Function) -> bool {
    let mut changed = false;
    for block in func.layout.clone() {
        changed |= fold_branch(ctx, func, block);
    }
    drop_unreachable(func);
    changed
}

/// Turns a branch that can only go one way into a plain one.
fn fold_branch(ctx: &Context, func: &mut Function, block: Block) -> bool {
    let Some(terminator) = func.terminator(block) else { return false };
    let target = match func.op(terminator) {
        Op::CondBr { then_, else_, .. } if then_ == else_ => *then_,
        Op::CondBr { cond, then_, else_ } => match ctx.as_int(*cond) {
            Some(0) => *else_,
            Some(_) => *then_,
            None => return false,
        },
        Op::Switch { value, default, cases } => match ctx.as_int(*value) {
            Some(key) => {
                cases.iter().find(|(c, _)| ctx.as_int(Value::Const(*c)) == Some(key)).map_or(*default, |(_, to)| *to)
            }
            None if cases.iter().all(|(_, to)| to == default) => *default,
            None => return false,
        },
        _ => return false,
    };
    let before = func.op(terminator).successors();
    func.insts[terminator].op = Op::Br(target);
    for to in before {
        keep_values(func, block, to, usize::from(to == target));
    }
    true
}

/// Leaves at most `count` values for `from` in each phi of `to`. A phi may have one per edge or one per block.
pub(super) fn keep_values(func: &mut Function, from: Block, to: Block, count: usize) {
    let phis: Vec<Inst> = func.phis(to).collect();
    for phi in phis {
        if let Op::Phi(incoming) = &mut func.insts[phi].op {
            let mut seen = 0;
            incoming.retain(|(_, b)| {
                seen += usize::from(*b == from);
                *b != from || seen <= count
            });
        }
    }
}

/// Unlinks what the entry does not reach.
pub(crate) fn drop_unreachable(func: &mut Function) {
    let cfg = Cfg::new(func);
    func.layout.retain(|&b| cfg.is_reachable(b));
    for block in func.layout.clone() {
        let phis: Vec<Inst> = func.phis(block).collect();
        for phi in phis {
            if let Op::Phi(incoming) = &mut func.insts[phi].op {
                incoming.retain(|(_, from)| cfg.is_reachable(*from));
            }
        }
    }
}

/// Leads branches past blocks that do nothing but branch on.
fn skip_empty_blocks(func: &mut Function) {
    let mut preds = edges_into(func);
    // Where branches to each block lead now. Terminators are told at the end: a dispatch may have thousands of targets.
    let mut place: Vec<Block> = func.blocks.keys().collect();
    for block in func.layout.clone() {
        let [only] = func.blocks[block].insts[..] else { continue };
        let Op::Br(to) = *func.op(only) else { continue };
        let to = whole(&mut place, to);
        let from = preds[block.index()].clone();
        let distinct = from.iter().enumerate().all(|(i, p)| !from[..i].contains(p));
        if block == func.entry() || to == block || from.is_empty() || !distinct {
            continue;
        }
        // A predecessor that also goes to `to` itself would need two values in its phis.
        if func.phis(to).next().is_some() && from.iter().any(|p| preds[to.index()].contains(p)) {
            continue;
        }
        let phis: Vec<Inst> = func.phis(to).collect();
        for phi in phis {
            let Op::Phi(incoming) = &mut func.insts[phi].op else { continue };
            if let Some(at) = incoming.iter().position(|(_, b)| *b == block) {
                let (value, _) = incoming.remove(at);
                incoming.extend(from.iter().map(|&p| (value, p)));
            }
        }
        place[block.index()] = to;
        preds[block.index()].clear();
        preds[to.index()].retain(|&p| p != block);
        preds[to.index()].extend(from);
    }
    for block in func.layout.clone() {
        if let Some(terminator) = func.terminator(block) {
            func.insts[terminator].op.map_successors(|b| whole(&mut place, b));
        }
    }
}

/// What `block` has become, by `place`, which says so of each block in one step.
fn whole(place: &mut [Block], mut block: Block) -> Block {
    while place[block.index()] != block {
        let next = place[block.index()];
        place[block.index()] = place[next.index()]; // halves the way for those who come later
        block = next;
    }
    block
}

/// The predecessors of each block (by index), one for each edge.
pub(super) fn edges_into(func: &Function) -> Vec<Vec<Block>> {
    let mut preds = vec![Vec::new(); func.blocks.len()];
    for &block in &func.layout {
        func.successors(block).into_iter().for_each(|to| preds[to.index()].push(block));
    }
    preds
}

/// Appends to each block its only successor, where that has no other predecessor and no merge names it.
pub fn merge_chains(func: &mut Function) {
    let mut preds = edges_into(func);
    for block in func.blocks.values() {
        // As if the merge were an edge: a named block keeps its place.
        match block.merge {
            Some(Merge::Selection(merge)) => preds[merge.index()].push(merge),
            Some(Merge::Loop { merge, continue_ }) => {
                preds[merge.index()].push(merge);
                preds[continue_.index()].push(continue_);
            }
            None => {}
        }
    }
    let mut replaced: HashMap<Value, Value> = HashMap::default();
    // What each block's instructions are at the end of now.
    let mut place: Vec<Block> = func.blocks.keys().collect();
    let mut gone = vec![false; func.blocks.len()];
    for block in func.layout.clone() {
        if gone[block.index()] {
            continue;
        }
        while let Some(next) = only_successor(func, block).filter(|&n| preds[n.index()].len() == 1 && n != func.entry())
        {
            if next == block {
                break;
            }
            absorb(func, block, next, &mut replaced);
            place[next.index()] = block;
            gone[next.index()] = true;
        }
    }
    func.layout.retain(|b| !gone[b.index()]);
    rename_predecessors(func, place);
    func.replace_uses(&replaced);
}

fn only_successor(func: &Function, block: Block) -> Option<Block> {
    match func.op(func.terminator(block)?) {
        Op::Br(to) if func.blocks[block].merge.is_none() => Some(*to),
        _ => None,
    }
}

/// Moves the instructions of `next` to the end of `block`, which is its only predecessor.
fn absorb(func: &mut Function, block: Block, next: Block, replaced: &mut HashMap<Value, Value>) {
    let phis: Vec<Inst> = func.phis(next).collect();
    for &phi in &phis {
        if let Op::Phi(incoming) = func.op(phi)
            && let Some(&(value, _)) = incoming.first()
        {
            replaced.insert(Value::Inst(phi), value);
        }
    }
    func.blocks[block].insts.pop();
    let moved = func.blocks[next].insts.split_off(phis.len());
    func.blocks[block].insts.extend(moved);
    func.blocks[block].merge = func.blocks[next].merge.take();
}

/// Lets phis name the blocks that their predecessors have become parts of. Once for all: a merge block may have thousands.
fn rename_predecessors(func: &mut Function, mut place: Vec<Block>) {
    for block in func.layout.clone() {
        let phis: Vec<Inst> = func.phis(block).collect();
        for phi in phis {
            if let Op::Phi(incoming) = &mut func.insts[phi].op {
                incoming.iter_mut().for_each(|(_, from)| *from = whole(&mut place, *from));
            }
        }
    }
}
