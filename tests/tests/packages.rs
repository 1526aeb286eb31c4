//! What `./hipvk package` makes, as users get it: unpacked elsewhere, compiled with, run, removed.
//!
//! The packages are made of what cargo has built (`cargo build --workspace --lib --bins`). Called by cargo test; needs dpkg, xz, python3
//! with pip and Debian's python3-wheel, and, where `HIPVK_HIP_PYTHON` is set, hip-python in that folder, which `./hipvk test` puts there.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use hipvk_tests::places::{root, target};
use hipvk_tests::proof::right_only_with_kernels;

/// Where the packages lie.
static PACKAGES: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = folder("made");
    let mut package = Command::new(root().join("hipvk"));
    // Debug builds are large, and nobody downloads these.
    package.env("XZ_OPT", "-0").env("DPKG_DEB_COMPRESSOR_LEVEL", "0");
    run(package.arg("package").arg("--from").arg(target()).arg("--out").arg(&folder));
    folder
});

/// Runs it; what it wrote to either stream. Fails the test if it fails.
fn run(command: &mut Command) -> String {
    let (succeeded, said) = said(command);
    assert!(succeeded, "{command:?}\n{said}");
    said
}

fn said(command: &mut Command) -> (bool, String) {
    for name in ["LD_LIBRARY_PATH", "HIP_PATH", "ROCM_PATH", "HIP_DEVICE_LIB_PATH", "DEVICE_LIB_PATH"] {
        command.env_remove(name);
    }
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), said)
}

/// A fresh folder. Its name has a space in it, as folders have.
fn folder(name: &str) -> PathBuf {
    let folder = target().join("packages/a folder").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// The package whose name ends so.
fn package(end: &str) -> PathBuf {
    let mut names =
        std::fs::read_dir(&*PACKAGES).expect("they were made").map(|entry| entry.expect("a package").path());
    names.find(|path| path.to_string_lossy().ends_with(end)).unwrap_or_else(|| panic!("no {end}"))
}

/// The packages' version is the crates'.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Compiles an example with the hipcc of an installation, and runs it. The bitcode is the package's own.
fn compiles_and_runs(prefix: &Path, work: &Path) {
    let source = root().join("examples/hip/saxpy/saxpy.hip");
    let hipcc = || Command::new(prefix.join("bin/hipcc"));
    let commands = run(hipcc().arg("-###").arg(&source).current_dir(work));
    assert!(commands.contains(&*prefix.join("amdgcn/bitcode/ocml.bc").to_string_lossy()), "{commands}");
    let program = work.join("saxpy");
    run(hipcc().arg(source).arg("-o").arg(&program));
    right_only_with_kernels(work, &program, Path::new(""));
}

#[test]
fn the_archive_works_wherever_it_is_unpacked() {
    let folder = folder("archive");
    run(Command::new("tar").arg("-xJf").arg(package(".tar.xz")).arg("-C").arg(&folder));
    let prefix = folder.join(format!("hipvk-{VERSION}-{}", std::env::consts::ARCH));
    compiles_and_runs(&prefix, &folder);
    assert!(run(&mut Command::new(prefix.join("bin/rocminfo"))).ends_with("*** Done ***\n"));
    let mut precompile = Command::new(prefix.join("bin/hipvk-precompile"));
    run(precompile.arg(folder.join("saxpy")).env("HIPVK_CACHE_DIR", folder.join("cache")));
    assert!(folder.join("cache").is_dir());
    // Moved, it is whole: what was compiled there before runs with the library's new place.
    let moved = folder.join("moved");
    std::fs::rename(&prefix, &moved).expect("moved");
    right_only_with_kernels(&folder, &folder.join("saxpy"), &moved.join("lib"));
    // With no clang, that is what hipcc says.
    let mut alone = Command::new(moved.join("bin/hipcc"));
    let source = root().join("examples/hip/saxpy/saxpy.hip");
    let (succeeded, said) = said(alone.arg(source).env("PATH", moved.join("bin")).env_remove("HIPVK_CLANG"));
    assert!(!succeeded && said.contains("no clang found"), "{said}");
}

/// What may lie beside the library, in bytes: 8.05 MB do. An installation may take 20 MB, of which a release build's library has 9.3 to 10.3; a debug build's,
/// which these packages hold, is no measure, so `./hipvk package` looks at the whole itself where it builds (`runtime/packaging/package.sh`).
const BESIDE_THE_LIBRARY: u64 = 8_500_000;

#[test]
fn the_compiler_is_in_an_installation_once() {
    let listed = run(Command::new("tar").arg("-tvJf").arg(package(".tar.xz")));
    // `-rwxr-xr-x 0/0 14400 2026-11-27 06:00 hipvk-0.1.0-x86_64/bin/hipcc`; links and folders have no bytes.
    let files: Vec<(&str, u64)> = listed
        .lines()
        .filter(|line| line.starts_with('-'))
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            (words[5], words[2].parse().unwrap_or_else(|e| panic!("{line}: {e}")))
        })
        .collect();
    let size = |end: &str| files.iter().find(|(name, _)| name.ends_with(end)).unwrap_or_else(|| panic!("no {end}")).1;
    for program in ["bin/hipcc", "bin/hipvk-precompile"] {
        assert!(size(program) < 100_000, "{program} has {} bytes", size(program));
    }
    let beside = files.iter().map(|(_, bytes)| bytes).sum::<u64>() - size("lib/libamdhip64.so.7");
    assert!(beside <= BESIDE_THE_LIBRARY, "{beside} bytes beside the library:\n{listed}");
}

