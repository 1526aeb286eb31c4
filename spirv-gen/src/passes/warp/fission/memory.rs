//! Access to a block's scratch memory: variables, states, masks, and objects that moved there.
//!
//! Everything is an array with one element per thread, neighbours side by side, so that a subgroup reads and writes a row.
//! Called by `build`, `resume` and `schedule`.

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, Op, Value};
use crate::ir::types::Type;
use crate::passes::memory::scratch::element;
use crate::passes::util::build::Build;

use super::plan::{Moved, Plan, cell_bytes};

/// Reads a variable of type `ty`.
pub fn load_cell(cursor: &mut Cursor<'_>, memory: Value, offset: u64, index: Value, ty: Type) -> Value {
    let bytes = cell_bytes(cursor.ctx, ty);
    let address = element(cursor, memory, offset, index, bytes);
    let stored = stored_type(cursor, ty);
    let value = cursor.load(stored, address, natural(cursor, stored));
    if stored == ty {
        return value;
    }
    if ty == Type::HALF {
        let bits = cursor.cast(CastOp::Trunc, value, Type::I16);
        return cursor.cast(CastOp::BitCast, bits, ty);
    }
    cursor.cast(CastOp::Trunc, value, ty)
}

/// Writes a variable.
pub fn store_cell(cursor: &mut Cursor<'_>, memory: Value, offset: u64, index: Value, value: Value) {
    let ty = cursor.ty(value);
    let bytes = cell_bytes(cursor.ctx, ty);
    let address = element(cursor, memory, offset, index, bytes);
    let stored = stored_type(cursor, ty);
    let value = if ty == Type::HALF {
        let bits = cursor.cast(CastOp::BitCast, value, Type::I16);
        cursor.cast(CastOp::ZExt, bits, stored)
    } else {
        cursor.cast(CastOp::ZExt, value, stored)
    };
    let align = natural(cursor, stored);
    cursor.store(value, address, align);
}

/// What a value of type `ty` is stored as.
fn stored_type(cursor: &Cursor<'_>, ty: Type) -> Type {
    let small = cursor.ctx.types.vector_parts(ty).is_none() && cursor.ctx.types.size(ty) < 4;
    if small { Type::I32 } else { ty }
}

/// Vulkan asks for the alignment of a vector's elements only, and rows of vectors have no more.
fn natural(cursor: &Cursor<'_>, ty: Type) -> u32 {
    cursor.ctx.types.size(cursor.ctx.types.scalar(ty)) as u32
}

/// Address of element `index` of an object that moved to scratch.
pub fn moved_element(
    cursor: &mut Cursor<'_>,
    memory: Value,
    plan: &Plan,
    moved: Moved,
    index: Value,
    (slot, lane): (Value, Value),
) -> Value {
    let bytes = cursor.ctx.types.size(moved.elem) as u32;
    if !moved.per_thread {
        let (index, constant) = constant_part(cursor, index, moved.len);
        let array = cursor.fold_const(BinaryOp::Add, memory, moved.offset.into());
        let wide = cursor.to_signed(index, Type::I64);
        let distance = cursor.fold_const(BinaryOp::Mul, wide, bytes.into());
        let address = cursor.add(array, distance);
        return cursor.fold_const(BinaryOp::Add, address, (constant * i64::from(bytes)) as u64 as u128);
    }
    let first = cursor.fold_const(BinaryOp::Mul, slot, moved.len.into());
    let nth = cursor.add(first, index);
    let row = cursor.fold_const(BinaryOp::Mul, nth, plan.lanes.into());
    let at = cursor.add(row, lane);
    element(cursor, memory, moved.offset, at, bytes)
}

/// `index` without the constant that was added to it last, and that constant: neighbouring accesses then share the rest of their addresses.
///
/// The sum is in the array, so as signed numbers what is left and the constant do not wrap, if the constant is small.
fn constant_part(cursor: &Cursor<'_>, index: Value, len: u64) -> (Value, i64) {
    let Value::Inst(inst) = index else { return (index, 0) };
    let (lhs, rhs) = match *cursor.func.op(inst) {
        Op::Binary { op: BinaryOp::Add, lhs, rhs, .. } => (lhs, rhs),
        Op::Binary { op: BinaryOp::Or, flags, lhs, rhs } if flags.contains(Flags::DISJOINT) => (lhs, rhs),
        _ => return (index, 0),
    };
    let constant = cursor.ctx.as_int(rhs).map(|bits| i64::from(bits as u32 as i32));
    match constant {
        Some(constant) if constant.unsigned_abs() + len < 1 << 30 => (lhs, constant),
        _ => (index, 0),
    }
}

/// The integer type of a subgroup's part of a mask.
pub fn mask_part(cursor: &mut Cursor<'_>, plan: &Plan) -> Type {
    cursor.ctx.types.int(plan.lanes.clamp(8, 32))
}

/// Writes the subgroup's part of a mask: bit `l` tells of lane `l` in row `slot`.
pub fn store_mask(cursor: &mut Cursor<'_>, memory: Value, plan: &Plan, mask: usize, slot: Value, bits: Value) {
    let part = mask_part(cursor, plan);
    let bytes = cursor.ctx.types.size(part) as u32;
    let address = element(cursor, memory, plan.masks[mask], slot, bytes);
    let bits = cursor.cast(CastOp::Trunc, bits, part);
    cursor.store(bits, address, bytes);
}

/// Reads the mask of thread `thread`'s warp, as 64 bits.
pub fn load_mask(cursor: &mut Cursor<'_>, memory: Value, plan: &Plan, mask: usize, thread: Value) -> Value {
    let ty = if plan.warp == 64 { Type::I64 } else { Type::I32 };
    let warp = cursor.fold_const(BinaryOp::LShr, thread, plan.warp.trailing_zeros().into());
    let address = element(cursor, memory, plan.masks[mask], warp, plan.warp / 8);
    let op = Op::Load { ptr: address, align: plan.warp / 8, volatile: false, atomic: None };
    let bits = cursor.inst(op, ty);
    cursor.cast(CastOp::ZExt, bits, Type::I64)
}
