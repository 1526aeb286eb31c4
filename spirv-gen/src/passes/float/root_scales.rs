//! Reciprocal roots whose operand is scaled so that it is no denormal number, without that on GPUs that take denormals for zero anyway.
//!
//! ```text
//! before  %s = fmul %x, (select %small, 2^100, 1.0)    %r = rsqrt %s    %y = fmul %r, (select %small, 2^50, 1.0)
//! after   %y = rsqrt %x
//! ```
//! The device library's `rsqrtf` is made so. The scale is a power of four and the other one its root, so that what comes out is the same number; a
//! denormal `%x` is zero there either way, in the multiplication or in the root. (Coulomb potentials on an H200, HeCBench's clenergy: five of nine
//! instructions.) Called by the device list, in front of `contract`.

use crate::error::CompileError;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::floats::FloatCode;
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "float/root_scales";

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    if device.target.cpu || device.target.fp32_controls.denorm_preserve {
        return Ok(());
    }
    walk(module, id, |cursor, inst| {
        if cursor.func.insts[inst].ty != Type::FLOAT {
            return Ok(Visit::Keep);
        }
        Ok(match unscaled(cursor.ctx, cursor.func, Value::Inst(inst)) {
            Some(x) => Visit::Replace(cursor.unary(Intrinsic::NativeRsqrt, x)),
            None => Visit::Keep,
        })
    })?;
    Ok(())
}

/// What `value` is the reciprocal root of, if that is scaled.
fn unscaled(ctx: &Context, func: &Function, value: Value) -> Option<Value> {
    let (root, up) = scaled(ctx, func, value)?;
    let Value::Inst(root) = root else { return None };
    let Op::Intrinsic { id: Intrinsic::NativeRsqrt, args, .. } = func.op(root) else { return None };
    let (x, down) = scaled(ctx, func, *args.first()?)?;
    (up.0 == down.0 && up.1 * 2 == down.1).then_some(x)
}

/// The value that `value` is, times a power of two if a condition holds: the condition and the exponent.
fn scaled(ctx: &Context, func: &Function, value: Value) -> Option<(Value, (Value, i32))> {
    let Value::Inst(inst) = value else { return None };
    let Op::Binary { op: BinaryOp::FMul, lhs, rhs, .. } = *func.op(inst) else { return None };
    let by = |factor: Value| {
        let Value::Inst(factor) = factor else { return None };
        let Op::Select { cond, then_, else_, .. } = *func.op(factor) else { return None };
        (exponent(ctx, else_)? == 0).then_some((cond, exponent(ctx, then_)?))
    };
    by(rhs).map(|scale| (lhs, scale)).or_else(|| by(lhs).map(|scale| (rhs, scale)))
}

/// Of a constant that is a power of two.
fn exponent(ctx: &Context, value: Value) -> Option<i32> {
    let (Type::FLOAT, bits) = ctx.as_float(value)? else { return None };
    let (sign, exponent, fraction) = (bits >> 31, bits >> 23 & 0xff, bits & 0x7f_ffff);
    (sign == 0 && fraction == 0 && (1..255).contains(&exponent)).then(|| exponent as i32 - 127)
}
