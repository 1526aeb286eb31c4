//! Negations and absolute values on GPUs that flush denormal f32: LLVM says that they change the sign and nothing else, and there the device's own
//! make zero of a denormal number (seen on an H100). So those are integer operations whose result something sees that would tell the two apart.
//!
//!   before  %n = fneg float %x   store float %n        after  %i = bitcast float %x to i32   %m = xor i32 %i, 0x80000000   store (bitcast of %m)
//!
//! Sums, products and comparisons flush what they take anyway, and have negated operands for free: those are left to them. Behind all that computes
//! with floats. Called by the device list (`passes/mod.rs`).

use crate::error::CompileError;
use crate::ir::entity::Entity;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::Build;
use crate::passes::util::floats::FloatCode;
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "float/signs";
const SIGN: u128 = 1 << 31;

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let target = device.target;
    if target.cpu || target.fp32_controls.denorm_preserve || module.functions[id].attrs.flush_f32_denormals {
        return Ok(());
    }
    let seen = seen(&module.functions[id]);
    walk(module, id, |cursor, inst| {
        if !seen[inst.index()] || cursor.func.insts[inst].ty != Type::FLOAT {
            return Ok(Visit::Keep);
        }
        let (value, op, mask) = match cursor.func.op(inst) {
            Op::FNeg { value, .. } => (*value, BinaryOp::Xor, SIGN),
            Op::Intrinsic { id: Intrinsic::FAbs, args, .. } => (args[0], BinaryOp::And, SIGN - 1),
            _ => return Ok(Visit::Keep),
        };
        let bits = cursor.to_bits(value);
        let changed = cursor.fold_const(op, bits, mask);
        Ok(Visit::Replace(cursor.bitcast(changed, Type::FLOAT)))
    })?;
    Ok(())
}

/// By instruction: whether something that tells a denormal number from zero takes its result, at once or through what only moves it.
fn seen(func: &Function) -> Vec<bool> {
    let mut seen = vec![false; func.insts.len()];
    loop {
        let mut news = false;
        for (_, inst) in func.linked_insts() {
            let op = func.op(inst);
            if flushes(op) || moves(op) && !seen[inst.index()] {
                continue;
            }
            op.for_each_operand(|operand| {
                if let Value::Inst(source) = operand {
                    news |= !std::mem::replace(&mut seen[source.index()], true);
                }
            });
        }
        if !news {
            return seen;
        }
    }
}

/// It takes denormal numbers for zero.
fn flushes(op: &Op) -> bool {
    match op {
        Op::Binary { op, .. } => matches!(op, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv),
        Op::FCmp { .. } => true,
        Op::Cast { op, .. } => matches!(op, CastOp::FPToSI | CastOp::FPToUI | CastOp::FPTrunc),
        Op::Intrinsic { id, .. } => {
            matches!(id, Intrinsic::Fma | Intrinsic::FMulAdd | Intrinsic::Exp2 | Intrinsic::NativeExp2)
        }
        _ => false,
    }
}

/// Its result is an operand, up to the sign.
fn moves(op: &Op) -> bool {
    matches!(op, Op::Select { .. } | Op::Phi(_) | Op::FNeg { .. })
        || matches!(op, Op::Intrinsic { id: Intrinsic::FAbs | Intrinsic::MinNum | Intrinsic::MaxNum, .. })
}

#[cfg(test)]
mod tests {
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::bodies::{check_floats, per_thread};
    use crate::passes::lowering_tests::case::Case;
    use crate::target::Target;

    /// What becomes of the body on a GPU that flushes.
    fn lowered(body: &str) -> String {
        check_floats("float", body, Target::nvidia());
        let case = Case { target: Target::nvidia(), ..Case::new(&per_thread("float", body)) };
        print_module(&case.lowered().expect("it lowers"))
    }

    #[test]
    fn what_is_stored_is_made_of_bits() {
        let text = lowered("%r = fneg float %a\nstore float %r, ptr addrspace(1) %out");
        assert!(!text.contains("fneg") && text.contains("= xor i32"), "{text}");
        let text = lowered("%r = call float @llvm.fabs(float %a)\nstore float %r, ptr addrspace(1) %out");
        assert!(!text.contains("llvm.fabs") && text.contains("= and i32"), "{text}");
    }

    #[test]
    fn what_is_only_computed_with_is_the_devices() {
        let text = lowered(
            "%n = fneg float %a\n%s = call float @llvm.fabs(float %b)\n%c0 = fcmp olt float %c, 1.0\n%x = select i1 %c0, float %n, float %s
             %r = fadd float %x, %c\nstore float %r, ptr addrspace(1) %out",
        );
        assert!(text.contains("fneg") && text.contains("llvm.fabs") && !text.contains("xor i32"), "{text}");
    }

    #[test]
    fn a_moved_value_is_seen_where_it_ends() {
        let text = lowered(
            "%n = fneg float %a\n%c0 = fcmp olt float %c, 1.0\n%x = select i1 %c0, float %n, float %b
             store float %x, ptr addrspace(1) %out",
        );
        assert!(!text.contains("fneg"), "{text}");
    }

    #[test]
    fn devices_that_keep_denormals_have_their_own() {
        for target in [Target::lavapipe(), Target::radv()] {
            let body = per_thread("float", "%r = fneg float %a\nstore float %r, ptr addrspace(1) %out");
            let text = print_module(&Case { target, ..Case::new(&body) }.lowered().expect("it lowers"));
            assert!(text.contains("fneg"), "{text}");
        }
    }
}
