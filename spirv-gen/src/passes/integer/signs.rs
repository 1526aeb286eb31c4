//! Integers that NVIDIA's compiler (580.159, an H200) gets wrong, found by `tests/integers.sh`, some of them only in the company of other operations:
//!
//! - `-x` in 8 and 16 bits, where x is the smallest of its type: to it the negation of the word that holds the number, -(-32768) is 32768 where it is
//!   compared, divided, shifted or widened.
//! - `-b` in `max(max(a, -b), c)`, so in `max(abs(a), c)`, and in minima: of two it makes one of three numbers, and forgets the sign.
//! - an int that is widened and multiplied by 2^31 and more: `(int64_t)x << 31` is to it a product of two words with signs, in which 2^31 is negative.
//!   So is `(int)(((int64_t)x + 3) >> 1)`, the mean of two numbers, of which it takes the upper word of `(x << 31) + (3 << 31)`; and whatever else is such
//!   a product by the sum of its factors.
//! - `abs(x)` in 64 bits, which it takes for not negative, as the smallest is.
//! - `x << 8 < 100` in 64 bits with signs, as if no bit were lost.
//! - `a < b ? 0 : a - b` in 8, 16 and 64 bits without signs, and `a + b < a ? -1 : a + b`: what comes is neither, or the sum.
//!
//! Each is written so that the driver does not know it:
//!
//!   before  %n = sub i16 0, %x           after  %n = sub i16 %zero, %x    with a zero that no driver knows
//!           %w = sext i32 %x to i64             %s = ashr i32 %x, 31   %w = zext(%x) or zext(%s) << 32
//!           %r = shl i64 %w, 31                 %r = shl i64 %w, 31
//!           %l = shl i64 %x, 8                  %l = shl i64 %x, 8     %o = or i64 %l, %zero
//!           %c = icmp slt i64 %l, 100           %c = icmp slt i64 %o, 100
//!
//! Behind all that makes integer operations. Called by the device list (`passes/mod.rs`).

use crate::error::CompileError;
use crate::hash::{HashMap, HashSet};
use crate::ir::cursor::Cursor;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::{Bits, concat_bits, hidden_constants, sign_extend};
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "integer/signs";

/// Operations between a widened int and the last of its factors.
const STEPS: u32 = 8;

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if device.target.signs_as_written {
        return Ok(());
    }
    let id = kernel_of(module, PASS)?;
    let (ctx, func) = (&mut module.ctx, &mut module.functions[id]);
    let widened = multiplied(ctx, func);
    let hidden = Hidden::of(ctx, func);
    let zeros = hidden_constants(ctx, func, device.metadata.hidden_offset(), hidden.constants(func));
    walk(module, id, |cursor, inst| {
        let zero = |ty: Type| zeros[&(ty, 0)];
        let replaced = match *cursor.func.op(inst) {
            Op::Cast { value, .. } if widened.contains(&inst) => widen(cursor, value),
            Op::Binary { rhs, .. } if hidden.negations.contains(&inst) => {
                cursor.sub(zero(cursor.func.insts[inst].ty), rhs)
            }
            Op::ICmp { pred, lhs, rhs } if hidden.compared.contains(&inst) => {
                let side = |cursor: &mut Cursor<'_>, value| {
                    if is_shifted(cursor.ctx, cursor.func, value) { cursor.or(value, zero(Type::I64)) } else { value }
                };
                let (lhs, rhs) = (side(cursor, lhs), side(cursor, rhs));
                cursor.icmp(pred, lhs, rhs)
            }
            Op::Select { cond, then_, else_, .. } if hidden.saturated.contains_key(&inst) => {
                let bits = hidden.saturated[&inst];
                let side = |cursor: &Cursor<'_>, value| {
                    if cursor.ctx.as_int(value) == Some(bits.1) { zeros[&bits] } else { value }
                };
                let (then_, else_) = (side(cursor, then_), side(cursor, else_));
                cursor.select(cond, then_, else_)
            }
            _ => return Ok(Visit::Keep),
        };
        Ok(Visit::Replace(replaced))
    })?;
    Ok(())
}

/// The instructions that get a zero that no driver knows.
struct Hidden {
    negations: HashSet<Inst>,
    /// Comparisons of what is shifted left.
    compared: HashSet<Inst>,
    /// Sums and differences that stop at the last number, with that.
    saturated: HashMap<Inst, Bits>,
}

