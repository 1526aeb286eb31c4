//! Rewrites of single instructions that need no more than their operands: identities, chains with constants, casts of
//! casts, address steps. Called by `const_fold`.

use crate::analysis::non_null::is_non_null;
use crate::ir::constant::ConstData;
use crate::ir::float_format::Format;
use crate::ir::fold::float::compare as compare_floats;
use crate::ir::fold::int;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, FloatPredicate, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::{AddressSpace, Type, TypeKind};

/// What an instruction may be replaced by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A value that exists already.
    Value(Value),
    /// A simpler operation in its place.
    Op(Op),
}

/// A simpler form of `inst`, if there is one.
pub fn simplify(ctx: &mut Context, func: &Function, inst: Inst) -> Option<Change> {
    let ty = func.insts[inst].ty;
    match func.op(inst) {
        Op::Binary { op, flags, lhs, rhs } if ctx.types.int_bits(ty).is_some() => {
            binary(ctx, func, ty, *op, *flags, *lhs, *rhs)
        }
        Op::ICmp { pred, lhs, rhs } => compare(ctx, func, ty, *pred, *lhs, *rhs),
        Op::FCmp { pred, lhs, rhs, .. } if ty == Type::I1 => {
            let with_nan = [lhs, rhs].into_iter().find_map(|&value| compare_with_nan(ctx, *pred, value));
            with_nan.or_else(|| compare_magnitude(ctx, func, *pred, *lhs, *rhs))
        }
        Op::Select { cond, then_, else_, .. } => select(ctx, ty, *cond, *then_, *else_),
        Op::Cast { op, value, .. } => cast(ctx, func, ty, *op, *value),
        Op::Phi(incoming) => {
            let own = Value::Inst(inst);
            let mut others = incoming.iter().map(|i| i.0).filter(|&v| v != own);
            let first = others.next()?;
            others.all(|v| v == first).then_some(Change::Value(first))
        }
        Op::Gep { elem, flags, base, indices } => address(ctx, func, ty, *elem, *flags, *base, indices),
        Op::ExtractElement { vector, index } => extract(ctx, func, *vector, *index),
        Op::ExtractValue { aggregate, indices } => extract_value(func, *aggregate, indices),
        Op::Intrinsic { id: Intrinsic::Expect, args, .. } => args.first().map(|&v| Change::Value(v)),
        _ => None,
    }
}

fn inst_op(func: &Function, value: Value) -> Option<&Op> {
    if let Value::Inst(inst) = value { Some(func.op(inst)) } else { None }
}

fn binary(
    ctx: &mut Context,
    func: &Function,
    ty: Type,
    op: BinaryOp,
    flags: Flags,
    lhs: Value,
    rhs: Value,
) -> Option<Change> {
    use BinaryOp as B;
    let bits = ctx.types.int_bits(ty)?;
    let commutes = matches!(op, B::Add | B::Mul | B::And | B::Or | B::Xor);
    if commutes && ctx.as_int(lhs).is_some() && ctx.as_int(rhs).is_none() {
        return Some(Change::Op(Op::Binary { op, flags, lhs: rhs, rhs: lhs }));
    }
    if lhs == rhs {
        match op {
            B::Sub | B::Xor => return Some(Change::Value(ctx.int(ty, 0))),
            B::And | B::Or => return Some(Change::Value(lhs)),
            _ => {}
        }
    }
    let constant = ctx.as_int(rhs)?;
    match (op, constant) {
        (B::Add | B::Sub | B::Or | B::Xor | B::Shl | B::LShr | B::AShr, 0) | (B::Mul | B::UDiv | B::SDiv, 1) => {
            return Some(Change::Value(lhs));
        }
        (B::Mul | B::And, 0) | (B::URem, 1) => return Some(Change::Value(ctx.int(ty, 0))),
        (B::And, c) if c == int::mask(bits) => return Some(Change::Value(lhs)),
        (B::Or, c) if c == int::mask(bits) => return Some(Change::Value(rhs)),
        (B::Sub, c) => {
            let negated = ctx.int(ty, c.wrapping_neg());
            return Some(Change::Op(Op::Binary {
                op: B::Add,
                flags: flags & Flags::NSW & nsw_if_negatable(c, bits),
                lhs,
                rhs: negated,
            }));
        }
        (B::Xor, 1) if bits == 1 => return invert(func, lhs),
        _ => {}
    }
    // (x op c1) op c2 = x op (c1 op c2)
    let Some(&Op::Binary { op: inner, lhs: x, rhs: y, .. }) = inst_op(func, lhs) else { return None };
    let first = ctx.as_int(y)?;
    let combined = match op {
        _ if op != inner => return None,
        B::Add | B::Mul | B::And | B::Or | B::Xor => int::binary(op, Flags::empty(), bits, first, constant)?,
        B::Shl | B::LShr if first.checked_add(constant).is_some_and(|sum| sum < u128::from(bits)) => first + constant,
        _ => return None,
    };
    let rhs = ctx.int(ty, combined);
    Some(Change::Op(Op::Binary { op, flags: Flags::empty(), lhs: x, rhs }))
}

