//! What every operation computes, on the host.
//!
//! One definition serves constant folding, the interpreter, and the tests that run each operation on a device: this is
//! the oracle. Values are [`Datum`]s: lanes hold the bits of an integer, a float or an address in the low end of a `u128`, and
//! poison is a lane without bits. What is undefined behaviour in LLVM (division by zero) folds to poison as well.
//! Fast-math flags are ignored: the IEEE result is always allowed.

pub mod cast;
pub mod float;
pub mod int;
mod intrinsic;

use super::constant::{Const, ConstData};
use super::float_format::Format;
use super::instruction::{CastOp, Op, Value};
use super::intrinsic::Intrinsic;
use super::module::Context;
use super::types::{Type, TypeKind, Types};

/// The bits of a scalar, or poison.
pub type Lane = Option<u128>;

/// A value: a scalar, or the elements of a vector, array or structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    Lane(Lane),
    Many(Vec<Datum>),
}

impl Datum {
    /// A scalar of these bits.
    pub fn bits(bits: u128) -> Self {
        Self::Lane(Some(bits))
    }
    /// The scalar's lane; poison for anything else.
    pub fn lane(&self) -> Lane {
        if let Self::Lane(lane) = self { *lane } else { None }
    }
    /// The elements; a scalar is its own only one.
    pub fn elements(&self) -> &[Self] {
        if let Self::Many(elements) = self { elements } else { std::slice::from_ref(self) }
    }
    /// Poison in the shape of `ty`.
    pub fn poison(types: &Types, ty: Type) -> Self {
        Self::filled(types, ty, None)
    }
    /// Zero in the shape of `ty`.
    pub fn zero(types: &Types, ty: Type) -> Self {
        Self::filled(types, ty, Some(0))
    }
    /// This value of type `ty` with the low bits of `undefined` where it is poison.
    pub fn settled(&self, types: &Types, ty: Type, undefined: u128) -> Self {
        let parts = |of: &dyn Fn(usize) -> Type| {
            let settled = |(i, part): (usize, &Self)| part.settled(types, of(i), undefined);
            Self::Many(self.elements().iter().enumerate().map(settled).collect())
        };
        match types.kind(ty) {
            TypeKind::Vector { elem, .. } | TypeKind::Array { elem, .. } => parts(&|_| *elem),
            TypeKind::Struct { fields, .. } => parts(&|i| fields[i]),
            _ => Self::bits(self.lane().unwrap_or(undefined & int::mask(types.value_bits(ty)))),
        }
    }
    /// `lane` everywhere in the shape of `ty`.
    pub fn filled(types: &Types, ty: Type, lane: Lane) -> Self {
        match types.kind(ty) {
            TypeKind::Vector { len, .. } => Self::Many(vec![Self::Lane(lane); *len as usize]),
            TypeKind::Array { elem, len } => Self::Many(vec![Self::filled(types, *elem, lane); *len as usize]),
            TypeKind::Struct { fields, .. } => {
                Self::Many(fields.iter().map(|&f| Self::filled(types, f, lane)).collect())
            }
            _ => Self::Lane(lane),
        }
    }
}

/// The value of `op` with result type `ty` and these operands (in the order of [`Op::for_each_operand`], each with its
/// type). Nothing if `op` is not a function of its operands, or `exact` is asked for and HIP does not fix every bit.
pub fn evaluate(types: &Types, op: &Op, ty: Type, args: &[(Type, Datum)], exact: bool) -> Option<Datum> {
    let from = args.first().map_or(ty, |a| types.scalar(a.0));
    let lanes = |f: &dyn Fn(&[u128]) -> Lane| Some(per_lane(types, ty, args, f));
    match op {
        Op::Binary { op, flags, .. } => lanes(&|v| match Format::of(types.kind(from)) {
            Some(format) => float::binary(format, *op, v[0] as u64, v[1] as u64).map(u128::from),
            None => int::binary(*op, *flags, types.value_bits(from), v[0], v[1]),
        }),
        Op::FNeg { .. } => lanes(&|v| Some(v[0] ^ u128::from(Format::of(types.kind(from))?.sign()))),
        Op::ICmp { pred, .. } => {
            let pred = types.pointee_space(from).map_or(*pred, |space| pred.of_pointers(space));
            lanes(&|v| Some(int::compare(pred, types.value_bits(from), v[0], v[1]).into()))
        }
        Op::FCmp { pred, .. } => {
            lanes(&|v| Some(float::compare(Format::of(types.kind(from))?, *pred, v[0] as u64, v[1] as u64).into()))
        }
        Op::Cast { op: CastOp::BitCast, .. } => cast::reinterpret(types, args[0].0, ty, &args[0].1),
        Op::Cast { op: CastOp::AddrSpaceCast, .. } => cast::between_spaces(types, from, types.scalar(ty), &args[0].1),
        Op::Cast { op, flags, .. } => lanes(&|v| cast::scalar(types, *op, *flags, from, types.scalar(ty), v[0])),
        Op::Select { .. } => Some(select(types, ty, &args[0].1, &args[1].1, &args[2].1)),
        Op::Freeze(_) => Some(args[0].1.settled(types, ty, 0)),
        Op::Gep { elem, .. } => address(types, *elem, ty, args),
        Op::Intrinsic { id, .. } => intrinsic(types, *id, ty, args, exact),
        _ => shuffle(types, op, ty, args),
    }
}

