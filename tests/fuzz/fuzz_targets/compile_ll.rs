//! Any text compiles the whole way or is refused with an error that is not ours: never a panic, never an internal error.
//!
//! Seeds: spirv-gen/tests/portable.
#![no_main]

use libfuzzer_sys::fuzz_target;
use spirv_gen::{CompileErrorKind, LaunchShape, Options, Target, compile_bundle, compile_kernel};

fuzz_target!(|text: &str| {
    let Ok(bundle) = compile_bundle(text, &Options { warp_size: 32 }) else { return };
    let shape = LaunchShape { block: [64, 1, 1], dynamic_shared: 1024 };
    for kernel in &bundle.kernels {
        if let Err(error) = compile_kernel(kernel, &Target::baseline(), shape) {
            assert!(!matches!(error.kind, CompileErrorKind::Internal(_)), "{error}");
        }
    }
});
