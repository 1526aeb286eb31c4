//! What the pure intrinsics compute.
//!
//! [`scalar`] works lane by lane and is exact; [`approximate`] holds those whose last bit HIP does not fix, which the
//! interpreter computes in `f64` and constant folding leaves alone. Called by `fold`.

use crate::ir::float_format::Format;
use crate::ir::instruction::BinaryOp;
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::{Type, Types};

use super::float;
use super::{Datum, Lane, cast, int};

/// Whether [`scalar`] knows `id`.
pub fn is_exact(id: Intrinsic) -> bool {
    use Intrinsic as I;
    matches!(
        id,
        I::Fma
            | I::FMulAdd
            | I::Sqrt
            | I::FAbs
            | I::Floor
            | I::Ceil
            | I::FTrunc
            | I::Rint
            | I::NearbyInt
            | I::Round
            | I::RoundEven
            | I::CopySign
            | I::MinNum
            | I::MaxNum
            | I::Minimum
            | I::Maximum
            | I::Canonicalize
            | I::IsFpClass
            | I::FpToSiSat
            | I::FpToUiSat
            | I::LRint
            | I::LRound
            | I::Abs
            | I::SMax
            | I::SMin
            | I::UMax
            | I::UMin
            | I::Ctlz
            | I::Cttz
            | I::Ctpop
            | I::FindMsb
            | I::FindLsb
            | I::ByteDotSigned
            | I::ByteDotUnsigned
            | I::BitReverse
            | I::BSwap
            | I::FShl
            | I::FShr
            | I::UAddSat
            | I::SAddSat
            | I::USubSat
            | I::SSubSat
            | I::UShlSat
            | I::SShlSat
            | I::UCmp
            | I::SCmp
            | I::PtrMask
            | I::Expect
            | I::CallSite
    )
}

/// Whether [`approximate`] knows `id`.
pub fn is_approximate(id: Intrinsic) -> bool {
    use Intrinsic as I;
    matches!(
        id,
        I::Pow
            | I::Powi
            | I::Exp
            | I::Exp2
            | I::Exp10
            | I::Log
            | I::Log2
            | I::Log10
            | I::Sin
            | I::Cos
            | I::NativeSin
            | I::NativeCos
            | I::NativeExp2
            | I::NativeLog2
            | I::NativeRcp
            | I::NativeRsqrt
            | I::NativeSqrt
    )
}

/// One lane of an exact intrinsic: `from` is the first argument's type, `to` the result's.
pub fn scalar(types: &Types, id: Intrinsic, from: Type, to: Type, args: &[u128]) -> Lane {
    match Format::of(types.kind(from)) {
        Some(format) => float_lane(types, id, format, to, args),
        None => int_lane(id, types.value_bits(from), types.value_bits(to), args),
    }
}

fn float_lane(types: &Types, id: Intrinsic, format: Format, to: Type, args: &[u128]) -> Lane {
    let a = *args.first()? as u64;
    let b = args.get(1).map_or(0, |&b| b as u64);
    let through = |f: fn(f64) -> f64| Some(u128::from(format.round_f64(f(format.to_f64(a)))));
    let result = match id {
        Intrinsic::Fma | Intrinsic::FMulAdd => float::fma(format, a, b, *args.get(2)? as u64),
        Intrinsic::Sqrt => float::sqrt(format, a),
        Intrinsic::FAbs => a & !format.sign(),
        Intrinsic::CopySign => (a & !format.sign()) | (b & format.sign()),
        Intrinsic::MinNum => float::min_max(format, a, b, false, true),
        Intrinsic::MaxNum => float::min_max(format, a, b, true, true),
        Intrinsic::Minimum => float::min_max(format, a, b, false, false),
        Intrinsic::Maximum => float::min_max(format, a, b, true, false),
        Intrinsic::Canonicalize => format.pack(format.unpack(a)),
        Intrinsic::Floor => return through(f64::floor),
        Intrinsic::Ceil => return through(f64::ceil),
        Intrinsic::FTrunc => return through(f64::trunc),
        Intrinsic::Round => return through(f64::round),
        Intrinsic::Rint | Intrinsic::NearbyInt | Intrinsic::RoundEven => return through(f64::round_ties_even),
        Intrinsic::IsFpClass => return Some(float::in_class(format, a, b as u32).into()),
        Intrinsic::FpToSiSat => return Some(cast::saturating(format, a, types.value_bits(to), true)),
        Intrinsic::FpToUiSat => return Some(cast::saturating(format, a, types.value_bits(to), false)),
        Intrinsic::LRint | Intrinsic::LRound => {
            let round = if id == Intrinsic::LRint { f64::round_ties_even } else { f64::round };
            let rounded = format.round_f64(round(format.to_f64(a)));
            return Some(cast::saturating(format, rounded, types.value_bits(to), true));
        }
        _ => return None,
    };
    Some(result.into())
}

