//! Decides, before any code is made, how each region goes on, what the threads' states must tell, and where everything lies.
//!
//! A thread's *state* says at which point it waits. It is only kept where it can differ from what the control flow says anyway:
//! - a uniform region whose exits all lead to uniform points goes there directly, all threads together;
//! - a divergent region with a single exit, to a point that nobody else comes to, leads on directly as well: the same threads;
//! - everywhere else threads note their state, and the *scheduler* picks the earliest point at which somebody waits, but for warps that
//!   only poll for what another may bring: those come last.
//!
//! Called by `fission::run`; `build` follows it.

use std::collections::BTreeSet;

use crate::ir::constant::ConstData;
use crate::ir::entity::Entity;
use crate::ir::function::Function;
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, GlobalId, Module};
use crate::ir::types::{AddressSpace, Type, TypeKind};
use crate::passes::DeviceContext;
use crate::passes::memory::far_arrays::{long_atomics, too_many_private};
use crate::passes::memory::scratch::Layout;
use crate::passes::warp::sync_points::Meeting;

use super::regions::{Region, Regions};
use super::variables::{Class, Variables};

/// State of a thread that has ended.
pub const ENDED: u32 = u32::MAX;
/// Added to a state: the thread's warp waits in a loop, and other warps go first.
pub const TAKES_TURNS: u32 = 1 << 29;
/// Added to a state: the thread waits in divergent code until all others of its block wait too, wherever that is, or have ended.
pub const WAITS_FOR_BLOCK: u32 = 1 << 30;
/// Added to a state: the thread waits where all come, until all are there. Those who wait in divergent code go on before.
pub const WAITS_FOR_ALL: u32 = 1 << 31;

/// How control leaves a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transition {
    /// To one of these, all threads together.
    Direct(Vec<usize>),
    /// To this one, the region's own threads.
    Chain(usize),
    /// To the scheduler.
    Schedule,
}

/// Where a memory object lies in scratch.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    pub offset: u64,
    pub elem: Type,
    pub len: u64,
    /// One per thread, instead of one per block.
    pub per_thread: bool,
}

/// See the module's description.
#[derive(Debug)]
pub struct Plan {
    pub threads: u32,
    /// Lanes of the hardware's subgroup.
    pub lanes: u32,
    /// HIP's lanes per warp.
    pub warp: u32,
    /// Threads per lane.
    pub slots: u32,
    pub transitions: Vec<Transition>,
    /// The state that a divergent region's threads have.
    pub state_of: Vec<u32>,
    /// Offset of the states; nothing if none are kept.
    pub states: Option<u64>,
    /// Offset of each variable that lies in scratch.
    pub cells: Vec<Option<u64>>,
    /// For each global, where it moved to.
    pub moved: Vec<Option<Moved>>,
    /// Offsets of the masks of the running region: the execution mask, and that of each ballot.
    pub masks: Vec<u64>,
    pub scratch: u64,
    /// For each region, whether some of the block's threads may have ended before it.
    ended_before: Vec<bool>,
}

impl Plan {
    pub fn new(
        module: &Module,
        func: &Function,
        (regions, variables, packed): (&Regions, &Variables, bool),
        device: &DeviceContext<'_>,
    ) -> Self {
        let (threads, lanes, warp) = (device.shape.threads(), device.target.subgroup_size, device.metadata.warp_size);
        let slots = threads.div_ceil(lanes);
        let entered_by = edges_in(regions);
        let transitions: Vec<Transition> =
            (0..regions.list.len()).map(|i| transition(regions, &entered_by, i)).collect();
        let mut plan = Self {
            threads,
            lanes,
            warp,
            slots,
            state_of: states(&transitions),
            transitions,
            states: None,
            cells: vec![None; variables.list.len()],
            moved: vec![None; module.globals.len()],
            masks: Vec::new(),
            scratch: 0,
            ended_before: ended_before(regions),
        };
        plan.lay_out(module, func, (regions, variables, packed), device);
        plan
    }

