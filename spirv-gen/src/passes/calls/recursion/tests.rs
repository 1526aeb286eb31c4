//! Recursive programs in the interpreter, which has a true stack, as written and behind the passes: the same memory.

use crate::interp::Fault;
use crate::ir::function::Function;
use crate::ir::instruction::{Callee, Op};
use crate::ir::module::Module;
use crate::ir::verify::verify_module;
use crate::passes::calls::test_programs::{program, run};
use crate::passes::calls::{indirect, inline, recursion};
use crate::passes::memory::mem2reg;

fn without_calls(mut module: Module) -> Module {
    indirect::run(&mut module).unwrap();
    verify_module(&module).unwrap();
    recursion::run(&mut module).unwrap();
    verify_module(&module).unwrap();
    inline::run(&mut module).unwrap();
    verify_module(&module).unwrap();
    mem2reg::run(&mut module).unwrap();
    verify_module(&module).unwrap();
    let calls =
        |f: &Function| f.linked_insts().any(|(_, i)| matches!(f.op(i), Op::Call { callee: Callee::Func(_), .. }));
    assert!(!module.functions.values().any(calls), "a call is left");
    module
}

/// Runs `more` as written and behind the passes; what it leaves.
fn same(more: &str, threads: u32) -> Vec<u32> {
    let module = program(more);
    let written = run(&module, threads).unwrap();
    assert_eq!(run(&without_calls(module), threads).unwrap(), written);
    written
}

const FIBONACCI: &str = "define i32 @f(i32 %n) {\n  %small = icmp ult i32 %n, 2\n  br i1 %small, label %end, label %more\n\
    more:\n  %a = sub i32 %n, 1\n  %x = call i32 @f(i32 %a)\n  %b = sub i32 %n, 2\n  %y = call i32 @f(i32 %b)\n  \
    %s = add i32 %x, %y\n  br label %end\nend:\n  %r = phi i32 [ %n, %0 ], [ %s, %more ]\n  ret i32 %r\n}\n";

