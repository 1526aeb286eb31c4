//! MIOpen as it is installed: its layers are right beside loops in double, it answers as MIOpen documents, and it exports what its header declares, which
//! compiles as C and as C++.
//!
//! Programs of tests/miopen are built against an installation and judge their results themselves. Needs hipcc and the library: `cargo build --workspace
//! --lib --bins`.

use hipvk_tests::hip_library::{HipLibrary, functions};

const LIBRARY: HipLibrary = HipLibrary { name: "MIOpen", major: 1, programs: "miopen" };

/// A program of tests/miopen is right, and wrong without kernels.
fn check(name: &str) {
    LIBRARY.check(&LIBRARY.program(name), &[]);
}

#[test]
fn convolutions_and_their_gradients_are_right() {
    check("convolutions");
}

#[test]
fn elements_activations_softmax_and_pooling_are_right() {
    check("layers");
}

#[test]
fn normalisations_reductions_and_dropout_are_right() {
    check("norms");
}

#[test]
fn recurrent_networks_and_their_gradients_are_right() {
    check("recurrent");
}

#[test]
fn fusions_ctc_losses_and_the_beta_interface_are_right() {
    check("more");
}

#[test]
fn descriptors_keep_what_they_are_given_and_calls_refuse_what_is_wrong() {
    check("calls");
}

#[test]
fn the_library_exports_what_its_header_declares() {
    let declared = functions(&LIBRARY.header_with(&["MIOPEN_BETA_API"]), "miopen");
    assert!(declared.len() == 261 && declared.contains("miopenConvolutionForward"), "{} {declared:?}", declared.len());
    assert_eq!(declared, LIBRARY.exports());
}

#[test]
fn the_header_compiles_in_every_language() {
    LIBRARY.check_header();
    LIBRARY.check_header_with(&["MIOPEN_BETA_API"]);
}

#[test]
fn the_library_needs_hipblas_and_hip() {
    LIBRARY.check_needs_with(&["libhipblas.so.3"]);
}

/// An installation is small: MIOpen has kernels whose types are arguments.
#[test]
fn the_library_is_small() {
    LIBRARY.check_size(900 << 10);
}
