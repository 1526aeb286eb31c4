//! hipcc's command line: what to make, from which files, and which options each of clang's runs gets.
//!
//! hipcc runs clang up to three times (device, host, link). An option the table below does not name is
//! clang's business: it goes to both compilations and to the link, just as the user wrote it.
//! Called by [`super::run`]; the result is read by `clang.rs`, which turns it into clang's own arguments.

use super::DriverError;
use crate::bundle::packed::Effort;

/// What hipcc is asked to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// `-E`: the host side, preprocessed.
    Preprocess,
    /// `-M`, `-MM`: make dependencies of the host side.
    Dependencies,
    /// `-fsyntax-only`: both sides checked, nothing written.
    SyntaxOnly,
    /// `-S`: host assembly with the bundle embedded.
    Assembly,
    /// `-c`: an object with the bundle embedded.
    Object,
    /// `--genco`: the bundle alone, as `hipModuleLoad` reads it.
    CodeObject,
    /// `--emit=…`: what spirv-gen makes of the device side.
    Emit(EmitKind),
    /// None of these: an executable or a shared library.
    Link,
}

/// The forms `--emit=` knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmitKind {
    /// clang's device IR after the portable passes, as text.
    Ir,
    /// One SPIR-V module per kernel.
    Spirv,
    /// The same, disassembled.
    SpirvAsm,
}

/// `--cuda-device-only`, `--cuda-host-only` and their `--offload-` spellings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    Both,
    HostOnly,
    DeviceOnly,
}

/// The wave width whose dialect of AMDGPU IR the device side is compiled to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wave {
    W32,
    W64,
}

/// By whose name hipcc was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Called {
    /// C++ is HIP too, as to ROCm's hipcc, unless `HIP_COMPILE_CXX_AS_HIP=0`.
    Hipcc,
    /// C++ is C++ (`as_clang`).
    Clang,
}

/// How a source file is compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Language {
    /// Device and host side.
    Hip,
    /// One clang run; the string is clang's `-x` name, or empty to let the file name decide.
    Plain(String),
}

/// One positional argument or link option, in the order given: linkers care.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    Source {
        path: String,
        language: Language,
    },
    /// An object, archive, library or linker option, for the link only.
    Link(String),
}

/// hipcc's command line, sorted by who needs what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    pub called: Called,
    pub stage: Stage,
    pub sides: Sides,
    pub wave: Wave,
    pub items: Vec<Item>,
    pub output: Option<String>,
    /// For every clang run.
    pub common: Vec<String>,
    /// For the host compilation only.
    pub host: Vec<String>,
    /// For the device compilation only.
    pub device: Vec<String>,
    /// `--target=NAME` under `--emit`: a device description known to `spirv_gen::Target`.
    pub emit_target: Option<String>,
    /// `--block=X,Y,Z` under `--emit`: the block size the kernels are compiled for.
    pub emit_block: Option<[u32; 3]>,
    pub save_temps: bool,
    /// `-fgpu-rdc`: objects hold device code that is linked later.
    pub rdc: bool,
    /// `--offload-compress`: how hard device code is packed, which it always is.
    pub packing: Effort,
    /// `--emit-static-lib`: an archive of the objects instead of a program.
    pub static_lib: bool,
    pub verbose: bool,
    pub version: bool,
    /// `-###`: print the clang commands, run nothing.
    pub dry_run: bool,
    /// Sources compiled at once.
    pub jobs: usize,
    /// `--rocm-device-lib-path=`: where the bitcode libraries lie.
    pub device_lib_path: Option<String>,
}

impl CommandLine {
    pub fn sources(&self) -> impl Iterator<Item = (&str, &Language)> {
        self.items.iter().filter_map(|item| match item {
            Item::Source { path, language } => Some((path.as_str(), language)),
            Item::Link(_) => None,
        })
    }

    /// The program is for Windows: by its host's target, or as this is Windows.
    pub fn is_for_windows(&self) -> bool {
        let mut pairs = self.common.windows(2).filter(|pair| pair[0] == "-target").map(|pair| pair[1].as_str());
        let target =
            self.common.iter().rev().find_map(|arg| arg.strip_prefix("--target=")).or_else(|| pairs.next_back());
        target.map_or(cfg!(windows), |target| target.contains("windows") || target.contains("mingw"))
    }

    /// True if `flag` is given and no later option of `negations` takes it back.
    pub fn is_on(&self, flags: &[&str], negations: &[&str]) -> bool {
        let mut given = self.common.iter().chain(&self.device).rev().map(String::as_str);
        given.find(|arg| flags.contains(arg) || negations.contains(arg)).is_some_and(|last| flags.contains(&last))
    }
}

