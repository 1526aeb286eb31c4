//! Warps of HIP's width on hardware of any width, and blocks on a CPU.
//!
//! ```text
//! hardware lanes = warp          native subgroup operations; warp-synchronous steps get a warp barrier (`lockstep`)
//! hardware lanes < warp, a CPU   fission/   one subgroup runs the whole block
//! hardware lanes > warp          wide       several warps in a subgroup
//! ```
//! Needs: the contract's "Emittable" form, unstructured.   Called by the device list, before `structure`.

pub mod fission;
mod lockstep;
mod normalize;
mod sync_points;
pub mod wide;

use super::DeviceContext;
use super::rewrite::locate;
use super::walk::kernel_of;
use crate::error::CompileError;
use crate::ir::function::Function;
use crate::ir::instruction::Op;
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;

const PASS: &str = "warp";

/// See the module's description.
///
/// # Errors
/// A block needs more scratch memory than can be addressed.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let kernel = kernel_of(module, PASS)?;
    let narrow = device.target.subgroup_size < device.metadata.warp_size;
    if device.target.cpu || narrow && uses_warps(&module.functions[kernel]) {
        return fission::run(module, kernel, device);
    }
    let Module { ctx, functions, .. } = &mut *module;
    lockstep::hold_together(ctx, &mut functions[kernel]);
    if device.target.subgroup_size > device.metadata.warp_size {
        let Module { ctx, functions, .. } = &mut *module;
        let done = wide::run(ctx, &mut functions[kernel], device.metadata.warp_size);
        return done.map_err(|(error, inst)| locate(module, kernel, inst, error));
    }
    Ok(())
}

fn uses_warps(func: &Function) -> bool {
    func.linked_insts().any(|(_, i)| matches!(func.op(i), Op::Intrinsic { id, .. } if is_warp_operation(*id)))
}

/// Whether lanes of a warp meet there.
fn is_warp_operation(id: Intrinsic) -> bool {
    use Intrinsic as I;
    matches!(
        id,
        I::Shuffle
            | I::ShuffleXor
            | I::ShuffleUp
            | I::ShuffleDown
            | I::Ballot
            | I::ActiveMask
            | I::VoteAny
            | I::VoteAll
            | I::ReadFirstLane
            | I::WarpBarrier
            | I::LaneId
    )
}
