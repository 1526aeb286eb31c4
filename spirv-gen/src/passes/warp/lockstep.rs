//! Finds steps that only a warp in lockstep takes rightly, in code that has no barrier there.
//!
//! `s[t] = s[t] + s[t + 16]; s[t] = s[t] + s[t + 8]; ...` without barriers is how reductions end that know their warp runs in lockstep. It
//! is a race by the language's rules, works on AMD's hardware, and is told from code without races by its addresses: two accesses of
//! shared memory, one of them a store, at the thread's own element and at another's, with no meeting between. The lanes of a warp are
//! made to meet before the second. Called by `sync_points`, where volatile accesses have rules of their own, and by `warp::run`.

use std::collections::BTreeSet;

use crate::analysis::cfg::Cfg;
use crate::hash::HashSet;
use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, CastOp, Flags, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::{AddressSpace, Type};

/// An access of shared memory at an index that goes up by one from thread to thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Access {
    variable: u32,
    /// The index without its constant, and that constant.
    base: Value,
    constant: i64,
    store: bool,
}

impl Access {
    /// Whether fission's order, in which threads run one after the other from the lowest, could differ from lockstep's.
    ///
    /// A load of a higher thread's element is fine in front of a store: that thread has yet to run. So the steps of a guarded
    /// reduction (`if (t < n) s[t] += s[t + n]`), which are no race, need no meeting.
    fn races(self, later: Self) -> bool {
        let same_array = (self.variable, self.base) == (later.variable, later.base);
        same_array
            && match (self.store, later.store) {
                (true, _) => self.constant != later.constant,
                (false, true) => self.constant < later.constant,
                (false, false) => false,
            }
    }
}

/// Puts a warp barrier before each step, for hardware whose warps are HIP's: its threads may drift apart, and its compiler keep a store back.
pub fn hold_together(ctx: &mut Context, func: &mut Function) {
    let is_meeting = |func: &Function, inst| {
        matches!(func.op(inst), Op::Intrinsic { id: Intrinsic::Barrier | Intrinsic::WarpBarrier, .. })
    };
    let steps = steps(ctx, func, |inst| is_meeting(func, inst));
    for block in func.layout.clone() {
        let mut at = 0;
        while let Some(&inst) = func.blocks[block].insts.get(at) {
            if steps.contains(&inst) {
                Cursor::before(ctx, func, block, at).intrinsic(Intrinsic::WarpBarrier, Vec::new(), Type::VOID);
                at += 1;
            }
            at += 1;
        }
    }
}

/// The accesses before which the lanes of a warp must have come together.
pub fn steps(ctx: &Context, func: &Function, meets: impl Fn(Inst) -> bool) -> HashSet<Inst> {
    let mut found = HashSet::default();
    if !func.linked_insts().any(|(_, i)| access(ctx, func, i).is_some_and(|a| a.store)) {
        return found;
    }
    let cfg = Cfg::new(func);
    let mut at_end: Vec<BTreeSet<Access>> = vec![BTreeSet::new(); func.blocks.len()];
    loop {
        let mut changed = false;
        for &block in cfg.reverse_postorder() {
            let mut open = at_start(&cfg, &at_end, block);
            go_through(ctx, func, block, &meets, &mut open, |_, _, _| {});
            changed |= at_end[block.index()] != open;
            at_end[block.index()] = open;
        }
        if !changed {
            break;
        }
    }
    for &block in cfg.reverse_postorder() {
        let mut open = at_start(&cfg, &at_end, block);
        go_through(ctx, func, block, &meets, &mut open, |open, inst, access| {
            if open.iter().any(|before| before.races(access)) {
                found.insert(inst);
                open.clear();
            }
        });
    }
    found
}

/// Follows the accesses since lanes last met through `block`; `look` sees each in front of its own effect.
fn go_through(
    ctx: &Context,
    func: &Function,
    block: Block,
    meets: &impl Fn(Inst) -> bool,
    open: &mut BTreeSet<Access>,
    mut look: impl FnMut(&mut BTreeSet<Access>, Inst, Access),
) {
    for &inst in &func.blocks[block].insts {
        if meets(inst) {
            open.clear();
        } else if let Some(access) = access(ctx, func, inst) {
            look(open, inst, access);
            open.insert(access);
        }
    }
}

