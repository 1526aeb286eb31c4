//! Division and square root of doubles as IEEE rounds them, on devices that are not exact but keep denormals and have fma (RADV).
//!
//! Of operands near 1 (2^-100 to 2^100; numerators 2^-500 to 2^500, and zero) nothing over- or underflows, and a float's reciprocal is a good first guess. Others
//! give their significands to the same code, and their exponents go around it: behind a branch, as they are rare. A quotient that is subnormal is
//! rounded there from what the remainder says. So is what zeros, infinities and NaNs make, which float's own operations tell of numbers like them.
//! Called by `division.rs`, whose general way takes all numbers apart with integers.

use super::division::{Quotient, fused, improved_pair, nearer_neighbour, subnormal_bits};
use crate::ir::cursor::Cursor;
use crate::ir::float_format::DOUBLE;
use crate::ir::instruction::{BinaryOp, CastOp, FloatPredicate, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::{Build, either, either_of};
use crate::passes::util::floats::FloatCode;
use crate::target::Target;

const BIAS: u32 = DOUBLE.bias as u32;
/// Sizes are looked at in the upper 32 bits, where so many bits of the significand are below the exponent.
const TOP_FRACTION: u32 = 20;
/// Divisors and radicands of usual size: 2^-100 to 2^100, which are floats too.
const NEAR: u32 = 100;
/// Numerators of usual size.
const FAR: u32 = 500;

/// Whether the device has what this needs.
pub fn fits(target: &Target) -> bool {
    target.fp64_controls.denorm_preserve && target.fused_fma.double
}

/// `a / b` of any doubles, rounded once.
pub fn divide(cursor: &mut Cursor<'_>, a: Value, b: Value, target: &Target) -> Value {
    let zero = cursor.fconst(Type::DOUBLE, 0.0);
    let nothing = cursor.fcmp(FloatPredicate::Oeq, a, zero);
    let [numerator, divisor] = [(a, FAR), (b, NEAR)].map(|(x, reach)| {
        let top = top(cursor, x);
        let size = cursor.fold_const(BinaryOp::And, top, 0x7fff_ffff);
        is_within(cursor, size, reach)
    });
    let numerator = cursor.or(numerator, nothing);
    let usual = cursor.and(numerator, divisor);
    let none = cursor.ctx.i32(0);
    let [x, y, distance] = either_of(cursor, usual, |_| [a, b, none], |c| apart(c, a, b));
    let reciprocal = nearest_reciprocal(cursor, y, target);
    let first = cursor.fmul(x, reciprocal);
    let quotient = nearest_quotient(cursor, [x, y], reciprocal, first, target);
    let quotient = cursor.select(nothing, first, quotient);
    either(cursor, usual, |_| quotient, |c| mended(c, [a, b], [x, y], quotient, distance, target))
}

/// The upper half of a double's bits.
fn top(cursor: &mut Cursor<'_>, x: Value) -> Value {
    let bits = cursor.to_bits(x);
    let top = cursor.fold_const(BinaryOp::LShr, bits, 32);
    cursor.to_unsigned(top, Type::I32)
}

/// Whether upper bits without sign are those of 2^-reach to 2^reach; of a negative number's, they are not.
fn is_within(cursor: &mut Cursor<'_>, top: Value, reach: u32) -> Value {
    let low = (BIAS - reach) << TOP_FRACTION;
    let above = cursor.fold_const(BinaryOp::Sub, top, low.into());
    cursor.compare_const(IntPredicate::Ult, above, u128::from(2 * reach) << TOP_FRACTION)
}

/// Both significands, with signs, and the distance of their exponents.
fn apart(cursor: &mut Cursor<'_>, a: Value, b: Value) -> [Value; 3] {
    let ((x, a_exponent), (y, b_exponent)) = (significand(cursor, a), significand(cursor, b));
    [x, y, cursor.sub(a_exponent, b_exponent)]
}

/// The number between 1 and 2, of `x`'s sign, that `x` is a power of two of, and that power's exponent. Of no use for zeros, infinities and NaNs.
fn significand(cursor: &mut Cursor<'_>, x: Value) -> (Value, Value) {
    let size = top(cursor, x);
    let size = cursor.fold_const(BinaryOp::And, size, 0x7fff_ffff);
    let subnormal = cursor.compare_const(IntPredicate::Ult, size, 1 << TOP_FRACTION);
    let (one, up) = (cursor.fconst(Type::DOUBLE, 1.0), cursor.fconst(Type::DOUBLE, 2f64.powi(54)));
    let factor = cursor.select(subnormal, up, one);
    let normal = cursor.fmul(x, factor);
    let (none, added) = (cursor.ctx.i32(BIAS), cursor.ctx.i32(BIAS + 54));
    let bias = cursor.select(subnormal, added, none);
    let field = top(cursor, normal);
    let field = cursor.fold_const(BinaryOp::LShr, field, TOP_FRACTION.into());
    let field = cursor.fold_const(BinaryOp::And, field, 0x7ff);
    let bits = cursor.to_bits(normal);
    let bits = cursor.fold_const(BinaryOp::And, bits, (DOUBLE.sign() | DOUBLE.fraction_mask()).into());
    let bits = cursor.fold_const(BinaryOp::Or, bits, u128::from(BIAS) << DOUBLE.fraction);
    (cursor.bitcast(bits, Type::DOUBLE), cursor.sub(field, bias))
}

/// `1 / b` rounded once, `b` a float's size.
fn nearest_reciprocal(cursor: &mut Cursor<'_>, b: Value, target: &Target) -> Value {
    let one = cursor.fconst(Type::FLOAT, 1.0);
    let float = cursor.convert(CastOp::FPTrunc, b, Type::FLOAT);
    let guess = cursor.fdiv(one, float);
    let guess = cursor.convert(CastOp::FPExt, guess, Type::DOUBLE);
    let one = cursor.fconst(Type::DOUBLE, 1.0);
    // 21 bits, 42, all but the last, and all.
    let reciprocal = (0..3).fold(guess, |reciprocal, _| {
        let error = remainder(cursor, one, b, reciprocal, target);
        fused(cursor, [error, reciprocal, reciprocal], target)
    });
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

/// `a - b*q`, exact where `q` is near `a / b`.
fn remainder(cursor: &mut Cursor<'_>, a: Value, b: Value, q: Value, target: &Target) -> Value {
    let minus = cursor.fneg(b);
    fused(cursor, [minus, q, a], target)
}

/// `a / b` rounded once, by two corrections of the `first` quotient (Markstein 1990).
fn nearest_quotient(
    cursor: &mut Cursor<'_>,
    [a, b]: [Value; 2],
    reciprocal: Value,
    first: Value,
    target: &Target,
) -> Value {
    (0..2).fold(first, |quotient, _| {
        let rest = remainder(cursor, a, b, quotient, target);
        fused(cursor, [rest, reciprocal, quotient], target)
    })
}

/// `a / b` from the quotient of their significands and the distance of their exponents.
fn mended(
    cursor: &mut Cursor<'_>,
    [a, b]: [Value; 2],
    significands: [Value; 2],
    quotient: Value,
    distance: Value,
    target: &Target,
) -> Value {
    let [x, y, quotient] = [significands[0], significands[1], quotient].map(|v| cursor.unary(Intrinsic::FAbs, v));
    let moved = move_exponent(cursor, quotient, distance);
    let normal = cursor.compare_const(IntPredicate::Sgt, moved.exponent, 0);
    let round_again = |c: &mut Cursor<'_>| {
        let rest = remainder(c, x, y, quotient, target);
        let zero = c.fconst(Type::DOUBLE, 0.0);
        let exact_above = c.fcmp(FloatPredicate::Ogt, rest, zero);
        let exact_below = c.fcmp(FloatPredicate::Olt, rest, zero);
        let bits = c.to_bits(quotient);
        let exponent = c.to_signed(moved.exponent, Type::I64);
        subnormal_bits(c, &Quotient { bits, exact_above, exact_below }, exponent, DOUBLE)
    };
    let bits = either(cursor, normal, |_| moved.bits, round_again);
    let signs = [a, b].map(|v| cursor.to_bits(v));
    let sign = cursor.xor(signs[0], signs[1]);
    let sign = cursor.fold_const(BinaryOp::And, sign, DOUBLE.sign().into());
    let bits = cursor.or(bits, sign);
    let exact = cursor.bitcast(bits, Type::DOUBLE);
    let [a_ordinary, b_ordinary] = [a, b].map(|v| is_ordinary(cursor, v));
    let ordinary = cursor.and(a_ordinary, b_ordinary);
    let (a, b) = (like(cursor, a, a_ordinary), like(cursor, b, b_ordinary));
    let native = cursor.fdiv(a, b);
    let native = cursor.convert(CastOp::FPExt, native, Type::DOUBLE);
    cursor.select(ordinary, exact, native)
}

/// Neither zero nor infinite nor a NaN.
fn is_ordinary(cursor: &mut Cursor<'_>, x: Value) -> Value {
    let size = cursor.unary(Intrinsic::FAbs, x);
    let (zero, infinity) = (cursor.fconst(Type::DOUBLE, 0.0), cursor.fconst(Type::DOUBLE, f64::INFINITY));
    let some = cursor.fcmp(FloatPredicate::Ogt, size, zero);
    let finite = cursor.fcmp(FloatPredicate::Olt, size, infinity);
    cursor.and(some, finite)
}

/// A float that makes of zeros, infinities and NaNs what `x` makes: `x` itself, or 1 with its sign if it is ordinary.
fn like(cursor: &mut Cursor<'_>, x: Value, ordinary: Value) -> Value {
    let bits = cursor.to_bits(x);
    let sign = cursor.fold_const(BinaryOp::And, bits, DOUBLE.sign().into());
    let one = cursor.fold_const(BinaryOp::Or, sign, u128::from(BIAS) << DOUBLE.fraction);
    let bits = cursor.select(ordinary, one, bits);
    let number = cursor.bitcast(bits, Type::DOUBLE);
    cursor.convert(CastOp::FPTrunc, number, Type::FLOAT)
}

/// A positive number whose exponent has been changed.
struct Moved {
    /// Infinity's if the exponent is too large; of no use if it is below 1.
    bits: Value,
    /// Biased, i32.
    exponent: Value,
}

/// `x * 2^distance`.
fn move_exponent(cursor: &mut Cursor<'_>, x: Value, distance: Value) -> Moved {
    let bits = cursor.to_bits(x);
    let field = cursor.fold_const(BinaryOp::LShr, bits, DOUBLE.fraction.into());
    let field = cursor.to_unsigned(field, Type::I32);
    let exponent = cursor.add(field, distance);
    let wide = raised(cursor, distance);
    let moved = cursor.add(bits, wide);
    let overflows = cursor.compare_const(IntPredicate::Sgt, exponent, u128::from(2 * BIAS));
    let infinity = cursor.ctx.int(Type::I64, DOUBLE.infinity().into());
    Moved { bits: cursor.select(overflows, infinity, moved), exponent }
}

/// What an exponent's change adds to a double's bits.
fn raised(cursor: &mut Cursor<'_>, by: Value) -> Value {
    let wide = cursor.to_unsigned(by, Type::I64);
    cursor.fold_const(BinaryOp::Shl, wide, DOUBLE.fraction.into())
}

/// The square root of any double, rounded once.
pub fn square_root(cursor: &mut Cursor<'_>, x: Value, target: &Target) -> Value {
    let zero = cursor.fconst(Type::DOUBLE, 0.0);
    let nothing = cursor.fcmp(FloatPredicate::Oeq, x, zero);
    let size = top(cursor, x);
    let near = is_within(cursor, size, NEAR);
    let usual = cursor.or(near, nothing);
    let none = cursor.ctx.i32(0);
    let [part, half] = either_of(cursor, usual, |_| [x, none], |c| even_part(c, x));
    let bits = nearest_root(cursor, part, target);
    let root = cursor.bitcast(bits, Type::DOUBLE);
    let root = cursor.select(nothing, x, root);
    let mend = |c: &mut Cursor<'_>| {
        // The root of any double is normal.
        let by = raised(c, half);
        let bits = c.add(bits, by);
        let exact = c.bitcast(bits, Type::DOUBLE);
        let ordinary = is_ordinary(c, x);
        let positive = c.fcmp(FloatPredicate::Ogt, x, zero);
        let like = like(c, x, ordinary);
        let native = c.unary(Intrinsic::Sqrt, like);
        let native = c.convert(CastOp::FPExt, native, Type::DOUBLE);
        let ordinary = c.and(ordinary, positive);
        c.select(ordinary, exact, native)
    };
    either(cursor, usual, |_| root, mend)
}

