//! Elementary functions that a device has not, or not accurately enough: expanded into arithmetic.
//!
//! Vulkan's exp, log, sin and pow may be off by thousands of units in the last place, or cover floats only. The expansions here are
//! range reduction and a polynomial, within 2 units in the last place in f32 and f64 (measured in `tests/portable_math.rs`), with
//! HIP's results for zeros, infinities, NaNs and denormals; but sin and cos of f32, which only HIP's fast forms ask for, are within 2^-23. f16
//! goes through f32. `afn` calls in f32 take the device's own approximation instead.
//!
//! Multiply-adds in polynomials may be fused or not as the device likes; nothing here needs an exact fma.

mod exponential;
mod logarithm;
mod power;
mod trigonometry;
pub mod two_over_pi;

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::{Type, TypeKind};
use crate::passes::util::floats::FloatCode;

use Intrinsic as I;

/// The replacement of a function on scalars; nothing if we do not know it on this type. `table` is the address of
/// [`two_over_pi::table`].
pub fn expand(
    cur: &mut Cursor<'_>,
    table: Option<Value>,
    id: Intrinsic,
    flags: Flags,
    args: &[Value],
    ty: Type,
) -> Option<Value> {
    let x = *args.first()?;
    match cur.ctx.types.kind(ty) {
        TypeKind::Half | TypeKind::BFloat => {
            let wide: Vec<Value> = args
                .iter()
                .map(|&a| if cur.ty(a) == ty { cur.convert(CastOp::FPExt, a, Type::FLOAT) } else { a })
                .collect();
            let result = expand(cur, table, id, flags, &wide, Type::FLOAT)?;
            return Some(cur.convert(CastOp::FPTrunc, result, ty));
        }
        TypeKind::Float | TypeKind::Double => {}
        _ => return None,
    }
    if flags.contains(Flags::AFN)
        && ty == Type::FLOAT
        && let Some(native) = native(id)
    {
        return Some(cur.unary(native, x));
    }
    match id {
        I::Exp => Some(exponential::exp(cur, x)),
        I::Exp2 => Some(exponential::exp2(cur, x)),
        I::Exp10 => Some(exponential::exp10(cur, x)),
        I::Log => Some(logarithm::log(cur, x)),
        I::Log2 => Some(logarithm::log2(cur, x)),
        I::Log10 => Some(logarithm::log10(cur, x)),
        I::Sin if ty == Type::FLOAT => Some(trigonometry::fast(cur, x, 0)),
        I::Cos if ty == Type::FLOAT => Some(trigonometry::fast(cur, x, 1)),
        I::Sin => Some(trigonometry::sin(cur, table?, x)),
        I::Cos => Some(trigonometry::cos(cur, table?, x)),
        I::Pow => power::pow(cur, x, *args.get(1)?),
        I::Powi => Some(power::powi(cur, x, *args.get(1)?)),
        _ => None,
    }
}

/// The device's own approximation in f32.
fn native(id: Intrinsic) -> Option<Intrinsic> {
    Some(match id {
        I::Exp2 => I::NativeExp2,
        I::Log2 => I::NativeLog2,
        I::Sin => I::NativeSin,
        I::Cos => I::NativeCos,
        _ => return None,
    })
}

/// The value with the lower half of its significand cleared.
fn shorten(cur: &mut Cursor<'_>, x: Value) -> Value {
    let ty = cur.ty(x);
    let bits = cur.to_bits(x);
    let mask = if ty == Type::DOUBLE { u128::from(u64::MAX << 32) } else { 0xffff_f000 };
    let kept = cur.binary_const(BinaryOp::And, bits, mask);
    cur.bitcast(kept, ty)
}
