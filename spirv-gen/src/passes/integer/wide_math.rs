//! Arithmetic on pairs of 64-bit integers, and rounding between them and floats. Called by `integer/wide_ints.rs`.

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::Build;
use crate::passes::util::floats::FloatCode;

/// A 128-bit integer.
#[derive(Clone, Copy, Debug)]
pub struct Wide {
    pub low: Value,
    pub high: Value,
}

fn zero(cursor: &mut Cursor<'_>) -> Value {
    cursor.ctx.i64(0)
}

fn bit(cursor: &mut Cursor<'_>, flag: Value) -> Value {
    cursor.to_unsigned(flag, Type::I64)
}

/// `lhs op rhs`.
pub fn binary(cursor: &mut Cursor<'_>, op: BinaryOp, lhs: Wide, rhs: Wide) -> Wide {
    match op {
        BinaryOp::Add => add(cursor, lhs, rhs),
        BinaryOp::Sub => sub(cursor, lhs, rhs),
        BinaryOp::Mul => mul(cursor, lhs, rhs),
        BinaryOp::Shl => shift_left(cursor, lhs, rhs.low),
        BinaryOp::LShr => shift_right(cursor, lhs, rhs.low, false),
        BinaryOp::AShr => shift_right(cursor, lhs, rhs.low, true),
        BinaryOp::UDiv => divide(cursor, lhs, rhs).0,
        BinaryOp::URem => divide(cursor, lhs, rhs).1,
        BinaryOp::SDiv | BinaryOp::SRem => signed_divide(cursor, op, lhs, rhs),
        _ => Wide {
            low: cursor.fold(op, Flags::empty(), lhs.low, rhs.low),
            high: cursor.fold(op, Flags::empty(), lhs.high, rhs.high),
        },
    }
}

/// `cond ? then_ : else_`.
pub fn select(cursor: &mut Cursor<'_>, cond: Value, then_: Wide, else_: Wide) -> Wide {
    Wide { low: cursor.choose(cond, then_.low, else_.low), high: cursor.choose(cond, then_.high, else_.high) }
}

fn add(cursor: &mut Cursor<'_>, a: Wide, b: Wide) -> Wide {
    let low = cursor.add(a.low, b.low);
    let carry = cursor.icmp(IntPredicate::Ult, low, a.low);
    let carry = bit(cursor, carry);
    let high = cursor.add(a.high, b.high);
    Wide { low, high: cursor.add(high, carry) }
}

fn sub(cursor: &mut Cursor<'_>, a: Wide, b: Wide) -> Wide {
    let low = cursor.sub(a.low, b.low);
    let borrow = cursor.icmp(IntPredicate::Ult, a.low, b.low);
    let borrow = bit(cursor, borrow);
    let high = cursor.sub(a.high, b.high);
    Wide { low, high: cursor.sub(high, borrow) }
}

fn negate(cursor: &mut Cursor<'_>, a: Wide) -> Wide {
    let none = zero(cursor);
    sub(cursor, Wide { low: none, high: none }, a)
}

/// The whole product of two 64-bit integers.
fn mul_full(cursor: &mut Cursor<'_>, a: Value, b: Value) -> Wide {
    let parts = |cursor: &mut Cursor<'_>, v: Value| {
        (cursor.fold_const(BinaryOp::And, v, 0xffff_ffff), cursor.fold_const(BinaryOp::LShr, v, 32))
    };
    let ((a0, a1), (b0, b1)) = (parts(cursor, a), parts(cursor, b));
    let low = cursor.mul(a0, b0);
    let mid_a = cursor.mul(a1, b0);
    let mid_b = cursor.mul(a0, b1);
    let high = cursor.mul(a1, b1);
    let carry = cursor.fold_const(BinaryOp::LShr, low, 32);
    let mid_a = cursor.add(mid_a, carry);
    let (mid_low, mid_high) = parts(cursor, mid_a);
    let mid = cursor.add(mid_low, mid_b);
    let up = cursor.fold_const(BinaryOp::LShr, mid, 32);
    let high = cursor.add(high, mid_high);
    let high = cursor.add(high, up);
    Wide { low: cursor.mul(a, b), high }
}

/// The upper half of the product of two 64-bit integers.
pub fn mul_high(cursor: &mut Cursor<'_>, a: Value, b: Value) -> Value {
    mul_full(cursor, a, b).high
}

