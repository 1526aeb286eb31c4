//! Which bits of an integer are zero whatever it is computed from. Called by `passes::vector::bytes`, `passes::memory::early_loads` and `divergence`.

use crate::ir::fold::int;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Op, Value};
use crate::ir::module::Context;

/// How far back values are followed.
const DEPTH: u32 = 8;

/// The bits of `value`, an integer, that are known to be zero.
pub fn zero_bits(ctx: &Context, func: &Function, value: Value) -> u128 {
    zeros(ctx, func, value, DEPTH)
}

fn zeros(ctx: &Context, func: &Function, value: Value, depth: u32) -> u128 {
    let Some(bits) = ctx.types.int_bits(ctx.type_of(func, value)) else { return 0 };
    let all = int::mask(bits);
    if let Some(constant) = ctx.as_int(value) {
        return !constant & all;
    }
    let (Value::Inst(inst), 1..) = (value, depth) else { return 0 };
    let of = |value| zeros(ctx, func, value, depth - 1);
    match *func.op(inst) {
        Op::Binary { op, lhs, rhs, .. } => match op {
            BinaryOp::And => of(lhs) | of(rhs),
            BinaryOp::Or | BinaryOp::Xor => of(lhs) & of(rhs),
            BinaryOp::Shl | BinaryOp::LShr => {
                let Some(by) = ctx.as_int(rhs).filter(|&by| by < u128::from(bits)) else { return 0 };
                if op == BinaryOp::Shl {
                    ((of(lhs) << by) | int::mask(by as u32)) & all
                } else {
                    (of(lhs) >> by) | (all & !(all >> by))
                }
            }
            BinaryOp::Mul => int::mask((low(of(lhs)) + low(of(rhs))).min(bits)),
            BinaryOp::Add | BinaryOp::Sub => int::mask(low(of(lhs)).min(low(of(rhs)))),
            _ => 0,
        },
        Op::Cast { op: CastOp::ZExt, value, .. } => {
            let from = ctx.types.int_bits(ctx.type_of(func, value)).unwrap_or(bits);
            of(value) | (all & !int::mask(from))
        }
        Op::Cast { op: CastOp::Trunc, value, .. } => of(value) & all,
        Op::Select { then_, else_, .. } => of(then_) & of(else_),
        _ => 0,
    }
}

/// How many of the lowest bits are among these.
fn low(bits: u128) -> u32 {
    bits.trailing_ones()
}

#[cfg(test)]
mod tests {
    use super::zero_bits;
    use crate::ir::instruction::{Op, Value};
    use crate::ir::parse::parse_module;

    #[test]
    fn masks_shifts_and_extensions_leave_zeros() {
        let module = parse_module(
            "define void @f(i32 %a, i8 %b, i1 %c, ptr addrspace(1) %p) {
               %low = and i32 %a, 252645135
               %up = shl i32 %low, 4
               %down = lshr i32 %a, 28
               %wide = zext i8 %b to i32
               %both = or i32 %low, %down
               %one = select i1 %c, i32 %both, i32 %wide
               %sum = add i32 %low, %wide
               store i32 %one, ptr addrspace(1) %p, align 4
               ret void
             }",
        )
        .unwrap();
        let func = module.functions.values().next().unwrap();
        let known: Vec<u128> = func
            .linked_insts()
            .filter(|&(_, inst)| !matches!(func.op(inst), Op::Store { .. } | Op::Ret(_)))
            .map(|(_, inst)| zero_bits(&module.ctx, func, Value::Inst(inst)))
            .collect();
        assert_eq!(known, [0xf0f0_f0f0, 0x0f0f_0f0f, 0xffff_fff0, 0xffff_ff00, 0xf0f0_f0f0, 0xf0f0_f000, 0]);
    }
}