/// `x * 2^n`, n a signed number of so many bits.
pub fn ldexp(format: Format, x: u128, n: u128, bits: u32) -> Lane {
    let n = int::signed(n, bits).clamp(i32::MIN.into(), i32::MAX.into());
    Some(float::ldexp(format, x as u64, n as i64).into())
}

fn int_lane(id: Intrinsic, bits: u32, to_bits: u32, args: &[u128]) -> Lane {
    let a = *args.first()?;
    let b = args.get(1).copied().unwrap_or(0);
    let (x, y) = (int::signed(a, bits), int::signed(b, bits));
    let zero_is_poison = a == 0 && b & 1 == 1;
    Some(match id {
        Intrinsic::Abs if b & 1 == 1 && a == 1 << (bits - 1) => return None,
        Intrinsic::Abs => x.unsigned_abs() & int::mask(bits),
        Intrinsic::SMax => {
            if x > y {
                a
            } else {
                b
            }
        }
        Intrinsic::SMin => {
            if x < y {
                a
            } else {
                b
            }
        }
        Intrinsic::UMax => a.max(b),
        Intrinsic::UMin => a.min(b),
        Intrinsic::Ctlz | Intrinsic::Cttz if zero_is_poison => return None,
        Intrinsic::Ctlz => int::leading_zeros(bits, a).into(),
        Intrinsic::Cttz => int::trailing_zeros(bits, a).into(),
        Intrinsic::Ctpop => a.count_ones().into(),
        Intrinsic::FindMsb => (127i128 - i128::from(a.leading_zeros())) as u128 & int::mask(bits),
        Intrinsic::FindLsb if a == 0 => int::mask(bits),
        Intrinsic::FindLsb => a.trailing_zeros().into(),
        Intrinsic::ByteDotSigned => int::byte_dot(a, b, |byte| i64::from(byte as i8)),
        Intrinsic::ByteDotUnsigned => int::byte_dot(a, b, i64::from),
        Intrinsic::BitReverse => int::reverse(bits, a),
        Intrinsic::BSwap => int::swap_bytes(bits, a),
        Intrinsic::FShl => int::funnel(true, bits, a, b, *args.get(2)?),
        Intrinsic::FShr => int::funnel(false, bits, a, b, *args.get(2)?),
        Intrinsic::UAddSat => int::unsigned_exact(BinaryOp::Add, bits, a, b).unwrap_or(int::mask(bits)),
        Intrinsic::USubSat => a.saturating_sub(b),
        Intrinsic::SAddSat => int::saturate_signed(int::signed_exact(BinaryOp::Add, bits, a, b), x < 0, bits),
        Intrinsic::SSubSat => int::saturate_signed(int::signed_exact(BinaryOp::Sub, bits, a, b), x < 0, bits),
        Intrinsic::UShlSat | Intrinsic::SShlSat => return shift_saturating(id, bits, a, b),
        Intrinsic::UCmp => three_way(a.cmp(&b), to_bits),
        Intrinsic::SCmp => three_way(x.cmp(&y), to_bits),
        Intrinsic::PtrMask => a & b,
        Intrinsic::Expect | Intrinsic::CallSite => a,
        _ => return None,
    })
}

fn shift_saturating(id: Intrinsic, bits: u32, a: u128, b: u128) -> Lane {
    if b >= u128::from(bits) {
        return None;
    }
    let result = a << b & int::mask(bits);
    Some(if id == Intrinsic::UShlSat {
        if result >> b == a { result } else { int::mask(bits) }
    } else {
        let x = int::signed(a, bits);
        let fits = int::signed(result, bits) >> b == x;
        int::saturate_signed(fits.then(|| int::signed(result, bits)), x < 0, bits)
    })
}

