//! Compiles the bench programs: HIP by our hipcc, the others by the system's compilers.

use std::path::Path;
use std::process::Command;

use super::Contender;

/// Everything there is to compare, ready to run. An OpenCL or GLSL compiler that is missing is an error: the
/// comparison is the point.
pub fn contenders(root: &Path, out: &Path, names: &[String]) -> Result<Vec<Contender>, String> {
    let bench = root.join("tests/bench");
    let path = |tail: &str| bench.join(tail).display().to_string();
    let made = |name: &str| out.join(name).display().to_string();
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let hipcc = program.with_file_name("hipcc").display().to_string();
    for name in ["kernels", "runtime", "graphs"] {
        tool(&[&hipcc, "-O3", &path(&format!("hip/{name}.hip")), "-o", &made(&format!("hip-{name}"))])?;
    }
    let cc = ["cc", "-std=c11", "-D_GNU_SOURCE", "-O2"];
    tool(&[&cc[..], &[&path("opencl/host.c"), "-o", &made("opencl"), "-lOpenCL", "-lm"]].concat())?;
    tool(&[&cc[..], &[&path("glsl/host.c"), "-o", &made("glsl"), "-lvulkan", "-lm"]].concat())?;
    let shaders = std::fs::read_dir(bench.join("glsl")).map_err(|error| error.to_string())?;
    for shader in
        shaders.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "comp"))
    {
        let stem = shader.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (source, target) = (shader.display().to_string(), made(&format!("{stem}.spv")));
        tool(&["glslangValidator", "-V", "--target-env", "vulkan1.3", &source, "-o", &target])?;
    }
    let with_names = |command: &[String]| [command, names].concat();
    let mut hip = vec![with_names(&[made("hip-kernels")])];
    if names.is_empty() || names.iter().any(|name| name == "launch") {
        hip.push(vec![made("hip-runtime")]);
        hip.push(vec![made("hip-graphs")]);
    }
    let folder = out.display().to_string();
    Ok(vec![
        Contender { title: "hipvk", key: "hipvk", commands: hip },
        Contender { title: "GLSL, Vulkan", key: "glsl", commands: vec![with_names(&[made("glsl"), folder])] },
        Contender {
            title: "OpenCL",
            key: "opencl",
            commands: vec![with_names(&[made("opencl"), path("opencl/kernels.cl")])],
        },
    ])
}

fn tool(words: &[&str]) -> Result<(), String> {
    let output = Command::new(words[0]).args(&words[1..]).output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", words[0]))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(format!("{}\n{}", words.join(" "), String::from_utf8_lossy(&said)))
}
