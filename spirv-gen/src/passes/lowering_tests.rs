//! Lowering keeps the meaning: each kernel runs in the interpreter as written and as lowered, and must leave the same bytes.
//!
//! Kernels take one pointer to a buffer as their first argument. The lowered form is also checked for what emit relies on.

use crate::error::CompileError;
use crate::ir::interp::{Launch, Machine};
use crate::ir::module::Module;
use crate::ir::parse::parse_module;
use crate::ir::print::print_module;
use crate::ir::verify::verify_emittable;
use crate::passes::abi::kernel_metadata::describe;
use crate::passes::walk::kernel_of;
use crate::passes::{DeviceContext, LaunchShape, run_device};
use crate::target::Target;

/// HIP's lanes per warp.
const WARP: u32 = 32;

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
        let metadata = describe(&module, &module.functions[kernel_of(&module, "test")?], WARP)?;
        let shape = LaunchShape { block: self.block, dynamic_shared: self.dynamic_shared };
        run_device(&mut module, &DeviceContext { target: &self.target, shape, metadata: &metadata })?;
        Ok(module)
    }

    pub fn run(&self, module: &Module) -> Vec<u8> {
        let mut machine = Machine::new(module).expect("globals");
        let buffer = machine.device.allocate(self.input.len() as u64);
        machine.device.bytes(buffer, self.input.len() as u64).unwrap().copy_from_slice(&self.input);
        let mut args = buffer.to_le_bytes().to_vec();
        args.extend(&self.args);
        let kernel = kernel_of(module, "test").unwrap();
        let launch =
            Launch { args, dynamic_shared: self.dynamic_shared, warp_size: WARP, ..Launch::new(self.grid, self.block) };
        machine.launch(kernel, &launch).unwrap_or_else(|f| panic!("{f}\n{}", dump(module)));
        machine.device.bytes(buffer, self.input.len() as u64).unwrap().to_vec()
    }

    /// Runs both forms; returns what they agree on.
    pub fn check(&self) -> Vec<u8> {
        let before = self.run(&parse_module(&self.text).expect("the test's text parses"));
        let module = self.lowered().unwrap_or_else(|e| panic!("{e}"));
        verify_emittable(&module).unwrap_or_else(|e| panic!("{e}\n{}", dump(&module)));
        let after = self.run(&module);
        if before != after {
            let at = before.iter().zip(&after).position(|(a, b)| a != b).unwrap_or(0);
            let range = at / 128 * 128..(at / 128 * 128 + 128).min(before.len());
            panic!(
                "lowering changed byte {at}\n{:x?}\n{:x?}\n{}",
                &before[range.clone()],
                &after[range],
                dump(&module)
            );
        }
        after
    }
}

pub(crate) fn dump(module: &Module) -> String {
    print_module(module)
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

/// Bytes that look random, the same in every run.
pub(crate) fn noise(len: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..len).map(next).collect()
}

/// A kernel whose `body` stores into `%out`, a place behind the inputs `%a`, `%b` of type `ty` loaded from the buffer. Each
/// of 16 threads has 128 bytes: a at 0, b at 32, c at 64, out at 96.
pub(crate) fn per_thread(ty: &str, body: &str) -> String {
    format!(
        "define amdgpu_kernel void @k(ptr addrspace(1) %buf) {{
entry:
  %t = call i32 @hip.thread.id.x()
  %w = zext i32 %t to i64
  %pa = getelementptr [128 x i8], ptr addrspace(1) %buf, i64 %w
  %pb = getelementptr i8, ptr addrspace(1) %pa, i64 32
  %pc = getelementptr i8, ptr addrspace(1) %pa, i64 64
  %out = getelementptr i8, ptr addrspace(1) %pa, i64 96
  %a = load {ty}, ptr addrspace(1) %pa, align 16
  %b = load {ty}, ptr addrspace(1) %pb, align 16
  %c = load {ty}, ptr addrspace(1) %pc, align 16
{body}
  ret void
}}"
    )
}

/// Runs `body` over noise with some small and extreme numbers in it.
pub(crate) fn check_body(ty: &str, body: &str) -> Vec<u8> {
    let mut case = Case::new(&per_thread(ty, body));
    case.block = [16, 1, 1];
    case.input = inputs();
    case.check()
}

pub(crate) fn inputs() -> Vec<u8> {
    let mut bytes = noise(16 * 128, 7);
    for (thread, fill) in [(1usize, 0u8), (2, 0xff), (3, 1), (4, 0x80)] {
        bytes[thread * 128..thread * 128 + 32].fill(fill);
    }
    for (thread, fill) in [(5usize, 0u8), (6, 0xff), (3, 1), (2, 0xff)] {
        bytes[thread * 128 + 32..thread * 128 + 64].fill(fill);
    }
    // Small positive numbers, for shifts by them.
    for thread in 8..16usize {
        bytes[thread * 128 + 32..thread * 128 + 64].fill(0);
        bytes[thread * 128 + 32] = thread as u8 - 8;
    }
    bytes
}

