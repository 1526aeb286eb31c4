//! Division and square root as IEEE rounds them, on devices that may be 2.5 units off (Vulkan's bound for f32; drivers of
//! AMD devices compute f64 no better).
//!
//! The operands are taken apart with integer operations, so nothing over- or underflows on the way and no denormal is met, not
//! even on a device that flushes them: significands in [1,2) (root: [1,4)) are computed with, the exponents go around.
//! The remainder of a quotient near the right one is exact with fma, and says whether the neighbour is nearer; its sign
//! also decides how a subnormal quotient rounds. Zeros, infinities and NaNs take the device's own result, the other operand made one
//! of its sign: a device that flushes denormals makes NaN of infinity / 2^127 (by a reciprocal that is none) and of 2^-140 / 0.
//!
//! Taking apart costs more than the division, so floats of ordinary size, 2^-60 to 2^60, branch around it: with them nothing can over-
//! or underflow. (nbody on an H200, a root and a reciprocal in its loop: 20.7 ms without the branch, 14.2 with it, 12.2
//! as one piece by `reciprocal_root.rs`, CUDA 11.8.)
//!
//! Where denormals are kept and doubles are fused, floats of other sizes take a shorter way: a quotient through double, a root scaled.
//! Doubles there go another way (`double_division.rs`), and half goes through float (`half_division.rs`).
//! Called by `float/float_legal.rs`.

use super::{double_division, fma, half_division};
use crate::ir::cursor::Cursor;
use crate::ir::float_format::Format;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::util::build::{Build, either};
use crate::passes::util::floats::FloatCode;
use crate::target::{Guesses, Target};

/// `a / b`, rounded once.
pub fn divide(cursor: &mut Cursor<'_>, a: Value, b: Value, target: &Target) -> Value {
    let ty = cursor.ty(a);
    if ty == Type::HALF {
        return half_division::divide(cursor, a, b, target);
    }
    if ty == Type::DOUBLE && double_division::fits(target) {
        return double_division::divide(cursor, a, b, target);
    }
    if ty != Type::FLOAT {
        return divide_any(cursor, a, b, target);
    }
    let ((a_usual, a_bits), (b_usual, b_bits)) = (is_usual(cursor, a), is_usual(cursor, b));
    let power = power_of_two(cursor.ctx, a);
    let quotient = Quotients { b, b_bits, target };
    let usual = match (power, a) {
        (None, Value::Const(_)) | (Some(_), _) => a_usual,
        // A numerator is often zero; its first quotient, unimproved, has the right sign. By its bits: to a device that flushes them denormals are zero.
        (None, _) => {
            let magnitude = cursor.fold_const(BinaryOp::And, a_bits, 0x7fff_ffff);
            let nothing = cursor.compare_const(IntPredicate::Eq, magnitude, 0);
            let a_fits = cursor.or(a_usual, nothing);
            let usual = cursor.and(a_fits, b_usual);
            let usual = quotient.without_ones(cursor, usual, false);
            let quick = |c: &mut Cursor<'_>| {
                let (first, best) = quotient.quick(c, a);
                c.select(nothing, first, best)
            };
            return either(cursor, usual, quick, |c| unusual_quotient(c, a, b, target));
        }
    };
    let usual = cursor.and(usual, b_usual);
    let usual = quotient.without_ones(cursor, usual, power.is_some());
    let quick = |c: &mut Cursor<'_>| match power {
        // Times that is exact: neither is large.
        Some(power) => {
            let reciprocal = quick_reciprocal(c, b, target);
            if power == 1.0 { reciprocal } else { c.fmul(a, reciprocal) }
        }
        None => quotient.quick(c, a).1,
    };
    either(cursor, usual, quick, |c| unusual_quotient(c, a, b, target))
}

/// Whether what is not of usual size may be computed with, as nothing flushes it.
fn keeps_denormals(target: &Target) -> bool {
    target.fp32_controls.denorm_preserve && double_division::fits(target)
}

/// `a / b` of any floats.
fn unusual_quotient(cursor: &mut Cursor<'_>, a: Value, b: Value, target: &Target) -> Value {
    if keeps_denormals(target) { through_double(cursor, a, b, target) } else { divide_any(cursor, a, b, target) }
}

