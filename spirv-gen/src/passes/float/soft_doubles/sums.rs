//! Sums and products of doubles' bits, rounded once; products with a sum, too.

use super::parts::{
    INFINITY, LEADING, NAN, SIGN, Words, is_nan, jammed, jammed_down, rounded, significand, significand_in_place, size,
    wide_product,
};
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{IntPredicate, Value};
use crate::passes::util::build::Build;

/// Where both operands of a sum have their leading bit, or below: one bit is left for what is carried.
const PLACE: u32 = LEADING - 1;
/// A product's exponent that is below that of any number.
const NOTHING: u64 = -5000i64 as u64;

/// `a + b`.
pub fn sum(c: &mut Cursor<'_>, a: Value, b: Value) -> Value {
    let (a_size, b_size) = (size(c, a), size(c, b));
    let swap = c.is(IntPredicate::Ugt, b_size, a_size);
    let (large, small) = (c.choose(swap, b, a), c.choose(swap, a, b));
    let (large_size, small_size) = (c.choose(swap, b_size, a_size), c.choose(swap, a_size, b_size));
    let [(x, x_exponent), (y, y_exponent)] = [large_size, small_size].map(|size| {
        let (significand, exponent) = significand_in_place(c, size);
        (c.up_const(significand, PLACE - 52), exponent)
    });
    let distance = c.less(x_exponent, y_exponent);
    let most = c.long(63);
    let distance = c.at_most(distance, most);
    let y = jammed_down(c, y, distance);
    // All ones where the signs differ.
    let signs = c.differing(a, b);
    let opposite = c.signed_down(signs, 63);
    let y = c.differing(y, opposite);
    let y = c.less(y, opposite);
    let magnitude = c.plus(x, y);
    let zeros = c.leading_zeros(magnitude);
    // Of zero it is 63.
    let shift = c.plus_const(zeros, -1);
    let magnitude = c.up(magnitude, shift);
    let exponent = c.less(x_exponent, shift);
    let exponent = c.plus_const(exponent, 1);
    let nothing = c.is_const(IntPredicate::Eq, magnitude, 0);
    let common = c.both(large, small);
    let sign = c.choose(nothing, common, large);
    let sign = c.masked(sign, SIGN);
    let number = rounded(c, sign, exponent, magnitude);
    // The larger operand is infinite or a NaN: so is the sum, but for infinities of different signs.
    let special = c.is_const(IntPredicate::Uge, large_size, INFINITY);
    let other_infinite = c.is_const(IntPredicate::Eq, small_size, INFINITY);
    let differ = c.is_const(IntPredicate::Ne, opposite, 0);
    let undefined = c.both(other_infinite, differ);
    let large_nan = is_nan(c, large_size);
    let undefined = c.any(undefined, large_nan);
    let nan = c.long(NAN);
    let unusual = c.choose(undefined, nan, large);
    c.choose(special, unusual, number)
}

/// A product's parts before it is rounded: where its leading bit stands is one of two.
struct Product {
    sign: Value,
    /// Of the higher of the two places.
    exponent: Value,
    high: Value,
    low: Value,
}

/// The product of two finite numbers, its leading bit at `top` of the upper half or below.
fn exact_product(c: &mut Cursor<'_>, a: Value, b: Value, top: u32) -> Product {
    let sign = c.differing(a, b);
    let sign = c.masked(sign, SIGN);
    let [(x, x_exponent), (y, y_exponent)] = [a, b].map(|value| {
        let bits = size(c, value);
        significand(c, bits)
    });
    // The product of both has its leading bit at 105 or 104.
    let up = top + 64 - 105;
    let (x, y) = (c.up_const(x, up / 2), c.up_const(y, up - up / 2));
    let (high, low) = wide_product(c, x, y);
    let exponent = c.plus(x_exponent, y_exponent);
    Product { sign, exponent: c.plus_const(exponent, -1022), high, low }
}

