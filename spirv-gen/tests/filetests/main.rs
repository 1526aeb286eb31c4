//! File tests: one file, IR in the upper half, what the compiler makes of it in the lower.
//!
//! ```text
//! tests/passes/<group>/<pass>/*.ll   chosen passes             tests/reject/*.ll   the error's text
//! tests/emit/*.ll                    SPIR-V, as assembly        tests/portable/*.ll clang's IR to a bundle
//! ```
//! The first line says what to do: `; test passes=memory/mem2reg target=baseline`, options as in [`spirv_gen::opt`]; `expect=none`
//! leaves the lower half out, for tests of a property alone (`check=emittable`, or spirv-val accepts it), then also for `target=all`.
//! `BLESS=1 cargo test -p spirv-gen --test filetests` rewrites the lower halves. All SPIR-V goes through spirv-val
//! (`HIPVK_SPIRV_VAL`, `SPIRV_VAL` or the path; 2025.5 or later); `HIPVK_REQUIRE_SPIRV_VAL=1` makes its absence a failure.

mod case;
mod validator;

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let mut args = Arguments::from_args();
    if blessing() {
        // One after the other: a bless that fails should say which file it was.
        args.test_threads = Some(1);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files = Vec::new();
    for folder in ["passes", "portable", "emit", "reject"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    let mut trials: Vec<Trial> = files.into_iter().map(|path| trial(&root, path)).collect();
    trials.push(Trial::test("spirv_val_is_there_if_required", || validator::required().map_err(Failed::from)));
    libtest_mimic::run(&args, trials).exit();
}

fn blessing() -> bool {
    std::env::var("BLESS").is_ok_and(|v| v == "1")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "ll") {
            files.push(path);
        }
    }
}

fn trial(root: &Path, path: PathBuf) -> Trial {
    let name = path.strip_prefix(root).unwrap_or(&path).with_extension("").display().to_string();
    Trial::test(name, move || case::run(&path, blessing()).map_err(Failed::from))
}