#[test]
fn integers_of_odd_widths_compute_as_written() {
    for ty in ["i3", "i8", "i13", "i16", "i24", "i33", "i48", "i63", "i65", "i96", "i127", "i128"] {
        for op in ["add", "sub", "mul", "and", "or", "xor"] {
            check_body(ty, &format!("%r = {op} {ty} %a, %b\nstore {ty} %r, ptr addrspace(1) %out"));
        }
        for op in ["udiv", "sdiv", "urem", "srem"] {
            let body = format!(
                "%z = icmp eq {ty} %b, 0\n%m = icmp eq {ty} %b, -1\n%zm = or i1 %z, %m
                 %d = select i1 %zm, {ty} 3, {ty} %b
                 %r = {op} {ty} %a, %d\nstore {ty} %r, ptr addrspace(1) %out"
            );
            check_body(ty, &body);
        }
        for op in ["shl", "lshr", "ashr"] {
            let body = format!("%s = and {ty} %b, 2\n%r = {op} {ty} %a, %s\nstore {ty} %r, ptr addrspace(1) %out");
            check_body(ty, &body);
        }
    }
}

#[test]
fn comparisons_and_extensions_of_odd_widths_see_the_sign() {
    for ty in ["i1", "i5", "i8", "i16", "i24", "i37", "i100", "i127"] {
        for pred in ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"] {
            let body =
                format!("%c1 = icmp {pred} {ty} %a, %b\n%r = zext i1 %c1 to i32\nstore i32 %r, ptr addrspace(1) %out");
            check_body(ty, &body);
        }
        for op in ["sext", "zext", "sitofp", "uitofp"] {
            let to = if op.ends_with("fp") { "double" } else { "i128" };
            let body = format!("%r = {op} {ty} %a to {to}\nstore {to} %r, ptr addrspace(1) %out");
            check_body(ty, &body);
        }
    }
}

#[test]
fn bits_are_counted_at_every_width() {
    for ty in ["i8", "i16", "i32", "i64", "i24", "i40", "i128", "i77"] {
        for (name, flag) in [("ctlz", ", i1 false"), ("cttz", ", i1 false"), ("ctpop", ""), ("bitreverse", "")] {
            let body = format!("%r = call {ty} @llvm.{name}.{ty}({ty} %a{flag})\nstore {ty} %r, ptr addrspace(1) %out");
            check_body(ty, &body);
        }
        for name in ["smax", "smin", "umax", "umin"] {
            let body =
                format!("%r = call {ty} @llvm.{name}.{ty}({ty} %a, {ty} %b)\nstore {ty} %r, ptr addrspace(1) %out");
            check_body(ty, &body);
        }
    }
}

#[test]
fn vectors_of_every_shape_are_taken_apart() {
    for ty in ["<2 x i32>", "<3 x float>", "<4 x i8>", "<8 x i16>", "<4 x float>", "<5 x i32>", "<8 x i1>", "<3 x i24>"]
    {
        let op = if ty.contains("float") { "fadd" } else { "add" };
        check_body(ty, &format!("%r = {op} {ty} %a, %b\nstore {ty} %r, ptr addrspace(1) %out, align 16"));
        check_body(
            ty,
            &format!(
                "%f = icmp slt i32 %t, 7\n%r = select i1 %f, {ty} %a, {ty} %b\nstore {ty} %r, ptr addrspace(1) %out, align 4"
            ),
        );
    }
    check_body(
        "<4 x i32>",
        "%r = shufflevector <4 x i32> %a, <4 x i32> %b, <3 x i32> <i32 5, i32 0, i32 3>\nstore <3 x i32> %r, ptr addrspace(1) %out, align 16",
    );
    check_body(
        "<4 x i32>",
        "%i = and i32 %t, 3\n%x = extractelement <4 x i32> %a, i32 %i\n%r = insertelement <4 x i32> %b, i32 %x, i32 %i\nstore <4 x i32> %r, ptr addrspace(1) %out, align 4",
    );
    check_body("<2 x i32>", "%r = bitcast <2 x i32> %a to i64\nstore i64 %r, ptr addrspace(1) %out");
    check_body(
        "i64",
        "%r = bitcast i64 %a to <4 x i16>\n%s = add <4 x i16> %r, <i16 1, i16 2, i16 3, i16 4>\nstore <4 x i16> %s, ptr addrspace(1) %out",
    );
    check_body("<4 x i8>", "%r = bitcast <4 x i8> %a to float\nstore float %r, ptr addrspace(1) %out");
    check_body("<16 x i1>", "%r = bitcast <16 x i1> %a to i16\nstore i16 %r, ptr addrspace(1) %out");
}

#[test]
fn unaligned_accesses_move_in_pieces() {
    for ty in ["i32", "i64", "double", "<4 x float>", "i24", "i16"] {
        for align in [1, 2, 4] {
            let body = format!(
                "%q = getelementptr i8, ptr addrspace(1) %pa, i64 {align}\n%v = load {ty}, ptr addrspace(1) %q, align {align}
                 %o = getelementptr i8, ptr addrspace(1) %out, i64 {align}\nstore {ty} %v, ptr addrspace(1) %o, align {align}"
            );
            check_body(ty, &body);
        }
    }
}

/// A device without float atomics, and one with all of them.
fn poor_and_rich() -> [Target; 2] {
    let all = crate::target::AtomicSupport {
        i64: true,
        f16_add: true,
        f32_add: true,
        f64_add: true,
        f16_min_max: true,
        f32_min_max: true,
        f64_min_max: true,
    };
    [Target::baseline(), Target { buffer_atomics: all, shared_atomics: all, ..Target::baseline() }]
}

