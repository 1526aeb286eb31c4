//! rocSOLVER and hipSOLVER as they are installed: factors multiply to the matrix, solutions solve, eigenvectors and singular vectors are some, wrong
//! arguments are told, and the libraries export what their headers declare.
//!
//! Programs of tests/solver are built against an installation and judge their results themselves, by LAPACK's ratios. Needs hipcc and the libraries:
//! `cargo build --workspace --lib --bins`.

use hipvk_tests::hip_library::{HipLibrary, functions};

const ROCSOLVER: HipLibrary = HipLibrary { name: "rocsolver", major: 0, programs: "solver" };
const HIPSOLVER: HipLibrary = HipLibrary { name: "hipsolver", major: 1, programs: "solver" };

/// A program of tests/solver is right, and wrong without kernels.
fn check(name: &str) {
    ROCSOLVER.check(&ROCSOLVER.program_with(name, &["hipblas"]), &[]);
}

#[test]
fn systems_are_solved_by_elimination_and_by_cholesky() {
    check("linear");
}

#[test]
fn orthogonal_factors_are_lapacks() {
    check("orthogonal");
}

#[test]
fn what_is_left_of_a_matrix_are_its_diagonals() {
    check("diagonals");
}

#[test]
fn eigenvalues_have_their_vectors() {
    check("eigen");
}

#[test]
fn eigenvalues_of_pairs_have_their_vectors() {
    check("generalized");
}

#[test]
fn singular_values_have_their_vectors() {
    check("singular");
}

#[test]
fn parts_of_lapack_are_what_they_are_defined_as() {
    check("auxiliary");
}

#[test]
fn sparse_matrices_are_factored_again_in_the_pattern_of_their_factors() {
    let others = ["rocsolver", "hipsparse", "hipblas"];
    HIPSOLVER.check(&HIPSOLVER.program_with("refactor", &others), &[]);
}

#[test]
fn hipsolver_does_what_rocsolver_does() {
    HIPSOLVER.check(&HIPSOLVER.program_with("hipsolver", &["rocsolver", "hipblas"]), &[]);
}

#[test]
fn the_libraries_export_what_their_headers_declare() {
    for (library, prefix, known) in [
        (ROCSOLVER, "rocsolver_", "rocsolver_zheevj_strided_batched"),
        (HIPSOLVER, "hipsolver", "hipsolverDnZheevjBatched"),
    ] {
        let declared = functions(&library.header(), prefix);
        assert!(declared.len() > 300 && declared.contains(known), "{}: {declared:?}", declared.len());
        assert_eq!(declared, library.exports());
    }
}

#[test]
fn the_headers_compile_in_every_language() {
    ROCSOLVER.check_header();
    HIPSOLVER.check_header();
}

#[test]
fn the_libraries_need_each_other_and_hip() {
    ROCSOLVER.check_needs_with(&["libhipblas.so.3", "libhipsparse.so.4"]);
    HIPSOLVER.check_needs_with(&["librocsolver.so.0", "libhipblas.so.3", "libhipsparse.so.4"]);
}
