//! `1 / sqrt(x)` of floats, root and quotient each rounded as IEEE wants, in one piece: what improves the root improves half its reciprocal beside it,
//! which is the quotient's first guess, and one look at `x` tells that both are of usual size.
//!
//! What normalises a vector or computes a force divides by a root. (n-body with shared memory on an H200: 7.3 ms, 8.5 in two pieces, CUDA 7.5.)
//! Called by `float/float_legal`.

use super::division::{improved_reciprocal, improved_root, is_between, power_of_two, root_then_quotient};
use crate::hash::HashSet;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, Flags, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::util::build::{Build, either};
use crate::passes::util::floats::FloatCode;
use crate::target::Target;

/// Divisions of a power of two by a root that has no other use, and those roots.
pub type Pairs = HashSet<Inst>;

/// What asks for the device's own operation.
const OWN: Flags = Flags::AFN.union(Flags::ARCP);

/// All of `func`.
pub fn pairs(ctx: &Context, func: &Function) -> Pairs {
    let uses = func.use_counts();
    let is_root = |inst: Inst| match *func.op(inst) {
        Op::Intrinsic { id: Intrinsic::Sqrt, flags, .. } => uses[inst.index()] == 1 && !flags.intersects(OWN),
        _ => false,
    };
    let mut found = Pairs::default();
    for (_, inst) in func.linked_insts().filter(|&(_, inst)| func.insts[inst].ty == Type::FLOAT) {
        let Op::Binary { op: BinaryOp::FDiv, flags, lhs, rhs: Value::Inst(root) } = *func.op(inst) else { continue };
        if !flags.intersects(OWN) && power_of_two(ctx, lhs).is_some() && is_root(root) {
            found.extend([inst, root]);
        }
    }
    found
}

/// What stands for a pair's member: for the root its `x`, of which the division then is.
pub fn member(cursor: &mut Cursor<'_>, inst: Inst, target: &Target) -> Option<Value> {
    match cursor.func.op(inst).clone() {
        Op::Intrinsic { args, .. } => args.first().copied(),
        Op::Binary { lhs, rhs, .. } => Some(divide(cursor, lhs, rhs, target)),
        _ => None,
    }
}

/// `a / sqrt(x)`, each rounded once; `a` is a power of two.
fn divide(cursor: &mut Cursor<'_>, a: Value, x: Value, target: &Target) -> Value {
    let bits = cursor.to_bits(x);
    let size = is_between(cursor, bits);
    // The two significands whose root is all ones, of which the reciprocal may come out wrong.
    let last = cursor.fold_const(BinaryOp::And, bits, 0x7f_fffe);
    let not_last = cursor.compare_const(IntPredicate::Ne, last, 0x7f_fffe);
    let usual = cursor.and(size, not_last);
    either(cursor, usual, |c| quick(c, a, x, target), |c| root_then_quotient(c, a, x, target))
}

/// All 2^24 significands of an even and an odd exponent were tried, with reciprocal roots up to four units off: after two steps from the guess only
/// those are wrong whose root is all ones, after one step also another.
fn quick(cursor: &mut Cursor<'_>, a: Value, x: Value, target: &Target) -> Value {
    let (root, slope) = improved_root(cursor, x, target);
    let guess = cursor.fadd(slope, slope);
    let quotient = improved_reciprocal(cursor, root, guess, 2, target);
    // Times a power of two is exact: neither is large.
    if power_of_two(cursor.ctx, a) == Some(1.0) { quotient } else { cursor.fmul(a, quotient) }
}
