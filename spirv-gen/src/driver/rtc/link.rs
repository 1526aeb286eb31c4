//! hipRTC's linker: what `-fgpu-rdc` programs compile to, from hipRTC or from hipcc (objects, archives), and LLVM's bitcode, to one bundle.
//!
//! What an input is, is read off its first bytes. Bitcode goes through clang, which optimises it and writes text. Called by the runtime
//! for `hiprtcLinkComplete` and `hipLinkComplete`.

use std::path::Path;
use std::process::Command;

use crate::bundle::offload;
use crate::bundle::unit::{self, Unit};
use crate::driver::DriverError;
use crate::driver::args::Wave;
use crate::driver::clang::{self, Toolchain};
use crate::driver::layout::{self, Clang, Installation};
use crate::driver::link::link_units;
use crate::driver::{diagnostics, objects, process};
use crate::portable::{Options, bundle_of, compile_unit};

use super::said;

const ARCHIVE: &[u8] = b"!<arch>\n";
/// LLVM's bitcode, bare and wrapped.
const BITCODE: [&[u8]; 2] = [b"BC\xc0\xde", b"\xde\xc0\x17\x0b"];

/// One thing to link.
#[derive(Debug, Clone)]
pub struct Input {
    /// As messages call it.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Whether this can be linked, by its first bytes.
pub fn is_linkable(bytes: &[u8]) -> bool {
    let starts = [unit::MAGIC, offload::MAGIC, offload::COMPRESSED, ARCHIVE, b"\x7fELF"];
    starts.iter().chain(&BITCODE).any(|start| bytes.starts_with(start)) || is_ir(bytes)
}

/// IR as text: it begins with a comment or says for which machine it is.
fn is_ir(bytes: &[u8]) -> bool {
    [&b"; ModuleID"[..], b"source_filename", b"target "].iter().any(|start| bytes.starts_with(start))
}

/// The bundle of all inputs. Bitcode is for warps of `warp_size` lanes; `library` is the folder that our library lies in.
///
/// # Errors
/// The log.
pub fn link(inputs: &[Input], warp_size: u32, library: &Path) -> Result<Vec<u8>, String> {
    let mut found = Found { units: Vec::new(), lazy: Vec::new(), options: &[], warp_size, library };
    for input in inputs {
        found.add(&input.name, &input.bytes, false)?;
    }
    let failed = |error| diagnostics::compile_error(&error, "device link");
    let linked = link_units(&found.units, found.lazy.iter().collect()).map_err(failed)?;
    let Some((module, warp_size, formats)) = linked else {
        return Err("hiprtc: error: there is nothing to link\n".to_owned());
    };
    Ok(bundle_of(module, warp_size, formats).map_err(failed)?.to_bytes())
}

/// The units of one input, whichever kind it is; `options` are clang's, for bitcode.
///
/// # Errors
/// The log.
pub(in crate::driver) fn units(
    input: &Input,
    options: &[String],
    warp_size: u32,
    library: &Path,
) -> Result<Vec<Unit>, String> {
    let mut found = Found { units: Vec::new(), lazy: Vec::new(), options, warp_size, library };
    found.add(&input.name, &input.bytes, false)?;
    found.units.append(&mut found.lazy);
    Ok(found.units)
}

struct Found<'a> {
    units: Vec<Unit>,
    /// Those of archives, which come where they define what others lack.
    lazy: Vec<Unit>,
    options: &'a [String],
    warp_size: u32,
    library: &'a Path,
}

