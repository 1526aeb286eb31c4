//! Any text is read or refused, without panic; what is read prints to text that reads back as the same.
//!
//! Seeds: spirv-gen/tests/ll.
#![no_main]

use libfuzzer_sys::fuzz_target;
use spirv_gen::ir::parse::parse_module;
use spirv_gen::ir::print::print_module;
use spirv_gen::ir::verify::verify_module;

fuzz_target!(|text: &str| {
    let Ok(module) = parse_module(text) else { return };
    let first = print_module(&module);
    let again = parse_module(&first).expect("what the printer writes is readable");
    assert_eq!(first, print_module(&again));
    assert_eq!(verify_module(&module).is_ok(), verify_module(&again).is_ok());
});
