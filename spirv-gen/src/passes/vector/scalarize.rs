//! Takes vectors apart: afterwards values are scalars.
//!
//! Only memory still sees vectors, because a device moves 16 bytes as cheaply as 4: loads and stores keep them in pieces of
//! up to four elements where those are whole bytes and as wide as a scalar the device knows.
//!
//!   before  %v = load <8 x float>           %w = fadd <8 x float> %v, %u        store <8 x float> %w
//!   after   2 x load <4 x float>, 8 x extractelement      8 x fadd float        8 x insertelement, 2 x store <4 x float>
//!
//! Needs: no aggregates in SSA.   Leaves: vectors of 2 to 4 integers, halves, floats or doubles around loads and stores only.

use crate::analysis::alignment::align_at;
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::constant::{Const, ConstData};
use crate::ir::cursor::Cursor;
use crate::ir::function::Block;
use crate::ir::instruction::{CastOp, Inst, IntPredicate, Op, Value};
use crate::ir::module::{Context, Module};
use crate::ir::types::{Type, TypeKind};
use crate::passes::atomic::atomic_loops::{combine, exchange_loop};
use crate::passes::util::build::{
    Build, bitcast_folded, bits_of, build_vector, concat_bits, offset_pointer, split_bits,
};
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "vector/scalarize";

/// See the file's description.
///
/// # Errors
/// A vector operation that nobody defined lane by lane.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let mut pass = Scalarize::default();
    let walked = walk(module, id, |cursor, inst| pass.visit(cursor, inst))?;
    let Module { ctx, functions, .. } = module;
    for (phis, incoming) in std::mem::take(&mut pass.phis) {
        for (nth, (value, _)) in incoming.iter().enumerate() {
            let lanes = pass.known_lanes(ctx, walked.resolve(*value), phis.len());
            for (phi, lane) in phis.iter().zip(lanes) {
                if let Op::Phi(incoming) = &mut functions[id].insts[*phi].op {
                    incoming[nth].0 = lane;
                }
            }
        }
    }
    Ok(())
}

/// Phis made for the lanes of one phi, and its incoming values, filled in at the end.
type PendingPhi = (Vec<Inst>, Vec<(Value, Block)>);

#[derive(Default)]
struct Scalarize {
    lanes: HashMap<Inst, Vec<Value>>,
    phis: Vec<PendingPhi>,
}

/// A load or store and what it keeps in every piece.
#[derive(Clone, Copy)]
struct Memory {
    ptr: Value,
    align: u32,
    volatile: bool,
}

impl Scalarize {
    fn visit(&mut self, cursor: &mut Cursor<'_>, inst: Inst) -> Result<Visit, CompileError> {
        let data = cursor.func.insts[inst].clone();
        let result = cursor.ctx.types.vector_parts(data.ty);
        let mut reads_vector = false;
        data.op.for_each_operand(|v| reads_vector |= cursor.ctx.types.vector_parts(cursor.ty(v)).is_some());
        if result.is_none() && !reads_vector {
            return Ok(Visit::Keep);
        }
        let lanes = match data.op {
            Op::Phi(incoming) => self.phi(cursor, data.ty, incoming),
            Op::Load { ptr, align, volatile, atomic: None } => load(cursor, data.ty, Memory { ptr, align, volatile })?,
            Op::Store { value, ptr, align, volatile, atomic: None } => {
                let lanes = self.lanes(cursor, value);
                let ty = cursor.ty(value);
                store(cursor, &lanes, ty, Memory { ptr, align, volatile })?;
                return Ok(Visit::Drop);
            }
            Op::ExtractElement { vector, index } => {
                let lanes = self.lanes(cursor, vector);
                return Ok(Visit::Replace(pick(cursor, &lanes, index)));
            }
            Op::InsertElement { vector, value, index } => {
                let lanes = self.lanes(cursor, vector);
                put(cursor, lanes, value, index)
            }
            Op::ShuffleVector { lhs, rhs, mask } => {
                let mut all = self.lanes(cursor, lhs);
                all.extend(self.lanes(cursor, rhs));
                let elem = cursor.ctx.types.scalar(data.ty);
                mask.iter().map(|&m| all.get(m as usize).copied().unwrap_or_else(|| cursor.ctx.poison(elem))).collect()
            }
            Op::Cast { op: CastOp::BitCast, value, .. } => {
                let from = self.lanes(cursor, value);
                let lanes = reinterpret(cursor, &from, data.ty)?;
                if result.is_none() {
                    return Ok(Visit::Replace(lanes[0]));
                }
                lanes
            }
            Op::AtomicRmw { op, ptr, value, atomic, .. } => {
                let values = self.lanes(cursor, value);
                packed_rmw(cursor, op, ptr, &values, data.ty, atomic)?
            }
            op => match result {
                Some((elem, count)) => self.lane_by_lane(cursor, &op, elem, count),
                None => {
                    let text = format!("a vector operation with a scalar result: {op:?}");
                    return Err(CompileError::internal(PASS, text));
                }
            },
        };
        self.lanes.insert(inst, lanes);
        Ok(Visit::Drop)
    }

