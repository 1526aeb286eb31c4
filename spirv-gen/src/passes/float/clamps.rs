//! `max(min(x, 1), 0)` for a driver that makes its saturation of it: NVIDIA's (580) does in f16, f32 and f64, whatever SignedZeroInfNanPreserve
//! and NoContraction say, and saturation makes 0 of a NaN where the lesser of NaN and 1 is 1.
//!
//!   before  %m = minnum %x, 1.0              after  %m, %c as before
//!           %c = maxnum %m, 0.0                     %n = fcmp uno %x, %x
//!                                                   %r = select %n, 1.0, %c
//!
//! (`min(max(x, 0), 1)` is 0 for a NaN, as saturation is.) Behind everything that makes minima and maxima. Called by the device list
//! (`passes/mod.rs`).

use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::function::Function;
use crate::ir::instruction::{Flags, FloatPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::floats::{FloatCode, Format};
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "float/clamps";

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if device.target.clamps_as_written {
        return Ok(());
    }
    let id = kernel_of(module, PASS)?;
    walk(module, id, |cursor, inst| {
        let ty = cursor.func.insts[inst].ty;
        let Some(x) = clamped(cursor, Value::Inst(inst), ty) else { return Ok(Visit::Keep) };
        let op = cursor.func.op(inst).clone();
        let clamp = cursor.inst(op, ty);
        let is_nan =
            cursor.inst(Op::FCmp { pred: FloatPredicate::Uno, flags: Flags::empty(), lhs: x, rhs: x }, Type::I1);
        let one = cursor.fconst(ty, 1.0);
        Ok(Visit::Replace(cursor.select(is_nan, one, clamp)))
    })?;
    Ok(())
}

/// What `value` clamps from one to zero, if it does and that may be a NaN.
fn clamped(cursor: &mut Cursor<'_>, value: Value, ty: Type) -> Option<Value> {
    let sign = Format::of(cursor.ctx, ty)?.sign();
    let zeros = [cursor.ctx.zero(ty), cursor.ctx.float_bits(ty, sign)];
    let one = cursor.fconst(ty, 1.0);
    let least = other_operand(cursor.func, value, Intrinsic::MaxNum, &zeros)?;
    other_operand(cursor.func, least, Intrinsic::MinNum, &[one])
}

/// Of a minimum or maximum with one of `constants`, the other operand.
fn other_operand(func: &Function, value: Value, wanted: Intrinsic, constants: &[Value]) -> Option<Value> {
    let Value::Inst(inst) = value else { return None };
    match func.op(inst) {
        Op::Intrinsic { id, args, flags } if *id == wanted && !flags.contains(Flags::NNAN) => match args.as_slice() {
            &[x, constant] | &[constant, x] if constants.contains(&constant) => Some(x),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::parse::parse_module;
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::bodies::{awkward_floats, per_thread};
    use crate::passes::lowering_tests::case::Case;
    use crate::target::Target;

    /// `text` where the greater of zero and something is zero for a NaN further up.
    fn saturating(text: &str, ty: &str) -> String {
        let mut out = String::new();
        let mut clamped = None;
        for line in text.lines() {
            let argument = |line: &str| Some(line.split_once(&format!("({ty} "))?.1.split_once(',')?.0.to_owned());
            if line.contains("= call") && line.contains("@llvm.minnum") {
                clamped = argument(line);
            }
            match (line.split_once(" = call"), &clamped) {
                (Some((name, rest)), Some(x)) if rest.contains("@llvm.maxnum") => {
                    out += &format!("{name}.max = call{rest}\n{name}.nan = fcmp uno {ty} {x}, {x}\n");
                    out += &format!("{name} = select i1 {name}.nan, {ty} {}, {ty} {name}.max\n", zero(ty));
                }
                _ => out += &format!("{line}\n"),
            }
        }
        out
    }

    fn zero(ty: &str) -> &'static str {
        if ty == "half" { "0xH0000" } else { "0.000000e+00" }
    }

    #[test]
    fn what_is_clamped_from_one_to_zero_is_one_for_a_nan_even_where_the_driver_saturates() {
        for (ty, bits, fraction) in [("half", 16, 10), ("float", 32, 23), ("double", 64, 52)] {
            let body = format!(
                "%m = call {ty} @llvm.minnum({ty} %a, {ty} 1.0)\n%r = call {ty} @llvm.maxnum({ty} %m, {ty} 0.0)
                 store {ty} %r, ptr addrspace(1) %out"
            );
            for (clamps_as_written, same) in [(false, true), (true, false)] {
                let mut case = Case::new(&per_thread(ty, &body));
                case.block = [256, 1, 1];
                case.target = Target { clamps_as_written, ..Target::baseline() };
                case.input = vec![0; 256 * 128];
                let size = bits as usize / 8;
                for (at, value) in awkward_floats(bits, fraction, 3, 256).chunks_exact(size).enumerate() {
                    case.input[at * 128..at * 128 + size].copy_from_slice(value);
                }
                let expected = case.check();
                let text = saturating(&print_module(&case.lowered().expect("it lowers")), ty);
                let found = case.run(&parse_module(&text).expect("it parses"));
                assert_eq!(found == expected, same, "{ty}, clamps as written: {clamps_as_written}\n{text}");
            }
        }
    }
}
