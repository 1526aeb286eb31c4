//! The bundle's byte format: a fixed header, then a checksummed index, then each kernel's compressed IR.
//!
//! ```text
//! 0   8  "HIPVKBN1"
//! 8   4  version           16  8  bytes in all
//! 12  4  CRC-32 of [32..)  24  8  bytes of the index
//! 32     index (postcard)  ...    code blobs (lz4 of postcard), placed by the index, and zeros up to a multiple of 8 bytes
//! ```
//! The size is a multiple of 8 as an ELF file's is: VkFFT keeps what hipRTC makes in whole words of 4 bytes, and drops the rest.
//! Read by the runtime from memory whose length it may not know: [`total_size`] says it from the header alone.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::metadata::{GlobalsArena, KernelMetadata};
use super::{Bundle, BundleKernel};
use crate::ir::module::Module;
use crate::ir::verify::{verify_module, verify_narrow};

/// The first eight bytes of every bundle.
pub const MAGIC: &[u8; 8] = b"HIPVKBN1";
/// Goes up with every change of the IR or of the metadata: runtime and `hipcc` must match.
pub const VERSION: u32 = 11;
/// Bytes of the fixed header.
pub const HEADER_SIZE: usize = 32;
/// No bundle is larger: a guard against reading wild lengths.
const MAX_SIZE: u64 = 4 << 30;
/// No kernel's decoded IR is larger.
const MAX_MODULE: usize = 1 << 30;

/// Why bytes are not a bundle that we can read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BundleError {
    /// The first bytes are something else. Caller: an AMD code object, or no device code at all.
    #[error("not a hipvk bundle (compiled by another hipcc?)")]
    BadMagic,
    /// Written by another version of hipcc.
    #[error("bundle version {found}, but this library reads version {expected}: compile again with this hipcc")]
    Version { found: u32, expected: u32 },
    /// There are fewer bytes than the header says.
    #[error("bundle cut short: {have} of {need} bytes")]
    Truncated { have: u64, need: u64 },
    /// The checksum or an inner structure does not fit.
    #[error("bundle damaged: {0}")]
    Corrupt(String),
}

#[derive(Serialize, Deserialize)]
struct Index {
    /// First: [`warp_size`] reads only this.
    warp_size: u32,
    globals: GlobalsArena,
    printf_formats: Vec<(u64, Vec<u8>)>,
    kernels: Vec<(KernelMetadata, u64)>,
}

/// Encodes one kernel's module.
pub fn encode_module(module: &Module) -> Vec<u8> {
    let plain = postcard::to_stdvec(module).expect("an IR module always serialises");
    lz4_flex::compress_prepend_size(&plain)
}

/// Decodes one kernel's module.
///
/// # Errors
/// The bytes are damaged.
pub fn decode_module(code: &[u8]) -> Result<Module, BundleError> {
    let corrupt = |e: &dyn std::fmt::Display| BundleError::Corrupt(format!("kernel code: {e}"));
    let size = code.first_chunk::<4>().map(|b| u32::from_le_bytes(*b) as usize).ok_or_else(|| corrupt(&"empty"))?;
    // lz4 cannot expand more than 255 times: a larger claim is a lie that would make us allocate.
    if size > MAX_MODULE || size > code.len().saturating_mul(256) {
        return Err(corrupt(&"impossible size"));
    }
    let plain = lz4_flex::decompress_size_prepended(code).map_err(|e| corrupt(&e))?;
    let module: Module = postcard::from_bytes(&plain).map_err(|e| corrupt(&e))?;
    // Ids that lead nowhere would panic in some pass; the checksum finds accidents, not bytes that were never right.
    verify_module(&module).and_then(|()| verify_narrow(&module)).map_err(|e| corrupt(&e))?;
    Ok(module)
}

/// Writes a bundle.
pub fn write(bundle: &Bundle) -> Vec<u8> {
    let index = Index {
        warp_size: bundle.warp_size,
        globals: bundle.globals.clone(),
        printf_formats: bundle.printf_formats.clone(),
        kernels: bundle.kernels.iter().map(|k| (k.metadata.clone(), k.code.len() as u64)).collect(),
    };
    let index = postcard::to_stdvec(&index).expect("an index always serialises");
    let mut out = vec![0u8; HEADER_SIZE];
    out.extend_from_slice(&index);
    bundle.kernels.iter().for_each(|k| out.extend_from_slice(&k.code));
    out.resize(out.len().next_multiple_of(8), 0);
    let crc = crc32fast::hash(&out[HEADER_SIZE..]);
    let total = out.len() as u64;
    out[0..8].copy_from_slice(MAGIC);
    out[8..12].copy_from_slice(&VERSION.to_le_bytes());
    out[12..16].copy_from_slice(&crc.to_le_bytes());
    out[16..24].copy_from_slice(&total.to_le_bytes());
    out[24..32].copy_from_slice(&(index.len() as u64).to_le_bytes());
    out
}

