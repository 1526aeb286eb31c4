//! Plain words that the lanes of a warp pass each other in step, with nothing between the store and the load: in device memory, and in shared memory
//! where `elements` does not tell whose they are.
//!
//! ```text
//! for (k = 0; k < n; k++) {
//!     x = v[k];                                         all lanes read the word that one of them wrote in the round before
//!     for (j = k + 1 + lane; j < n; j += 64) v[j] += x;
//! }
//! ```
//! It is a race by the language's rules. On AMD's hardware a wave's accesses happen in order, and Ginkgo's HIP back end, whose `sync()` of a warp
//! is empty there, relies on it. What tells it from code without races: the kernel computes which lane of its warp a thread is or asks other lanes,
//! and accesses words through one pointer by the lane and, without a barrier between, either by other bits of the lane's number, or one that it was
//! told in memory; or some of its lanes write a word that is one for all, or for a part of the warp.
//!
//! `Target::strict_lockstep` is for what is not told so.
//!
//! Lanes meet where all of them come: at the access itself, behind the one before it, or in front of the branch that they part at. Where both accesses
//! stand behind that branch, those that took it meet. Called by `lockstep`, for lanes that do not run in step by themselves.

use std::collections::BTreeMap;

use crate::analysis::cfg::Cfg;
use crate::analysis::dataflow::at_ends_through;
use crate::analysis::divergence::Divergence;
use crate::analysis::dominators::Dominators;
use crate::hash::{HashMap, HashSet};
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, GlobalId};
use crate::ir::types::{AddressSpace, Type};
use crate::passes::warp::operations::asks_lanes;

use super::accesses::indexed;
use super::lane_bits::{LaneBits, is_thread};

/// A function that wants more meetings than that gets no more.
const MOST_MEETINGS: usize = 512;
/// Operations that pointers are followed through.
const DEPTH: usize = 16;

/// In front of which instructions of `func`, whose warps have `warp` lanes and whose blocks have `threads`, lanes meet.
pub fn meetings(ctx: &Context, func: &Function, warp: u32, threads: u32) -> HashSet<Inst> {
    if threads > warp && !knows_lanes(ctx, func, warp) {
        return HashSet::default();
    }
    Search::new(ctx, func, warp).meetings()
}

/// Whether `func` computes a thread's place in its warp, or asks other lanes. (That it computes the warp's in its block says nothing: blocks of rows of
/// 32 threads do.)
fn knows_lanes(ctx: &Context, func: &Function, warp: u32) -> bool {
    func.linked_insts().any(|(_, inst)| match *func.op(inst) {
        Op::Intrinsic { id, .. } => id == Intrinsic::LaneId || asks_lanes(id),
        Op::Binary { op: BinaryOp::And, lhs, rhs, .. } => {
            ctx.as_int(rhs) == Some(u128::from(warp - 1)) && is_thread(func, lhs)
        }
        _ => false,
    })
}

/// What an access goes through: the pointer that its address is made of, or the shared variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Root {
    Pointer(Value),
    Shared(GlobalId),
}

/// Which word of what a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Word {
    /// By all bits of the lane's number: each lane's own.
    Own,
    /// By these bits of it: one for each part of the warp; by none, one for all lanes.
    Part(u32),
    /// Another, that memory tells.
    Told,
}

#[derive(Clone, Copy, Debug)]
struct Access {
    inst: Inst,
    block: Block,
    root: Root,
    word: Word,
    writes: bool,
    /// A read-modify-write operation.
    updates: bool,
    /// Lanes may come to it without the others.
    parted: bool,
}

impl Access {
    /// Whether `now`, behind `self`, may be of another lane's word.
    fn clashes(&self, now: &Self) -> bool {
        if self.root != now.root || !self.writes && !now.writes {
            return false;
        }
        // Of two that are the same word for several lanes, one's store is for the others.
        let by_one = self.block != now.block && (self.writes && self.parted || now.writes && now.parted);
        if self.word == now.word && !(matches!(self.word, Word::Part(_)) && by_one) {
            return false;
        }
        // Counters and tables are read behind their updates without lockstep; what is emptied for others to fill is not.
        !self.updates && (!now.updates || self.writes)
    }
}

/// The last access of each kind (one block's, through one pointer, of such words, that write or do not) since lanes last met.
type Open = BTreeMap<usize, usize>;

