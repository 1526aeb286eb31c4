//! Which thread's element of a shared array an index is, told from the sum that it is.
//!
//! ```text
//! thread + 16                      the element 16 threads up
//! (8 * thread + 8 * %d + 4) >> 2   a word of the element %d threads up, where %d goes with a loop's rounds
//! thread - (thread & 31)           that of the warp's first lane
//! ```
//! Pointers are such offsets in bytes, shifted or masked to the array's elements. Called by `accesses`.

use crate::analysis::cfg::Cfg;
use crate::analysis::divergence::Divergence;
use crate::analysis::sums::Sums;
use crate::hash::HashSet;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;

/// No array has more elements: what an index is masked with beyond does not change it.
const MOST_ELEMENTS: u128 = 1 << 20;
/// Operations that a distance is followed through to a loop.
const DEPTH: u32 = 4;

/// Whose element it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whose {
    /// That of the thread so far away as the constant says.
    Near,
    /// That of a thread as far away as this value, which all lanes have and a loop changes, says.
    Varying(Value),
    /// That of the first lane of the warp.
    First,
}

/// A thread's element of an array, or a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Element {
    /// What goes up by one from thread to thread, and by how many of the array's elements the index then does.
    thread: Value,
    stride: i64,
    pub constant: i64,
    pub whose: Whose,
    /// No two lanes of a warp have the same.
    own: bool,
    /// Lanes of a warp.
    warp: u32,
}

impl Element {
    /// Whether it is known how far `self` and `other` are apart, but for what a loop says.
    pub fn comparable(self, other: Self) -> bool {
        (self.thread, self.stride) == (other.thread, other.stride)
    }

    /// How many threads up the one is whose `other` is this memory, if that is another lane's: nothing where loops say how far apart they are.
    pub fn other_lane(self, other: Self) -> Option<i64> {
        let apart = self.constant.wrapping_sub(other.constant);
        let lanes = apart.wrapping_div(self.stride);
        (apart % self.stride == 0 && lanes != 0 && lanes.unsigned_abs() < self.warp.into()).then_some(lanes)
    }

    /// Whether `other`, which is comparable, may be the same memory in another lane.
    pub fn meets(self, other: Self) -> bool {
        !self.own || self.whose != other.whose || self.whose == Whose::First || self.other_lane(other).is_some()
    }
}

/// The indices of one function.
#[derive(Debug)]
pub struct Elements<'a> {
    ctx: &'a Context,
    func: &'a Function,
    sums: Sums<'a>,
    warp: u32,
    /// Phis by which loops carry what all lanes of a warp have.
    carried: HashSet<Inst>,
    divergence: Option<Divergence>,
}

impl<'a> Elements<'a> {
    /// Of `func`, whose warps have `warp` lanes.
    pub fn new(ctx: &'a Context, func: &'a Function, warp: u32) -> Self {
        let cfg = Cfg::new(func);
        let heads = |&(block, inst): &(_, Inst)| {
            matches!(func.op(inst), Op::Phi(_))
                && func.insts[inst].ty == Type::I32
                && cfg.preds(block).iter().any(|&from| cfg.position(from) >= cfg.position(block))
        };
        let mut carried: HashSet<Inst> = func.linked_insts().filter(heads).map(|(_, inst)| inst).collect();
        let divergence = (!carried.is_empty()).then(|| Divergence::of_warps(ctx, func, &cfg, warp));
        carried.retain(|&inst| divergence.as_ref().is_some_and(|d| !d.value(Value::Inst(inst))));
        Self { ctx, func, sums: Sums::new(ctx, func), warp, carried, divergence }
    }

    /// The element that `index` is.
    pub fn of(&mut self, index: Value) -> Option<Element> {
        let (offset, shift) = unscaled(self.ctx, self.func, index);
        let sum = self.sums.of(offset);
        let unit = 1i64 << shift;
        let constant = i64::from(sum.constant as u32 as i32);
        let parts = sum.values()?.map(|(value, times)| (value, i64::from(times as u32 as i32)));
        let mut parts: Vec<(Value, i64)> = parts.collect();
        if constant % unit != 0 || parts.iter().any(|part| part.1 % unit != 0) {
            return None;
        }
        let warp = u128::from(self.warp);
        let thread_of = |value| self.rounded(value).unwrap_or(value);
        let apart_of = |part: &(Value, i64)| self.steps(thread_of(part.0));
        let at =
            (0..parts.len()).filter(|&at| apart_of(&parts[at]) >= Some(warp)).max_by_key(|&at| apart_of(&parts[at]))?;
        let apart = apart_of(&parts[at])?;
        let (value, stride) = parts.swap_remove(at);
        let thread = thread_of(value);
        let whose = match *parts.as_slice() {
            [] if thread != value => Whose::First,
            [] => Whose::Near,
            [(lane, times)] if times == -stride && self.is_lane_of(lane, thread) => Whose::First,
            [(distance, times)] if self.varies(distance, times, stride) => Whose::Varying(distance),
            _ => return None,
        };
        let own = apart.min((1 << 32) / u128::from(stride.unsigned_abs())) >= warp;
        Some(Element { thread, stride: stride >> shift, constant: constant >> shift, whose, own, warp: self.warp })
    }

