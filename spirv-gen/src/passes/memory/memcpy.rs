//! Expands memcpy, memmove and memset.
//!
//! Small constant sizes become straight-line accesses, as wide as the alignment allows; the rest become loops of such
//! accesses and, where the size is not a multiple, single bytes. Accesses of local variables follow the variable's own fields,
//! so that scalar replacement can still take it apart.
//!
//!   before  call void @llvm.memcpy(ptr %d, ptr %s, i64 12, i1 false, i32 4, i32 4)
//!   after   three loads of i32, three stores
//!
//! Arguments behind the volatile flag are the pointers' alignments, where the front end knew them.

use crate::analysis::alignment::known_align;
use crate::analysis::offsets::constant_offset;
use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::entity::PrimaryMap;
use crate::ir::function::Block;
use crate::ir::instruction::{BinaryOp, CastOp, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Global, GlobalId, Module};
use crate::ir::types::{AddressSpace, Type, TypeKind};
use crate::passes::util::build::Build;
use crate::passes::util::rewrite::{Rewrite, rewrite_module};

/// More accesses than this become a loop.
const STRAIGHT_LINE: usize = 32;

/// See the module's description.
///
/// # Errors
/// None of its own.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    let globals = module.globals.clone();
    rewrite_module(module, |cur, inst| Ok(visit(cur, &globals, inst))).map(|_| ())
}

/// A block operation.
struct Copy {
    dst: Value,
    /// The source address, or for memset the byte.
    src: Value,
    bytes: Value,
    volatile: bool,
    /// Alignment that both addresses have.
    align: u64,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Copy,
    Move,
    Set,
}

fn visit(cur: &mut Cursor<'_>, globals: &PrimaryMap<GlobalId, Global>, inst: Inst) -> Rewrite {
    let Op::Intrinsic { id, args, .. } = cur.func.op(inst) else { return Rewrite::Keep };
    let kind = match id {
        Intrinsic::MemCpy | Intrinsic::MemCpyInline => Kind::Copy,
        Intrinsic::MemMove => Kind::Move,
        Intrinsic::MemSet => Kind::Set,
        _ => return Rewrite::Keep,
    };
    let args = args.clone();
    let align_arg = |i: usize| args.get(i).and_then(|&a| cur.ctx.as_int(a)).map_or(1, |a| (a as u64).clamp(1, 16));
    let known = |ptr| known_align(cur.ctx, globals, cur.func, ptr);
    let mut align = known(args[0]).max(align_arg(4));
    if kind != Kind::Set {
        align = align.min(known(args[1]).max(align_arg(5)));
    }
    let volatile = cur.ctx.as_int(args[3]) == Some(1);
    let copy = Copy { dst: args[0], src: args[1], bytes: args[2], volatile, align, kind };
    match cur.ctx.as_int(copy.bytes) {
        Some(bytes) => constant_size(cur, &copy, bytes as u64),
        None => variable_size(cur, &copy),
    }
    Rewrite::Drop
}

fn constant_size(cur: &mut Cursor<'_>, copy: &Copy, bytes: u64) {
    let plan = plan(cur, copy, bytes);
    if plan.len() <= STRAIGHT_LINE || (copy.kind != Kind::Set && is_taken_apart(cur, copy) && plan.len() <= 128) {
        straight_line(cur, copy, &plan);
        return;
    }
    let width = loop_width(copy);
    let whole = bytes / width;
    let count = cur.ctx.i64(whole);
    let rest: Vec<(u64, Type)> = (whole * width..bytes).map(|at| (at, Type::I8)).collect();
    if copy.kind == Kind::Move {
        either_way(cur, copy, |cur, forward| {
            if forward {
                counted_loop(cur, copy, count, width, true);
                straight_line(cur, copy, &rest);
            } else {
                straight_line(cur, copy, &rest);
                counted_loop(cur, copy, count, width, false);
            }
        });
    } else {
        counted_loop(cur, copy, count, width, true);
        straight_line(cur, copy, &rest);
    }
}

/// Words first, then bytes (backwards: the other way round). The byte loop covers what the words leave.
fn variable_size(cur: &mut Cursor<'_>, copy: &Copy) {
    let bytes = cur.resize_unsigned(copy.bytes, Type::I64);
    let width = loop_width(copy);
    let words = cur.binary_const(BinaryOp::LShr, bytes, width.ilog2().into());
    let body = |cur: &mut Cursor<'_>, forward: bool| {
        if width == 1 {
            return counted_loop(cur, copy, bytes, 1, forward);
        }
        let covered = cur.binary_const(BinaryOp::Shl, words, width.ilog2().into());
        let left = cur.sub(bytes, covered);
        let tail = Copy { dst: at(cur, copy.dst, covered), src: copy.src, align: 1, bytes: left, ..*copy };
        let tail = if copy.kind == Kind::Set { tail } else { Copy { src: at(cur, copy.src, covered), ..tail } };
        if forward {
            counted_loop(cur, copy, words, width, true);
            counted_loop(cur, &tail, left, 1, true);
        } else {
            counted_loop(cur, &tail, left, 1, false);
            counted_loop(cur, copy, words, width, false);
        }
    };
    if copy.kind == Kind::Move { either_way(cur, copy, body) } else { body(cur, true) }
}

