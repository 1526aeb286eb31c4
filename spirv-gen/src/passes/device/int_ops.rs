//! Integer instructions of AMD's hardware, and OCKL's names for them.

use crate::ir::instruction::{BinaryOp, CastOp, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::intrinsics::integer;
use crate::passes::util::floats::FloatCode;

use super::site::{Expanded, Site, Table};

use Intrinsic as I;

/// The family's names.
pub const TABLE: Table = &[
    ("llvm.amdgcn.ubfe", |s| bit_field(s, false)),
    ("llvm.amdgcn.sbfe", |s| bit_field(s, true)),
    ("__ockl_bfe_u32", |s| bit_field(s, false)),
    ("__ockl_bfe_i32", |s| bit_field(s, true)),
    ("__ockl_bfm_u32", bit_mask),
    ("llvm.amdgcn.alignbyte", align_byte),
    ("__ockl_bytealign_u32", align_byte),
    ("llvm.amdgcn.alignbit", align_bit),
    ("__ockl_bitalign_u32", align_bit),
    ("llvm.amdgcn.mul.u24", |s| mul24(s, false)),
    ("llvm.amdgcn.mul.i24", |s| mul24(s, true)),
    ("llvm.amdgcn.mulhi.u24", |s| mul24_high(s, false)),
    ("llvm.amdgcn.mulhi.i24", |s| mul24_high(s, true)),
    ("__ockl_mul24_u32", |s| mul24(s, false)),
    ("__ockl_mul24_i32", |s| mul24(s, true)),
    ("__ockl_mul_hi_u32", |s| mul_high(s, false)),
    ("__ockl_mul_hi_i32", |s| mul_high(s, true)),
    ("__ockl_mul_hi_u64", |s| mul_high(s, false)),
    ("__ockl_mul_hi_i64", |s| mul_high(s, true)),
    ("__ockl_clz_u8", |s| count_zeros(s, I::Ctlz)),
    ("__ockl_clz_u16", |s| count_zeros(s, I::Ctlz)),
    ("__ockl_clz_u32", |s| count_zeros(s, I::Ctlz)),
    ("__ockl_clz_u64", |s| count_zeros(s, I::Ctlz)),
    ("__ockl_ctz_u8", |s| count_zeros(s, I::Cttz)),
    ("__ockl_ctz_u16", |s| count_zeros(s, I::Cttz)),
    ("__ockl_ctz_u32", |s| count_zeros(s, I::Cttz)),
    ("__ockl_ctz_u64", |s| count_zeros(s, I::Cttz)),
    ("__ockl_popcount_u32", popcount),
    ("__ockl_popcount_u64", popcount),
    ("llvm.amdgcn.sffbh", first_bit_not_sign),
    ("llvm.amdgcn.s.bitreplicate", |s| Err(s.error("(bit replication)"))),
];

/// `width` bits from bit `offset` on; the hardware looks at the low five bits of both.
pub(super) fn bit_field(site: &mut Site<'_, '_>, signed: bool) -> Expanded {
    let (x, offset, width) = (site.arg(0)?, site.arg(1)?, site.arg(2)?);
    let ty = site.ty;
    let bits = site.cur.ctx.types.value_bits(ty);
    let cur = &mut *site.cur;
    let (offset, width) = (cur.resize_unsigned(offset, ty), cur.resize_unsigned(width, ty));
    let limit = u128::from(bits - 1);
    let offset = cur.binary_const(BinaryOp::And, offset, limit);
    let width = cur.binary_const(BinaryOp::And, width, limit);
    let zero = cur.ctx.int(ty, 0);
    let full = cur.ctx.int(ty, bits.into());
    let empty = cur.icmp(IntPredicate::Eq, width, zero);
    let shift = if signed { BinaryOp::AShr } else { BinaryOp::LShr };
    // Where the field leaves the word, what is above reads as the sign, or as zero.
    let room = cur.sub(full, offset);
    let taken = cur.pair(I::UMin, width, room);
    let unused = cur.sub(full, taken);
    let unused = cur.select(empty, zero, unused);
    let up = cur.sub(unused, offset);
    let up = cur.select(empty, zero, up);
    let moved = cur.shl(x, up);
    let field = cur.binary(shift, moved, unused);
    Ok(Some(cur.select(empty, zero, field)))
}

/// `((1 << width) - 1) << offset`
fn bit_mask(site: &mut Site<'_, '_>) -> Expanded {
    let (width, offset) = (site.arg(0)?, site.arg(1)?);
    let cur = &mut *site.cur;
    let width = cur.binary_const(BinaryOp::And, width, 31);
    let offset = cur.binary_const(BinaryOp::And, offset, 31);
    let one = cur.ctx.i32(1);
    let mask = cur.shl(one, width);
    let mask = cur.sub(mask, one);
    Ok(Some(cur.shl(mask, offset)))
}

/// Bits of `{high, low}` from `shift` on.
fn funnel(site: &mut Site<'_, '_>, shift: Value) -> Expanded {
    let (high, low) = (site.arg(0)?, site.arg(1)?);
    Ok(Some(integer::funnel_shift(site.cur, high, low, shift, false)))
}

pub(super) fn align_byte(site: &mut Site<'_, '_>) -> Expanded {
    let bytes = site.arg(2)?;
    let bytes = site.cur.resize_unsigned(bytes, Type::I32);
    let bytes = site.cur.binary_const(BinaryOp::And, bytes, 3);
    let shift = site.cur.binary_const(BinaryOp::Shl, bytes, 3);
    funnel(site, shift)
}

pub(super) fn align_bit(site: &mut Site<'_, '_>) -> Expanded {
    let shift = site.arg(2)?;
    let shift = site.cur.resize_unsigned(shift, Type::I32);
    funnel(site, shift)
}

/// The low 24 bits of an i32, extended.
fn low24(site: &mut Site<'_, '_>, value: Value, signed: bool) -> Value {
    if !signed {
        return site.cur.binary_const(BinaryOp::And, value, 0xff_ffff);
    }
    let up = site.cur.binary_const(BinaryOp::Shl, value, 8);
    site.cur.binary_const(BinaryOp::AShr, up, 8)
}

fn product24(site: &mut Site<'_, '_>, signed: bool) -> Result<Value, crate::error::CompileError> {
    let (a, b) = (site.arg(0)?, site.arg(1)?);
    let (a, b) = (low24(site, a, signed), low24(site, b, signed));
    let extend = if signed { CastOp::SExt } else { CastOp::ZExt };
    let (a, b) = (site.cur.cast(extend, a, Type::I64), site.cur.cast(extend, b, Type::I64));
    Ok(site.cur.mul(a, b))
}

fn mul24(site: &mut Site<'_, '_>, signed: bool) -> Expanded {
    if site.cur.ctx.types.value_bits(site.ty) == 32 {
        let (a, b) = (site.arg(0)?, site.arg(1)?);
        let (a, b) = (low24(site, a, signed), low24(site, b, signed));
        return Ok(Some(site.cur.mul(a, b)));
    }
    Ok(Some(product24(site, signed)?))
}

fn mul24_high(site: &mut Site<'_, '_>, signed: bool) -> Expanded {
    let product = product24(site, signed)?;
    let high = site.cur.binary_const(BinaryOp::LShr, product, 32);
    Ok(Some(site.cur.resize_unsigned(high, site.ty)))
}

fn mul_high(site: &mut Site<'_, '_>, signed: bool) -> Expanded {
    let (a, b) = (site.arg(0)?, site.arg(1)?);
    let bits = site.cur.ctx.types.value_bits(site.ty);
    let cur = &mut *site.cur;
    let wide = cur.ctx.types.int(bits * 2);
    let extend = if signed { CastOp::SExt } else { CastOp::ZExt };
    let (a, b) = (cur.cast(extend, a, wide), cur.cast(extend, b, wide));
    let product = cur.mul(a, b);
    let high = cur.binary_const(BinaryOp::LShr, product, bits.into());
    Ok(Some(cur.resize_unsigned(high, site.ty)))
}

/// The type's width for zero, as OpenCL defines clz and ctz.
fn count_zeros(site: &mut Site<'_, '_>, id: Intrinsic) -> Expanded {
    let x = site.arg(0)?;
    let ty = site.cur.ty(x);
    let defined = site.cur.ctx.bool(false);
    let count = site.cur.intrinsic(id, vec![x, defined], ty);
    Ok(Some(site.cur.resize_unsigned(count, site.ty)))
}

fn popcount(site: &mut Site<'_, '_>) -> Expanded {
    let x = site.arg(0)?;
    let ty = site.cur.ty(x);
    let count = site.cur.intrinsic(I::Ctpop, vec![x], ty);
    Ok(Some(site.cur.resize_unsigned(count, site.ty)))
}

/// Leading bits equal to the sign bit; -1 for 0 and -1.
fn first_bit_not_sign(site: &mut Site<'_, '_>) -> Expanded {
    let x = site.arg(0)?;
    let ty = site.ty;
    let bits = site.cur.ctx.types.value_bits(ty);
    let cur = &mut *site.cur;
    let sign = cur.binary_const(BinaryOp::AShr, x, u128::from(bits - 1));
    let magnitude = cur.xor(x, sign);
    let defined = cur.ctx.bool(false);
    let count = cur.intrinsic(I::Ctlz, vec![magnitude, defined], ty);
    let zero = cur.ctx.int(ty, 0);
    let none = cur.icmp(IntPredicate::Eq, magnitude, zero);
    let minus_one = cur.ctx.int(ty, u128::MAX);
    Ok(Some(cur.select(none, minus_one, count)))
}
