//! Clang's offload bundle: device code for several targets behind each other, as ROCm's hipcc embeds it. Only read here.
//!
//! ```text
//! 0   24  "__CLANG_OFFLOAD_BUNDLE__"
//! 24  8   entries
//! for each: 8 offset, 8 bytes, 8 length of the target's name, the name
//! ```
//! Compressed or not (`compressed.rs`). Read by the runtime from memory whose length it does not know: so through [`Bytes`], and no further
//! than the headers lead. Called by the runtime (`capi::foreign`) and `driver::rtc`.

use super::compressed;
use super::fatbin::BundleError;

/// How a bundle begins.
pub const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
/// How a compressed one begins.
pub const COMPRESSED: &[u8] = b"CCOB";
/// Of a damaged bundle no more is read.
const MOST_ENTRIES: u64 = 256;
const LONGEST_NAME: u64 = 256;
/// No bundle is larger: a guard against reading wild lengths.
pub(super) const MOST_BYTES: u64 = 4 << 30;

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

pub(super) fn number<const N: usize>(bytes: Bytes<'_>, at: usize) -> Option<[u8; N]> {
    bytes(at, N)?.try_into().ok()
}

/// `bytes` as [`Bytes`].
pub fn of_slice(bytes: &[u8]) -> impl Fn(usize, usize) -> Option<Vec<u8>> {
    |from, count| bytes.get(from..from.checked_add(count)?).map(<[u8]>::to_vec)
}

/// The entries of a bundle, compressed or not, as far as its header goes; empty for what is none.
pub fn entries(bytes: Bytes<'_>) -> Vec<Entry> {
    if compressed::is_compressed(bytes) {
        return compressed::beginning(bytes).map(|first| listed(&of_slice(&first))).unwrap_or_default();
    }
    listed(bytes)
}

