//! hipcc's command line: what to make, from which files, and which options each of clang's runs gets.
//!
//! hipcc runs clang up to three times (device, host, link). An option that `tables` does not name is
//! clang's business: it goes to both compilations and to the link, just as the user wrote it.
//! Called by [`super::run`]; the result is read by `clang.rs`, which turns it into clang's own arguments.

mod arch;
mod command_line;
mod tables;

pub use command_line::{Called, CommandLine, EmitKind, Item, Language, Sides, Stage, Wave};

use super::DriverError;
use crate::bundle::packed::Effort;
use tables::{
    DEVICE_ONLY, HOST_ONLY, HOST_ONLY_PREFIXES, HOST_WITH_VALUE, IGNORED, IGNORED_PREFIXES, LINK_ONLY, LINK_PREFIXES,
    LINK_WITH_VALUE, WITH_VALUE,
};

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

#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod tests;
