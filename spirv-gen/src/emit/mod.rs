//! The emittable form of one kernel to SPIR-V words. The only part of the crate that sees rspirv.
//!
//! `interface.rs` makes what stands outside the function (builtins, push constants, shared and private variables),
//! `ops/` one family of instructions per file. What may arrive here is what `ir::verify::verify_emittable` says, which is asked first; anything
//! else is an internal error that names the instruction, never wrong code. Called by `device.rs`.

pub mod compiled;
mod constants;
mod disassemble;
mod interface;
mod ops;
mod types;

use std::collections::BTreeSet;

use rspirv::binary::Assemble;
use rspirv::dr::{Builder, InsertPoint, Instruction, Operand};
use rspirv::spirv::{self, Capability, Op as SpvOp, Word};

use crate::analysis::barrier_memory::device_barriers;
use crate::bundle::metadata::KernelMetadata;
use crate::error::{CompileError, CompileErrorKind};
use crate::hash::{HashMap, HashSet};
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::ir::verify::verify_emittable;
use crate::passes::DeviceContext;
use crate::target::Target;
use compiled::{CompiledKernel, ParamPlacement};
use interface::Interface;

pub use disassemble::disassemble;

const PASS: &str = "emit";

/// Everything known while one kernel is written.
struct Emitter<'a> {
    b: Builder,
    module: &'a Module,
    func: &'a Function,
    target: &'a Target,
    metadata: &'a KernelMetadata,
    threads: u32,
    capabilities: BTreeSet<u32>,
    extensions: BTreeSet<&'static str>,
    glsl: Word,
    types: HashMap<types::TypeKey, Word>,
    constants: HashMap<(Word, u64), Word>,
    undefs: HashMap<Word, Word>,
    composites: HashMap<(Word, Vec<Word>), Word>,
    insts: Vec<Word>,
    blocks: Vec<Word>,
    interface: Interface,
    /// The variables of matrices, by what each is used as and its number (`ops/matrix`).
    matrices: HashMap<(u32, u32), Word>,
    /// Reads of textures, by place.
    image_reads: HashMap<ops::image::ReadKey, Word>,
    /// Where parameters are: asked at each of them, found out once.
    placement: ParamPlacement,
    /// The block being written.
    current: Block,
    /// Threads exchange data through memory, so accesses must take part in the memory model's ordering.
    communicates: bool,
    /// The barriers that order device memory as well.
    device_barriers: HashSet<Inst>,
}

/// Writes the module's one kernel.
///
/// # Errors
/// The device lacks a feature the kernel needs; or the form is not the emittable one, which is a bug of an earlier pass.
pub fn emit_kernel(module: &Module, cx: &DeviceContext<'_>) -> Result<CompiledKernel, CompileError> {
    verify_emittable(module)?;
    let func = module
        .functions
        .values()
        .find(|f| f.is_kernel && !f.is_declaration())
        .ok_or_else(|| CompileError::internal(PASS, "no kernel in the module"))?;
    let mut emitter = Emitter::new(module, func, cx);
    emitter.run().map_err(|e| e.in_function(&cx.metadata.name))
}

impl<'a> Emitter<'a> {
    fn new(module: &'a Module, func: &'a Function, cx: &DeviceContext<'a>) -> Self {
        let mut b = Builder::new();
        b.set_version(1, 6);
        let insts = (0..func.insts.len()).map(|_| b.id()).collect();
        let blocks = (0..func.blocks.len()).map(|_| b.id()).collect();
        let glsl = b.id();
        Self {
            b,
            module,
            func,
            target: cx.target,
            metadata: cx.metadata,
            threads: func.attrs.fission.map_or_else(|| cx.shape.threads(), |f| f.invocations),
            capabilities: BTreeSet::new(),
            extensions: BTreeSet::new(),
            glsl,
            types: HashMap::default(),
            constants: HashMap::default(),
            undefs: HashMap::default(),
            composites: HashMap::default(),
            insts,
            blocks,
            interface: Interface::default(),
            matrices: HashMap::default(),
            image_reads: HashMap::default(),
            placement: interface::param_placement(func, cx),
            current: func.entry(),
            communicates: communicates(func),
            device_barriers: device_barriers(module, func),
        }
    }

