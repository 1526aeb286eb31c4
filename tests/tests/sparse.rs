//! hipSPARSE as it is installed: its results are those of plain host code, it says what it does not do, and it exports what its header
//! declares, which compiles as C and as C++.
//!
//! Programs of tests/sparse are built against an installation and judge their results themselves. Needs hipcc and the library: `cargo build --workspace
//! --lib --bins`.

use hipvk_tests::hip_library::{HipLibrary, functions};

const LIBRARY: HipLibrary = HipLibrary { name: "hipsparse", major: 4, programs: "sparse" };

/// A program of tests/sparse is right, and wrong without kernels.
fn check(name: &str) {
    LIBRARY.check(&LIBRARY.program(name), &[]);
}

/// With the kernels of a CPU, whose threads are loops, and then with those of a GPU, where a warp has a long row.
#[test]
fn products_are_the_hosts() {
    let program = LIBRARY.program("products");
    LIBRARY.check(&program, &[]);
    LIBRARY.check(&program, &[("HIPVK_BLAS_GPU_KERNELS", "1")]);
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
    let declared = functions(&LIBRARY.header(), "hipsparse");
    // As many as ROCm 6.4 and 7.2 export.
    assert!(declared.len() == 546 && declared.contains("hipsparseZgtsv2_nopivot"), "{}: {declared:?}", declared.len());
    assert_eq!(declared, LIBRARY.exports());
}

#[test]
fn the_header_is_clean_c_and_cxx() {
    LIBRARY.check_header();
}

/// `dlopen` finds HIP beside it, and nothing else is needed but the C++ library.
#[test]
fn the_library_needs_hip_alone() {
    LIBRARY.check_needs();
}
