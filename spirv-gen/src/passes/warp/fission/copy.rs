//! Copies a region's code for the threads of one round, between loading what lives on and storing what the next regions may find.
//!
//! A round has one row of threads, a thread per lane, or the rows of a whole warp (`packing`). Then every instruction is written once per
//! row, row by row, but for what several rows have in common; where lanes diverge (`packing::DivergentCode`), the rows go one after the other.
//! Called by `build`, inside the loop over the block's threads.

use crate::hash::HashMap;
use crate::ir::constant::ConstData;
use crate::ir::function::Block;
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;

use super::build::Builder;
use super::memory::{load_cell, moved_element, store_cell};
use super::packing::{DivergentCode, Join};
use super::plan::{ENDED, Moved, Transition};
use super::variables::Class;

/// One row of threads in a round.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) row: Value,
    pub(super) thread: Value,
    pub(super) values: HashMap<Inst, Value>,
    locals: HashMap<Inst, Value>,
    /// What variables hold that the region does not set.
    kept: HashMap<Inst, Value>,
}

impl Row {
    pub(super) fn new(row: Value, thread: Value) -> Self {
        Self { row, thread, values: HashMap::default(), locals: HashMap::default(), kept: HashMap::default() }
    }
}

/// A region while it is copied.
pub(super) struct Copy {
    pub(super) region: usize,
    pub(super) rows: Vec<Row>,
    pub(super) blocks: HashMap<Block, Block>,
    /// The variables that are the same for all threads of the round.
    pub(super) uniform: HashMap<Inst, Value>,
    /// The block that ends a round.
    pub(super) next: Block,
    /// Where the threads go, of regions with several ways on.
    pub(super) chosen: Value,
    pub(super) parks: HashMap<Option<usize>, Block>,
}

impl Builder<'_, '_> {
    pub(super) fn load_live(&mut self, copy: &mut Copy) {
        for &var in &self.layout.variables.live[copy.region] {
            let variable = self.layout.variables.list[var];
            if variable.class == Class::Exchange {
                continue;
            }
            for row in 0..copy.rows.len() {
                if variable.uniform && row > 0 {
                    let first = copy.rows[0].kept.get(&variable.slot).copied();
                    copy.rows[row].kept.extend(first.map(|value| (variable.slot, value)));
                    continue;
                }
                let value = match (variable.class, self.shared[var], self.layout.plan.cells[var]) {
                    (Class::Recomputed(def), ..) => self.recompute(copy, row, def),
                    (_, Some(shared), _) => self.cur.load(variable.ty, shared, 1),
                    (_, None, cell) => {
                        let memory = self.memory();
                        load_cell(&mut self.cur, memory, cell.unwrap_or(0), copy.rows[row].thread, variable.ty)
                    }
                };
                if variable.uniform {
                    self.uniform.values.insert(value);
                }
                if self.sets(copy.region, var) {
                    let local = self.local(copy, row, var);
                    self.cur.store(value, local, 1);
                } else {
                    copy.rows[row].kept.insert(variable.slot, value);
                }
            }
        }
    }

    /// The variable of row `row` that stands for variable `var` in this round.
    fn local(&mut self, copy: &mut Copy, row: usize, var: usize) -> Value {
        let variable = self.layout.variables.list[var];
        let known = if variable.uniform { &copy.uniform } else { &copy.rows[row].locals };
        if let Some(&known) = known.get(&variable.slot) {
            return known;
        }
        let local = self.variable(variable.ty);
        if variable.uniform {
            self.uniform.values.insert(local);
        }
        let known = if variable.uniform { &mut copy.uniform } else { &mut copy.rows[row].locals };
        known.insert(variable.slot, local);
        local
    }

    /// Computes `def` from the thread's index and common values.
    fn recompute(&mut self, copy: &Copy, row: usize, def: Inst) -> Value {
        if let Some(&known) = self.common.get(&def) {
            return known;
        }
        let data = self.layout.source.insts[def].clone();
        match data.op {
            Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => return copy.rows[row].thread,
            // What it is made of may have become a variable itself, of the same kind.
            Op::Load { ptr: Value::Inst(slot), .. } => {
                if let Some(&var) = self.layout.variables.of_slot.get(&slot)
                    && let Class::Recomputed(def) = self.layout.variables.list[var].class
                {
                    return self.recompute(copy, row, def);
                }
            }
            _ => {}
        }
        let mut operands = Vec::new();
        data.op.for_each_operand(|v| operands.push(v));
        let mut map = HashMap::default();
        for operand in operands {
            if let Value::Inst(inst) = operand {
                map.insert(operand, self.recompute(copy, row, inst));
            }
        }
        let mut op = data.op;
        op.map_operands(|v| map.get(&v).copied().unwrap_or(v));
        self.emit(copy.rows.len() > 1, op, data.ty)
    }