struct Search<'a> {
    ctx: &'a Context,
    func: &'a Function,
    warp: u32,
    cfg: Cfg,
    divergence: Divergence,
    accesses: Vec<Access>,
    /// Their numbers, and those of their kinds.
    by_inst: HashMap<Inst, (usize, usize)>,
    /// In front of what.
    meetings: HashSet<Inst>,
}

impl<'a> Search<'a> {
    fn new(ctx: &'a Context, func: &'a Function, warp: u32) -> Self {
        let cfg = Cfg::new(func);
        let divergence = Divergence::of_warps(ctx, func, &cfg, warp);
        let (accesses, by_inst, meetings) = (Vec::new(), HashMap::default(), HashSet::default());
        let mut search = Self { ctx, func, warp, cfg, divergence, accesses, by_inst, meetings };
        search.accesses = func.linked_insts().filter_map(|(block, inst)| search.access(block, inst)).collect();
        let mut kinds = HashMap::default();
        for (n, access) in search.accesses.iter().enumerate() {
            let next = kinds.len();
            let kind = (access.block, access.root, access.word, access.writes, access.updates);
            search.by_inst.insert(access.inst, (n, *kinds.entry(kind).or_insert(next)));
        }
        search
    }

    fn access(&self, block: Block, inst: Inst) -> Option<Access> {
        let (ptr, writes, updates) = match *self.func.op(inst) {
            Op::Load { ptr, volatile: false, atomic: None, .. } => (ptr, false, false),
            Op::Store { ptr, volatile: false, atomic: None, .. } => (ptr, true, false),
            Op::AtomicRmw { ptr, .. } | Op::CmpXchg { ptr, .. } => (ptr, true, true),
            _ => return None,
        };
        if !self.cfg.is_reachable(block) {
            return None;
        }
        let (root, place) = match self.ctx.type_of(self.func, ptr) {
            Type::I64 => (Root::Pointer(self.root(ptr, &mut Vec::new())?), ptr),
            ty if self.ctx.types.pointee_space(ty) == Some(AddressSpace::Shared) => {
                let (variable, index) = indexed(self.ctx, self.func, ptr)?;
                (Root::Shared(variable), index)
            }
            _ => return None,
        };
        let lanes = LaneBits { ctx: self.ctx, func: self.func, divergence: &self.divergence, warp: self.warp };
        let word = match lanes.of(place) {
            None => Word::Told,
            Some(bits) if bits == self.warp - 1 => Word::Own,
            Some(bits) => Word::Part(bits),
        };
        let parted = self.divergence.block(block);
        Some(Access { inst, block, root, word, writes, updates, parted })
    }

    /// The one value among what `address` is a sum of that is no offset.
    fn root(&self, address: Value, within: &mut Vec<Inst>) -> Option<Value> {
        let Value::Inst(inst) = address else { return matches!(address, Value::Param(_)).then_some(address) };
        match self.func.op(inst) {
            Op::Binary { op: BinaryOp::Add, lhs, rhs, .. } => {
                let roots = [*lhs, *rhs].map(|part| self.root(part, within));
                if roots[0].is_some() && roots[1].is_some() { None } else { roots[0].or(roots[1]) }
            }
            Op::Binary { op: BinaryOp::Sub, lhs, .. } => self.root(*lhs, within),
            Op::Binary { .. } | Op::Cast { .. } => None,
            Op::Phi(incoming) => {
                if within.contains(&inst) || within.len() >= DEPTH {
                    return None;
                }
                within.push(inst);
                let mut roots: Vec<Value> =
                    incoming.iter().filter_map(|(value, _)| self.root(*value, within)).collect();
                within.pop();
                roots.dedup();
                (roots.len() == 1).then(|| roots[0])
            }
            _ => Some(address),
        }
    }

    fn meetings(mut self) -> HashSet<Inst> {
        let dominators = Dominators::new(&self.cfg);
        while self.meetings.len() < MOST_MEETINGS {
            let Some(point) = self.next_meeting(&dominators) else { break };
            self.meetings.insert(point);
        }
        self.meetings
    }