fn listed(bytes: Bytes<'_>) -> Vec<Entry> {
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
/// A bundle that is damaged.
pub fn portable_code(bytes: Bytes<'_>) -> Result<Option<Vec<u8>>, BundleError> {
    let compressed = compressed::is_compressed(bytes);
    let entries = if compressed { listed(&of_slice(&compressed::beginning(bytes)?)) } else { listed(bytes) };
    let Some(entry) = entries.into_iter().find(Entry::is_portable) else { return Ok(None) };
    let outside = || BundleError::Corrupt(format!("the code of {} lies outside", entry.triple));
    let fits = entry.bytes <= MOST_BYTES && entry.offset <= MOST_BYTES;
    if !fits {
        return Err(outside());
    }
    if compressed {
        return compressed::part(bytes, entry.offset..entry.offset + entry.bytes).map(Some);
    }
    bytes(entry.offset as usize, entry.bytes as usize).map(Some).ok_or_else(outside)
}

/// A bundle as it is without compression; nothing if it is not compressed.
///
/// # Errors
/// Damage, or what is compressed is something else.
pub fn uncompressed(bytes: &[u8]) -> Result<Option<Vec<u8>>, BundleError> {
    let bytes = of_slice(bytes);
    if !compressed::is_compressed(&bytes) {
        return Ok(None);
    }
    let plain = compressed::whole(&bytes)?;
    if !plain.starts_with(MAGIC) {
        return Err(BundleError::Corrupt("what is compressed is no offload bundle".into()));
    }
    Ok(Some(plain))
}

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec_zlib;
    use proptest::prelude::{ProptestConfig, any, prop, proptest};

    use super::{COMPRESSED, Entry, MAGIC, entries, of_slice, portable_code, uncompressed};

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

    /// zstd's frame of one raw block, of all as one segment.
    fn zstd(plain: &[u8]) -> Vec<u8> {
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
        frame.extend((plain.len() as u32).to_le_bytes());
        frame.extend(&((plain.len() as u32) << 3 | 1).to_le_bytes()[..3]);
        frame.extend(plain);
        frame
    }

    fn compressed(plain: &[u8], version: u16, method: u16) -> Vec<u8> {
        let stream = if method == 1 { zstd(plain) } else { compress_to_vec_zlib(plain, 6) };
        with_header(&stream, plain, version, method)
    }

    fn with_header(stream: &[u8], plain: &[u8], version: u16, method: u16) -> Vec<u8> {
        let mut bytes = [COMPRESSED, &version.to_le_bytes(), &method.to_le_bytes()].concat();
        let header = [20, 24, 32][usize::from(version) - 1];
        for word in &[header + stream.len(), plain.len()][usize::from(version == 1)..] {
            bytes.extend(&(*word as u64).to_le_bytes()[..if version == 3 { 8 } else { 4 }]);
        }
        bytes.extend(&md5::compute(plain).0[..8]);
        assert_eq!(bytes.len(), header);
        [&bytes, stream].concat()
    }

    /// Every version by either method.
    fn every_way(plain: &[u8]) -> Vec<Vec<u8>> {
        (0..6).map(|way| compressed(plain, way / 2 + 1, way % 2)).collect()
    }

    fn portable(bytes: &[u8]) -> Result<Option<Vec<u8>>, super::BundleError> {
        portable_code(&of_slice(bytes))
    }

    const CONTENTS: [(&str, &[u8]); 3] = [
        ("host-x86_64-unknown-linux-gnu--", b""),
        ("hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-", b"machine code"),
        ("hip-spirv64-amd-amdhsa--amdgcnspirv", b"words"),
    ];

    #[test]
    fn the_portable_code_is_found_among_others_compressed_or_not() {
        let plain = bundle(&CONTENTS);
        assert_eq!(portable(&plain), Ok(Some(b"words".to_vec())));
        for bytes in every_way(&plain) {
            assert_eq!(portable(&bytes), Ok(Some(b"words".to_vec())));
            assert_eq!(uncompressed(&bytes), Ok(Some(plain.clone())));
            // In memory more may follow, and is no part of it.
            assert_eq!(portable(&[&bytes[..], b"more"].concat()), Ok(Some(b"words".to_vec())));
        }
        assert_eq!(uncompressed(&plain), Ok(None));
        assert!(uncompressed(&compressed(&compressed(&plain, 2, 1), 2, 1)).is_err(), "and none is in itself");
        assert_eq!(portable(&bundle(&CONTENTS[..2])), Ok(None));
        assert_eq!(portable(b"something else"), Ok(None));
    }

    #[test]
    fn entries_have_their_targets() {
        let plain = bundle(&CONTENTS);
        for bytes in every_way(&plain).into_iter().chain([plain]) {
            let found = entries(&of_slice(&bytes));
            assert_eq!(found.iter().map(Entry::target).collect::<Vec<_>>(), ["", "gfx90a:xnack-", "amdgcnspirv"]);
            assert!(found[0].is_host() && !found[1].is_host());
        }
    }

    #[test]
    fn no_byte_behind_a_stream_is_asked_for() {
        for bytes in every_way(&bundle(&CONTENTS)) {
            let strict = |from: usize, count: usize| {
                assert!(from + count <= bytes.len(), "{count} bytes at {from} of {}", bytes.len());
                Some(bytes[from..from + count].to_vec())
            };
            assert_eq!(portable_code(&strict), Ok(Some(b"words".to_vec())));
            assert_eq!(entries(&strict).len(), 3);
        }
    }

    #[test]
    fn what_a_large_bundle_is_for_is_told_by_its_first_block() {
        // What follows is no stream at all, and nobody looks.
        let plain = bundle(&CONTENTS);
        let mut stream = zstd(&plain);
        stream[5..9].copy_from_slice(&300_000_000u32.to_le_bytes());
        stream[9] &= !1; // not the last block
        let mut bytes = with_header(&[&stream[..], &[7; 40_000]].concat(), &plain, 2, 1);
        bytes[12..16].copy_from_slice(&300_000_000u32.to_le_bytes());
        assert_eq!(entries(&of_slice(&bytes)).len(), 3);
        assert!(portable(&bytes).is_err());
    }

    #[test]
    fn damage_is_an_error_or_reads_as_absent() {
        let plain = bundle(&CONTENTS);
        for bytes in every_way(&plain).into_iter().chain([plain.clone()]) {
            for length in 0..bytes.len() {
                assert!(!matches!(portable(&bytes[..length]), Ok(Some(_))), "{length}");
            }
            for at in 0..bytes.len() {
                let mut bad = bytes.clone();
                bad[at] ^= 0x40;
                let found = portable(&bad);
                // The hash is of all that is packed.
                assert!(bytes == plain || !found.is_ok_and(|code| code.is_some_and(|code| code != b"words")), "{at}");
            }
        }
        for (version, method, what) in [(4, 1, "version 4"), (0, 1, "version 0"), (2, 2, "neither zlib nor zstd")] {
            let mut other = compressed(&plain, 2, 1);
            (other[4], other[6]) = (version, method);
            assert!(portable(&other).is_err_and(|error| error.to_string().contains(what)), "{what}");
        }
    }

    #[test]
    fn lies_are_told() {
        let plain = bundle(&CONTENTS);
        for method in [0, 1] {
            let honest = compressed(&plain, 2, method);
            let length = plain.len() as u32;
            for (at, word, what) in [
                (16, honest[16] as u32 ^ 1, "another hash than it says"),
                (12, length - 1, "another size than it says"),
                (12, length + 1, "another size than it says"),
                (12, u32::MAX, "impossible size"),
                (8, 23, "impossible size"),
                (8, honest.len() as u32 - 3, "compressed offload bundle"),
            ] {
                let mut bytes = honest.clone();
                bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
                let error = uncompressed(&bytes).expect_err(what).to_string();
                assert!(error.contains(what), "{error}");
            }
        }
        // Megabytes of nothing by a promise that is small: no more than that is unpacked.
        let bomb = compress_to_vec_zlib(&vec![0; 64 << 20], 9);
        let mut stream = with_header(&bomb, &plain, 2, 0);
        assert!(portable(&stream).is_ok_and(|code| code.is_none()), "it is no bundle");
        stream[12..16].copy_from_slice(&(plain.len() as u32).to_le_bytes());
        assert!(uncompressed(&stream).is_err_and(|error| error.to_string().contains("another size")));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_bundle_with_changed_bytes_is_read_or_refused(
            way in 0usize..6,
            changes in prop::collection::vec((any::<u16>(), any::<u8>()), 1..6),
        ) {
            let mut bytes = every_way(&bundle(&CONTENTS)).swap_remove(way);
            for (at, byte) in changes {
                let at = usize::from(at) % bytes.len();
                bytes[at] = byte;
            }
            let _ = (portable(&bytes), uncompressed(&bytes), entries(&of_slice(&bytes)));
        }

        #[test]
        fn any_stream_is_read_or_refused(way in 0u16..6, stream in prop::collection::vec(any::<u8>(), 0..300)) {
            let plain = vec![0; 1000];
            for start in [&[][..], &[0x28, 0xb5, 0x2f, 0xfd], &[0x78, 0x9c]] {
                let bytes = with_header(&[start, &stream].concat(), &plain, way / 2 + 1, way % 2);
                let _ = (portable(&bytes), uncompressed(&bytes), entries(&of_slice(&bytes)));
            }
        }
    }
}
