//! Warp operations between the rows of a packed warp: every operand is at hand, in one value per row.
//!
//! A lane of the warp is a row and a lane of the hardware's subgroup. Mostly the row is known (`x + 16` is two rows on, in the same lane):
//! then a shuffle is no instruction at all, or one of the subgroup's. All lanes are there, or none is.
//! Called by `copy`.

use crate::ir::instruction::{BinaryOp, CastOp, Flags, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::Build;

use super::build::Builder;
use super::copy::Copy;

impl Builder<'_, '_> {
    /// Writes warp operation `inst` for all rows of `copy`; whether it is one.
    pub(super) fn exchange(&mut self, copy: &mut Copy, inst: Inst) -> bool {
        let data = &self.layout.source.insts[inst];
        let Op::Intrinsic { id, ref args, .. } = data.op else { return false };
        let (args, ty) = (args.clone(), data.ty);
        self.cur.loc = data.loc;
        let rows = 0..copy.rows.len();
        let operand = |builder: &Self, nth: usize| -> Vec<Value> {
            rows.clone().map(|row| builder.operand(copy, row, args[nth])).collect()
        };
        let results = match id {
            Intrinsic::WarpBarrier | Intrinsic::WarpStep => {
                // Rows are in step here; the lanes of each are on a CPU, and elsewhere by this.
                self.cur.intrinsic(id, Vec::new(), Type::VOID);
                return true;
            }
            Intrinsic::Ballot => {
                let conditions = operand(self, 0);
                vec![self.ballot(&conditions); copy.rows.len()]
            }
            Intrinsic::ActiveMask => {
                vec![self.whole_warp(); copy.rows.len()]
            }
            Intrinsic::ReadFirstLane => {
                let first = operand(self, 0)[0];
                vec![self.cur.intrinsic(Intrinsic::ReadFirstLane, vec![first], ty); copy.rows.len()]
            }
            Intrinsic::Shuffle => {
                let (values, lanes) = (operand(self, 0), operand(self, 1));
                lanes.iter().map(|&lane| self.read_lane(&values, lane, ty)).collect()
            }
            _ => return false,
        };
        for (row, value) in copy.rows.iter_mut().zip(results) {
            row.values.insert(inst, value);
        }
        true
    }

    /// The warp's mask of `conditions`, one per row.
    fn ballot(&mut self, conditions: &[Value]) -> Value {
        let part = if self.layout.plan.warp == 64 { Type::I64 } else { Type::I32 };
        let mut mask = self.cur.ctx.zero(part);
        for (row, &condition) in conditions.iter().enumerate() {
            let bits = self.cur.intrinsic(Intrinsic::Ballot, vec![condition], Type::I64);
            let bits = self.cur.to_unsigned(bits, part);
            let bits = self.cur.fold_const(BinaryOp::Shl, bits, row as u128 * u128::from(self.layout.plan.lanes));
            mask = if row == 0 { bits } else { self.cur.or(mask, bits) };
        }
        self.cur.to_unsigned(mask, Type::I64)
    }

    /// What lane `lane` of the warp brought, of `values`, one per row. The lane counts within the warp, as on AMD's hardware.
    fn read_lane(&mut self, values: &[Value], lane: Value, ty: Type) -> Value {
        let lanes = self.layout.plan.lanes;
        let constant = self.cur.ctx.as_int(lane).map(|bits| bits as u32);
        let known = match (constant, self.forms.get(&lane)) {
            (Some(constant), _) => Some((constant, None)),
            (None, Some(form)) => form.lane_only().map(|lane| (form.constant, lane)),
            (None, None) => None,
        };
        let Some((first, own)) = known else { return self.read_any_lane(values, lane, ty) };
        let first = first & (self.layout.plan.warp - 1);
        let (row, offset) = ((first / lanes) as usize, first % lanes);
        let Some(own) = own else {
            let offset = self.cur.ctx.i32(offset);
            return self.permute(values[row], offset, ty);
        };
        if offset == 0 {
            return if own == self.layout.lane { values[row] } else { self.permute(values[row], own, ty) };
        }
        let sum = self.pure(BinaryOp::Add, own, offset);
        let within = self.pure(BinaryOp::And, sum, lanes - 1);
        let here = self.permute(values[row], within, ty);
        let next = self.permute(values[(row + 1) % values.len()], within, ty);
        let over = self.cur.ctx.i32(lanes);
        let over = self.emit(true, Op::ICmp { pred: IntPredicate::Uge, lhs: sum, rhs: over }, Type::I1);
        self.cur.choose(over, next, here)
    }

    /// The same where nothing is known of the lane: looks at all rows.
    fn read_any_lane(&mut self, values: &[Value], lane: Value, ty: Type) -> Value {
        let within = self.pure(BinaryOp::And, lane, self.layout.plan.lanes - 1);
        let mut found: Vec<Value> = values.iter().map(|&value| self.permute(value, within, ty)).collect();
        let mut bit = self.layout.plan.lanes;
        while found.len() > 1 {
            let set = self.pure(BinaryOp::And, lane, bit);
            let zero = self.cur.ctx.i32(0);
            let set = self.emit(true, Op::ICmp { pred: IntPredicate::Ne, lhs: set, rhs: zero }, Type::I1);
            found = found.chunks(2).map(|pair| self.cur.choose(set, pair[1], pair[0])).collect();
            bit *= 2;
        }
        found[0]
    }

    fn pure(&mut self, op: BinaryOp, lhs: Value, rhs: u32) -> Value {
        let rhs = self.cur.ctx.i32(rhs);
        self.emit(true, Op::Binary { op, flags: Flags::empty(), lhs, rhs }, Type::I32)
    }

    /// What lane `lane` of the subgroup has as `value`.
    fn permute(&mut self, value: Value, lane: Value, ty: Type) -> Value {
        if let Some(&known) = self.numbered.permuted.get(&(value, lane)) {
            return known;
        }
        let result = match value {
            Value::Const(_) => value,
            _ if ty == Type::FLOAT => {
                let bits = self.cur.cast(CastOp::BitCast, value, Type::I32);
                let bits = self.cur.intrinsic(Intrinsic::Shuffle, vec![bits, lane], Type::I32);
                self.cur.cast(CastOp::BitCast, bits, ty)
            }
            _ => self.cur.intrinsic(Intrinsic::Shuffle, vec![value, lane], ty),
        };
        self.numbered.permuted.insert((value, lane), result);
        result
    }
}
