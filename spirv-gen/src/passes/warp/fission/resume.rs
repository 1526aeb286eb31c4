//! What threads do first when they go on behind a warp operation: they read what the others brought.
//!
//! Before a region with ballots, or in which not every thread of the block need be, a short loop over the block notes which are active
//! and what they vote, as masks; then every thread can read its warp's. An inactive lane gives 0, as on AMD's hardware.
//! Called by `build`.

use crate::ir::instruction::{BinaryOp, CastOp, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::Build;

use super::super::operations::lowest_bit;
use super::build::Builder;
use super::memory::{load_cell, load_mask, store_mask};
use super::plan::{Transition, ballots};

/// Which mask is the execution mask.
const EXECUTION: usize = 0;

impl Builder<'_, '_> {
    /// Whether region `index` is preceded by a loop that makes masks.
    pub(super) fn makes_masks(&self, index: usize) -> bool {
        let region = &self.layout.regions.list[index];
        let operations = &region.point.operations;
        let asks = |id| {
            operations.iter().any(|&i| matches!(self.layout.source.op(i), Op::Intrinsic { id: x, .. } if *x == id))
        };
        asks(Intrinsic::Ballot) || !operations.is_empty() && self.mask_unknown(index) && !self.inherits_mask(index)
    }

    /// Whether the threads of region `index` are exactly those of the one before it, whose mask still holds.
    fn inherits_mask(&self, index: usize) -> bool {
        let Some(from) = self.layout.only_before[index] else { return false };
        let together = match &self.layout.plan.transitions[from] {
            Transition::Direct(to) => to.len() == 1,
            Transition::Chain(_) => true,
            Transition::Schedule => false,
        };
        let region = &self.layout.regions.list[from];
        together && from != index && !region.ends && !region.point.operations.is_empty() && self.mask_unknown(from)
    }

    /// Whether the execution mask is only known when the region is run.
    fn mask_unknown(&self, index: usize) -> bool {
        self.layout.plan.checks_state(self.layout.regions, index)
            || !self.layout.plan.threads.is_multiple_of(self.layout.plan.warp)
    }

    /// One round of the loop that makes masks, for the threads of row `slot`.
    pub(super) fn note_masks(&mut self, index: usize, slot: Value, thread: Value, present: Value) {
        let memory = self.memory();
        let mine: Vec<(usize, Inst)> = ballots(self.layout.source, &self.layout.regions.list[index]).collect();
        if self.mask_unknown(index) {
            let bits = self.cur.intrinsic(Intrinsic::Ballot, vec![present], Type::I64);
            store_mask(&mut self.cur, memory, self.layout.plan, EXECUTION, slot, bits);
        }
        for (mask, operation) in mine {
            let var = self.layout.variables.exchanged[&operation];
            let cond = self.exchange_load(var, thread, Type::I1);
            let cond = self.cur.and(cond, present);
            let bits = self.cur.intrinsic(Intrinsic::Ballot, vec![cond], Type::I64);
            store_mask(&mut self.cur, memory, self.layout.plan, mask, slot, bits);
        }
    }

    fn exchange_load(&mut self, var: usize, thread: Value, ty: Type) -> Value {
        let (memory, cell) = (self.memory(), self.layout.plan.cells[var].unwrap_or(0));
        let value = load_cell(&mut self.cur, memory, cell, thread, self.layout.variables.list[var].ty);
        self.cur.bitcast(value, ty)
    }

    /// The result of warp operation `operation` for `thread`, in region `index`.
    pub(super) fn result_of(&mut self, index: usize, operation: Inst, thread: Value, lane: Option<Value>) -> Value {
        let ty = self.layout.source.insts[operation].ty;
        let Op::Intrinsic { id, .. } = *self.layout.source.op(operation) else { return self.cur.ctx.undef(ty) };
        match id {
            Intrinsic::Ballot => {
                let found = ballots(self.layout.source, &self.layout.regions.list[index]).find(|b| b.1 == operation);
                let memory = self.memory();
                load_mask(&mut self.cur, memory, self.layout.plan, found.map_or(EXECUTION, |b| b.0), thread)
            }
            Intrinsic::ActiveMask => self.execution_mask(index, thread),
            Intrinsic::ReadFirstLane => {
                let mask = self.execution_mask(index, thread);
                let first = lowest_bit(&mut self.cur, mask, self.layout.plan.warp);
                let from = self.same_warp(thread, first);
                self.exchange_load(self.layout.variables.exchanged[&operation], from, ty)
            }
            _ => {
                let wanted = lane.unwrap_or(thread);
                let wanted = self.cur.fold_const(BinaryOp::And, wanted, u128::from(self.layout.plan.warp - 1));
                let from = self.same_warp(thread, wanted);
                let value = self.exchange_load(self.layout.variables.exchanged[&operation], from, ty);
                if !self.mask_unknown(index) {
                    return value;
                }
                let mask = self.execution_mask(index, thread);
                let wide = self.cur.cast(CastOp::ZExt, wanted, Type::I64);
                let bit = self.cur.lshr(mask, wide);
                let active = self.cur.cast(CastOp::Trunc, bit, Type::I1);
                let zero = self.cur.ctx.zero(ty);
                self.cur.select(active, value, zero)
            }
        }
    }

    /// The thread of `thread`'s warp that is lane `lane`.
    fn same_warp(&mut self, thread: Value, lane: Value) -> Value {
        let first = self.cur.fold_const(BinaryOp::And, thread, u128::from(!(self.layout.plan.warp - 1)));
        self.cur.or(first, lane)
    }

    /// The execution mask of the thread's warp.
    fn execution_mask(&mut self, index: usize, thread: Value) -> Value {
        if self.mask_unknown(index) {
            let memory = self.memory();
            return load_mask(&mut self.cur, memory, self.layout.plan, EXECUTION, thread);
        }
        self.whole_warp()
    }

    /// The mask of all lanes of a warp.
    pub(super) fn whole_warp(&mut self) -> Value {
        let all = if self.layout.plan.warp == 64 { u64::MAX } else { u64::from(u32::MAX) };
        self.cur.ctx.i64(all)
    }
}
