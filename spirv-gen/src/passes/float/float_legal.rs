//! Float operations that Vulkan lacks, or computes less exactly than HIP promises.
//!
//! - `llvm.fma` where the device's Fma rounds twice: `float/fma.rs`. `llvm.fmuladd` may round either way: one Fma, or mul and add.
//! - division and square root where the device is allowed 2.5 ulp: `float/division.rs`, correctly rounded for all operands.
//!   `afn` and `arcp` ask for the device's operation.
//! - float to an integer of 8 or 16 bits: through 32.
//! - frem: `float/frem.rs`. ldexp, copysign, minimum, maximum, canonicalize, round: a few plain operations each.
//!
//! Needs: scalars of half, float and double (`float/small_floats` did the rest).   Leaves: the contract's float intrinsics.

use super::reciprocal_root::{self, Pairs};
use super::small_floats::double_to_odd_float;
use super::{division, fma, frem};
use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::float_format::Format;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, FloatPredicate, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::Build;
use crate::passes::util::floats::{FloatCode, two_to};
use crate::passes::util::walk::{Visit, kernel_of, walk};
use crate::target::Target;

const PASS: &str = "float/float_legal";

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let target = device.target;
    let pairs = match divides_exactly(target, Type::FLOAT) {
        true => Pairs::default(),
        false => reciprocal_root::pairs(&module.ctx, &module.functions[id]),
    };
    walk(module, id, |cursor, inst| {
        let found = match pairs.contains(&inst) {
            true => reciprocal_root::member(cursor, inst, target),
            false => visit(cursor, inst, target),
        };
        Ok(found.map_or(Visit::Keep, Visit::Replace))
    })?;
    Ok(())
}

fn visit(cursor: &mut Cursor<'_>, inst: Inst, target: &Target) -> Option<Value> {
    let ty = cursor.func.insts[inst].ty;
    match cursor.func.op(inst).clone() {
        Op::Binary { op: BinaryOp::FRem, lhs, rhs, .. } => Some(frem::remainder(cursor, lhs, rhs)),
        Op::Binary { op: BinaryOp::FDiv, flags, lhs, rhs } => {
            let native = flags.intersects(Flags::AFN | Flags::ARCP) || divides_exactly(target, ty);
            (!native).then(|| division::divide(cursor, lhs, rhs, target))
        }
        Op::Cast { op: CastOp::FPTrunc, value, .. } if ty == Type::HALF && cursor.ty(value) == Type::DOUBLE => {
            // Drivers go through float, and would round twice.
            let float = double_to_odd_float(cursor, value);
            Some(cursor.convert(CastOp::FPTrunc, float, ty))
        }
        Op::Cast { op: op @ (CastOp::SIToFP | CastOp::UIToFP), value, .. } if ty == Type::HALF && target.cpu => {
            // lavapipe (25.0.7) computes `(double)(half)i` as `(double)i`; of a float `half_narrowing` leaves it no conversion to see. An integer that
            // float rounds is beyond half's largest number, so nothing is rounded twice.
            let float = cursor.cast(op, value, Type::FLOAT);
            Some(cursor.convert(CastOp::FPTrunc, float, ty))
        }
        Op::Cast { op: op @ (CastOp::SIToFP | CastOp::UIToFP), value, .. }
            if ty == Type::DOUBLE && cursor.ty(value) == Type::I64 && makes_long_conversions(target) =>
        {
            Some(long_to_double(cursor, value, op))
        }
        Op::Cast { op: CastOp::FPToSI, value, .. }
            if ty == Type::I64 && cursor.ty(value) == Type::DOUBLE && makes_long_conversions(target) =>
        {
            Some(to_long(cursor, value, CastOp::FPToSI))
        }
        Op::Cast { op: CastOp::FPToUI, value, .. }
            if ty == Type::I64 && cursor.ty(value) == Type::FLOAT && !target.converts_low_words =>
        {
            // Of the low word alone NVIDIA's (580) makes a float's conversion to a word.
            Some(to_long(cursor, value, CastOp::FPToUI))
        }
        Op::Cast { op: op @ (CastOp::FPToSI | CastOp::FPToUI), value, .. } => {
            // Of what a small integer cannot hold its low bits stay, as on AMD's hardware and on hosts; drivers saturate.
            let bits = cursor.ctx.types.value_bits(ty);
            let wide = if bits == 8 || bits == 16 { Type::I32 } else { ty };
            let late = target.cpu && rounds_too_late(cursor.ty(value), cursor.ctx.types.value_bits(wide));
            let whole = match (late, wide == ty) {
                (true, _) => float_to_int(cursor, value, wide, op == CastOp::FPToSI),
                (false, false) => cursor.convert(op, value, wide),
                (false, true) => return None,
            };
            Some(if wide == ty { whole } else { cursor.cast(CastOp::Trunc, whole, ty) })
        }
        Op::Freeze(value) => Some(frozen(cursor, value, ty)),
        Op::Intrinsic { id, flags, args } => intrinsic(cursor, id, flags, &args, ty, target),
        _ => None,
    }
}

