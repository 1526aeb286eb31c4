//! Gives a variable to every value that outlives its region, so that regions can be copied apart from each other.
//!
//! ```text
//! Recomputed   cheap functions of the thread's index and of uniform values: computed again where a region needs them
//! Scalar       the same for all threads of the block: one variable
//! Array        one element per thread, in scratch memory
//! Exchange     an operand of a warp operation: an array that other threads read
//! ```
//! Phis become variables too (the ways into a region come from other regions). Called by `fission::run`; `build` reads the result.

use crate::analysis::cfg::Cfg;
use crate::analysis::divergence::is_uniform;
use crate::analysis::liveness::live_in;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, CastOp, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::util::rewrite::phi_to_load;

use super::packing::Packing;
use super::regions::Regions;

/// Operations that computing a value again may cost.
const RECOMPUTE_LIMIT: u32 = 8;

/// Where a variable lives between regions. See the module's description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Recomputed(Inst),
    Scalar,
    Array,
    Exchange,
}

/// A variable of the undivided function: loads and stores of `slot` (an alloca) are its uses and definitions.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    pub slot: Inst,
    pub ty: Type,
    pub class: Class,
    /// The same for all threads that run a round together.
    pub uniform: bool,
}

/// All variables that outlive a region.
#[derive(Debug, Default)]
pub struct Variables {
    pub list: Vec<Variable>,
    /// For each region, the variables that it may find set.
    pub live: Vec<Vec<usize>>,
    pub of_slot: HashMap<Inst, usize>,
    /// The variable that holds the operand of a warp operation.
    pub exchanged: HashMap<Inst, usize>,
}

/// Puts the values that outlive a region, and all phis of `func`, into variables. `prologue` is the block in front of all regions; what
/// it computes is at hand everywhere; `cfg` is the control flow, which stays as it is.
/// With `in_memory`, a thread's variables lie in memory, where other threads can read them.
pub fn demote(
    ctx: &mut Context,
    (func, cfg): (&mut Function, &Cfg),
    (regions, packing): (&Regions, Option<&Packing>),
    prologue: Block,
    in_memory: bool,
) -> Variables {
    let mut pass = Demotion {
        ctx,
        func,
        cfg,
        regions,
        packing,
        prologue,
        home: Vec::new(),
        costs: HashMap::default(),
        operands: Vec::new(),
        slots: Vec::new(),
        vars: Variables::default(),
    };
    pass.note_homes();
    pass.copy_addresses();
    pass.note_homes();
    pass.exchange_operands();
    pass.note_homes();
    let variable_of = match &regions.list[..] {
        // Nothing lives before the start. Kernels whose threads never meet are many.
        [_] => HashMap::default(),
        _ => pass.outliving_values(),
    };
    if in_memory {
        pass.read_in_place(&variable_of);
    }
    pass.phis();
    let slots = pass.slots.into_iter().rev();
    pass.func.blocks[prologue].insts.splice(0..0, slots);
    pass.vars
}

struct Demotion<'a> {
    ctx: &'a mut Context,
    func: &'a mut Function,
    cfg: &'a Cfg,
    regions: &'a Regions,
    packing: Option<&'a Packing>,
    prologue: Block,
    home: Vec<Option<Block>>,
    costs: HashMap<Inst, Option<u32>>,
    /// Region, warp operation and what other lanes read of it.
    operands: Vec<(usize, Inst, Value)>,
    /// The variables' slots, which are to stand at the start of the prologue.
    slots: Vec<Inst>,
    vars: Variables,
}

