//! A fused multiply-add of floats or doubles that is right for nearly all operands and knows for which. For doubles it is a quarter of the operations of `fma.rs`; for floats
//! it needs no doubles, which most GPUs compute sixteen or more times as slowly.
//!
//! The product is an unevaluated pair (Dekker), its sum with the addend another and a rest; the rest is rounded, so the last sum may round twice. Ziv's test tells where it
//! cannot have: the sums with a little more and a little less than the rest are the same. Nor can it have where either half of the rest is zero, as with products of
//! numbers that were floats. Whatever overflows on the way leaves a rest that is no finite number.
//!
//! What would go unnoticed is a product so small that its error is no number of the type. Beside an addend of ordinary size it does not count; elsewhere it is asked for.
//! Called by `float/fma_runs.rs`.

use super::fma::{two_product, two_sum};
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{FloatPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::util::floats::FloatCode;

/// What the tests of a type compare with.
struct Bounds {
    /// Above it, products have errors that are numbers of the type, and an addend is the sum with a product that has none.
    ordinary: f64,
    /// More than the rest's rounding may have taken or given, relative to it.
    little: f64,
}

fn bounds(ty: Type) -> Bounds {
    // Errors of products are numbers from 2^-916 and 2^-101 on, half a last place of what is ordinary is more.
    match ty == Type::DOUBLE {
        true => Bounds { ordinary: 2f64.powi(-800), little: 2.0 * f64::EPSILON },
        false => Bounds { ordinary: 2f64.powi(-70), little: 2.0 * f64::from(f32::EPSILON) },
    }
}

/// `a*b + c`, and whether that is its value rounded once.
pub fn product_sum(cursor: &mut Cursor<'_>, [a, b, c]: [Value; 3]) -> (Value, Value) {
    let ty = cursor.ty(a);
    let Bounds { ordinary, little } = bounds(ty);
    let (product, product_rest) = two_product(cursor, a, b);
    let (sum, sum_rest) = two_sum(cursor, product, c);
    let rest = cursor.fadd(sum_rest, product_rest);
    let mut value = cursor.fadd(sum, rest);
    let zero = cursor.fconst(ty, 0.0);
    let [more, less] = [1.0 + little, 1.0 - little].map(|factor| {
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
    if !known(cursor.ctx, c).is_some_and(|c| c.abs() >= ordinary) {
        // The sum of two negative zeros is one, and what is added to it would make it positive.
        let no_rest = cursor.fcmp(FloatPredicate::Oeq, rest, zero);
        value = cursor.select(no_rest, sum, value);
        let noticed = is_noticed(cursor, [a, b, c], product, ordinary);
        right = cursor.and(right, noticed);
    }
    (value, right)
}

/// Whether the error of `product` is a number of the type, or too small beside the addend to count.
fn is_noticed(cursor: &mut Cursor<'_>, [a, b, c]: [Value; 3], product: Value, ordinary: f64) -> Value {
    let ty = cursor.ty(product);
    let zero = cursor.fconst(ty, 0.0);
    let [product, addend] = [product, c].map(|x| cursor.unary(Intrinsic::FAbs, x));
    let sizes = cursor.fadd(product, addend);
    let ordinary = cursor.fconst(ty, ordinary);
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
    match ctx.as_float(value)? {
        (Type::DOUBLE, bits) => Some(f64::from_bits(bits)),
        (Type::FLOAT, bits) => Some(f32::from_bits(bits as u32).into()),
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
    /// What stands for a result that is not known to be right: a NaN that no operation makes, in both types.
    const UNKNOWN: f64 = f64::from_bits(0x7ffd_ead0_0000_0000);

    /// A type, and how its numbers lie in memory.
    trait Number: Copy {
        const NAME: &str;
        fn of(value: f64) -> Self;
        fn bytes(self) -> Vec<u8>;
        fn fused(operands: [Self; 3]) -> Self;
    }

    impl Number for f64 {
        const NAME: &str = "double";
        fn of(value: f64) -> Self {
            value
        }
        fn bytes(self) -> Vec<u8> {
            self.to_le_bytes().to_vec()
        }
        fn fused([a, b, c]: [Self; 3]) -> Self {
            a.mul_add(b, c)
        }
    }

    impl Number for f32 {
        const NAME: &str = "float";
        fn of(value: f64) -> Self {
            value as Self
        }
        fn bytes(self) -> Vec<u8> {
            self.to_le_bytes().to_vec()
        }
        fn fused([a, b, c]: [Self; 3]) -> Self {
            a.mul_add(b, c)
        }
    }

    /// The quick results of `operands`, of up to `THREADS` threads.
    fn quick<N: Number>(operands: &[[N; 3]]) -> Vec<Vec<u8>> {
        let ty = N::NAME;
        let body = format!("%r = call {ty} @llvm.fma({ty} %a, {ty} %b, {ty} %c)\nstore {ty} %r, ptr addrspace(1) %out");
        let mut case = Case::new(&per_thread(ty, &body));
        case.block = [THREADS as u32, 1, 1];
        case.input = vec![0; THREADS * 128];
        for (thread, operands) in operands.iter().enumerate() {
            for (at, operand) in operands.iter().enumerate() {
                let bytes = operand.bytes();
                case.input[thread * 128 + at * 32..][..bytes.len()].copy_from_slice(&bytes);
            }
        }
        let mut module = parse_module(&case.text).unwrap();
        let kernel = kernel_of(&module, "test").unwrap();
        walk(&mut module, kernel, |cursor, inst| {
            let Op::Intrinsic { id: Intrinsic::Fma, args, .. } = cursor.func.op(inst).clone() else {
                return Ok(Visit::Keep);
            };
            let (value, right) = product_sum(cursor, [args[0], args[1], args[2]]);
            let ty = cursor.ty(value);
            let unknown = cursor.fconst(ty, UNKNOWN);
            Ok(Visit::Replace(cursor.select(right, value, unknown)))
        })
        .unwrap();
        let result = case.run(&module);
        let size = N::of(0.0).bytes().len();
        (0..operands.len()).map(|at| result[at * 128 + 96..][..size].to_vec()).collect()
    }

    /// Checks every result; returns how many are not known.
    fn unknown<N: Number>(operands: &[[f64; 3]]) -> usize {
        let operands: Vec<[N; 3]> = operands.iter().map(|three| three.map(N::of)).collect();
        let none = N::of(UNKNOWN).bytes();
        let mut count = 0;
        for some in operands.chunks(THREADS) {
            for (&three, found) in some.iter().zip(quick(some)) {
                let right = N::fused(three).bytes();
                assert!(found == none || found == right, "fma of {:x?}: {found:x?}, {right:x?}", three.map(N::bytes));
                count += usize::from(found == none);
            }
        }
        count
    }

    fn triples(values: &[f64]) -> Vec<[f64; 3]> {
        values.as_chunks().0.to_vec()
    }

    #[test]
    fn no_wrong_result_is_called_right() {
        let (mut doubles, mut floats) = (0, 0);
        for seed in 1..9 {
            let bytes = awkward_floats(64, 52, seed, 3 * THREADS);
            let values: Vec<f64> = bytes.as_chunks().0.iter().map(|&b| f64::from_le_bytes(b)).collect();
            doubles += unknown::<f64>(&triples(&values));
            let bytes = awkward_floats(32, 23, seed, 3 * THREADS);
            let values = bytes.as_chunks().0.iter().map(|&b| f32::from_le_bytes(b).into());
            floats += unknown::<f32>(&triples(&values.collect::<Vec<f64>>()));
        }
        assert!(doubles > 100 && floats > 100, "{doubles}, {floats}: where is what it cannot know?");
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
        unknown::<f64>(&edges);
        let largest = f64::from(f32::MAX);
        let edges = [
            [largest * 2f64.powi(-64), -2f64.powi(64), 2f64.powi(119)],
            [largest * 2f64.powi(-13), 2f64.powi(13), 2f64.powi(45)],
            [1e-30, 1e-15, 0.0],
            [1e-30, -1e-15, 1e-44],
            [2f64.powi(120), 2f64.powi(-120), -1.0],
            [1.0, 2f64.powi(-24), 1.0],
        ];
        unknown::<f32>(&edges);
    }

    #[test]
    fn usual_operands_are_known() {
        let bytes = noise(3 * THREADS * 16, 5);
        let number = |chunk: &[u8; 16]| {
            let significand = 1.0 + u64::from_le_bytes(chunk[..8].try_into().unwrap()) as f64 * 2f64.powi(-64);
            significand * 2f64.powi(i32::from(chunk[8] as i8)) * if chunk[9] & 1 == 0 { 1.0 } else { -1.0 }
        };
        let doubles: Vec<f64> = bytes.as_chunks().0.iter().map(number).collect();
        assert_eq!(unknown::<f64>(&triples(&doubles)), 0);
        // Many of whose sums lie midway between two numbers.
        let near: Vec<f64> = doubles.iter().map(|&x| x / x.abs().log2().floor().exp2()).collect();
        let floats: Vec<f64> = near.iter().map(|&x| f64::from(x as f32)).collect();
        assert_eq!(unknown::<f64>(&triples(&floats)), 0);
        let halves: Vec<f64> = near.iter().map(|&x| half::f16::from_f64(x).to_f64()).collect();
        assert_eq!(unknown::<f32>(&triples(&halves)), 0);
        let missed = unknown::<f32>(&triples(&floats));
        assert!(missed < 5, "{missed} of {} sums of floats", floats.len() / 3);
        let zeros: Vec<[f64; 3]> =
            (0..8).map(|n| [0, 1, 2].map(|at| if n >> at & 1 == 0 { 0.0 } else { 1.5 })).collect();
        assert_eq!(unknown::<f64>(&zeros) + unknown::<f32>(&zeros), 0);
    }
}
