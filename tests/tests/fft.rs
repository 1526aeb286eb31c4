//! hipFFT as installed: transforms against their definition, and its error codes. Needs VkFFT's header (Debian's libvkfft-dev), which
//! `./hipvk test` installs, g++, and hipcc and the library: `cargo build --workspace --lib --bins`. Called by cargo test.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use hipvk_tests::places::{root, target};
use hipvk_tests::proof::right_only_with_kernels_and;

static PREFIX: LazyLock<PathBuf> = LazyLock::new(|| {
    let prefix = target().join("fft/installation");
    let _ = std::fs::remove_dir_all(&prefix);
    run(Command::new(root().join("hipvk")).args(["install", "--prefix"]).arg(&prefix).arg("--from").arg(target()));
    prefix
});

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{said}");
    said
}

/// A program of tests/fft, compiled in `folder` as any that only calls the library.
fn compiled(name: &str, folder: &str) -> (PathBuf, PathBuf) {
    let folder = target().join("fft").join(folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let program = folder.join(name);
    let mut compiler = Command::new("g++");
    compiler
        .args(["-std=c++17", "-O2", "-Wall", "-Wextra", "-D__HIP_PLATFORM_AMD__=1", "-I"])
        .arg(PREFIX.join("include"));
    compiler.arg(root().join(format!("tests/fft/{name}.cpp"))).arg("-L").arg(PREFIX.join("lib"));
    compiler
        .arg(format!("-Wl,-rpath,{}", PREFIX.join("lib").display()))
        .args(["-lhipfft", "-lamdhip64", "-o"])
        .arg(&program);
    run(&mut compiler);
    (folder, program)
}

fn check_transforms(half: &str) {
    let (folder, program) = compiled("transforms", &format!("transforms_{half}"));
    // What is not in the cache is compiled: all of it.
    let _ = std::fs::remove_dir_all(folder.join("cache"));
    right_only_with_kernels_and(&folder, &program, Path::new(""), &[("FFT_HALF", half)]);
}

/// In two halves, as a plan's programs are compiled one after the other.
#[test]
fn transforms_are_those_of_the_definition() {
    check_transforms("0");
}

#[test]
fn the_other_half_of_the_transforms_are_too() {
    check_transforms("1");
}

#[test]
fn errors_are_hipffts() {
    let (folder, program) = compiled("errors", "errors");
    let said = run(Command::new(program).env("HIPVK_CACHE_DIR", folder.join("cache")));
    assert!(said.contains("RESULT name=errors ok=1"), "{said}");
}
