//! Takes structures and arrays that are values apart into their scalars.
//!
//! C++ functions that return structures leave them as values where they were inlined; SPIR-V could hold them, but no pass behind
//! this one wants to know.
//!
//!   before  %s = insertvalue { float, i32 } %r, i32 %n, 1     %x = extractvalue { float, i32 } %s, 0
//!   after   uses of %x are uses of what was inserted
//!
//! Leaves: the only values of aggregate type are `cmpxchg`'s results, used by `extractvalue` only (checked by verify).

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::{Context, Module};
use crate::ir::types::{Type, TypeKind};
use crate::passes::util::rewrite::{Rewrite, locate, rewrite_function, take_function};

const PASS: &str = "vector/aggregates";

/// See the module's description.
///
/// # Errors
/// An aggregate in an operation that cannot be taken apart (none that clang emits).
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    for id in module.functions.keys() {
        if !has_aggregates(&module.ctx, &module.functions[id]) {
            continue;
        }
        let mut func = take_function(module, id);
        params_by_reference(&module.ctx, &mut func);
        let mut apart = TakeApart { leaves: HashMap::default(), replaced: HashMap::default(), phis: Vec::new() };
        let result = rewrite_function(&mut module.ctx, &mut func, |cur, inst| apart.visit(cur, inst));
        if result.is_ok() {
            apart.complete_phis(&mut module.ctx, &mut func);
        }
        module.functions[id] = func;
        result.map_err(|(error, inst)| locate(module, id, inst, error))?;
    }
    Ok(())
}

fn has_aggregates(ctx: &Context, func: &Function) -> bool {
    let is = |ty| ctx.types.is_aggregate(ty);
    func.params.iter().any(|p| is(p.ty))
        || func.linked_insts().any(|(_, inst)| {
            let mut found = is(func.insts[inst].ty);
            func.op(inst).for_each_operand(|v| found |= is(ctx.type_of(func, v)));
            found
        })
}

/// A kernel's parameter of aggregate type becomes one passed `byref`; its uses load from there.
fn params_by_reference(ctx: &Context, func: &mut Function) {
    if !func.is_kernel {
        return;
    }
    let entry = func.layout.first().copied();
    for index in 0..func.params.len() {
        let ty = func.params[index].ty;
        if !ctx.types.is_aggregate(ty) {
            continue;
        }
        let param = &mut func.params[index];
        param.by_ref = Some(ty);
        param.align = param.align.max(ctx.types.align(ty) as u32);
        param.ty = Type::PTR_CONSTANT;
        let align = param.align;
        let old = Value::Param(index as u32);
        let load = func.create_inst(Op::Load { ptr: old, align, volatile: false, atomic: None }, ty, None);
        for inst in func.insts.keys().filter(|&i| i != load).collect::<Vec<_>>() {
            func.insts[inst].op.map_operands(|v| if v == old { Value::Inst(load) } else { v });
        }
        if let Some(entry) = entry {
            func.blocks[entry].insts.insert(0, load);
        }
    }
}

struct TakeApart {
    /// The scalars of each aggregate value, in memory order.
    leaves: HashMap<Value, Vec<Value>>,
    /// What extracted scalars turned out to be.
    replaced: HashMap<Value, Value>,
    /// Phis whose parts wait for their operands.
    phis: Vec<Pending>,
}

struct Pending {
    incoming: Vec<(Value, Block)>,
    parts: Vec<Inst>,
}

impl TakeApart {
    fn visit(&mut self, cur: &mut Cursor<'_>, inst: Inst) -> Result<Rewrite, CompileError> {
        let ty = cur.func.insts[inst].ty;
        let op = cur.func.insts[inst].op.clone();
        if let Op::ExtractValue { aggregate, ref indices } = op {
            return Ok(self.extract(cur, inst, aggregate, indices, ty));
        }
        if let Op::Store { value, ptr, align, volatile, atomic: None } = op {
            let stored = cur.ty(value);
            if !cur.ctx.types.is_aggregate(stored) {
                return Ok(Rewrite::Keep);
            }
            let parts = self.parts(cur, value);
            for ((offset, _), part) in scalars(cur.ctx, stored).into_iter().zip(parts) {
                let place = offset_pointer(cur, ptr, offset);
                let align = part_align(align, offset);
                cur.inst(Op::Store { value: part, ptr: place, align, volatile, atomic: None }, Type::VOID);
            }
            return Ok(Rewrite::Drop);
        }
        if !cur.ctx.types.is_aggregate(ty) || matches!(op, Op::CmpXchg { .. }) {
            return Ok(Rewrite::Keep);
        }
        let parts = self.split(cur, op, ty)?;
        self.leaves.insert(Value::Inst(inst), parts);
        Ok(Rewrite::Drop)
    }

