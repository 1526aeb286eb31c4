//! `llvm.is.fpclass`: what kind of number a float is, by its bits, so that no comparison flushes or signals.

use crate::ir::cursor::Cursor;
use crate::ir::float_format::Format;
use crate::ir::instruction::{BinaryOp, IntPredicate, Value};
use crate::passes::util::floats::FloatCode;

/// All classes.
const ALL: u32 = 0x3ff;

/// Whether the scalar float `x` is of a class in `mask` (LLVM's bits: 0 signalling NaN, 1 quiet NaN, 2 -inf, 3 negative
/// normal, 4 negative subnormal, 5 -0, 6 +0, 7 positive subnormal, 8 positive normal, 9 +inf), as i1.
pub fn is_class(cur: &mut Cursor<'_>, x: Value, mask: u32) -> Value {
    let mask = mask & ALL;
    if mask == 0 || mask == ALL {
        return cur.ctx.bool(mask == ALL);
    }
    let ty = cur.ty(x);
    let Some(format) = Format::of(cur.ctx.types.kind(ty)) else { return cur.ctx.bool(false) };
    let bits = cur.to_bits(x);
    let magnitude = cur.binary_const(BinaryOp::And, bits, u128::from(format.sign() - 1));
    let mut any: Option<Value> = None;
    let mut accept = |cur: &mut Cursor<'_>, hit: Value| any = Some(any.map_or(hit, |a| cur.or(a, hit)));
    // (bit if positive, bit if negative, first magnitude, last magnitude)
    let (infinity, normal) = (format.infinity(), format.smallest_normal());
    let classes = [(6, 5, 0, 0), (7, 4, 1, normal - 1), (8, 3, normal, infinity - 1), (9, 2, infinity, infinity)];
    for (positive, negative, first, last) in classes {
        match (mask >> positive & 1, mask >> negative & 1) {
            (0, 0) => {}
            (1, 1) => {
                let hit = in_range(cur, magnitude, first, last);
                accept(cur, hit);
            }
            (1, _) => {
                let hit = in_range(cur, bits, first, last);
                accept(cur, hit);
            }
            _ => {
                let hit = in_range(cur, bits, first | format.sign(), last | format.sign());
                accept(cur, hit);
            }
        }
    }
    let quiet = infinity | format.quiet();
    let nan = match mask & 3 {
        0 => None,
        1 => Some((infinity + 1, quiet - 1)),
        2 => Some((quiet, format.sign() - 1)),
        _ => Some((infinity + 1, format.sign() - 1)),
    };
    if let Some((first, last)) = nan {
        let hit = in_range(cur, magnitude, first, last);
        accept(cur, hit);
    }
    any.unwrap_or_else(|| cur.ctx.bool(false))
}

/// `first <= value <= last`, unsigned.
fn in_range(cur: &mut Cursor<'_>, value: Value, first: u64, last: u64) -> Value {
    let ty = cur.ty(value);
    let base = cur.ctx.int(ty, first.into());
    if first == last {
        return cur.icmp(IntPredicate::Eq, value, base);
    }
    let offset = if first == 0 { value } else { cur.sub(value, base) };
    let span = cur.ctx.int(ty, u128::from(last - first));
    cur.icmp(IntPredicate::Ule, offset, span)
}
