//! Signs of zeros that Mesa's compiler (NIR, 25.0) and NVIDIA's lose, whatever SignedZeroInfNanPreserve and NoContraction say, so that a quotient by them is the
//! wrong infinity.
//!
//! NIR takes absolute values for needless whose operand it takes for not negative, as -0 is to it: `fabs(x * 0.0)` and `fabs(sqrt(-0.0))` stay -0. To it
//! `c ? 1.0 : -0.0` is the condition as a number, and `c ? -1.0 : 0.0` its negative, as literals are compared as numbers; to NVIDIA's (580)
//! `c ? -1.0 : -0.0` is the condition as an integer, as a number. And of `-x * (c ? 1.0 : 0.0)` it makes `c ? -x : 0.0` in some places. To both NVIDIA's and LLVM 15
//! (lavapipe's in Debian 12) `x >= 0 ? (double)x : 0.0` is the double of the larger one of x and 0.
//!
//!   before  %m = fmul %x, 0.0   %r = fabs %m        after  %mask = 0x7fffffff ^ a parameter's bits that are never set
//!                                                          %b = bitcast %m to i32   %a = and %b, %mask   %r = bitcast of %a
//!   before  %r = sitofp i1 %c                       after  %r = select %c, -1.0, (0 ^ those bits)
//!   before  %r = select %c, 1.0, -0.0               after  %zero = bitcast (0x80000000 ^ those bits)   %r = select %c, 1.0, %zero
//!
//! A literal mask would be an absolute value to it again, and so are those that programs write. What it may conclude is computed here as it does, or more.
//! Behind all that computes with floats. Called by the device list (`passes/mod.rs`).

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::float_format::Format;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, FuncId, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::{Bits, hidden_constants};
use crate::passes::util::floats::{FloatCode, float_bits};
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "float/zero_signs";

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    choose_numbers(module, id)?;
    let mut lost = needless(&module.ctx, &module.functions[id]);
    lost.extend(chosen(&module.ctx, &module.functions[id]));
    if device.target.cpu || !device.target.clamps_as_written {
        lost.extend(converted(&module.ctx, &module.functions[id]));
    }
    if !device.target.clamps_as_written {
        lost.extend(factors(&module.ctx, &module.functions[id]));
    }
    if lost.is_empty() {
        return Ok(());
    }
    let constants = lost.iter().map(|&(_, bits)| bits);
    let hidden =
        hidden_constants(&mut module.ctx, &mut module.functions[id], device.metadata.hidden_offset(), constants);
    let lost: HashMap<Inst, (Bits, Value)> =
        lost.into_iter().map(|(inst, bits)| (inst, (bits, hidden[&bits]))).collect();
    walk(module, id, |cursor, inst| {
        let Some(&((ty, zero), hidden)) = lost.get(&inst) else { return Ok(Visit::Keep) };
        let mut op = cursor.func.op(inst).clone();
        let replaced = match op {
            Op::Intrinsic { args, .. } => {
                let bits = cursor.to_bits(args[0]);
                let bits = cursor.and(bits, hidden);
                let ty = cursor.func.insts[inst].ty;
                cursor.bitcast(bits, ty)
            }
            Op::Binary { op, lhs, .. } => cursor.binary(op, lhs, hidden),
            _ => {
                let is_zero = |cursor: &Cursor<'_>, value| {
                    constant(cursor.ctx, value).map(u128::from) == Some(zero)
                        && cursor.ctx.type_of(cursor.func, value) == ty
                };
                op.map_operands(|value| if is_zero(cursor, value) { hidden } else { value });
                cursor.func.insts[inst].op = op;
                return Ok(Visit::Keep);
            }
        };
        Ok(Visit::Replace(replaced))
    })?;
    Ok(())
}

/// Conditions as floats are selects, to drivers too.
fn choose_numbers(module: &mut Module, id: FuncId) -> Result<(), CompileError> {
    walk(module, id, |cursor, inst| {
        let (value, yes) = match *cursor.func.op(inst) {
            Op::Cast { op: CastOp::UIToFP, value, .. } => (value, 1.0),
            Op::Cast { op: CastOp::SIToFP, value, .. } => (value, -1.0),
            _ => return Ok(Visit::Keep),
        };
        let ty = cursor.func.insts[inst].ty;
        if cursor.ty(value) != Type::I1 || Format::of(cursor.ctx.types.kind(ty)).is_none() {
            return Ok(Visit::Keep);
        }
        let [yes, no] = [yes, 0.0].map(|number| {
            let bits = float_bits(cursor.ctx, ty, number);
            cursor.ctx.float_bits(ty, bits)
        });
        Ok(Visit::Replace(cursor.select(value, yes, no)))
    })?;
    Ok(())
}

