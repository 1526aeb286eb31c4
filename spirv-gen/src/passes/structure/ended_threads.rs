//! Lets threads that return early take part in the barriers that the others still reach.
//!
//! HIP's hardware counts only the living threads of a block at a barrier; Vulkan wants all of them there, and lavapipe computes
//! nonsense otherwise. `if (i >= n) return;` above a `__syncthreads()` is everyday code, so a thread that ends goes from barrier to
//! barrier, doing nothing in between:
//!
//!   before  cond_br %out, exit, body       body: ... barrier ... ret
//!   after   cond_br %out, e, body          e: alive = false, br bar        body: ... br bar
//!           bar: barrier, cond_br alive, rest, exit                        rest: ... ret
//!
//! Only where every barrier stands outside loops: threads that have ended do not know how often the others go round. Called by `structure::run` for CPU devices, between `prepare` (no phis) and `repair`
//! (values that now need phis get them).

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;

/// See the module's description.
pub fn run(ctx: &mut Context, func: &mut Function) {
    let cfg = Cfg::new(func);
    let dom = Dominators::new(&cfg);
    let Some(chain) = barrier_chain(func, &cfg, &dom) else { return };
    let points: Vec<Block> = chain.iter().flat_map(|&b| std::iter::repeat_n(b, barriers_in(func, b))).collect();
    let passed = |block: Block| points.iter().filter(|&&x| dom.dominates(x, block)).count();
    let ends = early_ends(func, &cfg, points.len(), passed);
    if ends.is_empty() {
        return;
    }
    let alive = alive_variable(ctx, func);
    let bars: Vec<Block> = points.iter().map(|_| func.add_block()).collect();
    for (block, exit, next) in ends {
        let detour = func.add_block();
        let no = ctx.bool(false);
        let store = Op::Store { value: no, ptr: alive, align: 1, volatile: false, atomic: None };
        func.append(detour, store, Type::VOID, None);
        func.append(detour, Op::Br(bars[next]), Type::VOID, None);
        if let Some(terminator) = func.terminator(block) {
            match exit {
                Some(exit) => func.insts[terminator].op.map_successors(|to| if to == exit { detour } else { to }),
                None => func.insts[terminator].op = Op::Br(detour),
            }
        }
    }
    let exit = func.add_block();
    func.append(exit, Op::Ret(None), Type::VOID, None);
    let mut last = points.len();
    for &block in chain.iter().rev() {
        for _ in 0..barriers_in(func, block) {
            last -= 1;
            let after = bars.get(last + 1).copied().unwrap_or(exit);
            split_at_last_barrier(func, block, bars[last], after, alive);
        }
    }
}

fn is_barrier(func: &Function, inst: Inst) -> bool {
    matches!(func.op(inst), Op::Intrinsic { id: Intrinsic::Barrier, .. })
}

fn barriers_in(func: &Function, block: Block) -> usize {
    func.blocks[block].insts.iter().filter(|&&i| is_barrier(func, i)).count()
}

/// The blocks with barriers, in order, if each dominates the next and none is in a loop.
fn barrier_chain(func: &Function, cfg: &Cfg, dom: &Dominators) -> Option<Vec<Block>> {
    let chain: Vec<Block> = cfg.reverse_postorder().iter().copied().filter(|&b| barriers_in(func, b) > 0).collect();
    let ordered = chain.windows(2).all(|pair| dom.dominates(pair[0], pair[1]));
    (!chain.is_empty() && ordered && !chain.iter().any(|&b| reaches_itself(func, b))).then_some(chain)
}

fn reaches_itself(func: &Function, block: Block) -> bool {
    let mut seen = vec![false; func.blocks.len()];
    let mut stack = func.successors(block);
    while let Some(next) = stack.pop() {
        if next == block {
            return true;
        }
        if !std::mem::replace(&mut seen[next.0 as usize], true) {
            stack.extend(func.successors(next));
        }
    }
    false
}

/// Whether nothing happens from `block` on but the end.
fn is_plain_exit(func: &Function, mut block: Block) -> bool {
    for _ in 0..8 {
        match func.blocks[block].insts.as_slice() {
            [only] => match func.op(*only) {
                Op::Ret(None) => return true,
                Op::Br(to) => block = *to,
                _ => return false,
            },
            _ => return false,
        }
    }
    false
}

/// (block, plain exit it goes to, number of barriers behind it) of each way to end before the last barrier. No exit: the block
/// itself ends, having done something first (a failed assertion writes its record).
fn early_ends(
    func: &Function,
    cfg: &Cfg,
    barriers: usize,
    passed: impl Fn(Block) -> usize,
) -> Vec<(Block, Option<Block>, usize)> {
    let mut ends = Vec::new();
    for &block in cfg.reverse_postorder() {
        let done = passed(block);
        if done == barriers || is_plain_exit(func, block) {
            continue;
        }
        if matches!(func.terminator(block).map(|t| func.op(t)), Some(Op::Ret(_))) {
            ends.push((block, None, done));
            continue;
        }
        let mut exits = func.successors(block);
        exits.retain(|&to| is_plain_exit(func, to));
        exits.dedup();
        ends.extend(exits.into_iter().map(|exit| (block, Some(exit), done)));
    }
    ends
}

/// A variable that says whether the thread goes on; true at first.
fn alive_variable(ctx: &mut Context, func: &mut Function) -> Value {
    let entry = func.entry();
    let variable = func.create_inst(Op::Alloca { elem: Type::I1, count: None, align: 1 }, Type::PTR_PRIVATE, None);
    let ptr = Value::Inst(variable);
    let yes = ctx.bool(true);
    let store =
        func.create_inst(Op::Store { value: yes, ptr, align: 1, volatile: false, atomic: None }, Type::VOID, None);
    func.blocks[entry].insts.splice(0..0, [variable, store]);
    ptr
}

/// Moves the last barrier of `block`, with the fences around it, to `bar`, and what follows to a block for the living.
fn split_at_last_barrier(func: &mut Function, block: Block, bar: Block, after: Block, alive: Value) {
    let insts = &func.blocks[block].insts;
    let Some(at) = insts.iter().rposition(|&i| is_barrier(func, i)) else { return };
    let is_fence = |&i: &Inst| matches!(func.op(i), Op::Fence(_));
    let start = at - insts[..at].iter().rev().take_while(|i| is_fence(i)).count();
    let end = at + 1 + insts[at + 1..].iter().take_while(|i| is_fence(i)).count();
    let rest = func.blocks[block].insts.split_off(end);
    let together = func.blocks[block].insts.split_off(start);
    let living = func.add_block();
    func.blocks[living].insts = rest;
    func.append(block, Op::Br(bar), Type::VOID, None);
    func.blocks[bar].insts = together;
    let load = Op::Load { ptr: alive, align: 1, volatile: false, atomic: None };
    let cond = Value::Inst(func.append(bar, load, Type::I1, None));
    func.append(bar, Op::CondBr { cond, then_: living, else_: after }, Type::VOID, None);
}
