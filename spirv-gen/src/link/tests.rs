//! Units from text, linked: who wins, who is renamed, who is refused.

use super::Linker;
use crate::interp::{Launch, Machine};
use crate::ir::module::Module;
use crate::ir::parse::parse_module;

fn link(units: &[&str]) -> Result<Module, String> {
    let mut linker = Linker::default();
    for (number, text) in units.iter().enumerate() {
        let unit = parse_module(text).unwrap();
        linker.add(&format!("{number}.hip"), &unit).map_err(|e| e.to_string())?;
    }
    linker.finish().map_err(|e| e.to_string())
}

/// What kernel `k` of the linked units stores.
fn run(units: &[&str]) -> u32 {
    let module = link(units).unwrap();
    let mut machine = Machine::new(&module).unwrap();
    let out = machine.device.allocate(4);
    let launch = Launch { args: out.to_le_bytes().to_vec(), ..Launch::new([1; 3], [1; 3]) };
    machine.launch(module.function_named("k").unwrap(), &launch).unwrap();
    u32::from_le_bytes(machine.device.bytes(out, 4).unwrap().try_into().unwrap())
}

const CALLER: &str = "@state = external addrspace(1) global i32\n@mine = internal addrspace(1) constant i32 1\n\
    declare i32 @f(i32)\n\
    define amdgpu_kernel void @k(ptr addrspace(1) %out) {\n  %s = load i32, ptr addrspace(1) @state, align 4\n  \
    %m = load i32, ptr addrspace(1) @mine, align 4\n  %x = call i32 @f(i32 %s)\n  %y = add i32 %x, %m\n  \
    store i32 %y, ptr addrspace(1) %out, align 4\n  ret void\n}\n";

fn callee(linkage: &str, add: u32) -> String {
    format!(
        "@state = {linkage} addrspace(1) global i32 20\n@mine = internal addrspace(1) constant i32 {add}\n\
        define {linkage} i32 @f(i32 %x) {{\n  %m = load i32, ptr addrspace(1) @mine, align 4\n  %y = add i32 %x, %m\n  ret i32 %y\n}}\n"
    )
}

#[test]
fn declarations_find_their_definitions_in_either_order_and_internal_symbols_stay_apart() {
    assert_eq!(run(&[CALLER, &callee("", 300)]), 321);
    assert_eq!(run(&[&callee("", 300), CALLER]), 321);
}

#[test]
fn an_internal_symbol_gives_way_to_a_shared_one() {
    // The second unit's `mine` is everybody's.
    let shared = callee("", 300).replace("internal addrspace(1) constant i32 300", "addrspace(1) constant i32 300");
    assert_eq!(run(&[CALLER, &shared]), 321);
}

#[test]
fn the_first_weak_definition_counts_and_a_strong_one_before_any() {
    let (weak, other, strong) = (callee("weak_odr", 300), callee("linkonce_odr", 500), callee("", 700));
    assert_eq!(run(&[CALLER, &weak, &other]), 321);
    assert_eq!(run(&[&other, CALLER, &weak]), 521);
    assert_eq!(run(&[CALLER, &weak, &strong]), 721);
    assert_eq!(run(&[&strong, &weak, CALLER]), 721);
}

#[test]
fn two_strong_definitions_are_refused_naming_both_units() {
    let error = link(&[CALLER, &callee("", 1), &callee("", 2)]).unwrap_err();
    assert!(error.contains("'state' is defined in 1.hip and in 2.hip"), "{error}");
}

#[test]
fn a_function_here_that_is_a_variable_there_is_refused() {
    let error = link(&[CALLER, "@f = addrspace(1) global i32 0\n"]).unwrap_err();
    assert!(error.contains("'f' is a function in one file and a variable in another"), "{error}");
}

#[test]
fn a_linker_knows_what_it_lacks() {
    let mut linker = Linker::default();
    linker.add("caller.hip", &parse_module(CALLER).unwrap()).unwrap();
    assert!(linker.lacks("f") && linker.lacks("state") && !linker.lacks("k") && !linker.lacks("g"));
    linker.add("callee.hip", &parse_module(&callee("", 1)).unwrap()).unwrap();
    assert!(!linker.lacks("f") && !linker.lacks("state"));
}

#[test]
fn a_static_variable_that_clang_renamed_late_is_one_variable() {
    let unit = "@own = external addrspace(1) global i32\n@own.static.1f = addrspace(1) externally_initialized global i32 7\n\
        define amdgpu_kernel void @k(ptr addrspace(1) %out) {\n  %x = load i32, ptr addrspace(1) @own, align 4\n  \
        store i32 %x, ptr addrspace(1) %out, align 4\n  ret void\n}\n";
    let other = "@own.static.2e = addrspace(1) externally_initialized global i32 9\n";
    assert_eq!(run(&[other, unit]), 7);
}
