//! Loads that no lane does read nothing: for a driver that forgets it. Mesa 26.1's lavapipe keeps what is one value for the subgroup in
//! scalar registers, and makes a load through such an address one scalar load, which happens also where no lane is active.
//! So `if (i < n && bias) x += *bias` died of a null `bias`, and `blockIdx.x == 0 ? 0 : sums[blockIdx.x - 1]` of block 0. (Where addresses
//! differ it looks at the mask.) No lane is active in code that the driver goes through all the same:
//!
//! - the arm of a branch, if it is one block of less than eight of its instructions, which it makes no jump around;
//! - what stands behind a `break` in its loop.
//!
//! There, and in divergent code, every load gets an address that differs as far as the driver knows, by adding what is zero in each lane:
//!
//! ```text
//! before   %x = load i32, i64 %p
//! after    %lane = call i32 @hip.lane.id();  %zero = lshr i32 %lane, 5;  %q = add i64 %p, zext %zero;  %x = load i32, i64 %q
//! ```
//!
//! LLVM sees that it is zero, so addresses that do differ cost nothing more. Seen in 26.1.6, not in 25.0.7; the pass goes when
//! lavapipe's scalar loads look at the mask. Called twice by the device list (`passes/mod.rs`): behind all that makes loads or moves them, and again
//! where arms and loops are the driver's.

use crate::analysis::cfg::Cfg;
use crate::analysis::divergence::{Divergence, LANE_BITS};
use crate::analysis::dominators::Dominators;
use crate::error::CompileError;
use crate::hash::HashSet;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, CastOp, Inst, Merge, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::{AddressSpace, Type};
use crate::passes::DeviceContext;
use crate::passes::util::build::hidden_zero;
use crate::passes::util::walk::kernel_of;

const PASS: &str = "memory/lane_loads";
/// An arm of as many of our instructions is surely eight or more of the driver's, or several blocks, and jumped around.
const JUMPED_AROUND: usize = 48;

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    loads_by_lane(module, device, |ctx, func, cfg| {
        let divergence = Divergence::of_subgroups(ctx, func, cfg);
        Box::new(move |block| divergence.block(block))
    })
}

/// See the file's description: behind the structuriser, whose arms and loops are the driver's.
///
/// # Errors
/// The module has no kernel.
pub fn run_structured(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    loads_by_lane(module, device, |_, func, cfg| {
        let idle = idle_blocks(func, cfg);
        Box::new(move |block| idle.contains(&block))
    })
}

/// Gives the loads in the blocks that `which` finds an address of each lane's.
fn loads_by_lane(
    module: &mut Module,
    device: &DeviceContext<'_>,
    which: impl FnOnce(&Context, &Function, &Cfg) -> Box<dyn Fn(Block) -> bool>,
) -> Result<(), CompileError> {
    if !device.target.cpu || device.target.subgroup_size >= 1 << LANE_BITS {
        return Ok(());
    }
    let id = kernel_of(module, PASS)?;
    let func = &module.functions[id];
    let which = which(&module.ctx, func, &Cfg::new(func));
    let wanted = |func: &Function, inst: Inst| matches!(*func.op(inst), Op::Load { ptr, .. } if !is_by_lane(func, ptr));
    let has_wanted = |&block: &Block| which(block) && func.blocks[block].insts.iter().any(|&inst| wanted(func, inst));
    let blocks: Vec<Block> = func.layout.iter().copied().filter(has_wanted).collect();
    if blocks.is_empty() {
        return Ok(());
    }
    let func = &mut module.functions[id];
    let zero = zero(&mut module.ctx, func);
    // Not by a walk, which drops blocks that nobody comes to: a merge may be one.
    for block in blocks {
        let mut at = 0;
        while let Some(&inst) = func.blocks[block].insts.get(at) {
            if wanted(func, inst) {
                at = by_lane(&mut Cursor::before(&mut module.ctx, func, block, at), inst, zero);
            }
            at += 1;
        }
    }
    Ok(())
}

/// Whether an address is one that `by_lane` has made.
fn is_by_lane(func: &Function, address: Value) -> bool {
    let op = |value: Value| if let Value::Inst(inst) = value { Some(func.op(inst)) } else { None };
    let added = |value: Value| match op(value) {
        Some(&Op::Binary { op: BinaryOp::Add, rhs, .. }) => Some(rhs),
        _ => None,
    };
    let added = match op(address) {
        Some(Op::Gep { indices, .. }) => indices.last().copied().and_then(added),
        _ => added(address),
    };
    let narrow = added.map(|rhs| match op(rhs) {
        Some(&Op::Cast { op: CastOp::ZExt, value, .. }) => value,
        _ => rhs,
    });
    let Some(Op::Binary { op: BinaryOp::LShr, lhs, .. }) = narrow.and_then(op) else { return false };
    matches!(op(*lhs), Some(Op::Intrinsic { id: Intrinsic::LaneId, .. }))
}

