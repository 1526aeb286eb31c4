//! libamd_comgr from C++: builds tests/api/comgr.cpp with g++ against our header and library, as the tests of the C ABI are, and runs it.

use std::process::Command;

use hipvk_tests::places::root;
use hipvk_tests::programs::{api, api_library};

#[test]
fn kernels_are_compiled_by_amds_code_object_manager_and_errors_are_told() {
    let program = api("comgr").compiled().unwrap_or_else(|e| panic!("{e}"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(program)
        .arg(root().join("tests/api/comgr.cpp"))
        .env("LD_LIBRARY_PATH", api_library())
        .env("HIPVK_CACHE_DIR", folder.path())
        .output()
        .expect("the program was just built");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("checks, 0 failed"), "{text}");
}
