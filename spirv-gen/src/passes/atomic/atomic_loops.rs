//! What atomics that the device lacks are made of: compare-exchange loops, on whole words and on parts of words.
//!
//! Used by `atomic/atomics.rs` on pointers, by `pointers/physical.rs` on words of shared variables, and by `vector/scalarize.rs` for
//! packed additions. All build code at the end of the cursor's block and leave the cursor behind it.

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{AtomicOp, Atomicity, BinaryOp, Flags, IntPredicate, Op, Ordering, Scope, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::memory::access::{PartOfWord, Place};
use crate::passes::util::build::Build;

/// How a compare-exchange orders.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    /// May fail without a reason.
    pub weak: bool,
    pub success: Ordering,
    pub failure: Ordering,
    pub scope: Scope,
}

impl From<Atomicity> for Exchange {
    fn from(atomic: Atomicity) -> Self {
        let failure = match atomic.ordering {
            Ordering::AcqRel => Ordering::Acquire,
            Ordering::Release => Ordering::Monotonic,
            other => other,
        };
        Self { weak: true, success: atomic.ordering, failure, scope: atomic.scope }
    }
}

fn relaxed(scope: Scope) -> Atomicity {
    Atomicity { ordering: Ordering::Monotonic, scope }
}

/// A load that other threads' atomics may race with.
pub fn load_relaxed(cursor: &mut Cursor<'_>, ptr: Value, ty: Type, scope: Scope) -> Value {
    let align = cursor.ctx.types.size(ty) as u32;
    cursor.inst(Op::Load { ptr, align, volatile: false, atomic: Some(relaxed(scope)) }, ty)
}

/// Compare-exchange of a whole word: (value seen, success).
pub fn exchange(cursor: &mut Cursor<'_>, ptr: Value, expected: Value, desired: Value, how: Exchange) -> (Value, Value) {
    let ty = cursor.ty(desired);
    let pair = cursor.ctx.types.structure(vec![ty, Type::I1], false);
    let align = cursor.ctx.types.size(ty) as u32;
    let Exchange { weak, success, failure, scope } = how;
    let op = Op::CmpXchg { ptr, expected, desired, align, weak, volatile: false, success, failure, scope };
    let result = cursor.inst(op, pair);
    let seen = cursor.inst(Op::ExtractValue { aggregate: result, indices: vec![0] }, ty);
    let ok = cursor.inst(Op::ExtractValue { aggregate: result, indices: vec![1] }, Type::I1);
    (seen, ok)
}

