//! Fences on both sides of each barrier, in its own block: together they are one instruction (`analysis/barrier_memory`).
//!
//! AMD's hardware has what a barrier stands between in order, for the wavefronts of the block too. What follows Vulkan's memory model asks for fences,
//! and clang writes them for `__syncthreads()` alone: barriers without get them here. But where several blocks end or begin alike clang keeps one copy
//! of what they share, which parts barriers from their fences:
//! ```text
//!   before  a: fence release, barrier, br c     b: fence release, barrier, br c     c: fence acquire ...
//!   after   a: fence release, barrier, fence acquire, br c     b: the same     c: ...
//! ```
//! Left apart they would be barriers alone beside fences alone, each of which orders device memory too (NVIDIA: MEMBAR.SC, RADV: waits for all loads).
//! Called by `device/builtins` when a kernel is whole again.

use crate::analysis::cfg::Cfg;
use crate::hash::HashSet;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Atomicity, Inst, Op, Ordering, Scope};
use crate::ir::types::Type;

/// See the file's description.
pub fn run(func: &mut Function) {
    if !func.linked_insts().any(|(_, inst)| func.op(inst).is_barrier()) {
        return;
    }
    let cfg = Cfg::new(func);
    gather_from_successors(func, &cfg);
    gather_from_predecessors(func, &cfg);
    add_missing(func);
}

fn fence(func: &Function, inst: Inst) -> Option<Atomicity> {
    if let Op::Fence(fence) = func.op(inst) { Some(*fence) } else { None }
}

/// The first instruction behind the phis, and its place.
fn head(func: &Function, block: Block) -> (usize, Inst) {
    let insts = &func.blocks[block].insts;
    let at = func.phis(block).count();
    (at, insts[at])
}

/// The last instruction before the terminator, and the one before.
fn tail(func: &Function, block: Block) -> [Option<Inst>; 2] {
    let mut rest = func.blocks[block].insts.iter().rev().skip(1).copied();
    [rest.next(), rest.next()]
}

/// A fence that a block begins with goes behind the barriers which all the blocks before it end with.
fn gather_from_successors(func: &mut Function, cfg: &Cfg) {
    for &block in cfg.reverse_postorder() {
        let (at, first) = head(func, block);
        let preds = cfg.preds(block);
        // Before a barrier it is that one's.
        let is_other = func.blocks[block].insts.get(at + 1).is_some_and(|&next| func.op(next).is_barrier());
        let Some(order) = fence(func, first).filter(|_| !preds.is_empty() && !is_other) else { continue };
        // Whether a block ends with a barrier that lacks the fence, or with one that has it, as another block behind it began with the same.
        let lacks = |pred: Block| match tail(func, pred) {
            [Some(last), _] if func.op(last).is_barrier() => Some(true),
            [Some(last), Some(before)] if func.op(before).is_barrier() && fence(func, last) == Some(order) => {
                Some(false)
            }
            _ => None,
        };
        let Some(lacking) = preds.iter().map(|&pred| Some((pred, lacks(pred)?))).collect::<Option<Vec<_>>>() else {
            continue;
        };
        func.blocks[block].insts.remove(at);
        for (pred, _) in lacking.into_iter().filter(|&(_, lacks)| lacks) {
            put(func, pred, func.blocks[pred].insts.len() - 1, order);
        }
    }
}

/// A fence that blocks end with goes before the barriers which all the blocks behind them begin with.
fn gather_from_predecessors(func: &mut Function, cfg: &Cfg) {
    // Behind a barrier it is that one's.
    let order = |func: &Function, block: Block| {
        let [last, before] = tail(func, block);
        last.filter(|_| !before.is_some_and(|i| func.op(i).is_barrier())).and_then(|i| fence(func, i))
    };
    let reachable = cfg.reverse_postorder();
    let leads_on = |block: Block| !func.successors(block).is_empty();
    let mut from: HashSet<Block> =
        reachable.iter().copied().filter(|&b| leads_on(b) && order(func, b).is_some()).collect();
    let mut to: HashSet<Block> = reachable.iter().copied().filter(|&b| func.op(head(func, b).1).is_barrier()).collect();
    loop {
        let before = from.len() + to.len();
        from.retain(|&block| func.successors(block).iter().all(|succ| to.contains(succ)));
        to.retain(|&block| {
            let preds = cfg.preds(block);
            let first = preds.first().and_then(|&pred| order(func, pred));
            first.is_some() && preds.iter().all(|pred| from.contains(pred) && order(func, *pred) == first)
        });
        if from.len() + to.len() == before {
            break;
        }
    }
    for &block in reachable.iter().filter(|block| to.contains(block)) {
        if let Some(order) = order(func, cfg.preds(block)[0]) {
            put(func, block, head(func, block).0, order);
        }
    }
    for block in from {
        let at = func.blocks[block].insts.len() - 2;
        func.blocks[block].insts.remove(at);
    }
}

fn put(func: &mut Function, block: Block, at: usize, order: Atomicity) {
    let loc = func.blocks[block].insts.get(at).and_then(|&i| func.insts[i].loc);
    let inst = func.create_inst(Op::Fence(order), Type::VOID, loc);
    func.blocks[block].insts.insert(at, inst);
}

/// Only what a barrier lacks: a second fence would order device memory too.
fn add_missing(func: &mut Function) {
    for block in func.layout.clone() {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut fenced = Vec::with_capacity(insts.len());
        for (at, &inst) in insts.iter().enumerate() {
            let has_fence = |at: Option<&Inst>| at.is_some_and(|&i| fence(func, i).is_some());
            let [before, after] = [at.checked_sub(1).and_then(|at| insts.get(at)), insts.get(at + 1)].map(has_fence);
            let is_barrier = func.op(inst).is_barrier();
            let loc = func.insts[inst].loc;
            let mut missing = |has: bool, ordering| {
                let op = Op::Fence(Atomicity { ordering, scope: Scope::Workgroup });
                (is_barrier && !has).then(|| func.create_inst(op, Type::VOID, loc))
            };
            let (before, after) = (missing(before, Ordering::Release), missing(after, Ordering::Acquire));
            fenced.extend([before, Some(inst), after].into_iter().flatten());
        }
        func.blocks[block].insts = fenced;
    }
}