/// Options of clang whose value is the next argument.
const WITH_VALUE: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-include",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-imacros",
    "-isysroot",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-cxx-isystem",
    "-include-pch",
    "-ivfsoverlay",
    "-Xclang",
    "-mllvm",
    "-Xpreprocessor",
    "-Xassembler",
    "-target",
    "--param",
    "-arch",
    "-B",
    "-F",
    "-working-directory",
    "--sysroot",
    "-serialize-diagnostics",
    "-dumpbase",
    "-dumpdir",
    "-gcc-toolchain",
    "-Xopenmp-target",
    "-fplugin-arg",
];

/// Options with a value that only the host compilation may see: the device side would overwrite the same file.
const HOST_WITH_VALUE: &[&str] = &["-MF", "-MT", "-MQ", "-MJ"];

/// Options without a value for the host compilation alone.
const HOST_ONLY: &[&str] = &["-MD", "-MMD", "-MP", "-MG", "-MV", "--coverage", "-pg", "-flto", "-fno-lto", "-p"];
const HOST_ONLY_PREFIXES: &[&str] = &["-fprofile-", "-fcoverage-", "-flto=", "-Wa,"];

/// Options that only mean something for AMDGPU code.
const DEVICE_ONLY: &[&str] = &[
    "-mcumode",
    "-mno-cumode",
    "-munsafe-fp-atomics",
    "-mno-unsafe-fp-atomics",
    "-mtgsplit",
    "-mno-tgsplit",
    "-fgpu-sanitize",
    "-fno-gpu-sanitize",
    "-mprintf-kind=hostcall",
    "-mprintf-kind=buffered",
    // A host compilation would warn of them, which is an error where configure scripts ask (GROMACS).
    "-fgpu-flush-denormals-to-zero",
    "-fcuda-flush-denormals-to-zero",
    "-fno-gpu-flush-denormals-to-zero",
];

const LINK_WITH_VALUE: &[&str] = &["-L", "-l", "-Xlinker", "-T", "-u", "-z", "-e", "-rpath"];
const LINK_ONLY: &[&str] = &[
    "-shared",
    "-static",
    "-rdynamic",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-nostdlib++",
    "-pie",
    "-no-pie",
    "-static-pie",
    "-static-libgcc",
    "-static-libstdc++",
    "-shared-libgcc",
    "-s",
    "-r",
];
const LINK_PREFIXES: &[&str] = &["-L", "-l", "-Wl,", "-fuse-ld=", "--ld-path=", "-T"];

/// ROCm's options that have no meaning here: there is one device dialect and one bundle format.
const IGNORED: &[&str] = &[
    "--hip-link",
    "-nogpulib",
    "-nogpuinc",
    "--offload-new-driver",
    "--no-offload-new-driver",
    "--gpu-bundle-output",
    "--no-gpu-bundle-output",
];
const IGNORED_PREFIXES: &[&str] =
    &["--rocm-path=", "--hip-path=", "--hip-version=", "-mcode-object-version=", "--gpu-max-threads-per-block="];

/// Up to clang's own level device code is packed quickly; above it, as if none is named, better: whoever asks does not mind the time.
const QUICK_LEVEL: u32 = 3;
/// zstd's highest.
const MOST_LEVEL: u32 = 22;

/// Sorts `args` (without the program's own name). `default_jobs` is used where no `-j` is given.
pub fn parse(args: &[String], default_jobs: usize, called: Called) -> Result<CommandLine, DriverError> {
    let mut parser = Parser {
        line: CommandLine {
            called,
            stage: Stage::Link,
            sides: Sides::Both,
            wave: Wave::W32,
            items: Vec::new(),
            output: None,
            common: Vec::new(),
            host: Vec::new(),
            device: Vec::new(),
            emit_target: None,
            emit_block: None,
            save_temps: false,
            rdc: false,
            packing: Effort::Quick,
            static_lib: false,
            verbose: false,
            version: false,
            dry_run: false,
            jobs: default_jobs.max(1),
            device_lib_path: None,
        },
        language: None,
        archs: Vec::new(),
        target: None,
        compression_level: MOST_LEVEL,
    };
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        parser.take(arg, &mut rest)?;
    }
    parser.finish()
}

struct Parser {
    line: CommandLine,
    /// The `-x` in force.
    language: Option<String>,
    archs: Vec<String>,
    /// `--target=`: ours under `--emit`, clang's otherwise.
    target: Option<String>,
    /// `--offload-compression-level=`.
    compression_level: u32,
}

type Rest<'a> = std::slice::Iter<'a, String>;

impl Parser {
    fn take(&mut self, arg: &str, rest: &mut Rest<'_>) -> Result<(), DriverError> {
        if arg == "-" || !arg.starts_with('-') {
            let item = self.input(arg);
            self.line.items.push(item);
            return Ok(());
        }
        if self.take_stage(arg)? || self.take_own(arg, rest)? || ignored(arg) {
            return Ok(());
        }
        self.take_clangs(arg, rest)
    }