/// `x - c` without signed overflow is `x + -c` without one, unless `c` is the least value.
fn nsw_if_negatable(c: u128, bits: u32) -> Flags {
    if c == 1 << (bits - 1) { Flags::empty() } else { Flags::NSW }
}

/// A comparison with `nan`, if it is one: only its predicate decides.
fn compare_with_nan(ctx: &mut Context, pred: FloatPredicate, nan: Value) -> Option<Change> {
    let (ty, bits) = ctx.as_float(nan)?;
    let format = Format::of(ctx.types.kind(ty)).filter(|format| format.is_nan(bits))?;
    Some(Change::Value(ctx.bool(compare_floats(format, pred, bits, bits))))
}

/// A comparison of an absolute value with a negative number: whether it is a NaN, or nothing. (NVIDIA's driver, 580, makes true of it: `fabs(NaN) > -1`.)
fn compare_magnitude(
    ctx: &mut Context,
    func: &Function,
    pred: FloatPredicate,
    lhs: Value,
    rhs: Value,
) -> Option<Change> {
    let Op::Intrinsic { id: Intrinsic::FAbs, args, .. } = inst_op(func, lhs)? else { return None };
    let (ty, bits) = ctx.as_float(rhs)?;
    let format = Format::of(ctx.types.kind(ty))?;
    if bits & format.sign() == 0 || bits == format.sign() || format.is_nan(bits) {
        return None;
    }
    // Any number will do that is none below zero.
    let of_number = compare_floats(format, pred, 0, bits);
    let of_nan = compare_floats(format, pred, format.nan(), bits);
    if of_number == of_nan {
        return Some(Change::Value(ctx.bool(of_number)));
    }
    let pred = if of_nan { FloatPredicate::Uno } else { FloatPredicate::Ord };
    Some(Change::Op(Op::FCmp { pred, flags: Flags::empty(), lhs: args[0], rhs: args[0] }))
}

/// The comparison with the opposite result.
fn invert(func: &Function, cond: Value) -> Option<Change> {
    match *inst_op(func, cond)? {
        Op::ICmp { pred, lhs, rhs } => Some(Change::Op(Op::ICmp { pred: opposite(pred), lhs, rhs })),
        Op::FCmp { pred, flags, lhs, rhs } if !flags.contains(Flags::NNAN) => {
            Some(Change::Op(Op::FCmp { pred: opposite_float(pred), flags, lhs, rhs }))
        }
        _ => None,
    }
}

fn opposite(pred: IntPredicate) -> IntPredicate {
    use IntPredicate as P;
    match pred {
        P::Eq => P::Ne,
        P::Ne => P::Eq,
        P::Ugt => P::Ule,
        P::Uge => P::Ult,
        P::Ult => P::Uge,
        P::Ule => P::Ugt,
        P::Sgt => P::Sle,
        P::Sge => P::Slt,
        P::Slt => P::Sge,
        P::Sle => P::Sgt,
    }
}

fn opposite_float(pred: FloatPredicate) -> FloatPredicate {
    use FloatPredicate as P;
    match pred {
        P::False => P::True,
        P::Oeq => P::Une,
        P::Ogt => P::Ule,
        P::Oge => P::Ult,
        P::Olt => P::Uge,
        P::Ole => P::Ugt,
        P::One => P::Ueq,
        P::Ord => P::Uno,
        P::Ueq => P::One,
        P::Ugt => P::Ole,
        P::Uge => P::Olt,
        P::Ult => P::Oge,
        P::Ule => P::Ogt,
        P::Une => P::Oeq,
        P::Uno => P::Ord,
        P::True => P::False,
    }
}

