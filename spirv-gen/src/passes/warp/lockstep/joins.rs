//! Where lanes of a warp that have parted come together again, and what those that took another way may still do when the first ones arrive.
//!
//! Lanes in step wait at a join for those on other ways, and behind a loop for those that go round it once more. Lanes that run apart, or one
//! after the other, arrive when they like, and that they met others on their way says nothing about those that were not on it:
//!
//! ```text
//! round:   store volatile s[a]    hip.warp.step    %x = load volatile s[b]    br %more, %round, %behind
//! behind:  %y = load volatile s[b]       ; other lanes are about to store in their next rounds
//! ```
//! Called by `lockstep`.

use crate::analysis::cfg::Cfg;
use crate::analysis::divergence::Divergence;
use crate::analysis::postdominators::PostDominators;
use crate::hash::{HashMap, HashSet};
use crate::ir::function::{Block, Function};
use crate::ir::instruction::Inst;
use crate::ir::module::Context;

/// See the module's description.
#[derive(Debug, Default)]
pub struct Joins {
    others: HashMap<Block, Vec<Inst>>,
}

impl Joins {
    /// The joins of `func`, whose warps have `warp` lanes, and the instructions on their ways that are `asked` for.
    pub fn new(ctx: &Context, func: &Function, cfg: &Cfg, warp: u32, asked: impl Fn(Inst) -> bool) -> Self {
        let divergence = Divergence::of_warps(ctx, func, cfg, warp);
        let meets = PostDominators::new(cfg.reverse_postorder(), func.blocks.len(), |b| func.successors(b));
        let mut others: HashMap<Block, Vec<Inst>> = HashMap::default();
        for &branch in cfg.reverse_postorder().iter().filter(|&&b| divergence.diverges(func, b)) {
            let ways = Ways::new(func, branch, meets.next(branch));
            if !ways.blocks.iter().any(|&b| func.blocks[b].insts.iter().any(|&i| asked(i))) {
                continue;
            }
            for join in ways.joins() {
                let behind = ways.leading_to(cfg, join);
                // "__syncthreads() is allowed in conditional code but only if the conditional evaluates identically across the entire
                // thread block": lanes do not part there.
                let insts = || behind.iter().flat_map(|&b| func.blocks[b].insts.iter().copied());
                if !insts().any(|i| func.op(i).is_barrier()) {
                    others.entry(join).or_default().extend(insts().filter(|&i| asked(i)));
                }
            }
        }
        others.values_mut().for_each(|insts| {
            insts.sort_unstable();
            insts.dedup();
        });
        Self { others }
    }

    /// What other lanes may do while some have come to `block` already.
    pub fn others_at(&self, block: Block) -> &[Inst] {
        self.others.get(&block).map_or(&[], Vec::as_slice)
    }
}

/// The ways out of a branch, up to where all of them have met.
struct Ways<'a> {
    func: &'a Function,
    branch: Block,
    meet: Option<Block>,
    blocks: HashSet<Block>,
}

impl<'a> Ways<'a> {
    fn new(func: &'a Function, branch: Block, meet: Option<Block>) -> Self {
        let mut blocks = HashSet::default();
        let mut stack = func.successors(branch);
        while let Some(block) = stack.pop() {
            if Some(block) != meet && blocks.insert(block) {
                stack.extend(func.successors(block));
            }
        }
        Self { func, branch, meet, blocks }
    }

    /// The blocks that ways come to apart from each other.
    fn joins(&self) -> HashSet<Block> {
        let mut joins = HashSet::default();
        loop {
            let known = joins.len();
            // By block, the way's first block or the join that one comes there from.
            let mut stack = self.func.successors(self.branch);
            let mut came_by: HashMap<Block, Block> = stack.iter().map(|&first| (first, first)).collect();
            while let Some(block) = stack.pop() {
                if Some(block) == self.meet {
                    continue;
                }
                let by = came_by[&block];
                for next in self.func.successors(block) {
                    let by = if joins.contains(&next) { next } else { by };
                    match came_by.insert(next, by) {
                        None => stack.push(next),
                        Some(other) if other == by => {}
                        Some(_) => {
                            joins.insert(next);
                        }
                    }
                }
            }
            if joins.len() == known {
                return joins;
            }
        }
    }

    /// The blocks on the ways from which `join` is reached.
    fn leading_to(&self, cfg: &Cfg, join: Block) -> HashSet<Block> {
        let mut found = HashSet::default();
        let mut stack = cfg.preds(join).to_vec();
        while let Some(block) = stack.pop() {
            if self.blocks.contains(&block) && found.insert(block) {
                stack.extend(cfg.preds(block));
            }
        }
        found
    }
}
