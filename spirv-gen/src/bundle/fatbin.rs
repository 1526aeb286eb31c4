//! The bundle's byte format: a fixed header, then an index and pieces of the kernels' IR, all packed (`packed.rs`).
//!
//! ```text
//! 0   8  "HIPVKBN1"        16  8  bytes in all
//! 8   4  version           24  4  bytes of the index
//! 12  4  CRC-32 of [16..)  28  4  lanes per warp
//! 32     index (postcard)  ...    pieces (each some kernels' postcard, `code.rs`), placed by the index, and zeros up to a multiple of 8 bytes
//! ```
//! A program's start reads the header, the first use of a module the index, and what compiles a kernel its piece.
//! The size is a multiple of 8 as an ELF file's is: VkFFT keeps what hipRTC makes in whole words of 4 bytes, and drops the rest.
//! Read by the runtime from memory whose length it may not know: [`total_size`] says it from the header alone.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::code::{Code, PIECE};
use super::metadata::{GlobalsArena, KernelMetadata};
use super::packed::{self, Effort};
use super::{Bundle, BundleKernel};
use crate::ir::module::Module;
use crate::ir::verify::{verify_module, verify_narrow};

/// The first eight bytes of every bundle.
pub const MAGIC: &[u8; 8] = b"HIPVKBN1";
/// Goes up with every change of the IR or of the metadata: runtime and `hipcc` must match.
pub const VERSION: u32 = 12;
/// Where that begins which the checksum is of.
pub const CHECKED: usize = 16;
/// Bytes of the fixed header.
pub const HEADER_SIZE: usize = 32;
/// No bundle is larger: a guard against reading wild lengths.
const MAX_SIZE: u64 = 4 << 30;
/// A larger index is variables' initial contents, which every start would wait for.
const MOST_INDEX: usize = 256 << 10;

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
    globals: GlobalsArena,
    printf_formats: Vec<(u64, Vec<u8>)>,
    kernels: Vec<Entry>,
    /// Each one's bytes, and how many kernels lie in it.
    pieces: Vec<(u64, u64)>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    metadata: KernelMetadata,
    /// Bytes of the code when unpacked, and its digest.
    length: u64,
    digest: [u8; 16],
}

/// Encodes one kernel's module.
pub fn encode_module(module: &Module) -> Vec<u8> {
    postcard::to_stdvec(module).expect("an IR module always serialises")
}

/// Decodes one kernel's module.
///
/// # Errors
/// The bytes are damaged.
pub fn decode_module(plain: &[u8]) -> Result<Module, BundleError> {
    let corrupt = |e: &dyn std::fmt::Display| BundleError::Corrupt(format!("kernel code: {e}"));
    let module: Module = postcard::from_bytes(plain).map_err(|e| corrupt(&e))?;
    // Ids that lead nowhere would panic in some pass; the checksum finds accidents, not bytes that were never right.
    verify_module(&module).and_then(|()| verify_narrow(&module)).map_err(|e| corrupt(&e))?;
    Ok(module)
}

/// Writes a bundle.
pub fn write(bundle: &Bundle, effort: Effort) -> Vec<u8> {
    let (pieces, blobs) = pieces(&bundle.kernels, effort);
    let entry = |kernel: &BundleKernel| Entry {
        metadata: kernel.metadata.clone(),
        length: kernel.code.len() as u64,
        digest: kernel.code.digest().to_le_bytes(),
    };
    let index = Index {
        globals: bundle.globals.clone(),
        printf_formats: bundle.printf_formats.clone(),
        kernels: bundle.kernels.iter().map(entry).collect(),
        pieces,
    };
    let index = postcard::to_stdvec(&index).expect("an index always serialises");
    let index = packed::pack(&index, if index.len() > MOST_INDEX { Effort::Store } else { effort });
    let mut out = vec![0u8; HEADER_SIZE];
    out.extend_from_slice(&index);
    out.extend(blobs);
    out.resize(out.len().next_multiple_of(8), 0);
    let total = out.len() as u64;
    out[0..8].copy_from_slice(MAGIC);
    out[8..12].copy_from_slice(&VERSION.to_le_bytes());
    out[16..24].copy_from_slice(&total.to_le_bytes());
    out[24..28].copy_from_slice(&u32::try_from(index.len()).expect("below 4 GiB").to_le_bytes());
    out[28..32].copy_from_slice(&bundle.warp_size.to_le_bytes());
    let crc = crc32fast::hash(&out[CHECKED..]);
    out[12..16].copy_from_slice(&crc.to_le_bytes());
    out
}

/// The kernels' code in pieces: their sizes as in the index, and their bytes.
fn pieces(kernels: &[BundleKernel], effort: Effort) -> (Vec<(u64, u64)>, Vec<u8>) {
    let (mut sizes, mut bytes) = (Vec::new(), Vec::new());
    let (mut plain, mut count) = (Vec::new(), 0);
    let mut kernels = kernels.iter().peekable();
    while let Some(kernel) = kernels.next() {
        // What was damaged when it was read is damaged when it is read again: its digest says so.
        plain.extend_from_slice(&kernel.code.plain().unwrap_or_default());
        count += 1;
        if kernels.peek().is_none_or(|next| plain.len() + next.code.len() > PIECE) {
            let piece = packed::pack(&plain, effort);
            sizes.push((piece.len() as u64, count));
            bytes.extend(piece);
            (plain, count) = (Vec::new(), 0);
        }
    }
    (sizes, bytes)
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
    Ok(u32_at(bytes, 28))
}