/// The sizes of two numbers, the larger first.
fn sizes(c: &mut Cursor<'_>, a: Value, b: Value) -> (Value, Value) {
    let (a, b) = (size(c, a), size(c, b));
    let larger = c.is(IntPredicate::Ugt, a, b);
    (c.choose(larger, a, b), c.choose(larger, b, a))
}

/// `a * b`.
pub fn product(c: &mut Cursor<'_>, a: Value, b: Value) -> Value {
    let Product { sign, exponent, high, low } = exact_product(c, a, b, LEADING);
    let magnitude = jammed(c, high, low);
    let (magnitude, exponent) = in_place(c, magnitude, exponent);
    let number = rounded(c, sign, exponent, magnitude);
    let (most, least) = sizes(c, a, b);
    let special = c.is_const(IntPredicate::Uge, most, INFINITY);
    let infinity = c.with(sign, INFINITY);
    let nan = c.long(NAN);
    // Infinity times zero.
    let (is_nan, zero) = (is_nan(c, most), c.is_const(IntPredicate::Eq, least, 0));
    let undefined = c.any(is_nan, zero);
    let unusual = c.choose(undefined, nan, infinity);
    c.choose(special, unusual, number)
}

/// A magnitude whose leading bit stands at [`LEADING`] or one below is put there. Its lowest bit is the only one that may be jammed.
pub fn in_place(c: &mut Cursor<'_>, magnitude: Value, exponent: Value) -> (Value, Value) {
    let there = c.down_const(magnitude, LEADING);
    let by = c.flipped(there, 1);
    (c.up(magnitude, by), c.less(exponent, by))
}

/// `a * b + d`, rounded once.
pub fn product_and_sum(c: &mut Cursor<'_>, a: Value, b: Value, d: Value) -> Value {
    let product = exact_product(c, a, b, PLACE);
    let d_size = size(c, d);
    let (addend, d_exponent) = significand_in_place(c, d_size);
    let addend = c.up_const(addend, PLACE - 52);
    let d_sign = c.masked(d, SIGN);
    let nothing = c.is_const(IntPredicate::Eq, product.high, 0);
    let below = c.long(NOTHING);
    let p_exponent = c.choose(nothing, below, product.exponent);
    // The one of the larger exponent stays where it is.
    let swap = c.is(IntPredicate::Slt, p_exponent, d_exponent);
    let none = c.long(0);
    let exponent = c.choose(swap, d_exponent, p_exponent);
    let other = c.choose(swap, p_exponent, d_exponent);
    let x = (c.choose(swap, addend, product.high), c.choose(swap, none, product.low));
    let y = (c.choose(swap, product.high, addend), c.choose(swap, product.low, none));
    let distance = c.less(exponent, other);
    let y = moved_down(c, y, distance);
    let signs = c.differing(product.sign, d_sign);
    let opposite = c.signed_down(signs, 63);
    let (high, low) = wide_sum(c, x, y, opposite);
    // Its sign turns over if the other one was larger.
    let turned = c.signed_down(high, 63);
    let (high, low) = wide_negation(c, high, low, turned);
    let sign = c.choose(swap, d_sign, product.sign);
    let turned = c.masked(turned, SIGN);
    let sign = c.differing(sign, turned);
    let (magnitude, exponent) = wide_in_place(c, high, low, exponent);
    let zero = c.is_const(IntPredicate::Eq, magnitude, 0);
    let common = c.both(product.sign, d_sign);
    let sign = c.choose(zero, common, sign);
    let number = rounded(c, sign, exponent, magnitude);
    unusual_sum(c, [a, b, d], product.sign, number)
}

