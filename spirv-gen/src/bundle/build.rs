//! From a module that has been through the portable passes to a bundle: the arena of globals, then each kernel for itself.
//!
//! Called by [`compile_bundle`](crate::compile_bundle).

use super::{Bundle, BundleKernel};
use crate::error::CompileError;
use crate::ir::function::Function;
use crate::ir::module::{FuncId, Module};
use crate::passes::abi::{globals, kernel_metadata, split};
use crate::passes::run_kernel;
use crate::passes::util::rewrite::take_function;

/// Packs every kernel of `module`.
///
/// # Errors
/// A global that has no meaning on the device, or arguments that are too large; named.
pub fn build(mut module: Module, warp_size: u32, printf_formats: Vec<(u64, Vec<u8>)>) -> Result<Bundle, CompileError> {
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
        crate::passes::calls::inline::drop_body(&mut module.functions[id]);
    }
    Ok(bundle)
}
