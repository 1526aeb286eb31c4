//! What stands in front of every HIP program, parsed once: clang reads it from a precompiled header instead of from 140 to 320 files, which
//! takes it longer than most programs do.
//!
//! ```text
//!   clang -include device_library.h -include WRAPPER [-include rtc_runtime.h]  OPTIONS  program
//!      1. clang -fsyntax-only -emit-pch  ...the same includes, OPTIONS without what cannot matter...  precompiled.h ──> KEY.pch, KEY.record
//!      2. clang -include-pch KEY.pch  OPTIONS  program
//! ```
//! The result must be the same as without. So a header serves whom its key is the same for: clang, and all options but
//! - macros that none of its files mentions ([`record`] has every name in them), and
//! - folders in which nothing lies that they include, or in which clang looks anyway.
//!
//! What is not understood (`arguments`), environment that has clang do something else, a file that changed: all that is compiled without. And what
//! fails with one is compiled again without. Called by `compile` and `rtc`.

mod arguments;
mod record;
mod store;

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use crate::digest::{BUILD_ID, digest};

use super::DriverError;
use super::args::{CommandLine, Stage};
use super::clang::Toolchain;
use super::process;
use arguments::Arguments;
use record::Record;
use store::Store;

/// What clang does hangs on these.
const VARIABLES: &[&str] = &["CCC_OVERRIDE_OPTIONS", "CLANG_NO_DEFAULT_CONFIG"];
/// Folders that clang looks for includes in, as if they were on the command line: for a header they are what the user's folders are there.
const FOLDERS: &[&str] = &["CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"];
/// The source that the headers are precompiled in front of.
const STAND_IN: &str = "hip/detail/precompiled.h";
/// Headers in which macros of the command line are mentioned may mention others of them: so often that is looked after.
const ROUNDS: usize = 3;

/// A run of clang over one source.
#[derive(Debug)]
pub struct Run {
    plain: Command,
    /// The same with a precompiled header, and where that lies.
    precompiled: Option<(Command, PathBuf)>,
}

impl Run {
    /// `plain`, which compiles `source` by `line`, with what stands in front of it precompiled if that can be.
    pub fn new(plain: Command, tools: &Toolchain, line: &CommandLine, source: &str) -> Self {
        let precompiled = precompiled(&plain, tools, line, source);
        Self { plain, precompiled }
    }

    /// The command to run first.
    pub fn command(&mut self) -> &mut Command {
        self.precompiled.as_mut().map_or(&mut self.plain, |(command, _)| command)
    }

    /// What came of [`Self::command`]; or, if it failed with a precompiled header, what `run` makes of it without. So a header that is damaged
    /// or that clang does not like costs time and nothing else.
    pub fn judged(
        mut self,
        first: Output,
        run: impl FnOnce(&mut Command) -> Result<Output, DriverError>,
    ) -> Result<Output, DriverError> {
        let Some((_, header)) = self.precompiled.filter(|_| !first.status.success()) else { return Ok(first) };
        let second = run(&mut self.plain)?;
        if second.status.success() {
            store::remove(&header);
        }
        Ok(second)
    }

    /// Runs it with nothing on standard input; returns what it wrote.
    pub fn output(mut self) -> Result<Output, DriverError> {
        let first = process::output(self.command())?;
        self.judged(first, process::output)
    }
}

/// `plain` with a precompiled header, and the header's path.
fn precompiled(plain: &Command, tools: &Toolchain, line: &CommandLine, source: &str) -> Option<(Command, PathBuf)> {
    let compiles =
        matches!(line.stage, Stage::Assembly | Stage::Object | Stage::Link | Stage::CodeObject | Stage::Emit(_));
    if !compiles || line.is_for_windows() || VARIABLES.iter().any(|name| env::var_os(name).is_some()) {
        return None;
    }
    let arguments = Arguments::of(plain, tools, line, source)?;
    let header = header(&arguments, tools)?;
    let mut command = Command::new(plain.get_program());
    command.args(arguments.using(&header));
    Some((command, header))
}

/// The header that serves `arguments`; it is made if there is none.
fn header(arguments: &Arguments, tools: &Toolchain) -> Option<PathBuf> {
    let store = Store::open()?;
    // `_`: such a name may be made of two halves in a header, where no look at its text finds it. `HIP_`: ours, of every program.
    let first = |name: &&str| name.starts_with('_') || name.starts_with("HIP_");
    let mut kept: BTreeSet<&str> = arguments.macros().filter(first).collect();
    for round in 0..ROUNDS {
        let making = arguments.making(&kept, &tools.installation.include.join(STAND_IN));
        let key = key(&tools.clang.program, &making);
        // With macros that matter here it may be for this one program only: then making it would not pay.
        let record = store.get(&key).or_else(|| {
            if round > 0 && !store.asked_before(&key) {
                None
            } else {
                make(&store, &key, &tools.clang.program, &making)
            }
        })?;
        let mut folders = arguments.folders().chain(folders_of_environment());
        let hides = |(folder, plain): (PathBuf, bool)| {
            !(plain && record.is_searched(&folder)) && record.is_shadowed_by(&folder)
        };
        if !record.is_made() || folders.any(hides) {
            return None;
        }
        let before = kept.len();
        kept.extend(arguments.macros().filter(|name| record.mentions(name)));
        if kept.len() == before {
            return Some(store.header(&key));
        }
    }
    None
}

/// The folders of [`FOLDERS`], and whether clang takes them for `-I`; an empty name is the current one, as clang has it.
fn folders_of_environment() -> impl Iterator<Item = (PathBuf, bool)> {
    let values = FOLDERS.iter().filter_map(|name| Some((env::var_os(name)?, *name == "CPATH")));
    values.flat_map(|(value, plain)| {
        let named = |path: PathBuf| if path.as_os_str().is_empty() { ".".into() } else { path };
        env::split_paths(&value).map(|path| (named(path), plain)).collect::<Vec<_>>()
    })
}

fn key(clang: &Path, making: &[String]) -> String {
    let program = std::fs::metadata(clang).ok().map(|file| (file.len(), file.modified().ok()));
    let program = format!("{BUILD_ID} {} {program:?}", clang.display());
    let mut parts = vec![program.as_bytes()];
    parts.extend(making.iter().map(String::as_bytes));
    format!("{:032x}", digest(&parts))
}

/// Precompiles, and keeps what came of it: none where nothing can be kept.
fn make(store: &Store, key: &str, clang: &Path, making: &[String]) -> Option<Record> {
    // Threads that compile at the same time (hipRTC, `-j`) need not make the same header.
    static MAKING: Mutex<()> = Mutex::new(());
    let _alone = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(record) = store.get(key) {
        return Some(record);
    }
    let (started, dependencies) = (SystemTime::now(), store.scratch()?);
    let mut command = Command::new(clang);
    command.args(making);
    // One header for all whom their folders shadow nothing in.
    FOLDERS.iter().for_each(|name| _ = command.env_remove(name));
    for argument in ["-dependency-file".as_ref(), dependencies.path().as_os_str(), "-MT".as_ref(), "header".as_ref()] {
        command.arg("-Xclang").arg(argument);
    }
    // `-v`: where it looks for includes.
    command.args(["-Xclang", "-sys-header-deps", "-v"]);
    let output = process::output(&mut command).ok()?;
    let record = match output.status.success() {
        true => Record::of(dependencies.path(), &String::from_utf8_lossy(&output.stderr), started)?,
        // An option that these headers cannot be compiled with, as the program's own compilation is about to say.
        false => Record::of_failure(clang, started)?,
    };
    store.put(key, &output.stdout, &record)?;
    Some(record)
}
