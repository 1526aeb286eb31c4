//! Says every warp operation by four: shuffle from a lane, ballot, active mask, value of the first lane.
//!
//!   before  hip.shuffle.down(x, n)      after  hip.shuffle(x, lane + n), or x where no such lane is
//!   before  hip.vote.all(c)             after  hip.ballot(!c) == 0
//!   before  hip.lane.id                 after  hip.thread.linear & (W - 1)
//!
//! Called by `fission`, which then meets these four and the barriers only.

use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{FuncId, Module};
use crate::ir::types::Type;
use crate::passes::util::build::Build;
use crate::passes::util::walk::{Visit, walk};

/// See the module's description.
///
/// # Errors
/// None of its own.
pub fn run(module: &mut Module, kernel: FuncId, warp: u32) -> Result<(), CompileError> {
    walk(module, kernel, |cursor, inst| {
        let Op::Intrinsic { id, args, .. } = cursor.func.op(inst).clone() else { return Ok(Visit::Keep) };
        let ty = cursor.func.insts[inst].ty;
        Ok(match id {
            Intrinsic::LaneId => Visit::Replace(lane(cursor, warp)),
            Intrinsic::ShuffleXor => Visit::Replace(relative(cursor, BinaryOp::Xor, &args, ty, warp)),
            Intrinsic::ShuffleUp => Visit::Replace(relative(cursor, BinaryOp::Sub, &args, ty, warp)),
            Intrinsic::ShuffleDown => Visit::Replace(relative(cursor, BinaryOp::Add, &args, ty, warp)),
            Intrinsic::VoteAny => {
                let mask = cursor.intrinsic(Intrinsic::Ballot, args, Type::I64);
                Visit::Replace(cursor.compare_const(IntPredicate::Ne, mask, 0))
            }
            Intrinsic::VoteAll => {
                let not = cursor.not(args[0]);
                let mask = cursor.intrinsic(Intrinsic::Ballot, vec![not], Type::I64);
                Visit::Replace(cursor.compare_const(IntPredicate::Eq, mask, 0))
            }
            _ => Visit::Keep,
        })
    })?;
    Ok(())
}

fn lane(cursor: &mut Cursor<'_>, warp: u32) -> Value {
    let thread = cursor.intrinsic(Intrinsic::ThreadLinear, Vec::new(), Type::I32);
    cursor.fold_const(BinaryOp::And, thread, u128::from(warp - 1))
}

/// From a lane at a distance; the thread's own value where the warp has no such lane.
fn relative(cursor: &mut Cursor<'_>, op: BinaryOp, args: &[Value], ty: Type, warp: u32) -> Value {
    let own = lane(cursor, warp);
    let from = cursor.binary(op, own, args[1]);
    let there = cursor.compare_const(IntPredicate::Ult, from, warp.into());
    let moved = cursor.intrinsic(Intrinsic::Shuffle, vec![args[0], from], ty);
    cursor.choose(there, moved, args[0])
}
