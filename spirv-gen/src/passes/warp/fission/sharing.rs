//! Whether rows of threads that run together load the same words in their loops.
//!
//! That is what packing gives a kernel without convergent operations: n-body reads each body once for four rows. Where every thread walks
//! through memory of its own, packed rows only keep more of it in use at a time (HeCBench's hmm took 1.6 times as long).
//!
//! ```text
//! i = thread + 256 * block      a[y * n + k], y = thread >> 4:  rows 0 and 1 share it       w[i * n + k]: nobody does
//! ```
//! Called by `packing`.

use crate::analysis::cfg::Cfg;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;

/// Every bit of a thread's index.
const ALL: u32 = u32::MAX;

/// What rows share in a kernel.
pub struct Sharing {
    /// By instruction, the bits of the thread's index that its value depends on.
    bits: Vec<u32>,
    /// Those that tell a warp's rows apart.
    rows: u32,
}

impl Sharing {
    /// Of `func`, whose control flow is `cfg`; to a `divergent` block lanes may come without the others of their warp.
    pub fn new(ctx: &Context, (func, cfg): (&Function, &Cfg), rows: u32, divergent: &dyn Fn(Block) -> bool) -> Self {
        Self { bits: bits(ctx, func, cfg, divergent), rows }
    }

    /// Whether of the loads in `blocks`, more give several rows the same than not.
    pub fn pays(&self, func: &Function, blocks: &[Block]) -> bool {
        let (mut shared, mut own) = (0, 0);
        for &inst in blocks.iter().flat_map(|&b| &func.blocks[b].insts) {
            let Op::Load { ptr, .. } = *func.op(inst) else { continue };
            if of(&self.bits, ptr) & self.rows == self.rows { own += 1 } else { shared += 1 }
        }
        shared > own
    }
}

/// See [`Sharing`].
fn bits(ctx: &Context, func: &Function, cfg: &Cfg, divergent: &dyn Fn(Block) -> bool) -> Vec<u32> {
    let mut found = vec![0; func.insts.len()];
    loop {
        let mut changed = false;
        for &block in cfg.reverse_postorder() {
            let after_divergent = cfg.preds(block).iter().any(|&p| divergent(p));
            for &inst in &func.blocks[block].insts {
                let bits = match func.op(inst) {
                    Op::Phi(_) if after_divergent => ALL,
                    op => slice(ctx, func, op).unwrap_or_else(|| {
                        let mut all = 0;
                        op.for_each_operand(|v| all |= of(&found, v));
                        all
                    }),
                };
                changed |= bits != found[inst.index()];
                found[inst.index()] = bits;
            }
        }
        if !changed {
            return found;
        }
    }
}

fn of(bits: &[u32], value: Value) -> u32 {
    if let Value::Inst(inst) = value { bits[inst.index()] } else { 0 }
}

/// The bits of which `op` is made, if it is a part of the thread's index, or the same for a whole warp.
fn slice(ctx: &Context, func: &Function, op: &Op) -> Option<u32> {
    let by = |v: Value| ctx.as_int(v).and_then(|c| u32::try_from(c).ok());
    match *op {
        Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => Some(ALL),
        Op::Intrinsic { id: Intrinsic::Ballot | Intrinsic::ActiveMask | Intrinsic::ReadFirstLane, .. } => Some(0),
        Op::Binary { op, lhs: Value::Inst(lhs), rhs, .. } => {
            let by = by(rhs)?;
            let shift = shift(ctx, func, lhs)?;
            match op {
                BinaryOp::And => Some(by << shift),
                BinaryOp::URem if by.is_power_of_two() => Some((by - 1) << shift),
                BinaryOp::LShr if shift == 0 && by < 32 => Some(ALL << by),
                BinaryOp::UDiv if shift == 0 && by.is_power_of_two() => Some(ALL << by.trailing_zeros()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// By how many bits `inst` is the thread's index, shifted down.
fn shift(ctx: &Context, func: &Function, inst: Inst) -> Option<u32> {
    match *func.op(inst) {
        Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => Some(0),
        Op::Binary { op: BinaryOp::LShr, lhs: Value::Inst(lhs), rhs, .. } => {
            let thread = matches!(func.op(lhs), Op::Intrinsic { id: Intrinsic::ThreadLinear, .. });
            ctx.as_int(rhs).filter(|&c| thread && c < 32).map(|c| c as u32)
        }
        _ => None,
    }
}
