//! Conversions between scalars, and the reinterpretation of whole values bit by bit.
//!
//! Called by `fold`.

use crate::ir::float_format::Format;
use crate::ir::instruction::{CastOp, Flags};
use crate::ir::types::{Type, Types};

use super::float::Parts;
use super::{Datum, Lane, int};

/// A scalar conversion `from` → `to` (not `bitcast` of vectors, not `addrspacecast`).
pub fn scalar(types: &Types, op: CastOp, flags: Flags, from: Type, to: Type, v: u128) -> Lane {
    let (width, to_width) = (types.value_bits(from), types.value_bits(to));
    let (format, to_format) = (Format::of(types.kind(from)), Format::of(types.kind(to)));
    match op {
        CastOp::Trunc => truncate(flags, width, to_width, v),
        CastOp::ZExt => (!flags.contains(Flags::NNEG) || int::signed(v, width) >= 0).then_some(v),
        CastOp::SExt => Some(int::signed(v, width) as u128 & int::mask(to_width)),
        CastOp::FPTrunc | CastOp::FPExt => Some(to_format?.pack(format?.unpack(v as u64)).into()),
        CastOp::FPToUI => to_integer(format?, v as u64).and_then(|(negative, magnitude)| {
            (magnitude <= int::mask(to_width) && !(negative && magnitude != 0)).then_some(magnitude)
        }),
        CastOp::FPToSI => to_integer(format?, v as u64).and_then(|(negative, magnitude)| {
            let limit = int::mask(to_width - 1) + u128::from(negative);
            (magnitude <= limit).then(|| signed_bits(negative, magnitude, to_width))
        }),
        CastOp::UIToFP if flags.contains(Flags::NNEG) && int::signed(v, width) < 0 => None,
        CastOp::UIToFP => Some(from_integer(to_format?, false, v).into()),
        CastOp::SIToFP => {
            let value = int::signed(v, width);
            Some(from_integer(to_format?, value < 0, value.unsigned_abs()).into())
        }
        CastOp::PtrToInt | CastOp::IntToPtr => Some(v & int::mask(to_width)),
        CastOp::BitCast => (width == to_width).then_some(v),
        CastOp::AddrSpaceCast => None,
    }
}

fn truncate(flags: Flags, width: u32, to_width: u32, v: u128) -> Lane {
    let result = v & int::mask(to_width);
    let lost_unsigned = flags.contains(Flags::NUW) && result != v;
    let lost_signed = flags.contains(Flags::NSW) && int::signed(result, to_width) != int::signed(v, width);
    (!lost_unsigned && !lost_signed).then_some(result)
}

/// `addrspacecast`: null becomes null, and device memory has one address in all spaces that name it. Nothing for other pointers
/// into or out of shared and private memory: only a machine knows what they are in another space.
pub fn between_spaces(types: &Types, from: Type, to: Type, value: &Datum) -> Option<Datum> {
    let (source, target) = (types.pointee_space(from)?, types.pointee_space(to)?);
    if let Datum::Many(lanes) = value {
        return lanes.iter().map(|lane| between_spaces(types, from, to, lane)).collect::<Option<_>>().map(Datum::Many);
    }
    let same = source == target || source.pointer_bits() == 64 && target.pointer_bits() == 64;
    match value.lane() {
        None => Some(Datum::Lane(None)),
        Some(bits) if bits == u128::from(source.null()) => Some(Datum::bits(target.null().into())),
        Some(bits) => same.then(|| Datum::bits(bits)),
    }
}

fn signed_bits(negative: bool, magnitude: u128, bits: u32) -> u128 {
    (if negative { magnitude.wrapping_neg() } else { magnitude }) & int::mask(bits)
}

/// The integer nearest to zero that `v` lies at or beyond: (negative, magnitude). Nothing for NaN, infinity, and what 128 bits
/// cannot hold.
fn to_integer(format: Format, v: u64) -> Option<(bool, u128)> {
    let Parts::Finite { negative, mantissa, exponent } = format.unpack(v) else { return None };
    if exponent <= 0 {
        let shift = u32::try_from(-exponent).ok()?;
        return Some((negative, mantissa.checked_shr(shift).unwrap_or(0)));
    }
    if mantissa == 0 {
        return Some((negative, 0));
    }
    (exponent <= i64::from(mantissa.leading_zeros())).then(|| (negative, mantissa << exponent))
}

/// The float nearest to an integer.
fn from_integer(format: Format, negative: bool, magnitude: u128) -> u64 {
    let negative = negative && magnitude != 0;
    format.pack(Parts::Finite { negative, mantissa: magnitude, exponent: 0 })
}

/// `llvm.fptosi.sat` and `llvm.fptoui.sat`.
pub fn saturating(format: Format, v: u64, bits: u32, is_signed: bool) -> u128 {
    let negative = v & format.sign() != 0;
    if format.is_nan(v) {
        return 0;
    }
    let magnitude = to_integer(format, v).map_or(u128::MAX, |(_, m)| m);
    match (is_signed, negative) {
        (false, true) => 0,
        (false, false) => magnitude.min(int::mask(bits)),
        (true, _) => signed_bits(negative, magnitude.min(int::mask(bits - 1) + u128::from(negative)), bits),
    }
}

