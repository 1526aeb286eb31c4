//! Atomic accesses and fences, in the Vulkan memory model.
//!
//! The model has no sequential consistency: `seq_cst` is emitted as acquire-release, behind the fence that `atomic/atomics` puts in front of it;
//! System scope is Device scope, the widest that Vulkan knows.

use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Op as SpvOp, Word};

use super::super::Emitter;
use crate::error::CompileError;
use crate::ir::instruction::{AtomicOp, Atomicity, Inst, Op, Ordering, Scope};
use crate::ir::types::Type;

const ACQUIRE: u32 = 0x2;
const RELEASE: u32 = 0x4;
const ACQUIRE_RELEASE: u32 = 0x8;
const UNIFORM_MEMORY: u32 = 0x40;
const WORKGROUP_MEMORY: u32 = 0x100;
const MAKE_AVAILABLE: u32 = 0x2000;
const MAKE_VISIBLE: u32 = 0x4000;
const VOLATILE: u32 = 0x8000;

/// The memory-semantics mask of an ordering, over device and shared memory.
pub(in crate::emit) fn semantics(ordering: Ordering) -> u32 {
    let memory = UNIFORM_MEMORY | WORKGROUP_MEMORY;
    match ordering {
        Ordering::Unordered | Ordering::Monotonic => 0,
        Ordering::Acquire => ACQUIRE | MAKE_VISIBLE | memory,
        Ordering::Release => RELEASE | MAKE_AVAILABLE | memory,
        Ordering::AcqRel | Ordering::SeqCst => ACQUIRE_RELEASE | MAKE_AVAILABLE | MAKE_VISIBLE | memory,
    }
}

/// The same over shared memory alone.
pub(in crate::emit) fn shared_semantics(ordering: Ordering) -> u32 {
    semantics(ordering) & !UNIFORM_MEMORY
}

/// SPIR-V's number for a scope.
pub(in crate::emit) fn scope_number(scope: Scope) -> u32 {
    match scope {
        Scope::System | Scope::Agent => 1,
        Scope::Workgroup => 2,
        Scope::Wavefront => 3,
        Scope::SingleThread => 4,
    }
}

