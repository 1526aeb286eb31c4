//! Compiles one source file: the device side and the host side at the same time.
//!
//! ```text
//!   clang (device) ──IR text on a pipe──> spirv-gen ──bundle on a pipe──┐
//!   clang (host)   ──parses meanwhile────────────── reads the bundle ───┴─> object, assembly
//! ```
//! Called by [`super::run`] for each source; `clang.rs` makes the commands.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};

use crate::bundle::Bundle;
use crate::portable::{Options, compile_bundle, compile_unit};

use super::args::{CommandLine, Language, Sides, Stage, Wave};
use super::clang::{self, Toolchain};
use super::precompiled::Run;
use super::process::{capture, spawn_error};
use super::{DriverError, diagnostics};

/// What a compilation left behind: what to print, and whether it succeeded.
#[derive(Debug, Default)]
pub struct Report {
    pub messages: Vec<u8>,
    pub failed: bool,
}

impl Report {
    fn add(&mut self, messages: &[u8], status: ExitStatus) {
        self.messages.extend_from_slice(messages);
        self.failed |= !status.success();
    }

    pub fn fail(&mut self, message: &str) {
        self.messages.extend_from_slice(message.as_bytes());
        self.failed = true;
    }
}

/// Compiles `source` as far as `line.stage` says, into `output` where that makes a file.
pub fn compile(
    tools: &Toolchain,
    line: &CommandLine,
    source: &str,
    language: &Language,
    output: &str,
) -> Result<Report, DriverError> {
    let name = match language {
        Language::Hip => return compile_hip(tools, line, source, output),
        Language::Plain(name) => name,
    };
    let mut command = clang::plain(tools, line, source, name);
    host_output(&mut command, line, source, output);
    host_alone(command)
}

fn compile_hip(tools: &Toolchain, line: &CommandLine, source: &str, output: &str) -> Result<Report, DriverError> {
    let host = |embed| {
        let mut command = clang::host(tools, line, source, embed);
        host_output(&mut command, line, source, output);
        command
    };
    match (line.stage, line.sides) {
        (Stage::Preprocess | Stage::SyntaxOnly | Stage::Assembly, Sides::DeviceOnly) => {
            device_text(tools, line, source, output)
        }
        (Stage::CodeObject, _) | (_, Sides::DeviceOnly) => code_object(tools, line, source, output),
        (Stage::Preprocess | Stage::Dependencies, _) | (_, Sides::HostOnly) => host_alone(host(false)),
        (Stage::SyntaxOnly, Sides::Both) => {
            let mut report = Report::default();
            device_run(device(tools, line, source)?, &mut report)?;
            let checked = host_alone(host(false))?;
            report.messages.extend(checked.messages);
            report.failed |= checked.failed;
            Ok(report)
        }
        (Stage::Assembly | Stage::Object | Stage::Link | Stage::Emit(_), Sides::Both) => {
            both_sides(tools, line, source, Run::new(host(true), tools, line, source))
        }
    }
}

/// The device compilation, about to run.
pub fn device(tools: &Toolchain, line: &CommandLine, source: &str) -> Result<Run, DriverError> {
    Ok(Run::new(clang::device(tools, line, source)?, tools, line, source))
}

/// The device side to a bundle, handed to the host side's clang as it waits.
fn both_sides(tools: &Toolchain, line: &CommandLine, source: &str, mut host: Run) -> Result<Report, DriverError> {
    let device = device(tools, line, source)?;
    let mut report = Report::default();
    let mut waiting = start(host.command())?;
    let mut errors = waiting.stderr.take();
    std::thread::scope(|scope| {
        // Read while it runs: a host side with many messages must not block on a full pipe.
        let host_messages = scope.spawn(move || {
            let mut text = Vec::new();
            if let Some(pipe) = errors.as_mut() {
                // Cut short, the messages are still worth printing.
                let _ = pipe.read_to_end(&mut text);
            }
            text
        });
        let bundle = match line.rdc {
            true => device_unit(device, line, source, &mut report),
            false => device_bundle(device, line, source, &mut report),
        };
        let status = match &bundle {
            Ok(Some(bytes)) => feed(waiting, bytes),
            Ok(None) | Err(_) => stop(waiting),
        };
        let messages = host_messages.join().unwrap_or_default();
        let status = status.map_err(|cause| spawn_error(host.command(), cause))?;
        // A failed device side ends the matter, as in clang: the host's messages would say it twice.
        if let Some(bytes) = bundle? {
            let first = Output { status, stdout: Vec::new(), stderr: messages };
            let output = host.judged(first, |command| fed(command, &bytes))?;
            report.add(&output.stderr, output.status);
        }
        Ok(report)
    })
}

/// Starts the host side, which waits for the bundle.
fn start(host: &mut Command) -> Result<Child, DriverError> {
    host.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(|cause| spawn_error(host, cause))
}

/// Runs the host side with the bundle at hand.
fn fed(host: &mut Command, bytes: &[u8]) -> Result<Output, DriverError> {
    let mut child = start(host)?;
    let pipe = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // As `feed`: whether it is read, its exit status tells.
        scope.spawn(move || pipe.map(|mut pipe| pipe.write_all(bytes)));
        child.wait_with_output()
    });
    output.map_err(|cause| spawn_error(host, cause))
}

