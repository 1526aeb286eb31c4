//! Kernels as fission leaves them for lavapipe, for the tests of its parts.

use crate::error::CompileError;
use crate::ir::module::Module;
use crate::passes::{DeviceContext, LaunchShape, run_device};
use crate::portable::{Options, compile_bundle};
use crate::target::Target;

/// The kernel `k` of `text`, for warps of 32 in blocks of `threads`. Panics if it cannot be lowered.
pub fn for_lavapipe(text: &str, threads: u32) -> Module {
    lowered(text, threads, &Target::lavapipe()).unwrap_or_else(|e| panic!("{e}"))
}

/// The same for any target, or why it cannot be lowered.
pub fn lowered(text: &str, threads: u32, target: &Target) -> Result<Module, CompileError> {
    let bundle = compile_bundle(text, &Options { warp_size: 32 }).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let kernel = bundle.kernel("k").expect("the bundle has the kernel");
    let mut module = kernel.module().expect("the bundle is whole");
    let shape = LaunchShape { block: [threads, 1, 1], dynamic_shared: 0 };
    let cx = DeviceContext { target, shape, metadata: &kernel.metadata };
    run_device(&mut module, &cx)?;
    Ok(module)
}
