//! hipSPARSE as it is installed: its results are those of plain host code, it says what it does not do, and it exports what its header
//! declares, which compiles as C and as C++.
//!
//! Programs of tests/sparse are built against an installation and judge their results themselves. Needs hipcc and the library: `cargo build --workspace
//! --lib --bins`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use hipvk_tests::installation::prefix;
use hipvk_tests::made;
use hipvk_tests::places::{root, target};
use hipvk_tests::proof::right_only_with_kernels_and;

fn folder() -> PathBuf {
    let folder = target().join("sparse");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Runs it; what it wrote. Fails the test if it fails.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A program of tests/sparse is right, and wrong without kernels.
fn check(name: &str) {
    check_with(name, &[]);
}

fn check_with(name: &str, variables: &[(&str, &str)]) {
    let (folder, source) = (folder(), root().join(format!("tests/sparse/{name}.cpp")));
    let program = folder.join(name);
    let mut hipcc = Command::new(prefix().join("bin/hipcc"));
    hipcc.args(["-std=c++17", "-O2", "-Wall", "-Werror"]).arg(&source).arg("-L").arg(prefix().join("lib"));
    hipcc.arg("-lhipsparse").arg("-o").arg(&program);
    if let Some(output) = made::once(&mut hipcc, &program, &[&source]).expect("hipcc starts") {
        assert!(output.status.success(), "{hipcc:?}\n{}", String::from_utf8_lossy(&output.stderr));
    }
    right_only_with_kernels_and(&folder, &program, Path::new(""), variables);
}

/// With the kernels of a CPU, whose threads are loops, and then with those of a GPU, where a warp has a long row.
#[test]
fn products_are_the_hosts() {
    check("products");
    check_with("products", &[("HIPVK_BLAS_GPU_KERNELS", "1")]);
}

#[test]
fn conversions_are_the_hosts() {
    check("conversions");
}

#[test]
fn sums_and_products_of_pairs_are_the_hosts() {
    check("pairs");
}

#[test]
fn what_is_solved_is_a_solution() {
    check("solves");
}

#[test]
fn matrices_of_blocks_are_their_elements() {
    check("blocks");
}

#[test]
fn calls_are_checked_and_captured() {
    check("calls");
}

/// The header makes declarations of its lists, so the compiler is asked what they are.
#[test]
fn the_library_exports_what_its_header_declares() {
    let header = root().join("runtime/include/hipsparse/hipsparse.h");
    let include = root().join("runtime/include");
    let text = run(Command::new("g++").args(["-E", "-P", "-D__HIP_PLATFORM_AMD__", "-I"]).arg(include).arg(header));
    let starts = text
        .match_indices("hipsparse")
        .filter(|(at, _)| !text[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_'));
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let words = starts.map(|(at, _)| text[at..].split_at(text[at..].find(|c| !is_name(c)).unwrap_or(0)));
    let declared: BTreeSet<&str> =
        words.filter(|(_, rest)| rest.trim_start().starts_with('(')).map(|(word, _)| word).collect();
    let symbols = run(Command::new("nm").args(["-D", "--defined-only"]).arg(prefix().join("lib/libhipsparse.so.4")));
    let exported: BTreeSet<&str> = symbols.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    // As many as ROCm 6.4 and 7.2 export.
    assert!(declared.len() == 546 && declared.contains("hipsparseZgtsv2_nopivot"), "{}: {declared:?}", declared.len());
    assert_eq!(declared, exported);
}

#[test]
fn the_header_is_clean_c_and_cxx() {
    let source = folder().join("header.inc");
    std::fs::write(&source, "#include <hipsparse/hipsparse.h>\n").expect("a source");
    for (compiler, language, standard) in
        [("g++", "c++", "c++11"), ("g++", "c++", "c++17"), ("gcc", "c", "c11"), ("g++", "c++", "c++20")]
    {
        let mut command = Command::new(compiler);
        command.args(["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-D__HIP_PLATFORM_AMD__", "-x", language]);
        run(command.arg(format!("-std={standard}")).arg("-I").arg(root().join("runtime/include")).arg(&source));
    }
    let mut hipcc = Command::new(prefix().join("bin/hipcc"));
    hipcc.args(["-std=c++11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "hip"]);
    run(hipcc.arg(&source));
}

/// `dlopen` finds HIP beside it, and nothing else is needed but the C++ library.
#[test]
fn the_library_needs_hip_alone() {
    let dynamic = run(Command::new("readelf").arg("-d").arg(prefix().join("lib/libhipsparse.so.4")));
    let needed: Vec<&str> = dynamic
        .lines()
        .filter(|line| line.contains("(NEEDED)"))
        .filter_map(|line| line.split(['[', ']']).nth(1))
        .filter(|name| !["libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"].contains(name))
        .collect();
    assert_eq!(needed, ["libamdhip64.so.7"]);
    assert!(dynamic.contains("[libhipsparse.so.4]") && dynamic.contains("[$ORIGIN]"), "{dynamic}");
}
