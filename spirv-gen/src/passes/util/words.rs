//! Values of any kind in private memory, by 32-bit words.
//!
//! A compiler would make values of the words again. On a GPU they are one array, indexed from a zero that no driver knows
//! (`util::build::unset_bits`): Cycles' `eval_displace` takes NVIDIA's (580.159) 62 s so, and 189 s with the indices as they are. lavapipe reads an array lane by
//! lane where it does not know the index (3 s become more than 40 on 25.0), so there only one write is of that kind, and there are
//! many arrays: what its passes do (LLVM 15's coroutines, NIR's propagation of copies) goes with the square of an array's accesses.
//! Used by `calls::states` and `memory::phis`.

use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::entity::PrimaryMap;
use crate::ir::function::Function;
use crate::ir::instruction::{Flags, IntPredicate, Op, Value};
use crate::ir::module::{Context, Global, GlobalId};
use crate::ir::types::{AddressSpace, Type};
use crate::passes::util::build::{bitcast_folded, bits_of, build_vector, concat_bits, split_bits, unset_bits};

/// Words of an array, on a CPU.
pub const SHORT: u32 = 8;

/// The words that a value of a type takes; nothing if it is no number, nor a vector of numbers.
pub fn words(ctx: &Context, ty: Type) -> Option<u32> {
    if let Some((elem, count)) = ctx.types.vector_parts(ty) {
        return words(ctx, elem).map(|w| w * count);
    }
    let scalar = ctx.types.int_bits(ty).is_some() || ctx.types.is_float(ty);
    let bits = if scalar { ctx.types.value_bits(ty) } else { return None };
    (bits <= 64).then_some(bits.div_ceil(32))
}

/// A private array of `ty`.
fn private(ctx: &mut Context, globals: &mut PrimaryMap<GlobalId, Global>, ty: Type) -> Value {
    let global = globals.push(Global {
        name: format!("hip.words.{}", globals.len()),
        ty,
        space: AddressSpace::Private,
        init: None,
        align: 4,
        constant: false,
        internal: true,
        externally_initialized: false,
    });
    Value::Const(ctx.consts.intern(ConstData::GlobalAddr { ty: Type::PTR_PRIVATE, global, offset: 0 }))
}

/// Private words.
#[derive(Debug)]
pub struct Words {
    /// Each of `length` words.
    arrays: Vec<Value>,
    length: u32,
    array_type: Type,
    /// What everything is indexed from.
    zero: Value,
}

impl Words {
    /// Makes room for `words`, for a CPU or a GPU. `hidden_at`: as of [`unset_bits`].
    pub fn new(
        ctx: &mut Context,
        globals: &mut PrimaryMap<GlobalId, Global>,
        func: &mut Function,
        words: u32,
        (cpu, hidden_at): (bool, u32),
    ) -> Self {
        let length = if cpu { SHORT } else { words.max(1) };
        let array_type = ctx.types.array(Type::I32, length.into());
        let arrays = (0..words.max(1).div_ceil(length)).map(|_| private(ctx, globals, array_type)).collect();
        let entry = func.entry();
        let mut cursor = Cursor::before(ctx, func, entry, 0);
        let unknown = unset_bits(&mut cursor, hidden_at);
        let zero = if cpu { cursor.ctx.i32(0) } else { unknown };
        let made = Self { arrays, length, array_type, zero };
        made.arrays.iter().filter(|_| cpu).for_each(|&array| made.pin(&mut cursor, array, unknown));
        made
    }

    /// Writes where no compiler knows, so that none makes values of the array's elements.
    fn pin(&self, cursor: &mut Cursor<'_>, array: Value, unknown: Value) {
        let somewhere = self.element(cursor, array, unknown);
        let nothing = cursor.ctx.i32(0);
        cursor.store(nothing, somewhere, 4);
    }

    fn element(&self, cursor: &mut Cursor<'_>, array: Value, index: Value) -> Value {
        let first = cursor.ctx.i32(0);
        let op = Op::Gep { elem: self.array_type, flags: Flags::INBOUNDS, base: array, indices: vec![first, index] };
        cursor.inst(op, Type::PTR_PRIVATE)
    }

    fn word(&self, cursor: &mut Cursor<'_>, at: u32) -> Value {
        let index = cursor.ctx.i32(at % self.length);
        let index = cursor.add(self.zero, index);
        self.element(cursor, self.arrays[(at / self.length) as usize], index)
    }

    /// Reads a value of type `ty` whose words begin at `at`.
    pub fn load(&self, cursor: &mut Cursor<'_>, ty: Type, at: u32) -> Value {
        if let Some((elem, count)) = cursor.ctx.types.vector_parts(ty) {
            let step = words(cursor.ctx, elem).unwrap_or(1);
            let parts: Vec<Value> = (0..count).map(|nth| self.load(cursor, elem, at + nth * step)).collect();
            return build_vector(cursor, &parts);
        }
        let bits = cursor.ctx.types.value_bits(ty);
        let int = cursor.ctx.types.int(bits);
        let mut parts = Vec::new();
        for word in 0..words(cursor.ctx, ty).unwrap_or(1) {
            let ptr = self.word(cursor, at + word);
            parts.push(cursor.load(Type::I32, ptr, 4));
        }
        let whole = match parts[..] {
            [word] if bits == 1 => {
                let zero = cursor.ctx.i32(0);
                cursor.icmp(IntPredicate::Ne, word, zero)
            }
            [word] => cursor.resize_unsigned(word, int),
            _ => concat_bits(cursor, &parts, int),
        };
        bitcast_folded(cursor, whole, ty)
    }

    /// Writes `value` to the words that begin at `at`.
    pub fn store(&self, cursor: &mut Cursor<'_>, value: Value, at: u32) {
        let ty = cursor.ty(value);
        if let Some((elem, count)) = cursor.ctx.types.vector_parts(ty) {
            let step = words(cursor.ctx, elem).unwrap_or(1);
            for nth in 0..count {
                let index = cursor.ctx.i32(nth);
                let part = cursor.inst(Op::ExtractElement { vector: value, index }, elem);
                self.store(cursor, part, at + nth * step);
            }
            return;
        }
        let bits = bits_of(cursor, value);
        let parts = match words(cursor.ctx, ty) {
            Some(2) => split_bits(cursor, bits, Type::I32),
            _ => vec![cursor.resize_unsigned(bits, Type::I32)],
        };
        for (word, part) in parts.into_iter().enumerate() {
            let ptr = self.word(cursor, at + word as u32);
            cursor.store(part, ptr, 4);
        }
    }
}
