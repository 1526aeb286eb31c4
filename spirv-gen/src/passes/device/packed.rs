//! Instructions that treat a register as packed small integers: permutes, sums of absolute differences, dot products.

use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, FloatPredicate, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::floats::FloatCode;

use super::site::{Expanded, Site, Table};

use Intrinsic as I;

/// The family's names.
pub const TABLE: Table = &[
    ("llvm.amdgcn.perm", permute),
    ("llvm.amdgcn.lerp", average),
    ("__ockl_lerp_u32", average),
    ("llvm.amdgcn.sad.u8", |s| differences(s, 8, 0, false)),
    ("llvm.amdgcn.sad.hi.u8", |s| differences(s, 8, 16, false)),
    ("llvm.amdgcn.sad.u16", |s| differences(s, 16, 0, false)),
    ("llvm.amdgcn.msad.u8", |s| differences(s, 8, 0, true)),
    ("__ockl_sad_u32", |s| differences(s, 8, 0, false)),
    ("__ockl_sadhi_u32", |s| differences(s, 8, 16, false)),
    ("__ockl_sadw_u32", |s| differences(s, 16, 0, false)),
    ("__ockl_msad_u32", |s| differences(s, 8, 0, true)),
    ("__ockl_sadd_u32", |s| differences(s, 32, 0, false)),
    ("llvm.amdgcn.qsad.pk.u16.u8", |s| sliding_differences(s, false)),
    ("llvm.amdgcn.mqsad.pk.u16.u8", |s| sliding_differences(s, true)),
    ("__ockl_qsad_u64", |s| sliding_differences(s, false)),
    ("__ockl_mqsad_u64", |s| sliding_differences(s, true)),
    ("llvm.amdgcn.sdot4", |s| dot(s, 8, true)),
    ("llvm.amdgcn.udot4", |s| dot(s, 8, false)),
    ("llvm.amdgcn.sdot8", |s| dot(s, 4, true)),
    ("llvm.amdgcn.udot8", |s| dot(s, 4, false)),
    ("llvm.amdgcn.sdot2", |s| dot(s, 16, true)),
    ("llvm.amdgcn.udot2", |s| dot(s, 16, false)),
    ("__ockl_sdot4", |s| dot(s, 8, true)),
    ("__ockl_udot4", |s| dot(s, 8, false)),
    ("__ockl_sdot8", |s| dot(s, 4, true)),
    ("__ockl_udot8", |s| dot(s, 4, false)),
    ("__ockl_sdot2", |s| dot(s, 16, true)),
    ("__ockl_udot2", |s| dot(s, 16, false)),
    ("llvm.amdgcn.fdot2", float_dot),
    ("__ockl_fdot2", float_dot),
    ("llvm.amdgcn.cvt.pk.u8.f32", insert_byte),
    ("__ockl_pack_u32", |s| Err(s.error("(packed conversion)"))),
    ("llvm.amdgcn.cvt.pk.i16", |s| pack_clamped(s, true)),
    ("llvm.amdgcn.cvt.pk.u16", |s| pack_clamped(s, false)),
    ("llvm.amdgcn.cvt.pknorm.i16", |s| pack_normalised(s, true)),
    ("llvm.amdgcn.cvt.pknorm.u16", |s| pack_normalised(s, false)),
];

/// Bits `[at, at+width)` of `value`, which has more bits than that, as an integer of type `ty`.
fn part(site: &mut Site<'_, '_>, value: Value, at: u32, width: u32, signed: bool, ty: Type) -> Value {
    let cur = &mut *site.cur;
    let bits = cur.ctx.types.value_bits(cur.ty(value));
    let up = cur.binary_const(BinaryOp::Shl, value, u128::from(bits - width - at));
    let shift = if signed { BinaryOp::AShr } else { BinaryOp::LShr };
    let down = cur.binary_const(shift, up, u128::from(bits - width));
    if signed { cur.resize_signed(down, ty) } else { cur.resize_unsigned(down, ty) }
}

