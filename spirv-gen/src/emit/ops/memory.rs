//! Loads, stores, addresses and the vectors around them.
//!
//! Device memory: the address is an integer, turned into a pointer at the access (drivers miscompile OpPtrAccessChain).
//! Shared and private memory: an access chain into one typed array.

use rspirv::dr::Operand;
use rspirv::spirv::{Capability, MemoryAccess, Op as SpvOp, StorageClass, Word};

use super::super::Emitter;
use super::atomic::scope_number;
use crate::error::CompileError;
use crate::ir::constant::ConstData;
use crate::ir::instruction::{Inst, Op, Scope, Value};
use crate::ir::types::{AddressSpace, Type};

/// A pointer ready for an access.
pub(in crate::emit) struct Place {
    pub pointer: Word,
    pub device: bool,
    pub private: bool,
}

impl Emitter<'_> {
    pub(in crate::emit) fn memory(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        let id = self.insts[inst.0 as usize];
        match &data.op {
            Op::Load { atomic: Some(_), .. } | Op::Store { atomic: Some(_), .. } => self.atomic(inst),
            Op::Load { ptr, align, volatile, .. } => {
                let place = self.place(*ptr, data.ty)?;
                let ty = self.ty(data.ty)?;
                let access = self.access(&place, *align, volatile.then_some(MemoryAccess::MAKE_POINTER_VISIBLE))?;
                let mut operands = vec![Operand::IdRef(place.pointer)];
                operands.extend(access);
                self.op(SpvOp::Load, ty, id, operands).map(|_| ())
            }
            Op::Store { value, ptr, align, volatile, .. } => {
                let place = self.place(*ptr, self.ty_of(*value))?;
                let value = self.value(*value)?;
                let mut operands = vec![Operand::IdRef(place.pointer), Operand::IdRef(value)];
                operands.extend(self.access(
                    &place,
                    *align,
                    volatile.then_some(MemoryAccess::MAKE_POINTER_AVAILABLE),
                )?);
                self.op_void(SpvOp::Store, operands)
            }
            Op::Gep { .. } => self.element_address(inst),
            _ => self.vector_part(inst),
        }
    }

    /// The pointer for an access of type `ty` through operand `ptr`.
    pub(in crate::emit) fn place(&mut self, ptr: Value, ty: Type) -> Result<Place, CompileError> {
        let pointer_ty = self.ty_of(ptr);
        match self.module.ctx.types.pointee_space(pointer_ty) {
            None => {
                let address = self.value(ptr)?;
                let pointer = self.device_pointer(address, ty)?;
                Ok(Place { pointer, device: true, private: false })
            }
            Some(space @ (AddressSpace::Shared | AddressSpace::Private)) => {
                let pointer = self.value(ptr)?;
                Ok(Place { pointer, device: false, private: space == AddressSpace::Private })
            }
            Some(space) => Err(self.bug(format!("pointer into address space {} reached emit", space.number()))),
        }
    }

    /// An integer address as a pointer to `ty`.
    pub(in crate::emit) fn device_pointer(&mut self, address: Word, ty: Type) -> Result<Word, CompileError> {
        match self.module.ctx.types.value_bits(self.module.ctx.types.scalar(ty)) {
            8 => {
                self.extension("SPV_KHR_8bit_storage");
                self.capability(Capability::StorageBuffer8BitAccess);
            }
            16 => self.capability(Capability::StorageBuffer16BitAccess),
            _ => {}
        }
        let pointee = self.ty(ty)?;
        let pointer = self.pointer(StorageClass::PhysicalStorageBuffer, pointee);
        self.op_new(SpvOp::ConvertUToPtr, pointer, &[address])
    }

    /// Memory operands. Where threads communicate, accesses take part in the memory model (`NonPrivatePointer`). A volatile one of device memory
    /// goes past the caches (`sharing`), as AMD's do: on an H200 (580.159) a kernel that polls such a word finds it in its multiprocessor's
    /// cache for ever otherwise.
    fn access(
        &mut self,
        place: &Place,
        align: u32,
        volatile: Option<MemoryAccess>,
    ) -> Result<Vec<Operand>, CompileError> {
        let mut mask = MemoryAccess::NONE;
        let mut extra = Vec::new();
        if volatile.is_some() {
            mask |= MemoryAccess::VOLATILE;
        }
        if place.device {
            mask |= MemoryAccess::ALIGNED;
            extra.push(Operand::LiteralBit32(align.max(1)));
        }
        if let (Some(sharing), true) = (volatile, place.device) {
            mask |= sharing | MemoryAccess::NON_PRIVATE_POINTER;
            extra.push(Operand::IdScope(self.uint(scope_number(Scope::System))?));
        }
        if self.communicates && !place.private {
            mask |= MemoryAccess::NON_PRIVATE_POINTER;
        }
        if mask.is_empty() {
            return Ok(Vec::new());
        }
        let mut operands = vec![Operand::MemoryAccess(mask)];
        operands.extend(extra);
        Ok(operands)
    }

    /// `getelementptr [N x T], @variable, 0, index`.
    fn element_address(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let Op::Gep { elem, base, indices, .. } = func.op(inst) else { return Err(self.unexpected(inst)) };
        let module = self.module;
        let Value::Const(base) = base else { return Err(self.unexpected(inst)) };
        let ConstData::GlobalAddr { global, offset: 0, .. } = module.ctx.consts.data(*base) else {
            return Err(self.unexpected(inst));
        };
        let class = match module.globals[*global].space {
            AddressSpace::Shared => StorageClass::Workgroup,
            AddressSpace::Private => StorageClass::Function,
            _ => return Err(self.unexpected(inst)),
        };
        let crate::ir::types::TypeKind::Array { elem: item, .. } = *module.ctx.types.kind(*elem) else {
            return Err(self.unexpected(inst));
        };
        let [_, index] = indices.as_slice() else { return Err(self.unexpected(inst)) };
        let index = self.value(*index)?;
        let Some(&variable) = self.interface.memory.get(global) else { return Err(self.unexpected(inst)) };
        let item = self.ty(item)?;
        let pointer = self.pointer(class, item);
        let id = self.insts[inst.0 as usize];
        self.op_ids(SpvOp::AccessChain, pointer, id, &[variable, index]).map(|_| ())
    }

    fn vector_part(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        let id = self.insts[inst.0 as usize];
        let ty = self.ty(data.ty)?;
        match &data.op {
            Op::ExtractElement { vector, index } => {
                let Some(at) = self.module.ctx.as_int(*index) else { return Err(self.unexpected(inst)) };
                let vector = self.value(*vector)?;
                let operands = vec![Operand::IdRef(vector), Operand::LiteralBit32(at as u32)];
                self.op(SpvOp::CompositeExtract, ty, id, operands).map(|_| ())
            }
            Op::InsertElement { vector, value, index } => {
                let Some(at) = self.module.ctx.as_int(*index) else { return Err(self.unexpected(inst)) };
                let vector = match vector {
                    Value::Const(c) => self.constant_or_undef(*c)?,
                    other => self.value(*other)?,
                };
                let value = self.value(*value)?;
                let operands = vec![Operand::IdRef(value), Operand::IdRef(vector), Operand::LiteralBit32(at as u32)];
                self.op(SpvOp::CompositeInsert, ty, id, operands).map(|_| ())
            }
            _ => Err(self.unexpected(inst)),
        }
    }
}
