//! Computes each value once: an instruction that a dominating one already computed is replaced by it.
//!
//! Walks the dominator tree with a table of what is available. Covers everything that is a function of its operands,
//! addresses included; not loads, and nothing that depends on which threads are active. Flags that only one of
//! two equal instructions promises are dropped. Called by both pipelines.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::hash::HashMap;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Flags, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Effect;
use crate::ir::types::Type;

/// Replaces repeated computations. Returns whether there were any.
pub fn eliminate(func: &mut Function) -> bool {
    if func.is_declaration() {
        return false;
    }
    let dom = Dominators::new(&Cfg::new(func));
    let mut available: HashMap<(Op, Type), Inst> = HashMap::default();
    let mut replaced: HashMap<Value, Value> = HashMap::default();
    enum Visit {
        Enter(Block),
        Forget(Vec<(Op, Type)>),
    }
    let mut stack = vec![Visit::Enter(func.entry())];
    while let Some(visit) = stack.pop() {
        match visit {
            Visit::Enter(block) => {
                stack.push(Visit::Forget(scan(func, block, &mut available, &mut replaced)));
                stack.extend(dom.children(block).iter().map(|&b| Visit::Enter(b)));
            }
            Visit::Forget(keys) => keys.iter().for_each(|key| {
                available.remove(key);
            }),
        }
    }
    func.replace_uses(&replaced);
    !replaced.is_empty()
}

/// Looks at one block; returns what it made available.
fn scan(
    func: &mut Function,
    block: Block,
    available: &mut HashMap<(Op, Type), Inst>,
    replaced: &mut HashMap<Value, Value>,
) -> Vec<(Op, Type)> {
    let mut added = Vec::new();
    let mut kept = Vec::with_capacity(func.blocks[block].insts.len());
    for inst in std::mem::take(&mut func.blocks[block].insts) {
        let data = &mut func.insts[inst];
        if !matches!(data.op, Op::Phi(_)) {
            data.op.map_operands(|v| replaced.get(&v).copied().unwrap_or(v));
        }
        if !is_repeatable(&data.op) {
            kept.push(inst);
            continue;
        }
        let (key, flags) = ((canonical(&data.op), data.ty), flags_of(&data.op));
        match available.get(&key) {
            Some(&first) => {
                replaced.insert(Value::Inst(inst), Value::Inst(first));
                if let (Some(slot), Some(flags)) = (flags_mut(&mut func.insts[first].op), flags) {
                    *slot &= flags;
                }
            }
            None => {
                available.insert(key.clone(), inst);
                added.push(key);
                kept.push(inst);
            }
        }
    }
    func.blocks[block].insts = kept;
    added
}

/// Whether two instructions with this operation and equal operands give equal results wherever they stand.
pub fn is_repeatable(op: &Op) -> bool {
    match op {
        Op::Binary { .. }
        | Op::FNeg { .. }
        | Op::ICmp { .. }
        | Op::FCmp { .. }
        | Op::Cast { .. }
        | Op::Select { .. }
        | Op::Freeze(_)
        | Op::Gep { .. }
        | Op::ExtractElement { .. }
        | Op::InsertElement { .. }
        | Op::ShuffleVector { .. }
        | Op::ExtractValue { .. }
        | Op::InsertValue { .. } => true,
        Op::Intrinsic { id, .. } => id.effect() == Effect::Pure,
        _ => false,
    }
}

/// The operation without flags, commutative operands in a fixed order.
pub(in crate::passes) fn canonical(op: &Op) -> Op {
    let mut op = op.clone();
    if let Some(flags) = flags_mut(&mut op) {
        *flags = Flags::empty();
    }
    match &mut op {
        Op::Binary { op: operation, lhs, rhs, .. } if is_commutative(*operation) && *lhs > *rhs => {
            std::mem::swap(lhs, rhs)
        }
        Op::ICmp { pred: IntPredicate::Eq | IntPredicate::Ne, lhs, rhs } if *lhs > *rhs => std::mem::swap(lhs, rhs),
        _ => {}
    }
    op
}

fn is_commutative(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::FAdd | BinaryOp::FMul
    )
}

fn flags_mut(op: &mut Op) -> Option<&mut Flags> {
    match op {
        Op::Binary { flags, .. }
        | Op::FNeg { flags, .. }
        | Op::FCmp { flags, .. }
        | Op::Cast { flags, .. }
        | Op::Select { flags, .. }
        | Op::Gep { flags, .. }
        | Op::Intrinsic { flags, .. } => Some(flags),
        _ => None,
    }
}

fn flags_of(op: &Op) -> Option<Flags> {
    flags_mut(&mut op.clone()).copied()
}
