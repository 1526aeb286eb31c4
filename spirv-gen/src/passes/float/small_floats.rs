//! Small floats that the device cannot compute with: bfloat everywhere, half on a device without it.
//!
//! Such a value is its 16 bits as an integer; each operation widens its operands to float, computes, and rounds to nearest even.
//! Float has more than twice their bits plus two, so the second rounding changes nothing for `+ - * / sqrt`; a fused
//! multiply-add rounds its sum to odd first. Signs are flipped in the bits. Loads and stores move integers.
//!
//!   before  %r = fadd bfloat %a, %b
//!   after   %x = bitcast (shl (zext i16 %a), 16) ...   %f = fadd float %x, %y   %r = i16 (rounded bits of %f)
//!
//! Needs: scalars, atomics done.   Leaves: no bfloat, and no half unless `Target::float16`.

use super::fma::{sum_to_odd, to_odd};
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::constant::{Const, ConstData};
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, FloatPredicate, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::Build;
use crate::passes::util::floats::FloatCode;
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "float/small_floats";

/// See the file's description.
///
/// # Errors
/// An operation that nobody defined for small floats.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let mut pass =
        SmallFloats { half_too: !device.target.float16, double: device.target.float64, written: HashMap::default() };
    let func = &module.functions[id];
    for (_, inst) in func.linked_insts() {
        let mut touches = pass.is_small(&module.ctx, func.insts[inst].ty);
        let mut operands = Vec::new();
        func.op(inst).for_each_operand(|v| operands.push(module.ctx.type_of(func, v)));
        touches |= operands.iter().any(|&ty| pass.is_small(&module.ctx, ty));
        if touches {
            pass.written.insert(inst, (func.insts[inst].ty, operands));
        }
    }
    if pass.written.is_empty() {
        return Ok(());
    }
    walk(module, id, |cursor, inst| pass.visit(cursor, inst))?;
    Ok(())
}

struct SmallFloats {
    half_too: bool,
    double: bool,
    /// Result and operand types as written, of instructions that touch small floats.
    written: HashMap<Inst, (Type, Vec<Type>)>,
}

impl SmallFloats {
    fn is_small(&self, ctx: &Context, ty: Type) -> bool {
        let ty = ctx.types.scalar(ty);
        ty == Type::BFLOAT || (self.half_too && ty == Type::HALF)
    }

    fn integer(&self, ctx: &mut Context, ty: Type) -> Type {
        match ctx.types.vector_parts(ty) {
            _ if !self.is_small(ctx, ty) => ty,
            Some((_, len)) => ctx.types.vector(Type::I16, len),
            None => Type::I16,
        }
    }

    fn visit(&self, cursor: &mut Cursor<'_>, inst: Inst) -> Result<Visit, CompileError> {
        let Some((result, operands)) = self.written.get(&inst) else { return Ok(Visit::Keep) };
        self.convert_constants(cursor, inst, operands);
        let integer = self.integer(cursor.ctx, *result);
        cursor.func.insts[inst].ty = integer;
        let op = cursor.func.op(inst).clone();
        let small = self.is_small(cursor.ctx, *result).then_some(*result);
        Ok(match op {
            Op::Binary { op, lhs, rhs, .. } => {
                let (a, b) = (widen(cursor, lhs, *result), widen(cursor, rhs, *result));
                let wide = cursor.binary(op, a, b);
                Visit::Replace(narrow(cursor, wide, *result))
            }
            Op::FNeg { value, .. } => Visit::Replace(cursor.fold_const(BinaryOp::Xor, value, 0x8000)),
            Op::FCmp { pred, flags, lhs, rhs } => {
                let lhs = widen(cursor, lhs, operands[0]);
                let rhs = widen(cursor, rhs, operands[1]);
                Visit::Replace(cursor.inst(Op::FCmp { pred, flags, lhs, rhs }, Type::I1))
            }
            Op::Cast { op, value, .. } => Visit::Replace(self.cast(cursor, op, value, operands[0], *result)),
            Op::Intrinsic { id, args, .. } => {
                return self.intrinsic(cursor, id, &args, operands, small.unwrap_or(*result));
            }
            Op::Load { .. }
            | Op::Store { .. }
            | Op::Phi(_)
            | Op::Select { .. }
            | Op::Freeze(_)
            | Op::ExtractElement { .. }
            | Op::InsertElement { .. } => Visit::Keep,
            other => {
                let name = cursor.ctx.types.display(*result);
                return Err(CompileError::unsupported(PASS, format!("{name} in {other:?}")));
            }
        })
    }