impl Hidden {
    fn of(ctx: &Context, func: &Function) -> Self {
        let all = || func.linked_insts().map(|(_, inst)| inst);
        let narrow = |inst: &Inst| is_negation(ctx, func, *inst, &[Type::I8, Type::I16]);
        let mut negations: HashSet<Inst> = all().filter(narrow).collect();
        negations.extend(all().flat_map(|inst| extreme_of_three(ctx, func, inst)));
        negations.extend(all().filter_map(|inst| long_magnitude(ctx, func, inst)));
        let compared = all().filter(|&inst| compares_shifted(ctx, func, inst)).collect();
        let saturated = all().filter_map(|inst| Some((inst, limit(ctx, func, inst)?))).collect();
        Self { negations, compared, saturated }
    }

    /// The constants that they want.
    fn constants(&self, func: &Function) -> Vec<Bits> {
        let long = (!self.compared.is_empty()).then_some((Type::I64, 0));
        let negated = self.negations.iter().map(|&inst| (func.insts[inst].ty, 0));
        negated.chain(long).chain(self.saturated.values().copied()).collect()
    }
}

fn is_negation(ctx: &Context, func: &Function, inst: Inst, types: &[Type]) -> bool {
    types.contains(&func.insts[inst].ty)
        && matches!(*func.op(inst), Op::Binary { op: BinaryOp::Sub, lhs, .. } if ctx.as_int(lhs) == Some(0))
}

/// The operands of a minimum or maximum of ints that are instructions.
fn extreme(func: &Function, inst: Inst) -> Vec<Inst> {
    use Intrinsic as I;
    match func.op(inst) {
        Op::Intrinsic { id: I::SMax | I::SMin | I::UMax | I::UMin, args, .. } if func.insts[inst].ty == Type::I32 => {
            args.iter().filter_map(|v| if let Value::Inst(arg) = *v { Some(arg) } else { None }).collect()
        }
        _ => Vec::new(),
    }
}

/// The negations in a minimum or maximum whose operand is one, too.
fn extreme_of_three(ctx: &Context, func: &Function, inst: Inst) -> Vec<Inst> {
    let of_two = extreme(func, inst).into_iter().flat_map(|arg| extreme(func, arg));
    of_two.filter(|&arg| is_negation(ctx, func, arg, &[Type::I32])).collect()
}

/// The negation in `c ? x : -x` of 64 bits, which a maximum is here, too.
fn long_magnitude(ctx: &Context, func: &Function, inst: Inst) -> Option<Inst> {
    let Op::Select { then_, else_, .. } = *func.op(inst) else { return None };
    let negates = |value, other| match value {
        Value::Inst(arg) if is_negation(ctx, func, arg, &[Type::I64]) => {
            matches!(*func.op(arg), Op::Binary { rhs, .. } if rhs == other).then_some(arg)
        }
        _ => None,
    };
    negates(then_, else_).or_else(|| negates(else_, then_))
}

fn is_shifted(ctx: &Context, func: &Function, value: Value) -> bool {
    let Value::Inst(inst) = value else { return false };
    let is_long = func.insts[inst].ty == Type::I64;
    is_long && matches!(*func.op(inst), Op::Binary { op: BinaryOp::Shl, rhs, .. } if ctx.as_int(rhs).is_some())
}

fn compares_shifted(ctx: &Context, func: &Function, inst: Inst) -> bool {
    use IntPredicate as P;
    let Op::ICmp { pred: P::Slt | P::Sle | P::Sgt | P::Sge, lhs, rhs } = *func.op(inst) else { return false };
    [lhs, rhs].iter().any(|&side| is_shifted(ctx, func, side))
}

/// The limit in `a < b ? 0 : a - b`, `a + b < a ? -1 : a + b` and what else chooses between a sum and the last number by a comparison.
/// (In 32 bits the driver is right.)
fn limit(ctx: &Context, func: &Function, inst: Inst) -> Option<Bits> {
    use IntPredicate as P;
    let ty = func.insts[inst].ty;
    let Op::Select { cond: Value::Inst(cond), then_, else_, .. } = *func.op(inst) else { return None };
    if ![Type::I8, Type::I16, Type::I64].contains(&ty) {
        return None;
    }
    let Op::ICmp { pred: P::Ult | P::Ule | P::Ugt | P::Uge, .. } = *func.op(cond) else { return None };
    let is_sum = |value| {
        let Value::Inst(sum) = value else { return false };
        matches!(*func.op(sum), Op::Binary { op: BinaryOp::Add | BinaryOp::Sub, .. })
    };
    let constant = match (ctx.as_int(then_), ctx.as_int(else_)) {
        (Some(bits), None) if is_sum(else_) => bits,
        (None, Some(bits)) if is_sum(then_) => bits,
        _ => return None,
    };
    let ones = (1 << ctx.types.value_bits(ty)) - 1;
    [0, ones].contains(&constant).then_some((ty, constant))
}

