//! Doubles' bits from floats and integers, and back.

use super::parts::{
    INFINITY, LEADING, NAN, SIGN, Words, is_nan, rounded, rounded_to, significand, significand_in_place, size,
};
use crate::ir::cursor::Cursor;
use crate::ir::float_format::{DOUBLE, FLOAT};
use crate::ir::instruction::{CastOp, IntPredicate, Value};
use crate::ir::types::Type;
use crate::passes::util::build::Build;
use crate::passes::util::floats::FloatCode;

/// How far a float's exponent field is below a double's of the same number.
const REBIAS: i64 = (DOUBLE.bias - FLOAT.bias) as i64;
/// Bits that a double's significand has and a float's has not.
const MORE: u32 = DOUBLE.fraction - FLOAT.fraction;

/// A half or a float.
pub fn widened(c: &mut Cursor<'_>, x: Value) -> Value {
    let float = c.cast(CastOp::FPExt, x, Type::FLOAT);
    let bits = c.to_bits(float);
    let bits = c.to_unsigned(bits, Type::I64);
    let sign = c.masked(bits, FLOAT.sign());
    let sign = c.up_const(sign, 32);
    let size = c.masked(bits, FLOAT.sign() - 1);
    let zeros = c.leading_zeros(size);
    // A subnormal float is a normal double: its leading bit goes to where others have theirs, and beyond.
    let shift = c.plus_const(zeros, -i64::from(63 - FLOAT.fraction));
    let subnormal = c.is_const(IntPredicate::Ult, size, FLOAT.smallest_normal());
    let none = c.long(0);
    let shift = c.choose(subnormal, shift, none);
    let moved = c.up(size, shift);
    let moved = c.up_const(moved, MORE);
    // Its leading bit, or the exponent's field of a normal one, is counted in units of the exponent already.
    let rebias = c.long(REBIAS as u64);
    let exponent = c.less(rebias, shift);
    let exponent = c.up_const(exponent, DOUBLE.fraction);
    let number = c.plus(moved, exponent);
    let infinity = c.long(INFINITY);
    let special = c.is_const(IntPredicate::Uge, size, FLOAT.infinity());
    let number = c.choose(special, infinity, number);
    let zero = c.is_const(IntPredicate::Eq, size, 0);
    let number = c.choose(zero, none, number);
    let number = c.any(sign, number);
    let undefined = c.is_const(IntPredicate::Ugt, size, FLOAT.infinity());
    let nan = c.long(NAN);
    c.choose(undefined, nan, number)
}

/// The nearest float.
pub fn narrowed(c: &mut Cursor<'_>, x: Value) -> Value {
    let bits = size(c, x);
    let (magnitude, exponent) = significand_in_place(c, bits);
    let magnitude = c.up_const(magnitude, LEADING - DOUBLE.fraction);
    let exponent = c.plus_const(exponent, -REBIAS);
    let number = rounded_to(c, exponent, magnitude, FLOAT);
    let sign = c.masked(x, SIGN);
    let sign = c.down_const(sign, 32);
    let number = c.any(sign, number);
    let undefined = is_nan(c, bits);
    let nan = c.long(FLOAT.nan());
    let whole = c.choose(undefined, nan, number);
    let whole = c.to_unsigned(whole, Type::I32);
    c.bitcast(whole, Type::FLOAT)
}

/// An integer of at most 64 bits.
pub fn from_integer(c: &mut Cursor<'_>, x: Value, signed: bool) -> Value {
    let x = if signed { c.to_signed(x, Type::I64) } else { c.to_unsigned(x, Type::I64) };
    let none = c.long(0);
    let negative = if signed { c.signed_down(x, 63) } else { none };
    let magnitude = c.differing(x, negative);
    let magnitude = c.less(magnitude, negative);
    let sign = c.masked(negative, SIGN);
    let zeros = c.leading_zeros(magnitude);
    // Of zero it is 64, and any shift will do.
    let shift = c.masked(zeros, 63);
    let placed = c.up(magnitude, shift);
    let lost = c.masked(placed, 1);
    let placed = c.down_const(placed, 1);
    let placed = c.any(placed, lost);
    let highest = c.long(1023 + 63);
    let exponent = c.less(highest, zeros);
    rounded(c, sign, exponent, placed)
}

/// An integer of `ty`, of 32 or 64 bits, towards zero: the nearest it can hold, and zero of a NaN, as on GPUs.
pub fn to_integer(c: &mut Cursor<'_>, x: Value, ty: Type, signed: bool) -> Value {
    let width = c.ctx.types.value_bits(ty);
    let bits = size(c, x);
    let (whole, exponent) = significand(c, bits);
    let exponent = c.plus_const(exponent, -1023);
    let place = i64::from(DOUBLE.fraction);
    let up = c.plus_const(exponent, -place);
    let up = c.clamped(up, 0, 63);
    let middle = c.long(place as u64);
    let down = c.less(middle, exponent);
    let down = c.clamped(down, 0, 63);
    let magnitude = c.up(whole, up);
    let magnitude = c.down(magnitude, down);
    let digits = width - u32::from(signed);
    let negative = c.down_const(x, 63);
    let largest = c.long(u64::MAX >> (64 - digits));
    let largest = if signed { c.plus(largest, negative) } else { largest };
    let digits = c.long(digits.into());
    let fits = c.icmp(IntPredicate::Slt, exponent, digits);
    let magnitude = c.choose(fits, magnitude, largest);
    let none = c.long(0);
    let nan = is_nan(c, bits);
    let magnitude = c.choose(nan, none, magnitude);
    let below = if signed { c.less(none, magnitude) } else { none };
    let negative = c.is_const(IntPredicate::Ne, negative, 0);
    let value = c.choose(negative, below, magnitude);
    c.to_unsigned(value, ty)
}
