//! Loops in which a thread waits for what another one does: `while (*flag == 0) {}`, `while (atomicCAS(lock, 0, 1) != 0) {}`.
//!
//! Such a loop looks at one place again and again, and goes on as that place says:
//! - a volatile or atomic load (behind a fence any load), an atomic exchange, or a compare-and-swap whose operands may be the same in the
//!   next round;
//! - a branch of the loop hangs on its result: one that leaves the loop, or any, if nothing else is bound to end the loop.
//!
//! A compare-and-swap that goes on with what it found is none (`do { old = seen; seen = CAS(p, old, old + 1); } while (seen != old)`): when it
//! fails, somebody else has got on. To take a loop that does not wait for one that does costs time, and never changes a result; the other
//! way round, a thread may wait for ever. Used by `passes::warp`.

use super::cfg::Cfg;
use super::components::cycles;
use crate::hash::{HashMap, HashSet};
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{AtomicOp, Inst, Op, Value};
use crate::ir::intrinsic::Effect;
use crate::ir::module::Context;
use crate::ir::types::AddressSpace;

/// A loop in which threads wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poll {
    pub header: Block,
    pub blocks: HashSet<Block>,
    /// Whether the thread that leaves may have taken something, a lock say, that those inside wait for.
    pub takes: bool,
    /// Nothing but another thread of the block can end it: all that decides about leaving is in shared memory, and not written here.
    pub own_block: bool,
}

impl Poll {
    /// The blocks that lead back to the header.
    pub fn latches(&self, func: &Function) -> Vec<Block> {
        let mut found: Vec<Block> =
            self.blocks.iter().copied().filter(|&b| func.successors(b).contains(&self.header)).collect();
        found.sort();
        found
    }
}

/// The loops of `func` in which threads wait for others, inner ones first.
pub fn polls(ctx: &Context, func: &Function) -> Vec<Poll> {
    let looks = |op: &Op| match op {
        Op::Load { volatile, atomic, .. } => *volatile || atomic.is_some(),
        op => matches!(op, Op::AtomicRmw { .. } | Op::CmpXchg { .. } | Op::Fence(_)),
    };
    if !func.linked_insts().any(|(_, inst)| looks(func.op(inst))) {
        return Vec::new();
    }
    let cfg = Cfg::new(func);
    let mut search = Search { ctx, func, cfg: &cfg, homes: func.homes(), found: Vec::new() };
    search.visit(cfg.reverse_postorder(), None);
    search.found
}

struct Search<'a> {
    ctx: &'a Context,
    func: &'a Function,
    cfg: &'a Cfg,
    homes: Vec<Option<Block>>,
    found: Vec<Poll>,
}

impl Search<'_> {
    /// Looks at the loops among `nodes`, the body of the loop with `header`. Returns the blocks of those in which threads wait.
    fn visit(&mut self, nodes: &[Block], header: Option<Block>) -> HashSet<Block> {
        let func = self.func;
        let inner = |b: Block| func.successors(b).into_iter().filter(|&to| Some(to) != header).collect::<Vec<_>>();
        let mut waiting = HashSet::default();
        for mut blocks in cycles(nodes, inner) {
            blocks.sort_by_key(|&b| self.cfg.position(b));
            let inside = self.visit(&blocks, Some(blocks[0]));
            let body = Body { search: self, blocks: &blocks, set: blocks.iter().copied().collect(), waiting: &inside };
            if let Some(takes) = body.waits() {
                let own_block = !takes && body.hangs_on_own_block();
                self.found.push(Poll { header: blocks[0], blocks: body.set, takes, own_block });
                waiting.extend(blocks);
            } else {
                waiting.extend(inside);
            }
        }
        waiting
    }
}

/// One loop; its first block is the header.
struct Body<'a, 'b> {
    search: &'a Search<'b>,
    blocks: &'a [Block],
    set: HashSet<Block>,
    /// The blocks of inner loops in which threads wait.
    waiting: &'a HashSet<Block>,
}