#[test]
fn atomics_of_every_kind_in_device_memory() {
    let ints =
        ["add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin", "xchg", "uinc_wrap", "udec_wrap"];
    for target in poor_and_rich() {
        for (ty, ops) in [
            ("i8", &ints[..]),
            ("i16", &ints[..]),
            ("i32", &ints[..]),
            ("i64", &ints[..]),
            ("float", &["fadd", "fsub", "fmax", "fmin", "xchg"][..]),
            ("double", &["fadd", "fmax"][..]),
            ("half", &["fadd", "fmin"][..]),
        ] {
            for op in ops {
                let body = format!(
                    "%p = getelementptr {ty}, ptr addrspace(1) %pa, i64 2
                     %old = atomicrmw {op} ptr addrspace(1) %p, {ty} %b syncscope(\"agent\") acq_rel, align 2
                     store {ty} %old, ptr addrspace(1) %out"
                );
                let mut case = Case::new(&per_thread(ty, &body));
                case.block = [16, 1, 1];
                case.target = target.clone();
                case.input = inputs();
                if !ops.contains(&"add") {
                    // Small numbers, so that no result is a NaN whose bits are anybody's choice.
                    for (i, byte) in case.input.iter_mut().enumerate() {
                        *byte = [0, 0, 0, 0x3c, 1, 2, 0x40, 0x3f][(i * 5 + i / 32) % 8];
                    }
                }
                case.check();
            }
        }
    }
}

#[test]
fn a_packed_half_addition_adds_each_half() {
    let run = |body: &str, lowered: bool| {
        let mut case = Case::new(&per_thread("<2 x half>", body));
        case.block = [16, 1, 1];
        case.input = inputs().iter().enumerate().map(|(i, b)| [*b, 0x3c][i % 2]).collect();
        if lowered { case.run(&case.lowered().unwrap()) } else { case.check() }
    };
    let atomic = "%old = atomicrmw fadd ptr addrspace(1) %pc, <2 x half> %b syncscope(\"agent\") monotonic, align 4
                  store <2 x half> %old, ptr addrspace(1) %out";
    let plain = "%s = fadd <2 x half> %c, %b
                 store <2 x half> %s, ptr addrspace(1) %pc
                 store <2 x half> %c, ptr addrspace(1) %out";
    assert_eq!(run(atomic, true), run(plain, false));
}

#[test]
fn compare_exchange_at_every_width() {
    for ty in ["i8", "i16", "i32", "i64"] {
        for weak in ["", "weak "] {
            let body = format!(
                "%q = getelementptr {ty}, ptr addrspace(1) %pa, i64 1
                 %seen = load {ty}, ptr addrspace(1) %q
                 %is = icmp slt i32 %t, 9
                 %e = select i1 %is, {ty} %seen, {ty} %b
                 %pair = cmpxchg {weak}ptr addrspace(1) %q, {ty} %e, {ty} %c seq_cst seq_cst
                 %old = extractvalue {{ {ty}, i1 }} %pair, 0
                 %ok = extractvalue {{ {ty}, i1 }} %pair, 1
                 %okw = zext i1 %ok to i32
                 store {ty} %old, ptr addrspace(1) %out
                 %o = getelementptr i8, ptr addrspace(1) %out, i64 8
                 store i32 %okw, ptr addrspace(1) %o"
            );
            check_body(ty, &body);
        }
    }
}

#[test]
fn a_shared_histogram_of_bytes_shares_words_between_lanes() {
    let text = "@h = internal addrspace(3) global [64 x i8] undef, align 1
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %t = call i32 @hip.thread.id.x()
  %p = getelementptr inbounds [64 x i8], ptr addrspace(3) @h, i32 0, i32 %t
  %t8 = trunc i32 %t to i8
  store i8 %t8, ptr addrspace(3) %p
  fence syncscope(\"workgroup\") release
  call void @hip.barrier()
  fence syncscope(\"workgroup\") acquire
  %n = and i32 %t, 7
  %q = getelementptr inbounds [64 x i8], ptr addrspace(3) @h, i32 0, i32 %n
  %old = atomicrmw add ptr addrspace(3) %q, i8 3 syncscope(\"workgroup\") monotonic
  call void @hip.barrier()
  %v = load i8, ptr addrspace(3) %p
  %word = and i32 %t, 60
  %wp = getelementptr inbounds i8, ptr addrspace(3) @h, i32 %word
  %w = load i32, ptr addrspace(3) %wp, align 1
  %vw = zext i8 %v to i32
  %x = xor i32 %w, %vw
  %i = zext i32 %t to i64
  %o = getelementptr i32, ptr addrspace(1) %buf, i64 %i
  store i32 %x, ptr addrspace(1) %o
  ret void
}";
    let mut case = Case::new(text);
    case.block = [64, 1, 1];
    case.check();
    let module = case.lowered().unwrap();
    let types: Vec<_> = module.globals.values().map(|g| module.ctx.types.display(g.ty)).collect();
    assert_eq!(types, ["[16 x i32]"]);
}

#[test]
fn dynamic_shared_arrays_start_behind_the_static_ones_and_at_one_place() {
    let text = "@s = internal addrspace(3) global [4 x i32] undef, align 4
@d1 = external addrspace(3) global [0 x i32], align 4
@d2 = external addrspace(3) global [0 x double], align 8
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %t = call i32 @hip.thread.id.x()
  %p1 = getelementptr inbounds [0 x i32], ptr addrspace(3) @d1, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %p1
  %m = and i32 %t, 3
  %ps = getelementptr inbounds [4 x i32], ptr addrspace(3) @s, i32 0, i32 %m
  store i32 %t, ptr addrspace(3) %ps
  call void @hip.barrier()
  %p2 = getelementptr inbounds [0 x double], ptr addrspace(3) @d2, i32 0, i32 %m
  %v = load double, ptr addrspace(3) %p2
  %s = load i32, ptr addrspace(3) %ps
  %i = zext i32 %t to i64
  %o = getelementptr [16 x i8], ptr addrspace(1) %buf, i64 %i
  store double %v, ptr addrspace(1) %o
  %o2 = getelementptr i8, ptr addrspace(1) %o, i64 8
  store i32 %s, ptr addrspace(1) %o2
  ret void
}";
    let mut case = Case::new(text);
    case.block = [16, 1, 1];
    case.dynamic_shared = 64;
    case.check();
    let module = case.lowered().unwrap();
    let types: Vec<_> = module.globals.values().map(|g| module.ctx.types.display(g.ty)).collect();
    assert_eq!(types, ["[4 x i32]", "[16 x i32]"]);
}

#[test]
fn private_arrays_are_indexed_punned_and_vectorised() {
    for (elem, access, align) in
        [("i32", "i32", 4), ("i32", "i16", 2), ("double", "i8", 1), ("float", "<4 x float>", 16)]
    {
        let len = 16;
        let body = format!(
            "%arr = alloca [{len} x {elem}], align 16, addrspace(5)
             %m = and i32 %t, 3
             %zero = getelementptr [{len} x {elem}], ptr addrspace(5) %arr, i32 0, i32 0
             br label %fill
           fill:
             %i = phi i32 [ 0, %entry ], [ %j, %fill ]
             %e = getelementptr inbounds [{len} x {elem}], ptr addrspace(5) %arr, i32 0, i32 %i
             store {elem} %a, ptr addrspace(5) %e
             %j = add i32 %i, 1
             %more = icmp ult i32 %j, {len}
             br i1 %more, label %fill, label %then
           then:
             %q = getelementptr inbounds {access}, ptr addrspace(5) %zero, i32 %m
             %v = load {access}, ptr addrspace(5) %q, align {align}
             store {access} %v, ptr addrspace(1) %out, align {align}"
        );
        check_body(elem, &body);
    }
}

#[test]
fn arrays_that_a_select_joins_live_in_one_variable() {
    let text = "@x = internal addrspace(3) global [8 x i32] undef, align 4
@y = internal addrspace(3) global [8 x i32] undef, align 4
@z = internal addrspace(3) global [8 x float] undef, align 4
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %t = call i32 @hip.thread.id.x()
  %px = getelementptr inbounds [8 x i32], ptr addrspace(3) @x, i32 0, i32 %t
  %py = getelementptr inbounds [8 x i32], ptr addrspace(3) @y, i32 0, i32 %t
  %pz = getelementptr inbounds [8 x float], ptr addrspace(3) @z, i32 0, i32 %t
  store i32 1, ptr addrspace(3) %px
  store i32 2, ptr addrspace(3) %py
  store float 3.0, ptr addrspace(3) %pz
  %odd = trunc i32 %t to i1
  %p = select i1 %odd, ptr addrspace(3) @x, ptr addrspace(3) @y
  %q = getelementptr inbounds i32, ptr addrspace(3) %p, i32 %t
  %v = load i32, ptr addrspace(3) %q
  %f = load float, ptr addrspace(3) %pz
  %w = fptoui float %f to i32
  %s = add i32 %v, %w
  %i = zext i32 %t to i64
  %o = getelementptr i32, ptr addrspace(1) %buf, i64 %i
  store i32 %s, ptr addrspace(1) %o
  ret void
}";
    let mut case = Case::new(text);
    case.block = [8, 1, 1];
    assert_eq!(words(&case.check())[..4], [5, 4, 5, 4]);
    let module = case.lowered().unwrap();
    let types: Vec<_> = module.globals.values().map(|g| module.ctx.types.display(g.ty)).collect();
    assert_eq!(types, ["[16 x i32]", "[8 x float]"]);
}

#[test]
fn generic_pointers_are_told_apart_at_the_access() {
    let text = "@s = internal addrspace(3) global [16 x i32] undef, align 4
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %t = call i32 @hip.thread.id.x()
  %own = alloca i32, align 4, addrspace(5)
  store i32 77, ptr addrspace(5) %own
  %ps = getelementptr inbounds [16 x i32], ptr addrspace(3) @s, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %ps
  %i = zext i32 %t to i64
  %pg = getelementptr [16 x i8], ptr addrspace(1) %buf, i64 %i
  %gs = addrspacecast ptr addrspace(3) %ps to ptr
  %gg = addrspacecast ptr addrspace(1) %pg to ptr
  %go = addrspacecast ptr addrspace(5) %own to ptr
  %m = urem i32 %t, 3
  %c0 = icmp eq i32 %m, 0
  %c1 = icmp eq i32 %m, 1
  %s1 = select i1 %c0, ptr %gs, ptr %gg
  %g = select i1 %c1, ptr %go, ptr %s1
  %v = load i32, ptr %g, align 4
  %v2 = add i32 %v, 1
  store i32 %v2, ptr %g, align 4
  %old = atomicrmw add ptr %g, i32 5 monotonic
  %pair = cmpxchg ptr %g, i32 %v2, i32 9 monotonic monotonic
  %seen = extractvalue { i32, i1 } %pair, 0
  %iss = call i1 @hip.is.shared(ptr %g)
  %r1 = load i32, ptr addrspace(3) %ps
  %r2 = load i32, ptr addrspace(5) %own
  %sum1 = add i32 %old, %seen
  %flag = select i1 %iss, i32 1000, i32 0
  %sum2 = add i32 %sum1, %flag
  %o1 = getelementptr i32, ptr addrspace(1) %pg, i64 1
  store i32 %sum2, ptr addrspace(1) %o1
  %o2 = getelementptr i32, ptr addrspace(1) %pg, i64 2
  store i32 %r1, ptr addrspace(1) %o2
  %o3 = getelementptr i32, ptr addrspace(1) %pg, i64 3
  store i32 %r2, ptr addrspace(1) %o3
  ret void
}";
    let mut case = Case::new(text);
    case.block = [16, 1, 1];
    case.input = noise(256, 3);
    case.check();
}