/// `a / b` by doubles, whose own division may be a few units off. One correction finds the quotient where it is a double, so also where it is midway between
/// two floats, and else comes within 2^-52 of it: no quotient of floats is so near to a place midway. Zeros, infinities and NaNs leave no remainder.
fn through_double(cursor: &mut Cursor<'_>, a: Value, b: Value, target: &Target) -> Value {
    let [a, b] = [a, b].map(|x| cursor.convert(CastOp::FPExt, x, Type::DOUBLE));
    let (one, zero) = (cursor.fconst(Type::DOUBLE, 1.0), cursor.fconst(Type::DOUBLE, 0.0));
    let reciprocal = cursor.fdiv(one, b);
    let first = cursor.fmul(a, reciprocal);
    let minus_b = cursor.fneg(b);
    let rest = fused(cursor, [minus_b, first, a], target);
    let better = fused(cursor, [rest, reciprocal, first], target);
    let inexact = cursor.fcmp(FloatPredicate::One, rest, zero);
    let quotient = cursor.select(inexact, better, first);
    cursor.convert(CastOp::FPTrunc, quotient, Type::FLOAT)
}

/// The power of two that a float is known to be, of either sign; of usual size.
pub fn power_of_two(ctx: &Context, x: Value) -> Option<f32> {
    let (Type::FLOAT, bits) = ctx.as_float(x)? else { return None };
    let known = f32::from_bits(bits as u32);
    (bits & 0x7f_ffff == 0 && (2f32.powi(-60)..2f32.powi(60)).contains(&known.abs())).then_some(known)
}

/// Whether a float's magnitude is between 2^-60 and 2^60; and its bits.
fn is_usual(cursor: &mut Cursor<'_>, x: Value) -> (Value, Value) {
    let bits = cursor.to_bits(x);
    let magnitude = cursor.fold_const(BinaryOp::And, bits, 0x7fff_ffff);
    (is_between(cursor, magnitude), bits)
}

pub fn is_between(cursor: &mut Cursor<'_>, bits: Value) -> Value {
    let (low, high) = ((127 - 60) << 23, (127 + 60) << 23);
    let above = cursor.fold_const(BinaryOp::Sub, bits, low);
    cursor.compare_const(IntPredicate::Ult, above, high - low)
}

/// Quotients by a float of usual size.
struct Quotients<'a> {
    b: Value,
    b_bits: Value,
    target: &'a Target,
}

impl Quotients<'_> {
    /// `usual`, and not the one significand whose reciprocal Newton's step may leave on the wrong side: all ones. ROCm's own division asks for none.
    fn without_ones(&self, cursor: &mut Cursor<'_>, usual: Value, reciprocal: bool) -> Value {
        if self.target.guesses == Guesses::ForQuotients && !reciprocal {
            return usual;
        }
        let fraction = cursor.fold_const(BinaryOp::And, self.b_bits, 0x7f_ffff);
        let not_ones = cursor.compare_const(IntPredicate::Ne, fraction, 0x7f_ffff);
        cursor.and(usual, not_ones)
    }

    /// `a / b` at first, and rounded once. Two steps make of a reciprocal that is three units off the nearest; with that, a quotient within a unit becomes the
    /// nearest by one correction (Markstein 1990), and the first correction brings it there. A model in C was run with every `a` for one `b`, every
    /// seventh for six more, and 1.2 * 10^8 random pairs; the one `b` that failed, a significand of ones, takes the long way.
    /// On AMD's hardware one step is enough: these are the operations of ROCm's own division of such floats (LLVM's `LowerFDIV32`).
    fn quick(&self, cursor: &mut Cursor<'_>, a: Value) -> (Value, Value) {
        let steps = if self.target.guesses == Guesses::Loose { 2 } else { 1 };
        let reciprocal = stepped_reciprocal(cursor, self.b, steps, self.target);
        let minus_b = cursor.fneg(self.b);
        let first = cursor.fmul(a, reciprocal);
        let best = (0..2).fold(first, |quotient, _| {
            let rest = fused(cursor, [minus_b, quotient, a], self.target);
            fused(cursor, [rest, reciprocal, quotient], self.target)
        });
        (first, best)
    }
}

/// `1 / b`, as above. All 2^23 significands were tried with first guesses up to four units off: after two steps only the one of ones is wrong, after
/// one step 33 are, with a guess one unit off; which hardware with close guesses does not hit (`tests/kernels/every_float`).
fn quick_reciprocal(cursor: &mut Cursor<'_>, b: Value, target: &Target) -> Value {
    stepped_reciprocal(cursor, b, if target.guesses == Guesses::Close { 1 } else { 2 }, target)
}

