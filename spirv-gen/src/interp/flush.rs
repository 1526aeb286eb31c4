//! Devices that flush denormal floats: which operations do, and to what. Called by `thread.rs`.

use crate::ir::fold::Datum;
use crate::ir::instruction::{BinaryOp, CastOp, Op};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::{Type, Types};

/// Types whose denormal numbers count as zero in every operation that computes with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flush {
    pub float: bool,
    pub double: bool,
    /// Quotients and square roots are exact all the same: our code computes them where the device's are not (`float/division.rs`).
    pub exact_division: bool,
    /// Results count as denormal by what they are before they lose digits for it: the smallest normal number then may have been rounded up from below,
    /// and is taken for zero. (x86 decides so.)
    pub early: bool,
}

impl Flush {
    /// Whether `op` computes with floats here and flushes; what only moves them keeps every bit.
    pub fn concerns(self, op: &Op) -> bool {
        if !self.float && !self.double {
            return false;
        }
        match op {
            Op::Binary { op: BinaryOp::FDiv, .. } | Op::Intrinsic { id: Intrinsic::Sqrt, .. } => !self.exact_division,
            Op::Binary { op, .. } => {
                matches!(op, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FRem)
            }
            Op::Cast { op, .. } => *op != CastOp::BitCast,
            // Signs are no arithmetic: `float/signs`.
            Op::Intrinsic { id: Intrinsic::FAbs, .. } => false,
            Op::FCmp { .. } | Op::Intrinsic { .. } => true,
            _ => false,
        }
    }

    /// Makes zeros of `value`'s denormal floats, with their sign.
    pub fn operand(self, types: &Types, ty: Type, value: &mut Datum) {
        self.below(types, ty, value, 0);
    }

    /// The same for what `op` results in.
    pub fn result(self, types: &Types, op: &Op, ty: Type, value: &mut Datum) {
        let rounds = matches!(op, Op::Binary { .. } | Op::Cast { .. } | Op::Intrinsic { .. });
        self.below(types, ty, value, u128::from(self.early && rounds));
    }

    /// Makes zeros of floats up to `more` beyond the largest denormal one.
    fn below(self, types: &Types, ty: Type, value: &mut Datum, more: u128) {
        let (normal, sign) = match types.scalar(ty) {
            Type::FLOAT if self.float => (1_u128 << 23, 1_u128 << 31),
            Type::DOUBLE if self.double => (1 << 52, 1 << 63),
            _ => return,
        };
        match value {
            Datum::Lane(Some(bits)) if *bits & (sign - 1) < normal + more => *bits &= sign,
            Datum::Lane(_) => {}
            Datum::Many(elements) => elements.iter_mut().for_each(|e| self.below(types, types.scalar(ty), e, more)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Flush;
    use crate::ir::fold::Datum;
    use crate::ir::instruction::{BinaryOp, Flags, Op, Value};
    use crate::ir::intrinsic::Intrinsic;
    use crate::ir::types::{Type, Types};

    #[test]
    fn denormals_become_zeros_with_their_sign_and_the_smallest_normal_number_only_where_rounding_may_have_made_it() {
        let types = Types::default();
        let product =
            Op::Binary { op: BinaryOp::FMul, flags: Flags::empty(), lhs: Value::Param(0), rhs: Value::Param(1) };
        let left = |early: bool, result: bool, bits: u128| {
            let flush = Flush { float: true, early, ..Flush::default() };
            let mut value = Datum::bits(bits);
            if result {
                flush.result(&types, &product, Type::FLOAT, &mut value);
            } else {
                flush.operand(&types, Type::FLOAT, &mut value);
            }
            value.lane().expect("a number")
        };
        assert_eq!(left(false, false, 0x807f_ffff), 0x8000_0000);
        assert_eq!(left(false, true, 0x0080_0000), 0x0080_0000);
        assert_eq!(left(true, true, 0x0080_0000), 0);
        assert_eq!(left(true, false, 0x0080_0000), 0x0080_0000);
    }

    #[test]
    fn exact_quotients_and_roots_do_not_flush_where_all_else_does() {
        let binary = |op| Op::Binary { op, flags: Flags::empty(), lhs: Value::Param(0), rhs: Value::Param(1) };
        let root = Op::Intrinsic { id: Intrinsic::Sqrt, flags: Flags::empty(), args: vec![Value::Param(0)] };
        for exact_division in [false, true] {
            let flush = Flush { float: true, exact_division, ..Flush::default() };
            assert_eq!(flush.concerns(&binary(BinaryOp::FDiv)), !exact_division);
            assert_eq!(flush.concerns(&root), !exact_division);
            assert!(flush.concerns(&binary(BinaryOp::FMul)));
            assert!(!Flush { exact_division, ..Flush::default() }.concerns(&binary(BinaryOp::FMul)));
        }
    }
}
