//! Warps of HIP's width on hardware of any width, and blocks on a CPU.
//!
//! ```text
//! hardware lanes = warp          native subgroup operations; waits get their order (`look_again`)
//! hardware lanes < warp, a CPU   fission/   one subgroup runs the whole block (on a CPU, if its threads meet or do little)
//! hardware lanes > warp          wide       several warps in a subgroup
//! what asks for subgroups         as it is   of whichever width: matrices, which one holds together, and broadcasts
//! ```
//! First, lanes get a meeting wherever the code relies on their lockstep (`lockstep`). Native subgroup operations lose what no lane asks for
//! (`own_values`).
//!
//! Needs: the contract's "Emittable" form, unstructured.   Called by the device list, before `structure`.

pub mod fission;
mod lockstep;
mod look_again;
mod normalize;
mod operations;
pub mod own_values;
mod sync_points;
pub mod wide;

use super::DeviceContext;
use crate::analysis::cfg::Cfg;
use crate::analysis::components::cycles;
use crate::analysis::polling::polls;
use crate::error::CompileError;
use crate::ir::function::Function;
use crate::ir::instruction::Op;
use crate::ir::module::{Context, Module};
use crate::ir::types::AddressSpace;
use crate::passes::util::rewrite::locate;
use crate::passes::util::walk::kernel_of;

use fission::waits::has_turns;
use lockstep::Lanes;
use operations::{PASS, is_meeting, is_warp_operation};

/// See the module's description.
///
/// # Errors
/// A block needs more scratch memory than can be addressed.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let kernel = kernel_of(module, PASS)?;
    let polls = polls(&module.ctx, &module.functions[kernel]);
    let waits = !polls.is_empty();
    module.functions[kernel].attrs.waits = polls.iter().any(|poll| !poll.own_block);
    let narrow = device.target.subgroup_size < device.metadata.warp_size;
    let Module { ctx, functions, .. } = &mut *module;
    let subgroups = uses_subgroups(&functions[kernel]);
    let lanes = match device.target {
        target if target.cpu && subgroups => Lanes::InStep,
        target if target.cpu || narrow => Lanes::InTurn,
        target if target.lanes_in_step => Lanes::InStep,
        _ => Lanes::Apart,
    };
    let warps = (device.metadata.warp_size, device.shape.threads(), lanes);
    lockstep::hold_together(ctx, &mut functions[kernel], warps, (&polls, device.target.strict_lockstep));
    let func = &functions[kernel];
    if subgroups {
        // Nothing may be done to its lanes.
        if device.target.subgroup_size != device.metadata.warp_size && uses_warps(func) {
            let what = "warp operations beside those of subgroups on a device whose subgroups are no warps";
            return Err(CompileError::unsupported(PASS, what).in_function(&func.name));
        }
        return Ok(());
    }
    let mut divides =
        || !stays_whole(ctx, func) || has_turns(ctx, func, device) || fission::packs_a_loop(ctx, func, device);
    if device.target.cpu && divides() || narrow && uses_warps(func) {
        return fission::run(module, kernel, device);
    }
    if waits {
        functions[kernel].attrs.waits_alone = device.target.cpu;
        look_again::run(ctx, &mut functions[kernel]);
    }
    if device.target.subgroup_size > device.metadata.warp_size {
        let done = wide::run(ctx, &mut functions[kernel], device.metadata.warp_size);
        if let Err((error, inst)) = done {
            return Err(locate(module, kernel, inst, error));
        }
    }
    own_values::run(ctx, &mut functions[kernel], device.target.subgroup_size, device.shape.threads());
    Ok(())
}

/// Whether fission has nothing to give `func`, a kernel for a CPU: its threads never meet, and what they do alone is long. (A loop around
/// short code saves its threads' start; around loops it only costs, if rows have nothing to share: nbody on lavapipe 82 ms instead of 78.)
fn stays_whole(ctx: &Context, func: &Function) -> bool {
    let meets = |op: &Op| match op {
        Op::Intrinsic { id, .. } => is_meeting(*id),
        Op::Gep { base, .. } => ctx.types.pointee_space(ctx.type_of(func, *base)) == Some(AddressSpace::Shared),
        _ => false,
    };
    let cfg = Cfg::new(func);
    let loops = cycles(cfg.reverse_postorder(), |b| func.successors(b));
    !loops.is_empty() && !func.linked_insts().any(|(_, i)| meets(func.op(i)))
}

fn uses_subgroups(func: &Function) -> bool {
    func.linked_insts().any(|(_, i)| matches!(func.op(i), Op::Intrinsic { id, .. } if id.is_of_subgroup()))
}

fn uses_warps(func: &Function) -> bool {
    func.linked_insts().any(|(_, i)| matches!(func.op(i), Op::Intrinsic { id, .. } if is_warp_operation(*id)))
}
