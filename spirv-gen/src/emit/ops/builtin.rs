//! Where the thread stands, kernel parameters, barriers, clocks.

use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Op as SpvOp, StorageClass, Word};

use super::super::Emitter;
use super::atomic::{scope_number, semantics, shared_semantics};
use crate::analysis::barrier_memory::fenced_barrier;
use crate::emit::compiled::ParamPlacement;
use crate::error::CompileError;
use crate::ir::instruction::{Inst, Op, Ordering, Scope};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;

const WORKGROUP: u32 = 2;

impl Emitter<'_> {
    pub(in crate::emit) fn builtin(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        let Op::Intrinsic { id: intrinsic, args, .. } = &data.op else { return Err(self.unexpected(inst)) };
        let id = self.insts[inst.0 as usize];
        let known = match intrinsic {
            Intrinsic::ThreadLinear => self.interface.thread_linear,
            Intrinsic::BlockIdX => self.interface.block_id[0],
            Intrinsic::BlockIdY => self.interface.block_id[1],
            Intrinsic::BlockIdZ => self.interface.block_id[2],
            Intrinsic::Param => {
                let Some(offset) = args.first().and_then(|&a| self.module.ctx.as_int(a)) else {
                    return Err(self.unexpected(inst));
                };
                return self.param(data.ty, offset as u32, id);
            }
            Intrinsic::ParamAddress => return self.push_scalar(Type::I64, 0, id),
            Intrinsic::Barrier => return self.barrier(None),
            Intrinsic::ClockDevice | Intrinsic::ClockWall => return self.clock(*intrinsic, id),
            // A thread that traps ends at the unreachable behind it; sleeping is only ever a hint.
            Intrinsic::Trap | Intrinsic::Sleep => return Ok(()),
            _ => return Err(self.unexpected(inst)),
        };
        let Some(known) = known else { return Err(self.unexpected(inst)) };
        let uint = self.ty(Type::I32)?;
        self.op_ids(SpvOp::CopyObject, uint, id, &[known]).map(|_| ())
    }

    /// A kernel parameter, from push constants or through the parameter block's address.
    fn param(&mut self, ty: Type, offset: u32, id: Word) -> Result<(), CompileError> {
        if self.placement == ParamPlacement::Push {
            return self.push_scalar(ty, offset, id);
        }
        let block = self.b.id();
        self.push_scalar(Type::I64, 0, block)?;
        let ulong = self.ty(Type::I64)?;
        let delta = self.scalar_constant(Type::I64, offset.into())?;
        let address = self.op_new(SpvOp::IAdd, ulong, &[block, delta])?;
        let pointer = self.device_pointer(address, ty)?;
        let align = if offset == 0 { 8 } else { (1 << offset.trailing_zeros().min(3)).min(8) };
        let access = rspirv::spirv::MemoryAccess::ALIGNED;
        let operands = vec![Operand::IdRef(pointer), Operand::MemoryAccess(access), Operand::LiteralBit32(align)];
        let ty = self.ty(ty)?;
        self.op(SpvOp::Load, ty, id, operands).map(|_| ())
    }

    /// The push constant word `index`.
    fn push_word(&mut self, index: u32) -> Result<Word, CompileError> {
        let Some(push) = self.interface.push else { return Err(self.bug("no push constants declared")) };
        let uint = self.ty(Type::I32)?;
        let pointer = self.pointer(StorageClass::PushConstant, uint);
        let (member, index) = (self.uint(0)?, self.uint(index)?);
        let place = self.op_new(SpvOp::AccessChain, pointer, &[push, member, index])?;
        self.op_new(SpvOp::Load, uint, &[place])
    }

    /// A scalar at a byte offset of the push constants, put together from words.
    fn push_scalar(&mut self, ty: Type, offset: u32, id: Word) -> Result<(), CompileError> {
        let bits = self.module.ctx.types.value_bits(ty);
        let result = self.ty(ty)?;
        let word = self.push_word(offset / 4)?;
        match bits {
            64 if offset.is_multiple_of(4) => {
                let high = self.push_word(offset / 4 + 1)?;
                let vec2 = self.uint_vector(2)?;
                let pair = self.op_new(SpvOp::CompositeConstruct, vec2, &[word, high])?;
                self.op_ids(SpvOp::Bitcast, result, id, &[pair]).map(|_| ())
            }
            32 if offset.is_multiple_of(4) => {
                let op = if ty == Type::I32 { SpvOp::CopyObject } else { SpvOp::Bitcast };
                self.op_ids(op, result, id, &[word]).map(|_| ())
            }
            8 | 16 if offset % 4 + bits / 8 <= 4 => {
                let uint = self.ty(Type::I32)?;
                let shift = self.uint(offset % 4 * 8)?;
                let low = self.op_new(SpvOp::ShiftRightLogical, uint, &[word, shift])?;
                if ty != Type::HALF {
                    return self.op_ids(SpvOp::UConvert, result, id, &[low]).map(|_| ());
                }
                let short = self.ty(Type::I16)?;
                let bits = self.op_new(SpvOp::UConvert, short, &[low])?;
                self.op_ids(SpvOp::Bitcast, result, id, &[bits]).map(|_| ())
            }
            _ => Err(self.bug(format!("parameter of {bits} bits at byte {offset}"))),
        }
    }

    /// clang surrounds a barrier with fences; together they are one instruction. Returns how many instructions it took.
    pub(in crate::emit) fn barrier_group(&mut self, insts: &[Inst]) -> Result<usize, CompileError> {
        let Some(scope) = fenced_barrier(self.func, insts) else { return Ok(0) };
        let device = scope_number(scope) < WORKGROUP || self.device_barriers.contains(&insts[1]);
        self.barrier(Some((scope, device)))?;
        Ok(3)
    }

    /// The block's control barrier, with acquire-release ordering at a scope if given, over device memory if so said.
    fn barrier(&mut self, order: Option<(Scope, bool)>) -> Result<(), CompileError> {
        let (scope, bits) = match order {
            None => (Scope::Workgroup, 0),
            Some((scope, true)) => (scope, semantics(Ordering::AcqRel)),
            Some((scope, false)) => (scope, shared_semantics(Ordering::AcqRel)),
        };
        let (execution, memory, sem) = (self.uint(WORKGROUP)?, self.uint(scope_number(scope))?, self.uint(bits)?);
        let operands = vec![Operand::IdScope(execution), Operand::IdScope(memory), Operand::IdMemorySemantics(sem)];
        self.op_void(SpvOp::ControlBarrier, operands)
    }

    fn clock(&mut self, intrinsic: Intrinsic, id: Word) -> Result<(), CompileError> {
        let subgroup = intrinsic == Intrinsic::ClockDevice && self.target.subgroup_clock;
        let has = subgroup || self.target.device_clock;
        let feature = match intrinsic {
            Intrinsic::ClockDevice => "VK_KHR_shader_clock (clock64)",
            _ => "shaderDeviceClock (wall_clock64)",
        };
        self.require(has, Capability::ShaderClockKHR, feature)?;
        self.extension("SPV_KHR_shader_clock");
        let scope = self.uint(if subgroup { 3 } else { 1 })?;
        let ulong = self.ty(Type::I64)?;
        self.op(SpvOp::ReadClockKHR, ulong, id, vec![Operand::IdScope(scope)]).map(|_| ())
    }
}
