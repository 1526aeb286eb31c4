//! A fused multiply-add that rounds once, made of operations that round each.
//!
//! half and float: the product is exact in the next format; it is added with *rounding to odd*, which keeps the final rounding
//! innocuous as that format has more than twice the bits plus two. double: Boldo and Melquiond, "Emulation of FMA and
//! Correctly Rounded Sums" (IEEE TC 2008): the product as an unevaluated pair, two exact sums, the small rest rounded to
//! odd. The operands are scaled to [1,2) first, so nothing over- or underflows inside; the result is scaled back in one
//! exact step, with its own rounding where it is subnormal. Infinite, NaN and zero factors take the plain `a*b + c`.
//!
//! Every operation here is built without `contract`: the driver must round each. Called by `float/float_legal.rs`.

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, FloatPredicate, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::Build;
use crate::passes::util::floats::FloatCode;

/// `x + y` as (rounded sum, exact rest). Knuth's TwoSum.
pub fn two_sum(cursor: &mut Cursor<'_>, x: Value, y: Value) -> (Value, Value) {
    let sum = cursor.fadd(x, y);
    let y_part = cursor.fsub(sum, x);
    let x_part = cursor.fsub(sum, y_part);
    let x_rest = cursor.fsub(x, x_part);
    let y_rest = cursor.fsub(y, y_part);
    let rest = cursor.fadd(x_rest, y_rest);
    (sum, rest)
}

/// `x + y` rounded to odd: an inexact result gets an odd last place. NaN and infinity pass.
pub fn sum_to_odd(cursor: &mut Cursor<'_>, x: Value, y: Value) -> Value {
    let (sum, rest) = two_sum(cursor, x, y);
    to_odd(cursor, sum, rest)
}

/// `sum` moved to the neighbour with an odd last place if `rest`, its error, is not zero: cut off towards zero, with the last bit set.
pub fn to_odd(cursor: &mut Cursor<'_>, sum: Value, rest: Value) -> Value {
    let ty = cursor.ty(sum);
    let zero = cursor.fconst(ty, 0.0);
    let [bits, rest_bits] = [sum, rest].map(|x| cursor.to_bits(x));
    let int = cursor.ty(bits);
    let [none, one, minus_one] = [0, 1, u128::MAX].map(|n| cursor.ctx.int(int, n));
    let inexact = cursor.fcmp(FloatPredicate::One, rest, zero);
    // By the sign bit: a sum that underflowed to zero still has one.
    let signs = cursor.xor(bits, rest_bits);
    let apart = cursor.icmp(IntPredicate::Slt, signs, none);
    let too_far = cursor.and(inexact, apart);
    let back = cursor.select(too_far, minus_one, none);
    let cut = cursor.add(bits, back);
    let last = cursor.select(inexact, one, none);
    let odd = cursor.or(cut, last);
    cursor.bitcast(odd, ty)
}

/// `a*b + c` rounded once, made of operations that round each; nothing for what is no scalar float.
pub fn made(cursor: &mut Cursor<'_>, args: &[Value]) -> Option<Value> {
    match cursor.ty(args[0]) {
        Type::HALF => Some(fma_through(cursor, args, Type::FLOAT)),
        Type::FLOAT => Some(fma_through(cursor, args, Type::DOUBLE)),
        Type::DOUBLE => Some(fma_double(cursor, args)),
        _ => None,
    }
}

/// `a*b + c` rounded once, for half (through float) and float (through double).
fn fma_through(cursor: &mut Cursor<'_>, args: &[Value], wide: Type) -> Value {
    let ty = cursor.ty(args[0]);
    let args: Vec<Value> = args.iter().map(|&v| cursor.convert(CastOp::FPExt, v, wide)).collect();
    let product = cursor.fmul(args[0], args[1]);
    let sum = sum_to_odd(cursor, product, args[2]);
    cursor.convert(CastOp::FPTrunc, sum, ty)
}

const EXPONENT: u128 = 0x7ff;
/// Beyond this distance of exponents one operand is no more than a sticky bit of the other.
const FAR: i64 = 150;

/// A double as significand in [1,2) (with its sign) and exponent.
struct Scaled {
    significand: Value,
    exponent: Value,
    is_zero: Value,
    is_finite: Value,
}

fn i64_const(cursor: &mut Cursor<'_>, value: i64) -> Value {
    cursor.ctx.i64(value as u64)
}

fn exponent_field(cursor: &mut Cursor<'_>, bits: Value) -> Value {
    let down = cursor.fold_const(BinaryOp::LShr, bits, 52);
    cursor.fold_const(BinaryOp::And, down, EXPONENT)
}

