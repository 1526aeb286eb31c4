//! Whole kernels: what they are launched with (arguments, indices, shared memory, the host window) arrives lowered too.

use super::bodies::noise;
use super::case::{Case, words};
use crate::ir::print::print_module;
use crate::target::HostWindow;

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
    let mut case = Case::new(&REDUCTION.replace("64 x float", "17000 x float"));
    case.block = [64, 1, 1];
    let error = case.lowered().unwrap_err().to_string();
    assert!(error.contains("reduce") && error.contains("68000") && error.contains("baseline"), "{error}");
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
        let text = print_module(&case.lowered().unwrap());
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
    let window = |host_base, delta| Some(HostWindow { host_base, size: 1 << 20, delta });
    case.target.host_window = window(0x7000_0000_0000, 0x1000);
    assert_eq!(case.run(&case.lowered().unwrap()), plain);
    case.target.host_window = window(0x10_0000_0000, 16);
    let moved = case.run(&case.lowered().unwrap());
    assert_ne!(moved, plain);
    assert_eq!(moved[28..32], case.input[16..20]);
}
