//! What a branch brings together is taken from an earlier one that asked the same and whose ways compute the same.
//!
//! ```text
//! before   br %c, a, b                                 after   br %c, a, b
//!          a: %x = f %v    b: %y = g %v                        a: %x = f %v    b: %y = g %v
//!          %p = phi [%x, a], [%y, b]                           %p = phi [%x, a], [%y, b]
//!          br %c, d, e                                         br %c, d, e
//!          d: %z = f %v    e: %w = g %v                        d: %z = f %v    e: %w = g %v      (dead)
//!          %q = phi [%z, d], [%w, e]                           ... %p for %q
//! ```
//! The device library's functions are made so: the sine and the cosine of one angle each reduce it in one of two ways, and each computes both
//! results to choose one. clang does not see it, as it had not inlined them; `cse` does not, as no way dominates another. Behind this pass `cse`
//! finds the rest equal, `dce` and `simplify_cfg` take what is dead. Called by the list for single kernels.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::hash::HashMap;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::Context;
use crate::ir::types::{AddressSpace, Type};

use super::cse::is_repeatable;

/// What a value is a function of, in terms of the first values that were computed so.
#[derive(PartialEq, Eq, Hash)]
enum Made {
    /// With its flags: a value with a promise is not one without it.
    By(Op, Type),
    /// Of a condition: if it holds, and if not.
    Choice(Value, [Value; 2], Type),
}

/// Replaces phis that repeat an earlier one. Returns whether there were any.
pub fn replace(ctx: &Context, func: &mut Function) -> bool {
    if func.is_declaration() {
        return false;
    }
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(&cfg);
    let mut first: HashMap<Made, (Value, Block)> = HashMap::default();
    let mut same: HashMap<Value, Value> = HashMap::default();
    let mut replaced: HashMap<Value, Value> = HashMap::default();
    for &block in cfg.reverse_postorder() {
        let choice = choice(func, &cfg, &dominators, block);
        for &inst in &func.blocks[block].insts {
            let Some(made) = made(ctx, func, inst, choice, &same) else { continue };
            let is_choice = matches!(made, Made::Choice(..));
            let value = Value::Inst(inst);
            let &mut (earlier, at) = first.entry(made).or_insert((value, block));
            if earlier != value {
                same.insert(value, earlier);
                if is_choice && dominators.dominates(at, block) {
                    replaced.insert(value, earlier);
                }
            }
        }
    }
    func.replace_uses(&replaced);
    !replaced.is_empty()
}

fn made(
    ctx: &Context,
    func: &Function,
    inst: Inst,
    choice: Option<(Value, [Block; 2])>,
    same: &HashMap<Value, Value>,
) -> Option<Made> {
    let known = |value: Value| same.get(&value).copied().unwrap_or(value);
    let ty = func.insts[inst].ty;
    match func.op(inst) {
        Op::Phi(incoming) => {
            let (cond, ways) = choice?;
            let from = |way: Block| incoming.iter().find(|(_, from)| *from == way).map(|&(value, _)| known(value));
            Some(Made::Choice(known(cond), [from(ways[0])?, from(ways[1])?], ty))
        }
        op if is_repeatable(op) || is_constant_load(ctx, func, op) => {
            let mut op = op.clone();
            op.map_operands(known);
            Some(Made::By(op, ty))
        }
        _ => None,
    }
}

/// A load of memory that no kernel writes.
fn is_constant_load(ctx: &Context, func: &Function, op: &Op) -> bool {
    let Op::Load { ptr, volatile: false, atomic: None, .. } = *op else { return false };
    ctx.types.pointee_space(ctx.type_of(func, ptr)) == Some(AddressSpace::Constant)
}

/// If `block` is where the ways of a branch meet again, each of them one block or none: the condition, and from where `block` is reached if it
/// holds, and if not.
fn choice(func: &Function, cfg: &Cfg, dominators: &Dominators, block: Block) -> Option<(Value, [Block; 2])> {
    let &[_, _] = cfg.preds(block) else { return None };
    let head = dominators.idom(block)?;
    let &Op::CondBr { cond, then_, else_ } = func.op(func.terminator(head)?) else { return None };
    let end = |way: Block| match way {
        way if way == block => Some(head),
        way if cfg.preds(way) == [head] => {
            matches!(func.op(func.terminator(way)?), Op::Br(to) if *to == block).then_some(way)
        }
        _ => None,
    };
    (then_ != else_).then_some((cond, [end(then_)?, end(else_)?]))
}
