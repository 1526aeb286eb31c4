//! `--emit=ir|spirv|spirv-asm`: shows or ships what spirv-gen makes of a file's kernels, one output per kernel.

use crate::emit::disassemble;
use crate::ir::print::print_module;
use crate::{CompileError, LaunchShape, Target, compile_kernel};

use super::args::{CommandLine, EmitKind, Language, Stage};
use super::clang::{self, Toolchain};
use super::compile::{Report, device_ir_bundle, stem_with, write};
use super::{DriverError, diagnostics};

/// Emits every kernel of `source`. Text goes to standard output or to `-o`; binaries to `STEM.KERNEL.spv` beside
/// each other, or to `-o` where the file has one kernel.
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
    debug_assert!(matches!(line.stage, Stage::Emit(_)));
    let target = target(line)?;
    let mut report = Report::default();
    let Some(bundle) = device_ir_bundle(clang::device(tools, line, source)?, line, source, &mut report)? else {
        return Ok(report);
    };
    let mut text = String::new();
    for kernel in &bundle.kernels {
        let name = &kernel.metadata.name;
        let made = match kind {
            EmitKind::Ir => kernel.module().map_err(CompileError::from).map(|module| Made::Text(print_module(&module))),
            EmitKind::Spirv | EmitKind::SpirvAsm => {
                let shape = LaunchShape { block: line.emit_block, dynamic_shared: 0 };
                compile_kernel(kernel, &target, shape).and_then(|compiled| match kind {
                    EmitKind::Spirv => Ok(Made::Words(compiled.spirv)),
                    _ => disassemble(&compiled.spirv).map(Made::Text),
                })
            }
        };
        match made {
            Ok(Made::Text(one)) => text.push_str(&one),
            Ok(Made::Words(words)) => {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                let alone = line.output.as_deref().filter(|_| bundle.kernels.len() == 1);
                let several = || {
                    line.output
                        .as_deref()
                        .map_or_else(|| stem_with(source, ""), |prefix| prefix.trim_end_matches(".spv").to_owned())
                };
                write(&alone.map_or_else(|| format!("{}.{name}.spv", several()), str::to_owned), &bytes)?;
            }
            Err(error) => {
                report.failed = true;
                report.messages.extend(diagnostics::compile_error(&error.in_function(name), source).into_bytes());
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
    Words(Vec<u32>),
}

fn target(line: &CommandLine) -> Result<Target, DriverError> {
    let name = line.emit_target.as_deref().unwrap_or("baseline");
    Target::preset(name).ok_or_else(|| DriverError::BadValue {
        option: "--target",
        value: name.to_owned(),
        allowed: "baseline, lavapipe, radv, nvidia",
    })
}