fn mul(cursor: &mut Cursor<'_>, a: Wide, b: Wide) -> Wide {
    let full = mul_full(cursor, a.low, b.low);
    let cross_a = cursor.mul(a.high, b.low);
    let cross_b = cursor.mul(a.low, b.high);
    let high = cursor.add(full.high, cross_a);
    Wide { low: full.low, high: cursor.add(high, cross_b) }
}

/// The amount within 64 bits; whether it is 64 or more; and 63 minus it, for the bits that cross over.
fn amount(cursor: &mut Cursor<'_>, by: Value) -> (Value, Value, Value) {
    let within = cursor.fold_const(BinaryOp::And, by, 63);
    let far = cursor.fold_const(BinaryOp::And, by, 64);
    let far = cursor.compare_const(IntPredicate::Ne, far, 0);
    let rest = cursor.fold_const(BinaryOp::Xor, within, 63);
    (within, far, rest)
}

fn shift(cursor: &mut Cursor<'_>, op: BinaryOp, value: Value, by: Value) -> Value {
    cursor.fold(op, Flags::empty(), value, by)
}

/// `a << by`, `by` below 128.
pub fn shift_left(cursor: &mut Cursor<'_>, a: Wide, by: Value) -> Wide {
    let (within, far, rest) = amount(cursor, by);
    let low = shift(cursor, BinaryOp::Shl, a.low, within);
    let high = shift(cursor, BinaryOp::Shl, a.high, within);
    // Shifting by one and then by 63 - n never shifts by 64.
    let crossing = cursor.fold_const(BinaryOp::LShr, a.low, 1);
    let crossing = shift(cursor, BinaryOp::LShr, crossing, rest);
    let high = cursor.or(high, crossing);
    let none = zero(cursor);
    Wide { low: cursor.choose(far, none, low), high: cursor.choose(far, low, high) }
}

/// `a >> by`, `by` below 128.
pub fn shift_right(cursor: &mut Cursor<'_>, a: Wide, by: Value, signed: bool) -> Wide {
    let (within, far, rest) = amount(cursor, by);
    let op = if signed { BinaryOp::AShr } else { BinaryOp::LShr };
    let high = shift(cursor, op, a.high, within);
    let low = shift(cursor, BinaryOp::LShr, a.low, within);
    let crossing = cursor.fold_const(BinaryOp::Shl, a.high, 1);
    let crossing = shift(cursor, BinaryOp::Shl, crossing, rest);
    let low = cursor.or(low, crossing);
    let fill = if signed { cursor.fold_const(BinaryOp::AShr, a.high, 63) } else { zero(cursor) };
    Wide { low: cursor.choose(far, high, low), high: cursor.choose(far, fill, high) }
}

/// `lhs pred rhs`.
pub fn compare(cursor: &mut Cursor<'_>, pred: IntPredicate, lhs: Wide, rhs: Wide) -> Value {
    use IntPredicate as P;
    let equal_high = cursor.icmp(P::Eq, lhs.high, rhs.high);
    let (strict, low) = match pred {
        P::Eq => {
            let equal_low = cursor.icmp(P::Eq, lhs.low, rhs.low);
            return cursor.and(equal_high, equal_low);
        }
        P::Ne => {
            let equal = compare(cursor, P::Eq, lhs, rhs);
            return cursor.not(equal);
        }
        P::Ugt => (P::Ugt, P::Ugt),
        P::Uge => (P::Ugt, P::Uge),
        P::Ult => (P::Ult, P::Ult),
        P::Ule => (P::Ult, P::Ule),
        P::Sgt => (P::Sgt, P::Ugt),
        P::Sge => (P::Sgt, P::Uge),
        P::Slt => (P::Slt, P::Ult),
        P::Sle => (P::Slt, P::Ule),
    };
    let by_high = cursor.icmp(strict, lhs.high, rhs.high);
    let by_low = cursor.icmp(low, lhs.low, rhs.low);
    cursor.choose(equal_high, by_low, by_high)
}

/// Minimum or maximum.
pub fn extreme(cursor: &mut Cursor<'_>, id: Intrinsic, a: Wide, b: Wide) -> Wide {
    let pred = match id {
        Intrinsic::SMax => IntPredicate::Sgt,
        Intrinsic::SMin => IntPredicate::Slt,
        Intrinsic::UMax => IntPredicate::Ugt,
        _ => IntPredicate::Ult,
    };
    let keep = compare(cursor, pred, a, b);
    select(cursor, keep, a, b)
}