/// Bytes per turn of a loop.
fn loop_width(copy: &Copy) -> u64 {
    copy.align.min(16)
}

/// The type that moves `width` bytes.
fn chunk(cur: &mut Cursor<'_>, width: u64) -> Type {
    match width {
        16 => cur.ctx.types.vector(Type::I32, 4),
        8 => Type::I64,
        4 => Type::I32,
        2 => Type::I16,
        _ => Type::I8,
    }
}

/// (offset, type) of the accesses that cover `bytes`.
fn plan(cur: &mut Cursor<'_>, copy: &Copy, bytes: u64) -> Vec<(u64, Type)> {
    if let Some(fields) = fields_of_variable(cur, copy, bytes) {
        return fields;
    }
    let mut out = Vec::new();
    let mut at = 0;
    let most = if is_taken_apart(cur, copy) { copy.align.min(4) } else { copy.align };
    while at < bytes {
        let mut width = most;
        while width > bytes - at {
            width /= 2;
        }
        let ty = chunk(cur, width);
        out.push((at, ty));
        at += width;
        if out.len() > 128 {
            break;
        }
    }
    out
}

/// Whether one side is a local variable.
fn is_taken_apart(cur: &Cursor<'_>, copy: &Copy) -> bool {
    let sides = if copy.kind == Kind::Set { vec![copy.dst] } else { vec![copy.dst, copy.src] };
    sides.into_iter().any(|side| variable_behind(cur, side).is_some())
}

/// The alloca that `ptr` points into at a constant offset: its type and the offset.
fn variable_behind(cur: &Cursor<'_>, mut ptr: Value) -> Option<(Type, u64)> {
    let mut offset = 0i64;
    loop {
        let Value::Inst(inst) = ptr else { return None };
        match cur.func.op(inst) {
            Op::Alloca { elem, count: None, .. } => return Some((*elem, u64::try_from(offset).ok()?)),
            Op::Gep { elem, base, indices, .. } => {
                offset += constant_offset(cur.ctx, *elem, indices)?;
                ptr = *base;
            }
            Op::Cast { op: CastOp::AddrSpaceCast, value, .. } => ptr = *value,
            _ => return None,
        }
    }
}

/// The variable's own fields in the range copied, if the range cuts none and the alignment carries them. The first variable of
/// the two that has any decides.
fn fields_of_variable(cur: &mut Cursor<'_>, copy: &Copy, bytes: u64) -> Option<Vec<(u64, Type)>> {
    let side = match copy.kind {
        Kind::Set => variable_behind(cur, copy.dst)?,
        _ => variable_behind(cur, copy.dst).or_else(|| variable_behind(cur, copy.src))?,
    };
    let (ty, start) = side;
    if bytes > 1024 {
        return None;
    }
    let mut leaves = Vec::new();
    collect_leaves(cur, ty, 0, &mut leaves);
    let end = start + bytes;
    let mut out = Vec::new();
    let mut covered = start;
    for (at, leaf) in leaves {
        let size = cur.ctx.types.store_size(leaf);
        if at + size <= start || at >= end {
            continue;
        }
        if at < start || at + size > end {
            return None;
        }
        // Padding is nobody's, but a union's other member may live in it: copy it too.
        (covered..at).for_each(|gap| out.push((gap - start, Type::I8)));
        let ty = integer_like(cur, leaf)?;
        out.push((at - start, ty));
        covered = at + size;
    }
    (covered..end).for_each(|gap| out.push((gap - start, Type::I8)));
    Some(out)
}

/// The integer type of a scalar's width; pointers and vectors of whole bytes too.
fn integer_like(cur: &mut Cursor<'_>, ty: Type) -> Option<Type> {
    let bits = cur.ctx.types.value_bits(ty);
    matches!(bits, 8 | 16 | 32 | 64).then(|| cur.ctx.types.int(bits))
}

