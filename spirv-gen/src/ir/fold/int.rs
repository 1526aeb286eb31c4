//! Integers of 1 to 128 bits, held in the low bits of a `u128`: arithmetic, comparison, and LLVM's poison rules.
//!
//! Called by `fold` and its siblings.

use crate::ir::instruction::{BinaryOp, Flags, IntPredicate};

use super::Lane;

/// All ones of width `bits`.
pub fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// The value of `v` read as a signed number of `bits` bits.
pub fn signed(v: u128, bits: u32) -> i128 {
    let unused = 128 - bits;
    ((v << unused) as i128) >> unused
}

fn fits_signed(v: i128, bits: u32) -> bool {
    signed(v as u128 & mask(bits), bits) == v
}

/// Exact result of `op` on unsigned readings, if it fits the width.
pub fn unsigned_exact(op: BinaryOp, bits: u32, a: u128, b: u128) -> Option<u128> {
    let result = match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        _ => None,
    };
    result.filter(|&r| r <= mask(bits))
}

/// Exact result of `op` on signed readings, if it fits the width.
pub fn signed_exact(op: BinaryOp, bits: u32, a: u128, b: u128) -> Option<i128> {
    let (a, b) = (signed(a, bits), signed(b, bits));
    let result = match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        _ => None,
    };
    result.filter(|&r| fits_signed(r, bits))
}

/// `a op b`; poison for a broken promise, an oversized shift, and where LLVM has undefined behaviour (division by zero).
pub fn binary(op: BinaryOp, flags: Flags, bits: u32, a: u128, b: u128) -> Lane {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => arithmetic(op, flags, bits, a, b),
        BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => division(op, flags, bits, a, b),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => shift(op, flags, bits, a, b),
        BinaryOp::And => Some(a & b),
        BinaryOp::Or if flags.contains(Flags::DISJOINT) && a & b != 0 => None,
        BinaryOp::Or => Some(a | b),
        BinaryOp::Xor => Some(a ^ b),
        _ => None,
    }
}

fn arithmetic(op: BinaryOp, flags: Flags, bits: u32, a: u128, b: u128) -> Lane {
    if flags.contains(Flags::NUW) && unsigned_exact(op, bits, a, b).is_none()
        || flags.contains(Flags::NSW) && signed_exact(op, bits, a, b).is_none()
    {
        return None;
    }
    let wrapped = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        _ => a.wrapping_mul(b),
    };
    Some(wrapped & mask(bits))
}

fn division(op: BinaryOp, flags: Flags, bits: u32, a: u128, b: u128) -> Lane {
    if b == 0 {
        return None;
    }
    let exact = flags.contains(Flags::EXACT);
    let (x, y) = (signed(a, bits), signed(b, bits));
    match op {
        BinaryOp::UDiv => (!exact || a.is_multiple_of(b)).then_some(a / b),
        BinaryOp::URem => Some(a % b),
        _ if y == -1 && a == 1 << (bits - 1) => None,
        BinaryOp::SDiv => (!exact || x % y == 0).then_some((x / y) as u128 & mask(bits)),
        _ => Some((x % y) as u128 & mask(bits)),
    }
}

fn shift(op: BinaryOp, flags: Flags, bits: u32, a: u128, b: u128) -> Lane {
    if b >= u128::from(bits) {
        return None;
    }
    let n = b as u32;
    if op == BinaryOp::Shl {
        let result = a << n & mask(bits);
        let lost_unsigned = flags.contains(Flags::NUW) && result >> n != a;
        let lost_signed = flags.contains(Flags::NSW) && signed(result, bits) >> n != signed(a, bits);
        return (!lost_unsigned && !lost_signed).then_some(result);
    }
    if flags.contains(Flags::EXACT) && a & mask(n) != 0 {
        return None;
    }
    Some(if op == BinaryOp::LShr { a >> n } else { (signed(a, bits) >> n) as u128 & mask(bits) })
}

