//! Puts a restructured function back into SSA form.
//!
//! Orders the blocks (a block before those it dominates, a merge block behind its construct), then gives each value whose
//! definition no longer dominates all uses a variable, and lets `mem2reg` turn all variables into phis; ways that the original
//! program could not take carry undef (`origin.rs`). Addresses (geps) are computed again at the use instead. Called by `structure::run`.

use super::origin::Origin;
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Merge, Op, Value};
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::memory::mem2reg;
use crate::passes::optimize::simplify_cfg::merge_chains;
use crate::passes::util::addresses;

/// See the module's description. `origin` is what control flow was.
pub fn run(ctx: &mut Context, func: &mut Function, origin: &Origin) {
    order_blocks(func);
    let cfg = Cfg::new(func);
    for &block in &func.layout.clone() {
        if !cfg.is_reachable(block) {
            func.blocks[block].insts.clear();
            func.append(block, Op::Unreachable, Type::VOID, None);
        }
    }
    let dom = Dominators::new(&Cfg::new(func));
    addresses::copy_to_uses(ctx, func, |home, block| home != block && !dom.dominates(home, block));
    carry_values(ctx, func, &dom, origin);
    mem2reg::promote(ctx, func);
    merge_chains(func);
}

/// Lays the blocks out in structured order and drops those that no construct mentions any more.
fn order_blocks(func: &mut Function) {
    let mut seen = vec![false; func.blocks.len()];
    let mut order = Vec::new();
    let entry = func.entry();
    seen[entry.index()] = true;
    let mut stack = vec![(entry, ways(func, entry), 0)];
    while let Some((block, ways_out, next)) = stack.last_mut() {
        let Some(&to) = ways_out.get(*next) else {
            order.push(*block);
            stack.pop();
            continue;
        };
        *next += 1;
        if !std::mem::replace(&mut seen[to.index()], true) {
            stack.push((to, ways(func, to), 0));
        }
    }
    order.reverse();
    func.layout = order;
}

/// Where a block leads, what shall stand last in the layout first.
fn ways(func: &Function, block: Block) -> Vec<Block> {
    let mut result = match func.blocks[block].merge {
        Some(Merge::Selection(merge)) => vec![merge],
        Some(Merge::Loop { merge, continue_ }) => vec![merge, continue_],
        None => Vec::new(),
    };
    result.extend(func.successors(block).into_iter().rev());
    result
}

/// The operands of `inst` whose definitions do not reach `block`.
fn stray_operands(func: &Function, dom: &Dominators, home: &[Option<Block>], block: Block, inst: Inst) -> Vec<Inst> {
    let mut stray = Vec::new();
    func.op(inst).for_each_operand(|v| {
        let Value::Inst(def) = v else { return };
        if home.get(def.index()).copied().flatten().is_some_and(|b| b != block && !dom.dominates(b, block))
            && !stray.contains(&def)
        {
            stray.push(def);
        }
    });
    stray
}

/// Gives values that are used where their definition does not reach a variable.
fn carry_values(ctx: &mut Context, func: &mut Function, dom: &Dominators, origin: &Origin) {
    let home = func.homes();
    let entry = func.entry();
    let mut variables: Vec<Option<Value>> = vec![None; home.len()];
    let mut carried = Vec::new();
    for block in func.layout.clone() {
        let mut at = 0;
        while let Some(&inst) = func.blocks[block].insts.get(at) {
            for def in stray_operands(func, dom, &home, block, inst) {
                let ty = func.insts[def].ty;
                let variable = *variables[def.index()].get_or_insert_with(|| {
                    carried.push(def);
                    let op = Op::Alloca { elem: ty, count: None, align: 1 };
                    Value::Inst(func.create_inst(op, Type::PTR_PRIVATE, None))
                });
                let mut cursor = Cursor::before(ctx, func, block, at);
                let loaded = cursor.load(ty, variable, 1);
                at += 1;
                func.insts[inst].op.map_operands(|v| if v == Value::Inst(def) { loaded } else { v });
            }
            at += 1;
        }
    }
    for def in carried {
        let (Some(block), Some(Value::Inst(variable))) = (home[def.index()], variables[def.index()]) else { continue };
        func.blocks[entry].insts.insert(0, variable);
        let behind = func.blocks[block].insts.iter().position(|&i| i == def).map_or(0, |p| p + 1);
        Cursor::before(ctx, func, block, behind).store(Value::Inst(def), Value::Inst(variable), 1);
        origin.forget(ctx, func, block, variable);
    }
}
