//! Addresses as sums: how far apart two of them are, where that is a matter of constants.
//!
//! ```text
//! base + 4 * zext(256 * block + 2 * lane + 1)    is 4 behind    base + 4 * zext(256 * block + 2 * lane)
//! ```
//! What is extended is a sum of its own, which may wrap: only the low bits of its constant, where all of its other parts have zeros, are known to
//! be added behind the extension just as well, and what flags promise. Called by `passes::memory` and `passes::warp::lockstep`.

use std::collections::BTreeMap;

use crate::hash::HashMap;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, Op, Value};
use crate::ir::module::Context;
use crate::ir::types::Type;

/// A value of more parts than this is one part.
const MOST_PARTS: usize = 8;
/// How far back sums and zero bits are followed.
const DEPTH: u32 = 16;

/// One part of a sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Part {
    Value(Value),
    /// A sum of 32 bits, with the sign or without.
    Extended(bool, Box<Sum>),
}

impl Part {
    /// What it is at most, if it is never negative and no sum in it wraps.
    fn most(&self, most: &dyn Fn(Value) -> u64) -> Option<u64> {
        match self {
            Self::Value(value) => Some(most(*value)),
            Self::Extended(signed, inner) => {
                let limit = if *signed { i32::MAX as u64 } else { u64::from(u32::MAX) };
                let sum = inner.parts.iter().try_fold(inner.constant, |sum, (part, times)| {
                    sum.checked_add(part.most(most)?.checked_mul(*times)?)
                });
                sum.filter(|&sum| sum <= limit)
            }
        }
    }
}

/// `constant` and parts, each so many times; modulo two to the width.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sum {
    parts: Vec<(Part, u64)>,
    pub constant: u64,
}

impl Sum {
    fn part(part: Part) -> Self {
        Self { parts: vec![(part, 1)], constant: 0 }
    }

    /// `self + by * other`.
    fn plus(self, other: Self, by: u64) -> Self {
        let mut parts: BTreeMap<Part, u64> = self.parts.into_iter().collect();
        for (part, times) in other.parts {
            let sum = parts.entry(part).or_default();
            *sum = sum.wrapping_add(times.wrapping_mul(by));
        }
        let parts = parts.into_iter().filter(|p| p.1 != 0).collect();
        Self { parts, constant: self.constant.wrapping_add(other.constant.wrapping_mul(by)) }
    }

    /// The values it is made of beside its constant, and how many times each; nothing if there are extended sums among them.
    pub fn values(&self) -> Option<impl Iterator<Item = (Value, u64)> + '_> {
        let value =
            |(part, times): &(Part, u64)| if let Part::Value(value) = part { Some((*value, *times)) } else { None };
        let known = self.parts.iter().all(|part| value(part).is_some());
        known.then(|| self.parts.iter().filter_map(value))
    }

    /// The same, `bytes` further on.
    #[must_use]
    pub fn behind(&self, bytes: u64) -> Self {
        Self { parts: self.parts.clone(), constant: self.constant.wrapping_add(bytes) }
    }

    /// How far behind `other` it is, at least and at most, if its parts that `other` does not have are small; `most` says what a value is at most.
    pub fn range_behind(&self, other: &Self, most: &dyn Fn(Value) -> u64) -> Option<(i64, i64)> {
        let apart = self.clone().plus(other.clone(), u64::MAX);
        let least = i64::from(i32::try_from(apart.constant as i64).ok()?);
        let parts = apart.parts.iter().try_fold(0u64, |sum, (part, times)| {
            sum.checked_add(part.most(most)?.checked_mul(*times)?).filter(|&sum| sum <= u64::from(u32::MAX))
        })?;
        Some((least, least + parts as i64))
    }

    /// The same without its constant: what values have in common that are known distances apart.
    #[must_use]
    pub fn root(mut self) -> Self {
        self.constant = 0;
        self
    }
}

/// The sums of a function's values.
#[derive(Debug)]
pub struct Sums<'a> {
    ctx: &'a Context,
    func: &'a Function,
    known: HashMap<Value, Sum>,
    zeros: HashMap<Value, u32>,
    /// Whether flags are believed: where they do not hold nothing may be read.
    promises: bool,
}