    /// The scalars of a vector; a scalar is its own only one.
    fn lanes(&self, cursor: &mut Cursor<'_>, value: Value) -> Vec<Value> {
        match cursor.ctx.types.vector_parts(cursor.ty(value)) {
            Some((_, count)) => self.known_lanes(cursor.ctx, value, count as usize),
            None => vec![value],
        }
    }

    fn known_lanes(&self, ctx: &mut Context, value: Value, count: usize) -> Vec<Value> {
        match value {
            Value::Inst(inst) => self.lanes.get(&inst).cloned().unwrap_or_default(),
            Value::Const(id) => (0..count).map(|nth| constant_lane(ctx, id, nth)).collect(),
            Value::Param(_) => Vec::new(),
        }
    }

    fn lane_by_lane(&self, cursor: &mut Cursor<'_>, op: &Op, elem: Type, count: u32) -> Vec<Value> {
        let mut operands = Vec::new();
        op.for_each_operand(|v| operands.push(v));
        let lanes: Vec<Vec<Value>> = operands.iter().map(|&v| self.lanes(cursor, v)).collect();
        (0..count as usize)
            .map(|nth| {
                let mut op = op.clone();
                let mut each = lanes.iter();
                // A scalar operand (a flag, a scalar condition, a GEP's base) is every lane's.
                op.map_operands(|v| {
                    each.next().and_then(|l| l.get(nth.min(l.len().saturating_sub(1)))).copied().unwrap_or(v)
                });
                cursor.inst(op, elem)
            })
            .collect()
    }

    fn phi(&mut self, cursor: &mut Cursor<'_>, ty: Type, incoming: Vec<(Value, Block)>) -> Vec<Value> {
        let (elem, count) = cursor.ctx.types.vector_parts(ty).unwrap_or((ty, 1));
        let later = cursor.ctx.poison(elem);
        let mut phis = Vec::new();
        let mut values = Vec::new();
        for _ in 0..count {
            let phi = cursor.phi(incoming.iter().map(|&(_, from)| (later, from)).collect(), elem);
            values.push(phi);
            if let Value::Inst(inst) = phi {
                phis.push(inst);
            }
        }
        self.phis.push((phis, incoming));
        values
    }
}

/// Element `nth` of a vector constant.
pub fn constant_lane(ctx: &mut Context, id: Const, nth: usize) -> Value {
    let data = ctx.consts.data(id);
    let elem = ctx.types.scalar(data.ty());
    match data {
        ConstData::Aggregate { elems, .. } => Value::Const(elems[nth]),
        ConstData::Undef(_) => ctx.undef(elem),
        ConstData::Poison(_) => ctx.poison(elem),
        _ => ctx.zero(elem),
    }
}

fn pick(cursor: &mut Cursor<'_>, lanes: &[Value], index: Value) -> Value {
    if let Some(nth) = cursor.ctx.as_int(index) {
        let elem = cursor.ty(lanes[0]);
        return lanes.get(nth as usize).copied().unwrap_or_else(|| cursor.ctx.poison(elem));
    }
    let mut found = lanes[0];
    for (nth, &lane) in lanes.iter().enumerate().skip(1) {
        let here = cursor.compare_const(IntPredicate::Eq, index, nth as u128);
        found = cursor.choose(here, lane, found);
    }
    found
}

fn put(cursor: &mut Cursor<'_>, mut lanes: Vec<Value>, value: Value, index: Value) -> Vec<Value> {
    if let Some(nth) = cursor.ctx.as_int(index) {
        if let Some(lane) = lanes.get_mut(nth as usize) {
            *lane = value;
        }
        return lanes;
    }
    let each = lanes.into_iter().enumerate().map(|(nth, lane)| {
        let here = cursor.compare_const(IntPredicate::Eq, index, nth as u128);
        cursor.choose(here, value, lane)
    });
    each.collect()
}

