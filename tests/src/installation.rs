//! An installation of what cargo has built, made by `./hipvk install` beside the tests: what users get.
//!
//! Used by tests/{build_systems,blas,rand,rocblas,rocm_abi,rocrand,sparse}.rs.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use spirv_gen::digest::digest;

use crate::made;
use crate::places::{root, target};

static PREFIX: LazyLock<PathBuf> = LazyLock::new(|| {
    // Its name has a space in it, as folders have.
    let prefix = target().join("installation/an installation");
    let mut install = Command::new(root().join("hipvk"));
    install.args(["install", "--prefix"]).arg(&prefix).arg("--from").arg(target());
    match made::run() {
        Some(run) => _ = install.args(["--once", &format!("{run} {:032x}", system())]),
        None => _ = std::fs::remove_dir_all(&prefix),
    }
    let output = install.output().expect("a shell");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{install:?}\n{said}");
    prefix
});

/// The system whose compiler makes parts of it.
fn system() -> u128 {
    digest(&[&std::fs::read("/etc/os-release").unwrap_or_default()])
}

/// Where it is; it is made when first asked for, once in a process, and once in a run of `./hipvk test` on one system.
///
/// # Panics
/// If it cannot be made.
pub fn prefix() -> &'static Path {
    &PREFIX
}