    /// Constants of small floats become their bits, undefined ones zero.
    fn convert_constants(&self, cursor: &mut Cursor<'_>, inst: Inst, operands: &[Type]) {
        let mut op = cursor.func.op(inst).clone();
        let mut types = operands.iter();
        op.map_operands(|value| {
            let ty = types.next().copied().unwrap_or(Type::VOID);
            let Value::Const(id) = value else { return value };
            if !self.is_small(cursor.ctx, ty) {
                return value;
            }
            let integer = self.integer(cursor.ctx, ty);
            if integer != Type::I16 {
                return self.vector_constant(cursor.ctx, id, integer);
            }
            let bits = if let ConstData::Float { bits, .. } = cursor.ctx.consts.data(id) { *bits } else { 0 };
            cursor.ctx.int(Type::I16, bits.into())
        });
        cursor.func.insts[inst].op = op;
    }

    fn vector_constant(&self, ctx: &mut Context, id: Const, ty: Type) -> Value {
        let ConstData::Aggregate { elems, .. } = ctx.consts.data(id).clone() else { return ctx.zero(ty) };
        let lane = |ctx: &mut Context, elem| {
            let bits = if let ConstData::Float { bits, .. } = ctx.consts.data(elem) { *bits } else { 0 };
            ctx.consts.intern(ConstData::Int { ty: Type::I16, bits: bits.into() })
        };
        let elems = elems.into_iter().map(|e| lane(ctx, e)).collect();
        Value::Const(ctx.consts.intern(ConstData::Aggregate { ty, elems }))
    }

    fn cast(&self, cursor: &mut Cursor<'_>, op: CastOp, value: Value, from: Type, to: Type) -> Value {
        let small_from = self.is_small(cursor.ctx, from);
        let small_to = self.is_small(cursor.ctx, to);
        if op == CastOp::BitCast {
            return value; // 16 bits either way
        }
        let value = if small_from { widen(cursor, value, from) } else { value };
        if !small_to {
            return cursor.cast(op, value, to);
        }
        let wide = match op {
            CastOp::UIToFP | CastOp::SIToFP => {
                // Through double, to odd, so that nothing is rounded twice.
                let short = shortened(cursor, value, op == CastOp::SIToFP);
                let double = cursor.cast(op, short, Type::DOUBLE);
                double_to_odd_float(cursor, double)
            }
            _ if cursor.ty(value) == Type::DOUBLE => double_to_odd_float(cursor, value),
            _ => cursor.cast(CastOp::FPExt, value, Type::FLOAT),
        };
        narrow(cursor, wide, to)
    }

    fn intrinsic(
        &self,
        cursor: &mut Cursor<'_>,
        id: Intrinsic,
        args: &[Value],
        operands: &[Type],
        result: Type,
    ) -> Result<Visit, CompileError> {
        use Intrinsic as I;
        let small = self.is_small(cursor.ctx, result);
        Ok(match id {
            I::FAbs => Visit::Replace(cursor.fold_const(BinaryOp::And, args[0], 0x7fff)),
            I::CopySign => {
                let magnitude = cursor.fold_const(BinaryOp::And, args[0], 0x7fff);
                let sign = cursor.fold_const(BinaryOp::And, args[1], 0x8000);
                Visit::Replace(cursor.fold(BinaryOp::Or, Flags::DISJOINT, magnitude, sign))
            }
            I::Shuffle | I::ShuffleXor | I::ShuffleUp | I::ShuffleDown | I::ReadFirstLane | I::Param => Visit::Keep,
            _ => {
                let wide: Vec<Value> = args
                    .iter()
                    .zip(operands)
                    .map(|(&v, &ty)| if self.is_small(cursor.ctx, ty) { widen(cursor, v, ty) } else { v })
                    .collect();
                let value = if id == I::Fma {
                    self.fused(cursor, &wide, result)
                } else {
                    cursor.intrinsic(id, wide, if small { Type::FLOAT } else { result })
                };
                Visit::Replace(if small { narrow(cursor, value, result) } else { value })
            }
        })
    }
}

