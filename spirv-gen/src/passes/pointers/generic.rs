//! Gives generic pointers a meaning: what inference could not resolve is tagged where it is made and told apart where it is used.
//!
//! A kernel in which no shared or private pointer is cast to generic has device addresses only, and nothing to do. Otherwise
//! such a cast sets the upper 16 bits, which no device address has that way; every access through a generic pointer becomes
//! a branch over the memories that can occur. Null is 0 in generic and device memory and -1 in the other two, as on AMDGPU.
//!
//!   before  %g = addrspacecast ptr addrspace(3) %s to ptr          load i32, ptr %g
//!   after   %g = %s == -1 ? null : 0x4001'0000'0000'0000 | %s      br (%g >> 48 == 0x4001), shared load, device load
//!
//! (what is certainly no null pointer is not compared with it)
//!
//! Needs: address spaces inferred.   Leaves: no cast between memories, no access through `ptr` unless all are device addresses.

use crate::analysis::non_null::is_non_null;
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::function::Block;
use crate::ir::instruction::{BinaryOp, CastOp, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::ir::types::{AddressSpace, Type};
use crate::passes::util::build::Build;
use crate::passes::util::walk::{Visit, kernel_of, remove_unused, walk};

const PASS: &str = "pointers/generic";
/// Upper 16 bits of a generic pointer into shared memory: neither a user-space nor a sign-extended address has them.
const SHARED_TAG: u64 = 0x4001;
/// The same for private memory.
const PRIVATE_TAG: u64 = 0x4002;

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    remove_unused(&mut module.functions[id]);
    let func = &module.functions[id];
    let mut pass = Generic { shared: false, private: false, parts: HashMap::default() };
    for (_, inst) in func.linked_insts() {
        if let Op::Cast { op: CastOp::AddrSpaceCast, value, .. } = func.op(inst) {
            match module.ctx.types.pointee_space(module.ctx.types.scalar(module.ctx.type_of(func, *value))) {
                Some(AddressSpace::Shared) => pass.shared = true,
                Some(AddressSpace::Private) => pass.private = true,
                _ => {}
            }
        }
    }
    walk(module, id, |cursor, inst| Ok(pass.visit(cursor, inst)))?;
    Ok(())
}

struct Generic {
    /// Whether a generic pointer may point to shared memory.
    shared: bool,
    private: bool,
    /// What users take out of results that became several values: the halves of compare-exchanges, the lanes of loaded vectors.
    parts: HashMap<Inst, Vec<Value>>,
}

impl Generic {
    fn visit(&mut self, cursor: &mut Cursor<'_>, inst: Inst) -> Visit {
        let ty = cursor.func.insts[inst].ty;
        match cursor.func.op(inst).clone() {
            Op::Cast { op: CastOp::AddrSpaceCast, value, .. } => self.cast(cursor, value, ty),
            Op::Intrinsic { id: Intrinsic::IsShared, args, .. } => {
                let is = self.has_tag(cursor, args[0], AddressSpace::Shared);
                Visit::Replace(is.unwrap_or_else(|| cursor.ctx.bool(false)))
            }
            Op::Intrinsic { id: Intrinsic::IsPrivate, args, .. } => {
                let is = self.has_tag(cursor, args[0], AddressSpace::Private);
                Visit::Replace(is.unwrap_or_else(|| cursor.ctx.bool(false)))
            }
            Op::Load { ptr, .. } | Op::Store { ptr, .. } | Op::AtomicRmw { ptr, .. } | Op::CmpXchg { ptr, .. }
                if cursor.ty(ptr) == Type::PTR && (self.shared || self.private) =>
            {
                self.access(cursor, inst, ptr)
            }
            Op::ExtractValue { aggregate: Value::Inst(whole), indices } => self.part(whole, indices.first().copied()),
            Op::ExtractElement { vector: Value::Inst(whole), index } => {
                let lane = cursor.ctx.as_int(index).and_then(|i| u32::try_from(i).ok());
                self.part(whole, lane)
            }
            _ => Visit::Keep,
        }
    }

