//! A double's bits taken apart, and put together again, rounded. Used by every file of this folder.
//!
//! Between the two a number is `magnitude * 2^(exponent - 1023 - 62)`: the leading bit of the magnitude stands at [`LEADING`], so that ten bits
//! lie below the last one that stays, and the lowest of them says whether anything was lost further down ("jammed").

use crate::ir::cursor::Cursor;
use crate::ir::float_format::{DOUBLE, Format};
use crate::ir::instruction::{BinaryOp, Flags, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::Build;

/// The sign's bit.
pub const SIGN: u64 = 1 << 63;
/// Infinity's bits.
pub const INFINITY: u64 = 0x7ff << 52;
/// 1.0's bits.
pub const ONE: u64 = 0x3ff << 52;
/// What an operation makes of a NaN, and of numbers that have no result.
pub const NAN: u64 = INFINITY | 1 << 51;
/// Where a magnitude's leading bit stands.
pub const LEADING: u32 = 62;

/// Integer arithmetic at a cursor; constants fold.
pub trait Words {
    fn long(&mut self, value: u64) -> Value;
    fn both(&mut self, a: Value, b: Value) -> Value;
    fn any(&mut self, a: Value, b: Value) -> Value;
    fn differing(&mut self, a: Value, b: Value) -> Value;
    fn plus(&mut self, a: Value, b: Value) -> Value;
    fn less(&mut self, a: Value, b: Value) -> Value;
    fn times(&mut self, a: Value, b: Value) -> Value;
    /// Shifts by a variable number of bits, below 64.
    fn up(&mut self, a: Value, by: Value) -> Value;
    fn down(&mut self, a: Value, by: Value) -> Value;
    fn is(&mut self, pred: IntPredicate, a: Value, b: Value) -> Value;
    /// The smaller of two, as unsigned numbers.
    fn at_most(&mut self, a: Value, b: Value) -> Value;
    /// Signed, between two constants.
    fn clamped(&mut self, a: Value, low: i64, high: i64) -> Value;
    /// A condition as a number.
    fn number(&mut self, condition: Value) -> Value;
    /// The same operations with a constant.
    fn masked(&mut self, a: Value, mask: u64) -> Value;
    fn with(&mut self, a: Value, bits: u64) -> Value;
    fn flipped(&mut self, a: Value, bits: u64) -> Value;
    fn plus_const(&mut self, a: Value, b: i64) -> Value;
    fn up_const(&mut self, a: Value, by: u32) -> Value;
    fn down_const(&mut self, a: Value, by: u32) -> Value;
    fn signed_down(&mut self, a: Value, by: u32) -> Value;
    fn is_const(&mut self, pred: IntPredicate, a: Value, b: u64) -> Value;
    /// Zeros above the leading one; 64 of zero.
    fn leading_zeros(&mut self, a: Value) -> Value;
}

impl Words for Cursor<'_> {
    fn long(&mut self, value: u64) -> Value {
        self.ctx.int(Type::I64, value.into())
    }
    fn both(&mut self, a: Value, b: Value) -> Value {
        self.fold(BinaryOp::And, Flags::empty(), a, b)
    }
    fn any(&mut self, a: Value, b: Value) -> Value {
        self.fold(BinaryOp::Or, Flags::empty(), a, b)
    }
    fn differing(&mut self, a: Value, b: Value) -> Value {
        self.fold(BinaryOp::Xor, Flags::empty(), a, b)
    }
    fn plus(&mut self, a: Value, b: Value) -> Value {
        self.fold(BinaryOp::Add, Flags::empty(), a, b)
    }
    fn less(&mut self, a: Value, b: Value) -> Value {
        self.fold(BinaryOp::Sub, Flags::empty(), a, b)
    }
    fn times(&mut self, a: Value, b: Value) -> Value {
        self.fold(BinaryOp::Mul, Flags::empty(), a, b)
    }
    fn up(&mut self, a: Value, by: Value) -> Value {
        self.fold(BinaryOp::Shl, Flags::empty(), a, by)
    }
    fn down(&mut self, a: Value, by: Value) -> Value {
        self.fold(BinaryOp::LShr, Flags::empty(), a, by)
    }
    fn is(&mut self, pred: IntPredicate, a: Value, b: Value) -> Value {
        self.compare(pred, a, b)
    }
    fn at_most(&mut self, a: Value, b: Value) -> Value {
        let smaller = self.compare(IntPredicate::Ult, a, b);
        self.choose(smaller, a, b)
    }
    fn clamped(&mut self, a: Value, low: i64, high: i64) -> Value {
        let (least, most) = (self.long(low as u64), self.long(high as u64));
        let below = self.icmp(IntPredicate::Slt, a, least);
        let above = self.icmp(IntPredicate::Sgt, a, most);
        let bounded = self.choose(above, most, a);
        self.choose(below, least, bounded)
    }
    fn number(&mut self, condition: Value) -> Value {
        self.to_unsigned(condition, Type::I64)
    }
    fn masked(&mut self, a: Value, mask: u64) -> Value {
        self.fold_const(BinaryOp::And, a, mask.into())
    }
    fn with(&mut self, a: Value, bits: u64) -> Value {
        self.fold_const(BinaryOp::Or, a, bits.into())
    }
    fn flipped(&mut self, a: Value, bits: u64) -> Value {
        self.fold_const(BinaryOp::Xor, a, bits.into())
    }
    fn plus_const(&mut self, a: Value, b: i64) -> Value {
        self.fold_const(BinaryOp::Add, a, u128::from(b as u64))
    }
    fn up_const(&mut self, a: Value, by: u32) -> Value {
        self.fold_const(BinaryOp::Shl, a, by.into())
    }
    fn down_const(&mut self, a: Value, by: u32) -> Value {
        self.fold_const(BinaryOp::LShr, a, by.into())
    }
    fn signed_down(&mut self, a: Value, by: u32) -> Value {
        self.fold_const(BinaryOp::AShr, a, by.into())
    }
    fn is_const(&mut self, pred: IntPredicate, a: Value, b: u64) -> Value {
        self.compare_const(pred, a, b.into())
    }
    fn leading_zeros(&mut self, a: Value) -> Value {
        let of_zero_too = self.ctx.bool(false);
        self.intrinsic(Intrinsic::Ctlz, vec![a, of_zero_too], Type::I64)
    }
}

