//! Any words are AMD's portable SPIR-V or refused, without panic and without more text than they are worth; what is read goes on to the parser.
//!
//! Seeds: what `hipcc --offload-arch=amdgcnspirv --no-gpu-bundle-output` of another compiler makes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use spirv_gen::amdgcnspirv::ir_text;
use spirv_gen::ir::parse::parse_module;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = ir_text(bytes) {
        let _ = parse_module(&text);
    }
});
