//! Integer operations that SPIR-V has for 32 bits only, or not as LLVM means them.
//!
//! Bit counting and reversal of 8, 16 and 64 bits in terms of 32; minimum and maximum as compare and select; warp shuffles of other
//! types as shuffles of 32-bit words; dot products of bytes, where the device has none; `srem` as `a - a/b*b`, because Vulkan leaves OpSRem of negative numbers undefined, and
//! 64-bit `urem` where `integer/long_division` divides.
//! Needs: only integers of 1, 8, 16, 32 and 64 bits.   Leaves: of these intrinsics only the i32 forms and hip.find.msb/lsb.

use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::{Build, bitcast_folded, bits_of, concat_bits, split_bits};
use crate::passes::util::walk::{Visit, kernel_of, walk};
use crate::target::Target;

const PASS: &str = "integer/int_ops";

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    walk(module, id, |cursor, inst| Ok(visit(cursor, inst, device.target)))?;
    Ok(())
}

fn visit(cursor: &mut Cursor<'_>, inst: Inst, target: &Target) -> Visit {
    match cursor.func.op(inst).clone() {
        Op::Binary { op: BinaryOp::SRem, lhs, rhs, .. } => Visit::Replace(rest_of(cursor, BinaryOp::SDiv, lhs, rhs)),
        Op::Binary { op: BinaryOp::URem, lhs, rhs, .. } if !target.divides_long && cursor.ty(lhs) == Type::I64 => {
            Visit::Replace(rest_of(cursor, BinaryOp::UDiv, lhs, rhs))
        }
        Op::Intrinsic { id: id @ (Intrinsic::ByteDotSigned | Intrinsic::ByteDotUnsigned), args, .. } => {
            match target.byte_dot {
                true => Visit::Keep,
                false => Visit::Replace(byte_dot(cursor, id == Intrinsic::ByteDotSigned, &args)),
            }
        }
        Op::Intrinsic { id, args, .. } => intrinsic(cursor, inst, id, &args).map_or(Visit::Keep, Visit::Replace),
        _ => Visit::Keep,
    }
}

/// What a division leaves.
fn rest_of(cursor: &mut Cursor<'_>, division: BinaryOp, lhs: Value, rhs: Value) -> Value {
    let quotient = cursor.binary(division, lhs, rhs);
    let product = cursor.mul(quotient, rhs);
    cursor.sub(lhs, product)
}

fn intrinsic(cursor: &mut Cursor<'_>, inst: Inst, id: Intrinsic, args: &[Value]) -> Option<Value> {
    use Intrinsic as I;
    let ty = cursor.func.insts[inst].ty;
    match id {
        I::SMax => extreme(cursor, IntPredicate::Sgt, args, ty),
        I::SMin => extreme(cursor, IntPredicate::Slt, args, ty),
        I::UMax => extreme(cursor, IntPredicate::Ugt, args, ty),
        I::UMin => extreme(cursor, IntPredicate::Ult, args, ty),
        I::Ctlz => Some(leading_zeros(cursor, args[0], ty)),
        I::Cttz => {
            let zero_is_poison = args.get(1).and_then(|&f| cursor.ctx.as_int(f)) == Some(1);
            Some(trailing_zeros(cursor, args[0], ty, zero_is_poison))
        }
        I::Ctpop if ty != Type::I32 => {
            let counts = words(cursor, args[0]);
            let counts: Vec<Value> = counts.into_iter().map(|w| call(cursor, I::Ctpop, w)).collect();
            let sum = counts.into_iter().reduce(|a, b| cursor.add(a, b))?;
            Some(cursor.to_unsigned(sum, ty))
        }
        I::BitReverse if ty != Type::I32 => Some(reverse(cursor, args[0], ty)),
        I::Shuffle | I::ShuffleXor | I::ShuffleUp | I::ShuffleDown | I::ReadFirstLane if ty != Type::I32 => {
            Some(shuffle(cursor, id, args, ty))
        }
        _ => None,
    }
}

/// The sum of the products of four bytes each.
fn byte_dot(cursor: &mut Cursor<'_>, signed: bool, args: &[Value]) -> Value {
    let mut sum = cursor.ctx.i32(0);
    for at in [0, 8, 16, 24] {
        let [x, y] = [args[0], args[1]].map(|word| {
            let up = cursor.fold_const(BinaryOp::Shl, word, 24 - at);
            cursor.fold_const(if signed { BinaryOp::AShr } else { BinaryOp::LShr }, up, 24)
        });
        let product = cursor.mul(x, y);
        sum = cursor.add(sum, product);
    }
    sum
}

fn call(cursor: &mut Cursor<'_>, id: Intrinsic, word: Value) -> Value {
    cursor.intrinsic(id, vec![word], Type::I32)
}