/// Replaces the word at `ptr` by what `compute` makes of it, atomically. Returns the old word.
pub fn exchange_loop(
    cursor: &mut Cursor<'_>,
    ptr: Value,
    word_ty: Type,
    atomic: Atomicity,
    mut compute: impl FnMut(&mut Cursor<'_>, Value) -> Value,
) -> Value {
    let first = load_relaxed(cursor, ptr, word_ty, atomic.scope);
    let before = cursor.block;
    let head = cursor.new_block();
    cursor.br(head);
    cursor.goto_end(head);
    let old = cursor.phi(vec![(first, before)], word_ty);
    let new = compute(cursor, old);
    let (seen, ok) = exchange(cursor, ptr, old, new, atomic.into());
    let latch = cursor.block;
    cursor.func.add_incoming(old, seen, latch);
    let done = cursor.new_block();
    cursor.cond_br(ok, done, head);
    cursor.goto_end(done);
    old
}

/// What a read-modify-write writes.
pub fn combine(cursor: &mut Cursor<'_>, op: AtomicOp, old: Value, value: Value) -> Value {
    let ty = cursor.ty(old);
    match op {
        AtomicOp::Xchg => value,
        AtomicOp::Add => cursor.add(old, value),
        AtomicOp::Sub => cursor.sub(old, value),
        AtomicOp::And => cursor.and(old, value),
        AtomicOp::Or => cursor.or(old, value),
        AtomicOp::Xor => cursor.xor(old, value),
        AtomicOp::Nand => {
            let both = cursor.and(old, value);
            cursor.fold_const(BinaryOp::Xor, both, u128::MAX)
        }
        AtomicOp::Max => choose_by(cursor, IntPredicate::Sgt, old, value),
        AtomicOp::Min => choose_by(cursor, IntPredicate::Slt, old, value),
        AtomicOp::UMax => choose_by(cursor, IntPredicate::Ugt, old, value),
        AtomicOp::UMin => choose_by(cursor, IntPredicate::Ult, old, value),
        AtomicOp::FAdd => cursor.binary(BinaryOp::FAdd, old, value),
        AtomicOp::FSub => cursor.binary(BinaryOp::FSub, old, value),
        AtomicOp::FMax => cursor.intrinsic(Intrinsic::MaxNum, vec![old, value], ty),
        AtomicOp::FMin => cursor.intrinsic(Intrinsic::MinNum, vec![old, value], ty),
        AtomicOp::UIncWrap => {
            let next = cursor.binary_const(BinaryOp::Add, old, 1);
            let zero = cursor.ctx.zero(ty);
            let wraps = cursor.icmp(IntPredicate::Uge, old, value);
            cursor.select(wraps, zero, next)
        }
        AtomicOp::UDecWrap => {
            let next = cursor.binary_const(BinaryOp::Sub, old, 1);
            let zero = cursor.ctx.zero(ty);
            let is_zero = cursor.icmp(IntPredicate::Eq, old, zero);
            let above = cursor.icmp(IntPredicate::Ugt, old, value);
            let wraps = cursor.or(is_zero, above);
            cursor.select(wraps, value, next)
        }
    }
}

fn choose_by(cursor: &mut Cursor<'_>, pred: IntPredicate, old: Value, value: Value) -> Value {
    let keep = cursor.icmp(pred, old, value);
    cursor.select(keep, old, value)
}

/// A read-modify-write of an integer that is part of a word. Returns the old part, of `value`'s type.
pub fn rmw_part(cursor: &mut Cursor<'_>, part: PartOfWord, op: AtomicOp, value: Value, atomic: Atomicity) -> Value {
    let ty = cursor.ty(value);
    let width = cursor.ctx.types.value_bits(ty);
    let signed = matches!(op, AtomicOp::Max | AtomicOp::Min);
    let widened = if signed { cursor.to_signed(value, part.word_ty) } else { cursor.to_unsigned(value, part.word_ty) };
    let old = exchange_loop(cursor, part.word, part.word_ty, atomic, |cursor, word| {
        let old = read_in_word(cursor, part, word, width, signed);
        let new = combine(cursor, op, old, widened);
        write_in_word(cursor, part, word, new, width)
    });
    let old = read_in_word(cursor, part, old, width, false);
    cursor.to_unsigned(old, ty)
}

/// The part as an integer of the word's type, zero- or sign-extended: no small integer type is needed.
fn read_in_word(cursor: &mut Cursor<'_>, part: PartOfWord, word: Value, width: u32, signed: bool) -> Value {
    let down = cursor.fold(BinaryOp::LShr, Flags::empty(), word, part.shift);
    if !signed {
        return cursor.fold_const(BinaryOp::And, down, (1 << width) - 1);
    }
    let spare = cursor.ctx.types.value_bits(part.word_ty) - width;
    let up = cursor.fold_const(BinaryOp::Shl, down, spare.into());
    cursor.fold_const(BinaryOp::AShr, up, spare.into())
}

fn write_in_word(cursor: &mut Cursor<'_>, part: PartOfWord, word: Value, new: Value, width: u32) -> Value {
    let hole = part.hole(cursor, width);
    let kept = cursor.and(word, hole);
    let cut = cursor.fold_const(BinaryOp::And, new, (1 << width) - 1);
    let placed = cursor.fold(BinaryOp::Shl, Flags::empty(), cut, part.shift);
    cursor.or(kept, placed)
}

/// Compare-exchange of part of a word: (part seen, success).
///
/// A weak one tries once. A strong one tries again while only the rest of the word was in the way.
pub fn exchange_part(
    cursor: &mut Cursor<'_>,
    part: PartOfWord,
    expected: Value,
    desired: Value,
    how: Exchange,
) -> (Value, Value) {
    let ty = cursor.ty(desired);
    let width = cursor.ctx.types.value_bits(ty);
    let head = (!how.weak).then(|| {
        let head = cursor.new_block();
        cursor.br(head);
        cursor.goto_end(head);
        head
    });
    let word = load_relaxed(cursor, part.word, part.word_ty, how.scope);
    let assumed = part.insert(cursor, word, expected);
    let wanted = part.insert(cursor, word, desired);
    let (seen, ok) = exchange(cursor, part.word, assumed, wanted, how);
    let seen = read_in_word(cursor, part, seen, width, false);
    if let Some(head) = head {
        let expected = cursor.to_unsigned(expected, part.word_ty);
        let differs = cursor.icmp(IntPredicate::Ne, seen, expected);
        let leave = cursor.or(ok, differs);
        let done = cursor.new_block();
        cursor.cond_br(leave, done, head);
        cursor.goto_end(done);
    }
    (cursor.to_unsigned(seen, ty), ok)
}

/// An atomic load of part of a word of a shared variable.
pub fn load_part(cursor: &mut Cursor<'_>, place: Place<'_>, ty: Type, atomic: Atomicity) -> Value {
    let part = place.part_of_word(cursor);
    load_part_of(cursor, part, ty, atomic)
}

/// An atomic load of part of a word.
pub fn load_part_of(cursor: &mut Cursor<'_>, part: PartOfWord, ty: Type, atomic: Atomicity) -> Value {
    let align = cursor.ctx.types.size(part.word_ty) as u32;
    let op = Op::Load { ptr: part.word, align, volatile: false, atomic: Some(atomic) };
    let word = cursor.inst(op, part.word_ty);
    let width = cursor.ctx.types.value_bits(ty);
    let value = read_in_word(cursor, part, word, width, false);
    cursor.to_unsigned(value, ty)
}

/// An atomic store of part of a word of a shared variable.
pub fn store_part(cursor: &mut Cursor<'_>, place: Place<'_>, value: Value, atomic: Atomicity) {
    let part = place.part_of_word(cursor);
    rmw_part(cursor, part, AtomicOp::Xchg, value, atomic);
}

/// A read-modify-write in a shared variable whose unit is not the value's type: part of a word, or a float's bits.
pub fn rmw_in_words(cursor: &mut Cursor<'_>, place: Place<'_>, op: AtomicOp, value: Value, atomic: Atomicity) -> Value {
    let ty = cursor.ty(value);
    let unit = place.class.unit;
    if !cursor.ctx.types.is_float(ty) {
        let part = place.part_of_word(cursor);
        return rmw_part(cursor, part, op, value, atomic);
    }
    let bits_ty = cursor.ctx.types.value_bits(ty);
    let bits_ty = cursor.ctx.types.int(bits_ty);
    let (word, shift) = if cursor.ctx.types.store_size(ty) == unit.bytes {
        (place.element(cursor), cursor.ctx.zero(unit.scalar))
    } else {
        let part = place.part_of_word(cursor);
        (part.word, part.shift)
    };
    let part = PartOfWord { word, shift, word_ty: unit.scalar };
    let width = cursor.ctx.types.value_bits(ty);
    let old = exchange_loop(cursor, word, unit.scalar, atomic, |cursor, word| {
        let old = part.extract(cursor, word, width);
        let old = cursor.bitcast(old, ty);
        let new = combine(cursor, op, old, value);
        let new = cursor.bitcast(new, bits_ty);
        if bits_ty == unit.scalar { new } else { part.insert(cursor, word, new) }
    });
    let old = part.extract(cursor, old, width);
    cursor.bitcast(old, ty)
}