/// The same bits as lanes of another type.
fn reinterpret(cursor: &mut Cursor<'_>, from: &[Value], to: Type) -> Result<Vec<Value>, CompileError> {
    let (elem, count) = cursor.ctx.types.vector_parts(to).unwrap_or((to, 1));
    if from.len() == count as usize {
        return Ok(from.iter().map(|&v| bitcast_folded(cursor, v, elem)).collect());
    }
    let from_bits = cursor.ctx.types.value_bits(cursor.ty(from[0]));
    let to_bits = cursor.ctx.types.value_bits(elem);
    let piece = gcd(from_bits, to_bits);
    let piece_ty = cursor.ctx.types.int(piece);
    let mut pieces = Vec::new();
    for &value in from {
        let bits = bits_of(cursor, value);
        pieces.extend(split_bits(cursor, bits, piece_ty));
    }
    if to_bits > 128 {
        let text = format!("a bitcast to {}", cursor.ctx.types.display(to));
        return Err(CompileError::unsupported(PASS, text));
    }
    let int = cursor.ctx.types.int(to_bits);
    let per_lane = (to_bits / piece) as usize;
    let lanes = pieces.chunks(per_lane).map(|chunk| {
        let bits = concat_bits(cursor, chunk, int);
        bitcast_folded(cursor, bits, elem)
    });
    Ok(lanes.collect())
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The type that lanes have in memory where vectors of it may be moved at once; nothing for odd widths.
fn memory_lane(ctx: &Context, elem: Type) -> Option<Type> {
    match ctx.types.kind(elem) {
        TypeKind::Int(8 | 16 | 32 | 64) | TypeKind::Half | TypeKind::Float | TypeKind::Double => Some(elem),
        TypeKind::BFloat => Some(Type::I16),
        TypeKind::Ptr(space) => Some(if space.pointer_bits() == 32 { Type::I32 } else { Type::I64 }),
        _ => None,
    }
}

fn load(cursor: &mut Cursor<'_>, ty: Type, memory: Memory) -> Result<Vec<Value>, CompileError> {
    let (elem, count) = cursor.ctx.types.vector_parts(ty).unwrap_or((ty, 1));
    let align = natural(cursor.ctx, memory.align, ty);
    let Some(lane_ty) = memory_lane(cursor.ctx, elem) else {
        return load_packed(cursor, elem, count, Memory { align, ..memory });
    };
    let size = cursor.ctx.types.store_size(lane_ty);
    let mut lanes = Vec::new();
    for (first, len) in pieces(count) {
        let at = u64::from(first) * size;
        let piece_ty = if len == 1 { lane_ty } else { cursor.ctx.types.vector(lane_ty, len) };
        let value = load_piece(cursor, piece_ty, at, Memory { align, ..memory });
        for nth in 0..len {
            let lane = if len == 1 {
                value
            } else {
                let index = cursor.ctx.i32(nth);
                cursor.inst(Op::ExtractElement { vector: value, index }, lane_ty)
            };
            lanes.push(from_memory(cursor, lane, elem));
        }
    }
    Ok(lanes)
}

fn load_piece(cursor: &mut Cursor<'_>, ty: Type, at: u64, memory: Memory) -> Value {
    let ptr = offset_pointer(cursor, memory.ptr, at);
    let align = align_at(memory.align, at);
    cursor.inst(Op::Load { ptr, align, volatile: memory.volatile, atomic: None }, ty)
}

/// Lanes that are no whole bytes lie bit behind bit; whole bytes of an odd number lie byte behind byte.
fn load_packed(cursor: &mut Cursor<'_>, elem: Type, count: u32, memory: Memory) -> Result<Vec<Value>, CompileError> {
    let width = cursor.ctx.types.value_bits(elem);
    let group = group_of(cursor, width)?;
    let mut lanes = Vec::new();
    for first in (0..count).step_by(group as usize) {
        let len = group.min(count - first);
        let bits_ty = cursor.ctx.types.int(width * len);
        let bits = load_piece(cursor, bits_ty, u64::from(first * width / 8), memory);
        lanes.extend(if len == 1 { vec![bits] } else { split_bits(cursor, bits, elem) });
    }
    Ok(lanes)
}

/// How many lanes of `width` bits fill whole bytes together.
fn group_of(cursor: &mut Cursor<'_>, width: u32) -> Result<u32, CompileError> {
    match width {
        _ if width.is_multiple_of(8) => Ok(1),
        0..=16 => Ok(8),
        _ => {
            let elem = cursor.ctx.types.int(width);
            let text = format!("vectors of {} in memory", cursor.ctx.types.display(elem));
            Err(CompileError::unsupported(PASS, text))
        }
    }
}

fn store(cursor: &mut Cursor<'_>, lanes: &[Value], ty: Type, memory: Memory) -> Result<(), CompileError> {
    let elem = cursor.ctx.types.scalar(ty);
    let align = natural(cursor.ctx, memory.align, ty);
    let memory = Memory { align, ..memory };
    let Some(lane_ty) = memory_lane(cursor.ctx, elem) else { return store_packed(cursor, lanes, elem, memory) };
    let size = cursor.ctx.types.store_size(lane_ty);
    for (first, len) in pieces(lanes.len() as u32) {
        let values: Vec<Value> =
            lanes[first as usize..(first + len) as usize].iter().map(|&v| to_memory(cursor, v, lane_ty)).collect();
        let value = if len == 1 { values[0] } else { build_vector(cursor, &values) };
        store_piece(cursor, value, u64::from(first) * size, memory);
    }
    Ok(())
}

fn store_piece(cursor: &mut Cursor<'_>, value: Value, at: u64, memory: Memory) {
    let ptr = offset_pointer(cursor, memory.ptr, at);
    let align = align_at(memory.align, at);
    cursor.inst(Op::Store { value, ptr, align, volatile: memory.volatile, atomic: None }, Type::VOID);
}

fn store_packed(cursor: &mut Cursor<'_>, lanes: &[Value], elem: Type, memory: Memory) -> Result<(), CompileError> {
    let width = cursor.ctx.types.value_bits(elem);
    let group = group_of(cursor, width)?;
    for (nth, chunk) in lanes.chunks(group as usize).enumerate() {
        let bits_ty = cursor.ctx.types.int(width * chunk.len() as u32);
        let bits = if chunk.len() == 1 { chunk[0] } else { concat_bits(cursor, chunk, bits_ty) };
        store_piece(cursor, bits, nth as u64 * u64::from(group * width / 8), memory);
    }
    Ok(())
}

/// (first, length) of pieces of at most four elements.
fn pieces(count: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..count).step_by(4).map(move |first| (first, (count - first).min(4)))
}

