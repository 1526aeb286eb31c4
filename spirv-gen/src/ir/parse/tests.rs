//! What the parser reads, and how it refuses.

use super::parse_module;
use crate::ir::instruction::Op;
use crate::ir::print::print_module;
use crate::ir::types::Type;
use crate::ir::verify::verify_module;

const SAXPY: &str = include_str!("../../../tests/ll/saxpy.ll");
const EVERYTHING: &str = include_str!("../../../tests/ll/everything.ll");

#[test]
fn a_saxpy_from_clang_19_is_read() {
    let module = parse_module(SAXPY).unwrap();
    let func = &module.functions[module.function_named("saxpy").unwrap()];
    assert!(func.is_kernel);
    assert_eq!(func.attrs.max_block, 1024);
    assert_eq!(
        func.params.iter().map(|p| p.ty).collect::<Vec<_>>(),
        [Type::I32, Type::FLOAT, Type::PTR_GLOBAL, Type::PTR_GLOBAL]
    );
    assert_eq!(func.layout.len(), 3);
    let (_, store) = func.linked_insts().find(|&(_, i)| matches!(func.op(i), Op::Store { .. })).unwrap();
    let loc = func.insts[store].loc.unwrap();
    assert_eq!(module.describe(loc), "saxpy.hip:10:17");
}

#[test]
fn printing_what_was_parsed_and_parsing_it_again_changes_nothing() {
    let first = print_module(&parse_module(SAXPY).unwrap());
    let second = print_module(&parse_module(&first).unwrap());
    assert_eq!(first, second);
}

#[test]
fn every_construct_is_read_and_survives_a_round_trip() {
    let module = parse_module(EVERYTHING).unwrap();
    verify_module(&module).unwrap();
    let first = print_module(&module);
    assert_eq!(first, print_module(&parse_module(&first).unwrap()));
    for expected in [
        "@difference = addrspace(1) global i64 8",
        "declare void @leaf() noreturn\n",
        "fence syncscope(\"wavefront\") acq_rel",
        "%23 = phi ptr [ %21, %b0 ], [ %25, %b1 ]",
        "call void @\"asm \\22s_nop 1\\22, \\22\\22\"()",
        "call i32 @llvm.read_register.i32.exec_lo()",
        "call contract float @callee(float 1.000000e+00, i32 %n), !dbg \"header.h:40:5\"",
    ] {
        assert!(first.contains(expected), "no {expected} in\n{first}");
    }
}

#[test]
fn a_constant_expression_of_a_phi_stands_at_the_end_of_its_predecessor() {
    let module = parse_module(EVERYTHING).unwrap();
    let func = &module.functions[module.function_named("kernel").unwrap()];
    let insts = &func.blocks[func.entry()].insts;
    assert!(matches!(func.op(insts[insts.len() - 2]), Op::Cast { .. }));
}

#[test]
fn an_empty_assembly_statement_is_the_operand_that_has_its_results_register() {
    let statement = "call float asm \"\", \"=&v,v,0,~{memory}\"(float %a, float %b)";
    let text = format!("define float @f(float %a, float %b) {{\n  %r = {statement}\n  ret float %r\n}}\n");
    let printed = print_module(&parse_module(&text).unwrap());
    assert!(printed.contains("freeze float %b"), "{printed}");
}

fn error(text: &str) -> String {
    parse_module(text).unwrap_err().to_string()
}

#[test]
fn nesting_without_end_is_an_error_and_no_overflow() {
    for (open, close) in [("[1 x ", "]"), ("{", "}"), ("<{", "}>")] {
        let text = format!("@x = global {}i8{} zeroinitializer", open.repeat(100_000), close.repeat(100_000));
        assert!(error(&text).contains("nested too deeply"));
    }
    let chain: String = (0..10_000).map(|i| format!("@a{i} = alias i8, ptr @a{}\n", i + 1)).collect();
    assert!(error(&format!("{chain}@x = global ptr @a0\n")).contains("nested too deeply"));
    let constant = format!("@x = global i32 {}1{}", "add (i32 1, i32 ".repeat(50_000), ")".repeat(50_000));
    assert!(error(&constant).contains("nested too deeply"));
}

#[test]
fn types_that_double_in_size_are_refused_before_they_cost_anything() {
    let chain: String = (0..20).map(|i| format!("%t{} = type {{ %t{i}, %t{i} }}\n", i + 1)).collect();
    assert!(error(&format!("%t0 = type {{ i8, i8 }}\n{chain}@x = external global %t20\n")).contains("too large"));
    assert!(error("@x = external global <4294967295 x i8>\n").contains("vector"));
}

#[test]
fn numbers_out_of_range_are_errors() {
    assert!(error("@x = global i8 256\n").contains("too large for i8"));
    assert!(error("@x = global i8 -129\n").contains("too large for i8"));
    assert!(error("@x = global i128 340282366920938463463374607431768211456\n").contains("no integer"));
    assert!(error("define void @f() {\n  store i8 0, ptr null, align 3\n  ret void\n}\n").contains("power of two"));
    assert!(error("define void @f() {\n  %4000000000 = add i32 0, 0\n  ret void\n}\n").contains("out of sequence"));
}

#[test]
fn a_large_module_takes_time_in_proportion() {
    let body: String = (0..20_000).map(|i| format!("  %v{} = add i32 %v{i}, 1, !dbg !3\n", i + 1)).collect();
    let text = format!(
        "define i32 @f(i32 %v0) {{\n{body}  ret i32 %v20000\n}}\n!3 = !DILocation(line: 1, column: 2, scope: !4)\n\
         !4 = distinct !DISubprogram(name: \"f\", file: !5)\n!5 = !DIFile(filename: \"f.hip\", directory: \"\")\n"
    );
    let module = parse_module(&text).unwrap();
    assert_eq!(module.functions.values().next().unwrap().insts.len(), 20_001);
    assert_eq!(module.files, ["f.hip"]);
}

#[test]
fn what_follows_a_call_without_location_is_the_next_line() {
    let text = "declare void @g()\ndefine void @f(i32 %x) {\n  call void @g() #1\n    #dbg_value(i32 %x, !1, !2, !3)\n  \
                call void @g()\n  fence release\n  call void @g()\n  ret void\n}\n";
    let module = parse_module(text).unwrap();
    let func = &module.functions[module.function_named("f").unwrap()];
    assert_eq!(func.linked_insts().count(), 5);
}

#[test]
fn the_older_spellings_of_clang_17_are_read() {
    let module = parse_module(include_str!("../../../tests/ll/clang17.ll")).unwrap();
    verify_module(&module).unwrap();
    let text = print_module(&module);
    for expected in [
        "@inner = addrspace(1) global ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @table, i64 12)",
        "@shifted = addrspace(1) global i64 ptrtoint (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @table, i64 8) to i64)",
        "icmp eq ptr addrspace(1) @weak, null",
        "icmp ult i32 %1, 7, !dbg \"old.hip:4:9\"",
    ] {
        assert!(text.contains(expected), "no {expected} in\n{text}");
    }
    assert!(!text.contains("llvm.dbg"));
}
