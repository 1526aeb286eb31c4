//! exp, exp2, exp10: `2^n * e^r` with `|r| <= ln(2)/2`, and e^r by its series.

use crate::ir::cursor::Cursor;
use crate::ir::float_format::Format;
use crate::ir::instruction::{BinaryOp, CastOp, FloatPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::floats::{FloatCode, two_to};

use std::f64::consts::{LN_2, LN_10, LOG2_10, LOG2_E};

use Intrinsic as I;

/// 1/k!: the series of e^r from r^2 on. In f32 the first six leave an error below 2^-27, in f64 all of them one below 2^-57.
const SERIES: [f64; 12] = [
    1.0 / 2.0,
    1.0 / 6.0,
    1.0 / 24.0,
    1.0 / 120.0,
    1.0 / 720.0,
    1.0 / 5_040.0,
    1.0 / 40_320.0,
    1.0 / 362_880.0,
    1.0 / 3_628_800.0,
    1.0 / 39_916_800.0,
    1.0 / 479_001_600.0,
    1.0 / 6_227_020_800.0,
];

/// ln(2) and log10(2) in two parts, the first so short that its product with any exponent is exact.
struct Split {
    high: f64,
    low: f64,
}

/// The leading `bits` bits of `value` (rounded toward zero), and the rest.
fn split(value: f64, bits: u32) -> Split {
    let high = f64::from_bits(value.to_bits() & !((1u64 << (53 - bits)) - 1));
    Split { high, low: value - high }
}

/// Significant bits of the high parts, per type.
fn short(ty: Type) -> u32 {
    if ty == Type::DOUBLE { 32 } else { 12 }
}

/// ln(2) beyond what f64 holds.
const LN_2_REST: f64 = 2.319_046_813_846_299_6e-17;
/// log10(2) beyond what f64 holds.
const LOG10_2_REST: f64 = -2.803_728_127_785_170_3e-18;

/// e^x.
pub fn exp(cur: &mut Cursor<'_>, x: Value) -> Value {
    let ty = cur.ty(x);
    let clamped = clamp(cur, x, -746.0, -104.0, 710.0, 89.0);
    let n = nearest_multiple(cur, clamped, LOG2_E);
    let Split { high, low } = split(LN_2, short(ty));
    let r = reduce(cur, clamped, n, high, low + LN_2_REST);
    finish(cur, x, n, r)
}

/// 2^x.
pub fn exp2(cur: &mut Cursor<'_>, x: Value) -> Value {
    let clamped = clamp(cur, x, -1076.0, -151.0, 1025.0, 129.0);
    let n = cur.unary(I::RoundEven, clamped);
    let part = cur.fsub(clamped, n);
    let r = cur.fscale(part, LN_2);
    finish(cur, x, n, r)
}

/// 10^x.
pub fn exp10(cur: &mut Cursor<'_>, x: Value) -> Value {
    let ty = cur.ty(x);
    let clamped = clamp(cur, x, -324.5, -46.0, 309.0, 39.0);
    let n = nearest_multiple(cur, clamped, LOG2_10);
    let Split { high, low } = split(std::f64::consts::LOG10_2, short(ty));
    let part = reduce(cur, clamped, n, high, low + LOG10_2_REST);
    let r = cur.fscale(part, LN_10);
    finish(cur, x, n, r)
}

/// `x` limited to where the result is neither 0 nor infinite (NaN becomes a limit; [`finish`] sees to it).
fn clamp(cur: &mut Cursor<'_>, x: Value, low64: f64, low32: f64, high64: f64, high32: f64) -> Value {
    let ty = cur.ty(x);
    let (low, high) = if ty == Type::DOUBLE { (low64, high64) } else { (low32, high32) };
    let (low, high) = (cur.fconst(ty, low), cur.fconst(ty, high));
    let x = cur.pair(I::MaxNum, x, low);
    cur.pair(I::MinNum, x, high)
}

/// The integer nearest to `x * factor`.
fn nearest_multiple(cur: &mut Cursor<'_>, x: Value, factor: f64) -> Value {
    let scaled = cur.fscale(x, factor);
    cur.unary(I::RoundEven, scaled)
}

/// `x - n*high - n*low`; the first product and difference are exact.
fn reduce(cur: &mut Cursor<'_>, x: Value, n: Value, high: f64, low: f64) -> Value {
    let ty = cur.ty(x);
    let (high, low) = (cur.fconst(ty, -high), cur.fconst(ty, -low));
    let near = cur.fmuladd(n, high, x);
    cur.fmuladd(n, low, near)
}

/// `2^n * e^r`, or NaN for NaN.
fn finish(cur: &mut Cursor<'_>, x: Value, n: Value, r: Value) -> Value {
    let ty = cur.ty(x);
    let terms = if ty == Type::DOUBLE { SERIES.len() } else { 6 };
    let tail = cur.polynomial(r, &SERIES[..terms]);
    let square = cur.fmul(r, r);
    // 1 + (r + r^2*tail): the small parts first.
    let small = cur.fmuladd(square, tail, r);
    let one = cur.fconst(ty, 1.0);
    let near_one = cur.fadd(one, small);
    let exponent = cur.convert(CastOp::FPToSI, n, Type::I32);
    let result = scale(cur, near_one, exponent);
    let nan = cur.fcmp(FloatPredicate::Uno, x, x);
    cur.select(nan, x, result)
}

/// `x * 2^exponent`: `x` is near 1, the result at most a little beyond the type's range. Two powers of two that are floats themselves, so
/// that only the last product rounds. (`ldexp`, which has to do with any exponent, takes more than twice the instructions.)
fn scale(cur: &mut Cursor<'_>, x: Value, exponent: Value) -> Value {
    let ty = cur.ty(x);
    let Some(format) = Format::of(cur.ctx.types.kind(ty)) else { return x };
    let half = cur.binary_const(BinaryOp::AShr, exponent, 1);
    let rest = cur.sub(exponent, half);
    [half, rest].into_iter().fold(x, |product, exponent| {
        let factor = two_to(cur, exponent, format, ty);
        cur.fmul(product, factor)
    })
}
