//! Division and square root of doubles as IEEE rounds them, on devices that are not exact but keep denormals and have fma (RADV).
//!
//! Multiplied by a power of two, 2^600 or 2^-600 where it is needed, any two numbers are of usual size, 2^-500 to 2^500; their quotient then is
//! found as `division.rs` finds it for usual floats, and only its exponent is left to mend. A quotient that is subnormal is rounded there from what
//! the remainder says. Zeros, infinities and NaNs take the device's own result, which shares the reciprocal.
//! Called by `division.rs`, whose general way takes numbers apart with integers: twice the code on AMD's processors.

use super::division::{Quotient, fused, nearest_root, subnormal_bits};
use crate::ir::cursor::Cursor;
use crate::ir::float_format::DOUBLE;
use crate::ir::instruction::{BinaryOp, FloatPredicate, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::{Build, either};
use crate::passes::util::floats::FloatCode;
use crate::target::Target;

const BIAS: u128 = DOUBLE.bias as u128;
/// Exponents are looked at in the upper 32 bits, where so many bits of the significand are below them.
const TOP_FRACTION: u32 = 20;
/// What brings the largest and the smallest numbers to usual size: 2^600. Even, for roots.
const SHIFT: u128 = 600;
/// Usual sizes are 2^-500 to 2^500.
const USUAL: u128 = 500;

/// Whether the device has what this needs.
pub fn fits(target: &Target) -> bool {
    target.fp64_controls.denorm_preserve && target.fused_fma.double
}

/// A number brought to usual size.
struct Scaled {
    value: Value,
    /// The upper half of the power of two it was multiplied by; the lower is zero.
    factor: Value,
}

/// `x * factor`, of usual size unless it is zero, infinite or a NaN.
fn scale(cursor: &mut Cursor<'_>, x: Value) -> Scaled {
    let bits = cursor.to_bits(x);
    let top = cursor.fold_const(BinaryOp::LShr, bits, 32);
    let top = cursor.to_unsigned(top, Type::I32);
    let magnitude = cursor.fold_const(BinaryOp::And, top, 0x7fff_ffff);
    let small = cursor.compare_const(IntPredicate::Ult, magnitude, (BIAS - USUAL) << TOP_FRACTION);
    let large = cursor.compare_const(IntPredicate::Uge, magnitude, (BIAS + USUAL) << TOP_FRACTION);
    let [up, none, down] =
        [BIAS + SHIFT, BIAS, BIAS - SHIFT].map(|exponent| cursor.ctx.int(Type::I32, exponent << TOP_FRACTION));
    let factor = cursor.select(large, down, none);
    let factor = cursor.select(small, up, factor);
    let power = raise(cursor, factor);
    let power = cursor.bitcast(power, Type::DOUBLE);
    Scaled { value: cursor.fmul(x, power), factor }
}

/// 64 bits: `top` above zeros.
fn raise(cursor: &mut Cursor<'_>, top: Value) -> Value {
    let wide = cursor.to_unsigned(top, Type::I64);
    cursor.fold_const(BinaryOp::Shl, wide, 32)
}

/// `a / b` of any doubles, rounded once.
pub fn divide(cursor: &mut Cursor<'_>, a: Value, b: Value, target: &Target) -> Value {
    let signs = [a, b].map(|x| cursor.to_bits(x));
    let sign = cursor.xor(signs[0], signs[1]);
    let sign = cursor.fold_const(BinaryOp::And, sign, DOUBLE.sign().into());
    let (a, b) = (scale(cursor, a), scale(cursor, b));
    let one = cursor.fconst(Type::DOUBLE, 1.0);
    let inverse = cursor.fdiv(one, b.value);
    let native = cursor.fmul(a.value, inverse);
    let [size, divisor, inverse] = [a.value, b.value, inverse].map(|x| cursor.unary(Intrinsic::FAbs, x));
    let reciprocal = nearest_reciprocal(cursor, divisor, inverse, target);
    let quotient = nearest_quotient(cursor, size, divisor, reciprocal, target);
    // A zero has stayed one, and infinities and NaNs have become NaNs.
    let zero = cursor.fconst(Type::DOUBLE, 0.0);
    let ordinary = cursor.fcmp(FloatPredicate::Ogt, quotient, zero);
    let up = cursor.sub(b.factor, a.factor);
    let moved = move_exponent(cursor, quotient, up);
    let normal = cursor.compare_const(IntPredicate::Sgt, moved.exponent, 0);
    let extraordinary = cursor.not(ordinary);
    let done = cursor.or(normal, extraordinary);
    let round_again = |c: &mut Cursor<'_>| {
        let rest = remainder(c, size, divisor, quotient, target);
        let exact_above = c.fcmp(FloatPredicate::Ogt, rest, zero);
        let exact_below = c.fcmp(FloatPredicate::Olt, rest, zero);
        let bits = c.to_bits(quotient);
        let exponent = c.to_signed(moved.exponent, Type::I64);
        subnormal_bits(c, &Quotient { bits, exact_above, exact_below }, exponent, DOUBLE)
    };
    let bits = either(cursor, done, |_| moved.bits, round_again);
    let bits = cursor.or(bits, sign);
    let exact = cursor.bitcast(bits, Type::DOUBLE);
    cursor.select(ordinary, exact, native)
}

