//! What a block knows of its threads' indices from the first and the last of them.
//!
//! A bound check holds for all threads if it holds for the least and the greatest number that they may compare; and an index of 32 bits that does
//! not wrap for those is a sum of 64 bits as well, in which neighbouring threads' addresses are known neighbours (`memory/pairs`):
//!
//! ```text
//! before  if (i < n) ... a[zext(i)], i = 256 * block + thread
//! after   if (256 * block + 255 < n, in 64 bits) ... a[zext(256 * block) + zext(thread)]      else as before
//! ```
//! All is computed once a block, from what its threads share. Called by `guards`.

use crate::analysis::cfg::Cfg;
use crate::analysis::divergence::is_uniform;
use crate::hash::{HashMap, HashSet};
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::util::build::Build;

/// Steps that an index may be made of.
const MOST_STEPS: u32 = 32;
/// Comparisons and indices that a block looks at.
const MOST_CHECKS: usize = 16;

/// A comparison that is to be `holds` for all threads.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    cond: Inst,
    holds: bool,
}

/// An index that must not wrap where it is extended, with its sign or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    index: Value,
    signed: bool,
}

/// What a block looks at.
#[derive(Clone, Debug)]
pub struct Ends {
    threads: u32,
    leaves: Vec<Leaf>,
    ranges: Vec<Range>,
}

/// How an index is made.
#[derive(Clone, Copy, Debug)]
enum Made {
    /// Of what threads share.
    Fixed,
    /// A part of the thread's index: at most this.
    Thread(u32),
    Sum(Value, Value),
    Difference(Value, Value),
    /// What differs between threads, and what does not.
    Product(Value, Value),
    /// The same, by a constant.
    Multiple(Value, u32),
}

impl Ends {
    /// Of the kernel `func`, all of whose `threads` are to have `conds` as told; and the kernel with wide indices then. Nothing if it cannot be told so.
    pub fn new(ctx: &mut Context, func: &Function, conds: &[(Inst, bool)], threads: u32) -> Option<(Self, Function)> {
        let known = Known::new(ctx, func, threads);
        let mut found = Self { threads, leaves: Vec::new(), ranges: Vec::new() };
        for &(cond, holds) in conds {
            found.add_leaves(ctx, &known, cond, holds)?;
        }
        let mut wide = func.clone();
        for block in func.layout.clone() {
            let mut at = 0;
            while let Some(&inst) = wide.blocks[block].insts.get(at) {
                at += 1;
                let Op::Cast { op: op @ (CastOp::ZExt | CastOp::SExt), value, .. } = *wide.op(inst) else { continue };
                let range = Range { index: value, signed: op == CastOp::SExt };
                let narrow = ctx.type_of(func, value) == Type::I32 && wide.insts[inst].ty == Type::I64;
                if !narrow || known.is_fixed(value) || !known.is_made(value) {
                    continue;
                }
                if !found.ranges.contains(&range) {
                    found.ranges.push(range);
                }
                let cursor = &mut Cursor::before(ctx, &mut wide, block, at - 1);
                let exact = widen(cursor, &known, range);
                at = cursor.index + 1;
                wide.replace_uses(&std::iter::once((Value::Inst(inst), exact)).collect());
            }
        }
        (found.leaves.len() + found.ranges.len() <= MOST_CHECKS).then_some((found, wide))
    }

    /// Takes `cond` apart, which is to be `holds`.
    fn add_leaves(&mut self, ctx: &Context, known: &Known<'_>, cond: Inst, holds: bool) -> Option<()> {
        let constant = |v| ctx.as_int(v).map(|c| c & 1 == 1);
        let both = |found: &mut Self, a: Value, b: Value| {
            [a, b].into_iter().try_for_each(|v| match v {
                Value::Inst(inst) => found.add_leaves(ctx, known, inst, holds),
                _ => None,
            })
        };
        match *known.func.op(cond) {
            Op::Binary { op: BinaryOp::And, lhs, rhs, .. } if holds => both(self, lhs, rhs),
            Op::Binary { op: BinaryOp::Or, lhs, rhs, .. } if !holds => both(self, lhs, rhs),
            Op::Select { cond, then_, else_, .. } if holds && constant(else_) == Some(false) => both(self, cond, then_),
            Op::Select { cond, then_, else_, .. } if !holds && constant(then_) == Some(true) => both(self, cond, else_),
            Op::Binary { op: BinaryOp::Xor, lhs: Value::Inst(inner), rhs, .. } if constant(rhs) == Some(true) => {
                self.add_leaves(ctx, known, inner, !holds)
            }
            Op::ICmp { pred, lhs, rhs } => {
                let convex = if holds { pred != IntPredicate::Eq } else { pred != IntPredicate::Ne };
                let told = convex
                    && ctx.type_of(known.func, lhs) == Type::I32
                    && known.is_made(lhs)
                    && known.is_made(rhs)
                    && self.leaves.len() < MOST_CHECKS;
                self.leaves.extend(told.then_some(Leaf { cond, holds }));
                told.then_some(())
            }
            _ => None,
        }
    }

