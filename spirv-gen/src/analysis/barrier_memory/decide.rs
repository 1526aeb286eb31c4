//! Goes through the barriers in control flow order and decides each by what has run before it.
//!
//! What has run flows along the edges ([`Before`]); a barrier that orders device memory lets nothing through. So each decision changes
//! what later ones see, and in a loop also what earlier ones saw. One sweep therefore tells apart what surely comes to a barrier, along
//! forward edges past decided barriers only, and what came round a loop when fewer barriers were decided: *perhaps*. If only
//! that asks for order, the flow is computed anew first. Kernels without loops take one sweep, others about one more for each barrier that
//! only a loop's next round needs. Called by [`super::device_barriers`].

use std::collections::BTreeMap;

use super::{After, Kernel, Kind};
use crate::analysis::convergence::loops;
use crate::analysis::dataflow::at_ends;
use crate::analysis::liveness::live_in;
use crate::hash::{HashMap, HashSet};
use crate::ir::entity::Entity;
use crate::ir::function::Block;
use crate::ir::instruction::{Inst, Op, Value};

/// The barriers of `kernel` that must order device memory.
pub(super) fn ordering_barriers(kernel: &Kernel<'_>) -> HashSet<Inst> {
    let derived = kernel.derived();
    let kept = kernel.kept_privately(&derived);
    let live = live_in(kernel.func, &kernel.cfg);
    let last_uses = kernel.blocks_with_barriers.iter().map(|&block| (block, last_uses(kernel, &live, block))).collect();
    let (after, loops) = (kernel.after(), loops(kernel.func));
    let mut deciding = Deciding { kernel, derived, kept, live, last_uses, after, loops, ordering: HashSet::default() };
    loop {
        let flow = deciding.flow();
        if deciding.sweep(flow) == Outcome::Decided {
            return deciding.ordering;
        }
    }
}

/// Whether something has run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    #[default]
    No,
    /// As far as could be told when fewer barriers were decided.
    Perhaps,
    Yes,
}

/// What has run since the last barrier that orders device memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Before {
    /// A write.
    wrote: Known,
    /// A load whose value goes to private memory.
    kept: Known,
    /// Loads, and what was computed from them.
    values: BTreeMap<Inst, Known>,
}

impl Before {
    fn order(&mut self) {
        *self = Self::default();
    }

    fn note(&mut self, value: Inst, known: Known) {
        if known > Known::No {
            let entry = self.values.entry(value).or_default();
            *entry = known.max(*entry);
        }
    }
}

#[derive(PartialEq, Eq)]
enum Outcome {
    Decided,
    /// What comes round a loop must be computed anew.
    Again,
}

/// The last place of a block that uses each value; `usize::MAX` for what is used behind the block.
type LastUses = HashMap<Inst, usize>;

struct Deciding<'a> {
    kernel: &'a Kernel<'a>,
    derived: Vec<bool>,
    kept: HashSet<Inst>,
    live: Vec<Vec<Inst>>,
    last_uses: HashMap<Block, LastUses>,
    after: HashMap<Inst, After>,
    /// By block index, the loops around it.
    loops: Vec<Vec<Block>>,
    ordering: HashSet<Inst>,
}

fn last_uses(kernel: &Kernel<'_>, live: &[Vec<Inst>], block: Block) -> LastUses {
    let mut last = LastUses::default();
    for (at, &inst) in kernel.insts(block).iter().enumerate() {
        kernel.func.op(inst).for_each_operand(|v| {
            if let Value::Inst(value) = v {
                last.insert(value, at);
            }
        });
    }
    for succ in kernel.func.successors(block) {
        last.extend(live[succ.index()].iter().map(|&value| (value, usize::MAX)));
        for phi in kernel.func.phis(succ) {
            let Op::Phi(incoming) = kernel.func.op(phi) else { continue };
            for &(value, from) in incoming {
                if let (Value::Inst(value), true) = (value, from == block) {
                    last.insert(value, usize::MAX);
                }
            }
        }
    }
    last
}

