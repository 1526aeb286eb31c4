//! hipBLASLt as it is installed: its products, epilogues and transforms are right, it answers as hipBLASLt documents, and it exports what its header
//! declares, which compiles as C and as C++.
//!
//! Programs of tests/blaslt are built against an installation and judge their results themselves. Needs hipcc and the library: `cargo build --workspace
//! --lib --bins`.

use std::collections::BTreeSet;
use std::fs;

use hipvk_tests::hip_library::{HipLibrary, functions};
use hipvk_tests::installation::prefix;

const LIBRARY: HipLibrary = HipLibrary { name: "hipblaslt", major: 1, programs: "blaslt" };

/// A program of tests/blaslt is right, and wrong without kernels.
fn check(name: &str) {
    LIBRARY.check(&LIBRARY.program(name), &[]);
}

#[test]
fn products_and_epilogues_are_right() {
    check("matmul");
}

#[test]
fn calls_are_checked_and_what_stands_beside_products_is_right() {
    check("calls");
}

#[test]
fn the_classes_do_what_the_functions_do() {
    check("ext");
}

#[test]
fn the_library_exports_what_its_headers_declare() {
    let operations = fs::read_to_string(prefix().join("include/hipblaslt/hipblaslt-ext-op.h")).expect("a header");
    let declared: BTreeSet<String> =
        functions(&LIBRARY.header(), "hipblasLt").union(&functions(&operations, "hipblasltExt")).cloned().collect();
    assert!(declared.len() == 28 && declared.contains("hipblasLtMatmul"), "{declared:?}");
    // The rest are the classes'.
    let exported = LIBRARY.exports().into_iter().filter(|name| !name.contains("hipblaslt_ext"));
    assert_eq!(declared, exported.collect());
}

#[test]
fn the_header_compiles_in_every_language() {
    LIBRARY.check_header();
}

#[test]
fn the_library_needs_hipblas_and_hip() {
    LIBRARY.check_needs_with(&["libhipblas.so.3"]);
}

/// An installation is small: hipBLASLt has kernels whose types are arguments.
#[test]
fn the_library_is_small() {
    LIBRARY.check_size(200 << 10);
}
