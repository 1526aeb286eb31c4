//! The device half: the passes for one device and block shape, then SPIR-V.
//!
//! Called by the runtime at a kernel's first launch there (`hip::kernel`), and by `hipcc --emit=spirv`.

use crate::bundle::BundleKernel;
use crate::emit::compiled::CompiledKernel;
use crate::emit::emit_kernel;
use crate::error::CompileError;
use crate::passes::{DeviceContext, LaunchShape, run_device};
use crate::target::Target;

/// One kernel of a bundle for one device and block shape.
///
/// # Errors
/// The device lacks a feature the kernel needs, or the shape exceeds its limits.
pub fn compile_kernel(
    kernel: &BundleKernel,
    target: &Target,
    shape: LaunchShape,
) -> Result<CompiledKernel, CompileError> {
    let mut module = kernel.module()?;
    let cx = DeviceContext { target, shape, metadata: &kernel.metadata };
    run_device(&mut module, &cx).map_err(|e| e.in_function(&kernel.metadata.name))?;
    emit_kernel(&module, &cx)
}
