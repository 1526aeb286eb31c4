//! What is known of a pointer's alignment, from where it comes from. Called by the passes that move memory.

use crate::analysis::offsets::{Step, steps};
use crate::ir::constant::ConstData;
use crate::ir::entity::PrimaryMap;
use crate::ir::function::Function;
use crate::ir::instruction::{CastOp, Op, Value};
use crate::ir::module::{Context, Global, GlobalId};

/// How far back pointer arithmetic is followed.
const DEPTH: u32 = 16;
/// Nothing larger is of use to anybody.
const MOST: u64 = 16;

/// A power of two, 16 at most, that divides the address `ptr`.
pub fn known_align(ctx: &Context, globals: &PrimaryMap<GlobalId, Global>, func: &Function, ptr: Value) -> u64 {
    align_of(ctx, globals, func, ptr, DEPTH).clamp(1, MOST)
}

fn align_of(ctx: &Context, globals: &PrimaryMap<GlobalId, Global>, func: &Function, ptr: Value, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let inner = |value| align_of(ctx, globals, func, value, depth - 1);
    match ptr {
        Value::Const(id) => match ctx.consts.data(id) {
            ConstData::GlobalAddr { global, offset, .. } => {
                let global = &globals[*global];
                let align = if global.align > 0 { u64::from(global.align) } else { ctx.types.align(global.ty) };
                align.min(largest_power_in(offset.unsigned_abs()))
            }
            ConstData::Undef(_) | ConstData::Poison(_) | ConstData::Zero(_) => MOST,
            _ => 1,
        },
        Value::Param(index) => {
            let param = &func.params[index as usize];
            u64::from(param.align).max(param.by_ref.map_or(1, |ty| ctx.types.align(ty)))
        }
        Value::Inst(inst) => match func.op(inst) {
            Op::Alloca { elem, align, .. } => u64::from(*align).max(ctx.types.align(*elem)),
            Op::Gep { elem, base, indices, .. } => {
                let Some(steps) = steps(ctx, *elem, indices) else { return 1 };
                steps.into_iter().fold(inner(*base), |align, step| {
                    align.min(largest_power_in(match step {
                        Step::Constant(bytes) => bytes.unsigned_abs(),
                        Step::Scaled(_, bytes) => bytes,
                    }))
                })
            }
            Op::Cast { op: CastOp::AddrSpaceCast, value, .. } | Op::Freeze(value) => inner(*value),
            Op::Select { then_, else_, .. } => inner(*then_).min(inner(*else_)),
            _ => 1,
        },
    }
}

/// The alignment of a place `offset` bytes behind one aligned to `align`.
pub fn align_at(align: u32, offset: u64) -> u32 {
    let both = u64::from(align.max(1)) | offset;
    1 << both.trailing_zeros()
}

/// The largest power of two that divides `n`; 0 is divided by all.
fn largest_power_in(n: u64) -> u64 {
    if n == 0 { MOST } else { n & n.wrapping_neg() }
}