fn compare(ctx: &mut Context, func: &Function, ty: Type, pred: IntPredicate, lhs: Value, rhs: Value) -> Option<Change> {
    use IntPredicate as P;
    if ty != Type::I1 {
        return None;
    }
    if lhs == rhs {
        let holds = matches!(pred, P::Eq | P::Uge | P::Ule | P::Sge | P::Sle);
        return Some(Change::Value(ctx.bool(holds)));
    }
    if matches!(pred, P::Eq | P::Ne) {
        let (pointer, other) = if ctx.is_null(lhs) { (rhs, lhs) } else { (lhs, rhs) };
        if ctx.is_null(other) && is_non_null(ctx, func, pointer) {
            return Some(Change::Value(ctx.bool(pred == P::Ne)));
        }
    }
    if ctx.as_int(rhs) == Some(0) {
        match pred {
            P::Ult => return Some(Change::Value(ctx.bool(false))),
            P::Uge => return Some(Change::Value(ctx.bool(true))),
            _ => {}
        }
        // (zext b) != 0 is b, (zext b) == 0 its opposite.
        if let Some(&Op::Cast { op: CastOp::ZExt | CastOp::SExt, value, .. }) = inst_op(func, lhs)
            && ctx.type_of(func, value) == Type::I1
        {
            return match pred {
                P::Ne => Some(Change::Value(value)),
                P::Eq => invert(func, value),
                _ => None,
            };
        }
    }
    None
}

fn select(ctx: &Context, ty: Type, cond: Value, then_: Value, else_: Value) -> Option<Change> {
    if then_ == else_ {
        return Some(Change::Value(then_));
    }
    match ctx.as_int(cond) {
        Some(0) => return Some(Change::Value(else_)),
        Some(_) => return Some(Change::Value(then_)),
        None => {}
    }
    (ty == Type::I1 && ctx.as_int(then_) == Some(1) && ctx.as_int(else_) == Some(0)).then_some(Change::Value(cond))
}

fn cast(ctx: &Context, func: &Function, ty: Type, op: CastOp, value: Value) -> Option<Change> {
    let from = ctx.type_of(func, value);
    if from == ty && matches!(op, CastOp::BitCast | CastOp::AddrSpaceCast) {
        return Some(Change::Value(value));
    }
    let &Op::Cast { op: inner, value: source, .. } = inst_op(func, value)? else { return None };
    let origin = ctx.type_of(func, source);
    let again = |op| Some(Change::Op(Op::Cast { op, flags: Flags::empty(), value: source }));
    use CastOp as C;
    match (inner, op) {
        (C::ZExt, C::ZExt | C::SExt) => again(C::ZExt),
        (C::SExt, C::SExt) => again(C::SExt),
        (C::Trunc, C::Trunc) => again(C::Trunc),
        (C::BitCast, C::BitCast) if origin == ty => Some(Change::Value(source)),
        (C::BitCast, C::BitCast) => again(C::BitCast),
        (C::ZExt | C::SExt, C::Trunc) => {
            let (origin_bits, bits) = (ctx.types.value_bits(origin), ctx.types.value_bits(ty));
            match origin_bits.cmp(&bits) {
                std::cmp::Ordering::Equal => Some(Change::Value(source)),
                std::cmp::Ordering::Less => again(inner),
                std::cmp::Ordering::Greater => again(C::Trunc),
            }
        }
        (C::PtrToInt, C::IntToPtr) | (C::IntToPtr, C::PtrToInt)
            if origin == ty && ctx.types.value_bits(from) == ctx.types.value_bits(ty) =>
        {
            Some(Change::Value(source))
        }
        // There and back between spaces of one width; the other way round may lose the null pointer.
        (C::AddrSpaceCast, C::AddrSpaceCast) if origin == ty => Some(Change::Value(source)),
        _ => None,
    }
}