#[test]
fn structures_by_value_are_read_in_place_or_indexed_in_memory() {
    let head = "define amdgpu_kernel void @k(ptr addrspace(1) %buf, ptr addrspace(4) byref({ i8, i16, double, [4 x i32], i64 }) align 8 %s, i8 %x, half %h, <3 x float> %v) {
  %t = call i32 @hip.thread.id.x()
  %i = zext i32 %t to i64
  %o = getelementptr [64 x i8], ptr addrspace(1) %buf, i64 %i
";
    let constant = "
  %p1 = getelementptr i8, ptr addrspace(4) %s, i64 2
  %a = load i16, ptr addrspace(4) %p1, align 2
  %p2 = getelementptr { i8, i16, double, [4 x i32], i64 }, ptr addrspace(4) %s, i64 0, i32 2
  %b = load double, ptr addrspace(4) %p2, align 8
  %p3 = getelementptr i8, ptr addrspace(4) %s, i64 20
  %c = load <3 x i32>, ptr addrspace(4) %p3, align 4
  store i16 %a, ptr addrspace(1) %o
  %o1 = getelementptr i8, ptr addrspace(1) %o, i64 8
  store double %b, ptr addrspace(1) %o1
  %o2 = getelementptr i8, ptr addrspace(1) %o, i64 16
  store <3 x i32> %c, ptr addrspace(1) %o2
  %o3 = getelementptr i8, ptr addrspace(1) %o, i64 32
  store i8 %x, ptr addrspace(1) %o3
  %o4 = getelementptr i8, ptr addrspace(1) %o, i64 34
  store half %h, ptr addrspace(1) %o4
  %o5 = getelementptr i8, ptr addrspace(1) %o, i64 48
  store <3 x float> %v, ptr addrspace(1) %o5
  ret void
}";
    let indexed = "
  %m = and i64 %i, 3
  %q = getelementptr inbounds { i8, i16, double, [4 x i32], i64 }, ptr addrspace(4) %s, i64 0, i32 3, i64 %m
  %d = load i32, ptr addrspace(4) %q, align 4
  store i32 %d, ptr addrspace(1) %o
  ret void
}";
    for (body, in_memory) in [(constant, false), (indexed, true)] {
        let mut case = Case::new(&format!("{head}{body}"));
        case.block = [8, 1, 1];
        case.args = noise(80, 11);
        case.check();
        let text = dump(&case.lowered().unwrap());
        assert_eq!(text.contains("hip.param.address"), in_memory);
    }
}

