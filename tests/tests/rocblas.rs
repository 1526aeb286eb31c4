//! rocBLAS as it is installed: its functions do what hipBLAS' do or what references say, it answers as rocBLAS documents, exports what its header declares,
//! and its functions have the types of ROCm's.
//!
//! Programs of tests/rocblas are built against an installation and judge their results themselves. Needs hipcc and the library
//! (`cargo build --workspace --lib --bins`), and Debian's header of rocBLAS, which `./hipvk test` unpacks into target/libraries/rocm.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use hipvk_tests::hip_library::{HipLibrary, functions};
use hipvk_tests::places::{root, target};

const LIBRARY: HipLibrary = HipLibrary { name: "rocblas", major: 5, programs: "rocblas" };

/// A program of tests/rocblas is right, and wrong without kernels.
fn check(name: &str) {
    LIBRARY.check(&LIBRARY.program_with(name, &["hipblas"]), &[]);
}

#[test]
fn functions_do_in_every_form_what_those_of_hipblas_do() {
    check("forms");
}

#[test]
fn functions_that_hipblas_lacks_are_right() {
    check("own");
}

#[test]
fn calls_are_checked_as_rocblas_documents() {
    check("calls");
}

#[test]
fn the_library_exports_what_its_header_declares() {
    let declared = functions(&LIBRARY.header(), "rocblas_");
    assert!(declared.len() > 1000 && declared.contains("rocblas_zgemm_strided_batched_64"), "{}", declared.len());
    // Those of rocblas-beta.h.
    let exported = LIBRARY.exports().into_iter().filter(|name| !name.contains("_get_solutions"));
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

/// What a compiler makes of each function's type, by the headers of `include`.
fn types(include: &Path, names: &BTreeSet<String>) -> String {
    let folder = target().join("rocblas");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let mut source = String::from(
        "#define ROCBLAS_NO_DEPRECATED_WARNINGS\n#include <rocblas/rocblas.h>\ntemplate <class T, int> void has() {}\n",
    );
    for (number, name) in names.iter().enumerate() {
        writeln!(source, "template void has<decltype(&{name}), {number}>();").expect("written");
    }
    let (file, object) = (folder.join("types.cpp"), folder.join("types.o"));
    std::fs::write(&file, source).expect("written");
    let mut compiler = Command::new("g++");
    compiler.args(["-c", "-D__HIP_PLATFORM_AMD__", "-I"]).arg(include).arg(&file).arg("-o").arg(&object);
    assert!(compiler.status().expect("g++ starts").success(), "{compiler:?}");
    let symbols = Command::new("nm").arg(&object).output().expect("nm starts");
    let symbols = String::from_utf8_lossy(&symbols.stdout).into_owned();
    symbols.lines().filter_map(|line| line.split_whitespace().last()).collect::<Vec<_>>().join("\n")
}

#[test]
fn functions_have_the_types_of_rocms() {
    let theirs = root().join("target/libraries/rocm/usr/include");
    let header = std::fs::read_to_string(theirs.join("rocblas/internal/rocblas-functions.h"));
    let header = header.unwrap_or_else(|e| panic!("{}: {e}: ./hipvk test gets it", theirs.display()));
    let names: BTreeSet<String> = LIBRARY.exports().intersection(&functions(&header, "rocblas_")).cloned().collect();
    assert!(names.len() > 1100, "{}", names.len());
    let (theirs, ours) = (types(&theirs, &names), types(&root().join("runtime/include"), &names));
    assert!(theirs == ours, "types differ:\n{theirs}\n\n{ours}");
}
