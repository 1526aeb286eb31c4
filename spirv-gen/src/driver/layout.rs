//! Where things are: clang, the bitcode libraries, our headers and libamdhip64.
//!
//! Everything is found from the place of the running executable, so that an installation can be moved:
//!
//!   installed      PREFIX/bin/hipcc   PREFIX/include/hip/…            PREFIX/lib/libamdhip64.so   PREFIX/llvm/bin/clang++ -> hipcc
//!   in the tree    target/P/hipcc     runtime/include/hip/…           target/P/libhipvk.so  (P: debug or release)
//!
//! `HIP_PATH` and `ROCM_PATH` name another installation, `HIPVK_CLANG` another clang, `HIP_DEVICE_LIB_PATH` other bitcode.
//! hipRTC, which is compiling inside libamdhip64, starts from the library's place instead.
//! Called by `driver::run`, by `rtc` and by hipconfig.

use std::env;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{DriverError, host};

/// The oldest clang whose IR the parser is tested with.
const OLDEST_CLANG: u32 = 17;
/// Names tried in PATH, the one the tests run with first.
const CLANG_NAMES: &[&str] = &["clang-19", "clang-20", "clang-21", "clang-18", "clang-17", "clang"];

/// What programs for Windows are linked with: mingw's import library of amdhip64_7.dll (`tests/windows.sh` makes both).
pub const WINDOWS_LIBRARY: &str = "libamdhip64.dll.a";

/// The installation hipcc belongs to.
#[derive(Debug, Clone)]
pub struct Installation {
    /// Holds `hip/hip_runtime.h`.
    pub include: PathBuf,
    /// Holds `libamdhip64.so`.
    pub library: PathBuf,
    /// What `hipconfig --path` prints.
    pub root: PathBuf,
}

/// The clang in use.
#[derive(Debug, Clone)]
pub struct Clang {
    pub program: PathBuf,
    /// clang's own headers: `…/lib/clang/19/include`.
    pub headers: PathBuf,
    pub major: u32,
}

impl Installation {
    pub fn find() -> Result<Self, DriverError> {
        Self::first(named().into_iter().chain(own_dir().iter().flat_map(|dir| around(dir))))
    }

    /// The installation of the library that lies in `dir`. Its own headers come first: they are of the library's version, and a variable
    /// may name a ROCm beside which the library is used.
    pub fn of_library(dir: &Path) -> Result<Self, DriverError> {
        Self::first(around(dir).into_iter().chain(named()))
    }

    fn first(candidates: impl Iterator<Item = Self>) -> Result<Self, DriverError> {
        let mut looked_in = Vec::new();
        for candidate in candidates {
            if candidate.include.join("hip/hip_runtime.h").is_file() {
                return Ok(candidate);
            }
            looked_in.push(candidate.include.display().to_string());
        }
        Err(DriverError::NoHeaders { looked_in: looked_in.join(", ") })
    }

    /// The folder of what `as_clang` does, by clang's names; none in cargo's folder.
    pub fn clang_links(&self) -> Option<PathBuf> {
        Some(self.root.join("llvm/bin")).filter(|folder| folder.join("clang++").exists())
    }

    /// The folder to link from, once it is sure that the library is there.
    pub fn library_dir(&self, for_windows: bool) -> Result<&Path, DriverError> {
        let dir = &self.library;
        if !for_windows && dir.join("libhipvk.so").is_file() {
            name_cargos_library(dir)?;
        }
        if dir.join(if for_windows { WINDOWS_LIBRARY } else { "libamdhip64.so" }).exists() {
            return Ok(dir);
        }
        Err(DriverError::NoLibrary { looked_in: dir.display().to_string() })
    }
}

/// Cargo names the library after its crate; programs ask for libamdhip64, libhiprtc and libroctx64, which are all in it. Links in cargo's folder mend that.
fn name_cargos_library(dir: &Path) -> Result<(), DriverError> {
    for name in ["libamdhip64.so", "libamdhip64.so.7", "libhiprtc.so", "libhiprtc.so.7", "libroctx64.so"] {
        let path = dir.join(name);
        match host::other_name("libhipvk.so", &path) {
            Ok(()) => {}
            // Made earlier, or this moment by another hipcc.
            Err(cause) if cause.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(cause) => return Err(DriverError::File { what: "cannot create", path, cause }),
        }
    }
    Ok(())
}

/// Installations that variables name.
fn named() -> Vec<Installation> {
    let values = ["HIP_PATH", "ROCM_PATH"].into_iter().filter_map(env::var_os);
    values.filter(|value| !value.is_empty()).map(|root| installed(Path::new(&root))).collect()
}

/// Installations that a program or library in `dir` may belong to, in the order they are tried.
fn around(dir: &Path) -> Vec<Installation> {
    let mut found: Vec<Installation> = dir.parent().into_iter().map(installed).collect();
    // target/debug/hipcc, and target/debug/deps/… when a test runs us.
    for ancestor in dir.ancestors().skip(1).take(4) {
        let library = if dir.ends_with("deps") { dir.parent().unwrap_or(dir) } else { dir };
        let include = ancestor.join("runtime/include");
        found.push(Installation { include, library: library.to_owned(), root: ancestor.to_owned() });
    }
    found
}

fn installed(root: &Path) -> Installation {
    Installation { include: root.join("include"), library: root.join("lib"), root: root.to_owned() }
}

/// The folder of the running executable.
fn own_dir() -> Option<PathBuf> {
    own_program()?.parent().map(Path::to_owned)
}

/// The running executable, symbolic links followed.
fn own_program() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    Some(program.canonicalize().unwrap_or(program))
}