#[test]
fn thread_indices_come_from_the_linear_one() {
    let text = "define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %x = call i32 @hip.thread.id.x()
  %y = call i32 @hip.thread.id.y()
  %z = call i32 @hip.thread.id.z()
  %dx = call i32 @hip.block.dim.x()
  %dy = call i32 @hip.block.dim.y()
  %gx = call i32 @hip.grid.dim.x()
  %bx = call i32 @hip.block.id.x()
  %r = mul i32 %z, %dy
  %r1 = add i32 %r, %y
  %r2 = mul i32 %r1, %dx
  %l = add i32 %r2, %x
  %b = mul i32 %bx, 64
  %i = add i32 %b, %l
  %w = zext i32 %i to i64
  %o = getelementptr [16 x i8], ptr addrspace(1) %buf, i64 %w
  store i32 %x, ptr addrspace(1) %o
  %o1 = getelementptr i32, ptr addrspace(1) %o, i64 1
  store i32 %y, ptr addrspace(1) %o1
  %o2 = getelementptr i32, ptr addrspace(1) %o, i64 2
  store i32 %z, ptr addrspace(1) %o2
  %o3 = getelementptr i32, ptr addrspace(1) %o, i64 3
  store i32 %gx, ptr addrspace(1) %o3
  ret void
}";
    for block in [[64, 1, 1], [8, 8, 1], [3, 5, 4], [1, 7, 1], [1, 1, 9], [6, 1, 7]] {
        let mut case = Case::new(text);
        case.block = block;
        case.grid = [2, 1, 1];
        case.input = vec![0; 2048];
        case.check();
    }
    let mut case = Case::new(text);
    case.block = [64, 32, 1];
    assert!(case.lowered().unwrap_err().to_string().contains("2048 threads"));
}

