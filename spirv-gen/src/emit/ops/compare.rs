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
            Op::FCmp { pred, lhs, rhs, .. } => self.compare_floats(*pred, id, *lhs, *rhs),
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

    fn compare_floats(&mut self, pred: FloatPredicate, id: Word, lhs: Value, rhs: Value) -> Result<(), CompileError> {
        let ty = self.ty(Type::I1)?;
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
            FloatPredicate::Ord => {
                let any = self.b.id();
                self.any_nan(any, lhs, rhs)?;
                return self.op_ids(SpvOp::LogicalNot, ty, id, &[any]).map(|_| ());
            }
            FloatPredicate::Uno => return self.any_nan(id, lhs, rhs),
            FloatPredicate::False | FloatPredicate::True => {
                let value = self.bool_constant(pred == FloatPredicate::True)?;
                return self.op_ids(SpvOp::CopyObject, ty, id, &[value]).map(|_| ());
            }
        };
        let (l, r) = (self.value(lhs)?, self.value(rhs)?);
        self.op_ids(op, ty, id, &[l, r]).map(|_| ())
    }

    /// `id`: whether one of the two is a NaN.
    fn any_nan(&mut self, id: Word, lhs: Value, rhs: Value) -> Result<(), CompileError> {
        let (ty, l) = (self.ty(Type::I1)?, self.value(lhs)?);
        if lhs == rhs || self.is_number(rhs) {
            return self.op_ids(SpvOp::IsNan, ty, id, &[l]).map(|_| ());
        }
        let r = self.value(rhs)?;
        let (a, b) = (self.op_new(SpvOp::IsNan, ty, &[l])?, self.op_new(SpvOp::IsNan, ty, &[r])?);
        self.op_ids(SpvOp::LogicalOr, ty, id, &[a, b]).map(|_| ())
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
