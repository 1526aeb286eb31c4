//! The device half of a link (`-fgpu-rdc`): units from objects and archives become one bundle, in an object of its own.
//!
//! ```text
//!   a.o, b.o, libx.a ──.llvm.offloading──> units ──Linker──> module ──portable passes──> bundle ──assembly──> device.o
//! ```
//! Each object compiled with `-fgpu-rdc` leaves `__hip_fatbin_ID` and `__hip_gpubin_handle_ID` undefined (clang's names);
//! `device.o` defines them, all with the one bundle. Archive members are taken as linkers take them: where they define what
//! others lack. Those with kernels or variables that the host may name come always, as the host's side of them may be linked.
//! Called by [`super::link`]; does nothing where no object has a unit. hipRTC's linker shares the middle of it.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::bundle::unit::Unit;
use crate::error::CompileError;
use crate::link::Linker;
use crate::portable::bundle_of;

use super::args::CommandLine;
use super::clang::{self, Toolchain};
use super::compile::{Report, write};
use super::objects::{self, Object};
use super::process::capture;
use super::{DriverError, diagnostics};

const IMAGE: &str = "__hip_fatbin";
const HANDLE: &str = "__hip_gpubin_handle";

/// The device link of `inputs`, objects and link options in the user's order: the object to add to them, if there is device
/// code to link. What is wrong with the program is added to `report`.
pub fn device(
    tools: &Toolchain,
    line: &CommandLine,
    inputs: &[String],
    temp: &TempDir,
    report: &mut Report,
) -> Result<Option<PathBuf>, DriverError> {
    if inputs.iter().any(|input| input == "-r") {
        return Ok(None); // a later link has the whole
    }
    let found = Found::collect(inputs)?;
    if found.units.is_empty() && found.lazy.is_empty() {
        return Ok(None);
    }
    let linked = match found.link() {
        Ok(linked) => linked,
        Err(error) => {
            report.fail(&diagnostics::compile_error(&error, "device link"));
            return Ok(None);
        }
    };
    let Some((module, warp_size, formats)) = linked else { return Ok(None) };
    let bundle = match bundle_of(module, warp_size, formats) {
        Ok(bundle) => bundle.to_packed_bytes(line.packing),
        Err(error) => {
            report.fail(&diagnostics::compile_error(&error, "device link"));
            return Ok(None);
        }
    };
    let image = temp.path().join("device.hipfb");
    let (source, object) = (temp.path().join("device.s"), temp.path().join("device.o"));
    write(&image.display().to_string(), &bundle)?;
    write(&source.display().to_string(), assembly(&image, &found.undefined).as_bytes())?;
    let mut command = clang::assemble(tools, line, &source, &object);
    let output = capture(&mut command)?;
    report.messages.extend_from_slice(&output.stderr);
    report.failed |= !output.status.success();
    Ok(Some(object))
}

/// What the inputs hold.
#[derive(Default)]
struct Found {
    units: Vec<Unit>,
    /// Units of archives that nothing asks for yet.
    lazy: Vec<Unit>,
    /// Undefined symbols of the host's side that a device link defines.
    undefined: Vec<String>,
}

/// The module, its warps' width, and printf's formats.
pub(super) type Linked = (crate::ir::module::Module, u32, Vec<(u64, Vec<u8>)>);

impl Found {
    fn collect(inputs: &[String]) -> Result<Self, DriverError> {
        let mut found = Self::default();
        for path in files(inputs) {
            // A file that cannot be read is the linker's to report.
            let Ok((objects, archive)) = objects::read(&path) else { continue };
            for object in objects {
                found.add(&path, &object, archive)?;
            }
        }
        found.undefined.sort_unstable();
        found.undefined.dedup();
        Ok(found)
    }

    fn add(&mut self, path: &Path, object: &Object, archive: bool) -> Result<(), DriverError> {
        for section in &object.device {
            let units = Unit::all_in(section)
                .map_err(|cause| DriverError::DeviceCode { path: path.to_owned(), cause: cause.to_string() })?;
            for unit in units {
                let queue = if archive && !speaks_to_the_host(&unit) { &mut self.lazy } else { &mut self.units };
                queue.push(unit);
            }
        }
        let ours = |name: &&String| name.starts_with(IMAGE) || name.starts_with(HANDLE);
        self.undefined.extend(object.undefined.iter().filter(ours).cloned());
        Ok(())
    }