    /// Options that choose what is made. True if `arg` was one.
    fn take_stage(&mut self, arg: &str) -> Result<bool, DriverError> {
        let stage = match arg {
            "-E" => Stage::Preprocess,
            "-M" | "-MM" => {
                self.line.host.push(arg.to_owned());
                Stage::Dependencies
            }
            "-fsyntax-only" => Stage::SyntaxOnly,
            "-S" => Stage::Assembly,
            "-c" => Stage::Object,
            "-dc" => {
                self.line.rdc = true;
                Stage::Object
            }
            "--genco" => Stage::CodeObject,
            "--cuda-device-only" | "--offload-device-only" => {
                self.line.sides = Sides::DeviceOnly;
                return Ok(true);
            }
            "--cuda-host-only" | "--offload-host-only" => {
                self.line.sides = Sides::HostOnly;
                return Ok(true);
            }
            _ => match arg.strip_prefix("--emit=") {
                Some("ir") => Stage::Emit(EmitKind::Ir),
                Some("spirv") => Stage::Emit(EmitKind::Spirv),
                Some("spirv-asm") => Stage::Emit(EmitKind::SpirvAsm),
                Some(other) => {
                    return Err(DriverError::BadValue {
                        option: "--emit",
                        value: other.to_owned(),
                        allowed: "ir, spirv, spirv-asm",
                    });
                }
                None => return Ok(false),
            },
        };
        // `hipcc --genco -c` and `hipcc --emit=ir -S` mean the more specific of the two.
        if !matches!(self.line.stage, Stage::CodeObject | Stage::Emit(_)) || matches!(stage, Stage::Emit(_)) {
            self.line.stage = stage;
        }
        Ok(true)
    }

    /// Options hipcc answers itself. True if `arg` was one.
    fn take_own(&mut self, arg: &str, rest: &mut Rest<'_>) -> Result<bool, DriverError> {
        let line = &mut self.line;
        match arg {
            "-o" => line.output = Some(value(arg, rest)?),
            "-x" => self.set_language(&value(arg, rest)?),
            "--version" => line.version = true,
            "-v" | "--verbose" => line.verbose = true,
            "-###" => line.dry_run = true,
            "-save-temps" | "--save-temps" => line.save_temps = true,
            "-j" => line.jobs = jobs(&value(arg, rest)?)?,
            "--offload-arch" => self.archs.push(value(arg, rest)?),
            "-mwavefrontsize64" => line.wave = Wave::W64,
            "-mno-wavefrontsize64" => line.wave = Wave::W32,
            "-fgpu-rdc" => line.rdc = true,
            "-fno-gpu-rdc" => line.rdc = false,
            "--offload-compress" => line.packing = Effort::Small,
            "--no-offload-compress" => line.packing = Effort::Quick,
            "--emit-static-lib" => line.static_lib = true,
            "-Xarch_host" => line.host.push(value(arg, rest)?),
            "-Xarch_device" => line.device.push(value(arg, rest)?),
            _ => return self.take_own_joined(arg),
        }
        Ok(true)
    }

