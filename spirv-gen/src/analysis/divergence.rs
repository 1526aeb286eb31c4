//! Which values are the same for all threads of a block (or of a warp) that are still running, and which code they all come to together.
//!
//! Of a block, only for the part of a kernel from which a synchronisation point can still be reached: what happens to a thread that will meet no
//! other is nobody's concern, and a thread that has ended is no longer compared with. A branch on a value that differs
//! makes the code up to its join *divergent*; a phi differs if its block can be reached on several edges behind such a
//! branch, unless all of these bring one value that all threads have computed together. Of a warp, for all of a kernel. Used by `passes::warp::fission`.

use crate::analysis::cfg::Cfg;
use crate::analysis::postdominators::PostDominators;
use crate::analysis::zero_bits::zero_bits;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, CastOp, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::{Effect, Intrinsic};
use crate::ir::module::Context;
use crate::ir::types::AddressSpace;

/// More than log2 of the size of any CPU's subgroup, so that no bit of a lane's number is left behind them.
pub const LANE_BITS: u32 = 5;

/// See the module's description.
#[derive(Clone, Debug)]
pub struct Divergence {
    values: Vec<bool>,
    blocks: Vec<bool>,
    /// By instruction, what holds for the lanes of a warp besides; nothing for whole blocks.
    of_warp: Vec<Option<InWarp>>,
}

/// Why the lanes of a warp get the same from an instruction that may give a block's threads different values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InWarp {
    /// Whatever its operands are.
    Always,
    /// If its operands are the same: lanes that read one address in one step read one value.
    OneStep,
    /// If this value is, to which a thread's index is added.
    Beside(Value),
}

impl Divergence {
    /// Of `func`, whose threads meet at the starts of `points`, but do not come together to the `divergent` blocks, by index.
    pub fn new(func: &Function, cfg: &Cfg, points: &[Block], divergent: &[bool]) -> Self {
        Self::of_part(func, cfg, (&reaching(func, cfg, points), divergent), Vec::new())
    }

    /// Of `func`, whose warps have `warp` lanes and take each step together.
    pub fn of_warps(ctx: &Context, func: &Function, cfg: &Cfg, warp: u32) -> Self {
        let mut of_warp = vec![None; func.insts.len()];
        func.linked_insts().for_each(|(_, i)| of_warp[i.index()] = in_warp(ctx, func, func.op(i), warp.into()));
        let (all, none) = (vec![true; func.blocks.len()], vec![false; func.blocks.len()]);
        Self::of_part(func, cfg, (&all, &none), of_warp)
    }

    /// Of all of `func`, whose invocations are the lanes of subgroups. Every load may give its lanes different values.
    pub fn of_subgroups(ctx: &Context, func: &Function, cfg: &Cfg) -> Self {
        let mut of_warp = vec![None; func.insts.len()];
        func.linked_insts()
            .for_each(|(_, i)| of_warp[i.index()] = in_subgroup(ctx, func, func.op(i)).then_some(InWarp::Always));
        let (all, none) = (vec![true; func.blocks.len()], vec![false; func.blocks.len()]);
        Self::of_part(func, cfg, (&all, &none), of_warp)
    }

    fn of_part(
        func: &Function,
        cfg: &Cfg,
        (part, divergent): (&[bool], &[bool]),
        of_warp: Vec<Option<InWarp>>,
    ) -> Self {
        let nodes: Vec<Block> = cfg.reverse_postorder().iter().copied().filter(|b| part[b.index()]).collect();
        let meets = PostDominators::new(&nodes, func.blocks.len(), |b| func.successors(b));
        let blocks = part.iter().zip(divergent).map(|(&part, &divergent)| !part || divergent).collect();
        let mut result = Self { values: vec![false; func.insts.len()], blocks, of_warp };
        let mut diverging = vec![false; func.blocks.len()];
        let mut seen = vec![None; func.blocks.len()]; // by which branch
        let home = func.homes();
        loop {
            let mut changed = false;
            for &block in cfg.reverse_postorder() {
                for &inst in &func.blocks[block].insts {
                    if !result.values[inst.index()] && result.differs(func, (cfg, &home), &diverging, (block, inst)) {
                        result.values[inst.index()] = true;
                        changed = true;
                    }
                }
                if !diverging[block.index()] && part[block.index()] && result.diverges(func, block) {
                    diverging[block.index()] = true;
                    changed = true;
                    result.spread(func, part, (block, meets.next(block)), &mut seen);
                }
            }
            if !changed {
                return result;
            }
        }
    }

    /// Whether `value` may differ between threads.
    pub fn value(&self, value: Value) -> bool {
        matches!(value, Value::Inst(inst) if self.values.get(inst.index()).copied().unwrap_or(true))
    }
    /// Whether some threads may come to `block` without the others, or no synchronisation can be reached from it.
    pub fn block(&self, block: Block) -> bool {
        self.blocks.get(block.index()).copied().unwrap_or(true)
    }