    fn run(&mut self) -> Result<CompiledKernel, CompileError> {
        for capability in [
            Capability::Shader,
            Capability::PhysicalStorageBufferAddresses,
            Capability::Int64,
            Capability::VulkanMemoryModel,
            Capability::VulkanMemoryModelDeviceScope,
        ] {
            self.capability(capability);
        }
        let entry = self.open_function()?;
        for &block in &self.func.layout {
            let label = self.blocks[block.0 as usize];
            self.b.begin_block(Some(label)).map_err(|e| self.bug(e))?;
            self.block(block)?;
        }
        self.b.end_function().map_err(|e| self.bug(e))?;
        self.execution_modes(entry);
        let shared_bytes = self.shared_bytes();
        let room = self.target.max_workgroup;
        if shared_bytes > room {
            let name = &self.target.name;
            let what = format!("{shared_bytes} bytes of workgroup memory, but device '{name}' has {room}");
            return Err(CompileError::new(PASS, CompileErrorKind::LimitExceeded(what)));
        }
        let full_subgroups = self.wants_full_subgroups();
        let spirv = self.assemble(entry);
        Ok(CompiledKernel {
            spirv,
            params: self.placement,
            push_size: self.push_size(),
            local_size: [self.threads, 1, 1],
            blocks: self.func.attrs.fission.map_or(1, |f| f.blocks),
            full_subgroups,
            textures: self.interface.textures.is_some(),
            shared_bytes,
            scratch_bytes: self.func.attrs.scratch,
            waits: self.func.attrs.waits,
            waits_alone: self.func.attrs.waits_alone,
        })
    }

    /// Writes one block: its instructions, its merge, its terminator.
    fn block(&mut self, block: Block) -> Result<(), CompileError> {
        self.current = block;
        let func = self.func;
        let insts = &func.blocks[block].insts;
        let mut at = 0;
        while at < insts.len() {
            let inst = insts[at];
            if func.insts[inst].op.is_terminator() {
                self.merge(block)?;
            }
            let taken = self.barrier_group(&insts[at..])?;
            if taken > 0 {
                at += taken;
                continue;
            }
            self.inst(inst).map_err(|e| e.at(func.insts[inst].loc.map(|l| self.module.describe(l))))?;
            at += 1;
        }
        // Terminators go in as plain instructions, which leaves the builder inside the block.
        self.b.select_block(None).map_err(|e| self.bug(e))
    }

    /// Writes one instruction.
    fn inst(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        match &data.op {
            Op::Ret(_) | Op::Br(_) | Op::CondBr { .. } | Op::Unreachable | Op::Phi(_) => self.control_flow(inst),
            Op::Binary { .. } | Op::FNeg { .. } | Op::Select { .. } | Op::Freeze(_) => self.arithmetic(inst),
            Op::ICmp { .. } | Op::FCmp { .. } => self.compare(inst),
            Op::Cast { .. } => self.convert(inst),
            Op::Load { .. }
            | Op::Store { .. }
            | Op::Gep { .. }
            | Op::ExtractElement { .. }
            | Op::InsertElement { .. }
            | Op::ShuffleVector { .. } => self.memory(inst),
            Op::AtomicRmw { .. } | Op::CmpXchg { .. } | Op::ExtractValue { .. } | Op::Fence(_) => self.atomic(inst),
            Op::Intrinsic { .. } => self.intrinsic(inst),
            Op::Switch { .. } | Op::Alloca { .. } | Op::InsertValue { .. } | Op::Call { .. } => {
                Err(self.unexpected(inst))
            }
        }
    }

    /// Writes a call of a known function.
    fn intrinsic(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let Op::Intrinsic { id, .. } = &func.insts[inst].op else { return Err(self.unexpected(inst)) };
        match id {
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
            | Intrinsic::WarpSize
            | Intrinsic::LaneId => self.subgroup(inst),
            Intrinsic::ThreadLinear
            | Intrinsic::BlockIdX
            | Intrinsic::BlockIdY
            | Intrinsic::BlockIdZ
            | Intrinsic::Param
            | Intrinsic::ParamAddress
            | Intrinsic::Barrier
            | Intrinsic::ClockDevice
            | Intrinsic::ClockWall
            | Intrinsic::Sleep
            | Intrinsic::Trap => self.builtin(inst),
            Intrinsic::SubgroupBroadcast => self.subgroup_broadcast(inst),
            Intrinsic::ImageSample2d => self.image_sample(inst),
            Intrinsic::MatrixZero | Intrinsic::MatrixLoad | Intrinsic::MatrixStore | Intrinsic::MatrixMultiply => {
                self.matrix(inst)
            }
            _ => self.math(inst),
        }
    }

