//! What clamps from zero to one, for a driver that makes its saturation of it: NVIDIA's (580) does in f16, f32 and f64, of minima and maxima
//! as of comparisons and selects, whatever SignedZeroInfNanPreserve and NoContraction say; and saturation makes 0 of every NaN.
//!
//!   before  %m = minnum %x, 1.0              after  %m, %c as before
//!           %c = maxnum %m, 0.0                     %n = fcmp uno %x, %x
//!                                                   %r = select %n, 1.0, %c
//!
//! There are many ways to write a clamp, and what each makes of a NaN (0, 1 or the NaN) hangs on how it is written. So none is matched:
//! the minima, maxima and selects are computed for the infinities and for what lies between to see a clamp, and for a NaN to see its answer.
//! Behind everything that makes minima and maxima. Called by the device list (`passes/mod.rs`).

use crate::error::CompileError;
use crate::ir::float_format::Format;
use crate::ir::fold::float::{compare, min_max};
use crate::ir::function::Function;
use crate::ir::instruction::{Flags, FloatPredicate, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::optimize::flatten;
use crate::passes::util::floats::{FloatCode, float_bits};
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "float/clamps";

/// Minima, maxima and selects between a clamp's result and what it clamps.
const STEPS: u32 = 3;

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if device.target.clamps_as_written {
        return Ok(());
    }
    let id = kernel_of(module, PASS)?;
    flatten::run(module, device)?;
    walk(module, id, |cursor, inst| {
        let ty = cursor.func.insts[inst].ty;
        let Some((x, of_nan)) = clamped(cursor.ctx, cursor.func, Value::Inst(inst), ty) else {
            return Ok(Visit::Keep);
        };
        let op = cursor.func.op(inst).clone();
        let clamp = cursor.inst(op, ty);
        let is_nan = cursor.fcmp(FloatPredicate::Uno, x, x);
        Ok(Visit::Replace(cursor.select(is_nan, of_nan, clamp)))
    })?;
    Ok(())
}

/// What `value` clamps from zero to one, and what it is where that is a NaN; nothing if it is then zero, as the driver has it.
fn clamped(ctx: &mut Context, func: &Function, value: Value, ty: Type) -> Option<(Value, Value)> {
    let format = Format::of(ctx.types.kind(ty))?;
    let mut x = value;
    for _ in 0..STEPS {
        x = inner(ctx, func, x)?;
        if let Some(of_nan) = (Clamp { ctx, func, format, x }).of_nan(value, ty) {
            let is_zero = of_nan & !format.sign() == 0;
            let answer = if format.is_nan(of_nan) { x } else { ctx.float_bits(ty, of_nan) };
            return (!is_zero).then_some((x, answer));
        }
    }
    None
}

/// What a minimum, maximum or select chooses beside a constant.
fn inner(ctx: &Context, func: &Function, value: Value) -> Option<Value> {
    let Value::Inst(inst) = value else { return None };
    let (a, b) = match func.op(inst) {
        Op::Intrinsic { id: Intrinsic::MinNum | Intrinsic::MaxNum, args, .. } => (*args.first()?, *args.get(1)?),
        &Op::Select { then_, else_, .. } => (then_, else_),
        _ => return None,
    };
    match (constant(ctx, a), constant(ctx, b)) {
        (Some(_), None) => Some(b),
        (None, Some(_)) => Some(a),
        _ => None,
    }
}

fn constant(ctx: &Context, value: Value) -> Option<u64> {
    ctx.as_float(value).map(|(_, bits)| bits)
}

/// Minima, maxima and selects of `x`.
struct Clamp<'a> {
    ctx: &'a Context,
    func: &'a Function,
    format: Format,
    x: Value,
}

impl Clamp<'_> {
    /// Bits of `value` where `x` is a NaN, if it clamps `x` from zero to one otherwise.
    fn of_nan(&self, value: Value, ty: Type) -> Option<u64> {
        let format = self.format;
        let [half, one] = [0.5, 1.0].map(|number| float_bits(self.ctx, ty, number));
        let at = |x| self.value(value, x, STEPS);
        let lowest = at(format.infinity() | format.sign())?;
        let clamps = lowest & !format.sign() == 0 && at(half)? == half && at(format.infinity())? == one;
        if clamps { at(format.nan()) } else { None }
    }
    /// Bits of `value` where `x` has bits `bits`; nothing if it hangs on more than `x`, or a flag allows any answer for a NaN.
    fn value(&self, value: Value, x: u64, steps: u32) -> Option<u64> {
        if value == self.x {
            return Some(x);
        }
        let Value::Inst(inst) = value else { return constant(self.ctx, value) };
        let steps = steps.checked_sub(1)?;
        match self.func.op(inst) {
            Op::Intrinsic { id: id @ (Intrinsic::MinNum | Intrinsic::MaxNum), args, flags }
                if !flags.contains(Flags::NNAN) =>
            {
                let &[a, b] = args.as_slice() else { return None };
                let maximum = *id == Intrinsic::MaxNum;
                Some(min_max(self.format, self.value(a, x, steps)?, self.value(b, x, steps)?, maximum, true))
            }
            &Op::Select { flags, cond: Value::Inst(cond), then_, else_ } if !flags.contains(Flags::NNAN) => {
                let chosen = if self.truth(cond, x, steps)? { then_ } else { else_ };
                self.value(chosen, x, steps)
            }
            _ => None,
        }
    }
    fn truth(&self, cond: Inst, x: u64, steps: u32) -> Option<bool> {
        match *self.func.op(cond) {
            Op::FCmp { pred, flags, lhs, rhs } if !flags.contains(Flags::NNAN) => {
                Some(compare(self.format, pred, self.value(lhs, x, steps)?, self.value(rhs, x, steps)?))
            }
            _ => None,
        }
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