    pub(super) fn copy_blocks(&mut self, copy: &mut Copy) {
        let mut blocks = self.layout.regions.list[copy.region].blocks.clone();
        if let Some(packing) = self.layout.packing.filter(|_| copy.rows.len() > 1) {
            blocks.retain(|&b| !packing.is_divergent(b));
        }
        blocks.sort_by_key(|&b| self.layout.cfg.position(b));
        for &block in &blocks {
            let new = self.cur.func.add_block();
            copy.blocks.insert(block, new);
            if copy.rows.len() > 1 {
                self.uniform.blocks.push(new);
            }
        }
        let head = self.layout.regions.list[copy.region].point.block;
        self.cur.br(copy.blocks[&head]);
        for &block in &blocks {
            self.goto(copy.blocks[&block]);
            let divergent = self.divergent(copy, block);
            for &inst in &self.layout.source.blocks[block].insts {
                self.copy_joint(copy, inst, divergent.as_ref());
            }
        }
    }

    fn goto(&mut self, block: Block) {
        self.cur.goto_end(block);
        self.numbered.clear();
    }

    /// The code behind `block` that the rows run one after the other.
    fn divergent(&self, copy: &Copy, block: Block) -> Option<DivergentCode> {
        let packing = self.layout.packing.filter(|_| copy.rows.len() > 1)?;
        packing.divergent_code(self.layout.source, &self.layout.regions.list, block).filter(|a| !a.blocks.is_empty())
    }

    /// Copies an instruction to which all lanes of the round come.
    fn copy_joint(&mut self, copy: &mut Copy, inst: Inst, divergent: Option<&DivergentCode>) {
        let op = self.layout.source.op(inst);
        if let Some(divergent) = divergent.filter(|_| op.is_terminator()) {
            return self.copy_divergent(copy, inst, divergent);
        }
        if matches!(op, Op::Br(_) | Op::CondBr { .. } | Op::Switch { .. }) {
            let op = op.clone();
            return self.copy_branch(copy, 0, &op, &HashMap::default());
        }
        if matches!(op, Op::Ret(_) | Op::Unreachable) {
            let park = self.park(copy, None);
            return self.cur.br(park);
        }
        if copy.rows.len() > 1 && self.exchange(copy, inst) {
            return;
        }
        for row in 0..copy.rows.len() {
            if row > 0 && self.sets_uniform(op) {
                break;
            }
            self.copy_inst(copy, row, inst);
        }
        self.numbered.loaded.clear();
    }

    /// Whether `op` sets a variable that is the same for all rows.
    fn sets_uniform(&self, op: &Op) -> bool {
        let Op::Store { ptr: Value::Inst(slot), .. } = op else { return false };
        self.layout.variables.of_slot.get(slot).is_some_and(|&var| self.layout.variables.list[var].uniform)
    }

    /// Copies, for one row after the other, the branch `inst` and the code that only some lanes come to.
    fn copy_divergent(&mut self, copy: &mut Copy, inst: Inst, divergent: &DivergentCode) {
        let branch = self.layout.source.op(inst).clone();
        let mut blocks = divergent.blocks.clone();
        blocks.sort_by_key(|&b| self.layout.cfg.position(b));
        for row in 0..copy.rows.len() {
            let behind = self.cur.func.add_block();
            let mut own: HashMap<Block, Block> = blocks.iter().map(|&b| (b, self.cur.func.add_block())).collect();
            let join = match divergent.join {
                Join::Block(block) => Some(block),
                Join::Region(index) => Some(self.layout.regions.list[index].point.block),
                Join::End => None,
            };
            own.extend(join.map(|block| (block, behind)));
            self.copy_branch(copy, row, &branch, &own);
            for block in &blocks {
                self.goto(own[block]);
                for &inst in &self.layout.source.blocks[*block].insts {
                    match self.layout.source.op(inst) {
                        op @ (Op::Br(_) | Op::CondBr { .. } | Op::Switch { .. }) => {
                            let op = op.clone();
                            self.copy_branch(copy, row, &op, &own);
                        }
                        Op::Ret(_) | Op::Unreachable => self.cur.br(behind),
                        _ => self.copy_inst(copy, row, inst),
                    }
                    self.numbered.loaded.clear();
                }
            }
            self.goto(behind);
        }
        let to = match divergent.join {
            Join::Block(block) => copy.blocks[&block],
            Join::Region(index) => self.park(copy, Some(index)),
            Join::End => self.park(copy, None),
        };
        self.cur.br(to);
    }

    pub(super) fn operand(&self, copy: &Copy, row: usize, value: Value) -> Value {
        let Value::Inst(inst) = value else { return value };
        let row = &copy.rows[row];
        let local = row.locals.get(&inst).or_else(|| copy.uniform.get(&inst));
        self.common.get(&inst).or_else(|| row.values.get(&inst)).or(local).copied().unwrap_or(value)
    }

