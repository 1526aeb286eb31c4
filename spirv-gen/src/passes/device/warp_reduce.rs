//! Reductions and scans over the active lanes of a warp, and reductions over a block: OCKL's `wfred`, `wfscan` and `wgred`.
//!
//! Which lanes are active is known at run time only, so a lane follows links: each holds the number of the next active lane (above it for a
//! reduction, below it for a scan) and doubles the distance in each of six rounds. Lanes keep their order, so the result is the same in every
//! run, also for floats.

use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{AtomicOp, Atomicity, BinaryOp, IntPredicate, Op, Ordering, Scope, Value};
use crate::ir::intrinsic::Intrinsic as I;
use crate::ir::module::Global;
use crate::ir::types::{AddressSpace, Type};
use crate::passes::util::floats::FloatCode;

use super::site::{Expanded, Site, Table};
use super::warp_lanes::{self as lanes, From};

/// How two values become one.
type Combine = fn(&mut Cursor<'_>, Value, Value) -> Value;

macro_rules! table {
    ($($op:literal { $($ty:literal $combine:expr, $start:expr;)* })*) => {
        /// The family's names.
        pub const TABLE: Table = &[
            $($(
                (concat!("__ockl_wfred_", $op, "_", $ty), |s| reduce(s, $combine)),
                (concat!("__ockl_wfscan_", $op, "_", $ty), |s| scan(s, $combine, $start)),
            )*)*
            ("llvm.amdgcn.wave.reduce.umin", |s| reduce(s, |c, a, b| c.pair(I::UMin, a, b))),
            ("llvm.amdgcn.wave.reduce.umax", |s| reduce(s, |c, a, b| c.pair(I::UMax, a, b))),
            ("__ockl_wgred_add_i32", |s| reduce_block(s, AtomicOp::Add)),
            ("__ockl_wgred_add_u32", |s| reduce_block(s, AtomicOp::Add)),
            ("__ockl_wgred_add_i64", |s| reduce_block(s, AtomicOp::Add)),
            ("__ockl_wgred_add_u64", |s| reduce_block(s, AtomicOp::Add)),
            ("__ockl_wgred_and_i32", |s| reduce_block(s, AtomicOp::And)),
            ("__ockl_wgred_and_u32", |s| reduce_block(s, AtomicOp::And)),
            ("__ockl_wgred_and_i64", |s| reduce_block(s, AtomicOp::And)),
            ("__ockl_wgred_and_u64", |s| reduce_block(s, AtomicOp::And)),
            ("__ockl_wgred_or_i32", |s| reduce_block(s, AtomicOp::Or)),
            ("__ockl_wgred_or_u32", |s| reduce_block(s, AtomicOp::Or)),
            ("__ockl_wgred_or_i64", |s| reduce_block(s, AtomicOp::Or)),
            ("__ockl_wgred_or_u64", |s| reduce_block(s, AtomicOp::Or)),
            ("__ockl_wgred_xor_i32", |s| reduce_block(s, AtomicOp::Xor)),
            ("__ockl_wgred_xor_u32", |s| reduce_block(s, AtomicOp::Xor)),
            ("__ockl_wgred_max_i32", |s| reduce_block(s, AtomicOp::Max)),
            ("__ockl_wgred_max_u32", |s| reduce_block(s, AtomicOp::UMax)),
            ("__ockl_wgred_max_i64", |s| reduce_block(s, AtomicOp::Max)),
            ("__ockl_wgred_max_u64", |s| reduce_block(s, AtomicOp::UMax)),
            ("__ockl_wgred_min_i32", |s| reduce_block(s, AtomicOp::Min)),
            ("__ockl_wgred_min_u32", |s| reduce_block(s, AtomicOp::UMin)),
            ("__ockl_wgred_min_i64", |s| reduce_block(s, AtomicOp::Min)),
            ("__ockl_wgred_min_u64", |s| reduce_block(s, AtomicOp::UMin)),
            // The same for our headers.
            ("__hip_vk_block_add_i32", |s| reduce_block(s, AtomicOp::Add)),
            ("__hip_vk_block_and_i32", |s| reduce_block(s, AtomicOp::And)),
            ("__hip_vk_block_or_i32", |s| reduce_block(s, AtomicOp::Or)),
        ];
    };
}

const SIGN32: u64 = 1 << 31;
const SIGN64: u64 = 1 << 63;

// Each row: the type, the operation, the bits that a scan starts from.
table! {
    "add" {
        "i32" |c, a, b| c.add(a, b), 0;
        "u32" |c, a, b| c.add(a, b), 0;
        "i64" |c, a, b| c.add(a, b), 0;
        "u64" |c, a, b| c.add(a, b), 0;
        "f16" |c, a, b| c.binary(BinaryOp::FAdd, a, b), 0;
        "f32" |c, a, b| c.binary(BinaryOp::FAdd, a, b), 0;
        "f64" |c, a, b| c.binary(BinaryOp::FAdd, a, b), 0;
    }
    "and" {
        "i32" |c, a, b| c.and(a, b), u64::MAX;
        "u32" |c, a, b| c.and(a, b), u64::MAX;
        "i64" |c, a, b| c.and(a, b), u64::MAX;
        "u64" |c, a, b| c.and(a, b), u64::MAX;
    }
    "or" {
        "i32" |c, a, b| c.or(a, b), 0;
        "u32" |c, a, b| c.or(a, b), 0;
        "i64" |c, a, b| c.or(a, b), 0;
        "u64" |c, a, b| c.or(a, b), 0;
    }
    "xor" {
        "i32" |c, a, b| c.xor(a, b), 0;
        "u32" |c, a, b| c.xor(a, b), 0;
        "i64" |c, a, b| c.xor(a, b), 0;
        "u64" |c, a, b| c.xor(a, b), 0;
    }
    "max" {
        "i32" |c, a, b| c.pair(I::SMax, a, b), SIGN32;
        "u32" |c, a, b| c.pair(I::UMax, a, b), 0;
        "i64" |c, a, b| c.pair(I::SMax, a, b), SIGN64;
        "u64" |c, a, b| c.pair(I::UMax, a, b), 0;
        "f16" |c, a, b| c.pair(I::MaxNum, a, b), 0xfc00;
        "f32" |c, a, b| c.pair(I::MaxNum, a, b), 0xff80_0000;
        "f64" |c, a, b| c.pair(I::MaxNum, a, b), 0xfff0 << 48;
    }
    "min" {
        "i32" |c, a, b| c.pair(I::SMin, a, b), SIGN32 - 1;
        "u32" |c, a, b| c.pair(I::UMin, a, b), u64::MAX;
        "i64" |c, a, b| c.pair(I::SMin, a, b), SIGN64 - 1;
        "u64" |c, a, b| c.pair(I::UMin, a, b), u64::MAX;
        "f16" |c, a, b| c.pair(I::MinNum, a, b), 0x7c00;
        "f32" |c, a, b| c.pair(I::MinNum, a, b), 0x7f80_0000;
        "f64" |c, a, b| c.pair(I::MinNum, a, b), 0x7ff0 << 48;
    }
}

/// No lane: any number with this bit set.
const NOBODY: u128 = 64;

/// The lowest active lane above the own one, or [`NOBODY`].
fn next_above(cur: &mut Cursor<'_>) -> Value {
    let (active, own) = (lanes::active_mask(cur), lanes::lane_id(cur));
    let below = lanes::mask_below(cur, own);
    let others = cur.binary_const(BinaryOp::Xor, below, u128::from(u64::MAX));
    let rest = cur.and(active, others);
    // Without the own lane, which is the lowest of the rest.
    let less = cur.binary_const(BinaryOp::Sub, rest, 1);
    let above = cur.and(rest, less);
    let defined = cur.ctx.int(Type::I1, 0);
    let lane = cur.intrinsic(I::Cttz, vec![above, defined], Type::I64);
    cur.resize_unsigned(lane, Type::I32)
}

/// The highest active lane below the own one; negative (with [`NOBODY`]'s bit set) if there is none.
fn next_below(cur: &mut Cursor<'_>) -> Value {
    let (active, own) = (lanes::active_mask(cur), lanes::lane_id(cur));
    let below = lanes::mask_below(cur, own);
    let lower = cur.and(active, below);
    let defined = cur.ctx.int(Type::I1, 0);
    let zeros = cur.intrinsic(I::Ctlz, vec![lower, defined], Type::I64);
    let zeros = cur.resize_unsigned(zeros, Type::I32);
    let top = cur.ctx.i32(63);
    cur.sub(top, zeros)
}

/// Follows the links to their ends: combines `value` with those of all lanes that `link` leads to, which stand in front of it if `reversed`.
fn follow(cur: &mut Cursor<'_>, value: Value, link: Value, combine: Combine, reversed: bool) -> Value {
    let (mut value, mut link) = (value, link);
    for _ in 0..6 {
        let there = cur.binary_const(BinaryOp::And, link, NOBODY);
        let zero = cur.ctx.i32(0);
        let there = cur.icmp(IntPredicate::Eq, there, zero);
        let lane = lanes::wrapped(cur, link);
        let other = From::Lane(lane).carry(cur, value);
        let further = From::Lane(lane).carry(cur, link);
        let joined = if reversed { combine(cur, other, value) } else { combine(cur, value, other) };
        value = cur.select(there, joined, value);
        link = cur.select(there, further, link);
    }
    value
}

fn reduce(site: &mut Site<'_, '_>, combine: Combine) -> Expanded {
    let value = site.arg(0)?;
    let cur = &mut *site.cur;
    let link = next_above(cur);
    let total = follow(cur, value, link, combine, false);
    Ok(Some(cur.intrinsic(I::ReadFirstLane, vec![total], site.ty)))
}

/// (value, inclusive): without the own value, the lowest lane gets `start`.
fn scan(site: &mut Site<'_, '_>, combine: Combine, start: u64) -> Expanded {
    let (value, inclusive) = (site.arg(0)?, site.arg(1)?);
    let cur = &mut *site.cur;
    let inclusive = cur.resize_unsigned(inclusive, Type::I1);
    let before = next_below(cur);
    let with_own = follow(cur, value, before, combine, true);
    let start = if cur.ctx.types.is_float(site.ty) {
        cur.ctx.float_bits(site.ty, start)
    } else {
        cur.ctx.int(site.ty, start.into())
    };
    let zero = cur.ctx.i32(0);
    let there = cur.icmp(IntPredicate::Sge, before, zero);
    let lane = lanes::wrapped(cur, before);
    let without = From::Lane(lane).carry(cur, with_own);
    let without = cur.select(there, without, start);
    Ok(Some(cur.select(inclusive, with_own, without)))
}

/// What leaves the other operand as it is.
fn neutral(op: AtomicOp, bits: u32) -> u128 {
    match op {
        AtomicOp::And | AtomicOp::UMin => u128::MAX,
        AtomicOp::Max => 1 << (bits - 1),
        AtomicOp::Min => (1 << (bits - 1)) - 1,
        _ => 0,
    }
}

/// A barrier that also orders shared memory, as `__syncthreads` is.
fn sync_threads(site: &mut Site<'_, '_>) {
    let fence = |ordering| Op::Fence(Atomicity { ordering, scope: Scope::Workgroup });
    site.cur.inst(fence(Ordering::Release), Type::VOID);
    site.cur.intrinsic(I::Barrier, Vec::new(), Type::VOID);
    site.cur.inst(fence(Ordering::Acquire), Type::VOID);
}

/// Combines one integer of every thread of the block: `__syncthreads_count` and the like. All threads write the same start value, so no
/// branch is needed; the first barrier keeps them behind the readers of an earlier reduction.
fn reduce_block(site: &mut Site<'_, '_>, op: AtomicOp) -> Expanded {
    let value = site.arg(0)?;
    let ty = site.cur.ty(value);
    let bytes = site.cur.ctx.types.value_bits(ty) / 8;
    let scratch = scratch_word(site, ty);
    let start = site.cur.ctx.int(ty, neutral(op, bytes * 8));
    let atomic = Atomicity { ordering: Ordering::Monotonic, scope: Scope::Workgroup };
    sync_threads(site);
    site.cur.store(start, scratch, bytes);
    sync_threads(site);
    site.cur.inst(Op::AtomicRmw { op, ptr: scratch, value, align: bytes, volatile: false, atomic }, ty);
    sync_threads(site);
    Ok(Some(site.cur.load(ty, scratch, bytes)))
}

/// A shared word for block reductions, made when first asked for.
fn scratch_word(site: &mut Site<'_, '_>, ty: Type) -> Value {
    let bits = site.cur.ctx.types.value_bits(ty);
    let name = format!("hip.block.reduction.{bits}");
    let found = site.globals.iter().find(|(_, g)| g.name == name).map(|(id, _)| id);
    let global = found.unwrap_or_else(|| {
        let init = site.cur.ctx.consts.intern(ConstData::Undef(ty));
        site.globals.push(Global {
            name,
            ty,
            space: AddressSpace::Shared,
            init: Some(init),
            align: bits / 8,
            constant: false,
            internal: true,
            externally_initialized: false,
        })
    });
    Value::Const(site.cur.ctx.consts.intern(ConstData::GlobalAddr { ty: Type::PTR_SHARED, global, offset: 0 }))
}
