//! Which lanes of a warp a condition can hold in, and which can come to a block.
//!
//! Lanes are bits of a mask. A condition is looked at lane by lane where it hangs on constants, the lane's number and the thread's index alone
//! (thread `t` is lane `t % width`); of any other, every lane is taken to go both ways. Used by `passes::warp::own_values`.

use crate::analysis::cfg::Cfg;
use crate::hash::HashMap;
use crate::ir::entity::Entity;
use crate::ir::fold::int;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, CastOp, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;

/// Operations that a condition is followed through before it counts as unknown.
const DEPTH: u32 = 8;

/// The lanes in which a condition may hold, and those in which it may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    pub holds: u64,
    pub fails: u64,
}

/// See the module's description.
#[derive(Clone, Debug)]
pub struct Lanes {
    shape: Shape,
    blocks: Vec<u64>,
    conditions: HashMap<Value, Truth>,
}

/// Lanes of a warp, at most 64, and threads of a block.
#[derive(Clone, Copy, Debug)]
struct Shape {
    width: u32,
    threads: u32,
}

/// An integer of which every lane's value is known, or the thread's index.
enum Number {
    Lanes(Vec<u128>),
    Thread,
}

impl Lanes {
    /// Of `func`, run by blocks of `threads` threads in warps of `width` lanes, at most 64.
    pub fn new(ctx: &Context, func: &Function, width: u32, threads: u32) -> Self {
        let shape = Shape { width, threads };
        let conditions = conditions(func).map(|cond| (cond, truth(ctx, func, shape, cond, DEPTH))).collect();
        let mut lanes = Self { shape, blocks: vec![0; func.blocks.len()], conditions };
        lanes.blocks[func.entry().index()] = shape.all();
        lanes.flow(func, &Cfg::new(func));
        lanes
    }

    /// The lanes that may come to `block`.
    pub fn block(&self, block: Block) -> u64 {
        self.blocks[block.index()]
    }
    /// Of the condition of a select or a branch of the function.
    pub fn truth(&self, cond: Value) -> Truth {
        self.conditions.get(&cond).copied().unwrap_or(self.shape.unknown())
    }
    /// Each lane's value of `value`, where they are known.
    pub fn values(&self, ctx: &Context, func: &Function, value: Value) -> Option<Vec<u128>> {
        match number(ctx, func, self.shape, value, DEPTH)? {
            Number::Lanes(lanes) => Some(lanes),
            Number::Thread => None,
        }
    }

    fn flow(&mut self, func: &Function, cfg: &Cfg) {
        let mut changed = true;
        while changed {
            changed = false;
            for &block in cfg.reverse_postorder() {
                for (to, lanes) in self.ways(func, block) {
                    let before = self.blocks[to.index()];
                    self.blocks[to.index()] |= lanes;
                    changed |= self.blocks[to.index()] != before;
                }
            }
        }
    }

    /// The ways out of `block` with the lanes that may take them.
    fn ways(&self, func: &Function, block: Block) -> Vec<(Block, u64)> {
        let here = self.block(block);
        match func.terminator(block).map(|inst| func.op(inst)) {
            Some(&Op::CondBr { cond, then_, else_ }) => {
                let Truth { holds, fails } = self.truth(cond);
                vec![(then_, here & holds), (else_, here & fails)]
            }
            _ => func.successors(block).into_iter().map(|to| (to, here)).collect(),
        }
    }
}

impl Shape {
    /// Every lane that has a thread.
    fn all(self) -> u64 {
        u64::MAX >> (64 - self.width.min(self.threads).clamp(1, 64))
    }
    fn unknown(self) -> Truth {
        Truth { holds: self.all(), fails: self.all() }
    }
    fn lanes(self) -> impl Iterator<Item = u32> {
        0..self.width.min(self.threads)
    }
    /// The threads that are lane `lane` of their warps.
    fn threads_of(self, lane: u32) -> impl Iterator<Item = u128> {
        (lane..self.threads).step_by(self.width as usize).map(u128::from)
    }
}

fn conditions(func: &Function) -> impl Iterator<Item = Value> + '_ {
    func.linked_insts().filter_map(|(_, inst)| match *func.op(inst) {
        Op::Select { cond, .. } | Op::CondBr { cond, .. } => Some(cond),
        _ => None,
    })
}