    fn copy_inst(&mut self, copy: &mut Copy, row: usize, inst: Inst) {
        let data = self.layout.source.insts[inst].clone();
        self.cur.loc = data.loc;
        if let Op::Load { ptr: Value::Inst(slot), .. } | Op::Store { ptr: Value::Inst(slot), .. } = data.op
            && let Some(&var) = self.layout.variables.of_slot.get(&slot)
        {
            self.local(copy, row, var);
        }
        let value = match &data.op {
            Op::Load { ptr: Value::Inst(slot), .. } if copy.rows[row].kept.contains_key(slot) => {
                copy.rows[row].kept[slot]
            }
            Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => copy.rows[row].thread,
            Op::Intrinsic { args, .. } if self.layout.regions.list[copy.region].point.operations.contains(&inst) => {
                let lane = args.get(1).map(|&l| self.operand(copy, row, l));
                self.result_of(copy.region, inst, copy.rows[row].thread, lane)
            }
            Op::Gep { base, indices, .. } => match (self.moved(*base), indices.last()) {
                (Some(moved), Some(&index)) => {
                    let index = self.operand(copy, row, index);
                    self.moved_address(&copy.rows, row, moved, index)
                }
                _ => self.copy_plain(copy, row, &data.op, data.ty),
            },
            _ => self.copy_plain(copy, row, &data.op, data.ty),
        };
        copy.rows[row].values.insert(inst, value);
    }

    fn moved_address(&mut self, rows: &[Row], row: usize, moved: Moved, index: Value) -> Value {
        let key = (moved.offset, index);
        let shared = rows.len() > 1 && !moved.per_thread;
        if let Some(&known) = self.numbered.addresses.get(&key).filter(|_| shared) {
            return known;
        }
        let memory = self.memory();
        let address =
            moved_element(&mut self.cur, memory, self.layout.plan, moved, index, (rows[row].row, self.layout.lane));
        if shared && self.is_uniform(index) {
            self.uniform.values.insert(address);
        }
        if shared {
            self.numbered.addresses.insert(key, address);
        }
        address
    }

    fn copy_plain(&mut self, copy: &Copy, row: usize, op: &Op, ty: Type) -> Value {
        let mut op = op.clone();
        op.map_operands(|v| self.operand(copy, row, v));
        self.emit(copy.rows.len() > 1, op, ty)
    }

    /// Copies a branch of row `row`; `own` tells of blocks that only this row comes to.
    fn copy_branch(&mut self, copy: &mut Copy, row: usize, op: &Op, own: &HashMap<Block, Block>) {
        let mut op = op.clone();
        let targets: HashMap<Block, Block> = op
            .successors()
            .into_iter()
            .map(|to| {
                let exits = &self.layout.regions.list[copy.region].exits;
                let exit = exits.iter().copied().find(|&r| self.layout.regions.list[r].point.block == to);
                let new = match (own.get(&to), exit) {
                    (Some(&own), _) => own,
                    (None, Some(region)) => self.park(copy, Some(region)),
                    (None, None) => copy.blocks[&to],
                };
                (to, new)
            })
            .collect();
        op.map_operands(|v| self.operand(copy, row, v));
        op.map_successors(|b| targets[&b]);
        self.cur.inst(op, Type::VOID);
    }

    fn moved(&self, base: Value) -> Option<Moved> {
        let Value::Const(id) = base else { return None };
        let ConstData::GlobalAddr { global, .. } = self.cur.ctx.consts.data(id) else { return None };
        self.layout.plan.moved.get(global.0 as usize).copied().flatten()
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
            for row in 0..copy.rows.len() {
                if let Some(to) = to {
                    self.store_live(copy, row, to, updated);
                }
                self.note_state(copy, row, to);
            }
            let next = copy.next;
            self.cur.br(next);
        }
    }

    /// Keeps what region `to` may find set, as far as this region has set it.
    fn store_live(&mut self, copy: &mut Copy, row: usize, to: usize, updated: &[(usize, Value, Value)]) {
        for &var in &self.layout.variables.live[to] {
            let variable = self.layout.variables.list[var];
            if matches!(variable.class, Class::Recomputed(_)) || !self.sets(copy.region, var) {
                continue;
            }
            let local = self.local(copy, row, var);
            let value = self.cur.load(variable.ty, local, 1);
            if let Some(&(_, _, new)) = updated.iter().find(|u| u.0 == var) {
                self.cur.store(value, new, 1);
            } else if let Some(cell) = self.layout.plan.cells[var] {
                let memory = self.memory();
                store_cell(&mut self.cur, memory, cell, copy.rows[row].thread, value);
            }
        }
    }

    /// Notes where the thread goes on, as far as that is not clear anyway.
    fn note_state(&mut self, copy: &Copy, row: usize, to: Option<usize>) {
        if let Some(to) = to.filter(|_| row == 0) {
            let number = self.cur.ctx.i32(to as u32);
            self.cur.store(number, copy.chosen, 4);
        }
        let scheduled = self.layout.plan.transitions[copy.region] == Transition::Schedule;
        if self.layout.plan.states.is_none() || !(scheduled || copy.region == 0 || to.is_none()) {
            return;
        }
        let state = to.map_or(ENDED, |to| self.layout.plan.waiting_state(self.layout.regions, to));
        let state = self.cur.ctx.i32(state);
        self.set_state(copy.rows[row].thread, state);
    }
}
