//! Splits private variables that are only accessed at constant offsets, so that `mem2reg` can turn the pieces into values.
//!
//!   before  %s = alloca { float, [2 x i32] }   store float, %s   load i32, gep %s, 8
//!   after   %a = alloca float  %b = alloca i32 ...
//!
//! Accesses that overlap are cut at all their boundaries: vectors into lanes, other values into integers that are shifted
//! together. A variable that is indexed dynamically, whose address goes elsewhere, or that is accessed as a
//! whole structure stays as it is. Called by the portable pipeline, before `mem2reg`.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Inst, Op, Value};
use crate::ir::intrinsic::Effect;
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::optimize::identities::constant_offset;

/// Cuts finer than this are left alone: the pieces would be dearer than the memory.
const MOST_PIECES: usize = 1024;

/// The pass of the portable half.
///
/// # Errors
/// None.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    for func in module.functions.values_mut().filter(|f| !f.is_declaration()) {
        split_variables(&mut module.ctx, func);
    }
    Ok(())
}

/// A load or store of `size` bytes, `start` bytes into a variable.
#[derive(Clone, Copy, Debug)]
struct Access {
    inst: Inst,
    start: u64,
    size: u64,
    ty: Type,
}

impl Access {
    fn end(&self) -> u64 {
        self.start + self.size
    }
}

/// A variable that can be split: its accesses, and the pointer arithmetic that goes when it is.
#[derive(Debug, Default)]
struct Variable {
    accesses: Vec<Access>,
    pointers: Vec<Inst>,
}

/// Splits what can be split in `func`. Returns whether there was anything.
pub fn split_variables(ctx: &mut Context, func: &mut Function) -> bool {
    let users = users(func);
    let allocas: Vec<Inst> =
        func.linked_insts().map(|l| l.1).filter(|&i| matches!(func.op(i), Op::Alloca { count: None, .. })).collect();
    let mut plan: HashMap<Inst, Step> = HashMap::default();
    for alloca in allocas {
        let Some(variable) = inspect(ctx, func, &users, alloca) else { continue };
        let Some(pieces) = cut(ctx, &variable) else { continue };
        let slots = Rc::new(make_slots(ctx, func, &pieces));
        plan.extend(variable.pointers.iter().map(|&p| (p, Step::Drop)));
        plan.extend(variable.accesses.iter().map(|&a| (a.inst, Step::Access(a, slots.clone()))));
        plan.insert(alloca, Step::Alloca(slots));
    }
    if !plan.is_empty() {
        replace(ctx, func, &plan);
    }
    !plan.is_empty()
}

/// What becomes of an instruction.
enum Step {
    /// It computed an address that is not needed any more.
    Drop,
    /// It becomes the variables of the pieces.
    Alloca(Rc<Vec<Slot>>),
    /// It becomes accesses of pieces.
    Access(Access, Rc<Vec<Slot>>),
}

fn users(func: &Function) -> Vec<Vec<Inst>> {
    let mut users = vec![Vec::new(); func.insts.len()];
    for (_, inst) in func.linked_insts() {
        func.op(inst).for_each_operand(|v| {
            if let Value::Inst(used) = v {
                users[used.index()].push(inst);
            }
        });
    }
    users
}

/// The accesses of a variable, if all of them lie at constant offsets within it and there is nothing else.
fn inspect(ctx: &Context, func: &Function, users: &[Vec<Inst>], alloca: Inst) -> Option<Variable> {
    let Op::Alloca { elem, .. } = func.op(alloca) else { return None };
    let size = ctx.types.size(*elem);
    let mut variable = Variable::default();
    let mut work = vec![(alloca, 0i64)];
    while let Some((pointer, offset)) = work.pop() {
        variable.pointers.push(pointer);
        for &user in &users[pointer.index()] {
            let (ty, at) = match func.op(user) {
                Op::Load { volatile: false, atomic: None, .. } => (func.insts[user].ty, offset),
                Op::Store { value, volatile: false, atomic: None, .. } if *value != Value::Inst(pointer) => {
                    (ctx.type_of(func, *value), offset)
                }
                Op::Gep { elem, indices, base, .. } if *base == Value::Inst(pointer) => {
                    work.push((user, offset.checked_add(constant_offset(ctx, *elem, indices)?)?));
                    continue;
                }
                Op::Cast { op: CastOp::AddrSpaceCast | CastOp::BitCast, .. } => {
                    work.push((user, offset));
                    continue;
                }
                Op::Intrinsic { id, .. } if id.effect() == Effect::Hint => {
                    variable.pointers.push(user);
                    continue;
                }
                _ => return None,
            };
            let start = u64::try_from(at).ok()?;
            let access = Access { inst: user, start, size: ctx.types.store_size(ty), ty };
            if ctx.types.is_aggregate(ty) || access.end() > size {
                return None;
            }
            variable.accesses.push(access);
        }
    }
    (!variable.accesses.is_empty()).then_some(variable)
}