/// The absolute values, of whatever kind, of what may be -0 and passes for not negative, each with the mask that makes it.
fn needless(ctx: &Context, func: &Function) -> Vec<(Inst, Bits)> {
    let found: Vec<_> = func.linked_insts().filter_map(|(_, inst)| Some((inst, magnitude(ctx, func, inst)?))).collect();
    if found.is_empty() {
        return Vec::new();
    }
    let signs = Signs::of(ctx, func);
    let may_stay = |operand| {
        let sign = signs.get(ctx, func, operand);
        sign.not_negative && sign.minus_zero
    };
    found.into_iter().filter(|&(_, (operand, _))| may_stay(operand)).map(|(inst, (_, mask))| (inst, mask)).collect()
}

/// The selects and phis that choose between 1 or -1 and -0, or -1 and 0, each with that zero.
fn chosen(ctx: &Context, func: &Function) -> Vec<(Inst, Bits)> {
    let of = |(_, inst)| Some((inst, (func.insts[inst].ty, wrong_zero(ctx, func, inst)?.into())));
    func.linked_insts().filter_map(of).collect()
}

/// The selects of a zero and a compared number as another float, each with that zero.
fn converted(ctx: &Context, func: &Function) -> Vec<(Inst, Bits)> {
    let of = |(_, inst)| {
        let Op::Select { cond: Value::Inst(cond), then_, else_, .. } = *func.op(inst) else { return None };
        let Op::FCmp { lhs, rhs, .. } = *func.op(cond) else { return None };
        let is_compared = |arm| {
            let Value::Inst(arm) = arm else { return false };
            matches!(*func.op(arm), Op::Cast { op: CastOp::FPExt | CastOp::FPTrunc, value, .. } if value == lhs || value == rhs)
        };
        let zero = if is_compared(then_) {
            else_
        } else if is_compared(else_) {
            then_
        } else {
            return None;
        };
        let (ty, bits) = ctx.as_float(zero)?;
        let sign = Format::of(ctx.types.kind(ty))?.sign();
        (bits & !sign == 0).then_some((inst, (ty, bits.into())))
    };
    func.linked_insts().filter_map(of).collect()
}

/// The selects of 1 or -1 and a zero that something is multiplied by, each with that zero.
fn factors(ctx: &Context, func: &Function) -> Vec<(Inst, Bits)> {
    let zero_of = |factor| {
        let Value::Inst(inst) = factor else { return None };
        let Op::Select { then_, else_, .. } = *func.op(inst) else { return None };
        let ty = func.insts[inst].ty;
        let sign = Format::of(ctx.types.kind(ty))?.sign();
        let arms = [then_, else_].map(|arm| ctx.as_float(arm).map(|(_, bits)| bits));
        let of_magnitude = |magnitude| arms.into_iter().flatten().find(|bits| bits & !sign == magnitude);
        of_magnitude(float_bits(ctx, ty, 1.0))?;
        Some((inst, (ty, of_magnitude(0)?.into())))
    };
    let products = func.linked_insts().filter_map(|(_, inst)| match *func.op(inst) {
        Op::Binary { op: BinaryOp::FMul, lhs, rhs, .. } => Some([lhs, rhs]),
        _ => None,
    });
    products.flatten().filter_map(zero_of).collect()
}

/// The bits of the zero that may not stand beside the ones that `inst` may choose.
fn wrong_zero(ctx: &Context, func: &Function, inst: Inst) -> Option<u64> {
    let choices: Vec<Value> = match func.op(inst) {
        Op::Select { then_, else_, .. } => vec![*then_, *else_],
        Op::Phi(incoming) => incoming.iter().map(|(value, _)| *value).collect(),
        _ => return None,
    };
    let ty = func.insts[inst].ty;
    let float = float_of(int_of(ty).unwrap_or(ty))?;
    let sign = Format::of(ctx.types.kind(float))?.sign();
    let one = float_bits(ctx, float, 1.0);
    let has = |bits| choices.iter().any(|&value| constant(ctx, value) == Some(bits));
    let (has_one, has_minus_one) = (has(one), has(one | sign));
    if (has_one || has_minus_one) && has(sign) {
        return Some(sign);
    }
    (has_minus_one && has(0)).then_some(0)
}

