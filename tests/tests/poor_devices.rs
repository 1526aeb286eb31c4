//! Half, bfloat16, fp8 and small atomics compile for devices without small types: the code asks for none of them. (That it computes the
//! same is `spirv-gen`'s fuzzing of the lowering, for poor devices as for rich ones.)
//!
//! Needs hipcc beside this test: `cargo build --workspace --lib --bins`.

use std::path::Path;
use std::process::Command;

use hipvk_tests::places::target;
use spirv_gen::{Bundle, LaunchShape, Target, compile_kernel};

fn bundle(name: &str) -> Bundle {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("kernels/{name}.hip"));
    let file = target().join(format!("poor-{name}.hipfb"));
    let mut hipcc = Command::new(target().join("hipcc"));
    let output = hipcc.arg("--genco").arg(&source).arg("-o").arg(&file).output().expect("hipcc beside the tests");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let bytes = std::fs::read(&file).expect("just written");
    std::fs::remove_file(&file).expect("just written");
    Bundle::from_bytes(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The capabilities that a module declares, by SPIR-V's numbers.
fn capabilities(spirv: &[u32]) -> Vec<u32> {
    const OP_CAPABILITY: u32 = 17;
    let mut found = Vec::new();
    let mut at = 5;
    while at < spirv.len() {
        let (words, op) = (spirv[at] >> 16, spirv[at] & 0xffff);
        if op == OP_CAPABILITY {
            found.push(spirv[at + 1]);
        }
        at += words.max(1) as usize;
    }
    found
}

fn check(name: &str) {
    const FLOAT16: u32 = 9;
    const INT16: u32 = 22;
    const INT8: u32 = 39;
    let without_half = Target { float16: false, ..Target::baseline() };
    let without_any = Target { int8: false, int16: false, ..without_half.clone() };
    let bundle = bundle(name);
    assert!(!bundle.kernels.is_empty(), "{name} has no kernel");
    for (target, missing) in [(&without_half, &[FLOAT16][..]), (&without_any, &[FLOAT16, INT16, INT8][..])] {
        for kernel in &bundle.kernels {
            let shape = LaunchShape { block: [64, 1, 1], dynamic_shared: 0 };
            let compiled = match compile_kernel(kernel, target, shape) {
                Ok(compiled) => compiled,
                // Shared memory is no buffer: small integers in it need the feature, and the error says so.
                Err(e) if kernel.metadata.name.contains("on_shared") && e.to_string().contains("-bit integers") => {
                    continue;
                }
                Err(e) => panic!("{e}"),
            };
            let asked = capabilities(&compiled.spirv);
            assert!(!asked.is_empty(), "no capability found: not SPIR-V as this test reads it");
            for capability in missing {
                assert!(!asked.contains(capability), "{}: asks for capability {capability}", kernel.metadata.name);
            }
        }
    }
}

#[test]
fn half_and_bfloat16_functions_compile_without_small_types() {
    check("math_half");
}

#[test]
fn atomics_of_small_types_compile_without_small_types() {
    check("atomics");
}