    fn differs(
        &self,
        func: &Function,
        (cfg, home): (&Cfg, &[Option<Block>]),
        diverging: &[bool],
        (block, inst): (Block, Inst),
    ) -> bool {
        let op = func.op(inst);
        let in_warp = self.of_warp.get(inst.index()).copied().flatten();
        match in_warp {
            Some(InWarp::Always) => return false,
            Some(InWarp::Beside(value)) => return self.value(value),
            Some(InWarp::OneStep) | None => {}
        }
        let mut operand = false;
        op.for_each_operand(|v| operand |= self.value(v));
        if let Op::Phi(incoming) = op {
            let preds = cfg.preds(block);
            let apart = |p: Block| self.block(p) || diverging[p.index()];
            if operand || preds.len() < 2 || !preds.iter().any(|&p| apart(p)) {
                return operand;
            }
            // Who comes on other edges has come with all others. Of a loop's rounds, each thread may have seen another as its last.
            let again = preds.iter().any(|&p| cfg.position(p) >= cfg.position(block));
            let together = |value: Value| match value {
                Value::Inst(inst) => home[inst.index()].is_some_and(|block| !self.block(block)),
                _ => true,
            };
            let mut brought = incoming.iter().filter(|(_, from)| apart(*from)).map(|(value, _)| *value);
            let first = brought.next();
            return again || !first.is_some_and(together) || brought.any(|value| Some(value) != first);
        }
        operand || !op.is_terminator() && !is_uniform(op) && in_warp.is_none()
    }

    /// Whether threads that come to `block` may leave it on different edges.
    pub fn diverges(&self, func: &Function, block: Block) -> bool {
        let Some(terminator) = func.terminator(block) else { return false };
        match func.op(terminator) {
            Op::CondBr { cond, .. } => self.value(*cond),
            Op::Switch { value, .. } => self.value(*value),
            _ => false,
        }
    }

    /// Everything from the edges out of `block` up to `meet` is divergent. Notes in `seen` which branch came to a block last.
    fn spread(
        &mut self,
        func: &Function,
        part: &[bool],
        (block, meet): (Block, Option<Block>),
        seen: &mut [Option<Block>],
    ) {
        let mut stack = func.successors(block);
        while let Some(next) = stack.pop() {
            let known = |seen: &mut [Option<Block>]| seen[next.index()].replace(block) == Some(block);
            if Some(next) == meet || !part[next.index()] || known(seen) {
                continue;
            }
            self.blocks[next.index()] = true;
            stack.extend(func.successors(next));
        }
    }
}

/// Whether the operation gives all threads the same if they give it the same.
pub fn is_uniform(op: &Op) -> bool {
    match op {
        Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => false,
        Op::Intrinsic { id, .. } => id.effect() == Effect::Pure,
        Op::Load { .. } | Op::Alloca { .. } | Op::Call { .. } | Op::Phi(_) => false,
        op => !op.has_side_effects(),
    }
}

/// Whether the lanes of a subgroup have the same from `op` whatever its operands are: also a zero that the driver does not know.
fn in_subgroup(ctx: &Context, func: &Function, op: &Op) -> bool {
    let lane =
        |v: Value| matches!(v, Value::Inst(i) if matches!(func.op(i), Op::Intrinsic { id: Intrinsic::LaneId, .. }));
    match *op {
        Op::Intrinsic { id: Intrinsic::ReadFirstLane, .. } => true,
        Op::Binary { op: BinaryOp::LShr, lhs, rhs, .. } => lane(lhs) && ctx.as_int(rhs) >= Some(LANE_BITS.into()),
        _ => false,
    }
}

