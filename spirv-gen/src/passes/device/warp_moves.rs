//! Moves of values between lanes: readlane, writelane, ds_permute, ds_bpermute, ds_swizzle, permlane and what surrounds them.
//!
//! Each gives 0, or the old value where the instruction has one, for a source lane that is not active. A pattern that is an exclusive or
//! stays one (`ShuffleXor`): drivers make one instruction of it.

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic as I;
use crate::ir::types::Type;
use crate::passes::util::floats::FloatCode;

use super::site::{Expanded, Site, Table};
use super::warp_lanes::{self as lanes, From};

/// The family's names.
pub const TABLE: Table = &[
    ("llvm.amdgcn.readfirstlane", |s| Ok(Some(s.same(I::ReadFirstLane)))),
    ("llvm.amdgcn.readlane", read_lane),
    ("__ockl_readuplane_i32", read_up_lane),
    ("__ockl_readuplane_i64", read_up_lane),
    ("__ockl_wfbcast_u32", read_lane),
    ("__ockl_wfbcast_u64", read_lane),
    ("llvm.amdgcn.writelane", write_lane),
    ("llvm.amdgcn.ds.bpermute", permute_backward),
    ("llvm.amdgcn.ds.permute", permute_forward),
    ("llvm.amdgcn.ds.swizzle", swizzle),
    ("llvm.amdgcn.permlane16", |s| permute_row(s, 0)),
    ("llvm.amdgcn.permlanex16", |s| permute_row(s, 16)),
    ("llvm.amdgcn.permlane64", permute_halves),
    ("llvm.amdgcn.permlane16.swap", |s| swap_rows(s, 16)),
    ("llvm.amdgcn.permlane32.swap", |s| swap_rows(s, 32)),
    ("llvm.amdgcn.set.inactive", first_argument),
    ("llvm.amdgcn.strict.wwm", first_argument),
    ("llvm.amdgcn.strict.wqm", first_argument),
    ("llvm.amdgcn.wwm", first_argument),
    ("llvm.amdgcn.wqm", first_argument),
    ("llvm.amdgcn.softwqm", first_argument),
];

/// Whole-wave modes: no other lane's code can tell the difference, as ours never sees lanes that are off.
fn first_argument(site: &mut Site<'_, '_>) -> Expanded {
    site.arg(0).map(Some)
}

fn read_lane(site: &mut Site<'_, '_>) -> Expanded {
    let (value, lane) = (site.arg(0)?, site.arg(1)?);
    let lane = lanes::wrapped(site.cur, lane);
    Ok(Some(From::Lane(lane).carry(site.cur, value)))
}

/// OCKL's: the value of the lane `offset` above, modulo 64 or 32.
fn read_up_lane(site: &mut Site<'_, '_>) -> Expanded {
    let (value, offset) = (site.arg(0)?, site.arg(1)?);
    let own = lanes::lane_id(site.cur);
    let lane = site.cur.add(own, offset);
    let lane = lanes::wrapped(site.cur, lane);
    let zero = site.cur.ctx.zero(site.ty);
    Ok(Some(From::Lane(lane).carry_or(site.cur, value, zero)))
}

/// (value, lane, old): `old` with one lane replaced.
fn write_lane(site: &mut Site<'_, '_>) -> Expanded {
    let (value, lane, old) = (site.arg(0)?, site.arg(1)?, site.arg(2)?);
    let lane = lanes::wrapped(site.cur, lane);
    let own = lanes::lane_id(site.cur);
    let hit = site.cur.icmp(IntPredicate::Eq, own, lane);
    Ok(Some(site.cur.select(hit, value, old)))
}

/// The lane that a byte address of the permutes names.
fn addressed(cur: &mut Cursor<'_>, address: Value) -> Value {
    let lane = cur.binary_const(BinaryOp::LShr, address, 2);
    lanes::wrapped(cur, lane)
}

/// (address, value): every lane reads.
fn permute_backward(site: &mut Site<'_, '_>) -> Expanded {
    let (address, value) = (site.arg(0)?, site.arg(1)?);
    let lane = addressed(site.cur, address);
    let zero = site.cur.ctx.zero(site.ty);
    Ok(Some(From::Lane(lane).carry_or(site.cur, value, zero)))
}

