//! Reads and writes of shared and private memory through the typed variables that `memory/layout.rs` made.
//!
//! An access as wide as the variable's unit is one load or store of an element; a wider one is composed of several; a
//! narrower one (there is one only where atomics force a wide unit, or the device has no small integers) takes part of a
//! word. Writing part of a shared word must not disturb the other part, which another lane may be writing: it is an atomic
//! AND and an atomic OR. Called by `pointers/physical.rs`; pointers are already integers here.

use super::layout::Class;
use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{AtomicOp, Atomicity, BinaryOp, Flags, Op, Ordering, Scope, Value};
use crate::ir::types::{AddressSpace, Type};
use crate::passes::util::build::{Build, bitcast_folded, bits_of, concat_bits, split_bits};

/// What two lanes that write parts of one word need: no order, only no lost update.
const PART_OF_WORD: Atomicity = Atomicity { ordering: Ordering::Monotonic, scope: Scope::Workgroup };

/// Memory of one class at the pointer `at` (an i32 that counts the class's steps).
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    pub class: &'a Class,
    pub at: Value,
    pub volatile: bool,
}

/// Where part of a word lies: pointer to the word, and bits to shift by (of the word's type).
#[derive(Clone, Copy, Debug)]
pub struct PartOfWord {
    pub word: Value,
    pub shift: Value,
    pub word_ty: Type,
}

impl Place<'_> {
    /// The same place `bytes` further on.
    pub fn offset(self, cursor: &mut Cursor<'_>, bytes: u64) -> Self {
        let at = cursor.fold_const(BinaryOp::Add, self.at, u128::from(bytes / self.class.step()));
        Self { at, ..self }
    }

    /// Pointer to the element that holds the place.
    pub fn element(self, cursor: &mut Cursor<'_>) -> Value {
        let class = self.class;
        let log2 = u128::from(class.unit.bytes.trailing_zeros());
        let index = if !class.scaled {
            cursor.fold_const(BinaryOp::LShr, self.at, log2)
        } else if class.wraps {
            cursor.fold_const(BinaryOp::And, self.at, u128::from(u32::MAX >> log2))
        } else {
            self.at
        };
        let ty = Type::ptr(class.space);
        let global = class.variable.unwrap_or(crate::ir::module::GlobalId(0));
        let base = Value::Const(cursor.ctx.consts.intern(ConstData::GlobalAddr { ty, global, offset: 0 }));
        let zero = cursor.ctx.i32(0);
        let indices = vec![zero, index];
        cursor.inst(Op::Gep { elem: class.array, flags: Flags::INBOUNDS, base, indices }, ty)
    }

    /// The word and bit position of a place inside a wider unit.
    pub fn part_of_word(self, cursor: &mut Cursor<'_>) -> PartOfWord {
        let word_ty = self.class.unit.scalar;
        let within = cursor.fold_const(BinaryOp::And, self.at, u128::from(self.class.unit.bytes - 1));
        let shift = cursor.fold_const(BinaryOp::Shl, within, 3);
        let shift = cursor.to_unsigned(shift, word_ty);
        PartOfWord { word: self.element(cursor), shift, word_ty }
    }

    fn load_unit(self, cursor: &mut Cursor<'_>) -> Value {
        let ptr = self.element(cursor);
        load_at(cursor, self.class, ptr, self.volatile)
    }

    /// Reads a scalar.
    pub fn load(self, cursor: &mut Cursor<'_>, ty: Type, align: u32) -> Value {
        let (bytes, piece) = sizes(cursor, ty, align);
        let unit = self.class.unit.bytes;
        if bytes == unit && piece >= unit {
            let value = self.load_unit(cursor);
            return bitcast_folded(cursor, value, ty);
        }
        let step = if piece >= unit { unit } else { piece };
        let parts: Vec<Value> = (0..bytes / step)
            .map(|nth| {
                let place = self.offset(cursor, nth * step);
                if piece >= unit {
                    let part = place.load_unit(cursor);
                    return bits_of(cursor, part);
                }
                let part = place.part_of_word(cursor);
                let word = load_at(cursor, self.class, part.word, self.volatile);
                part.extract(cursor, word, piece as u32 * 8)
            })
            .collect();
        let whole = cursor.ctx.types.int(bytes as u32 * 8);
        let bits = concat_bits(cursor, &parts, whole);
        bitcast_folded(cursor, bits, ty)
    }

    /// Writes a scalar.
    pub fn store(self, cursor: &mut Cursor<'_>, value: Value, align: u32) {
        let ty = cursor.ty(value);
        let (bytes, piece) = sizes(cursor, ty, align);
        let unit = self.class.unit.bytes;
        if bytes == unit && piece >= unit {
            let value = bitcast_folded(cursor, value, self.class.unit.scalar);
            let ptr = self.element(cursor);
            store_at(cursor, self.class, value, ptr, self.volatile);
            return;
        }
        let step = if piece >= unit { unit } else { piece };
        let bits = bits_of(cursor, value);
        let part_ty = cursor.ctx.types.int(step as u32 * 8);
        for (nth, part) in split_bits(cursor, bits, part_ty).into_iter().enumerate() {
            let place = self.offset(cursor, nth as u64 * step);
            if piece >= unit {
                let ptr = place.element(cursor);
                store_at(cursor, self.class, part, ptr, self.volatile);
            } else {
                place.store_part(cursor, part);
            }
        }
    }

    /// Writes part of a word and leaves the rest as it is.
    fn store_part(self, cursor: &mut Cursor<'_>, value: Value) {
        let part = self.part_of_word(cursor);
        let width = cursor.ty(value);
        let width = cursor.ctx.types.value_bits(width);
        let hole = part.hole(cursor, width);
        let filling = part.filling(cursor, value);
        if self.class.space == AddressSpace::Shared {
            rmw(cursor, AtomicOp::And, part.word, hole, self.class.unit.bytes);
            rmw(cursor, AtomicOp::Or, part.word, filling, self.class.unit.bytes);
        } else {
            let old = load_at(cursor, self.class, part.word, self.volatile);
            let kept = cursor.and(old, hole);
            let new = cursor.or(kept, filling);
            store_at(cursor, self.class, new, part.word, self.volatile);
        }
    }
}