    /// Whether region `index` is entered through the scheduler or may meet threads that have ended.
    pub fn checks_state(&self, regions: &Regions, index: usize) -> bool {
        index > 0 && (!regions.list[index].uniform || self.ended_before[index])
    }

    pub fn has_scheduler(&self) -> bool {
        self.transitions.contains(&Transition::Schedule)
    }

    /// The states, each a region's index, of threads that the scheduler may let go on: of those that a region leaves to it.
    pub fn scheduled_states(&self, regions: &Regions) -> BTreeSet<usize> {
        let left = regions.list.iter().zip(&self.transitions).filter(|(_, t)| **t == Transition::Schedule);
        left.flat_map(|(r, _)| r.exits.iter().map(|&to| self.state_of[to] as usize)).collect()
    }

    /// What a thread that stops at `to` notes.
    pub fn waiting_state(&self, regions: &Regions, to: usize) -> u32 {
        let target = &regions.list[to];
        let flag = match target.point.meeting {
            Meeting::Block if !target.uniform => WAITS_FOR_BLOCK,
            Meeting::Turn => TAKES_TURNS,
            // Where warps take turns or wait for their block elsewhere, the earliest point is not the one all others have come to.
            Meeting::Block if regions.has_turns() => WAITS_FOR_ALL,
            _ if target.uniform && regions.has_divergent_barriers() => WAITS_FOR_ALL,
            _ => 0,
        };
        self.state_of[to] | flag
    }

    fn lay_out(
        &mut self,
        module: &Module,
        func: &Function,
        (regions, variables, packed): (&Regions, &Variables, bool),
        device: &DeviceContext<'_>,
    ) {
        let mut layout = Layout::default();
        // Whole warps and whole subgroups: lanes without a thread are read and written too.
        let whole = u64::from(self.threads.next_multiple_of(self.warp.max(self.lanes)));
        if self.ended_before.contains(&true) || self.has_scheduler() {
            self.states = Some(layout.place(whole * 4));
        }
        let most = regions.list.iter().map(|r| r.point.operations.len()).max().unwrap_or(0);
        if most > 0 {
            self.masks = (0..=most).map(|_| layout.place(whole / 8)).collect();
        }
        let mut used = vec![false; variables.list.len()];
        variables.live.iter().flatten().for_each(|&v| used[v] = true);
        for (index, variable) in variables.list.iter().enumerate() {
            let in_memory = match variable.class {
                Class::Exchange => used[index],
                Class::Array => self.slots > 1 && used[index],
                Class::Scalar | Class::Recomputed(_) => false,
            };
            if in_memory {
                self.cells[index] = Some(layout.place(whole * u64::from(cell_bytes(&module.ctx, variable.ty))));
            }
        }
        // Packed rows need one each as well.
        let outlives = |id| packed || self.slots > 1 && outlives(&module.ctx, func, regions, id);
        let too_many = too_many_private(module, func, device, |id| !outlives(id));
        let far_atomics = long_atomics(&module.ctx, func, device.target);
        let mut room = u64::from(device.target.max_workgroup);
        for (id, global) in module.globals.iter() {
            let TypeKind::Array { elem, len } = *module.ctx.types.kind(global.ty) else { continue };
            let size = module.ctx.types.size(elem);
            let per_thread = match global.space {
                AddressSpace::Shared if far_atomics.contains(&id) => false,
                // Atomics are quicker in workgroup memory.
                AddressSpace::Shared if has_atomics(&module.ctx, func, id) && size * len <= room => {
                    room -= size * len;
                    continue;
                }
                AddressSpace::Shared if !device.target.cpu && size * len <= room => {
                    room -= size * len;
                    continue;
                }
                AddressSpace::Shared => false,
                AddressSpace::Private if outlives(id) || too_many.iter().any(|&(_, array)| array == id) => true,
                _ => continue,
            };
            let copies = if per_thread { whole } else { 1 };
            self.moved[id.index()] = Some(Moved { offset: layout.place(size * len * copies), elem, len, per_thread });
        }
        self.scratch = layout.bytes();
    }
}

