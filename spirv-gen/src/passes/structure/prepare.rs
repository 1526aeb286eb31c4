//! Brings a function into the form that restructuring works on.
//!
//! No unreachable blocks, no phis (each becomes a variable, stored at the end of every predecessor), branches with two
//! distinct targets only (switches become comparison trees), and an entry block of its own that no loop reaches. Called by
//! `structure::run`.

use super::origin::Origin;
use crate::analysis::cfg::Cfg;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Inst, IntPredicate, Op, Value};
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::util::rewrite::phi_to_load;

/// See the module's description.
pub fn run(ctx: &mut Context, func: &mut Function) {
    func.blocks.values_mut().for_each(|b| b.merge = None);
    drop_unreachable(func);
    hoist_extracts(ctx, func);
    let entry = func.create_block();
    let old_entry = func.entry();
    demote_phis(ctx, func, entry);
    func.layout.insert(0, entry);
    func.append(entry, Op::Br(old_entry), Type::VOID, None);
    for block in func.layout.clone() {
        simplify_branch(ctx, func, block);
    }
    drop_unreachable(func);
}

/// Unlinks what the entry does not reach, and orders the rest so that definitions come first.
fn drop_unreachable(func: &mut Function) {
    let cfg = Cfg::new(func);
    func.layout = cfg.reverse_postorder().to_vec();
    for &block in cfg.reverse_postorder() {
        let phis: Vec<Inst> = func.phis(block).collect();
        for phi in phis {
            if let Op::Phi(incoming) = &mut func.insts[phi].op {
                incoming.retain(|(_, from)| cfg.is_reachable(*from));
            }
        }
    }
}

/// Moves each extraction from a structure, or of a fixed element from a vector, behind the definition of what it extracts from,
/// so that only scalars cross blocks.
pub fn hoist_extracts(ctx: &Context, func: &mut Function) {
    let mut home = func.homes();
    for block in func.layout.clone() {
        let mut moved = Vec::new();
        for &inst in &func.blocks[block].insts {
            let source = match func.op(inst) {
                Op::ExtractValue { aggregate: Value::Inst(source), .. } => *source,
                Op::ExtractElement { vector: Value::Inst(source), index } if ctx.as_int(*index).is_some() => *source,
                _ => continue,
            };
            if let Some(to) = home[source.index()].filter(|&to| to != block) {
                moved.push((inst, source, to));
            }
        }
        for (inst, source, to) in moved {
            func.blocks[block].insts.retain(|&i| i != inst);
            let insts = &func.blocks[to].insts;
            let behind = insts.iter().position(|&i| i == source).map_or(0, |p| p + 1);
            let phis = func.phis(to).count();
            func.blocks[to].insts.insert(behind.max(phis), inst);
            home[inst.index()] = Some(to);
        }
    }
}

/// Turns each phi into a load of a variable, which its predecessors store.
fn demote_phis(ctx: &mut Context, func: &mut Function, entry: Block) {
    let origin = Origin::of(func);
    for block in func.layout.clone() {
        let phis: Vec<Inst> = func.phis(block).collect();
        for phi in phis {
            let ty = func.insts[phi].ty;
            let op = Op::Alloca { elem: ty, count: None, align: 1 };
            let variable = func.append(entry, op, Type::PTR_PRIVATE, None);
            origin.forget(ctx, func, block, variable);
            phi_to_load(ctx, func, phi, Value::Inst(variable));
        }
    }
}

/// Leaves `block` with at most two targets, which differ.
fn simplify_branch(ctx: &mut Context, func: &mut Function, block: Block) {
    let Some(terminator) = func.terminator(block) else { return };
    let targets = func.op(terminator).successors();
    if targets.len() > 1 && targets.iter().all(|&t| t == targets[0]) {
        func.insts[terminator].op = Op::Br(targets[0]);
        return;
    }
    let Op::Switch { value, default, cases } = func.op(terminator).clone() else { return };
    let mut keyed: Vec<(u128, Block)> =
        cases.iter().map(|(c, to)| (ctx.as_int(Value::Const(*c)).unwrap_or_default(), *to)).collect();
    keyed.sort_unstable();
    let impossible = |b: Block| matches!(func.blocks[b].insts[..], [only] if *func.op(only) == Op::Unreachable);
    let segments = segments(&keyed, if impossible(default) { None } else { Some(default) }, {
        let bits = ctx.types.value_bits(ctx.type_of(func, value));
        crate::ir::fold::int::mask(bits)
    });
    func.blocks[block].insts.pop();
    comparison_tree(&mut Cursor::at_end(ctx, func, block), value, &segments);
}