/// A narrow integer as one of 64 bits, of two words: the driver does not see what they are together.
fn widen(cursor: &mut Cursor<'_>, value: Value) -> Value {
    let low = cursor.resize_signed(value, Type::I32);
    let high = cursor.binary_const(BinaryOp::AShr, low, 31);
    concat_bits(cursor, &[low, high], Type::I64)
}

/// The widened integers that the driver would multiply by what has a sign in 32 bits.
fn multiplied(ctx: &Context, func: &Function) -> HashSet<Inst> {
    let mut found = HashSet::default();
    for (_, inst) in func.linked_insts().filter(|&(_, inst)| func.insts[inst].ty == Type::I64) {
        let product = match *func.op(inst) {
            Op::Binary { op: BinaryOp::LShr | BinaryOp::AShr, lhs, rhs, .. } => match ctx.as_int(rhs) {
                // What is left of 32 bits is the upper word of that product.
                Some(by @ 1..=32) => {
                    product(ctx, func, lhs, STEPS).map(|(source, factor)| (source, factor << (32 - by)))
                }
                _ => None,
            },
            _ => product(ctx, func, Value::Inst(inst), STEPS),
        };
        if let Some((source, factor)) = product
            && (1 << 31..1 << 32).contains(&factor.unsigned_abs())
        {
            found.insert(source);
        }
    }
    found
}

/// What `value` is but for constants that are added: a widened integer, and by what it is multiplied.
fn product(ctx: &Context, func: &Function, value: Value, steps: u32) -> Option<(Inst, i128)> {
    let Value::Inst(inst) = value else { return None };
    let of = |value| product(ctx, func, value, steps.checked_sub(1)?);
    let times = |value, by: i128| {
        let (source, factor) = of(value)?;
        Some((source, factor.checked_mul(by)?))
    };
    let (source, factor) = match *func.op(inst) {
        Op::Cast { op: CastOp::SExt, value, .. } if ctx.types.value_bits(ctx.type_of(func, value)) <= 32 => (inst, 1),
        Op::Binary { op, lhs, rhs, .. } => match (op, ctx.as_int(lhs), ctx.as_int(rhs)) {
            (BinaryOp::Add | BinaryOp::Or | BinaryOp::Sub, None, Some(_)) => of(lhs)?,
            (BinaryOp::Add | BinaryOp::Or, Some(_), None) => of(rhs)?,
            (BinaryOp::Sub, Some(_), None) => times(rhs, -1)?,
            (BinaryOp::Shl, None, Some(by @ 0..=63)) => times(lhs, 1 << by)?,
            (BinaryOp::Mul, None, Some(by)) => times(lhs, sign_extend(by, 64))?,
            (BinaryOp::Mul, Some(by), None) => times(rhs, sign_extend(by, 64))?,
            _ => return None,
        },
        _ => return None,
    };
    // Larger ones are products of more than one word.
    (factor.unsigned_abs() < 1 << 64).then_some((source, factor))
}

#[cfg(test)]
mod tests {
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::bodies::{inputs, per_thread};
    use crate::passes::lowering_tests::case::Case;
    use crate::target::Target;

    /// The values are as before, and the driver gets what it would get wrong, or not.
    fn check(body: &str, seen: impl Fn(&str) -> bool) {
        for (target, expected) in [(Target::radv(), true), (Target::nvidia(), false)] {
            let mut case = Case::new(&per_thread("i32", body));
            (case.target, case.block, case.input) = (target, [16, 1, 1], inputs());
            let text = print_module(&case.lowered().expect("it lowers"));
            assert_eq!(text.lines().any(&seen), expected, "{body}\n{text}");
            case.check();
        }
    }

    #[test]
    fn narrow_negations_have_a_zero_that_nobody_knows() {
        for ty in ["i8", "i16"] {
            let body = format!(
                "%n = trunc i32 %a to {ty}\n%r = sub {ty} 0, %n\n%v = sext {ty} %r to i32\nstore i32 %v, ptr addrspace(1) %out"
            );
            check(&body, |line| line.contains(&format!("sub {ty} 0,")));
        }
    }

