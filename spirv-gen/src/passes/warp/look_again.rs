//! Makes the volatile accesses of shared words atomic, and keeps their order, in a kernel whose threads wait for each other: on AMD's hardware
//! they happen as written, and NVIDIA's driver keeps them in registers and moves them past each other.
//!
//!   before  %x = load volatile i32, %flag      after  %x = load atomic volatile i32, %flag acquire
//!
//! Called by `warp::run`.

use crate::ir::function::Function;
use crate::ir::instruction::{Atomicity, Inst, Op, Ordering, Scope};
use crate::ir::module::Context;
use crate::ir::types::{AddressSpace, Type};

/// See the module's description.
pub fn run(ctx: &Context, func: &mut Function) {
    let insts: Vec<Inst> = func.linked_insts().map(|(_, inst)| inst).collect();
    for inst in insts {
        let (ptr, ty, ordering) = match *func.op(inst) {
            Op::Load { ptr, volatile: true, .. } => (ptr, func.insts[inst].ty, Ordering::Acquire),
            Op::Store { ptr, value, volatile: true, .. } => (ptr, ctx.type_of(func, value), Ordering::Release),
            _ => continue,
        };
        if ty != Type::I32 || ctx.types.pointee_space(ctx.type_of(func, ptr)) != Some(AddressSpace::Shared) {
            continue;
        }
        if let Op::Load { atomic: atomic @ None, .. } | Op::Store { atomic: atomic @ None, .. } =
            &mut func.insts[inst].op
        {
            *atomic = Some(Atomicity { ordering, scope: Scope::Workgroup });
        }
    }
}
