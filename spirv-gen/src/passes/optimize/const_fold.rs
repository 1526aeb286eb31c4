//! Computes at compile time what does not depend on the run, and drops operations that change nothing.
//!
//! Instructions with constant operands become constants (`ir::fold` says which); `identities` rewrites `x+0`, `(x+1)+2`, casts of
//! casts, constant address steps and the like. One walk in reverse postorder, so an instruction sees its operands
//! already folded. Float arithmetic is only folded on constants, never rearranged. Called by both pipelines.

use super::identities::{Change, simplify};
use crate::analysis::cfg::Cfg;
use crate::hash::HashMap;
use crate::ir::constant::{Const, ConstData};
use crate::ir::fold;
use crate::ir::function::Function;
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::Context;
use crate::ir::types::Type;

/// Folds what can be folded in `func`. Returns whether there was anything.
pub fn fold_function(ctx: &mut Context, func: &mut Function) -> bool {
    let mut replaced: HashMap<Value, Value> = HashMap::default();
    let mut changed = false;
    for &block in Cfg::new(func).reverse_postorder() {
        let mut kept = Vec::with_capacity(func.blocks[block].insts.len());
        for inst in std::mem::take(&mut func.blocks[block].insts) {
            func.insts[inst].op.map_operands(|v| resolve(&replaced, v));
            match fold_inst(ctx, func, inst, &mut changed) {
                Some(value) => {
                    replaced.insert(Value::Inst(inst), value);
                }
                None => kept.push(inst),
            }
        }
        func.blocks[block].insts = kept;
    }
    func.replace_uses(&replaced);
    changed || !replaced.is_empty()
}

fn resolve(replaced: &HashMap<Value, Value>, mut value: Value) -> Value {
    while let Some(&next) = replaced.get(&value) {
        value = next;
    }
    value
}

/// The value that `inst` always has, after rewriting it as far as it goes.
fn fold_inst(ctx: &mut Context, func: &mut Function, inst: Inst, changed: &mut bool) -> Option<Value> {
    // Each rewrite makes the instruction simpler, so this ends; the bound guards against a pair of rules that undo each other.
    for _ in 0..8 {
        if let Some(value) = constant_result(ctx, &func.insts[inst].op, func.insts[inst].ty) {
            return Some(value);
        }
        match simplify(ctx, func, inst)? {
            Change::Value(value) => return (value != Value::Inst(inst)).then_some(value),
            Change::Op(op) => {
                func.insts[inst].op = op;
                *changed = true;
            }
        }
    }
    None
}

/// The constant that `op` computes, if all its operands are constants.
fn constant_result(ctx: &mut Context, op: &Op, ty: Type) -> Option<Value> {
    if op.is_terminator() || ty == Type::VOID || matches!(op, Op::Phi(_)) {
        return None;
    }
    let mut operands = Vec::new();
    op.for_each_operand(|v| operands.push(v));
    if operands.is_empty() {
        return None;
    }
    let mut args = Vec::with_capacity(operands.len());
    for operand in operands {
        let Value::Const(id) = operand else { return None };
        // Undef may be another value at each use, poison spreads: only freeze may take either.
        if is_undefined(ctx, id) && !matches!(op, Op::Freeze(_)) {
            return None;
        }
        args.push((ctx.consts.data(id).ty(), fold::constant(ctx, id)?));
    }
    let result = fold::evaluate(&ctx.types, op, ty, &args, true)?;
    fold::to_constant(ctx, ty, &result)
}

fn is_undefined(ctx: &Context, id: Const) -> bool {
    match ctx.consts.data(id) {
        ConstData::Undef(_) | ConstData::Poison(_) => true,
        ConstData::Aggregate { elems, .. } => elems.iter().any(|&e| is_undefined(ctx, e)),
        _ => false,
    }
}
