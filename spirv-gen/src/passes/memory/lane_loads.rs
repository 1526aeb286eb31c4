//! Loads that no lane does read nothing: for a driver that forgets it. Mesa 26.1's lavapipe keeps what is one value for the subgroup in
//! scalar registers, and makes a load through such an address one scalar load, which happens in divergent code also where no lane is active.
//! So `if (i < n && bias) x += *bias` died of a null `bias`, and `blockIdx.x == 0 ? 0 : sums[blockIdx.x - 1]` of block 0. (Branches that all lanes
//! take alike are jumps there, and masks are looked at where addresses differ: both are safe.)
//!
//! Here every load in divergent code gets an address that differs as far as the driver knows, by adding what is zero in each lane:
//!
//! ```text
//! before   %x = load i32, i64 %p
//! after    %lane = call i32 @hip.lane.id();  %zero = lshr i32 %lane, 5;  %q = add i64 %p, zext %zero;  %x = load i32, i64 %q
//! ```
//!
//! LLVM sees that it is zero, so addresses that do differ cost nothing more. Seen in 26.1.6, not in 25.0.7; the pass goes when
//! lavapipe's scalar loads look at the mask. Behind all that makes loads or moves them. Called by the device list (`passes/mod.rs`).

use crate::analysis::cfg::Cfg;
use crate::analysis::divergence::Divergence;
use crate::error::CompileError;
use crate::hash::HashSet;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{FuncId, Module};
use crate::ir::types::{AddressSpace, Type};
use crate::passes::DeviceContext;
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "memory/lane_loads";
/// More than log2 of any subgroup's size, so that no bit of a lane's number is left.
const LANE_BITS: u128 = 5;

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if !device.target.cpu || device.target.subgroup_size >= 1 << LANE_BITS {
        return Ok(());
    }
    let id = kernel_of(module, PASS)?;
    let func = &module.functions[id];
    let divergence = Divergence::of_subgroups(func, &Cfg::new(func));
    let loads = func
        .linked_insts()
        .filter(|&(block, inst)| divergence.block(block) && matches!(func.op(inst), Op::Load { .. }));
    let divergent: HashSet<Inst> = loads.map(|(_, inst)| inst).collect();
    if divergent.is_empty() {
        return Ok(());
    }
    let zero = zero(module, id);
    walk(module, id, |cursor, inst| {
        if divergent.contains(&inst) {
            by_lane(cursor, inst, zero);
        }
        Ok(Visit::Keep)
    })?;
    Ok(())
}

/// What is zero in each lane, at the kernel's start: as an i32 and as an i64.
fn zero(module: &mut Module, id: FuncId) -> [Value; 2] {
    let func = &mut module.functions[id];
    let entry = func.entry();
    let cursor = &mut Cursor::before(&mut module.ctx, func, entry, 0);
    let lane = cursor.intrinsic(Intrinsic::LaneId, Vec::new(), Type::I32);
    let narrow = cursor.binary_const(BinaryOp::LShr, lane, LANE_BITS);
    [narrow, cursor.cast(CastOp::ZExt, narrow, Type::I64)]
}

/// Makes a load's address one that differs between lanes, as far as the driver knows.
fn by_lane(cursor: &mut Cursor<'_>, inst: Inst, [narrow, wide]: [Value; 2]) {
    let Op::Load { ptr, .. } = *cursor.func.op(inst) else { return };
    let address = if cursor.ty(ptr) == Type::I64 {
        cursor.add(ptr, wide)
    } else {
        let Value::Inst(element) = ptr else { return };
        let Op::Gep { elem, flags, base, indices } = cursor.func.op(element).clone() else { return };
        let [zero, index] = indices[..] else { return };
        if cursor.ctx.types.pointee_space(cursor.ty(ptr)) != Some(AddressSpace::Shared) {
            return;
        }
        let index = cursor.add(index, narrow);
        let ty = cursor.ty(ptr);
        cursor.inst(Op::Gep { elem, flags, base, indices: vec![zero, index] }, ty)
    };
    if let Op::Load { ptr, .. } = &mut cursor.func.insts[inst].op {
        *ptr = address;
    }
}
