//! Addresses in private and workgroup memory, which nothing can hold: they are computed again where they are used.
//!
//! Called by `structure::repair` and `calls::states`, which take control from definitions to uses by new ways.

use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::Context;

/// Copies each such gep to its uses in blocks that are `far` from its own (called with that and the use's), and again for the copy's own operands.
/// Not to phis.
pub fn copy_to_uses(ctx: &Context, func: &mut Function, far: impl Fn(Block, Block) -> bool) {
    let mut home = func.homes();
    for block in func.layout.clone() {
        let mut at = 0;
        while let Some(&inst) = func.blocks[block].insts.get(at) {
            let Some(gep) = far_address(ctx, func, inst, |def| home[def.index()].is_some_and(|h| far(h, block))) else {
                at += 1;
                continue;
            };
            let copy = func.insts[gep].clone();
            let copy = func.create_inst(copy.op, copy.ty, copy.loc);
            home.push(Some(block));
            func.blocks[block].insts.insert(at, copy); // looked at next, for its own operands
            func.insts[inst].op.map_operands(|v| if v == Value::Inst(gep) { Value::Inst(copy) } else { v });
        }
    }
}

/// The first operand of `inst`, no phi, that is such an address and `is_far`.
fn far_address(ctx: &Context, func: &Function, inst: Inst, is_far: impl Fn(Inst) -> bool) -> Option<Inst> {
    let mut found = None;
    if !matches!(func.op(inst), Op::Phi(_)) {
        func.op(inst).for_each_operand(|value| {
            let Value::Inst(def) = value else { return };
            let is_address =
                matches!(func.op(def), Op::Gep { .. }) && ctx.types.pointee_space(func.insts[def].ty).is_some();
            if found.is_none() && is_address && is_far(def) {
                found = Some(def);
            }
        });
    }
    found
}