/// `x = part * 4^half` with a part in [1,4).
fn even_part(cursor: &mut Cursor<'_>, x: Value) -> [Value; 2] {
    let (part, exponent) = significand(cursor, x);
    let odd = cursor.fold_const(BinaryOp::And, exponent, 1);
    let odd = raised(cursor, odd);
    let bits = cursor.to_bits(part);
    let bits = cursor.add(bits, odd);
    [cursor.bitcast(bits, Type::DOUBLE), cursor.fold_const(BinaryOp::AShr, exponent, 1)]
}

/// The bits of the root of a number of a float's size: 21 bits of a float's, 42 of Goldschmidt's step, then a correction within a unit, and the neighbours.
fn nearest_root(cursor: &mut Cursor<'_>, x: Value, target: &Target) -> Value {
    let float = cursor.convert(CastOp::FPTrunc, x, Type::FLOAT);
    let guess = cursor.unary(Intrinsic::NativeRsqrt, float);
    let guess = cursor.convert(CastOp::FPExt, guess, Type::DOUBLE);
    let (root, slope) = (cursor.fmul(x, guess), cursor.fscale(guess, 0.5));
    let (root, slope) = improved_pair(cursor, root, slope, target);
    let rest = remainder(cursor, x, root, root, target);
    let near = fused(cursor, [rest, slope, root], target);
    nearer_neighbour(cursor, near, x, target)
}
