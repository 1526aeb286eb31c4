//! Division and square root of half floats, rounded once, through float's own, which may be some units off.
//!
//! A quotient of two significands of 11 bits is a half, or midway between two, or by 2^-23 of its size away from either (and a root by 2^-25): one
//! correction by the remainder, which is exact, leaves it nearer to the float that rounds as it does. No half is so large or small
//! that a float's exponent would not do. All roots, and quotients by units off, are tried in the tests.
//! Called by `division.rs`.

use super::division::{fused, ordinary_root};
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::Build;
use crate::passes::util::floats::FloatCode;
use crate::target::Target;

/// `a / b`, rounded once.
pub fn divide(cursor: &mut Cursor<'_>, a: Value, b: Value, target: &Target) -> Value {
    let [a, b] = [a, b].map(|x| cursor.convert(CastOp::FPExt, x, Type::FLOAT));
    let one = cursor.fconst(Type::FLOAT, 1.0);
    let reciprocal = cursor.fdiv(one, b);
    let first = cursor.fmul(a, reciprocal);
    let minus_b = cursor.fneg(b);
    let rest = fused(cursor, [minus_b, first, a], target);
    let better = fused(cursor, [rest, reciprocal, first], target);
    // Zeros, infinities and NaNs are right at once.
    let bits = cursor.to_bits(first);
    let magnitude = cursor.fold_const(BinaryOp::And, bits, 0x7fff_ffff);
    let below = cursor.fold_const(BinaryOp::Sub, magnitude, 1);
    let ordinary = cursor.compare_const(IntPredicate::Ult, below, 0x7f7f_ffff);
    let quotient = cursor.select(ordinary, better, first);
    cursor.convert(CastOp::FPTrunc, quotient, Type::HALF)
}

/// The square root, rounded once.
pub fn square_root(cursor: &mut Cursor<'_>, x: Value, target: &Target) -> Value {
    let x = cursor.convert(CastOp::FPExt, x, Type::FLOAT);
    let guess = cursor.unary(Intrinsic::NativeRsqrt, x);
    let first = cursor.fmul(x, guess);
    let slope = cursor.fscale(guess, 0.5);
    let minus_first = cursor.fneg(first);
    let rest = fused(cursor, [minus_first, first, x], target);
    let better = fused(cursor, [rest, slope, first], target);
    let root = ordinary_root(cursor, x, better);
    cursor.convert(CastOp::FPTrunc, root, Type::HALF)
}
