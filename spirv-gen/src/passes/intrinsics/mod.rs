//! Expands the LLVM intrinsics that no device instruction matches into plain operations.
//!
//! One file per family. Expansions are written for scalars; on vectors they are applied element by element. What stays is
//! what the device half wants to see whole: fma, sqrt, rounding, min and max, bit counts, ldexp and everything `hip.*`.
//!
//!   before  %r = call i32 @llvm.bswap.i32(i32 %x)
//!   after   shifts, ands and ors
//!
//! Leaves: of `llvm.*` only the intrinsics that [`stays`] names, and memory intrinsics for `memory::memcpy`.

pub mod classify;
pub mod convert;
pub mod integer;
pub mod overflow;
pub mod reduce;

use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{CastOp, Flags, Inst, Op, Value};
use crate::ir::intrinsic::{Effect, Intrinsic};
use crate::ir::module::Module;
use crate::ir::types::Type;
use crate::passes::float::{frexp, math};
use crate::passes::util::rewrite::{Rewrite, rewrite_module};

use Intrinsic as I;

const PASS: &str = "intrinsics/intrinsics";

/// See the module's description.
///
/// # Errors
/// An intrinsic on a type that we do not know.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    // Only these ask for the table; a module without them should not carry it.
    let types = &module.ctx.types;
    let angles =
        |op: &Op, ty| types.scalar(ty) == Type::DOUBLE && matches!(op, Op::Intrinsic { id: I::Sin | I::Cos, .. });
    let wanted =
        module.functions.values().any(|f| f.linked_insts().any(|(_, inst)| angles(f.op(inst), f.insts[inst].ty)));
    let table = wanted.then(|| math::two_over_pi::table(&mut module.ctx, &mut module.globals));
    rewrite_module(module, |cur, inst| visit(cur, table, inst)).map(|_| ())
}

/// Whether the device half takes `id` as it is.
pub fn stays(id: Intrinsic) -> bool {
    matches!(
        id,
        I::Fma
            | I::FMulAdd
            | I::Sqrt
            | I::FAbs
            | I::Floor
            | I::Ceil
            | I::FTrunc
            | I::Rint
            | I::NearbyInt
            | I::RoundEven
            | I::CopySign
            | I::MinNum
            | I::MaxNum
            | I::Minimum
            | I::Maximum
            | I::SMax
            | I::SMin
            | I::UMax
            | I::UMin
            | I::Ctlz
            | I::Cttz
            | I::Ctpop
            | I::BitReverse
            | I::Ldexp
            | I::MemCpy
            | I::MemCpyInline
            | I::MemMove
            | I::MemSet
            | I::Trap
    ) || id.name().starts_with("hip.")
}

fn visit(cur: &mut Cursor<'_>, table: Option<Value>, inst: Inst) -> Result<Rewrite, CompileError> {
    let data = &cur.func.insts[inst];
    let Op::Intrinsic { id, flags, args } = &data.op else { return Ok(Rewrite::Keep) };
    let (id, flags, ty) = (*id, *flags, data.ty);
    if id.effect() == Effect::Hint {
        return Ok(Rewrite::Drop);
    }
    if stays(id) {
        return Ok(Rewrite::Keep);
    }
    let args = args.clone();
    expand(cur, table, id, flags, &args, ty).map(Rewrite::Replace).or_else(|error| match id {
        I::DebugTrap | I::UbsanTrap => {
            cur.intrinsic(I::Trap, Vec::new(), Type::VOID);
            Ok(Rewrite::Drop)
        }
        _ => Err(error),
    })
}

/// The replacement of an intrinsic that does not stay.
fn expand(
    cur: &mut Cursor<'_>,
    table: Option<Value>,
    id: Intrinsic,
    flags: Flags,
    args: &[Value],
    ty: Type,
) -> Result<Value, CompileError> {
    if let Some(value) = reduce::expand(cur, id, flags, args) {
        return Ok(value);
    }
    if let Some(pair) = expand_pair(cur, id, args) {
        let mut aggregate = cur.ctx.poison(ty);
        for (i, value) in [pair.0, pair.1].into_iter().enumerate() {
            aggregate = cur.inst(Op::InsertValue { aggregate, value, indices: vec![i as u32] }, ty);
        }
        return Ok(aggregate);
    }
    by_element(cur, args, ty, |cur, args, ty| expand_scalar(cur, table, id, flags, args, ty))
        .ok_or_else(|| CompileError::unsupported(PASS, format!("{} on {}", id.name(), cur.ctx.types.display(ty))))
}

