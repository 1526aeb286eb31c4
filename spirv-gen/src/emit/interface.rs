//! What stands around the kernel's code: builtins, push constants, shared and private variables, execution modes.
//!
//! A prologue block in front of the kernel's entry holds the private variables and loads the builtins once.

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{BuiltIn, Capability, Decoration, ExecutionMode, FunctionControl, Op as SpvOp, StorageClass, Word};

use super::Emitter;
use crate::emit::compiled::ParamPlacement;
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::constant::ConstData;
use crate::ir::function::Function;
use crate::ir::instruction::{Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::GlobalId;
use crate::ir::types::{AddressSpace, Type};
use crate::passes::DeviceContext;
use crate::target::FloatControls;

/// Ids of the prologue's values and of module-level variables.
#[derive(Debug, Default)]
pub(super) struct Interface {
    /// Every module-level variable, for the entry point's list.
    pub variables: Vec<Word>,
    /// Shared and private variables.
    pub memory: HashMap<GlobalId, Word>,
    pub push: Option<Word>,
    pub textures: Option<super::ops::image::TextureTable>,
    pub thread_linear: Option<Word>,
    pub lane: Option<Word>,
    pub block_id: [Option<Word>; 3],
}

/// Push constants, if the parameter block fits them and nothing asks for its address.
pub(super) fn param_placement(func: &Function, cx: &DeviceContext<'_>) -> ParamPlacement {
    let fits = cx.metadata.block_size() <= cx.target.max_push_constants;
    let addressed = uses(func, |id| id == Intrinsic::ParamAddress);
    if fits && !addressed { ParamPlacement::Push } else { ParamPlacement::Memory }
}

fn uses(func: &Function, wanted: impl Fn(Intrinsic) -> bool) -> bool {
    func.linked_insts().any(|(_, i)| matches!(func.op(i), Op::Intrinsic { id, .. } if wanted(*id)))
}

impl Emitter<'_> {
    fn uses(&self, wanted: impl Fn(Intrinsic) -> bool) -> bool {
        uses(self.func, wanted)
    }

    fn uses_warps(&self) -> bool {
        self.uses(|id| {
            matches!(
                id,
                Intrinsic::Shuffle
                    | Intrinsic::ShuffleXor
                    | Intrinsic::ShuffleUp
                    | Intrinsic::ShuffleDown
                    | Intrinsic::Ballot
                    | Intrinsic::ActiveMask
                    | Intrinsic::VoteAny
                    | Intrinsic::VoteAll
                    | Intrinsic::ReadFirstLane
                    | Intrinsic::WarpBarrier
                    | Intrinsic::WarpStep
                    | Intrinsic::LaneId
            )
        })
    }

    /// Full subgroups are asked for, and thread indices come from subgroup builtins, where that can be had and either warp operations must agree
    /// with them (on devices that do not promise it anyway), or the device is lavapipe, which recomputes LocalInvocationIndex by divisions (1.4
    /// to 3 times slower).
    pub(super) fn wants_full_subgroups(&self) -> bool {
        let fits = self.target.full_subgroups && self.threads.is_multiple_of(self.target.subgroup_size.max(1));
        fits && (self.target.cpu || self.uses_warps() || self.uses(Intrinsic::is_of_subgroup))
    }

    /// Bytes of push constants: the parameter block, or its address.
    pub(super) fn push_size(&self) -> u32 {
        match self.placement {
            ParamPlacement::Push => self.metadata.block_size(),
            ParamPlacement::Memory => 8,
        }
    }

    /// Whether the kernel accesses `global`; what moved to scratch memory is not.
    fn names(&self, global: GlobalId) -> bool {
        let consts = &self.module.ctx.consts;
        let is = |v: Value| matches!(v, Value::Const(c) if matches!(consts.data(c), ConstData::GlobalAddr { global: g, .. } if *g == global));
        self.func.linked_insts().any(|(_, i)| matches!(self.func.op(i), Op::Gep { base, .. } if is(*base)))
    }

    /// Bytes of all shared variables.
    pub(super) fn shared_bytes(&self) -> u32 {
        let types = &self.module.ctx.types;
        let shared = self.module.globals.iter().filter(|(id, g)| g.space == AddressSpace::Shared && self.names(*id));
        shared.map(|(_, g)| types.size(g.ty) as u32).sum()
    }

    /// Begins the entry function and its prologue; returns the function's id.
    pub(super) fn open_function(&mut self) -> Result<Word, CompileError> {
        self.push_constants()?;
        self.shared_variables()?;
        let (void, signature) = (self.void(), self.void_function());
        let entry = self.b.begin_function(void, None, FunctionControl::NONE, signature).map_err(|e| self.bug(e))?;
        self.b.begin_block(None).map_err(|e| self.bug(e))?;
        self.private_variables()?;
        self.matrix_variables()?;
        self.thread_index()?;
        self.block_index()?;
        let first = self.blocks[self.func.entry().0 as usize];
        self.b.branch(first).map_err(|e| self.bug(e))?;
        Ok(entry)
    }

    pub(super) fn global_variable(&mut self, class: StorageClass, pointee: Word) -> Word {
        let ty = self.pointer(class, pointee);
        // Not `Builder::variable`: inside a function that one makes a local.
        let id = self.b.id();
        let variable = Instruction::new(SpvOp::Variable, Some(ty), Some(id), vec![Operand::StorageClass(class)]);
        self.b.module_mut().types_global_values.push(variable);
        self.interface.variables.push(id);
        id
    }

    fn push_constants(&mut self) -> Result<(), CompileError> {
        let uses_params = self.uses(|id| matches!(id, Intrinsic::Param | Intrinsic::ParamAddress));
        if !uses_params {
            return Ok(());
        }
        let words = self.push_size().div_ceil(4);
        let uint = self.ty(Type::I32)?;
        let len = self.uint(words)?;
        let array = self.b.id();
        let structure = self.b.id();
        let types = &mut self.b.module_mut().types_global_values;
        types.push(Instruction::new(
            SpvOp::TypeArray,
            None,
            Some(array),
            vec![Operand::IdRef(uint), Operand::IdRef(len)],
        ));
        types.push(Instruction::new(SpvOp::TypeStruct, None, Some(structure), vec![Operand::IdRef(array)]));
        self.b.decorate(array, Decoration::ArrayStride, [Operand::LiteralBit32(4)]);
        self.b.decorate(structure, Decoration::Block, []);
        self.b.member_decorate(structure, 0, Decoration::Offset, [Operand::LiteralBit32(0)]);
        self.interface.push = Some(self.global_variable(StorageClass::PushConstant, structure));
        Ok(())
    }

    fn shared_variables(&mut self) -> Result<(), CompileError> {
        let module = self.module;
        for (id, global) in module.globals.iter().filter(|(_, g)| g.space == AddressSpace::Shared) {
            if !self.names(id) {
                continue;
            }
            let ty = self.ty(global.ty)?;
            let variable = self.global_variable(StorageClass::Workgroup, ty);
            self.interface.memory.insert(id, variable);
        }
        Ok(())
    }

    fn private_variables(&mut self) -> Result<(), CompileError> {
        let module = self.module;
        for (id, global) in module.globals.iter().filter(|(_, g)| g.space == AddressSpace::Private) {
            if !self.names(id) {
                continue;
            }
            let ty = self.ty(global.ty)?;
            let pointer = self.pointer(StorageClass::Function, ty);
            let variable = self.b.variable(pointer, None, StorageClass::Function, None);
            self.interface.memory.insert(id, variable);
        }
        Ok(())
    }

    /// Declares and loads a u32 builtin.
    fn load_builtin(&mut self, builtin: BuiltIn) -> Result<Word, CompileError> {
        let uint = self.ty(Type::I32)?;
        let variable = self.global_variable(StorageClass::Input, uint);
        self.b.decorate(variable, Decoration::BuiltIn, [Operand::BuiltIn(builtin)]);
        self.op_new(SpvOp::Load, uint, &[variable])
    }

    fn thread_index(&mut self) -> Result<(), CompileError> {
        let wanted = self.uses(|id| id == Intrinsic::ThreadLinear);
        if self.uses_warps() {
            self.capability(Capability::GroupNonUniform);
            self.interface.lane = Some(self.load_builtin(BuiltIn::SubgroupLocalInvocationId)?);
        }
        if !wanted {
            return Ok(());
        }
        // From subgroup builtins it costs 2 % of a shuffle reduction on an H200.
        if !self.wants_full_subgroups() || self.target.lanes_in_order {
            self.interface.thread_linear = Some(self.load_builtin(BuiltIn::LocalInvocationIndex)?);
            return Ok(());
        }
        self.capability(Capability::GroupNonUniform);
        let lane = match self.interface.lane {
            Some(lane) => lane,
            None => self.load_builtin(BuiltIn::SubgroupLocalInvocationId)?,
        };
        let uint = self.ty(Type::I32)?;
        let subgroup = self.load_builtin(BuiltIn::SubgroupId)?;
        let size = self.uint(self.target.subgroup_size)?;
        let base = self.op_new(SpvOp::IMul, uint, &[subgroup, size])?;
        self.interface.thread_linear = Some(self.op_new(SpvOp::IAdd, uint, &[base, lane])?);
        Ok(())
    }

    fn block_index(&mut self) -> Result<(), CompileError> {
        let axes = [Intrinsic::BlockIdX, Intrinsic::BlockIdY, Intrinsic::BlockIdZ];
        if !self.uses(|id| axes.contains(&id)) {
            return Ok(());
        }
        let uint = self.ty(Type::I32)?;
        let vector = self.uint_vector(3)?;
        let variable = self.global_variable(StorageClass::Input, vector);
        self.b.decorate(variable, Decoration::BuiltIn, [Operand::BuiltIn(BuiltIn::WorkgroupId)]);
        let all = self.op_new(SpvOp::Load, vector, &[variable])?;
        for (axis, intrinsic) in axes.into_iter().enumerate() {
            if self.uses(|id| id == intrinsic) {
                let id = self.b.id();
                let operands = vec![Operand::IdRef(all), Operand::LiteralBit32(axis as u32)];
                self.interface.block_id[axis] = Some(self.op(SpvOp::CompositeExtract, uint, id, operands)?);
            }
        }
        Ok(())
    }

    /// LocalSize, float behaviour and reconvergence.
    pub(super) fn execution_modes(&mut self, entry: Word) {
        self.b.execution_mode(entry, ExecutionMode::LocalSize, [self.threads, 1, 1]);
        if self.uses_warps() && self.target.maximal_reconvergence {
            self.extension("SPV_KHR_maximal_reconvergence");
            self.b.execution_mode(entry, ExecutionMode::MaximallyReconvergesKHR, []);
        }
        let used = |types: &crate::hash::HashMap<super::types::TypeKey, Word>, ty| {
            types.contains_key(&super::types::TypeKey::Ir(ty))
        };
        let widths = [
            (16, Type::HALF, self.target.fp16_controls),
            (32, Type::FLOAT, self.target.fp32_controls),
            (64, Type::DOUBLE, self.target.fp64_controls),
        ];
        for (bits, ty, controls) in widths {
            if used(&self.types, ty) {
                self.float_controls(entry, bits, controls);
            }
        }
    }

    fn float_controls(&mut self, entry: Word, bits: u32, controls: FloatControls) {
        let flush = bits == 32 && self.func.attrs.flush_f32_denormals;
        if controls.denorm_flush_to_zero && flush {
            self.capability(Capability::DenormFlushToZero);
            self.b.execution_mode(entry, ExecutionMode::DenormFlushToZero, [bits]);
        } else if controls.denorm_preserve && !flush {
            self.capability(Capability::DenormPreserve);
            self.b.execution_mode(entry, ExecutionMode::DenormPreserve, [bits]);
        }
        if controls.signed_zero_inf_nan_preserve {
            self.capability(Capability::SignedZeroInfNanPreserve);
            self.b.execution_mode(entry, ExecutionMode::SignedZeroInfNanPreserve, [bits]);
        }
        // Drivers round f32 to nearest by themselves. Asked for it by name, NVIDIA's takes a slow way through division and
        // square root: nbody on an H200 19.2 ms instead of 12.2 (CUDA: 11.8).
        if controls.rounding_rte && bits != 32 {
            self.capability(Capability::RoundingModeRTE);
            self.b.execution_mode(entry, ExecutionMode::RoundingModeRTE, [bits]);
        }
    }
}
