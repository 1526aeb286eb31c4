//! Arithmetic on integers of any width as limbs of 64 bits, lowest first; the upper bits of the last limb are zero.
//!
//! Called by `limbs`. No device sees much of it: bit-fields shift by constants, so most limbs fold away.

use super::limbs::Limbs;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, Flags, IntPredicate, Value};
use crate::ir::types::Type;
use crate::passes::util::build::Build;

/// How many limbs `bits` take.
pub fn limbs(bits: u32) -> usize {
    bits.div_ceil(64) as usize
}

/// Bits of the last limb.
fn top(bits: u32) -> u32 {
    (bits - 1) % 64 + 1
}

/// Clears the bits above `bits`.
fn masked(cur: &mut Cursor<'_>, mut value: Limbs, bits: u32) -> Limbs {
    if let Some(last) = value.last_mut().filter(|_| top(bits) < 64) {
        *last = cur.fold_const(BinaryOp::And, *last, (1 << top(bits)) - 1);
    }
    value
}

/// The last limb with its sign in all upper bits.
fn signed_top(cur: &mut Cursor<'_>, last: Value, bits: u32) -> Value {
    let by = u128::from(64 - top(bits));
    let up = cur.fold_const(BinaryOp::Shl, last, by);
    cur.fold_const(BinaryOp::AShr, up, by)
}

/// `a op b`; nothing if the operation is not known here.
pub fn binary(cur: &mut Cursor<'_>, op: BinaryOp, a: &[Value], b: &[Value], bits: u32) -> Option<Limbs> {
    use BinaryOp as B;
    let result = match op {
        B::And | B::Or | B::Xor => a.iter().zip(b).map(|(&a, &b)| cur.fold(op, Flags::empty(), a, b)).collect(),
        B::Add => {
            let zero = cur.ctx.i64(0);
            add(cur, a, b, zero)
        }
        B::Sub => {
            let not: Limbs = b.iter().map(|&b| cur.fold_const(B::Xor, b, u64::MAX.into())).collect();
            let one = cur.ctx.i64(1);
            add(cur, a, &not, one)
        }
        B::Shl | B::LShr | B::AShr => match cur.ctx.as_int(b[0]) {
            Some(by) if by < u128::from(bits) => shift(cur, op, a, by as u32, bits),
            Some(_) => vec![cur.ctx.poison(Type::I64); a.len()],
            None => shift_by_value(cur, op, a, b[0], bits),
        },
        _ => return None,
    };
    Some(masked(cur, result, bits))
}

fn add(cur: &mut Cursor<'_>, a: &[Value], b: &[Value], mut carry: Value) -> Limbs {
    let mut result = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        let half = cur.fold(BinaryOp::Add, Flags::empty(), a, b);
        let first = cur.compare(IntPredicate::Ult, half, a);
        let sum = cur.fold(BinaryOp::Add, Flags::empty(), half, carry);
        let second = cur.compare(IntPredicate::Ult, sum, carry);
        let either = cur.fold(BinaryOp::Or, Flags::empty(), first, second);
        carry = cur.to_unsigned(either, Type::I64);
        result.push(sum);
    }
    result
}

/// A shift by less than `bits`. Upper bits of the last limb are not cleared.
fn shift(cur: &mut Cursor<'_>, op: BinaryOp, value: &[Value], by: u32, bits: u32) -> Limbs {
    let (whole, part) = ((by / 64) as usize, u128::from(by % 64));
    let mut value = value.to_vec();
    let mut fill = cur.ctx.i64(0);
    if op == BinaryOp::AShr
        && let Some(last) = value.last_mut()
    {
        *last = signed_top(cur, *last, bits);
        fill = cur.fold_const(BinaryOp::AShr, *last, 63);
    }
    let limb = |at: Option<usize>| at.and_then(|at| value.get(at).copied()).unwrap_or(fill);
    let joined = |nth: usize| {
        // The limb that gives most of the result, and its neighbour.
        let (near, far, toward, away) = match op {
            BinaryOp::Shl => (nth.checked_sub(whole), nth.checked_sub(whole + 1), BinaryOp::Shl, BinaryOp::LShr),
            _ => (Some(nth + whole), Some(nth + whole + 1), BinaryOp::LShr, BinaryOp::Shl),
        };
        let near = limb(near);
        if part == 0 {
            return near;
        }
        let near = cur.fold_const(toward, near, part);
        let far = cur.fold_const(away, limb(far), 64 - part);
        cur.fold(BinaryOp::Or, Flags::empty(), near, far)
    };
    (0..value.len()).map(joined).collect()
}

