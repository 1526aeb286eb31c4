//! Where the tests find the repository and what cargo built beside them.

use std::path::{Path, PathBuf};

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests is a folder of the workspace").to_owned()
}

/// `target/debug` (or whatever the profile is called) of the running test or program: hipcc, the examples and libhipvk.so are there.
pub fn target() -> PathBuf {
    let program = std::env::current_exe().expect("this program has a path");
    let folder = program.parent().expect("a folder of target");
    let folder = if folder.ends_with("deps") { folder.parent().expect("target/debug/deps") } else { folder };
    folder.to_owned()
}

/// The tests are in a pack (tests/device.sh): programs lie beside them, compiled, and there is no compiler.
pub fn is_packed() -> bool {
    target().join(PACKED).exists()
}

/// The file that says so.
pub const PACKED: &str = "PACKED";
