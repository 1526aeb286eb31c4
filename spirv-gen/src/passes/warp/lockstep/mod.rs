//! Finds steps that only a warp in lockstep takes rightly, in code that has no barrier there, and makes the lanes of a warp meet before each.
//!
//! `s[t] = s[t] + s[t + 16]; s[t] = s[t] + s[t + 8]; ...` without barriers is how reductions end that know their warp runs in lockstep. It
//! is a race by the language's rules, works on AMD's hardware, and is told from code without races by what the program says:
//! - volatile accesses, atomic loads and stores, and what a fence stands behind happen as written: between two of them, one of which writes,
//!   another lane may come;
//! - an atomic operation and another access of its variable, one behind the other. (A plain load in front of one, or the next round of a loop,
//!   may be a queue's or a table's, which need no lockstep.)
//! - plain accesses of shared memory at the thread's own element and at another's: so many threads away, as many as a loop's rounds say, or at
//!   the first one's of the warp (`elements`);
//! - plain accesses of device memory through one pointer, by the lane and not by the lane, in kernels that know their lanes (`words`).
//!
//! ```text
//! before  store volatile %v, s[t]    %x = load volatile s[t ^ 1]
//! after   store volatile %v, s[t]    hip.warp.step    %x = load volatile s[t ^ 1]
//! ```
//! Where the device's user asks for it (`Target::strict_lockstep`), all plain accesses are as volatile ones.
//!
//! Accesses of the thread's own element alone are no such step. Shared memory that steps are found in is taken to be volatile all over.
//!
//! What may have happened since lanes last met (`accesses`) flows through the kernel, and from other ways into what stands behind them (`joins`);
//! `lanes` says which two accesses are a step. Called by `warp::run`, for hardware and for fission, which cuts at meetings only.

mod accesses;
mod elements;
mod joins;
mod lane_bits;
mod lanes;
#[cfg(test)]
mod tests;
mod words;

use std::collections::BTreeSet;

use crate::analysis::cfg::Cfg;
use crate::analysis::dataflow::at_ends_through;
use crate::analysis::polling::Poll;
use crate::hash::{HashMap, HashSet};
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Scope};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;

use accesses::{Access, Memory, Order};
use elements::{Elements, Whose};
use joins::Joins;
pub use lanes::Lanes;

/// Places of volatile and atomic accesses that are told apart: each is compared with all that may be open before it.
const MOST_PLACES: usize = 256;

/// Puts a meeting of the lanes before each step of `func`, whose warps have `warp` lanes, whose blocks have `threads`, and whose threads wait in the loops
/// `polls`. With `all`, plain accesses count as volatile ones do.
pub fn hold_together(
    ctx: &mut Context,
    func: &mut Function,
    (warp, threads, lanes): (u32, u32, Lanes),
    (polls, all): (&[Poll], bool),
) {
    // Hardware in step has what it needs for plain ones.
    let all = all && lanes != Lanes::InStep;
    if lanes != Lanes::InStep && !all {
        let meetings = words::meetings(ctx, func, warp, threads);
        put_before(ctx, func, &meetings.into_iter().map(|inst| (inst, Intrinsic::WarpBarrier)).collect());
    }
    let steps = steps(ctx, func, (warp, lanes), (polls, all));
    put_before(ctx, func, &steps);
}

/// Puts each meeting in front of its instruction.
fn put_before(ctx: &mut Context, func: &mut Function, meetings: &HashMap<Inst, Intrinsic>) {
    if meetings.is_empty() {
        return;
    }
    for block in func.layout.clone() {
        let mut at = 0;
        while let Some(inst) = func.blocks[block].insts.get(at) {
            if let Some(&meeting) = meetings.get(inst) {
                Cursor::before(ctx, func, block, at).intrinsic(meeting, Vec::new(), Type::VOID);
                at += 1;
            }
            at += 1;
        }
    }
}

/// The accesses before which the lanes of a warp must have come together, and how: for shared memory alone, or for all.
fn steps(
    ctx: &Context,
    func: &Function,
    (warp, lanes): (u32, Lanes),
    (polls, all): (&[Poll], bool),
) -> HashMap<Inst, Intrinsic> {
    let mut elements = Elements::new(ctx, func, warp);
    let mut accesses: HashMap<Inst, Access> =
        func.linked_insts().filter_map(|(_, i)| Some((i, Access::of(ctx, func, &mut elements, all, i)?))).collect();
    let spoken_of =
        accesses.values().filter(|access| access.order != Order::Plain).map(|access| access.memory).collect();
    let on_device = |access: &Access| access.memory == Memory::Device;
    // Who holds a lock does not meet those that are still in the loop for it; with lanes in turn, they would not get on meanwhile.
    if lanes == Lanes::InTurn && polls.iter().any(|poll| poll.takes) {
        accesses.retain(|_, access| !on_device(access));
    }
    let spoken = |access: &&mut Access| access.order != Order::Plain;
    if accesses.values_mut().filter(spoken).map(|access| *access).collect::<BTreeSet<_>>().len() > MOST_PLACES {
        accesses.values_mut().filter(spoken).for_each(|access| *access = access.anywhere());
    }
    if !accesses.values().any(|access| access.writes) {
        return HashMap::default();
    }
    let cfg = Cfg::new(func);
    // Lanes in step wait for each other at joins by themselves.
    let joins = if lanes == Lanes::InStep {
        Joins::default()
    } else {
        Joins::new(ctx, func, &cfg, warp, |inst| accesses.contains_key(&inst))
    };
    let mut search = Search {
        func,
        cfg,
        joins,
        lanes,
        spoken_of,
        fenced: func.linked_insts().any(|(_, i)| is_fence(func.op(i))),
        accesses,
        steps: HashMap::default(),
        written: HashSet::default(),
    };
    while search.sweep() {}
    search.steps
}

