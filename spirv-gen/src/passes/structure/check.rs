//! SPIR-V's rules for structured control flow, checked on our IR.
//!
//! Run behind the structuriser in debug builds and by its tests; `spirv-val` remains the judge of what is emitted. Messages name
//! blocks as in the text form.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::hash::HashMap;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Merge, Op, Value};

/// The first rule that `func` breaks, if any.
///
/// # Errors
/// A sentence that names the rule and the blocks.
pub fn check(func: &Function) -> Result<(), String> {
    let structural = Cfg::with_successors(func, |b| structural_successors(func, b));
    let dom = Dominators::new(&structural);
    check_shape(func, &structural)?;
    check_headers(func, &dom)?;
    let loops = innermost_loops(func, &dom);
    for &block in &func.layout {
        match func.blocks[block].merge {
            Some(Merge::Selection(merge)) => check_selection(func, &dom, &loops, block, merge)?,
            Some(Merge::Loop { merge, continue_ }) => check_loop(func, &dom, &structural, block, merge, continue_)?,
            None => {}
        }
    }
    check_order(func, &dom)?;
    check_ssa(func)
}

/// A block's successors and what its merge instruction names: SPIR-V's structural edges.
fn structural_successors(func: &Function, block: Block) -> Vec<Block> {
    let mut result = func.successors(block);
    match func.blocks[block].merge {
        Some(Merge::Selection(merge)) => result.push(merge),
        Some(Merge::Loop { merge, continue_ }) => result.extend([merge, continue_]),
        None => {}
    }
    result
}