    /// One module of all units that are needed; nothing if none is.
    fn link(&self) -> Result<Option<Linked>, CompileError> {
        link_units(&self.units, self.lazy.iter().collect())
    }
}

/// One module of `units` and of those of `lazy` that define what others lack; nothing if that is none.
pub(super) fn link_units(units: &[Unit], mut lazy: Vec<&Unit>) -> Result<Option<Linked>, CompileError> {
    let mut linker = Linker::default();
    let mut formats = Vec::new();
    let mut warp_size = None;
    let mut add = |linker: &mut Linker, unit: &Unit| {
        let first = *warp_size.get_or_insert(unit.warp_size);
        if first != unit.warp_size {
            let what = format!("{} is compiled for warps of {}, others of {first}", unit.source, unit.warp_size);
            return Err(CompileError::unsupported("link", what));
        }
        formats.extend(unit.printf_formats.iter().cloned());
        linker.add(&unit.source, &unit.module)
    };
    for unit in units {
        add(&mut linker, unit)?;
    }
    while let Some(next) = lazy.iter().position(|unit| defines_lacking(unit, &linker)) {
        add(&mut linker, lazy.remove(next))?;
    }
    let Some(warp_size) = warp_size else { return Ok(None) };
    formats.sort_unstable();
    formats.dedup();
    Ok(Some((linker.finish()?, warp_size, formats)))
}

/// Whether the host's side of the unit may register something of it.
fn speaks_to_the_host(unit: &Unit) -> bool {
    let kernels = unit.module.functions.values().any(|f| f.is_kernel && !f.is_declaration());
    kernels || unit.module.globals.values().any(|g| g.externally_initialized && g.init.is_some())
}

fn defines_lacking(unit: &Unit, linker: &Linker) -> bool {
    let functions = unit.module.functions.values().filter(|f| !f.internal && !f.is_declaration()).map(|f| &f.name);
    let globals = unit.module.globals.values().filter(|g| !g.internal && g.init.is_some()).map(|g| &g.name);
    functions.chain(globals).any(|name| linker.lacks(name))
}

/// The files that a linker would read: objects, archives, and `-l` libraries that are archives.
fn files(inputs: &[String]) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    let mut files: Vec<PathBuf> = Vec::new();
    let mut libraries: Vec<(usize, String)> = Vec::new();
    let mut rest = inputs.iter();
    while let Some(input) = rest.next() {
        let value = |short: &str, rest: &mut std::slice::Iter<'_, String>| match input.strip_prefix(short) {
            Some("") => rest.next().cloned(),
            Some(joined) => Some(joined.to_owned()),
            None => None,
        };
        if let Some(folder) = value("-L", &mut rest) {
            folders.push(PathBuf::from(folder));
        } else if let Some(library) = value("-l", &mut rest) {
            libraries.push((files.len(), library));
        } else if !input.starts_with('-') {
            files.push(input.into());
        }
    }
    for (at, library) in libraries.into_iter().rev() {
        files.splice(at..at, archive_of(&library, &folders));
    }
    files
}

/// The archive that `-lNAME` means; nothing if it means a shared library, or one of the system's.
fn archive_of(library: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    for folder in folders {
        if let Some(name) = library.strip_prefix(':') {
            let path = folder.join(name);
            if path.is_file() {
                return Some(path);
            }
            continue;
        }
        if folder.join(format!("lib{library}.so")).exists() {
            return None;
        }
        let path = folder.join(format!("lib{library}.a"));
        if path.is_file() {
            return Some(path);
        }
    }
    None
}

/// An assembly file that defines each of `symbols`: images as the file `image`, handles as null.
fn assembly(image: &Path, symbols: &[String]) -> String {
    let mut text = String::new();
    let label = |text: &mut String, symbol: &str| {
        let _ = writeln!(text, "\t.globl {symbol}\n\t.hidden {symbol}\n{symbol}:");
    };
    text.push_str("\t.section .hip_fatbin,\"a\"\n\t.p2align 12\n");
    for symbol in symbols.iter().filter(|s| s.starts_with(IMAGE)) {
        label(&mut text, symbol);
    }
    let path = image.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "\t.incbin \"{path}\"\n\t.data\n\t.p2align 3");
    for symbol in symbols.iter().filter(|s| s.starts_with(HANDLE)) {
        label(&mut text, symbol);
        text.push_str("\t.quad 0\n");
    }
    text.push_str("\t.section .note.GNU-stack,\"\"\n");
    text
}
