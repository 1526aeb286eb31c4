//! Finds the places where threads of a block meet, and cuts the code there.
//!
//! A point is a block that begins where threads go on after meeting; what they met for (shuffles, ballots) stands at its head. Neighbouring
//! warp operations that do not need each other's results share a point. Volatile accesses of shared memory are points too, and those that
//! race without lockstep (`lockstep`): HIP programs rely on the lanes of a warp taking such steps together ("warp-synchronous" code).
//!
//!   before  %a = hip.shuffle(%x, 1)  %b = hip.shuffle(%y, 1)  %s = add %a, %b
//!   after   br %point      point: %a = hip.shuffle(%x, 1)  %b = hip.shuffle(%y, 1)  %s = add %a, %b
//!
//! Called by `fission`. Needs: `normalize`.

use crate::hash::HashSet;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Scope, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::AddressSpace;

use super::lockstep;

/// Who meets at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// All threads of the block that have not ended.
    Block,
    /// The lanes of a warp that are there.
    Warp,
    /// The lanes of a warp that are there, before they look again for what another warp may bring: that one goes first (`analysis::polling`).
    Turn,
    /// Nobody has to: a place where code is cut for other reasons.
    Nobody,
}

/// See the module's description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub block: Block,
    pub meeting: Meeting,
    /// The warp operations at the head of the block.
    pub operations: Vec<Inst>,
}

/// What the lanes of a warp do together in `func`: warp operations, volatile accesses of shared memory, and `lockstep`'s steps.
pub fn in_warps(ctx: &Context, func: &Function) -> HashSet<Inst> {
    let mut found = lockstep::steps(ctx, func, |inst| meeting(func, inst).is_some());
    let together = |&inst: &Inst| meeting(func, inst) == Some(Meeting::Warp) || volatile(ctx, func, inst).is_some();
    found.extend(func.linked_insts().map(|(_, inst)| inst).filter(together));
    found
}

/// Cuts the kernel `func` at every barrier; returns the points in layout order.
pub fn cut_at_barriers(ctx: &mut Context, func: &mut Function) -> Vec<Point> {
    let mut points = Vec::new();
    let mut at = 0;
    while let Some(&block) = func.layout.get(at) {
        at += 1;
        let barrier = |&i: &Inst| meeting(func, i) == Some(Meeting::Block);
        if let Some(index) = func.blocks[block].insts.iter().position(barrier) {
            points.push(cut_at(ctx, func, block, index, Meeting::Block));
        }
    }
    points
}

/// Cuts the kernel `func` at every meeting; returns the points in layout order.
pub fn cut(ctx: &mut Context, func: &mut Function) -> Vec<Point> {
    let mut points = Vec::new();
    let mut steps = lockstep::steps(ctx, func, |inst| meeting(func, inst).is_some());
    let mut at = 0;
    while let Some(&block) = func.layout.get(at) {
        at += 1; // the tail of a cut block comes next in the layout
        let begins = points.last().filter(|p: &&Point| p.block == block);
        let mut state = if begins.is_some() { Volatile::Together } else { Volatile::Unknown };
        let mut index = begins.map_or(0, |p| p.operations.len());
        while let Some(&inst) = func.blocks[block].insts.get(index) {
            if let Some(meeting) = meeting(func, inst) {
                points.push(cut_at(ctx, func, block, index, meeting));
                break;
            }
            if state.steps(ctx, func, inst) || steps.remove(&inst) {
                let tail = split(ctx, func, block, index);
                points.push(Point { block: tail, meeting: Meeting::Warp, operations: Vec::new() });
                break;
            }
            index += 1;
        }
    }
    points
}

fn meeting(func: &Function, inst: Inst) -> Option<Meeting> {
    let Op::Intrinsic { id, .. } = func.op(inst) else { return None };
    match id {
        Intrinsic::Barrier => Some(Meeting::Block),
        Intrinsic::WarpBarrier
        | Intrinsic::Shuffle
        | Intrinsic::Ballot
        | Intrinsic::ActiveMask
        | Intrinsic::ReadFirstLane => Some(Meeting::Warp),
        _ => None,
    }
}