impl Body<'_, '_> {
    fn op(&self, inst: Inst) -> &Op {
        self.search.func.op(inst)
    }

    /// Whether threads wait in the loop; if so, whether they also take something.
    fn waits(&self) -> Option<bool> {
        let own = self.blocks.iter().filter(|b| !self.waiting.contains(b));
        let insts: Vec<Inst> = own.flat_map(|&b| &self.search.func.blocks[b].insts).copied().collect();
        let fenced = insts.iter().any(|&i| matches!(self.op(i), Op::Fence(_)));
        let looks: HashSet<Inst> = insts.into_iter().filter(|&i| self.looks_again(i, fenced)).collect();
        if looks.is_empty() {
            return None;
        }
        let takes = looks.iter().any(|&i| self.takes(i));
        let (mut decides, mut ends) = (false, false);
        for &block in self.blocks {
            let Some(terminator) = self.search.func.terminator(block) else { continue };
            let (Op::CondBr { cond: on, .. } | Op::Switch { value: on, .. }) = *self.op(terminator) else { continue };
            let leaves = self.search.func.successors(block).iter().any(|to| !self.set.contains(to));
            let hangs = self.hangs_on(on, &looks, &mut HashSet::default());
            if hangs && leaves {
                return Some(takes);
            }
            decides |= hangs;
            ends |= leaves && !self.repeats(on);
        }
        (decides && !ends).then_some(takes)
    }

    /// See [`Poll::own_block`].
    fn hangs_on_own_block(&self) -> bool {
        let func = self.search.func;
        let writes = |&inst: &Inst| match *self.op(inst) {
            Op::Store { ptr, .. } | Op::AtomicRmw { ptr, .. } | Op::CmpXchg { ptr, .. } => self.is_shared(ptr),
            Op::Call { .. } => true,
            _ => false,
        };
        let leaves = |b: &&Block| func.successors(**b).iter().any(|to| !self.set.contains(to));
        let decides = |&block: &Block| match func.terminator(block).map(|t| self.op(t)) {
            Some(&(Op::CondBr { cond: on, .. } | Op::Switch { value: on, .. })) => self.is_looked_up(on),
            _ => false,
        };
        !self.blocks.iter().flat_map(|&b| &func.blocks[b].insts).any(writes)
            && self.blocks.iter().filter(leaves).all(decides)
    }

    /// Whether `value` is made of what is there before the loop, and of what its own loads of shared memory find.
    fn is_looked_up(&self, value: Value) -> bool {
        let Some(inst) = self.inside(value) else { return true };
        let mut all = match *self.op(inst) {
            Op::Load { ptr, .. } => self.is_shared(ptr),
            Op::Phi(_) | Op::AtomicRmw { .. } | Op::CmpXchg { .. } | Op::Call { .. } => false,
            Op::Intrinsic { id, .. } => id.effect() == Effect::Pure,
            _ => true,
        };
        self.op(inst).for_each_operand(|v| all = all && self.is_looked_up(v));
        all
    }

    fn is_shared(&self, ptr: Value) -> bool {
        let ty = self.search.ctx.type_of(self.search.func, ptr);
        self.search.ctx.types.pointee_space(ty) == Some(AddressSpace::Shared)
    }

    /// Whether `inst`, a look at memory, may also change it.
    fn takes(&self, inst: Inst) -> bool {
        match *self.op(inst) {
            Op::AtomicRmw { value, .. } => self.search.ctx.as_int(value) != Some(0),
            Op::CmpXchg { .. } => true,
            _ => false,
        }
    }

