//! Compiles `shaders/builtin/*.wgsl` to SPIR-V and writes a table of them that `src/builtin_shaders.rs` includes; names the library and its
//! symbol versions for the linker.

use std::fmt::Write;
use std::path::{Path, PathBuf};

#[allow(dead_code, reason = "the build needs WGSL only")]
#[path = "src/shader.rs"]
mod shader;

fn main() {
    // What programs are linked against: ROCm 7's name, whatever cargo calls the file.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libamdhip64.so.7");
    name_versions();
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("shaders/builtin");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-changed=src/shader.rs");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&root)
        .unwrap_or_else(|e| panic!("{}: {e}", root.display()))
        .map(|entry| entry.expect("a directory entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "wgsl"))
        .collect();
    files.sort();
    let table: String = files.iter().map(|file| constant(file)).collect();
    std::fs::write(out.join("builtin_shaders.rs"), table).expect("OUT_DIR is writable");
}

/// Programs linked with ROCm's library ask for its symbol versions, and glibc warns them of a library that has none. GNU's linker takes no
/// second version script beside rustc's own; LLVM's does, which rustc brings and uses on this system since 1.90.
fn name_versions() {
    println!("cargo::rerun-if-changed=versions.map");
    let set = |name: &str| std::env::var(name).unwrap_or_default();
    let rustc = std::process::Command::new(set("RUSTC")).arg("--version").output();
    let version = rustc.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    // `rustc 1.95.0 (59807616e 2026-04-14)`
    let minor = version.split('.').nth(1).and_then(|minor| minor.parse::<u32>().ok()).unwrap_or(0);
    let other_linker =
        ["linker", "fuse-ld", "link-self-contained"].iter().any(|word| set("CARGO_ENCODED_RUSTFLAGS").contains(word));
    if set("TARGET") == "x86_64-unknown-linux-gnu" && minor >= 90 && !other_linker {
        println!("cargo::rustc-cdylib-link-arg=-Wl,--version-script={}/versions.map", set("CARGO_MANIFEST_DIR"));
    }
}

/// One shader as a Rust constant named after its file.
fn constant(file: &Path) -> String {
    println!("cargo::rerun-if-changed={}", file.display());
    let name = file.file_stem().and_then(|s| s.to_str()).expect("a UTF-8 file name");
    let source = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let shader = shader::wgsl(&source, None).unwrap_or_else(|e| panic!("{}:\n{e}", file.display()));
    let mut text = String::new();
    writeln!(
        text,
        "pub(crate) const {}: BuiltinShader = BuiltinShader {{ name: {name:?}, entry: {:?}, bindings: &{:?}, spirv: &{:?} }};",
        name.to_uppercase(),
        shader.entry,
        shader.bindings,
        shader.spirv
    )
    .expect("writing to a string");
    text
}
