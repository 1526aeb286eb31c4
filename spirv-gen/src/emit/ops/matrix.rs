//! Products of matrices that a subgroup holds together (SPV_KHR_cooperative_matrix).
//!
//! Each slot is a variable of the function: an operation loads what it reads of them and stores what it makes. Drivers make registers of them.

use rspirv::dr::Operand;
use rspirv::spirv::{
    Capability, CooperativeMatrixLayout, CooperativeMatrixUse, FPEncoding, MemoryAccess, Op as SpvOp, StorageClass,
    Word,
};

use super::super::Emitter;
use crate::emit::types::TypeKey;
use crate::error::CompileError;
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::device::matrices::Shape;

const SUBGROUP: u32 = 3;
const SUMS: u32 = CooperativeMatrixUse::MatrixAccumulatorKHR as u32;

/// A matrix by what it is used as, and its number among those.
type Slot = (u32, u32);

impl Emitter<'_> {
    /// Declares the variables of all slots, in the prologue.
    pub(in crate::emit) fn matrix_variables(&mut self) -> Result<(), CompileError> {
        let func = self.func;
        for (_, inst) in func.linked_insts() {
            let Op::Intrinsic { id, args, .. } = func.op(inst) else { continue };
            let number = |at: usize| self.module.ctx.as_int(args[at]).unwrap_or(0) as u32;
            let slots = match id {
                Intrinsic::MatrixZero | Intrinsic::MatrixStore => vec![(SUMS, number(1))],
                Intrinsic::MatrixLoad => vec![(number(1), number(2))],
                Intrinsic::MatrixMultiply => vec![(SUMS, number(1)), (0, number(2)), (1, number(3))],
                _ => continue,
            };
            let shape = self.matrix_shape(args)?;
            for slot in slots {
                if !self.matrices.contains_key(&slot) {
                    let ty = self.matrix_type(shape, slot.0)?;
                    let pointer = self.pointer(StorageClass::Function, ty);
                    let variable = self.b.variable(pointer, None, StorageClass::Function, None);
                    self.matrices.insert(slot, variable);
                }
            }
        }
        Ok(())
    }

    pub(in crate::emit) fn matrix(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let Op::Intrinsic { id, args, .. } = func.op(inst) else { return Err(self.unexpected(inst)) };
        let shape = self.matrix_shape(args)?;
        let numbers: Vec<u32> = args.iter().map(|&a| self.module.ctx.as_int(a).unwrap_or(0) as u32).collect();
        match id {
            Intrinsic::MatrixZero => {
                let (zero, ty) = (self.scalar_constant(Type::FLOAT, 0)?, self.matrix_type(shape, SUMS)?);
                let zero = self.composite(ty, vec![zero]);
                self.set_slot((SUMS, numbers[1]), zero)
            }
            Intrinsic::MatrixLoad => {
                let ty = self.matrix_type(shape, numbers[1])?;
                let pointer = self.value(args[3])?;
                let id = self.b.id();
                let mut operands = vec![Operand::IdRef(pointer)];
                operands.extend(self.matrix_place(numbers[4], numbers[5])?);
                self.op(SpvOp::CooperativeMatrixLoadKHR, ty, id, operands)?;
                self.set_slot((numbers[1], numbers[2]), id)
            }
            Intrinsic::MatrixStore => {
                let pointer = self.value(args[2])?;
                let sums = self.slot(shape, (SUMS, numbers[1]))?;
                let mut operands = vec![Operand::IdRef(pointer), Operand::IdRef(sums)];
                operands.extend(self.matrix_place(numbers[3], numbers[4])?);
                self.op_void(SpvOp::CooperativeMatrixStoreKHR, operands)
            }
            Intrinsic::MatrixMultiply => {
                let [a, b] = [self.slot(shape, (0, numbers[2]))?, self.slot(shape, (1, numbers[3]))?];
                let sums = self.slot(shape, (SUMS, numbers[1]))?;
                let ty = self.matrix_type(shape, SUMS)?;
                let id = self.op_new(SpvOp::CooperativeMatrixMulAddKHR, ty, &[a, b, sums])?;
                self.set_slot((SUMS, numbers[1]), id)
            }
            _ => Err(self.unexpected(inst)),
        }
    }

    /// The shape that an operation asks for, if the device has it.
    fn matrix_shape(&mut self, args: &[Value]) -> Result<Shape, CompileError> {
        let shape = Shape::from_bits(args.first().and_then(|&a| self.module.ctx.as_int(a)).unwrap_or(0));
        let Shape { side, lanes, bfloat } = shape;
        let (offered, of) = match bfloat {
            true => (self.target.bfloat_matrices, "bfloat16"),
            false => (self.target.half_matrices, "half floats"),
        };
        let has = offered.is_some_and(|m| m.side == side)
            && self.target.subgroup_size == lanes
            && self.wants_full_subgroups();
        let what = format!("cooperativeMatrix of {side}x{side} {of} summed in floats, in full subgroups of {lanes}");
        self.require(has, Capability::CooperativeMatrixKHR, &what)?;
        self.extension("SPV_KHR_cooperative_matrix");
        if bfloat {
            self.capability(Capability::BFloat16TypeKHR);
            self.capability(Capability::BFloat16CooperativeMatrixKHR);
            self.extension("SPV_KHR_bfloat16");
        }
        Ok(shape)
    }

    fn bfloat(&mut self) -> Word {
        let operands = vec![Operand::LiteralBit32(16), Operand::FPEncoding(FPEncoding::BFloat16KHR)];
        self.type_of_key(TypeKey::Bfloat, SpvOp::TypeFloat, operands)
    }

    fn matrix_type(&mut self, shape: Shape, used_as: u32) -> Result<Word, CompileError> {
        let element = match used_as {
            SUMS => self.ty(Type::FLOAT)?,
            _ if shape.bfloat => self.bfloat(),
            _ => self.ty(Type::HALF)?,
        };
        let key = TypeKey::Matrix(element, shape.side, used_as);
        let (scope, side, used_as) = (self.uint(SUBGROUP)?, self.uint(shape.side)?, self.uint(used_as)?);
        let operands = [element, scope, side, side, used_as].map(Operand::IdRef).to_vec();
        Ok(self.type_of_key(key, SpvOp::TypeCooperativeMatrixKHR, operands))
    }

    /// How a matrix lies in memory, and the access's operands.
    fn matrix_place(&mut self, stride: u32, by_columns: u32) -> Result<Vec<Operand>, CompileError> {
        let layout = match by_columns {
            0 => CooperativeMatrixLayout::RowMajorKHR,
            _ => CooperativeMatrixLayout::ColumnMajorKHR,
        };
        let (layout, stride) = (self.uint(layout as u32)?, self.uint(stride)?);
        let mut operands = vec![Operand::IdRef(layout), Operand::IdRef(stride)];
        if self.communicates {
            operands.push(Operand::MemoryAccess(MemoryAccess::NON_PRIVATE_POINTER));
        }
        Ok(operands)
    }

    fn slot(&mut self, shape: Shape, slot: Slot) -> Result<Word, CompileError> {
        let ty = self.matrix_type(shape, slot.0)?;
        let Some(&variable) = self.matrices.get(&slot) else { return Err(self.bug("a matrix without a variable")) };
        self.op_new(SpvOp::Load, ty, &[variable])
    }

    fn set_slot(&mut self, slot: Slot, value: Word) -> Result<(), CompileError> {
        let Some(&variable) = self.matrices.get(&slot) else { return Err(self.bug("a matrix without a variable")) };
        self.op_void(SpvOp::Store, vec![Operand::IdRef(variable), Operand::IdRef(value)])
    }
}
