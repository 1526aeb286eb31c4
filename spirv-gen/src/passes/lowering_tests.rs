//! Lowering keeps the meaning: each kernel runs in the interpreter as written and as lowered, and must leave the same bytes.
//!
//! Kernels take one pointer to a buffer as their first argument. The lowered form is also checked for what emit relies on.

use crate::bundle::metadata::{KernelMetadata, ParamInfo, ParamKind};
use crate::error::CompileError;
use crate::ir::instruction::Op;
use crate::ir::interp::{Launch, Machine};
use crate::ir::module::Module;
use crate::ir::parse::parse_module;
use crate::passes::walk::kernel_of;
use crate::passes::{DeviceContext, LaunchShape, run_device};
use crate::target::Target;

/// A kernel and how to run it.
pub(crate) struct Case {
    pub text: String,
    pub target: Target,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub dynamic_shared: u32,
    /// Initial contents of the buffer.
    pub input: Vec<u8>,
    /// Arguments behind the buffer's address.
    pub args: Vec<u8>,
}

impl Case {
    pub fn new(text: &str) -> Self {
        Self {
            text: text.into(),
            target: Target::baseline(),
            grid: [1; 3],
            block: [1; 3],
            dynamic_shared: 0,
            input: vec![0; 1024],
            args: Vec::new(),
        }
    }

    pub fn lowered(&self) -> Result<Module, CompileError> {
        let mut module = parse_module(&self.text).expect("the test's text parses");
        let metadata = metadata_of(&module);
        let shape = LaunchShape { block: self.block, dynamic_shared: self.dynamic_shared };
        run_device(&mut module, &DeviceContext { target: &self.target, shape, metadata: &metadata })?;
        Ok(module)
    }

    fn run(&self, module: &Module) -> Vec<u8> {
        let mut machine = Machine::new(module).expect("globals");
        let buffer = machine.device.allocate(self.input.len() as u64);
        machine.device.bytes(buffer, self.input.len() as u64).unwrap().copy_from_slice(&self.input);
        let mut args = buffer.to_le_bytes().to_vec();
        args.extend(&self.args);
        let launch = Launch {
            args,
            dynamic_shared: self.dynamic_shared,
            warp_size: self.target.subgroup_size,
            ..Launch::new(self.grid, self.block)
        };
        let kernel = kernel_of(module, "test").unwrap();
        machine.launch(kernel, &launch).unwrap_or_else(|f| panic!("{f}\n{}", dump(module)));
        machine.device.bytes(buffer, self.input.len() as u64).unwrap().to_vec()
    }

    /// Runs both forms; returns what they agree on.
    pub fn check(&self) -> Vec<u8> {
        let before = self.run(&parse_module(&self.text).expect("the test's text parses"));
        let module = self.lowered().unwrap_or_else(|e| panic!("{e}"));
        check_form(&module);
        let after = self.run(&module);
        assert_eq!(before, after, "lowering changed the result:\n{}", dump(&module));
        after
    }
}

/// Parameters at their natural offsets.
fn metadata_of(module: &Module) -> KernelMetadata {
    let func = &module.functions[kernel_of(module, "test").unwrap()];
    let types = &module.ctx.types;
    let mut offset = 0u64;
    let mut params = Vec::new();
    for param in &func.params {
        let ty = param.by_ref.unwrap_or(param.ty);
        let align = types.align(ty).max(if param.by_ref.is_some() { param.align.into() } else { 1 });
        offset = offset.next_multiple_of(align);
        params.push(ParamInfo {
            name: param.name.clone(),
            offset: offset as u32,
            size: types.size(ty) as u32,
            align: align as u32,
            kind: ParamKind::Value,
        });
        offset += types.size(ty);
    }
    KernelMetadata { name: func.name.clone(), params, params_size: offset as u32, ..KernelMetadata::default() }
}

pub(crate) fn dump(module: &Module) -> String {
    let func = &module.functions[kernel_of(module, "test").unwrap()];
    let mut text = String::new();
    for &block in &func.layout {
        text += &format!("{block}:\n");
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            text += &format!("  {inst}: {} = {:?}\n", module.ctx.types.display(data.ty), data.op);
        }
    }
    text
}