/// Bytes that a value takes in scratch: small ones a word, so that every device can access them.
pub fn cell_bytes(ctx: &Context, ty: Type) -> u32 {
    (ctx.types.size(ty) as u32).max(4)
}

/// How many regions lead to each region.
fn edges_in(regions: &Regions) -> Vec<u32> {
    let mut edges = vec![0; regions.list.len()];
    regions.list.iter().flat_map(|r| &r.exits).for_each(|&to| edges[to] += 1);
    edges
}

fn transition(regions: &Regions, entered_by: &[u32], index: usize) -> Transition {
    let region = &regions.list[index];
    let uniform = |r: &Region| r.uniform;
    if uniform(region) && region.exits.iter().all(|&e| uniform(&regions.list[e])) {
        return Transition::Direct(region.exits.clone());
    }
    if let [only] = region.exits[..] {
        let target = &regions.list[only];
        let waits = matches!(target.point.meeting, Meeting::Block | Meeting::Turn);
        if !region.uniform && !target.uniform && !waits && entered_by[only] == 1 {
            return Transition::Chain(only);
        }
    }
    Transition::Schedule
}

/// The regions that can be reached from one in which threads may end.
fn ended_before(regions: &Regions) -> Vec<bool> {
    let mut found = vec![false; regions.list.len()];
    let mut stack: Vec<usize> = regions.list.iter().filter(|r| r.ends).flat_map(|r| r.exits.clone()).collect();
    // A divergent region's threads are not all: others may wait at points that its own exits do not lead to.
    let others_wait = regions.list.iter().any(|r| r.ends && !r.uniform);
    if others_wait {
        stack.extend(1..regions.list.len());
    }
    while let Some(region) = stack.pop() {
        if !std::mem::replace(&mut found[region], true) {
            stack.extend(&regions.list[region].exits);
        }
    }
    found
}

/// The state of each region's threads: its index, but along a chain the first one's.
fn states(transitions: &[Transition]) -> Vec<u32> {
    let mut states: Vec<u32> = (0..transitions.len() as u32).collect();
    for _ in 0..transitions.len() {
        let mut changed = false;
        for (from, transition) in transitions.iter().enumerate() {
            if let Transition::Chain(to) = *transition
                && states[to] != states[from]
                && to != from
            {
                states[to] = states[from];
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    states
}

fn global_of(ctx: &Context, func: &Function, inst: Inst) -> Option<GlobalId> {
    let Op::Gep { base: Value::Const(id), .. } = func.op(inst) else { return None };
    if let ConstData::GlobalAddr { global, .. } = ctx.consts.data(*id) { Some(*global) } else { None }
}

fn has_atomics(ctx: &Context, func: &Function, global: GlobalId) -> bool {
    func.linked_insts().any(|(_, inst)| {
        let (Op::AtomicRmw { ptr, .. } | Op::CmpXchg { ptr, .. }) = func.op(inst) else { return false };
        matches!(ptr, Value::Inst(at) if global_of(ctx, func, *at) == Some(global))
    })
}

/// Whether what a thread leaves in private `global` may be read by another region, or by another visit to the same.
fn outlives(ctx: &Context, func: &Function, regions: &Regions, global: GlobalId) -> bool {
    let uses = |r: &Region| {
        let insts = r.blocks.iter().flat_map(|&b| &func.blocks[b].insts);
        insts.copied().any(|i| global_of(ctx, func, i) == Some(global))
    };
    let users: Vec<usize> = (0..regions.list.len()).filter(|&r| uses(&regions.list[r])).collect();
    users.len() > 1 || users.first().is_some_and(|&r| regions.is_cyclic(r))
}

/// The ballots among a point's operations, each with the mask that it gets.
pub fn ballots<'a>(func: &'a Function, region: &'a Region) -> impl Iterator<Item = (usize, Inst)> + 'a {
    region.point.operations.iter().enumerate().filter_map(|(nth, &inst)| {
        matches!(func.op(inst), Op::Intrinsic { id: Intrinsic::Ballot, .. }).then_some((nth + 1, inst))
    })
}
