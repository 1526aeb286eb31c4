//! One translation unit's device code before linking: what `hipcc -fgpu-rdc -c` puts into the object's section
//! `.llvm.offloading` (clang embeds it there, and linkers drop it from programs), and `hipcc` links from there.
//!
//! ```text
//! 0   8  "HIPVKUN1"         16  8  bytes in all
//! 8   4  version            24  4  CRC-32 of [32..)
//! 12  4  0                  28  4  0
//! 32     postcard, packed (`packed.rs`)
//! ```
//! A relocatable link (`ld -r`) leaves several behind each other, with padding between them.

use serde::{Deserialize, Serialize};

use super::fatbin::{BundleError, VERSION};
use super::packed::{self, Effort};
use crate::ir::module::Module;
use crate::ir::verify::verify_module;

/// How a unit begins.
pub const MAGIC: &[u8] = b"HIPVKUN1";
const HEADER: usize = 32;
/// Where sections align their parts, at most.
const PADDING: usize = 16;

/// A translation unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// The source file, for messages.
    pub source: String,
    /// Lanes per warp that the code was compiled for.
    pub warp_size: u32,
    /// clang's IR, before any pass.
    pub module: Module,
    /// printf's constant formats, by hash.
    pub printf_formats: Vec<(u64, Vec<u8>)>,
}

impl Unit {
    /// The bytes to embed.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_packed_bytes(Effort::default())
    }

    /// The same, packed with more effort or less.
    pub fn to_packed_bytes(&self, effort: Effort) -> Vec<u8> {
        let plain = postcard::to_stdvec(self).expect("a unit always serialises");
        let code = packed::pack(&plain, effort);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(((HEADER + code.len()) as u64).to_le_bytes());
        bytes.extend(crc32fast::hash(&code).to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(code);
        bytes
    }

    /// The units in a section; nothing for other compilers' contents.
    ///
    /// # Errors
    /// A unit of ours that another version wrote, or that is damaged.
    pub fn all_in(mut section: &[u8]) -> Result<Vec<Self>, BundleError> {
        let mut units = Vec::new();
        while let Some(at) = (0..section.len().min(PADDING)).find(|&at| section[at..].starts_with(MAGIC)) {
            section = &section[at..];
            let (unit, length) = Self::read(section)?;
            units.push(unit);
            section = &section[length..];
        }
        Ok(units)
    }

    fn read(bytes: &[u8]) -> Result<(Self, usize), BundleError> {
        let have = bytes.len() as u64;
        let header = bytes.get(..HEADER).ok_or(BundleError::Truncated { have, need: HEADER as u64 })?;
        let word = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes"));
        if word(8) != VERSION {
            return Err(BundleError::Version { found: word(8), expected: VERSION });
        }
        let total = u64::from_le_bytes(header[16..24].try_into().expect("eight bytes"));
        let length = usize::try_from(total).unwrap_or(usize::MAX);
        let code = bytes.get(HEADER..length).ok_or(BundleError::Truncated { have, need: total })?;
        if crc32fast::hash(code) != word(24) {
            return Err(BundleError::Corrupt("checksum of a unit".into()));
        }
        let corrupt = |e: &dyn std::fmt::Display| BundleError::Corrupt(format!("unit: {e}"));
        let plain = packed::unpack_all(code)?;
        let unit: Self = postcard::from_bytes(&plain).map_err(|e| corrupt(&e))?;
        verify_module(&unit.module).map_err(|e| corrupt(&e))?;
        Ok((unit, length))
    }
}

#[cfg(test)]
mod tests {
    use super::{BundleError, Unit};
    use crate::ir::parse::parse_module;

    fn unit(source: &str) -> Unit {
        let module = parse_module("define weak_odr i32 @f(i32 %x) {\n  ret i32 %x\n}\n").unwrap();
        Unit { source: source.into(), warp_size: 32, module, printf_formats: vec![(7, b"%d".to_vec())] }
    }

    #[test]
    fn units_behind_each_other_are_all_found_and_foreign_contents_are_none() {
        let mut section = unit("a.hip").to_bytes();
        section.resize(section.len().next_multiple_of(8), 0);
        section.extend(unit("b.hip").to_bytes());
        assert_eq!(Unit::all_in(&section), Ok(vec![unit("a.hip"), unit("b.hip")]));
        assert_eq!(Unit::all_in(b"\x10\xff\x10\xad another compiler's"), Ok(Vec::new()));
        assert_eq!(Unit::all_in(b""), Ok(Vec::new()));
    }

    #[test]
    fn a_changed_or_cut_unit_is_an_error() {
        let bytes = unit("a.hip").to_bytes();
        for at in 8..bytes.len() {
            let mut bad = bytes.clone();
            bad[at] ^= 0x20;
            let reserved = (12..16).contains(&at) || (28..32).contains(&at);
            assert_eq!(Unit::all_in(&bad).is_err(), !reserved, "byte {at}");
        }
        assert!(matches!(Unit::all_in(&bytes[..bytes.len() - 1]), Err(BundleError::Truncated { .. })));
    }
}