/// Whether conversions between doubles and 64-bit integers are shorter as ours, by their halves. (To unsigned ones Mesa's own are.)
fn makes_long_conversions(target: &Target) -> bool {
    !target.converts_long && target.fused_fma.double
}

/// Rounded once: the upper half times 2^32 is a double, and the sum with the lower one is fused.
fn long_to_double(cursor: &mut Cursor<'_>, value: Value, op: CastOp) -> Value {
    let high = cursor.fold_const(BinaryOp::LShr, value, 32);
    let [high, low] = [high, value].map(|half| cursor.to_unsigned(half, Type::I32));
    let (high, low) = (cursor.convert(op, high, Type::DOUBLE), cursor.convert(CastOp::UIToFP, low, Type::DOUBLE));
    let unit = cursor.fconst(Type::DOUBLE, 2f64.powi(32));
    cursor.fma(high, unit, low)
}

/// Towards zero. The upper half, a number with the integer's sign, is rounded down, so that the lower one is never negative.
fn to_long(cursor: &mut Cursor<'_>, value: Value, signed: CastOp) -> Value {
    let whole = cursor.unary(Intrinsic::FTrunc, value);
    let high = cursor.fscale(whole, 2f64.powi(-32));
    let high = cursor.unary(Intrinsic::Floor, high);
    let ty = cursor.ty(value);
    let unit = cursor.fconst(ty, -2f64.powi(32));
    let low = cursor.fma(high, unit, whole);
    let (high, low) = (cursor.convert(signed, high, Type::I32), cursor.convert(CastOp::FPToUI, low, Type::I32));
    let (high, low) = (cursor.to_unsigned(high, Type::I64), cursor.to_unsigned(low, Type::I64));
    let high = cursor.fold_const(BinaryOp::Shl, high, 32);
    cursor.or(high, low)
}

/// lavapipe (25.0.7) computes `(i64)(float)i` as `i`, without rounding to float, and so for half.
/// (Wider integers are made of double's operations.)
fn rounds_too_late(float: Type, bits: u32) -> bool {
    bits <= 64 && (float == Type::HALF || (float == Type::FLOAT && bits > 32))
}

