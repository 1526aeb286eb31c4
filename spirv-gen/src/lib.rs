//! LLVM IR text to Vulkan SPIR-V, in two halves.
//!
//! ```text
//! clang's .ll ──ir::parse──> Module ──passes::PORTABLE──> Bundle        (portable: in hipcc)
//! AMD's portable SPIR-V ──amdgcnspirv──> such a .ll                     (in the runtime, for other compilers' programs)
//! Bundle ──decode──> one kernel's Module ──passes::DEVICE──> emit ──> SPIR-V   (device: in the runtime, first launch)
//! ```
//! Knows no Vulkan handle, holds no `unsafe`, links no LLVM. Called by `driver` (hipcc) and by the runtime's `hip::kernel`.
#![forbid(unsafe_code)]

pub mod amdgcnspirv;
pub mod analysis;
pub mod budget;
pub mod bundle;
pub mod cache_folder;
pub mod device;
pub mod digest;
pub mod driver;
pub mod emit;
pub mod error;
pub mod hash;
pub mod interp;
pub mod ir;
pub mod link;
pub mod opt;
pub mod passes;
pub mod portable;
pub mod portable_code;
pub mod target;

pub use bundle::Bundle;
pub use bundle::unit::Unit;
pub use device::compile_kernel;
pub use digest::BUILD_ID;
pub use emit::compiled::{CompiledKernel, ParamPlacement};
pub use error::{CompileError, CompileErrorKind};
pub use passes::LaunchShape;
pub use portable::{Options, bundle_of, compile_bundle, compile_unit};
pub use target::Target;
