//! Rules that hold, and how their breach is reported.

use super::{verify_emittable, verify_module};
use crate::ir::parse::parse_module;

fn fault(text: &str) -> String {
    verify_module(&parse_module(text).unwrap()).unwrap_err().to_string()
}

#[test]
fn what_clang_writes_is_valid() {
    let module = parse_module(include_str!("../../../tests/ll/saxpy.ll")).unwrap();
    verify_module(&module).unwrap();
}

#[test]
fn a_use_that_its_definition_does_not_dominate_is_reported_with_its_text() {
    let text = "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  %x = add i32 1, 2\n  br label %b\nb:\n  \
                %y = add i32 %x, 1\n  ret void\n}\n";
    let fault = fault(text);
    assert!(fault.contains("in 'f'") && fault.contains("%1 = add i32 %0, 1"), "{fault}");
}

#[test]
fn a_phi_must_name_exactly_its_predecessors() {
    let head = "define i32 @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  %x = phi i32 ";
    let missing = fault(&format!("{head}[ 1, %a ]\n  ret i32 %x\n}}\n"));
    assert!(missing.contains("lacks a block"), "{missing}");
    let foreign = fault(&format!("{head}[ 1, %a ], [ 2, %entry ], [ 3, %b ]\n  ret i32 %x\n}}\n"));
    assert!(foreign.contains("does not lead here"), "{foreign}");
}

#[test]
fn operations_on_the_wrong_kind_of_type_are_reported() {
    assert!(fault("define void @f(float %x) {\n  %y = add float %x, %x\n  ret void\n}\n").contains("take integers"));
    assert!(fault("define void @f(i32 %x) {\n  %y = trunc i32 %x to i64\n  ret void\n}\n").contains("does not exist"));
    assert!(fault("define i32 @f() {\n  ret void\n}\n").contains("another type"));
}

#[test]
fn unreachable_code_may_use_anything() {
    let text = "define i32 @f() {\n  ret i32 0\ndead:\n  %x = add i32 %y, 1\n  br label %dead2\ndead2:\n  \
                %y = add i32 %x, 1\n  br label %dead\n}\n";
    verify_module(&parse_module(text).unwrap()).unwrap();
}

#[test]
fn the_emittable_form_has_integer_addresses_and_typed_arrays() {
    let text = "@hip.shared.0 = external addrspace(3) global [8 x i32]\ndefine amdgpu_kernel void @k() {\n  \
                %a = call i64 @hip.param(i32 0)\n  %x = load i32, i64 %a, align 4\n  \
                %p = getelementptr [8 x i32], ptr addrspace(3) @hip.shared.0, i32 0, i32 %x\n  \
                store i32 %x, ptr addrspace(3) %p, align 4\n  ret void\n}\n";
    verify_emittable(&parse_module(text).unwrap()).unwrap();
    let pointer =
        "define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n  store i32 1, ptr addrspace(1) %p\n  ret void\n}\n";
    let error = verify_emittable(&parse_module(pointer).unwrap()).unwrap_err().to_string();
    assert!(error.contains("hip.param"), "{error}");
}

#[test]
fn a_known_function_with_arguments_it_does_not_take_is_reported() {
    // Found by fuzzing: the passes index the arguments.
    for arguments in ["", "ptr null", "ptr null, i8 0, i64 4, i1 %c"] {
        let text = format!("define void @f(i1 %c) {{\n  call void @llvm.memset.p0.i64({arguments})\n  ret void\n}}\n");
        assert!(fault(&text).contains("llvm.memset does not take"), "({arguments})");
    }
    assert!(
        fault("define i64 @f() {\n  %x = call i64 @llvm.ptrmask.i64()\n  ret i64 %x\n}\n").contains("llvm.ptrmask")
    );
}