/// Scalars of `ty` with their offsets, in order; vectors element by element.
fn collect_leaves(cur: &Cursor<'_>, ty: Type, at: u64, out: &mut Vec<(u64, Type)>) {
    if out.len() > 1024 {
        return;
    }
    let types = &cur.ctx.types;
    match types.kind(ty) {
        TypeKind::Struct { fields, .. } => {
            let offsets = types.struct_layout(ty).0;
            fields.iter().zip(offsets).for_each(|(&field, offset)| collect_leaves(cur, field, at + offset, out));
        }
        TypeKind::Array { elem, len } => {
            (0..*len).take(1025).for_each(|i| collect_leaves(cur, *elem, at + i * types.size(*elem), out));
        }
        TypeKind::Vector { elem, len } => {
            let step = types.store_size(*elem);
            (0..u64::from(*len)).for_each(|i| out.push((at + i * step, *elem)));
        }
        _ => out.push((at, ty)),
    }
}

/// All loads, then all stores: right for overlapping ranges too.
fn straight_line(cur: &mut Cursor<'_>, copy: &Copy, plan: &[(u64, Type)]) {
    let values: Vec<Value> = plan
        .iter()
        .map(|&(offset, ty)| match copy.kind {
            Kind::Set => splat(cur, copy.src, ty),
            _ => {
                let ptr = at_constant(cur, copy.src, offset);
                load(cur, copy, ptr, ty, offset)
            }
        })
        .collect();
    for (&(offset, _), value) in plan.iter().zip(values) {
        let ptr = at_constant(cur, copy.dst, offset);
        store(cur, copy, ptr, value, offset);
    }
}

/// Alignment at `offset` from an address aligned to `copy.align`.
fn align_at(copy: &Copy, offset: u64) -> u32 {
    let step = if offset == 0 { copy.align } else { offset & offset.wrapping_neg() };
    copy.align.min(step) as u32
}

fn load(cur: &mut Cursor<'_>, copy: &Copy, ptr: Value, ty: Type, offset: u64) -> Value {
    let op = Op::Load { ptr, align: align_at(copy, offset), volatile: copy.volatile, atomic: None };
    cur.inst(op, ty)
}

fn store(cur: &mut Cursor<'_>, copy: &Copy, ptr: Value, value: Value, offset: u64) {
    let op = Op::Store { value, ptr, align: align_at(copy, offset), volatile: copy.volatile, atomic: None };
    cur.inst(op, Type::VOID);
}

/// The byte repeated over `ty`.
fn splat(cur: &mut Cursor<'_>, byte: Value, ty: Type) -> Value {
    let scalar = cur.ctx.types.scalar(ty);
    let bits = cur.ctx.types.value_bits(scalar);
    let ones = (0..bits / 8).fold(0u128, |ones, i| ones | 1 << (8 * i));
    let word = match cur.ctx.as_int(byte) {
        Some(byte) => cur.ctx.int(scalar, byte * ones),
        None => {
            let wide = cur.resize_unsigned(byte, scalar);
            cur.binary_const(BinaryOp::Mul, wide, ones)
        }
    };
    let Some((_, len)) = cur.ctx.types.vector_parts(ty) else { return word };
    let mut vector = cur.ctx.poison(ty);
    for i in 0..len {
        let index = cur.ctx.i32(i);
        vector = cur.inst(Op::InsertElement { vector, value: word, index }, ty);
    }
    vector
}

/// `ptr + offset`, the offset in the pointer's own width.
fn at(cur: &mut Cursor<'_>, ptr: Value, offset: Value) -> Value {
    let bits = cur.ctx.types.value_bits(cur.ty(ptr));
    let int = cur.ctx.types.int(bits);
    let offset = cur.to_unsigned(offset, int);
    cur.byte_offset(ptr, offset)
}

fn at_constant(cur: &mut Cursor<'_>, ptr: Value, offset: u64) -> Value {
    if offset == 0 {
        return ptr;
    }
    let offset = cur.ctx.i64(offset);
    at(cur, ptr, offset)
}

/// `count` turns of `width` bytes each. The cursor goes on behind the loop.
fn counted_loop(cur: &mut Cursor<'_>, copy: &Copy, count: Value, width: u64, forward: bool) {
    let (before, header, body, after) = open_loop(cur);
    let zero = cur.ctx.i64(0);
    cur.goto_end(header);
    let turn = cur.phi(vec![(zero, before)], Type::I64);
    let more = cur.icmp(IntPredicate::Ult, turn, count);
    cur.cond_br(more, body, after);
    cur.goto_end(body);
    let index = if forward {
        turn
    } else {
        let left = cur.sub(count, turn);
        cur.binary_const(BinaryOp::Sub, left, 1)
    };
    let offset = cur.binary_const(BinaryOp::Shl, index, width.ilog2().into());
    let ty = chunk(cur, width);
    let value = match copy.kind {
        Kind::Set => splat(cur, copy.src, ty),
        _ => {
            let ptr = at(cur, copy.src, offset);
            load(cur, copy, ptr, ty, 0)
        }
    };
    let ptr = at(cur, copy.dst, offset);
    store(cur, copy, ptr, value, 0);
    let next = cur.binary_const(BinaryOp::Add, turn, 1);
    cur.br(header);
    cur.func.add_incoming(turn, next, body);
    cur.goto_end(after);
}

