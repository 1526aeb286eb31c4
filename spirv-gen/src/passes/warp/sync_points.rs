//! Finds the places where threads of a block meet, and cuts the code there.
//!
//! A point is a block that begins where threads go on after meeting; what they met for (shuffles, ballots) stands at its head. Neighbouring
//! warp operations that do not need each other's results share a point. Where the lanes of a warp pass each other values through memory, they
//! meet as well: `lockstep` has said where.
//!
//!   before  %a = hip.shuffle(%x, 1)  %b = hip.shuffle(%y, 1)  %s = add %a, %b
//!   after   br %point      point: %a = hip.shuffle(%x, 1)  %b = hip.shuffle(%y, 1)  %s = add %a, %b
//!
//! Called by `fission`. Needs: `normalize`.

use crate::hash::HashSet;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Scope, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;

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

/// What the lanes of a warp do together in `func`: warp operations and meetings.
pub fn in_warps(func: &Function) -> HashSet<Inst> {
    func.linked_insts().map(|(_, inst)| inst).filter(|&inst| meeting(func, inst) == Some(Meeting::Warp)).collect()
}

/// Cuts the kernel `func` at every barrier; returns the points in layout order.
pub fn cut_at_barriers(func: &mut Function) -> Vec<Point> {
    cut_where(func, |meeting| meeting == Meeting::Block)
}

/// Cuts the kernel `func` at every meeting; returns the points in layout order.
pub fn cut(func: &mut Function) -> Vec<Point> {
    cut_where(func, |_| true)
}

/// Cuts each block in front of the meetings that are `asked` for, in one walk: a block may be cut thousands of times.
fn cut_where(func: &mut Function, asked: impl Fn(Meeting) -> bool) -> Vec<Point> {
    let mut points = Vec::new();
    let mut layout = Vec::with_capacity(func.layout.len());
    for block in std::mem::take(&mut func.layout) {
        layout.push(block);
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut pieces = Pieces { insts, start: 0, block };
        let mut at = 0;
        while let Some(&inst) = pieces.insts.get(at) {
            let Some(meeting) = meeting(func, inst).filter(|&meeting| asked(meeting)) else {
                at += 1;
                continue;
            };
            let operations = pieces.end_before(func, at);
            at = pieces.start + operations.len();
            layout.push(pieces.block);
            points.push(Point { block: pieces.block, meeting, operations });
        }
        pieces.finish(func, block);
    }
    func.layout = layout;
    points
}

/// A block while it is cut.
struct Pieces {
    /// All its instructions.
    insts: Vec<Inst>,
    /// Where the last piece begins.
    start: usize,
    /// The block that the last piece will be.
    block: Block,
}

impl Pieces {
    /// Ends the piece before the meeting at `at`. The next one begins behind the barrier, or with the operations, which it returns.
    fn end_before(&mut self, func: &mut Function, at: usize) -> Vec<Inst> {
        if is_bare(func, self.insts[at]) {
            return self.end(func, at, at + 1, Vec::new());
        }
        let Gathered { before, operations, behind } = gather(func, &self.insts[at..]);
        let cut = at + before.len();
        let looked_at = at..cut + operations.len() + behind.len();
        self.insts.splice(looked_at, before.into_iter().chain(operations.iter().copied()).chain(behind));
        self.end(func, cut, cut, operations)
    }

    /// Ends the piece at `end`; the next one begins at `next`.
    fn end(&mut self, func: &mut Function, end: usize, next: usize, operations: Vec<Inst>) -> Vec<Inst> {
        let loc = self.insts.get(next).and_then(|&inst| func.insts[inst].loc);
        func.blocks[self.block].insts = self.insts[self.start..end].to_vec();
        let tail = func.create_block();
        func.append(self.block, Op::Br(tail), Type::VOID, loc);
        (self.start, self.block) = (next, tail);
        operations
    }

    /// Ends the last piece of what was `whole`.
    fn finish(self, func: &mut Function, whole: Block) {
        func.blocks[self.block].insts = self.insts[self.start..].to_vec();
        for next in func.successors(self.block) {
            let phis: Vec<Inst> = func.phis(next).collect();
            for phi in phis {
                if let Op::Phi(incoming) = &mut func.insts[phi].op {
                    incoming.iter_mut().filter(|(_, from)| *from == whole).for_each(|(_, from)| *from = self.block);
                }
            }
        }
    }
}

fn meeting(func: &Function, inst: Inst) -> Option<Meeting> {
    let Op::Intrinsic { id, .. } = func.op(inst) else { return None };
    match id {
        Intrinsic::Barrier => Some(Meeting::Block),
        Intrinsic::WarpBarrier
        | Intrinsic::WarpStep
        | Intrinsic::Shuffle
        | Intrinsic::Ballot
        | Intrinsic::ActiveMask
        | Intrinsic::ReadFirstLane => Some(Meeting::Warp),
        _ => None,
    }
}

/// Whether `inst` is a meeting and nothing else.
fn is_bare(func: &Function, inst: Inst) -> bool {
    use Intrinsic as I;
    matches!(func.op(inst), Op::Intrinsic { id: I::Barrier | I::WarpBarrier | I::WarpStep, .. })
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

/// Looks for the operations that share the point of the first of `insts`.
fn gather(func: &Function, insts: &[Inst]) -> Gathered {
    let (mut before, mut operations, mut behind) = (Vec::new(), vec![insts[0]], Vec::new());
    // The operations, and what needs their results.
    let mut results = HashSet::from_iter([insts[0]]);
    for &inst in &insts[1..] {
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
