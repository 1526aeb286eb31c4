//! Two-operand arithmetic, negation, select and freeze. Booleans have their own operations in SPIR-V.

use rspirv::dr::Operand;
use rspirv::spirv::{Decoration, Op as SpvOp, Word};

use super::super::Emitter;
use crate::error::CompileError;
use crate::ir::instruction::{BinaryOp, Flags, Inst, Op};
use crate::ir::types::Type;

impl Emitter<'_> {
    pub(in crate::emit) fn arithmetic(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        let id = self.insts[inst.0 as usize];
        let ty = self.ty(data.ty)?;
        match &data.op {
            Op::Binary { op, flags, lhs, rhs } => {
                let operands = [self.value(*lhs)?, self.value(*rhs)?];
                // LLVM writes `base + constant` as `or` where it sees no carry; drivers fold only sums into an access's offset.
                let carries_nothing = *op == BinaryOp::Or && flags.contains(Flags::DISJOINT) && data.ty != Type::I1;
                let op = if carries_nothing { BinaryOp::Add } else { *op };
                let Some(spv) = binary_op(op, data.ty == Type::I1) else { return Err(self.unexpected(inst)) };
                self.op_ids(spv, ty, id, &operands)?;
                // Both flags ask for the device's own quotient.
                if op != BinaryOp::FDiv || !flags.intersects(Flags::AFN | Flags::ARCP) {
                    self.exact(data.ty, *flags, id);
                }
            }
            Op::FNeg { flags, value } => {
                let value = self.value(*value)?;
                self.op_ids(SpvOp::FNegate, ty, id, &[value])?;
                self.exact(data.ty, *flags, id);
            }
            Op::Select { cond, then_, else_, .. } => {
                let operands = [self.value(*cond)?, self.value(*then_)?, self.value(*else_)?];
                self.op_ids(SpvOp::Select, ty, id, &operands)?;
            }
            Op::Freeze(value) => {
                let value = self.value(*value)?;
                self.op_ids(SpvOp::CopyObject, ty, id, &[value])?;
            }
            _ => return Err(self.unexpected(inst)),
        }
        Ok(())
    }

    /// Says that a float of type `ty` is what its operation makes of its operands: drivers take the right to contract for the right to reassociate
    /// and to cancel. They have it where clang gave all of these (`-ffast-math`); `float/contract` did what clang's `contract` alone allows.
    pub(in crate::emit) fn exact(&mut self, ty: Type, flags: Flags, id: Word) {
        if self.module.ctx.types.is_float(self.module.ctx.types.scalar(ty)) && !flags.contains(Flags::FAST) {
            self.b.decorate(id, Decoration::NoContraction, Vec::<Operand>::new());
        }
    }
}

fn binary_op(op: BinaryOp, boolean: bool) -> Option<SpvOp> {
    if boolean {
        return Some(match op {
            BinaryOp::And | BinaryOp::Mul => SpvOp::LogicalAnd,
            BinaryOp::Or => SpvOp::LogicalOr,
            BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => SpvOp::LogicalNotEqual,
            _ => return None,
        });
    }
    Some(match op {
        BinaryOp::Add => SpvOp::IAdd,
        BinaryOp::Sub => SpvOp::ISub,
        BinaryOp::Mul => SpvOp::IMul,
        BinaryOp::UDiv => SpvOp::UDiv,
        BinaryOp::SDiv => SpvOp::SDiv,
        BinaryOp::URem => SpvOp::UMod,
        BinaryOp::SRem => SpvOp::SRem,
        BinaryOp::Shl => SpvOp::ShiftLeftLogical,
        BinaryOp::LShr => SpvOp::ShiftRightLogical,
        BinaryOp::AShr => SpvOp::ShiftRightArithmetic,
        BinaryOp::And => SpvOp::BitwiseAnd,
        BinaryOp::Or => SpvOp::BitwiseOr,
        BinaryOp::Xor => SpvOp::BitwiseXor,
        BinaryOp::FAdd => SpvOp::FAdd,
        BinaryOp::FSub => SpvOp::FSub,
        BinaryOp::FMul => SpvOp::FMul,
        BinaryOp::FDiv => SpvOp::FDiv,
        BinaryOp::FRem => SpvOp::FRem,
    })
}
