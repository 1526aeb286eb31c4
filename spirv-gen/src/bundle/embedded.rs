//! The bundles in a file: what `hipcc --genco` wrote, or what it embedded in an executable or shared library, one for each translation unit.
//!
//! Called by the runtime (`precompile`), which reads programs that it does not run. Those that run hand their bundles over themselves.

use object::LittleEndian;
use object::read::elf::ElfFile64;
use object::{Object as _, ObjectSection as _};
use thiserror::Error;

use super::fatbin::{self, BundleError};
use super::{Bundle, offload};

/// Where clang embeds device code, and nothing else.
const SECTION: &str = ".hip_fatbin";

/// Why a file has no bundles that we can read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EmbeddedError {
    /// Neither a bundle nor a program that has one.
    #[error("no device code in it (neither a HIP program or library nor what hipcc --genco makes)")]
    NoDeviceCode,
    /// Another hipcc's.
    #[error("its device code is another hipcc's, not a hipvk bundle")]
    Foreign,
    /// A bundle that cannot be read.
    #[error("{0}")]
    Bundle(#[from] BundleError),
}

/// All bundles in the contents of a file, in their order.
///
/// # Errors
/// There is none, or one is not whole.
pub fn bundles_in(file: &[u8]) -> Result<Vec<Bundle>, EmbeddedError> {
    if file.starts_with(fatbin::MAGIC) {
        return Ok(vec![Bundle::from_bytes(file)?]);
    }
    if is_foreign(file) {
        return Err(EmbeddedError::Foreign);
    }
    let elf = ElfFile64::<LittleEndian>::parse(file).map_err(|_| EmbeddedError::NoDeviceCode)?;
    let section = elf.section_by_name(SECTION).ok_or(EmbeddedError::NoDeviceCode)?;
    let cut = |_| BundleError::Corrupt(format!("the section {SECTION} lies outside the file"));
    in_section(section.data().map_err(cut)?)
}

fn is_foreign(bytes: &[u8]) -> bool {
    bytes.starts_with(offload::MAGIC) || bytes.starts_with(offload::COMPRESSED)
}

/// Bundles behind each other, with the linker's zeros between them.
fn in_section(mut rest: &[u8]) -> Result<Vec<Bundle>, EmbeddedError> {
    let mut found = Vec::new();
    while let Some(start) = rest.iter().position(|&byte| byte != 0) {
        rest = &rest[start..];
        if is_foreign(rest) {
            return Err(EmbeddedError::Foreign);
        }
        let size = fatbin::total_size(rest)?;
        found.push(Bundle::from_bytes(rest)?);
        rest = usize::try_from(size).ok().and_then(|size| rest.get(size..)).unwrap_or_default();
    }
    if found.is_empty() { Err(EmbeddedError::NoDeviceCode) } else { Ok(found) }
}

#[cfg(test)]
mod tests {
    use super::{BundleError, EmbeddedError, bundles_in, in_section, offload};
    use crate::bundle::{Bundle, BundleKernel, metadata::KernelMetadata};
    use crate::ir::module::Module;

    fn bundle(name: &str) -> Bundle {
        let metadata = KernelMetadata { name: name.into(), ..KernelMetadata::default() };
        let kernels = vec![BundleKernel::new(metadata, &Module::default())];
        Bundle { kernels, warp_size: 32, ..Bundle::default() }
    }

    #[test]
    fn each_units_bundle_is_found_behind_the_linkers_zeros() {
        let mut section = vec![0; 16];
        for name in ["a", "b"] {
            section.extend(bundle(name).to_bytes());
            section.resize(section.len().next_multiple_of(4096), 0);
        }
        assert_eq!(in_section(&section), Ok(vec![bundle("a"), bundle("b")]));
        assert_eq!(in_section(&[0; 4096]), Err(EmbeddedError::NoDeviceCode));
    }

    #[test]
    fn what_is_no_bundle_is_told_apart() {
        assert_eq!(bundles_in(&bundle("k").to_bytes()), Ok(vec![bundle("k")]));
        for none in [&b""[..], b"text", b"\x7fELF", b"\x7fELF\x02\x01\x01"] {
            assert_eq!(bundles_in(none), Err(EmbeddedError::NoDeviceCode));
        }
        for foreign in [offload::MAGIC, offload::COMPRESSED] {
            assert_eq!(bundles_in(foreign), Err(EmbeddedError::Foreign));
            assert_eq!(in_section(foreign), Err(EmbeddedError::Foreign));
        }
        assert_eq!(in_section(b"something else"), Err(BundleError::BadMagic.into()));
    }

    #[test]
    fn a_damaged_bundle_is_an_error_wherever_it_lies() {
        let whole = bundle("k").to_bytes();
        for at in 0..whole.len() {
            let mut bad = whole.clone();
            bad[at] ^= 0x40;
            assert!(bundles_in(&bad).is_err() && in_section(&bad).is_err(), "byte {at}");
            assert!(bundles_in(&whole[..at]).is_err(), "{at} bytes");
        }
    }
}
