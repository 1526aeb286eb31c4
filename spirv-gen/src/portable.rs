//! The portable half: clang's device IR text to a bundle, in `hipcc`.
//!
//! Parse (one translation unit, or several that `link` makes one), run the portable passes, lay out the globals' arena, then each kernel for
//! itself. Called by `driver`, `opt` and tests.

use crate::bundle::unit::Unit;
use crate::bundle::{Bundle, BundleKernel};
use crate::error::{CompileError, CompileErrorKind};
use crate::ir::function::Function;
use crate::ir::module::{FuncId, Module};
use crate::ir::parse::{parse_module, printf_formats as printf_formats_of};
use crate::ir::verify::verify_module;
use crate::passes::abi::{globals, kernel_metadata, split};
use crate::passes::calls::inline::drop_body;
use crate::passes::util::rewrite::take_function;
use crate::passes::{run_kernel, run_portable};

/// What the front end was told that the portable half must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Lanes per warp of the dialect: 32 (gfx10 and later) or 64 (gfx9).
    pub warp_size: u32,
}

/// Clang's device IR text to a bundle.
///
/// # Errors
/// Text we cannot read, or a construct no device could run; the error names kernel and source line.
pub fn compile_bundle(ir_text: &str, options: &Options) -> Result<Bundle, CompileError> {
    let unit = compile_unit(ir_text, "", options)?;
    bundle_of(unit.module, options.warp_size, unit.printf_formats)
}

/// The first step alone: a translation unit that is to be linked with others (`-fgpu-rdc`).
///
/// # Errors
/// Text we cannot read.
pub fn compile_unit(ir_text: &str, source: &str, options: &Options) -> Result<Unit, CompileError> {
    let module = parse_module(ir_text)?;
    // Passes rely on valid IR; text that is none is its writer's fault, not theirs.
    verify_module(&module).map_err(malformed)?;
    let printf_formats = printf_formats_of(ir_text);
    Ok(Unit { source: source.to_owned(), warp_size: options.warp_size, module, printf_formats })
}

/// The rest.
///
/// # Errors
/// As [`compile_bundle`].
pub fn bundle_of(
    mut module: Module,
    warp_size: u32,
    printf_formats: Vec<(u64, Vec<u8>)>,
) -> Result<Bundle, CompileError> {
    run_portable(&mut module)?;
    build(module, warp_size, printf_formats)
}

/// Packs every kernel of `module`.
///
/// # Errors
/// A global that has no meaning on the device, or arguments that are too large; named.
pub(crate) fn build(
    mut module: Module,
    warp_size: u32,
    printf_formats: Vec<(u64, Vec<u8>)>,
) -> Result<Bundle, CompileError> {
    let (arena, places) = globals::layout(&module)?;
    let kernels: Vec<FuncId> = module.functions.keys().filter(|&f| module.functions[f].is_kernel).collect();
    let mut bundle = Bundle { kernels: Vec::with_capacity(kernels.len()), globals: arena, warp_size, printf_formats };
    for id in kernels {
        if module.functions[id].is_declaration() {
            continue;
        }
        let mut func = take_function(&mut module, id);
        let mut ctx = std::mem::take(&mut module.ctx);
        let result = globals::rewrite_uses(&mut ctx, &mut func, &places, &module);
        module.ctx = ctx;
        module.functions[id] = func;
        result.map_err(|e| e.in_function(&module.functions[id].name))?;
        let mut alone = split::extract(&module, id);
        run_kernel(&mut alone)?;
        alone.functions.values_mut().for_each(Function::compact);
        let func = FuncId(0);
        let metadata = kernel_metadata::describe(&alone, &alone.functions[func], warp_size)?;
        bundle.kernels.push(BundleKernel::new(metadata, &alone));
        drop_body(&mut module.functions[id]);
    }
    Ok(bundle)
}

fn malformed(error: CompileError) -> CompileError {
    let fault = match &error.kind {
        CompileErrorKind::Internal(fault) => fault.clone(),
        other => other.to_string(),
    };
    let kind = CompileErrorKind::Unsupported(format!("malformed IR: {fault}"));
    CompileError { kind, ..error }
}