/// The value as 32-bit words, lowest first, zero-extended.
fn words(cursor: &mut Cursor<'_>, value: Value) -> Vec<Value> {
    if cursor.ty(value) == Type::I64 {
        return split_bits(cursor, value, Type::I32);
    }
    vec![cursor.to_unsigned(value, Type::I32)]
}

fn extreme(cursor: &mut Cursor<'_>, pred: IntPredicate, args: &[Value], ty: Type) -> Option<Value> {
    if ty == Type::I32 {
        return None;
    }
    let keep = cursor.icmp(pred, args[0], args[1]);
    Some(cursor.select(keep, args[0], args[1]))
}

/// `find.msb` is -1 for zero, so that `31 - msb` is 32 there.
fn leading_zeros(cursor: &mut Cursor<'_>, value: Value, ty: Type) -> Value {
    let width = cursor.ctx.types.value_bits(ty);
    let words = words(cursor, value);
    let count = |cursor: &mut Cursor<'_>, word: Value, top: u32| {
        let msb = call(cursor, Intrinsic::FindMsb, word);
        let top = cursor.ctx.i32(top);
        cursor.sub(top, msb)
    };
    let result = match words[..] {
        [low, high] => {
            let in_high = count(cursor, high, 31);
            let in_low = count(cursor, low, 63);
            let has_high = cursor.compare_const(IntPredicate::Ne, high, 0);
            cursor.choose(has_high, in_high, in_low)
        }
        _ => count(cursor, words[0], width - 1),
    };
    cursor.to_unsigned(result, ty)
}

fn trailing_zeros(cursor: &mut Cursor<'_>, value: Value, ty: Type, zero_is_poison: bool) -> Value {
    let width = cursor.ctx.types.value_bits(ty);
    if width < 32 {
        let wide = cursor.to_unsigned(value, Type::I32);
        let stopped = cursor.fold_const(BinaryOp::Or, wide, 1 << width);
        let lsb = call(cursor, Intrinsic::FindLsb, stopped);
        return cursor.to_unsigned(lsb, ty);
    }
    let words = words(cursor, value);
    let mut result = call(cursor, Intrinsic::FindLsb, words[0]);
    if let [low, high] = words[..] {
        let in_high = call(cursor, Intrinsic::FindLsb, high);
        let in_high = cursor.fold_const(BinaryOp::Add, in_high, 32);
        let has_low = cursor.compare_const(IntPredicate::Ne, low, 0);
        result = cursor.choose(has_low, result, in_high);
    }
    if !zero_is_poison {
        let is_zero = cursor.compare_const(IntPredicate::Eq, value, 0);
        let all = cursor.ctx.i32(width);
        result = cursor.choose(is_zero, all, result);
    }
    cursor.to_unsigned(result, ty)
}

fn reverse(cursor: &mut Cursor<'_>, value: Value, ty: Type) -> Value {
    let width = cursor.ctx.types.value_bits(ty);
    let mut words: Vec<Value> = words(cursor, value);
    words = words.into_iter().map(|w| call(cursor, Intrinsic::BitReverse, w)).collect();
    words.reverse();
    if width == 64 {
        return concat_bits(cursor, &words, ty);
    }
    let down = cursor.fold_const(BinaryOp::LShr, words[0], u128::from(32 - width));
    cursor.to_unsigned(down, ty)
}

/// A warp operation that moves values between lanes: one for each 32-bit word.
fn shuffle(cursor: &mut Cursor<'_>, id: Intrinsic, args: &[Value], ty: Type) -> Value {
    if let Some(space) = cursor.ctx.types.pointee_space(ty) {
        let int = cursor.ctx.types.int(space.pointer_bits());
        let mut args = args.to_vec();
        args[0] = cursor.cast(CastOp::PtrToInt, args[0], int);
        let moved = if int == Type::I32 { cursor.intrinsic(id, args, int) } else { shuffle(cursor, id, &args, int) };
        return cursor.cast(CastOp::IntToPtr, moved, ty);
    }
    let bits = bits_of(cursor, args[0]);
    let int = cursor.ty(bits);
    let words: Vec<Value> = words(cursor, bits)
        .into_iter()
        .map(|word| {
            let mut moved = args.to_vec();
            moved[0] = word;
            cursor.intrinsic(id, moved, Type::I32)
        })
        .collect();
    let joined = if words.len() == 1 { cursor.to_unsigned(words[0], int) } else { concat_bits(cursor, &words, int) };
    if ty == Type::I1 { cursor.cast(CastOp::Trunc, joined, ty) } else { bitcast_folded(cursor, joined, ty) }
}
