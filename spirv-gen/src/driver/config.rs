//! hipconfig: what build systems ask about an installation. The answers' wording is ROCm's, for CMake parses it.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use super::DriverError;
use super::layout::{Clang, Installation};

/// The version told where the headers cannot be read.
const UNKNOWN_VERSION: &str = "7.0.0-hipvk";

/// Where hipcc is called by the name of hipconfig: `args` without that name.
pub fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    let args: Vec<String> = args.map(|arg| arg.to_string_lossy().into_owned()).collect();
    match answers(&args) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("hipconfig: error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// One answer per option, without a line end, as ROCm prints them; everything if none is given.
fn answers(args: &[String]) -> Result<String, DriverError> {
    let installation = Installation::find()?;
    if args.is_empty() {
        return Ok(full(&installation));
    }
    args.iter().map(|arg| answer(arg, &installation)).collect()
}

fn answer(option: &str, installation: &Installation) -> Result<String, DriverError> {
    let path = installation.root.display().to_string();
    Ok(match option {
        "-p" | "--path" | "-R" | "--rocmpath" => path,
        "-v" | "--version" => hip_version(Some(installation)),
        "-P" | "--platform" => "amd".to_owned(),
        "-c" | "--compiler" => "clang".to_owned(),
        "-r" | "--runtime" => "rocclr".to_owned(),
        "-C" | "--cpp_config" => cpp_config(installation),
        "-l" | "--hipclangpath" => clang_dir()?,
        "-f" | "--full" | "-n" | "--newline" | "--check" => full(installation),
        "-h" | "--help" => HELP.to_owned(),
        other => {
            let allowed = "one of the options that `hipconfig --help` lists";
            return Err(DriverError::BadValue { option: "hipconfig", value: other.to_owned(), allowed });
        }
    })
}

const HELP: &str = "usage: hipconfig [OPTION]...
  -p, --path           where HIP is installed
  -R, --rocmpath       the same
  -C, --cpp_config     compiler options for programs that include HIP's headers
  -c, --compiler       clang
  -P, --platform       amd: the platform whose API this is
  -r, --runtime        rocclr: the runtime whose ABI this is
  -v, --version        version of HIP
  -l, --hipclangpath   the folder of the clang in use
  -f, --full           all of it
";

fn full(installation: &Installation) -> String {
    let root = installation.root.display();
    let clang = clang_dir().unwrap_or_else(|error| error.to_string());
    format!(
        "HIP version: {version}\n\n==hipconfig\nHIP_PATH           :{root}\nROCM_PATH          :{root}\nHIP_COMPILER       :clang\n\
         HIP_PLATFORM       :amd\nHIP_RUNTIME        :rocclr\nCPP_CONFIG         :{cpp}\n\n==hip-clang\nHIP_CLANG_PATH     :{clang}\n",
        version = hip_version(Some(installation)),
        cpp = cpp_config(installation),
    )
}

fn cpp_config(installation: &Installation) -> String {
    format!(" -D__HIP_PLATFORM_AMD__= -I{}", installation.include.display())
}

fn clang_dir() -> Result<String, DriverError> {
    let clang = Clang::find()?;
    let program = clang.program.canonicalize().unwrap_or(clang.program);
    Ok(program.parent().unwrap_or(Path::new("/")).display().to_string())
}

/// `7.0.51831-hipvk`, from the installation's own hip_version.h: one place says it.
pub fn hip_version(installation: Option<&Installation>) -> String {
    let header = installation.and_then(|found| std::fs::read_to_string(found.include.join("hip/hip_version.h")).ok());
    header.as_deref().and_then(version_in).unwrap_or_else(|| UNKNOWN_VERSION.to_owned())
}

fn version_in(header: &str) -> Option<String> {
    let value = |name: &str| {
        let lines = header.lines().filter_map(|line| line.trim().strip_prefix("#define"));
        let mut values = lines.filter_map(|line| line.trim().strip_prefix(name)?.strip_prefix([' ', '\t']));
        values.next().map(|value| value.trim().trim_matches('"').to_owned())
    };
    let numbers = ["HIP_VERSION_MAJOR", "HIP_VERSION_MINOR", "HIP_VERSION_PATCH"].map(value);
    let [Some(major), Some(minor), Some(patch)] = numbers else { return None };
    Some(format!(
        "{major}.{minor}.{patch}-{}",
        value("HIP_VERSION_GITHASH")
            .filter(|hash| !hash.is_empty() && hash != "0")
            .unwrap_or_else(|| "hipvk".to_owned())
    ))
}

#[cfg(test)]
mod tests {
    use super::version_in;

    #[test]
    fn the_version_comes_from_the_header() {
        let header = "#define HIP_VERSION_MAJOR 7\n#define HIP_VERSION_MINOR 0\n  #define HIP_VERSION_PATCH\t51831\n#define HIP_VERSION_GITHASH \"abc\"\n";
        assert_eq!(version_in(header).as_deref(), Some("7.0.51831-abc"));
        assert_eq!(version_in("#define HIP_VERSION_MAJOR 7\n"), None);
    }
}