/// A positive number whose exponent has been changed.
struct Moved {
    /// Infinity's if the exponent is too large; of no use if it is below 1.
    bits: Value,
    /// Biased, i32.
    exponent: Value,
}

/// `x` with `up` added to the upper half of its bits.
fn move_exponent(cursor: &mut Cursor<'_>, x: Value, up: Value) -> Moved {
    let bits = cursor.to_bits(x);
    let field = cursor.fold_const(BinaryOp::LShr, bits, DOUBLE.fraction.into());
    let field = cursor.to_unsigned(field, Type::I32);
    let distance = cursor.fold_const(BinaryOp::AShr, up, TOP_FRACTION.into());
    let exponent = cursor.add(field, distance);
    let wide = raise(cursor, up);
    let moved = cursor.add(bits, wide);
    let overflows = cursor.compare_const(IntPredicate::Sgt, exponent, 2 * BIAS);
    let infinity = cursor.ctx.int(Type::I64, DOUBLE.infinity().into());
    Moved { bits: cursor.select(overflows, infinity, moved), exponent }
}

/// `a - b*q`, exact where `q` is near `a / b`.
fn remainder(cursor: &mut Cursor<'_>, a: Value, b: Value, q: Value, target: &Target) -> Value {
    let minus = cursor.fneg(b);
    fused(cursor, [minus, q, a], target)
}

/// `1 / b` rounded once, `b` positive and of usual size, from an `inverse` as good as a float's.
fn nearest_reciprocal(cursor: &mut Cursor<'_>, b: Value, inverse: Value, target: &Target) -> Value {
    let one = cursor.fconst(Type::DOUBLE, 1.0);
    let mut reciprocal = inverse;
    for _ in 0..3 {
        let error = remainder(cursor, one, b, reciprocal, target);
        reciprocal = fused(cursor, [error, reciprocal, reciprocal], target);
    }
    // Of a significand of ones alone the last step may not find the right one: a power of two's neighbour above, whose last bit is one.
    let bits = cursor.to_bits(b);
    let ones = DOUBLE.fraction_mask();
    let fraction = cursor.fold_const(BinaryOp::And, bits, ones.into());
    let all = cursor.compare_const(IntPredicate::Eq, fraction, ones.into());
    let last = cursor.to_unsigned(all, Type::I64);
    let bits = cursor.to_bits(reciprocal);
    let bits = cursor.or(bits, last);
    cursor.bitcast(bits, Type::DOUBLE)
}

/// `a / b` of positive numbers of usual size, rounded once, by two corrections (Markstein 1990).
fn nearest_quotient(cursor: &mut Cursor<'_>, a: Value, b: Value, reciprocal: Value, target: &Target) -> Value {
    let mut quotient = cursor.fmul(a, reciprocal);
    for _ in 0..2 {
        let rest = remainder(cursor, a, b, quotient, target);
        quotient = fused(cursor, [rest, reciprocal, quotient], target);
    }
    quotient
}

/// The square root of any double, rounded once.
pub fn square_root(cursor: &mut Cursor<'_>, x: Value, target: &Target) -> Value {
    let x = scale(cursor, x);
    let native = cursor.unary(Intrinsic::Sqrt, x.value);
    let root = nearest_root(cursor, x.value, target);
    // Half of the scaling's exponent goes back; the root of any double is normal.
    let one = cursor.ctx.int(Type::I32, BIAS << TOP_FRACTION);
    let by = cursor.sub(one, x.factor);
    let half = cursor.fold_const(BinaryOp::AShr, by, 1);
    let half = raise(cursor, half);
    let bits = cursor.add(root, half);
    let exact = cursor.bitcast(bits, Type::DOUBLE);
    let (zero, infinity) = (cursor.fconst(Type::DOUBLE, 0.0), cursor.fconst(Type::DOUBLE, f64::INFINITY));
    let positive = cursor.fcmp(FloatPredicate::Ogt, x.value, zero);
    let finite = cursor.fcmp(FloatPredicate::Olt, x.value, infinity);
    let ordinary = cursor.and(positive, finite);
    cursor.select(ordinary, exact, native)
}
