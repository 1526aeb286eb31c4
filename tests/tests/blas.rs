//! hipBLAS as it is installed: its functions are right in every form and type, and it exports what its header declares.
//!
//! Programs of tests/blas are built against an installation and judge their results themselves, against references in double.
//! Needs hipcc and the library: `cargo build --workspace --lib --bins`.

use std::collections::BTreeSet;
use std::sync::Mutex;

use hipvk_tests::hip_library::HipLibrary;

const LIBRARY: HipLibrary = HipLibrary { name: "hipblas", major: 3, programs: "blas" };

/// A program of tests/blas is right, and wrong without kernels.
fn check(name: &str) {
    check_with(name, &[]);
}

/// The same with these variables set.
fn check_with(name: &str, variables: &[(&str, &str)]) {
    // Several tests run one program, which one of them makes.
    static MAKING: Mutex<()> = Mutex::new(());
    let making = MAKING.lock();
    let program = LIBRARY.program(name);
    drop(making);
    LIBRARY.check(&program, variables);
}

#[test]
fn matrix_products_are_right() {
    check("gemm");
}

/// By the kernels that a GPU gets, which move several elements a thread at once, and multiply matrices of half floats where the device does
/// (lavapipe from Mesa 26 on). Those are long loops laid out for registers that no CPU has: lavapipe's compiler takes minutes to optimise them, and
/// is told not to.
const KERNELS_OF_GPUS: [(&str, &str); 2] = [("HIPVK_BLAS_GPU_KERNELS", "1"), ("GALLIVM_PERF", "nopt")];

fn check_products_of_gpus(types: &str) {
    check_with("gemm", &[&KERNELS_OF_GPUS[..], &[("GEMM_TYPES", types)]].concat());
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
fn shaped_matrices_by_kernels_of_gpus_are_right() {
    check_with("level3", &KERNELS_OF_GPUS);
}

#[test]
fn rotations_are_right() {
    check("rotations");
}

#[test]
fn inverses_of_triangles_are_right() {
    check("trtri");
}

#[test]
fn functions_of_mixed_types_are_right() {
    check("mixed");
}

#[test]
fn factors_of_lu_are_right() {
    check("lapack");
}

#[test]
fn factors_of_qr_and_least_squares_are_right() {
    check("qr");
}

#[test]
fn calls_are_checked_and_ordered() {
    check("calls");
}

#[test]
fn the_library_exports_what_its_header_declares() {
    let text = LIBRARY.header();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let types = |word: &&str| {
        let plain = ["Half", "Bfloat16", "Int8", "Stride", "Complex", "DoubleComplex"];
        word.ends_with("_t") || word.strip_prefix("hipblas").is_some_and(|name| plain.contains(&name))
    };
    let declared: BTreeSet<&str> = words.filter(|word| word.starts_with("hipblas") && !types(word)).collect();
    let exports = LIBRARY.exports();
    // What begins with hipvk is for librocblas.so (runtime/blas/beyond.h).
    let exported: BTreeSet<&str> =
        exports.iter().map(String::as_str).filter(|name| !name.starts_with("hipvk")).collect();
    assert!(declared.len() > 1000 && declared.contains("hipblasZgemmStridedBatched_64"), "{}", declared.len());
    assert_eq!(declared, exported);
}

/// `dlopen` finds HIP beside it, and nothing else is needed but the C++ library.
#[test]
fn the_library_needs_hip_alone() {
    LIBRARY.check_needs();
}
