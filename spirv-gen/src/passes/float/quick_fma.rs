//! A fused multiply-add of doubles that is right for nearly all operands and knows for which: a quarter of the operations of `fma.rs`.
//!
//! The product is an unevaluated pair (Dekker), its sum with the addend another and a rest; the rest is rounded, so the last sum may round twice. Ziv's test tells where it
//! cannot have: the sums with a little more and a little less than the rest are the same. Nor can it have where either half of the rest is zero, as with products of
//! numbers that were floats. Whatever overflows on the way leaves a rest that is no finite number.
//!
//! What would go unnoticed is a product so small that its error is no double. Beside an addend of ordinary size it does not count; elsewhere it is asked for.
//! Called by `float/fma_runs.rs`.

use super::fma::{two_product, two_sum};
use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{FloatPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::util::floats::FloatCode;

/// Above it, products have errors that are doubles, and addends with products below 2^-916 are the result.
const ORDINARY: f64 = f64::from_bits((1023 - 800) << 52); // 2^-800
/// More than the rest's rounding may have taken or given, relative to it.
const LITTLE: f64 = 2.0 * f64::EPSILON;

/// `a*b + c`, and whether that is its value rounded once.
pub fn product_sum(cursor: &mut Cursor<'_>, [a, b, c]: [Value; 3]) -> (Value, Value) {
    let (product, product_rest) = two_product(cursor, a, b);
    let (sum, sum_rest) = two_sum(cursor, product, c);
    let rest = cursor.fadd(sum_rest, product_rest);
    let mut value = cursor.fadd(sum, rest);
    let zero = cursor.fconst(Type::DOUBLE, 0.0);
    let [more, less] = [1.0 + LITTLE, 1.0 - LITTLE].map(|factor| {
        let bound = cursor.fscale(rest, factor);
        cursor.fadd(sum, bound)
    });
    let same = cursor.fcmp(FloatPredicate::Oeq, more, less);
    let [no_product_rest, no_sum_rest] =
        [product_rest, sum_rest].map(|half| cursor.fcmp(FloatPredicate::Oeq, half, zero));
    let exact = cursor.or(no_product_rest, no_sum_rest);
    let right = cursor.or(same, exact);
    // A product next to the largest number is finite, and its parts' may not be.
    let nothing = cursor.fsub(rest, rest);
    let finite = cursor.fcmp(FloatPredicate::Oeq, nothing, zero);
    let mut right = cursor.and(right, finite);
    if !known(cursor.ctx, c).is_some_and(|c| c.abs() >= ORDINARY) {
        // The sum of two negative zeros is one, and what is added to it would make it positive.
        let no_rest = cursor.fcmp(FloatPredicate::Oeq, rest, zero);
        value = cursor.select(no_rest, sum, value);
        let noticed = is_noticed(cursor, [a, b, c], product);
        right = cursor.and(right, noticed);
    }
    (value, right)
}

/// Whether the error of `product` is a double, or too small beside the addend to count.
fn is_noticed(cursor: &mut Cursor<'_>, [a, b, c]: [Value; 3], product: Value) -> Value {
    let zero = cursor.fconst(Type::DOUBLE, 0.0);
    let [product, addend] = [product, c].map(|x| cursor.unary(Intrinsic::FAbs, x));
    let sizes = cursor.fadd(product, addend);
    let ordinary = cursor.fconst(Type::DOUBLE, ORDINARY);
    let mut noticed = cursor.fcmp(FloatPredicate::Oge, sizes, ordinary);
    for factor in [a, b] {
        if !known(cursor.ctx, factor).is_some_and(|factor| factor != 0.0) {
            let nothing = cursor.fcmp(FloatPredicate::Oeq, factor, zero);
            noticed = cursor.or(noticed, nothing);
        }
    }
    noticed
}

fn known(ctx: &Context, value: Value) -> Option<f64> {
    let Value::Const(id) = value else { return None };
    match *ctx.consts.data(id) {
        ConstData::Float { ty: Type::DOUBLE, bits } => Some(f64::from_bits(bits)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::instruction::Op;
    use crate::ir::parse::parse_module;
    use crate::passes::lowering_tests::bodies::{awkward_floats, noise, per_thread};
    use crate::passes::lowering_tests::case::Case;
    use crate::passes::util::walk::{Visit, kernel_of, walk};

    const THREADS: usize = 256;
    /// What stands for a result that is not known to be right.
    const UNKNOWN: u64 = 0x7ff4_dead_beef_0000;

    /// The quick results of `operands`, of `THREADS` threads.
    fn quick(operands: &[[f64; 3]]) -> Vec<u64> {
        let mut case = Case::new(&per_thread(
            "double",
            "%r = call double @llvm.fma.f64(double %a, double %b, double %c)\nstore double %r, ptr addrspace(1) %out",
        ));
        case.block = [THREADS as u32, 1, 1];
        case.input = vec![0; THREADS * 128];
        for (thread, operands) in operands.iter().enumerate() {
            for (at, operand) in operands.iter().enumerate() {
                case.input[thread * 128 + at * 32..][..8].copy_from_slice(&operand.to_le_bytes());
            }
        }
        let mut module = parse_module(&case.text).unwrap();
        let kernel = kernel_of(&module, "test").unwrap();
        walk(&mut module, kernel, |cursor, inst| {
            let Op::Intrinsic { id: Intrinsic::Fma, args, .. } = cursor.func.op(inst).clone() else {
                return Ok(Visit::Keep);
            };
            let (value, right) = product_sum(cursor, [args[0], args[1], args[2]]);
            let unknown = cursor.ctx.float_bits(Type::DOUBLE, UNKNOWN);
            Ok(Visit::Replace(cursor.select(right, value, unknown)))
        })
        .unwrap();
        let result = case.run(&module);
        (0..operands.len()).map(|at| u64::from_le_bytes(result[at * 128 + 96..][..8].try_into().unwrap())).collect()
    }

    /// Checks every result; returns how many are not known.
    fn unknown(operands: &[[f64; 3]]) -> usize {
        let check = |(&[a, b, c], found): (&[f64; 3], u64)| {
            let right = a.mul_add(b, c);
            assert!(found == UNKNOWN || found == right.to_bits(), "fma({a:e}, {b:e}, {c:e}): {found:x}, {right:e}");
            found == UNKNOWN
        };
        operands
            .chunks(THREADS)
            .flat_map(|some| some.iter().zip(quick(some)).map(check).collect::<Vec<_>>())
            .filter(|&u| u)
            .count()
    }

    fn triples(values: &[f64]) -> Vec<[f64; 3]> {
        values.chunks_exact(3).map(|three| [three[0], three[1], three[2]]).collect()
    }

    #[test]
    fn no_wrong_result_is_called_right() {
        let mut missed = 0;
        for seed in 1..9 {
            let bytes = awkward_floats(64, 52, seed, 3 * THREADS);
            let values: Vec<f64> = bytes.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect();
            missed += unknown(&triples(&values));
        }
        assert!(missed > 100, "{missed}: where is what it cannot know?");
        let tiny = f64::from_bits(1);
        let edges = [
            [-0.0, 1.0, -0.0],
            [0.0, 5.0, -0.0],
            [1e-200, -1e-200, 0.0],
            [1e-200, 1e-200, tiny],
            [0.5, tiny, tiny],
            [f64::MAX, 1.0, f64::MAX],
            [f64::MAX, 0.0, 1.0],
            [f64::MAX * 2f64.powi(-264), -2f64.powi(264), 2f64.powi(1009)],
            [-f64::MAX * 2f64.powi(-989), -2f64.powi(989), 0.0],
            [f64::MAX * 2f64.powi(-973), 2f64.powi(973), 2f64.powi(445)],
            [f64::MAX, 1.0, 2f64.powi(969)],
            [2f64.powi(1000), 2f64.powi(-1000), -1.0],
            [1.0, 1.0, f64::INFINITY],
            [1.0 + f64::EPSILON, 1.0 - f64::EPSILON, -1.0],
            [1.0, 2f64.powi(-53), 1.0],
            [1.0 + f64::EPSILON, 2f64.powi(-53), 1.0],
        ];
        unknown(&edges);
    }

    #[test]
    fn usual_operands_are_known() {
        let bytes = noise(3 * THREADS * 16, 5);
        let number = |chunk: &[u8]| {
            let significand = 1.0 + u64::from_le_bytes(chunk[..8].try_into().unwrap()) as f64 * 2f64.powi(-64);
            significand * 2f64.powi(i32::from(chunk[8] as i8)) * if chunk[9] & 1 == 0 { 1.0 } else { -1.0 }
        };
        let doubles: Vec<f64> = bytes.chunks_exact(16).map(number).collect();
        assert_eq!(unknown(&triples(&doubles)), 0);
        // Half of whose sums lie midway between two doubles.
        let floats: Vec<f64> = doubles.iter().map(|&x| f64::from((x / x.abs().log2().floor().exp2()) as f32)).collect();
        assert_eq!(unknown(&triples(&floats)), 0);
        let zeros: Vec<[f64; 3]> =
            (0..8).map(|n| [0, 1, 2].map(|at| if n >> at & 1 == 0 { 0.0 } else { 1.5 })).collect();
        assert_eq!(unknown(&zeros), 0);
    }
}