fn constant(ctx: &Context, value: Value) -> Option<u64> {
    ctx.as_float(value).map(|(_, bits)| bits).or_else(|| ctx.as_int(value).map(|bits| bits as u64))
}

/// What `inst` makes an absolute value of (or the negative of one, which is this and a negation to the driver), and the mask.
fn magnitude(ctx: &Context, func: &Function, inst: Inst) -> Option<(Value, Bits)> {
    let ty = func.insts[inst].ty;
    match func.op(inst) {
        Op::Intrinsic { id: Intrinsic::FAbs, args, .. } => {
            let sign = u128::from(Format::of(ctx.types.kind(ty))?.sign());
            Some((args[0], (int_of(ty)?, sign - 1)))
        }
        Op::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), lhs, rhs, .. }
            if [Type::I16, Type::I32, Type::I64].contains(&ty) =>
        {
            let sign = 1 << (ctx.types.value_bits(ty) - 1);
            let mask = if *op == BinaryOp::And { sign - 1 } else { sign };
            (ctx.as_int(*rhs) == Some(mask)).then_some((*lhs, (ty, mask)))
        }
        _ => None,
    }
}

/// The integers of a float type's size.
fn int_of(ty: Type) -> Option<Type> {
    Some(match ty {
        Type::HALF => Type::I16,
        Type::FLOAT => Type::I32,
        Type::DOUBLE => Type::I64,
        _ => return None,
    })
}

/// The floats of an integer type's size.
fn float_of(ty: Type) -> Option<Type> {
    [Type::HALF, Type::FLOAT, Type::DOUBLE].into_iter().find(|&float| int_of(float) == Some(ty))
}

/// What the driver may conclude of a value, or of an integer's bits as a float, and what is so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sign {
    /// It may conclude: zero (of either sign) or more, or a NaN.
    not_negative: bool,
    /// Likewise, zero or less.
    not_positive: bool,
    /// It may be -0.
    minus_zero: bool,
}

const UNKNOWN: Sign = Sign { not_negative: false, not_positive: false, minus_zero: true };
/// Of a phi before its operands are known: whatever they all are.
const ANY: Sign = Sign { not_negative: true, not_positive: true, minus_zero: false };

impl Sign {
    fn of_bits(format: Format, bits: u64) -> Sign {
        let (negative, rest) = (bits & format.sign() != 0, bits & !format.sign());
        let zero = rest == 0;
        match format.is_nan(bits) {
            true => Sign { minus_zero: false, ..UNKNOWN },
            false => {
                Sign { not_negative: zero || !negative, not_positive: zero || negative, minus_zero: zero && negative }
            }
        }
    }
    fn is_zero(self) -> bool {
        self.not_negative && self.not_positive
    }
    fn negated(self) -> Sign {
        Sign { not_negative: self.not_positive, not_positive: self.not_negative, minus_zero: true }
    }
    fn either(self, other: Sign) -> Sign {
        Sign {
            not_negative: self.not_negative && other.not_negative,
            not_positive: self.not_positive && other.not_positive,
            minus_zero: self.minus_zero || other.minus_zero,
        }
    }
    /// Only -0 and -0 have the sum -0.
    fn plus(self, other: Sign) -> Sign {
        Sign { minus_zero: self.minus_zero && other.minus_zero, ..self.either(other) }
    }
    fn times(self, other: Sign) -> Sign {
        let zero = self.is_zero() || other.is_zero();
        Sign {
            not_negative: zero || self.not_negative && other.not_negative || self.not_positive && other.not_positive,
            not_positive: zero || self.not_negative && other.not_positive || self.not_positive && other.not_negative,
            minus_zero: true,
        }
    }
    /// The larger one; of the smaller one with what is negative and positive exchanged.
    fn max(self, other: Sign) -> Sign {
        let not_negative = self.not_negative || other.not_negative;
        Sign { not_negative, ..self.either(other) }
    }
}

/// The signs of all of a kernel's values: the most that can be concluded.
struct Signs(Vec<Sign>);

impl Signs {
    fn of(ctx: &Context, func: &Function) -> Signs {
        let mut signs = Signs(vec![ANY; func.insts.len()]);
        loop {
            let mut news = false;
            for (_, inst) in func.linked_insts() {
                let sign = signs.made_by(ctx, func, inst);
                news |= std::mem::replace(&mut signs.0[inst.index()], sign) != sign;
            }
            if !news {
                return signs;
            }
        }
    }

