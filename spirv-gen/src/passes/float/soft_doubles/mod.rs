//! Doubles on devices without them (shaderFloat64): 64-bit integers that hold their bits, and arithmetic of integers, rounded as IEEE rounds.
//!
//! Intel's Arc A and Tiger Lake to Raptor Lake, and most devices of phones, have no doubles, and HIP programs take them for granted (printf widens
//! every float to one). An addition becomes some 60 integer operations, a product 60, a fused product and sum 150, a quotient 150: slow, and right to the bit,
//! subnormal numbers, infinities and the signs of zeros included; a NaN is the one that operations make. `HIPVK_SOFT_DOUBLES=1` compiles so for any device, which is how it is tested.
//!
//! Needs: what `float/float_legal` and `integer/wide_ints` leave, scalars.   Leaves: no double.

mod conversions;
mod order;
mod parts;
mod quotients;
mod sums;
#[cfg(test)]
mod tests;
mod whole;

use parts::Words;

use crate::error::{CompileError, CompileErrorKind};
use crate::ir::constant::{Const, ConstData};
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::{Type, TypeKind, Types};
use crate::passes::DeviceContext;
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "float/soft_doubles";

/// See the module's description.
///
/// # Errors
/// An operation on doubles that is not known.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if device.target.float64 {
        return Ok(());
    }
    let id = kernel_of(module, PASS)?;
    for global in module.globals.values_mut() {
        global.ty = of_integers(&mut module.ctx.types, global.ty);
        global.init = global.init.map(|init| constant(&mut module.ctx, init));
    }
    walk(module, id, |cursor, inst| {
        let mut op = cursor.func.op(inst).clone();
        op.map_operands(|value| bits(cursor.ctx, value));
        if let Op::Gep { elem, .. } | Op::Alloca { elem, .. } = &mut op {
            *elem = of_integers(&mut cursor.ctx.types, *elem);
        }
        cursor.func.insts[inst].op = op.clone();
        let ty = cursor.func.insts[inst].ty;
        if let Some(value) = made(cursor, &op, ty) {
            return Ok(Visit::Replace(value));
        }
        let moved = of_integers(&mut cursor.ctx.types, ty);
        if moved != ty && !is_moved(&op) {
            return Err(unknown(cursor, inst, device));
        }
        cursor.func.insts[inst].ty = moved;
        Ok(Visit::Keep)
    })?;
    let Module { ctx, functions, .. } = module;
    // Phis' operands are put in place behind the walk.
    for inst in functions[id].insts.values_mut() {
        if let Op::Phi(incoming) = &mut inst.op {
            incoming.iter_mut().for_each(|(value, _)| *value = bits(ctx, *value));
        }
    }
    Ok(())
}

fn unknown(cursor: &Cursor<'_>, inst: Inst, device: &DeviceContext<'_>) -> CompileError {
    let what = match cursor.func.op(inst) {
        Op::Intrinsic { id, .. } => id.name().to_owned(),
        other => format!("{other:?}"),
    };
    let feature = format!("double precision (shaderFloat64), without which '{what}' is not made of integers");
    CompileError::new(PASS, CompileErrorKind::MissingFeature { device: device.target.name.clone(), feature })
}

/// A constant double, or one of several, as its bits; any other value as it is.
fn bits(ctx: &mut Context, value: Value) -> Value {
    match value {
        Value::Const(id) => Value::Const(constant(ctx, id)),
        other => other,
    }
}

fn constant(ctx: &mut Context, id: Const) -> Const {
    let data = ctx.consts.data(id).clone();
    let ty = of_integers(&mut ctx.types, data.ty());
    if ty == data.ty() {
        return id;
    }
    let data = match data {
        ConstData::Float { bits, .. } => ConstData::Int { ty, bits: bits.into() },
        ConstData::Zero(_) => ConstData::Zero(ty),
        ConstData::Undef(_) => ConstData::Undef(ty),
        ConstData::Aggregate { elems, .. } => {
            ConstData::Aggregate { ty, elems: elems.into_iter().map(|elem| constant(ctx, elem)).collect() }
        }
        _ => ConstData::Poison(ty),
    };
    ctx.consts.intern(data)
}

