//! Programs made of several files, linked in the ways that build systems know, and run on the default device.
//!
//! Needs hipcc and the library beside this test: `cargo build --workspace --lib --bins` makes them, as `./hipvk test` does.

use std::path::{Path, PathBuf};
use std::process::Command;

use hipvk_tests::places::target;
use hipvk_tests::proof::right_only_with_kernels;

/// A fresh folder for one test's files.
fn folder(name: &str) -> PathBuf {
    let folder = target().join("linking").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn source(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("linking").join(name).display().to_string()
}

/// Runs a tool in `folder`; its messages if it fails.
fn tool(folder: &Path, program: impl AsRef<std::ffi::OsStr>, args: &[&str]) -> Result<(), String> {
    let output = Command::new(program).args(args).current_dir(folder).output().expect("the tool starts");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

fn hipcc(folder: &Path, args: &[&str]) {
    if let Err(messages) = tool(folder, target().join("hipcc"), args) {
        panic!("hipcc {args:?}:\n{messages}");
    }
}

fn check(folder: &Path, program: &str) {
    right_only_with_kernels(folder, &folder.join(program), folder);
}

#[test]
fn objects_with_relocatable_device_code_are_linked() {
    let folder = folder("objects");
    hipcc(&folder, &["-fgpu-rdc", "-c", &source("caller.hip"), "-o", "caller.o"]);
    hipcc(&folder, &["-dc", "--offload-compress", &source("callee.hip"), "-o", "callee.o"]);
    hipcc(&folder, &["-fgpu-rdc", "--offload-compress", "--hip-link", "caller.o", "callee.o", "-o", "program"]);
    check(&folder, "program");
}

#[test]
fn labels_of_an_inline_function_are_those_of_one_unit() {
    let folder = folder("labels");
    // clang names labels differently without optimisation, and the units come in either order.
    for (name, level) in [("caller", "-O0"), ("callee", "-O2")] {
        hipcc(&folder, &["-fgpu-rdc", level, "-c", &source(&format!("labels_{name}.hip")), "-o", &format!("{name}.o")]);
    }
    for [first, second] in [["caller.o", "callee.o"], ["callee.o", "caller.o"]] {
        hipcc(&folder, &["-fgpu-rdc", "--hip-link", first, second, "-o", "program"]);
        check(&folder, "program");
    }
}

#[test]
fn one_command_compiles_and_links_device_code_of_several_files() {
    let folder = folder("at_once");
    hipcc(&folder, &["-fgpu-rdc", &source("caller.hip"), &source("callee.hip"), "-o", "program"]);
    check(&folder, "program");
}

#[test]
fn device_functions_come_from_an_archive() {
    let folder = folder("archive");
    hipcc(&folder, &["-fgpu-rdc", "-c", &source("callee.hip"), "-o", "callee.o"]);
    tool(&folder, "ar", &["rcsD", "libcallee.a", "callee.o"]).expect("ar");
    hipcc(&folder, &["-fgpu-rdc", &source("caller.hip"), "-L.", "-lcallee", "-o", "program"]);
    check(&folder, "program");
}

#[test]
fn a_shared_library_is_linked_from_relocatable_objects() {
    let folder = folder("shared");
    hipcc(&folder, &["-fgpu-rdc", "-fPIC", "-c", &source("library.hip"), "-o", "library.o"]);
    hipcc(&folder, &["-fgpu-rdc", "--hip-link", "-shared", "library.o", "-o", "liblibrary.so"]);
    hipcc(&folder, &[&source("main.cpp"), "-L.", "-llibrary", "-o", "program"]);
    check(&folder, "program");
}

#[test]
fn gcc_links_a_static_library_of_hip_code() {
    let folder = folder("static");
    hipcc(&folder, &["-fPIC", "-O2", &source("library.hip"), "--emit-static-lib", "-o", "liblibrary.a"]);
    let runtime = target().display().to_string();
    let path = format!("-Wl,-rpath,{runtime}");
    let args = [&source("main.cpp"), "-L.", "-llibrary", "-L", &runtime, &path, "-lamdhip64", "-o", "program"];
    tool(&folder, "g++", &args).expect("g++");
    check(&folder, "program");
}

#[test]
fn what_is_missing_or_defined_twice_is_named() {
    let folder = folder("refused");
    hipcc(&folder, &["-fgpu-rdc", "-c", &source("caller.hip"), "-o", "caller.o"]);
    hipcc(&folder, &["-fgpu-rdc", "-c", &source("callee.hip"), "-o", "callee.o"]);
    std::fs::copy(folder.join("callee.o"), folder.join("again.o")).expect("a copy");
    let link = |inputs: &[&str]| tool(&folder, target().join("hipcc"), &[inputs, &["-o", "program"]].concat());
    let missing = link(&["caller.o"]).expect_err("half of the device code is missing");
    assert!(missing.contains("_Z6helperi") && missing.contains("caller.hip"), "{missing}");
    let twice = link(&["caller.o", "callee.o", "again.o"]).expect_err("defined twice");
    assert!(twice.contains("is defined in") && twice.contains("callee.hip"), "{twice}");
}