/// v_perm_b32: each selector byte picks one of eight bytes (0 is the lowest of the second operand), a sign, 0 or 255.
pub(super) fn permute(site: &mut Site<'_, '_>) -> Expanded {
    let (high, low, selector) = (site.arg(0)?, site.arg(1)?, site.arg(2)?);
    let high = site.cur.resize_unsigned(high, Type::I64);
    let low = site.cur.resize_unsigned(low, Type::I64);
    let high = site.cur.binary_const(BinaryOp::Shl, high, 32);
    let source = site.cur.or(high, low);
    let mut result = site.cur.ctx.i32(0);
    for i in 0..4u32 {
        let byte = match site.cur.ctx.as_int(selector) {
            Some(bits) => permuted_byte(site, source, (bits >> (8 * i)) as u8),
            None => {
                let pick = part(site, selector, 8 * i, 8, false, Type::I32);
                selected_byte(site, source, pick)
            }
        };
        let placed = site.cur.binary_const(BinaryOp::Shl, byte, u128::from(8 * i));
        result = site.cur.or(result, placed);
    }
    Ok(Some(result))
}

/// The byte that a known selector picks.
fn permuted_byte(site: &mut Site<'_, '_>, source: Value, selector: u8) -> Value {
    match selector {
        0..=7 => part(site, source, u32::from(selector) * 8, 8, false, Type::I32),
        // The sign of bytes 1, 3, 5, 7, eight times.
        8..=11 => {
            let sign = part(site, source, u32::from(selector - 8) * 16 + 15, 1, true, Type::I32);
            site.cur.binary_const(BinaryOp::And, sign, 255)
        }
        12 => site.cur.ctx.i32(0),
        _ => site.cur.ctx.i32(255),
    }
}

/// The byte that a computed selector picks.
fn selected_byte(site: &mut Site<'_, '_>, source: Value, pick: Value) -> Value {
    let cur = &mut *site.cur;
    let index = cur.binary_const(BinaryOp::And, pick, 7);
    let shift = cur.binary_const(BinaryOp::Shl, index, 3);
    let shift = cur.resize_unsigned(shift, Type::I64);
    let moved = cur.lshr(source, shift);
    let moved = cur.resize_unsigned(moved, Type::I32);
    let mut chosen = cur.binary_const(BinaryOp::And, moved, 255);
    for special in 8..=13u8 {
        let value = permuted_byte(site, source, special);
        let which = site.cur.ctx.i32(special.into());
        let pred = if special == 13 { IntPredicate::Uge } else { IntPredicate::Eq };
        let hit = site.cur.icmp(pred, pick, which);
        chosen = site.cur.select(hit, value, chosen);
    }
    chosen
}

/// Per byte `(a + b + (c & 1)) / 2`.
fn average(site: &mut Site<'_, '_>) -> Expanded {
    let (a, b, c) = (site.arg(0)?, site.arg(1)?, site.arg(2)?);
    let mut result = site.cur.ctx.i32(0);
    for at in [0, 8, 16, 24] {
        let x = part(site, a, at, 8, false, Type::I32);
        let y = part(site, b, at, 8, false, Type::I32);
        let round = part(site, c, at, 1, false, Type::I32);
        let sum = site.cur.add(x, y);
        let sum = site.cur.add(sum, round);
        let half = site.cur.binary_const(BinaryOp::LShr, sum, 1);
        let placed = site.cur.binary_const(BinaryOp::Shl, half, at.into());
        result = site.cur.or(result, placed);
    }
    Ok(Some(result))
}

/// |x - y| of i32 values seen as unsigned.
fn absolute_difference(site: &mut Site<'_, '_>, x: Value, y: Value) -> Value {
    let more = site.cur.pair(I::UMax, x, y);
    let less = site.cur.pair(I::UMin, x, y);
    site.cur.sub(more, less)
}

/// Sum of absolute differences of the `width`-bit parts of arguments 0 and 1, shifted, plus argument 2.
fn differences(site: &mut Site<'_, '_>, width: u32, shift: u32, masked: bool) -> Expanded {
    let (a, b, c) = (site.arg(0)?, site.arg(1)?, site.arg(2)?);
    let sum = sum_of_differences(site, a, b, width, masked);
    let sum = if shift == 0 { sum } else { site.cur.binary_const(BinaryOp::Shl, sum, shift.into()) };
    Ok(Some(site.cur.add(sum, c)))
}