    /// Where lanes have to meet besides, for two accesses that they may come to without having met between them.
    fn next_meeting(&self, dominators: &Dominators) -> Option<Inst> {
        let ends = self.flow();
        for &block in self.cfg.reverse_postorder() {
            let mut open = self.at_start(&ends, block);
            for &inst in &self.func.blocks[block].insts {
                if let Some(&(now, _)) = self.by_inst.get(&inst).filter(|_| !self.meetings.contains(&inst)) {
                    let clashing = open.values().filter(|&&before| self.accesses[before].clashes(&self.accesses[now]));
                    let mut points = clashing.filter_map(|&before| self.point((before, now), dominators));
                    if let Some(point) = points.find(|point| !self.meetings.contains(point)) {
                        return Some(point);
                    }
                }
                self.run(&mut open, inst);
            }
        }
        None
    }

    /// Where all lanes come between the two; or, if they part in front of both, those that come to the second.
    fn point(&self, (before, now): (usize, usize), dominators: &Dominators) -> Option<Inst> {
        let [before, now] = [before, now].map(|n| self.accesses[n]);
        if !now.parted {
            return Some(now.inst);
        }
        if !before.parted {
            let insts = &self.func.blocks[before.block].insts;
            return insts.get(insts.iter().position(|&inst| inst == before.inst)? + 1).copied();
        }
        let mut parted = dominators.idom(now.block)?;
        while self.divergence.block(parted) {
            parted = dominators.idom(parted)?;
        }
        if self.reaches((before, now), parted) { Some(now.inst) } else { self.func.terminator(parted) }
    }

    /// Whether a lane may come from one access to the other without going through the block `around`.
    fn reaches(&self, (before, now): (Access, Access), around: Block) -> bool {
        let place = |access: Access| self.func.blocks[access.block].insts.iter().position(|&inst| inst == access.inst);
        if before.block == now.block && place(before) < place(now) {
            return true;
        }
        let (mut seen, mut next) = (HashSet::default(), vec![before.block]);
        while let Some(block) = next.pop() {
            for &succ in self.func.successors(block).iter().filter(|&&succ| succ != around) {
                if succ == now.block {
                    return true;
                }
                if seen.insert(succ) {
                    next.push(succ);
                }
            }
        }
        false
    }

    /// The accesses since lanes last met, at the end of each block.
    fn flow(&self) -> Vec<Open> {
        at_ends_through(
            &self.cfg,
            self.func,
            |ends, block| self.at_start(ends, block),
            |open, inst| self.run(open, inst),
        )
    }

    fn at_start(&self, ends: &[Open], block: Block) -> Open {
        // Of a kind, which is of one block, all ends have the same access.
        self.cfg
            .preds(block)
            .iter()
            .flat_map(|from| &ends[from.index()])
            .map(|(&kind, &access)| (kind, access))
            .collect()
    }

