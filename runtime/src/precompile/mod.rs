//! `hipvk-precompile PROGRAM...`: what a program's first launches would wait for, done ahead, say when a CI image is built.
//!
//! ```text
//! options ─> files: bundles ─> jobs: (kernel, shape)... ─> workers ══ a process for each core: worker ─> hip::first_launch
//!                                                            └─> report: progress, failures, a table of times
//! ```
//! Kernels are compiled by the path that launches take, so what they leave is found under the same keys: our SPIR-V in `HIPVK_CACHE_DIR`,
//! the driver's code in its own cache. Processes, because llvmpipe compiles a device's kernels on one thread, and a driver that dies of a kernel
//! takes nothing with it. Called by `src/bin/hipvk-precompile.rs` and, in an
//! installation, by `capi/commands.rs`.

mod files;
mod jobs;
mod options;
mod report;
mod worker;
mod workers;

use std::ffi::OsString;

use options::{Asked, Options};

/// All was done as asked.
const SUCCESS: u8 = 0;
/// Some kernel or file was not compiled.
const INCOMPLETE: u8 = 1;
/// The command line makes no sense, or there is no device.
const USAGE: u8 = 2;

/// The `main` of the command; `args` without the program's own name. Comes back with the exit status.
pub fn main(args: impl Iterator<Item = OsString>) -> u8 {
    match options::parse(args) {
        Ok(Asked::Help) => {
            print!("{}", options::HELP);
            SUCCESS
        }
        Ok(Asked::Worker(files)) => worker::run(&files),
        Ok(Asked::Compile(options)) => compile(&options).unwrap_or_else(|error| complain(&error)),
        Err(error) => complain(&error),
    }
}

fn complain(error: &str) -> u8 {
    eprintln!("hipvk-precompile: error: {error}");
    USAGE
}

fn compile(options: &Options) -> Result<u8, String> {
    let (bundles, bad) = files::read(&options.files);
    for (file, why) in &bad {
        eprintln!("hipvk-precompile: error: {}: {why}", file.display());
    }
    let jobs = jobs::of(&bundles, options)?;
    let done = workers::run(options, &jobs)?;
    report::print(options, &done);
    let complete = bad.is_empty() && done.iter().all(|done| done.result.is_ok());
    Ok(if complete { SUCCESS } else { INCOMPLETE })
}
