//! Bytes packed by LZMA, which knows a piece's beginning best from its end: what code and its index are kept as.
//!
//! ```text
//! 0  4  bytes when unpacked
//! 4     LZMA's stream without a header; or, as long as it says, the bytes themselves, which nothing makes shorter
//! ```
//! Called by [`super::fatbin`], [`super::code`] and [`super::unit`].

use std::io::{Read, Write};
use std::ops::Range;

use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};

use super::fatbin::BundleError;

/// How hard to try.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Not at all.
    Store,
    /// As fast as it is read again: 30 MB a second.
    #[default]
    Quick,
    /// A tenth smaller, in ten times the time.
    Small,
}

/// Bytes of what stands in front.
const HEADER: usize = 4;
/// LZMA's parameters that fit numbers of postcard's best: no place in a word is like another, and two bits of the byte before tell most.
const LITERAL_CONTEXT: u32 = 2;
const PROPERTIES: u8 = LITERAL_CONTEXT as u8;
/// LZMA's smallest dictionary.
const LEAST_DICTIONARY: u32 = 4096;
/// More does not come of one byte (273 of 0.31 bits): a larger claim is a lie that would make us allocate.
const MOST_PER_BYTE: usize = 8192;
/// Nothing packed is larger.
const MOST_BYTES: usize = 1 << 30;

/// Packs.
pub fn pack(plain: &[u8], effort: Effort) -> Vec<u8> {
    let length = u32::try_from(plain.len()).expect("below 4 GiB");
    let mut out = length.to_le_bytes().to_vec();
    let packed = (effort != Effort::Store && plain.len() <= MOST_BYTES).then(|| stream(plain, length, effort));
    match packed.filter(|packed| packed.len() < plain.len()) {
        Some(packed) => out.extend(packed),
        None => out.extend(plain),
    }
    out
}

fn stream(plain: &[u8], length: u32, effort: Effort) -> Vec<u8> {
    let mut options = LzmaOptions::with_preset(if effort == Effort::Small { 6 } else { 0 });
    options.dict_size = length.max(LEAST_DICTIONARY);
    (options.lc, options.lp, options.pb) = (LITERAL_CONTEXT, 0, 0);
    if effort == Effort::Small {
        options.nice_len = 273; // the longest that there is
    }
    let written = LzmaWriter::new_no_header(Vec::new(), &options, false).and_then(|mut writer| {
        writer.write_all(plain)?;
        writer.finish()
    });
    written.expect("these parameters are LZMA's, and memory takes all that is written")
}

/// Bytes when unpacked.
///
/// # Errors
/// A size that cannot be.
pub fn length(packed: &[u8]) -> Result<usize, BundleError> {
    let (length, rest) = packed.split_first_chunk::<HEADER>().ok_or_else(|| corrupt(&"cut short"))?;
    let length = u32::from_le_bytes(*length) as usize;
    let most = rest.len().saturating_mul(MOST_PER_BYTE).min(MOST_BYTES.max(rest.len()));
    if length < rest.len() || length > most {
        return Err(corrupt(&"impossible size"));
    }
    Ok(length)
}

/// Some of the bytes. What lies behind them is not unpacked.
///
/// # Errors
/// They are damaged, or there are none there.
pub fn unpack(packed: &[u8], range: Range<usize>) -> Result<Vec<u8>, BundleError> {
    let length = length(packed)?;
    let count = range.end.checked_sub(range.start).filter(|_| range.end <= length);
    let count = count.ok_or_else(|| corrupt(&"a part outside"))?;
    let stream = &packed[HEADER..];
    if stream.len() == length {
        return Ok(stream[range].to_vec());
    }
    let read = || -> std::io::Result<Vec<u8>> {
        let dictionary = (length as u32).max(LEAST_DICTIONARY);
        let mut reader = LzmaReader::new_with_props(stream, length as u64, PROPERTIES, dictionary, None)?;
        std::io::copy(&mut reader.by_ref().take(range.start as u64), &mut std::io::sink())?;
        let mut bytes = vec![0; count];
        reader.read_exact(&mut bytes)?;
        Ok(bytes)
    };
    read().map_err(|error| corrupt(&error))
}