fn feed(mut waiting: Child, bytes: &[u8]) -> std::io::Result<ExitStatus> {
    if let Some(mut pipe) = waiting.stdin.take() {
        // A clang that failed, or that found no kernel to register, does not read: its exit status tells which.
        let _ = pipe.write_all(bytes);
    }
    waiting.wait()
}

fn stop(mut waiting: Child) -> std::io::Result<ExitStatus> {
    waiting.kill()?;
    waiting.wait()
}

/// Runs the device command and the portable half. None if either failed; `report` then says why.
fn device_bundle(
    device: Run,
    line: &CommandLine,
    source: &str,
    report: &mut Report,
) -> Result<Option<Vec<u8>>, DriverError> {
    Ok(device_ir_bundle(device, line, source, report)?.map(|bundle| bundle.to_packed_bytes(line.packing)))
}

/// Runs the device command and keeps its IR for the device link.
fn device_unit(
    device: Run,
    line: &CommandLine,
    source: &str,
    report: &mut Report,
) -> Result<Option<Vec<u8>>, DriverError> {
    let Some(text) = device_text_of(device, line, source, report)? else { return Ok(None) };
    match compile_unit(&text, source, &options(line)) {
        Ok(unit) => Ok(Some(unit.to_packed_bytes(line.packing))),
        Err(error) => {
            report.fail(&diagnostics::compile_error(&error, source));
            Ok(None)
        }
    }
}

fn device_text_of(
    device: Run,
    line: &CommandLine,
    source: &str,
    report: &mut Report,
) -> Result<Option<String>, DriverError> {
    let Some(text) = device_run(device, report)? else { return Ok(None) };
    if line.save_temps {
        keep(source, "-hip-amdgcn.ll", &text)?;
    }
    Ok(Some(String::from_utf8_lossy(&text).into_owned()))
}

fn options(line: &CommandLine) -> Options {
    let warp_size = match line.wave {
        Wave::W32 => 32,
        Wave::W64 => 64,
    };
    Options { warp_size }
}

/// As [`device_bundle`], before it becomes bytes.
pub fn device_ir_bundle(
    device: Run,
    line: &CommandLine,
    source: &str,
    report: &mut Report,
) -> Result<Option<Bundle>, DriverError> {
    let Some(text) = device_text_of(device, line, source, report)? else { return Ok(None) };
    match compile_bundle(&text, &options(line)) {
        Ok(bundle) => {
            if line.save_temps {
                keep(source, ".hipfb", &bundle.to_packed_bytes(line.packing))?;
            }
            Ok(Some(bundle))
        }
        Err(error) => {
            report.fail(&diagnostics::compile_error(&error, source));
            Ok(None)
        }
    }
}

/// Runs clang's device side; its output, or None where it failed.
fn device_run(device: Run, report: &mut Report) -> Result<Option<Vec<u8>>, DriverError> {
    let output = device.output()?;
    report.add(&output.stderr, output.status);
    Ok((!report.failed).then_some(output.stdout))
}

/// `--genco`, and `-c --cuda-device-only`: the bundle as a file.
fn code_object(tools: &Toolchain, line: &CommandLine, source: &str, output: &str) -> Result<Report, DriverError> {
    let mut report = Report::default();
    if let Some(bytes) = device_bundle(device(tools, line, source)?, line, source, &mut report)? {
        write(output, &bytes)?;
    }
    Ok(report)
}

/// `-S --cuda-device-only` and `-E --cuda-device-only`: what clang says of the device side.
fn device_text(tools: &Toolchain, line: &CommandLine, source: &str, output: &str) -> Result<Report, DriverError> {
    let mut report = Report::default();
    if let Some(text) = device_run(device(tools, line, source)?, &mut report)? {
        write(output, &text)?;
    }
    Ok(report)
}

/// One clang run that writes its own output.
fn host_alone(mut command: Command) -> Result<Report, DriverError> {
    let output = capture(command.stdout(Stdio::inherit()))?;
    let mut report = Report::default();
    report.add(&output.stderr, output.status);
    Ok(report)
}

fn host_output(command: &mut Command, line: &CommandLine, source: &str, output: &str) {
    if line.stage == Stage::SyntaxOnly {
        return;
    }
    command.args(["-o", output]);
    // Without a name, a dependency file would follow the temporary object.
    let wants_dependencies = line.host.iter().any(|arg| arg == "-MD" || arg == "-MMD");
    if line.stage == Stage::Link && wants_dependencies && !line.host.iter().any(|arg| arg.starts_with("-MF")) {
        command.args(["-MF", &stem_with(source, ".d")]);
    }
}

/// Writes a file, or standard output where its name is `-`.
pub fn write(path: &str, bytes: &[u8]) -> Result<(), DriverError> {
    let written = if path == "-" { std::io::stdout().write_all(bytes) } else { std::fs::write(path, bytes) };
    written.map_err(|cause| DriverError::File { what: "cannot write", path: path.into(), cause })
}

/// `--save-temps`: an intermediate file in the working directory.
fn keep(source: &str, suffix: &str, bytes: &[u8]) -> Result<(), DriverError> {
    write(&stem_with(source, suffix), bytes)
}

/// `dir/saxpy.hip` and `.o` to `saxpy.o`, as clang names its outputs.
pub fn stem_with(source: &str, suffix: &str) -> String {
    let stem = Path::new(source).file_stem().map_or_else(|| "a".into(), |stem| stem.to_string_lossy());
    format!("{stem}{suffix}")
}
