//! Floats are rounded before they become halves, for a driver that forgets the conversion where it sees the half widened again: NVIDIA's (580)
//! computes `(float)(half)x` as `x`, also past shared memory, so that `__half2float(__float2half(2049.5f))` was 2049.5. What this pass lets be
//! converted is a half's value already, and both ways are right. (Marking conversions NoContraction changes nothing; doubles that become
//! floats are not forgotten.)
//!
//! Behind everything that makes conversions. Called by the device list (`passes/mod.rs`).

use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, IntPredicate, Op, Value};
use crate::ir::module::Module;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::Build;
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
    walk(module, id, |cursor, inst| {
        let &Op::Cast { op: CastOp::FPTrunc, value, .. } = cursor.func.op(inst) else { return Ok(Visit::Keep) };
        if cursor.func.insts[inst].ty != Type::HALF || cursor.ty(value) != Type::FLOAT {
            return Ok(Visit::Keep);
        }
        let rounded = rounded_to_half(cursor, value);
        Ok(Visit::Replace(cursor.convert(CastOp::FPTrunc, rounded, Type::HALF)))
    })?;
    Ok(())
}

/// A float as the half nearest to it has it, ties to even.
fn rounded_to_half(cursor: &mut Cursor<'_>, x: Value) -> Value {
    const DROPPED: u32 = 23 - 10;
    const SIGN: u128 = 0x8000_0000;
    const INFINITY: u128 = 0x7f80_0000;
    let bits = cursor.to_bits(x);
    let last = cursor.fold_const(BinaryOp::LShr, bits, DROPPED.into());
    let last = cursor.fold_const(BinaryOp::And, last, 1);
    let up = cursor.fold_const(BinaryOp::Add, bits, (1 << (DROPPED - 1)) - 1);
    let up = cursor.add(up, last);
    let normal = cursor.fold_const(BinaryOp::And, up, u128::from(u32::MAX << DROPPED));
    // What rounds to 2^16, the power of two above the largest half, is infinite.
    let sign = cursor.fold_const(BinaryOp::And, bits, SIGN);
    let magnitude = cursor.fold_const(BinaryOp::And, normal, SIGN - 1);
    let fits = cursor.compare_const(IntPredicate::Ult, magnitude, (127 + 16) << 23);
    let infinity = cursor.fold_const(BinaryOp::Or, sign, INFINITY);
    let finite = cursor.select(fits, normal, infinity);
    // Below 2^-14 halves are multiples of 2^-24: so is the last place of floats between 0.5 and 1.
    let size = cursor.fold_const(BinaryOp::And, bits, SIGN - 1);
    let is_subnormal = cursor.compare_const(IntPredicate::Ult, size, (127 - 14) << 23);
    let places = cursor.fconst(Type::FLOAT, 0.75);
    let magnitude = cursor.bitcast(size, Type::FLOAT);
    let sum = cursor.fadd(magnitude, places);
    let multiple = cursor.fsub(sum, places);
    let multiple = cursor.to_bits(multiple);
    let multiple = cursor.or(multiple, sign);
    let number = cursor.select(is_subnormal, multiple, finite);
    let is_number = cursor.compare_const(IntPredicate::Ule, size, INFINITY);
    let bits = cursor.select(is_number, number, bits);
    cursor.bitcast(bits, Type::FLOAT)
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
            for (at, value) in awkward_floats(32, 23, 3, 256).chunks_exact(4).enumerate() {
                // Into half's range, most of them.
                let value = f32::from_le_bytes([value[0], value[1], value[2], value[3]]);
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
}
