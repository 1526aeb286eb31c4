//! Zeros that lavapipe (25.0, 26.1) must not see: its compiler takes `x + 0` and `0 + x` for `x`, `x - x` and `0 / x` for zero, `x / 0` for undefined
//! and `x < 0 ? 0 : sqrt(x)` for the root of a maximum, whatever SPIR-V says of NaN, infinity and the sign of zero. LLVM behind it does not.
//!
//!   before  %r = fadd %x, 0.0        after  %zero = a parameter's bits that are never set, as a float   %r = fadd %x, %zero
//!
//! Sums that start at zero too: loops are unrolled before that compiler sees them.
//! Behind everything that makes float arithmetic. Called by the device list (`passes/mod.rs`).

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::float_format::Format;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::{Bits, hidden_constants};
use crate::passes::util::floats::FloatCode;
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "float/zeros";

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    if !device.target.cpu {
        return Ok(());
    }
    let hidden = hidden_zeros(&mut module.ctx, &mut module.functions[id], device);
    walk(module, id, |cursor, inst| {
        let ty = cursor.func.insts[inst].ty;
        let Some(&zero) = hidden.get(&(ty, 0)) else { return Ok(Visit::Keep) };
        let mut op = cursor.func.op(inst).clone();
        match op {
            Op::Binary { op: BinaryOp::FSub, lhs, rhs, .. } if lhs == rhs => {
                // A zero with a sign, or a NaN; then the zero loses its sign.
                let product = cursor.fmul(lhs, zero);
                return Ok(Visit::Replace(cursor.fadd(product, zero)));
            }
            Op::Binary { op: BinaryOp::FSub, lhs, rhs, .. } if rhs == negative_zero(cursor.ctx, ty) => {
                return Ok(Visit::Replace(cursor.fadd(lhs, zero)));
            }
            _ if sees_zero(cursor.func, &op) => {
                let literal = cursor.ctx.zero(ty);
                op.map_operands(|value| if value == literal { zero } else { value });
                cursor.func.insts[inst].op = op;
            }
            _ => {}
        }
        Ok(Visit::Keep)
    })?;
    Ok(())
}

fn negative_zero(ctx: &mut Context, ty: Type) -> Value {
    let sign = Format::of(ctx.types.kind(ty)).map_or(0, Format::sign);
    ctx.float_bits(ty, sign)
}

/// Whether a literal zero among the operands of `op`, a float operation, is one too many.
fn sees_zero(func: &Function, op: &Op) -> bool {
    let is_root = |value: &Value| matches!(value, Value::Inst(inst) if matches!(func.op(*inst), Op::Intrinsic { id: Intrinsic::Sqrt, .. }));
    match op {
        Op::Binary { op, .. } => matches!(op, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FDiv),
        Op::Select { then_, else_, .. } => is_root(then_) || is_root(else_),
        Op::Phi(_) => true,
        _ => false,
    }
}

/// By type, a zero at the start of the kernel, for each type in which one is needed.
fn hidden_zeros(ctx: &mut Context, func: &mut Function, device: &DeviceContext<'_>) -> HashMap<Bits, Value> {
    let mut types: Vec<Type> = Vec::new();
    for (_, inst) in func.linked_insts() {
        let ty = func.insts[inst].ty;
        if ![Type::HALF, Type::FLOAT, Type::DOUBLE].contains(&ty) || types.contains(&ty) {
            continue;
        }
        let zeros = [ctx.zero(ty), negative_zero(ctx, ty)];
        let op = func.op(inst);
        let mut needed = matches!(op, Op::Binary { op: BinaryOp::FSub, lhs, rhs, .. } if lhs == rhs);
        if sees_zero(func, op) {
            op.for_each_operand(|value| needed |= zeros.contains(&value));
        }
        if needed {
            types.push(ty);
        }
    }
    hidden_constants(ctx, func, device.metadata.hidden_offset(), types.into_iter().map(|ty| (ty, 0)))
}

#[cfg(test)]
mod tests {
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::bodies::{check_floats, per_thread};
    use crate::passes::lowering_tests::case::Case;
    use crate::target::Target;

    const BODY: &str = "%p = fadd TY %a, 0.0
        %m = fsub TY 0.0, %p
        %q = fdiv TY %m, 0.0
        %s = fsub TY %b, %b
        %d = fsub TY %b, -0.0
        %x = call TY @llvm.sqrt(TY %c)
        %y = fcmp olt TY %c, 0.0
        %z = select i1 %y, TY 0.0, TY %x
        %u = fdiv TY 0.0, %c
        %v = fadd TY %s, %d
        %e = fadd TY %v, %z
        %n = fadd TY %e, %u
        %r = fadd TY %q, %n
        store TY %r, ptr addrspace(1) %out";

    #[test]
    fn zeros_are_hidden_on_a_cpu_and_still_zeros() {
        for ty in ["half", "float", "double"] {
            let body = BODY.replace("TY", ty);
            check_floats(ty, &body, Target::lavapipe());
            for (target, seen) in [(Target::lavapipe(), false), (Target::nvidia(), true)] {
                let case = Case { target, ..Case::new(&per_thread(ty, &body)) };
                let text = print_module(&case.lowered().expect("it lowers"));
                let adds_zero = text.lines().any(|line| {
                    line.contains("= fadd") && (line.ends_with(", 0.000000e+00") || line.ends_with(", 0xH0000"))
                });
                assert_eq!(adds_zero, seen, "{text}");
            }
        }
    }
}