fn sum_of_differences(site: &mut Site<'_, '_>, a: Value, b: Value, width: u32, masked: bool) -> Value {
    let mut sum = site.cur.ctx.i32(0);
    for i in 0..32 / width {
        let x = part(site, a, i * width, width, false, Type::I32);
        let y = part(site, b, i * width, width, false, Type::I32);
        let mut difference = absolute_difference(site, x, y);
        if masked {
            let zero = site.cur.ctx.i32(0);
            let skip = site.cur.icmp(IntPredicate::Eq, y, zero);
            difference = site.cur.select(skip, zero, difference);
        }
        sum = site.cur.add(sum, difference);
    }
    sum
}

/// Four 16-bit sums: argument 0 (8 bytes) against argument 1 (4 bytes), one byte further each time.
fn sliding_differences(site: &mut Site<'_, '_>, masked: bool) -> Expanded {
    let (source, reference, addend) = (site.arg(0)?, site.arg(1)?, site.arg(2)?);
    let mut result = site.cur.ctx.i64(0);
    for i in 0..4 {
        let window = part(site, source, 8 * i, 32, false, Type::I32);
        let sum = sum_of_differences(site, window, reference, 8, masked);
        let before = part(site, addend, 16 * i, 16, false, Type::I32);
        let sum = site.cur.add(sum, before);
        let sum = site.cur.binary_const(BinaryOp::And, sum, 0xffff);
        let sum = site.cur.resize_unsigned(sum, Type::I64);
        let placed = site.cur.binary_const(BinaryOp::Shl, sum, u128::from(16 * i));
        result = site.cur.or(result, placed);
    }
    Ok(Some(result))
}

/// Argument 0 or 1 as an i32, whatever it was.
fn packed_arg(site: &mut Site<'_, '_>, index: usize) -> Result<Value, CompileError> {
    let value = site.arg(index)?;
    Ok(site.cur.bitcast(value, Type::I32))
}

/// Dot product of `width`-bit parts plus argument 2, clamped if argument 3 says so.
fn dot(site: &mut Site<'_, '_>, width: u32, signed: bool) -> Expanded {
    let (a, b, c) = (packed_arg(site, 0)?, packed_arg(site, 1)?, site.arg(2)?);
    let clamp = site.const_arg(3)? != 0;
    if width == 8 && !clamp {
        let id = if signed { I::ByteDotSigned } else { I::ByteDotUnsigned };
        let products = site.cur.intrinsic(id, vec![a, b], Type::I32);
        return Ok(Some(site.cur.add(products, c)));
    }
    // Exact in 64 bits where the sum is clamped; else the hardware wraps at 32, and so may every step.
    let ty = if clamp { Type::I64 } else { Type::I32 };
    let mut sum = if signed { site.cur.resize_signed(c, ty) } else { site.cur.resize_unsigned(c, ty) };
    for i in 0..32 / width {
        let x = part(site, a, i * width, width, signed, ty);
        let y = part(site, b, i * width, width, signed, ty);
        let product = site.cur.mul(x, y);
        sum = site.cur.add(sum, product);
    }
    if clamp {
        sum = clamped(site, sum, 32, signed);
    }
    Ok(Some(site.cur.resize_unsigned(sum, Type::I32)))
}

/// `value` (signed) limited to the range of `bits`-bit integers; for unsigned ranges the sum is never negative.
fn clamped(site: &mut Site<'_, '_>, value: Value, bits: u32, signed: bool) -> Value {
    let ty = site.cur.ty(value);
    let top = if signed { (1u128 << (bits - 1)) - 1 } else { (1u128 << bits) - 1 };
    let high = site.cur.ctx.int(ty, top);
    let value = site.cur.pair(I::SMin, value, high);
    let low = if signed { (1u128 << (bits - 1)).wrapping_neg() } else { 0 };
    let low = site.cur.ctx.int(ty, low);
    site.cur.pair(I::SMax, value, low)
}

