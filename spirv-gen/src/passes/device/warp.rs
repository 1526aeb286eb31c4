//! Warp operations that say which lanes: ballots, votes, comparisons, counts of lanes, and the primitives that our headers call by name.
//!
//! Masks are 64 bits wide here and cut to what the caller asked for. Moves between lanes are in `warp_moves` and `warp_dpp`, reductions in
//! `warp_reduce`.

use crate::ir::instruction::{BinaryOp, FloatPredicate, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::floats::FloatCode;

use super::site::{Expanded, Site, Table};
use super::warp_lanes as lanes;

use Intrinsic as I;

/// The family's names.
pub const TABLE: Table = &[
    ("llvm.amdgcn.ballot", |s| {
        let cond = s.arg(0)?;
        ballot(s, cond)
    }),
    ("llvm.amdgcn.inverse.ballot", |s| {
        let (mask, lane) = (s.arg(0)?, lanes::lane_id(s.cur));
        let mask = s.cur.resize_unsigned(mask, Type::I64);
        Ok(Some(lanes::contains(s.cur, mask, lane)))
    }),
    // What clang makes of a comparison of constants, among others.
    ("llvm.read_register", execution_mask),
    ("llvm.amdgcn.icmp", compare_ints),
    ("llvm.amdgcn.fcmp", compare_floats),
    ("llvm.amdgcn.mbcnt.lo", |s| count_below(s, 0)),
    ("llvm.amdgcn.mbcnt.hi", |s| count_below(s, 32)),
    ("llvm.amdgcn.wavefrontsize", |s| Ok(Some(s.cur.intrinsic(I::WarpSize, Vec::new(), Type::I32)))),
    ("__ockl_lane_u32", |s| Ok(Some(s.cur.intrinsic(I::LaneId, Vec::new(), Type::I32)))),
    ("__ockl_activelane_u32", active_lane),
    ("__ockl_wfany_i32", |s| vote(s, I::VoteAny)),
    ("__ockl_wfall_i32", |s| vote(s, I::VoteAll)),
    ("__ockl_wfsame_i32", same),
    ("__hip_vk_warp_size", |s| Ok(Some(s.cur.intrinsic(I::WarpSize, Vec::new(), Type::I32)))),
    ("__hip_vk_lane_id", |s| Ok(Some(s.cur.intrinsic(I::LaneId, Vec::new(), Type::I32)))),
    ("__hip_vk_shfl_i32", |s| Ok(Some(s.same(I::Shuffle)))),
    ("__hip_vk_shfl_xor_i32", |s| Ok(Some(s.same(I::ShuffleXor)))),
    ("__hip_vk_shfl_up_i32", |s| Ok(Some(s.same(I::ShuffleUp)))),
    ("__hip_vk_shfl_down_i32", |s| Ok(Some(s.same(I::ShuffleDown)))),
    ("__hip_vk_ballot", |s| Ok(Some(s.same(I::Ballot)))),
    ("__hip_vk_active_mask", |s| Ok(Some(s.same(I::ActiveMask)))),
    ("__hip_vk_any", |s| Ok(Some(s.same(I::VoteAny)))),
    ("__hip_vk_all", |s| Ok(Some(s.same(I::VoteAll)))),
];

/// The lanes where `cond` holds, as a mask of the call's type.
fn ballot(site: &mut Site<'_, '_>, cond: Value) -> Expanded {
    let mask = site.cur.intrinsic(I::Ballot, vec![cond], Type::I64);
    Ok(Some(site.cur.resize_unsigned(mask, site.ty)))
}

/// `llvm.read_register.TYPE.NAME`: of the registers only the execution mask has a meaning here.
fn execution_mask(site: &mut Site<'_, '_>) -> Expanded {
    let high = match site.name.rsplit('.').next() {
        Some("exec" | "exec_lo") => false,
        Some("exec_hi") => true,
        _ => return Err(site.error("(a register of AMD's hardware)")),
    };
    let mut mask = lanes::active_mask(site.cur);
    if high {
        mask = site.cur.binary_const(BinaryOp::LShr, mask, 32);
    }
    Ok(Some(site.cur.resize_unsigned(mask, site.ty)))
}

/// LLVM numbers integer predicates from 32 on, in the order of [`IntPredicate::ALL`].
fn compare_ints(site: &mut Site<'_, '_>) -> Expanded {
    let (a, b, number) = (site.arg(0)?, site.arg(1)?, site.const_arg(2)?);
    let index = (number as usize).wrapping_sub(32);
    let pred = *IntPredicate::ALL.get(index).ok_or_else(|| site.error("with an unknown predicate"))?;
    let cond = site.cur.icmp(pred, a, b);
    ballot(site, cond)
}

/// LLVM numbers float predicates from 0 on: false, oeq, ogt, oge, olt, ole, one, ord, uno, ueq, ugt, ...
fn compare_floats(site: &mut Site<'_, '_>) -> Expanded {
    use FloatPredicate as F;
    const ORDER: [F; 16] = [
        F::False,
        F::Oeq,
        F::Ogt,
        F::Oge,
        F::Olt,
        F::Ole,
        F::One,
        F::Ord,
        F::Uno,
        F::Ueq,
        F::Ugt,
        F::Uge,
        F::Ult,
        F::Ule,
        F::Une,
        F::True,
    ];
    let (a, b, number) = (site.arg(0)?, site.arg(1)?, site.const_arg(2)?);
    let pred = *ORDER.get(number as usize).ok_or_else(|| site.error("with an unknown predicate"))?;
    let cond = site.cur.fcmp(pred, a, b);
    ballot(site, cond)
}

/// Bits of the mask (which stands for lanes from `first` on) that belong to lower lanes than ours, plus argument 1.
fn count_below(site: &mut Site<'_, '_>, first: u32) -> Expanded {
    let (mask, base) = (site.arg(0)?, site.arg(1)?);
    let cur = &mut *site.cur;
    let lane = cur.intrinsic(I::LaneId, Vec::new(), Type::I32);
    let thirty_two = cur.ctx.i32(32);
    // How many of the 32 lanes in question are below ours.
    let below = if first == 0 {
        cur.pair(I::UMin, lane, thirty_two)
    } else {
        let capped = cur.pair(I::UMax, lane, thirty_two);
        cur.sub(capped, thirty_two)
    };
    let count = if cur.ctx.as_int(mask) == Some(0xffff_ffff) {
        below
    } else {
        let wide = cur.resize_unsigned(below, Type::I64);
        let one = cur.ctx.i64(1);
        let bit = cur.shl(one, wide);
        let lower = cur.binary_const(BinaryOp::Sub, bit, 1);
        let lower = cur.resize_unsigned(lower, Type::I32);
        let hit = cur.and(mask, lower);
        cur.unary(I::Ctpop, hit)
    };
    Ok(Some(cur.add(count, base)))
}

/// How many active lanes are below ours.
fn active_lane(site: &mut Site<'_, '_>) -> Expanded {
    let cur = &mut *site.cur;
    let (active, lane) = (lanes::active_mask(cur), lanes::lane_id(cur));
    let lower = lanes::mask_below(cur, lane);
    let hit = cur.and(active, lower);
    let count = cur.unary(I::Ctpop, hit);
    Ok(Some(cur.resize_unsigned(count, Type::I32)))
}

fn vote(site: &mut Site<'_, '_>, id: Intrinsic) -> Expanded {
    let x = site.arg(0)?;
    let zero = site.cur.ctx.i32(0);
    let cond = site.cur.icmp(IntPredicate::Ne, x, zero);
    let result = site.cur.intrinsic(id, vec![cond], Type::I1);
    Ok(Some(site.cur.resize_unsigned(result, site.ty)))
}

fn same(site: &mut Site<'_, '_>) -> Expanded {
    let x = site.arg(0)?;
    let first = site.cur.intrinsic(I::ReadFirstLane, vec![x], Type::I32);
    let equal = site.cur.icmp(IntPredicate::Eq, x, first);
    let result = site.cur.intrinsic(I::VoteAll, vec![equal], Type::I1);
    Ok(Some(site.cur.resize_unsigned(result, site.ty)))
}