impl Found<'_> {
    fn add(&mut self, name: &str, bytes: &[u8], of_archive: bool) -> Result<(), String> {
        let wrong = |what: &str| format!("hiprtc: error: {name}: {what}\n");
        if bytes.starts_with(ARCHIVE) {
            return objects::contents(bytes).into_iter().try_for_each(|member| self.add(name, member, true));
        }
        if let Some(plain) = offload::uncompressed(bytes).map_err(|error| wrong(&error.to_string()))? {
            return self.add(name, &plain, of_archive);
        }
        if bytes.starts_with(offload::MAGIC) {
            let code =
                of_bundle(bytes, self.warp_size).ok_or_else(|| wrong("a bundle without code for AMD's devices"))?;
            return self.add(name, code, of_archive);
        }
        let units = if bytes.starts_with(b"\x7fELF") {
            let object = objects::object(bytes).unwrap_or_default();
            let units = object.device.iter().map(|section| Unit::all_in(section)).collect::<Result<Vec<_>, _>>();
            units.map_err(|error| wrong(&error.to_string()))?.concat()
        } else if bytes.starts_with(unit::MAGIC) {
            Unit::all_in(bytes).map_err(|error| wrong(&error.to_string()))?
        } else {
            vec![self.bitcode_unit(name, bytes)?]
        };
        if units.is_empty() && !of_archive {
            return Err(wrong("an object without device code of ours: compile it with hipvk's hipcc -fgpu-rdc"));
        }
        if of_archive { &mut self.lazy } else { &mut self.units }.extend(units);
        Ok(())
    }

    /// LLVM's bitcode, as clang optimises it.
    fn bitcode_unit(&self, name: &str, bytes: &[u8]) -> Result<Unit, String> {
        let file = tempfile::Builder::new().prefix("hiprtc-").suffix(".bc").tempfile();
        let written = file.and_then(|file| std::fs::write(file.path(), bytes).map(|()| file));
        let file = written
            .map_err(|cause| said(&DriverError::File { what: "cannot write in", path: std::env::temp_dir(), cause }))?;
        let command = |tools: &Toolchain, wave, libraries: &Path| {
            clang::bitcode(tools, self.options, wave, libraries, file.path())
        };
        unit_by(name, self.warp_size, self.library, command)
    }
}

/// The unit of what a command of clang's writes.
pub(super) fn unit_by(
    name: &str,
    warp_size: u32,
    library: &Path,
    command: impl FnOnce(&Toolchain, Wave, &Path) -> Command,
) -> Result<Unit, String> {
    let run = || {
        let tools = Toolchain { clang: Clang::find()?, installation: Installation::of_library(library)? };
        let libraries = layout::device_libraries(None, &tools.installation, tools.clang.major)?;
        let wave = if warp_size == 64 { Wave::W64 } else { Wave::W32 };
        process::output(&mut command(&tools, wave, &libraries))
    };
    let output = run().map_err(|error| said(&error))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let ir = String::from_utf8_lossy(&output.stdout);
    compile_unit(&ir, name, &Options { warp_size }).map_err(|error| diagnostics::compile_error(&error, name))
}

/// The code of a bundle for an architecture with such warps, or else for any.
fn of_bundle(bytes: &[u8], warp_size: u32) -> Option<&[u8]> {
    let mut any = None;
    for entry in offload::entries(&offload::of_slice(bytes)) {
        if !entry.triple.starts_with("hip") || entry.bytes == 0 {
            continue;
        }
        let start = usize::try_from(entry.offset).ok()?;
        let code = bytes.get(start..start.checked_add(usize::try_from(entry.bytes).ok()?)?)?;
        let wide = entry.target().starts_with("gfx9");
        if wide == (warp_size == 64) {
            return Some(code);
        }
        any = any.or(Some(code));
    }
    any
}

#[cfg(test)]
mod tests {
    use super::{of_bundle, offload};

    #[test]
    fn a_bundles_code_is_the_one_for_these_warps() {
        let entries = [
            ("host-x86_64", &b"h"[..]),
            ("hipv4-amdgcn-amd-amdhsa--gfx906", b"wide"),
            ("hip-amdgcn-amd-amdhsa--gfx1030", b"narrow"),
        ];
        let header = offload::MAGIC.len() + 8 + entries.iter().map(|(name, _)| 24 + name.len()).sum::<usize>();
        let (mut bytes, mut code) = (offload::MAGIC.to_vec(), Vec::<u8>::new());
        bytes.extend(3u64.to_le_bytes());
        for (name, text) in entries {
            for word in [header + code.len(), text.len(), name.len()] {
                bytes.extend((word as u64).to_le_bytes());
            }
            bytes.extend(name.bytes());
            code.extend(text);
        }
        bytes.extend(code);
        assert_eq!(of_bundle(&bytes, 32), Some(&b"narrow"[..]));
        assert_eq!(of_bundle(&bytes, 64), Some(&b"wide"[..]));
        assert!((0..header).all(|length| of_bundle(&bytes[..length], 32).is_none()));
    }
}
