//! Takes integers of more than 128 bits apart into limbs of 64.
//!
//! Clang makes one integer of a packed run of bit-fields, however long; nothing else in HIP is that wide. So there are loads and
//! stores, shifts, bit operations, sums and comparisons, and the pass knows no other operation. Vectors of such integers are taken
//! apart into their lanes on the way. The upper bits of the last limb are zero.
//!
//!   before  %b = lshr i144 %a, 70      %c = trunc i144 %b to i32
//!   after   %b0 = (%a1 >> 6) | (%a2 << 58)   %b1 = %a2 >> 6   %b2 = 0      %c = trunc i64 %b0 to i32
//!
//! First of all passes: behind it no integer has more than 128 bits.

use super::wide_bits;
use crate::analysis::alignment::align_at;
use crate::analysis::cfg::Cfg;
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{CastOp, Inst, Op, Value};
use crate::ir::module::{Context, Module};
use crate::ir::types::{Type, TypeKind};
use crate::passes::util::build::{Build, build_vector};
use crate::passes::util::rewrite::{Rewrite, locate, take_function};

const PASS: &str = "integer/limbs";

/// The limbs of an integer, lowest first.
pub type Limbs = Vec<Value>;

/// See the module's description.
///
/// # Errors
/// An operation on such an integer that bit-fields do not need.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    let types = &module.ctx.types;
    if !types.iter().any(|kind| matches!(kind, TypeKind::Int(bits) if *bits > 128)) {
        return Ok(());
    }
    for id in module.functions.keys() {
        if module.functions[id].is_declaration() {
            continue;
        }
        let mut func = take_function(module, id);
        let result = TakeApart::default().run(&mut module.ctx, &mut func);
        module.functions[id] = func;
        result.map_err(|(error, inst)| locate(module, id, inst, error))?;
    }
    Ok(())
}

#[derive(Default)]
struct TakeApart {
    /// The lanes of each wide value (one, if it is no vector).
    known: HashMap<Value, Vec<Limbs>>,
    /// What other instructions became.
    replaced: HashMap<Value, Value>,
    /// Phis whose limbs wait for their operands.
    phis: Vec<Pending>,
}

struct Pending {
    incoming: Vec<(Value, Block)>,
    lanes: Vec<Limbs>,
}

/// Bits of the integers that a value of type `ty` is or holds, if they are too wide for all other passes.
fn wide(ctx: &Context, ty: Type) -> Option<u32> {
    ctx.types.int_bits(ctx.types.scalar(ty)).filter(|&bits| bits > 128)
}

/// Bits of such an integer within a structure or an array.
fn within_aggregate(ctx: &Context, ty: Type) -> Option<u32> {
    let part = |ty: Type| wide(ctx, ty).or_else(|| within_aggregate(ctx, ty));
    match ctx.types.kind(ty) {
        TypeKind::Array { elem, .. } => part(*elem),
        TypeKind::Struct { fields, .. } => fields.iter().find_map(|&field| part(field)),
        _ => None,
    }
}

impl TakeApart {
    /// Operands are seen in front of their users: blocks in an order that follows control.
    fn run(&mut self, ctx: &mut Context, func: &mut Function) -> Result<(), (CompileError, Inst)> {
        let mut order = Cfg::new(func).reverse_postorder().to_vec();
        order.extend(func.layout.iter().copied().filter(|block| !order.contains(block)).collect::<Vec<_>>());
        for block in order {
            let insts = std::mem::take(&mut func.blocks[block].insts);
            let mut cursor = Cursor { ctx, func, block, index: 0, loc: None };
            for inst in insts {
                cursor.loc = cursor.func.insts[inst].loc;
                match self.visit(&mut cursor, inst).map_err(|error| (error, inst))? {
                    Rewrite::Keep => {
                        cursor.func.blocks[block].insts.push(inst);
                        cursor.index = cursor.func.blocks[block].insts.len();
                    }
                    Rewrite::Replace(value) => drop(self.replaced.insert(Value::Inst(inst), value)),
                    Rewrite::Drop => {}
                }
            }
        }
        self.complete_phis(ctx, func);
        func.replace_uses(&self.replaced);
        Ok(())
    }