impl<'a> Sums<'a> {
    pub fn new(ctx: &'a Context, func: &'a Function) -> Self {
        Self { ctx, func, known: HashMap::default(), zeros: HashMap::default(), promises: true }
    }

    /// Those that hold where the program does not come, too: without what flags promise of the places that it comes to.
    pub fn everywhere(ctx: &'a Context, func: &'a Function) -> Self {
        Self { promises: false, ..Self::new(ctx, func) }
    }

    /// Those of the first lane, where the lanes' number `lane` is zero.
    pub fn of_first(ctx: &'a Context, func: &'a Function, lane: Value) -> Self {
        let mut sums = Self::new(ctx, func);
        sums.known.insert(lane, Sum::default());
        sums.zeros.insert(lane, 64);
        sums
    }

    /// From elsewhere it is known that so many low bits of `value` are zero.
    pub fn know_zeros(&mut self, value: Value, bits: u32) {
        self.zeros.insert(value, bits);
    }

    /// What `mask` leaves of `value`, if it is known.
    pub fn masked(&mut self, value: Value, mask: u64) -> Option<u64> {
        let sum = self.of(value);
        let known = self.least_zeros(&sum, DEPTH).unwrap_or(u64::BITS);
        (known >= u64::BITS || mask >> known == 0).then_some(sum.constant & mask)
    }

    /// Of `value`, an integer of at most 64 bits.
    pub fn of(&mut self, value: Value) -> Sum {
        self.sum(value, DEPTH)
    }

    fn sum(&mut self, value: Value, depth: u32) -> Sum {
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        let mut sum = self.compute(value, depth).unwrap_or_else(|| Sum::part(Part::Value(value)));
        if sum.parts.len() > MOST_PARTS {
            sum = Sum::part(Part::Value(value));
        }
        self.known.insert(value, sum.clone());
        sum
    }

    fn compute(&mut self, value: Value, depth: u32) -> Option<Sum> {
        if let Some(constant) = self.ctx.as_int(value) {
            return Some(Sum { parts: Vec::new(), constant: constant as u64 });
        }
        let (Value::Inst(inst), 1..) = (value, depth) else { return None };
        let narrow = self.func.insts[inst].ty == Type::I32;
        let mut sum = match *self.func.op(inst) {
            Op::Cast { op: op @ (CastOp::ZExt | CastOp::SExt), value, .. } => {
                return self.extended(op == CastOp::SExt, value, depth);
            }
            Op::Binary { op, flags, lhs, rhs } => {
                let [left, right] = [lhs, rhs].map(|v| self.sum(v, depth - 1));
                match op {
                    BinaryOp::Add => left.plus(right, 1),
                    BinaryOp::Or if self.promises && flags.contains(Flags::DISJOINT) => left.plus(right, 1),
                    BinaryOp::Sub => left.plus(right, u64::MAX),
                    BinaryOp::Mul => Sum::default().plus(left, self.constant(rhs)?),
                    BinaryOp::Shl => Sum::default().plus(left, 1 << self.constant(rhs).filter(|&by| by < 32)?),
                    _ => return None,
                }
            }
            _ => return None,
        };
        if narrow {
            sum.constant &= u64::from(u32::MAX);
            sum.parts.iter_mut().for_each(|p| p.1 &= u64::from(u32::MAX));
            sum.parts.retain(|p| p.1 != 0);
        }
        Some(sum)
    }

    fn constant(&self, value: Value) -> Option<u64> {
        self.ctx.as_int(value).map(|c| c as u64)
    }

    /// Of `value` with its sign or without.
    fn extended(&mut self, signed: bool, value: Value, depth: u32) -> Option<Sum> {
        if self.ctx.type_of(self.func, value) != Type::I32 {
            return None;
        }
        if let Some((rest, constant)) = self.unwrapped(signed, value) {
            let mut sum = self.extended(signed, rest, depth - 1)?;
            sum.constant = sum.constant.wrapping_add(constant);
            return Some(sum);
        }
        let mut inner = self.sum(value, depth - 1);
        let zeros = self.least_zeros(&inner, depth).unwrap_or(31).min(31);
        let low = inner.constant & ((1 << zeros) - 1);
        inner.constant -= low;
        if inner == Sum::default() {
            return Some(Sum { parts: Vec::new(), constant: low });
        }
        let mut sum = Sum::part(Part::Extended(signed, Box::new(inner)));
        sum.constant = low;
        Some(sum)
    }

