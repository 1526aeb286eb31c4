//! Whether neighbouring threads load and store neighbouring words.
//!
//! A CPU's vector of addresses is a gather or a scatter, which costs by the lane and not by the byte. So a lane takes two neighbouring threads
//! of a packed warp, whose words `memory/pairs` makes one of 64 bits:
//!
//! ```text
//! rows as they are     row 0: threads 0 1 2 ...    row 1: threads 8 9 10 ...
//! in pairs             row 0: threads 0 2 4 ...    row 1: threads 1 3 5 ...
//! ```
//! Called by `packing`.

use crate::analysis::cfg::Cfg;
use crate::analysis::components::cycles;
use crate::analysis::divergence::is_uniform;
use crate::hash::HashMap;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, CastOp, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;

use super::super::operations::is_meeting;

/// Bytes of a word that has a partner.
const WORD: i64 = 4;

/// Whether `func`, whose threads neither meet nor loop nor have memory of their own, mostly does so where whole warps come; lanes of a warp
/// may come to a `divergent` block without the others.
pub fn streams(ctx: &Context, func: &Function, cfg: &Cfg, divergent: &dyn Fn(Block) -> bool) -> bool {
    if !is_plain(func, cfg) || func.linked_insts().any(|(_, i)| matches!(func.op(i), Op::Alloca { .. })) {
        return false;
    }
    let (mut paired, mut others) = (0, 0);
    let mut steps = Steps { ctx, func, known: HashMap::default() };
    for &block in cfg.reverse_postorder().iter().filter(|&&b| !divergent(b)) {
        for &inst in &func.blocks[block].insts {
            let (address, ty) = match *func.op(inst) {
                Op::Load { ptr, volatile: false, atomic: None, .. } => (ptr, func.insts[inst].ty),
                Op::Store { ptr, value, volatile: false, atomic: None, .. } => (ptr, ctx.type_of(func, value)),
                _ => continue,
            };
            match steps.of(address) {
                Some(0) => {}
                Some(WORD) if matches!(ty, Type::I32 | Type::FLOAT) => paired += 1,
                _ => others += 1,
            }
        }
    }
    paired > others
}

/// Whether the threads of `func` neither loop nor meet nor know shared memory.
pub fn is_plain(func: &Function, cfg: &Cfg) -> bool {
    let meets = |op: &Op| match op {
        Op::Intrinsic { id, .. } => is_meeting(*id),
        op => matches!(op, Op::Gep { .. } | Op::AtomicRmw { .. } | Op::CmpXchg { .. } | Op::Fence(_)),
    };
    !func.linked_insts().any(|(_, i)| meets(func.op(i)))
        && cycles(cfg.reverse_postorder(), |b| func.successors(b)).is_empty()
}

/// By how much values grow from a thread of even index to the next one.
struct Steps<'a> {
    ctx: &'a Context,
    func: &'a Function,
    known: HashMap<Inst, Option<i64>>,
}

impl Steps<'_> {
    fn of(&mut self, value: Value) -> Option<i64> {
        let Value::Inst(inst) = value else { return Some(0) };
        if let Some(&known) = self.known.get(&inst) {
            return known;
        }
        self.known.insert(inst, None); // of a phi of itself
        let step = self.compute(inst);
        self.known.insert(inst, step);
        step
    }

    fn compute(&mut self, inst: Inst) -> Option<i64> {
        use BinaryOp as B;
        let constant = |value| self.ctx.as_int(value).and_then(|c| i64::try_from(c).ok());
        match *self.func.op(inst) {
            Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => Some(1),
            Op::Cast { op: CastOp::ZExt | CastOp::SExt | CastOp::Trunc, value, .. } => self.of(value),
            Op::Binary { op, lhs, rhs, .. } => match (op, constant(rhs)) {
                (B::Add, _) => self.of(lhs)?.checked_add(self.of(rhs)?),
                (B::Sub, _) => self.of(lhs)?.checked_sub(self.of(rhs)?),
                (B::Mul, Some(by)) => self.of(lhs)?.checked_mul(by),
                (B::Shl, Some(by @ 0..32)) => self.of(lhs)?.checked_mul(1 << by),
                (B::And, Some(mask)) if self.is_thread(lhs) => Some(mask & 1),
                (B::LShr, Some(1..32)) if self.is_thread(lhs) => Some(0),
                (B::URem | B::UDiv, Some(by)) if by % 2 == 0 && self.is_thread(lhs) => Some(i64::from(op == B::URem)),
                _ => self.unchanged(inst),
            },
            _ => self.unchanged(inst),
        }
    }

    fn is_thread(&self, value: Value) -> bool {
        matches!(value, Value::Inst(i) if matches!(self.func.op(i), Op::Intrinsic { id: Intrinsic::ThreadLinear, .. }))
    }

    /// None at all, if `inst` is made of nothing else.
    fn unchanged(&mut self, inst: Inst) -> Option<i64> {
        let op = self.func.op(inst);
        let mut operands = Vec::new();
        op.for_each_operand(|v| operands.push(v));
        (is_uniform(op) && operands.into_iter().all(|v| self.of(v) == Some(0))).then_some(0)
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::print::print_module;
    use crate::passes::warp::fission::lowered::{for_lavapipe, streaming_kernel};

    /// How many loads and stores of pairs there are, and of single words, in blocks of 64 threads.
    fn accesses(index: &str, guard: &str) -> [usize; 4] {
        let text = print_module(&for_lavapipe(&streaming_kernel(index, guard, 64), 64));
        ["load i64, i64", "store i64 ", "load i32, i64", "store i32 "].map(|what| text.matches(what).count())
    }

    #[test]
    fn neighbouring_threads_words_are_one_access_where_all_pass_the_bound() {
        // Four rows a round, two pairs; and a row as it is for other blocks.
        assert_eq!(accesses("  %i = add i32 %g, 0", "icmp ult i32 %g, %n"), [2, 2, 1, 1]);
        assert_eq!(accesses("  %i = add i32 %g, -1", "icmp ult i32 %g, %n"), [2, 2, 1, 1], "if it does not wrap");
        assert_eq!(accesses("  %m = mul i32 %n, %block\n  %i = add i32 %g, %m", "icmp slt i32 %g, %n"), [2, 2, 1, 1]);
    }

    #[test]
    fn words_that_lie_apart_are_not() {
        assert_eq!(accesses("  %i = mul i32 %g, 2", "icmp ult i32 %g, %n"), [0, 0, 1, 1]);
        assert_eq!(accesses("  %i = sub i32 %n, %g", "icmp ult i32 %g, %n"), [0, 0, 1, 1], "backwards");
        assert_eq!(accesses("  %i = xor i32 %g, %n", "icmp ult i32 %g, %n"), [0, 0, 1, 1]);
    }
}
