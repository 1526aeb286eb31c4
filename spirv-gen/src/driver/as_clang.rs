//! hipcc by clang's names: `clang++`, `clang`, `amdclang++`, `amdclang`, which build systems call with clang's own command lines.
//!
//! CMake refuses a HIP compiler called hipcc, and ROCm's own clang is what it then finds; so an installation has links of these names
//! to hipcc in `llvm/bin`. What has a HIP source (`*.hip`, `*.cu`, `-x hip`) or `--hip-link` is hipcc's business; C++ is only C++ here, as
//! it is to clang. Everything else is stock clang's, which takes this process's place. Called by [`super::main`].

use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::process::Command;

use super::args::{self, Called, CommandLine, Language};
use super::layout::{Clang, Installation};
use super::{DriverError, config, host, process, response};

/// clang's names, as they stand in `llvm/bin` and `bin` of an installation.
const NAMES: &[&str] = &["clang++", "clang", "amdclang++", "amdclang"];

/// Whether hipcc called `name` is to behave like clang.
pub fn is_one(name: &OsStr) -> bool {
    NAMES.iter().any(|clang| name == *clang)
}

/// The `main` of these names.
pub fn main(name: &OsStr, args: Vec<OsString>) -> u8 {
    if args.iter().any(|arg| arg == "-v") {
        // CMake finds ROCm's root by this line, which ROCm's clang prints.
        if let Ok(found) = Installation::find() {
            let version = config::hip_version(Some(&found));
            eprintln!("Found HIP installation: {}, version {version}", found.root.display());
        }
    }
    if let Some((line, args)) = hip(&args) {
        return super::status(super::run_line(line, &args));
    }
    let Err(error) = stock(name, &args);
    eprintln!("{}: error: {error}", name.display());
    process::FAILURE
}

/// The command line, if there is HIP in it. What cannot be understood is clang's to complain of.
fn hip(args: &[OsString]) -> Option<(CommandLine, Vec<String>)> {
    let args: Option<Vec<String>> = args.iter().map(|arg| arg.to_str().map(str::to_owned)).collect();
    let args = response::expand(args?).ok()?;
    let line = args::parse(&args, 1, Called::Clang).ok()?;
    let has_source = line.sources().any(|(_, language)| *language == Language::Hip);
    let links = args.iter().any(|arg| arg == "--hip-link") && !line.items.is_empty();
    // clang's own questions (`-x hip -print-search-dirs`) have no input.
    (has_source || links).then_some((line, args))
}

/// Becomes stock clang, if that can be.
fn stock(name: &OsStr, args: &[OsString]) -> Result<Infallible, DriverError> {
    let clang = Clang::find()?;
    let mut command = Command::new(&clang.program);
    if name.as_encoded_bytes().ends_with(b"++") {
        command.arg(clang.cxx_mode());
    }
    command.args(args);
    let cause = host::become_program(&mut command);
    Err(process::spawn_error(&command, cause))
}

#[cfg(test)]
mod tests {
    use super::{hip, is_one};

    fn is_hip(line: &str) -> bool {
        hip(&line.split_whitespace().map(Into::into).collect::<Vec<_>>()).is_some()
    }

    #[test]
    fn hip_is_what_clang_would_compile_or_link_as_hip() {
        for line in
            ["-c a.hip", "-O2 b.cu -o b", "-x hip -c a.cpp", "-xhip a.cc", "--hip-link a.o b.o -o p", "-v a.hip"]
        {
            assert!(is_hip(line), "{line}");
        }
        for line in
            ["-c a.cpp -o a.hip", "a.o b.o -o p", "-MF a.hip -c a.cc", "--version", "-include x.cu a.cc", "a.cc -o"]
        {
            assert!(!is_hip(line), "{line}");
        }
        assert!(!is_hip("-x hip -print-search-dirs") && !is_hip("--hip-link --version"));
    }

    #[test]
    fn hipcc_keeps_its_own_name() {
        assert!(is_one("clang++".as_ref()) && is_one("amdclang++".as_ref()));
        assert!(!is_one("hipcc".as_ref()) && !is_one("my-clang".as_ref()));
    }
}
