//! Halves made of floats pass through an integer before they are floats again, for a driver that forgets the conversion where it sees the half widened:
//! NVIDIA's (580) computes `(float)(half)x` as `x`, also past shared memory, so that `__half2float(__float2half(2049.5f))` was 2049.5. (Marking
//! conversions NoContraction changes nothing; doubles that become floats are not forgotten.)
//!
//!   before  %h = fptrunc float %x to half
//!   after   %n = fptrunc float %x to half   %i = or i16 (%n's bits), (a parameter's bits that are never set)   %h = bitcast i16 %i to half
//!
//! Not for halves that are only added and multiplied: the driver rounds for its own instructions, which take halves, and nothing stands
//! in their way when two threads' worth lie in one register. Nor in kernels that never look at a half.
//! Behind everything that makes conversions. Called by the device list (`passes/mod.rs`).

use crate::error::CompileError;
use crate::hash::HashSet;
use crate::ir::cursor::Cursor;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::unset_bits;
use crate::passes::util::floats::FloatCode;
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "float/narrowing";

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if device.target.narrowing_lasts {
        return Ok(());
    }
    let id = kernel_of(module, PASS)?;
    let forgotten = forgotten(&module.ctx, &module.functions[id]);
    if forgotten.is_empty() {
        return Ok(());
    }
    let func = &mut module.functions[id];
    let entry = func.entry();
    let mut cursor = Cursor::before(&mut module.ctx, func, entry, 0);
    let never = unset_bits(&mut cursor, device.metadata.hidden_offset());
    let never = cursor.cast(CastOp::Trunc, never, Type::I16);
    walk(module, id, |cursor, inst| {
        let &Op::Cast { op: CastOp::FPTrunc, value, .. } = cursor.func.op(inst) else { return Ok(Visit::Keep) };
        if !forgotten.contains(&inst) {
            return Ok(Visit::Keep);
        }
        let half = cursor.convert(CastOp::FPTrunc, value, Type::HALF);
        let bits = cursor.to_bits(half);
        let bits = cursor.or(bits, never);
        Ok(Visit::Replace(cursor.bitcast(bits, Type::HALF)))
    })?;
    Ok(())
}

/// The conversions from float to half that a driver may forget: in a kernel that looks at halves, those that something else than a sum or a product
/// takes.
fn forgotten(ctx: &Context, func: &Function) -> HashSet<Inst> {
    let (mut found, mut looks) = (HashSet::default(), false);
    let narrowed = |value| match value {
        Value::Inst(inst) if func.insts[inst].ty == Type::HALF => match func.op(inst) {
            Op::Cast { op: CastOp::FPTrunc, value, .. } if ctx.type_of(func, *value) == Type::FLOAT => Some(inst),
            _ => None,
        },
        _ => None,
    };
    for (_, inst) in func.linked_insts() {
        let op = func.op(inst);
        if computes(op) {
            continue;
        }
        looks |= !carries(op) && {
            let mut halves = false;
            op.for_each_operand(|value| halves |= ctx.type_of(func, value) == Type::HALF);
            halves
        };
        op.for_each_operand(|value| found.extend(narrowed(value)));
    }
    if looks { found } else { HashSet::default() }
}

/// Whether `op` is arithmetic that rounds: of halves, the driver has instructions for it, which take halves.
fn computes(op: &Op) -> bool {
    match op {
        Op::Binary { op, .. } => matches!(op, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul),
        Op::Intrinsic { id, .. } => matches!(id, Intrinsic::Fma | Intrinsic::FMulAdd),
        _ => false,
    }
}

/// Whether `op` hands on the halves that it takes, as they are.
fn carries(op: &Op) -> bool {
    matches!(op, Op::Phi(_) | Op::Select { .. } | Op::Store { .. })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::ir::parse::parse_module;
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::bodies::{awkward_floats, per_thread};
    use crate::passes::lowering_tests::case::Case;
    use crate::target::Target;

    /// `text` where a half that is widened again is the float that it was made of.
    fn forgetful(text: &str) -> String {
        let mut floats = HashMap::new();
        let mut out = String::new();
        for line in text.lines() {
            if let Some((half, float)) = line.split_once(" = fptrunc float ") {
                floats.insert(half.trim().to_owned(), float.trim_end_matches(" to half").to_owned());
            }
            let widened = line.split_once(" = fpext half ").and_then(|(name, half)| {
                let float = floats.get(half.trim_end_matches(" to float"))?;
                Some(format!("{name} = select i1 true, float {float}, float {float}"))
            });
            out += &widened.unwrap_or_else(|| line.to_owned());
            out.push('\n');
        }
        out
    }

    #[test]
    fn floats_that_pass_through_half_are_rounded_by_a_driver_that_forgets_the_half() {
        let body = "%h = fptrunc float %a to half\n%r = fpext half %h to float\nstore float %r, ptr addrspace(1) %out";
        for (narrowing_lasts, same) in [(false, true), (true, false)] {
            let mut case = Case::new(&per_thread("float", body));
            case.block = [256, 1, 1];
            case.target = Target { narrowing_lasts, ..Target::baseline() };
            case.input = vec![0; 256 * 128];
            for (at, value) in awkward_floats(32, 23, 3, 256).as_chunks().0.iter().enumerate() {
                // Into half's range, most of them.
                let value = f32::from_le_bytes(*value);
                let near = if at % 4 == 0 { value } else { value.rem_euclid(97.0) * 2f32.powi(at as i32 % 36 - 26) };
                let near = if near.is_nan() { f32::INFINITY } else { near }; // a NaN stays one, with other bits
                case.input[at * 128..at * 128 + 4].copy_from_slice(&near.to_le_bytes());
            }
            let expected = case.check();
            let text = forgetful(&print_module(&case.lowered().expect("it lowers")));
            let found = case.run(&parse_module(&text).expect("it parses"));
            assert_eq!(found == expected, same, "the pass {}", if same { "changes nothing" } else { "is not needed" });
        }
    }

    #[test]
    fn halves_that_are_only_computed_with_or_stored_are_converted_and_no_more() {
        const WIDEN: &str = "%wide = fpext half %s to float\nstore float %wide, ptr addrspace(1) %out";
        const STORE: &str = "store half %h, ptr addrspace(1) %out";
        for (use_, end, hidden) in [
            ("%s = fmul half %h, %h", WIDEN, false),
            ("%s = call half @llvm.fma.f16(half %h, half %h, half 1.0)", WIDEN, false),
            ("%s = fneg half %h", WIDEN, true),
            ("%s = fmul half %h, %h", STORE, false),
            ("%s = fmul half %h, %h", &format!("{STORE}\n{WIDEN}"), true),
        ] {
            let mut case = Case::new(&per_thread("float", &format!("%h = fptrunc float %a to half\n{use_}\n{end}")));
            case.target = Target { narrowing_lasts: false, ..Target::baseline() };
            let text = print_module(&case.lowered().expect("it lowers"));
            assert_eq!(text.contains("= or i16"), hidden, "{text}");
        }
    }
}
