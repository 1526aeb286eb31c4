//! Replaces instructions by other instructions, in one walk over a function; most portable passes are a visitor of this.
//!
//! Each block is rebuilt at its own end, so an expansion never shifts what follows and a function of n instructions costs
//! O(n) however many are replaced. An expansion may split the block: what follows goes to where it left the cursor.

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::{Context, FuncId, Module};
use crate::ir::types::Type;

/// What a visitor wants done with the instruction it was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// It stays (perhaps changed in place).
    Keep,
    /// It goes; its uses become the value.
    Replace(Value),
    /// It goes; it had no uses.
    Drop,
}

/// Shows `visit` every instruction of `func`. The cursor stands where the instruction stood, at the end of what has been
/// rebuilt; what `visit` inserts is not shown to it again. Returns whether anything was replaced or dropped.
///
/// # Errors
/// The visitor's; the function is then in pieces and must not be used. The instruction concerned is in the error's tuple.
pub fn rewrite_function(
    ctx: &mut Context,
    func: &mut Function,
    mut visit: impl FnMut(&mut Cursor<'_>, Inst) -> Result<Rewrite, CompileError>,
) -> Result<bool, (CompileError, Inst)> {
    let mut replaced = HashMap::default();
    let mut changed = false;
    for block in func.layout.clone() {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut cursor = Cursor { ctx, func, block, index: 0, loc: None };
        for inst in insts {
            cursor.loc = cursor.func.insts[inst].loc;
            match visit(&mut cursor, inst).map_err(|e| (e, inst))? {
                Rewrite::Keep => {
                    let at = cursor.block;
                    cursor.func.blocks[at].insts.push(inst);
                    cursor.index = cursor.func.blocks[at].insts.len();
                    continue;
                }
                Rewrite::Replace(value) => {
                    replaced.insert(Value::Inst(inst), value);
                }
                Rewrite::Drop => {}
            }
            changed = true;
        }
        let last = cursor.block;
        if last != block {
            retarget_phis(func, last, block);
        }
    }
    func.replace_uses(&replaced);
    Ok(changed)
}

/// Appends copies of `insts` to `to`. `values` says what stands for others' values, and then for theirs.
pub fn append_copies(func: &mut Function, insts: &[Inst], values: &mut HashMap<Value, Value>, to: Block) {
    for &inst in insts {
        let mut op = func.op(inst).clone();
        op.map_operands(|value| values.get(&value).copied().unwrap_or(value));
        let (ty, loc) = (func.insts[inst].ty, func.insts[inst].loc);
        let copy = func.append(to, op, ty, loc);
        values.insert(Value::Inst(inst), Value::Inst(copy));
    }
}

/// Tells the phis behind `now` that control comes from there and no longer from `before`.
pub fn retarget_phis(func: &mut Function, now: Block, before: Block) {
    for succ in func.successors(now) {
        let phis: Vec<Inst> = func.phis(succ).collect();
        for phi in phis {
            if let Op::Phi(incoming) = &mut func.insts[phi].op {
                incoming.iter_mut().filter(|(_, b)| *b == before).for_each(|(_, b)| *b = now);
            }
        }
    }
}

/// [`rewrite_function`] on every function with a body; errors name function and source line.
///
/// # Errors
/// The visitor's.
pub fn rewrite_module(
    module: &mut Module,
    mut visit: impl FnMut(&mut Cursor<'_>, Inst) -> Result<Rewrite, CompileError>,
) -> Result<bool, CompileError> {
    let mut changed = false;
    for id in module.functions.keys() {
        if module.functions[id].is_declaration() {
            continue;
        }
        let result = rewrite_function(&mut module.ctx, &mut module.functions[id], &mut visit);
        changed |= result.map_err(|(error, inst)| locate(module, id, inst, error))?;
    }
    Ok(changed)
}

/// `error` with the function's name and the instruction's source line, where known.
pub fn locate(module: &Module, id: FuncId, inst: Inst, error: CompileError) -> CompileError {
    let func = &module.functions[id];
    let loc = func.insts.get(inst).and_then(|i| i.loc).or(func.loc);
    error.in_function(&func.name).at(loc.map(|l| module.describe(l)))
}

/// Takes the function out of its table, leaving a husk, so that module and function can both be changed.
pub fn take_function(module: &mut Module, id: FuncId) -> Function {
    std::mem::replace(&mut module.functions[id], Function::declaration("", Type::VOID, Vec::new()))
}

/// Turns `phi` into a load of `variable`, which its predecessors store.
pub fn phi_to_load(ctx: &mut Context, func: &mut Function, phi: Inst, variable: Value) {
    let load = Op::Load { ptr: variable, align: 1, volatile: false, atomic: None };
    let Op::Phi(incoming) = std::mem::replace(&mut func.insts[phi].op, load) else { return };
    let mut stored = Vec::new();
    for (value, from) in incoming {
        if !stored.contains(&from) {
            stored.push(from);
            Cursor::before_terminator(ctx, func, from).store(value, variable, 1);
        }
    }
}

/// Leaves one block that ends `func`.
pub fn join_ends(func: &mut Function) {
    let ends = |b: &Block| func.terminator(*b).is_some_and(|t| matches!(func.op(t), Op::Ret(None)));
    let ends: Vec<Block> = func.layout.iter().copied().filter(ends).collect();
    if ends.len() < 2 {
        return;
    }
    let end = func.add_block();
    func.append(end, Op::Ret(None), Type::VOID, None);
    for block in ends {
        if let Some(terminator) = func.terminator(block) {
            func.insts[terminator].op = Op::Br(end);
        }
    }
}
