//! Factors that are one or zero, of which NVIDIA's compiler (580.159, an H200) makes a choice: `-x * (c ? 1 : 0)` is to it in some places `c ? -x : 0`, which has another
//! zero, and no NaN of an infinite x.
//!
//!   before  %f = select %c, 1.0, 0.0   %r = fmul %x, %f        after  %f = select %c, 1.0, %zero    with a zero that no driver knows
//!
//! Behind all that computes with floats. Called by the device list (`passes/mod.rs`).

use crate::error::CompileError;
use crate::hash::HashSet;
use crate::ir::float_format::Format;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, Inst, Op, Value};
use crate::ir::module::{Context, Module};
use crate::passes::DeviceContext;
use crate::passes::util::build::{Bits, hidden_constants};
use crate::passes::util::floats::float_bits;
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "float/chosen_factors";

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if device.target.clamps_as_written {
        return Ok(());
    }
    let id = kernel_of(module, PASS)?;
    let (ctx, func) = (&mut module.ctx, &mut module.functions[id]);
    let chosen = chosen(ctx, func);
    let zeros: Vec<Bits> = chosen.iter().flat_map(|&inst| arms(func, inst)).filter_map(|v| zero(ctx, v)).collect();
    let zeros = hidden_constants(ctx, func, device.metadata.hidden_offset(), zeros);
    walk(module, id, |cursor, inst| {
        if chosen.contains(&inst) {
            let hide = |value| zero(cursor.ctx, value).map_or(value, |bits| zeros[&bits]);
            let mut op = cursor.func.op(inst).clone();
            if let Op::Select { then_, else_, .. } = &mut op {
                (*then_, *else_) = (hide(*then_), hide(*else_));
            }
            cursor.func.insts[inst].op = op;
        }
        Ok(Visit::Keep)
    })?;
    Ok(())
}

fn arms(func: &Function, inst: Inst) -> Vec<Value> {
    if let Op::Select { then_, else_, .. } = *func.op(inst) { vec![then_, else_] } else { Vec::new() }
}

/// A zero of either sign, as its type and bits.
fn zero(ctx: &Context, value: Value) -> Option<Bits> {
    let (ty, bits) = ctx.as_float(value)?;
    (bits & !Format::of(ctx.types.kind(ty))?.sign() == 0).then_some((ty, bits.into()))
}

/// The factors that are one or zero.
fn chosen(ctx: &Context, func: &Function) -> HashSet<Inst> {
    let factors = func.linked_insts().flat_map(|(_, inst)| match *func.op(inst) {
        Op::Binary { op: BinaryOp::FMul, lhs, rhs, .. } => vec![lhs, rhs],
        _ => Vec::new(),
    });
    let factors = factors.filter_map(|factor| if let Value::Inst(inst) = factor { Some(inst) } else { None });
    factors.filter(|&inst| is_one_or_zero(ctx, func, inst)).collect()
}

fn is_one_or_zero(ctx: &Context, func: &Function, inst: Inst) -> bool {
    let arms = arms(func, inst);
    let is_one = |&arm: &Value| {
        let Some((ty, bits)) = ctx.as_float(arm) else { return false };
        [1.0, -1.0].iter().any(|&one| float_bits(ctx, ty, one) == bits)
    };
    arms.iter().any(is_one) && arms.iter().any(|&arm| zero(ctx, arm).is_some())
}

#[cfg(test)]
mod tests {
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::bodies::{check_floats, per_thread};
    use crate::passes::lowering_tests::case::Case;
    use crate::target::Target;

    /// Whether a select of the body still has a literal zero.
    fn literal(body: &str) -> bool {
        let body = format!("{body}\nstore float %r, ptr addrspace(1) %out");
        check_floats("float", &body, Target::nvidia());
        let case = Case { target: Target::nvidia(), ..Case::new(&per_thread("float", &body)) };
        let text = print_module(&case.lowered().expect("it lowers"));
        text.lines().any(|line| line.contains(" = select ") && line.contains("0.0"))
    }

    #[test]
    fn a_factor_that_is_one_or_zero_has_a_hidden_zero() {
        let choice = "%c0 = fcmp olt float %a, %b\n%f = select i1 %c0, float 1.0, float 0.0";
        assert!(!literal(&format!("{choice}\n%r = fmul float %c, %f")));
        assert!(literal(&format!("{choice}\n%r = fadd float %c, %f")));
    }
}