fn truth(ctx: &Context, func: &Function, shape: Shape, cond: Value, depth: u32) -> Truth {
    if let Some(known) = ctx.as_int(cond) {
        return if known == 0 {
            Truth { holds: 0, fails: shape.all() }
        } else {
            Truth { holds: shape.all(), fails: 0 }
        };
    }
    let (Value::Inst(inst), Some(depth)) = (cond, depth.checked_sub(1)) else { return shape.unknown() };
    let part = |value| truth(ctx, func, shape, value, depth);
    match *func.op(inst) {
        Op::ICmp { pred, lhs, rhs } => compared(ctx, func, shape, (pred, lhs, rhs), depth).unwrap_or(shape.unknown()),
        Op::Binary { op, lhs, rhs, .. } => {
            let (a, b) = (part(lhs), part(rhs));
            match op {
                BinaryOp::And => Truth { holds: a.holds & b.holds, fails: a.fails | b.fails },
                BinaryOp::Or => Truth { holds: a.holds | b.holds, fails: a.fails & b.fails },
                BinaryOp::Xor => {
                    Truth { holds: a.holds & b.fails | a.fails & b.holds, fails: a.holds & b.holds | a.fails & b.fails }
                }
                _ => shape.unknown(),
            }
        }
        Op::Select { cond, then_, else_, .. } => {
            let (c, a, b) = (part(cond), part(then_), part(else_));
            Truth { holds: c.holds & a.holds | c.fails & b.holds, fails: c.holds & a.fails | c.fails & b.fails }
        }
        _ => shape.unknown(),
    }
}

fn compared(
    ctx: &Context,
    func: &Function,
    shape: Shape,
    (pred, lhs, rhs): (IntPredicate, Value, Value),
    depth: u32,
) -> Option<Truth> {
    let bits = ctx.types.int_bits(ctx.type_of(func, lhs))?;
    let (a, b) = (number(ctx, func, shape, lhs, depth)?, number(ctx, func, shape, rhs, depth)?);
    let mut result = Truth { holds: 0, fails: 0 };
    for lane in shape.lanes() {
        for thread in shape.threads_of(lane) {
            let of = |number: &Number| match number {
                Number::Lanes(lanes) => lanes[lane as usize],
                Number::Thread => thread,
            };
            let side = if int::compare(pred, bits, of(&a), of(&b)) { &mut result.holds } else { &mut result.fails };
            *side |= 1 << lane;
        }
    }
    Some(result)
}

fn number(ctx: &Context, func: &Function, shape: Shape, value: Value, depth: u32) -> Option<Number> {
    if let Some(known) = ctx.as_int(value) {
        return Some(Number::Lanes(shape.lanes().map(|_| known).collect()));
    }
    let (Value::Inst(inst), Some(depth)) = (value, depth.checked_sub(1)) else { return None };
    let bits = ctx.types.int_bits(func.insts[inst].ty)?;
    match *func.op(inst) {
        Op::Intrinsic { id: Intrinsic::LaneId, .. } => Some(Number::Lanes(shape.lanes().map(u128::from).collect())),
        Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => Some(Number::Thread),
        Op::Cast { op: CastOp::ZExt, value, .. } => number(ctx, func, shape, value, depth),
        Op::Binary { op, flags, lhs, rhs } => {
            let right = number(ctx, func, shape, rhs, depth)?;
            match (number(ctx, func, shape, lhs, depth)?, right) {
                (Number::Lanes(a), Number::Lanes(b)) => {
                    let each = a.iter().zip(&b).map(|(&a, &b)| int::binary(op, flags, bits, a, b));
                    each.collect::<Option<_>>().map(Number::Lanes)
                }
                (Number::Thread, Number::Lanes(b)) => of_thread(shape, op, &b).map(Number::Lanes),
                _ => None,
            }
        }
        _ => None,
    }
}

/// `thread op other`, where that is the same for all threads of a lane.
fn of_thread(shape: Shape, op: BinaryOp, other: &[u128]) -> Option<Vec<u128>> {
    let result = |thread: u128, other: u128| match op {
        BinaryOp::And => Some(thread & other),
        BinaryOp::URem => thread.checked_rem(other),
        _ => None,
    };
    let of_lane = |(lane, &other): (u32, &u128)| {
        let mut each = shape.threads_of(lane).map(|thread| result(thread, other));
        let first = each.next()??;
        each.all(|next| next == Some(first)).then_some(first)
    };
    shape.lanes().zip(other).map(of_lane).collect()
}