/// Leading or trailing zeros; `first` is the half that is looked at first.
pub fn count_zeros(cursor: &mut Cursor<'_>, id: Intrinsic, first: Value, second: Value) -> Wide {
    let zero_too = cursor.ctx.bool(false);
    let in_first = cursor.intrinsic(id, vec![first, zero_too], Type::I64);
    let in_second = cursor.intrinsic(id, vec![second, zero_too], Type::I64);
    let in_second = cursor.fold_const(BinaryOp::Add, in_second, 64);
    let none = cursor.compare_const(IntPredicate::Eq, first, 0);
    Wide { low: cursor.choose(none, in_second, in_first), high: zero(cursor) }
}

/// Quotient and remainder of unsigned division: by the 64-bit instruction where both operands fit, else bit by bit.
fn divide(cursor: &mut Cursor<'_>, a: Wide, b: Wide) -> (Wide, Wide) {
    let either = cursor.or(a.high, b.high);
    let small = cursor.compare_const(IntPredicate::Eq, either, 0);
    let (short, long, join) = (cursor.new_block(), cursor.new_block(), cursor.new_block());
    cursor.cond_br(small, short, long);
    cursor.goto_end(short);
    let short_quotient = cursor.binary(BinaryOp::UDiv, a.low, b.low);
    let short_rest = cursor.binary(BinaryOp::URem, a.low, b.low);
    cursor.br(join);
    cursor.goto_end(long);
    let (quotient, rest) = divide_bitwise(cursor, a, b);
    let long_end = cursor.block;
    cursor.br(join);
    cursor.goto_end(join);
    let none = zero(cursor);
    let mut merge = |short_value: Value, long_value: Value| {
        cursor.phi(vec![(short_value, short), (long_value, long_end)], Type::I64)
    };
    let quotient = Wide { low: merge(short_quotient, quotient.low), high: merge(none, quotient.high) };
    let rest = Wide { low: merge(short_rest, rest.low), high: merge(none, rest.high) };
    (quotient, rest)
}

/// Shift and subtract, 128 steps. The dividend's register takes the quotient's bits from below.
fn divide_bitwise(cursor: &mut Cursor<'_>, a: Wide, b: Wide) -> (Wide, Wide) {
    let before = cursor.block;
    let head = cursor.new_block();
    cursor.br(head);
    cursor.goto_end(head);
    let none = zero(cursor);
    let steps = cursor.ctx.i32(128);
    let mut start = |value: Value, ty: Type| cursor.phi(vec![(value, before)], ty);
    let dividend = Wide { low: start(a.low, Type::I64), high: start(a.high, Type::I64) };
    let rest = Wide { low: start(none, Type::I64), high: start(none, Type::I64) };
    let left = start(steps, Type::I32);
    let one = cursor.ctx.i64(1);
    let out = cursor.fold_const(BinaryOp::LShr, dividend.high, 63);
    let top = cursor.fold_const(BinaryOp::LShr, rest.high, 63);
    let lost = cursor.compare_const(IntPredicate::Ne, top, 0);
    let mut shifted = shift_left(cursor, rest, one);
    shifted.low = cursor.or(shifted.low, out);
    let fits = compare(cursor, IntPredicate::Uge, shifted, b);
    let fits = cursor.or(fits, lost);
    let less = sub(cursor, shifted, b);
    let next_rest = select(cursor, fits, less, shifted);
    let mut next = shift_left(cursor, dividend, one);
    let digit = bit(cursor, fits);
    next.low = cursor.or(next.low, digit);
    let fewer = cursor.fold_const(BinaryOp::Sub, left, 1);
    let done = cursor.new_block();
    let ends = cursor.compare_const(IntPredicate::Eq, fewer, 0);
    cursor.cond_br(ends, done, head);
    let pairs = [
        (dividend.low, next.low),
        (dividend.high, next.high),
        (rest.low, next_rest.low),
        (rest.high, next_rest.high),
        (left, fewer),
    ];
    for (phi, value) in pairs {
        cursor.func.add_incoming(phi, value, head);
    }
    cursor.goto_end(done);
    (next, next_rest)
}