fn natural(ctx: &Context, align: u32, ty: Type) -> u32 {
    if align == 0 { ctx.types.align(ty) as u32 } else { align }
}

fn from_memory(cursor: &mut Cursor<'_>, value: Value, ty: Type) -> Value {
    if cursor.ctx.types.pointee_space(ty).is_some() {
        return cursor.cast(CastOp::IntToPtr, value, ty);
    }
    bitcast_folded(cursor, value, ty)
}

fn to_memory(cursor: &mut Cursor<'_>, value: Value, ty: Type) -> Value {
    if cursor.ctx.types.pointee_space(cursor.ty(value)).is_some() {
        return cursor.cast(CastOp::PtrToInt, value, ty);
    }
    bitcast_folded(cursor, value, ty)
}

/// A read-modify-write of a short vector (`<2 x half>`, `<2 x bfloat>`): compare-exchange of the word that it fills.
fn packed_rmw(
    cursor: &mut Cursor<'_>,
    op: crate::ir::instruction::AtomicOp,
    ptr: Value,
    values: &[Value],
    ty: Type,
    atomic: crate::ir::instruction::Atomicity,
) -> Result<Vec<Value>, CompileError> {
    let width = cursor.ctx.types.value_bits(ty);
    if !matches!(width, 32 | 64) {
        let text = format!("an atomic operation on {}", cursor.ctx.types.display(ty));
        return Err(CompileError::unsupported(PASS, text));
    }
    let word_ty = cursor.ctx.types.int(width);
    let lane_ty = cursor.ctx.types.scalar(ty);
    let piece = cursor.ctx.types.value_bits(lane_ty);
    let piece = cursor.ctx.types.int(piece);
    let unpack = |cursor: &mut Cursor<'_>, word: Value| -> Vec<Value> {
        let bits = split_bits(cursor, word, piece);
        bits.into_iter().map(|b| bitcast_folded(cursor, b, lane_ty)).collect()
    };
    let old = exchange_loop(cursor, ptr, word_ty, atomic, |cursor, word| {
        let old = unpack(cursor, word);
        let new: Vec<Value> = old
            .iter()
            .zip(values)
            .map(|(&old, &value)| {
                let new = combine(cursor, op, old, value);
                bits_of(cursor, new)
            })
            .collect();
        concat_bits(cursor, &new, word_ty)
    });
    Ok(unpack(cursor, old))
}
