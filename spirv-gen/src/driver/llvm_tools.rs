//! LLVM's tools as ROCm has them in `llvm/bin`: `llvm-dis`, `clang-offload-bundler`, `ld.lld` and their kin.
//!
//! Builds and scripts call them by ROCm's path. An installation has links of these names to hipcc, which becomes the tool that belongs to
//! its clang; the system's package brings it. Called by [`super::main`].

use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::args::Wave;
use super::layout::{Clang, in_path};
use super::{DriverError, clang, host, process};

/// The tools, and the Debian package of each, without LLVM's version.
const TOOLS: &[(&str, &str)] = &[
    ("clang-cpp", "clang"),
    ("clang-format", "clang-format"),
    ("clang-linker-wrapper", "clang"),
    ("clang-offload-bundler", "clang"),
    ("clang-offload-packager", "clang"),
    ("clang-tidy", "clang-tidy"),
    ("ld.lld", "lld"),
    ("llc", "llvm"),
    ("lld", "lld"),
    ("llvm-ar", "llvm"),
    ("llvm-as", "llvm"),
    ("llvm-bcanalyzer", "llvm"),
    ("llvm-cov", "llvm"),
    ("llvm-cxxfilt", "llvm"),
    ("llvm-dis", "llvm"),
    ("llvm-dwarfdump", "llvm"),
    ("llvm-extract", "llvm"),
    ("llvm-link", "llvm"),
    ("llvm-mc", "llvm"),
    ("llvm-nm", "llvm"),
    ("llvm-objcopy", "llvm"),
    ("llvm-objdump", "llvm"),
    ("llvm-profdata", "llvm"),
    ("llvm-ranlib", "llvm"),
    ("llvm-readelf", "llvm"),
    ("llvm-readobj", "llvm"),
    ("llvm-size", "llvm"),
    ("llvm-strings", "llvm"),
    ("llvm-strip", "llvm"),
    ("llvm-symbolizer", "llvm"),
    ("opt", "llvm"),
];
/// Those that read or write LLVM's own files, which another version's do not.
const OF_ONE_VERSION: &[&str] = &[
    "clang-linker-wrapper",
    "llc",
    "llvm-as",
    "llvm-bcanalyzer",
    "llvm-cov",
    "llvm-dis",
    "llvm-extract",
    "llvm-link",
    "llvm-profdata",
    "opt",
];
/// Those whose namesakes of GNU's do as well: CMake takes `llvm-ar` and its kin where they lie beside its compiler, on systems without LLVM's too.
const AS_GNUS: &[&str] = &["ar", "nm", "objcopy", "objdump", "ranlib", "readelf", "size", "strings", "strip"];
/// What prints the architecture to compile for, as `rocm_agent_enumerator` does.
const ARCHITECTURES: &[&str] = &["amdgpu-arch", "offload-arch"];

/// Whether hipcc called `name` is one of them.
pub fn is_one(name: &OsStr) -> bool {
    ARCHITECTURES.iter().chain(TOOLS.iter().map(|(tool, _)| tool)).any(|tool| name == *tool)
}

/// Every name, for `./hipvk install`, which makes the links.
pub fn names() -> String {
    let names = ARCHITECTURES.iter().chain(TOOLS.iter().map(|(tool, _)| tool));
    names.map(|name| format!("{name}\n")).collect()
}

/// The `main` of these names.
pub fn main(name: &OsStr, args: Vec<OsString>) -> u8 {
    if ARCHITECTURES.iter().any(|own| name == *own) {
        println!("{}", clang::dialect(Wave::W32).0);
        return process::SUCCESS;
    }
    let Err(error) = become_tool(&name.to_string_lossy(), args);
    eprintln!("{}: error: {error}", name.display());
    process::FAILURE
}

fn become_tool(name: &str, args: Vec<OsString>) -> Result<Infallible, DriverError> {
    let clang = Clang::find()?;
    let tool = find(name, &clang).ok_or_else(|| {
        let package = TOOLS.iter().find(|(tool, _)| *tool == name).map_or("llvm", |(_, package)| package);
        DriverError::NoTool { name: name.to_owned(), major: clang.major, package: format!("{package}-{}", clang.major) }
    })?;
    let mut command = Command::new(tool);
    let cause = host::become_program(command.args(args));
    Err(process::spawn_error(&command, cause))
}

/// The tool of clang's own LLVM, beside it or in PATH; else any in PATH that does as well.
fn find(name: &str, clang: &Clang) -> Option<PathBuf> {
    let real = clang.program.canonicalize().ok();
    let beside = real.as_deref().and_then(Path::parent).map(|folder| folder.join(name)).filter(|path| path.is_file());
    let versioned = || in_path(Path::new(&format!("{name}-{}", clang.major)));
    let any = || in_path(Path::new(name)).filter(|_| !OF_ONE_VERSION.contains(&name));
    let gnus = || {
        let plain = name.strip_prefix("llvm-").filter(|plain| AS_GNUS.contains(plain))?;
        in_path(Path::new(plain))
    };
    beside.or_else(versioned).or_else(any).or_else(gnus)
}

#[cfg(test)]
mod tests {
    use super::{OF_ONE_VERSION, TOOLS, is_one, names};

    #[test]
    fn each_tool_is_named_once() {
        assert!(TOOLS.is_sorted_by(|(a, _), (b, _)| a < b));
        assert!(OF_ONE_VERSION.iter().all(|name| TOOLS.iter().any(|(tool, _)| tool == name)));
        assert!(names().lines().all(|name| is_one(name.as_ref())));
        assert!(!is_one("hipcc".as_ref()) && !is_one("clang++".as_ref()) && !is_one("llvm".as_ref()));
    }
}