/// `1 / b` from the device's own, by so many of Newton's steps.
fn stepped_reciprocal(cursor: &mut Cursor<'_>, b: Value, steps: u32, target: &Target) -> Value {
    let one = cursor.fconst(Type::FLOAT, 1.0);
    let guess = cursor.fdiv(one, b);
    improved_reciprocal(cursor, b, guess, steps, target)
}

/// `1 / b` from a guess, by so many of Newton's steps.
pub fn improved_reciprocal(cursor: &mut Cursor<'_>, b: Value, guess: Value, steps: u32, target: &Target) -> Value {
    let ty = cursor.ty(b);
    let one = cursor.fconst(ty, 1.0);
    let minus_b = cursor.fneg(b);
    (0..steps).fold(guess, |reciprocal, _| {
        let error = fused(cursor, [minus_b, reciprocal, one], target);
        fused(cursor, [error, reciprocal, reciprocal], target)
    })
}

fn divide_any(cursor: &mut Cursor<'_>, a: Value, b: Value, target: &Target) -> Value {
    let ty = cursor.ty(a);
    let Some(format) = Format::of(cursor.ctx.types.kind(ty)) else { return cursor.fdiv(a, b) };
    let (a, b) = (take_apart(cursor, a, format), take_apart(cursor, b, format));
    let (a_special, b_special) = (special_or_one(cursor, &a, format, ty), special_or_one(cursor, &b, format, ty));
    let native = cursor.fdiv(a_special, b_special);
    let (a_whole, b_whole) = (one_to_two(cursor, &a, format, ty), one_to_two(cursor, &b, format, ty));
    let quotient = nearest_quotient(cursor, a_whole, b_whole, target);
    let distance = cursor.sub(a.exponent, b.exponent);
    let bits = put_together(cursor, &quotient, distance, format);
    let sign = cursor.xor(a.bits, b.bits);
    let sign = cursor.fold_const(BinaryOp::And, sign, format.sign().into());
    let bits = cursor.or(bits, sign);
    let exact = cursor.bitcast(bits, ty);
    let ordinary = cursor.and(a.ordinary, b.ordinary);
    cursor.select(ordinary, exact, native)
}

/// The square root of `x`, rounded once.
pub fn square_root(cursor: &mut Cursor<'_>, x: Value, target: &Target) -> Value {
    let ty = cursor.ty(x);
    if ty == Type::HALF {
        return half_division::square_root(cursor, x, target);
    }
    if ty == Type::DOUBLE && double_division::fits(target) {
        return double_division::square_root(cursor, x, target);
    }
    if ty != Type::FLOAT {
        return root_any(cursor, x, target);
    }
    let bits = cursor.to_bits(x);
    let usual = is_between(cursor, bits);
    either(cursor, usual, |c| improved_root(c, x, target).0, |c| unusual_root(c, x, target))
}

/// The root of any float.
fn unusual_root(cursor: &mut Cursor<'_>, x: Value, target: &Target) -> Value {
    if keeps_denormals(target) { scaled_root(cursor, x, target) } else { root_any(cursor, x, target) }
}

/// The root of any float, from one of usual size: times 2^96 or 2^-96.
fn scaled_root(cursor: &mut Cursor<'_>, x: Value, target: &Target) -> Value {
    let power = |cursor: &mut Cursor<'_>, exponent: i32| cursor.fconst(Type::FLOAT, 2f64.powi(exponent));
    let one = power(cursor, 0);
    let small = cursor.fcmp(FloatPredicate::Olt, x, one);
    let [factor, back] = [96, -48].map(|exponent| {
        let (up, down) = (power(cursor, exponent), power(cursor, -exponent));
        cursor.select(small, up, down)
    });
    let scaled = cursor.fmul(x, factor);
    let root = improved_root(cursor, scaled, target).0;
    let root = cursor.fmul(root, back);
    ordinary_root(cursor, x, root)
}

/// The float `root` of `x`, unless `x` is zero, negative, infinite or a NaN.
pub fn ordinary_root(cursor: &mut Cursor<'_>, x: Value, root: Value) -> Value {
    let ty = cursor.ty(x);
    let bits = cursor.to_bits(x);
    let none = cursor.fconst(ty, 0.0);
    let nan = cursor.fconst(ty, f64::NAN);
    let negative = cursor.fcmp(FloatPredicate::Olt, x, none);
    let itself = cursor.select(negative, nan, x);
    let below = cursor.fold_const(BinaryOp::Sub, bits, 1);
    let ordinary = cursor.compare_const(IntPredicate::Ult, below, 0x7f7f_ffff);
    cursor.select(ordinary, root, itself)
}