/// A piece of a variable: where it starts and ends, and the type it is kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    start: u64,
    end: u64,
    ty: Type,
}

/// The pieces to cut the variable into, or nothing if an access cannot be cut.
fn cut(ctx: &mut Context, variable: &Variable) -> Option<Vec<Piece>> {
    let mut marks: BTreeSet<u64> = variable.accesses.iter().flat_map(|a| [a.start, a.end()]).collect();
    loop {
        let before = marks.len();
        for access in &variable.accesses {
            if marks.range(access.start + 1..access.end()).next().is_none() {
                continue; // in one piece
            }
            if let Some((elem, count)) = ctx.types.vector_parts(access.ty) {
                let lane = u64::from(ctx.types.value_bits(elem));
                if lane % 8 != 0 {
                    return None;
                }
                marks.extend((0..=u64::from(count)).map(|i| access.start + i * lane / 8));
            } else if u64::from(ctx.types.value_bits(access.ty)) != access.size * 8 {
                return None; // i1, i24 and the like have bits of no byte
            }
        }
        if marks.len() == before {
            break;
        }
    }
    if marks.len() > MOST_PIECES {
        return None;
    }
    let bounds: Vec<u64> = marks.into_iter().collect();
    let mut pieces = Vec::new();
    for pair in bounds.windows(2) {
        let (start, end) = (pair[0], pair[1]);
        let whole = variable.accesses.iter().find(|a| a.start == start && a.end() == end);
        let covered = variable.accesses.iter().any(|a| a.start <= start && end <= a.end());
        let ty = match whole {
            Some(access) => access.ty,
            None if end - start > 16 => return None,
            None => ctx.types.int(8 * (end - start) as u32),
        };
        if covered {
            pieces.push(Piece { start, end, ty });
        }
    }
    Some(pieces)
}

/// A variable for each piece, in no block yet.
fn make_slots(ctx: &Context, func: &mut Function, pieces: &[Piece]) -> Vec<Slot> {
    let slot = |piece: &Piece| {
        let align = u32::try_from(ctx.types.align(piece.ty)).unwrap_or(1);
        let op = Op::Alloca { elem: piece.ty, count: None, align };
        Slot { piece: *piece, pointer: func.create_inst(op, Type::PTR_PRIVATE, None), align }
    };
    pieces.iter().map(slot).collect()
}

/// Rebuilds each block according to the plan.
fn replace(ctx: &mut Context, func: &mut Function, plan: &HashMap<Inst, Step>) {
    let mut loaded = HashMap::default();
    for block in func.layout.clone() {
        for inst in std::mem::take(&mut func.blocks[block].insts) {
            match plan.get(&inst) {
                None => func.blocks[block].insts.push(inst),
                Some(Step::Drop) => {}
                Some(Step::Alloca(slots)) => func.blocks[block].insts.extend(slots.iter().map(|s| s.pointer)),
                Some(Step::Access(access, slots)) => {
                    let loc = func.insts[inst].loc;
                    let op = func.op(inst).clone();
                    let mut cursor = Cursor { loc, ..Cursor::at_end(ctx, func, block) };
                    let from = slots.partition_point(|s| s.piece.start < access.start);
                    let to = slots.partition_point(|s| s.piece.start < access.end());
                    if let Op::Store { value, .. } = op {
                        store_pieces(&mut cursor, value, access, &slots[from..to]);
                    } else {
                        let value = load_pieces(&mut cursor, access, &slots[from..to]);
                        loaded.insert(Value::Inst(inst), value);
                    }
                }
            }
        }
    }
    func.replace_uses(&loaded);
}

