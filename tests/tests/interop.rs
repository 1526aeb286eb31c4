//! HIP beside plain Vulkan in one process: the example that shares a buffer, and a timeline where the driver exports those, must find its
//! result right, and must not when no kernel runs. And timelines of others in streams and graphs, which a layer (`tests/interop/layer.cpp`) offers
//! where the driver does not.
//!
//! Needs the example and hipcc beside this test (`cargo build --workspace --lib --bins` makes them), and g++.

use std::path::Path;
use std::process::{Command, Output};

use hipvk_tests::places::{is_packed, root, target};
use hipvk_tests::vulkan_layer::{Layer, run};

const LAYER: Layer = Layer {
    name: "VK_LAYER_HIPVK_offering",
    prefix: "offering",
    description: "Offers external semaphores",
    extension: Some("VK_KHR_external_semaphore_fd"),
};

fn example(null_kernels: &str) -> Output {
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
    let output = example("0");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("ok=true"), "{said}");
    assert!(!example("1").status.success(), "content although no kernel ran");
}

#[test]
fn streams_and_graphs_wait_for_timelines_of_others_and_signal_them() {
    if is_packed() {
        // The layer is compiled here.
        return;
    }
    let (folder, sources) = (target().join("interop"), root().join("tests/interop"));
    let said = checked(&folder, &sources).unwrap_or_else(|e| panic!("{e}"));
    assert!(said.contains("checks, 0 failed"), "{said}");
}

/// What the program says behind the layer.
fn checked(folder: &Path, sources: &Path) -> Result<String, String> {
    LAYER.build(&sources.join("layer.cpp"), folder)?;
    let program = folder.join("semaphores");
    let mut hipcc = Command::new(target().join("hipcc"));
    run(hipcc.arg("-O1").arg(sources.join("semaphores.hip")).arg("-o").arg(&program))?;
    let mut command = Command::new("timeout");
    command.arg("120").arg(program).env("HIPVK_CACHE_DIR", folder.join("cache"));
    run(LAYER.before(&mut command, folder))
}