impl Emitter<'_> {
    pub(in crate::emit) fn atomic(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        match &data.op {
            Op::Load { .. } | Op::Store { .. } => self.atomic_access(inst),
            Op::AtomicRmw { .. } => self.read_modify_write(inst),
            Op::CmpXchg { .. } => self.compare_exchange(inst),
            Op::ExtractValue { .. } => self.compare_exchange_part(inst),
            Op::Fence(fence) => self.fence(*fence),
            _ => Err(self.unexpected(inst)),
        }
    }

    pub(in crate::emit) fn fence(&mut self, fence: Atomicity) -> Result<(), CompileError> {
        if fence.scope == Scope::SingleThread {
            return Ok(());
        }
        let operands = self.scope_and_semantics(fence)?;
        self.op_void(SpvOp::MemoryBarrier, operands.map(Operand::IdScope).to_vec())
    }

    fn scope_and_semantics(&mut self, atomic: Atomicity) -> Result<[Word; 2], CompileError> {
        Ok([self.uint(scope_number(atomic.scope))?, self.uint(semantics(atomic.ordering))?])
    }

    fn int64_atomics(&mut self, ty: Type) -> Result<(), CompileError> {
        if self.module.ctx.types.value_bits(ty) == 64 && !self.module.ctx.types.is_float(ty) {
            let has = self.target.buffer_atomics.i64 || self.target.shared_atomics.i64;
            self.require(has, Capability::Int64Atomics, "shaderBufferInt64Atomics")?;
        }
        Ok(())
    }

    /// Loads and stores go through integers where the type is a float: SPIR-V's atomic load and store take both, and
    /// drivers agree on integers.
    fn atomic_access(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        let id = self.insts[inst.0 as usize];
        match &data.op {
            Op::Load { ptr, atomic: Some(atomic), .. } => {
                self.int64_atomics(data.ty)?;
                let place = self.place(*ptr, data.ty)?;
                // Volatile, as Mesa takes the second load of a place for the first otherwise: loops that wait would never end.
                let scope = self.uint(scope_number(atomic.scope))?;
                let sem = self.uint(semantics(atomic.ordering) | VOLATILE)?;
                let ty = self.ty(data.ty)?;
                self.op_ids(SpvOp::AtomicLoad, ty, id, &[place.pointer, scope, sem]).map(|_| ())
            }
            Op::Store { value, ptr, atomic: Some(atomic), .. } => {
                let ty = self.ty_of(*value);
                self.int64_atomics(ty)?;
                let place = self.place(*ptr, ty)?;
                let [scope, sem] = self.scope_and_semantics(*atomic)?;
                let value = self.value(*value)?;
                let operands = [place.pointer, scope, sem, value].map(Operand::IdRef).to_vec();
                self.op_void(SpvOp::AtomicStore, operands)
            }
            _ => Err(self.unexpected(inst)),
        }
    }

    fn read_modify_write(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        let Op::AtomicRmw { op, ptr, value, atomic, .. } = &data.op else { return Err(self.unexpected(inst)) };
        let place = self.place(*ptr, data.ty)?;
        self.int64_atomics(data.ty)?;
        let spv = match op {
            AtomicOp::Xchg => SpvOp::AtomicExchange,
            AtomicOp::Add => SpvOp::AtomicIAdd,
            AtomicOp::Sub => SpvOp::AtomicISub,
            AtomicOp::And => SpvOp::AtomicAnd,
            AtomicOp::Or => SpvOp::AtomicOr,
            AtomicOp::Xor => SpvOp::AtomicXor,
            AtomicOp::Max => SpvOp::AtomicSMax,
            AtomicOp::Min => SpvOp::AtomicSMin,
            AtomicOp::UMax => SpvOp::AtomicUMax,
            AtomicOp::UMin => SpvOp::AtomicUMin,
            AtomicOp::FAdd => self.float_atomic(data.ty, SpvOp::AtomicFAddEXT)?,
            AtomicOp::FMax => self.float_atomic(data.ty, SpvOp::AtomicFMaxEXT)?,
            AtomicOp::FMin => self.float_atomic(data.ty, SpvOp::AtomicFMinEXT)?,
            AtomicOp::Nand | AtomicOp::FSub | AtomicOp::UIncWrap | AtomicOp::UDecWrap => {
                return Err(self.unexpected(inst));
            }
        };
        let [scope, sem] = self.scope_and_semantics(*atomic)?;
        let value = self.value(*value)?;
        let ty = self.ty(data.ty)?;
        let id = self.insts[inst.0 as usize];
        self.op_ids(spv, ty, id, &[place.pointer, scope, sem, value]).map(|_| ())
    }

    fn float_atomic(&mut self, ty: Type, op: SpvOp) -> Result<SpvOp, CompileError> {
        let add = op == SpvOp::AtomicFAddEXT;
        self.extension(if add { "SPV_EXT_shader_atomic_float_add" } else { "SPV_EXT_shader_atomic_float_min_max" });
        if ty == Type::HALF && add {
            self.extension("SPV_EXT_shader_atomic_float16_add");
        }
        self.capability(match (ty, add) {
            (Type::HALF, true) => Capability::AtomicFloat16AddEXT,
            (Type::FLOAT, true) => Capability::AtomicFloat32AddEXT,
            (_, true) => Capability::AtomicFloat64AddEXT,
            (Type::HALF, false) => Capability::AtomicFloat16MinMaxEXT,
            (Type::FLOAT, false) => Capability::AtomicFloat32MinMaxEXT,
            (_, false) => Capability::AtomicFloat64MinMaxEXT,
        });
        Ok(op)
    }

    /// SPIR-V returns the old value only; the flag is made by [`Self::compare_exchange_part`].
    fn compare_exchange(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let Op::CmpXchg { ptr, expected, desired, success, failure, scope, .. } = func.op(inst) else {
            return Err(self.unexpected(inst));
        };
        let ty = self.ty_of(*expected);
        self.int64_atomics(ty)?;
        let place = self.place(*ptr, ty)?;
        let scope = self.uint(scope_number(*scope))?;
        let (equal, unequal) = (self.uint(semantics(*success))?, self.uint(semantics(failure.without_release()))?);
        let (desired, expected) = (self.value(*desired)?, self.value(*expected)?);
        let ty = self.ty(ty)?;
        let id = self.insts[inst.0 as usize];
        let operands = [place.pointer, scope, equal, unequal, desired, expected];
        self.op_ids(SpvOp::AtomicCompareExchange, ty, id, &operands).map(|_| ())
    }

    fn compare_exchange_part(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let Op::ExtractValue { aggregate: crate::ir::instruction::Value::Inst(source), indices } = func.op(inst) else {
            return Err(self.unexpected(inst));
        };
        let Op::CmpXchg { expected, .. } = func.op(*source) else { return Err(self.unexpected(inst)) };
        let id = self.insts[inst.0 as usize];
        let old = self.insts[source.0 as usize];
        let (spv, ty, operands) = match indices.as_slice() {
            [0] => (SpvOp::CopyObject, self.ty_of(*expected), vec![old]),
            [1] => (SpvOp::IEqual, Type::I1, vec![old, self.value(*expected)?]),
            _ => return Err(self.unexpected(inst)),
        };
        let ty = self.ty(ty)?;
        self.op_ids(spv, ty, id, &operands).map(|_| ())
    }
}