/// Constant steps: byte offsets, one after the other in one step, and into constant addresses. Not in shared memory, nor on
/// private module variables: there, element indices mean more than bytes.
fn address(
    ctx: &mut Context,
    func: &Function,
    ty: Type,
    elem: Type,
    flags: Flags,
    base: Value,
    indices: &[Value],
) -> Option<Change> {
    let space = ctx.types.pointee_space(ty)?;
    let is_variable = matches!(base, Value::Const(_)) && space == AddressSpace::Private;
    if space == AddressSpace::Shared || is_variable || ctx.type_of(func, base) != ty {
        return None;
    }
    let offset = constant_offset(ctx, elem, indices)?;
    if offset == 0 {
        return Some(Change::Value(base));
    }
    if let Value::Const(id) = base
        && let &ConstData::GlobalAddr { ty, global, offset: start } = ctx.consts.data(id)
    {
        let moved = ConstData::GlobalAddr { ty, global, offset: start.checked_add(offset)? };
        return Some(Change::Value(Value::Const(ctx.consts.intern(moved))));
    }
    let (base, offset, flags) = match inst_op(func, base) {
        Some(Op::Gep { elem, flags: inner, base, indices }) if constant_offset(ctx, *elem, indices).is_some() => {
            let first = constant_offset(ctx, *elem, indices).unwrap_or_default();
            (*base, first.checked_add(offset)?, flags & *inner & Flags::INBOUNDS)
        }
        _ if elem == Type::I8 => return None,
        _ => (base, offset, flags & Flags::INBOUNDS),
    };
    let index_ty = if space.pointer_bits() == 64 { Type::I64 } else { Type::I32 };
    let index = ctx.int(index_ty, offset as i128 as u128);
    Some(Change::Op(Op::Gep { elem: Type::I8, flags, base, indices: vec![index] }))
}

/// Bytes that constant indices step over.
pub fn constant_offset(ctx: &Context, elem: Type, indices: &[Value]) -> Option<i64> {
    let mut total = 0i64;
    let mut inner = elem;
    for (position, &index) in indices.iter().enumerate() {
        let Value::Const(id) = index else { return None };
        let bits = ctx.types.int_bits(ctx.consts.data(id).ty())?;
        let index = i64::try_from(int::signed(ctx.as_int(index)?, bits)).ok()?;
        let step = if position == 0 {
            index.checked_mul(i64::try_from(ctx.types.size(elem)).ok()?)?
        } else {
            match ctx.types.kind(inner) {
                TypeKind::Struct { fields, .. } => {
                    let field = usize::try_from(index).ok()?;
                    let offset = *ctx.types.struct_layout(inner).0.get(field)?;
                    inner = *fields.get(field)?;
                    i64::try_from(offset).ok()?
                }
                TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => {
                    inner = *elem;
                    index.checked_mul(i64::try_from(ctx.types.size(inner)).ok()?)?
                }
                _ => return None,
            }
        };
        total = total.checked_add(step)?;
    }
    Some(total)
}

/// An element that was put in just before, or that a shuffle took from elsewhere.
fn extract(ctx: &mut Context, func: &Function, vector: Value, index: Value) -> Option<Change> {
    let wanted = ctx.as_int(index)?;
    match inst_op(func, vector)? {
        Op::InsertElement { vector: rest, value, index: at } => {
            let at = ctx.as_int(*at)?;
            Some(if at == wanted {
                Change::Value(*value)
            } else {
                Change::Op(Op::ExtractElement { vector: *rest, index })
            })
        }
        Op::ShuffleVector { lhs, rhs, mask } => {
            let (lhs, rhs) = (*lhs, *rhs);
            let from = u32::try_from(*mask.get(usize::try_from(wanted).ok()?)?).ok()?;
            let (_, count) = ctx.types.vector_parts(ctx.type_of(func, lhs))?;
            let (vector, lane) = if from < count { (lhs, from) } else { (rhs, from - count) };
            let index = ctx.i32(lane);
            Some(Change::Op(Op::ExtractElement { vector, index }))
        }
        _ => None,
    }
}

fn extract_value(func: &Function, aggregate: Value, indices: &[u32]) -> Option<Change> {
    let Op::InsertValue { aggregate: rest, value, indices: at } = inst_op(func, aggregate)? else { return None };
    if at == indices {
        return Some(Change::Value(*value));
    }
    let disjoint = at.iter().zip(indices).any(|(a, b)| a != b);
    disjoint.then(|| Change::Op(Op::ExtractValue { aggregate: *rest, indices: indices.to_vec() }))
}