/// Bytes of the whole bundle, from its first [`HEADER_SIZE`] bytes.
///
/// # Errors
/// Not a bundle, or another version's.
pub fn total_size(header: &[u8]) -> Result<u64, BundleError> {
    if header.get(..8) != Some(MAGIC.as_slice()) {
        return Err(BundleError::BadMagic);
    }
    let Some(header) = header.get(..HEADER_SIZE) else {
        return Err(BundleError::Truncated { have: header.len() as u64, need: HEADER_SIZE as u64 });
    };
    let found = u32_at(header, 8);
    if found != VERSION {
        return Err(BundleError::Version { found, expected: VERSION });
    }
    let total = u64_at(header, 16);
    if !(HEADER_SIZE as u64..=MAX_SIZE).contains(&total) {
        return Err(BundleError::Corrupt("impossible size".into()));
    }
    Ok(total)
}

/// Lanes per warp that a bundle's code was compiled for, without reading the rest.
///
/// # Errors
/// See [`BundleError`].
pub fn warp_size(bytes: &[u8]) -> Result<u32, BundleError> {
    total_size(bytes)?;
    let first = postcard::take_from_bytes(&bytes[HEADER_SIZE..]);
    first.map(|(warp_size, _)| warp_size).map_err(|e| BundleError::Corrupt(format!("index: {e}")))
}

/// Reads a bundle.
///
/// # Errors
/// See [`BundleError`].
pub fn read(bytes: &[u8]) -> Result<Bundle, BundleError> {
    let total = total_size(bytes)?;
    let have = bytes.len() as u64;
    let body = usize::try_from(total).ok().and_then(|t| bytes.get(HEADER_SIZE..t));
    let body = body.ok_or(BundleError::Truncated { have, need: total })?;
    if crc32fast::hash(body) != u32_at(bytes, 12) {
        return Err(BundleError::Corrupt("checksum".into()));
    }
    let index_len = usize::try_from(u64_at(bytes, 24)).unwrap_or(usize::MAX);
    let index = body.get(..index_len).ok_or_else(|| BundleError::Corrupt("index length".into()))?;
    let index: Index = postcard::from_bytes(index).map_err(|e| BundleError::Corrupt(format!("index: {e}")))?;
    let mut rest = &body[index_len..];
    let mut kernels = Vec::with_capacity(index.kernels.len());
    for (metadata, len) in index.kernels {
        let split = usize::try_from(len).ok().and_then(|len| rest.split_at_checked(len));
        let (code, tail) = split.ok_or_else(|| BundleError::Corrupt(format!("code of {}", metadata.name)))?;
        kernels.push(BundleKernel { metadata, code: code.to_vec() });
        rest = tail;
    }
    let Index { warp_size, globals, printf_formats, .. } = index;
    Ok(Bundle { kernels, globals, warp_size, printf_formats })
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::intrinsic::Intrinsic;

    fn sample() -> Bundle {
        let metadata = KernelMetadata { name: "k".into(), params_size: 12, ..KernelMetadata::default() };
        Bundle {
            kernels: vec![BundleKernel::new(metadata, &Module::default())],
            globals: GlobalsArena { size: 8, image: vec![1, 2], ..GlobalsArena::default() },
            warp_size: 32,
            printf_formats: vec![(7, b"%d\n".to_vec())],
        }
    }

    #[test]
    fn a_bundle_survives_the_round_trip_with_bytes_behind_it() {
        let mut bytes = sample().to_bytes();
        bytes.extend_from_slice(&[0xaa; 100]);
        assert_eq!(Bundle::from_bytes(&bytes), Ok(sample()));
        assert_eq!(sample().kernels[0].module(), Ok(Module::default()));
    }

    #[test]
    fn a_bundle_is_whole_words_however_long_its_code_is() {
        for length in 0..9 {
            let sample = Bundle { printf_formats: vec![(7, vec![b'x'; length])], ..sample() };
            let bytes = sample.to_bytes();
            assert_eq!((bytes.len() % 8, Bundle::from_bytes(&bytes)), (0, Ok(sample)), "{length}");
        }
    }

    #[test]
    fn the_warp_size_is_read_without_the_rest() {
        for width in [32, 64] {
            let bytes = Bundle { warp_size: width, ..sample() }.to_bytes();
            assert_eq!(warp_size(&bytes), Ok(width));
        }
        assert_eq!(warp_size(b"not a bundle"), Err(BundleError::BadMagic));
    }

    #[test]
    fn every_truncation_is_an_error() {
        let bytes = sample().to_bytes();
        for len in 0..bytes.len() {
            assert!(Bundle::from_bytes(&bytes[..len]).is_err(), "{len} bytes were accepted");
        }
    }

    #[test]
    fn every_flipped_bit_behind_the_header_is_found() {
        let bytes = sample().to_bytes();
        for at in 0..bytes.len() {
            let mut bad = bytes.clone();
            bad[at] ^= 0x40;
            assert!(Bundle::from_bytes(&bad).is_err(), "byte {at}");
        }
    }

    #[test]
    fn an_older_version_is_named() {
        let mut bytes = sample().to_bytes();
        bytes[8] = 0;
        assert_eq!(Bundle::from_bytes(&bytes), Err(BundleError::Version { found: 0, expected: VERSION }));
    }

    /// A bundle numbers intrinsics by their place in the table: with another table it would mean something else.
    #[test]
    fn the_version_goes_up_with_every_change_of_the_table_of_intrinsics() {
        let names: Vec<&str> = Intrinsic::ALL.iter().map(|id| id.name()).collect();
        let table = crate::digest::short([names.join("\n").as_bytes()]);
        assert_eq!((VERSION, table), (11, 0x3330_28a6_f7ab_6f37), "raise VERSION, then note the table's new hash here");
    }
}
