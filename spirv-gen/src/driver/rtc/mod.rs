//! hipRTC's compiler: one source in memory to a bundle, by the clang that hipcc would run.
//!
//! ```text
//!   Program ──> Job (options sorted, clang found, key) ──clang──> IR text ──portable half──> Compiled
//!                                    └── the runtime's cache on disk: key ──> Compiled, if its files are as they were
//! ```
//! Source and headers are written to a folder that goes when clang is done; names in messages are the caller's. Called by the runtime
//! (`hip/rtc`); never by hipcc.

mod library;
mod link;
mod names;
mod options;

use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::bundle::unit::Unit;
use crate::digest::{BUILD_ID, digest};
use crate::passes::calls::one_body;
use crate::portable::{self, bundle_of, compile_unit};

use super::args::{CommandLine, Stage, Wave};
use super::clang::{self, Toolchain};
use super::files::{self, Stamp};
use super::layout::{self, Clang, Installation};
use super::precompiled::Run;
use super::{DriverError, diagnostics};
pub use library::device_library;
pub(super) use link::units;
pub use link::{Input, is_linkable, link};
pub(super) use options::stray;

/// Variables that change what clang and our passes do.
const VARIABLES: &[&str] =
    &["CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS", "SOURCE_DATE_EPOCH", one_body::VARIABLE];
/// Macros whose value is another in each compilation.
const MOMENTS: &[&str] = &["__DATE__", "__TIME__", "__TIMESTAMP__"];
/// What clang says of a program that gives `int64_t` another type than ours.
const OTHER_TYPES: &str = "redefinition with different types";
/// Has `rtc_runtime.h` leave the names of integers of fixed width to the program.
const OWN_INTEGERS: &str = "-DHIPVK_RTC_OWN_INTEGERS";
/// How deep the folder of the headers lies in the temporary one: so often a header's name may say `..`.
const DEPTH: usize = 4;

/// What `hiprtcCreateProgram` and `hiprtcAddNameExpression` say.
#[derive(Debug, Clone, Default)]
pub struct Program {
    pub source: Vec<u8>,
    /// As messages call the source.
    pub name: String,
    /// Names as the source includes them, and contents.
    pub headers: Vec<(String, Vec<u8>)>,
    /// Name expressions.
    pub names: Vec<String>,
}

/// A program that compiled.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compiled {
    /// Warnings.
    pub log: String,
    /// A bundle; with `-fgpu-rdc` a unit, to be linked.
    pub code: Vec<u8>,
    /// `-fgpu-rdc`.
    pub is_unit: bool,
    /// The symbols that the program's name expressions mean, in their order.
    pub lowered: Vec<String>,
    /// What it was made from, besides the program. Nothing if it must not be kept.
    files: Option<Vec<Stamp>>,
}

impl Compiled {
    /// For a cache; nothing if it hangs on the moment.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        self.files.as_ref()?;
        postcard::to_stdvec(self).ok()
    }

    /// From a cache; nothing if damaged, or if a file that it was made from has changed.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let found: Self = postcard::from_bytes(bytes).ok()?;
        found.files.as_ref()?.iter().all(Stamp::holds).then_some(found)
    }
}

/// A compilation that is about to run, or to be found in a cache.
#[derive(Debug)]
pub struct Job<'a> {
    program: &'a Program,
    line: CommandLine,
    tools: Toolchain,
    bitcode: PathBuf,
    key: String,
}

impl<'a> Job<'a> {
    /// The compilation of `program` with these options, for warps of `warp_size` lanes unless they name an architecture; `library` is the
    /// folder that our library lies in.
    ///
    /// # Errors
    /// The log: an option that makes no sense, or no clang.
    pub fn new(program: &'a Program, options: &[String], warp_size: u32, library: &Path) -> Result<Self, String> {
        Self::prepare(program, options, warp_size, library).map_err(|error| said(&error))
    }

    fn prepare(program: &'a Program, given: &[String], warp_size: u32, library: &Path) -> Result<Self, DriverError> {
        let installation = Installation::of_library(library)?;
        let line = options::line(given, warp_size, &installation)?;
        let tools = Toolchain { clang: Clang::find()?, installation };
        let bitcode =
            layout::device_libraries(line.device_lib_path.as_deref(), &tools.installation, tools.clang.major)?;
        let key = key(program, given, &line, &tools, &bitcode);
        Ok(Self { program, line, tools, bitcode, key })
    }

