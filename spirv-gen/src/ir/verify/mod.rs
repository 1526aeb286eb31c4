//! Checks what every pass may rely on: ids that exist, blocks that end, operands of the right type that are computed
//! before they are used, phis that match their predecessors.
//!
//! Run after the parser and, in debug builds, after every pass; what it reports is a bug of the pass before it.
//! `emittable.rs` checks the form that `emit` takes, which is narrower. Called by `passes::driver`, `hipvk-opt` and the tests.

mod dominance;
mod emittable;
mod intrinsics;
mod tables;
mod types;

#[cfg(test)]
mod tests;

use super::function::{Block, Function};
use super::instruction::{Callee, Inst, Merge, Op, Value};
use super::module::Module;
use super::print::print_inst;
use super::types::Type;
use crate::error::CompileError;
use crate::hash::{HashMap, HashSet};
use dominance::Dominance;

pub use emittable::verify_emittable;

/// What is wrong, without saying where yet.
type Fault = String;

/// Checks a whole module.
///
/// # Errors
/// `Internal`, naming function and instruction, for the first rule that is broken.
pub fn verify_module(module: &Module) -> Result<(), CompileError> {
    let internal = |fault: Fault| CompileError::internal("verify", fault);
    tables::check(module).map_err(internal)?;
    let mut names = HashSet::default();
    for global in module.globals.values() {
        if !names.insert(&global.name) {
            return Err(internal(format!("two symbols are called @{}", global.name)));
        }
    }
    for func in module.functions.values() {
        if !names.insert(&func.name) {
            return Err(internal(format!("two symbols are called @{}", func.name)));
        }
        verify_function(module, func)?;
    }
    Ok(())
}

/// Checks that no value of `module` holds an integer of more than 128 bits: behind `integer/limbs` nothing knows them.
///
/// # Errors
/// `Internal`, naming the function.
pub fn verify_narrow(module: &Module) -> Result<(), CompileError> {
    let types = &module.ctx.types;
    let wide = |ty: Type| types.int_bits(types.scalar(ty)).is_some_and(|bits| bits > 128);
    for func in module.functions.values() {
        let mut found = func.params.iter().any(|param| wide(param.ty));
        for (_, inst) in func.linked_insts() {
            found |= wide(func.insts[inst].ty);
            func.op(inst).for_each_operand(|value| found |= wide(module.ctx.type_of(func, value)));
        }
        if found {
            let fault = "an integer of more than 128 bits is left";
            return Err(CompileError::internal("verify", fault).in_function(&func.name));
        }
    }
    Ok(())
}

/// Checks one function of `module`.
///
/// # Errors
/// As [`verify_module`].
pub fn verify_function(module: &Module, func: &Function) -> Result<(), CompileError> {
    if func.is_declaration() {
        return Ok(());
    }
    let checker = Checker { module, func };
    checker.run().map_err(|fault| CompileError::internal("verify", fault).in_function(&func.name))
}

struct Checker<'a> {
    module: &'a Module,
    func: &'a Function,
}