/// The bits without the sign.
pub fn size(c: &mut Cursor<'_>, x: Value) -> Value {
    c.masked(x, !SIGN)
}

/// The exponent's field of bits without a sign.
pub fn field(c: &mut Cursor<'_>, size: Value) -> Value {
    c.down_const(size, DOUBLE.fraction)
}

/// Whether bits without a sign are a NaN's.
pub fn is_nan(c: &mut Cursor<'_>, size: Value) -> Value {
    c.is_const(IntPredicate::Ugt, size, INFINITY)
}

/// The significand, with its leading bit at 52, and the exponent's field, which is 0 or less of a subnormal number. Zero's significand is zero.
pub fn significand(c: &mut Cursor<'_>, size: Value) -> (Value, Value) {
    let exponent = field(c, size);
    let subnormal = c.is_const(IntPredicate::Eq, exponent, 0);
    let fraction = c.masked(size, DOUBLE.fraction_mask());
    let whole = c.with(fraction, DOUBLE.smallest_normal());
    let zeros = c.leading_zeros(size);
    let shift = c.plus_const(zeros, -11);
    let none = c.long(0);
    let shift = c.choose(subnormal, shift, none);
    let moved = c.up(size, shift);
    let one = c.long(1);
    let below = c.less(one, shift);
    (c.choose(subnormal, moved, whole), c.choose(subnormal, below, exponent))
}

