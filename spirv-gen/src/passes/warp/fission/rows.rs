//! How many rows of threads a region has to look at.
//!
//! `if (threadIdx.x < n) { ... }` right behind a barrier is how every reduction is written: threads from `n` on do nothing there, and rows
//! that hold no others can be left out. Called by `build`.

use crate::analysis::divergence::is_uniform;
use crate::ir::function::Block;
use crate::ir::instruction::{BinaryOp, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::util::build::Build;

use super::build::Builder;
use super::plan::Transition;
use super::variables::Class;

impl Builder<'_, '_> {
    /// The number of rows of which region `index` may run any thread, if that can be told in front of it; the cursor stands there.
    pub(super) fn rows_needed(&mut self, index: usize) -> Option<Value> {
        let region = &self.layout.regions.list[index];
        let notes_nothing = matches!(&self.layout.plan.transitions[index], Transition::Direct(to) if to.len() == 1)
            && !region.ends
            && !(index == 0 && self.layout.plan.states.is_some());
        if self.layout.plan.slots == 1 || !notes_nothing || !region.point.operations.is_empty() {
            return None;
        }
        let head = region.point.block;
        let (terminator, before) = self.layout.source.blocks[head].insts.split_last()?;
        if !before.iter().all(|&i| self.does_nothing(self.layout.source.op(i))) {
            return None;
        }
        let Op::CondBr { cond: Value::Inst(cond), then_, else_ } = *self.layout.source.op(*terminator) else {
            return None;
        };
        let Op::ICmp { pred, lhs, rhs } = *self.layout.source.op(cond) else { return None };
        if !self.is_thread(lhs) {
            return None;
        }
        let bound = match pred {
            IntPredicate::Ult | IntPredicate::Slt if self.leads_out(else_) => self.in_front(index, rhs)?,
            IntPredicate::Ugt | IntPredicate::Sgt if self.leads_out(then_) => {
                let last = self.cur.ctx.as_int(rhs).filter(|&n| n < u128::from(self.layout.plan.threads))?;
                self.cur.ctx.i32(last as u32 + 1)
            }
            IntPredicate::Eq if self.leads_out(else_) && self.cur.ctx.as_int(rhs) == Some(0) => self.cur.ctx.i32(1),
            _ => return None,
        };
        // As a signed number, a bound below zero lets nobody through, and this many rows all: more than needed does no harm.
        let rows = self.cur.fold_const(BinaryOp::Add, bound, u128::from(self.layout.plan.lanes - 1));
        let rows = self.cur.fold_const(BinaryOp::LShr, rows, self.layout.plan.lanes.trailing_zeros().into());
        let all = self.cur.ctx.i32(self.layout.plan.slots);
        // The sum may have wrapped for the largest bounds: those let everybody through.
        let fits = self.cur.compare_const(IntPredicate::Ult, bound, self.layout.plan.threads.into());
        Some(self.cur.choose(fits, rows, all))
    }

    fn does_nothing(&self, op: &Op) -> bool {
        let local = |ptr: &Value| matches!(ptr, Value::Inst(slot) if self.layout.variables.of_slot.contains_key(slot));
        match op {
            Op::Load { ptr, .. } => local(ptr),
            Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => true,
            op => is_uniform(op),
        }
    }

    /// Whether `block` goes to the region's exit without doing anything.
    fn leads_out(&self, mut block: Block) -> bool {
        for _ in 0..8 {
            if self.layout.regions.list.iter().any(|r| r.point.block == block) {
                return true;
            }
            let Some((last, before)) = self.layout.source.blocks[block].insts.split_last() else { return false };
            let Op::Br(next) = *self.layout.source.op(*last) else { return false };
            if !before.iter().all(|&i| self.does_nothing(self.layout.source.op(i))) {
                return false;
            }
            block = next;
        }
        false
    }

    fn is_thread(&self, value: Value) -> bool {
        let Value::Inst(inst) = value else { return false };
        match *self.layout.source.op(inst) {
            Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => true,
            Op::Load { ptr: Value::Inst(slot), .. } => match self.layout.variables.of_slot.get(&slot) {
                Some(&var) => match self.layout.variables.list[var].class {
                    Class::Recomputed(def) => def != inst && self.is_thread(Value::Inst(def)),
                    _ => false,
                },
                None => false,
            },
            _ => false,
        }
    }

    /// `value` as it is before region `index` runs, if it is the same for all threads.
    fn in_front(&mut self, index: usize, value: Value) -> Option<Value> {
        let Value::Inst(inst) = value else { return Some(value) };
        if let Some(&common) = self.common.get(&inst) {
            return Some(common);
        }
        let Op::Load { ptr: Value::Inst(slot), .. } = *self.layout.source.op(inst) else { return None };
        let var = *self.layout.variables.of_slot.get(&slot)?;
        let variable = self.layout.variables.list[var];
        let kept = variable.class == Class::Scalar && self.layout.variables.live[index].contains(&var);
        let shared = self.shared[var].filter(|_| kept && variable.ty == Type::I32)?;
        Some(self.cur.load(Type::I32, shared, 4))
    }
}