/// Nothing that emit cannot say is left.
pub(crate) fn check_form(module: &Module) {
    let func = &module.functions[kernel_of(module, "test").unwrap()];
    let types = &module.ctx.types;
    assert!(func.params.is_empty(), "function parameters remain");
    for (_, inst) in func.linked_insts() {
        let data = &func.insts[inst];
        let is_gep = matches!(data.op, Op::Gep { .. });
        assert!(is_gep || types.pointee_space(data.ty).is_none(), "a pointer remains: {:?}", data.op);
        assert!(!matches!(data.op, Op::Alloca { .. }), "an alloca remains");
        if let Some(bits) = types.int_bits(data.ty) {
            assert!(matches!(bits, 1 | 8 | 16 | 32 | 64), "an i{bits} remains: {:?}", data.op);
        }
        if types.vector_parts(data.ty).is_some() {
            let fine = matches!(data.op, Op::Load { .. } | Op::InsertElement { .. });
            assert!(fine, "a vector remains: {:?}", data.op);
        }
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
}

#[test]
fn saxpy_reaches_the_emittable_form() {
    let mut case = Case::new(
        "define amdgpu_kernel void @saxpy(ptr addrspace(1) %y, i32 %n, float %a) {
           %t = call i32 @hip.thread.id.x()
           %b = call i32 @hip.block.id.x()
           %d = call i32 @hip.block.dim.x()
           %m = mul i32 %b, %d
           %i = add i32 %m, %t
           %c = icmp slt i32 %i, %n
           br i1 %c, label %then, label %end
         then:
           %w = sext i32 %i to i64
           %p = getelementptr inbounds float, ptr addrspace(1) %y, i64 %w
           %v = load float, ptr addrspace(1) %p, align 4
           %s = fmul float %v, %a
           store float %s, ptr addrspace(1) %p, align 4
           br label %end
         end:
           ret void
         }",
    );
    case.block = [8, 1, 1];
    case.grid = [3, 1, 1];
    case.input = (0..24).flat_map(|i| (i as f32).to_le_bytes()).collect();
    case.args = [20u32.to_le_bytes(), 2f32.to_le_bytes()].concat();
    let out = words(&case.check());
    assert_eq!(f32::from_bits(out[19]), 38.0);
    assert_eq!(f32::from_bits(out[20]), 20.0);
}

const REDUCTION: &str = "@tile = internal addrspace(3) global [64 x float] undef, align 4
define amdgpu_kernel void @reduce(ptr addrspace(1) %y) {
 entry:
   %t = call i32 @hip.thread.id.x()
   %w = zext i32 %t to i64
   %g = getelementptr inbounds float, ptr addrspace(1) %y, i64 %w
   %v = load float, ptr addrspace(1) %g, align 4
   %s = getelementptr inbounds [64 x float], ptr addrspace(3) @tile, i32 0, i32 %t
   store float %v, ptr addrspace(3) %s, align 4
   fence syncscope(\"workgroup\") release
   call void @hip.barrier()
   fence syncscope(\"workgroup\") acquire
   br label %loop
 loop:
   %h = phi i32 [ 32, %entry ], [ %next, %latch ]
   %c = icmp ult i32 %t, %h
   br i1 %c, label %then, label %latch
 then:
   %o = add i32 %t, %h
   %q = getelementptr inbounds [64 x float], ptr addrspace(3) @tile, i32 0, i32 %o
   %a = load float, ptr addrspace(3) %q, align 4
   %b = load float, ptr addrspace(3) %s, align 4
   %sum = fadd float %a, %b
   store float %sum, ptr addrspace(3) %s, align 4
   br label %latch
 latch:
   fence syncscope(\"workgroup\") release
   call void @hip.barrier()
   fence syncscope(\"workgroup\") acquire
   %next = lshr i32 %h, 1
   %more = icmp ne i32 %next, 0
   br i1 %more, label %loop, label %done
 done:
   %first = icmp eq i32 %t, 0
   br i1 %first, label %write, label %end
 write:
   %r = load float, ptr addrspace(3) @tile, align 4
   store float %r, ptr addrspace(1) %y, align 4
   br label %end
 end:
   ret void
}";

#[test]
fn a_block_reduction_uses_one_float_array() {
    let mut case = Case::new(REDUCTION);
    case.block = [64, 1, 1];
    case.input = (0..64).flat_map(|i| (i as f32).to_le_bytes()).collect();
    let out = words(&case.check());
    assert_eq!(f32::from_bits(out[0]), 2016.0);
    let module = case.lowered().unwrap();
    let shared: Vec<_> = module.globals.values().collect();
    assert_eq!(shared.len(), 1);
    assert_eq!(module.ctx.types.display(shared[0].ty), "[64 x float]");
}

#[test]
fn too_much_shared_memory_names_kernel_bytes_and_device() {
    let mut case = Case::new(&REDUCTION.replace("64 x float", "9000 x float"));
    case.block = [64, 1, 1];
    let error = case.lowered().unwrap_err().to_string();
    assert!(error.contains("reduce") && error.contains("36000") && error.contains("baseline"), "{error}");
}
