//! Loads that move to an earlier place, with what their addresses are computed from. Called by `memory::early_loads` and `memory::unaliased_loads`.

use crate::hash::HashSet;
use crate::ir::function::Function;
use crate::ir::instruction::{Inst, Op, Value};
use crate::passes::optimize::licm::is_free;

/// Loads that move to one place: each holds a register from there on.
const MOST: usize = 16;

/// What moves to one place.
pub struct EarlierLoads<'a> {
    func: &'a Function,
    /// What stands behind that place, and may move to it.
    movable: HashSet<Inst>,
    moved: Vec<Inst>,
    seen: HashSet<Inst>,
    loads: usize,
}

impl<'a> EarlierLoads<'a> {
    pub fn new(func: &'a Function, movable: HashSet<Inst>) -> Self {
        Self { func, movable, moved: Vec::new(), seen: HashSet::default(), loads: 0 }
    }

    /// Moves a load and what its address is computed from, if that is nothing that waits itself. Returns whether it did.
    pub fn take(&mut self, load: Inst) -> bool {
        let Op::Load { ptr, .. } = *self.func.op(load) else { return false };
        if self.seen.contains(&load) || self.is_full() || !self.can_move(ptr, &mut HashSet::default()) {
            return false;
        }
        self.take_address(ptr);
        self.seen.insert(load);
        self.moved.push(load);
        self.loads += 1;
        true
    }

    /// Whether no more loads can be taken.
    pub fn is_full(&self) -> bool {
        self.loads == MOST
    }

    /// Whether it moves.
    pub fn has(&self, inst: Inst) -> bool {
        self.seen.contains(&inst)
    }

    /// What moves, in an order that it can stand in.
    pub fn into_order(self) -> Vec<Inst> {
        self.moved
    }

    fn can_move(&self, value: Value, looked_at: &mut HashSet<Inst>) -> bool {
        let Value::Inst(inst) = value else { return true };
        if !self.movable.contains(&inst) || !looked_at.insert(inst) {
            return true;
        }
        let mut all = is_free(self.func.op(inst)) || matches!(self.func.op(inst), Op::Gep { .. });
        self.func.op(inst).for_each_operand(|operand| all = all && self.can_move(operand, looked_at));
        all
    }

    fn take_address(&mut self, value: Value) {
        let Value::Inst(inst) = value else { return };
        if self.movable.contains(&inst) && self.seen.insert(inst) {
            self.func.op(inst).for_each_operand(|operand| self.take_address(operand));
            self.moved.push(inst);
        }
    }
}
