//! sin and cos: the argument less a multiple of pi/2, then the two series.
//!
//! Small arguments lose the multiple in three steps with constants so short that the products are exact. Large ones (above
//! [`Reduction::limit`]) multiply with the digits of 2/pi that matter, in integers; that code is only run where it is needed.
//!
//! In f32 `llvm.sin` and `llvm.cos` are what HIP's `__sinf` and `__cosf` become (AMD's hardware instructions; sinf and cosf are the device
//! library's): [`fast`] does without what the rounding of the remainder lost, and without the digits.

use super::shorten;
use crate::ir::cursor::Cursor;
use crate::ir::float_format::{FLOAT, Format};
use crate::ir::instruction::{BinaryOp, CastOp, FloatPredicate, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::floats::FloatCode;

use super::two_over_pi;

use Intrinsic as I;

/// How one format's small arguments are reduced.
struct Reduction {
    /// pi/2 in parts, each short enough that its product with a multiple below the limit is exact; the last one is not.
    parts: &'static [f64],
    /// Arguments above this take the long way.
    limit: f64,
}

/// 11 bits each in f32 (multiples below 2^13), 31 in f64 (below 2^22).
fn reduction(ty: Type) -> Reduction {
    if ty == Type::DOUBLE {
        Reduction { parts: &PI_HALF_64, limit: 1_000_000.0 }
    } else {
        Reduction { parts: &PI_HALF_32, limit: 8_000.0 }
    }
}

/// pi/2 for f32.
const PI_HALF_32: [f64; 4] =
    [1.570_312_5, 0.000_483_751_296_997_070_3, 7.549_533_620_476_723e-8, 2.563_344_151_594_519e-12];
/// pi/2 for f64.
const PI_HALF_64: [f64; 4] =
    [1.570_796_326_734_125_6, 6.077_100_503_593_46e-11, 2.912_732_054_822_7e-20, 1.270_655_876_013_987_9e-29];

/// sin(x).
pub fn sin(cur: &mut Cursor<'_>, table: Value, x: Value) -> Value {
    let (quadrant, high, low) = reduce(cur, table, x);
    evaluate(cur, x, quadrant, high, low)
}

/// cos(x) = sin(x + pi/2).
pub fn cos(cur: &mut Cursor<'_>, table: Value, x: Value) -> Value {
    let (quadrant, high, low) = reduce(cur, table, x);
    let quadrant = cur.binary_const(BinaryOp::Add, quadrant, 1);
    evaluate(cur, x, quadrant, high, low)
}

/// sin(x) or, `quarter` turns further, cos(x) of f32: within 2^-23 up to some thousand, and then as wrong as the rounding of the angle itself
/// makes it, but from -1 to 1 always. HIP promises 18 and 4 units in the last place up to pi.
pub fn fast(cur: &mut Cursor<'_>, x: Value, quarter: u128) -> Value {
    let n = cur.fscale(x, std::f64::consts::FRAC_2_PI);
    let n = cur.unary(I::RoundEven, n);
    let mut rest = x;
    for part in &PI_HALF_32[..3] {
        let part = cur.fconst(Type::FLOAT, -part);
        rest = cur.fmuladd(n, part, rest);
    }
    // The multiples of large angles are no longer whole: what would be left of these is no angle. NaN stays.
    let (size, zero, limit) = (cur.unary(I::FAbs, rest), cur.fconst(Type::FLOAT, 0.0), cur.fconst(Type::FLOAT, 1.0));
    let none = cur.fcmp(FloatPredicate::Ogt, size, limit);
    let rest = cur.select(none, zero, rest);
    let quadrant = cur.convert(CastOp::FPToSI, n, Type::I32);
    let mut quadrant = cur.inst(Op::Freeze(quadrant), Type::I32);
    if quarter != 0 {
        quadrant = cur.binary_const(BinaryOp::Add, quadrant, quarter);
    }
    let square = cur.fmul(rest, rest);
    let sine = {
        let tail = cur.polynomial(square, &SINE_32);
        let cube = cur.fmul(square, rest);
        cur.fmuladd(cube, tail, rest)
    };
    let cosine = cur.polynomial(square, &COSINE_32);
    let odd = cur.binary_const(BinaryOp::And, quadrant, 1);
    let zero = cur.ctx.i32(0);
    let odd = cur.icmp(IntPredicate::Ne, odd, zero);
    let value = cur.select(odd, cosine, sine);
    let bits = cur.to_bits(value);
    let sign = cur.binary_const(BinaryOp::And, quadrant, 2);
    let sign = cur.binary_const(BinaryOp::Shl, sign, 30);
    let bits = cur.binary(BinaryOp::Xor, bits, sign);
    cur.bitcast(bits, Type::FLOAT)
}

/// (sin(x) - x) / x^3 in x^2, to pi/4 (Cephes).
const SINE_32: [f64; 3] = [-1.666_665_461_1e-1, 8.332_160_873_6e-3, -1.951_529_589_1e-4];
/// cos(x) in x^2, to pi/4 (Cephes).
const COSINE_32: [f64; 5] = [1.0, -0.5, 4.166_664_568_298_827e-2, -1.388_731_625_493_765e-3, 2.443_315_711_809_948e-5];

/// (multiple of pi/2 as i32, remainder in two parts).
fn reduce(cur: &mut Cursor<'_>, table: Value, x: Value) -> (Value, Value, Value) {
    let ty = cur.ty(x);
    let (quadrant, high, low) = reduce_small(cur, x);
    let size = cur.unary(I::FAbs, x);
    let limit = cur.fconst(ty, reduction(ty).limit);
    let large = cur.fcmp(FloatPredicate::Ogt, size, limit);
    let before = cur.block;
    let after = cur.new_block();
    let long_way = cur.new_block();
    cur.cond_br(large, long_way, after);
    cur.goto_end(long_way);
    let (large_quadrant, large_high, large_low) = reduce_large(cur, table, x);
    let end = cur.block;
    cur.br(after);
    cur.goto_end(after);
    let quadrant = cur.phi(vec![(quadrant, before), (large_quadrant, end)], Type::I32);
    let high = cur.phi(vec![(high, before), (large_high, end)], ty);
    let low = cur.phi(vec![(low, before), (large_low, end)], ty);
    (quadrant, high, low)
}

/// Subtracts the nearest multiple of pi/2, part by part.
fn reduce_small(cur: &mut Cursor<'_>, x: Value) -> (Value, Value, Value) {
    let ty = cur.ty(x);
    let n = cur.fscale(x, std::f64::consts::FRAC_2_PI);
    let n = cur.unary(I::RoundEven, n);
    let parts = reduction(ty).parts;
    let mut high = x;
    let mut low = cur.fconst(ty, 0.0);
    for &part in parts {
        let product = cur.fscale(n, part);
        let next = cur.fsub(high, product);
        // What the difference rounded away: Knuth's two-sum, as either may be the larger.
        let virtual_product = cur.fsub(high, next);
        let virtual_high = cur.fadd(next, virtual_product);
        let lost_product = cur.fsub(virtual_product, product);
        let lost_high = cur.fsub(high, virtual_high);
        let lost = cur.fadd(lost_high, lost_product);
        low = cur.fadd(low, lost);
        high = next;
    }
    // Of NaN no integer is defined; any will do, but one.
    let quadrant = cur.convert(CastOp::FPToSI, n, Type::I32);
    let quadrant = cur.inst(Op::Freeze(quadrant), Type::I32);
    (quadrant, high, low)
}

/// The series at `high + low`, chosen and signed by the quadrant; NaN for infinities.
fn evaluate(cur: &mut Cursor<'_>, x: Value, quadrant: Value, high: Value, low: Value) -> Value {
    let ty = cur.ty(x);
    let (sine, cosine) = (sine(cur, high, low), cosine(cur, high, low));
    let zero = cur.ctx.i32(0);
    let odd = cur.binary_const(BinaryOp::And, quadrant, 1);
    let odd = cur.icmp(IntPredicate::Ne, odd, zero);
    let value = cur.select(odd, cosine, sine);
    let second = cur.binary_const(BinaryOp::And, quadrant, 2);
    let second = cur.icmp(IntPredicate::Ne, second, zero);
    let negated = cur.fneg(value);
    let value = cur.select(second, negated, value);
    let size = cur.unary(I::FAbs, x);
    let infinity = cur.fconst(ty, f64::INFINITY);
    let infinite = cur.fcmp(FloatPredicate::Oeq, size, infinity);
    let nan = cur.fconst(ty, f64::NAN);
    cur.select(infinite, nan, value)
}

/// `1/(first)! , 1/(first+2)!, ...` with alternating signs, the first as given.
fn series(first: u32, sign: f64, terms: u32) -> Vec<f64> {
    let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
    (0..terms).map(|i| sign * if i % 2 == 0 { 1.0 } else { -1.0 } / factorial(first + 2 * i)).collect()
}

/// Terms that matter for arguments up to pi/4.
fn terms(ty: Type) -> u32 {
    if ty == Type::DOUBLE { 8 } else { 4 }
}

/// sin(high + low) = high + (low*(1 - high^2/2) + high^3 * (-1/6 + ...))
fn sine(cur: &mut Cursor<'_>, high: Value, low: Value) -> Value {
    let ty = cur.ty(high);
    let square = cur.fmul(high, high);
    let tail = cur.polynomial(square, &series(3, -1.0, terms(ty)));
    let cube = cur.fmul(square, high);
    let cubic = cur.fmul(cube, tail);
    let half = cur.fscale(square, 0.5);
    let low_lost = cur.fmul(half, low);
    let low = cur.fsub(low, low_lost);
    let small = cur.fadd(low, cubic);
    let sum = cur.fadd(high, small);
    // Of zeros, denormals and the like nothing is lost by taking the remainder itself, sign included.
    let zero = cur.fconst(ty, 0.0);
    let nothing = cur.fcmp(FloatPredicate::Oeq, small, zero);
    cur.select(nothing, high, sum)
}

/// cos(high + low) = 1 - high^2/2 + (high^4 * (1/24 - ...) - high*low), the first difference with its rounding error.
fn cosine(cur: &mut Cursor<'_>, high: Value, low: Value) -> Value {
    let ty = cur.ty(high);
    let square = cur.fmul(high, high);
    let half = cur.fscale(square, 0.5);
    let one = cur.fconst(ty, 1.0);
    let whole = cur.fsub(one, half);
    let lost = cur.fsub(one, whole);
    let lost = cur.fsub(lost, half);
    let tail = cur.polynomial(square, &series(4, 1.0, terms(ty)));
    let fourth = cur.fmul(square, square);
    let quartic = cur.fmul(fourth, tail);
    let mixed = cur.fmul(high, low);
    let small = cur.fsub(quartic, mixed);
    let small = cur.fadd(small, lost);
    cur.fadd(whole, small)
}

/// The product of the significand with the right digits of 2/pi, in integers: its two bits before the point are the quadrant, what is
/// behind it times pi/2 the remainder.
fn reduce_large(cur: &mut Cursor<'_>, table: Value, x: Value) -> (Value, Value, Value) {
    let ty = cur.ty(x);
    let format = Format::of(cur.ctx.types.kind(ty)).unwrap_or(FLOAT);
    let bits = cur.to_bits(x);
    let int = cur.ty(bits);
    let zero = cur.ctx.int(int, 0);
    let negative = cur.icmp(IntPredicate::Slt, bits, zero);
    let fraction = cur.binary_const(BinaryOp::And, bits, format.fraction_mask().into());
    let significand = cur.binary_const(BinaryOp::Or, fraction, format.smallest_normal().into());
    let significand = cur.resize_unsigned(significand, Type::I64);
    let biased = cur.binary_const(BinaryOp::LShr, bits, format.fraction.into());
    let biased = cur.binary_const(BinaryOp::And, biased, (1 << (format.bits - 1 - format.fraction)) - 1);
    let biased = cur.resize_unsigned(biased, Type::I32);
    // x = significand * 2^e. Digits before place e-2 only add multiples of 4 to the product: start there. The table begins with
    // as many zeros as e-2 may be negative.
    let skip = format.bias + format.fraction as i32 + 2 - two_over_pi::LEADING_ZEROS as i32;
    let first = cur.binary_const(BinaryOp::Sub, biased, skip as u128);
    // Enough words that what is cut off does not matter even for the argument nearest to a multiple of pi/2.
    let count = if format.bits == 64 { 6 } else { 4 };
    let window = two_over_pi::digits(cur, table, first, count);
    let product = multiply(cur, &window, significand);
    let (quadrant, high, low) = signed_fraction(cur, ty, &product);
    let (high, low) = times_half_pi(cur, high, low);
    let (minus_quadrant, minus_high, minus_low) = {
        let zero = cur.ctx.i32(0);
        (cur.sub(zero, quadrant), cur.fneg(high), cur.fneg(low))
    };
    let quadrant = cur.select(negative, minus_quadrant, quadrant);
    (quadrant, cur.select(negative, minus_high, high), cur.select(negative, minus_low, low))
}

/// `window * factor` modulo the window's width; both in words of 32 bits held in i64, most significant first. The factor has 53 bits.
fn multiply(cur: &mut Cursor<'_>, window: &[Value], factor: Value) -> Vec<Value> {
    const WORD: u128 = 0xffff_ffff;
    let low_factor = cur.binary_const(BinaryOp::And, factor, WORD);
    let high_factor = cur.binary_const(BinaryOp::LShr, factor, 32);
    let by_low: Vec<Value> = window.iter().map(|&w| cur.mul(w, low_factor)).collect();
    let by_high: Vec<Value> = window.iter().map(|&w| cur.mul(w, high_factor)).collect();
    let mut carry = cur.ctx.i64(0);
    let mut words = vec![carry; window.len()];
    for i in (0..window.len()).rev() {
        // Five numbers below 2^35: nothing overflows.
        let mut sum = carry;
        let low_part = cur.binary_const(BinaryOp::And, by_low[i], WORD);
        sum = cur.add(sum, low_part);
        if let Some(&next) = by_low.get(i + 1) {
            let high_part = cur.binary_const(BinaryOp::LShr, next, 32);
            sum = cur.add(sum, high_part);
            let low_part = cur.binary_const(BinaryOp::And, by_high[i + 1], WORD);
            sum = cur.add(sum, low_part);
        }
        if let Some(&next) = by_high.get(i + 2) {
            let high_part = cur.binary_const(BinaryOp::LShr, next, 32);
            sum = cur.add(sum, high_part);
        }
        words[i] = cur.binary_const(BinaryOp::And, sum, WORD);
        carry = cur.binary_const(BinaryOp::LShr, sum, 32);
    }
    words
}

/// Four times the fraction `words`: the nearest integer, and what is left, in [-1/2, 1/2], in two parts.
fn signed_fraction(cur: &mut Cursor<'_>, ty: Type, words: &[Value]) -> (Value, Value, Value) {
    let mut pair = |i: usize| {
        let high = cur.binary_const(BinaryOp::Shl, words[i], 32);
        cur.or(high, words[i + 1])
    };
    let (first, second) = (pair(0), pair(2));
    let quadrant = cur.binary_const(BinaryOp::LShr, first, 62);
    let rounding = cur.binary_const(BinaryOp::LShr, first, 61);
    let rounding = cur.binary_const(BinaryOp::And, rounding, 1);
    let quadrant = cur.add(quadrant, rounding);
    let quadrant = cur.resize_unsigned(quadrant, Type::I32);
    // 64 bits behind the point, as a signed number: beyond a half they count down from the next integer. Halved, so that
    // rounding cannot leave the range.
    let top = cur.binary_const(BinaryOp::Shl, first, 2);
    let below = cur.binary_const(BinaryOp::LShr, second, 62);
    let whole = cur.or(top, below);
    let halved = cur.binary_const(BinaryOp::AShr, whole, 1);
    let odd = cur.binary_const(BinaryOp::And, whole, 1);
    let high = cur.convert(CastOp::SIToFP, halved, ty);
    let back = cur.convert(CastOp::FPToSI, high, Type::I64);
    let rest = cur.sub(halved, back);
    let rest = cur.convert(CastOp::SIToFP, rest, ty);
    // The halved-off bit and 62 more.
    let odd = cur.binary_const(BinaryOp::Shl, odd, 62);
    let further = cur.binary_const(BinaryOp::Shl, second, 2);
    let further = cur.binary_const(BinaryOp::LShr, further, 2);
    let further = cur.or(odd, further);
    let further = cur.convert(CastOp::UIToFP, further, ty);
    let further = cur.fscale(further, 2f64.powi(-63));
    let low = cur.fadd(rest, further);
    let sum = cur.fadd(high, low);
    let taken = cur.fsub(sum, high);
    let low = cur.fsub(low, taken);
    (quadrant, cur.fscale(sum, 2f64.powi(-63)), cur.fscale(low, 2f64.powi(-63)))
}

/// `(high + low) * pi/2` in two parts.
fn times_half_pi(cur: &mut Cursor<'_>, high: Value, low: Value) -> (Value, Value) {
    use std::f64::consts::FRAC_PI_2;
    let ty = cur.ty(high);
    let short = shorten(cur, high);
    let rest = cur.fsub(high, short);
    let (first, second) = (reduction(ty).parts[0], FRAC_PI_2 - reduction(ty).parts[0]);
    let exact = cur.fscale(short, first);
    let small = cur.fscale(short, second);
    let rest = cur.fscale(rest, FRAC_PI_2);
    let low = cur.fscale(low, FRAC_PI_2);
    let small = cur.fadd(small, rest);
    let small = cur.fadd(small, low);
    let sum = cur.fadd(exact, small);
    let taken = cur.fsub(sum, exact);
    (sum, cur.fsub(small, taken))
}
