//! A Rust program whose kernels are written in cubecl (`tests/packages/cubecl`), built and run with an installation: cubecl makes HIP source of
//! them, hipRTC compiles it, and the results are those of plain Rust.
//!
//! Its crates are fetched beforehand, as `./hipvk test` does, which then sets `HIPVK_REQUIRE_CUBECL=1`: without that variable and the crates it is ignored.
//! Needs what `./hipvk install` needs. cubecl's build takes a minute on two cores; the second Mesa runs the same program.

use std::path::{Path, PathBuf};
use std::process::Command;

use hipvk_tests::installation::prefix;
use hipvk_tests::made;
use hipvk_tests::places::{root, target};
use hipvk_tests::proof::right_only_with_kernels_and;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let required = std::env::var("HIPVK_REQUIRE_CUBECL").is_ok_and(|v| v == "1");
    let missing = !required && !crates_are_here();
    let name = "kernels_of_cubecl_compute_what_rust_does";
    let name = if missing { format!("{name} (its crates are not fetched)") } else { name.to_owned() };
    let trial = Trial::test(name, kernels_are_right).with_ignored_flag(missing);
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit();
}

fn project() -> PathBuf {
    root().join("tests/packages/cubecl")
}

/// cargo as the project wants it: the versions of its lock file, from what was fetched.
fn cargo(what: &str) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.args([what, "--locked", "--offline", "--manifest-path"]).arg(project().join("Cargo.toml"));
    cargo
}

fn crates_are_here() -> bool {
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let mut metadata = cargo("metadata");
    metadata.args(["--format-version", "1", "--filter-platform", &platform]);
    metadata.output().is_ok_and(|output| output.status.success())
}

/// cubecl asks `hipconfig` for HIP's version when it is built, and for its headers when it runs.
fn path() -> String {
    let path = std::env::var("PATH").expect("PATH");
    format!("{}:{path}", prefix().join("bin").display())
}

fn kernels_are_right() -> Result<(), Failed> {
    let folder = target().join("cubecl");
    let program = built(&folder)?;
    // It looks for the library by itself where these variables point.
    let installation = prefix().to_string_lossy();
    let variables = [("PATH", &*path()), ("ROCM_PATH", &*installation), ("HIP_PATH", &*installation)];
    // What is not in the cache is compiled: all of it.
    let _ = std::fs::remove_dir_all(folder.join("cache"));
    right_only_with_kernels_and(&folder, &program, Path::new(""), &variables);
    Ok(())
}

fn built(folder: &Path) -> Result<PathBuf, Failed> {
    std::fs::create_dir_all(folder)?;
    let program = folder.join("debug/cubecl-client");
    let mut build = cargo("build");
    build.arg("--target-dir").arg(folder).env("PATH", path()).env("ROCM_PATH", prefix()).env("HIP_PATH", prefix());
    // cargo's own, of the tests: it leads to a library that is not the installation's.
    build.env_remove("LD_LIBRARY_PATH");
    let sources = ["Cargo.toml", "Cargo.lock", "src/main.rs", "src/kernels.rs"].map(|name| project().join(name));
    let sources = sources.each_ref().map(PathBuf::as_path);
    let made = made::once(&mut build, &program, &sources).map_err(|error| format!("{build:?}: {error}"))?;
    if let Some(output) = made
        && !output.status.success()
    {
        return Err(format!("{build:?}\n{}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(program)
}