    /// Whether `inst` looks at memory that other threads may change, and may look at the same place in the next round.
    fn looks_again(&self, inst: Inst, fenced: bool) -> bool {
        match *self.op(inst) {
            Op::Load { ptr, volatile, ref atomic, .. } => {
                let ty = self.search.ctx.type_of(self.search.func, ptr);
                let private = self.search.ctx.types.pointee_space(ty) == Some(AddressSpace::Private);
                (volatile || atomic.is_some() || fenced) && !private && self.repeats(ptr)
            }
            Op::AtomicRmw { op, ptr, value, .. } => {
                let settles = match op {
                    AtomicOp::Xchg | AtomicOp::And | AtomicOp::Or => true,
                    AtomicOp::Max | AtomicOp::Min | AtomicOp::UMax | AtomicOp::UMin => true,
                    _ => !self.takes(inst),
                };
                settles && self.repeats(ptr) && self.repeats(value)
            }
            Op::CmpXchg { ptr, expected, desired, .. } => {
                self.repeats(ptr) && self.stays(expected) && self.repeats(desired)
            }
            _ => false,
        }
    }

    fn inside(&self, value: Value) -> Option<Inst> {
        let Value::Inst(inst) = value else { return None };
        let home = self.search.homes.get(inst.index()).copied().flatten()?;
        self.set.contains(&home).then_some(inst)
    }

    /// Whether `value` may be in the next round what it is in this one, other threads aside.
    fn repeats(&self, value: Value) -> bool {
        self.may_repeat(value, true, &mut HashMap::default())
    }

    /// The same, of a value that does not come from memory.
    fn stays(&self, value: Value) -> bool {
        self.may_repeat(value, false, &mut HashMap::default())
    }

    fn may_repeat(&self, value: Value, loads: bool, known: &mut HashMap<Inst, bool>) -> bool {
        let Some(inst) = self.inside(value) else { return true };
        if let Some(&known) = known.get(&inst) {
            return known;
        }
        known.insert(inst, false);
        let at_header = self.search.homes[inst.index()] == Some(self.blocks[0]);
        let result = match self.op(inst) {
            Op::Phi(_) if at_header => self.carries(inst),
            Op::Phi(incoming) => incoming.iter().any(|&(v, _)| self.may_repeat(v, loads, known)),
            Op::AtomicRmw { .. } | Op::CmpXchg { .. } => false,
            Op::Load { .. } if !loads => false,
            op => {
                let mut all = true;
                op.for_each_operand(|v| all = all && self.may_repeat(v, loads, known));
                all
            }
        };
        known.insert(inst, result);
        result
    }

    /// Whether `phi`, at the header, can keep its value for another round.
    fn carries(&self, phi: Inst) -> bool {
        let Op::Phi(incoming) = self.op(phi) else { return false };
        let mut stack: Vec<Value> = incoming.iter().filter(|(_, b)| self.set.contains(b)).map(|&(v, _)| v).collect();
        let mut seen = HashSet::default();
        while let Some(value) = stack.pop() {
            // A value from outside replaces it once, and is kept from then on.
            let Some(inst) = self.inside(value) else { return true };
            if inst == phi {
                return true;
            }
            if !seen.insert(inst) {
                continue;
            }
            match self.op(inst) {
                Op::Phi(incoming) => stack.extend(incoming.iter().map(|&(v, _)| v)),
                Op::Select { then_, else_, .. } => stack.extend([*then_, *else_]),
                _ => {}
            }
        }
        false
    }

    /// Whether `value` is made of what one of `looks` found.
    fn hangs_on(&self, value: Value, looks: &HashSet<Inst>, seen: &mut HashSet<Inst>) -> bool {
        let Some(inst) = self.inside(value) else { return false };
        if looks.contains(&inst) {
            return true;
        }
        if !seen.insert(inst) {
            return false;
        }
        let mut operands = Vec::new();
        match self.op(inst) {
            Op::Load { .. } | Op::AtomicRmw { .. } | Op::CmpXchg { .. } => {}
            // Whether a swap was done hangs on the swap alone.
            Op::ICmp { lhs, rhs, .. } => {
                operands = self.swapped(*lhs, *rhs).map_or(vec![*lhs, *rhs], |swap| vec![swap])
            }
            op => op.for_each_operand(|v| operands.push(v)),
        }
        operands.into_iter().any(|v| self.hangs_on(v, looks, seen))
    }