impl SmallFloats {
    /// Products of bfloats may leave float's range, so theirs are doubles where there are any.
    fn fused(&self, cursor: &mut Cursor<'_>, args: &[Value], ty: Type) -> Value {
        if ty != Type::BFLOAT || !self.double {
            let product = cursor.fmul(args[0], args[1]);
            return sum_to_odd(cursor, product, args[2]);
        }
        let args: Vec<Value> = args.iter().map(|&v| cursor.convert(CastOp::FPExt, v, Type::DOUBLE)).collect();
        let product = cursor.fmul(args[0], args[1]);
        let sum = sum_to_odd(cursor, product, args[2]);
        double_to_odd_float(cursor, sum)
    }
}

/// An integer that double holds, and that lies between the same neighbours of so few bits as `value`: of a large one, a bit tells whether any below it
/// was set.
fn shortened(cursor: &mut Cursor<'_>, value: Value, signed: bool) -> Value {
    let ty = cursor.ty(value);
    let bits = cursor.ctx.types.value_bits(ty);
    let mut short = value;
    // From 2^53 on 12 bits are cut off (of longer ones 33), from 2^85 on 76: 52 are left, and that bit.
    let cuts = [(53, if bits > 64 { 33 } else { 12 }), (85, 76)];
    for (from, cut) in cuts.into_iter().filter(|&(from, _)| bits > from + u32::from(signed)) {
        let cut_off = (1u128 << cut) - 1;
        let low = cursor.fold_const(BinaryOp::And, value, cut_off);
        let any = cursor.compare_const(IntPredicate::Ne, low, 0);
        let [sticky, none] = [1 << (cut - 1), 0].map(|bits| cursor.ctx.int(ty, bits));
        let sticky = cursor.choose(any, sticky, none);
        let high = cursor.fold_const(BinaryOp::And, value, !cut_off);
        let cut = cursor.fold(BinaryOp::Or, Flags::DISJOINT, high, sticky);
        let large = match signed {
            true => {
                let above = cursor.fold_const(BinaryOp::Add, value, 1 << from);
                cursor.compare_const(IntPredicate::Uge, above, 1 << (from + 1))
            }
            false => cursor.compare_const(IntPredicate::Uge, value, 1 << from),
        };
        short = cursor.choose(large, cut, short);
    }
    short
}

/// A double as a float rounded to odd, so that rounding again is innocuous.
pub fn double_to_odd_float(cursor: &mut Cursor<'_>, value: Value) -> Value {
    let float = cursor.convert(CastOp::FPTrunc, value, Type::FLOAT);
    let back = cursor.convert(CastOp::FPExt, float, Type::DOUBLE);
    let rest = cursor.fsub(value, back);
    // Only the sign of the rest matters, and that it is not zero.
    let zero = cursor.fconst(Type::DOUBLE, 0.0);
    let (up, down) = (cursor.fconst(Type::FLOAT, 1.0), cursor.fconst(Type::FLOAT, -1.0));
    let none = cursor.fconst(Type::FLOAT, 0.0);
    let above = cursor.fcmp(FloatPredicate::Ogt, rest, zero);
    let below = cursor.fcmp(FloatPredicate::Olt, rest, zero);
    let sign = cursor.select(below, down, none);
    let sign = cursor.select(above, up, sign);
    let odd = to_odd(cursor, float, sign);
    // A double beyond float's range is infinite here, and stays so.
    let magnitude = cursor.unary(Intrinsic::FAbs, float);
    let infinity = cursor.ctx.float_bits(Type::FLOAT, 0x7f80_0000);
    let infinite = cursor.fcmp(FloatPredicate::Oeq, magnitude, infinity);
    cursor.select(infinite, float, odd)
}

