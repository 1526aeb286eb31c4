//! Comparisons of doubles' bits.

use super::parts::{NAN, Words, is_nan, size};
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{FloatPredicate, IntPredicate, Value};
use crate::passes::util::build::Build;

/// `a pred b`, an i1.
pub fn compared(c: &mut Cursor<'_>, pred: FloatPredicate, a: Value, b: Value) -> Value {
    use FloatPredicate as P;
    let unordered = |c: &mut Cursor<'_>| {
        let [a, b] = nans(c, a, b);
        c.any(a, b)
    };
    let (relation, or_unordered) = match pred {
        P::False => return c.ctx.bool(false),
        P::True => return c.ctx.bool(true),
        P::Uno => return unordered(c),
        P::Ord => {
            let unordered = unordered(c);
            return c.not(unordered);
        }
        P::Oeq => (IntPredicate::Eq, false),
        P::Ogt => (IntPredicate::Sgt, false),
        P::Oge => (IntPredicate::Sge, false),
        P::Olt => (IntPredicate::Slt, false),
        P::Ole => (IntPredicate::Sle, false),
        P::One => (IntPredicate::Ne, false),
        P::Ueq => (IntPredicate::Eq, true),
        P::Ugt => (IntPredicate::Sgt, true),
        P::Uge => (IntPredicate::Sge, true),
        P::Ult => (IntPredicate::Slt, true),
        P::Ule => (IntPredicate::Sle, true),
        P::Une => (IntPredicate::Ne, true),
    };
    let (left, right) = (place(c, a), place(c, b));
    let holds = c.is(relation, left, right);
    let unordered = unordered(c);
    if or_unordered {
        return c.any(holds, unordered);
    }
    let ordered = c.not(unordered);
    c.both(holds, ordered)
}

/// Whether each is a NaN.
fn nans(c: &mut Cursor<'_>, a: Value, b: Value) -> [Value; 2] {
    [a, b].map(|x| {
        let bits = size(c, x);
        is_nan(c, bits)
    })
}

/// Its place among all numbers: both zeros have one.
fn place(c: &mut Cursor<'_>, x: Value) -> Value {
    let (bits, negative) = (size(c, x), c.signed_down(x, 63));
    let turned = c.differing(bits, negative);
    c.less(turned, negative)
}

/// `minnum` or `maxnum`: of a number and a NaN the number.
pub fn extreme(c: &mut Cursor<'_>, a: Value, b: Value, least: bool) -> Value {
    let (left, right) = (place(c, a), place(c, b));
    let pred = if least { IntPredicate::Slt } else { IntPredicate::Sgt };
    let first = c.is(pred, left, right);
    // Zeros by their signs.
    let same = c.is(IntPredicate::Eq, left, right);
    let zero = if least { c.any(a, b) } else { c.both(a, b) };
    let chosen = c.choose(first, a, b);
    let chosen = c.choose(same, zero, chosen);
    let [a_nan, b_nan] = nans(c, a, b);
    let nan = c.long(NAN);
    let of_first = c.choose(b_nan, a, chosen);
    let of_second = c.choose(a_nan, b, of_first);
    let both = c.both(a_nan, b_nan);
    c.choose(both, nan, of_second)
}
