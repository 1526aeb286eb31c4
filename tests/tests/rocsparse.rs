//! rocSPARSE as it is installed: its results are those of plain host code, it says what it does not do, and it exports what its header declares, which
//! compiles as C and as C++.
//!
//! Programs of tests/rocsparse are built against an installation and judge their results themselves. Needs hipcc and the library: `cargo build --workspace
//! --lib --bins`.

use hipvk_tests::hip_library::{HipLibrary, functions};

const LIBRARY: HipLibrary = HipLibrary { name: "rocsparse", major: 1, programs: "rocsparse" };

/// A program of tests/rocsparse is right, and wrong without kernels.
fn check(name: &str) {
    LIBRARY.check(&LIBRARY.program(name), &[]);
}

#[test]
fn products_are_the_hosts() {
    check("products");
}

#[test]
fn conversions_are_the_hosts() {
    check("conversions");
}

#[test]
fn what_is_solved_is_a_solution() {
    check("solves");
}

#[test]
fn rows_of_equal_length_are_the_hosts() {
    check("ell");
}

#[test]
fn further_forms_are_the_hosts() {
    check("forms");
}

#[test]
fn jacobis_rounds_are_the_hosts() {
    check("jacobi");
}

#[test]
fn functions_of_descriptors_are_the_hosts() {
    check("generic");
}

#[test]
fn calls_are_checked_and_captured() {
    check("calls");
}

/// The header makes declarations of its lists, so the compiler is asked what they are.
#[test]
fn the_library_exports_what_its_header_declares() {
    let declared = functions(&LIBRARY.header(), "rocsparse_");
    assert!(declared.len() > 300 && declared.contains("rocsparse_zcsrsv_solve"), "{}: {declared:?}", declared.len());
    assert_eq!(declared, LIBRARY.exports());
}

#[test]
fn the_header_is_clean_c_and_cxx() {
    LIBRARY.check_header();
}

/// `dlopen` finds hipSPARSE and HIP beside it, and nothing else is needed but the C++ library.
#[test]
fn the_library_needs_hipsparse_and_hip_alone() {
    LIBRARY.check_needs_with(&["libhipsparse.so.4"]);
}
