//! rocSPARSE as it is installed: its results are those of plain host code, it says what it does not do, and it exports what its header declares, which
//! compiles as C and as C++.
//!
//! Programs of tests/rocsparse are built against an installation and judge their results themselves. Needs hipcc and the library: `cargo build --workspace
//! --lib --bins`.

use std::collections::BTreeSet;
use std::process::Command;

use hipvk_tests::hip_library::HipLibrary;
use hipvk_tests::installation::prefix;

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
    let text = LIBRARY.header();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let starts = text.match_indices("rocsparse_").filter(|(at, _)| !text[..*at].ends_with(is_name));
    let words = starts.map(|(at, _)| text[at..].split_at(text[at..].find(|c| !is_name(c)).unwrap_or(0)));
    let declared: BTreeSet<&str> =
        words.filter(|(_, rest)| rest.trim_start().starts_with('(')).map(|(word, _)| word).collect();
    let exports = LIBRARY.exports();
    let exported: BTreeSet<&str> = exports.iter().map(String::as_str).collect();
    assert!(declared.len() > 300 && declared.contains("rocsparse_zcsrsv_solve"), "{}: {declared:?}", declared.len());
    assert_eq!(declared, exported);
}

#[test]
fn the_header_is_clean_c_and_cxx() {
    LIBRARY.check_header();
}

/// `dlopen` finds hipSPARSE and HIP beside it, and nothing else is needed but the C++ library.
#[test]
fn the_library_needs_hipsparse_and_hip_alone() {
    let library = prefix().join("lib/librocsparse.so.1");
    let output = Command::new("readelf").arg("-d").arg(library).output().expect("readelf starts");
    let dynamic = String::from_utf8_lossy(&output.stdout).into_owned();
    let needed: Vec<&str> = dynamic
        .lines()
        .filter(|line| line.contains("(NEEDED)"))
        .filter_map(|line| line.split(['[', ']']).nth(1))
        .filter(|name| name.contains("hip"))
        .collect();
    assert_eq!(needed, ["libhipsparse.so.4", "libamdhip64.so.7"], "{dynamic}");
    assert!(dynamic.contains("[librocsparse.so.1]") && dynamic.contains("[$ORIGIN]"), "{dynamic}");
}
