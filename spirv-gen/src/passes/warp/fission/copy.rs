//! Copies a region's code for one thread, between loading what lives on and storing what the next regions may find.
//!
//! Called by `build`, inside the loop over the block's threads.

use std::collections::HashMap;

use crate::ir::constant::ConstData;
use crate::ir::function::Block;
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;

use super::build::Builder;
use super::memory::{load_cell, moved_element, store_cell};
use super::plan::{ENDED, Moved, Transition};
use super::variables::Class;

/// A region while it is copied.
pub(super) struct Copy {
    pub(super) region: usize,
    pub(super) row: Value,
    pub(super) thread: Value,
    pub(super) values: HashMap<Inst, Value>,
    pub(super) blocks: HashMap<Block, Block>,
    pub(super) locals: HashMap<Inst, Value>,
    /// The block that ends a thread's round.
    pub(super) next: Block,
    /// Where the threads go, of regions with several ways on.
    pub(super) chosen: Value,
    pub(super) parks: HashMap<Option<usize>, Block>,
}

impl Builder<'_, '_> {
    pub(super) fn load_live(&mut self, copy: &mut Copy) {
        for &var in &self.variables.live[copy.region] {
            let variable = self.variables.list[var];
            if variable.class == Class::Exchange {
                continue;
            }
            let value = match (variable.class, self.shared[var], self.plan.cells[var]) {
                (Class::Recomputed(def), ..) => self.recompute(copy, def),
                (_, Some(shared), _) => self.cur.load(variable.ty, shared, 1),
                (_, None, cell) => {
                    let memory = self.memory();
                    load_cell(&mut self.cur, memory, cell.unwrap_or(0), copy.thread, variable.ty)
                }
            };
            let local = self.local(copy, variable.slot, variable.ty);
            self.cur.store(value, local, 1);
        }
    }

    fn local(&mut self, copy: &mut Copy, slot: Inst, ty: Type) -> Value {
        if let Some(&known) = copy.locals.get(&slot) {
            return known;
        }
        let local = self.variable(ty);
        copy.locals.insert(slot, local);
        local
    }

    /// Computes `def` from the thread's index and common values.
    fn recompute(&mut self, copy: &mut Copy, def: Inst) -> Value {
        if let Some(&known) = self.common.get(&def).or_else(|| copy.values.get(&def)) {
            return known;
        }
        let data = self.source.insts[def].clone();
        if matches!(data.op, Op::Intrinsic { id: Intrinsic::ThreadLinear, .. }) {
            return copy.thread;
        }
        let mut operands = Vec::new();
        data.op.for_each_operand(|v| operands.push(v));
        let mut map = HashMap::new();
        for operand in operands {
            if let Value::Inst(inst) = operand {
                map.insert(operand, self.recompute(copy, inst));
            }
        }
        let mut op = data.op;
        op.map_operands(|v| map.get(&v).copied().unwrap_or(v));
        self.cur.inst(op, data.ty)
    }

    pub(super) fn copy_blocks(&mut self, copy: &mut Copy) {
        let mut blocks = self.regions.list[copy.region].blocks.clone();
        blocks.sort_by_key(|&b| self.cfg.position(b));
        for &block in &blocks {
            let new = self.cur.func.add_block();
            copy.blocks.insert(block, new);
        }
        let head = self.regions.list[copy.region].point.block;
        self.cur.br(copy.blocks[&head]);
        for &block in &blocks {
            self.cur.goto_end(copy.blocks[&block]);
            for &inst in &self.source.blocks[block].insts {
                self.copy_inst(copy, inst);
            }
        }
    }

    fn operand(&self, copy: &Copy, value: Value) -> Value {
        let Value::Inst(inst) = value else { return value };
        let local = copy.locals.get(&inst);
        self.common.get(&inst).or_else(|| copy.values.get(&inst)).or(local).copied().unwrap_or(value)
    }

