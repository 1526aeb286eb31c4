//! Splits a float into significand and exponent, in integers, so that denormals survive on devices that flush them.
//!
//! `x = mantissa * 2^exponent` with the mantissa's magnitude in [0.5, 1). Zero, infinity and NaN are their own mantissa with exponent 0.

use crate::ir::cursor::Cursor;
use crate::ir::float_format::Format;
use crate::ir::instruction::{BinaryOp, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::floats::FloatCode;

/// A finite float's bits taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    pub format: Format,
    /// The float's bits.
    pub bits: Value,
    /// Magnitude bits, shifted up until the leading one stands where a normal number's implicit one does.
    pub normalised: Value,
    /// How far that was.
    pub shift: Value,
    /// Whether the number is zero, infinite or NaN, as i1: then the above mean nothing.
    pub special: Value,
}

/// Takes the scalar float `x` apart.
pub fn parts(cur: &mut Cursor<'_>, x: Value) -> Parts {
    let ty = cur.ty(x);
    let format = Format::of(cur.ctx.types.kind(ty)).expect("frexp of a float");
    let bits = cur.to_bits(x);
    let int = cur.ty(bits);
    let magnitude = cur.binary_const(BinaryOp::And, bits, u128::from(format.sign() - 1));
    let smallest = cur.ctx.int(int, format.smallest_normal().into());
    let subnormal = cur.icmp(IntPredicate::Ult, magnitude, smallest);
    let zero_is_fine = cur.ctx.bool(false);
    let leading = cur.intrinsic(Intrinsic::Ctlz, vec![magnitude, zero_is_fine], int);
    let distance = cur.binary_const(BinaryOp::Sub, leading, u128::from(format.bits - 1 - format.fraction));
    let zero = cur.ctx.int(int, 0);
    let shift = cur.select(subnormal, distance, zero);
    let normalised = cur.shl(magnitude, shift);
    // 0 wraps around to the largest value: one comparison finds it, infinity and NaN.
    let below = cur.binary_const(BinaryOp::Sub, magnitude, 1);
    let last = cur.ctx.int(int, u128::from(format.infinity() - 1));
    let special = cur.icmp(IntPredicate::Uge, below, last);
    Parts { format, bits, normalised, shift, special }
}

/// The significand.
pub fn mantissa(cur: &mut Cursor<'_>, x: Value) -> Value {
    let ty = cur.ty(x);
    let Parts { format, bits, normalised, special, .. } = parts(cur, x);
    let fraction = cur.binary_const(BinaryOp::And, normalised, format.fraction_mask().into());
    let sign = cur.binary_const(BinaryOp::And, bits, format.sign().into());
    let half = ((format.bias - 1) as u128) << format.fraction;
    let made = cur.or(fraction, sign);
    let made = cur.binary_const(BinaryOp::Or, made, half);
    let chosen = cur.select(special, bits, made);
    cur.bitcast(chosen, ty)
}

/// The exponent, as i32.
pub fn exponent(cur: &mut Cursor<'_>, x: Value) -> Value {
    let Parts { format, normalised, shift, special, .. } = parts(cur, x);
    let biased = cur.binary_const(BinaryOp::LShr, normalised, format.fraction.into());
    let unshifted = cur.sub(biased, shift);
    let narrow = cur.resize_signed(unshifted, Type::I32);
    let exponent = cur.binary_const(BinaryOp::Sub, narrow, (format.bias - 1) as u128);
    let zero = cur.ctx.i32(0);
    cur.select(special, zero, exponent)
}
