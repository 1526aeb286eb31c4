//! Clang's offload bundle: device code for several targets behind each other, as ROCm's hipcc embeds it. Only read here.
//!
//! ```text
//! 0   24  "__CLANG_OFFLOAD_BUNDLE__"      compressed:  0  4  "CCOB"            then, from version 2 on, the bytes in all,
//! 24  8   entries                                      4  2  version           the bytes when unpacked (8 each in version 3,
//! for each: 8 offset, 8 bytes,                         6  2  0 zlib, 1 zstd    4 before) and 8 of a hash
//!           8 length of the target's name, the name
//! ```
//! Read by the runtime from memory whose length it does not know: so through [`Bytes`], and no further than the headers lead. Called by
//! the runtime (`capi::foreign`) and `driver::rtc`.

use std::io::Read;

use super::fatbin::BundleError;

/// How a bundle begins.
pub const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
/// How a compressed one begins.
pub const COMPRESSED: &[u8] = b"CCOB";
/// Of a damaged bundle no more is read.
const MOST_ENTRIES: u64 = 256;
const LONGEST_NAME: u64 = 256;
/// No bundle is larger: a guard against reading wild lengths.
const MOST_BYTES: u64 = 4 << 30;
/// The only compression that clang chooses by itself.
const ZSTD: u16 = 1;

/// `count` bytes of an image from an offset on; nothing where it is known to end before.
pub type Bytes<'a> = &'a dyn Fn(usize, usize) -> Option<Vec<u8>>;

/// One target's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// `hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-`, say.
    pub triple: String,
    pub offset: u64,
    pub bytes: u64,
}

impl Entry {
    /// The processor, as the triple ends: empty for the host's entry.
    pub fn target(&self) -> &str {
        self.triple.split_once("--").map_or(self.triple.as_str(), |(_, target)| target).trim_start_matches('-')
    }
    pub fn is_host(&self) -> bool {
        self.triple.starts_with("host")
    }
    /// AMD's portable code.
    pub fn is_portable(&self) -> bool {
        !self.is_host() && self.target().starts_with("amdgcnspirv")
    }
}

fn number<const N: usize>(bytes: Bytes<'_>, at: usize) -> Option<[u8; N]> {
    bytes(at, N)?.try_into().ok()
}

/// The entries of a bundle that is not compressed, as far as its header goes; empty for what is none.
pub fn entries(bytes: Bytes<'_>) -> Vec<Entry> {
    let mut found = Vec::new();
    // In two steps: of what is no bundle at all no more than the beginning is read.
    let begins = |count: usize| bytes(0, count).is_some_and(|first| first == MAGIC[..count]);
    if !begins(8) || !begins(MAGIC.len()) {
        return found;
    }
    let mut at = MAGIC.len();
    let Some(count) = number(bytes, at).map(u64::from_le_bytes) else { return found };
    at += 8;
    for _ in 0..count.min(MOST_ENTRIES) {
        let word = |at| number(bytes, at).map(u64::from_le_bytes);
        let (Some(offset), Some(size), Some(length)) = (word(at), word(at + 8), word(at + 16)) else { break };
        let name = if length <= LONGEST_NAME { bytes(at + 24, length as usize) } else { None };
        let Some(name) = name else { break };
        at += 24 + length as usize;
        found.push(Entry { triple: String::from_utf8_lossy(&name).into_owned(), offset, bytes: size });
    }
    found
}

/// AMD's portable code in a bundle, compressed or not; nothing if there is none.
///
/// # Errors
/// A bundle that is damaged, or compressed in a way that we do not know.
pub fn portable_code(bytes: Bytes<'_>) -> Result<Option<Vec<u8>>, BundleError> {
    if bytes(0, COMPRESSED.len()).is_some_and(|first| first == COMPRESSED) {
        let plain = decompress(bytes)?;
        return slice_of(&|from, count| plain.get(from..from.checked_add(count)?).map(<[u8]>::to_vec));
    }
    slice_of(bytes)
}

fn slice_of(bytes: Bytes<'_>) -> Result<Option<Vec<u8>>, BundleError> {
    let Some(entry) = entries(bytes).into_iter().find(Entry::is_portable) else { return Ok(None) };
    let range = usize::try_from(entry.offset).ok().zip(usize::try_from(entry.bytes).ok());
    let range = range.filter(|_| entry.bytes <= MOST_BYTES && entry.offset <= MOST_BYTES);
    let code = range.and_then(|(offset, count)| bytes(offset, count));
    code.map(Some).ok_or_else(|| BundleError::Corrupt(format!("the code of {} lies outside", entry.triple)))
}

