//! HIP beside plain Vulkan in one process: the example that shares a buffer, and a timeline where the driver exports those, must find its
//! result right, and must not when no kernel runs.
//!
//! Needs the example and hipcc beside this test: `cargo build --workspace --lib --bins` makes them.

use std::process::{Command, Output};

use hipvk_tests::places::{is_packed, target};

fn run(null_kernels: &str) -> Output {
    let program = target().join("vulkan_interop");
    let cache = target().join("programs/cache");
    let mut command = Command::new("timeout");
    command.arg("120").arg(&program).env("HIPVK_NULL_KERNELS", null_kernels).env("HIPVK_CACHE_DIR", cache);
    command.output().unwrap_or_else(|e| panic!("{}: {e}", program.display()))
}

#[test]
fn vulkan_and_hip_share_a_buffer() {
    if is_packed() {
        // It compiles its kernel, which a pack's machine cannot.
        return;
    }
    let output = run("0");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("ok=true"), "{said}");
    assert!(!run("1").status.success(), "content although no kernel ran");
}