/// `2^exponent`, for exponents of normal numbers.
fn power_of_two(cursor: &mut Cursor<'_>, exponent: Value) -> Value {
    let biased = cursor.fold_const(BinaryOp::Add, exponent, 1023);
    let bits = cursor.fold_const(BinaryOp::Shl, biased, 52);
    cursor.bitcast(bits, Type::DOUBLE)
}

fn take_apart(cursor: &mut Cursor<'_>, value: Value) -> Scaled {
    let zero = cursor.fconst(Type::DOUBLE, 0.0);
    let is_zero = cursor.fcmp(FloatPredicate::Oeq, value, zero);
    let bits = cursor.to_bits(value);
    let field = exponent_field(cursor, bits);
    let is_finite = cursor.compare_const(IntPredicate::Ne, field, EXPONENT);
    // Subnormal numbers become normal by a factor of 2^64.
    let subnormal = cursor.compare_const(IntPredicate::Eq, field, 0);
    let lifted = cursor.fscale(value, 2f64.powi(64));
    let lifted = cursor.to_bits(lifted);
    let bits = cursor.select(subnormal, lifted, bits);
    let (lift, none) = (i64_const(cursor, 1023 + 64), i64_const(cursor, 1023));
    let bias = cursor.select(subnormal, lift, none);
    let field = exponent_field(cursor, bits);
    let exponent = cursor.sub(field, bias);
    let cleared = cursor.fold_const(BinaryOp::And, bits, 0x800f_ffff_ffff_ffff);
    let one = cursor.fold_const(BinaryOp::Or, cleared, 1023 << 52);
    Scaled { significand: cursor.bitcast(one, Type::DOUBLE), exponent, is_zero, is_finite }
}

/// The product as (rounded, exact rest), for float and double. Veltkamp's splitting, Dekker's product.
pub fn two_product(cursor: &mut Cursor<'_>, a: Value, b: Value) -> (Value, Value) {
    // Two to half of the digits, and one.
    let splitter = if cursor.ty(a) == Type::DOUBLE { 134_217_729.0 } else { 4097.0 };
    let split = |cursor: &mut Cursor<'_>, v: Value| {
        let big = cursor.fscale(v, splitter);
        let over = cursor.fsub(big, v);
        let high = cursor.fsub(big, over);
        let low = cursor.fsub(v, high);
        (high, low)
    };
    let (a_high, a_low) = split(cursor, a);
    let (b_high, b_low) = split(cursor, b);
    let product = cursor.fmul(a, b);
    let hh = cursor.fmul(a_high, b_high);
    let mut rest = cursor.fsub(hh, product);
    for (x, y) in [(a_high, b_low), (a_low, b_high), (a_low, b_low)] {
        let part = cursor.fmul(x, y);
        rest = cursor.fadd(rest, part);
    }
    (product, rest)
}

/// `a*b + c` rounded once, for double.
fn fma_double(cursor: &mut Cursor<'_>, args: &[Value]) -> Value {
    let plain = cursor.fmul(args[0], args[1]);
    let plain = cursor.fadd(plain, args[2]);
    let [a, b, c] = [0, 1, 2].map(|i| take_apart(cursor, args[i]));
    let product_exponent = cursor.add(a.exponent, b.exponent);
    let distance = cursor.sub(c.exponent, product_exponent);
    let (far, near) = (i64_const(cursor, FAR), i64_const(cursor, -FAR));
    let above = cursor.icmp(IntPredicate::Sgt, distance, far);
    let nonzero = cursor.not(c.is_zero);
    let c_rules = cursor.and(above, nonzero);
    let below = cursor.icmp(IntPredicate::Slt, distance, near);
    let clamped = cursor.select(below, near, distance);
    let clamped = cursor.select(above, far, clamped);
    let from_c = cursor.sub(c.exponent, far);
    let scale = cursor.select(c_rules, from_c, product_exponent);
    let factor = power_of_two(cursor, clamped);
    let addend = cursor.fmul(c.significand, factor);
    let zero = cursor.fconst(Type::DOUBLE, 0.0);
    let addend = cursor.select(c.is_zero, zero, addend);

    let (product, product_rest) = two_product(cursor, a.significand, b.significand);
    let (low, low_rest) = two_sum(cursor, addend, product_rest);
    let (high, high_rest) = two_sum(cursor, product, low);
    let small = sum_to_odd(cursor, low_rest, high_rest);
    let (rounded, rest) = two_sum(cursor, high, small);
    let result = scale_back(cursor, rounded, rest, scale);

    let factors = cursor.and(a.is_finite, b.is_finite);
    let finite = cursor.and(factors, c.is_finite);
    let no_product = cursor.or(a.is_zero, b.is_zero);
    let product = cursor.not(no_product);
    let usual = cursor.and(finite, product);
    let result = cursor.select(usual, result, plain);
    // A product that overflows does not meet an infinite addend: it is finite.
    let addend_only = cursor.not(c.is_finite);
    let addend_only = cursor.and(factors, addend_only);
    let addend = cursor.fadd(args[2], args[2]); // infinity, or a quiet NaN
    cursor.select(addend_only, addend, result)
}

