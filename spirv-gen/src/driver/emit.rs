//! `--emit=ir|spirv|spirv-asm`: shows or ships what spirv-gen makes of a file's kernels, one output per kernel.
//!
//! Binaries of several kernels are files `STEM.KERNEL.spv`, by the kernel's mangled name. A name longer than file systems take keeps
//! its beginning, then `-` and 16 digits: XXH3, 64 bits, of the whole name.

use crate::bundle::BundleKernel;
use crate::device::compile_kernel;
use crate::digest;
use crate::emit::disassemble;
use crate::error::CompileError;
use crate::ir::print::print_module;
use crate::passes::LaunchShape;
use crate::target::Target;

use super::args::{CommandLine, EmitKind, Language};
use super::clang::Toolchain;
use super::compile::{Report, device, device_ir_bundle, stem_with, write};
use super::{DriverError, diagnostics};

/// The block size kernels are compiled for where `--block=` does not say, or less if that is all a kernel allows.
const USUAL_BLOCK: u32 = 256;

/// Bytes of a file's name on Linux's and Windows' file systems.
const MOST_NAME: usize = 255;

/// Emits every kernel of `source`. Text goes to standard output or to `-o`; binaries to `STEM.KERNEL.spv` beside
/// each other, or to `-o` where the file has one kernel. A kernel that fails does not keep the others from coming out.
pub fn emit(
    tools: &Toolchain,
    line: &CommandLine,
    source: &str,
    language: &Language,
    kind: EmitKind,
) -> Result<Report, DriverError> {
    if *language != Language::Hip {
        return Err(DriverError::NotForThisInput("--emit"));
    }
    let target = target(line)?;
    let mut report = Report::default();
    let Some(bundle) = device_ir_bundle(device(tools, line, source)?, line, source, &mut report)? else {
        return Ok(report);
    };
    let mut text = String::new();
    for kernel in &bundle.kernels {
        match make(kernel, line, &target, kind) {
            Ok(Made::Text(one)) => text.push_str(&one),
            Ok(Made::Binary(bytes)) => {
                write(&binary_name(line, source, &kernel.metadata.name, bundle.kernels.len()), &bytes)?;
            }
            Err(error) => {
                let error = error.in_function(&kernel.metadata.name).at(kernel.metadata.location.clone());
                report.fail(&diagnostics::compile_error(&error, source));
            }
        }
    }
    if kind != EmitKind::Spirv {
        write(line.output.as_deref().unwrap_or("-"), text.as_bytes())?;
    }
    Ok(report)
}

enum Made {
    Text(String),
    Binary(Vec<u8>),
}

fn make(kernel: &BundleKernel, line: &CommandLine, target: &Target, kind: EmitKind) -> Result<Made, CompileError> {
    if kind == EmitKind::Ir {
        return Ok(Made::Text(print_module(&kernel.module()?)));
    }
    let most = if kernel.metadata.max_block == 0 { USUAL_BLOCK } else { kernel.metadata.max_block };
    let block = line.emit_block.unwrap_or([USUAL_BLOCK.min(most), 1, 1]);
    let compiled = compile_kernel(kernel, target, LaunchShape { block, dynamic_shared: 0 })?;
    Ok(match kind {
        EmitKind::Spirv => Made::Binary(compiled.spirv.iter().flat_map(|word| word.to_le_bytes()).collect()),
        _ => Made::Text(disassemble(&compiled.spirv)?),
    })
}

fn binary_name(line: &CommandLine, source: &str, kernel: &str, kernels: usize) -> String {
    match line.output.as_deref() {
        Some(name) if kernels == 1 => name.to_owned(),
        Some(name) => file_name(name.trim_end_matches(".spv"), kernel),
        None => file_name(&stem_with(source, ""), kernel),
    }
}

/// `STEM.KERNEL.spv`, shortened as the module's description says. `stem` may name a folder, which does not count.
fn file_name(stem: &str, kernel: &str) -> String {
    let folder = stem.rfind('/').map_or(0, |slash| slash + 1);
    let room = MOST_NAME.saturating_sub(stem.len() - folder + "..spv".len());
    if kernel.len() <= room {
        return format!("{stem}.{kernel}.spv");
    }
    let hash = format!("-{:016x}", digest::short([kernel.as_bytes()]));
    let mut kept = room.saturating_sub(hash.len());
    while !kernel.is_char_boundary(kept) {
        kept -= 1;
    }
    format!("{stem}.{}{hash}.spv", &kernel[..kept])
}

fn target(line: &CommandLine) -> Result<Target, DriverError> {
    let name = line.emit_target.as_deref().unwrap_or("baseline");
    let allowed = "baseline, lavapipe, radv, nvidia";
    Target::preset(name).ok_or_else(|| DriverError::BadValue { option: "--target", value: name.to_owned(), allowed })
}

#[cfg(test)]
mod tests {
    use super::{MOST_NAME, file_name};

    #[test]
    fn long_kernel_names_are_cut_and_stay_apart() {
        assert_eq!(file_name("out/a", "_Z1kv"), "out/a._Z1kv.spv");
        let (one, two) = (format!("{}1", "n".repeat(300)), format!("{}2", "n".repeat(300)));
        let (first, second) = (file_name("out/a", &one), file_name("out/a", &two));
        assert_eq!(first.len(), "out/".len() + MOST_NAME);
        assert!(first.starts_with("out/a.nnnn") && first.ends_with(".spv"), "{first}");
        assert_ne!(first, second);
        let fits = "n".repeat(MOST_NAME - "a..spv".len());
        assert_eq!(file_name("a", &fits), format!("a.{fits}.spv"));
    }
}
