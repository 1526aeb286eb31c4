//! Where threads and lanes meet, and what masks of lanes say: for `warp` and the passes below it.

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::Build;

/// The pass's name in errors.
pub(super) const PASS: &str = "warp";

/// Whether threads of a block meet there.
pub(super) fn is_meeting(id: Intrinsic) -> bool {
    id == Intrinsic::Barrier || is_warp_operation(id)
}

/// Whether lanes of a warp meet there.
pub(super) fn is_warp_operation(id: Intrinsic) -> bool {
    use Intrinsic as I;
    asks_lanes(id) || matches!(id, I::ActiveMask | I::ReadFirstLane | I::WarpBarrier | I::WarpStep | I::LaneId)
}

/// Whether a lane is told there what others have.
pub(super) fn asks_lanes(id: Intrinsic) -> bool {
    use Intrinsic as I;
    matches!(id, I::Shuffle | I::ShuffleXor | I::ShuffleUp | I::ShuffleDown | I::Ballot | I::VoteAny | I::VoteAll)
}

/// Number of the lowest bit that is set in a mask of `width` bits.
pub(super) fn lowest_bit(cursor: &mut Cursor<'_>, mask: Value, width: u32) -> Value {
    let low = cursor.cast(CastOp::Trunc, mask, Type::I32);
    let in_low = cursor.intrinsic(Intrinsic::FindLsb, vec![low], Type::I32);
    if width <= 32 {
        return in_low;
    }
    let high = cursor.fold_const(BinaryOp::LShr, mask, 32);
    let high = cursor.cast(CastOp::Trunc, high, Type::I32);
    let in_high = cursor.intrinsic(Intrinsic::FindLsb, vec![high], Type::I32);
    let in_high = cursor.fold_const(BinaryOp::Add, in_high, 32);
    let any = cursor.compare_const(IntPredicate::Ne, low, 0);
    cursor.choose(any, in_low, in_high)
}
