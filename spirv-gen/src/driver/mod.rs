//! hipcc: clang for both sides of a HIP program, spirv-gen in the middle, a link with libamdhip64 at the end.
//!
//! ```text
//! args::parse ─> CommandLine ─> compile (per source, in parallel) ─> link
//!                    │              └─ clang::device, clang::host, each with `precompiled` headers
//!                    └─ layout: clang, bitcode, headers, library
//! ```
//! Called by `src/bin/hipcc.rs` and, in an installation, by the runtime (`capi/commands.rs`), in which all of this is too. hipconfig and rocm_agent_enumerator are the same program, called by those names (`config`), and so are
//! `clang++` and its kin in an installation (`as_clang`), LLVM's tools (`llvm_tools`) and hipify-perl (`hipify`). `rtc` is hipRTC: the device half of it, called by the runtime, and `comgr` libamd_comgr.

pub mod args;
mod as_clang;
pub mod clang;
pub mod comgr;
mod compile;
pub mod config;
mod diagnostics;
mod emit;
mod error;
mod files;
mod hipify;
mod host;
pub mod layout;
mod link;
mod link_dependencies;
mod llvm_tools;
mod objects;
mod precompiled;
mod process;
mod response;
pub mod rtc;

pub use error::DriverError;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{IsTerminal, Read, Write};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

use tempfile::TempDir;

use args::{Called, CommandLine, Item, Language, Sides, Stage};
use clang::Toolchain;
use compile::{Report, stem_with};
use process::{FAILURE, SUCCESS};

/// The `main` of hipcc, and of all that are links to it: `args` begin with the program's own name, which says what it is to be.
/// Messages go to standard error. What comes back is the exit status.
pub fn main(mut args: impl Iterator<Item = OsString>) -> u8 {
    let path = args.next().unwrap_or_default();
    let name = Path::new(&path).file_name().unwrap_or_default();
    if name == "hipconfig" {
        return config::main(args);
    }
    if name == "rocm_agent_enumerator" {
        return config::agents(args);
    }
    if hipify::is_one(name) {
        return hipify::main(name, args);
    }
    if llvm_tools::is_one(name) {
        return llvm_tools::main(name, args.collect());
    }
    if as_clang::is_one(name) {
        return as_clang::main(name, args.collect());
    }
    status(run(args))
}

fn status(done: Result<bool, DriverError>) -> u8 {
    match done {
        Ok(true) => SUCCESS,
        Ok(false) => FAILURE,
        Err(error) => {
            eprintln!("hipcc: error: {error}");
            FAILURE
        }
    }
}

/// Does what the command line says. False if clang or spirv-gen found fault with the program, and said so.
fn run(args: impl Iterator<Item = OsString>) -> Result<bool, DriverError> {
    let args: Vec<String> =
        args.map(|arg| arg.into_string().map_err(DriverError::NotUnicode)).collect::<Result<_, _>>()?;
    if let [option, to, path] = &args[..]
        && let Some(width) = option.strip_prefix("--device-library=")
        && to == "-o"
    {
        return device_library(width, Path::new(path));
    }
    if let [option] = &args[..]
        && option == "--llvm-tools"
    {
        print!("{}", llvm_tools::names());
        return Ok(true);
    }
    let args = response::expand(args)?;
    run_line(args::parse(&args, 1, Called::Hipcc)?, &args)
}

/// `--device-library=32 -o FILE`: what the runtime links to AMD's portable code. Asked for when we are installed.
fn device_library(width: &str, path: &Path) -> Result<bool, DriverError> {
    let width = if width == "64" { 64 } else { 32 };
    let installation = layout::Installation::find()?;
    match rtc::device_library(width, &installation.library) {
        Ok(bytes) => {
            let written = std::fs::write(path, bytes);
            written.map_err(|cause| DriverError::File { what: "cannot write", path: path.to_owned(), cause })?;
            Ok(true)
        }
        Err(log) => {
            eprint!("{log}");
            Ok(false)
        }
    }
}