#[test]
fn a_function_that_calls_itself_twice() {
    assert_eq!(same(FIBONACCI, 12), [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
}

#[test]
fn a_call_inside_the_arguments_of_a_call() {
    // ackermann(2, n)
    let text = "define i32 @f(i32 %n) {\n  %r = call i32 @a(i32 2, i32 %n)\n  ret i32 %r\n}\n\
        define i32 @a(i32 %m, i32 %n) {\n  %done = icmp eq i32 %m, 0\n  br i1 %done, label %end, label %more\n\
        end:\n  %r = add i32 %n, 1\n  ret i32 %r\nmore:\n  %less = sub i32 %m, 1\n  %none = icmp eq i32 %n, 0\n  \
        br i1 %none, label %first, label %second\nfirst:\n  %x = call i32 @a(i32 %less, i32 1)\n  ret i32 %x\n\
        second:\n  %k = sub i32 %n, 1\n  %y = call i32 @a(i32 %m, i32 %k)\n  %z = call i32 @a(i32 %less, i32 %y)\n  ret i32 %z\n}\n";
    assert_eq!(same(text, 6), [3, 5, 7, 9, 11, 13]);
}

#[test]
fn functions_that_call_each_other_through_a_table() {
    let text = "@table = addrspace(4) constant [2 x ptr] [ptr @f, ptr @g]\n\
        define i32 @f(i32 %n) {\n  %done = icmp sle i32 %n, 0\n  br i1 %done, label %end, label %more\n\
        end:\n  ret i32 7\nmore:\n  %i = and i32 %n, 1\n  %w = zext i32 %i to i64\n  \
        %p = getelementptr ptr, ptr addrspace(4) @table, i64 %w\n  %t = load ptr, ptr addrspace(4) %p, align 8\n  \
        %m = sub i32 %n, 1\n  %x = call i32 %t(i32 %m)\n  %r = add i32 %x, %n\n  ret i32 %r\n}\n\
        define i32 @g(i32 %n) {\n  %x = call i32 @f(i32 %n)\n  %r = mul i32 %x, 3\n  ret i32 %r\n}\n";
    assert_eq!(same(text, 5)[..3], [7, 22, 24]);
}

#[test]
fn each_activation_has_local_arrays_and_byval_copies_of_its_own() {
    let text = "define i32 @f(i32 %n) {\n  %s = alloca { i32, i32 }, align 4, addrspace(5)\n  \
        store i32 %n, ptr addrspace(5) %s, align 4\n  %q = getelementptr i8, ptr addrspace(5) %s, i32 4\n  \
        store i32 1, ptr addrspace(5) %q, align 4\n  %r = call i32 @g(i32 %n, ptr addrspace(5) byval({ i32, i32 }) align 4 %s)\n  \
        %after = load i32, ptr addrspace(5) %s, align 4\n  %t = mul i32 %after, 1000\n  %u = add i32 %r, %t\n  ret i32 %u\n}\n\
        define i32 @g(i32 %n, ptr addrspace(5) byval({ i32, i32 }) align 4 %s) {\n  \
        %mine = alloca [3 x i32], align 4, addrspace(5)\n  %slot = urem i32 %n, 3\n  \
        %p = getelementptr [3 x i32], ptr addrspace(5) %mine, i32 0, i32 %slot\n  store i32 %n, ptr addrspace(5) %p, align 4\n  \
        %v = load i32, ptr addrspace(5) %s, align 4\n  %v1 = add i32 %v, 2\n  store i32 %v1, ptr addrspace(5) %s, align 4\n  \
        %done = icmp eq i32 %n, 0\n  br i1 %done, label %end, label %more\nmore:\n  %m = sub i32 %n, 1\n  \
        %x = call i32 @g(i32 %m, ptr addrspace(5) byval({ i32, i32 }) align 4 %s)\n  br label %end\n\
        end:\n  %y = phi i32 [ 0, %0 ], [ %x, %more ]\n  %own = load i32, ptr addrspace(5) %p, align 4\n  \
        %theirs = load i32, ptr addrspace(5) %s, align 4\n  %a = add i32 %y, %own\n  %b = add i32 %a, %theirs\n  ret i32 %b\n}\n";
    // Thread n: own numbers 0..=n, copies n+2, n+4, ...; the caller's structure still holds n.
    let expected = |n: u32| (0..=n).sum::<u32>() + (1..=n + 1).map(|k| n + 2 * k).sum::<u32>() + n * 1000;
    assert_eq!(same(text, 6), (0..6).map(expected).collect::<Vec<_>>());
}

#[test]
fn a_recursion_inside_a_recursion_has_a_stack_of_its_own() {
    let text = format!(
        "{}define i32 @f(i32 %n) {{\n  %zero = icmp eq i32 %n, 0\n  br i1 %zero, label %end, label %more\n\
        end:\n  ret i32 0\nmore:\n  %m = sub i32 %n, 1\n  %a = call i32 @fib(i32 %n)\n  %b = call i32 @f(i32 %m)\n  \
        %c = call i32 @fib(i32 %m)\n  %s = add i32 %a, %b\n  %t = sub i32 %s, %c\n  ret i32 %t\n}}\n",
        FIBONACCI.replace("@f(", "@fib(")
    );
    // The differences of neighbours add up to the last.
    assert_eq!(same(&text, 9), [0, 1, 1, 2, 3, 5, 8, 13, 21]);
}

#[test]
fn what_does_not_fit_the_stack_traps() {
    let text = "define i32 @f(i32 %n) {\n  %m = add i32 %n, 1\n  %x = call i32 @f(i32 %m)\n  %r = add i32 %x, %m\n  ret i32 %r\n}\n";
    assert_eq!(run(&without_calls(program(text)), 1), Err(Fault::Trap));
}