/// All bytes.
///
/// # Errors
/// They are damaged.
pub fn unpack_all(packed: &[u8]) -> Result<Vec<u8>, BundleError> {
    unpack(packed, 0..length(packed)?)
}

fn corrupt(what: &dyn std::fmt::Display) -> BundleError {
    BundleError::Corrupt(format!("packed bytes: {what}"))
}

#[cfg(test)]
mod tests {
    use super::{Effort, length, pack, unpack, unpack_all};
    use proptest::prelude::{ProptestConfig, any, prop, proptest};

    const EFFORTS: [Effort; 3] = [Effort::Store, Effort::Quick, Effort::Small];

    /// A sentence from a generator's numbers: repeats near and far, as code has.
    fn text(seed: u64, length: usize) -> Vec<u8> {
        let mut state = seed | 1;
        let mut bytes = Vec::new();
        while bytes.len() < length {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (kind, value) = (state >> 62, (state >> 33) as usize);
            match kind {
                0 => bytes.push(value as u8),
                _ if bytes.is_empty() => bytes.push(0),
                _ => {
                    let from = value % bytes.len();
                    let to = (from + value % 300 + 1).min(bytes.len());
                    bytes.extend_from_within(from..to);
                }
            }
        }
        bytes.truncate(length);
        bytes
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_packed_comes_back_whole_and_in_parts(seed in any::<u64>(), size in 0usize..40_000, parts in prop::collection::vec((any::<u16>(), any::<u16>()), 4)) {
            let plain = text(seed, size);
            for effort in EFFORTS {
                let packed = pack(&plain, effort);
                assert_eq!(length(&packed), Ok(plain.len()));
                assert!(packed.len() <= plain.len() + 4, "{effort:?}");
                assert!(unpack_all(&packed).as_ref() == Ok(&plain), "{effort:?}");
                for &(from, count) in &parts {
                    let from = usize::from(from) % (plain.len() + 1);
                    let to = (from + usize::from(count)).min(plain.len());
                    assert!(unpack(&packed, from..to).as_deref() == Ok(&plain[from..to]), "{effort:?} {from}..{to}");
                }
                assert!(unpack(&packed, 0..plain.len() + 1).is_err());
            }
        }

        #[test]
        fn damaged_bytes_are_an_error_or_as_many(seed in any::<u64>(), size in 1usize..4_000, at in any::<u16>(), byte in any::<u8>()) {
            for effort in EFFORTS {
                let mut packed = pack(&text(seed, size), effort);
                let at = usize::from(at) % packed.len();
                packed[at] = byte;
                if let Ok(claimed) = length(&packed) && let Ok(found) = unpack_all(&packed) {
                    assert_eq!(found.len(), claimed);
                }
                packed.truncate(at);
                let _ = unpack_all(&packed);
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
            let _ = unpack_all(&bytes);
        }
    }

    #[test]
    fn the_most_that_a_byte_can_hold_is_below_what_is_believed() {
        let plain = vec![0; 8 << 20];
        let packed = pack(&plain, Effort::Small);
        assert!(packed.len() < 1_500, "{}", packed.len());
        assert!(unpack_all(&packed).as_ref() == Ok(&plain));
        let mut lie = packed[..100].to_vec();
        lie[..4].copy_from_slice(&(1u32 << 29).to_le_bytes());
        assert!(unpack_all(&lie).is_err_and(|error| error.to_string().contains("impossible size")));
    }

    #[test]
    fn more_effort_gives_fewer_bytes() {
        let plain = text(7, 300_000);
        let [stored, quick, small] = EFFORTS.map(|effort| pack(&plain, effort).len());
        assert!(small < quick && quick < stored / 2, "{small} {quick} {stored}");
    }
}