    fn visit(&mut self, cur: &mut Cursor<'_>, inst: Inst) -> Result<Rewrite, CompileError> {
        let (op, ty) = (cur.func.insts[inst].op.clone(), cur.func.insts[inst].ty);
        let mut strange = within_aggregate(cur.ctx, ty);
        op.for_each_operand(|value| {
            let of = cur.ty(value);
            let parameter = wide(cur.ctx, of).filter(|_| matches!(value, Value::Param(_)));
            strange = strange.or(parameter).or(within_aggregate(cur.ctx, of));
        });
        if let Some(bits) = strange {
            return Err(unsupported("parameters and structures as values", bits));
        }
        if let Some(bits) = wide(cur.ctx, ty) {
            let lanes = self.make(cur, op, ty, bits)?;
            self.known.insert(Value::Inst(inst), lanes);
            return Ok(Rewrite::Drop);
        }
        let mut read = None;
        op.for_each_operand(|value| read = read.or(wide(cur.ctx, cur.ty(value))));
        match read {
            Some(bits) => self.read(cur, op, ty, bits),
            None => Ok(Rewrite::Keep),
        }
    }

    /// The lanes that `op` makes, of integers of `bits`.
    fn make(&mut self, cur: &mut Cursor<'_>, op: Op, ty: Type, bits: u32) -> Result<Vec<Limbs>, CompileError> {
        Ok(match op {
            Op::Phi(incoming) => {
                let count = cur.ctx.types.vector_parts(ty).map_or(1, |(_, count)| count);
                let mut limbs = || (0..wide_bits::limbs(bits)).map(|_| cur.phi(Vec::new(), Type::I64)).collect();
                let lanes: Vec<Limbs> = (0..count).map(|_| limbs()).collect();
                self.phis.push(Pending { incoming, lanes: lanes.clone() });
                lanes
            }
            Op::Load { ptr, align, volatile, atomic: None } if cur.ctx.types.vector_parts(ty).is_none() => {
                let piece = |cur: &mut Cursor<'_>, at: u64, piece: Type| {
                    let ptr = place(cur, ptr, at);
                    let loaded =
                        cur.inst(Op::Load { ptr, align: align_at(align.max(1), at), volatile, atomic: None }, piece);
                    cur.to_unsigned(loaded, Type::I64)
                };
                vec![pieces(cur, bits)?.into_iter().map(|(at, ty)| piece(cur, at, ty)).collect()]
            }
            Op::Binary { op, lhs, rhs, .. } => {
                let (lhs, rhs) = (self.lanes(cur, lhs), self.lanes(cur, rhs));
                let lane = |(a, b): (Limbs, Limbs)| wide_bits::binary(cur, op, &a, &b, bits);
                let lanes: Option<Vec<Limbs>> = lhs.into_iter().zip(rhs).map(lane).collect();
                lanes.ok_or_else(|| unsupported(op.name(), bits))?
            }
            Op::Cast { op: op @ (CastOp::ZExt | CastOp::SExt | CastOp::Trunc), value, .. } => {
                let from = cur.ctx.types.scalar(cur.ty(value));
                let from = cur.ctx.types.value_bits(from);
                let lanes = self.lanes(cur, value);
                lanes.into_iter().map(|lane| wide_bits::resize(cur, lane, from, bits, op == CastOp::SExt)).collect()
            }
            Op::Select { cond, then_, else_, .. } => {
                let (then_, else_) = (self.lanes(cur, then_), self.lanes(cur, else_));
                let conds = scalar_lanes(cur, cond, then_.len());
                let arms = then_.into_iter().zip(else_).zip(conds);
                arms.map(|((a, b), cond)| a.into_iter().zip(b).map(|(a, b)| cur.choose(cond, a, b)).collect()).collect()
            }
            Op::Freeze(value) => {
                let lanes = self.lanes(cur, value);
                let freeze = |limb| cur.inst(Op::Freeze(limb), Type::I64);
                let limbs: Vec<Value> = lanes.into_iter().flatten().map(freeze).collect();
                limbs.chunks(wide_bits::limbs(bits)).map(<[Value]>::to_vec).collect()
            }
            Op::ExtractElement { .. } | Op::InsertElement { .. } | Op::ShuffleVector { .. } => {
                self.shuffle(cur, op).ok_or_else(|| unsupported("a vector indexed at run time", bits))?
            }
            _ => return Err(unsupported("this operation", bits)),
        })
    }

    /// Moves lanes: nothing if an index is no constant.
    fn shuffle(&self, cur: &mut Cursor<'_>, op: Op) -> Option<Vec<Limbs>> {
        match op {
            Op::ExtractElement { vector, index } => {
                let index = usize::try_from(cur.ctx.as_int(index)?).ok()?;
                Some(vec![self.lanes(cur, vector).get(index)?.clone()])
            }
            Op::InsertElement { vector, value, index } => {
                let index = usize::try_from(cur.ctx.as_int(index)?).ok()?;
                let (mut lanes, value) = (self.lanes(cur, vector), self.lanes(cur, value));
                *lanes.get_mut(index)? = value.into_iter().next()?;
                Some(lanes)
            }
            Op::ShuffleVector { lhs, rhs, mask } => {
                let pool: Vec<Limbs> = self.lanes(cur, lhs).into_iter().chain(self.lanes(cur, rhs)).collect();
                let poison = vec![cur.ctx.poison(Type::I64); pool.first()?.len()];
                let pick = |&lane: &i32| usize::try_from(lane).ok().and_then(|lane| pool.get(lane).cloned());
                Some(mask.iter().map(|lane| pick(lane).unwrap_or_else(|| poison.clone())).collect())
            }
            _ => None,
        }
    }

    /// Operations that read integers of `bits` and make something else.
    fn read(&mut self, cur: &mut Cursor<'_>, op: Op, ty: Type, bits: u32) -> Result<Rewrite, CompileError> {
        match op {
            Op::Store { value, ptr, align, volatile, atomic: None } => {
                for (lane, (at, piece)) in self.lanes(cur, value).concat().into_iter().zip(pieces(cur, bits)?) {
                    let ptr = place(cur, ptr, at);
                    let value = cur.to_unsigned(lane, piece);
                    let align = align_at(align.max(1), at);
                    cur.inst(Op::Store { value, ptr, align, volatile, atomic: None }, Type::VOID);
                }
                Ok(Rewrite::Drop)
            }
            Op::Cast { op: CastOp::Trunc, value, .. } => {
                let elem = cur.ctx.types.scalar(ty);
                let lanes = self.lanes(cur, value);
                let results = lanes.into_iter().map(|lane| wide_bits::narrow(cur, &lane, elem)).collect();
                Ok(Rewrite::Replace(vector_of(cur, results, ty)))
            }
            Op::ICmp { pred, lhs, rhs } => {
                let pairs = self.lanes(cur, lhs).into_iter().zip(self.lanes(cur, rhs));
                let results = pairs.map(|(a, b)| wide_bits::compare(cur, pred, &a, &b, bits)).collect();
                Ok(Rewrite::Replace(vector_of(cur, results, ty)))
            }
            _ => Err(unsupported("this operation", bits)),
        }
    }

    /// The lanes of `value`: limbs known, a constant's, or made of integers that are not wide.
    fn lanes(&self, cur: &mut Cursor<'_>, value: Value) -> Vec<Limbs> {
        if let Some(lanes) = self.known.get(&value) {
            return lanes.clone();
        }
        let ty = cur.ty(value);
        let count = cur.ctx.types.vector_parts(ty).map_or(1, |(_, count)| count as usize);
        match wide(cur.ctx, ty) {
            Some(bits) => constant_lanes(cur.ctx, value, count, wide_bits::limbs(bits)),
            None => scalar_lanes(cur, value, count).into_iter().map(|lane| wide_bits::of_narrow(cur, lane)).collect(),
        }
    }

    /// Gives the limbs of phis their operands, now that all values are known.
    fn complete_phis(&mut self, ctx: &mut Context, func: &mut Function) {
        for Pending { incoming, lanes } in std::mem::take(&mut self.phis) {
            for (value, block) in incoming {
                let operands = match self.known.get(&value) {
                    Some(known) => known.concat(),
                    None => constant_lanes(ctx, value, lanes.len(), lanes[0].len()).concat(),
                };
                for (&phi, operand) in lanes.iter().flatten().zip(operands) {
                    if let Value::Inst(phi) = phi
                        && let Op::Phi(incoming) = &mut func.insts[phi].op
                    {
                        incoming.push((operand, block));
                    }
                }
            }
        }
    }
}