    /// The compare-and-swap whose result and expected value `lhs` and `rhs` are, either way round.
    fn swapped(&self, lhs: Value, rhs: Value) -> Option<Value> {
        let by = |result: Value, other: Value| {
            let Op::ExtractValue { aggregate, .. } = self.op(self.inside(result)?) else { return None };
            let Op::CmpXchg { expected, .. } = self.op(self.inside(*aggregate)?) else { return None };
            (*expected == other).then_some(*aggregate)
        };
        by(lhs, rhs).or_else(|| by(rhs, lhs))
    }
}

#[cfg(test)]
mod tests {
    use super::polls;
    use crate::ir::parse::parse_module;

    /// How many loops of the function with `body` wait; `%p` and `%q` are places in memory.
    fn waiting(body: &str) -> usize {
        let text = format!("define void @f(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {{\nentry: {body}\n}}");
        let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        polls(&module.ctx, module.functions.values().next().unwrap()).len()
    }

    /// A loop whose body is `body`, which ends with `%go`: another round.
    fn again(body: &str) -> usize {
        waiting(&format!("br label %again\nagain: {body}\n br i1 %go, label %again, label %out\nout: ret void"))
    }

    #[test]
    fn a_loop_that_looks_at_one_place_until_it_changes_waits() {
        for load in
            ["load volatile i32, ptr addrspace(1) %p", "load atomic i32, ptr addrspace(1) %p monotonic, align 4"]
        {
            assert_eq!(again(&format!("%x = {load}\n %go = icmp eq i32 %x, 0")), 1, "{load}");
        }
        let fenced = "fence acquire\n %x = load i32, ptr addrspace(1) %p\n %go = icmp eq i32 %x, 0";
        assert_eq!(again(fenced), 1);
        assert_eq!(again("%x = load i32, ptr addrspace(1) %p\n %go = icmp eq i32 %x, 0"), 0, "never seen to change");
    }

    #[test]
    fn a_spin_lock_waits_by_swap_exchange_or_idle_sum() {
        let swap =
            "%s = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 seq_cst seq_cst\n %x = extractvalue { i32, i1 } %s, 0";
        assert_eq!(again(&format!("{swap}\n %go = icmp ne i32 %x, 0")), 1);
        for (op, value, expected) in [("xchg", 1, 1), ("or", 1, 1), ("add", 0, 1), ("add", 1, 0)] {
            let look =
                format!("%x = atomicrmw {op} ptr addrspace(1) %p, i32 {value} seq_cst\n %go = icmp ne i32 %x, 0");
            assert_eq!(again(&look), expected, "{op} {value}");
        }
    }

    #[test]
    fn a_lock_taken_on_one_way_through_the_loop_waits() {
        let body = "br label %again
again: %s = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 seq_cst seq_cst
  %got = extractvalue { i32, i1 } %s, 1
  br i1 %got, label %mine, label %next
mine: %old = atomicrmw xchg ptr addrspace(1) %p, i32 0 seq_cst
  br label %next
next: %go = phi i1 [ 0, %mine ], [ 1, %again ]
  br i1 %go, label %again, label %out
out: ret void";
        assert_eq!(waiting(body), 1);
    }

