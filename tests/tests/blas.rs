//! hipBLAS as it is installed: its functions are right in every form and type, and it exports what its header declares.
//!
//! Programs of tests/blas are built against an installation and judge their results themselves, against references in double.
//! Needs hipcc and the library: `cargo build --workspace --lib --bins`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use hipvk_tests::installation::prefix;
use hipvk_tests::made;
use hipvk_tests::places::{root, target};
use hipvk_tests::proof::right_only_with_kernels_and;

fn folder() -> PathBuf {
    let folder = target().join("blas");
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

/// A program of tests/blas is right, and wrong without kernels.
fn check(name: &str) {
    check_with(name, &[]);
}

/// The same with these variables set.
fn check_with(name: &str, variables: &[(&str, &str)]) {
    let (folder, source) = (folder(), root().join(format!("tests/blas/{name}.cpp")));
    let program = folder.join(name);
    let mut hipcc = Command::new(prefix().join("bin/hipcc"));
    hipcc.args(["-std=c++17", "-O2", "-Wall", "-Werror"]).arg(&source).arg("-L").arg(prefix().join("lib"));
    hipcc.arg("-lhipblas").arg("-o").arg(&program);
    // Several tests run one program, which one of them makes.
    static MAKING: Mutex<()> = Mutex::new(());
    let making = MAKING.lock();
    if let Some(output) = made::once(&mut hipcc, &program, &[&source]).expect("hipcc starts") {
        assert!(output.status.success(), "{hipcc:?}\n{}", String::from_utf8_lossy(&output.stderr));
    }
    drop(making);
    right_only_with_kernels_and(&folder, &program, Path::new(""), variables);
}

#[test]
fn matrix_products_are_right() {
    check("gemm");
}

/// By the kernels that a GPU gets, which move several elements a thread at once, and multiply matrices of half floats where the device does
/// (lavapipe from Mesa 26 on). Those are long loops laid out for registers that no CPU has: lavapipe's compiler takes minutes to optimise them, and
/// is told not to.
fn check_products_of_gpus(types: &str) {
    check_with("gemm", &[("HIPVK_BLAS_GPU_KERNELS", "1"), ("GALLIVM_PERF", "nopt"), ("GEMM_TYPES", types)]);
}

/// In two halves, which take as long: the compiler works on one kernel at a time.
#[test]
fn matrix_products_by_kernels_of_gpus_are_right() {
    check_products_of_gpus("s d c z");
}

#[test]
fn matrix_products_of_small_types_by_kernels_of_gpus_are_right() {
    check_products_of_gpus("h mixed");
}

#[test]
fn vectors_are_right() {
    check("level1");
}

#[test]
fn matrices_with_vectors_are_right() {
    check("level2");
}

#[test]
fn shaped_matrices_are_right() {
    check("level3");
}

#[test]
fn calls_are_checked_and_ordered() {
    check("calls");
}

#[test]
fn the_library_exports_what_its_header_declares() {
    let header = root().join("runtime/include/hipblas/hipblas.h");
    let include = root().join("runtime/include");
    let text = run(Command::new("g++").args(["-E", "-P", "-D__HIP_PLATFORM_AMD__", "-I"]).arg(include).arg(header));
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let types = |word: &&str| {
        let plain = ["Half", "Bfloat16", "Int8", "Stride", "Complex", "DoubleComplex"];
        word.ends_with("_t") || word.strip_prefix("hipblas").is_some_and(|name| plain.contains(&name))
    };
    let declared: BTreeSet<&str> = words.filter(|word| word.starts_with("hipblas") && !types(word)).collect();
    let symbols = run(Command::new("nm").args(["-D", "--defined-only"]).arg(prefix().join("lib/libhipblas.so.3")));
    let exported: BTreeSet<&str> = symbols.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert!(declared.len() > 1000 && declared.contains("hipblasZgemmStridedBatched_64"), "{}", declared.len());
    assert_eq!(declared, exported);
}

/// `dlopen` finds HIP beside it, and nothing else is needed but the C++ library.
#[test]
fn the_library_needs_hip_alone() {
    let dynamic = run(Command::new("readelf").arg("-d").arg(prefix().join("lib/libhipblas.so.3")));
    let needed: Vec<&str> = dynamic
        .lines()
        .filter(|line| line.contains("(NEEDED)"))
        .filter_map(|line| line.split(['[', ']']).nth(1))
        .filter(|name| !["libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"].contains(name))
        .collect();
    assert_eq!(needed, ["libamdhip64.so.7"]);
    assert!(dynamic.contains("[libhipblas.so.3]") && dynamic.contains("[$ORIGIN]"), "{dynamic}");
}