    /// Whether all threads are as told, of the kernel `source`.
    pub fn check(&self, cursor: &mut Cursor<'_>, source: &Function) -> Value {
        let all = cursor.ctx.bool(true);
        let known = Known::new(cursor.ctx, source, self.threads);
        let (copies, bounds) = (HashMap::default(), HashMap::default());
        let mut check = Check { known, copies, bounds, required: HashSet::default(), all };
        for leaf in &self.leaves {
            check.leaf(cursor, *leaf);
        }
        for range in &self.ranges {
            let bounds = check.bounds(cursor, *range);
            check.in_range(cursor, bounds, range.signed);
        }
        check.all
    }
}

/// The index in 64 bits, which it is if it does not wrap.
fn widen(cursor: &mut Cursor<'_>, known: &Known<'_>, range: Range) -> Value {
    let part = |cursor: &mut Cursor<'_>, index| widen(cursor, known, Range { index, ..range });
    match known.made(cursor.ctx, range.index) {
        Some(Made::Sum(a, b)) => {
            let [a, b] = [a, b].map(|v| part(cursor, v));
            cursor.fold(BinaryOp::Add, Flags::empty(), a, b)
        }
        Some(Made::Difference(a, b)) => {
            let [a, b] = [a, b].map(|v| part(cursor, v));
            cursor.fold(BinaryOp::Sub, Flags::empty(), a, b)
        }
        Some(Made::Product(a, b)) => {
            let [a, b] = [a, b].map(|v| part(cursor, v));
            cursor.fold(BinaryOp::Mul, Flags::empty(), a, b)
        }
        Some(Made::Multiple(a, by)) => {
            let a = part(cursor, a);
            cursor.fold_const(BinaryOp::Mul, a, by.into())
        }
        Some(Made::Fixed | Made::Thread(_)) | None => extend(cursor, range.index, range.signed),
    }
}

/// A check while it is written.
#[derive(Debug)]
struct Check<'a> {
    known: Known<'a>,
    /// What threads share, by its instruction in the source.
    copies: HashMap<Value, Value>,
    bounds: HashMap<(Value, bool), [Value; 2]>,
    required: HashSet<(IntPredicate, Value, Value)>,
    all: Value,
}

