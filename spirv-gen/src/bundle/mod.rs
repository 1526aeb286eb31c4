//! The bundle: what `hipcc` embeds in an executable and the runtime reads. Our IR, packed in pieces of some kernels, so
//! that nothing is unpacked before it is compiled.
//!
//! `metadata.rs` is what the two sides agree on; `fatbin.rs` is the byte format, `code.rs` a kernel's part of it, `packed.rs` how bytes are
//! packed. `offload.rs` reads clang's, for code of another hipcc, `compressed.rs` what `--offload-compress` makes of those. `embedded.rs`
//! finds the bundles of a program that does not run. `element_kernel.rs` names kernels that no program has.

mod code;
mod compressed;
pub mod element_kernel;
pub mod embedded;
pub mod fatbin;
#[cfg(test)]
mod fuzz;
pub mod metadata;
pub mod offload;
pub mod packed;
pub mod unit;

use crate::error::CompileError;
use crate::ir::module::Module;
use code::Code;
use metadata::{GlobalsArena, KernelMetadata};
use packed::Effort;

/// A kernel in a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleKernel {
    pub metadata: KernelMetadata,
    code: Code,
}

impl BundleKernel {
    /// Encodes `module`, which holds the one kernel that `metadata` describes.
    pub fn new(metadata: KernelMetadata, module: &Module) -> Self {
        Self { metadata, code: Code::new(fatbin::encode_module(module)) }
    }
    /// The kernel's IR, decoded.
    ///
    /// # Errors
    /// The bytes are damaged.
    pub fn module(&self) -> Result<Module, fatbin::BundleError> {
        fatbin::decode_module(&self.code.plain()?)
    }
    /// Bytes of the encoded code: how much there is to compile, roughly.
    pub fn code_size(&self) -> usize {
        self.code.len()
    }
    /// What stands for the code in the keys of caches.
    pub fn code_digest(&self) -> u128 {
        self.code.digest()
    }
}

/// A translation unit's kernels and global variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bundle {
    pub kernels: Vec<BundleKernel>,
    pub globals: GlobalsArena,
    /// Lanes per warp that the code was compiled for: 32 or 64.
    pub warp_size: u32,
    /// Constant formats of printf, by clang's hash.
    pub printf_formats: Vec<(u64, Vec<u8>)>,
}

impl Bundle {
    /// The kernel called `name` (mangled).
    pub fn kernel(&self, name: &str) -> Option<&BundleKernel> {
        self.kernels.iter().find(|k| k.metadata.name == name)
    }
    /// The kernels that the program's source has.
    pub fn program_kernels(&self) -> impl Iterator<Item = &BundleKernel> {
        self.kernels.iter().filter(|kernel| !kernel.metadata.name.starts_with(element_kernel::PREFIX))
    }
    /// The byte format: what `hipcc` embeds and `--genco` writes.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_packed_bytes(Effort::default())
    }
    /// The same, packed with more effort or less.
    pub fn to_packed_bytes(&self, effort: Effort) -> Vec<u8> {
        fatbin::write(self, effort)
    }
    /// Reads the byte format. `bytes` may be longer than the bundle, as an embedded one's end is not known.
    ///
    /// # Errors
    /// Not a bundle, another version's, cut short, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, fatbin::BundleError> {
        fatbin::read(bytes)
    }
}

impl From<fatbin::BundleError> for CompileError {
    fn from(error: fatbin::BundleError) -> Self {
        CompileError::internal("bundle", error.to_string())
    }
}