/// (address, value): every lane writes; of several that write to one lane the highest wins, and a lane that none writes to gets 0. The
/// writers to the own lane are found bit by bit of their targets.
fn permute_forward(site: &mut Site<'_, '_>) -> Expanded {
    let (address, value) = (site.arg(0)?, site.arg(1)?);
    let cur = &mut *site.cur;
    let target = addressed(cur, address);
    let own = lanes::lane_id(cur);
    let mut writers = lanes::active_mask(cur);
    for bit in 0..6 {
        let shifted = cur.binary_const(BinaryOp::LShr, target, bit);
        let set = cur.resize_unsigned(shifted, Type::I1);
        let with = lanes::ballot(cur, set);
        let without = cur.binary_const(BinaryOp::Xor, with, u128::from(u64::MAX));
        let shifted = cur.binary_const(BinaryOp::LShr, own, bit);
        let mine = cur.resize_unsigned(shifted, Type::I1);
        let same = cur.select(mine, with, without);
        writers = cur.and(writers, same);
    }
    let defined = cur.ctx.int(Type::I1, 0);
    let zeros = cur.intrinsic(I::Ctlz, vec![writers, defined], Type::I64);
    let top = cur.ctx.i64(63);
    let highest = cur.sub(top, zeros);
    let highest = lanes::wrapped(cur, highest);
    let moved = From::Lane(highest).carry(cur, value);
    let none = cur.ctx.i64(0);
    let any = cur.icmp(IntPredicate::Ne, writers, none);
    let zero = cur.ctx.zero(site.ty);
    Ok(Some(cur.select(any, moved, zero)))
}

/// (value, pattern): a pattern within every four or 32 lanes.
fn swizzle(site: &mut Site<'_, '_>) -> Expanded {
    let (value, pattern) = (site.arg(0)?, site.const_arg(1)? as u32 & 0xffff);
    let from = match pattern {
        0xe000.. => bit_reversal(site.cur, pattern & 31),
        0xc000.. => rotation(site.cur, pattern),
        0x8000.. => quad_permutation(site.cur, pattern & 0xff),
        _ => masks(site.cur, pattern),
    };
    let zero = site.cur.ctx.zero(site.ty);
    Ok(Some(from.carry_or(site.cur, value, zero)))
}

/// and, or and exclusive or on the low five bits of the lane.
fn masks(cur: &mut Cursor<'_>, pattern: u32) -> From {
    let (and, or, xor) = (pattern & 31, (pattern >> 5) & 31, (pattern >> 10) & 31);
    if and == 31 && or == 0 {
        return From::Xor(xor);
    }
    let own = lanes::lane_id(cur);
    let kept = cur.binary_const(BinaryOp::And, own, (0xffff_ffe0 | and).into());
    let set = cur.binary_const(BinaryOp::Or, kept, or.into());
    From::Lane(cur.binary_const(BinaryOp::Xor, set, xor.into()))
}

/// Lane `i` of each four reads the lane of the same four that bits `2i` and `2i + 1` of `table` name.
pub fn quad_permutation(cur: &mut Cursor<'_>, table: u32) -> From {
    let source = |i: u32| table >> (2 * i) & 3;
    if let Some(mask) = (0..4).find(|&mask| (0..4).all(|i| source(i) == i ^ mask)) {
        return From::Xor(mask);
    }
    let own = lanes::lane_id(cur);
    let first = cur.binary_const(BinaryOp::And, own, 0xffff_fffc);
    if (1..4).all(|i| source(i) == source(0)) {
        return From::Lane(cur.binary_const(BinaryOp::Or, first, source(0).into()));
    }
    let within = cur.binary_const(BinaryOp::And, own, 3);
    let shift = cur.binary_const(BinaryOp::Shl, within, 1);
    let table = cur.ctx.i32(table);
    let picked = cur.lshr(table, shift);
    let picked = cur.binary_const(BinaryOp::And, picked, 3);
    From::Lane(cur.or(first, picked))
}