/// What holds of `op` for the lanes of a warp, `warp` neighbouring threads.
fn in_warp(ctx: &Context, func: &Function, op: &Op, warp: u128) -> Option<InWarp> {
    let linear = |v: Value| matches!(v, Value::Inst(i) if matches!(func.op(i), Op::Intrinsic { id: Intrinsic::ThreadLinear, .. }));
    let thread = |v: Value| match v {
        Value::Inst(i) => linear(v) || matches!(*func.op(i), Op::Cast { op: CastOp::ZExt, value, .. } if linear(value)),
        _ => false,
    };
    // Of the grid's threads, too, whose blocks begin with whole warps.
    let rounds_down = |op, by: Value| {
        ctx.as_int(by).is_some_and(|c| match op {
            BinaryOp::LShr => c < 32 && 1 << c >= warp,
            BinaryOp::And => c & (warp - 1) == 0,
            BinaryOp::UDiv => c.is_multiple_of(warp) && c > 0,
            _ => false,
        })
    };
    let always = match *op {
        Op::Intrinsic { id: Intrinsic::Ballot | Intrinsic::ActiveMask | Intrinsic::ReadFirstLane, .. } => true,
        Op::Load { ptr, volatile: false, atomic: None, .. } => {
            let private = ctx.types.pointee_space(ctx.type_of(func, ptr)) == Some(AddressSpace::Private);
            return (!private).then_some(InWarp::OneStep);
        }
        Op::Binary { op, lhs, rhs, .. } if thread(lhs) => rounds_down(op, rhs),
        Op::Binary { op, lhs: Value::Inst(sum), rhs, .. } if rounds_down(op, rhs) => {
            let Op::Binary { op: BinaryOp::Add | BinaryOp::Or, lhs, rhs, .. } = *func.op(sum) else { return None };
            let beside = if thread(rhs) { lhs } else { rhs };
            let is_whole = zero_bits(ctx, func, beside) & (warp - 1) == warp - 1;
            return ((thread(lhs) || thread(rhs)) && is_whole).then_some(InWarp::Beside(beside));
        }
        Op::ICmp { pred, lhs, rhs } if thread(lhs) => ctx.as_int(rhs).is_some_and(|c| match pred {
            IntPredicate::Ult | IntPredicate::Uge | IntPredicate::Slt | IntPredicate::Sge => c.is_multiple_of(warp),
            IntPredicate::Ugt | IntPredicate::Ule | IntPredicate::Sgt | IntPredicate::Sle => {
                (c + 1).is_multiple_of(warp)
            }
            _ => false,
        }),
        _ => false,
    };
    always.then_some(InWarp::Always)
}

/// By index, the blocks from which one of `points` can be reached, themselves included.
fn reaching(func: &Function, cfg: &Cfg, points: &[Block]) -> Vec<bool> {
    let mut found = vec![false; func.blocks.len()];
    let mut stack = points.to_vec();
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut found[block.index()], true) {
            stack.extend(cfg.preds(block));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::Divergence;
    use crate::analysis::cfg::Cfg;
    use crate::ir::instruction::{Op, Value};
    use crate::ir::parse::parse_module;

    /// Whether what `body` stores differs between the lanes of a warp.
    fn differs(body: &str) -> bool {
        let text = format!(
            "define void @f(i64 %p, i32 %n) {{\nb0:\n  %t = call i32 @hip.thread.linear()\n  %lane = and i32 %t, 31\n  %c = icmp ult i32 %lane, 9\n  \
             %all = add i32 %n, 5\n{body}\n  store i32 %x, i64 %p\n  ret void\n}}"
        );
        let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let func = module.functions.values().next().unwrap();
        let divergence = Divergence::of_warps(&module.ctx, func, &Cfg::new(func), 32);
        let stored = func.linked_insts().find_map(|(_, inst)| match *func.op(inst) {
            Op::Store { value, .. } => Some(value),
            _ => None,
        });
        let Some(value @ Value::Inst(_)) = stored else { panic!("{text}") };
        divergence.value(value)
    }

    #[test]
    fn what_all_ways_bring_is_the_same() {
        let join = |a: &str, b: &str| {
            differs(&format!(
                "  br i1 %c, label %a, label %b\na:\n  %own = add i32 %n, 6\n  br label %j\nb:\n  br label %j\nj:\n  %x = phi i32 [ {a}, %a ], [ {b}, %b ]"
            ))
        };
        assert!(!join("%all", "%all"));
        assert!(join("%all", "7"));
        assert!(join("%own", "%all"));
    }

    #[test]
    fn another_way_is_for_all() {
        let join = |other: &str| {
            differs(&format!(
                "  %m = icmp ult i32 %n, 100\n  br i1 %m, label %o, label %j\no:\n  br i1 %c, label %a, label %j\na:\n  br label %j\nj:\n  \
                 %x = phi i32 [ {other}, %b0 ], [ %all, %o ], [ %all, %a ]"
            ))
        };
        assert!(!join("1"));
        assert!(join("%lane"));
    }

    #[test]
    fn rounds_that_lanes_leave_one_by_one_differ() {
        let rounds = |leave: &str| {
            differs(&format!(
                "  br label %h\nh:\n  %i = phi i32 [ 0, %b0 ], [ %i1, %l ]\n  %d = icmp ult i32 {leave}, %i\n  br i1 %d, label %a, label %m\n\
                 m:\n  %e = icmp ult i32 %lane, %i\n  br i1 %e, label %a, label %l\nl:\n  %i1 = add i32 %i, 1\n  br label %h\na:\n  \
                 %x = phi i32 [ %i, %h ], [ %i, %m ]"
            ))
        };
        assert!(rounds("%lane") && rounds("%n"));
    }
}