/// A shift by as many bits as `by` says: by each power of two, or not.
fn shift_by_value(cur: &mut Cursor<'_>, op: BinaryOp, value: &[Value], by: Value, bits: u32) -> Limbs {
    let mut result = value.to_vec();
    for power in (0..32).take_while(|power| 1 << power < bits) {
        let shifted = shift(cur, op, &result, 1 << power, bits);
        let shifted = masked(cur, shifted, bits);
        let bit = cur.fold_const(BinaryOp::And, by, 1 << power);
        let wanted = cur.compare_const(IntPredicate::Ne, bit, 0);
        result = result.into_iter().zip(shifted).map(|(old, new)| cur.choose(wanted, new, old)).collect();
    }
    result
}

/// An integer of at most 128 bits as limbs, zero-extended.
pub fn of_narrow(cur: &mut Cursor<'_>, value: Value) -> Limbs {
    if cur.ctx.types.value_bits(cur.ty(value)) <= 64 {
        return vec![cur.to_unsigned(value, Type::I64)];
    }
    let low = cur.to_unsigned(value, Type::I64);
    let wide = cur.to_unsigned(value, Type::I128);
    let high = cur.fold_const(BinaryOp::LShr, wide, 64);
    vec![low, cur.to_unsigned(high, Type::I64)]
}

/// `value` of `from` bits as one of `to` bits.
pub fn resize(cur: &mut Cursor<'_>, mut value: Limbs, from: u32, to: u32, signed: bool) -> Limbs {
    if to > from {
        let mut fill = cur.ctx.i64(0);
        if signed && let Some(last) = value.last_mut() {
            *last = signed_top(cur, *last, from);
            fill = cur.fold_const(BinaryOp::AShr, *last, 63);
        }
        value.resize(limbs(to), fill);
    }
    value.truncate(limbs(to));
    masked(cur, value, to)
}

/// The low bits of `value` as the integer type `ty`, of at most 128.
pub fn narrow(cur: &mut Cursor<'_>, value: &[Value], ty: Type) -> Value {
    if cur.ctx.types.value_bits(ty) <= 64 {
        return cur.to_unsigned(value[0], ty);
    }
    let [low, high] = [value[0], value[1]].map(|limb| cur.to_unsigned(limb, Type::I128));
    let high = cur.fold_const(BinaryOp::Shl, high, 64);
    let both = cur.fold(BinaryOp::Or, Flags::empty(), low, high);
    cur.to_unsigned(both, ty)
}

/// `icmp` of two integers of `bits`.
pub fn compare(cur: &mut Cursor<'_>, pred: IntPredicate, a: &[Value], b: &[Value], bits: u32) -> Value {
    use IntPredicate as P;
    match pred {
        P::Eq | P::Ne => {
            let zero = cur.ctx.i64(0);
            let differences = a.iter().zip(b).fold(zero, |all, (&a, &b)| {
                let difference = cur.fold(BinaryOp::Xor, Flags::empty(), a, b);
                cur.fold(BinaryOp::Or, Flags::empty(), all, difference)
            });
            cur.compare_const(pred, differences, 0)
        }
        P::Ult | P::Slt => less(cur, pred, a, b, bits),
        P::Ugt => less(cur, P::Ult, b, a, bits),
        P::Sgt => less(cur, P::Slt, b, a, bits),
        P::Uge | P::Sge => {
            let less = less(cur, if pred == P::Uge { P::Ult } else { P::Slt }, a, b, bits);
            cur.not(less)
        }
        P::Ule | P::Sle => {
            let less = less(cur, if pred == P::Ule { P::Ult } else { P::Slt }, b, a, bits);
            cur.not(less)
        }
    }
}

/// Whether `a < b`: as the highest limbs say that differ.
fn less(cur: &mut Cursor<'_>, pred: IntPredicate, a: &[Value], b: &[Value], bits: u32) -> Value {
    let mut less = cur.ctx.bool(false);
    for (nth, (&a, &b)) in a.iter().zip(b).enumerate() {
        let (mut a, mut b, mut how) = (a, b, IntPredicate::Ult);
        if pred == IntPredicate::Slt && nth + 1 == limbs(bits) {
            (a, b, how) = (signed_top(cur, a, bits), signed_top(cur, b, bits), IntPredicate::Slt);
        }
        let equal = cur.compare(IntPredicate::Eq, a, b);
        let here = cur.compare(how, a, b);
        less = cur.choose(equal, less, here);
    }
    less
}
