//! hipRTC from C++: builds tests/api/rtc*.cpp with g++ against our headers and library, as the tests of the C ABI are, and runs them where
//! clang is there, where only the cache on disk is, and where that is damaged. A program passes if it exits with 0 and its last line counts
//! checks without a failure.

use std::path::{Path, PathBuf};
use std::process::Command;

use hipvk_tests::programs::{api, api_library};

fn build(name: &str) -> PathBuf {
    api(name).compiled().unwrap_or_else(|e| panic!("{e}"))
}

/// Runs a program with a cache of its own; what it said, if it failed.
fn run(program: &Path, arguments: &[&str], cache: &Path, environment: &[(&str, &str)]) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(arguments).env("LD_LIBRARY_PATH", api_library()).env("HIPVK_CACHE_DIR", cache);
    let output = command.envs(environment.iter().copied()).output().expect("the program was just built");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    if output.status.success() && text.contains("checks, 0 failed") { Ok(()) } else { Err(text) }
}

/// Where no temporary folder can be made, nothing can be compiled.
const NOTHING_COMPILES: (&str, &str) = ("TMPDIR", "/nonexistent");

fn entries(cache: &Path) -> Vec<PathBuf> {
    let folder = std::fs::read_dir(cache.join("hiprtc")).expect("hipRTC has a folder in the cache");
    folder.flatten().map(|entry| entry.path()).collect()
}

#[test]
fn programs_compile_from_strings_and_are_found_again_by_a_second_process() {
    let program = build("rtc");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (cache, headers) = (folder.path().join("cache"), folder.path().to_str().expect("a plain path"));
    run(&program, &["all", headers], &cache, &[]).unwrap_or_else(|said| panic!("{said}"));
    run(&program, &["cached"], &cache, &[NOTHING_COMPILES])
        .unwrap_or_else(|said| panic!("not from the cache:\n{said}"));
    let other = folder.path().join("other");
    run(&program, &["cached"], &other, &[NOTHING_COMPILES]).expect_err("an empty cache has nothing");
    // Each entry damaged in its own way: cut, overwritten, emptied.
    for (at, entry) in entries(&cache).iter().enumerate() {
        let mut bytes = std::fs::read(entry).expect("an entry");
        match at % 3 {
            0 => bytes.truncate(bytes.len() / 2),
            1 => bytes.iter_mut().skip(60).for_each(|byte| *byte ^= 0x40),
            _ => bytes.clear(),
        }
        std::fs::write(entry, bytes).expect("the entry can be written");
    }
    run(&program, &["cached"], &cache, &[NOTHING_COMPILES]).expect_err("damaged entries are none");
    run(&program, &["cached"], &cache, &[]).unwrap_or_else(|said| panic!("{said}"));
    run(&program, &["cached"], &cache, &[NOTHING_COMPILES]).unwrap_or_else(|said| panic!("not written anew:\n{said}"));
}

#[test]
fn without_clang_the_log_says_what_to_install() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let none = [("HIPVK_CLANG", "/nonexistent/clang")];
    run(&build("rtc"), &["no_clang"], folder.path(), &none).unwrap_or_else(|said| panic!("{said}"));
}

#[test]
fn units_are_linked_and_libraries_have_kernels() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().to_str().expect("a plain path");
    run(&build("rtc_link"), &[path], folder.path(), &[]).unwrap_or_else(|said| panic!("{said}"));
}