/// A run of values with one target, from `first` up to the next segment's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    first: u128,
    target: Block,
}

/// The whole range of values, cut where the target changes. Without a default, other values belong to their neighbour.
fn segments(cases: &[(u128, Block)], default: Option<Block>, last: u128) -> Vec<Segment> {
    let mut result: Vec<Segment> = Vec::new();
    let mut push = |first, target| {
        if result.last().is_none_or(|s| s.target != target) {
            result.push(Segment { first, target });
        }
    };
    let mut next = Some(0);
    for &(value, target) in cases {
        match default {
            Some(default) if next != Some(value) => push(next.unwrap_or(value), default),
            _ => {}
        }
        push(value, target);
        next = value.checked_add(1).filter(|&v| v <= last);
    }
    if let (Some(default), Some(next)) = (default, next) {
        push(next, default);
    }
    result
}

/// Ends the cursor's block with branches to the segment that `value` lies in.
fn comparison_tree(c: &mut Cursor<'_>, value: Value, segments: &[Segment]) {
    let ty = c.ty(value);
    let constant = |c: &mut Cursor<'_>, bits| c.ctx.int(ty, bits);
    match *segments {
        [] => {
            c.inst(Op::Unreachable, Type::VOID);
        }
        [only] => c.br(only.target),
        [below, inside, above] if below.target == above.target => {
            let count = above.first - inside.first;
            let first = constant(c, inside.first);
            let cond = if count == 1 {
                c.icmp(IntPredicate::Eq, value, first)
            } else {
                let offset = c.binary(BinaryOp::Sub, value, first);
                let count = constant(c, count);
                c.icmp(IntPredicate::Ult, offset, count)
            };
            c.cond_br(cond, inside.target, below.target);
        }
        _ => {
            let (low, high) = segments.split_at(split_point(segments));
            let bound = constant(c, high[0].first);
            let cond = c.icmp(IntPredicate::Ult, value, bound);
            let mut start = |half: &[Segment]| if half.len() == 1 { half[0].target } else { c.func.add_block() };
            let (then_, else_) = (start(low), start(high));
            c.cond_br(cond, then_, else_);
            for (block, half) in [(then_, low), (else_, high)] {
                if half.len() > 1 {
                    c.goto_end(block);
                    comparison_tree(c, value, half);
                }
            }
        }
    }
}

/// Where to halve: not next to a segment that its two like neighbours let us test with one comparison.
fn split_point(segments: &[Segment]) -> usize {
    let middle = segments.len() / 2;
    let splits_triple = |at: usize| {
        at + 1 < segments.len()
            && at > 0
            && segments.get(at - 1).map(|s| s.target) == segments.get(at + 1).map(|s| s.target)
    };
    if segments.len() > 4 && splits_triple(middle) { middle + 1 } else { middle }
}

#[cfg(test)]
mod tests {
    use super::{Segment, segments};
    use crate::ir::function::Block;

    fn pairs(list: &[Segment]) -> Vec<(u128, u32)> {
        list.iter().map(|s| (s.first, s.target.0)).collect()
    }

    #[test]
    fn neighbouring_cases_with_one_target_are_one_segment() {
        let cases = [(1, Block(1)), (2, Block(1)), (3, Block(2)), (7, Block(1))];
        let with_default = segments(&cases, Some(Block(9)), 255);
        assert_eq!(pairs(&with_default), [(0, 9), (1, 1), (3, 2), (4, 9), (7, 1), (8, 9)]);
        assert_eq!(pairs(&segments(&cases, None, 255)), [(1, 1), (3, 2), (7, 1)]);
    }

    #[test]
    fn a_case_at_the_end_of_the_range_leaves_no_default_behind_it() {
        assert_eq!(pairs(&segments(&[(255, Block(1))], Some(Block(9)), 255)), [(0, 9), (255, 1)]);
        assert_eq!(pairs(&segments(&[(0, Block(1)), (1, Block(2))], Some(Block(9)), 1)), [(0, 1), (1, 2)]);
    }
}