fn at_start(cfg: &Cfg, at_end: &[BTreeSet<Access>], block: Block) -> BTreeSet<Access> {
    cfg.preds(block).iter().flat_map(|p| at_end[p.index()].iter().copied()).collect()
}

fn access(ctx: &Context, func: &Function, inst: Inst) -> Option<Access> {
    let (ptr, store) = match func.op(inst) {
        Op::Load { ptr, volatile: false, atomic: None, .. } => (*ptr, false),
        Op::Store { ptr, volatile: false, atomic: None, .. } => (*ptr, true),
        _ => return None,
    };
    let Value::Inst(address) = ptr else { return None };
    let Op::Gep { base: Value::Const(base), indices, .. } = func.op(address) else { return None };
    let ConstData::GlobalAddr { global, .. } = ctx.consts.data(*base) else { return None };
    if ctx.types.pointee_space(func.insts[address].ty) != Some(AddressSpace::Shared) {
        return None;
    }
    let (index, constant) = split(ctx, func, *indices.last()?);
    steps_with_thread(ctx, func, index).then_some(Access { variable: global.0, base: index, constant, store })
}

/// `index` without the constant that was added last.
fn split(ctx: &Context, func: &Function, index: Value) -> (Value, i64) {
    let Value::Inst(inst) = index else { return (index, 0) };
    let (lhs, rhs) = match *func.op(inst) {
        Op::Binary { op: BinaryOp::Add, lhs, rhs, .. } => (lhs, rhs),
        Op::Binary { op: BinaryOp::Or, flags, lhs, rhs } if flags.contains(Flags::DISJOINT) => (lhs, rhs),
        _ => return (index, 0),
    };
    ctx.as_int(rhs).map_or((index, 0), |bits| (lhs, i64::from(bits as u32 as i32)))
}

/// Whether `index` is the thread's index, or that within a power of two.
fn steps_with_thread(ctx: &Context, func: &Function, index: Value) -> bool {
    let Value::Inst(inst) = index else { return false };
    match *func.op(inst) {
        Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => true,
        Op::Binary { op: BinaryOp::And, lhs, rhs, .. } => {
            ctx.as_int(rhs).is_some_and(|m| (m + 1).is_power_of_two()) && steps_with_thread(ctx, func, lhs)
        }
        Op::Cast { op: CastOp::ZExt | CastOp::SExt | CastOp::Trunc, value, .. } => steps_with_thread(ctx, func, value),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::steps;
    use crate::ir::parse::parse_module;

    /// How many meetings a step needs that accesses `s[t + first]`, then `s[t + second]`.
    fn needed(first: &str, second: &str) -> usize {
        let access = |op: &str, at: &str, n: u32| {
            let what = if op == "store" { "store i32 %t,".to_owned() } else { format!("%l{n} = load i32,") };
            format!(
                "%p{n} = getelementptr [99 x i32], ptr addrspace(3) @s, i32 0, i32 {at}\n  {what} ptr addrspace(3) %p{n}\n  "
            )
        };
        let split = |text: &str| text.split_once(' ').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        let ((op1, at1), (op2, at2)) = (split(first), split(second));
        let text = format!(
            "@s = internal addrspace(3) global [99 x i32] undef, align 4
define void @f() {{
  %t = call i32 @hip.thread.linear()
  %up = add i32 %t, 16
  %down = add i32 %t, -1
  {}{}ret void
}}",
            access(&op1, &at1, 1),
            access(&op2, &at2, 2)
        );
        let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        steps(&module.ctx, module.functions.values().next().unwrap(), |_| false).len()
    }

    #[test]
    fn lanes_meet_where_the_order_of_threads_would_show() {
        assert_eq!(needed("store %t", "load %up"), 1, "another thread's new value");
        assert_eq!(needed("store %t", "load %down"), 1);
        assert_eq!(needed("load %down", "store %t"), 1, "another thread's old value, which it has replaced by then");
    }

    #[test]
    fn lanes_need_not_meet_over_their_own_elements_or_those_of_threads_to_come() {
        assert_eq!(needed("store %t", "load %t"), 0);
        assert_eq!(needed("load %up", "store %t"), 0);
        assert_eq!(needed("load %up", "load %down"), 0);
    }
}