/// The blocks that the driver may go through where no lane wants to.
fn idle_blocks(func: &Function, cfg: &Cfg) -> HashSet<Block> {
    let dominators = Dominators::new(cfg);
    let mut idle = HashSet::default();
    for &block in &func.layout {
        match func.blocks[block].merge {
            Some(Merge::Selection(merge)) => {
                for arm in func.successors(block).into_iter().filter(|&arm| arm != merge) {
                    // Nested arms are not counted again and again: what is long enough is not gone through.
                    let size = |blocks: &[Block]| blocks.iter().map(|&b| func.blocks[b].insts.len()).sum::<usize>();
                    let arm = dominated(&dominators, arm, merge, |blocks| size(blocks) < JUMPED_AROUND);
                    if size(&arm) < JUMPED_AROUND {
                        idle.extend(arm);
                    }
                }
            }
            Some(Merge::Loop { merge, .. }) => idle.extend(behind_breaks(func, &dominators, block, merge)),
            None => {}
        }
    }
    idle
}

/// The blocks that `first` dominates and `end` does not, as far as `go_on` says of those found.
fn dominated(dominators: &Dominators, first: Block, end: Block, go_on: impl Fn(&[Block]) -> bool) -> Vec<Block> {
    let mut blocks = vec![first];
    let mut seen = 0;
    while let Some(&block) = blocks.get(seen).filter(|_| go_on(&blocks)) {
        seen += 1;
        blocks.extend(dominators.children(block).iter().filter(|&&child| child != end));
    }
    blocks
}

/// The blocks of the loop from `header` to `merge` that control comes to in the same round from one that may leave the loop.
fn behind_breaks(func: &Function, dominators: &Dominators, header: Block, merge: Block) -> HashSet<Block> {
    let body: HashSet<Block> = dominated(dominators, header, merge, |_| true).into_iter().collect();
    let next = |block: Block| func.successors(block).into_iter().filter(|&next| next != header && body.contains(&next));
    let leaves = |block: &Block| func.successors(*block).iter().any(|next| !body.contains(next));
    let mut behind = HashSet::default();
    let mut stack: Vec<Block> = body.iter().copied().filter(leaves).flat_map(next).collect();
    while let Some(block) = stack.pop() {
        if behind.insert(block) {
            stack.extend(next(block));
        }
    }
    behind
}

/// What is zero in each lane, at the kernel's start: as an i32 and as an i64.
fn zero(ctx: &mut Context, func: &mut Function) -> [Value; 2] {
    let entry = func.entry();
    let cursor = &mut Cursor::before(ctx, func, entry, 0);
    let lane = cursor.intrinsic(Intrinsic::LaneId, Vec::new(), Type::I32);
    let narrow = hidden_zero(cursor, lane);
    [narrow, cursor.cast(CastOp::ZExt, narrow, Type::I64)]
}

/// Makes the address of the load behind the cursor one that differs between lanes, as far as the driver knows; where the load stands then.
fn by_lane(cursor: &mut Cursor<'_>, inst: Inst, [narrow, wide]: [Value; 2]) -> usize {
    let Op::Load { ptr, .. } = *cursor.func.op(inst) else { return cursor.index };
    let address = if cursor.ty(ptr) == Type::I64 {
        cursor.add(ptr, wide)
    } else {
        let Value::Inst(element) = ptr else { return cursor.index };
        let Op::Gep { elem, flags, base, indices } = cursor.func.op(element).clone() else { return cursor.index };
        let [zero, index] = indices[..] else { return cursor.index };
        if cursor.ctx.types.pointee_space(cursor.ty(ptr)) != Some(AddressSpace::Shared) {
            return cursor.index;
        }
        let index = cursor.add(index, narrow);
        let ty = cursor.ty(ptr);
        cursor.inst(Op::Gep { elem, flags, base, indices: vec![zero, index] }, ty)
    };
    if let Op::Load { ptr, .. } = &mut cursor.func.insts[inst].op {
        *ptr = address;
    }
    cursor.index
}