/// The same for a command line that is understood; `args` is what it was made of.
fn run_line(mut line: CommandLine, args: &[String]) -> Result<bool, DriverError> {
    if line.version || line.items.is_empty() {
        return about(&line, args);
    }
    if std::io::stderr().is_terminal() {
        // clang writes into our pipe and would think nobody sees colours.
        line.common.insert(0, "-fcolor-diagnostics".to_owned());
    }
    // For intermediate files; goes when it is dropped.
    let temp = tempfile::Builder::new().prefix("hipcc-").tempdir();
    let temp = temp.map_err(|cause| DriverError::File {
        what: "cannot create a folder in",
        path: std::env::temp_dir(),
        cause,
    })?;
    stdin_to_file(&mut line, &temp)?;
    let tools = Toolchain::find()?;
    if line.dry_run {
        return dry_run(&tools, &line);
    }
    let done = make(&tools, &line, &temp)?;
    if !done && asks_for_openmp(&line) && !tools.clang.has_openmp() {
        eprintln!("hipcc: note: {}", error::no_openmp(tools.clang.major));
    }
    Ok(done)
}

/// Whether host code is compiled, or linked, for OpenMP.
fn asks_for_openmp(line: &CommandLine) -> bool {
    line.common.iter().chain(&line.host).any(|arg| arg == "-fopenmp" || arg.starts_with("-fopenmp="))
}

/// Compiles and links what the command line asks for.
fn make(tools: &Toolchain, line: &CommandLine, temp: &TempDir) -> Result<bool, DriverError> {
    let work = plan(line, temp);
    if !compile_all(tools, line, &work)? {
        return Ok(false);
    }
    let linked = line.stage == Stage::Link && line.sides != Sides::DeviceOnly;
    match (linked, line.static_lib) {
        (true, true) => archive(line, &work),
        (true, false) => link(tools, line, &work, temp),
        (false, _) => Ok(true),
    }
}

/// One source and where its output goes.
struct Work {
    source: String,
    language: Language,
    output: String,
}

/// Names each source's output as clang does; objects for the link go to `temp`.
fn plan(line: &CommandLine, temp: &TempDir) -> Vec<Work> {
    let named = |default: &str| line.output.clone().unwrap_or_else(|| default.to_owned());
    let name = |at: usize, source: &str| match (line.stage, line.sides) {
        (Stage::Preprocess | Stage::Dependencies, _) => named("-"),
        (Stage::Assembly, Sides::DeviceOnly) => named(&stem_with(source, "-hip-amdgcn.ll")),
        (Stage::Assembly, _) => named(&stem_with(source, ".s")),
        (Stage::CodeObject, _) => named(&stem_with(source, ".co")),
        (Stage::Object | Stage::Link, Sides::DeviceOnly) => named(&stem_with(source, ".co")),
        (Stage::Object, _) => named(&stem_with(source, ".o")),
        (Stage::Link, _) => temp.path().join(format!("{at}-{}", stem_with(source, ".o"))).display().to_string(),
        (Stage::SyntaxOnly | Stage::Emit(_), _) => named("-"),
    };
    let work = line.sources().enumerate();
    work.map(|(at, (source, language))| Work {
        source: source.to_owned(),
        language: language.clone(),
        output: name(at, source),
    })
    .collect()
}

/// Compiles every source, `line.jobs` at a time, and prints each one's messages when it is done.
fn compile_all(tools: &Toolchain, line: &CommandLine, work: &[Work]) -> Result<bool, DriverError> {
    let queue = Mutex::new(work.iter().collect::<VecDeque<_>>());
    let next = || queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop_front();
    let worker = || {
        let mut fine = true;
        while let Some(one) = next() {
            let report = compile_one(tools, line, one)?;
            // Nobody to tell if standard error is closed.
            let _ = std::io::stderr().lock().write_all(&report.messages);
            fine &= !report.failed;
        }
        Ok(fine)
    };
    let extra = line.jobs.min(work.len()).saturating_sub(1);
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (0..extra).map(|_| scope.spawn(worker)).collect();
        let mut result = worker();
        for helper in helpers {
            let theirs = helper.join().unwrap_or(Ok(false));
            result = result.and_then(|ours| Ok(theirs? && ours));
        }
        result
    })
}

fn compile_one(tools: &Toolchain, line: &CommandLine, work: &Work) -> Result<Report, DriverError> {
    match line.stage {
        Stage::Emit(kind) => emit::emit(tools, line, &work.source, &work.language, kind),
        _ => compile::compile(tools, line, &work.source, &work.language, &work.output),
    }
}