/// A piece and its own variable.
#[derive(Clone, Copy, Debug)]
struct Slot {
    piece: Piece,
    pointer: Inst,
    align: u32,
}

fn load_pieces(c: &mut Cursor<'_>, access: &Access, slots: &[Slot]) -> Value {
    if let [only] = slots {
        return c.load(access.ty, Value::Inst(only.pointer), only.align);
    }
    if let Some((elem, _)) = c.ctx.types.vector_parts(access.ty) {
        let lane = c.ctx.types.store_size(elem);
        let mut vector = c.ctx.poison(access.ty);
        for (i, lane_slots) in lanes(slots, access.start, lane).enumerate() {
            let part = Access { start: access.start + i as u64 * lane, size: lane, ty: elem, ..*access };
            let value = load_pieces(c, &part, lane_slots);
            let index = c.ctx.i32(i as u32);
            vector = c.inst(Op::InsertElement { vector, value, index }, access.ty);
        }
        return vector;
    }
    let whole = c.ctx.types.int(8 * access.size as u32);
    let mut sum: Option<Value> = None;
    for slot in slots {
        let bits = c.ctx.types.int(8 * (slot.piece.end - slot.piece.start) as u32);
        let part = c.load(bits, Value::Inst(slot.pointer), slot.align);
        let wide = c.resize_unsigned(part, whole);
        let shift = u128::from(8 * (slot.piece.start - access.start));
        let placed = if shift == 0 { wide } else { c.binary_const(BinaryOp::Shl, wide, shift) };
        sum = Some(match sum {
            Some(sum) => c.or(sum, placed),
            None => placed,
        });
    }
    let sum = sum.unwrap_or_else(|| c.ctx.poison(whole));
    from_int(c, sum, access.ty)
}

fn store_pieces(c: &mut Cursor<'_>, value: Value, access: &Access, slots: &[Slot]) {
    if let [only] = slots {
        return c.store(value, Value::Inst(only.pointer), only.align);
    }
    if let Some((elem, _)) = c.ctx.types.vector_parts(access.ty) {
        let lane = c.ctx.types.store_size(elem);
        for (i, lane_slots) in lanes(slots, access.start, lane).enumerate() {
            let index = c.ctx.i32(i as u32);
            let part = c.inst(Op::ExtractElement { vector: value, index }, elem);
            let place = Access { start: access.start + i as u64 * lane, size: lane, ty: elem, ..*access };
            store_pieces(c, part, &place, lane_slots);
        }
        return;
    }
    let whole = c.ctx.types.int(8 * access.size as u32);
    let bits = to_int(c, value, whole);
    for slot in slots {
        let shift = u128::from(8 * (slot.piece.start - access.start));
        let low = if shift == 0 { bits } else { c.binary_const(BinaryOp::LShr, bits, shift) };
        let ty = c.ctx.types.int(8 * (slot.piece.end - slot.piece.start) as u32);
        let part = c.resize_unsigned(low, ty);
        c.store(part, Value::Inst(slot.pointer), slot.align);
    }
}

/// The slots of each lane of a vector.
fn lanes(slots: &[Slot], start: u64, lane: u64) -> impl Iterator<Item = &[Slot]> {
    slots.chunk_by(move |a, b| (a.piece.start - start) / lane == (b.piece.start - start) / lane)
}

fn to_int(c: &mut Cursor<'_>, value: Value, int: Type) -> Value {
    let ty = c.ty(value);
    let op = if c.ctx.types.pointee_space(ty).is_some() { CastOp::PtrToInt } else { CastOp::BitCast };
    c.cast(op, value, int)
}

fn from_int(c: &mut Cursor<'_>, value: Value, ty: Type) -> Value {
    let op = if c.ctx.types.pointee_space(ty).is_some() { CastOp::IntToPtr } else { CastOp::BitCast };
    c.cast(op, value, ty)
}