/// The root of a float of usual size, and half its reciprocal, of which the last bits may be wrong. Both are improved together, then the remainder
/// corrects the root (Markstein 1990): it is right for all 2^24 significands of an even and an odd exponent, with first guesses up to four units off
/// (Vulkan: `InverseSqrt`, "2 ULP"). With less, without the first step, 165 of those were not; close guesses do without it.
pub fn improved_root(cursor: &mut Cursor<'_>, x: Value, target: &Target) -> (Value, Value) {
    let guess = cursor.unary(Intrinsic::NativeRsqrt, x);
    let half = cursor.fconst(Type::FLOAT, 0.5);
    let (root, slope) = (cursor.fmul(x, guess), cursor.fmul(half, guess));
    let close = target.guesses == Guesses::Close;
    let (root, slope) = if close { (root, slope) } else { improved_pair(cursor, root, slope, target) };
    let minus_root = cursor.fneg(root);
    let rest = fused(cursor, [minus_root, root, x], target);
    (fused(cursor, [rest, slope, root], target), slope)
}

/// A root and half its reciprocal, by one of Goldschmidt's steps.
pub fn improved_pair(cursor: &mut Cursor<'_>, root: Value, slope: Value, target: &Target) -> (Value, Value) {
    let ty = cursor.ty(root);
    let half = cursor.fconst(ty, 0.5);
    let minus_root = cursor.fneg(root);
    let error = fused(cursor, [minus_root, slope, half], target);
    (fused(cursor, [root, error, root], target), fused(cursor, [slope, error, slope], target))
}

/// `a / sqrt(x)` of any floats.
pub fn root_then_quotient(cursor: &mut Cursor<'_>, a: Value, x: Value, target: &Target) -> Value {
    let root = unusual_root(cursor, x, target);
    unusual_quotient(cursor, a, root, target)
}

fn root_any(cursor: &mut Cursor<'_>, x: Value, target: &Target) -> Value {
    let ty = cursor.ty(x);
    let Some(format) = Format::of(cursor.ctx.types.kind(ty)) else { return cursor.unary(Intrinsic::Sqrt, x) };
    let x = take_apart(cursor, x, format);
    let special = special_or_one(cursor, &x, format, ty);
    let native = cursor.unary(Intrinsic::Sqrt, special);
    // x = part * 4^half with part in [1,4).
    let exponent = cursor.fold_const(BinaryOp::Sub, x.exponent, format.bias as u128);
    let odd = cursor.fold_const(BinaryOp::And, exponent, 1);
    let field = cursor.fold_const(BinaryOp::Add, odd, format.bias as u128);
    let field = cursor.fold_const(BinaryOp::Shl, field, format.fraction.into());
    let part = cursor.or(x.fraction, field);
    let part = cursor.bitcast(part, ty);
    let root = nearest_root(cursor, part, target);
    let half = cursor.fold_const(BinaryOp::AShr, exponent, 1);
    let half = cursor.fold_const(BinaryOp::Shl, half, format.fraction.into());
    let bits = cursor.add(root, half);
    let exact = cursor.bitcast(bits, ty);
    let none = cursor.ctx.zero(cursor.ty(x.bits));
    let positive = cursor.icmp(IntPredicate::Sge, x.bits, none);
    let ordinary = cursor.and(x.ordinary, positive);
    cursor.select(ordinary, exact, native)
}

/// A float as integers: `1.fraction * 2^(exponent - bias)`, subnormal numbers too.
struct Parts {
    bits: Value,
    fraction: Value,
    /// Biased; below 1 for subnormal numbers.
    exponent: Value,
    /// Neither zero nor infinite nor a NaN.
    ordinary: Value,
}

fn take_apart(cursor: &mut Cursor<'_>, x: Value, format: Format) -> Parts {
    let ty = cursor.ty(x);
    let bits = cursor.to_bits(x);
    let magnitude = cursor.fold_const(BinaryOp::And, bits, u128::from(format.sign() - 1));
    let subnormal = cursor.compare_const(IntPredicate::Ult, magnitude, format.smallest_normal().into());
    // A subnormal number is so many of the smallest one, 2^(1 - bias - fraction): that count is normal.
    let count = cursor.convert(CastOp::UIToFP, magnitude, ty);
    let count = cursor.to_bits(count);
    let normal = cursor.select(subnormal, count, magnitude);
    let field = cursor.fold_const(BinaryOp::LShr, normal, format.fraction.into());
    let int = cursor.ty(bits);
    let (unit, none) = (cursor.ctx.int(int, (format.bias + format.fraction as i32 - 1) as u128), cursor.ctx.zero(int));
    let lowered = cursor.select(subnormal, unit, none);
    let exponent = cursor.sub(field, lowered);
    let above_zero = cursor.fold_const(BinaryOp::Sub, field, 1);
    let ordinary = cursor.compare_const(IntPredicate::Ult, above_zero, 2 * format.bias as u128);
    let fraction = cursor.fold_const(BinaryOp::And, normal, format.fraction_mask().into());
    Parts { bits, fraction, exponent, ordinary }
}