/// Floats whose operations go wrong easily: near each other, near the ends of the range, special.
pub(crate) fn awkward_floats(bits: u32, fraction: u32, seed: u64, count: usize) -> Vec<u8> {
    let exponent_bits = bits - 1 - fraction;
    let top = (1u64 << exponent_bits) - 1;
    let bytes = noise(count * 16, seed);
    let mut out = Vec::new();
    for chunk in bytes.chunks_exact(16) {
        let random = u64::from_le_bytes(chunk[..8].try_into().unwrap());
        let exponent = match chunk[8] % 8 {
            0 => 0,
            1 => top,
            2 => u64::from(chunk[9] % 4),
            3 => top - 1 - u64::from(chunk[9] % 3),
            4 => (top / 2 + u64::from(chunk[9])) % top,
            _ => top / 2 - 8 + u64::from(chunk[9] % 16),
        };
        let mantissa = match chunk[10] % 6 {
            0 => 0,
            1 => (1 << fraction) - 1,
            2 => 1 << (random % u64::from(fraction)),
            3 => random & 7,
            _ => random & ((1 << fraction) - 1),
        };
        let sign = u64::from(chunk[11] & 1) << (bits - 1);
        let value = sign | (exponent << fraction) | mantissa;
        out.extend(&value.to_le_bytes()[..bits as usize / 8]);
    }
    out
}

/// `out[i] = op(a[i], b[i], c[i])` over awkward floats; NaNs count as equal.
fn check_floats(ty: &str, body: &str, target: Target) {
    let (bits, fraction) = match ty {
        "half" => (16, 10),
        "bfloat" => (16, 7),
        "float" => (32, 23),
        _ => (64, 52),
    };
    let size = bits as usize / 8;
    for seed in 1..3 {
        let mut case = Case::new(&per_thread(ty, body));
        case.block = [256, 1, 1];
        case.target = target.clone();
        let values = awkward_floats(bits, fraction, seed, 256 * 3);
        case.input = vec![0; 256 * 128];
        for thread in 0..256 {
            for operand in 0..3 {
                let at = thread * 128 + operand * 32;
                let from = (thread * 3 + operand) * size;
                case.input[at..at + size].copy_from_slice(&values[from..from + size]);
            }
            // Some integers for ldexp.
            case.input[thread * 128 + 48..thread * 128 + 52]
                .copy_from_slice(&(((thread as i32) - 128) * 19).to_le_bytes());
        }
        case.check();
    }
}

#[test]
fn fused_multiply_add_rounds_once_on_a_device_that_does_not() {
    for ty in ["half", "float", "double"] {
        let body = format!("%r = call {ty} @llvm.fma({ty} %a, {ty} %b, {ty} %c)\nstore {ty} %r, ptr addrspace(1) %out");
        check_floats(ty, &body, Target::lavapipe());
    }
}

#[test]
fn products_that_a_sum_nearly_cancels_are_fused_exactly() {
    // c is -a*b as rounded, so the result is the product's rounding error.
    for ty in ["float", "double"] {
        let body = format!(
            "%p = fmul {ty} %a, %b\n%n = fneg {ty} %p\n%r = call {ty} @llvm.fma({ty} %a, {ty} %b, {ty} %n)
             store {ty} %r, ptr addrspace(1) %out"
        );
        check_floats(ty, &body, Target::lavapipe());
    }
}

#[test]
fn float_remainders_and_scalings_are_exact() {
    for ty in ["half", "float", "double"] {
        check_floats(ty, &format!("%r = frem {ty} %a, %b\nstore {ty} %r, ptr addrspace(1) %out"), Target::baseline());
        let scaled = format!(
            "%q = getelementptr i8, ptr addrspace(1) %pa, i64 48\n%n = load i32, ptr addrspace(1) %q
             %r = call {ty} @llvm.ldexp({ty} %a, i32 %n)\nstore {ty} %r, ptr addrspace(1) %out"
        );
        check_floats(ty, &scaled, Target::baseline());
    }
}

#[test]
fn float_functions_that_vulkan_lacks_compute_as_llvm_says() {
    for ty in ["half", "float", "double"] {
        for name in ["copysign", "minimum", "maximum", "minnum", "maxnum"] {
            let body = format!("%r = call {ty} @llvm.{name}({ty} %a, {ty} %b)\nstore {ty} %r, ptr addrspace(1) %out");
            check_floats(ty, &body, Target::baseline());
        }
        for name in ["rint", "nearbyint", "round", "roundeven", "canonicalize", "sqrt", "trunc"] {
            let body = format!("%r = call {ty} @llvm.{name}({ty} %a)\nstore {ty} %r, ptr addrspace(1) %out");
            check_floats(ty, &body, Target::baseline());
        }
    }
}

#[test]
fn corrected_division_keeps_an_exact_quotient() {
    for body in ["%r = fdiv float %a, %b", "%r = call float @llvm.sqrt.f32(float %a)"] {
        check_floats("float", &format!("{body}\nstore float %r, ptr addrspace(1) %out"), Target::baseline());
    }
}

#[test]
fn a_device_without_doubles_is_named() {
    let mut case = Case::new(&per_thread("double", "%r = fadd double %a, %b\nstore double %r, ptr addrspace(1) %out"));
    case.target = Target { float64: false, name: "small".into(), ..Target::baseline() };
    let error = case.lowered().unwrap_err().to_string();
    assert!(error.contains("'small' lacks double"), "{error}");
}

#[test]
fn shifts_of_128_bits_by_any_amount() {
    for op in ["shl", "lshr", "ashr"] {
        for amount in [0, 1, 31, 32, 63, 64, 65, 100, 127] {
            check_body("i128", &format!("%r = {op} i128 %a, {amount}\nstore i128 %r, ptr addrspace(1) %out"));
        }
        let body = format!("%s = and i128 %c, 127\n%r = {op} i128 %a, %s\nstore i128 %r, ptr addrspace(1) %out");
        check_body("i128", &body);
    }
}

