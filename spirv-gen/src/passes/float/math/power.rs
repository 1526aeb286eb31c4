//! pow and powi.

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, FloatPredicate, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::floats::FloatCode;

use super::{exponential, logarithm};

use Intrinsic as I;

/// x^y in f32, through f64: `2^(y*log2(x))` there is exact enough. Nothing in f64, where it would not be.
pub fn pow(cur: &mut Cursor<'_>, x: Value, y: Value) -> Option<Value> {
    if cur.ty(x) != Type::FLOAT {
        return None;
    }
    let (one, zero) = (cur.fconst(Type::FLOAT, 1.0), cur.fconst(Type::FLOAT, 0.0));
    let size = cur.unary(I::FAbs, x);
    let wide_size = cur.convert(CastOp::FPExt, size, Type::DOUBLE);
    let wide_y = cur.convert(CastOp::FPExt, y, Type::DOUBLE);
    let logarithm = logarithm::log2(cur, wide_size);
    let exponent = cur.fmul(wide_y, logarithm);
    let wide = exponential::exp2(cur, exponent);
    let magnitude = cur.convert(CastOp::FPTrunc, wide, Type::FLOAT);
    // 1 to any power, and anything to the power 0, even NaN.
    let size_is_one = cur.fcmp(FloatPredicate::Oeq, size, one);
    let y_is_number = cur.fcmp(FloatPredicate::Ord, y, y);
    let plain_one = cur.and(size_is_one, y_is_number);
    let magnitude = cur.select(plain_one, one, magnitude);
    // Negative bases: odd powers are negative, powers that are no integers are NaN unless the base is infinite.
    let whole = cur.unary(I::FTrunc, y);
    let is_whole = cur.fcmp(FloatPredicate::Oeq, whole, y);
    let half = cur.fscale(y, 0.5);
    let half_whole = cur.unary(I::FTrunc, half);
    let uneven = cur.fcmp(FloatPredicate::One, half, half_whole);
    let odd = cur.and(is_whole, uneven);
    let bits = cur.to_bits(x);
    let no_bits = cur.ctx.i32(0);
    let sign = cur.icmp(IntPredicate::Slt, bits, no_bits);
    let negate = cur.and(sign, odd);
    let negated = cur.fneg(magnitude);
    let value = cur.select(negate, negated, magnitude);
    let below = cur.fcmp(FloatPredicate::Olt, x, zero);
    let infinity = cur.fconst(Type::FLOAT, f64::INFINITY);
    let finite = cur.fcmp(FloatPredicate::One, size, infinity);
    let not_whole = cur.fcmp(FloatPredicate::One, whole, y);
    let invalid = cur.and(below, finite);
    let invalid = cur.and(invalid, not_whole);
    let nan = cur.fconst(Type::FLOAT, f64::NAN);
    let value = cur.select(invalid, nan, value);
    let y_is_zero = cur.fcmp(FloatPredicate::Oeq, y, zero);
    let x_is_one = cur.fcmp(FloatPredicate::Oeq, x, one);
    let always_one = cur.or(y_is_zero, x_is_one);
    Some(cur.select(always_one, one, value))
}

/// x^n by squaring; the reciprocal for negative n.
pub fn powi(cur: &mut Cursor<'_>, x: Value, n: Value) -> Value {
    let ty = cur.ty(x);
    let int = cur.ty(n);
    let one = cur.fconst(ty, 1.0);
    let zero = cur.ctx.int(int, 0);
    let negative = cur.icmp(IntPredicate::Slt, n, zero);
    let minus = cur.sub(zero, n);
    let count = cur.select(negative, minus, n);
    let before = cur.block;
    let after = cur.new_block();
    let body = cur.new_block();
    cur.br(body);
    cur.goto_end(body);
    let left = cur.phi(vec![(count, before)], int);
    let power = cur.phi(vec![(x, before)], ty);
    let product = cur.phi(vec![(one, before)], ty);
    let odd = cur.binary_const(BinaryOp::And, left, 1);
    let odd = cur.icmp(IntPredicate::Ne, odd, zero);
    let multiplied = cur.fmul(product, power);
    let next_product = cur.select(odd, multiplied, product);
    let next_power = cur.fmul(power, power);
    let next_left = cur.binary_const(BinaryOp::LShr, left, 1);
    let more = cur.icmp(IntPredicate::Ne, next_left, zero);
    cur.cond_br(more, body, after);
    for (phi, next) in [(left, next_left), (power, next_power), (product, next_product)] {
        cur.func.add_incoming(phi, next, body);
    }
    cur.goto_end(after);
    let reciprocal = cur.fdiv(one, next_product);
    cur.select(negative, reciprocal, next_product)
}