/// Reads a bundle.
///
/// # Errors
/// See [`BundleError`].
pub fn read(bytes: &[u8]) -> Result<Bundle, BundleError> {
    let total = total_size(bytes)?;
    let have = bytes.len() as u64;
    let whole = usize::try_from(total).ok().and_then(|t| bytes.get(..t));
    let whole = whole.ok_or(BundleError::Truncated { have, need: total })?;
    if crc32fast::hash(&whole[CHECKED..]) != u32_at(whole, 12) {
        return Err(BundleError::Corrupt("checksum".into()));
    }
    let split = whole[HEADER_SIZE..].split_at_checked(u32_at(whole, 24) as usize);
    let (index, rest) = split.ok_or_else(|| BundleError::Corrupt("index length".into()))?;
    let index: Result<Index, _> = postcard::from_bytes(&packed::unpack_all(index)?);
    let index = index.map_err(|e| BundleError::Corrupt(format!("index: {e}")))?;
    let kernels = kernels(index.kernels, &index.pieces, rest)?;
    Ok(Bundle { kernels, globals: index.globals, warp_size: u32_at(whole, 28), printf_formats: index.printf_formats })
}

/// Each kernel with its place in a piece.
fn kernels(entries: Vec<Entry>, pieces: &[(u64, u64)], mut rest: &[u8]) -> Result<Vec<BundleKernel>, BundleError> {
    let corrupt = || BundleError::Corrupt("a piece of code".into());
    let mut kernels = Vec::with_capacity(entries.len());
    let mut entries = entries.into_iter();
    for &(bytes, count) in pieces {
        let split = usize::try_from(bytes).ok().and_then(|bytes| rest.split_at_checked(bytes));
        let (piece, tail) = split.ok_or_else(corrupt)?;
        let (piece, plain) = (Arc::<[u8]>::from(piece), packed::length(piece)?);
        rest = tail;
        let mut from = 0;
        for _ in 0..count {
            let Entry { metadata, length, digest } = entries.next().ok_or_else(corrupt)?;
            let length = usize::try_from(length).ok().filter(|&length| length <= plain - from).ok_or_else(corrupt)?;
            let code = Code::of_piece(&piece, from, length, u128::from_le_bytes(digest));
            kernels.push(BundleKernel { metadata, code });
            from += length;
        }
    }
    if entries.next().is_some() { Err(corrupt()) } else { Ok(kernels) }
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
            let mut bytes = Bundle { warp_size: width, ..sample() }.to_bytes();
            assert_eq!(warp_size(&bytes), Ok(width));
            bytes[28] ^= 0x60;
            assert_eq!(Bundle::from_bytes(&bytes), Err(BundleError::Corrupt("checksum".into())));
        }
        assert_eq!(warp_size(b"not a bundle"), Err(BundleError::BadMagic));
    }

    #[test]
    fn many_kernels_lie_in_pieces_and_each_is_found() {
        let numbered = |at: usize| {
            let metadata = KernelMetadata { name: format!("k{at}"), ..KernelMetadata::default() };
            let text = (0..40_000).map(|byte| (byte * at) as u8).collect();
            BundleKernel { metadata, code: Code::new(text) }
        };
        let bundle = Bundle { kernels: (0..40).map(numbered).collect(), warp_size: 32, ..Bundle::default() };
        let plain: usize = bundle.kernels.iter().map(BundleKernel::code_size).sum();
        for effort in [Effort::Store, Effort::Quick, Effort::Small] {
            let bytes = bundle.to_packed_bytes(effort);
            assert!(effort == Effort::Store || bytes.len() < plain / 8, "{effort:?}: {}", bytes.len());
            let found = Bundle::from_bytes(&bytes).expect("just written");
            assert_eq!(found, bundle);
            for (kernel, known) in found.kernels.iter().zip(&bundle.kernels) {
                assert_eq!(kernel.code.plain(), known.code.plain());
            }
            // What was read can be written.
            assert_eq!(found.to_packed_bytes(effort), bytes);
        }
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

    /// A bundle numbers intrinsics by their place in the table: with another table it would mean something else. What is added at its end leaves older
    /// bundles as they are; an older runtime calls one that has it damaged.
    #[test]
    fn the_version_goes_up_with_every_change_of_the_table_of_intrinsics_but_at_its_end() {
        let names: Vec<&str> = Intrinsic::ALL.iter().map(|id| id.name()).collect();
        let table = crate::digest::short([names[..151].join("\n").as_bytes()]);
        let noted = (12, 0x3330_28a6_f7ab_6f37);
        assert_eq!((VERSION, table), noted, "raise VERSION, then note the table's new hash and length here");
    }
}
