//! hipconfig and rocm_agent_enumerator: what build systems ask about an installation. The answers' wording is ROCm's, for CMake parses it.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use super::args::Wave;
use super::layout::{Clang, Installation};
use super::process::{FAILURE, SUCCESS};
use super::{DriverError, clang};

/// The version told where the headers cannot be read.
const UNKNOWN_VERSION: &str = "7.0.0-hipvk";

/// Where hipcc is called by the name of hipconfig: `args` without that name.
pub fn main(args: impl Iterator<Item = OsString>) -> u8 {
    print_or_complain("hipconfig", answers(&texts(args)))
}

/// Where hipcc is called rocm_agent_enumerator: the architectures of the processors, of which ours are all of one.
pub fn agents(args: impl Iterator<Item = OsString>) -> u8 {
    print_or_complain("rocm_agent_enumerator", agent_names(&texts(args)))
}

fn texts(args: impl Iterator<Item = OsString>) -> Vec<String> {
    args.map(|arg| arg.to_string_lossy().into_owned()).collect()
}

fn print_or_complain(program: &str, text: Result<String, DriverError>) -> u8 {
    match text {
        Ok(text) => {
            print!("{text}");
            SUCCESS
        }
        Err(error) => {
            eprintln!("{program}: error: {error}");
            FAILURE
        }
    }
}

/// One line for each kind of processor: gfx000 is the CPU, as ROCm's program has it. Which devices there are makes no difference: code is
/// compiled for one architecture, and no Vulkan device is needed to build.
fn agent_names(args: &[String]) -> Result<String, DriverError> {
    let gpu = clang::dialect(Wave::W32).0;
    let mut kind = "ALL";
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match (arg.as_str(), arg.as_str().strip_prefix("-t=")) {
            ("-t", _) => kind = rest.next().ok_or_else(|| DriverError::MissingValue("-t".to_owned()))?,
            (_, Some(value)) => kind = value,
            // Names with their features, and ours have none.
            ("-name" | "--name", _) => {}
            _ => return Err(bad("rocm_agent_enumerator", arg, "-name, -t GPU, -t CPU or -t ALL")),
        }
    }
    match kind {
        "GPU" => Ok(format!("{gpu}\n")),
        "CPU" => Ok("gfx000\n".to_owned()),
        "ALL" => Ok(format!("gfx000\n{gpu}\n")),
        other => Err(bad("-t", other, "GPU, CPU or ALL")),
    }
}

fn bad(option: &'static str, value: &str, allowed: &'static str) -> DriverError {
    DriverError::BadValue { option, value: value.to_owned(), allowed }
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
        "-l" | "--hipclangpath" => clang_dir(installation)?,
        "-f" | "--full" => full(installation),
        "-n" | "--newline" => "\n".to_owned(),
        "--check" => check(installation)?,
        "-h" | "--help" => HELP.to_owned(),
        other => return Err(bad("hipconfig", other, "one of the options that `hipconfig --help` lists")),
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
  -l, --hipclangpath   the folder of clang++, by whose name build systems call hipcc
  -f, --full           all of it
  -n, --newline        a line end, for the answers have none
      --check          all of it, and whether hipconfig of this installation is the one in PATH
";

fn full(installation: &Installation) -> String {
    let root = installation.root.display();
    let clang = clang_dir(installation).unwrap_or_else(|error| error.to_string());
    format!(
        "HIP version: {version}\n\n==hipconfig\nHIP_PATH           :{root}\nROCM_PATH          :{root}\nHIP_COMPILER       :clang\n\
         HIP_PLATFORM       :amd\nHIP_RUNTIME        :rocclr\nCPP_CONFIG         :{cpp}\n\n==hip-clang\nHIP_CLANG_PATH     :{clang}\n\
         {compiler}\n== Environment Variables\n{variables}",
        version = hip_version(Some(installation)),
        cpp = cpp_config(installation),
        compiler = compiler(),
        variables = variables(),
    )
}

/// What the clang behind hipcc says of itself.
fn compiler() -> String {
    let clang = match Clang::find() {
        Ok(clang) => clang,
        Err(error) => return format!("{error}\n"),
    };
    let said = Command::new(&clang.program).arg("--version").output();
    said.map_or_else(|error| format!("{error}\n"), |output| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The variables that change what hipcc finds and makes.
fn variables() -> String {
    let named = |name: &str| {
        let ours = ["HIP", "ROCM", "HSA", "CUDA"].iter().any(|prefix| name.starts_with(prefix));
        ours || name == "PATH" || name == "LD_LIBRARY_PATH"
    };
    let set = std::env::vars_os().map(|(name, value)| (name.to_string_lossy().into_owned(), value));
    let mut lines: Vec<String> = set
        .filter(|(name, _)| named(name))
        .map(|(name, value)| format!("{name}={}\n", value.to_string_lossy()))
        .collect();
    lines.sort_unstable();
    lines.concat()
}

/// `--check`: everything, and whether programs that look for hipconfig in PATH find this one.
fn check(installation: &Installation) -> Result<String, DriverError> {
    // Not there: said as an error, like anything else that is missing.
    clang_dir(installation)?;
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let first = std::env::split_paths(&folders).map(|folder| folder.join("hipconfig")).find(|path| path.is_file());
    let verdict = match first {
        Some(path) if path.parent().and_then(Path::parent) == Some(&installation.root) => "good".to_owned(),
        Some(path) => format!("FAIL: it is {}", path.display()),
        None => "FAIL: none there".to_owned(),
    };
    Ok(format!("{}\nCheck system installation:\ncheck hipconfig in PATH...\n{verdict}\n", full(installation)))
}

fn cpp_config(installation: &Installation) -> String {
    format!(" -D__HIP_PLATFORM_AMD__= -I{}", installation.include.display())
}

/// Where CMake and others look for clang: our links, or stock clang's own folder where there are none.
fn clang_dir(installation: &Installation) -> Result<String, DriverError> {
    if let Some(folder) = installation.clang_links() {
        return Ok(folder.display().to_string());
    }
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
    use super::{agent_names, version_in};

    #[test]
    fn there_is_one_architecture_whatever_the_devices_are() {
        let asked = |args: &[&str]| agent_names(&args.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(asked(&["-t", "GPU"]).expect("as CMake asks"), "gfx1030\n");
        assert_eq!(asked(&[]).expect("as scripts ask"), "gfx000\ngfx1030\n");
        assert_eq!(asked(&["-t", "CPU", "-name"]).expect("the same"), "gfx000\n");
        assert!(asked(&["-t"]).is_err() && asked(&["-t", "TPU"]).is_err() && asked(&["--what"]).is_err());
    }

    #[test]
    fn the_version_comes_from_the_header() {
        let header = "#define HIP_VERSION_MAJOR 7\n#define HIP_VERSION_MINOR 0\n  #define HIP_VERSION_PATCH\t51831\n#define HIP_VERSION_GITHASH \"abc\"\n";
        assert_eq!(version_in(header).as_deref(), Some("7.0.51831-abc"));
        assert_eq!(version_in("#define HIP_VERSION_MAJOR 7\n"), None);
    }
}