#[test]
fn the_debian_package_goes_as_it_came() {
    let system = folder("debian");
    let administration = system.join("var/lib/dpkg");
    // What every system has.
    for folder in [
        "usr/bin",
        "etc/alternatives",
        "var/log",
        "var/lib/dpkg/alternatives",
        "var/lib/dpkg/updates",
        "var/lib/dpkg/info",
    ] {
        std::fs::create_dir_all(system.join(folder)).expect("a folder");
    }
    std::fs::write(administration.join("status"), "").expect("no package yet");
    let before = files(&system);
    let dpkg = |arguments: &[&std::ffi::OsStr]| {
        let mut dpkg = Command::new("dpkg");
        // Its dependencies are this system's, and no root is needed to write here.
        dpkg.args(["--force-not-root", "--force-script-chrootless", "--force-depends", "--log=/dev/null"]);
        dpkg.arg("--instdir").arg(&system).arg("--admindir").arg(&administration).args(arguments);
        run(dpkg.env("PATH", format!("{}:/usr/sbin:/sbin", std::env::var("PATH").expect("PATH"))))
    };
    dpkg(&["-i".as_ref(), package(".deb").as_os_str()]);
    for (link, to) in [("opt/rocm", "/etc/alternatives/rocm"), ("usr/bin/hipcc", "/etc/alternatives/hipcc")] {
        assert_eq!(std::fs::read_link(system.join(link)).expect("a link"), Path::new(to));
    }
    assert_eq!(std::fs::read_link(system.join("etc/alternatives/rocm")).expect("a link"), Path::new("/opt/hipvk"));
    let version =
        run(Command::new("dpkg-query").arg("--admindir").arg(&administration).args(["-W", "-f=${Version}", "hipvk"]));
    assert_eq!(version, VERSION);
    compiles_and_runs(&system.join("opt/hipvk"), &folder("debian work"));
    dpkg(&["-r".as_ref(), "hipvk".as_ref()]);
    assert_eq!(files(&system), before);
}

/// All that lies in a system, but for what dpkg and update-alternatives keep for themselves.
fn files(system: &Path) -> String {
    run(Command::new("find").arg(system).args(["-path", "*/var", "-prune", "-o", "-print"]))
}

#[test]
fn the_wheel_brings_library_and_compiler() {
    let site = folder("wheel");
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "-q", "--no-index", "--root-user-action=ignore", "--disable-pip-version-check"]);
    run(pip.arg("--target").arg(&site).arg(package(".whl")));
    compiles_and_runs(&site.join("hipvk"), &site);
    // AMD's portable device code wants these where there is no clang.
    for library in ["lib/hipvk/device_library.32", "lib/hipvk/device_library.64"] {
        let bytes = std::fs::read(site.join("hipvk").join(library)).unwrap_or_else(|e| panic!("{library}: {e}"));
        assert!(bytes.len() > 10_000, "{library} has {} bytes", bytes.len());
    }
    // pip's script is the same program.
    let script = || {
        let mut script = Command::new(site.join("bin/hipconfig"));
        script.env("PYTHONPATH", &site);
        script
    };
    assert_eq!(run(script().arg("-R")), site.join("hipvk").to_string_lossy());
    for (library, found) in [("libamdhip64.so", true), ("libhiprtc.so", true), ("libnothing.so", false)] {
        let mut python = Command::new("python3");
        python.args(["-m", "hipvk"]).arg(root().join("tests/packages/by_name.py")).arg(library);
        assert_eq!(said(python.env("PYTHONPATH", &site)).0, found, "{library}");
    }
    let Some(hip_python) = std::env::var_os("HIPVK_HIP_PYTHON") else { return };
    runs_hip_python(&site, Path::new(&hip_python));
}

/// hip-python finds the wheel's library by itself: `site` is as if both had been installed there.
fn runs_hip_python(site: &Path, hip_python: &Path) {
    run(Command::new("cp").arg("-R").arg(hip_python.join("rocm")).arg(hip_python.join("hip")).arg(site));
    let saxpy = |null: &str| {
        let mut python = Command::new("python3");
        python.arg(root().join("tests/packages/saxpy.py")).env("PYTHONPATH", site).env("HIPVK_NULL_KERNELS", null);
        said(&mut python)
    };
    let (right, text) = saxpy("0");
    assert!(right && text.contains("right"), "{text}");
    assert!(!saxpy("1").0, "it is content when no kernel runs");
}
