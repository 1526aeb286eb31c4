//! The cache on disk, seen from a program: what was compiled is found again, and what was damaged is noticed and made anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use hipvk_tests::places::{root, target};
use spirv_gen::digest::digest;

fn build(work: &Path) -> PathBuf {
    std::fs::create_dir_all(work).expect("the target folder is writable");
    let program = work.join("add_kernel");
    let source = root().join("examples/hip/add_kernel/add_kernel.hip");
    let compiled = Command::new(target().join("hipcc")).arg("-O2").arg(source).arg("-o").arg(&program).output();
    let compiled = compiled.expect("hipcc, from `cargo build --workspace --bins`");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    program
}

/// Runs the program; it checks its own result.
fn run(program: &Path, cache: &Path) {
    let output = Command::new(program).env("HIPVK_CACHE_DIR", cache).output().expect("the program was just built");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Every file below a folder but the driver's own cache, which is different every time.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(files(&path)),
            path if path.ends_with(format!("{:032x}", digest(&[b"VkPipelineCache"]))) => {}
            path => drop(found.insert(path.clone(), std::fs::read(path).expect("a file of ours"))),
        }
    }
    found
}

type Damage = fn(&[u8]) -> Vec<u8>;

#[test]
fn damaged_files_are_made_anew_and_whole_ones_are_left() {
    let work = target().join("disk_cache");
    let _ = std::fs::remove_dir_all(&work);
    let (program, cache) = (build(&work), work.join("cache"));
    run(&program, &cache);
    let whole = files(&cache);
    assert!(!whole.is_empty(), "nothing in {}", cache.display());
    for path in whole.keys() {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        assert!(name.len() == 32 && u128::from_str_radix(name, 16).is_ok(), "{name} is not 128 bits");
    }
    let damages: [Damage; 4] = [
        |bytes| bytes[..bytes.len() / 2].to_vec(),
        |_| Vec::new(),
        |bytes| bytes.iter().rev().copied().collect(),
        |bytes| {
            let mut bytes = bytes.to_vec();
            *bytes.last_mut().expect("no empty file") ^= 1;
            bytes
        },
    ];
    for (number, damage) in damages.iter().enumerate() {
        for (path, bytes) in &whole {
            std::fs::write(path, damage(bytes)).expect("a file of ours");
        }
        run(&program, &cache);
        assert!(files(&cache) == whole, "damage {number}");
    }
    // Not written again: the file's time would change.
    let times = |path: &PathBuf| std::fs::metadata(path).and_then(|data| data.modified()).expect("a file of ours");
    let before: Vec<_> = whole.keys().map(times).collect();
    run(&program, &cache);
    assert_eq!(whole.keys().map(times).collect::<Vec<_>>(), before);
}
