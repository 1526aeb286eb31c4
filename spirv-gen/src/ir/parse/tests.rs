//! What the parser reads, and how it refuses.

use super::parse_module;
use crate::ir::instruction::Op;
use crate::ir::print::print_module;
use crate::ir::types::Type;

const SAXPY: &str = include_str!("../../../tests/ll/saxpy.ll");

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
