//! Products and sums that clang lets be computed as one become `fma`, on devices whose fma is fused and as fast as either.
//!
//!   before  %p = fmul contract %a, %b   %r = fadd contract %p, %c        after  %r = fma(%a, %b, %c)
//!
//! Drivers are not asked: in SPIR-V they may contract only what they may reassociate and cancel too, and do (NVIDIA's and Mesa's compute
//! `(a + b) - a` as `b`), so `emit` forbids both. Which products are taken is what LLVM's DAG combiner does for AMDGPU, whose fusion is
//! aggressive: both carry `contract` and stand in one block, other uses of the product do not matter, and of two products the one with fewer
//! uses is taken, the left one if they have the same number.
//!
//! Behind `optimize/cse` and before `warp`, which may part a sum from its product. Called by the device list (`passes/mod.rs`).

use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::Block;
use crate::ir::instruction::{BinaryOp, Flags, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::passes::DeviceContext;
use crate::passes::util::floats::FloatCode;
use crate::passes::util::walk::{Visit, kernel_of, remove_unused, walk};

const PASS: &str = "float/contract";

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let known = Known { uses: module.functions[id].use_counts(), homes: module.functions[id].homes() };
    let mut any = false;
    walk(module, id, |cursor, inst| {
        if !device.target.fused_fma.of(cursor.func.insts[inst].ty) {
            return Ok(Visit::Keep);
        }
        let fused = contracted(cursor, inst, &known);
        any |= fused.is_some();
        Ok(fused.map_or(Visit::Keep, Visit::Replace))
    })?;
    if any {
        remove_unused(&mut module.functions[id]);
    }
    Ok(())
}

/// By instruction, from before the walk: how often it is used, and where it stands.
struct Known {
    uses: Vec<u32>,
    homes: Vec<Option<Block>>,
}

/// `x * y`, or `-(x * y)`.
#[derive(Clone, Copy)]
struct Product {
    x: Value,
    y: Value,
    negative: bool,
    flags: Flags,
    uses: u32,
}

/// The sum or difference `inst` with one of its products taken in.
fn contracted(cursor: &mut Cursor<'_>, inst: Inst, known: &Known) -> Option<Value> {
    let &Op::Binary { op, flags, lhs, rhs } = cursor.func.op(inst) else { return None };
    let subtracts = match op {
        BinaryOp::FAdd => false,
        BinaryOp::FSub => true,
        _ => return None,
    };
    if !flags.contains(Flags::CONTRACT) {
        return None;
    }
    let home = known.homes[inst.index()];
    let (left, right) = (product(cursor, lhs, home, known), product(cursor, rhs, home, known));
    let takes_left = left.is_some_and(|l| right.is_none_or(|r| l.uses <= r.uses));
    let taken = if takes_left { left? } else { right? };
    // -(x*y) is (-x)*y, and a - b is a + -b: signs change no rounding.
    let negative = taken.negative != (subtracts && !takes_left);
    let x = if negative { negated(cursor, taken.x) } else { taken.x };
    let addend = match (takes_left, subtracts) {
        (true, true) => negated(cursor, rhs),
        (true, false) => rhs,
        (false, _) => lhs,
    };
    let ty = cursor.func.insts[inst].ty;
    let args = vec![x, taken.y, addend];
    Some(cursor.inst(Op::Intrinsic { id: Intrinsic::Fma, flags: flags & taken.flags, args }, ty))
}

/// `value` as a product of `home` that may be contracted.
fn product(cursor: &Cursor<'_>, value: Value, home: Option<Block>, known: &Known) -> Option<Product> {
    let Value::Inst(inst) = value else { return None };
    // What the walk made is no product.
    let uses = *known.uses.get(inst.index())?;
    match *cursor.func.op(inst) {
        Op::Binary { op: BinaryOp::FMul, flags, lhs: x, rhs: y } => {
            let may = flags.contains(Flags::CONTRACT) && known.homes[inst.index()] == home;
            may.then_some(Product { x, y, negative: false, flags, uses })
        }
        Op::FNeg { value, .. } => {
            let product = product(cursor, value, home, known)?;
            Some(Product { negative: !product.negative, ..product })
        }
        _ => None,
    }
}

/// `-value`.
fn negated(cursor: &mut Cursor<'_>, value: Value) -> Value {
    if let Value::Inst(inst) = value
        && let Op::FNeg { value, .. } = *cursor.func.op(inst)
    {
        return value;
    }
    cursor.fneg(value)
}