fn signed_divide(cursor: &mut Cursor<'_>, op: BinaryOp, a: Wide, b: Wide) -> Wide {
    let none = zero(cursor);
    let magnitude = |cursor: &mut Cursor<'_>, v: Wide| {
        let negative = cursor.icmp(IntPredicate::Slt, v.high, none);
        let negated = negate(cursor, v);
        (negative, select(cursor, negative, negated, v))
    };
    let (a_negative, a) = magnitude(cursor, a);
    let (b_negative, b) = magnitude(cursor, b);
    let (quotient, rest) = divide(cursor, a, b);
    let (result, flips) =
        if op == BinaryOp::SDiv { (quotient, cursor.xor(a_negative, b_negative)) } else { (rest, a_negative) };
    let negated = negate(cursor, result);
    select(cursor, flips, negated, result)
}

/// An unsigned integer as a float: its upper 64 significant bits, the last one sticky, then scaled by a power of two.
pub fn to_float(cursor: &mut Cursor<'_>, value: Wide, ty: Type) -> Value {
    if ty == Type::HALF {
        // Everything from 2^17 on is infinity; below, the low half is exact enough to round once.
        let limit = cursor.ctx.i64(1 << 17);
        let big = cursor.compare_const(IntPredicate::Ne, value.high, 0);
        let above = cursor.icmp(IntPredicate::Ugt, value.low, limit);
        let big = cursor.or(big, above);
        let small = cursor.choose(big, limit, value.low);
        let word = cursor.to_unsigned(small, Type::I32);
        let wide = cursor.cast(CastOp::UIToFP, word, Type::FLOAT);
        return cursor.cast(CastOp::FPTrunc, wide, ty);
    }
    let zeros = count_zeros(cursor, Intrinsic::Ctlz, value.high, value.low).low;
    let most = cursor.ctx.i64(64);
    let more = cursor.icmp(IntPredicate::Ugt, zeros, most);
    let up = cursor.choose(more, most, zeros);
    let moved = shift_left(cursor, value, up);
    let inexact = cursor.compare_const(IntPredicate::Ne, moved.low, 0);
    let sticky = bit(cursor, inexact);
    let top = cursor.or(moved.high, sticky);
    let rounded = cursor.cast(CastOp::UIToFP, top, ty);
    // 2^(64 - up), always a normal number.
    let (bias, fraction, int) = if ty == Type::FLOAT { (127, 23, Type::I32) } else { (1023, 52, Type::I64) };
    let base = cursor.ctx.i64(64 + bias);
    let exponent = cursor.sub(base, up);
    let exponent = cursor.to_unsigned(exponent, int);
    let bits = cursor.fold_const(BinaryOp::Shl, exponent, fraction);
    let factor = cursor.bitcast(bits, ty);
    cursor.fmul(rounded, factor)
}

/// A signed integer as a float.
pub fn signed_to_float(cursor: &mut Cursor<'_>, value: Wide, ty: Type) -> Value {
    let none = zero(cursor);
    let negative = cursor.icmp(IntPredicate::Slt, value.high, none);
    let negated = negate(cursor, value);
    let magnitude = select(cursor, negative, negated, value);
    let float = to_float(cursor, magnitude, ty);
    let minus = cursor.fneg(float);
    cursor.select(negative, minus, float)
}

/// A float as an integer, towards zero; values that do not fit are poison.
pub fn from_float(cursor: &mut Cursor<'_>, value: Value, signed: bool) -> Wide {
    let mut value = value;
    if cursor.ty(value) == Type::HALF {
        value = cursor.convert(CastOp::FPExt, value, Type::FLOAT);
    }
    let ty = cursor.ty(value);
    let magnitude = if signed { cursor.unary(Intrinsic::FAbs, value) } else { value };
    let scaled = cursor.fscale(magnitude, 2f64.powi(-64));
    let high = cursor.cast(CastOp::FPToUI, scaled, Type::I64);
    let back = cursor.cast(CastOp::UIToFP, high, ty);
    let back = cursor.fscale(back, 2f64.powi(64));
    let rest = cursor.fsub(magnitude, back);
    let low = cursor.cast(CastOp::FPToUI, rest, Type::I64);
    let result = Wide { low, high };
    if !signed {
        return result;
    }
    let nothing = cursor.fconst(ty, 0.0);
    let negative = cursor.fcmp(FloatPredicate::Olt, value, nothing);
    let negated = negate(cursor, result);
    select(cursor, negative, negated, result)
}
