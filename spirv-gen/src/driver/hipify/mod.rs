//! hipify-perl: CUDA sources to HIP, as builds call ROCm's tool of this name.
//!
//! ```text
//! options ─> file: convert (rules: names.txt, the headers' names) ─> launch ─> calls, defaults, min_max ─> output, statistics
//! folders: hipexamine-perl.sh, hipconvertinplace-perl.sh: the same for all sources of a folder
//! ```
//! Called by `driver::main`, where hipcc is called by one of these names.

mod calls;
mod convert;
mod defaults;
mod file;
mod folders;
mod headers;
mod launch;
mod min_max;
mod names;
mod options;
mod rules;
mod statistics;
mod table;
mod text;

use std::ffi::{OsStr, OsString};

use super::layout::Installation;
use super::process::{FAILURE, SUCCESS};
use super::{DriverError, config};
use names::Names;
use rules::Rules;
use statistics::Statistics;
use table::Table;

/// The names that this is called by, as ROCm's scripts have them.
const NAMES: &[&str] = &["hipify-perl", "hipexamine-perl.sh", "hipconvertinplace-perl.sh"];

/// Whether hipcc called `name` is one of these.
pub fn is_one(name: &OsStr) -> bool {
    NAMES.iter().any(|own| name == *own)
}

/// The `main` of these names; `args` are without the name.
pub fn main(name: &OsStr, args: impl Iterator<Item = OsString>) -> u8 {
    let name = name.to_string_lossy();
    let args: Vec<OsString> = args.collect();
    let folder = match &*name {
        "hipexamine-perl.sh" => Some(["-no-output", "-print-stats"].as_slice()),
        "hipconvertinplace-perl.sh" => Some(["-inplace", "-print-stats"].as_slice()),
        _ => None,
    };
    let done = match folder {
        Some(first) => folders::command_line(&name, args, first).and_then(run),
        None => run(args),
    };
    match done {
        Ok(()) => SUCCESS,
        Err(error) => {
            eprintln!("{name}: error: {error}");
            // As a script that dies says it: why the file cannot be opened.
            match error {
                DriverError::File { cause, .. } => {
                    cause.raw_os_error().and_then(|code| u8::try_from(code).ok()).unwrap_or(FAILURE)
                }
                _ => FAILURE,
            }
        }
    }
}

/// Converts what the command line names.
fn run(args: Vec<OsString>) -> Result<(), DriverError> {
    let options = options::parse(args)?;
    let installation = Installation::find()?;
    if options.help {
        eprintln!("{}", options::HELP);
    }
    if options.version {
        let version = config::hip_version(Some(&installation));
        eprintln!("HIP version {}", version.split('-').next().unwrap_or_default());
    }
    if options.files.is_empty() {
        return Ok(());
    }
    let table = Table::read();
    let names = Names::read(&installation.include, &table)?;
    let rules = Rules::new(table, names);
    let mut all = Statistics::default();
    for path in &options.files {
        if let Some(one) = file::convert(path, &options, &rules)? {
            all.add(&one);
        }
    }
    if options.print_stats && options.files.len() > 1 {
        all.print("GLOBAL");
        eprintln!();
    }
    Ok(())
}
