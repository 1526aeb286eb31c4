//! Which values are the same for all threads of a block that are still running, and which code they all come to together.
//!
//! Only for the part of a kernel from which a synchronisation point can still be reached: what happens to a thread that will meet no
//! other is nobody's concern, and a thread that has ended is no longer compared with. A branch on a value that differs
//! makes the code up to where its ways meet again *divergent*; a phi differs if its block can be reached on ways that such a branch
//! parts. Used by `passes::warp::fission`.

use crate::analysis::cfg::Cfg;
use crate::analysis::postdominators::PostDominators;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::intrinsic::{Effect, Intrinsic};

/// See the module's description.
#[derive(Clone, Debug)]
pub struct Divergence {
    values: Vec<bool>,
    blocks: Vec<bool>,
}

impl Divergence {
    /// Of `func`, whose threads meet at the starts of `points`.
    pub fn new(func: &Function, cfg: &Cfg, points: &[Block]) -> Self {
        let part = reaching(cfg, points);
        let nodes: Vec<Block> = cfg.reverse_postorder().iter().copied().filter(|b| part[b.index()]).collect();
        let meets = PostDominators::new(&nodes, func.blocks.len(), |b| func.successors(b));
        let mut result = Self { values: vec![false; func.insts.len()], blocks: part.iter().map(|&p| !p).collect() };
        let mut parted = vec![false; func.blocks.len()];
        loop {
            let mut changed = false;
            for &block in cfg.reverse_postorder() {
                for &inst in &func.blocks[block].insts {
                    if !result.values[inst.index()] && result.differs(func, cfg, &parted, block, inst) {
                        result.values[inst.index()] = true;
                        changed = true;
                    }
                }
                if !parted[block.index()] && part[block.index()] && result.parts(func, block) {
                    parted[block.index()] = true;
                    changed = true;
                    result.spread(func, &part, block, meets.next(block));
                }
            }
            if !changed {
                return result;
            }
        }
    }

    /// Whether `value` may differ between threads.
    pub fn value(&self, value: Value) -> bool {
        matches!(value, Value::Inst(inst) if self.values.get(inst.index()).copied().unwrap_or(true))
    }
    /// Whether some threads may come to `block` without the others, or no synchronisation can be reached from it.
    pub fn block(&self, block: Block) -> bool {
        self.blocks.get(block.index()).copied().unwrap_or(true)
    }

    fn differs(&self, func: &Function, cfg: &Cfg, parted: &[bool], block: Block, inst: Inst) -> bool {
        let op = func.op(inst);
        let mut operand = false;
        op.for_each_operand(|v| operand |= self.value(v));
        if let Op::Phi(_) = op {
            let ways = cfg.preds(block);
            return operand || ways.len() > 1 && ways.iter().any(|&p| self.block(p) || parted[p.index()]);
        }
        operand || !op.is_terminator() && !is_uniform(op)
    }

    fn parts(&self, func: &Function, block: Block) -> bool {
        let Some(terminator) = func.terminator(block) else { return false };
        match func.op(terminator) {
            Op::CondBr { cond, .. } => self.value(*cond),
            Op::Switch { value, .. } => self.value(*value),
            _ => false,
        }
    }

    /// Everything from the ways out of `block` up to `meet` is divergent.
    fn spread(&mut self, func: &Function, part: &[bool], block: Block, meet: Option<Block>) {
        let mut seen = vec![false; part.len()];
        let mut stack = func.successors(block);
        while let Some(next) = stack.pop() {
            if Some(next) == meet || !part[next.index()] || std::mem::replace(&mut seen[next.index()], true) {
                continue;
            }
            self.blocks[next.index()] = true;
            stack.extend(func.successors(next));
        }
    }
}

/// Whether the operation gives all threads the same if they give it the same.
pub fn is_uniform(op: &Op) -> bool {
    match op {
        Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => false,
        Op::Intrinsic { id, .. } => id.effect() == Effect::Pure,
        Op::Load { .. } | Op::Alloca { .. } | Op::Call { .. } | Op::Phi(_) => false,
        op => !op.has_side_effects(),
    }
}

/// By index, the blocks from which one of `points` can be reached, themselves included.
fn reaching(cfg: &Cfg, points: &[Block]) -> Vec<bool> {
    let size = cfg.reverse_postorder().iter().map(|b| b.index() + 1).max().unwrap_or(0);
    let mut found = vec![false; size];
    let mut stack = points.to_vec();
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut found[block.index()], true) {
            stack.extend(cfg.preds(block));
        }
    }
    found
}