impl PartOfWord {
    /// All ones but for the part's `width` bits.
    pub fn hole(self, cursor: &mut Cursor<'_>, width: u32) -> Value {
        let ones = cursor.ctx.int(self.word_ty, (1 << width) - 1);
        let at = cursor.fold(BinaryOp::Shl, Flags::empty(), ones, self.shift);
        cursor.fold_const(BinaryOp::Xor, at, u128::MAX)
    }
    /// The value moved to the part's place, zero elsewhere.
    pub fn filling(self, cursor: &mut Cursor<'_>, value: Value) -> Value {
        let wide = cursor.to_unsigned(value, self.word_ty);
        cursor.fold(BinaryOp::Shl, Flags::empty(), wide, self.shift)
    }
    /// The part's `width` bits of a word.
    pub fn extract(self, cursor: &mut Cursor<'_>, word: Value, width: u32) -> Value {
        let down = cursor.fold(BinaryOp::LShr, Flags::empty(), word, self.shift);
        let ty = cursor.ctx.types.int(width);
        cursor.to_unsigned(down, ty)
    }
    /// `word` with the part replaced.
    pub fn insert(self, cursor: &mut Cursor<'_>, word: Value, value: Value) -> Value {
        let width = cursor.ty(value);
        let width = cursor.ctx.types.value_bits(width);
        let hole = self.hole(cursor, width);
        let kept = cursor.and(word, hole);
        let filling = self.filling(cursor, value);
        cursor.or(kept, filling)
    }
}

/// Bytes of `ty`, and the largest piece that its alignment allows to touch at once.
fn sizes(cursor: &Cursor<'_>, ty: Type, align: u32) -> (u64, u64) {
    let bytes = cursor.ctx.types.store_size(ty);
    (bytes, bytes.min(1 << align.max(1).trailing_zeros()))
}

fn load_at(cursor: &mut Cursor<'_>, class: &Class, ptr: Value, volatile: bool) -> Value {
    let align = class.unit.bytes as u32;
    cursor.inst(Op::Load { ptr, align, volatile, atomic: None }, class.unit.ty)
}

fn store_at(cursor: &mut Cursor<'_>, class: &Class, value: Value, ptr: Value, volatile: bool) {
    let align = class.unit.bytes as u32;
    cursor.inst(Op::Store { value, ptr, align, volatile, atomic: None }, Type::VOID);
}

fn rmw(cursor: &mut Cursor<'_>, op: AtomicOp, ptr: Value, value: Value, bytes: u64) {
    let ty = cursor.ty(value);
    let op = Op::AtomicRmw { op, ptr, value, align: bytes as u32, volatile: false, atomic: PART_OF_WORD };
    cursor.inst(op, ty);
}
