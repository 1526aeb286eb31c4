//! rocRAND as it is installed: sequences of the generators that hipRAND has no names for are rocRAND's own, its numbers are distributed as they should be,
//! and it exports what its header declares, which compiles as C and as C++.
//!
//! Programs of tests/rand are built against an installation and judge their results themselves; `rand.rs` has those that call hipRAND, whose generators are
//! these. Needs hipcc and the library: `cargo build --workspace --lib --bins`.

use hipvk_tests::hip_library::{HipLibrary, functions};

const LIBRARY: HipLibrary = HipLibrary { name: "rocrand", major: 1, programs: "rand" };

/// A program of tests/rand is right, and wrong without kernels.
fn check(name: &str) {
    LIBRARY.check(&LIBRARY.program(name), &[]);
}

#[test]
fn sequences_are_rocrands() {
    check("rocrand_sequences");
}

#[test]
fn numbers_are_distributed_as_they_should_be() {
    check("rocrand_distributions");
}

#[test]
fn calls_are_checked_and_go_on() {
    check("rocrand_calls");
}

#[test]
fn the_library_exports_what_its_header_declares() {
    let declared = functions(&LIBRARY.header(), "rocrand_");
    assert!(declared.len() == 33 && declared.contains("rocrand_generate_log_normal_half"), "{declared:?}");
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
