//! Warps that wait in a loop for what another thread does let the others go on first.
//!
//! ```text
//! while (!*flag) {}       each round ends at a point where the thread's state says that its warp takes turns
//! ```
//! A warp whose earliest threads stand at such a point is held, with all its threads, as on AMD, where lanes behind the loop wait for those in
//! it. The scheduler goes on with other warps; when nobody is left who could, or all others wait at a barrier, everybody held looks again.
//! So whatever a warp waits for, any other warp of the block can bring. A held thread's state is none that a region asks for.
//! Called by `schedule`.

use crate::ir::instruction::{BinaryOp, IntPredicate, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::Build;
use crate::passes::util::floats::FloatCode;

use super::build::Builder;
use super::plan::{ENDED, TAKES_TURNS, WAITS_FOR_BLOCK};

/// Above the state of every thread that has not ended, as [`ENDED`] is, but without the flag.
const NOBODY: u32 = ENDED & !TAKES_TURNS;

impl Builder<'_, '_> {
    /// The smallest state of a thread whose warp is to go on. Holds the warps that are not, or lets all go if it is only them.
    pub(super) fn earliest_in_turn(&mut self) -> Value {
        let [smallest, held] = std::array::from_fn(|_| self.variable(Type::I32));
        let [ended, none, some] = [ENDED, 0, 1].map(|n| self.cur.ctx.i32(n));
        self.cur.store(ended, smallest, 4);
        self.cur.store(none, held, 4);
        self.repeat(self.layout.plan.threads.div_ceil(self.layout.plan.warp), |builder, warp| {
            let [hold, free, next] = std::array::from_fn(|_| builder.cur.func.add_block());
            let (all, open) = builder.earliest_of_warp(warp);
            let waits = builder.cur.compare(IntPredicate::Ne, all, open);
            builder.cur.cond_br(waits, hold, free);
            builder.cur.goto_end(hold);
            builder.hold(warp);
            builder.cur.store(some, held, 4);
            builder.cur.br(next);
            builder.cur.goto_end(free);
            let known = builder.cur.load(Type::I32, smallest, 4);
            let less = builder.cur.pair(Intrinsic::UMin, known, open);
            builder.cur.store(less, smallest, 4);
            builder.cur.br(next);
            builder.cur.goto_end(next);
        });
        let earliest = self.cur.load(Type::I32, smallest, 4);
        let held = self.cur.load(Type::I32, held, 4);
        self.let_go(earliest, held);
        let all_ended = self.cur.compare_const(IntPredicate::Uge, earliest, NOBODY.into());
        self.cur.select(all_ended, ended, earliest)
    }

    /// The smallest state of the warp's threads, flags aside, and of those that are not to wait for their turn.
    fn earliest_of_warp(&mut self, warp: Value) -> (Value, Value) {
        let variables: [Value; 2] = std::array::from_fn(|_| self.variable(Type::I32));
        let nobody = self.cur.ctx.i32(NOBODY);
        variables.iter().for_each(|&v| self.cur.store(nobody, v, 4));
        self.for_each_row_of(warp, |builder, thread| {
            let exists = builder.cur.compare_const(IntPredicate::Ult, thread, builder.layout.plan.threads.into());
            let state = builder.state(thread);
            let state = builder.cur.select(exists, state, nobody);
            let bare = builder.cur.fold_const(BinaryOp::And, state, (!TAKES_TURNS).into());
            let may_go = builder.cur.compare(IntPredicate::Eq, bare, state);
            let open = builder.cur.select(may_go, state, nobody);
            for (variable, value) in variables.into_iter().zip([bare, open]) {
                let known = builder.cur.load(Type::I32, variable, 4);
                let less = builder.cur.pair(Intrinsic::UMin, known, value);
                builder.cur.store(less, variable, 4);
            }
        });
        let [all, open] = variables.map(|variable| {
            let own = self.cur.load(Type::I32, variable, 4);
            self.smallest_of_lanes(own)
        });
        (all, open)
    }

    /// Flags all threads of `warp`.
    fn hold(&mut self, warp: Value) {
        self.for_each_row_of(warp, |builder, thread| {
            let state = builder.state(thread);
            let held = builder.cur.fold_const(BinaryOp::Or, state, TAKES_TURNS.into());
            builder.set_state(thread, held);
        });
    }

    /// If only warps that are `held` could go on, they do: the scheduler looks again.
    fn let_go(&mut self, earliest: Value, held: Value) {
        let [release, ready]: [_; 2] = std::array::from_fn(|_| self.cur.func.add_block());
        let stuck = self.cur.compare_const(IntPredicate::Uge, earliest, WAITS_FOR_BLOCK.into());
        let any_held = self.cur.compare_const(IntPredicate::Ne, held, 0);
        let all_held = self.cur.and(stuck, any_held);
        self.cur.cond_br(all_held, release, ready);
        self.cur.goto_end(release);
        self.for_each_state(|builder, thread, state| {
            let ended = builder.cur.compare_const(IntPredicate::Eq, state, ENDED.into());
            let free = builder.cur.fold_const(BinaryOp::And, state, (!TAKES_TURNS).into());
            let free = builder.cur.select(ended, state, free);
            builder.set_state(thread, free);
        });
        self.lockstep();
        let again = self.layout.scheduler;
        self.cur.br(again);
        self.cur.goto_end(ready);
    }

    /// Calls `each` with the thread of every row of `warp`. Fission's hardware is never wider than a warp.
    fn for_each_row_of(&mut self, warp: Value, mut each: impl FnMut(&mut Self, Value)) {
        let rows = self.layout.plan.warp / self.layout.plan.lanes;
        self.repeat(rows, |builder, nth| {
            let first = builder.cur.fold_const(BinaryOp::Mul, warp, rows.into());
            let row = builder.cur.add(first, nth);
            let first = builder.cur.fold_const(BinaryOp::Mul, row, builder.layout.plan.lanes.into());
            let thread = builder.cur.add(first, builder.layout.lane);
            each(builder, thread);
        });
    }
}