    /// The id of an operand.
    fn value(&mut self, value: Value) -> Result<Word, CompileError> {
        match value {
            Value::Inst(inst) => Ok(self.insts[inst.0 as usize]),
            Value::Const(id) => self.constant(id),
            Value::Param(index) => Err(self.bug(format!("kernel parameter {index} was not lowered"))),
        }
    }

    /// The type of an operand.
    fn ty_of(&self, value: Value) -> crate::ir::types::Type {
        self.module.ctx.type_of(self.func, value)
    }

    /// Appends an instruction with a result.
    fn op(&mut self, op: SpvOp, ty: Word, id: Word, operands: Vec<Operand>) -> Result<Word, CompileError> {
        let inst = Instruction::new(op, Some(ty), Some(id), operands);
        self.b.insert_into_block(InsertPoint::End, inst).map_err(|e| self.bug(e))?;
        Ok(id)
    }
    /// Appends an instruction with a result, operands all ids, under a new id.
    fn op_new(&mut self, op: SpvOp, ty: Word, operands: &[Word]) -> Result<Word, CompileError> {
        let id = self.b.id();
        self.op_ids(op, ty, id, operands)
    }
    /// Appends an instruction with a result, operands all ids.
    fn op_ids(&mut self, op: SpvOp, ty: Word, id: Word, operands: &[Word]) -> Result<Word, CompileError> {
        self.op(op, ty, id, operands.iter().map(|&w| Operand::IdRef(w)).collect())
    }
    /// Appends an instruction without a result.
    fn op_void(&mut self, op: SpvOp, operands: Vec<Operand>) -> Result<(), CompileError> {
        let inst = Instruction::new(op, None, None, operands);
        self.b.insert_into_block(InsertPoint::End, inst).map_err(|e| self.bug(e))
    }
    /// Appends a GLSL.std.450 call.
    fn glsl(&mut self, call: spirv::GlslStd450Op, ty: Word, id: Word, args: &[Word]) -> Result<Word, CompileError> {
        let mut operands = vec![Operand::IdRef(self.glsl), Operand::LiteralExtInstInteger(call as u32)];
        operands.extend(args.iter().map(|&w| Operand::IdRef(w)));
        self.op(SpvOp::ExtInst, ty, id, operands)
    }

    fn capability(&mut self, capability: Capability) {
        self.capabilities.insert(capability as u32);
    }
    fn extension(&mut self, name: &'static str) {
        self.extensions.insert(name);
    }

    fn bug(&self, what: impl std::fmt::Display) -> CompileError {
        CompileError::internal(PASS, what.to_string())
    }
    fn unexpected(&self, inst: Inst) -> CompileError {
        let data = &self.func.insts[inst];
        let text = format!("{:?}", data.op);
        self.bug(format!(
            "{} of type {} reached emit",
            text.chars().take(160).collect::<String>(),
            self.module.ctx.types.display(data.ty)
        ))
    }

    /// Puts the header together and returns the words.
    fn assemble(&mut self, entry: Word) -> Vec<u32> {
        let interface = self.interface.variables.clone();
        let mut b = std::mem::take(&mut self.b);
        self.capabilities.iter().filter_map(|&c| Capability::from_u32(c)).for_each(|c| b.capability(c));
        self.extensions.iter().for_each(|&e| b.extension(e));
        let import = Instruction::new(
            SpvOp::ExtInstImport,
            None,
            Some(self.glsl),
            vec![Operand::LiteralString("GLSL.std.450".into())],
        );
        b.module_mut().ext_inst_imports.push(import);
        b.memory_model(spirv::AddressingModel::PhysicalStorageBuffer64, spirv::MemoryModel::Vulkan);
        b.entry_point(spirv::ExecutionModel::GLCompute, entry, "main", interface);
        b.module().assemble()
    }
}