    /// The two that `value` is the sum of, if one is a constant and flags promise that it is so behind the extension too.
    fn unwrapped(&self, signed: bool, value: Value) -> Option<(Value, u64)> {
        let Value::Inst(inst) = value else { return None };
        let Op::Binary { op, flags, lhs, rhs } = *self.func.op(inst) else { return None };
        let constant = self.constant(rhs)? as u32 as i32;
        let promised = match op {
            BinaryOp::Or => flags.contains(Flags::DISJOINT) && (!signed || constant >= 0),
            BinaryOp::Add => flags.contains(if signed { Flags::NSW } else { Flags::NUW }),
            _ => false,
        };
        let extended = if signed { constant as u64 } else { u64::from(constant as u32) };
        (self.promises && promised).then_some((lhs, extended))
    }

    /// By how much `value` grows from each of the `lanes` to the next, whose numbers are `lane`; what `same` says is the same for all of them.
    pub fn step(&mut self, value: Value, (lane, lanes): (Value, u64), same: &dyn Fn(Value) -> bool) -> Option<u64> {
        let sum = self.of(value);
        self.step_of(&sum, (lane, lanes), same)
    }

    fn step_of(&mut self, sum: &Sum, (lane, lanes): (Value, u64), same: &dyn Fn(Value) -> bool) -> Option<u64> {
        let mut all = 0u64;
        for (part, times) in &sum.parts {
            let step = match part {
                Part::Value(value) if *value == lane => 1,
                Part::Value(value) => same(*value).then_some(0)?,
                Part::Extended(_, inner) => {
                    let step = self.step_of(inner, (lane, lanes), same)?;
                    // Of the first lane, all bits that others add to are zero: none of them carries.
                    let first = inner.parts.iter().filter(|(part, _)| *part != Part::Value(lane));
                    let zeros = first.map(|(part, times)| self.part_zeros(part, DEPTH) + times.trailing_zeros());
                    let zeros = zeros.chain([inner.constant.trailing_zeros()]).min().unwrap_or(0).min(31);
                    (step.checked_mul(lanes - 1)? < 1 << zeros).then_some(step)?
                }
            };
            all = all.wrapping_add(step.wrapping_mul(*times));
        }
        Some(all)
    }

    /// How many of the low bits are zero of what `sum` adds to its constant, if it adds anything.
    fn least_zeros(&mut self, sum: &Sum, depth: u32) -> Option<u32> {
        sum.parts.iter().map(|(part, times)| self.part_zeros(part, depth) + times.trailing_zeros()).min()
    }

    fn part_zeros(&mut self, part: &Part, depth: u32) -> u32 {
        if let Part::Value(value) = part { self.zero_bits_within(*value, depth) } else { 0 }
    }

    /// How many of the low bits of `value`, an integer, are surely zero.
    pub fn zero_bits(&mut self, value: Value) -> u32 {
        self.zero_bits_within(value, DEPTH)
    }

    fn zero_bits_within(&mut self, value: Value, depth: u32) -> u32 {
        if let Some(constant) = self.ctx.as_int(value) {
            return constant.trailing_zeros().min(64);
        }
        let (Value::Inst(inst), 1..) = (value, depth) else { return 0 };
        if let Some(&known) = self.zeros.get(&value) {
            return known;
        }
        let bits = match *self.func.op(inst) {
            Op::Binary { op, lhs, rhs, .. } => {
                let [left, right] = [lhs, rhs].map(|v| self.zero_bits_within(v, depth - 1));
                match op {
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor => left.min(right),
                    BinaryOp::And => left.max(right),
                    BinaryOp::Mul => (left + right).min(64),
                    BinaryOp::Shl => self.constant(rhs).map_or(left, |by| (u64::from(left) + by).min(64) as u32),
                    _ => 0,
                }
            }
            _ => 0,
        };
        self.zeros.insert(value, bits);
        bits
    }
}
