//! Turns the kernel's function parameters into reads of the parameter block.
//!
//! `hip.param(i32 offset) -> T` reads it where it lies (push constants if they suffice). A structure passed by value is a
//! `byref` pointer into the block: loads at constant offsets from it become `hip.param` of those bytes; where it is indexed
//! dynamically or its address goes elsewhere, the pointer is `hip.param.address` plus the offset, and the launch then passes
//! the whole block through memory.
//!
//!   before  define amdgpu_kernel void @k(i32 %n, ptr addrspace(4) byref({float, i64}) %s)   load i64, gep %s, 8
//!   after   define amdgpu_kernel void @k()                                                   hip.param(16) -> i64
//!
//! Only i32, i64, float and double are read, at their natural alignment, because push constants need no 8- or 16-bit
//! feature then; everything else is composed of i32 words.
//! Needs: memcpy expanded.   Leaves: no function parameters.   Runtime side: `hip::args`.

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::{AddressSpace, Type, TypeKind};
use crate::passes::DeviceContext;
use crate::passes::util::build::Build;
use crate::passes::util::walk::{Visit, kernel_of, order_blocks, remove_unused, walk};

const PASS: &str = "abi/kernel_args";

/// See the file's description.
///
/// # Errors
/// Metadata and function disagree (a bug of ours).
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let Module { ctx, functions, .. } = &mut *module;
    let func = &mut functions[id];
    let offsets: Vec<u32> = device.metadata.params.iter().map(|p| p.offset).collect();
    if offsets.len() != func.params.len() {
        let text = format!("{} parameters, but metadata of {}", func.params.len(), offsets.len());
        return Err(CompileError::internal(PASS, text).in_function(&func.name));
    }
    order_blocks(func);
    let places = constant_places(ctx, func, &offsets);
    let values = parameter_values(ctx, func, &offsets)?;
    for (_, inst) in func.linked_insts().collect::<Vec<_>>() {
        func.insts[inst].op.map_operands(|v| if let Value::Param(i) = v { values[i as usize] } else { v });
    }
    func.params.clear();
    walk(module, id, |cursor, inst| {
        let Op::Load { ptr: Value::Inst(_), volatile: false, atomic: None, .. } = *cursor.func.op(inst) else {
            return Ok(Visit::Keep);
        };
        let Some(&offset) = places.get(&inst) else { return Ok(Visit::Keep) };
        let ty = cursor.func.insts[inst].ty;
        Ok(Visit::Replace(read(cursor, offset, ty)?))
    })?;
    remove_unused(&mut module.functions[id]);
    Ok(())
}

/// The loads whose address is a `byref` parameter plus a constant: their offset in the block.
fn constant_places(ctx: &Context, func: &Function, offsets: &[u32]) -> HashMap<Inst, u32> {
    let mut pointers: HashMap<Value, i64> = HashMap::default();
    for (i, param) in func.params.iter().enumerate() {
        if param.by_ref.is_some() {
            pointers.insert(Value::Param(i as u32), i64::from(offsets[i]));
        }
    }
    let mut places = HashMap::default();
    for (_, inst) in func.linked_insts() {
        match func.op(inst) {
            Op::Gep { elem, base, indices, .. } => {
                if let (Some(&at), Some(by)) = (pointers.get(base), constant_offset(ctx, *elem, indices)) {
                    pointers.insert(Value::Inst(inst), at + by);
                }
            }
            Op::Cast { op: CastOp::AddrSpaceCast | CastOp::BitCast, value, .. } => {
                if let Some(&at) = pointers.get(value) {
                    pointers.insert(Value::Inst(inst), at);
                }
            }
            Op::Load { ptr, .. } => {
                if let Some(offset) = pointers.get(ptr).and_then(|&at| u32::try_from(at).ok()) {
                    places.insert(inst, offset);
                }
            }
            _ => {}
        }
    }
    places
}

/// Byte offset of a GEP whose indices are all constants.
pub fn constant_offset(ctx: &Context, elem: Type, indices: &[Value]) -> Option<i64> {
    let mut ty = elem;
    let mut total = 0i64;
    for (nth, &index) in indices.iter().enumerate() {
        let bits = ctx.as_int(index)?;
        let Value::Const(id) = index else { return None };
        let width = ctx.types.value_bits(ctx.consts.data(id).ty());
        let index = crate::passes::util::build::sign_extend(bits, width) as i64;
        let stride = if nth == 0 {
            ctx.types.size(ty)
        } else {
            match ctx.types.kind(ty).clone() {
                TypeKind::Struct { ref fields, .. } => {
                    let (offsets, _) = ctx.types.struct_layout(ty);
                    total += *offsets.get(index as usize)? as i64;
                    ty = fields[index as usize];
                    continue;
                }
                TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => {
                    ty = elem;
                    ctx.types.size(elem)
                }
                _ => return None,
            }
        };
        total = total.wrapping_add(index.wrapping_mul(stride as i64));
    }
    Some(total)
}

