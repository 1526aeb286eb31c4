//! IR types to SPIR-V type ids, with the capability each needs.

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, Op as SpvOp, StorageClass, Word};

use super::Emitter;
use crate::error::{CompileError, CompileErrorKind};
use crate::ir::types::{Type, TypeKind};

/// What a type id was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TypeKey {
    Ir(Type),
    Void,
    VoidFunction,
    Pointer(u32, Word),
    /// A vector for what SPIR-V itself takes or hands out: (element, lanes).
    Vector(Type, u32),
    /// A matrix that a subgroup holds: (its element, rows and columns, what it is used as).
    Matrix(Word, u32, u32),
    /// bfloat16, which only matrices are of.
    Bfloat,
}

impl Emitter<'_> {
    /// The id of the SPIR-V type for `ty`.
    pub(super) fn ty(&mut self, ty: Type) -> Result<Word, CompileError> {
        if let Some(&id) = self.types.get(&TypeKey::Ir(ty)) {
            return Ok(id);
        }
        let (op, operands) = self.describe_type(ty)?;
        Ok(self.new_type(TypeKey::Ir(ty), op, operands))
    }

    fn describe_type(&mut self, ty: Type) -> Result<(SpvOp, Vec<Operand>), CompileError> {
        let literal = Operand::LiteralBit32;
        Ok(match self.module.ctx.types.kind(ty).clone() {
            TypeKind::Void => (SpvOp::TypeVoid, vec![]),
            TypeKind::Int(1) => (SpvOp::TypeBool, vec![]),
            TypeKind::Int(bits @ (8 | 16 | 32 | 64)) => {
                match bits {
                    // Without arithmetic on them, loads, stores and conversions: `integer/promote_ints` leaves no more.
                    8 if !self.target.int8 => self.capability(Capability::StorageBuffer8BitAccess),
                    8 => self.capability(Capability::Int8),
                    16 if !self.target.int16 => self.capability(Capability::StorageBuffer16BitAccess),
                    16 => self.capability(Capability::Int16),
                    _ => {}
                }
                (SpvOp::TypeInt, vec![literal(bits), literal(0)])
            }
            TypeKind::Half => {
                self.require(self.target.float16, Capability::Float16, "shaderFloat16")?;
                (SpvOp::TypeFloat, vec![literal(16)])
            }
            TypeKind::Float => (SpvOp::TypeFloat, vec![literal(32)]),
            TypeKind::Double => {
                self.require(self.target.float64, Capability::Float64, "shaderFloat64")?;
                (SpvOp::TypeFloat, vec![literal(64)])
            }
            TypeKind::Vector { elem, len: len @ 2..=4 } => {
                let elem = self.ty(elem)?;
                (SpvOp::TypeVector, vec![Operand::IdRef(elem), literal(len)])
            }
            TypeKind::Array { elem, len } => {
                let elem = self.ty(elem)?;
                let len = u32::try_from(len.max(1)).map_err(|_| self.bug("array longer than 2^32"))?;
                let len = self.uint(len)?;
                (SpvOp::TypeArray, vec![Operand::IdRef(elem), Operand::IdRef(len)])
            }
            _ => return Err(self.bug(format!("type {} reached emit", self.module.ctx.types.display(ty)))),
        })
    }

    /// Declares a capability, or says which feature the device lacks for it.
    pub(super) fn require(&mut self, has: bool, capability: Capability, feature: &str) -> Result<(), CompileError> {
        if !has {
            let kind = CompileErrorKind::MissingFeature { device: self.target.name.clone(), feature: feature.into() };
            return Err(CompileError::new(super::PASS, kind));
        }
        self.capability(capability);
        Ok(())
    }

    /// The type made for `key`, declared when it is first asked for.
    pub(super) fn type_of_key(&mut self, key: TypeKey, op: SpvOp, operands: Vec<Operand>) -> Word {
        match self.types.get(&key) {
            Some(&id) => id,
            None => self.new_type(key, op, operands),
        }
    }

    fn new_type(&mut self, key: TypeKey, op: SpvOp, operands: Vec<Operand>) -> Word {
        let id = self.b.id();
        self.b.module_mut().types_global_values.push(Instruction::new(op, None, Some(id), operands));
        self.types.insert(key, id);
        id
    }

    pub(super) fn void(&mut self) -> Word {
        match self.types.get(&TypeKey::Void) {
            Some(&id) => id,
            None => self.new_type(TypeKey::Void, SpvOp::TypeVoid, vec![]),
        }
    }

    pub(super) fn void_function(&mut self) -> Word {
        let void = self.void();
        match self.types.get(&TypeKey::VoidFunction) {
            Some(&id) => id,
            None => self.new_type(TypeKey::VoidFunction, SpvOp::TypeFunction, vec![Operand::IdRef(void)]),
        }
    }

    /// A pointer type in `class` to the type with id `pointee`.
    pub(super) fn pointer(&mut self, class: StorageClass, pointee: Word) -> Word {
        let key = TypeKey::Pointer(class as u32, pointee);
        match self.types.get(&key) {
            Some(&id) => id,
            None => {
                let operands = vec![Operand::StorageClass(class), Operand::IdRef(pointee)];
                self.new_type(key, SpvOp::TypePointer, operands)
            }
        }
    }

    /// A vector of `lanes` 32-bit unsigned integers.
    pub(super) fn uint_vector(&mut self, lanes: u32) -> Result<Word, CompileError> {
        self.short_vector(Type::I32, lanes)
    }

    /// A vector of `lanes` scalars.
    pub(super) fn short_vector(&mut self, elem: Type, lanes: u32) -> Result<Word, CompileError> {
        let key = TypeKey::Vector(elem, lanes);
        if let Some(&id) = self.types.get(&key) {
            return Ok(id);
        }
        // One SPIR-V type may not be declared twice: share with the IR's own vector if it exists.
        if let Some(ty) = self.module.ctx.types.find_vector(elem, lanes) {
            let id = self.ty(ty)?;
            self.types.insert(key, id);
            return Ok(id);
        }
        let elem = self.ty(elem)?;
        Ok(self.new_type(key, SpvOp::TypeVector, vec![Operand::IdRef(elem), Operand::LiteralBit32(lanes)]))
    }
}
