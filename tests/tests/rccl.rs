//! RCCL as it is installed: its calls between devices of one process and of several are right, it answers as RCCL documents, and it exports what its header
//! declares, which compiles as C and as C++.
//!
//! Programs of tests/rccl are built against an installation and judge their results themselves, on copies of the device. Needs hipcc and the library: `cargo
//! build --workspace --lib --bins`.

use std::collections::BTreeSet;

use hipvk_tests::hip_library::{HipLibrary, functions};

const LIBRARY: HipLibrary = HipLibrary { name: "rccl", major: 1, programs: "rccl" };

/// A program of tests/rccl is right on so many devices, and wrong without kernels. Buffers are small, so that calls take several rounds.
fn check(name: &str, devices: &str) {
    let variables = [("HIPVK_DEVICE_COPIES", devices), ("NCCL_BUFFSIZE", "131072")];
    LIBRARY.check(&LIBRARY.program(name), &variables);
}

#[test]
fn collective_calls_are_right_in_every_type() {
    check("collectives", "3");
}

#[test]
fn messages_and_what_is_made_of_them_are_right() {
    check("messages", "3");
}

#[test]
fn calls_are_checked_and_failures_are_told() {
    check("calls", "3");
}

#[test]
fn processes_call_each_other_in_each_way() {
    check("processes", "2");
}

#[test]
fn the_library_exports_what_its_header_declares() {
    let header = LIBRARY.header();
    let declared: BTreeSet<String> = functions(&header, "nccl").union(&functions(&header, "pnccl")).cloned().collect();
    assert!(declared.len() == 76 && declared.contains("pncclAllToAllv"), "{} {declared:?}", declared.len());
    assert_eq!(declared, LIBRARY.exports());
}

#[test]
fn the_header_compiles_in_every_language() {
    LIBRARY.check_header();
}

#[test]
fn the_library_needs_hip_alone() {
    LIBRARY.check_needs();
}

/// An installation is small: RCCL has three kernels for each type.
#[test]
fn the_library_is_small() {
    LIBRARY.check_size(200 << 10);
}