impl Deciding<'_> {
    /// What has run at the end of each block, with the barriers that order device memory so far.
    fn flow(&self) -> Vec<Before> {
        at_ends(&self.kernel.cfg, self.kernel.func.blocks.len(), |ends, block| {
            let mut now = self.enter(block, |pred| (&ends[pred.index()], Known::Yes));
            for (at, &inst) in self.kernel.insts(block).iter().enumerate() {
                self.run(&mut now, block, at, inst);
            }
            now
        })
    }

    /// Decides barriers in control flow order; `ends` is [`Self::flow`]'s.
    fn sweep(&mut self, mut ends: Vec<Before>) -> Outcome {
        let kernel = self.kernel;
        let mut fresh = true;
        for (position, &block) in kernel.cfg.reverse_postorder().iter().enumerate() {
            let mut now = self.enter(block, |pred| {
                let forward = kernel.cfg.position(pred).is_some_and(|p| p < position);
                (&ends[pred.index()], if forward { Known::Yes } else { Known::Perhaps })
            });
            for (at, &inst) in kernel.insts(block).iter().enumerate() {
                if kernel.kinds[inst.index()] == Some(Kind::Barrier) && !self.ordering.contains(&inst) {
                    match self.needs_order(&mut now, block, at, inst) {
                        Known::No => continue,
                        Known::Perhaps if !fresh => return Outcome::Again,
                        Known::Perhaps | Known::Yes => self.ordering.insert(inst),
                    };
                    fresh = false;
                }
                self.run(&mut now, block, at, inst);
            }
            ends[block.index()] = now;
        }
        Outcome::Decided
    }

    /// What has run when `block` is entered, from what has at the ends of its predecessors and how well that is known.
    fn enter<'e>(&self, block: Block, end_of: impl Fn(Block) -> (&'e Before, Known)) -> Before {
        let mut now = Before::default();
        for &pred in self.kernel.cfg.preds(block) {
            let (end, at_most) = end_of(pred);
            now.wrote = now.wrote.max(end.wrote.min(at_most));
            now.kept = now.kept.max(end.kept.min(at_most));
            if end.values.is_empty() {
                continue;
            }
            let known = |value: &Inst| end.values.get(value).map_or(Known::No, |&known| known.min(at_most));
            for value in &self.live[block.index()] {
                now.note(*value, known(value));
            }
            for phi in self.kernel.func.phis(block) {
                let Op::Phi(incoming) = self.kernel.func.op(phi) else { continue };
                for (value, from) in incoming {
                    if let (Value::Inst(value), true) = (value, *from == pred) {
                        now.note(phi, known(value));
                    }
                }
            }
        }
        now
    }

    /// Runs the instruction at `at` in `block`.
    fn run(&self, now: &mut Before, block: Block, at: usize, inst: Inst) {
        match self.kernel.kinds[inst.index()] {
            Some(Kind::Barrier) if self.ordering.contains(&inst) => return now.order(),
            Some(Kind::Barrier) => return self.forget_dead(now, block, at),
            Some(Kind::Load) => {
                now.note(inst, Known::Yes);
                if self.kept.contains(&inst) {
                    now.kept = Known::Yes;
                }
            }
            Some(Kind::Write) => now.wrote = Known::Yes,
            None => {}
        }
        if !self.derived[inst.index()] || now.values.is_empty() || matches!(self.kernel.func.op(inst), Op::Phi(_)) {
            return;
        }
        let mut known = Known::No;
        self.kernel.func.op(inst).for_each_operand(|v| {
            if let Value::Inst(value) = v {
                known = known.max(now.values.get(&value).copied().unwrap_or_default());
            }
        });
        now.note(inst, known);
    }

    /// Drops the values that nothing uses behind `at`.
    fn forget_dead(&self, now: &mut Before, block: Block, at: usize) {
        let last = &self.last_uses[&block];
        now.values.retain(|value, _| last.get(value).is_some_and(|&use_| use_ > at));
    }

    /// Whether the barrier at `at` needs order, by the two rules of the module above.
    fn needs_order(&self, now: &mut Before, block: Block, at: usize, barrier: Inst) -> Known {
        self.forget_dead(now, block, at);
        let after = self.after.get(&barrier).copied().unwrap_or_default();
        let written = if after.any { now.wrote } else { Known::No };
        let outstanding = now.values.values().copied().max().unwrap_or_default().max(now.kept);
        let writes = if self.loops[block.index()].is_empty() { after.write } else { after.write_soon };
        written.max(if writes { outstanding } else { Known::No })
    }
}