/// `bitcast` of anything: lanes become bits, lowest lane lowest, and bits become lanes. A lane with a poison bit is poison.
pub fn reinterpret(types: &Types, from: Type, to: Type, value: &Datum) -> Option<Datum> {
    if types.value_bits(from) != types.value_bits(to) {
        return None;
    }
    if let (Datum::Lane(lane), None) = (value, types.vector_parts(to)) {
        return Some(Datum::Lane(*lane));
    }
    let mut bits: Vec<Option<bool>> = Vec::new();
    let width = types.value_bits(types.scalar(from));
    let mut push = |lane: &Lane| bits.extend((0..width).map(|i| lane.map(|v| v >> i & 1 == 1)));
    match value {
        Datum::Lane(lane) => push(lane),
        Datum::Many(lanes) => lanes.iter().for_each(|d| push(&d.lane())),
    }
    let to_width = types.value_bits(types.scalar(to)) as usize;
    let gather = |chunk: &[Option<bool>]| -> Lane {
        chunk.iter().enumerate().try_fold(0, |v, (i, bit)| bit.map(|b| v | u128::from(b) << i))
    };
    let mut lanes = bits.chunks(to_width).map(|chunk| Datum::Lane(gather(chunk)));
    if types.vector_parts(to).is_some() { Some(Datum::Many(lanes.collect())) } else { lanes.next() }
}

#[cfg(test)]
mod tests {
    use super::{Datum, between_spaces, reinterpret, saturating, scalar};
    use crate::ir::float_format::FLOAT;
    use crate::ir::instruction::{CastOp, Flags};
    use crate::ir::types::{Type, Types};

    #[test]
    fn float_to_int_is_poison_out_of_range_and_clamps_when_saturating() {
        let types = Types::default();
        let bits = |v: f32| u128::from(v.to_bits());
        let si = |v| scalar(&types, CastOp::FPToSI, Flags::empty(), Type::FLOAT, Type::I8, bits(v));
        assert_eq!((si(-128.9), si(127.9), si(-129.0), si(f32::NAN)), (Some(0x80), Some(0x7f), None, None));
        assert_eq!(saturating(FLOAT, (-1e9f32).to_bits().into(), 8, true), 0x80);
        assert_eq!(saturating(FLOAT, f32::INFINITY.to_bits().into(), 16, false), 0xffff);
        assert_eq!(saturating(FLOAT, (-3.5f32).to_bits().into(), 32, true), (-3i32) as u32 as u128);
    }

    #[test]
    fn null_becomes_null_in_every_space_and_offset_zero_of_a_local_memory_is_no_null() {
        let types = Types::default();
        let cast = |from, to, bits: u64| {
            let result = between_spaces(&types, from, to, &Datum::bits(bits.into()));
            result.map(|datum| datum.lane().expect("no poison") as u64)
        };
        let local_null = u64::from(u32::MAX);
        for local in [Type::PTR_SHARED, Type::PTR_PRIVATE] {
            for wide in [Type::PTR, Type::PTR_GLOBAL, Type::PTR_CONSTANT] {
                assert_eq!(cast(wide, local, 0), Some(local_null));
                assert_eq!(cast(local, wide, local_null), Some(0));
                assert_eq!((cast(local, wide, 0), cast(wide, local, 4)), (None, None), "only a machine knows");
                assert_eq!(cast(wide, Type::PTR, 4), Some(4));
            }
            assert_eq!((cast(local, local, 0), cast(local, local, local_null)), (Some(0), Some(local_null)));
        }
    }

    #[test]
    fn integers_of_128_bits_round_to_nearest() {
        let types = Types::default();
        for v in [u128::MAX, 1 << 127 | 1 << 64, 0xffff_ff7f_ffff_ffff_ffff, 12345] {
            let to = |ty| scalar(&types, CastOp::UIToFP, Flags::empty(), Type::I128, ty, v);
            assert_eq!(to(Type::FLOAT), Some((v as f32).to_bits().into()));
            assert_eq!(to(Type::DOUBLE), Some((v as f64).to_bits().into()));
        }
    }

    #[test]
    fn bitcast_puts_the_first_lane_lowest_and_keeps_poison_where_it_is() {
        let mut types = Types::default();
        let pair = types.vector(Type::I16, 2);
        let lanes = Datum::Many(vec![Datum::Lane(Some(0x1234)), Datum::Lane(Some(0xabcd))]);
        assert_eq!(reinterpret(&types, pair, Type::I32, &lanes), Some(Datum::Lane(Some(0xabcd_1234))));
        let bytes = types.vector(Type::I8, 4);
        let half_poison = Datum::Many(vec![Datum::Lane(Some(0x1234)), Datum::Lane(None)]);
        let expected = [Some(0x34), Some(0x12), None, None].map(Datum::Lane).to_vec();
        assert_eq!(reinterpret(&types, pair, bytes, &half_poison), Some(Datum::Many(expected)));
    }
}