    /// What is open behind `inst`.
    fn run(&self, open: &mut Open, inst: Inst) {
        let meets = |op: &Op| matches!(op, Op::Intrinsic { id: Intrinsic::Barrier | Intrinsic::WarpBarrier, .. });
        if self.meetings.contains(&inst) || meets(self.func.op(inst)) {
            open.clear();
        }
        if let Some(&(access, kind)) = self.by_inst.get(&inst) {
            open.insert(kind, access);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Search, knows_lanes};
    use crate::ir::parse::parse_module;

    /// In how many places lanes meet: `%own` is the address of the lane's word, `%next` of the one behind it, `%one` of one for all, `%told` of one that
    /// memory tells, `%part` of one that four lanes have, `%else` of the lane's word elsewhere.
    fn meetings(body: &str) -> usize {
        let text = format!(
            "define void @f(i64 %p, i64 %q, i32 %n) {{
b0:
  %t = call i32 @hip.thread.linear()
  %lane = and i32 %t, 31
  %l = zext i32 %lane to i64
  %by = shl i64 %l, 2
  %own = add i64 %p, %by
  %next = add i64 %own, 4
  %else = add i64 %q, %by
  %one = add i64 %p, 40
  %index = load i32, i64 %else
  %wide = zext i32 %index to i64
  %offset = shl i64 %wide, 2
  %told = add i64 %p, %offset
  %first = icmp eq i32 %lane, 0
  %four = and i32 %t, 28
  %fw = zext i32 %four to i64
  %part = add i64 %p, %fw
{body}
  ret void
}}"
        );
        let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let func = module.functions.values().next().unwrap();
        assert!(knows_lanes(&module.ctx, func, 32) && !knows_lanes(&module.ctx, func, 64));
        Search::new(&module.ctx, func, 32).meetings().len()
    }

    fn store(at: &str) -> String {
        format!("  store i32 1, i64 %{at}\n")
    }
    fn load(at: &str) -> String {
        format!("  %x.{at} = load i32, i64 %{at}\n")
    }

    #[test]
    fn words_by_the_lane_and_others_of_one_pointer_are_passed_on() {
        for [before, now] in [["own", "one"], ["one", "own"], ["own", "told"], ["told", "own"]] {
            assert_eq!(meetings(&(store(before) + &load(now))), 1, "{before} {now}");
            assert_eq!(meetings(&(load(before) + &store(now))), 1, "{before} {now}");
            assert_eq!(meetings(&(load(before) + &load(now))), 0, "{before} {now}");
            assert_eq!(meetings(&(store(before) + "  call void @hip.barrier()\n" + &load(now))), 0, "{before} {now}");
        }
    }

    #[test]
    fn own_words_and_those_of_other_pointers_are_not() {
        for [before, now] in [["own", "own"], ["own", "next"], ["else", "one"], ["one", "else"], ["told", "told"]] {
            assert_eq!(meetings(&(store(before) + &load(now))), 0, "{before} {now}");
        }
    }

    #[test]
    fn words_of_a_part_of_the_warp_are_for_its_other_lanes() {
        let by_one = |before: &str, now: &str| {
            meetings(&format!("  br i1 %first, label %a, label %b\na:\n{before}  br label %b\nb:\n{now}"))
        };
        assert_eq!(by_one(&store("part"), &load("part")), 1);
        assert_eq!(by_one(&load("part"), &store("part")), 0, "all lanes of a part store one word");
        assert_eq!(by_one(&store("own"), &load("own")), 0);
        assert_eq!(meetings(&(store("part") + &load("own"))), 1);
    }

    #[test]
    fn counters_are_read_without_lockstep_and_what_is_emptied_for_them_is_not() {
        let count = "  %c = atomicrmw add i64 %told, i32 1 monotonic\n";
        assert_eq!(meetings(&(count.to_owned() + &load("own"))), 0);
        assert_eq!(meetings(&(load("own") + count)), 0);
        assert_eq!(meetings(&(store("own") + count)), 1);
    }

    #[test]
    fn lanes_meet_where_all_of_them_come() {
        let loop_of = |head: &str, inner: &str| {
            format!(
                "  br label %h\nh:\n  %k = phi i32 [ 0, %b0 ], [ %k1, %e ]\n{head}  br label %i\ni:\n  %j = phi i32 [ %lane, %h ], [ %j1, %i ]\n  \
                 %jw = zext i32 %j to i64\n  %jb = shl i64 %jw, 2\n  %at = add i64 %p, %jb\n{inner}  %j1 = add i32 %j, 32\n  \
                 %more = icmp ult i32 %j1, %n\n  br i1 %more, label %i, label %e\ne:\n  %k1 = add i32 %k, 1\n  \
                 %again = icmp ult i32 %k1, %n\n  br i1 %again, label %h, label %x\nx:"
            )
        };
        // In front of the load, which reads what was stored in the round before, and behind it.
        assert_eq!(meetings(&loop_of(&load("one"), &store("at"))), 2);
        assert_eq!(meetings(&loop_of(&load("own"), &store("at"))), 0, "the lane's own");
        let by_one =
            format!("  br i1 %first, label %a, label %b\na:\n{}  br label %b\nb:\n{}", store("one"), load("one"));
        assert_eq!(meetings(&by_one), 1);
        let parted =
            format!("  br i1 %first, label %a, label %b\na:\n{}{}  br label %b\nb:", store("own"), load("one"));
        assert_eq!(meetings(&parted), 1, "those that came there");
        let twice = format!(
            "  br i1 %first, label %a, label %b\na:\n{}{}{}  br label %b\nb:",
            store("own"),
            load("one"),
            store("own")
        );
        assert_eq!(
            meetings(&twice),
            2,
            "in front of each that clashes, as the place where they part is in front of all"
        );
    }
}