    #[test]
    fn who_leaves_a_lock_holds_it_and_who_saw_a_flag_holds_nothing() {
        let takes = |look: &str| {
            let text = format!(
                "define void @f(ptr addrspace(1) %p) {{\nentry: br label %again\nagain: %x = {look}
  %go = icmp ne i32 %x, 0\n  br i1 %go, label %again, label %out\nout: ret void\n}}"
            );
            let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            polls(&module.ctx, module.functions.values().next().unwrap())[0].takes
        };
        assert!(takes("atomicrmw xchg ptr addrspace(1) %p, i32 1 seq_cst"));
        assert!(!takes("atomicrmw or ptr addrspace(1) %p, i32 0 seq_cst"));
        assert!(!takes("load volatile i32, ptr addrspace(1) %p"));
    }

    #[test]
    fn what_only_shared_memory_ends_waits_for_the_own_block() {
        let own_block = |space: u32, rest: &str| {
            let text = format!(
                "define void @f(ptr addrspace({space}) %p, i32 %n) {{\nentry: br label %again\nagain:
  %x = load volatile i32, ptr addrspace({space}) %p\n{rest}\n  br i1 %go, label %again, label %out\nout: ret void\n}}"
            );
            let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            polls(&module.ctx, module.functions.values().next().unwrap())[0].own_block
        };
        assert!(own_block(3, "  %go = icmp ne i32 %x, %n"));
        assert!(!own_block(1, "  %go = icmp ne i32 %x, %n"), "another block may write there");
        assert!(!own_block(3, "  store i32 0, ptr addrspace(3) %p\n  %go = icmp ne i32 %x, %n"));
        let counted = "  %i = atomicrmw add ptr addrspace(1) null, i32 1 monotonic\n  %go = icmp ult i32 %i, %x";
        assert!(!own_block(3, counted), "it ends by itself");
    }

    #[test]
    fn a_swap_that_goes_on_with_what_it_found_does_not_wait() {
        let body = "br label %again
again: %old = phi i32 [ 0, %entry ], [ %x, %again ]
  %new = add i32 %old, 1
  %s = cmpxchg ptr addrspace(1) %p, i32 %old, i32 %new seq_cst seq_cst
  %x = extractvalue { i32, i1 } %s, 0
  %go = icmp ne i32 %x, %old
  br i1 %go, label %again, label %out
out: ret void";
        assert_eq!(waiting(body), 0);
        let loaded = "%old = load volatile i32, ptr addrspace(1) %p\n %new = add i32 %old, 1
  %s = cmpxchg ptr addrspace(1) %p, i32 %old, i32 %new seq_cst seq_cst
  %x = extractvalue { i32, i1 } %s, 0\n %go = icmp ne i32 %x, %old";
        assert_eq!(again(loaded), 0);
    }

    #[test]
    fn a_search_that_looks_elsewhere_each_round_does_not_wait() {
        let search = |step: &str| {
            format!(
                "br label %again
again: %i = phi i32 [ %n, %entry ], [ {step}, %next ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x = load volatile i32, ptr addrspace(1) %at
  %free = icmp eq i32 %x, 0
  br i1 %free, label %out, label %next
next: %after = add i32 %i, 1
  %some = icmp eq i32 %x, 7
  %kept = select i1 %some, i32 %i, i32 %after
  br label %again
out: ret void"
            )
        };
        assert_eq!(waiting(&search("%after")), 0);
        assert_eq!(waiting(&search("%kept")), 1, "it may stay at one place");
    }

    #[test]
    fn a_counted_loop_waits_only_if_what_it_sees_ends_it() {
        let counted = |leave: &str| {
            format!(
                "br label %again
again: %i = phi i32 [ 0, %entry ], [ %after, %next ]
  %x = load volatile i32, ptr addrspace(1) %p
  %seen = icmp ne i32 %x, 0
  br i1 %seen, label {leave}, label %next
other: store i32 %i, ptr addrspace(1) %q
  br label %next
next: %after = add i32 %i, 1
  %go = icmp ult i32 %after, %n
  br i1 %go, label %again, label %out
out: ret void"
            )
        };
        assert_eq!(waiting(&counted("%other")), 0);
        assert_eq!(waiting(&counted("%out")), 1);
    }

    #[test]
    fn the_loop_around_one_that_waits_need_not() {
        let body = "br label %outer
outer: br label %again
again: %x = load volatile i32, ptr addrspace(1) %p
  %wait = icmp eq i32 %x, 0
  br i1 %wait, label %again, label %done
done: %y = load i32, ptr addrspace(1) %q
  %go = icmp eq i32 %y, 0
  br i1 %go, label %outer, label %out
out: ret void";
        assert_eq!(waiting(body), 1);
    }
}