#[test]
fn wide_integers_and_floats_round_once_into_each_other() {
    for ty in ["half", "float", "double"] {
        for op in ["uitofp", "sitofp"] {
            for shift in [0, 40, 63, 64, 72, 110] {
                let body = format!(
                    "%s = lshr i128 %a, {shift}\n%r = {op} i128 %s to {ty}\nstore {ty} %r, ptr addrspace(1) %out"
                );
                check_body("i128", &body);
            }
        }
    }
    for ty in ["float", "double"] {
        for op in ["fptoui", "fptosi"] {
            let body = format!(
                "%i = lshr i128 %a, 9\n%f = uitofp i128 %i to {ty}\n%neg = fneg {ty} %f
                 %odd = trunc i32 %t to i1\n%sel = select i1 %odd, {ty} {}, {ty} %f
                 %r = {op} {ty} %sel to i128\nstore i128 %r, ptr addrspace(1) %out",
                if op == "fptosi" { "%neg" } else { "%f" }
            );
            check_body("i128", &body);
        }
    }
}

#[test]
fn wide_values_pass_loops_selects_and_switches() {
    let body = "br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  %v = phi i128 [ %a, %entry ], [ %ww, %latch ]
  switch i128 %v, label %other [ i128 0, label %latch
                                 i128 -1, label %minus
                                 i128 18446744073709551616, label %latch ]
minus:
  br label %latch
other:
  br label %latch
latch:
  %ww = phi i128 [ 5, %head ], [ 5, %head ], [ %b, %minus ], [ %x, %other ]
  %j = add i32 %i, 1
  %x2 = mul i128 %ww, 3
  %more = icmp ult i32 %j, 5
  br i1 %more, label %head, label %done
done:
  store i128 %x2, ptr addrspace(1) %out";
    let body = body.replace("other:\n", "other:\n  %x = add i128 %v, %b\n");
    check_body("i128", &body);
}

#[test]
fn small_floats_compute_through_float_and_round_once() {
    let no_half = Target { float16: false, ..Target::baseline() };
    for ty in ["bfloat", "half"] {
        let check =
            |body: &str| check_floats(ty, &format!("{body}\nstore {ty} %r, ptr addrspace(1) %out"), no_half.clone());
        for op in ["fadd", "fsub", "fmul", "fdiv"] {
            check(&format!("%r = {op} {ty} %a, %b"));
        }
        check(&format!("%r = call {ty} @llvm.fma({ty} %a, {ty} %b, {ty} %c)"));
        check(&format!(
            "%n = fneg {ty} %a\n%m = call {ty} @llvm.fabs({ty} %b)\n%o = fcmp olt {ty} %n, %m\n%r = select i1 %o, {ty} %m, {ty} %n"
        ));
        check(&format!(
            "%d = fpext {ty} %a to double\n%e = fmul double %d, 0x3FF0000000000001\n%r = fptrunc double %e to {ty}"
        ));
        check(&format!(
            "%q = getelementptr i8, ptr addrspace(1) %pa, i64 48\n%n = load i32, ptr addrspace(1) %q\n%r = sitofp i32 %n to {ty}"
        ));
        check(&format!("%f = fpext {ty} %a to float\n%r = fptrunc float %f to {ty}"));
        check(&format!("%s = call {ty} @llvm.floor({ty} %a)\n%r = call {ty} @llvm.sqrt({ty} %s)"));
    }
    let vectors = "%r = fadd <4 x half> %a, %b\nstore <4 x half> %r, ptr addrspace(1) %out";
    let mut case = Case::new(&per_thread("<4 x half>", vectors));
    case.block = [16, 1, 1];
    case.target = no_half;
    case.input = inputs().iter().enumerate().map(|(i, b)| if i % 2 == 1 { b & 0x3f } else { *b }).collect();
    case.check();
}

#[test]
fn vectors_pass_through_generic_pointers_and_uniform_shared_vectors_stay_whole() {
    let text = "@s = internal addrspace(3) global [16 x <4 x i32>] undef, align 16
@v = internal addrspace(3) global [16 x <4 x float>] undef, align 16
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %t = call i32 @hip.thread.id.x()
  %i = zext i32 %t to i64
  %pg = getelementptr [64 x i8], ptr addrspace(1) %buf, i64 %i
  %ps = getelementptr inbounds [16 x <4 x i32>], ptr addrspace(3) @s, i32 0, i32 %t
  %g = load <4 x i32>, ptr addrspace(1) %pg, align 16
  %g1 = add <4 x i32> %g, <i32 1, i32 2, i32 3, i32 4>
  store <4 x i32> %g1, ptr addrspace(3) %ps, align 16
  %pv = getelementptr inbounds [16 x <4 x float>], ptr addrspace(3) @v, i32 0, i32 %t
  %f = bitcast <4 x i32> %g to <4 x float>
  store <4 x float> %f, ptr addrspace(3) %pv, align 16
  %gs = addrspacecast ptr addrspace(3) %ps to ptr
  %gg = addrspacecast ptr addrspace(1) %pg to ptr
  %odd = trunc i32 %t to i1
  %p = select i1 %odd, ptr %gs, ptr %gg
  %l = load <4 x i32>, ptr %p, align 16
  %r = add <4 x i32> %l, %g
  store <4 x i32> %r, ptr %p, align 16
  %back = load <4 x i32>, ptr addrspace(3) %ps, align 16
  %o = getelementptr i8, ptr addrspace(1) %pg, i64 16
  store <4 x i32> %back, ptr addrspace(1) %o, align 16
  %w = load <4 x float>, ptr addrspace(3) %pv, align 16
  %o2 = getelementptr i8, ptr addrspace(1) %pg, i64 32
  store <4 x float> %w, ptr addrspace(1) %o2, align 16
  ret void
}";
    let mut case = Case::new(text);
    case.block = [16, 1, 1];
    case.input = noise(1024, 5);
    case.check();
    let module = case.lowered().unwrap();
    assert!(module.globals.values().any(|g| module.ctx.types.display(g.ty) == "[16 x <4 x float>]"));
}

