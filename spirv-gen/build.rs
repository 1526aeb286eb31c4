//! Gives the compiler a build id: a hash of its own sources, so that caches of what it made never outlive it.

use std::path::{Path, PathBuf};

fn main() {
    let mut files = Vec::new();
    collect(Path::new("src"), &mut files);
    files.sort();
    // Over names and contents, each with its length: any change gives another id, the same sources the same.
    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    for file in &files {
        let contents = std::fs::read(file).unwrap_or_default();
        for part in [file.to_string_lossy().as_bytes(), &contents] {
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    let hash = hash.digest128();
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rustc-env=SPIRV_GEN_BUILD={hash:032x}");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}