/// The bundle that a compressed one holds.
fn decompress(bytes: Bytes<'_>) -> Result<Vec<u8>, BundleError> {
    let corrupt = |what: &str| BundleError::Corrupt(format!("compressed offload bundle: {what}"));
    let half = |at| number(bytes, at).map(u16::from_le_bytes).ok_or_else(|| corrupt("cut short"));
    let (version, method) = (half(4)?, half(6)?);
    let wide = match version {
        2 => false,
        3 => true,
        _ => return Err(corrupt(&format!("version {version}, which does not say how long it is"))),
    };
    let word = |index: usize| match wide {
        true => number(bytes, 8 + 8 * index).map(u64::from_le_bytes),
        false => number(bytes, 8 + 4 * index).map(|word| u32::from_le_bytes(word).into()),
    };
    let (Some(total), Some(plain)) = (word(0), word(1)) else { return Err(corrupt("cut short")) };
    let header = if wide { 32 } else { 24 };
    if method != ZSTD || plain > MOST_BYTES || total > MOST_BYTES || total < header {
        return Err(corrupt(if method == ZSTD { "impossible size" } else { "by zlib, which is not read" }));
    }
    let packed = bytes(header as usize, (total - header) as usize).ok_or_else(|| corrupt("cut short"))?;
    let failed = |error: &dyn std::fmt::Display| corrupt(&error.to_string());
    let decoder = ruzstd::decoding::StreamingDecoder::new(&packed[..]).map_err(|error| failed(&error))?;
    let mut unpacked = Vec::new();
    decoder.take(plain + 1).read_to_end(&mut unpacked).map_err(|error| failed(&error))?;
    if unpacked.len() as u64 == plain { Ok(unpacked) } else { Err(corrupt("another size than it says")) }
}

#[cfg(test)]
mod tests {
    use super::{COMPRESSED, Entry, MAGIC, entries, portable_code};

    fn bundle(contents: &[(&str, &[u8])]) -> Vec<u8> {
        let header = MAGIC.len() + 8 + contents.iter().map(|(name, _)| 24 + name.len()).sum::<usize>();
        let (mut bytes, mut code) = (MAGIC.to_vec(), Vec::<u8>::new());
        bytes.extend((contents.len() as u64).to_le_bytes());
        for (name, text) in contents {
            for word in [header + code.len(), text.len(), name.len()] {
                bytes.extend((word as u64).to_le_bytes());
            }
            bytes.extend(name.bytes());
            code.extend(*text);
        }
        bytes.extend(code);
        bytes
    }

    /// zstd's frame of one raw block.
    fn compressed(plain: &[u8], version: u16) -> Vec<u8> {
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
        frame.extend((plain.len() as u32).to_le_bytes());
        frame.extend(&((plain.len() as u32) << 3 | 1).to_le_bytes()[..3]);
        frame.extend(plain);
        let mut bytes = COMPRESSED.to_vec();
        bytes.extend(version.to_le_bytes());
        bytes.extend(1u16.to_le_bytes());
        let header = if version == 3 { 32 } else { 24 };
        for word in [header + frame.len(), plain.len()] {
            bytes.extend(&(word as u64).to_le_bytes()[..if version == 3 { 8 } else { 4 }]);
        }
        bytes.extend([0; 8]);
        bytes.extend(frame);
        bytes
    }

    fn portable(bytes: &[u8]) -> Result<Option<Vec<u8>>, super::BundleError> {
        portable_code(&|from, count| bytes.get(from..from.checked_add(count)?).map(<[u8]>::to_vec))
    }

    const CONTENTS: [(&str, &[u8]); 3] = [
        ("host-x86_64-unknown-linux-gnu--", b""),
        ("hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-", b"machine code"),
        ("hip-spirv64-amd-amdhsa--amdgcnspirv", b"words"),
    ];

    #[test]
    fn the_portable_code_is_found_among_others_compressed_or_not() {
        let plain = bundle(&CONTENTS);
        for bytes in [plain.clone(), compressed(&plain, 2), compressed(&plain, 3)] {
            assert_eq!(portable(&bytes), Ok(Some(b"words".to_vec())));
        }
        assert_eq!(portable(&bundle(&CONTENTS[..2])), Ok(None));
        assert_eq!(portable(b"something else"), Ok(None));
    }

    #[test]
    fn entries_have_their_targets() {
        let bytes = bundle(&CONTENTS);
        let found = entries(&|from, count| bytes.get(from..from + count).map(<[u8]>::to_vec));
        assert_eq!(found.iter().map(Entry::target).collect::<Vec<_>>(), ["", "gfx90a:xnack-", "amdgcnspirv"]);
        assert!(found[0].is_host() && !found[1].is_host());
    }

    #[test]
    fn damage_is_an_error_or_reads_as_absent() {
        let plain = bundle(&CONTENTS);
        for bytes in [plain.clone(), compressed(&plain, 2), compressed(&plain, 3)] {
            for length in 0..bytes.len() {
                assert!(!matches!(portable(&bytes[..length]), Ok(Some(_))), "{length}");
            }
            for at in 0..bytes.len() {
                let mut bad = bytes.clone();
                bad[at] ^= 0x40;
                let _ = portable(&bad);
            }
        }
        let mut zlib = compressed(&plain, 2);
        zlib[6] = 0;
        assert!(portable(&zlib).is_err_and(|error| error.to_string().contains("zlib")));
        assert!(portable(&compressed(&plain, 1)).is_err());
    }
}
