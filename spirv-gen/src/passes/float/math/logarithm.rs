//! log, log2, log10: `k*log(2) + log(m)` with m in [sqrt(1/2), sqrt(2)), and log(m) by the series of the inverse
//! hyperbolic tangent, arranged so that results near 0 (x near 1) keep all their digits.

use super::shorten;
use crate::ir::cursor::Cursor;
use crate::ir::float_format::Format;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate, Op, Value};
use crate::ir::types::Type;
use crate::passes::float::frexp;
use crate::passes::util::floats::FloatCode;

use std::f64::consts::{LN_2, LOG2_E, LOG10_2, LOG10_E};

/// x taken apart, and the pieces of log(m) = f - (half - s*(half + tail)).
struct Reduced {
    /// The exponent, as a float.
    k: Value,
    /// m - 1.
    f: Value,
    /// f^2 / 2.
    half: Value,
    /// s*(half + tail), with s = f/(2+f).
    correction: Value,
}

/// ln(x).
pub fn log(cur: &mut Cursor<'_>, x: Value) -> Value {
    let ty = cur.ty(x);
    let Reduced { k, f, half, correction } = reduce(cur, x);
    let (high, low) = split(ty, LN_2, 2.319_046_813_846_299_6e-17);
    let low_part = cur.fscale(k, low);
    let small = cur.fadd(correction, low_part);
    let small = cur.fsub(small, half);
    let small = cur.fadd(small, f);
    let high_part = cur.fscale(k, high);
    let result = cur.fadd(high_part, small);
    special(cur, x, result)
}

/// log2(x).
pub fn log2(cur: &mut Cursor<'_>, x: Value) -> Value {
    let reduced = reduce(cur, x);
    scaled(cur, x, &reduced, (LOG2_E, 2.035_527_374_093_103_3e-17), (1.0, 0.0))
}

/// log10(x).
pub fn log10(cur: &mut Cursor<'_>, x: Value) -> Value {
    let reduced = reduce(cur, x);
    scaled(cur, x, &reduced, (LOG10_E, 1.098_319_650_216_765e-17), (LOG10_2, -2.803_728_127_785_170_3e-18))
}

/// `k*per_octave + ln(m)*factor`, with ln(m) and the constants (each a f64 and what is beyond it) in two parts.
fn scaled(cur: &mut Cursor<'_>, x: Value, r: &Reduced, factor: (f64, f64), per_octave: (f64, f64)) -> Value {
    let ty = cur.ty(x);
    let whole = cur.fsub(r.f, r.half);
    // ln(m) = high + low, high so short that its product with the short constant is exact.
    let high = shorten(cur, whole);
    let low = cur.fsub(r.f, high);
    let low = cur.fsub(low, r.half);
    let low = cur.fadd(low, r.correction);
    let (factor_high, factor_low) = split(ty, factor.0, factor.1);
    let exact = cur.fscale(high, factor_high);
    let sum = cur.fadd(low, high);
    let rest = cur.fscale(sum, factor_low);
    let fine = cur.fscale(low, factor_high);
    let small = cur.fadd(rest, fine);
    let (octave_high, octave_low) = split(ty, per_octave.0, per_octave.1);
    let octaves = cur.fscale(r.k, octave_high);
    let octaves_low = cur.fscale(r.k, octave_low);
    let small = cur.fadd(small, octaves_low);
    // octaves + exact without losing what the sum rounds away.
    let total = cur.fadd(octaves, exact);
    let lost = cur.fsub(octaves, total);
    let lost = cur.fadd(lost, exact);
    let small = cur.fadd(small, lost);
    let result = cur.fadd(total, small);
    special(cur, x, result)
}

/// `value + beyond` in two parts; the first has so few bits that products with exponents and shortened values are exact.
fn split(ty: Type, value: f64, beyond: f64) -> (f64, f64) {
    let bits = if ty == Type::DOUBLE { 30 } else { 10 };
    let high = f64::from_bits(value.to_bits() & !((1u64 << (53 - bits)) - 1));
    (high, value - high + beyond)
}