fn three_way(order: std::cmp::Ordering, bits: u32) -> u128 {
    order as i8 as i128 as u128 & int::mask(bits)
}

/// `llvm.*.with.overflow`: the wrapped result and whether it wrapped.
pub fn with_overflow(id: Intrinsic, bits: u32, a: u128, b: u128) -> Option<Datum> {
    use crate::ir::instruction::Flags;
    let (op, is_signed) = match id {
        Intrinsic::UAddOverflow => (BinaryOp::Add, false),
        Intrinsic::SAddOverflow => (BinaryOp::Add, true),
        Intrinsic::USubOverflow => (BinaryOp::Sub, false),
        Intrinsic::SSubOverflow => (BinaryOp::Sub, true),
        Intrinsic::UMulOverflow => (BinaryOp::Mul, false),
        Intrinsic::SMulOverflow => (BinaryOp::Mul, true),
        _ => return None,
    };
    let overflow = if is_signed {
        int::signed_exact(op, bits, a, b).is_none()
    } else {
        int::unsigned_exact(op, bits, a, b).is_none()
    };
    let wrapped = int::binary(op, Flags::empty(), bits, a, b);
    Some(Datum::Many(vec![Datum::Lane(wrapped), Datum::Lane(Some(overflow.into()))]))
}

/// The step of a `llvm.vector.reduce.*`: how two lanes combine. The float sums and products run in lane order.
pub fn reduce_step(types: &Types, id: Intrinsic, elem: Type, a: u128, b: u128) -> Lane {
    use crate::ir::instruction::Flags;
    let bits = types.value_bits(elem);
    let integer = |op| int::binary(op, Flags::empty(), bits, a, b);
    let float = |op| {
        let result = float::binary(Format::of(types.kind(elem))?, op, a as u64, b as u64)?;
        Some(u128::from(result))
    };
    match id {
        Intrinsic::ReduceAdd => integer(BinaryOp::Add),
        Intrinsic::ReduceMul => integer(BinaryOp::Mul),
        Intrinsic::ReduceAnd => Some(a & b),
        Intrinsic::ReduceOr => Some(a | b),
        Intrinsic::ReduceXor => Some(a ^ b),
        Intrinsic::ReduceSMax => scalar(types, Intrinsic::SMax, elem, elem, &[a, b]),
        Intrinsic::ReduceSMin => scalar(types, Intrinsic::SMin, elem, elem, &[a, b]),
        Intrinsic::ReduceUMax => Some(a.max(b)),
        Intrinsic::ReduceUMin => Some(a.min(b)),
        Intrinsic::ReduceFMax => scalar(types, Intrinsic::MaxNum, elem, elem, &[a, b]),
        Intrinsic::ReduceFMin => scalar(types, Intrinsic::MinNum, elem, elem, &[a, b]),
        Intrinsic::ReduceFAdd => float(BinaryOp::FAdd),
        Intrinsic::ReduceFMul => float(BinaryOp::FMul),
        _ => None,
    }
}

/// One lane of an intrinsic whose result is only nearly fixed: the `f64` result, rounded.
pub fn approximate(types: &Types, id: Intrinsic, ty: Type, args: &[u128]) -> Lane {
    let format = Format::of(types.kind(ty))?;
    let x = format.to_f64(*args.first()? as u64);
    let b = args.get(1).copied().unwrap_or(0);
    let result = match id {
        Intrinsic::Pow => x.powf(format.to_f64(b as u64)),
        Intrinsic::Powi => x.powi(b as u32 as i32),
        Intrinsic::Exp => x.exp(),
        Intrinsic::Exp2 | Intrinsic::NativeExp2 => x.exp2(),
        Intrinsic::Exp10 => 10f64.powf(x),
        Intrinsic::Log => x.ln(),
        Intrinsic::Log2 | Intrinsic::NativeLog2 => x.log2(),
        Intrinsic::Log10 => x.log10(),
        Intrinsic::Sin | Intrinsic::NativeSin => x.sin(),
        Intrinsic::Cos | Intrinsic::NativeCos => x.cos(),
        Intrinsic::NativeRcp => x.recip(),
        Intrinsic::NativeRsqrt => x.sqrt().recip(),
        Intrinsic::NativeSqrt => x.sqrt(),
        _ => return None,
    };
    Some(format.round_f64(result).into())
}