    /// What stands for all that decides the result, but the contents of files.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Runs clang and the portable half.
    ///
    /// # Errors
    /// The log.
    pub fn run(&self) -> Result<Compiled, String> {
        let started = SystemTime::now();
        let folder = folder("hiprtc-")?;
        let (source, dependencies) =
            (write(self.program, &folder).map_err(|e| said(&e))?, folder.path().join("dependencies"));
        let clang = |extra| self.clang(&folder, &source, &dependencies, extra);
        let (ir, log) = clang(None).or_else(|log| match log.contains(OTHER_TYPES) {
            // HIP 7's headers have no integers of fixed width, HIP 6's had; a program that defines its own wants ours away.
            true => clang(Some(OWN_INTEGERS)).map_err(|_| log),
            false => Err(log),
        })?;
        let (code, lowered) = self.finish(&ir).map_err(|error| log.clone() + &error)?;
        let files = self.files(&dependencies, folder.path(), started);
        Ok(Compiled { log, code, is_unit: self.line.rdc, lowered, files })
    }

    /// clang's IR and what it says of the source; the log if it fails.
    fn clang(
        &self,
        folder: &TempDir,
        source: &Path,
        dependencies: &Path,
        extra: Option<&str>,
    ) -> Result<(String, String), String> {
        let (line, command) = self.command(folder, source, dependencies, extra).map_err(|error| said(&error))?;
        let clang = Run::new(command, &self.tools, &line, &source.display().to_string());
        let output = clang.output().map_err(|error| said(&error))?;
        let mut log = String::from_utf8_lossy(&output.stderr).replace(&format!("{}/", folder.path().display()), "");
        if output.status.success() {
            return Ok((String::from_utf8_lossy(&output.stdout).into_owned(), log));
        }
        if log.is_empty() {
            let _ = writeln!(log, "hiprtc: error: {} ended with {}", self.tools.clang.program.display(), output.status);
        }
        Err(log)
    }

    /// The portable half.
    fn finish(&self, ir: &str) -> Result<(Vec<u8>, Vec<String>), String> {
        let warp_size = if self.line.wave == Wave::W64 { 64 } else { 32 };
        let failed = |error| diagnostics::compile_error(&error, &self.program.name);
        let options = portable::Options { warp_size };
        let mut unit = compile_unit(ir, &self.program.name, &options).map_err(failed)?;
        let lowered = names::take(&mut unit.module, &self.program.names)?;
        if self.line.rdc {
            return Ok((unit.to_bytes(), lowered));
        }
        let Unit { module, printf_formats, .. } = unit;
        Ok((bundle_of(module, warp_size, printf_formats).map_err(failed)?.to_bytes(), lowered))
    }

    fn command(
        &self,
        folder: &TempDir,
        source: &Path,
        dependencies: &Path,
        extra: Option<&str>,
    ) -> Result<(CommandLine, Command), DriverError> {
        let mut line = self.line.clone();
        line.common.extend(extra.map(str::to_owned));
        line.common.push(format!("-I{}", header_folder(folder.path()).display()));
        let mark = digest(&[self.key.as_bytes()]);
        // The same twice, whatever the folder's name: units that are linked differ by their program.
        line.device.extend([format!("-cuid={mark:032x}"), "-fdebug-compilation-dir=.".to_owned()]);
        let mut command = clang::device(&self.tools, &line, &source.display().to_string())?;
        let target = OsString::from("program");
        let list = ["-dependency-file".into(), dependencies.into(), "-MT".into(), target, "-sys-header-deps".into()];
        for argument in list {
            command.arg("-Xclang").arg(argument);
        }
        Ok((line, command))
    }

    /// What the result hangs on. Nothing if it also hangs on the moment, or if a file was written while we read.
    fn files(&self, dependencies: &Path, folder: &Path, started: SystemTime) -> Option<Vec<Stamp>> {
        let texts = self.program.headers.iter().map(|(_, text)| text).chain([&self.program.source]);
        for text in texts {
            let text = String::from_utf8_lossy(text);
            if MOMENTS.iter().any(|moment| text.contains(moment)) {
                return None;
            }
        }
        let mut paths = files::dependencies(&std::fs::read_to_string(dependencies).ok()?);
        paths.retain(|path| !path.starts_with(folder));
        paths.push(self.tools.clang.program.clone());
        paths.push(self.bitcode.join("ocml.bc"));
        paths.into_iter().map(|path| Stamp::of(&path, started)).collect()
    }
}

/// A folder that lasts as long as what is returned; or the log.
pub(super) fn folder(prefix: &str) -> Result<TempDir, String> {
    let folder = tempfile::Builder::new().prefix(prefix).tempdir();
    folder.map_err(|cause| {
        said(&DriverError::File { what: "cannot create a folder in", path: std::env::temp_dir(), cause })
    })
}