/// The same without moving: of a subnormal number the leading bit is where it is, and the exponent 1.
pub fn significand_in_place(c: &mut Cursor<'_>, size: Value) -> (Value, Value) {
    let exponent = field(c, size);
    let subnormal = c.is_const(IntPredicate::Eq, exponent, 0);
    let (none, leading, one) = (c.long(0), c.long(DOUBLE.smallest_normal()), c.long(1));
    let fraction = c.masked(size, DOUBLE.fraction_mask());
    let leading = c.choose(subnormal, none, leading);
    (c.any(fraction, leading), c.choose(subnormal, one, exponent))
}

/// `a >> by`, below 64, with the lowest bit set if anything was shifted out.
pub fn jammed_down(c: &mut Cursor<'_>, a: Value, by: Value) -> Value {
    let kept = c.down(a, by);
    let back = c.up(kept, by);
    let lost = c.is(IntPredicate::Ne, back, a);
    let lost = c.number(lost);
    c.any(kept, lost)
}

/// The lowest bit of `a` set if `rest` is not zero.
pub fn jammed(c: &mut Cursor<'_>, a: Value, rest: Value) -> Value {
    let lost = c.is_const(IntPredicate::Ne, rest, 0);
    let lost = c.number(lost);
    c.any(a, lost)
}

/// The bits, without a sign, of the number of `format` that is nearest to a magnitude with its leading bit at [`LEADING`], even of two; `exponent`
/// is in that format's bias. Zero stays zero, whatever its exponent.
pub fn rounded_to(c: &mut Cursor<'_>, exponent: Value, magnitude: Value, format: Format) -> Value {
    let one = c.long(1);
    let down = c.less(one, exponent);
    let down = c.clamped(down, 0, 63);
    let kept = jammed_down(c, magnitude, down);
    let dropped = LEADING - format.fraction;
    let odd = c.down_const(kept, dropped);
    let odd = c.masked(odd, 1);
    let nearly_half = c.plus_const(kept, (1 << (dropped - 1)) - 1);
    let carried = c.plus(nearly_half, odd);
    let fraction = c.down_const(carried, dropped);
    let most = format.infinity() >> format.fraction;
    let exponent = c.clamped(exponent, 1, most as i64);
    // The leading bit is one unit of the exponent, and so is what rounding carries beyond it.
    let exponent = c.plus_const(exponent, -1);
    let exponent = c.up_const(exponent, format.fraction);
    let bits = c.plus(exponent, fraction);
    let infinity = c.long(format.infinity());
    let bits = c.at_most(bits, infinity);
    let zero = c.is_const(IntPredicate::Eq, magnitude, 0);
    let none = c.long(0);
    c.choose(zero, none, bits)
}

/// [`rounded_to`] a double, with the sign in its place.
pub fn rounded(c: &mut Cursor<'_>, sign: Value, exponent: Value, magnitude: Value) -> Value {
    let bits = rounded_to(c, exponent, magnitude, DOUBLE);
    c.any(sign, bits)
}

/// The product of two integers: upper and lower half.
pub fn wide_product(c: &mut Cursor<'_>, a: Value, b: Value) -> (Value, Value) {
    const HALF: u64 = 0xffff_ffff;
    let [(a1, a0), (b1, b0)] = [a, b].map(|x| (c.down_const(x, 32), c.masked(x, HALF)));
    let (low, first, second, high) = (c.times(a0, b0), c.times(a0, b1), c.times(a1, b0), c.times(a1, b1));
    let carried = c.down_const(low, 32);
    let (first_low, second_low) = (c.masked(first, HALF), c.masked(second, HALF));
    let middle = c.plus(carried, first_low);
    let middle = c.plus(middle, second_low);
    let (low, upper) = (c.masked(low, HALF), c.up_const(middle, 32));
    let low = c.any(low, upper);
    let high = [first, second, middle].into_iter().fold(high, |high, part| {
        let part = c.down_const(part, 32);
        c.plus(high, part)
    });
    (high, low)
}

/// The upper half of a product.
pub fn upper_product(c: &mut Cursor<'_>, a: Value, b: Value) -> Value {
    wide_product(c, a, b).0
}