/// Each parameter's value, read at the start of the kernel. Unused ones are swept away again.
fn parameter_values(ctx: &mut Context, func: &mut Function, offsets: &[u32]) -> Result<Vec<Value>, CompileError> {
    let entry = func.entry();
    let params = func.params.clone();
    let mut cursor = Cursor::before(ctx, func, entry, 0);
    cursor.loc = None;
    let each = params.iter().zip(offsets).map(|(param, &offset)| {
        if param.by_ref.is_some() {
            let base = cursor.intrinsic(Intrinsic::ParamAddress, Vec::new(), Type::I64);
            let address = cursor.fold_const(BinaryOp::Add, base, offset.into());
            return Ok(cursor.cast(CastOp::IntToPtr, address, param.ty));
        }
        read(&mut cursor, offset, param.ty)
    });
    each.collect()
}

/// The value of type `ty` that lies at `offset` in the parameter block.
///
/// # Errors
/// An aggregate (the portable half leaves none).
pub fn read(cursor: &mut Cursor<'_>, offset: u32, ty: Type) -> Result<Value, CompileError> {
    Ok(match cursor.ctx.types.kind(ty).clone() {
        TypeKind::Float | TypeKind::Double => {
            let int = if ty == Type::FLOAT { Type::I32 } else { Type::I64 };
            if offset.is_multiple_of(cursor.ctx.types.size(ty) as u32) {
                typed(cursor, offset, ty)
            } else {
                let bits = read(cursor, offset, int)?;
                cursor.bitcast(bits, ty)
            }
        }
        TypeKind::Half | TypeKind::BFloat => {
            let bits = read(cursor, offset, Type::I16)?;
            cursor.bitcast(bits, ty)
        }
        TypeKind::Ptr(space) => {
            let wide = matches!(space, AddressSpace::Shared | AddressSpace::Private);
            let bits = read(cursor, offset, if wide { Type::I32 } else { Type::I64 })?;
            cursor.cast(CastOp::IntToPtr, bits, ty)
        }
        TypeKind::Vector { elem, len } => {
            let stride = u32::try_from(cursor.ctx.types.store_size(elem)).unwrap_or(u32::MAX);
            let mut vector = cursor.ctx.poison(ty);
            for lane in 0..len {
                let value = read(cursor, offset + lane * stride, elem)?;
                let index = cursor.ctx.i32(lane);
                vector = cursor.inst(Op::InsertElement { vector, value, index }, ty);
            }
            vector
        }
        TypeKind::Int(bits) => read_int(cursor, offset, bits),
        TypeKind::Void | TypeKind::Array { .. } | TypeKind::Struct { .. } => {
            return Err(CompileError::internal(PASS, format!("a load of {}", cursor.ctx.types.display(ty))));
        }
    })
}

fn typed(cursor: &mut Cursor<'_>, offset: u32, ty: Type) -> Value {
    let offset = cursor.ctx.i32(offset);
    cursor.intrinsic(Intrinsic::Param, vec![offset], ty)
}

/// An integer of any width: its bytes out of aligned words.
fn read_int(cursor: &mut Cursor<'_>, offset: u32, bits: u32) -> Value {
    let ty = cursor.ctx.types.int(bits);
    if (bits == 32 && offset.is_multiple_of(4)) || (bits == 64 && offset.is_multiple_of(8)) {
        return typed(cursor, offset, ty);
    }
    if bits == 64 || bits == 128 {
        return join_halves(cursor, offset, bits);
    }
    let bytes = bits.div_ceil(8);
    let first = offset / 4;
    let last = (offset + bytes - 1) / 4;
    let words = last - first + 1;
    // Wide enough to hold every word that is touched, then shifted down and cut.
    let scratch = if words == 1 { Type::I32 } else { cursor.ctx.types.int(if words == 2 { 64 } else { 128 }) };
    let mut joined = None;
    for nth in 0..words {
        let word = typed(cursor, (first + nth) * 4, Type::I32);
        let word = cursor.to_unsigned(word, scratch);
        let word = cursor.fold_const(BinaryOp::Shl, word, u128::from(nth * 32));
        joined = Some(joined.map_or(word, |j| cursor.or(j, word)));
    }
    let joined = joined.unwrap_or_else(|| cursor.ctx.zero(scratch));
    let down = cursor.fold_const(BinaryOp::LShr, joined, u128::from(offset % 4 * 8));
    cursor.to_unsigned(down, ty)
}

fn join_halves(cursor: &mut Cursor<'_>, offset: u32, bits: u32) -> Value {
    let ty = cursor.ctx.types.int(bits);
    let low = read_int(cursor, offset, bits / 2);
    let high = read_int(cursor, offset + bits / 16, bits / 2);
    let low = cursor.to_unsigned(low, ty);
    let high = cursor.to_unsigned(high, ty);
    let by = cursor.ctx.int(ty, u128::from(bits / 2));
    let high = cursor.fold(BinaryOp::Shl, Flags::NUW, high, by);
    cursor.or(high, low)
}
