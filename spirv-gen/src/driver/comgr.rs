//! libamd_comgr's compiler: its actions, by the clang that hipcc would run.
//!
//! ```text
//!   source ──compile──> LLVM's bitcode ──link_bitcode──> one ──generate──> unit ──link──> bundle
//! ```
//! Bitcode is LLVM's, as programs link it with others' or read it by LLVM's library. What AMD calls a relocatable is a unit here, as with
//! `-fgpu-rdc`, and an executable is the bundle that `hipModuleLoadData` takes. Called by the runtime (`hip/comgr`).

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::bundle::unit::{self, Unit};
use crate::digest::digest;

use super::args::{self, Called, CommandLine, Stage, Wave};
use super::clang::{self, Parts, Toolchain};
use super::layout::{Clang, Installation};
use super::rtc::{self, Input, Program};
use super::{DriverError, process};

/// clang's option to include nothing of HIP's by itself.
const NO_HEADERS: &str = "-nogpuinc";
/// What an action may not be asked for: it says itself what it writes.
const STAGE: Stage = Stage::Link;

/// What a source is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// HIP.
    Hip,
    /// LLVM's IR, text or bitcode.
    Ir,
}

/// What an action made, and clang's messages; or the messages alone.
pub type Made = Result<(Vec<u8>, String), String>;

/// Actions with one set of options.
#[derive(Debug)]
pub struct Actions {
    line: CommandLine,
    /// clang's headers for HIP stand in front of a source.
    wrapper: bool,
    tools: Toolchain,
    library: PathBuf,
    folder: Option<PathBuf>,
}

impl Actions {
    /// Actions for a processor (`gfx1030`) with these options; `folder` is where relative names of includes start, `library` the one that our
    /// library lies in.
    ///
    /// # Errors
    /// The log: an option that makes no sense, or no clang.
    pub fn new(processor: &str, options: &[String], folder: Option<PathBuf>, library: &Path) -> Result<Self, String> {
        Self::prepare(processor, options, folder, library).map_err(|error| said(&error))
    }

    fn prepare(
        processor: &str,
        options: &[String],
        folder: Option<PathBuf>,
        library: &Path,
    ) -> Result<Self, DriverError> {
        let line = line(processor, options)?;
        let tools = Toolchain { clang: Clang::find()?, installation: Installation::of_library(library)? };
        let wrapper = !options.iter().any(|option| option == NO_HEADERS);
        Ok(Self { line, wrapper, tools, library: library.to_owned(), folder })
    }

    /// Lanes of a warp.
    pub fn warp_size(&self) -> u32 {
        if self.line.wave == Wave::W64 { 64 } else { 32 }
    }

    /// A HIP source without its directives.
    ///
    /// # Errors
    /// The log, as of all that follow.
    pub fn preprocess(&self, program: &Program) -> Made {
        let parts = Parts { library: false, wrapper: self.wrapper, mathematics: false, text: true };
        self.with_source(program, Language::Hip, parts, Stage::Preprocess)
    }

    /// A source to LLVM's bitcode; `libraries`: with AMD's mathematics linked to it.
    ///
    /// # Errors
    /// The log.
    pub fn compile(&self, program: &Program, language: Language, libraries: bool) -> Made {
        let parts = Parts { library: true, wrapper: self.wrapper, mathematics: libraries, text: false };
        self.with_source(program, language, parts, STAGE)
    }

    fn with_source(&self, program: &Program, language: Language, parts: Parts, stage: Stage) -> Made {
        let folder = folder()?;
        let source = match language {
            Language::Hip => rtc::write(program, &folder).map_err(|error| said(&error))?,
            Language::Ir => file(&folder, 0, &program.source)?,
        };
        let mut line = self.line.clone();
        line.stage = stage;
        line.common.push(format!("-I{}", rtc::header_folder(folder.path()).display()));
        // The same twice, whatever the folder's name; static variables of two sources have different names.
        let mark = digest(&[program.name.as_bytes(), &program.source]);
        line.device.extend([format!("-cuid={mark:032x}"), "-fdebug-compilation-dir=.".to_owned()]);
        let mut command = match language {
            Language::Hip => clang::device_of(&self.tools, &line, &source.display().to_string(), parts),
            Language::Ir => Ok(clang::bitcode_to_bitcode(&self.tools, &line, &[source])),
        }
        .map_err(|error| said(&error))?;
        self.run(&mut command, &folder)
    }

