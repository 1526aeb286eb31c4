//! Rounding half away from zero, and conversions to integers that saturate.

use crate::ir::cursor::Cursor;
use crate::ir::float_format::Format;
use crate::ir::instruction::{CastOp, FloatPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::floats::FloatCode;

use Intrinsic as I;

/// C's `round`: to nearest, halves away from zero.
pub fn round(cur: &mut Cursor<'_>, x: Value) -> Value {
    let ty = cur.ty(x);
    let whole = cur.unary(I::FTrunc, x);
    let rest = cur.fsub(x, whole);
    let rest = cur.unary(I::FAbs, rest);
    let (half, one, zero) = (cur.fconst(ty, 0.5), cur.fconst(ty, 1.0), cur.fconst(ty, 0.0));
    let up = cur.fcmp(FloatPredicate::Oge, rest, half);
    let step = cur.select(up, one, zero);
    // The sign of x on the step keeps -0 and adds outwards.
    let step = cur.pair(I::CopySign, step, x);
    cur.fadd(whole, step)
}

/// Truncates to an integer, the nearest one in range if the value is outside it, 0 for NaN.
pub fn to_int_saturating(cur: &mut Cursor<'_>, x: Value, ty: Type, signed: bool) -> Value {
    let bits = cur.ctx.types.value_bits(ty);
    let float = cur.ty(x);
    // 2^bits or 2^(bits-1) is a power of two and so exact, unless the format ends below it.
    let limit_exponent = if signed { bits - 1 } else { bits };
    let reaches = Format::of(cur.ctx.types.kind(float)).is_none_or(|f| limit_exponent as i32 <= f.bias);
    let top = if signed { (1u128 << (bits - 1)) - 1 } else { u128::MAX };
    let bottom = if signed { 1u128 << (bits - 1) } else { 0 };
    let (top, bottom, zero) = (cur.ctx.int(ty, top), cur.ctx.int(ty, bottom), cur.ctx.int(ty, 0));
    let limit = if reaches { 2f64.powi(limit_exponent as i32) } else { f64::INFINITY };
    let high = cur.fconst(float, limit);
    let low = cur.fconst(float, if signed { -limit } else { 0.0 });
    let op = if signed { CastOp::FPToSI } else { CastOp::FPToUI };
    let plain = cur.convert(op, x, ty);
    let over = cur.fcmp(FloatPredicate::Oge, x, high);
    // At the bound itself both ways agree, and where the bound is infinite the conversion would be poison.
    let under = cur.fcmp(FloatPredicate::Ole, x, low);
    let nan = cur.fcmp(FloatPredicate::Uno, x, x);
    let value = cur.select(over, top, plain);
    let value = cur.select(under, bottom, value);
    cur.select(nan, zero, value)
}
