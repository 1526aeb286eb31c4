//! Quotients of 64-bit integers by arithmetic of our own, for drivers whose own are slow or wrong: Mesa's (25.0) find them bit by bit, in some 500
//! instructions on AMD's processors; of several in one kernel that are places in memory, NVIDIA's compiler (580.159, H100, of GLSL too)
//! takes all for the first. `tests/kernels/long_division`.
//!
//! Most are indices below 2^32, which take the 32-bit instruction's branch. Beyond, a float's reciprocal is brought to 64 bits by two of Newton's steps:
//!
//! ```text
//!   x0 <= 2^64 / b, at most 2^-19 less:   1 / float(b), times a little less than 2^64
//!   x1 = x0 + x0 * (2^64 - b * x0) / 2^64     the error is squared, and rounding takes up to 1 off
//!   x2 the same of x1                         less than 2 from 2^64 / b, never above
//!   q  = a * x2 / 2^64                        0 to 2 below the quotient, as a < 2^64
//! ```
//! The device's float division may be 2.5 units off (Vulkan) and two conversions round, together 2^-21; hence the 2^-20 by which 2^64 is less. By a constant
//! 2^64 / b is known, and `q` at most 1 too small; by a power of two bits are shifted.
//!
//! Remainders are products' differences by then (`integer/int_ops`), so that a quotient and its remainder share this. Called by the device list
//! (`passes/mod.rs`) behind cse.

use super::wide_math::mul_high;
use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, IntPredicate, Op, Value};
use crate::ir::module::Module;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::{Build, either};
use crate::passes::util::floats::FloatCode;
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "integer/long_division";

/// 2^64 - 2^44.
const LITTLE_LESS: f64 = 18_446_726_481_523_507_200.0;

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if device.target.divides_long {
        return Ok(());
    }
    let id = kernel_of(module, PASS)?;
    walk(module, id, |cursor, inst| {
        Ok(match *cursor.func.op(inst) {
            Op::Binary { op: op @ (BinaryOp::UDiv | BinaryOp::SDiv), lhs, rhs, .. } if cursor.ty(lhs) == Type::I64 => {
                Visit::Replace(if op == BinaryOp::SDiv { signed(cursor, lhs, rhs) } else { unsigned(cursor, lhs, rhs) })
            }
            _ => Visit::Keep,
        })
    })?;
    Ok(())
}

/// Towards zero. Numbers whose upper words are zero have no sign to look at.
fn signed(cursor: &mut Cursor<'_>, a: Value, b: Value) -> Value {
    if cursor.ctx.as_int(b).is_some() {
        return by_magnitudes(cursor, a, b, unsigned);
    }
    let short = are_words(cursor, a, b);
    either(cursor, short, |c| by_word(c, a, b), |c| by_magnitudes(c, a, b, by_reciprocal))
}

fn by_magnitudes(
    cursor: &mut Cursor<'_>,
    a: Value,
    b: Value,
    divide: fn(&mut Cursor<'_>, Value, Value) -> Value,
) -> Value {
    let sign_of = |cursor: &mut Cursor<'_>, x: Value| cursor.fold_const(BinaryOp::AShr, x, 63);
    // What is negative is inverted and gets one more, as `sign` is -1.
    let negated_if = |cursor: &mut Cursor<'_>, x: Value, sign: Value| {
        let inverted = cursor.fold(BinaryOp::Xor, Flags::empty(), x, sign);
        cursor.fold(BinaryOp::Sub, Flags::empty(), inverted, sign)
    };
    let (a_sign, b_sign) = (sign_of(cursor, a), sign_of(cursor, b));
    let (a, b) = (negated_if(cursor, a, a_sign), negated_if(cursor, b, b_sign));
    let quotient = divide(cursor, a, b);
    let sign = cursor.fold(BinaryOp::Xor, Flags::empty(), a_sign, b_sign);
    negated_if(cursor, quotient, sign)
}

/// Whether both are below 2^32, of which the lower words say nothing.
fn are_words(cursor: &mut Cursor<'_>, a: Value, b: Value) -> Value {
    let both = cursor.or(a, b);
    let upper = cursor.fold_const(BinaryOp::LShr, both, 32);
    let upper = cursor.to_unsigned(upper, Type::I32);
    cursor.compare_const(IntPredicate::Eq, upper, 0)
}

fn unsigned(cursor: &mut Cursor<'_>, a: Value, b: Value) -> Value {
    match cursor.ctx.as_int(b).map(|b| b as u64) {
        // Whatever a division by zero is, it is not defined.
        Some(0) => b,
        Some(power) if power.is_power_of_two() => cursor.fold_const(BinaryOp::LShr, a, power.trailing_zeros().into()),
        Some(known) => {
            let reciprocal = cursor.ctx.i64((u128::pow(2, 64) / u128::from(known)) as u64);
            let quotient = mul_high(cursor, a, reciprocal);
            let rest = rest(cursor, a, quotient, b);
            corrected(cursor, quotient, rest, b).0
        }
        None => {
            let short = are_words(cursor, a, b);
            either(cursor, short, |c| by_word(c, a, b), |c| by_reciprocal(c, a, b))
        }
    }
}

/// Of values below 2^32.
fn by_word(cursor: &mut Cursor<'_>, a: Value, b: Value) -> Value {
    let (a, b) = (cursor.to_unsigned(a, Type::I32), cursor.to_unsigned(b, Type::I32));
    let quotient = cursor.binary(BinaryOp::UDiv, a, b);
    cursor.to_unsigned(quotient, Type::I64)
}

fn by_reciprocal(cursor: &mut Cursor<'_>, a: Value, b: Value) -> Value {
    let one = cursor.fconst(Type::FLOAT, 1.0);
    let float = cursor.convert(CastOp::UIToFP, b, Type::FLOAT);
    let guess = cursor.fdiv(one, float);
    let scaled = cursor.fscale(guess, LITTLE_LESS);
    let guess = cursor.convert(CastOp::FPToUI, scaled, Type::I64);
    let zero = cursor.ctx.i64(0);
    let minus_b = cursor.sub(zero, b);
    let reciprocal = (0..2).fold(guess, |x, _| {
        let error = cursor.mul(minus_b, x);
        let more = mul_high(cursor, x, error);
        cursor.add(x, more)
    });
    let quotient = mul_high(cursor, a, reciprocal);
    let rest = rest(cursor, a, quotient, b);
    let (quotient, rest) = corrected(cursor, quotient, rest, b);
    corrected(cursor, quotient, rest, b).0
}

fn rest(cursor: &mut Cursor<'_>, a: Value, quotient: Value, b: Value) -> Value {
    let product = cursor.mul(quotient, b);
    cursor.sub(a, product)
}

/// One more, if what is left allows it, and what is left then.
fn corrected(cursor: &mut Cursor<'_>, quotient: Value, rest: Value, b: Value) -> (Value, Value) {
    let fits = cursor.icmp(IntPredicate::Uge, rest, b);
    let one = cursor.to_unsigned(fits, Type::I64);
    let less = cursor.sub(rest, b);
    (cursor.add(quotient, one), cursor.choose(fits, less, rest))
}

#[cfg(test)]
#[path = "long_division_tests.rs"]
mod tests;