/// What `number` is instead if an operand is infinite or a NaN.
fn unusual_sum(c: &mut Cursor<'_>, [a, b, d]: [Value; 3], sign: Value, number: Value) -> Value {
    let (most, least) = sizes(c, a, b);
    let d_size = size(c, d);
    let product_special = c.is_const(IntPredicate::Uge, most, INFINITY);
    let d_special = c.is_const(IntPredicate::Uge, d_size, INFINITY);
    let d_nan = is_nan(c, d_size);
    let [any_nan, zero] = [is_nan(c, most), c.is_const(IntPredicate::Eq, least, 0)];
    let any_nan = c.any(any_nan, d_nan);
    let zero = c.both(zero, product_special);
    let infinity = c.with(sign, INFINITY);
    // Infinities of different signs.
    let differ = c.is(IntPredicate::Ne, infinity, d);
    let differ = c.both(differ, d_special);
    let differ = c.both(differ, product_special);
    let undefined = c.any(any_nan, zero);
    let undefined = c.any(undefined, differ);
    let infinite = c.choose(product_special, infinity, d);
    let nan = c.long(NAN);
    let unusual = c.choose(undefined, nan, infinite);
    let special = c.any(product_special, d_special);
    c.choose(special, unusual, number)
}

/// Two words shifted down by any distance, the lowest bit jammed.
fn moved_down(c: &mut Cursor<'_>, (high, low): (Value, Value), by: Value) -> (Value, Value) {
    let by = c.clamped(by, 0, 127);
    let far = c.is_const(IntPredicate::Uge, by, 64);
    let by = c.masked(by, 63);
    let none = c.long(0);
    let dropped = c.choose(far, low, none);
    let (high, low) = (c.choose(far, none, high), c.choose(far, high, low));
    let kept = c.down(low, by);
    let back = c.up(kept, by);
    let lost = c.differing(back, low);
    let lost = c.any(lost, dropped);
    let rest = c.flipped(by, 63);
    let from_above = c.up_const(high, 1);
    let from_above = c.up(from_above, rest);
    let low = c.any(kept, from_above);
    (c.down(high, by), jammed(c, low, lost))
}

/// `x + y`, or `x - y` where `negative` is all ones, of two words each.
fn wide_sum(c: &mut Cursor<'_>, x: (Value, Value), y: (Value, Value), negative: Value) -> (Value, Value) {
    let (y_high, y_low) = (c.differing(y.0, negative), c.differing(y.1, negative));
    let one = c.masked(negative, 1);
    let part = c.plus(x.1, y_low);
    let first = c.is(IntPredicate::Ult, part, y_low);
    let low = c.plus(part, one);
    let second = c.is(IntPredicate::Ult, low, one);
    let (first, second) = (c.number(first), c.number(second));
    let high = [y_high, first, second].into_iter().fold(x.0, |sum, part| c.plus(sum, part));
    (high, low)
}

/// Two words negated where `negative` is all ones.
fn wide_negation(c: &mut Cursor<'_>, high: Value, low: Value, negative: Value) -> (Value, Value) {
    let (high, low) = (c.differing(high, negative), c.differing(low, negative));
    let one = c.masked(negative, 1);
    let low = c.plus(low, one);
    let carried = c.is(IntPredicate::Ult, low, one);
    let carried = c.number(carried);
    (c.plus(high, carried), low)
}

/// Two words, of which bit [`PLACE`] of the upper one counts `exponent`, as one magnitude in its place.
fn wide_in_place(c: &mut Cursor<'_>, high: Value, low: Value, exponent: Value) -> (Value, Value) {
    let empty = c.is_const(IntPredicate::Eq, high, 0);
    let (next, last) = (c.down_const(low, 1), c.up_const(low, 63));
    let (high, low) = (c.choose(empty, next, high), c.choose(empty, last, low));
    let nearer = c.plus_const(exponent, -63);
    let exponent = c.choose(empty, nearer, exponent);
    let zeros = c.leading_zeros(high);
    let shift = c.plus_const(zeros, -1);
    let rest = c.flipped(shift, 63);
    let rest = c.masked(rest, 63);
    let from_below = c.down_const(low, 1);
    let from_below = c.down(from_below, rest);
    let moved = c.up(high, shift);
    let moved = c.any(moved, from_below);
    let left = c.up(low, shift);
    let exponent = c.less(exponent, shift);
    (jammed(c, moved, left), c.plus_const(exponent, 1))
}