/// Rotates the bits of the lane outside the mask (bits 0 to 4) by the amount in bits 5 to 9, down if bit 10 is set.
fn rotation(cur: &mut Cursor<'_>, pattern: u32) -> From {
    let (mask, amount) = (pattern & 31, (pattern >> 5) & 31);
    let amount = if pattern & 0x400 != 0 { amount.wrapping_neg() } else { amount };
    let own = lanes::lane_id(cur);
    let kept = cur.binary_const(BinaryOp::And, own, (mask | 0xffff_ffe0).into());
    let turned = cur.binary_const(BinaryOp::Add, own, amount.into());
    let turned = cur.binary_const(BinaryOp::And, turned, (31 & !mask).into());
    From::Lane(cur.or(kept, turned))
}

/// The steps of a fast Fourier transform: the low five bits of the lane reversed, moved down by the number of bits in the mask, and joined
/// with the lane's bits inside the mask.
fn bit_reversal(cur: &mut Cursor<'_>, mask: u32) -> From {
    let own = lanes::lane_id(cur);
    let reversed = cur.unary(I::BitReverse, own);
    let moved = cur.binary_const(BinaryOp::LShr, reversed, 27);
    let moved = cur.binary_const(BinaryOp::LShr, moved, mask.count_ones().into());
    let kept = cur.binary_const(BinaryOp::And, own, (mask | 0xffff_ffe0).into());
    From::Lane(cur.or(kept, moved))
}

/// permlane16 and, across the two rows of a pair, permlanex16: (old, value, lanes 0..7, lanes 8..15, fetch inactive, bound control).
/// Four bits of the two words name the source of each lane of a row.
fn permute_row(site: &mut Site<'_, '_>, across: u32) -> Expanded {
    let (old, value, low, high) = (site.arg(0)?, site.arg(1)?, site.arg(2)?, site.arg(3)?);
    let zeroes = site.const_arg(4)? != 0 || site.const_arg(5)? != 0;
    let cur = &mut *site.cur;
    let own = lanes::lane_id(cur);
    let within = cur.binary_const(BinaryOp::And, own, 7);
    let shift = cur.binary_const(BinaryOp::Shl, within, 2);
    let upper = cur.binary_const(BinaryOp::LShr, own, 3);
    let upper = cur.resize_unsigned(upper, Type::I1);
    let word = cur.select(upper, high, low);
    let picked = cur.lshr(word, shift);
    let picked = cur.binary_const(BinaryOp::And, picked, 15);
    let row = cur.binary_const(BinaryOp::And, own, 0xffff_fff0);
    let row = cur.binary_const(BinaryOp::Xor, row, across.into());
    let source = cur.or(row, picked);
    let otherwise = if zeroes { cur.ctx.zero(site.ty) } else { old };
    Ok(Some(From::Lane(source).carry_or(cur, value, otherwise)))
}

/// permlane64 exchanges the halves of a warp of 64, and leaves one of 32 as it is.
fn permute_halves(site: &mut Site<'_, '_>) -> Expanded {
    let value = site.arg(0)?;
    let cur = &mut *site.cur;
    let own = lanes::lane_id(cur);
    let other = cur.binary_const(BinaryOp::Xor, own, 32);
    let lane = lanes::wrapped(cur, other);
    let zero = cur.ctx.zero(site.ty);
    Ok(Some(From::Lane(lane).carry_or(cur, value, zero)))
}

/// (a, b, ..) -> {a, b}: the odd rows of `rows` lanes of `a` and the even rows of `b` change places.
fn swap_rows(site: &mut Site<'_, '_>, rows: u32) -> Expanded {
    let (a, b) = (site.arg(0)?, site.arg(1)?);
    let cur = &mut *site.cur;
    let own = lanes::lane_id(cur);
    let row = cur.binary_const(BinaryOp::And, own, rows.into());
    let zero = cur.ctx.i32(0);
    let even = cur.icmp(IntPredicate::Eq, row, zero);
    let sent = cur.select(even, b, a);
    let other = cur.binary_const(BinaryOp::Xor, own, rows.into());
    let other = lanes::wrapped(cur, other);
    let came = From::Lane(other).carry(cur, sent);
    let (first, second) = (cur.select(even, a, came), cur.select(even, came, b));
    let mut pair = cur.ctx.poison(site.ty);
    for (i, value) in [first, second].into_iter().enumerate() {
        pair = cur.inst(Op::InsertValue { aggregate: pair, value, indices: vec![i as u32] }, site.ty);
    }
    Ok(Some(pair))
}
