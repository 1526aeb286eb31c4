//! How control goes from region to region.
//!
//! Most ways are fixed (see `plan`). The scheduler is for the others: it looks for the earliest point at which a thread of the block waits.
//! Where warps wait for each other in loops, it is `turns` that looks.
//! Barriers of the block count behind all else; when only they are left, everybody has arrived, and they become ordinary points: first those in
//! divergent code, as AMD's hardware counts arrivals and does not ask at which barrier, then the one that all come to.
//! Called by `build`.

use crate::ir::constant::ConstData;
use crate::ir::instruction::{BinaryOp, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::Build;
use crate::passes::util::floats::FloatCode;
use crate::passes::warp::sync_points::Meeting;

use super::build::Builder;
use super::plan::{ENDED, Transition, WAITS_FOR_BLOCK};

impl Builder<'_, '_> {
    /// From the end of region `index` to what follows. `chosen` holds, in each lane, where its last thread went.
    pub(super) fn leave(&mut self, index: usize, chosen: Value) {
        let region = &self.layout.regions.list[index];
        match self.layout.plan.transitions[index].clone() {
            Transition::Schedule => self.cur.br(self.layout.scheduler),
            Transition::Chain(to) => self.cur.br(self.layout.heads[to]),
            Transition::Direct(exits) => {
                let Some((&last, others)) = exits.split_last() else { return self.cur.br(self.layout.finish) };
                // Where everybody may have ended, going on could go round for ever.
                let certain = !(region.ends && self.layout.regions.is_cyclic(last));
                for &to in others {
                    self.branch_if_chosen(chosen, to);
                }
                if certain {
                    return self.cur.br(self.layout.heads[last]);
                }
                self.branch_if_chosen(chosen, last);
                self.cur.br(self.layout.finish);
            }
        }
    }

    /// Goes to region `to` if any lane's threads went there; otherwise on.
    fn branch_if_chosen(&mut self, chosen: Value, to: usize) {
        let went = self.cur.load(Type::I32, chosen, 4);
        let here = self.cur.compare_const(IntPredicate::Eq, went, to as u128);
        let any = self.cur.intrinsic(Intrinsic::VoteAny, vec![here], Type::I1);
        let otherwise = self.cur.func.add_block();
        self.cur.cond_br(any, self.layout.heads[to], otherwise);
        self.cur.goto_end(otherwise);
    }

    /// The scheduler; the cursor stands in its block.
    pub(super) fn schedule(&mut self) {
        if !self.layout.plan.has_scheduler() {
            self.cur.inst(Op::Unreachable, Type::VOID);
            return;
        }
        let turns = self.layout.regions.has_turns();
        let earliest = if turns { self.earliest_in_turn() } else { self.earliest_state() };
        let regions = self.layout.regions;
        if regions.has_divergent_barriers() || turns && regions.list.iter().any(|r| r.point.meeting == Meeting::Block) {
            self.release_barriers(earliest);
        }
        let mut cases = Vec::new();
        for state in self.layout.plan.scheduled_states(self.layout.regions) {
            let key = self.cur.ctx.consts.intern(ConstData::Int { ty: Type::I32, bits: state as u128 });
            cases.push((key, self.layout.heads[state]));
        }
        let default = self.layout.finish;
        self.cur.inst(Op::Switch { value: earliest, default, cases }, Type::VOID);
    }

    /// The smallest state of any thread.
    fn earliest_state(&mut self) -> Value {
        let smallest = self.variable(Type::I32);
        let ended = self.cur.ctx.i32(ENDED);
        self.cur.store(ended, smallest, 4);
        self.for_each_state(|builder, thread, state| {
            let exists = builder.cur.compare_const(IntPredicate::Ult, thread, builder.layout.plan.threads.into());
            let state = builder.cur.select(exists, state, ended);
            let known = builder.cur.load(Type::I32, smallest, 4);
            let less = builder.cur.pair(Intrinsic::UMin, known, state);
            builder.cur.store(less, smallest, 4);
        });
        let own = self.cur.load(Type::I32, smallest, 4);
        self.smallest_of_lanes(own)
    }

    /// The smallest `value` of any lane.
    pub(super) fn smallest_of_lanes(&mut self, value: Value) -> Value {
        let mut smallest = value;
        let mut distance = 1;
        while distance < self.layout.plan.lanes {
            let by = self.cur.ctx.i32(distance);
            let other = self.cur.intrinsic(Intrinsic::ShuffleXor, vec![smallest, by], Type::I32);
            smallest = self.cur.pair(Intrinsic::UMin, smallest, other);
            distance *= 2;
        }
        // All lanes hold the same now; said so that control flow is known to be uniform.
        self.cur.intrinsic(Intrinsic::ReadFirstLane, vec![smallest], Type::I32)
    }

    /// If only threads at barriers are left, lets them go on, and looks again.
    fn release_barriers(&mut self, earliest: Value) {
        let [release, ready]: [_; 2] = std::array::from_fn(|_| self.cur.func.add_block());
        let past = self.cur.compare_const(IntPredicate::Uge, earliest, WAITS_FOR_BLOCK.into());
        let not_ended = self.cur.compare_const(IntPredicate::Ne, earliest, ENDED.into());
        let all_wait = self.cur.and(past, not_ended);
        self.cur.cond_br(all_wait, release, ready);
        self.cur.goto_end(release);
        let kind = |builder: &mut Self, state| {
            builder.cur.fold_const(BinaryOp::LShr, state, WAITS_FOR_BLOCK.trailing_zeros().into())
        };
        let first = kind(self, earliest);
        self.for_each_state(|builder, thread, state| {
            let own = kind(builder, state);
            let released = builder.cur.icmp(IntPredicate::Eq, own, first);
            let free = builder.cur.fold_const(BinaryOp::And, state, u128::from(WAITS_FOR_BLOCK - 1));
            let free = builder.cur.select(released, free, state);
            builder.set_state(thread, free);
        });
        self.lockstep();
        let again = self.layout.scheduler;
        self.cur.br(again);
        self.cur.goto_end(ready);
    }

    pub(super) fn for_each_state(&mut self, mut each: impl FnMut(&mut Self, Value, Value)) {
        self.repeat(self.layout.plan.slots, |builder, row| {
            let thread = builder.thread_of(row);
            let state = builder.state(thread);
            each(builder, thread, state);
        });
    }

    /// Calls `each` in a loop with the round's number.
    pub(super) fn repeat(&mut self, rounds: u32, mut each: impl FnMut(&mut Self, Value)) {
        let (next, behind) = (self.cur.func.add_block(), self.cur.func.add_block());
        let (round, head) = self.open_rows(true);
        each(self, round);
        self.cur.br(next);
        let rounds = self.cur.ctx.i32(rounds);
        self.close_rows(next, round, head, behind, rounds);
        self.cur.goto_end(behind);
    }
}
