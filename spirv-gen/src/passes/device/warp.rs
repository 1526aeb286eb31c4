//! Warp operations, at the device's own width.
//!
//! Masks are 64 bits wide here and cut to what the caller asked for. Cross-lane moves that permute by a pattern (DPP, permlane) are left to be
//! reported by name: they fix a width of 16, 32 or 64 lanes.

use crate::ir::constant::ConstData;
use crate::ir::instruction::{AtomicOp, Atomicity, BinaryOp, FloatPredicate, IntPredicate, Op, Ordering, Scope, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Global;
use crate::ir::types::{AddressSpace, Type};
use crate::passes::floats::FloatCode;

use super::builtins::{Expanded, Site, Table};

use Intrinsic as I;

/// The family's names.
pub const TABLE: Table = &[
    ("llvm.amdgcn.ballot", |s| {
        let cond = s.arg(0)?;
        ballot(s, cond)
    }),
    ("llvm.amdgcn.icmp", compare_ints),
    ("llvm.amdgcn.fcmp", compare_floats),
    ("llvm.amdgcn.readfirstlane", |s| Ok(Some(s.same(I::ReadFirstLane)))),
    ("llvm.amdgcn.readlane", read_lane),
    ("__ockl_wfbcast_u32", read_lane),
    ("__ockl_wfbcast_u64", read_lane),
    ("llvm.amdgcn.ds.bpermute", permute_backward),
    ("llvm.amdgcn.ds.swizzle", swizzle),
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
    ("__ockl_wgred_add_i32", |s| reduce_block(s, AtomicOp::Add, 0)),
    ("__ockl_wgred_and_i32", |s| reduce_block(s, AtomicOp::And, u32::MAX)),
    ("__ockl_wgred_or_i32", |s| reduce_block(s, AtomicOp::Or, 0)),
    // The same for our headers: clang links OCKL's own bodies, made of DPP moves, under the names above.
    ("__hip_vk_block_add_i32", |s| reduce_block(s, AtomicOp::Add, 0)),
    ("__hip_vk_block_and_i32", |s| reduce_block(s, AtomicOp::And, u32::MAX)),
    ("__hip_vk_block_or_i32", |s| reduce_block(s, AtomicOp::Or, 0)),
];

/// The lanes where `cond` holds, as a mask of the call's type.
fn ballot(site: &mut Site<'_, '_>, cond: Value) -> Expanded {
    let mask = site.cur.intrinsic(I::Ballot, vec![cond], Type::I64);
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

/// `lane` modulo the warp's width, so that no device sees a lane it does not have.
fn wrapped_lane(site: &mut Site<'_, '_>, lane: Value) -> Value {
    let size = site.cur.intrinsic(I::WarpSize, Vec::new(), Type::I32);
    let mask = site.cur.binary_const(BinaryOp::Sub, size, 1);
    site.cur.and(lane, mask)
}

fn read_lane(site: &mut Site<'_, '_>) -> Expanded {
    let (value, lane) = (site.arg(0)?, site.arg(1)?);
    let lane = site.cur.resize_unsigned(lane, Type::I32);
    let lane = wrapped_lane(site, lane);
    Ok(Some(site.cur.intrinsic(I::Shuffle, vec![value, lane], site.ty)))
}

/// The address is four times the lane.
fn permute_backward(site: &mut Site<'_, '_>) -> Expanded {
    let (address, value) = (site.arg(0)?, site.arg(1)?);
    let lane = site.cur.binary_const(BinaryOp::LShr, address, 2);
    let lane = wrapped_lane(site, lane);
    Ok(Some(site.cur.intrinsic(I::Shuffle, vec![value, lane], site.ty)))
}

/// ds_swizzle: permutes four lanes by a table (bit 15 set), or 32 lanes by and, or and xor masks.
fn swizzle(site: &mut Site<'_, '_>) -> Expanded {
    let (value, pattern) = (site.arg(0)?, site.const_arg(1)?);
    let cur = &mut *site.cur;
    let lane = cur.intrinsic(I::LaneId, Vec::new(), Type::I32);
    let target = if pattern & 0x8000 != 0 {
        let within = cur.binary_const(BinaryOp::And, lane, 3);
        let shift = cur.binary_const(BinaryOp::Shl, within, 1);
        let table = cur.ctx.i32(pattern as u32 & 0xff);
        let picked = cur.lshr(table, shift);
        let picked = cur.binary_const(BinaryOp::And, picked, 3);
        let group = cur.binary_const(BinaryOp::And, lane, 0xffff_fffc);
        cur.or(group, picked)
    } else {
        let (and, or, xor) = (pattern & 31, (pattern >> 5) & 31, (pattern >> 10) & 31);
        let kept = cur.binary_const(BinaryOp::And, lane, 0xffff_ffe0 | and);
        let set = cur.binary_const(BinaryOp::Or, kept, or);
        cur.binary_const(BinaryOp::Xor, set, xor)
    };
    Ok(Some(cur.intrinsic(I::Shuffle, vec![value, target], site.ty)))
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
    let active = cur.intrinsic(I::ActiveMask, Vec::new(), Type::I64);
    let lane = cur.intrinsic(I::LaneId, Vec::new(), Type::I32);
    let lane = cur.resize_unsigned(lane, Type::I64);
    let one = cur.ctx.i64(1);
    let bit = cur.shl(one, lane);
    let lower = cur.binary_const(BinaryOp::Sub, bit, 1);
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

/// A barrier that also orders shared memory, as `__syncthreads` is.
fn sync_threads(site: &mut Site<'_, '_>) {
    let fence = |ordering| Op::Fence(Atomicity { ordering, scope: Scope::Workgroup });
    site.cur.inst(fence(Ordering::Release), Type::VOID);
    site.cur.intrinsic(I::Barrier, Vec::new(), Type::VOID);
    site.cur.inst(fence(Ordering::Acquire), Type::VOID);
}

/// Combines one i32 of every thread of the block: `__syncthreads_count` and the like. All threads write the same start value, so no
/// branch is needed; the first barrier keeps them behind the readers of an earlier reduction.
fn reduce_block(site: &mut Site<'_, '_>, op: AtomicOp, start: u32) -> Expanded {
    let value = site.arg(0)?;
    let scratch = scratch_word(site);
    let start = site.cur.ctx.i32(start);
    let atomic = Atomicity { ordering: Ordering::Monotonic, scope: Scope::Workgroup };
    sync_threads(site);
    site.cur.store(start, scratch, 4);
    sync_threads(site);
    site.cur.inst(Op::AtomicRmw { op, ptr: scratch, value, align: 4, volatile: false, atomic }, Type::I32);
    sync_threads(site);
    Ok(Some(site.cur.load(Type::I32, scratch, 4)))
}

/// A shared word for block reductions, made when first asked for.
fn scratch_word(site: &mut Site<'_, '_>) -> Value {
    const NAME: &str = "hip.block.reduction";
    let found = site.globals.iter().find(|(_, g)| g.name == NAME).map(|(id, _)| id);
    let global = found.unwrap_or_else(|| {
        let init = site.cur.ctx.consts.intern(ConstData::Undef(Type::I32));
        site.globals.push(Global {
            name: NAME.into(),
            ty: Type::I32,
            space: AddressSpace::Shared,
            init: Some(init),
            align: 4,
            constant: false,
            internal: true,
            externally_initialized: false,
        })
    });
    Value::Const(site.cur.ctx.consts.intern(ConstData::GlobalAddr { ty: Type::PTR_SHARED, global, offset: 0 }))
}