/// Whether threads may exchange data through memory while the kernel runs.
fn communicates(func: &Function) -> bool {
    func.linked_insts().any(|(_, i)| match func.op(i) {
        Op::AtomicRmw { .. } | Op::CmpXchg { .. } | Op::Fence(_) => true,
        Op::Load { atomic, .. } | Op::Store { atomic, .. } => atomic.is_some(),
        Op::Intrinsic { id, .. } => matches!(id, Intrinsic::Barrier | Intrinsic::WarpBarrier | Intrinsic::WarpStep),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::cursor::Cursor;
    use crate::ir::instruction::{BinaryOp, Flags, IntPredicate, Merge};
    use crate::ir::types::Type;
    use crate::passes::LaunchShape;

    /// `if (i < n) y[i] = a * x[i] + y[i]`, already in emittable form.
    fn saxpy() -> (Module, KernelMetadata) {
        let mut module = Module::default();
        let mut func = Function::declaration("saxpy", Type::VOID, vec![]);
        func.is_kernel = true;
        let (entry, body, done) = (func.add_block(), func.add_block(), func.add_block());
        let mut c = Cursor::at_end(&mut module.ctx, &mut func, entry);
        let i = c.intrinsic(Intrinsic::ThreadLinear, vec![], Type::I32);
        let param = |c: &mut Cursor<'_>, offset: u32, ty| {
            let offset = c.ctx.i32(offset);
            c.intrinsic(Intrinsic::Param, vec![offset], ty)
        };
        let n = param(&mut c, 0, Type::I32);
        let a = param(&mut c, 4, Type::FLOAT);
        let x = param(&mut c, 8, Type::I64);
        let y = param(&mut c, 16, Type::I64);
        let inside = c.icmp(IntPredicate::Ult, i, n);
        c.set_merge(Merge::Selection(done));
        c.cond_br(inside, body, done);
        c.goto_end(body);
        let wide = c.resize_unsigned(i, Type::I64);
        let bytes = c.binary_const(BinaryOp::Shl, wide, 2);
        let (px, py) = (c.add(x, bytes), c.add(y, bytes));
        let (vx, vy) = (c.load(Type::FLOAT, px, 4), c.load(Type::FLOAT, py, 4));
        let product = c.binary_flags(BinaryOp::FMul, Flags::CONTRACT, a, vx);
        let sum = c.binary_flags(BinaryOp::FAdd, Flags::CONTRACT, product, vy);
        c.store(sum, py, 4);
        c.br(done);
        c.goto_end(done);
        c.inst(Op::Ret(None), Type::VOID);
        module.functions.push(func);
        let metadata = KernelMetadata { name: "saxpy".into(), params_size: 24, max_block: 1024, ..Default::default() };
        (module, metadata)
    }

    fn emit(target: &Target) -> CompiledKernel {
        let (module, metadata) = saxpy();
        let shape = LaunchShape { block: [64, 1, 1], dynamic_shared: 0 };
        emit_kernel(&module, &DeviceContext { target, shape, metadata: &metadata }).expect("saxpy is emittable")
    }

    #[test]
    fn parameters_go_through_memory_when_push_constants_are_too_small() {
        let small = Target { max_push_constants: 64, ..Target::baseline() };
        assert_eq!(emit(&small).push_size, 8);
        assert_eq!(emit(&Target::baseline()).push_size, 24 + 64);
    }

    #[test]
    fn what_is_not_in_the_emittable_form_is_refused_by_kernel_and_instruction() {
        let (mut module, metadata) = saxpy();
        let func = module.functions.values_mut().next().expect("one kernel");
        let entry = func.entry();
        // A remainder, which the emitter would write as OpFRem: wrong for large quotients on every device.
        let one = module.ctx.zero(Type::FLOAT);
        let op = Op::Binary { op: BinaryOp::FRem, flags: Flags::empty(), lhs: one, rhs: one };
        Cursor::before(&mut module.ctx, func, entry, 0).inst(op, Type::FLOAT);
        let shape = LaunchShape { block: [64, 1, 1], dynamic_shared: 0 };
        let target = Target::baseline();
        let error = emit_kernel(&module, &DeviceContext { target: &target, shape, metadata: &metadata }).unwrap_err();
        assert!(matches!(error.kind, CompileErrorKind::Internal(_)), "{error}");
        let text = error.to_string();
        assert!(text.contains("saxpy") && text.contains("frem float"), "{text}");
    }

    #[test]
    fn the_words_load_back_as_one_entry_point_of_the_asked_size() {
        for name in Target::PRESETS {
            let target = Target::preset(name).expect("a preset");
            let compiled = emit(&target);
            if let Ok(path) = std::env::var("HIPVK_TEST_SPIRV_OUT") {
                let bytes: Vec<u8> = compiled.spirv.iter().flat_map(|w| w.to_le_bytes()).collect();
                std::fs::write(format!("{path}/{name}.spv"), bytes).expect("the directory exists");
            }
            let module = rspirv::dr::load_words(&compiled.spirv).expect("valid words");
            assert_eq!(module.entry_points.len(), 1);
            assert_eq!(compiled.full_subgroups, target.cpu);
        }
    }
}
