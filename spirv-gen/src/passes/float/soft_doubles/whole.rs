//! Whole numbers next to a double, from its bits.

use super::parts::{NAN, ONE, SIGN, Words, field, is_nan, size};
use crate::ir::cursor::Cursor;
use crate::ir::float_format::DOUBLE;
use crate::ir::instruction::{IntPredicate, Value};
use crate::passes::util::build::Build;

/// Which whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Towards {
    Zero,
    /// Down.
    Less,
    /// Up.
    More,
    /// The nearest, of two the even one.
    Nearest,
}

/// 0.5's bits.
const HALF: u64 = ONE - (1 << 52);

/// `x` rounded to a whole number; numbers of 2^52 and more are that.
pub fn whole(c: &mut Cursor<'_>, x: Value, towards: Towards) -> Value {
    let bits = size(c, x);
    let sign = c.masked(x, SIGN);
    let negative = c.is_const(IntPredicate::Ne, sign, 0);
    let exponent = field(c, bits);
    // So many bits of the significand lie below one.
    let last = c.long(1023 + 52);
    let below = c.less(last, exponent);
    let below = c.clamped(below, 0, 52);
    let one = c.long(1);
    let unit = c.up(one, below);
    let rest = c.plus_const(unit, -1);
    let none = c.long(0);
    // What is added before the bits below one go, and what a number below one becomes.
    let (added, small) = match towards {
        Towards::Zero => (none, none),
        Towards::Less | Towards::More => {
            let (down, up) = if towards == Towards::Less { (rest, none) } else { (none, rest) };
            let zero = c.is_const(IntPredicate::Eq, bits, 0);
            let one = c.long(ONE);
            let one = c.choose(zero, none, one);
            let (from_below, from_above) = if towards == Towards::Less { (one, none) } else { (none, one) };
            (c.choose(negative, down, up), c.choose(negative, from_below, from_above))
        }
        Towards::Nearest => {
            let half = c.down_const(unit, 1);
            let odd = c.down(bits, below);
            let odd = c.masked(odd, 1);
            let nearly = c.plus_const(half, -1);
            let added = c.plus(nearly, odd);
            let more = c.is_const(IntPredicate::Ugt, bits, HALF);
            let one = c.long(ONE);
            (added, c.choose(more, one, none))
        }
    };
    let moved = c.plus(bits, added);
    let mask = c.flipped(rest, u64::MAX);
    let moved = c.both(moved, mask);
    let is_small = c.is_const(IntPredicate::Ult, bits, ONE);
    let moved = c.choose(is_small, small, moved);
    let large = c.is_const(IntPredicate::Uge, bits, u64::from(1023u32 + 52) << DOUBLE.fraction);
    let size = c.choose(large, bits, moved);
    let number = c.any(sign, size);
    let undefined = is_nan(c, bits);
    let nan = c.long(NAN);
    c.choose(undefined, nan, number)
}