#[test]
fn host_memory_is_translated_inside_its_window_only() {
    let text = "define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %a = load i32, ptr addrspace(1) %buf, align 4
  %p = getelementptr i32, ptr addrspace(1) %buf, i64 3
  store i32 %a, ptr addrspace(1) %p, align 4
  %old = atomicrmw add ptr addrspace(1) %buf, i32 4 monotonic
  ret void
}";
    let mut case = Case::new(text);
    case.input = noise(64, 9);
    case.check();
    let plain = case.run(&case.lowered().unwrap());
    // The buffer is below this window, so nothing changes; then the window holds it, and addresses move out of memory.
    let window = |host_base, delta| Some(crate::target::HostWindow { host_base, size: 1 << 20, delta });
    case.target.host_window = window(0x7000_0000_0000, 0x1000);
    assert_eq!(case.run(&case.lowered().unwrap()), plain);
    case.target.host_window = window(0x10_0000_0000, 16);
    let moved = case.run(&case.lowered().unwrap());
    assert_ne!(moved, plain);
    assert_eq!(moved[28..32], case.input[16..20]);
}

#[test]
fn atomics_of_every_kind_in_shared_and_private_memory() {
    for target in poor_and_rich() {
        for (space, object) in [(3, ""), (5, "%obj = alloca [64 x i64], align 8, addrspace(5)\n")] {
            for (ty, ops) in [
                ("i8", &["add", "max", "nand", "xchg"][..]),
                ("i16", &["sub", "umin", "uinc_wrap"][..]),
                ("i32", &["udec_wrap", "xor", "xchg"][..]),
                ("i64", &["add", "nand", "min"][..]),
                ("float", &["fadd", "fsub", "fmax"][..]),
                ("half", &["fadd"][..]),
                ("double", &["fadd"][..]),
            ] {
                for op in ops {
                    let name = if space == 3 { "@obj" } else { "%obj" };
                    let body = format!(
                        "{object}%p = getelementptr inbounds {ty}, ptr addrspace({space}) {name}, i32 %t
                         store {ty} %a, ptr addrspace({space}) %p
                         %old = atomicrmw {op} ptr addrspace({space}) %p, {ty} %b syncscope(\"workgroup\") seq_cst
                         %new = load atomic {ty}, ptr addrspace({space}) %p seq_cst, align {}
                         store {ty} %old, ptr addrspace(1) %out
                         %o = getelementptr i8, ptr addrspace(1) %out, i64 16
                         store {ty} %new, ptr addrspace(1) %o",
                        match ty {
                            "i8" => 1,
                            "i16" | "half" => 2,
                            "i32" | "float" => 4,
                            _ => 8,
                        }
                    );
                    let mut text = per_thread(ty, &body);
                    if space == 3 {
                        text = format!("@obj = internal addrspace(3) global [64 x i64] undef, align 8\n{text}");
                    }
                    let mut case = Case::new(&text);
                    case.block = [16, 1, 1];
                    case.target = target.clone();
                    case.input = inputs();
                    for (i, byte) in case.input.iter_mut().enumerate() {
                        *byte = [0, 0, 0, 0x3c, 1, 2, 0x40, 0x3f][(i * 5 + i / 32) % 8];
                    }
                    case.check();
                }
            }
        }
    }
}

#[test]
fn warp_shuffles_move_values_of_every_type() {
    for ty in ["i1", "i8", "i16", "i32", "i64", "i128", "float", "double", "half", "ptr addrspace(1)"] {
        for (name, by) in [("", "%lane"), (".xor", "1"), (".up", "2"), (".down", "1")] {
            let stored = match ty {
                "i1" => "%z = zext i1 %r to i32\nstore i32 %z, ptr addrspace(1) %out",
                "ptr addrspace(1)" => "store ptr addrspace(1) %r, ptr addrspace(1) %out",
                _ => "store TY %r, ptr addrspace(1) %out",
            };
            let body = format!(
                "%lane = xor i32 %t, 3\n%r = call {ty} @hip.shuffle{name}({ty} %a, i32 {by})\n{}",
                stored.replace("TY", ty)
            );
            check_body(ty, &body);
        }
        if ty != "i1" {
            let body = format!("%r = call {ty} @hip.read.first.lane({ty} %a)\nstore {ty} %r, ptr addrspace(1) %out");
            check_body(ty, &body);
        }
    }
}

#[test]
fn doubles_become_halves_in_one_rounding() {
    let body = "%r = fptrunc double %a to half\nstore half %r, ptr addrspace(1) %out";
    check_floats("double", body, Target::lavapipe());
    let near = "%h = fptrunc double %a to half\n%wd = fpext half %h to double\n%e = fmul double %wd, 0x3FF0010000000001
                %r = fptrunc double %e to half\nstore half %r, ptr addrspace(1) %out";
    check_floats("double", near, Target::lavapipe());
}