    /// Whether `value` is the lane of the thread `thread`.
    fn is_lane_of(&self, value: Value, thread: Value) -> bool {
        self.masked(value) == Some((thread, u128::from(self.warp - 1)))
    }

    /// The thread whose warp's first one `value` is.
    fn rounded(&self, value: Value) -> Option<Value> {
        let first = u128::from(!(self.warp - 1));
        self.masked(value)
            .filter(|&(thread, mask)| mask == first && self.steps(thread).is_some())
            .map(|masked| masked.0)
    }

    fn masked(&self, value: Value) -> Option<(Value, u128)> {
        let Value::Inst(inst) = value else { return None };
        match *self.func.op(inst) {
            Op::Binary { op: BinaryOp::And, lhs, rhs, .. } => Some((lhs, self.ctx.as_int(rhs)?)),
            _ => None,
        }
    }

    /// Whether `times` `value` is the way to another lane's element: all lanes have it, it goes with a loop's rounds, and it is not so many
    /// whole warps.
    fn varies(&mut self, value: Value, times: i64, stride: i64) -> bool {
        let warps = stride.wrapping_mul(self.warp.into());
        let zeros = self.sums.zero_bits(value).min(31);
        let uniform = self.divergence.as_ref().is_some_and(|divergence| !divergence.value(value));
        uniform && times % stride == 0 && times.wrapping_shl(zeros) % warps != 0 && self.goes_with_rounds(value, DEPTH)
    }

    fn goes_with_rounds(&self, value: Value, depth: u32) -> bool {
        let Value::Inst(inst) = value else { return false };
        if self.carried.contains(&inst) {
            return true;
        }
        let (Op::Binary { .. } | Op::Cast { .. } | Op::Select { .. }, 1..) = (self.func.op(inst), depth) else {
            return false;
        };
        let mut found = false;
        self.func.op(inst).for_each_operand(|v| found |= self.goes_with_rounds(v, depth - 1));
        found
    }

    /// If `index` is the thread's index, or that within a power of two: how many threads in a row have indices of their own.
    fn steps(&self, index: Value) -> Option<u128> {
        let Value::Inst(inst) = index else { return None };
        match *self.func.op(inst) {
            Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => Some(u128::MAX),
            Op::Binary { op: BinaryOp::And, lhs, rhs, .. } => {
                let period = self.ctx.as_int(rhs)? + 1;
                let inner = self.steps(lhs)?;
                period.is_power_of_two().then_some(period.min(inner))
            }
            Op::Cast { op: CastOp::ZExt | CastOp::SExt | CastOp::Trunc, value, .. } => {
                let bits = self.ctx.types.value_bits(self.func.insts[inst].ty).min(64);
                self.steps(value).map(|apart| apart.min(1 << bits))
            }
            _ => None,
        }
    }
}

/// What `index` is made of, a number of elements or an offset in bytes, and how far that is shifted to the right.
fn unscaled(ctx: &Context, func: &Function, index: Value) -> (Value, u32) {
    let Value::Inst(inst) = index else { return (index, 0) };
    if ctx.types.value_bits(func.insts[inst].ty) != 32 {
        return (index, 0);
    }
    match *func.op(inst) {
        Op::Binary { op: BinaryOp::LShr, lhs, rhs, .. } => match ctx.as_int(rhs) {
            Some(shift @ 1..=4) => (lhs, shift as u32),
            _ => (index, 0),
        },
        Op::Binary { op: BinaryOp::And, lhs, rhs, .. } => match ctx.as_int(rhs) {
            Some(mask) if (mask + 1).is_power_of_two() && mask >= MOST_ELEMENTS => (lhs, 0),
            _ => (index, 0),
        },
        _ => (index, 0),
    }
}