/// The integer part of a float or half, from its bits; what the integer cannot hold becomes its nearest value, as on GPUs, and NaN zero.
fn float_to_int(cursor: &mut Cursor<'_>, value: Value, ty: Type, signed: bool) -> Value {
    if cursor.ty(value) == Type::HALF {
        let wide = cursor.convert(CastOp::FPExt, value, Type::FLOAT);
        return float_to_int(cursor, wide, ty, signed);
    }
    let bits = cursor.to_bits(value);
    let fraction = cursor.fold_const(BinaryOp::And, bits, 0x7f_ffff);
    let whole = cursor.fold_const(BinaryOp::Or, fraction, 0x80_0000);
    let whole = cursor.to_unsigned(whole, Type::I64);
    let exponent = cursor.fold_const(BinaryOp::LShr, bits, 23);
    let exponent = cursor.fold_const(BinaryOp::And, exponent, 0xff);
    // value = whole * 2^(exponent - 150); a shift by 63 leaves nothing of 24 bits.
    let (unit, zero, most) = (cursor.ctx.i32(150), cursor.ctx.i32(0), cursor.ctx.i32(63));
    let clamped = |cursor: &mut Cursor<'_>, a: Value, b: Value| {
        let amount = cursor.sub(a, b);
        let amount = cursor.pair(Intrinsic::SMax, amount, zero);
        let amount = cursor.pair(Intrinsic::SMin, amount, most);
        cursor.to_unsigned(amount, Type::I64)
    };
    let (up, down) = (clamped(cursor, exponent, unit), clamped(cursor, unit, exponent));
    let magnitude = cursor.binary(BinaryOp::Shl, whole, up);
    let magnitude = cursor.binary(BinaryOp::LShr, magnitude, down);
    let none = cursor.ctx.zero(Type::I64);
    let negative = cursor.icmp(IntPredicate::Slt, bits, zero);
    let digits = cursor.ctx.types.value_bits(ty) - u32::from(signed);
    let mut largest = cursor.ctx.int(Type::I64, u128::from(u64::MAX >> (64 - digits)));
    if signed {
        let one_more = cursor.cast(CastOp::ZExt, negative, Type::I64);
        largest = cursor.add(largest, one_more);
    }
    let fits = cursor.compare_const(IntPredicate::Ult, exponent, u128::from(127 + digits));
    let magnitude = cursor.select(fits, magnitude, largest);
    let size = cursor.fold_const(BinaryOp::And, bits, 0x7fff_ffff);
    let is_number = cursor.compare_const(IntPredicate::Ule, size, 0x7f80_0000);
    let magnitude = cursor.select(is_number, magnitude, none);
    let below_zero = if signed { cursor.sub(none, magnitude) } else { none };
    let whole = cursor.select(negative, below_zero, magnitude);
    cursor.to_unsigned(whole, ty)
}

/// Undefined constants get a value that stays; what was computed has one.
fn frozen(cursor: &mut Cursor<'_>, value: Value, ty: Type) -> Value {
    use crate::ir::constant::ConstData;
    match value {
        Value::Const(id) if matches!(cursor.ctx.consts.data(id), ConstData::Undef(_) | ConstData::Poison(_)) => {
            cursor.ctx.zero(ty)
        }
        _ => value,
    }
}

fn intrinsic(
    cursor: &mut Cursor<'_>,
    id: Intrinsic,
    flags: Flags,
    args: &[Value],
    ty: Type,
    target: &Target,
) -> Option<Value> {
    use Intrinsic as I;
    match id {
        I::Fma if !target.fused_fma.of(ty) => fma::made(cursor, args),
        I::FMulAdd if target.fused_fma.of(ty) => Some(cursor.fma(args[0], args[1], args[2])),
        I::FMulAdd => {
            let product = cursor.binary_flags(BinaryOp::FMul, flags, args[0], args[1]);
            Some(cursor.binary_flags(BinaryOp::FAdd, flags, product, args[2]))
        }
        I::Sqrt if !divides_exactly(target, ty) && !flags.contains(Flags::AFN) => {
            Some(division::square_root(cursor, args[0], target))
        }
        I::Rint | I::NearbyInt | I::RoundEven if rounds_floors_alone(target, ty) => Some(round_even(cursor, args[0])),
        I::FTrunc if rounds_floors_alone(target, ty) => Some(truncate(cursor, args[0], target)),
        I::Rint | I::NearbyInt => Some(cursor.unary(I::RoundEven, args[0])),
        I::Round => Some(round(cursor, args[0], target)),
        I::CopySign => Some(copy_sign(cursor, args[0], args[1])),
        I::Minimum => Some(extreme(cursor, args, true)),
        I::Maximum => Some(extreme(cursor, args, false)),
        I::Canonicalize => Some(canonical(cursor, args[0])),
        I::Ldexp => Some(scale(cursor, args[0], args[1])),
        _ => None,
    }
}

/// Whether the device's own division and square root are rounded once.
fn divides_exactly(target: &Target, ty: Type) -> bool {
    if ty == Type::DOUBLE { target.exact_double_division } else { target.exact_division }
}

