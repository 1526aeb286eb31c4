//! Whether a program of several files works: it says so itself, and may not when no kernel runs.
//!
//! Used by `hip_library` and tests/{linking,build_systems,fft}.rs.

use std::path::Path;
use std::process::Command;

use crate::results::ResultLine;

/// Launches do nothing where it is 1.
const NULL: &str = "HIPVK_NULL_KERNELS";

/// Runs `program` in `folder`, once as it is and once without kernels. `libraries` is its `LD_LIBRARY_PATH`.
///
/// # Panics
/// If its result is wrong with kernels, or right without.
pub fn right_only_with_kernels(folder: &Path, program: &Path, libraries: &Path) {
    right_only_with_kernels_and(folder, program, libraries, &[]);
}

/// The same with `variables` set besides.
///
/// # Panics
/// As above.
pub fn right_only_with_kernels_and(folder: &Path, program: &Path, libraries: &Path, variables: &[(&str, &str)]) {
    let (right, said) = run(folder, program, libraries, &[variables, &[(NULL, "0")]].concat());
    assert!(right, "its result is wrong:\n{said}");
    let (right, said) = run(folder, program, libraries, &[variables, &[(NULL, "1")]].concat());
    assert!(!right, "it is content when no kernel runs:\n{said}");
}

fn run(folder: &Path, program: &Path, libraries: &Path, variables: &[(&str, &str)]) -> (bool, String) {
    let output = Command::new(program)
        .current_dir(folder)
        .envs(variables.iter().copied())
        .env("HIPVK_CACHE_DIR", folder.join("cache"))
        .env("LD_LIBRARY_PATH", libraries)
        .output()
        .expect("the program starts");
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let results = ResultLine::all_in(&said);
    (output.status.success() && !results.is_empty() && results.iter().all(|line| line.ok), said)
}