impl Clang {
    pub fn find() -> Result<Self, DriverError> {
        if let Some(named) = env::var_os("HIPVK_CLANG").filter(|value| !value.is_empty()) {
            let named = PathBuf::from(named);
            let program = if named.components().count() > 1 { Some(named.clone()) } else { in_path(&named) };
            // Ourselves by clang's name would ask ourselves for ever.
            return match program.filter(|path| !is_own(path)).and_then(|program| Self::at(&program)) {
                Some(clang) => clang.new_enough(),
                None => Err(DriverError::NoClang { looked_for: named.display().to_string() }),
            };
        }
        let mut old = None;
        for name in CLANG_NAMES {
            match in_path(Path::new(name)).and_then(|program| Self::at(&program)).map(Self::new_enough) {
                Some(Ok(clang)) => return Ok(clang),
                Some(Err(too_old)) => old = Some(too_old),
                None => {}
            }
        }
        Err(old.unwrap_or_else(|| DriverError::NoClang { looked_for: CLANG_NAMES.join(", ") }))
    }

    fn new_enough(self) -> Result<Self, DriverError> {
        if self.major < OLDEST_CLANG {
            return Err(DriverError::OldClang { path: self.program, major: self.major });
        }
        Ok(self)
    }

    fn at(program: &Path) -> Option<Self> {
        Self::beside(program).or_else(|| Self::asked(program))
    }

    /// A clang's headers lie in `../lib/clang/MAJOR` of the real executable: looking saves running it to ask. A script, or a
    /// cache under clang's name, may lie anywhere.
    fn beside(program: &Path) -> Option<Self> {
        let real = program.canonicalize().ok()?;
        if !real.file_name()?.to_str()?.starts_with("clang") || !is_elf(&real) {
            return None;
        }
        let beside = real.parent()?.parent()?.join("lib/clang");
        let newest = std::fs::read_dir(beside).ok()?.flatten().filter_map(|entry| {
            let name = entry.file_name();
            // `19`, or `15.0.6` as it was before 16.
            let major = name.to_str()?.split('.').next()?.parse().ok()?;
            Some((major, entry.path().join("include")))
        });
        let (major, headers) = newest.filter(|(_, headers)| headers.is_dir()).max()?;
        Some(Self { program: program.to_owned(), headers, major })
    }

    /// What the program says of itself: its headers' folder, and its version as the macro `__clang_major__`.
    fn asked(program: &Path) -> Option<Self> {
        let said = |args: &[&str]| {
            let output = Command::new(program).args(args).stdin(Stdio::null()).output().ok()?;
            let text = String::from_utf8(output.stdout).ok()?;
            (output.status.success() && !text.is_empty()).then(|| text.trim().to_owned())
        };
        let headers = Path::new(&said(&["-print-resource-dir"])?).join("include");
        let macros = said(&["-dM", "-E", "-x", "c", "/dev/null"])?;
        let major = macros.lines().find_map(|line| line.strip_prefix("#define __clang_major__ "))?;
        Some(Self { program: program.to_owned(), headers, major: major.trim().parse().ok()? })
    }

    /// Whether this clang finds a library that it links for `-fopenmp`; Debian has one for each version of clang.
    pub fn has_openmp(&self) -> bool {
        let asked = Command::new(&self.program).arg("-print-file-name=libomp.so").output();
        // What it does not find it repeats.
        asked.is_ok_and(|answer| Path::new(String::from_utf8_lossy(&answer.stdout).trim()).is_absolute())
    }

    /// The C++ driver beside this clang: it links libstdc++. `clang --driver-mode=g++` is the same and always there.
    pub fn cxx_mode(&self) -> &'static str {
        "--driver-mode=g++"
    }
}

fn is_elf(file: &Path) -> bool {
    let mut magic = [0; 4];
    std::fs::File::open(file).and_then(|mut file| file.read_exact(&mut magic)).is_ok() && magic == *b"\x7fELF"
}

/// The program of this name that a shell would run, if that is not ourselves by clang's name.
pub(super) fn in_path(name: &Path) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|dir| dir.join(name)).find(|path| path.is_file() && !is_own(path))
}

/// Whether `path` is a link to the running executable.
fn is_own(path: &Path) -> bool {
    own_program().is_some_and(|own| path.canonicalize().is_ok_and(|real| real == own))
}

/// The folder that holds `ocml.bc`: `asked_for` (`--rocm-device-lib-path=`), else the installation's (packages bring their own), else the
/// usual places. Debian 13 and Ubuntu 24.04 have the libraries in LLVM's own folders, and a clang reads the bitcode of its own version and
/// of older ones.
pub fn device_libraries(asked_for: Option<&str>, of: &Installation, clang_major: u32) -> Result<PathBuf, DriverError> {
    let mut places: Vec<PathBuf> = Vec::new();
    if let Some(path) = asked_for {
        places.push(path.into());
    } else {
        for variable in ["HIP_DEVICE_LIB_PATH", "DEVICE_LIB_PATH"] {
            places.extend(env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from));
        }
        for variable in ["HIP_PATH", "ROCM_PATH"] {
            places.extend(env::var_os(variable).map(|root| Path::new(&root).join("amdgcn/bitcode")));
        }
        places.push(of.root.join("amdgcn/bitcode"));
        for root in ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib", "/usr", "/opt/rocm"] {
            places.push(Path::new(root).join("amdgcn/bitcode"));
        }
        let of_llvm = |major| format!("/usr/lib/llvm-{major}/lib/clang/{major}/amdgcn/bitcode").into();
        places.extend((OLDEST_CLANG..=clang_major).rev().map(of_llvm));
    }
    if let Some(found) = places.iter().find(|place| place.join("ocml.bc").is_file()) {
        return Ok(found.clone());
    }
    let looked_in: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
    Err(DriverError::NoDeviceLibraries { looked_in: looked_in.join(", ") })
}
