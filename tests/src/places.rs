//! Where the tests find the repository and what cargo built beside them.

use std::path::{Path, PathBuf};

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests is a folder of the workspace").to_owned()
}

/// `target/debug` (or whatever the profile is called) of the running test: hipcc, the examples and libhipvk.so are there.
pub fn target() -> PathBuf {
    let test = std::env::current_exe().expect("this test has a path");
    test.parent().and_then(Path::parent).expect("target/debug/deps").to_owned()
}
