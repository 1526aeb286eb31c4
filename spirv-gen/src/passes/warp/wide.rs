//! Warps narrower than the hardware's: each subgroup holds several, side by side.
//!
//! A warp of 32 on hardware of 64 lanes is a half of a subgroup, so every operation is kept to the own half: masks are cut out of the
//! subgroup's, lanes are counted from the half's first one.
//!
//!   before  %m = call i64 @hip.ballot(i1 %c)
//!   after   %all = call i64 @hip.ballot(i1 %c)    %low = lshr i64 %all, %first    %m = and i64 %low, 0xffffffff
//!
//! Needs: scalar code (lanes are i32, masks i64), shuffles of any type.   Called by `warp::run` if the device's subgroups are wider than the
//! kernel's warps; nothing behind it may ask for the warp's width.

use super::operations::lowest_bit;
use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic as I;
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::util::rewrite::{Rewrite, rewrite_function};

/// Rewrites the warp operations of `func` for warps of `warp` lanes (a power of two below 64) inside wider subgroups.
///
/// # Errors
/// None.
pub fn run(ctx: &mut Context, func: &mut Function, warp: u32) -> Result<(), (CompileError, Inst)> {
    rewrite_function(ctx, func, |cur, inst| {
        let data = &cur.func.insts[inst];
        let Op::Intrinsic { id, args, .. } = &data.op else { return Ok(Rewrite::Keep) };
        let (id, args, ty) = (*id, args.clone(), data.ty);
        let mut narrow = Narrow { cur, warp };
        Ok(narrow.lower(id, &args, ty).map_or(Rewrite::Keep, Rewrite::Replace))
    })
    .map(|_| ())
}

struct Narrow<'c, 'a> {
    cur: &'c mut Cursor<'a>,
    /// Lanes of a warp.
    warp: u32,
}

impl Narrow<'_, '_> {
    /// What `id` becomes; nothing if it stays.
    fn lower(&mut self, id: I, args: &[Value], ty: Type) -> Option<Value> {
        Some(match id {
            I::WarpSize => self.cur.ctx.i32(self.warp),
            I::LaneId => self.lane(),
            I::Ballot => self.ballot(args[0]),
            I::ActiveMask => self.active(),
            I::VoteAny => {
                let votes = self.ballot(args[0]);
                self.compare_zero(IntPredicate::Ne, votes)
            }
            I::VoteAll => {
                let against = self.cur.binary_const(BinaryOp::Xor, args[0], 1);
                let votes = self.ballot(against);
                self.compare_zero(IntPredicate::Eq, votes)
            }
            I::Shuffle => self.shuffle(args[0], args[1], ty),
            I::ReadFirstLane => {
                let active = self.active(); // the own lane is in it
                let first = lowest_bit(self.cur, active, self.warp);
                self.shuffle(args[0], first, ty)
            }
            I::ShuffleXor => {
                if self.cur.ctx.as_int(args[1]).is_some_and(|mask| mask < self.warp.into()) {
                    return None;
                }
                self.inside(id, args, ty, args[1])
            }
            I::ShuffleUp => {
                let lane = self.lane();
                let left = self.cur.sub(lane, args[1]);
                self.inside(id, args, ty, left)
            }
            I::ShuffleDown => {
                let lane = self.lane();
                let left = self.cur.add(lane, args[1]);
                self.inside(id, args, ty, left)
            }
            _ => return None,
        })
    }

    /// The operation, where `number` is a lane of the warp; else the own value.
    fn inside(&mut self, id: I, args: &[Value], ty: Type, number: Value) -> Value {
        let limit = self.cur.ctx.i32(self.warp);
        let there = self.cur.icmp(IntPredicate::Ult, number, limit);
        let moved = self.cur.intrinsic(id, args.to_vec(), ty);
        self.cur.select(there, moved, args[0])
    }

    /// The lane within the subgroup.
    fn wide_lane(&mut self) -> Value {
        self.cur.intrinsic(I::LaneId, Vec::new(), Type::I32)
    }
    /// The lane within the warp.
    fn lane(&mut self) -> Value {
        let lane = self.wide_lane();
        self.cur.binary_const(BinaryOp::And, lane, (self.warp - 1).into())
    }
    /// The subgroup's lane that is the warp's first.
    fn first(&mut self) -> Value {
        let lane = self.wide_lane();
        self.cur.binary_const(BinaryOp::And, lane, (!(self.warp - 1)).into())
    }

    /// The warp's part of a mask of the subgroup.
    fn own_part(&mut self, mask: Value) -> Value {
        let first = self.first();
        let first = self.cur.resize_unsigned(first, Type::I64);
        let low = self.cur.lshr(mask, first);
        self.cur.binary_const(BinaryOp::And, low, (1u128 << self.warp) - 1)
    }
    fn ballot(&mut self, cond: Value) -> Value {
        let votes = self.cur.intrinsic(I::Ballot, vec![cond], Type::I64);
        self.own_part(votes)
    }
    fn active(&mut self) -> Value {
        let active = self.cur.intrinsic(I::ActiveMask, Vec::new(), Type::I64);
        self.own_part(active)
    }
    fn compare_zero(&mut self, pred: IntPredicate, mask: Value) -> Value {
        let zero = self.cur.ctx.i64(0);
        self.cur.icmp(pred, mask, zero)
    }
    fn shuffle(&mut self, value: Value, lane: Value, ty: Type) -> Value {
        let first = self.first();
        let lane = self.cur.or(first, lane);
        self.cur.intrinsic(I::Shuffle, vec![value, lane], ty)
    }
}
