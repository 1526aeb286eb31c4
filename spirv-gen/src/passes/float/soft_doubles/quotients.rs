//! Quotients and square roots of doubles' bits, rounded once.
//!
//! A float's reciprocal is the first guess (20 bits are asked of it); two of Newton's steps in 64-bit integers make 58 bits, of which as many are
//! taken that the last one is wrong by one at most; the remainder, exact, says whether it is, and whether anything is left.

use super::parts::{
    INFINITY, LEADING, NAN, ONE, SIGN, Words, is_nan, jammed, rounded, significand, size, upper_product,
};
use super::sums::in_place;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::Build;
use crate::passes::util::floats::FloatCode;

/// `a / b`.
pub fn quotient(c: &mut Cursor<'_>, a: Value, b: Value) -> Value {
    let sign = c.differing(a, b);
    let sign = c.masked(sign, SIGN);
    let (a_size, b_size) = (size(c, a), size(c, b));
    let (x, x_exponent) = significand(c, a_size);
    let (y, y_exponent) = significand(c, b_size);
    let reciprocal = reciprocal(c, y);
    // x * 2^10 * (2^126 / (y * 2^11)) / 2^64, which is x / y * 2^61.
    let wide = c.up_const(x, 10);
    let guess = upper_product(c, wide, reciprocal);
    let guess = c.down_const(guess, 4);
    // What is left of x * 2^57, in 64 bits, as it is smaller than two of y.
    let whole = c.up_const(x, 57);
    let taken = c.times(guess, y);
    let left = c.less(whole, taken);
    let too_much = c.signed_down(left, 63);
    let guess = c.plus(guess, too_much);
    let given_back = c.both(y, too_much);
    let left = c.plus(left, given_back);
    let too_little = c.is(IntPredicate::Uge, left, y);
    let one = c.number(too_little);
    let guess = c.plus(guess, one);
    let none = c.long(0);
    let taken = c.choose(too_little, y, none);
    let left = c.less(left, taken);
    let magnitude = c.up_const(guess, LEADING - 57);
    let magnitude = jammed(c, magnitude, left);
    let exponent = c.less(x_exponent, y_exponent);
    let exponent = c.plus_const(exponent, 1023);
    let (magnitude, exponent) = in_place(c, magnitude, exponent);
    let number = rounded(c, sign, exponent, magnitude);
    unusual_quotient(c, [a, b], sign, number)
}

/// What `number` is instead if an operand is zero, infinite or a NaN.
fn unusual_quotient(c: &mut Cursor<'_>, [a, b]: [Value; 2], sign: Value, number: Value) -> Value {
    let (a_size, b_size) = (size(c, a), size(c, b));
    let [(a_zero, a_infinite), (b_zero, b_infinite)] =
        [a_size, b_size].map(|x| (c.is_const(IntPredicate::Eq, x, 0), c.is_const(IntPredicate::Eq, x, INFINITY)));
    let infinite = c.any(a_infinite, b_zero);
    let nothing = c.any(a_zero, b_infinite);
    let infinity = c.with(sign, INFINITY);
    let number = c.choose(nothing, sign, number);
    let number = c.choose(infinite, infinity, number);
    // 0 / 0, infinity / infinity.
    let undefined = c.both(infinite, nothing);
    let (a_nan, b_nan) = (is_nan(c, a_size), is_nan(c, b_size));
    let undefined = [a_nan, b_nan].into_iter().fold(undefined, |sum, nan| c.any(sum, nan));
    let nan = c.long(NAN);
    c.choose(undefined, nan, number)
}

/// `2^126 / (y * 2^11)`, within 2^-58 of it; `y` has its leading bit at 52.
fn reciprocal(c: &mut Cursor<'_>, y: Value) -> Value {
    let wide = c.up_const(y, 11);
    let float = top_as_float(c, y, 52 - 23);
    let scale = c.fconst(Type::FLOAT, 2f64.powi(54));
    let guess = c.fdiv(scale, float);
    let guess = from_float(c, guess);
    [(11, 19), (0, 30)].into_iter().fold(guess, |guess, (drop, down)| {
        let found = upper_product(c, wide, guess);
        let one = c.long(1 << 62);
        let error = c.less(one, found);
        corrected(c, guess, error, drop, down)
    })
}

