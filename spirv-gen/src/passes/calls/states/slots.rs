//! Which values cross from one region to another, and which of them lie at the same place.
//!
//! A value is *held* by the region that defines it and by all that control may pass on the way to its uses. A head's phi is written by the regions that cross to it.
//! A phi and what it takes share a place if that never holds two values at a time: then nothing is copied (a value that lives through a
//! call inside a call stays where it is). Others share one if no region has to do with both. Called by `states::run`.

use crate::hash::{HashMap, HashSet};
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::Context;
use crate::passes::util::words::words;

use super::regions::Regions;

/// A set of regions.
#[derive(Clone, Debug, Default)]
struct Set(Vec<u64>);

impl Set {
    fn new(regions: usize) -> Self {
        Self(vec![0; regions.div_ceil(64)])
    }
    /// Whether it was new.
    fn insert(&mut self, region: usize) -> bool {
        let (word, bit) = (&mut self.0[region / 64], 1 << (region % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
    fn contains(&self, region: usize) -> bool {
        self.0[region / 64] & (1 << (region % 64)) != 0
    }
    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

/// A head's phi is written where a region crosses to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Write {
    from: usize,
    /// The crossing's own block.
    pub(super) edge: Block,
    pub(super) phi: Inst,
    pub(super) value: Value,
}

/// Values that share a place.
#[derive(Clone, Debug, Default)]
struct Web {
    members: Vec<Inst>,
    held: Set,
    writes: Vec<Write>,
}

/// Where the values lie that cross.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    /// The first word of each value's place.
    pub(super) places: HashMap<Inst, u32>,
    /// In the order of crossings.
    pub(super) writes: Vec<Write>,
    /// Words needed in all.
    pub(super) words: u32,
}

/// The places of the values of `func`.
///
/// # Errors
/// A value crosses that is no number: which one.
pub(super) fn of(ctx: &Context, func: &Function, regions: &Regions) -> Result<Slots, Inst> {
    let writes = writes(func, regions);
    let home = func.homes();
    let used = crossing_uses(func, regions, &home, &writes);
    let written: HashSet<Inst> = writes.iter().map(|w| w.phi).collect();
    let crossing: Vec<Inst> =
        func.linked_insts().map(|(_, i)| i).filter(|i| used.contains_key(i) || written.contains(i)).collect();
    if let Some(&strange) = crossing.iter().find(|&&i| words(ctx, func.insts[i].ty).is_none()) {
        return Err(strange);
    }
    let mut webs = Webs::new(regions, &home, &crossing, &used, &writes);
    webs.join(ctx, func, &writes);
    let (places, words) = webs.place(ctx, func);
    Ok(Slots { places, writes, words })
}

/// What crossings write: each phi of a head that takes something.
fn writes(func: &Function, regions: &Regions) -> Vec<Write> {
    let mut writes = Vec::new();
    for crossing in &regions.crossings {
        for phi in func.phis(regions.heads[crossing.to]) {
            let Op::Phi(incoming) = func.op(phi) else { continue };
            let taken = incoming.iter().find(|(_, from)| *from == crossing.source);
            writes.extend(taken.map(|&(value, _)| Write { from: crossing.from, edge: crossing.block, phi, value }));
        }
    }
    writes
}

/// The regions other than its own in which each value is used, if there are any. The entry block's are everywhere.
fn crossing_uses(
    func: &Function,
    regions: &Regions,
    home: &[Option<Block>],
    writes: &[Write],
) -> HashMap<Inst, Vec<usize>> {
    let entry = func.entry();
    let mut used: HashMap<Inst, Vec<usize>> = HashMap::default();
    let mut add = |value: Value, region: usize| {
        let Value::Inst(def) = value else { return };
        if home[def.index()].is_some_and(|b| b != entry && regions.region(b) != region) {
            used.entry(def).or_default().push(region);
        }
    };
    for (block, inst) in func.linked_insts() {
        match func.op(inst) {
            Op::Phi(incoming) => {
                let region = regions.region(block);
                let inside = incoming.iter().filter(|(_, from)| !regions.crosses(*from, block));
                inside.for_each(|&(value, _)| add(value, region));
            }
            op => op.for_each_operand(|value| add(value, regions.region(block))),
        }
    }
    writes.iter().for_each(|w| add(w.value, w.from));
    used
}

struct Webs {
    /// How many there are.
    regions: usize,
    webs: Vec<Web>,
    of: HashMap<Inst, usize>,
}

impl Webs {
    fn new(
        regions: &Regions,
        home: &[Option<Block>],
        values: &[Inst],
        used: &HashMap<Inst, Vec<usize>>,
        writes: &[Write],
    ) -> Self {
        let count = regions.heads.len();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
        for crossing in &regions.crossings {
            before[crossing.to].push(crossing.from);
        }
        before.iter_mut().for_each(|list| {
            list.sort_unstable();
            list.dedup();
        });
        let mut by_phi: HashMap<Inst, Vec<Write>> = HashMap::default();
        for &write in writes {
            by_phi.entry(write.phi).or_default().push(write);
        }
        let mut result = Self { regions: count, webs: Vec::new(), of: HashMap::default() };
        for &value in values {
            let own = home[value.index()].map_or(0, |b| regions.region(b));
            let mut held = Set::new(count);
            held.insert(own);
            let mut work = used.get(&value).cloned().unwrap_or_default();
            while let Some(region) = work.pop() {
                if region != own && held.insert(region) {
                    work.extend(&before[region]);
                }
            }
            result.of.insert(value, result.webs.len());
            let writes = by_phi.remove(&value).unwrap_or_default();
            result.webs.push(Web { members: vec![value], held, writes });
        }
        result
    }

    /// Joins phis with what they take.
    fn join(&mut self, ctx: &Context, func: &Function, writes: &[Write]) {
        for write in writes {
            let Value::Inst(value) = write.value else { continue };
            let (Some(&a), Some(&b)) = (self.of.get(&write.phi), self.of.get(&value)) else { continue };
            let same_size = words(ctx, func.insts[write.phi].ty) == words(ctx, func.insts[value].ty);
            if a == b || !same_size || !self.may_join(a, b) || !self.may_join(b, a) {
                continue;
            }
            let (into, from) = if self.webs[a].members.len() >= self.webs[b].members.len() { (a, b) } else { (b, a) };
            let Web { members, held, writes } = std::mem::take(&mut self.webs[from]);
            members.iter().for_each(|&m| {
                self.of.insert(m, into);
            });
            let web = &mut self.webs[into];
            web.members.extend(members);
            web.held.add(&held);
            web.writes.extend(writes);
        }
    }

    /// Whether what `a` writes leaves alone what `b` holds, and they hold nothing in the same region.
    fn may_join(&self, a: usize, b: usize) -> bool {
        let (web, other) = (&self.webs[a], &self.webs[b]);
        let same = |value: Value| matches!(value, Value::Inst(v) if self.of.get(&v) == Some(&b));
        !web.held.meets(&other.held) && web.writes.iter().all(|w| !other.held.contains(w.from) || same(w.value))
    }

    /// Gives each web words that no other uses in the same regions: where each value lies, and how many there are.
    fn place(&self, ctx: &Context, func: &Function) -> (HashMap<Inst, u32>, u32) {
        let mut places = HashMap::default();
        let mut busy: Vec<Set> = Vec::new();
        let regions = |web: &Web| {
            let mut all = web.held.clone();
            web.writes.iter().for_each(|w| {
                all.insert(w.from);
            });
            all
        };
        let mut order: Vec<(Set, &Web)> =
            self.webs.iter().filter(|w| !w.members.is_empty()).map(|w| (regions(w), w)).collect();
        // The widest first: they find no room among others.
        order.sort_by_key(|(all, _)| std::cmp::Reverse(all.0.iter().map(|w| w.count_ones()).sum::<u32>()));
        for (all, web) in order {
            let size = words(ctx, func.insts[web.members[0]].ty).unwrap_or(1) as usize;
            let free = |at: usize| (at..at + size).all(|w| busy.get(w).is_none_or(|taken| !taken.meets(&all)));
            let at = (0..).find(|&at| free(at)).unwrap_or(busy.len());
            while busy.len() < at + size {
                busy.push(Set::new(self.regions));
            }
            busy[at..at + size].iter_mut().for_each(|word| word.add(&all));
            places.extend(web.members.iter().map(|&m| (m, at as u32)));
        }
        (places, busy.len() as u32)
    }
}