    /// The scalars that `op`, of aggregate type `ty`, makes.
    fn split(&mut self, cur: &mut Cursor<'_>, op: Op, ty: Type) -> Result<Vec<Value>, CompileError> {
        let fields = scalars(cur.ctx, ty);
        Ok(match op {
            Op::InsertValue { aggregate, value, indices } => {
                let mut parts = self.parts(cur, aggregate);
                let (first, inner) = field(cur.ctx, ty, &indices);
                let new = if cur.ctx.types.is_aggregate(inner) { self.parts(cur, value) } else { vec![value] };
                parts.splice(first..first + new.len(), new);
                parts
            }
            Op::Load { ptr, align, volatile, atomic: None } => fields
                .into_iter()
                .map(|(offset, ty)| {
                    let place = offset_pointer(cur, ptr, offset);
                    cur.inst(Op::Load { ptr: place, align: part_align(align, offset), volatile, atomic: None }, ty)
                })
                .collect(),
            Op::Select { flags, cond, then_, else_ } => {
                let (a, b) = (self.parts(cur, then_), self.parts(cur, else_));
                let choose = |(a, b)| {
                    let ty = cur.ty(a);
                    cur.inst(Op::Select { flags, cond, then_: a, else_: b }, ty)
                };
                a.into_iter().zip(b).map(choose).collect()
            }
            Op::Freeze(value) => {
                let parts = self.parts(cur, value);
                let freeze = |part| {
                    let ty = cur.ty(part);
                    cur.inst(Op::Freeze(part), ty)
                };
                parts.into_iter().map(freeze).collect()
            }
            Op::Phi(incoming) => {
                let mut parts = Vec::new();
                for (_, ty) in fields {
                    if let Value::Inst(part) = cur.phi(Vec::new(), ty) {
                        parts.push(part);
                    }
                }
                let values = parts.iter().map(|&p| Value::Inst(p)).collect();
                self.phis.push(Pending { incoming, parts });
                values
            }
            _ => {
                let what = format!("a value of type {} in this operation", cur.ctx.types.display(ty));
                return Err(CompileError::unsupported(PASS, what));
            }
        })
    }

    fn extract(&mut self, cur: &mut Cursor<'_>, inst: Inst, aggregate: Value, indices: &[u32], ty: Type) -> Rewrite {
        let from_exchange = matches!(aggregate, Value::Inst(i) if matches!(cur.func.op(i), Op::CmpXchg { .. }));
        if from_exchange && !cur.ctx.types.is_aggregate(ty) {
            return Rewrite::Keep;
        }
        let whole = cur.ty(aggregate);
        let parts = self.parts(cur, aggregate);
        let (first, inner) = field(cur.ctx, whole, indices);
        if cur.ctx.types.is_aggregate(inner) {
            let count = scalars(cur.ctx, inner).len();
            self.leaves.insert(Value::Inst(inst), parts[first..first + count].to_vec());
            return Rewrite::Drop;
        }
        self.replaced.insert(Value::Inst(inst), parts[first]);
        Rewrite::Replace(parts[first])
    }

    /// The scalars of `value`: known ones, a constant's, or a compare-exchange's two. A value not seen yet (defined further down the
    /// layout) is a phi's operand only, and those wait. New parts are not remembered: the next asker may stand where they do not dominate.
    fn parts(&mut self, cur: &mut Cursor<'_>, value: Value) -> Vec<Value> {
        if let Some(parts) = self.leaves.get(&value) {
            return parts.clone();
        }
        let ty = cur.ty(value);
        match value {
            Value::Const(_) => constant_parts(cur.ctx, value, ty),
            _ => scalars(cur.ctx, ty)
                .into_iter()
                .enumerate()
                .map(|(i, (_, ty))| cur.inst(Op::ExtractValue { aggregate: value, indices: vec![i as u32] }, ty))
                .collect(),
        }
    }

