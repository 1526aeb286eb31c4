//! What a read-modify-write operation writes. Called by `interp`.

use crate::ir::float_format::Format;
use crate::ir::fold::float;
use crate::ir::fold::int;
use crate::ir::instruction::{AtomicOp, BinaryOp};
use crate::ir::types::{Type, Types};

/// The new value at the place, given the old one and the operand, both of scalar type `ty`.
pub fn combine(types: &Types, op: AtomicOp, ty: Type, old: u128, operand: u128) -> u128 {
    let bits = types.value_bits(ty);
    let (x, y) = (int::signed(old, bits), int::signed(operand, bits));
    let float = |op: BinaryOp| {
        let format = Format::of(types.kind(ty));
        format.and_then(|f| float::binary(f, op, old as u64, operand as u64)).map_or(0, u128::from)
    };
    let extreme = |maximum: bool| {
        let format = Format::of(types.kind(ty));
        format.map_or(0, |f| float::min_max(f, old as u64, operand as u64, maximum, true)).into()
    };
    match op {
        AtomicOp::Xchg => operand,
        AtomicOp::Add => old.wrapping_add(operand) & int::mask(bits),
        AtomicOp::Sub => old.wrapping_sub(operand) & int::mask(bits),
        AtomicOp::And => old & operand,
        AtomicOp::Nand => !(old & operand) & int::mask(bits),
        AtomicOp::Or => old | operand,
        AtomicOp::Xor => old ^ operand,
        AtomicOp::Max => {
            if x > y {
                old
            } else {
                operand
            }
        }
        AtomicOp::Min => {
            if x < y {
                old
            } else {
                operand
            }
        }
        AtomicOp::UMax => old.max(operand),
        AtomicOp::UMin => old.min(operand),
        AtomicOp::FAdd => float(BinaryOp::FAdd),
        AtomicOp::FSub => float(BinaryOp::FSub),
        AtomicOp::FMax => extreme(true),
        AtomicOp::FMin => extreme(false),
        AtomicOp::UIncWrap => {
            if old >= operand {
                0
            } else {
                old + 1
            }
        }
        AtomicOp::UDecWrap => {
            if old == 0 || old > operand {
                operand
            } else {
                old - 1
            }
        }
    }
}
