//! Integer and float comparison.

use rspirv::spirv::{Op as SpvOp, Word};

use super::super::Emitter;
use crate::error::CompileError;
use crate::ir::constant::ConstData;
use crate::ir::float_format::Format;
use crate::ir::instruction::{FloatPredicate, Inst, IntPredicate, Op, Value};
use crate::ir::types::Type;

impl Emitter<'_> {
    pub(in crate::emit) fn compare(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let id = self.insts[inst.0 as usize];
        let bool_ty = self.ty(Type::I1)?;
        match func.op(inst) {
            Op::ICmp { pred, lhs, rhs } => {
                let boolean = self.ty_of(*lhs) == Type::I1;
                let (l, r) = (self.value(*lhs)?, self.value(*rhs)?);
                if boolean {
                    self.compare_booleans(inst, *pred, l, r)
                } else {
                    self.op_ids(int_op(*pred), bool_ty, id, &[l, r]).map(|_| ())
                }
            }
            Op::FCmp { pred: FloatPredicate::Uno, lhs, rhs, .. } if lhs == rhs || self.is_number(*rhs) => {
                let value = self.value(*lhs)?;
                self.op_ids(SpvOp::IsNan, bool_ty, id, &[value]).map(|_| ())
            }
            Op::FCmp { pred, lhs, rhs, .. } => {
                let (l, r) = (self.value(*lhs)?, self.value(*rhs)?);
                self.compare_floats(*pred, bool_ty, id, l, r)
            }
            _ => Err(self.unexpected(inst)),
        }
    }

    /// `i1` as an unsigned or (with true = -1) signed number.
    fn compare_booleans(&mut self, inst: Inst, pred: IntPredicate, l: Word, r: Word) -> Result<(), CompileError> {
        let id = self.insts[inst.0 as usize];
        let ty = self.ty(Type::I1)?;
        let (l, r, or_equal) = match pred {
            IntPredicate::Eq => return self.op_ids(SpvOp::LogicalEqual, ty, id, &[l, r]).map(|_| ()),
            IntPredicate::Ne => return self.op_ids(SpvOp::LogicalNotEqual, ty, id, &[l, r]).map(|_| ()),
            IntPredicate::Ult | IntPredicate::Sgt => (l, r, false),
            IntPredicate::Ule | IntPredicate::Sge => (l, r, true),
            IntPredicate::Ugt | IntPredicate::Slt => (r, l, false),
            IntPredicate::Uge | IntPredicate::Sle => (r, l, true),
        };
        // l < r is !l & r, l <= r is !l | r.
        let not = self.op_new(SpvOp::LogicalNot, ty, &[l])?;
        let op = if or_equal { SpvOp::LogicalOr } else { SpvOp::LogicalAnd };
        self.op_ids(op, ty, id, &[not, r]).map(|_| ())
    }

    /// Whether it is a constant that is no NaN: clang tests for NaN by comparing with zero.
    fn is_number(&self, value: Value) -> bool {
        let Value::Const(id) = value else { return false };
        let ctx = &self.module.ctx;
        match *ctx.consts.data(id) {
            ConstData::Zero(_) => true,
            ConstData::Float { ty, bits } => Format::of(ctx.types.kind(ty)).is_some_and(|format| !format.is_nan(bits)),
            _ => false,
        }
    }

    fn compare_floats(
        &mut self,
        pred: FloatPredicate,
        ty: Word,
        id: Word,
        l: Word,
        r: Word,
    ) -> Result<(), CompileError> {
        let op = match pred {
            FloatPredicate::Oeq => SpvOp::FOrdEqual,
            FloatPredicate::Ogt => SpvOp::FOrdGreaterThan,
            FloatPredicate::Oge => SpvOp::FOrdGreaterThanEqual,
            FloatPredicate::Olt => SpvOp::FOrdLessThan,
            FloatPredicate::Ole => SpvOp::FOrdLessThanEqual,
            FloatPredicate::One => SpvOp::FOrdNotEqual,
            FloatPredicate::Ueq => SpvOp::FUnordEqual,
            FloatPredicate::Ugt => SpvOp::FUnordGreaterThan,
            FloatPredicate::Uge => SpvOp::FUnordGreaterThanEqual,
            FloatPredicate::Ult => SpvOp::FUnordLessThan,
            FloatPredicate::Ule => SpvOp::FUnordLessThanEqual,
            FloatPredicate::Une => SpvOp::FUnordNotEqual,
            FloatPredicate::Ord | FloatPredicate::Uno => {
                let (a, b) = (self.op_new(SpvOp::IsNan, ty, &[l])?, self.op_new(SpvOp::IsNan, ty, &[r])?);
                if pred == FloatPredicate::Uno {
                    return self.op_ids(SpvOp::LogicalOr, ty, id, &[a, b]).map(|_| ());
                }
                let any = self.op_new(SpvOp::LogicalOr, ty, &[a, b])?;
                return self.op_ids(SpvOp::LogicalNot, ty, id, &[any]).map(|_| ());
            }
            FloatPredicate::False | FloatPredicate::True => {
                let value = self.bool_constant(pred == FloatPredicate::True)?;
                return self.op_ids(SpvOp::CopyObject, ty, id, &[value]).map(|_| ());
            }
        };
        self.op_ids(op, ty, id, &[l, r]).map(|_| ())
    }
}

fn int_op(pred: IntPredicate) -> SpvOp {
    match pred {
        IntPredicate::Eq => SpvOp::IEqual,
        IntPredicate::Ne => SpvOp::INotEqual,
        IntPredicate::Ugt => SpvOp::UGreaterThan,
        IntPredicate::Uge => SpvOp::UGreaterThanEqual,
        IntPredicate::Ult => SpvOp::ULessThan,
        IntPredicate::Ule => SpvOp::ULessThanEqual,
        IntPredicate::Sgt => SpvOp::SGreaterThan,
        IntPredicate::Sge => SpvOp::SGreaterThanEqual,
        IntPredicate::Slt => SpvOp::SLessThan,
        IntPredicate::Sle => SpvOp::SLessThanEqual,
    }
}