    #[test]
    fn an_int_that_is_widened_and_multiplied_by_a_word_with_a_sign_is_two_words() {
        let ways = [
            "%r = shl i64 %x, 31",
            "%r = mul i64 %x, 3221225472",
            "%n = mul i64 %x, -4\n%s = add i64 %n, 9\n%r = shl i64 %s, 29",
            "%s = add i64 %x, 3\n%r = ashr i64 %s, 1",
            "%s = sub i64 7, %x\n%r = lshr i64 %s, 1",
            "%f = shl i64 %x, 10\n%s = or i64 %f, 513\n%r = lshr i64 %s, 11",
            "%m = mul i64 %x, 5\n%s = add i64 %m, 1\n%r = ashr i64 %s, 3",
        ];
        for way in ways {
            let body = format!("%x = sext i32 %a to i64\n{way}\nstore i64 %r, ptr addrspace(1) %out");
            check(&body, |line| line.contains("sext i32"));
        }
    }

    #[test]
    fn an_extreme_of_three_has_no_negation() {
        for (one, other) in [("smax", "smax"), ("smin", "smin"), ("umin", "smax"), ("smin", "smax")] {
            for args in ["i32 %m, i32 %b", "i32 %b, i32 %m"] {
                let inner = format!("%n = sub i32 0, %a\n%m = call i32 @llvm.{one}.i32(i32 %b, i32 %n)");
                let outer = format!("%r = call i32 @llvm.{other}.i32({args})\nstore i32 %r, ptr addrspace(1) %out");
                check(&format!("{inner}\n{outer}"), |line| line.contains("sub i32 0,"));
            }
        }
    }

    #[test]
    fn long_numbers_have_a_zero_that_nobody_knows() {
        let long = "%x = load i64, ptr addrspace(1) %pa\n%y = load i64, ptr addrspace(1) %pb\n";
        let store = "\nstore i64 %r, ptr addrspace(1) %out";
        let magnitude = "%n = sub i64 0, %x\n%r = call i64 @llvm.smax.i64(i64 %x, i64 %n)";
        check(&format!("{long}{magnitude}{store}"), |line| line.contains("sub i64 0,"));
        let shifted = "%l = shl i64 %x, 8\n%less = icmp slt i64 %l, 100\n%r = zext i1 %less to i64";
        let shl = std::cell::RefCell::new(String::new());
        check(&format!("{long}{shifted}{store}"), |line| {
            if let Some((name, _)) = line.split_once(" = shl i64") {
                *shl.borrow_mut() = format!("i64 {},", name.trim());
            }
            line.contains("icmp") && line.contains(shl.borrow().as_str())
        });
        for (by, minus) in [("%y", "sub i64 %x, %y"), ("5", "add i64 %x, -5")] {
            let less = format!("%less = icmp ult i64 %x, {by}\n%d = {minus}\n%r = select i1 %less, i64 0, i64 %d");
            check(&format!("{long}{less}{store}"), |line| line.contains("select") && line.contains("i64 0,"));
        }
    }

    #[test]
    fn sums_and_differences_that_stop_at_the_last_number_have_one_that_nobody_knows() {
        for ty in ["i8", "i16", "i32", "i64"] {
            for (stops, limit) in [
                ("%s = add TY %x, %y\n%over = icmp ult TY %s, %x\n%r = select i1 %over, TY -1, TY %s", "TY -1"),
                ("%s = sub TY %x, %y\n%over = icmp ult TY %x, %y\n%r = select i1 %over, TY 0, TY %s", "TY 0"),
                ("%s = add TY %x, 5\n%fits = icmp ult TY %x, -5\n%r = select i1 %fits, TY %s, TY -1", "TY -1"),
            ] {
                let loads = "%x = load TY, ptr addrspace(1) %pa\n%y = load TY, ptr addrspace(1) %pb\n";
                let body = format!("{loads}{stops}\nstore TY %r, ptr addrspace(1) %out").replace("TY", ty);
                let limit = limit.replace("TY", ty);
                let case = Case { target: Target::nvidia(), ..Case::new(&per_thread("i32", &body)) };
                let text = print_module(&case.lowered().expect("it lowers"));
                let literal = text.lines().any(|line| line.contains("select") && line.contains(&limit));
                assert_eq!(literal, ty == "i32", "{text}");
                let mut case = Case::new(&per_thread("i32", &body));
                (case.target, case.block, case.input) = (Target::nvidia(), [16, 1, 1], inputs());
                case.check();
            }
        }
    }

    #[test]
    fn others_stay() {
        for way in ["%r = shl i64 %x, 30", "%r = shl i64 %x, 32", "%s = add i64 %x, 3\n%r = ashr i64 %s, 2"] {
            let body = format!("%x = sext i32 %a to i64\n{way}\nstore i64 %r, ptr addrspace(1) %out");
            let case = Case { target: Target::nvidia(), ..Case::new(&per_thread("i32", &body)) };
            let text = print_module(&case.lowered().expect("it lowers"));
            assert!(text.contains("sext i32"), "{text}");
        }
    }
}
