//! The exact remainder of a float division (`fmod`), as long division of the significands, one bit per step.
//!
//! The result has the dividend's sign and is always exact. As many steps as the exponents differ: at most 277 for float, 2098
//! for double, none for most programs. half goes through float. Called by `float/float_legal.rs`.

use crate::ir::cursor::Cursor;
use crate::ir::float_format::Format;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::Build;
use crate::passes::util::floats::FloatCode;

/// A magnitude as significand with its leading one in place, and biased exponent (below 1 for subnormal numbers).
struct Normal {
    significand: Value,
    exponent: Value,
}

/// `lhs frem rhs`.
pub fn remainder(cursor: &mut Cursor<'_>, lhs: Value, rhs: Value) -> Value {
    let ty = cursor.ty(lhs);
    if ty == Type::HALF {
        let (a, b) = (cursor.convert(CastOp::FPExt, lhs, Type::FLOAT), cursor.convert(CastOp::FPExt, rhs, Type::FLOAT));
        let wide = remainder(cursor, a, b);
        return cursor.convert(CastOp::FPTrunc, wide, ty);
    }
    let Some(format) = Format::of(cursor.ctx.types.kind(ty)) else { return lhs };
    let int = cursor.ctx.types.int(format.bits);
    let (x_bits, y_bits) = (cursor.to_bits(lhs), cursor.to_bits(rhs));
    let magnitude = u128::from(format.sign() - 1);
    let x = cursor.fold_const(BinaryOp::And, x_bits, magnitude);
    let y = cursor.fold_const(BinaryOp::And, y_bits, magnitude);
    let sign = cursor.fold_const(BinaryOp::And, x_bits, format.sign().into());

    let infinity = u128::from(format.infinity());
    let x_wild = cursor.compare_const(IntPredicate::Uge, x, infinity);
    let y_nan = cursor.compare_const(IntPredicate::Ugt, y, infinity);
    let y_zero = cursor.compare_const(IntPredicate::Eq, y, 0);
    let invalid = cursor.or(x_wild, y_nan);
    let invalid = cursor.or(invalid, y_zero);
    let smaller = cursor.icmp(IntPredicate::Ult, x, y);
    let early = cursor.or(invalid, smaller);

    let (a, b) = (normalise(cursor, x, format), normalise(cursor, y, format));
    let steps = cursor.sub(a.exponent, b.exponent);
    let none = cursor.ctx.zero(int);
    let steps = cursor.select(early, none, steps);
    let rest = divide(cursor, a.significand, b.significand, steps, int);
    let bits = assemble(cursor, rest, b.exponent, format);
    let bits = cursor.select(smaller, x, bits);
    let signed = cursor.or(bits, sign);
    let nan = cursor.ctx.int(int, (format.infinity() | format.quiet()).into());
    let result = cursor.select(invalid, nan, signed);
    cursor.bitcast(result, ty)
}

fn leading_zeros(cursor: &mut Cursor<'_>, value: Value) -> Value {
    let ty = cursor.ty(value);
    let poison_at_zero = cursor.ctx.bool(false);
    cursor.intrinsic(Intrinsic::Ctlz, vec![value, poison_at_zero], ty)
}

fn normalise(cursor: &mut Cursor<'_>, magnitude: Value, format: Format) -> Normal {
    let int = cursor.ty(magnitude);
    let exponent = cursor.fold_const(BinaryOp::LShr, magnitude, format.fraction.into());
    let fraction = cursor.fold_const(BinaryOp::And, magnitude, format.fraction_mask().into());
    let with_one = cursor.fold_const(BinaryOp::Or, fraction, format.smallest_normal().into());
    let zeros = leading_zeros(cursor, magnitude);
    let shift = cursor.fold_const(BinaryOp::Sub, zeros, u128::from(format.bits - 1 - format.fraction));
    // Zero (never a valid divisor) would shift by too much.
    let shift = cursor.fold_const(BinaryOp::And, shift, u128::from(format.bits - 1));
    let lifted = cursor.shl(magnitude, shift);
    let one = cursor.ctx.int(int, 1);
    let below = cursor.sub(one, shift);
    let subnormal = cursor.compare_const(IntPredicate::Eq, exponent, 0);
    Normal {
        significand: cursor.select(subnormal, lifted, with_one),
        exponent: cursor.select(subnormal, below, exponent),
    }
}

/// The remainder of `a * 2^steps` by `b`, both with their leading ones in the same place.
fn divide(cursor: &mut Cursor<'_>, a: Value, b: Value, steps: Value, int: Type) -> Value {
    let reduce = |cursor: &mut Cursor<'_>, value: Value| {
        let less = cursor.sub(value, b);
        let fits = cursor.icmp(IntPredicate::Uge, value, b);
        cursor.select(fits, less, value)
    };
    let before = cursor.block;
    let head = cursor.new_block();
    cursor.br(head);
    cursor.goto_end(head);
    let value = cursor.phi(vec![(a, before)], int);
    let left = cursor.phi(vec![(steps, before)], int);
    let body = cursor.new_block();
    let done = cursor.new_block();
    let zero = cursor.ctx.zero(int);
    let more = cursor.icmp(IntPredicate::Sgt, left, zero);
    cursor.cond_br(more, body, done);
    cursor.goto_end(body);
    let reduced = reduce(cursor, value);
    let doubled = cursor.fold_const(BinaryOp::Shl, reduced, 1);
    let fewer = cursor.fold_const(BinaryOp::Sub, left, 1);
    cursor.br(head);
    for (phi, next) in [(value, doubled), (left, fewer)] {
        cursor.func.add_incoming(phi, next, body);
    }
    cursor.goto_end(done);
    reduce(cursor, value)
}

/// The float of a significand below `2^(fraction+1)` at biased exponent `exponent`.
fn assemble(cursor: &mut Cursor<'_>, significand: Value, exponent: Value, format: Format) -> Value {
    let int = cursor.ty(significand);
    let zeros = leading_zeros(cursor, significand);
    let shift = cursor.fold_const(BinaryOp::Sub, zeros, u128::from(format.bits - 1 - format.fraction));
    let final_exponent = cursor.sub(exponent, shift);
    let zero = cursor.ctx.zero(int);
    let is_normal = cursor.icmp(IntPredicate::Sgt, final_exponent, zero);
    let up = cursor.fold_const(BinaryOp::And, shift, u128::from(format.bits - 1));
    let aligned = cursor.shl(significand, up);
    let fraction = cursor.fold_const(BinaryOp::And, aligned, format.fraction_mask().into());
    let placed = cursor.fold_const(BinaryOp::Shl, final_exponent, format.fraction.into());
    let normal = cursor.or(fraction, placed);
    // Subnormal: the exponent is 1 at most, so the significand moves up by `exponent - 1` (or down, if that is negative).
    let up = cursor.fold_const(BinaryOp::Sub, exponent, 1);
    let up_bits = cursor.fold_const(BinaryOp::And, up, u128::from(format.bits - 1));
    let raised = cursor.shl(significand, up_bits);
    let down = cursor.fold(BinaryOp::Sub, Flags::empty(), zero, up);
    let down = cursor.fold_const(BinaryOp::And, down, u128::from(format.bits - 1));
    let lowered = cursor.lshr(significand, down);
    let goes_down = cursor.icmp(IntPredicate::Slt, up, zero);
    let subnormal = cursor.select(goes_down, lowered, raised);
    let bits = cursor.select(is_normal, normal, subnormal);
    let is_zero = cursor.compare_const(IntPredicate::Eq, significand, 0);
    cursor.select(is_zero, zero, bits)
}