/// `a0*b0 + a1*b1 + c` of two halves in f32.
fn float_dot(site: &mut Site<'_, '_>) -> Expanded {
    let (a, b, c) = (site.arg(0)?, site.arg(1)?, site.arg(2)?);
    let clamp = site.const_arg(3)? != 0;
    let mut sum = dot_of_halves(site.cur, a, b, c);
    if clamp {
        let (zero, one) = (site.cur.fconst(Type::FLOAT, 0.0), site.cur.fconst(Type::FLOAT, 1.0));
        sum = site.cur.pair(I::MaxNum, sum, zero);
        sum = site.cur.pair(I::MinNum, sum, one);
    }
    Ok(Some(sum))
}

/// `a0*b0 + a1*b1 + c` of two pairs of halves, in f32.
pub fn dot_of_halves(cur: &mut Cursor<'_>, a: Value, b: Value, c: Value) -> Value {
    (0..2).fold(c, |sum, i| {
        let index = cur.ctx.i32(i);
        let x = cur.inst(Op::ExtractElement { vector: a, index }, Type::HALF);
        let y = cur.inst(Op::ExtractElement { vector: b, index }, Type::HALF);
        let x = cur.convert(CastOp::FPExt, x, Type::FLOAT);
        let y = cur.convert(CastOp::FPExt, y, Type::FLOAT);
        cur.fma(x, y, sum)
    })
}

/// A float limited to `[low, high]` (NaN becomes `low`), rounded to nearest even, as i32.
fn rounded(site: &mut Site<'_, '_>, value: Value, low: f64, high: f64) -> Value {
    let cur = &mut *site.cur;
    let (low, high) = (cur.fconst(Type::FLOAT, low), cur.fconst(Type::FLOAT, high));
    let above = cur.fcmp(FloatPredicate::Ogt, value, low);
    let value = cur.select(above, value, low);
    let value = cur.pair(I::MinNum, value, high);
    let value = cur.unary(I::RoundEven, value);
    cur.convert(CastOp::FPToSI, value, Type::I32)
}

/// Byte `index` of argument 2 becomes argument 0, rounded and limited to 0..255.
fn insert_byte(site: &mut Site<'_, '_>) -> Expanded {
    let (value, index, old) = (site.arg(0)?, site.arg(1)?, site.arg(2)?);
    let byte = rounded(site, value, 0.0, 255.0);
    let cur = &mut *site.cur;
    let index = cur.binary_const(BinaryOp::And, index, 3);
    let shift = cur.binary_const(BinaryOp::Shl, index, 3);
    let ones = cur.ctx.i32(255);
    let mask = cur.shl(ones, shift);
    let keep = cur.binary_const(BinaryOp::Xor, mask, 0xffff_ffff);
    let kept = cur.and(old, keep);
    let placed = cur.shl(byte, shift);
    Ok(Some(cur.or(kept, placed)))
}

/// Two i32 in the low 16 bits' range, as a `<2 x i16>`.
fn pack_pair(site: &mut Site<'_, '_>, parts: [Value; 2]) -> Value {
    let mut vector = site.cur.ctx.poison(site.ty);
    for (i, value) in parts.into_iter().enumerate() {
        let value = site.cur.resize_unsigned(value, Type::I16);
        let index = site.cur.ctx.i32(i as u32);
        vector = site.cur.inst(Op::InsertElement { vector, value, index }, site.ty);
    }
    vector
}

fn pack_clamped(site: &mut Site<'_, '_>, signed: bool) -> Expanded {
    let (a, b) = (site.arg(0)?, site.arg(1)?);
    let mut limit = |x| {
        if signed {
            clamped(site, x, 16, true)
        } else {
            let high = site.cur.ctx.i32(0xffff);
            site.cur.pair(I::UMin, x, high)
        }
    };
    let parts = [limit(a), limit(b)];
    Ok(Some(pack_pair(site, parts)))
}

fn pack_normalised(site: &mut Site<'_, '_>, signed: bool) -> Expanded {
    let (scale, low) = if signed { (32767.0, -32767.0) } else { (65535.0, 0.0) };
    let mut parts = Vec::new();
    for i in 0..2 {
        let x = site.arg(i)?;
        let x = site.cur.fscale(x, scale);
        parts.push(rounded(site, x, low, scale));
    }
    Ok(Some(pack_pair(site, [parts[0], parts[1]])))
}