/// The bits of a small float as a float.
fn widen(cursor: &mut Cursor<'_>, bits: Value, ty: Type) -> Value {
    let word = cursor.to_unsigned(bits, Type::I32);
    if ty == Type::BFLOAT {
        let up = cursor.fold_const(BinaryOp::Shl, word, 16);
        return crate::passes::util::build::bitcast_folded(cursor, up, Type::FLOAT);
    }
    let sign = cursor.fold_const(BinaryOp::And, word, 0x8000);
    let sign = cursor.fold_const(BinaryOp::Shl, sign, 16);
    let magnitude = cursor.fold_const(BinaryOp::And, word, 0x7fff);
    let shifted = cursor.fold_const(BinaryOp::Shl, magnitude, 13);
    // Rebias by 112; once more for infinity and NaN, whose exponent is all ones in both formats.
    let normal = cursor.fold_const(BinaryOp::Add, shifted, 112 << 23);
    let special = cursor.fold_const(BinaryOp::Add, shifted, 224 << 23);
    let is_special = cursor.compare_const(IntPredicate::Uge, magnitude, 0x7c00);
    // Subnormal: m * 2^-24 as a difference of two normal floats, so that no denormal is met.
    let lifted = cursor.fold_const(BinaryOp::Add, shifted, 113 << 23);
    let lifted = cursor.bitcast(lifted, Type::FLOAT);
    let least = cursor.fconst(Type::FLOAT, 2f64.powi(-14));
    let subnormal = cursor.fsub(lifted, least);
    let subnormal = cursor.to_bits(subnormal);
    let is_subnormal = cursor.compare_const(IntPredicate::Ult, magnitude, 0x400);
    let bits = cursor.select(is_special, special, normal);
    let bits = cursor.select(is_subnormal, subnormal, bits);
    let bits = cursor.or(bits, sign);
    cursor.bitcast(bits, Type::FLOAT)
}

/// A float rounded to the bits of a small float.
pub fn narrow(cursor: &mut Cursor<'_>, value: Value, ty: Type) -> Value {
    let bits = cursor.to_bits(value);
    let nan = cursor.fcmp(FloatPredicate::Uno, value, value);
    let (rounded, quiet) = if ty == Type::BFLOAT {
        let rounded = round_bits(cursor, bits, 16);
        (cursor.fold_const(BinaryOp::LShr, rounded, 16), 0x7fc0)
    } else {
        (narrow_half(cursor, bits), 0x7e00)
    };
    let quiet = cursor.ctx.i32(quiet);
    let result = cursor.select(nan, quiet, rounded);
    cursor.to_unsigned(result, Type::I16)
}

/// Adds half of bit `place` (less the tie that goes to even), so that cutting below it rounds.
fn round_bits(cursor: &mut Cursor<'_>, bits: Value, place: u32) -> Value {
    let last = cursor.fold_const(BinaryOp::LShr, bits, place.into());
    let last = cursor.fold_const(BinaryOp::And, last, 1);
    let bits = cursor.fold_const(BinaryOp::Add, bits, (1 << (place - 1)) - 1);
    cursor.add(bits, last)
}

fn narrow_half(cursor: &mut Cursor<'_>, bits: Value) -> Value {
    let sign = cursor.fold_const(BinaryOp::LShr, bits, 16);
    let sign = cursor.fold_const(BinaryOp::And, sign, 0x8000);
    let magnitude = cursor.fold_const(BinaryOp::And, bits, 0x7fff_ffff);
    let rebased = cursor.fold_const(BinaryOp::Sub, magnitude, 112 << 23);
    let rounded = round_bits(cursor, rebased, 13);
    let normal = cursor.fold_const(BinaryOp::LShr, rounded, 13);
    // Subnormal: adding 0.5 leaves the wanted bits, rounded, at the end of the significand.
    let small = cursor.bitcast(magnitude, Type::FLOAT);
    let half = cursor.fconst(Type::FLOAT, 0.5);
    let sum = cursor.fadd(small, half);
    let sum = cursor.to_bits(sum);
    let subnormal = cursor.fold_const(BinaryOp::Sub, sum, 0x3f00_0000);
    let is_subnormal = cursor.compare_const(IntPredicate::Ult, magnitude, 113 << 23);
    let infinity = cursor.ctx.i32(0x7c00);
    let is_large = cursor.compare_const(IntPredicate::Uge, magnitude, 143 << 23);
    let result = cursor.select(is_subnormal, subnormal, normal);
    let result = cursor.select(is_large, infinity, result);
    cursor.or(result, sign)
}
