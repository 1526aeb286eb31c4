//! What the expansions of warp builtins are built from: lane numbers, lane masks and moves between lanes.
//!
//! AMD gives 0 (or keeps an old value) where a lane reads one that is not active; Vulkan promises nothing there. So a move comes
//! with the condition that its source lane is active, and the caller chooses what to take otherwise.

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, Value};
use crate::ir::intrinsic::Intrinsic as I;
use crate::ir::types::Type;

/// Where each lane reads. The forms with a constant keep it: drivers have instructions for them.
#[derive(Clone, Copy, Debug)]
pub enum From {
    /// The lane with this number, in 0..W.
    Lane(Value),
    /// Own lane, exclusive or this.
    Xor(u32),
    /// So many lanes below; the caller drops what lies outside the warp.
    Below(u32),
    /// So many lanes above.
    Above(u32),
}

/// The number of the own lane.
pub fn lane_id(cur: &mut Cursor<'_>) -> Value {
    cur.intrinsic(I::LaneId, Vec::new(), Type::I32)
}

/// The width of the warp.
pub fn warp_size(cur: &mut Cursor<'_>) -> Value {
    cur.intrinsic(I::WarpSize, Vec::new(), Type::I32)
}

/// `lane` modulo the warp's width, so that no device sees a lane it does not have.
pub fn wrapped(cur: &mut Cursor<'_>, lane: Value) -> Value {
    let lane = cur.resize_unsigned(lane, Type::I32);
    let size = warp_size(cur);
    let mask = cur.binary_const(BinaryOp::Sub, size, 1);
    cur.and(lane, mask)
}

/// The lanes that execute this together.
pub fn active_mask(cur: &mut Cursor<'_>) -> Value {
    cur.intrinsic(I::ActiveMask, Vec::new(), Type::I64)
}

/// The lanes where `cond` holds.
pub fn ballot(cur: &mut Cursor<'_>, cond: Value) -> Value {
    cur.intrinsic(I::Ballot, vec![cond], Type::I64)
}

/// Bit `lane` of `mask`, for a lane in 0..64.
pub fn contains(cur: &mut Cursor<'_>, mask: Value, lane: Value) -> Value {
    let lane = cur.resize_unsigned(lane, Type::I64);
    let low = cur.lshr(mask, lane);
    cur.cast(CastOp::Trunc, low, Type::I1)
}

/// The lanes below `lane` (in 0..64), as a mask.
pub fn mask_below(cur: &mut Cursor<'_>, lane: Value) -> Value {
    let lane = cur.resize_unsigned(lane, Type::I64);
    let ones = cur.ctx.i64(u64::MAX);
    let above = cur.shl(ones, lane);
    cur.binary_const(BinaryOp::Xor, above, u128::from(u64::MAX))
}

impl From {
    /// The number of the lane that is read; out of 0..W where that lies outside.
    pub fn number(self, cur: &mut Cursor<'_>) -> Value {
        let own = lane_id(cur);
        match self {
            Self::Lane(lane) => lane,
            Self::Xor(mask) => cur.binary_const(BinaryOp::Xor, own, mask.into()),
            Self::Below(delta) => cur.binary_const(BinaryOp::Sub, own, delta.into()),
            Self::Above(delta) => cur.binary_const(BinaryOp::Add, own, delta.into()),
        }
    }

    /// Carries `value` over.
    pub fn carry(self, cur: &mut Cursor<'_>, value: Value) -> Value {
        let ty = cur.ty(value);
        let (id, operand) = match self {
            Self::Lane(lane) => (I::Shuffle, lane),
            Self::Xor(mask) => (I::ShuffleXor, cur.ctx.i32(mask)),
            Self::Below(delta) => (I::ShuffleUp, cur.ctx.i32(delta)),
            Self::Above(delta) => (I::ShuffleDown, cur.ctx.i32(delta)),
        };
        cur.intrinsic(id, vec![value, operand], ty)
    }

    /// The value carried over, `otherwise` where the source lane is not active.
    pub fn carry_or(self, cur: &mut Cursor<'_>, value: Value, otherwise: Value) -> Value {
        let (active, number) = (active_mask(cur), self.number(cur));
        let there = contains(cur, active, number);
        let moved = self.carry(cur, value);
        cur.select(there, moved, otherwise)
    }
}