/// A type with integers for doubles.
fn of_integers(types: &mut Types, ty: Type) -> Type {
    match types.kind(ty).clone() {
        TypeKind::Double => Type::I64,
        TypeKind::Array { elem, len } => {
            let elem = of_integers(types, elem);
            types.array(elem, len)
        }
        TypeKind::Vector { elem: Type::DOUBLE, len } => types.vector(Type::I64, len),
        TypeKind::Struct { fields, packed } => {
            let fields = fields.into_iter().map(|field| of_integers(types, field)).collect();
            types.structure(fields, packed)
        }
        _ => ty,
    }
}

/// Whether an operation whose result has doubles in it only moves them.
fn is_moved(op: &Op) -> bool {
    use Intrinsic as I;
    match op {
        Op::Phi(_) | Op::Load { .. } | Op::Select { .. } | Op::Freeze(_) | Op::AtomicRmw { .. } => true,
        Op::ExtractElement { .. } | Op::InsertElement { .. } | Op::ShuffleVector { .. } => true,
        Op::Cast { op: CastOp::BitCast, .. } => true,
        Op::Intrinsic { id, .. } => {
            matches!(id, I::Param | I::Shuffle | I::ShuffleXor | I::ShuffleUp | I::ShuffleDown | I::ReadFirstLane)
        }
        _ => false,
    }
}

/// What stands for an operation on doubles, whose operands are integers already. What is none of those stays.
fn made(c: &mut Cursor<'_>, op: &Op, ty: Type) -> Option<Value> {
    let double = ty == Type::DOUBLE;
    match *op {
        Op::Binary { op, lhs, rhs, .. } if double => Some(match op {
            BinaryOp::FAdd => sums::sum(c, lhs, rhs),
            BinaryOp::FSub => {
                let negated = c.flipped(rhs, parts::SIGN);
                sums::sum(c, lhs, negated)
            }
            BinaryOp::FMul => sums::product(c, lhs, rhs),
            BinaryOp::FDiv => quotients::quotient(c, lhs, rhs),
            _ => return None,
        }),
        Op::FNeg { value, .. } if double => Some(c.flipped(value, parts::SIGN)),
        Op::FCmp { pred, lhs, rhs, .. } if c.ty(lhs) == Type::I64 => Some(order::compared(c, pred, lhs, rhs)),
        Op::Cast { op, value, .. } => converted(c, op, value, ty),
        Op::Intrinsic { id, ref args, .. } if double => intrinsic(c, id, args),
        _ => None,
    }
}

fn converted(c: &mut Cursor<'_>, op: CastOp, value: Value, ty: Type) -> Option<Value> {
    let from_double = c.ty(value) == Type::I64;
    match op {
        CastOp::FPExt if ty == Type::DOUBLE => Some(conversions::widened(c, value)),
        CastOp::FPTrunc if from_double && ty == Type::FLOAT => Some(conversions::narrowed(c, value)),
        CastOp::SIToFP | CastOp::UIToFP if ty == Type::DOUBLE && c.ctx.types.value_bits(c.ty(value)) <= 64 => {
            Some(conversions::from_integer(c, value, op == CastOp::SIToFP))
        }
        CastOp::FPToSI | CastOp::FPToUI if from_double => {
            Some(conversions::to_integer(c, value, ty, op == CastOp::FPToSI))
        }
        CastOp::BitCast if ty == Type::DOUBLE => Some(c.bitcast(value, Type::I64)),
        CastOp::BitCast if from_double && ty == Type::I64 => Some(value),
        _ => None,
    }
}

fn intrinsic(c: &mut Cursor<'_>, id: Intrinsic, args: &[Value]) -> Option<Value> {
    use Intrinsic as I;
    use whole::Towards;
    Some(match id {
        I::Fma | I::FMulAdd => sums::product_and_sum(c, args[0], args[1], args[2]),
        I::Sqrt | I::NativeSqrt => quotients::root(c, args[0]),
        I::NativeRcp => quotients::reciprocal_of(c, args[0]),
        I::NativeRsqrt => {
            let root = quotients::root(c, args[0]);
            quotients::reciprocal_of(c, root)
        }
        I::FAbs => parts::size(c, args[0]),
        I::Floor => whole::whole(c, args[0], Towards::Less),
        I::Ceil => whole::whole(c, args[0], Towards::More),
        I::FTrunc => whole::whole(c, args[0], Towards::Zero),
        I::Rint | I::NearbyInt | I::RoundEven => whole::whole(c, args[0], Towards::Nearest),
        I::MinNum => order::extreme(c, args[0], args[1], true),
        I::MaxNum => order::extreme(c, args[0], args[1], false),
        _ => return None,
    })
}