    fn take_own_joined(&mut self, arg: &str) -> Result<bool, DriverError> {
        let line = &mut self.line;
        let after = |prefix: &str| arg.strip_prefix(prefix);
        if let Some(list) = after("--offload-arch=").or(after("--amdgpu-target=")).or(after("--cuda-gpu-arch=")) {
            self.archs.extend(list.split([',', ';']).map(str::to_owned));
        } else if let Some(path) = after("--rocm-device-lib-path=").or(after("--hip-device-lib-path=")) {
            line.device_lib_path = Some(path.to_owned());
        } else if let Some(level) = after("--offload-compression-level=") {
            self.compression_level = compression_level(level)?;
        } else if let Some(name) = after("--target=") {
            self.target = Some(name.to_owned());
        } else if let Some(size) = after("--block=") {
            line.emit_block = Some(block(size)?);
        } else if let Some(count) = after("-parallel-jobs=").or(after("-j")) {
            line.jobs = jobs(count)?;
        } else if let Some(path) = after("-o").filter(|_| !arg.starts_with("-object")) {
            line.output = Some(path.to_owned());
        } else if let Some(language) = after("-x") {
            self.set_language(language);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Options handed to clang: which of its runs see them.
    fn take_clangs(&mut self, arg: &str, rest: &mut Rest<'_>) -> Result<(), DriverError> {
        if HOST_WITH_VALUE.contains(&arg) {
            self.line.host.extend([arg.to_owned(), value(arg, rest)?]);
        } else if HOST_ONLY.contains(&arg) || has_prefix(arg, HOST_ONLY_PREFIXES) || has_prefix(arg, HOST_WITH_VALUE) {
            self.line.host.push(arg.to_owned());
            if !arg.starts_with("-M") && !arg.starts_with("-Wa,") {
                self.line.items.push(Item::Link(arg.to_owned()));
            }
        } else if DEVICE_ONLY.contains(&arg) {
            self.line.device.push(arg.to_owned());
        } else if LINK_WITH_VALUE.contains(&arg) {
            let value = value(arg, rest)?;
            self.line.items.extend([Item::Link(arg.to_owned()), Item::Link(value)]);
        } else if LINK_ONLY.contains(&arg) || has_prefix(arg, LINK_PREFIXES) {
            self.line.items.push(Item::Link(arg.to_owned()));
        } else if WITH_VALUE.contains(&arg) {
            self.line.common.extend([arg.to_owned(), value(arg, rest)?]);
        } else {
            self.line.common.push(arg.to_owned());
        }
        Ok(())
    }

    fn set_language(&mut self, name: &str) {
        self.language = (name != "none").then(|| name.to_owned());
    }

    fn input(&self, path: &str) -> Item {
        let language = match self.language.as_deref() {
            Some("hip" | "cuda" | "cu") => Some(Language::Hip),
            Some(other) => Some(Language::Plain(other.to_owned())),
            None => language_of(path, self.line.called),
        };
        match language {
            Some(language) => Item::Source { path: path.to_owned(), language },
            None => Item::Link(path.to_owned()),
        }
    }

    fn finish(mut self) -> Result<CommandLine, DriverError> {
        if let Some(wave) = arch::wave_of(&self.archs) {
            self.line.wave = wave;
        }
        match (self.line.stage, self.target) {
            (Stage::Emit(_), target) => self.line.emit_target = target,
            (_, Some(target)) => self.line.common.push(format!("--target={target}")),
            (_, None) => {}
        }
        if self.compression_level <= QUICK_LEVEL {
            self.line.packing = Effort::Quick;
        }
        let outputs = self.line.sources().count();
        let one_each = matches!(self.line.stage, Stage::Object | Stage::Assembly | Stage::CodeObject);
        if one_each && outputs > 1 && self.line.output.is_some() {
            return Err(DriverError::OneOutputManySources);
        }
        Ok(self.line)
    }
}

fn value(option: &str, rest: &mut Rest<'_>) -> Result<String, DriverError> {
    rest.next().cloned().ok_or_else(|| DriverError::MissingValue(option.to_owned()))
}

fn jobs(text: &str) -> Result<usize, DriverError> {
    let bad = || DriverError::BadValue { option: "-j", value: text.to_owned(), allowed: "a number from 1 on" };
    text.parse().ok().filter(|&n| n > 0).ok_or_else(bad)
}

fn compression_level(text: &str) -> Result<u32, DriverError> {
    let allowed = "a number from 1 to 22";
    let bad = || DriverError::BadValue { option: "--offload-compression-level", value: text.to_owned(), allowed };
    text.parse().ok().filter(|level| (1..=MOST_LEVEL).contains(level)).ok_or_else(bad)
}

fn block(text: &str) -> Result<[u32; 3], DriverError> {
    let bad = || DriverError::BadValue {
        option: "--block",
        value: text.to_owned(),
        allowed: "X, X,Y or X,Y,Z, each from 1 on",
    };
    let mut size = [1; 3];
    for (at, part) in text.split(',').enumerate() {
        *size.get_mut(at).ok_or_else(bad)? = part.parse().ok().filter(|&n| n > 0).ok_or_else(bad)?;
    }
    Ok(size)
}

fn has_prefix(arg: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| arg.len() > prefix.len() && arg.starts_with(prefix))
}

fn ignored(arg: &str) -> bool {
    IGNORED.contains(&arg) || IGNORED_PREFIXES.iter().any(|prefix| arg.starts_with(prefix))
}

/// As ROCm's hipcc does: C++ is HIP too, unless `HIP_COMPILE_CXX_AS_HIP=0`; C is C.
fn language_of(path: &str, called: Called) -> Option<Language> {
    if path == "-" {
        return None;
    }
    match std::path::Path::new(path).extension()?.to_str()? {
        "hip" | "cu" => Some(Language::Hip),
        "cpp" | "cc" | "cxx" | "C" | "c++" | "CPP" | "cp" => {
            let off = std::env::var("HIP_COMPILE_CXX_AS_HIP").is_ok_and(|value| value == "0");
            Some(if off || called == Called::Clang { Language::Plain("c++".to_owned()) } else { Language::Hip })
        }
        "c" => Some(Language::Plain("c".to_owned())),
        "s" | "S" | "i" | "ii" | "ll" | "bc" => Some(Language::Plain(String::new())),
        _ => None,
    }
}

mod arch;
#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod tests;
