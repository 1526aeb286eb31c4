//! Floats that two ways of nothing but a branch bring together, as selects: drivers make these of them, too, so the clamps among them must be seen.
//!
//!   before  condbr %c, %empty, %join            after  %x = select %c, %a, %b
//!           empty: br %join                            br %join
//!           join: %x = phi [%a, empty], [%b, ...]
//!
//! clang leaves them in functions that it does not optimise. Called by `clamps`.

use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Flags, Inst, Op, Value};
use crate::ir::module::Context;

/// What a branch joins again: the place, and the blocks that it is reached from if the condition holds, and if not.
struct Join {
    at: Block,
    held: Block,
    not_held: Block,
}

/// Makes selects of all of `func`. The empty blocks stay, unreachable.
pub fn as_selects(ctx: &Context, func: &mut Function) {
    let mut edges = vec![0u32; func.blocks.len()];
    for &block in &func.layout {
        for to in func.terminator(block).iter().flat_map(|&inst| func.op(inst).successors()) {
            edges[to.index()] += 1;
        }
    }
    for block in func.layout.clone() {
        if let Some((terminator, cond, join)) = join_behind(ctx, func, block, &edges) {
            select(func, block, cond, &join);
            func.insts[terminator].op = Op::Br(join.at);
        }
    }
}

/// The branch of `block` and where its ways meet, if they are empty and join nothing but floats.
fn join_behind(ctx: &Context, func: &Function, block: Block, edges: &[u32]) -> Option<(Inst, Value, Join)> {
    let terminator = func.terminator(block)?;
    let &Op::CondBr { cond, then_, else_ } = func.op(terminator) else { return None };
    let empty_to = |way: Block| match func.blocks[way].insts.as_slice() {
        &[only] if edges[way.index()] == 1 => match *func.op(only) {
            Op::Br(to) => Some(to),
            _ => None,
        },
        _ => None,
    };
    let join = match (empty_to(then_), empty_to(else_)) {
        (Some(at), Some(other)) if at == other => Join { at, held: then_, not_held: else_ },
        (Some(at), _) if at == else_ => Join { at, held: then_, not_held: block },
        (_, Some(at)) if at == then_ => Join { at, held: block, not_held: else_ },
        _ => return None,
    };
    let mut phis = func.phis(join.at).peekable();
    let floats = phis.peek().is_some() && phis.all(|phi| ctx.types.is_float(func.insts[phi].ty));
    (floats && join.at != block).then_some((terminator, cond, join))
}

fn select(func: &mut Function, block: Block, cond: Value, join: &Join) {
    let phis: Vec<Inst> = func.phis(join.at).collect();
    for phi in phis {
        let Op::Phi(incoming) = func.op(phi) else { continue };
        let from = |way: Block| incoming.iter().find(|(_, from)| *from == way).map(|&(value, _)| value);
        let (Some(then_), Some(else_)) = (from(join.held), from(join.not_held)) else { continue };
        let (ty, loc) = (func.insts[phi].ty, func.insts[phi].loc);
        let chosen = func.create_inst(Op::Select { flags: Flags::empty(), cond, then_, else_ }, ty, loc);
        let last = func.blocks[block].insts.len() - 1;
        func.blocks[block].insts.insert(last, chosen);
        if let Op::Phi(incoming) = &mut func.insts[phi].op {
            incoming.retain(|(_, from)| *from != join.held && *from != join.not_held);
            incoming.push((Value::Inst(chosen), block));
        }
    }
}