fn check_shape(func: &Function, cfg: &Cfg) -> Result<(), String> {
    if !cfg.preds(func.entry()).is_empty() {
        return Err("the entry block is a branch target".into());
    }
    for &block in &func.layout {
        if !cfg.is_reachable(block) {
            return Err(format!("{block} is in no construct and not reachable"));
        }
        let Some(terminator) = func.terminator(block) else { return Err(format!("{block} has no terminator")) };
        match func.op(terminator) {
            Op::Switch { .. } => return Err(format!("{block} ends in a switch")),
            Op::CondBr { then_, else_, .. } if then_ == else_ => {
                return Err(format!("both ways of {block} lead to {then_}"));
            }
            Op::CondBr { .. } if func.blocks[block].merge.is_none() => {
                return Err(format!("{block} branches without a merge"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Merge and continue blocks belong to one header each, which dominates them strictly.
fn check_headers(func: &Function, dom: &Dominators) -> Result<(), String> {
    let mut owner: HashMap<Block, Block> = HashMap::default();
    for &block in &func.layout {
        let named = match func.blocks[block].merge {
            Some(Merge::Selection(merge)) => vec![merge],
            Some(Merge::Loop { merge, continue_ }) => vec![merge, continue_],
            None => Vec::new(),
        };
        for target in named {
            if let Some(other) = owner.insert(target, block) {
                return Err(format!("{target} is named by the merges of {other} and {block}"));
            }
            if target == block || !dom.dominates(block, target) {
                return Err(format!("header {block} does not dominate {target}, which its merge names"));
            }
        }
    }
    Ok(())
}

/// The header of the innermost loop around each block (by index).
fn innermost_loops(func: &Function, dom: &Dominators) -> Vec<Option<Block>> {
    let mut innermost: Vec<Option<Block>> = vec![None; func.blocks.len()];
    for &header in &func.layout {
        let Some(Merge::Loop { merge, .. }) = func.blocks[header].merge else { continue };
        for block in construct(dom, header, merge) {
            let slot = &mut innermost[block.index()];
            if slot.is_none_or(|other| dom.dominates(other, header)) {
                *slot = Some(header);
            }
        }
    }
    innermost
}

/// The blocks that `header` dominates and `merge` does not.
fn construct(dom: &Dominators, header: Block, merge: Block) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut stack = vec![header];
    while let Some(block) = stack.pop() {
        if block != merge {
            blocks.push(block);
            stack.extend(dom.children(block));
        }
    }
    blocks
}

fn check_selection(
    func: &Function,
    dom: &Dominators,
    loops: &[Option<Block>],
    header: Block,
    merge: Block,
) -> Result<(), String> {
    let around = loops[header.index()];
    let (break_, continue_) = match around.and_then(|l| func.blocks[l].merge) {
        Some(Merge::Loop { merge, continue_ }) => (Some(merge), Some(continue_)),
        _ => (None, None),
    };
    for block in construct(dom, header, merge) {
        // What a loop's merge or continue block dominates is not part of a selection inside that loop.
        let leaves = |b: Option<Block>| b.is_some_and(|b| dom.dominates(b, block));
        if leaves(break_) || leaves(continue_) {
            continue;
        }
        for to in func.successors(block) {
            let inside = dom.dominates(header, to) && !dom.dominates(merge, to) && to != header;
            let own_loop = loops[block.index()] == around && (Some(to) == break_ || Some(to) == continue_);
            if !(to == merge || own_loop || inside && Some(to) != break_ && Some(to) != continue_) {
                return Err(format!("{block} leaves the selection of {header} (merge {merge}) for {to}"));
            }
        }
    }
    Ok(())
}

fn check_loop(
    func: &Function,
    dom: &Dominators,
    cfg: &Cfg,
    header: Block,
    merge: Block,
    continue_: Block,
) -> Result<(), String> {
    for block in construct(dom, header, merge) {
        for to in func.successors(block) {
            if to == header && block != continue_ {
                return Err(format!("{block} repeats the loop of {header} past its continue block {continue_}"));
            }
            let inside = dom.dominates(header, to) && !dom.dominates(merge, to);
            if to != merge && !inside {
                return Err(format!("{block} leaves the loop of {header} (merge {merge}) for {to}"));
            }
        }
    }
    if func.successors(continue_) != [header] {
        return Err(format!("continue block {continue_} does not go back to {header}"));
    }
    let enters = cfg.preds(header).iter().filter(|&&p| !dom.dominates(header, p)).count();
    if enters != 1 && cfg.preds(header).len() == enters {
        return Err(format!("loop header {header} is never repeated"));
    }
    Ok(())
}

/// A block stands before those it dominates, and only loops go back.
fn check_order(func: &Function, dom: &Dominators) -> Result<(), String> {
    let mut position = vec![usize::MAX; func.blocks.len()];
    func.layout.iter().enumerate().for_each(|(i, b)| position[b.index()] = i);
    for &block in &func.layout {
        if dom.idom(block).is_some_and(|d| position[d.index()] >= position[block.index()]) {
            return Err(format!("{block} stands before its dominator"));
        }
        for to in func.successors(block) {
            let is_loop = matches!(func.blocks[to].merge, Some(Merge::Loop { .. }));
            if dom.dominates(to, block) && !is_loop {
                return Err(format!("{block} goes back to {to}, which heads no loop"));
            }
        }
    }
    Ok(())
}

/// Definitions dominate uses, and phis have one value per predecessor.
fn check_ssa(func: &Function) -> Result<(), String> {
    let cfg = Cfg::new(func);
    let dom = Dominators::new(&cfg);
    let mut home = vec![None; func.insts.len()];
    for &block in &func.layout {
        for (at, inst) in func.blocks[block].insts.iter().enumerate() {
            home[inst.index()] = Some((block, at));
        }
    }
    for (block, inst) in func.linked_insts() {
        let mut uses = Vec::new();
        if let Op::Phi(incoming) = func.op(inst) {
            let mut from: Vec<Block> = incoming.iter().map(|i| i.1).collect();
            let mut preds = cfg.preds(block).to_vec();
            from.sort_unstable();
            preds.sort_unstable();
            if from != preds {
                return Err(format!("phi {inst} in {block} has values for {from:?} but predecessors {preds:?}"));
            }
            uses.extend(incoming.iter().map(|&(v, b)| (v, b, usize::MAX)));
        } else {
            let at = home[inst.index()].map_or(0, |h| h.1);
            func.op(inst).for_each_operand(|v| uses.push((v, block, at)));
        }
        for (value, user, at) in uses {
            let Value::Inst(def) = value else { continue };
            let reaches =
                home[def.index()].is_some_and(|(b, place)| if b == user { place < at } else { dom.dominates(b, user) });
            if !reaches && cfg.is_reachable(user) {
                return Err(format!("{inst} in {block} uses {def}, which does not dominate {user}"));
            }
        }
    }
    Ok(())
}