/// Writes source and headers; returns the source's path.
pub(super) fn write(program: &Program, folder: &TempDir) -> Result<PathBuf, DriverError> {
    let headers = header_folder(folder.path());
    for (name, contents) in &program.headers {
        let path = headers.join(name.trim_start_matches('/'));
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let text = [line_mark(name).as_bytes(), contents].concat();
        let written = made.and_then(|()| std::fs::write(&path, text));
        written.map_err(|cause| DriverError::File { what: "cannot write", path: name.into(), cause })?;
    }
    let path = folder.path().join("source.hip");
    let mut text = line_mark(&program.name).into_bytes();
    text.extend(&program.source);
    text.extend(names::declarations(&program.names).bytes());
    match std::fs::create_dir_all(&headers).and_then(|()| std::fs::write(&path, text)) {
        Ok(()) => Ok(path),
        Err(cause) => Err(DriverError::File { what: "cannot write", path, cause }),
    }
}

pub(super) fn header_folder(folder: &Path) -> PathBuf {
    (0..DEPTH).fold(folder.to_owned(), |path, _| path.join("include"))
}

/// Whether a header of this name can be given: `..` must not lead out of the folder that all of them lie in.
pub fn is_header_name(name: &str) -> bool {
    let mut depth = DEPTH;
    for part in name.split('/') {
        match part {
            ".." if depth == 0 => return false,
            ".." => depth -= 1,
            "" | "." => {}
            _ => depth += 1,
        }
    }
    !name.is_empty() && !name.ends_with('/') && !name.contains('\0')
}

/// Makes messages and `__FILE__` name the text that follows.
fn line_mark(name: &str) -> String {
    format!("#line 1 \"{}\"\n", name.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " "))
}

/// An error of the driver as a log has it.
pub(super) fn said(error: &DriverError) -> String {
    format!("hiprtc: error: {error}\n").replace("\nhipcc: note: ", "\nhiprtc: note: ")
}

fn key(program: &Program, given: &[String], line: &CommandLine, tools: &Toolchain, bitcode: &Path) -> String {
    let mut words: Vec<String> = vec![BUILD_ID.to_owned(), format!("{:?}", line.wave)];
    words.extend(
        [&tools.clang.program, &tools.installation.include, &bitcode.to_owned()].map(|p| p.display().to_string()),
    );
    words.extend(VARIABLES.iter().map(|name| format!("{:?}", std::env::var_os(name))));
    if options::mention_files(given) {
        words.push(std::env::current_dir().unwrap_or_default().display().to_string());
    }
    let lists = [&words[..], given, &program.names];
    let mut parts: Vec<Vec<u8>> = Vec::new();
    for list in lists {
        parts.push(list.len().to_le_bytes().into());
        parts.extend(list.iter().map(|word| word.clone().into_bytes()));
    }
    parts.extend([program.name.clone().into_bytes(), program.source.clone()]);
    parts.extend(program.headers.iter().flat_map(|(name, text)| [name.clone().into_bytes(), text.clone()]));
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    format!("hiprtc {:032x}", digest(&parts))
}

/// The stage that hipRTC's options must leave alone.
const STAGE: Stage = Stage::Link;

#[cfg(test)]
mod tests {
    use super::{Compiled, is_header_name, line_mark};

    #[test]
    fn a_headers_name_may_climb_but_not_out_of_the_folder() {
        for name in ["a.h", "a/b.h", "../a.h", "../../../../a.h", "x/../y.h", "/a.h"] {
            assert!(is_header_name(name), "{name}");
        }
        for name in ["", "../../../../../a.h", "a/", "a/../../../../../../b.h", "a\0.h"] {
            assert!(!is_header_name(name), "{name}");
        }
    }

    #[test]
    fn a_source_may_have_any_name() {
        assert_eq!(line_mark("a \"b\"\\c\n.hip"), "#line 1 \"a \\\"b\\\"\\\\c .hip\"\n");
    }

    #[test]
    fn what_hangs_on_the_moment_is_not_kept_and_damage_reads_as_absent() {
        let mut compiled = Compiled { code: vec![1, 2, 3], lowered: vec!["_Z1kv".into()], ..Compiled::default() };
        assert_eq!(compiled.to_bytes(), None);
        compiled.files = Some(Vec::new());
        let bytes = compiled.to_bytes().expect("it can be kept");
        assert_eq!(Compiled::from_bytes(&bytes), Some(compiled));
        assert!((0..bytes.len()).all(|length| Compiled::from_bytes(&bytes[..length]).is_none()));
    }
}