/// Accesses since lanes last met.
type Open = BTreeSet<Access>;

struct Search<'a> {
    func: &'a Function,
    cfg: Cfg,
    joins: Joins,
    lanes: Lanes,
    spoken_of: HashSet<Memory>,
    fenced: bool,
    accesses: HashMap<Inst, Access>,
    steps: HashMap<Inst, Intrinsic>,
    /// The memory that has been found to need lockstep.
    written: HashSet<Memory>,
}

impl Search<'_> {
    /// Goes through all blocks in control flow order and notes new steps; whether there were any.
    fn sweep(&mut self) -> bool {
        let mut ends = self.flow();
        let (known, spoken) = (self.steps.len(), self.written.len());
        for block in self.cfg.reverse_postorder().to_vec() {
            let mut open = self.at_start(&ends, block);
            for &inst in &self.func.blocks[block].insts {
                self.look(&open, inst);
                self.run(&mut open, inst);
            }
            ends[block.index()] = open;
        }
        (known, spoken) != (self.steps.len(), self.written.len())
    }

    /// What is open at the end of each block, with the steps so far.
    fn flow(&self) -> Vec<Open> {
        at_ends_through(
            &self.cfg,
            self.func,
            |ends, block| self.at_start(ends, block),
            |open, inst| self.run(open, inst),
        )
    }

    /// What is open at the start of `block`: what has come there, and at a join what lanes on other ways have yet to do.
    fn at_start(&self, ends: &[Open], block: Block) -> Open {
        let mut open = Open::new();
        for &from in self.cfg.preds(block) {
            let again = self.cfg.position(from) >= self.cfg.position(block);
            let came = ends[from.index()].iter();
            let carry = |access: Access| Access { earlier_round: access.earlier_round || again, place: None, ..access };
            open.extend(came.map(|&access| carry(access)));
        }
        let others = self.joins.others_at(block).iter().filter_map(|&inst| self.access(inst));
        open.extend(others.map(|access| Access { elsewhere: true, place: None, ..access }));
        open
    }

    /// What `inst` does, as far as lanes may be concerned by it.
    fn access(&self, inst: Inst) -> Option<Access> {
        let mut access = *self.accesses.get(&inst)?;
        if access.order == Order::Plain {
            if self.written.contains(&access.memory) {
                access.order = Order::Written;
            } else if access.element.is_none() && !self.fenced && !self.spoken_of.contains(&access.memory) {
                return None;
            }
        }
        Some(access)
    }

    /// Notes whether `inst` is a step.
    fn look(&mut self, open: &Open, inst: Inst) {
        if self.steps.contains_key(&inst) {
            return;
        }
        let Some(now) = self.access(inst) else { return };
        let known = self.written.contains(&now.memory);
        let clashes = |before: &&Access| {
            let earlier_round = before.earlier_round && !known;
            self.lanes.clash(Access { earlier_round, ..**before }, now)
        };
        let Some(before) = open.iter().find(clashes) else { return };
        let near = |access: Access| access.element.is_none_or(|element| element.whose == Whose::Near);
        let spoken = before.order != Order::Plain || now.order != Order::Plain;
        // Hardware in step has to be told of each plain store behind which others read.
        let relied = self.lanes != Lanes::InStep && !(near(*before) && near(now));
        if now.memory == Memory::Device {
            self.steps.insert(inst, Intrinsic::WarpBarrier);
            return;
        }
        self.steps.insert(inst, Intrinsic::WarpStep);
        if spoken || relied {
            self.written.insert(now.memory);
        }
    }

    /// What is open behind `inst`.
    fn run(&self, open: &mut Open, inst: Inst) {
        match self.func.op(inst) {
            Op::Intrinsic { id: Intrinsic::Barrier | Intrinsic::WarpBarrier, .. } => return open.clear(),
            op if is_fence(op) => {
                let written = open.iter().map(|&access| match access.order {
                    Order::Plain => Access { order: Order::Written, ..access },
                    _ => access,
                });
                *open = written.collect();
                return;
            }
            _ => {}
        }
        match self.steps.get(&inst) {
            Some(Intrinsic::WarpStep) => open.retain(|access| access.memory == Memory::Device),
            Some(_) => open.clear(),
            None => {}
        }
        open.extend(self.access(inst));
    }
}

/// Whether `op` says that what stands before it comes before what stands behind it, for other lanes too.
fn is_fence(op: &Op) -> bool {
    matches!(op, Op::Fence(fence) if fence.scope != Scope::SingleThread)
}
