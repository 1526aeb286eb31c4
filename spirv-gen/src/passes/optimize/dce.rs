//! Removes instructions whose results nobody needs, and private variables that are only written.
//!
//! Roots are what changes memory, waits or ends blocks; everything they need stays. Hints go. Called by both pipelines.

use crate::hash::HashSet;
use crate::ir::entity::Entity;
use crate::ir::function::Function;
use crate::ir::instruction::{CastOp, Inst, Op, Value};
use crate::ir::intrinsic::Effect;

/// Removes dead instructions. Returns whether there were any.
pub fn eliminate(func: &mut Function) -> bool {
    let write_only = write_only_pointers(func);
    let mut live = vec![false; func.insts.len()];
    let mut work = collect_roots(func, &write_only);
    work.iter().for_each(|i| live[i.index()] = true);
    while let Some(inst) = work.pop() {
        func.op(inst).for_each_operand(|v| {
            if let Value::Inst(used) = v
                && !std::mem::replace(&mut live[used.index()], true)
            {
                work.push(used);
            }
        });
    }
    let mut removed = false;
    for block in &func.layout {
        let insts = &mut func.blocks[*block].insts;
        let before = insts.len();
        insts.retain(|i| live[i.index()]);
        removed |= insts.len() != before;
    }
    removed
}

fn collect_roots(func: &Function, write_only: &HashSet<Inst>) -> Vec<Inst> {
    let is_root = |inst: Inst| match func.op(inst) {
        Op::Store { ptr: Value::Inst(ptr), volatile: false, .. } => !write_only.contains(ptr),
        op => op.has_side_effects(),
    };
    func.linked_insts().map(|(_, inst)| inst).filter(|&inst| is_root(inst)).collect()
}

/// Allocas, and pointers computed from them, through which nothing is read and which go nowhere else.
fn write_only_pointers(func: &Function) -> HashSet<Inst> {
    let mut pointers: HashSet<Inst> = HashSet::default();
    let derived = |op: &Op, pointers: &HashSet<Inst>| {
        let base = match op {
            Op::Gep { base, .. } => base,
            Op::Cast { op: CastOp::AddrSpaceCast | CastOp::BitCast, value, .. } => value,
            _ => return false,
        };
        matches!(base, Value::Inst(b) if pointers.contains(b))
    };
    let mut grown = true;
    while grown {
        grown = false;
        for (_, inst) in func.linked_insts() {
            let op = func.op(inst);
            if matches!(op, Op::Alloca { .. }) || derived(op, &pointers) {
                grown |= pointers.insert(inst);
            }
        }
    }
    // Any other use spoils a pointer, and what it was computed from.
    let mut spoiled: Vec<Inst> = Vec::new();
    for (_, inst) in func.linked_insts() {
        let op = func.op(inst);
        let harmless = match op {
            Op::Store { value, volatile: false, atomic: None, .. } => Some(*value),
            Op::Intrinsic { id, .. } if id.effect() == Effect::Hint => continue,
            op if derived(op, &pointers) => continue,
            _ => None,
        };
        op.for_each_operand(|v| {
            if let Value::Inst(used) = v
                && pointers.contains(&used)
                && harmless.is_none_or(|value| value == v)
            {
                spoiled.push(used);
            }
        });
    }
    while let Some(inst) = spoiled.pop() {
        if pointers.remove(&inst) {
            match func.op(inst) {
                Op::Gep { base: Value::Inst(base), .. } | Op::Cast { value: Value::Inst(base), .. } => {
                    spoiled.push(*base)
                }
                _ => {}
            }
        }
    }
    // A pointer from a spoiled base reads what others write: it is spoiled as well.
    loop {
        let orphans: Vec<Inst> = pointers
            .iter()
            .copied()
            .filter(|&i| !matches!(func.op(i), Op::Alloca { .. }) && !derived(func.op(i), &pointers))
            .collect();
        if orphans.is_empty() {
            return pointers;
        }
        orphans.iter().for_each(|i| {
            pointers.remove(i);
        });
    }
}
