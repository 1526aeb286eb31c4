//! Reductions of a vector to one value, in element order.

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, Flags, Op, Value};
use crate::ir::intrinsic::Intrinsic;

use super::element;

use Intrinsic as I;

/// How two values become one.
enum Step {
    Binary(BinaryOp),
    Intrinsic(Intrinsic),
}

/// The replacement, or nothing if `id` is not of this family.
pub fn expand(cur: &mut Cursor<'_>, id: Intrinsic, flags: Flags, args: &[Value]) -> Option<Value> {
    let step = match id {
        I::ReduceAdd => Step::Binary(BinaryOp::Add),
        I::ReduceMul => Step::Binary(BinaryOp::Mul),
        I::ReduceAnd => Step::Binary(BinaryOp::And),
        I::ReduceOr => Step::Binary(BinaryOp::Or),
        I::ReduceXor => Step::Binary(BinaryOp::Xor),
        I::ReduceSMax => Step::Intrinsic(I::SMax),
        I::ReduceSMin => Step::Intrinsic(I::SMin),
        I::ReduceUMax => Step::Intrinsic(I::UMax),
        I::ReduceUMin => Step::Intrinsic(I::UMin),
        I::ReduceFMax => Step::Intrinsic(I::MaxNum),
        I::ReduceFMin => Step::Intrinsic(I::MinNum),
        I::ReduceFAdd => Step::Binary(BinaryOp::FAdd),
        I::ReduceFMul => Step::Binary(BinaryOp::FMul),
        _ => return None,
    };
    let vector = *args.last()?;
    let (elem, len) = cur.ctx.types.vector_parts(cur.ty(vector))?;
    // The float sums and products start from a given value.
    let mut sum = (args.len() == 2).then(|| args[0]);
    for i in 0..len {
        let next = element(cur, vector, i);
        sum = Some(match (sum, &step) {
            (None, _) => next,
            (Some(sum), Step::Binary(op)) => cur.binary_flags(*op, flags, sum, next),
            (Some(sum), Step::Intrinsic(id)) => cur.inst(Op::Intrinsic { id: *id, flags, args: vec![sum, next] }, elem),
        });
    }
    sum
}