fn split(ctx: &mut Context, func: &mut Function, block: Block, index: usize) -> Block {
    let mut cursor = Cursor::before(ctx, func, block, index);
    let tail = cursor.split();
    cursor.br(tail);
    tail
}

fn cut_at(ctx: &mut Context, func: &mut Function, block: Block, index: usize, meeting: Meeting) -> Point {
    let inst = func.blocks[block].insts[index];
    let plain = matches!(func.op(inst), Op::Intrinsic { id: Intrinsic::Barrier | Intrinsic::WarpBarrier, .. });
    if plain {
        func.blocks[block].insts.remove(index);
        return Point { block: split(ctx, func, block, index), meeting, operations: Vec::new() };
    }
    let Gathered { before, operations, behind } = gather(func, block, index);
    let cut = index + before.len();
    let looked_at = index..cut + operations.len() + behind.len();
    let sorted = before.into_iter().chain(operations.iter().copied()).chain(behind);
    func.blocks[block].insts.splice(looked_at, sorted);
    Point { block: split(ctx, func, block, cut), meeting, operations }
}

/// The instructions from a meeting on, as far as they were looked at.
struct Gathered {
    /// What may move in front of the point because the operations need it.
    before: Vec<Inst>,
    /// The operations that share the point.
    operations: Vec<Inst>,
    /// What needs their results.
    behind: Vec<Inst>,
}

/// Looks for the operations that share the point of the one at `index`.
fn gather(func: &Function, block: Block, index: usize) -> Gathered {
    let insts = &func.blocks[block].insts;
    let (mut before, mut operations, mut behind) = (Vec::new(), vec![insts[index]], Vec::new());
    // The operations, and what needs their results.
    let mut results = HashSet::from_iter([insts[index]]);
    for &inst in &insts[index + 1..] {
        let op = func.op(inst);
        let mut needs_result = false;
        op.for_each_operand(|v| needs_result |= matches!(v, Value::Inst(i) if results.contains(&i)));
        let operation = meeting(func, inst) == Some(Meeting::Warp);
        if op.is_terminator() || op.has_side_effects() || operation && needs_result {
            break;
        }
        if operation || needs_result {
            results.insert(inst);
        }
        match (operation, needs_result) {
            (true, _) => operations.push(inst),
            (false, true) => behind.push(inst),
            (false, false) => before.push(inst),
        }
    }
    Gathered { before, operations, behind }
}

/// What volatile accesses of shared memory came last in the block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Volatile {
    Unknown,
    /// None since the lanes met.
    Together,
    Loads,
    Stores,
}

impl Volatile {
    /// Whether lanes must have come together before `inst`; notes what it does.
    fn steps(&mut self, ctx: &Context, func: &Function, inst: Inst) -> bool {
        let Some(now) = volatile(ctx, func, inst) else { return false };
        let before = std::mem::replace(self, now);
        before != Self::Together && (before != now || now == Self::Stores)
    }
}

/// What `inst` does, if that is a volatile access of shared memory.
fn volatile(ctx: &Context, func: &Function, inst: Inst) -> Option<Volatile> {
    let (ptr, what) = match func.op(inst) {
        Op::Load { ptr, volatile: true, .. } => (*ptr, Volatile::Loads),
        Op::Store { ptr, volatile: true, .. } => (*ptr, Volatile::Stores),
        _ => return None,
    };
    (ctx.types.pointee_space(ctx.type_of(func, ptr)) == Some(AddressSpace::Shared)).then_some(what)
}

/// Whether `inst` is a volatile store to shared memory.
pub fn is_volatile_store(ctx: &Context, func: &Function, inst: Inst) -> bool {
    volatile(ctx, func, inst) == Some(Volatile::Stores)
}

/// Removes the fences that order threads of one block: in a block that one subgroup runs, program order does it.
pub fn drop_block_fences(func: &mut Function) {
    for block in func.layout.clone() {
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|&i| {
            !matches!(func.op(i), Op::Fence(a) if matches!(a.scope, Scope::Workgroup | Scope::Wavefront | Scope::SingleThread))
        });
        func.blocks[block].insts = insts;
    }
}
