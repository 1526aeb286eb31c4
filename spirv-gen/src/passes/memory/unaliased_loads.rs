//! Loads of memory that the kernel does not write stand in front of the stores around them, on a GPU, so that a thread waits once for several of them.
//!
//! ```text
//! before   %a = load %in;  store %a, %out;  %b = load %in + 4;  store %b, %out + 4
//! after    %a = load %in;  %b = load %in + 4;  store %a, %out;  store %b, %out + 4
//! ```
//! Such memory is what a `const T *__restrict__` of the kernel points to. Only its parameters say so; SPIR-V has no word for it, and a driver must
//! take it that an address may be any other one: unrolled loops wait for each of their rounds. Loads pass plain stores within their block, and
//! nothing that threads meet or talk by. Called by the device list in front of `kernel_args`, which takes the parameters away.

use super::earlier_loads::EarlierLoads;
use crate::error::CompileError;
use crate::hash::HashSet;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{CastOp, Inst, Op, Value};
use crate::ir::module::{Context, Module};
use crate::ir::types::AddressSpace;
use crate::passes::DeviceContext;
use crate::passes::util::walk::kernel_of;

const PASS: &str = "memory/unaliased_loads";
/// Instructions behind a store that are looked at.
const REACH: usize = 256;

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let Module { ctx, functions, .. } = module;
    let func = &mut functions[id];
    if device.target.cpu || !func.params.iter().any(|param| param.noalias && param.readonly) {
        return Ok(());
    }
    for block in func.layout.clone() {
        reorder(ctx, func, block);
    }
    Ok(())
}

fn reorder(ctx: &Context, func: &mut Function, block: Block) {
    let mut at = 0;
    while let Some(store) = func.blocks[block].insts[at..].iter().position(|&inst| is_in_the_way(ctx, func, inst)) {
        at += store;
        let ahead = &func.blocks[block].insts[at..];
        let passed = ahead.iter().take(REACH).take_while(|&&inst| may_be_passed(func, inst)).count();
        let ahead = &ahead[..passed];
        let mut moves = EarlierLoads::new(func, ahead.iter().copied().collect());
        let mut end = 0;
        for (place, &inst) in ahead.iter().enumerate() {
            if is_unaliased(func, inst) && moves.take(inst) {
                end = place + 1;
            }
        }
        let moved = moves.into_order();
        let gone: HashSet<Inst> = moved.iter().copied().collect();
        let kept = ahead[..end].iter().copied().filter(|inst| !gone.contains(inst));
        let reordered: Vec<Inst> = moved.into_iter().chain(kept).collect();
        func.blocks[block].insts.splice(at..at + end, reordered);
        at += end.max(1);
    }
}

/// A store that a driver must take for one of what is loaded behind it: not one of shared memory.
fn is_in_the_way(ctx: &Context, func: &Function, inst: Inst) -> bool {
    let Op::Store { ptr, volatile: false, atomic: None, .. } = *func.op(inst) else { return false };
    ctx.types.pointee_space(ctx.type_of(func, ptr)) != Some(AddressSpace::Shared)
}

fn may_be_passed(func: &Function, inst: Inst) -> bool {
    let op = func.op(inst);
    !op.has_side_effects() || matches!(op, Op::Store { volatile: false, atomic: None, .. })
}

/// A load of what no pointer but a parameter's reaches, and this one only to read.
fn is_unaliased(func: &Function, inst: Inst) -> bool {
    let Op::Load { mut ptr, volatile: false, atomic: None, .. } = *func.op(inst) else { return false };
    while let Value::Inst(inst) = ptr {
        match *func.op(inst) {
            Op::Gep { base, .. } => ptr = base,
            Op::Cast { op: CastOp::AddrSpaceCast, value, .. } => ptr = value,
            _ => return false,
        }
    }
    let Value::Param(number) = ptr else { return false };
    func.params.get(number as usize).is_some_and(|param| param.noalias && param.readonly && param.by_ref.is_none())
}