/// `a pred b`.
pub fn compare(pred: IntPredicate, bits: u32, a: u128, b: u128) -> bool {
    let (x, y) = (signed(a, bits), signed(b, bits));
    match pred {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => x > y,
        IntPredicate::Sge => x >= y,
        IntPredicate::Slt => x < y,
        IntPredicate::Sle => x <= y,
    }
}

/// The sum of the products of four bytes each, modulo 2^32; `value` says what a byte stands for.
pub fn byte_dot(a: u128, b: u128, value: impl Fn(u8) -> i64) -> u128 {
    let bytes = |word: u128| (word as u32).to_le_bytes();
    let sum: i64 = bytes(a).into_iter().zip(bytes(b)).map(|(x, y)| value(x) * value(y)).sum();
    u128::from(sum as u32)
}

/// Bits in reverse order.
pub fn reverse(bits: u32, a: u128) -> u128 {
    a.reverse_bits() >> (128 - bits)
}

/// Bytes in reverse order; `bits` a multiple of 16.
pub fn swap_bytes(bits: u32, a: u128) -> u128 {
    a.swap_bytes() >> (128 - bits)
}

/// Zero bits above the highest set one (`bits` for zero).
pub fn leading_zeros(bits: u32, a: u128) -> u32 {
    a.leading_zeros() - (128 - bits)
}

/// Zero bits below the lowest set one (`bits` for zero).
pub fn trailing_zeros(bits: u32, a: u128) -> u32 {
    a.trailing_zeros().min(bits)
}

/// The high (`left`) or low word of `hi:lo` shifted left or right by `amount` modulo the width.
pub fn funnel(left: bool, bits: u32, hi: u128, lo: u128, amount: u128) -> u128 {
    let n = (amount % u128::from(bits)) as u32;
    if n == 0 {
        return if left { hi } else { lo };
    }
    let (up, down) = if left { (n, bits - n) } else { (bits - n, n) };
    (hi << up | lo >> down) & mask(bits)
}

/// Clamps an exact signed result, or its absence for a known direction, to the width.
pub fn saturate_signed(exact: Option<i128>, below: bool, bits: u32) -> u128 {
    let least = 1u128 << (bits - 1);
    match exact {
        Some(v) => v as u128 & mask(bits),
        None if below => least,
        None => least - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{binary, funnel, signed};
    use crate::ir::instruction::{BinaryOp, Flags};

    #[test]
    fn eight_bit_arithmetic_wraps_and_promises_make_poison() {
        assert_eq!(binary(BinaryOp::Add, Flags::empty(), 8, 200, 100), Some(44));
        assert_eq!(binary(BinaryOp::Add, Flags::NUW, 8, 200, 100), None);
        assert_eq!(binary(BinaryOp::Add, Flags::NSW, 8, 100, 100), None);
        assert_eq!(binary(BinaryOp::Mul, Flags::NSW, 128, 1 << 126, 2), None);
        assert_eq!(binary(BinaryOp::AShr, Flags::empty(), 8, 0x80, 7), Some(0xff));
    }

    #[test]
    fn division_by_zero_and_its_overflow_are_poison() {
        assert_eq!(binary(BinaryOp::SDiv, Flags::empty(), 32, 1 << 31, 0xffff_ffff), None);
        assert_eq!(binary(BinaryOp::URem, Flags::empty(), 32, 1, 0), None);
        assert_eq!(binary(BinaryOp::SRem, Flags::empty(), 32, 0xffff_fff9, 4), Some(0xffff_fffd));
    }

    #[test]
    fn funnel_shift_takes_the_amount_modulo_the_width() {
        assert_eq!(funnel(true, 8, 0x12, 0x34, 12), 0x23);
        assert_eq!(funnel(false, 8, 0x12, 0x34, 4), 0x23);
        assert_eq!(signed(1, 1), -1);
    }
}
