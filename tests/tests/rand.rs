//! hipRAND as it is installed: its sequences are the published ones, its numbers are distributed as they should be, and it exports what its header
//! declares, which compiles as C and as C++.
//!
//! Programs of tests/rand are built against an installation and judge their results themselves. Needs hipcc and the library: `cargo build --workspace
//! --lib --bins`.

use std::collections::BTreeSet;

use hipvk_tests::hip_library::HipLibrary;

const LIBRARY: HipLibrary = HipLibrary { name: "hiprand", major: 1, programs: "rand" };

/// A program of tests/rand is right, and wrong without kernels.
fn check(name: &str) {
    LIBRARY.check(&LIBRARY.program(name), &[]);
}

#[test]
fn sequences_are_the_published_ones() {
    check("sequences");
}

#[test]
fn numbers_are_distributed_as_they_should_be() {
    check("distributions");
}

#[test]
fn calls_are_checked_and_go_on() {
    check("calls");
}

#[test]
fn the_library_exports_what_its_header_declares() {
    let text = LIBRARY.header();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let functions = ["Create", "Destroy", "Generate", "Set", "Get"];
    let is_function = |word: &&str| {
        let rest = word.strip_prefix("hiprand").filter(|_| !word.ends_with("_t") && !word.ends_with("_st"));
        rest.is_some_and(|rest| functions.iter().any(|start| rest.starts_with(start)))
    };
    let declared: BTreeSet<&str> = words.filter(is_function).filter(|&word| word != "hiprandGenerator").collect();
    let exports = LIBRARY.exports();
    let exported: BTreeSet<&str> = exports.iter().map(String::as_str).collect();
    assert!(declared.len() >= 30 && declared.contains("hiprandGenerateLogNormalDouble"), "{declared:?}");
    assert_eq!(declared, exported);
}

#[test]
fn the_header_is_clean_c_and_cxx() {
    LIBRARY.check_header();
}

/// `dlopen` finds rocRAND and HIP beside it.
#[test]
fn the_library_needs_rocrand_and_hip() {
    LIBRARY.check_needs_with(&["librocrand.so.1"]);
}
