//! HIP beside plain Vulkan in one process: the example that shares a buffer, and a timeline where the driver exports those, must find its
//! result right, and must not when no kernel runs. And timelines of others in streams and graphs, which a layer (`tests/interop/layer.cpp`) offers
//! where the driver does not.
//!
//! Needs the example and hipcc beside this test (`cargo build --workspace --lib --bins` makes them), and g++.

use std::path::Path;
use std::process::{Command, Output};

use hipvk_tests::places::{is_packed, root, target};

const LAYER: &str = "VK_LAYER_HIPVK_offering";

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

#[test]
fn streams_and_graphs_wait_for_timelines_of_others_and_signal_them() {
    if is_packed() {
        // The layer is compiled here.
        return;
    }
    let (folder, sources) = (target().join("interop"), root().join("tests/interop"));
    std::fs::create_dir_all(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let layer = folder.join("liboffering.so");
    let mut compiler = Command::new("g++");
    compiler.args([
        "-std=c++17",
        "-O1",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-shared",
        "-fPIC",
        "-fvisibility=hidden",
        "-o",
    ]);
    succeeds(compiler.arg(&layer).arg(sources.join("layer.cpp")));
    let program = folder.join("semaphores");
    let mut hipcc = Command::new(target().join("hipcc"));
    succeeds(hipcc.arg("-O1").arg(sources.join("semaphores.hip")).arg("-o").arg(&program));
    std::fs::write(folder.join("offering.json"), manifest(&layer)).unwrap_or_else(|e| panic!("the manifest: {e}"));
    let mut command = Command::new("timeout");
    command.arg("120").arg(program).env("VK_LAYER_PATH", &folder).env("VK_INSTANCE_LAYERS", LAYER);
    let said = succeeds(command.env("HIPVK_CACHE_DIR", folder.join("cache")));
    assert!(said.contains("checks, 0 failed"), "{said}");
}

fn manifest(layer: &Path) -> String {
    format!(
        r#"{{"file_format_version": "1.1.2", "layer": {{"name": "{LAYER}", "type": "GLOBAL", "library_path": "{}",
"api_version": "1.3.0", "implementation_version": "1", "description": "Offers external semaphores", "functions":
{{"vkGetInstanceProcAddr": "offering_instance_address", "vkGetDeviceProcAddr": "offering_device_address"}},
"device_extensions": [{{"name": "VK_KHR_external_semaphore_fd", "spec_version": "1"}}]}}}}"#,
        layer.display()
    )
}

fn succeeds(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}", output.status);
    said
}