    /// Gives the parts of phis their operands, now that all values are known.
    fn complete_phis(&mut self, ctx: &mut Context, func: &mut Function) {
        for Pending { incoming, parts } in std::mem::take(&mut self.phis) {
            for (value, block) in incoming {
                let ty = ctx.type_of(func, value);
                let operands = match self.leaves.get(&value) {
                    Some(parts) => parts.clone(),
                    None if matches!(value, Value::Const(_)) => constant_parts(ctx, value, ty),
                    None => {
                        let mut cursor = Cursor::before_terminator(ctx, func, block);
                        self.parts(&mut cursor, value)
                    }
                };
                for (&part, mut operand) in parts.iter().zip(operands) {
                    while let Some(&next) = self.replaced.get(&operand) {
                        operand = next;
                    }
                    if let Op::Phi(incoming) = &mut func.insts[part].op {
                        incoming.push((operand, block));
                    }
                }
            }
        }
    }
}

/// (offset, type) of the scalars and vectors of `ty`, in memory order.
fn scalars(ctx: &Context, ty: Type) -> Vec<(u64, Type)> {
    fn collect(ctx: &Context, ty: Type, at: u64, out: &mut Vec<(u64, Type)>) {
        match ctx.types.kind(ty) {
            TypeKind::Struct { fields, .. } => {
                let offsets = ctx.types.struct_layout(ty).0;
                fields.iter().zip(offsets).for_each(|(&f, offset)| collect(ctx, f, at + offset, out));
            }
            TypeKind::Array { elem, len } => {
                (0..*len).for_each(|i| collect(ctx, *elem, at + i * ctx.types.size(*elem), out));
            }
            _ => out.push((at, ty)),
        }
    }
    let mut out = Vec::new();
    collect(ctx, ty, 0, &mut out);
    out
}

/// Where the scalars of `ty`'s member `indices` begin, and the member's type.
fn field(ctx: &Context, ty: Type, indices: &[u32]) -> (usize, Type) {
    let (mut first, mut ty) = (0, ty);
    for &index in indices {
        match ctx.types.kind(ty) {
            TypeKind::Struct { fields, .. } => {
                first += fields[..index as usize].iter().map(|&f| scalars(ctx, f).len()).sum::<usize>();
                ty = fields[index as usize];
            }
            TypeKind::Array { elem, .. } => {
                first += index as usize * scalars(ctx, *elem).len();
                ty = *elem;
            }
            _ => {}
        }
    }
    (first, ty)
}

/// The scalars of a constant.
fn constant_parts(ctx: &mut Context, value: Value, ty: Type) -> Vec<Value> {
    let Value::Const(id) = value else { return Vec::new() };
    let fields = scalars(ctx, ty);
    match ctx.consts.data(id).clone() {
        ConstData::Undef(_) => fields.into_iter().map(|(_, ty)| ctx.undef(ty)).collect(),
        ConstData::Poison(_) => fields.into_iter().map(|(_, ty)| ctx.poison(ty)).collect(),
        ConstData::Bytes { data, .. } => data.into_iter().map(|b| ctx.int(Type::I8, b.into())).collect(),
        ConstData::Aggregate { elems, .. } => elems
            .into_iter()
            .flat_map(|elem| {
                let ty = ctx.consts.data(elem).ty();
                if ctx.types.is_aggregate(ty) {
                    constant_parts(ctx, Value::Const(elem), ty)
                } else {
                    vec![Value::Const(elem)]
                }
            })
            .collect(),
        _ => fields.into_iter().map(|(_, ty)| ctx.zero(ty)).collect(),
    }
}

fn offset_pointer(cur: &mut Cursor<'_>, ptr: Value, offset: u64) -> Value {
    if offset == 0 {
        return ptr;
    }
    let bits = cur.ctx.types.value_bits(cur.ty(ptr));
    let int = cur.ctx.types.int(bits);
    let offset = cur.ctx.int(int, offset.into());
    cur.byte_offset(ptr, offset)
}

fn part_align(align: u32, offset: u64) -> u32 {
    if offset == 0 { align } else { align.min(1 << offset.trailing_zeros().min(16)) }
}