fn one_to_two(cursor: &mut Cursor<'_>, parts: &Parts, format: Format, ty: Type) -> Value {
    let one = (format.bias as u128) << format.fraction;
    let bits = cursor.fold_const(BinaryOp::Or, parts.fraction, one);
    cursor.bitcast(bits, ty)
}

/// What decides the result of an operation with a zero, an infinity or a NaN: the number itself if it is one, else one of its sign.
fn special_or_one(cursor: &mut Cursor<'_>, parts: &Parts, format: Format, ty: Type) -> Value {
    let sign = cursor.fold_const(BinaryOp::And, parts.bits, format.sign().into());
    let one = cursor.fold_const(BinaryOp::Or, sign, (format.bias as u128) << format.fraction);
    let bits = cursor.select(parts.ordinary, one, parts.bits);
    cursor.bitcast(bits, ty)
}

/// `a*b + c`, rounded once.
pub fn fused(cursor: &mut Cursor<'_>, args: [Value; 3], target: &Target) -> Value {
    let made = if target.fused_fma.of(cursor.ty(args[0])) { None } else { fma::made(cursor, &args) };
    made.unwrap_or_else(|| cursor.fma(args[0], args[1], args[2]))
}

/// A quotient's bits, rounded to nearest, and on which side of it the exact one is.
#[derive(Clone, Copy, Debug)]
pub struct Quotient {
    pub bits: Value,
    pub exact_above: Value,
    pub exact_below: Value,
}

/// `a / b` for significands. Newton's step brings the quotient within a unit; then the remainder decides.
fn nearest_quotient(cursor: &mut Cursor<'_>, a: Value, b: Value, target: &Target) -> Quotient {
    let ty = cursor.ty(a);
    let one = cursor.fconst(ty, 1.0);
    let minus_b = cursor.fneg(b);
    let guess = cursor.fdiv(one, b);
    // A double division may be no better than a float one: a step more.
    let steps = if ty == Type::DOUBLE { 2 } else { 1 };
    let reciprocal = improved_reciprocal(cursor, b, guess, steps, target);
    let first = cursor.fmul(a, reciprocal);
    let rest = fused(cursor, [minus_b, first, a], target);
    let near = fused(cursor, [rest, reciprocal, first], target);
    let rest = fused(cursor, [minus_b, near, a], target);
    // The neighbour is nearer if the remainder is more than half of the divisor's multiple of a unit. No quotient is a tie.
    let digits = if ty == Type::DOUBLE { 52 } else { 23 };
    let above_one = cursor.fcmp(FloatPredicate::Oge, near, one);
    let coarse = cursor.fscale(b, 2f64.powi(-digits - 1));
    let fine = cursor.fscale(b, 2f64.powi(-digits - 2));
    let limit = cursor.select(above_one, coarse, fine);
    let size = cursor.unary(Intrinsic::FAbs, rest);
    let moves = cursor.fcmp(FloatPredicate::Ogt, size, limit);
    let zero = cursor.fconst(ty, 0.0);
    let above = cursor.fcmp(FloatPredicate::Ogt, rest, zero);
    let below = cursor.fcmp(FloatPredicate::Olt, rest, zero);
    let bits = cursor.to_bits(near);
    let (up, down) = (cursor.fold_const(BinaryOp::Add, bits, 1), cursor.fold_const(BinaryOp::Sub, bits, 1));
    let neighbour = cursor.select(above, up, down);
    let bits = cursor.select(moves, neighbour, bits);
    // Where it moved, it moved past the exact quotient.
    let exact_above = cursor.select(moves, below, above);
    let exact_below = cursor.select(moves, above, below);
    Quotient { bits, exact_above, exact_below }
}