    fn cast(&self, cursor: &mut Cursor<'_>, value: Value, to: Type) -> Visit {
        let from = cursor.ctx.types.pointee_space(cursor.ty(value));
        let to_space = cursor.ctx.types.pointee_space(to);
        let is_local = |s: Option<AddressSpace>| matches!(s, Some(AddressSpace::Shared | AddressSpace::Private));
        let certain = is_non_null(cursor.ctx, cursor.func, value);
        // What a pointer of these `bits` becomes: null where it is null, `other` elsewhere.
        let unless_null = |cursor: &mut Cursor<'_>, bits: Value, from: u64, null: Value, other: Value| {
            if certain {
                return other;
            }
            let is_null = cursor.compare_const(IntPredicate::Eq, bits, from.into());
            cursor.choose(is_null, null, other)
        };
        match (is_local(from), is_local(to_space)) {
            (true, false) => {
                let tag = if from == Some(AddressSpace::Shared) { SHARED_TAG } else { PRIVATE_TAG };
                let offset = cursor.cast(CastOp::PtrToInt, value, Type::I32);
                let wide = cursor.to_unsigned(offset, Type::I64);
                let tagged = cursor.fold_const(BinaryOp::Or, wide, u128::from(tag << 48));
                let null = cursor.ctx.i64(0);
                let bits = unless_null(cursor, offset, u32::MAX.into(), null, tagged);
                Visit::Replace(cursor.cast(CastOp::IntToPtr, bits, to))
            }
            (false, true) => {
                let bits = cursor.cast(CastOp::PtrToInt, value, Type::I64);
                let offset = cursor.to_unsigned(bits, Type::I32);
                let null = cursor.ctx.i32(u32::MAX);
                let offset = unless_null(cursor, bits, 0, null, offset);
                Visit::Replace(cursor.cast(CastOp::IntToPtr, offset, to))
            }
            (true, true) if from != to_space => Visit::Replace(cursor.ctx.poison(to)),
            _ => Visit::Keep,
        }
    }

    /// Whether generic `ptr` points into `space`; nothing if none can.
    fn has_tag(&self, cursor: &mut Cursor<'_>, ptr: Value, space: AddressSpace) -> Option<Value> {
        let (possible, tag) = match space {
            AddressSpace::Shared => (self.shared, SHARED_TAG),
            AddressSpace::Private => (self.private, PRIVATE_TAG),
            _ => return None,
        };
        if !possible {
            return None;
        }
        let bits = cursor.cast(CastOp::PtrToInt, ptr, Type::I64);
        let upper = cursor.fold_const(BinaryOp::LShr, bits, 48);
        Some(cursor.compare_const(IntPredicate::Eq, upper, tag.into()))
    }

    fn part(&self, whole: Inst, nth: Option<u32>) -> Visit {
        let part = self.parts.get(&whole).and_then(|parts| parts.get(nth? as usize));
        part.map_or(Visit::Keep, |&value| Visit::Replace(value))
    }

    /// One access per memory that `ptr` may point to, and a branch that chooses.
    fn access(&mut self, cursor: &mut Cursor<'_>, inst: Inst, ptr: Value) -> Visit {
        let data = cursor.func.insts[inst].clone();
        let mut results: Vec<(Block, Vec<Value>)> = Vec::new();
        for space in [AddressSpace::Shared, AddressSpace::Private, AddressSpace::Global] {
            let rest = match self.has_tag(cursor, ptr, space) {
                Some(is) => {
                    let rest = cursor.new_block();
                    let here = cursor.new_block();
                    cursor.cond_br(is, here, rest);
                    cursor.goto_end(here);
                    Some(rest)
                }
                None if space != AddressSpace::Global => continue,
                None => None,
            };
            let place = pointer_into(cursor, ptr, space);
            let mut op = data.op.clone();
            op.set_address(place);
            let result = cursor.inst(op, data.ty);
            let parts = parts(cursor, result);
            results.push((cursor.block, parts));
            if let Some(rest) = rest {
                cursor.goto_end(rest);
            }
        }
        let join = cursor.new_block();
        for (end, _) in &results {
            cursor.goto_end(*end);
            cursor.br(join);
        }
        cursor.goto_end(join);
        if data.ty == Type::VOID {
            return Visit::Drop;
        }
        let merged: Vec<Value> = (0..results[0].1.len())
            .map(|nth| {
                let ty = cursor.ty(results[0].1[nth]);
                cursor.phi(results.iter().map(|(block, parts)| (parts[nth], *block)).collect(), ty)
            })
            .collect();
        if cursor.ctx.types.vector_parts(data.ty).is_none() && !cursor.ctx.types.is_aggregate(data.ty) {
            return Visit::Replace(merged[0]);
        }
        self.parts.insert(inst, merged);
        Visit::Drop
    }
}

/// The place that generic `ptr` points to, as a pointer into `space`.
fn pointer_into(cursor: &mut Cursor<'_>, ptr: Value, space: AddressSpace) -> Value {
    let bits = cursor.cast(CastOp::PtrToInt, ptr, Type::I64);
    let bits = if space == AddressSpace::Global { bits } else { cursor.to_unsigned(bits, Type::I32) };
    cursor.cast(CastOp::IntToPtr, bits, Type::ptr(space))
}

/// What users take out of an access's result, one by one: phis are of scalars only.
fn parts(cursor: &mut Cursor<'_>, whole: Value) -> Vec<Value> {
    let ty = cursor.ty(whole);
    if let Some((elem, count)) = cursor.ctx.types.vector_parts(ty) {
        let lane = |nth| {
            let index = cursor.ctx.i32(nth);
            cursor.inst(Op::ExtractElement { vector: whole, index }, elem)
        };
        return (0..count).map(lane).collect();
    }
    let Value::Inst(inst) = whole else { return vec![whole] };
    let Op::CmpXchg { desired, .. } = *cursor.func.op(inst) else { return vec![whole] };
    let ty = cursor.ty(desired);
    let seen = cursor.inst(Op::ExtractValue { aggregate: whole, indices: vec![0] }, ty);
    let ok = cursor.inst(Op::ExtractValue { aggregate: whole, indices: vec![1] }, Type::I1);
    vec![seen, ok]
}
