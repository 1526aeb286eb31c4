//! Which values of a function are still needed behind each call that may come back to the function.
//!
//! Backward dataflow over blocks, then over the instructions of the blocks with calls. Called by `machine.rs`.

use std::collections::BTreeSet;

use crate::analysis::cfg::Cfg;
use crate::hash::HashMap;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};

/// Instructions' results and parameters.
type Set = BTreeSet<Value>;

/// For each instruction that `is_call` picks, the values needed behind it, its own result not among them.
pub fn across_calls(func: &Function, is_call: impl Fn(Inst) -> bool) -> HashMap<Inst, Set> {
    let out = live_out(func);
    let mut across = HashMap::default();
    for &block in &func.layout {
        let insts = &func.blocks[block].insts;
        if !insts.iter().any(|&i| is_call(i)) {
            continue;
        }
        let mut live = out[block.index()].clone();
        for &inst in insts.iter().rev() {
            live.remove(&Value::Inst(inst));
            if is_call(inst) {
                across.insert(inst, live.clone());
            }
            add_operands(func, inst, &mut live);
        }
    }
    across
}

/// The values each block's end must hand on, what successors' phis take from it included.
fn live_out(func: &Function) -> Vec<Set> {
    let cfg = Cfg::new(func);
    let mut out = vec![Set::new(); func.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for &block in cfg.reverse_postorder().iter().rev() {
            let mut live = Set::new();
            for next in func.successors(block) {
                live.extend(live_in(func, next, &out[next.index()]));
                live.extend(func.phis(next).flat_map(|phi| taken_from(func.op(phi), block)));
            }
            if live.len() != out[block.index()].len() {
                out[block.index()] = live;
                changed = true;
            }
        }
    }
    out
}

/// The values needed at the start of `block`, its phis' operands not among them.
fn live_in(func: &Function, block: Block, out: &Set) -> Set {
    let mut live = out.clone();
    for &inst in func.blocks[block].insts.iter().rev() {
        live.remove(&Value::Inst(inst));
        add_operands(func, inst, &mut live);
    }
    live
}

fn add_operands(func: &Function, inst: Inst, live: &mut Set) {
    if !matches!(func.op(inst), Op::Phi(_)) {
        func.op(inst).for_each_operand(|v| {
            if !matches!(v, Value::Const(_)) {
                live.insert(v);
            }
        });
    }
}

/// What a phi takes when control comes from `block`.
fn taken_from(phi: &Op, block: Block) -> impl Iterator<Item = Value> {
    let incoming = if let Op::Phi(incoming) = phi { incoming.as_slice() } else { &[] };
    let from = incoming.iter().filter(move |(_, from)| *from == block).map(|(value, _)| *value);
    from.filter(|value| !matches!(value, Value::Const(_))).collect::<Vec<_>>().into_iter()
}
