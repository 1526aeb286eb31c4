//! Signs that NVIDIA's compiler (580.159, an H200) gets wrong: of `-x` in 8 and 16 bits, where x is the smallest of its type, and of an int that is
//! widened and multiplied by 2^31 and more.
//!
//! A narrow negation is to it one of the word that holds the number: -(-32768) is 32768 where it is compared, divided, shifted or widened.
//! `(int64_t)x << 31` is to it a product of two words with signs, in which 2^31 is negative. So is `(int)(((int64_t)x + 3) >> 1)`, the mean of
//! two numbers, of which it takes the upper word of `(x << 31) + (3 << 31)`; and whatever else is such a product by the sum of its factors.
//!
//!   before  %n = sub i16 0, %x           after  %n = sub i16 %zero, %x    with a zero that no driver knows
//!           %w = sext i32 %x to i64             %s = ashr i32 %x, 31   %w = zext(%x) or zext(%s) << 32
//!           %r = shl i64 %w, 31                 %r = shl i64 %w, 31
//!
//! Behind all that makes integer operations. Called by the device list (`passes/mod.rs`).

use crate::error::CompileError;
use crate::hash::HashSet;
use crate::ir::cursor::Cursor;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Inst, Op, Value};
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::{concat_bits, hidden_constants, sign_extend};
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
    let negations = func.linked_insts().filter(|&(_, inst)| is_narrow_negation(ctx, func, inst));
    let wanted: Vec<_> = negations.map(|(_, inst)| (func.insts[inst].ty, 0)).collect();
    let zeros = hidden_constants(ctx, func, device.metadata.hidden_offset(), wanted);
    walk(module, id, |cursor, inst| {
        let ty = cursor.func.insts[inst].ty;
        Ok(match *cursor.func.op(inst) {
            Op::Cast { value, .. } if widened.contains(&inst) => Visit::Replace(widen(cursor, value)),
            Op::Binary { rhs, .. } if is_narrow_negation(cursor.ctx, cursor.func, inst) => {
                Visit::Replace(cursor.sub(zeros[&(ty, 0)], rhs))
            }
            _ => Visit::Keep,
        })
    })?;
    Ok(())
}

fn is_narrow_negation(ctx: &Context, func: &Function, inst: Inst) -> bool {
    let narrow = [Type::I8, Type::I16].contains(&func.insts[inst].ty);
    narrow && matches!(*func.op(inst), Op::Binary { op: BinaryOp::Sub, lhs, .. } if ctx.as_int(lhs) == Some(0))
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
    fn others_stay() {
        for way in ["%r = shl i64 %x, 30", "%r = shl i64 %x, 32", "%s = add i64 %x, 3\n%r = ashr i64 %s, 2"] {
            let body = format!("%x = sext i32 %a to i64\n{way}\nstore i64 %r, ptr addrspace(1) %out");
            let case = Case { target: Target::nvidia(), ..Case::new(&per_thread("i32", &body)) };
            let text = print_module(&case.lowered().expect("it lowers"));
            assert!(text.contains("sext i32"), "{text}");
        }
    }
}
