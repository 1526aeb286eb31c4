//! Conversions. Booleans are no numbers in SPIR-V, so theirs are selects and tests.

use rspirv::spirv::{Op as SpvOp, Word};

use super::super::Emitter;
use crate::error::CompileError;
use crate::ir::instruction::{CastOp, Inst, Op};
use crate::ir::types::Type;

impl Emitter<'_> {
    pub(in crate::emit) fn convert(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        let Op::Cast { op, value, flags } = &data.op else { return Err(self.unexpected(inst)) };
        let id = self.insts[inst.0 as usize];
        let (from, to) = (self.ty_of(*value), data.ty);
        let source = self.value(*value)?;
        if from == Type::I1 {
            return self.bool_to_number(inst, *op, source);
        }
        let ty = self.ty(to)?;
        let spv = match op {
            CastOp::Trunc if to == Type::I1 => return self.number_to_bool(from, source, id),
            CastOp::Trunc | CastOp::ZExt => SpvOp::UConvert,
            CastOp::SExt => SpvOp::SConvert,
            CastOp::FPTrunc | CastOp::FPExt => SpvOp::FConvert,
            CastOp::FPToUI => SpvOp::ConvertFToU,
            CastOp::FPToSI => SpvOp::ConvertFToS,
            CastOp::UIToFP => SpvOp::ConvertUToF,
            CastOp::SIToFP => SpvOp::ConvertSToF,
            CastOp::BitCast if from == to => SpvOp::CopyObject,
            CastOp::BitCast => SpvOp::Bitcast,
            CastOp::PtrToInt | CastOp::IntToPtr | CastOp::AddrSpaceCast => return Err(self.unexpected(inst)),
        };
        self.op_ids(spv, ty, id, &[source])?;
        if *op != CastOp::BitCast {
            self.exact(to, *flags, id);
        }
        Ok(())
    }

    fn bool_to_number(&mut self, inst: Inst, op: CastOp, source: Word) -> Result<(), CompileError> {
        let to = self.func.insts[inst].ty;
        let id = self.insts[inst.0 as usize];
        let ty = self.ty(to)?;
        let bits = self.module.ctx.types.value_bits(to);
        let all_ones = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        let yes = match op {
            CastOp::ZExt => self.scalar_constant(to, 1)?,
            CastOp::SExt => self.scalar_constant(to, all_ones)?,
            CastOp::UIToFP => self.scalar_constant(to, one_bits(to, false))?,
            CastOp::SIToFP => self.scalar_constant(to, one_bits(to, true))?,
            CastOp::BitCast if to == Type::I1 => return self.op_ids(SpvOp::CopyObject, ty, id, &[source]).map(|_| ()),
            _ => return Err(self.unexpected(inst)),
        };
        let no = self.zero(to)?;
        self.op_ids(SpvOp::Select, ty, id, &[source, yes, no]).map(|_| ())
    }

    fn number_to_bool(&mut self, from: Type, source: Word, id: Word) -> Result<(), CompileError> {
        let (from_ty, bool_ty) = (self.ty(from)?, self.ty(Type::I1)?);
        let one = self.scalar_constant(from, 1)?;
        let zero = self.zero(from)?;
        let bit = self.op_new(SpvOp::BitwiseAnd, from_ty, &[source, one])?;
        self.op_ids(SpvOp::INotEqual, bool_ty, id, &[bit, zero]).map(|_| ())
    }
}

/// The IEEE bits of 1 or -1.
pub(super) fn one_bits(ty: Type, negative: bool) -> u64 {
    let (one, sign) = match ty {
        Type::HALF => (0x3c00, 1 << 15),
        Type::FLOAT => (0x3f80_0000, 1 << 31),
        _ => (0x3ff0_0000_0000_0000, 1 << 63),
    };
    if negative { one | sign } else { one }
}