impl Check<'_> {
    fn require(&mut self, cursor: &mut Cursor<'_>, pred: IntPredicate, lhs: Value, rhs: Value) {
        let extended = matches!(lhs, Value::Inst(i) if matches!(cursor.func.op(i), Op::Cast { op: CastOp::ZExt, .. }));
        let bound = cursor.ctx.as_int(rhs);
        let known = match pred {
            IntPredicate::Sge => extended && bound == Some(0),
            IntPredicate::Sle => extended && bound == Some(u32::MAX.into()),
            _ => false,
        };
        if !known && self.required.insert((pred, lhs, rhs)) {
            let holds = cursor.icmp(pred, lhs, rhs);
            self.all = cursor.fold(BinaryOp::And, Flags::empty(), self.all, holds);
        }
    }

    /// That `bounds` are those of a 32-bit number.
    fn in_range(&mut self, cursor: &mut Cursor<'_>, [least, greatest]: [Value; 2], signed: bool) {
        let from = cursor.ctx.i64(if signed { i64::from(i32::MIN) as u64 } else { 0 });
        let to = cursor.ctx.i64(if signed { i32::MAX as u64 } else { u32::MAX.into() });
        self.require(cursor, IntPredicate::Sge, least, from);
        self.require(cursor, IntPredicate::Sle, greatest, to);
    }

    /// That the comparison is as told whatever the numbers within its operands' bounds are.
    fn leaf(&mut self, cursor: &mut Cursor<'_>, leaf: Leaf) {
        use IntPredicate as P;
        let Op::ICmp { pred, lhs, rhs } = *self.known.func.op(leaf.cond) else { return };
        let pred = if leaf.holds { pred } else { opposite(pred) };
        let signed = matches!(pred, P::Slt | P::Sle | P::Sgt | P::Sge);
        let [a, b] = [lhs, rhs].map(|index| {
            let bounds = self.bounds(cursor, Range { index, signed });
            self.in_range(cursor, bounds, signed);
            bounds
        });
        match pred {
            P::Ult | P::Slt => self.require(cursor, P::Slt, a[1], b[0]),
            P::Ule | P::Sle => self.require(cursor, P::Sle, a[1], b[0]),
            P::Ugt | P::Sgt => self.require(cursor, P::Sgt, a[0], b[1]),
            P::Uge | P::Sge => self.require(cursor, P::Sge, a[0], b[1]),
            P::Ne | P::Eq => {
                let [below, above] = [(a[1], b[0]), (b[1], a[0])].map(|(l, r)| cursor.icmp(P::Slt, l, r));
                let apart = cursor.or(below, above);
                self.all = cursor.and(self.all, apart);
            }
        }
    }

    /// The least and the greatest number, in 64 bits, that the index may be for any thread before it wraps. They are far from wrapping themselves: factors and
    /// products are required to be short, and everything else is a few sums.
    fn bounds(&mut self, cursor: &mut Cursor<'_>, range: Range) -> [Value; 2] {
        let key = (range.index, range.signed);
        if let Some(&known) = self.bounds.get(&key) {
            return known;
        }
        let zero = cursor.ctx.i64(0);
        let part = |check: &mut Self, cursor: &mut Cursor<'_>, index| check.bounds(cursor, Range { index, ..range });
        let bounds = match self.known.made(cursor.ctx, range.index) {
            Some(Made::Thread(most)) => [zero, cursor.ctx.i64(most.into())],
            Some(Made::Sum(a, b)) => {
                let ([a0, a1], [b0, b1]) = (part(self, cursor, a), part(self, cursor, b));
                [(a0, b0), (a1, b1)].map(|(a, b)| cursor.fold(BinaryOp::Add, Flags::empty(), a, b))
            }
            Some(Made::Difference(a, b)) => {
                let ([a0, a1], [b0, b1]) = (part(self, cursor, a), part(self, cursor, b));
                [(a0, b1), (a1, b0)].map(|(a, b)| cursor.fold(BinaryOp::Sub, Flags::empty(), a, b))
            }
            Some(Made::Product(a, b)) => {
                let (a, b) = (part(self, cursor, a), part(self, cursor, b));
                self.product(cursor, a, b)
            }
            Some(Made::Multiple(a, by)) => {
                let (a, by) = (part(self, cursor, a), cursor.ctx.i64(by.into()));
                self.product(cursor, a, [by, by])
            }
            Some(Made::Fixed) | None => {
                let value = self.copy(cursor, range.index);
                [extend(cursor, value, range.signed); 2]
            }
        };
        self.bounds.insert(key, bounds);
        bounds
    }

    /// The bounds of a product of numbers that are not negative.
    fn product(&mut self, cursor: &mut Cursor<'_>, a: [Value; 2], b: [Value; 2]) -> [Value; 2] {
        let (zero, most) = (cursor.ctx.i64(0), cursor.ctx.i64(i32::MAX as u64));
        for [least, greatest] in [a, b] {
            self.require(cursor, IntPredicate::Sge, least, zero);
            self.require(cursor, IntPredicate::Sle, greatest, most);
        }
        let bounds = [0, 1].map(|end| cursor.fold(BinaryOp::Mul, Flags::empty(), a[end], b[end]));
        self.in_range(cursor, bounds, false);
        bounds
    }

    /// What threads share, computed here.
    fn copy(&mut self, cursor: &mut Cursor<'_>, value: Value) -> Value {
        let Value::Inst(inst) = value else { return value };
        if let Some(&known) = self.copies.get(&value) {
            return known;
        }
        let data = self.known.func.insts[inst].clone();
        let mut operands = Vec::new();
        data.op.for_each_operand(|v| operands.push(v));
        let copies: HashMap<Value, Value> = operands.into_iter().map(|v| (v, self.copy(cursor, v))).collect();
        let mut op = data.op;
        op.map_operands(|v| copies.get(&v).copied().unwrap_or(v));
        let copy = cursor.inst(op, data.ty);
        self.copies.insert(value, copy);
        copy
    }
}

/// A 32-bit number in 64 bits; a constant is always taken with its sign.
fn extend(cursor: &mut Cursor<'_>, value: Value, signed: bool) -> Value {
    match cursor.ctx.as_int(value) {
        Some(constant) => cursor.ctx.i64(i64::from(constant as u32 as i32) as u64),
        None => cursor.cast(if signed { CastOp::SExt } else { CastOp::ZExt }, value, Type::I64),
    }
}

fn opposite(pred: IntPredicate) -> IntPredicate {
    use IntPredicate as P;
    match pred {
        P::Eq => P::Ne,
        P::Ne => P::Eq,
        P::Ult => P::Uge,
        P::Ule => P::Ugt,
        P::Ugt => P::Ule,
        P::Uge => P::Ult,
        P::Slt => P::Sge,
        P::Sle => P::Sgt,
        P::Sgt => P::Sle,
        P::Sge => P::Slt,
    }
}