impl Demotion<'_> {
    fn note_homes(&mut self) {
        self.home = self.func.homes();
    }

    fn home(&self, inst: Inst) -> Option<Block> {
        self.home.get(inst.index()).copied().flatten()
    }

    /// Copies each address of shared or private memory into the blocks that use it: an address is no value that could be kept.
    fn copy_addresses(&mut self) {
        for block in self.func.layout.clone() {
            let mut copies: HashMap<Inst, Value> = HashMap::default();
            let mut at = 0;
            while let Some(&inst) = self.func.blocks[block].insts.get(at) {
                let mut strays = Vec::new();
                self.func.op(inst).for_each_operand(|v| match v {
                    Value::Inst(def)
                        if matches!(self.func.op(def), Op::Gep { .. }) && self.home(def) != Some(block) =>
                    {
                        strays.push(def);
                    }
                    _ => {}
                });
                for def in strays {
                    let copy = copies.get(&def).copied().unwrap_or_else(|| {
                        let data = self.func.insts[def].clone();
                        let mut cursor = Cursor::before(self.ctx, self.func, block, at);
                        at += 1;
                        cursor.inst(data.op, data.ty)
                    });
                    copies.insert(def, copy);
                    self.func.insts[inst].op.map_operands(|v| if v == Value::Inst(def) { copy } else { v });
                }
                at += 1;
            }
        }
    }

    /// A variable for `value`, if it stands for one that is there already.
    fn add(&mut self, ty: Type, class: Class, value: Option<Inst>) -> (usize, Value) {
        let uniform = class == Class::Scalar
            || self.packing.is_some_and(|packing| {
                value.is_some_and(|value| self.home(value).is_some_and(|home| packing.is_uniform(home, value)))
            });
        let op = Op::Alloca { elem: ty, count: None, align: 1 };
        let slot = self.func.create_inst(op, Type::PTR_PRIVATE, None);
        self.slots.push(slot);
        let index = self.vars.list.len();
        self.vars.list.push(Variable { slot, ty, class, uniform });
        self.vars.of_slot.insert(slot, index);
        (index, Value::Inst(slot))
    }

    /// The operands that other lanes read are stored before their point; the operation itself keeps none of them.
    fn exchange_operands(&mut self) {
        let regions = self.regions;
        self.vars.live = vec![Vec::new(); regions.list.len()];
        for (index, region) in regions.list.iter().enumerate() {
            for &operation in &region.point.operations {
                let Op::Intrinsic { args, .. } = self.func.op(operation) else { continue };
                let Some(&operand) = args.first() else { continue };
                let ty = self.ctx.type_of(self.func, operand);
                let (var, slot) = self.add(ty, Class::Exchange, None);
                for &from in self.cfg.preds(region.point.block) {
                    Cursor::before_terminator(self.ctx, self.func, from).store(operand, slot, 1);
                }
                let nothing = self.ctx.undef(ty);
                if let Op::Intrinsic { args, .. } = &mut self.func.insts[operation].op {
                    args[0] = nothing;
                }
                self.vars.exchanged.insert(operation, var);
                self.operands.push((index, operation, operand));
                self.vars.live[index].push(var);
            }
        }
    }

    /// Returns the variable of each.
    fn outliving_values(&mut self) -> HashMap<Inst, usize> {
        let live = live_in(self.func, self.cfg);
        let mut variable_of: HashMap<Inst, usize> = HashMap::default();
        let mut order = Vec::new();
        for (index, region) in self.regions.list.iter().enumerate() {
            for &value in &live[region.point.block.index()] {
                if self.home(value) == Some(self.prologue) || matches!(self.func.op(value), Op::Alloca { .. }) {
                    continue;
                }
                let var = *variable_of.entry(value).or_insert_with(|| {
                    order.push(value);
                    self.vars.list.len() + order.len() - 1
                });
                self.vars.live[index].push(var);
            }
        }
        // All costs before any value turns into a variable's: a load hides what it costs to compute again.
        let mut slots: HashMap<Inst, Value> = HashMap::default();
        for value in order {
            let class = self.class_of(value);
            let (_, slot) = self.add(self.func.insts[value].ty, class, Some(value));
            slots.insert(value, slot);
        }
        for block in self.func.layout.clone() {
            self.use_variables(block, &slots);
        }
        variable_of
    }

    /// The value of which `value` is but another view. Shuffles of floats come as shuffles of integers.
    fn uncast(&self, value: Value) -> Value {
        match value {
            Value::Inst(inst) => match *self.func.op(inst) {
                Op::Cast { op: CastOp::BitCast, value, .. } => value,
                _ => value,
            },
            _ => value,
        }
    }

    /// An operand that lives on anyway needs no copy for others to read, if its region does not change it meanwhile.
    fn read_in_place(&mut self, variable_of: &HashMap<Inst, usize>) {
        for (region, operation, operand) in std::mem::take(&mut self.operands) {
            let Value::Inst(value) = self.uncast(operand) else { continue };
            let Some(&var) = variable_of.get(&value) else { continue };
            let Variable { slot, class, .. } = self.vars.list[var];
            let set_in = |block: &Block| {
                let insts = self.func.blocks[*block].insts.iter();
                insts.copied().any(|i| matches!(self.func.op(i), Op::Store { ptr, .. } if *ptr == Value::Inst(slot)))
            };
            let keeps = !self.regions.list[region].blocks.iter().any(set_in);
            if class == Class::Array
                && keeps
                && self.vars.live[region].contains(&var)
                && let Some(copy) = self.vars.exchanged.insert(operation, var)
            {
                self.vars.live[region].retain(|&v| v != copy);
            }
        }
    }

    fn class_of(&mut self, value: Inst) -> Class {
        if self.cost(value).is_some_and(|c| c <= RECOMPUTE_LIMIT) {
            return Class::Recomputed(value);
        }
        let divergence = &self.regions.divergence;
        let common = self.home(value).is_some_and(|b| !divergence.block(b)) && !divergence.value(Value::Inst(value));
        if common { Class::Scalar } else { Class::Array }
    }

    /// What computing `inst` from the thread's index and the prologue's values costs; nothing if that is impossible.
    fn cost(&mut self, inst: Inst) -> Option<u32> {
        if self.home(inst) == Some(self.prologue) {
            return Some(0);
        }
        if let Some(&known) = self.costs.get(&inst) {
            return known;
        }
        self.costs.insert(inst, None); // a cycle would go through a phi, which has no cost anyway
        let op = self.func.op(inst).clone();
        let is_index = matches!(op, Op::Intrinsic { id: Intrinsic::ThreadLinear, .. });
        let own: u32 = match op {
            _ if is_index => 0,
            Op::Phi(_) | Op::Gep { .. } => return None,
            Op::Binary { op: BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem, .. } => 4,
            Op::Intrinsic { .. } => 2,
            _ => 1,
        };
        if !is_index && !is_uniform(&op) {
            return None;
        }
        let mut total: Option<u32> = Some(own);
        let mut operands = Vec::new();
        op.for_each_operand(|v| operands.push(v));
        for operand in operands {
            if let Value::Inst(def) = operand {
                total = total.zip(self.cost(def)).map(|(a, b)| a.saturating_add(b));
            }
        }
        let total = total.filter(|&t| t <= RECOMPUTE_LIMIT);
        self.costs.insert(inst, total);
        total
    }

    /// In `block`: stores the values that have a slot behind their definitions, and loads those of other blocks where they are used first.
    fn use_variables(&mut self, block: Block, slots: &HashMap<Inst, Value>) {
        let mut loaded: HashMap<Inst, Value> = HashMap::default();
        let phis: Vec<Inst> = self.func.phis(block).collect();
        let mut at = phis.len();
        for phi in phis {
            self.load_for_phi(phi, slots);
            at += usize::from(self.store_behind(block, at, phi, slots));
        }
        while let Some(&inst) = self.func.blocks[block].insts.get(at) {
            let mut used = Vec::new();
            self.func.op(inst).for_each_operand(|v| match v {
                Value::Inst(def) if slots.contains_key(&def) => used.push(def),
                _ => {}
            });
            used.retain(|&def| self.home(def) != Some(block));
            for def in used {
                let ty = self.func.insts[def].ty;
                let load = loaded.get(&def).copied().unwrap_or_else(|| {
                    let load = Cursor::before(self.ctx, self.func, block, at).load(ty, slots[&def], 1);
                    at += 1;
                    load
                });
                loaded.insert(def, load);
                self.func.insts[inst].op.map_operands(|v| if v == Value::Inst(def) { load } else { v });
            }
            at += 1;
            at += usize::from(self.store_behind(block, at, inst, slots));
        }
    }

    /// Stores `value`'s result at `at` if it has a slot. Returns whether it has.
    fn store_behind(&mut self, block: Block, at: usize, value: Inst, slots: &HashMap<Inst, Value>) -> bool {
        let Some(&slot) = slots.get(&value) else { return false };
        Cursor::before(self.ctx, self.func, block, at).store(Value::Inst(value), slot, 1);
        true
    }

    fn load_for_phi(&mut self, phi: Inst, slots: &HashMap<Inst, Value>) {
        let Op::Phi(mut incoming) = self.func.op(phi).clone() else { return };
        for (v, from) in &mut incoming {
            if let Value::Inst(def) = *v
                && let Some(&slot) = slots.get(&def)
                && self.home(def) != Some(*from)
            {
                let ty = self.func.insts[def].ty;
                *v = Cursor::before_terminator(self.ctx, self.func, *from).load(ty, slot, 1);
            }
        }
        self.func.insts[phi].op = Op::Phi(incoming);
    }

    /// Each phi becomes a load of a variable that its predecessors store; at a point's head the variable outlives regions.
    fn phis(&mut self) {
        let regions = self.regions.list.iter().enumerate();
        let region_at: HashMap<Block, usize> = regions.map(|(index, r)| (r.point.block, index)).collect();
        for block in self.func.layout.clone() {
            let region = region_at.get(&block).copied();
            let phis: Vec<Inst> = self.func.phis(block).collect();
            for phi in phis {
                let ty = self.func.insts[phi].ty;
                let divergence = &self.regions.divergence;
                let common = !divergence.block(block) && !divergence.value(Value::Inst(phi));
                let (var, slot) = self.add(ty, if common { Class::Scalar } else { Class::Array }, Some(phi));
                if let Some(region) = region {
                    self.vars.live[region].push(var);
                }
                phi_to_load(self.ctx, self.func, phi, slot);
            }
        }
    }
}