/// Applies `f` to each element if `ty` is a vector, to the values themselves otherwise. Scalar arguments beside vector
/// ones (`is.fpclass`'s mask, flags) are passed to every application.
pub fn by_element(
    cur: &mut Cursor<'_>,
    args: &[Value],
    ty: Type,
    mut f: impl FnMut(&mut Cursor<'_>, &[Value], Type) -> Option<Value>,
) -> Option<Value> {
    let Some((elem, len)) = cur.ctx.types.vector_parts(ty) else { return f(cur, args, ty) };
    let mut vector = cur.ctx.poison(ty);
    for i in 0..len {
        let parts: Vec<Value> = args.iter().map(|&arg| element(cur, arg, i)).collect();
        let value = f(cur, &parts, elem)?;
        let index = cur.ctx.i32(i);
        vector = cur.inst(Op::InsertElement { vector, value, index }, ty);
    }
    Some(vector)
}

/// Element `i` of a vector; a scalar itself.
pub fn element(cur: &mut Cursor<'_>, value: Value, i: u32) -> Value {
    let ty = cur.ty(value);
    let Some((elem, _)) = cur.ctx.types.vector_parts(ty) else { return value };
    let index = cur.ctx.i32(i);
    cur.inst(Op::ExtractElement { vector: value, index }, elem)
}

/// Expands an intrinsic whose result is a pair.
type ExpandPair = fn(&mut Cursor<'_>, Intrinsic, &[Value]) -> Option<(Value, Value)>;

/// Intrinsics whose result is `{ T, i1 }` or `{ float, i32 }`; on vectors, both parts are vectors.
fn expand_pair(cur: &mut Cursor<'_>, id: Intrinsic, args: &[Value]) -> Option<(Value, Value)> {
    let one: ExpandPair = match id {
        I::Frexp => |cur, _, args| Some((frexp::mantissa(cur, args[0]), frexp::exponent(cur, args[0]))),
        I::UAddOverflow | I::SAddOverflow | I::USubOverflow | I::SSubOverflow | I::UMulOverflow | I::SMulOverflow => {
            overflow::expand
        }
        _ => return None,
    };
    let ty = cur.ty(args[0]);
    let Some((elem, len)) = cur.ctx.types.vector_parts(ty) else { return one(cur, id, args) };
    let second = if id == I::Frexp { Type::I32 } else { Type::I1 };
    let mut types = [elem, second].map(|t| (cur.ctx.types.vector(t, len), t));
    let mut vectors = types.each_mut().map(|(v, _)| cur.ctx.poison(*v));
    for i in 0..len {
        let parts: Vec<Value> = args.iter().map(|&arg| element(cur, arg, i)).collect();
        let (a, b) = one(cur, id, &parts)?;
        for (k, value) in [a, b].into_iter().enumerate() {
            let index = cur.ctx.i32(i);
            vectors[k] = cur.inst(Op::InsertElement { vector: vectors[k], value, index }, types[k].0);
        }
    }
    Some((vectors[0], vectors[1]))
}

/// The replacement on scalars; nothing if we do not know the intrinsic on this type.
fn expand_scalar(
    cur: &mut Cursor<'_>,
    table: Option<Value>,
    id: Intrinsic,
    flags: Flags,
    args: &[Value],
    ty: Type,
) -> Option<Value> {
    let first = *args.first()?;
    match id {
        I::Expect | I::Canonicalize => Some(first),
        I::IsConstant => Some(cur.ctx.bool(false)),
        // "Unknown": all ones, or 0 where the smallest possible size is asked for.
        I::ObjectSize => {
            let least = cur.ctx.as_int(*args.get(1)?) == Some(1);
            Some(cur.ctx.int(ty, if least { 0 } else { u128::MAX }))
        }
        I::PtrMask => Some(mask_pointer(cur, first, *args.get(1)?)),
        I::IsFpClass => {
            let mask = cur.ctx.as_int(*args.get(1)?)?;
            Some(classify::is_class(cur, first, mask as u32))
        }
        I::Round => Some(convert::round(cur, first)),
        I::FpToSiSat => Some(convert::to_int_saturating(cur, first, ty, true)),
        I::FpToUiSat => Some(convert::to_int_saturating(cur, first, ty, false)),
        I::LRint => {
            let whole = cur.intrinsic(I::RoundEven, vec![first], cur.ty(first));
            Some(cur.cast(CastOp::FPToSI, whole, ty))
        }
        I::LRound => {
            let whole = convert::round(cur, first);
            Some(cur.cast(CastOp::FPToSI, whole, ty))
        }
        _ => integer::expand(cur, id, args, ty).or_else(|| math::expand(cur, table, id, flags, args, ty)),
    }
}

/// `ptr & mask`, by stepping back from the pointer so that it still shows what it points into.
fn mask_pointer(cur: &mut Cursor<'_>, ptr: Value, mask: Value) -> Value {
    let bits = cur.ctx.types.value_bits(cur.ty(ptr));
    let int = cur.ctx.types.int(bits);
    let address = cur.cast(CastOp::PtrToInt, ptr, int);
    let mask = cur.resize_unsigned(mask, int);
    let masked = cur.and(address, mask);
    let step = cur.sub(masked, address);
    cur.byte_offset(ptr, step)
}