/// Applies `f` to each lane; a lane with a poison operand is poison.
fn per_lane(types: &Types, ty: Type, args: &[(Type, Datum)], f: &dyn Fn(&[u128]) -> Lane) -> Datum {
    let one = |i: usize| {
        let operands: Option<Vec<u128>> = args
            .iter()
            .map(|(_, d)| match d {
                Datum::Lane(lane) => *lane,
                Datum::Many(lanes) => lanes.get(i)?.lane(),
            })
            .collect();
        Datum::Lane(operands.and_then(|v| f(&v)))
    };
    match types.vector_parts(ty) {
        Some((_, len)) => Datum::Many((0..len as usize).map(one).collect()),
        None => one(0),
    }
}

fn select(types: &Types, ty: Type, cond: &Datum, then_: &Datum, else_: &Datum) -> Datum {
    let pick = |c: Lane, t: &Datum, e: &Datum, ty: Type| match c {
        Some(c) => {
            if c & 1 == 1 {
                t.clone()
            } else {
                e.clone()
            }
        }
        None => Datum::poison(types, ty),
    };
    match cond {
        Datum::Lane(c) => pick(*c, then_, else_, ty),
        Datum::Many(conds) => {
            let elem = types.scalar(ty);
            let arms = then_.elements().iter().zip(else_.elements());
            Datum::Many(conds.iter().zip(arms).map(|(c, (t, e))| pick(c.lane(), t, e, elem)).collect())
        }
    }
}

/// `getelementptr`: the base plus the sum of scaled indices, in the pointer's width.
fn address(types: &Types, elem: Type, ty: Type, args: &[(Type, Datum)]) -> Option<Datum> {
    if types.vector_parts(ty).is_some() {
        return None; // vectors of pointers do not come out of clang for HIP
    }
    let width = types.value_bits(ty);
    let mut sum = args[0].1.lane();
    let mut inner = elem;
    for (position, (index_ty, index)) in args[1..].iter().enumerate() {
        let signed = index.lane().map(|v| int::signed(v, types.value_bits(*index_ty)));
        let offset = if position == 0 {
            signed.map(|i| i.wrapping_mul(i128::from(types.size(elem))))
        } else {
            let (offset, next) = step(types, inner, signed)?;
            inner = next;
            offset
        };
        sum = sum.zip(offset).map(|(s, o)| s.wrapping_add(o as u128));
    }
    Some(Datum::Lane(sum.map(|s| s & int::mask(width))))
}

/// Byte offset of element `index` of `ty`, and the element's type.
fn step(types: &Types, ty: Type, index: Option<i128>) -> Option<(Option<i128>, Type)> {
    match types.kind(ty) {
        TypeKind::Struct { fields, .. } => {
            let field = usize::try_from(index?).ok()?;
            Some((Some(i128::from(*types.struct_layout(ty).0.get(field)?)), *fields.get(field)?))
        }
        TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => {
            Some((index.map(|i| i.wrapping_mul(i128::from(types.size(*elem)))), *elem))
        }
        _ => None,
    }
}

fn intrinsic(types: &Types, id: Intrinsic, ty: Type, args: &[(Type, Datum)], exact: bool) -> Option<Datum> {
    let (first_ty, _) = args.first()?;
    let from = types.scalar(*first_ty);
    if let TypeKind::Struct { .. } = types.kind(ty) {
        let lanes: Option<Vec<u128>> = args.iter().map(|(_, d)| d.lane()).collect();
        let Some(lanes) = lanes else { return Some(Datum::poison(types, ty)) };
        return match id {
            Intrinsic::Frexp => {
                let (fraction, exponent) = float::frexp(Format::of(types.kind(from))?, lanes[0] as u64);
                Some(Datum::Many(vec![Datum::bits(fraction.into()), Datum::bits((exponent as u32).into())]))
            }
            _ => intrinsic::with_overflow(id, types.value_bits(from), lanes[0], *lanes.get(1)?),
        };
    }
    if id.name().starts_with("llvm.vector.reduce") {
        return reduce(types, id, ty, args);
    }
    let to = types.scalar(ty);
    if id == Intrinsic::Ldexp {
        let exponent = types.value_bits(types.scalar(args.get(1)?.0)); // i16 for halves, as clang has it
        return Some(per_lane(types, ty, args, &|v| {
            intrinsic::ldexp(Format::of(types.kind(from))?, v[0], v[1], exponent)
        }));
    }
    if intrinsic::is_exact(id) {
        return Some(per_lane(types, ty, args, &|v| intrinsic::scalar(types, id, from, to, v)));
    }
    if exact || !intrinsic::is_approximate(id) {
        return None;
    }
    Some(per_lane(types, ty, args, &|v| intrinsic::approximate(types, id, from, v)))
}