    fn copy_inst(&mut self, copy: &mut Copy, inst: Inst) {
        let data = self.source.insts[inst].clone();
        self.cur.loc = data.loc;
        if let Op::Load { ptr: Value::Inst(slot), .. } | Op::Store { ptr: Value::Inst(slot), .. } = data.op
            && let Some(&var) = self.variables.of_slot.get(&slot)
        {
            self.local(copy, slot, self.variables.list[var].ty);
        }
        let value = match &data.op {
            Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => copy.thread,
            Op::Intrinsic { args, .. } if self.regions.list[copy.region].point.operations.contains(&inst) => {
                let lane = args.get(1).map(|&l| self.operand(copy, l));
                self.result_of(copy.region, inst, copy.thread, lane)
            }
            Op::Gep { base, indices, .. } => match (self.moved(*base), indices.last()) {
                (Some(moved), Some(&index)) => {
                    let index = self.operand(copy, index);
                    let memory = self.memory();
                    moved_element(&mut self.cur, memory, self.plan, moved, index, (copy.row, self.lane))
                }
                _ => self.copy_plain(copy, &data.op, data.ty),
            },
            Op::Ret(_) | Op::Unreachable => {
                let park = self.park(copy, None);
                self.cur.br(park);
                return;
            }
            Op::Br(_) | Op::CondBr { .. } | Op::Switch { .. } => return self.copy_branch(copy, &data.op),
            _ => self.copy_plain(copy, &data.op, data.ty),
        };
        copy.values.insert(inst, value);
    }

    fn copy_plain(&mut self, copy: &Copy, op: &Op, ty: Type) -> Value {
        let mut op = op.clone();
        op.map_operands(|v| self.operand(copy, v));
        self.cur.inst(op, ty)
    }

    fn copy_branch(&mut self, copy: &mut Copy, op: &Op) {
        let mut op = op.clone();
        let targets: HashMap<Block, Block> = op
            .successors()
            .into_iter()
            .map(|to| {
                let exits = &self.regions.list[copy.region].exits;
                let exit = exits.iter().copied().find(|&r| self.regions.list[r].point.block == to);
                let new = match exit {
                    Some(region) => self.park(copy, Some(region)),
                    None => copy.blocks[&to],
                };
                (to, new)
            })
            .collect();
        op.map_operands(|v| self.operand(copy, v));
        op.map_successors(|b| targets[&b]);
        self.cur.inst(op, Type::VOID);
    }

    fn moved(&self, base: Value) -> Option<Moved> {
        let Value::Const(id) = base else { return None };
        let ConstData::GlobalAddr { global, .. } = self.cur.ctx.consts.data(id) else { return None };
        self.plan.moved.get(global.0 as usize).copied().flatten()
    }

    /// The block where the region's threads stop, to wait for region `to` or for good.
    fn park(&mut self, copy: &mut Copy, to: Option<usize>) -> Block {
        *copy.parks.entry(to).or_insert_with(|| self.cur.func.add_block())
    }

    pub(super) fn park_all(&mut self, copy: &mut Copy, updated: &[(usize, Value, Value)]) {
        self.cur.loc = None;
        let mut parks: Vec<(Option<usize>, Block)> = copy.parks.iter().map(|(&to, &block)| (to, block)).collect();
        parks.sort();
        for (to, block) in parks {
            self.cur.goto_end(block);
            if let Some(to) = to {
                self.store_live(copy, to, updated);
            }
            self.note_state(copy, to);
            let next = copy.next;
            self.cur.br(next);
        }
    }

    /// Keeps what region `to` may find set, as far as this region has set it.
    fn store_live(&mut self, copy: &mut Copy, to: usize, updated: &[(usize, Value, Value)]) {
        for &var in &self.variables.live[to] {
            let variable = self.variables.list[var];
            if matches!(variable.class, Class::Recomputed(_)) || !self.sets(copy.region, var) {
                continue;
            }
            let local = self.local(copy, variable.slot, variable.ty);
            let value = self.cur.load(variable.ty, local, 1);
            if let Some(&(_, _, new)) = updated.iter().find(|u| u.0 == var) {
                self.cur.store(value, new, 1);
            } else if let Some(cell) = self.plan.cells[var] {
                let memory = self.memory();
                store_cell(&mut self.cur, memory, cell, copy.thread, value);
            }
        }
    }

    /// Notes where the thread goes on, as far as that is not clear anyway.
    fn note_state(&mut self, copy: &Copy, to: Option<usize>) {
        if let Some(to) = to {
            let number = self.cur.ctx.i32(to as u32);
            self.cur.store(number, copy.chosen, 4);
        }
        let scheduled = self.plan.transitions[copy.region] == Transition::Schedule;
        if self.plan.states.is_none() || !(scheduled || copy.region == 0 || to.is_none()) {
            return;
        }
        let state = to.map_or(ENDED, |to| self.plan.waiting_state(self.regions, to));
        let state = self.cur.ctx.i32(state);
        self.set_state(copy.thread, state);
    }
}