    fn get(&self, ctx: &Context, func: &Function, value: Value) -> Sign {
        if let Value::Inst(inst) = value {
            return self.0[inst.index()];
        }
        if let Some((ty, bits)) = ctx.as_float(value) {
            return Format::of(ctx.types.kind(ty)).map_or(UNKNOWN, |format| Sign::of_bits(format, bits));
        }
        let Some(bits) = ctx.as_int(value) else { return UNKNOWN };
        let format = float_of(ctx.type_of(func, value)).and_then(|float| Format::of(ctx.types.kind(float)));
        format.map_or(UNKNOWN, |format| Sign::of_bits(format, bits as u64))
    }

    fn made_by(&self, ctx: &Context, func: &Function, inst: Inst) -> Sign {
        let of = |value: &Value| self.get(ctx, func, *value);
        match func.op(inst) {
            Op::Phi(incoming) => incoming.iter().map(|(value, _)| of(value)).reduce(Sign::either).unwrap_or(UNKNOWN),
            Op::Select { then_, else_, .. } => of(then_).either(of(else_)),
            Op::Freeze(value) | Op::Cast { op: CastOp::BitCast, value, .. } => of(value),
            Op::Cast { op: CastOp::UIToFP | CastOp::SIToFP, .. } => {
                Sign { not_negative: true, not_positive: false, minus_zero: false }
            }
            Op::FNeg { value, .. } => of(value).negated(),
            Op::Binary { op, lhs, rhs, .. } => match op {
                BinaryOp::FAdd => of(lhs).plus(of(rhs)),
                BinaryOp::FSub => of(lhs).plus(of(rhs).negated()),
                BinaryOp::FMul if lhs == rhs => {
                    Sign { not_negative: true, not_positive: of(lhs).is_zero(), minus_zero: false }
                }
                BinaryOp::FMul => of(lhs).times(of(rhs)),
                // Times its reciprocal, which is never known to be zero.
                BinaryOp::FDiv if of(rhs).is_zero() => UNKNOWN,
                BinaryOp::FDiv => of(lhs).times(of(rhs)),
                BinaryOp::And if magnitude(ctx, func, inst).is_some() => of_magnitude(of(lhs)),
                BinaryOp::Or if magnitude(ctx, func, inst).is_some() => of_magnitude(of(lhs)).negated(),
                _ => UNKNOWN,
            },
            Op::Intrinsic { id, args, .. } => match id {
                Intrinsic::FAbs => of_magnitude(of(&args[0])),
                Intrinsic::Sqrt => {
                    Sign { not_negative: true, not_positive: false, minus_zero: of(&args[0]).minus_zero }
                }
                Intrinsic::Exp2 | Intrinsic::NativeExp2 => {
                    Sign { not_negative: true, not_positive: false, minus_zero: false }
                }
                Intrinsic::Fma | Intrinsic::FMulAdd => of(&args[0]).times(of(&args[1])).plus(of(&args[2])),
                Intrinsic::MaxNum | Intrinsic::Maximum => of(&args[0]).max(of(&args[1])),
                Intrinsic::MinNum | Intrinsic::Minimum => {
                    let sign = of(&args[0]).negated().max(of(&args[1]).negated()).negated();
                    Sign { minus_zero: of(&args[0]).minus_zero || of(&args[1]).minus_zero, ..sign }
                }
                Intrinsic::Floor | Intrinsic::Ceil | Intrinsic::FTrunc | Intrinsic::Rint | Intrinsic::RoundEven => {
                    Sign { minus_zero: true, ..of(&args[0]) }
                }
                _ => UNKNOWN,
            },
            _ => UNKNOWN,
        }
    }
}

fn of_magnitude(operand: Sign) -> Sign {
    Sign { not_negative: true, not_positive: operand.is_zero(), minus_zero: false }
}

#[cfg(test)]
mod tests {
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::bodies::{check_floats, per_thread};
    use crate::passes::lowering_tests::case::Case;
    use crate::target::Target;

    /// How many absolute values of the body lose their literal mask.
    fn hidden(ty: &str, body: &str) -> usize {
        let body = format!("{body}\nstore TY %r, ptr addrspace(1) %out").replace("TY", ty);
        check_floats(ty, &body, Target::lavapipe());
        let case = Case { target: Target::lavapipe(), ..Case::new(&per_thread(ty, &body)) };
        let text = print_module(&case.lowered().expect("it lowers"));
        let absolute = text.lines().filter(|line| line.contains("@llvm.fabs")).count();
        body.matches("@llvm.fabs").count() - absolute
    }