/// What is known of the values of a kernel.
#[derive(Debug)]
struct Known<'a> {
    func: &'a Function,
    /// The last thread.
    last: u32,
    /// By instruction, whether threads share it, and it may be computed anywhere.
    fixed: Vec<bool>,
    /// Of how many steps it is made, if bounds can be told.
    steps: Vec<Option<u32>>,
}

impl<'a> Known<'a> {
    fn new(ctx: &Context, func: &'a Function, threads: u32) -> Self {
        let none = func.insts.len();
        let mut known = Self { func, last: threads - 1, fixed: vec![false; none], steps: vec![None; none] };
        for &block in Cfg::new(func).reverse_postorder() {
            for &inst in &func.blocks[block].insts {
                known.fixed[inst.index()] = known.is_fixed_by_operands(inst);
                if func.insts[inst].ty == Type::I32 {
                    known.steps[inst.index()] = known.steps_by_operands(ctx, inst).filter(|&n| n <= MOST_STEPS);
                }
            }
        }
        known
    }

    fn is_fixed_by_operands(&self, inst: Inst) -> bool {
        use BinaryOp as B;
        let op = self.func.op(inst);
        let divides = matches!(op, Op::Binary { op: B::UDiv | B::URem | B::SDiv | B::SRem, .. });
        let mut fixed = is_uniform(op) && !op.is_terminator() && !divides && !matches!(op, Op::Gep { .. });
        op.for_each_operand(|v| fixed &= self.is_fixed(v));
        fixed
    }

    fn steps_by_operands(&self, ctx: &Context, inst: Inst) -> Option<u32> {
        match self.made(ctx, Value::Inst(inst))? {
            Made::Fixed | Made::Thread(_) => Some(1),
            Made::Sum(a, b) | Made::Difference(a, b) | Made::Product(a, b) => Some(1 + self.steps(a)? + self.steps(b)?),
            Made::Multiple(a, _) => Some(1 + self.steps(a)?),
        }
    }

    fn is_fixed(&self, value: Value) -> bool {
        if let Value::Inst(inst) = value { self.fixed[inst.index()] } else { true }
    }

    fn steps(&self, value: Value) -> Option<u32> {
        if let Value::Inst(inst) = value { self.steps[inst.index()] } else { Some(1) }
    }

    /// Whether bounds of the 32-bit `value` can be told.
    fn is_made(&self, value: Value) -> bool {
        self.steps(value).is_some()
    }

    /// How the 32-bit `value` is made, in its last step.
    fn made(&self, ctx: &Context, value: Value) -> Option<Made> {
        use BinaryOp as B;
        let (Value::Inst(inst), false) = (value, self.is_fixed(value)) else { return Some(Made::Fixed) };
        let is_thread = |op: &Op| matches!(op, Op::Intrinsic { id: Intrinsic::ThreadLinear, .. });
        let thread = |v| matches!(v, Value::Inst(i) if is_thread(self.func.op(i)));
        if thread(value) {
            return Some(Made::Thread(self.last));
        }
        let Op::Binary { op, flags, lhs, rhs } = *self.func.op(inst) else { return None };
        let constant = ctx.as_int(rhs).map(|c| c as u32);
        match (op, constant) {
            (B::Add, _) => Some(Made::Sum(lhs, rhs)),
            (B::Or, _) if flags.contains(Flags::DISJOINT) => Some(Made::Sum(lhs, rhs)),
            (B::Sub, _) => Some(Made::Difference(lhs, rhs)),
            (B::And, Some(mask)) if thread(lhs) => Some(Made::Thread(mask.min(self.last))),
            (B::URem, Some(by @ 1..)) if thread(lhs) => Some(Made::Thread(self.last.min(by - 1))),
            (B::LShr, Some(by @ 0..32)) if thread(lhs) => Some(Made::Thread(self.last >> by)),
            (B::UDiv, Some(by @ 1..)) if thread(lhs) => Some(Made::Thread(self.last / by)),
            (B::Mul, Some(by @ 0..0x8000_0000)) => Some(Made::Multiple(lhs, by)),
            (B::Shl, Some(by @ 0..31)) => Some(Made::Multiple(lhs, 1 << by)),
            (B::Mul, None) if self.is_fixed(rhs) => Some(Made::Product(lhs, rhs)),
            (B::Mul, None) if self.is_fixed(lhs) => Some(Made::Product(rhs, lhs)),
            _ => None,
        }
    }
}
