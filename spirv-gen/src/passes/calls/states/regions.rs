//! Cuts a graph into regions, each entered at one place, its *head*.
//!
//! Heads are the kernel's entry, where returns lead, and whatever more than one head reaches: the blocks that only an imagined root dominates which goes
//! to the entry and to all that returns lead to, while returns lead nowhere. An edge to the head of another region is a *crossing*, and so is each edge of a return.
//! Called by `states::run`.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::hash::{HashMap, HashSet};
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::Op;
use crate::ir::types::Type;

/// An edge from one region to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// The region that is left.
    pub(super) from: usize,
    /// The block that is left.
    pub(super) source: Block,
    /// The region that is entered.
    pub(super) to: usize,
    /// The edge's own block, which goes to the loop's head.
    pub(super) block: Block,
}

/// A function's regions. The first is the entry's.
#[derive(Debug)]
pub(super) struct Regions {
    pub(super) heads: Vec<Block>,
    /// By block, of those that the function had.
    of: Vec<usize>,
    pub(super) crossings: Vec<Crossing>,
    /// The blocks that they leave and the regions that they enter.
    crossed: HashSet<(Block, usize)>,
    /// By region, the block that the loop's head goes to, and which goes to the region's.
    pub(super) landings: Vec<Block>,
    pub(super) dispatch: Block,
    returns: HashSet<Block>,
}

impl Regions {
    /// The regions of `func`, in which `returns` end with switches of where to return to.
    pub(super) fn of(func: &mut Function, returns: &[Block]) -> Self {
        let returns: HashSet<Block> = returns.iter().copied().collect();
        let root = func.create_block();
        let entry = func.entry();
        func.layout.insert(0, root);
        let successors = |block: Block| {
            if block == root {
                let behind = returns.iter().flat_map(|&r| func.successors(r));
                return std::iter::once(entry).chain(behind).collect();
            }
            if returns.contains(&block) { Vec::new() } else { func.successors(block) }
        };
        let cfg = Cfg::with_successors(func, successors);
        let dom = Dominators::new(&cfg);
        func.layout.remove(0);
        let mut heads: Vec<Block> = dom.children(root).to_vec();
        heads.sort_unstable_by_key(|&b| (b != entry, cfg.position(b)));
        let numbers: HashMap<Block, usize> = heads.iter().enumerate().map(|(number, &b)| (b, number)).collect();
        let mut of = vec![0; func.blocks.len()];
        for &block in cfg.reverse_postorder().iter().skip(1) {
            of[block.index()] = match (numbers.get(&block), dom.idom(block)) {
                (Some(&number), _) => number,
                (None, Some(above)) => of[above.index()],
                (None, None) => 0,
            };
        }
        Self {
            heads,
            of,
            crossings: Vec::new(),
            crossed: HashSet::default(),
            landings: Vec::new(),
            dispatch: root,
            returns,
        }
    }

    /// The region of a block, of a crossing's that which it leaves.
    pub(super) fn region(&self, block: Block) -> usize {
        self.of[block.index()]
    }

    /// The region whose head `block` is.
    fn headed_by(&self, block: Block) -> Option<usize> {
        let number = self.region(block);
        (self.heads[number] == block).then_some(number)
    }

    /// Whether control comes from `from` to `block` by a crossing.
    pub(super) fn crosses(&self, from: Block, block: Block) -> bool {
        self.headed_by(block).is_some_and(|to| self.crossed.contains(&(from, to)))
    }

    /// Gives each crossing a block of its own, and each region one by which it is entered. Phis of heads still name the blocks that are left.
    pub(super) fn part(&mut self, func: &mut Function) {
        func.layout.push(self.dispatch);
        for block in func.layout.clone() {
            let (from, returns) = (self.region(block), self.returns.contains(&block));
            let mut crossed: HashMap<Block, Block> = HashMap::default();
            for to in func.successors(block) {
                let Some(number) = self.headed_by(to).filter(|&n| n != from || returns) else { continue };
                if self.crossed.insert((block, number)) {
                    let edge = func.add_block();
                    func.append(edge, Op::Br(self.dispatch), Type::VOID, None);
                    crossed.insert(to, edge);
                    self.crossings.push(Crossing { from, source: block, to: number, block: edge });
                }
            }
            if let Some(end) = func.terminator(block) {
                func.insts[end].op.map_successors(|b| crossed.get(&b).copied().unwrap_or(b));
            }
        }
        for &head in &self.heads {
            let landing = func.add_block();
            func.append(landing, Op::Br(head), Type::VOID, None);
            self.landings.push(landing);
        }
        self.of.resize(func.blocks.len(), 0);
        for crossing in &self.crossings {
            self.of[crossing.block.index()] = crossing.from;
        }
        for (number, landing) in self.landings.iter().enumerate() {
            self.of[landing.index()] = number;
        }
    }
}