/// The square root.
pub fn root(c: &mut Cursor<'_>, a: Value) -> Value {
    let a_size = size(c, a);
    let (x, exponent) = significand(c, a_size);
    // The exponent without its bias is to be even.
    let exponent = c.plus_const(exponent, -1023);
    let odd = c.masked(exponent, 1);
    let x = c.up(x, odd);
    let exponent = c.signed_down(exponent, 1);
    let exponent = c.plus_const(exponent, 1023);
    let wide = c.up_const(x, 10);
    let reciprocal = reciprocal_root(c, x, wide);
    // sqrt(x * 2^58), of 56 bits.
    let guess = upper_product(c, wide, reciprocal);
    let guess = c.down_const(guess, 6);
    let whole = c.up_const(x, 58);
    let taken = c.times(guess, guess);
    let left = c.less(whole, taken);
    let twice = c.up_const(guess, 1);
    let too_much = c.signed_down(left, 63);
    // (guess - 1)^2 is guess^2 - 2 * guess + 1.
    let given_back = c.plus_const(twice, -1);
    let given_back = c.both(given_back, too_much);
    let too_little = c.icmp(IntPredicate::Sgt, left, twice);
    let next = c.plus_const(twice, 1);
    let none = c.long(0);
    let taken = c.choose(too_little, next, none);
    let left = c.plus(left, given_back);
    let left = c.less(left, taken);
    let guess = c.plus(guess, too_much);
    let one = c.number(too_little);
    let guess = c.plus(guess, one);
    let magnitude = c.up_const(guess, LEADING - 55);
    let magnitude = jammed(c, magnitude, left);
    let number = rounded(c, none, exponent, magnitude);
    // Zeros and positive infinity are their own roots; other numbers below zero have none.
    let zero = c.is_const(IntPredicate::Eq, a_size, 0);
    let infinite = c.is_const(IntPredicate::Eq, a, INFINITY);
    let itself = c.any(zero, infinite);
    let negative = c.icmp(IntPredicate::Slt, a, none);
    let nan = is_nan(c, a_size);
    let undefined = c.any(negative, nan);
    let nan = c.long(NAN);
    let number = c.choose(undefined, nan, number);
    c.choose(itself, a, number)
}

/// `2^89 / sqrt(x)`, within 2^-57 of it; `x` has its leading bit at 52 or 53, and `wide` is 2^10 of it.
fn reciprocal_root(c: &mut Cursor<'_>, x: Value, wide: Value) -> Value {
    let float = top_as_float(c, x, 53 - 23);
    let root = c.intrinsic(Intrinsic::Sqrt, vec![float], Type::FLOAT);
    let scale = c.fconst(Type::FLOAT, 2f64.powi(42));
    let guess = c.fdiv(scale, root);
    let guess = from_float(c, guess);
    [(10, 19), (0, 29)].into_iter().fold(guess, |guess, (drop, down)| {
        let square = upper_product(c, guess, guess);
        let found = upper_product(c, square, wide);
        let one = c.long(1 << 60);
        let error = c.less(one, found);
        corrected(c, guess, error, drop, down)
    })
}

/// `guess` and the product of its upper half with an error, of which `drop` bits are left out, shifted down.
fn corrected(c: &mut Cursor<'_>, guess: Value, error: Value, drop: u32, down: u32) -> Value {
    let error = c.signed_down(error, drop);
    let upper = c.down_const(guess, 32);
    let change = c.times(upper, error);
    let change = c.signed_down(change, down);
    c.plus(guess, change)
}

/// The 24 bits of a significand above `drop`, as a float.
fn top_as_float(c: &mut Cursor<'_>, x: Value, drop: u32) -> Value {
    let top = c.down_const(x, drop);
    let top = c.to_unsigned(top, Type::I32);
    c.cast(CastOp::UIToFP, top, Type::FLOAT)
}

/// A float below 2^32 as the upper half of an integer; 2^32 and more are its largest.
fn from_float(c: &mut Cursor<'_>, x: Value) -> Value {
    let largest = c.fconst(Type::FLOAT, f64::from(0xffff_ff00_u32));
    let x = c.pair(Intrinsic::MinNum, x, largest);
    let upper = c.cast(CastOp::FPToUI, x, Type::I32);
    let upper = c.to_unsigned(upper, Type::I64);
    c.fold_const(BinaryOp::Shl, upper, 32)
}

/// `1 / a`.
pub fn reciprocal_of(c: &mut Cursor<'_>, a: Value) -> Value {
    let one = c.long(ONE);
    quotient(c, one, a)
}
