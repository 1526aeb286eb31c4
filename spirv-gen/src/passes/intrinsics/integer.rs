//! Integer intrinsics: abs, byte swap, funnel shifts, saturation, three-way comparison.

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::floats::FloatCode;

use super::overflow;

use Intrinsic as I;

/// The replacement, or nothing if `id` is not of this family.
pub fn expand(cur: &mut Cursor<'_>, id: Intrinsic, args: &[Value], ty: Type) -> Option<Value> {
    let a = *args.first()?;
    let b = args.get(1).copied().unwrap_or(a);
    Some(match id {
        I::Abs => {
            let zero = cur.ctx.int(ty, 0);
            let negated = cur.sub(zero, a);
            cur.pair(I::SMax, a, negated)
        }
        I::BSwap => byte_swap(cur, a, ty),
        I::FShl => funnel_shift(cur, a, b, *args.get(2)?, true),
        I::FShr => funnel_shift(cur, a, b, *args.get(2)?, false),
        I::UCmp => compare(cur, a, b, ty, IntPredicate::Ugt, IntPredicate::Ult),
        I::SCmp => compare(cur, a, b, ty, IntPredicate::Sgt, IntPredicate::Slt),
        I::UAddSat => {
            let (sum, over) = overflow::expand(cur, I::UAddOverflow, args)?;
            let top = cur.ctx.int(ty, u128::MAX);
            cur.select(over, top, sum)
        }
        I::USubSat => {
            let (difference, under) = overflow::expand(cur, I::USubOverflow, args)?;
            let zero = cur.ctx.int(ty, 0);
            cur.select(under, zero, difference)
        }
        I::SAddSat => {
            let (sum, over) = overflow::expand(cur, I::SAddOverflow, args)?;
            let limit = signed_limit(cur, a, ty);
            cur.select(over, limit, sum)
        }
        I::SSubSat => {
            let (difference, over) = overflow::expand(cur, I::SSubOverflow, args)?;
            let limit = signed_limit(cur, a, ty);
            cur.select(over, limit, difference)
        }
        I::UShlSat | I::SShlSat => {
            let signed = id == I::SShlSat;
            let shifted = cur.shl(a, b);
            let back = cur.binary(if signed { BinaryOp::AShr } else { BinaryOp::LShr }, shifted, b);
            let lost = cur.icmp(IntPredicate::Ne, back, a);
            let limit = if signed { signed_limit(cur, a, ty) } else { cur.ctx.int(ty, u128::MAX) };
            cur.select(lost, limit, shifted)
        }
        _ => return None,
    })
}

/// The largest value if `x` is not negative, the smallest otherwise.
fn signed_limit(cur: &mut Cursor<'_>, x: Value, ty: Type) -> Value {
    let bits = cur.ctx.types.value_bits(ty);
    let sign = cur.binary_const(BinaryOp::AShr, x, u128::from(bits - 1));
    cur.binary_const(BinaryOp::Xor, sign, (1u128 << (bits - 1)) - 1)
}

/// -1, 0 or 1 in `ty`.
fn compare(cur: &mut Cursor<'_>, a: Value, b: Value, ty: Type, more: IntPredicate, less: IntPredicate) -> Value {
    let more = cur.icmp(more, a, b);
    let less = cur.icmp(less, a, b);
    let (one, zero, minus) = (cur.ctx.int(ty, 1), cur.ctx.int(ty, 0), cur.ctx.int(ty, u128::MAX));
    let not_less = cur.select(more, one, zero);
    cur.select(less, minus, not_less)
}

fn byte_swap(cur: &mut Cursor<'_>, x: Value, ty: Type) -> Value {
    let bytes = cur.ctx.types.value_bits(ty) / 8;
    let mut result: Option<Value> = None;
    for i in 0..bytes {
        // Byte i goes to place bytes-1-i.
        let from = u128::from(8 * i);
        let to = u128::from(8 * (bytes - 1 - i));
        let moved = match (from, to) {
            (0, to) => cur.binary_const(BinaryOp::Shl, x, to),
            (from, 0) => cur.binary_const(BinaryOp::LShr, x, from),
            _ => {
                let byte = cur.binary_const(BinaryOp::LShr, x, from);
                let byte = cur.binary_const(BinaryOp::And, byte, 0xff);
                cur.binary_const(BinaryOp::Shl, byte, to)
            }
        };
        result = Some(result.map_or(moved, |r| cur.or(r, moved)));
    }
    result.unwrap_or(x)
}

/// The high (`left`) or low word of `{high, low}` shifted by `amount` modulo the width. A shift by 0 is split off by shifting the
/// other half in two steps, so that no step shifts by the full width.
pub fn funnel_shift(cur: &mut Cursor<'_>, high: Value, low: Value, amount: Value, left: bool) -> Value {
    let ty = cur.ty(high);
    let bits = cur.ctx.types.value_bits(ty);
    let width = u128::from(bits);
    if let Some(amount) = cur.ctx.as_int(amount) {
        let amount = amount % width;
        if amount == 0 {
            return if left { high } else { low };
        }
        let up = if left { amount } else { width - amount };
        let upper = cur.binary_const(BinaryOp::Shl, high, up);
        let lower = cur.binary_const(BinaryOp::LShr, low, width - up);
        return cur.or(upper, lower);
    }
    let (amount, rest) = if bits.is_power_of_two() {
        let amount = cur.binary_const(BinaryOp::And, amount, width - 1);
        (amount, cur.binary_const(BinaryOp::Xor, amount, width - 1))
    } else {
        let amount = cur.binary_const(BinaryOp::URem, amount, width);
        let top = cur.ctx.int(ty, width - 1);
        (amount, cur.sub(top, amount))
    };
    // `rest` is width-1-amount: with a step of one it makes width-amount.
    let (upper, lower) = if left {
        let half = cur.binary_const(BinaryOp::LShr, low, 1);
        (cur.shl(high, amount), cur.lshr(half, rest))
    } else {
        let half = cur.binary_const(BinaryOp::Shl, high, 1);
        (cur.shl(half, rest), cur.lshr(low, amount))
    };
    cur.or(upper, lower)
}