/// lavapipe (25.0.7) on processors without AVX-512 takes doubles beyond 2^24 for whole, but in floor and ceil (lp_build_trunc, lp_build_round).
fn rounds_floors_alone(target: &Target, ty: Type) -> bool {
    target.cpu && target.float64 && ty == Type::DOUBLE
}

/// Towards zero.
fn truncate(cursor: &mut Cursor<'_>, x: Value, target: &Target) -> Value {
    if !rounds_floors_alone(target, cursor.ty(x)) {
        return cursor.unary(Intrinsic::FTrunc, x);
    }
    let size = cursor.unary(Intrinsic::FAbs, x);
    let whole = cursor.unary(Intrinsic::Floor, size);
    copy_sign(cursor, whole, x)
}

/// Half to even, by floor alone.
fn round_even(cursor: &mut Cursor<'_>, x: Value) -> Value {
    let ty = cursor.ty(x);
    let (zero, half, one) = (cursor.fconst(ty, 0.0), cursor.fconst(ty, 0.5), cursor.fconst(ty, 1.0));
    let size = cursor.unary(Intrinsic::FAbs, x);
    let whole = cursor.unary(Intrinsic::Floor, size);
    let rest = cursor.fsub(size, whole);
    let halved = cursor.fmul(whole, half);
    let even = cursor.unary(Intrinsic::Floor, halved);
    let is_odd = cursor.fcmp(FloatPredicate::One, halved, even);
    let (beyond, midway) = (cursor.fcmp(FloatPredicate::Ogt, rest, half), cursor.fcmp(FloatPredicate::Oeq, rest, half));
    let up_from_odd = cursor.binary(BinaryOp::And, midway, is_odd);
    let up = cursor.binary(BinaryOp::Or, beyond, up_from_odd);
    let step = cursor.select(up, one, zero);
    let rounded = cursor.fadd(whole, step);
    copy_sign(cursor, rounded, x)
}

/// Half away from zero.
fn round(cursor: &mut Cursor<'_>, x: Value, target: &Target) -> Value {
    let ty = cursor.ty(x);
    let whole = truncate(cursor, x, target);
    let rest = cursor.fsub(x, whole);
    let rest = cursor.unary(Intrinsic::FAbs, rest);
    let (half, one) = (cursor.fconst(ty, 0.5), cursor.fconst(ty, 1.0));
    let goes_on = cursor.fcmp(FloatPredicate::Oge, rest, half);
    let step = copy_sign(cursor, one, x);
    let next = cursor.fadd(whole, step);
    cursor.select(goes_on, next, whole)
}

fn copy_sign(cursor: &mut Cursor<'_>, magnitude: Value, sign: Value) -> Value {
    let ty = cursor.ty(magnitude);
    let Some(format) = Format::of(cursor.ctx.types.kind(ty)) else { return magnitude };
    let magnitude = cursor.to_bits(magnitude);
    let sign = cursor.to_bits(sign);
    let magnitude = cursor.fold_const(BinaryOp::And, magnitude, u128::from(format.sign() - 1));
    let sign = cursor.fold_const(BinaryOp::And, sign, format.sign().into());
    let bits = cursor.fold(BinaryOp::Or, Flags::DISJOINT, magnitude, sign);
    cursor.bitcast(bits, ty)
}

/// `minimum` and `maximum`: a NaN wins, and -0 is below +0.
fn extreme(cursor: &mut Cursor<'_>, args: &[Value], minimum: bool) -> Value {
    let (a, b) = (args[0], args[1]);
    let ty = cursor.ty(a);
    let pred = if minimum { FloatPredicate::Olt } else { FloatPredicate::Ogt };
    let first = cursor.fcmp(pred, a, b);
    let chosen = cursor.select(first, a, b);
    // Equal numbers differ in the sign of zero at most: or keeps it, and drops it.
    let (a_bits, b_bits) = (cursor.to_bits(a), cursor.to_bits(b));
    let zeros = if minimum { cursor.or(a_bits, b_bits) } else { cursor.and(a_bits, b_bits) };
    let zeros = cursor.bitcast(zeros, ty);
    let equal = cursor.fcmp(FloatPredicate::Oeq, a, b);
    let chosen = cursor.select(equal, zeros, chosen);
    let nan = cursor.fadd(a, b);
    let unordered = cursor.fcmp(FloatPredicate::Uno, a, b);
    cursor.select(unordered, nan, chosen)
}

