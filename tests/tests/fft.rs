//! hipFFT and rocFFT as installed: transforms against their definition, and their error codes. Needs VkFFT's header (Debian's libvkfft-dev), which
//! `./hipvk test` installs, cmake, g++, and hipcc and the library: `cargo build --workspace --lib --bins`. Called by cargo test.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use hipvk_tests::hip_library::functions;
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

#[test]
fn callbacks_load_and_store_each_element_once() {
    let folder = target().join("fft/callbacks");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let program = folder.join("callbacks");
    let mut compiler = Command::new(PREFIX.join("bin/hipcc"));
    compiler.args(["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror"]).arg(root().join("tests/fft/callbacks.hip"));
    compiler.arg("-L").arg(PREFIX.join("lib")).args(["-lhipfft", "-lrocfft", "-o"]).arg(&program);
    run(&mut compiler);
    let _ = std::fs::remove_dir_all(folder.join("cache"));
    right_only_with_kernels_and(&folder, &program, Path::new(""), &[]);
}

/// A program of tests/fft, compiled in `folder` as any that only calls `library`.
fn compiled(name: &str, folder: &str, library: &str) -> (PathBuf, PathBuf) {
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
        .arg(format!("-l{library}"))
        .args(["-lamdhip64", "-o"])
        .arg(&program);
    run(&mut compiler);
    (folder, program)
}

fn check_transforms(half: &str) {
    let (folder, program) = compiled("transforms", &format!("transforms_{half}"), "hipfft");
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
    let (folder, program) = compiled("errors", "errors", "hipfft");
    let said = run(Command::new(program).env("HIPVK_CACHE_DIR", folder.join("cache")));
    assert!(said.contains("RESULT name=errors ok=1"), "{said}");
    // What stderr is told of a plan that failed.
    let told = "hipfft: forward transform of 32768 x 65536 (single precision, complex, in place; input: strides 1 32768; output: strides 1 32768) on ";
    assert!(said.contains(told) && said.contains(": data of 2^31 elements or more are not supported"), "{said}");
}

#[test]
fn rocffts_transforms_are_those_of_the_definition() {
    let (folder, program) = compiled("rocfft", "rocfft", "rocfft");
    let _ = std::fs::remove_dir_all(folder.join("cache"));
    right_only_with_kernels_and(&folder, &program, Path::new(""), &[]);
}

#[test]
fn cmake_finds_rocfft_and_errors_are_rocffts() {
    let folder = target().join("fft/cmake");
    let _ = std::fs::remove_dir_all(&folder);
    let packages = format!("-DCMAKE_PREFIX_PATH={}", PREFIX.display());
    run(Command::new("cmake")
        .arg("-S")
        .arg(root().join("tests/build_systems/fft"))
        .arg("-B")
        .arg(&folder)
        .args(["-G", "Ninja", &packages]));
    run(Command::new("cmake").arg("--build").arg(&folder));
    let said = run(Command::new(folder.join("rocfft_errors")).env("HIPVK_CACHE_DIR", folder.join("cache")));
    assert!(said.contains("RESULT name=rocfft_errors ok=1"), "{said}");
    // What is missing says so once.
    let field = "rocfft: rocfft_field_create: transforms that several devices share are not implemented\n";
    assert_eq!(said.matches(field).count(), 1, "{said}");
}

/// The functions of a header that the library exports, and those that it does not.
#[test]
fn every_function_of_the_headers_is_exported() {
    for (name, header) in [("hipfft", "hipfft/hipfftXt.h"), ("rocfft", "rocfft/rocfft.h")] {
        let header = PREFIX.join("include").join(header);
        let mut compiler = Command::new("gcc");
        compiler.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-D__HIP_PLATFORM_AMD__=1", "-E", "-P", "-I"]);
        let text = run(compiler.arg(PREFIX.join("include")).arg(&header));
        let declared = functions(&text, name);
        let library = PREFIX.join(format!("lib/lib{name}.so.0"));
        let said = run(Command::new("nm").args(["-D", "--defined-only", "--format=just-symbols"]).arg(library));
        let exported: BTreeSet<String> =
            said.lines().filter(|symbol| symbol.starts_with(name)).map(str::to_owned).collect();
        assert!(declared.len() > 20, "{declared:?}");
        assert_eq!(declared, exported);
        // C programs include it as it is.
        let mut compiler = Command::new("gcc");
        compiler.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-D__HIP_PLATFORM_AMD__=1", "-fsyntax-only", "-I"]);
        run(compiler.arg(PREFIX.join("include")).args(["-x", "c"]).arg(header));
    }
}
