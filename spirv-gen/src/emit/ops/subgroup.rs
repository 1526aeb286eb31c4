//! Warp operations at the device's own width.

use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Op as SpvOp, Word};

use super::super::Emitter;
use super::atomic::{semantics, shared_semantics};
use crate::error::CompileError;
use crate::ir::instruction::{Inst, Op, Ordering};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;

const SUBGROUP: u32 = 3;

impl Emitter<'_> {
    pub(in crate::emit) fn subgroup(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        let Op::Intrinsic { id: intrinsic, args, .. } = &data.op else { return Err(self.unexpected(inst)) };
        let id = self.insts[inst.0 as usize];
        let scope = self.uint(SUBGROUP)?;
        let args = args.iter().map(|&a| self.value(a)).collect::<Result<Vec<_>, _>>()?;
        match intrinsic {
            Intrinsic::WarpSize => {
                let (uint, size) = (self.ty(Type::I32)?, self.uint(self.target.subgroup_size)?);
                return self.op_ids(SpvOp::CopyObject, uint, id, &[size]).map(|_| ());
            }
            Intrinsic::LaneId => {
                let (uint, Some(lane)) = (self.ty(Type::I32)?, self.interface.lane) else {
                    return Err(self.unexpected(inst));
                };
                return self.op_ids(SpvOp::CopyObject, uint, id, &[lane]).map(|_| ());
            }
            Intrinsic::WarpBarrier => return self.warp_barrier(scope, semantics(Ordering::AcqRel)),
            Intrinsic::WarpStep => return self.warp_barrier(scope, shared_semantics(Ordering::AcqRel)),
            Intrinsic::Ballot => return self.ballot(id, scope, args[0]),
            Intrinsic::ActiveMask => {
                let yes = self.bool_constant(true)?;
                return self.ballot(id, scope, yes);
            }
            _ => {}
        }
        let (spv, capability) = match intrinsic {
            Intrinsic::Shuffle => (SpvOp::GroupNonUniformShuffle, Capability::GroupNonUniformShuffle),
            Intrinsic::ShuffleXor => (SpvOp::GroupNonUniformShuffleXor, Capability::GroupNonUniformShuffle),
            Intrinsic::ShuffleUp => (SpvOp::GroupNonUniformShuffleUp, Capability::GroupNonUniformShuffleRelative),
            Intrinsic::ShuffleDown => (SpvOp::GroupNonUniformShuffleDown, Capability::GroupNonUniformShuffleRelative),
            Intrinsic::VoteAny => (SpvOp::GroupNonUniformAny, Capability::GroupNonUniformVote),
            Intrinsic::VoteAll => (SpvOp::GroupNonUniformAll, Capability::GroupNonUniformVote),
            Intrinsic::ReadFirstLane => (SpvOp::GroupNonUniformBroadcastFirst, Capability::GroupNonUniformBallot),
            _ => return Err(self.unexpected(inst)),
        };
        self.require(self.target.subgroup_shuffle, capability, "subgroup shuffle and vote operations")?;
        let ty = self.ty(data.ty)?;
        let mut operands = vec![Operand::IdScope(scope)];
        operands.extend(args.into_iter().map(Operand::IdRef));
        self.op(spv, ty, id, operands).map(|_| ())
    }

    /// What one lane of a subgroup holds, if the device's subgroups are of that many lanes.
    pub(in crate::emit) fn subgroup_broadcast(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        let Op::Intrinsic { args, .. } = &data.op else { return Err(self.unexpected(inst)) };
        let lanes = self.module.ctx.as_int(args[1]).unwrap_or(0);
        let has = lanes == u128::from(self.target.subgroup_size) && self.wants_full_subgroups();
        let what = format!("full subgroups of {lanes}, and their ballots");
        self.require(has && self.target.subgroup_ballot, Capability::GroupNonUniformBallot, &what)?;
        let (ty, scope) = (self.ty(data.ty)?, self.uint(SUBGROUP)?);
        let (value, lane) = (self.value(args[0])?, self.value(args[2])?);
        let operands = vec![Operand::IdScope(scope), Operand::IdRef(value), Operand::IdRef(lane)];
        self.op(SpvOp::GroupNonUniformBroadcast, ty, self.insts[inst.0 as usize], operands).map(|_| ())
    }

    /// `__syncwarp`. On a CPU a subgroup is one vector, which takes every step together and whose accesses are in program order: any
    /// control barrier would only cost a coroutine switch.
    fn warp_barrier(&mut self, scope: Word, semantics: u32) -> Result<(), CompileError> {
        if self.target.cpu {
            return Ok(());
        }
        let sem = self.uint(semantics)?;
        let operands = vec![Operand::IdScope(scope), Operand::IdScope(scope), Operand::IdMemorySemantics(sem)];
        self.op_void(SpvOp::ControlBarrier, operands)
    }

    /// SPIR-V's ballot has four words; HIP's mask is the first two.
    fn ballot(&mut self, id: Word, scope: Word, predicate: Word) -> Result<(), CompileError> {
        self.require(self.target.subgroup_ballot, Capability::GroupNonUniformBallot, "subgroup ballot")?;
        let vec4 = self.uint_vector(4)?;
        let all = self.b.id();
        self.op(SpvOp::GroupNonUniformBallot, vec4, all, vec![Operand::IdScope(scope), Operand::IdRef(predicate)])?;
        let vec2 = self.uint_vector(2)?;
        let low = self.b.id();
        let operands = [Operand::IdRef(all), Operand::IdRef(all), Operand::LiteralBit32(0), Operand::LiteralBit32(1)];
        self.op(SpvOp::VectorShuffle, vec2, low, operands.to_vec())?;
        let ulong = self.ty(Type::I64)?;
        self.op_ids(SpvOp::Bitcast, ulong, id, &[low]).map(|_| ())
    }
}
