//! Binary floating point of any format, by exact integer arithmetic: taking apart, rounding to nearest even, and the
//! operations that the host cannot do in the format itself.
//!
//! `f32` and `f64` arithmetic is the host's (IEEE). `half` and `bfloat` go through `f64`, which is wide enough that the
//! second rounding never matters for `+ - * / sqrt`; fma rounds to odd first. Every NaN result is the canonical quiet
//! NaN. Called by `fold` and its siblings.

use crate::ir::float_format::{DOUBLE, FLOAT, Format};
use crate::ir::instruction::{BinaryOp, FloatPredicate};

/// A float taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    Nan,
    Infinite {
        negative: bool,
    },
    /// `mantissa * 2^exponent`.
    Finite {
        negative: bool,
        mantissa: u128,
        exponent: i64,
    },
}

impl Format {
    /// Takes `bits` apart.
    pub fn unpack(self, bits: u64) -> Parts {
        let negative = bits & self.sign() != 0;
        let fraction = bits & self.fraction_mask();
        let biased = bits & self.infinity();
        if biased == self.infinity() {
            return if fraction == 0 { Parts::Infinite { negative } } else { Parts::Nan };
        }
        let biased = (biased >> self.fraction) as i64;
        let (mantissa, biased) = if biased == 0 { (fraction, 1) } else { (fraction | self.smallest_normal(), biased) };
        let exponent = biased - i64::from(self.bias) - i64::from(self.fraction);
        Parts::Finite { negative, mantissa: mantissa.into(), exponent }
    }

    /// The bits nearest to `parts`, ties to even.
    pub fn pack(self, parts: Parts) -> u64 {
        match parts {
            Parts::Nan => self.nan(),
            Parts::Infinite { negative } => self.infinity() | if negative { self.sign() } else { 0 },
            Parts::Finite { negative, mantissa, exponent } => {
                self.round(mantissa, exponent) | if negative { self.sign() } else { 0 }
            }
        }
    }

    /// `mantissa * 2^exponent`, rounded to nearest even.
    fn round(self, mantissa: u128, exponent: i64) -> u64 {
        if mantissa == 0 {
            return 0;
        }
        let (m, bias) = (i64::from(self.fraction), i64::from(self.bias));
        let top = exponent + 127 - i64::from(mantissa.leading_zeros());
        if top > bias {
            return self.infinity();
        }
        let unit = top.max(1 - bias) - m; // exponent of the result's last place
        let shift = unit - exponent;
        let kept = if shift <= 0 {
            mantissa << -shift
        } else if shift > 128 {
            0
        } else {
            let floor = if shift == 128 { 0 } else { mantissa >> shift };
            let half = 1u128 << (shift - 1);
            let rest = if shift == 128 { mantissa } else { mantissa & ((1u128 << shift) - 1) };
            floor + u128::from(rest > half || (rest == half && floor & 1 == 1))
        };
        let kept = kept as u64;
        if kept < 1 << m {
            return kept; // subnormal
        }
        // A carry out of the mantissa raises the exponent by itself, up to infinity.
        (((unit + m + bias) as u64) << m) + (kept - (1 << m))
    }

    /// The value as f64: exact for every format.
    pub fn to_f64(self, bits: u64) -> f64 {
        if self == DOUBLE { f64::from_bits(bits) } else { f64::from_bits(DOUBLE.pack(self.unpack(bits))) }
    }
    /// The nearest value of this format; NaN becomes the canonical one.
    pub fn round_f64(self, value: f64) -> u64 {
        if self == DOUBLE && !value.is_nan() { value.to_bits() } else { self.pack(DOUBLE.unpack(value.to_bits())) }
    }
    fn round_f32(self, value: f32) -> u64 {
        if value.is_nan() { self.nan() } else { value.to_bits().into() }
    }
}

fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// `a op b` of a float operation.
pub fn binary(format: Format, op: BinaryOp, a: u64, b: u64) -> Option<u64> {
    macro_rules! apply {
        ($a:expr, $b:expr) => {{
            let (a, b) = ($a, $b);
            match op {
                BinaryOp::FAdd => a + b,
                BinaryOp::FSub => a - b,
                BinaryOp::FMul => a * b,
                BinaryOp::FDiv => a / b,
                BinaryOp::FRem => a % b,
                _ => return None,
            }
        }};
    }
    Some(if format == FLOAT {
        format.round_f32(apply!(f32_of(a), f32_of(b)))
    } else {
        format.round_f64(apply!(format.to_f64(a), format.to_f64(b)))
    })
}

/// `a * b + c`, rounded once.
pub fn fma(format: Format, a: u64, b: u64, c: u64) -> u64 {
    if format == FLOAT {
        return format.round_f32(f32_of(a).mul_add(f32_of(b), f32_of(c)));
    }
    let (a, b, c) = (format.to_f64(a), format.to_f64(b), format.to_f64(c));
    if format == DOUBLE {
        return format.round_f64(a.mul_add(b, c));
    }
    format.round_f64(add_to_odd(a * b, c)) // the product of two short mantissas is exact
}

/// `x + y` rounded to odd, so that rounding it again to a much shorter format is right.
fn add_to_odd(x: f64, y: f64) -> f64 {
    let sum = x + y;
    let back = sum - x;
    let error = (x - (sum - back)) + (y - back); // Knuth's two-sum: exact
    if error == 0.0 || !sum.is_finite() || sum == 0.0 {
        return sum;
    }
    let toward_zero = if (error < 0.0) == (sum < 0.0) { sum.to_bits() } else { sum.to_bits() - 1 };
    f64::from_bits(toward_zero | 1)
}

/// Square root, correctly rounded.
pub fn sqrt(format: Format, a: u64) -> u64 {
    if format == FLOAT { format.round_f32(f32_of(a).sqrt()) } else { format.round_f64(format.to_f64(a).sqrt()) }
}

/// `x * 2^n`, rounded once.
pub fn ldexp(format: Format, x: u64, n: i64) -> u64 {
    match format.unpack(x) {
        Parts::Finite { negative, mantissa, exponent } => {
            format.pack(Parts::Finite { negative, mantissa, exponent: exponent.saturating_add(n) })
        }
        special => format.pack(special),
    }
}

/// Mantissa in [0.5, 1) and exponent, as C's `frexp`; the exponent of zero, infinity and NaN is 0.
pub fn frexp(format: Format, x: u64) -> (u64, i32) {
    match format.unpack(x) {
        Parts::Finite { negative, mantissa, exponent } if mantissa != 0 => {
            let length = 128 - i64::from(mantissa.leading_zeros());
            let fraction = format.pack(Parts::Finite { negative, mantissa, exponent: -length });
            (fraction, (exponent + length) as i32)
        }
        Parts::Nan => (format.nan(), 0),
        _ => (x, 0),
    }
}

/// Minimum or maximum. `number`: a NaN loses against a number (minnum, maxnum); otherwise it wins (minimum, maximum).
/// `-0` counts as less than `+0`.
pub fn min_max(format: Format, a: u64, b: u64, maximum: bool, number: bool) -> u64 {
    match (format.is_nan(a), format.is_nan(b)) {
        (true, true) => format.nan(),
        (true, false) => {
            if number {
                b
            } else {
                format.nan()
            }
        }
        (false, true) => {
            if number {
                a
            } else {
                format.nan()
            }
        }
        (false, false) => {
            let (x, y) = (format.to_f64(a), format.to_f64(b));
            let a_is_less = x < y || (x == y && a & format.sign() != 0);
            if a_is_less == maximum { b } else { a }
        }
    }
}