impl Checker<'_> {
    fn run(&self) -> Result<(), Fault> {
        self.ids()?;
        self.blocks()?;
        let dominance = Dominance::of(self.func);
        self.phis(&dominance)?;
        self.uses(&dominance)?;
        for (_, inst) in self.func.linked_insts() {
            self.inst_types(inst).map_err(|fault| self.at(inst, &fault))?;
        }
        Ok(())
    }

    /// The fault with the instruction's text.
    fn at(&self, inst: Inst, fault: &str) -> Fault {
        format!("{fault}\n  in: {}", print_inst(self.module, self.func, inst))
    }

    /// Everything that is referred to exists.
    fn ids(&self) -> Result<(), Fault> {
        let func = self.func;
        let mut seen = HashSet::default();
        for &block in &func.layout {
            if func.blocks.get(block).is_none() || !seen.insert(block) {
                return Err(format!("the layout names block {} twice, or it does not exist", block.0));
            }
        }
        let mut linked = vec![false; func.insts.len()];
        for (_, inst) in func.linked_insts() {
            let Some(place) = linked.get_mut(inst.0 as usize) else {
                return Err(format!("instruction {} does not exist", inst.0));
            };
            if std::mem::replace(place, true) {
                return Err(self.at(inst, "an instruction is linked twice"));
            }
        }
        for (_, inst) in func.linked_insts() {
            let mut fault = None;
            func.op(inst).for_each_operand(|value| {
                let known = match value {
                    Value::Inst(used) => linked.get(used.0 as usize).copied().unwrap_or(false),
                    Value::Param(index) => (index as usize) < func.params.len(),
                    Value::Const(id) => (id.0 as usize) < self.module.ctx.consts.len(),
                };
                if !known {
                    fault.get_or_insert_with(|| format!("operand {value:?} is in no block or does not exist"));
                }
            });
            if let Op::Call { callee: Callee::Func(callee), .. } = func.op(inst)
                && self.module.functions.get(*callee).is_none()
            {
                fault = Some("the callee does not exist".into());
            }
            if func.op(inst).successors().iter().any(|&b| func.blocks.get(b).is_none()) {
                fault = Some("a successor does not exist".into());
            }
            if let Op::Switch { cases, .. } = func.op(inst)
                && cases.iter().any(|(c, _)| c.0 as usize >= self.module.ctx.consts.len())
            {
                fault = Some("a case does not exist".into());
            }
            if let Some(fault) = fault {
                return Err(self.at(inst, &fault));
            }
        }
        Ok(())
    }

    /// Each block ends, once, and leads to blocks of the layout.
    fn blocks(&self) -> Result<(), Fault> {
        let func = self.func;
        let layout: HashSet<Block> = func.layout.iter().copied().collect();
        for (position, &block) in func.layout.iter().enumerate() {
            let insts = &func.blocks[block].insts;
            if func.terminator(block).is_none() {
                return Err(format!("block b{position} has no terminator"));
            }
            let mut behind_phis = false;
            for (i, &inst) in insts.iter().enumerate() {
                let op = func.op(inst);
                if op.is_terminator() && i + 1 != insts.len() {
                    return Err(self.at(inst, "a terminator stands inside a block"));
                }
                let is_phi = matches!(op, Op::Phi(_));
                if is_phi && behind_phis {
                    return Err(self.at(inst, "a phi stands behind other instructions"));
                }
                behind_phis |= !is_phi;
            }
            let mut targets = func.successors(block);
            targets.extend(match func.blocks[block].merge {
                None => vec![],
                Some(Merge::Selection(merge)) => vec![merge],
                Some(Merge::Loop { merge, continue_ }) => vec![merge, continue_],
            });
            if let Some(lost) = targets.iter().find(|b| !layout.contains(b)) {
                return Err(format!("block b{position} leads to block {}, which is not in the layout", lost.0));
            }
            if targets.contains(&func.entry()) {
                return Err(format!("block b{position} leads to the entry block"));
            }
        }
        Ok(())
    }

    /// A phi has one value for each predecessor, computed by its end.
    fn phis(&self, dominance: &Dominance) -> Result<(), Fault> {
        for &block in &self.func.layout {
            let predecessors: HashSet<Block> = dominance.predecessors(block).iter().copied().collect();
            for inst in self.func.phis(block) {
                let Op::Phi(incoming) = self.func.op(inst) else { continue };
                let mut values: HashMap<Block, Value> = HashMap::default();
                for &(value, from) in incoming {
                    if !predecessors.contains(&from) {
                        return Err(self.at(inst, "a phi names a block that does not lead here"));
                    }
                    if *values.entry(from).or_insert(value) != value {
                        return Err(self.at(inst, "a phi has two values for one block"));
                    }
                    if let Value::Inst(used) = value
                        && !dominance.available_at_end(used, from)
                    {
                        return Err(self.at(inst, "a phi's value is not computed on every path to its edge"));
                    }
                }
                if values.len() != predecessors.len() {
                    return Err(self.at(inst, "a phi lacks a block that leads here"));
                }
            }
        }
        Ok(())
    }

    /// Every other operand is computed before it is used.
    fn uses(&self, dominance: &Dominance) -> Result<(), Fault> {
        for (block, inst) in self.func.linked_insts() {
            let op = self.func.op(inst);
            if matches!(op, Op::Phi(_)) {
                continue;
            }
            let mut fault = false;
            op.for_each_operand(|value| {
                if let Value::Inst(used) = value {
                    fault |= !dominance.available_before(used, inst, block);
                }
            });
            if fault {
                return Err(self.at(inst, "an operand is not computed on every path here"));
            }
        }
        Ok(())
    }

    fn type_of(&self, value: Value) -> Type {
        self.module.ctx.type_of(self.func, value)
    }
}
