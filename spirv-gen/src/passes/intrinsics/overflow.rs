//! Arithmetic that says whether it left the type's range.

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;

use Intrinsic as I;

/// (wrapped result, overflow as i1), or nothing if `id` is not of this family.
pub fn expand(cur: &mut Cursor<'_>, id: Intrinsic, args: &[Value]) -> Option<(Value, Value)> {
    let (a, b) = (*args.first()?, *args.get(1)?);
    Some(match id {
        I::UAddOverflow => {
            let sum = cur.add(a, b);
            (sum, cur.icmp(IntPredicate::Ult, sum, a))
        }
        I::USubOverflow => (cur.sub(a, b), cur.icmp(IntPredicate::Ult, a, b)),
        I::SAddOverflow => {
            // Both operands' signs differ from the sum's.
            let sum = cur.add(a, b);
            let (x, y) = (cur.xor(sum, a), cur.xor(sum, b));
            let both = cur.and(x, y);
            (sum, is_negative(cur, both))
        }
        I::SSubOverflow => {
            // The operands' signs differ, and the difference's from the first's.
            let difference = cur.sub(a, b);
            let (x, y) = (cur.xor(a, b), cur.xor(difference, a));
            let both = cur.and(x, y);
            (difference, is_negative(cur, both))
        }
        I::UMulOverflow => multiply(cur, a, b, false),
        I::SMulOverflow => multiply(cur, a, b, true),
        _ => return None,
    })
}

fn is_negative(cur: &mut Cursor<'_>, x: Value) -> Value {
    let ty = cur.ty(x);
    let zero = cur.ctx.int(ty, 0);
    cur.icmp(IntPredicate::Slt, x, zero)
}

/// Through twice the width; beyond 64 bits by division, as no wider type exists.
fn multiply(cur: &mut Cursor<'_>, a: Value, b: Value, signed: bool) -> (Value, Value) {
    let ty = cur.ty(a);
    let bits = cur.ctx.types.value_bits(ty);
    let product = cur.mul(a, b);
    if bits <= 64 {
        let wide = cur.ctx.types.int(bits * 2);
        let extend = if signed { CastOp::SExt } else { CastOp::ZExt };
        let (x, y) = (cur.cast(extend, a, wide), cur.cast(extend, b, wide));
        let exact = cur.mul(x, y);
        let back = cur.cast(extend, product, wide);
        return (product, cur.icmp(IntPredicate::Ne, exact, back));
    }
    let (zero, one) = (cur.ctx.int(ty, 0), cur.ctx.int(ty, 1));
    let by_zero = cur.icmp(IntPredicate::Eq, b, zero);
    let divisor = cur.select(by_zero, one, b);
    let quotient = if signed {
        // -1 as divisor of the smallest value would overflow itself; both orders then give the answer below.
        let minus = cur.ctx.int(ty, u128::MAX);
        let by_minus = cur.icmp(IntPredicate::Eq, divisor, minus);
        let safe = cur.select(by_minus, one, divisor);
        let plain = cur.binary(BinaryOp::SDiv, product, safe);
        let negated = cur.sub(zero, product);
        cur.select(by_minus, negated, plain)
    } else {
        cur.binary(BinaryOp::UDiv, product, divisor)
    };
    let differs = cur.icmp(IntPredicate::Ne, quotient, a);
    let never = cur.ctx.bool(false);
    let mut over = cur.select(by_zero, never, differs);
    if signed {
        // min * -1 wraps to min, which negates to itself.
        let least = cur.ctx.int(ty, 1u128 << (bits - 1));
        let minus = cur.ctx.int(ty, u128::MAX);
        let (is_least, is_minus) = (cur.icmp(IntPredicate::Eq, a, least), cur.icmp(IntPredicate::Eq, b, minus));
        let both = cur.and(is_least, is_minus);
        over = cur.or(over, both);
    }
    (product, over)
}