fn unsupported(what: &str, bits: u32) -> CompileError {
    CompileError::unsupported(PASS, format!("{what} on integers of {bits} bits"))
}

/// Where the limbs of an integer lie in memory, and the integers that lie there.
fn pieces(cur: &mut Cursor<'_>, bits: u32) -> Result<Vec<(u64, Type)>, CompileError> {
    if !bits.is_multiple_of(8) {
        return Err(unsupported("memory", bits));
    }
    let piece = |at: u32| (u64::from(at / 8), cur.ctx.types.int((bits - at).min(64)));
    Ok((0..bits).step_by(64).map(piece).collect())
}

fn place(cur: &mut Cursor<'_>, ptr: Value, at: u64) -> Value {
    if at == 0 {
        return ptr;
    }
    let bits = cur.ctx.types.value_bits(cur.ty(ptr));
    let ty = cur.ctx.types.int(bits);
    let at = cur.ctx.int(ty, at.into());
    cur.byte_offset(ptr, at)
}

/// The lanes of a value that is not wide; a scalar is every lane.
fn scalar_lanes(cur: &mut Cursor<'_>, value: Value, count: usize) -> Vec<Value> {
    let Some((elem, _)) = cur.ctx.types.vector_parts(cur.ty(value)) else { return vec![value; count] };
    let lane = |nth: usize| {
        let index = cur.ctx.i32(nth as u32);
        cur.inst(Op::ExtractElement { vector: value, index }, elem)
    };
    (0..count).map(lane).collect()
}

