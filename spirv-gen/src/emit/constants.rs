//! IR constants to SPIR-V constant ids, each declared once.

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Op as SpvOp, Word};

use super::Emitter;
use crate::error::CompileError;
use crate::ir::constant::{Const, ConstData};
use crate::ir::types::Type;

impl Emitter<'_> {
    /// The id of a constant. Undefined values become zero, so that every device computes the same.
    pub(super) fn constant(&mut self, id: Const) -> Result<Word, CompileError> {
        let module = self.module;
        match module.ctx.consts.data(id) {
            ConstData::Int { ty: Type::I1, bits } => self.bool_constant(*bits != 0),
            ConstData::Int { ty, bits } => self.scalar_constant(*ty, *bits as u64),
            ConstData::Float { ty, bits } => self.scalar_constant(*ty, *bits),
            ConstData::Zero(ty) | ConstData::Undef(ty) | ConstData::Poison(ty) => self.zero(*ty),
            ConstData::Aggregate { ty, elems } => {
                let parts = elems.iter().map(|&e| self.constant(e)).collect::<Result<Vec<_>, _>>()?;
                let ty = self.ty(*ty)?;
                Ok(self.composite(ty, parts))
            }
            other => Err(self.bug(format!("constant {other:?} reached emit"))),
        }
    }

    /// An operand that may stay undefined: phi inputs that no path takes, vectors under construction.
    pub(super) fn constant_or_undef(&mut self, id: Const) -> Result<Word, CompileError> {
        let module = self.module;
        let (ConstData::Undef(ty) | ConstData::Poison(ty)) = module.ctx.consts.data(id) else {
            return self.constant(id);
        };
        let ty = self.ty(*ty)?;
        if let Some(&id) = self.undefs.get(&ty) {
            return Ok(id);
        }
        let id = self.b.id();
        self.b.module_mut().types_global_values.push(Instruction::new(SpvOp::Undef, Some(ty), Some(id), vec![]));
        self.undefs.insert(ty, id);
        Ok(id)
    }

    /// Zero of a scalar or vector type.
    pub(super) fn zero(&mut self, ty: Type) -> Result<Word, CompileError> {
        if let Some((elem, len)) = self.module.ctx.types.vector_parts(ty) {
            let zero = self.zero(elem)?;
            let ty = self.ty(ty)?;
            return Ok(self.composite(ty, vec![zero; len as usize]));
        }
        if ty == Type::I1 { self.bool_constant(false) } else { self.scalar_constant(ty, 0) }
    }

    pub(super) fn bool_constant(&mut self, value: bool) -> Result<Word, CompileError> {
        let ty = self.ty(Type::I1)?;
        if let Some(&id) = self.constants.get(&(ty, value.into())) {
            return Ok(id);
        }
        let op = if value { SpvOp::ConstantTrue } else { SpvOp::ConstantFalse };
        let id = self.b.id();
        self.b.module_mut().types_global_values.push(Instruction::new(op, Some(ty), Some(id), vec![]));
        self.constants.insert((ty, value.into()), id);
        Ok(id)
    }

    /// A number by its bits; narrow ones fill a word, as SPIR-V demands (zero-extended: our integers are unsigned).
    pub(super) fn scalar_constant(&mut self, ty: Type, bits: u64) -> Result<Word, CompileError> {
        let width = self.module.ctx.types.value_bits(ty);
        let ty = self.ty(ty)?;
        if let Some(&id) = self.constants.get(&(ty, bits)) {
            return Ok(id);
        }
        let operand = if width == 64 { Operand::LiteralBit64(bits) } else { Operand::LiteralBit32(bits as u32) };
        let id = self.b.id();
        self.b.module_mut().types_global_values.push(Instruction::new(
            SpvOp::Constant,
            Some(ty),
            Some(id),
            vec![operand],
        ));
        self.constants.insert((ty, bits), id);
        Ok(id)
    }

    /// A u32 constant.
    pub(super) fn uint(&mut self, value: u32) -> Result<Word, CompileError> {
        self.scalar_constant(Type::I32, value.into())
    }

    pub(super) fn composite(&mut self, ty: Word, parts: Vec<Word>) -> Word {
        let key = (ty, parts);
        if let Some(&id) = self.composites.get(&key) {
            return id;
        }
        let id = self.b.id();
        let operands = key.1.iter().map(|&w| Operand::IdRef(w)).collect();
        self.b.module_mut().types_global_values.push(Instruction::new(
            SpvOp::ConstantComposite,
            Some(ty),
            Some(id),
            operands,
        ));
        self.composites.insert(key, id);
        id
    }
}