    /// Several pieces of bitcode to one.
    ///
    /// # Errors
    /// The log.
    pub fn link_bitcode(&self, inputs: &[Input]) -> Made {
        if let Some(input) = inputs.iter().find(|input| input.bytes.starts_with(unit::MAGIC)) {
            return Err(wrong(&format!("{}: this is no bitcode of LLVM's, but what hipRTC makes of it", input.name)));
        }
        if inputs.is_empty() {
            return Err(wrong("there is no bitcode to link"));
        }
        let folder = folder()?;
        let files = inputs.iter().enumerate().map(|(at, input)| file(&folder, at, &input.bytes));
        let files = files.collect::<Result<Vec<_>, _>>()?;
        self.run(&mut clang::bitcode_to_bitcode(&self.tools, &self.line, &files), &folder)
    }

    /// Bitcode to a unit.
    ///
    /// # Errors
    /// The log.
    pub fn generate(&self, input: &Input) -> Made {
        let options: Vec<String> = self.line.common.iter().chain(&self.line.device).cloned().collect();
        let units = rtc::units(input, &options, self.warp_size(), &self.library).map_err(|log| ours(&log))?;
        Ok((units.iter().flat_map(Unit::to_bytes).collect(), String::new()))
    }

    /// Units to a bundle.
    ///
    /// # Errors
    /// The log.
    pub fn link(&self, inputs: &[Input]) -> Made {
        let bundle = rtc::link(inputs, self.warp_size(), &self.library).map_err(|log| ours(&log))?;
        Ok((bundle, String::new()))
    }

    fn run(&self, command: &mut Command, folder: &TempDir) -> Made {
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        let output = process::output(command).map_err(|error| said(&error))?;
        let log = String::from_utf8_lossy(&output.stderr).replace(&format!("{}/", folder.path().display()), "");
        if output.status.success() {
            return Ok((output.stdout, log));
        }
        if log.is_empty() {
            return Err(wrong(&format!("{} ended with {}", self.tools.clang.program.display(), output.status)));
        }
        Err(log)
    }
}

/// The command line that the options make for a processor.
fn line(processor: &str, options: &[String]) -> Result<CommandLine, DriverError> {
    let mut words = vec![format!("--offload-arch={processor}")];
    words.extend(options.iter().filter(|option| !option.is_empty()).cloned());
    let line = args::parse(&words, 1, Called::Hipcc)?;
    if let Some(stray) = line.items.iter().find_map(rtc::stray) {
        return Err(DriverError::NotForComgr(stray));
    }
    let chooses = line.stage != STAGE || line.output.is_some() || line.dry_run || line.version || line.static_lib;
    if chooses || line.save_temps {
        let what = "an option that chooses what is written (-c, -E, -S, -M, -o, --save-temps)";
        return Err(DriverError::NotForComgr(what.into()));
    }
    Ok(line)
}

fn folder() -> Result<TempDir, String> {
    rtc::folder("comgr-").map_err(|log| ours(&log))
}

/// An input as a file.
fn file(folder: &TempDir, at: usize, bytes: &[u8]) -> Result<PathBuf, String> {
    let path = folder.path().join(format!("input{at}.bc"));
    let written = std::fs::write(&path, bytes);
    written.map_err(|cause| said(&DriverError::File { what: "cannot write", path: path.clone(), cause }))?;
    Ok(path)
}

fn said(error: &DriverError) -> String {
    ours(&rtc::said(error))
}

/// What hipRTC's half says, in our name.
fn ours(log: &str) -> String {
    log.replace("hiprtc: ", "comgr: ")
}

fn wrong(what: &str) -> String {
    format!("comgr: error: {what}\n")
}

#[cfg(test)]
mod tests {
    use super::{Wave, line};

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_processor_decides_the_warps_width_unless_an_option_names_another() {
        assert_eq!(line("gfx1100", &[]).expect("good options").wave, Wave::W32);
        assert_eq!(line("gfx90a:sramecc+:xnack-", &[]).expect("good options").wave, Wave::W64);
        assert_eq!(line("gfx942", &words("-O3 -mcumode")).expect("good options").wave, Wave::W64);
    }

    #[test]
    fn an_empty_option_is_none_and_what_is_written_is_not_to_be_chosen() {
        assert!(line("gfx1030", &words("")).expect("good options").common.is_empty());
        for text in ["-c", "-S", "-o x", "-E", "a.hip", "--save-temps"] {
            assert!(line("gfx1030", &words(text)).is_err(), "{text}");
        }
    }
}