/// Ends the cursor's block with a jump to a new loop header; (the block, header, body, what follows), in layout order.
fn open_loop(cur: &mut Cursor<'_>) -> (Block, Block, Block, Block) {
    let before = cur.block;
    let after = cur.new_block();
    let body = cur.new_block();
    let header = cur.new_block();
    cur.br(header);
    (before, header, body, after)
}

/// Runs `body` forwards if the destination lies below the source, backwards otherwise.
fn either_way(cur: &mut Cursor<'_>, copy: &Copy, body: impl Fn(&mut Cursor<'_>, bool)) {
    let (a, b) = (space(cur, copy.dst), space(cur, copy.src));
    let distinct = a != b && a != AddressSpace::Generic && b != AddressSpace::Generic;
    if distinct {
        return body(cur, true);
    }
    // Where a generic pointer points is only seen from another generic one.
    let as_generic = a != b;
    let (dst, src) = (address(cur, copy.dst, as_generic), address(cur, copy.src, as_generic));
    let below = cur.icmp(IntPredicate::Ule, dst, src);
    let after = cur.new_block();
    let backward = cur.new_block();
    let forward = cur.new_block();
    cur.cond_br(below, forward, backward);
    for (block, direction) in [(forward, true), (backward, false)] {
        cur.goto_end(block);
        body(cur, direction);
        cur.br(after);
    }
    cur.goto_end(after);
}

fn space(cur: &Cursor<'_>, ptr: Value) -> AddressSpace {
    cur.ctx.types.pointee_space(cur.ty(ptr)).unwrap_or(AddressSpace::Generic)
}

/// The address as i64 (widened for shared and private pointers: both sides then are), that of a generic pointer if asked for.
fn address(cur: &mut Cursor<'_>, mut ptr: Value, as_generic: bool) -> Value {
    if as_generic && space(cur, ptr) != AddressSpace::Generic {
        ptr = cur.cast(CastOp::AddrSpaceCast, ptr, Type::PTR);
    }
    let bits = cur.ctx.types.value_bits(cur.ty(ptr));
    let int = cur.ctx.types.int(bits);
    let address = cur.cast(CastOp::PtrToInt, ptr, int);
    cur.resize_unsigned(address, Type::I64)
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::ir::parse::parse_module;
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::case::Case;

    #[test]
    fn memory_moves_the_right_way_between_a_generic_and_a_shared_pointer() {
        for (to, from) in [("%low", "%high"), ("%high", "%low")] {
            for (to_generic, from_generic) in [(true, false), (false, true)] {
                let operand = |name: &str, generic: bool| match generic {
                    true => (format!("ptr {name}.generic"), "p0"),
                    false => (format!("ptr addrspace(3) {name}"), "p3"),
                };
                let ((to, to_kind), (from, from_kind)) = (operand(to, to_generic), operand(from, from_generic));
                let text = format!(
                    "@s = internal addrspace(3) global [256 x i8] undef, align 4
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {{
entry:
  %low = getelementptr i8, ptr addrspace(3) @s, i32 8
  %high = getelementptr i8, ptr addrspace(3) @s, i32 11
  %low.generic = addrspacecast ptr addrspace(3) %low to ptr
  %high.generic = addrspacecast ptr addrspace(3) %high to ptr
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %next, %fill ]
  %p = getelementptr i8, ptr addrspace(3) @s, i32 %i
  %v = trunc i32 %i to i8
  store i8 %v, ptr addrspace(3) %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 256
  br i1 %more, label %fill, label %move
move:
  call void @llvm.memmove.{to_kind}.{from_kind}.i64({to}, {from}, i64 200, i1 false)
  br label %read
read:
  %j = phi i32 [ 0, %move ], [ %then, %read ]
  %q = getelementptr i8, ptr addrspace(3) @s, i32 %j
  %w = load i8, ptr addrspace(3) %q
  %k = zext i32 %j to i64
  %o = getelementptr i8, ptr addrspace(1) %buf, i64 %k
  store i8 %w, ptr addrspace(1) %o
  %then = add i32 %j, 1
  %on = icmp ult i32 %then, 256
  br i1 %on, label %read, label %end
end:
  ret void
}}"
                );
                let mut module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
                run(&mut module).unwrap();
                let moved = Case::new(&print_module(&module)).check();
                let shift: i32 = if to.contains("low") { 3 } else { -3 };
                let first = if to.contains("low") { 8 } else { 11 };
                let byte = |i: i32| if (first..first + 200).contains(&i) { (i + shift) as u8 } else { i as u8 };
                assert_eq!(moved[..256], (0..256).map(byte).collect::<Vec<u8>>(), "{to} from {from}");
            }
        }
    }
}
