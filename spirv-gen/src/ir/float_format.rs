//! The binary float formats: how wide their parts are, and the bits that follow from it. Called by `fold`, which computes in them, and by the
//! passes that make code of integers for them.

use super::types::TypeKind;

/// A binary interchange format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Bits in all.
    pub bits: u32,
    /// Stored bits of the significand.
    pub fraction: u32,
    /// The exponent's bias.
    pub bias: i32,
}

/// IEEE binary16.
pub const HALF: Format = Format { bits: 16, fraction: 10, bias: 15 };
/// binary32 without the lower half of its significand.
pub const BFLOAT: Format = Format { bits: 16, fraction: 7, bias: 127 };
/// IEEE binary32.
pub const FLOAT: Format = Format { bits: 32, fraction: 23, bias: 127 };
/// IEEE binary64.
pub const DOUBLE: Format = Format { bits: 64, fraction: 52, bias: 1023 };

impl Format {
    /// The format of a scalar float type.
    pub fn of(kind: &TypeKind) -> Option<Self> {
        Some(match kind {
            TypeKind::Half => HALF,
            TypeKind::BFloat => BFLOAT,
            TypeKind::Float => FLOAT,
            TypeKind::Double => DOUBLE,
            _ => return None,
        })
    }
    /// The sign bit.
    pub fn sign(self) -> u64 {
        1 << (self.bits - 1)
    }
    /// Bits of +infinity.
    pub fn infinity(self) -> u64 {
        self.sign() - self.smallest_normal()
    }
    /// Bits of the smallest normal number: also one unit of the exponent.
    pub fn smallest_normal(self) -> u64 {
        1 << self.fraction
    }
    /// The stored significand.
    pub fn fraction_mask(self) -> u64 {
        self.smallest_normal() - 1
    }
    /// The bit that makes a NaN quiet.
    pub fn quiet(self) -> u64 {
        1 << (self.fraction - 1)
    }
    /// The canonical quiet NaN.
    pub fn nan(self) -> u64 {
        self.infinity() | self.quiet()
    }
    /// Whether `bits` is a NaN.
    pub fn is_nan(self, bits: u64) -> bool {
        bits & (self.sign() - 1) > self.infinity()
    }
}