    #[test]
    fn what_may_be_minus_zero_and_passes_for_not_negative_is_masked() {
        for ty in ["half", "float", "double"] {
            for body in [
                "%p = fmul TY %a, 0.0\n%r = call TY @llvm.fabs(TY %p)",
                "%m = call TY @llvm.maxnum(TY %a, TY -0.0)\n%r = call TY @llvm.fabs(TY %m)",
                "%p = fmul TY %a, -0.0\n%q = fmul TY %p, %b\n%s = fadd TY %q, -0.0\n%r = call TY @llvm.fabs(TY %s)",
            ] {
                assert_eq!(hidden(ty, body), 1, "{ty} {body}");
            }
        }
    }

    #[test]
    fn what_has_any_sign_or_is_never_minus_zero_is_the_drivers() {
        for body in [
            "%p = fmul TY %a, %b\n%r = call TY @llvm.fabs(TY %p)",
            "%p = fmul TY %a, %a\n%r = call TY @llvm.fabs(TY %p)",
            "%n = fsub TY %a, %b\n%s = call TY @llvm.fabs(TY %n)\n%u = fadd TY %s, %c\n%r = call TY @llvm.fabs(TY %u)",
        ] {
            assert_eq!(hidden("float", body), 0, "{body}");
        }
    }

    #[test]
    fn a_choice_between_one_and_the_other_ones_zero_has_a_hidden_zero() {
        for (choice, seen) in [
            ("TY 1.0, TY -0.0", false),
            ("TY 0.0, TY -1.0", false),
            ("TY -0.0, TY -1.0", false),
            ("TY 1.0, TY 0.0", true),
            ("TY 2.0, TY -0.0", true),
        ] {
            for ty in ["half", "float", "double"] {
                let body = format!(
                    "%c0 = fcmp olt TY %a, %b\n%r = select i1 %c0, {choice}\nstore TY %r, ptr addrspace(1) %out"
                )
                .replace("TY", ty);
                let text = lowered(ty, &body, Target::lavapipe());
                let literal = text.lines().any(|line| line.contains(" = select ") && line.matches('%').count() == 2);
                assert_eq!(literal, seen, "{text}");
            }
        }
    }

    #[test]
    fn a_condition_with_a_sign_as_a_number_has_a_hidden_zero() {
        for (op, seen) in [("sitofp", false), ("uitofp", true)] {
            for ty in ["half", "float", "double"] {
                let body =
                    format!("%c0 = fcmp olt TY %a, %b\n%r = {op} i1 %c0 to TY\nstore TY %r, ptr addrspace(1) %out")
                        .replace("TY", ty);
                let text = lowered(ty, &body, Target::lavapipe());
                let literal = text.lines().any(|line| line.contains(" = select ") && line.matches('%').count() == 2);
                assert_eq!(literal, seen, "{text}");
            }
        }
    }

    /// What the driver gets of a body that computes what it did.
    fn lowered(ty: &str, body: &str, target: Target) -> String {
        check_floats(ty, body, target.clone());
        let case = Case { target, ..Case::new(&per_thread(ty, body)) };
        print_module(&case.lowered().expect("it lowers"))
    }

    /// Whether a select of the body still has a literal zero.
    fn literal(body: &str) -> bool {
        let body = format!("{body}\nstore float %r, ptr addrspace(1) %out");
        let text = lowered("float", &body, Target::nvidia());
        text.lines().any(|line| line.contains(" = select ") && line.contains("0.0"))
    }

    #[test]
    fn a_choice_between_a_compared_number_as_a_wider_one_and_zero_has_a_hidden_zero() {
        for (compared, seen) in [("%a", false), ("%b", true)] {
            let body = format!(
                "%c0 = fcmp oge float {compared}, 0.0\n%wide = fpext float %a to double\n%some = select i1 %c0, double %wide, double 0.0
                %sum = fadd double %some, %some\n%r = fptrunc double %sum to float"
            );
            assert_eq!(literal(&body), seen, "{body}");
            check_floats("float", &format!("{body}\nstore float %r, ptr addrspace(1) %out"), Target::lavapipe());
        }
    }

    #[test]
    fn a_factor_that_is_one_or_zero_has_a_hidden_zero() {
        let choice = "%c0 = fcmp olt float %a, %b\n%f = select i1 %c0, float 1.0, float 0.0";
        assert!(!literal(&format!("{choice}\n%r = fmul float %c, %f")));
        assert!(literal(&format!("{choice}\n%r = fadd float %c, %f")));
        let number = "%c0 = fcmp olt float %a, %b\n%f = uitofp i1 %c0 to float";
        assert!(!literal(&format!("{number}\n%r = fmul float %c, %f")));
    }
}
