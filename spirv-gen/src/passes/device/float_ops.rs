//! Float instructions of AMD's hardware.
//!
//! What the hardware does exactly is done exactly. Where it approximates (rcp, rsq, sqrt, exp2, log2, sin, cos in f32) the
//! device's own approximation stands in (`hip.native.*`); in f64, where the hardware gives a first guess for Newton steps,
//! the full operation does: the steps then change nothing.

use crate::ir::float_format::Format;
use crate::ir::instruction::{BinaryOp, CastOp, FloatPredicate, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::float::frexp;
use crate::passes::float::math::two_over_pi;
use crate::passes::intrinsics::classify;
use crate::passes::util::floats::{FloatCode, float_bits};

use super::site::{Expanded, Site, Table};

use Intrinsic as I;

/// The family's names.
pub const TABLE: Table = &[
    ("llvm.amdgcn.rcp", reciprocal),
    ("llvm.amdgcn.rcp.legacy", reciprocal),
    ("llvm.amdgcn.rsq", reciprocal_root),
    ("llvm.amdgcn.rsq.legacy", reciprocal_root),
    ("llvm.amdgcn.rsq.clamp", reciprocal_root),
    ("llvm.amdgcn.sqrt", |s| native(s, I::NativeSqrt, I::Sqrt)),
    ("llvm.amdgcn.exp2", |s| native(s, I::NativeExp2, I::Exp2)),
    ("llvm.amdgcn.log", |s| native(s, I::NativeLog2, I::Log2)),
    ("llvm.amdgcn.sin", |s| turns(s, I::NativeSin)),
    ("llvm.amdgcn.cos", |s| turns(s, I::NativeCos)),
    ("llvm.amdgcn.fract", fract),
    ("llvm.amdgcn.fmed3", median),
    ("llvm.amdgcn.ldexp", ldexp),
    ("llvm.amdgcn.frexp.mant", |s| Ok(Some(frexp::mantissa(s.cur, s.args[0])))),
    ("llvm.amdgcn.frexp.exp", frexp_exponent),
    ("llvm.amdgcn.class", class),
    ("llvm.amdgcn.div.fixup", divide),
    ("llvm.amdgcn.div.fmas", |s| fused(s)),
    ("llvm.amdgcn.fma.legacy", legacy_fma),
    ("llvm.amdgcn.fmul.legacy", legacy_mul),
    ("llvm.amdgcn.mul.legacy", legacy_mul),
    ("llvm.amdgcn.fmad.ftz", |s| Ok(Some(s.cur.fmuladd(s.args[0], s.args[1], s.args[2])))),
    ("llvm.amdgcn.cvt.pkrtz", pack_half_toward_zero),
    ("llvm.amdgcn.trig.preop", trig_preop),
];

/// Bits of the type's scalar.
fn width(site: &Site<'_, '_>) -> u32 {
    site.cur.ctx.types.value_bits(site.ty)
}

/// `approximate` for f32, the same through f32 for f16, `exact` for f64.
fn native(site: &mut Site<'_, '_>, approximate: Intrinsic, exact: Intrinsic) -> Expanded {
    let x = site.arg(0)?;
    Ok(Some(match width(site) {
        64 => site.cur.unary(exact, x),
        32 => site.cur.unary(approximate, x),
        _ => {
            let wide = site.cur.convert(CastOp::FPExt, x, Type::FLOAT);
            let result = site.cur.unary(approximate, wide);
            site.cur.convert(CastOp::FPTrunc, result, site.ty)
        }
    }))
}

fn reciprocal(site: &mut Site<'_, '_>) -> Expanded {
    let x = site.arg(0)?;
    if width(site) == 32 {
        return Ok(Some(site.cur.unary(I::NativeRcp, x)));
    }
    let one = site.cur.fconst(site.ty, 1.0);
    Ok(Some(site.cur.fdiv(one, x)))
}

fn reciprocal_root(site: &mut Site<'_, '_>) -> Expanded {
    let x = site.arg(0)?;
    if width(site) == 32 {
        return Ok(Some(site.cur.unary(I::NativeRsqrt, x)));
    }
    let one = site.cur.fconst(site.ty, 1.0);
    let root = site.cur.unary(I::Sqrt, x);
    Ok(Some(site.cur.fdiv(one, root)))
}

/// The hardware counts in turns, `hip.native.sin` in radians.
fn turns(site: &mut Site<'_, '_>, id: Intrinsic) -> Expanded {
    let x = site.arg(0)?;
    let wide = site.cur.convert(CastOp::FPExt, x, Type::FLOAT);
    // Whole turns go first: they are exact to remove, and the native functions are only good near zero.
    let whole = site.cur.unary(I::RoundEven, wide);
    let part = site.cur.fsub(wide, whole);
    let angle = site.cur.fscale(part, std::f64::consts::TAU);
    let result = site.cur.unary(id, angle);
    Ok(Some(site.cur.convert(CastOp::FPTrunc, result, site.ty)))
}

/// `x - floor(x)`, below 1 also where the difference rounds up.
fn fract(site: &mut Site<'_, '_>) -> Expanded {
    let x = site.arg(0)?;
    let floor = site.cur.unary(I::Floor, x);
    let part = site.cur.fsub(x, floor);
    let below_one = float_bits(site.cur.ctx, site.ty, 1.0) - 1;
    let limit = site.cur.ctx.float_bits(site.ty, below_one);
    let over = site.cur.fcmp(FloatPredicate::Ogt, part, limit);
    Ok(Some(site.cur.select(over, limit, part)))
}

/// The middle one of three; with a NaN among them, the smallest of the numbers.
fn median(site: &mut Site<'_, '_>) -> Expanded {
    let (a, b, c) = (site.arg(0)?, site.arg(1)?, site.arg(2)?);
    let cur = &mut *site.cur;
    let low = cur.pair(I::MinNum, a, b);
    let high = cur.pair(I::MaxNum, a, b);
    let capped = cur.pair(I::MinNum, high, c);
    let middle = cur.pair(I::MaxNum, low, capped);
    if site.flags.contains(crate::ir::instruction::Flags::NNAN) {
        return Ok(Some(middle));
    }
    let smallest = cur.pair(I::MinNum, low, c);
    let first = cur.fcmp(FloatPredicate::Uno, a, b);
    let third = cur.fcmp(FloatPredicate::Uno, c, c);
    let any = cur.or(first, third);
    Ok(Some(cur.select(any, smallest, middle)))
}

fn ldexp(site: &mut Site<'_, '_>) -> Expanded {
    Ok(Some(site.same(I::Ldexp)))
}

fn frexp_exponent(site: &mut Site<'_, '_>) -> Expanded {
    let x = site.arg(0)?;
    let exponent = frexp::exponent(site.cur, x);
    Ok(Some(site.cur.resize_signed(exponent, site.ty)))
}

fn class(site: &mut Site<'_, '_>) -> Expanded {
    let (x, mask) = (site.arg(0)?, site.arg(1)?);
    if let Some(mask) = site.cur.ctx.as_int(mask) {
        return Ok(Some(classify::is_class(site.cur, x, mask as u32)));
    }
    let mut any = site.cur.ctx.bool(false);
    for bit in 0..10 {
        let asked = site.cur.binary_const(BinaryOp::And, mask, 1 << bit);
        let none = site.cur.ctx.i32(0);
        let asked = site.cur.icmp(IntPredicate::Ne, asked, none);
        let is = classify::is_class(site.cur, x, 1 << bit);
        let hit = site.cur.and(asked, is);
        any = site.cur.or(any, hit);
    }
    Ok(Some(any))
}

/// `div.fixup(quotient, denominator, numerator)` ends the expansion of a division: the division itself is the result.
fn divide(site: &mut Site<'_, '_>) -> Expanded {
    let (denominator, numerator) = (site.arg(1)?, site.arg(2)?);
    Ok(Some(site.cur.fdiv(numerator, denominator)))
}

/// `div.fmas(a, b, c, scaled)`; its result only feeds `div.fixup`.
fn fused(site: &mut Site<'_, '_>) -> Expanded {
    let (a, b, c) = (site.arg(0)?, site.arg(1)?, site.arg(2)?);
    Ok(Some(site.cur.fma(a, b, c)))
}

/// Whether either factor is zero: then DirectX's product is +0 whatever the other is.
fn zero_factor(site: &mut Site<'_, '_>) -> Result<Value, crate::error::CompileError> {
    let (a, b) = (site.arg(0)?, site.arg(1)?);
    let zero = site.cur.fconst(site.ty, 0.0);
    let first = site.cur.fcmp(FloatPredicate::Oeq, a, zero);
    let second = site.cur.fcmp(FloatPredicate::Oeq, b, zero);
    Ok(site.cur.or(first, second))
}

fn legacy_mul(site: &mut Site<'_, '_>) -> Expanded {
    let zero_factor = zero_factor(site)?;
    let product = site.cur.fmul(site.args[0], site.args[1]);
    let zero = site.cur.fconst(site.ty, 0.0);
    Ok(Some(site.cur.select(zero_factor, zero, product)))
}

fn legacy_fma(site: &mut Site<'_, '_>) -> Expanded {
    let zero_factor = zero_factor(site)?;
    let addend = site.arg(2)?;
    let sum = site.cur.fma(site.args[0], site.args[1], addend);
    Ok(Some(site.cur.select(zero_factor, addend, sum)))
}

/// Two f32 to two f16, rounded toward zero: rounded to nearest, then one step back where that went outwards.
fn pack_half_toward_zero(site: &mut Site<'_, '_>) -> Expanded {
    use crate::ir::instruction::Op;
    let mut vector = site.cur.ctx.poison(site.ty);
    for i in 0..2 {
        let x = site.arg(i)?;
        let cur = &mut *site.cur;
        let near = cur.convert(CastOp::FPTrunc, x, Type::HALF);
        let back = cur.convert(CastOp::FPExt, near, Type::FLOAT);
        let (size, exact) = (cur.unary(I::FAbs, back), cur.unary(I::FAbs, x));
        let outwards = cur.fcmp(FloatPredicate::Ogt, size, exact);
        let bits = cur.to_bits(near);
        let step = cur.cast(CastOp::ZExt, outwards, Type::I16);
        let bits = cur.sub(bits, step);
        let value = cur.bitcast(bits, Type::HALF);
        let index = cur.ctx.i32(i as u32);
        vector = cur.inst(Op::InsertElement { vector, value, index }, site.ty);
    }
    Ok(Some(vector))
}

/// 53 bits of 2/pi from bit `shift` on, as a number: what argument reduction multiplies with.
fn trig_preop(site: &mut Site<'_, '_>) -> Expanded {
    let (x, segment) = (site.arg(0)?, site.arg(1)?);
    let format = Format::of(site.cur.ctx.types.kind(site.ty))
        .filter(|f| f.bits == 64)
        .ok_or_else(|| site.error("on this type"))?;
    let cur = &mut *site.cur;
    let bits = cur.to_bits(x);
    let exponent = cur.binary_const(BinaryOp::LShr, bits, format.fraction.into());
    let exponent = cur.binary_const(BinaryOp::And, exponent, 0x7ff);
    let exponent = cur.resize_unsigned(exponent, Type::I32);
    // shift = 53*segment + max(exponent - 1077, 0)
    let segment = cur.resize_unsigned(segment, Type::I32);
    let segment = cur.binary_const(BinaryOp::And, segment, 31);
    let first = cur.binary_const(BinaryOp::Mul, segment, 53);
    let base = cur.ctx.i32(1077);
    let extra = cur.pair(I::UMax, exponent, base);
    let extra = cur.sub(extra, base);
    let shift = cur.add(first, extra);
    let place = cur.binary_const(BinaryOp::Add, shift, two_over_pi::LEADING_ZEROS.into());
    let table = two_over_pi::table(cur.ctx, site.globals);
    let words = two_over_pi::digits(cur, table, place, 2);
    let high = cur.binary_const(BinaryOp::Shl, words[0], 32);
    let both = cur.or(high, words[1]);
    let top = cur.binary_const(BinaryOp::LShr, both, 11);
    let number = cur.convert(CastOp::UIToFP, top, Type::DOUBLE);
    // scale = -53 - shift, plus 128 for arguments so large that the product would leave the range
    let huge = cur.ctx.i32(1968);
    let huge = cur.icmp(IntPredicate::Uge, exponent, huge);
    let (more, less) = (cur.ctx.i32(128u32.wrapping_sub(53)), cur.ctx.i32(0u32.wrapping_sub(53)));
    let start = cur.select(huge, more, less);
    let scale = cur.sub(start, shift);
    Ok(Some(cur.pair(I::Ldexp, number, scale)))
}
