//! What stands for bytes in the keys of caches: 128 bits of XXH3.
//!
//! Two kernels with one digest would run each other's code, so it has 128 bits and comes from a hash that is known to be a good one.
//! Not against people who choose bytes to collide: who can write to the cache can do worse. Used by `bundle` and by the runtime's cache
//! on disk; `build.rs` makes [`BUILD_ID`] the same way. Names that are cut or numbered by a hash take 64 bits of the same ([`short`]).

use xxhash_rust::xxh3::Xxh3;

/// Which compiler this is: a hash of its sources. Part of every cache key for what it made.
pub const BUILD_ID: &str = env!("SPIRV_GEN_BUILD");

/// 64 bits for names that only have to differ, the same tomorrow; of the parts one behind the other.
pub fn short<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let mut hash = Xxh3::new();
    parts.into_iter().for_each(|part| hash.update(part));
    hash.digest()
}

/// The digest of several byte strings, each with its length: moving a byte from one to the next gives another.
pub fn digest(parts: &[&[u8]]) -> u128 {
    let mut hash = Xxh3::new();
    for part in parts {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.digest128()
}

#[cfg(test)]
mod tests {
    use super::{digest, short};

    /// A cache that was written yesterday must be found today: the digest is part of a format.
    #[test]
    fn digests_are_the_same_on_every_machine_and_day() {
        assert_eq!(digest(&[]), xxhash_rust::xxh3::xxh3_128(&[]));
        assert_eq!(digest(&[]), 0x99aa_06d3_0147_98d8_6001_c324_468d_497f);
    }

    #[test]
    fn short_digests_are_xxh3s_of_the_whole() {
        assert_eq!(short([&b"a"[..], b"bc"]), xxhash_rust::xxh3::xxh3_64(b"abc"));
        assert_eq!(short([]), 0x2d06_8005_38d3_94c2);
    }

    #[test]
    fn every_bit_and_every_border_counts() {
        let text: Vec<u8> = (0..=255).collect();
        let mut seen = std::collections::HashSet::from([digest(&[&text])]);
        for at in 0..256 {
            assert!(seen.insert(digest(&[&text[..at], &text[at..]])), "border at {at}");
            for bit in 0..8 {
                let mut other = text.clone();
                other[at] ^= 1 << bit;
                assert!(seen.insert(digest(&[&other])), "byte {at}, bit {bit}");
            }
        }
    }
}
