//! Kernels whose functions share bodies leave the memory that they leave in the interpreter, which has a true stack, as written: behind merging, and
//! behind all passes up to the states of a loop.

use crate::bundle::metadata::KernelMetadata;
use crate::ir::function::Function;
use crate::ir::instruction::{Callee, Op};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::ir::verify::verify_module;
use crate::passes::calls::test_programs::{self, program};
use crate::passes::calls::{inline, one_body, states};
use crate::passes::memory::mem2reg;
use crate::passes::{DeviceContext, LaunchShape};
use crate::target::Target;

use super::Budget;

/// Shares whatever has two calls.
const ALWAYS: Budget = Budget { kernel: 0, worthwhile: u64::MAX };

/// What eight threads leave behind.
fn run(module: &Module) -> Vec<u32> {
    test_programs::run(module, 8).unwrap()
}

fn count(module: &Module, wanted: impl Fn(&Op) -> bool) -> usize {
    let of = |f: &Function| f.linked_insts().filter(|&(_, i)| wanted(f.op(i))).count();
    module.functions.values().filter(|f| f.is_kernel).map(of).sum()
}

/// What `more` computes in eight threads, in every form; there are `returns` calls that share a body.
fn same(more: &str, returns: usize) -> Vec<u32> {
    let written = run(&program(more));
    let mut module = program(more);
    one_body::run_within(&mut module, &ALWAYS).unwrap();
    verify_module(&module).unwrap();
    let call = |op: &Op| matches!(op, Op::Call { callee: Callee::Func(_), .. });
    assert_eq!(count(&module, call), 0, "a call is left");
    let site = |op: &Op| matches!(op, Op::Intrinsic { id: Intrinsic::CallSite, .. });
    assert_eq!(count(&module, site), returns);
    assert_eq!(run(&module), written, "behind merging");
    inline::run(&mut module).unwrap();
    mem2reg::run(&mut module).unwrap();
    verify_module(&module).unwrap();
    assert_eq!(run(&module), written, "as values");
    let (target, metadata) = (Target::baseline(), KernelMetadata::default());
    let shape = LaunchShape { block: [8, 1, 1], dynamic_shared: 0 };
    states::run(&mut module, &DeviceContext { target: &target, shape, metadata: &metadata }).unwrap();
    verify_module(&module).unwrap();
    assert_eq!(count(&module, site), 0);
    assert_eq!(run(&module), written, "as states");
    written
}

const TRIPLE: &str = "define i32 @g(i32 %n) {\n  %x = mul i32 %n, 3\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n";

#[test]
fn what_is_defined_in_front_of_a_call_is_there_behind_it() {
    let text = format!(
        "{TRIPLE}define i32 @f(i32 %n) {{\n  %a = call i32 @g(i32 %n)\n  %k = xor i32 %n, 21\n  %b = call i32 @g(i32 %a)\n  \
        %c = call i32 @g(i32 %k)\n  %s = add i32 %a, %b\n  %t = sub i32 %s, %c\n  %u = mul i32 %t, %k\n  ret i32 %u\n}}\n"
    );
    let g = |n: u32| n * 3 + 1;
    let f = |n: u32| (g(n) + g(g(n))).wrapping_sub(g(n ^ 21)).wrapping_mul(n ^ 21);
    assert_eq!(same(&text, 1), (0..8).map(f).collect::<Vec<_>>());
}

#[test]
fn calls_in_loops_and_arms_come_back_to_where_they_were() {
    let text = format!(
        "{TRIPLE}define i32 @f(i32 %n) {{\n  br label %loop\nloop:\n  %i = phi i32 [ 0, %0 ], [ %j, %next ]\n  %s = phi i32 [ 1, %0 ], [ %t, %next ]\n  \
        %odd = and i32 %i, 1\n  %is = icmp eq i32 %odd, 0\n  br i1 %is, label %even, label %other\n\
        even:\n  %e = call i32 @g(i32 %s)\n  br label %next\nother:\n  %o = add i32 %s, %i\n  %p = call i32 @g(i32 %o)\n  %q = xor i32 %p, %o\n  br label %next\n\
        next:\n  %t = phi i32 [ %e, %even ], [ %q, %other ]\n  %j = add i32 %i, 1\n  %more = icmp ule i32 %j, %n\n  \
        br i1 %more, label %loop, label %end\nend:\n  %r = call i32 @g(i32 %t)\n  %u = add i32 %r, %i\n  ret i32 %u\n}}\n"
    );
    let g = |n: u32| n.wrapping_mul(3).wrapping_add(1);
    let f = |n: u32| {
        let step = |s: u32, i: u32| if i & 1 == 0 { g(s) } else { g(s.wrapping_add(i)) ^ s.wrapping_add(i) };
        g((0..=n).fold(1, step)).wrapping_add(n)
    };
    assert_eq!(same(&text, 1), (0..8).map(f).collect::<Vec<_>>());
}

#[test]
fn a_shared_body_that_calls_another_one_is_come_back_through() {
    let text = format!(
        "{TRIPLE}define double @h(i32 %n, double %x, i1 %b) {{\n  %a = call i32 @g(i32 %n)\n  %d = uitofp i32 %a to double\n  %c = call i32 @g(i32 %a)\n  \
        %e = uitofp i32 %c to double\n  %s = fadd double %d, %x\n  %t = select i1 %b, double %e, double %x\n  %u = fadd double %s, %t\n  ret double %u\n}}\n\
        define i32 @f(i32 %n) {{\n  %b = icmp ugt i32 %n, 3\n  %x = call double @h(i32 %n, double 1.0, i1 %b)\n  %y = call double @h(i32 5, double %x, i1 %b)\n  \
        %m = call i32 @g(i32 %n)\n  %z = fadd double %x, %y\n  %i = fptoui double %z to i32\n  %r = add i32 %i, %m\n  ret i32 %r\n}}\n"
    );
    let g = |n: u32| n * 3 + 1;
    let h = |n: u32, x: f64, b: bool| f64::from(g(n)) + x + if b { f64::from(g(g(n))) } else { x };
    let f = |n: u32| {
        let x = h(n, 1.0, n > 3);
        (x + h(5, x, n > 3)) as u32 + g(n)
    };
    assert_eq!(same(&text, 2), (0..8).map(f).collect::<Vec<_>>());
}

#[test]
fn threads_that_ask_each_other_keep_their_copies() {
    let text = format!(
        "declare i32 @llvm.amdgcn.readfirstlane.i32(i32) convergent\n{TRIPLE}define i32 @f(i32 %n) {{\n  %a = call i32 @g(i32 %n)\n  \
        %b = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %a)\n  %c = call i32 @g(i32 %b)\n  ret i32 %c\n}}\n"
    );
    let mut module = program(&text);
    let before = module.clone();
    one_body::run_within(&mut module, &ALWAYS).unwrap();
    assert_eq!(module, before);
}

#[test]
fn small_kernels_keep_their_copies() {
    let mut module = program(&format!(
        "{TRIPLE}define i32 @f(i32 %n) {{\n  %a = call i32 @g(i32 %n)\n  %c = call i32 @g(i32 %a)\n  ret i32 %c\n}}\n"
    ));
    let before = module.clone();
    one_body::run_within(&mut module, &Budget::DRIVERS).unwrap();
    assert_eq!(module, before);
}