/// `rounded * 2^scale`, where `rest` is what rounding left; rounds again, rightly, where the result is subnormal.
fn scale_back(cursor: &mut Cursor<'_>, rounded: Value, rest: Value, scale: Value) -> Value {
    let bits = cursor.to_bits(rounded);
    let field = exponent_field(cursor, bits);
    let biased = cursor.add(field, scale);
    let shifted = cursor.fold_const(BinaryOp::Shl, scale, 52);
    let normal = cursor.add(bits, shifted);
    let sign = cursor.fold_const(BinaryOp::And, bits, 1 << 63);
    let infinity = cursor.fold_const(BinaryOp::Or, sign, EXPONENT << 52);
    let top = i64_const(cursor, EXPONENT as i64);
    let overflows = cursor.icmp(IntPredicate::Sge, biased, top);
    let result = cursor.select(overflows, infinity, normal);
    let subnormal = subnormal_result(cursor, rounded, rest, scale);
    let subnormal = cursor.to_bits(subnormal);
    let subnormal = cursor.fold_const(BinaryOp::And, subnormal, (1 << 63) - 1);
    let subnormal = cursor.or(subnormal, sign);
    let least = i64_const(cursor, 0);
    let is_subnormal = cursor.icmp(IntPredicate::Sle, biased, least);
    let result = cursor.select(is_subnormal, subnormal, result);
    let zero = cursor.fconst(Type::DOUBLE, 0.0);
    let is_zero = cursor.fcmp(FloatPredicate::Oeq, rounded, zero);
    let result = cursor.select(is_zero, bits, result);
    cursor.bitcast(result, Type::DOUBLE)
}

/// Rounds to a multiple of the smallest double by adding and subtracting 2^52 of them, away from zero, where doubles lie that far
/// apart; where that met a tie, `rest` decides.
fn subnormal_result(cursor: &mut Cursor<'_>, rounded: Value, rest: Value, scale: Value) -> Value {
    let least = i64_const(cursor, -1300);
    let too_small = cursor.icmp(IntPredicate::Slt, scale, least);
    let scale = cursor.select(too_small, least, scale);
    let zero_exponent = i64_const(cursor, 0);
    let positive = cursor.icmp(IntPredicate::Sgt, scale, zero_exponent);
    let scale = cursor.select(positive, zero_exponent, scale);
    let base = i64_const(cursor, -1022);
    let exponent = cursor.sub(base, scale);
    let power = power_of_two_or_zero(cursor, exponent);
    let zero = cursor.fconst(Type::DOUBLE, 0.0);
    let below_zero = cursor.fcmp(FloatPredicate::Olt, rounded, zero);
    let minus_power = cursor.fneg(power);
    let magic = cursor.select(below_zero, minus_power, power);
    let quantum = cursor.fscale(power, 2f64.powi(-52));
    let lifted = cursor.fadd(rounded, magic);
    let back = cursor.fsub(lifted, magic);
    let error = cursor.fsub(rounded, back);
    let half = cursor.fscale(quantum, 0.5);
    let magnitude = cursor.unary(Intrinsic::FAbs, error);
    let tie = cursor.fcmp(FloatPredicate::Oeq, magnitude, half);
    let mut result = back;
    for (pred, step) in [(FloatPredicate::Ogt, 1.0), (FloatPredicate::Olt, -1.0)] {
        let error_that_way = cursor.fcmp(pred, error, zero);
        let rest_that_way = cursor.fcmp(pred, rest, zero);
        let both = cursor.and(error_that_way, rest_that_way);
        let moves = cursor.and(both, tie);
        let step = cursor.fscale(quantum, step);
        let moved = cursor.fadd(back, step);
        result = cursor.select(moves, moved, result);
    }
    // In two steps, as 2^scale itself may be no normal number; both are exact.
    let first = cursor.fold_const(BinaryOp::AShr, scale, 1);
    let second = cursor.sub(scale, first);
    let first = power_of_two(cursor, first);
    let second = power_of_two(cursor, second);
    let result = cursor.fmul(result, first);
    cursor.fmul(result, second)
}

/// `2^exponent`; zero where that is too small to be normal.
fn power_of_two_or_zero(cursor: &mut Cursor<'_>, exponent: Value) -> Value {
    let least = i64_const(cursor, -1022);
    let normal = cursor.icmp(IntPredicate::Sge, exponent, least);
    let power = power_of_two(cursor, exponent);
    let zero = cursor.fconst(Type::DOUBLE, 0.0);
    cursor.select(normal, power, zero)
}