/// The compiled sources with the objects, archives and options among them, in the user's order.
fn inputs(line: &CommandLine, work: &[Work]) -> Vec<String> {
    let mut objects = work.iter().map(|one| one.output.clone());
    let inputs = line.items.iter().filter_map(|item| match item {
        Item::Source { .. } => objects.next(),
        Item::Link(text) => Some(text.clone()),
    });
    inputs.collect()
}

/// Links, device code first where there is some to link.
fn link(tools: &Toolchain, line: &CommandLine, work: &[Work], temp: &TempDir) -> Result<bool, DriverError> {
    let mut inputs = inputs(line, work);
    let mut report = Report::default();
    let device = link::device(tools, line, &inputs, temp, &mut report)?;
    // Nobody to tell if standard error is closed.
    let _ = std::io::stderr().lock().write_all(&report.messages);
    if report.failed {
        return Ok(false);
    }
    inputs.extend(device.map(|object| object.display().to_string()));
    let done = run_tool(clang::link(tools, line, &inputs)?)?;
    link_dependencies::without(temp.path(), &inputs)?;
    Ok(done)
}

/// `--emit-static-lib`: the objects as an archive.
fn archive(line: &CommandLine, work: &[Work]) -> Result<bool, DriverError> {
    let output = line.output.as_deref().unwrap_or("liba.a");
    // `ar` adds to an archive that is there.
    match std::fs::remove_file(output) {
        Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
            return Err(DriverError::File { what: "cannot replace", path: output.into(), cause });
        }
        _ => {}
    }
    let mut command = Command::new("ar");
    command.arg("rcs").arg(output).args(inputs(line, work).iter().filter(|input| !input.starts_with('-')));
    run_tool(command)
}

fn run_tool(mut command: Command) -> Result<bool, DriverError> {
    let status = command.status().map_err(|cause| process::spawn_error(&command, cause))?;
    Ok(status.success())
}

/// A HIP source on standard input must be read twice: it becomes a file.
fn stdin_to_file(line: &mut CommandLine, temp: &TempDir) -> Result<(), DriverError> {
    for item in &mut line.items {
        let Item::Source { path, language: Language::Hip } = item else { continue };
        if path == "-" {
            let file = temp.path().join("stdin.hip");
            let mut text = Vec::new();
            let read = std::io::stdin().read_to_end(&mut text).and_then(|_| std::fs::write(&file, text));
            read.map_err(|cause| DriverError::File {
                what: "cannot copy standard input to",
                path: file.clone(),
                cause,
            })?;
            *path = file.display().to_string();
        }
    }
    Ok(())
}

/// `-###`: the commands that would run.
fn dry_run(tools: &Toolchain, line: &CommandLine) -> Result<bool, DriverError> {
    let mut inputs = Vec::new();
    for item in &line.items {
        match item {
            Item::Source { path, language } => {
                for command in clang::planned(tools, line, path, language)? {
                    print_command(&command);
                }
                inputs.push(stem_with(path, ".o"));
            }
            Item::Link(text) => inputs.push(text.clone()),
        }
    }
    if line.stage == Stage::Link {
        print_command(&clang::link(tools, line, &inputs)?);
    }
    Ok(true)
}

fn print_command(command: &Command) {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<String> = words.map(|word| format!("\"{}\"", word.to_string_lossy())).collect();
    eprintln!(" {}", words.join(" "));
}

/// No input: `--version`, `-v`, `--help` and clang's `-print-…`; anything else is a mistake.
fn about(line: &CommandLine, args: &[String]) -> Result<bool, DriverError> {
    let asks = line.version
        || line.verbose
        || args.iter().any(|arg| arg.starts_with("-print-") || arg.starts_with("-dump") || arg.contains("-help"));
    if !asks {
        return Err(DriverError::NoInput);
    }
    if line.version || line.verbose {
        println!("HIP version: {}", config::hip_version(layout::Installation::find().ok().as_ref()));
    }
    let clang = layout::Clang::find()?;
    let mut command = Command::new(&clang.program);
    command.arg(clang.cxx_mode()).args(args);
    let status = command.status().map_err(|cause| process::spawn_error(&command, cause))?;
    Ok(status.success())
}
