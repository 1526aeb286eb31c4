//! Compiles `shaders/builtin/*.wgsl` to SPIR-V and writes a table of them that `src/builtin_shaders.rs` includes.

use std::fmt::Write;
use std::path::{Path, PathBuf};

#[allow(dead_code, reason = "the build needs WGSL only")]
#[path = "src/shader.rs"]
mod shader;

fn main() {
    // What programs are linked against: ROCm 7's name, whatever cargo calls the file.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libamdhip64.so.7");
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../shaders/builtin");
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