/// The scalar, or the vector of type `ty`, of these lanes.
fn vector_of(cur: &mut Cursor<'_>, lanes: Vec<Value>, ty: Type) -> Value {
    if cur.ctx.types.vector_parts(ty).is_none() {
        return lanes[0];
    }
    build_vector(cur, &lanes)
}

/// The lanes of a constant; what is none is not reached by control.
fn constant_lanes(ctx: &mut Context, value: Value, lanes: usize, limbs: usize) -> Vec<Limbs> {
    let poison = ctx.poison(Type::I64);
    let Value::Const(id) = value else { return vec![vec![poison; limbs]; lanes] };
    let data = ctx.consts.data(id).clone();
    match data {
        ConstData::Aggregate { ty, elems } if ctx.types.int_bits(ty).is_some() => {
            vec![elems.into_iter().map(Value::Const).collect()]
        }
        ConstData::Aggregate { elems, .. } => {
            elems.into_iter().flat_map(|elem| constant_lanes(ctx, Value::Const(elem), 1, limbs)).collect()
        }
        ConstData::Undef(_) => vec![vec![ctx.undef(Type::I64); limbs]; lanes],
        ConstData::Poison(_) => vec![vec![poison; limbs]; lanes],
        data => {
            let bits = if let ConstData::Int { bits, .. } = data { bits } else { 0 };
            let limb = |nth: usize| ctx.i64(bits.checked_shr(64 * nth as u32).unwrap_or(0) as u64);
            vec![(0..limbs).map(limb).collect(); lanes]
        }
    }
}