fn reduce(cur: &mut Cursor<'_>, x: Value) -> Reduced {
    let ty = cur.ty(x);
    let frexp::Parts { format, normalised, shift, .. } = frexp::parts(cur, x);
    let Format { fraction, bias, .. } = format;
    // Counting from sqrt(1/2) on instead of 1 puts m into [sqrt(1/2), sqrt(2)).
    let (one, root) = (bits_of(format, 1.0), bits_of(format, std::f64::consts::FRAC_1_SQRT_2));
    let moved = cur.binary_const(BinaryOp::Add, normalised, u128::from(one - root));
    let exponent = cur.binary_const(BinaryOp::LShr, moved, fraction.into());
    let exponent = cur.binary_const(BinaryOp::Sub, exponent, bias as u128);
    let exponent = cur.sub(exponent, shift);
    let exponent = cur.resize_signed(exponent, Type::I32);
    let k = cur.convert(CastOp::SIToFP, exponent, ty);
    let m = cur.binary_const(BinaryOp::And, moved, format.fraction_mask().into());
    let m = cur.binary_const(BinaryOp::Add, m, root.into());
    let m = cur.bitcast(m, ty);
    let one = cur.fconst(ty, 1.0);
    let f = cur.fsub(m, one);
    let two = cur.fconst(ty, 2.0);
    let below = cur.fadd(two, f);
    // The correction is at most a sixteenth of the result: what the device's own quotient of floats may be off by does not show.
    let own = if ty == Type::FLOAT { Flags::ARCP } else { Flags::empty() };
    let s = cur.inst(Op::Binary { op: BinaryOp::FDiv, flags: own, lhs: f, rhs: below }, ty);
    let z = cur.fmul(s, s);
    // 2/3 z + 2/5 z^2 + ...; z is at most 0.0295
    let terms = if ty == Type::DOUBLE { 10 } else { 4 };
    let series: Vec<f64> = (1..=terms).map(|i| 2.0 / f64::from(2 * i + 1)).collect();
    let tail = cur.polynomial(z, &series);
    let tail = cur.fmul(z, tail);
    let square = cur.fmul(f, f);
    let half = cur.fscale(square, 0.5);
    let sum = cur.fadd(half, tail);
    let correction = cur.fmul(s, sum);
    Reduced { k, f, half, correction }
}

/// The bits of `value` in the format.
fn bits_of(format: Format, value: f64) -> u64 {
    if format.bits == 64 { value.to_bits() } else { (value as f32).to_bits().into() }
}

/// -inf for 0, NaN below, the number itself for +inf and NaN.
fn special(cur: &mut Cursor<'_>, x: Value, result: Value) -> Value {
    let ty = cur.ty(x);
    let Some(format) = Format::of(cur.ctx.types.kind(ty)) else { return result };
    let bits = cur.to_bits(x);
    let int = cur.ty(bits);
    let magnitude = cur.binary_const(BinaryOp::And, bits, u128::from(format.sign() - 1));
    let (zero, infinity) = (cur.ctx.int(int, 0), cur.ctx.int(int, format.infinity().into()));
    let nan = cur.fconst(ty, f64::NAN);
    let minus_infinity = cur.fconst(ty, f64::NEG_INFINITY);
    let beyond = cur.icmp(IntPredicate::Uge, magnitude, infinity);
    let negative = cur.icmp(IntPredicate::Slt, bits, zero);
    let is_zero = cur.icmp(IntPredicate::Eq, magnitude, zero);
    let is_nan = cur.fcmp(FloatPredicate::Uno, x, x);
    let result = cur.select(beyond, x, result);
    let result = cur.select(negative, nan, result);
    let result = cur.select(is_nan, x, result);
    cur.select(is_zero, minus_infinity, result)
}