/// The magnitude's bits of `quotient * 2^distance`, rounded once.
fn put_together(cursor: &mut Cursor<'_>, quotient: &Quotient, distance: Value, format: Format) -> Value {
    let int = cursor.ty(distance);
    let field = cursor.fold_const(BinaryOp::LShr, quotient.bits, format.fraction.into());
    let exponent = cursor.add(field, distance);
    let moved = cursor.fold_const(BinaryOp::Shl, distance, format.fraction.into());
    let normal = cursor.add(quotient.bits, moved);
    let subnormal = subnormal_bits(cursor, quotient, exponent, format);
    let one = cursor.ctx.int(int, 1);
    let is_subnormal = cursor.icmp(IntPredicate::Slt, exponent, one);
    let bits = cursor.select(is_subnormal, subnormal, normal);
    let last = cursor.ctx.int(int, 2 * format.bias as u128);
    let overflows = cursor.icmp(IntPredicate::Sgt, exponent, last);
    let infinity = cursor.ctx.int(int, format.infinity().into());
    cursor.select(overflows, infinity, bits)
}

/// The quotient in units of the smallest number, its biased exponent being below 1. The significand gets a last place that is
/// odd where it is not exact, so that cutting it off rounds as the exact quotient would.
pub fn subnormal_bits(cursor: &mut Cursor<'_>, quotient: &Quotient, exponent: Value, format: Format) -> Value {
    let int = cursor.ty(exponent);
    let fraction = cursor.fold_const(BinaryOp::And, quotient.bits, format.fraction_mask().into());
    let whole = cursor.fold_const(BinaryOp::Or, fraction, format.smallest_normal().into());
    let twice = cursor.fold_const(BinaryOp::Shl, whole, 1);
    let above = cursor.cast(CastOp::ZExt, quotient.exact_above, int);
    let below = cursor.cast(CastOp::ZExt, quotient.exact_below, int);
    let odd = cursor.add(twice, above);
    let odd = cursor.sub(odd, below);
    // Cut 2 - exponent places, all of them at most: then nothing is left, as below half of the smallest number.
    let two = cursor.ctx.int(int, 2);
    let cut = cursor.sub(two, exponent);
    let all = cursor.ctx.int(int, u128::from(format.fraction) + 3);
    let cut = cursor.pair(Intrinsic::UMin, cut, all);
    let last = cursor.binary(BinaryOp::LShr, odd, cut);
    let last = cursor.fold_const(BinaryOp::And, last, 1);
    let one = cursor.ctx.int(int, 1);
    let below_half = cursor.fold_const(BinaryOp::Sub, cut, 1);
    let half = cursor.binary(BinaryOp::Shl, one, below_half);
    let half = cursor.fold_const(BinaryOp::Sub, half, 1);
    let sum = cursor.add(odd, half);
    let sum = cursor.fold(BinaryOp::Add, Flags::empty(), sum, last);
    cursor.binary(BinaryOp::LShr, sum, cut)
}

/// The bits of the root of a number in [1,4): a Newton step brings it within a unit, then the neighbours are tried.
fn nearest_root(cursor: &mut Cursor<'_>, x: Value, target: &Target) -> Value {
    let ty = cursor.ty(x);
    let mut near = cursor.unary(Intrinsic::Sqrt, x);
    let mut slope = None; // the first root's is good enough for both steps
    for _ in 0..if ty == Type::DOUBLE { 2 } else { 1 } {
        let negated = cursor.fneg(near);
        let rest = fused(cursor, [negated, near, x], target);
        let slope = *slope.get_or_insert_with(|| {
            let half = cursor.fconst(ty, 0.5);
            cursor.fdiv(half, near)
        });
        near = fused(cursor, [rest, slope, near], target);
    }
    nearer_neighbour(cursor, near, x, target)
}

/// The bits of the root of `x`, of which `near` is within a unit.
pub fn nearer_neighbour(cursor: &mut Cursor<'_>, near: Value, x: Value, target: &Target) -> Value {
    let ty = cursor.ty(x);
    let zero = cursor.fconst(ty, 0.0);
    let bits = cursor.to_bits(near);
    let mut corrected = bits;
    // The root is below the middle of two neighbours if their product is not below x, and above it otherwise.
    for (step, pred) in [(BinaryOp::Sub, FloatPredicate::Ole), (BinaryOp::Add, FloatPredicate::Ogt)] {
        let bits = cursor.fold_const(step, bits, 1);
        let neighbour = cursor.bitcast(bits, ty);
        let negated = cursor.fneg(neighbour);
        let rest = fused(cursor, [negated, near, x], target);
        let better = cursor.fcmp(pred, rest, zero);
        corrected = cursor.select(better, bits, corrected);
    }
    corrected
}