/// Any NaN becomes the one quiet NaN.
fn canonical(cursor: &mut Cursor<'_>, x: Value) -> Value {
    let ty = cursor.ty(x);
    let Some(format) = Format::of(cursor.ctx.types.kind(ty)) else { return x };
    let quiet = cursor.ctx.float_bits(ty, format.infinity() | format.quiet());
    let nan = cursor.fcmp(FloatPredicate::Uno, x, x);
    cursor.select(nan, quiet, x)
}

/// `x * 2^n`, rounded once: two steps that are exact (or saturate), then one that rounds.
fn scale(cursor: &mut Cursor<'_>, x: Value, n: Value) -> Value {
    let ty = cursor.ty(x);
    if ty == Type::HALF {
        let wide = cursor.convert(CastOp::FPExt, x, Type::FLOAT);
        let scaled = scale(cursor, wide, n);
        return cursor.convert(CastOp::FPTrunc, scaled, ty);
    }
    let Some(format) = Format::of(cursor.ctx.types.kind(ty)) else { return x };
    let top = format.bias;
    // Down by so much less than the smallest exponent that the significand stays whole.
    let down = 1 - format.bias + format.fraction as i32 + 1;
    let mut value = x;
    let mut left = cursor.resize_signed(n, Type::I32);
    let bound = |cursor: &mut Cursor<'_>, value: i32| cursor.ctx.i32(value as u32);
    for _ in 0..2 {
        let (high, low) = (bound(cursor, top), bound(cursor, 1 - format.bias));
        let above = cursor.icmp(IntPredicate::Sgt, left, high);
        let below = cursor.icmp(IntPredicate::Slt, left, low);
        let one = cursor.fconst(ty, 1.0);
        let up_factor = cursor.fconst(ty, 2f64.powi(top));
        let down_factor = cursor.fconst(ty, 2f64.powi(down));
        let factor = cursor.select(below, down_factor, one);
        let factor = cursor.select(above, up_factor, factor);
        value = cursor.fmul(value, factor);
        let (none, minus_top, minus_down) = (bound(cursor, 0), bound(cursor, -top), bound(cursor, -down));
        let change = cursor.select(below, minus_down, none);
        let change = cursor.select(above, minus_top, change);
        left = cursor.add(left, change);
    }
    let (high, low) = (bound(cursor, top), bound(cursor, 1 - format.bias));
    let left = clamp(cursor, left, low, high);
    let factor = two_to(cursor, left, format, ty);
    cursor.fmul(value, factor)
}

fn clamp(cursor: &mut Cursor<'_>, value: Value, low: Value, high: Value) -> Value {
    let below = cursor.icmp(IntPredicate::Slt, value, low);
    let value = cursor.select(below, low, value);
    let above = cursor.icmp(IntPredicate::Sgt, value, high);
    cursor.select(above, high, value)
}

#[cfg(test)]
mod tests {
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::bodies::{inputs, per_thread};
    use crate::passes::lowering_tests::case::Case;
    use crate::target::Target;

    #[test]
    fn a_float_becomes_an_unsigned_long_number_by_its_words_where_the_driver_takes_the_low_one_for_all() {
        let body = "%x = load i64, ptr addrspace(1) %pa\n%y = lshr i64 %x, 1\n%f = uitofp i64 %y to float
            %r = fptoui float %f to i64\nstore i64 %r, ptr addrspace(1) %out";
        for (target, seen) in [(Target::radv(), true), (Target::nvidia(), false)] {
            let mut case = Case::new(&per_thread("i32", body));
            (case.target, case.block, case.input) = (target, [16, 1, 1], inputs());
            let text = print_module(&case.lowered().expect("it lowers"));
            let whole = text.lines().any(|line| line.contains("fptoui float") && line.contains("to i64"));
            assert_eq!(whole, seen, "{text}");
            case.check();
        }
    }
}