/// `a pred b`.
pub fn compare(format: Format, pred: FloatPredicate, a: u64, b: u64) -> bool {
    let (x, y) = (format.to_f64(a), format.to_f64(b));
    let unordered = x.is_nan() || y.is_nan();
    match pred {
        FloatPredicate::False => false,
        FloatPredicate::True => true,
        FloatPredicate::Ord => !unordered,
        FloatPredicate::Uno => unordered,
        FloatPredicate::Oeq => x == y,
        FloatPredicate::Ogt => x > y,
        FloatPredicate::Oge => x >= y,
        FloatPredicate::Olt => x < y,
        FloatPredicate::Ole => x <= y,
        FloatPredicate::One => !unordered && x != y,
        FloatPredicate::Ueq => unordered || x == y,
        FloatPredicate::Ugt => unordered || x > y,
        FloatPredicate::Uge => unordered || x >= y,
        FloatPredicate::Ult => unordered || x < y,
        FloatPredicate::Ule => unordered || x <= y,
        FloatPredicate::Une => unordered || x != y,
    }
}

/// `llvm.is.fpclass`: whether the class of `x` is in LLVM's `mask`.
pub fn in_class(format: Format, x: u64, mask: u32) -> bool {
    let negative = x & format.sign() != 0;
    let class = match format.unpack(x) {
        Parts::Nan if x & format.quiet() == 0 => 0,
        Parts::Nan => 1,
        Parts::Infinite { .. } => {
            if negative {
                2
            } else {
                9
            }
        }
        Parts::Finite { mantissa: 0, .. } => {
            if negative {
                5
            } else {
                6
            }
        }
        Parts::Finite { mantissa, .. } if mantissa < format.smallest_normal().into() => {
            if negative {
                4
            } else {
                7
            }
        }
        Parts::Finite { .. } => {
            if negative {
                3
            } else {
                8
            }
        }
    };
    mask >> class & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::{FLOAT, fma, ldexp};
    use crate::ir::float_format::HALF;

    #[test]
    fn rounding_to_half_breaks_ties_to_even_and_sees_every_lower_bit() {
        assert_eq!(HALF.round_f64(1.0 + 2f64.powi(-11)), 0x3c00);
        assert_eq!(HALF.round_f64(1.0 + 2f64.powi(-11) + 2f64.powi(-50)), 0x3c01);
        assert_eq!(HALF.round_f64(1.0 + 3.0 * 2f64.powi(-11)), 0x3c02);
        assert_eq!(HALF.round_f64(65520.0), 0x7c00);
        assert_eq!(HALF.round_f64(65519.9), 0x7bff);
        assert_eq!(HALF.round_f64(2f64.powi(-25)), 0);
        assert_eq!(HALF.round_f64(2f64.powi(-25) * 1.0001), 1);
    }

    #[test]
    fn packing_to_float_agrees_with_the_host_conversion() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = f64::from_bits(state ^ (state >> 29));
            if !value.is_nan() {
                assert_eq!(FLOAT.round_f64(value), u64::from((value as f32).to_bits()), "{value:e}");
            }
        }
    }

    #[test]
    fn half_fma_rounds_once() {
        let bits = |v: f64| HALF.round_f64(v);
        // 1.0009765625^2 = 1 + 2^-9 + 2^-20: a tie at half precision once 2^-11 is added, but for the last bit.
        let x = bits(1.0 + 2f64.powi(-10));
        let exact = (1.0 + 2f64.powi(-10)).powi(2) + 2f64.powi(-11);
        assert_eq!(fma(HALF, x, x, bits(2f64.powi(-11))), bits(exact));
    }

    #[test]
    fn ldexp_into_the_subnormals_rounds_once() {
        assert_eq!(ldexp(FLOAT, 0x3fc0_0000, -149), 2); // 1.5 * 2^-149, a tie: to even
        assert_eq!(ldexp(FLOAT, 0x3f80_0000, 200), 0x7f80_0000);
    }
}
