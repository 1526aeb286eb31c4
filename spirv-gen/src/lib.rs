//! LLVM IR text to Vulkan SPIR-V, in two halves.
//!
//! ```text
//! clang's .ll ──ir::parse──> Module ──passes::PORTABLE──> Bundle        (compile_bundle: in hipcc)
//! Bundle ──decode──> one kernel's Module ──passes::DEVICE──> emit ──> SPIR-V   (compile_kernel: in the runtime, first launch)
//! ```
//! Knows no Vulkan handle, holds no `unsafe`, links no LLVM. Called by `driver` (hipcc) and by the runtime's `hip::kernel`.
#![forbid(unsafe_code)]

pub mod analysis;
pub mod budget;
pub mod bundle;
pub mod digest;
pub mod driver;
pub mod emit;
pub mod error;
pub mod hash;
pub mod ir;
pub mod link;
pub mod opt;
pub mod passes;
pub mod target;

pub use bundle::Bundle;
pub use bundle::unit::Unit;
use ir::module::Module;

pub use error::{CompileError, CompileErrorKind};
pub use passes::LaunchShape;
pub use target::Target;

/// Which compiler this is: a hash of its sources. Part of every cache key for what it made.
pub const BUILD_ID: &str = env!("SPIRV_GEN_BUILD");

/// What the front end was told that the portable half must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Lanes per warp of the dialect: 32 (gfx10 and later) or 64 (gfx9).
    pub warp_size: u32,
}

/// Where the kernel finds the parameter block (see [`bundle::metadata`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamPlacement {
    /// The push constants are the block.
    Push,
    /// The push constants hold the block's address (u64).
    Memory,
}

/// A kernel compiled for one device and one block shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompiledKernel {
    pub spirv: Vec<u32>,
    pub params: ParamPlacement,
    /// Bytes of push constants.
    pub push_size: u32,
    /// The SPIR-V LocalSize: `[threads, 1, 1]`, or one subgroup's where it runs the whole block.
    pub local_size: [u32; 3],
    /// Full subgroups of [`Target::subgroup_size`] must be required of the pipeline.
    pub full_subgroups: bool,
    /// The texture table must be bound.
    pub textures: bool,
    /// Bytes of shared memory, static and dynamic.
    pub shared_bytes: u32,
    /// Bytes of scratch memory that each running block needs (`passes::warp::fission`); 0 for none.
    pub scratch_bytes: u32,
    /// Threads wait in loops for what others write: another block, of this kernel or another, or the host. (Maybe: it may be their own block.)
    pub waits: bool,
    /// Threads wait in loops for others. If those are of their own block, it may be for ever: its warps could not be made to take turns.
    pub waits_alone: bool,
}

/// The portable half: clang's device IR text to a bundle.
///
/// # Errors
/// Text we cannot read, or a construct no device could run; the error names kernel and source line.
pub fn compile_bundle(ir_text: &str, options: &Options) -> Result<Bundle, CompileError> {
    let unit = compile_unit(ir_text, "", options)?;
    bundle_of(unit.module, options.warp_size, unit.printf_formats)
}

/// The first step of the portable half alone: a translation unit that is to be linked with others (`-fgpu-rdc`).
///
/// # Errors
/// Text we cannot read.
pub fn compile_unit(ir_text: &str, source: &str, options: &Options) -> Result<Unit, CompileError> {
    let module = ir::parse::parse_module(ir_text)?;
    // Passes rely on valid IR; text that is none is its writer's fault, not theirs.
    ir::verify::verify_module(&module).map_err(malformed)?;
    let printf_formats = ir::parse::printf_formats(ir_text);
    Ok(Unit { source: source.to_owned(), warp_size: options.warp_size, module, printf_formats })
}

/// The rest of the portable half.
///
/// # Errors
/// As [`compile_bundle`].
pub fn bundle_of(
    mut module: Module,
    warp_size: u32,
    printf_formats: Vec<(u64, Vec<u8>)>,
) -> Result<Bundle, CompileError> {
    passes::run_portable(&mut module)?;
    bundle::build::build(module, warp_size, printf_formats)
}

fn malformed(error: CompileError) -> CompileError {
    let fault = match &error.kind {
        CompileErrorKind::Internal(fault) => fault.clone(),
        other => other.to_string(),
    };
    let kind = CompileErrorKind::Unsupported(format!("malformed IR: {fault}"));
    CompileError { kind, ..error }
}

/// The device half: one kernel of a bundle for one device and block shape.
///
/// # Errors
/// The device lacks a feature the kernel needs, or the shape exceeds its limits.
pub fn compile_kernel(
    kernel: &bundle::BundleKernel,
    target: &Target,
    shape: LaunchShape,
) -> Result<CompiledKernel, CompileError> {
    let mut module = kernel.module()?;
    let cx = passes::DeviceContext { target, shape, metadata: &kernel.metadata };
    passes::run_device(&mut module, &cx).map_err(|e| e.in_function(&kernel.metadata.name))?;
    emit::emit_kernel(&module, &cx)
}