fn reduce(types: &Types, id: Intrinsic, ty: Type, args: &[(Type, Datum)]) -> Option<Datum> {
    let (start, vector) = if args.len() == 2 { (Some(args[0].1.lane()), &args[1]) } else { (None, &args[0]) };
    let mut lanes = vector.1.elements().iter().map(Datum::lane);
    let first = start.or_else(|| lanes.next())?;
    let result = lanes.fold(first, |a, b| a.zip(b).and_then(|(a, b)| intrinsic::reduce_step(types, id, ty, a, b)));
    Some(Datum::Lane(result))
}

/// The operations that only move elements.
fn shuffle(types: &Types, op: &Op, ty: Type, args: &[(Type, Datum)]) -> Option<Datum> {
    match op {
        Op::ExtractElement { .. } => {
            let index = args[1].1.lane().and_then(|i| usize::try_from(i).ok());
            let picked = index.and_then(|i| args[0].1.elements().get(i).cloned());
            Some(picked.unwrap_or(Datum::Lane(None)))
        }
        Op::InsertElement { .. } => {
            let mut elements = args[0].1.elements().to_vec();
            match args[2].1.lane().and_then(|i| elements.get_mut(usize::try_from(i).ok()?)) {
                Some(slot) => *slot = args[1].1.clone(),
                None => return Some(Datum::poison(types, ty)),
            }
            Some(Datum::Many(elements))
        }
        Op::ShuffleVector { mask, .. } => {
            let pool: Vec<&Datum> = args[0].1.elements().iter().chain(args[1].1.elements()).collect();
            let pick = |&m: &i32| {
                usize::try_from(m).ok().and_then(|m| pool.get(m)).map_or(Datum::Lane(None), |d| (*d).clone())
            };
            Some(Datum::Many(mask.iter().map(pick).collect()))
        }
        Op::ExtractValue { indices, .. } => {
            indices.iter().try_fold(&args[0].1, |d, &i| d.elements().get(i as usize)).cloned()
        }
        Op::InsertValue { indices, .. } => {
            let mut result = args[0].1.clone();
            let mut slot = &mut result;
            for &i in indices {
                let Datum::Many(elements) = slot else { return None };
                slot = elements.get_mut(i as usize)?;
            }
            *slot = args[1].1.clone();
            Some(result)
        }
        _ => None,
    }
}

/// The value of a constant. Nothing for addresses, which only a machine knows.
pub fn constant(ctx: &Context, id: Const) -> Option<Datum> {
    Some(match ctx.consts.data(id) {
        ConstData::Int { bits, .. } => Datum::bits(*bits),
        ConstData::Float { bits, .. } => Datum::bits((*bits).into()),
        ConstData::Zero(ty) => Datum::zero(&ctx.types, *ty),
        ConstData::Address { bits, .. } => Datum::bits((*bits).into()),
        ConstData::Undef(ty) | ConstData::Poison(ty) => Datum::poison(&ctx.types, *ty),
        ConstData::Aggregate { elems, .. } => {
            Datum::Many(elems.iter().map(|&e| constant(ctx, e)).collect::<Option<_>>()?)
        }
        ConstData::Bytes { data, .. } => Datum::Many(data.iter().map(|&b| Datum::bits(b.into())).collect()),
        ConstData::GlobalAddr { .. } | ConstData::Function { .. } => return None,
    })
}

/// The constant of type `ty` that `value` is; nothing for a place in shared or private memory.
pub fn to_constant(ctx: &mut Context, ty: Type, value: &Datum) -> Option<Value> {
    let kind = ctx.types.kind(ty).clone();
    match value {
        Datum::Lane(None) => Some(ctx.poison(ty)),
        Datum::Lane(Some(bits)) => match kind {
            TypeKind::Int(_) => Some(ctx.int(ty, *bits)),
            TypeKind::Ptr(_) => ctx.address(ty, *bits as u64),
            _ if ctx.types.is_float(ty) => Some(ctx.float_bits(ty, *bits as u64)),
            _ => None,
        },
        Datum::Many(elements) => {
            let mut elems = Vec::with_capacity(elements.len());
            for (i, element) in elements.iter().enumerate() {
                let elem_ty = match &kind {
                    TypeKind::Vector { elem, .. } | TypeKind::Array { elem, .. } => *elem,
                    TypeKind::Struct { fields, .. } => *fields.get(i)?,
                    _ => return None,
                };
                let Some(Value::Const(id)) = to_constant(ctx, elem_ty, element) else { return None };
                elems.push(id);
            }
            Some(Value::Const(ctx.consts.intern(ConstData::Aggregate { ty, elems })))
        }
    }
}
