//! Which block barriers must order device memory, and not shared memory alone.
//!
//! `__syncthreads()` orders both, and clang says so with a workgroup fence on either side of `s_barrier`. A barrier that orders device
//! memory costs NVIDIA a MEMBAR beside its BAR (a 16x16-tile sgemm on an H200: 7.1 instead of 8.06 TFLOP/s) and every GPU a
//! wait for all outstanding accesses. Few kernels need it: most keep device memory for input and output.
//!
//! A barrier B needs it if, with what device accesses may run before B (since the last barrier that orders them) and after it,
//!
//! 1. one before is a write, and there is any after: the second thread must see it. Atomics, volatile accesses and fences of
//!    device scope count as writes, because others' writes come to this block through them; or
//! 2. one before is a plain load, there is a write after, and *the load may still be outstanding at B*. It may be
//!    unless its value, and all that was computed from it, is used up before B. What uses a value up is a branch or a
//!    store to shared memory, both of which are before B in any case (a store to device memory is a write, case 1;
//!    one to private memory is none: what is read back later would be used later).
//!
//! No two addresses are told apart: all device accesses may touch the same byte. The value of a load that is used up has
//! arrived, so no later write can change it; a driver would have to load it again to break that, for no use of it.
//!
//! Barriers are decided one after the other, in control flow order: one that orders device memory settles everything before it,
//! so that later ones often need not. Used by `emit`.

use std::collections::HashSet;

use super::cfg::Cfg;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Scope, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::ir::types::AddressSpace;

/// A barrier with a fence on either side, at the head of `insts`: three instructions, ordering memory at the wider fence's scope.
pub fn fenced_barrier(func: &Function, insts: &[Inst]) -> Option<Scope> {
    let [before, barrier, after, ..] = insts else { return None };
    match (func.op(*before), func.op(*barrier), func.op(*after)) {
        (Op::Fence(before), Op::Intrinsic { id: Intrinsic::Barrier, .. }, Op::Fence(after)) => {
            Some(if width(before.scope) >= width(after.scope) { before.scope } else { after.scope })
        }
        _ => None,
    }
}

fn width(scope: Scope) -> u32 {
    match scope {
        Scope::SingleThread => 0,
        Scope::Wavefront => 1,
        Scope::Workgroup => 2,
        Scope::Agent => 3,
        Scope::System => 4,
    }
}

/// The barriers (the middle ones of [`fenced_barrier`]) that must order device memory. `func` is a kernel in emittable form.
pub fn device_barriers(module: &Module, func: &Function) -> HashSet<Inst> {
    let kernel = Kernel::new(module, func);
    let mut ordering: HashSet<Inst> = HashSet::new();
    if kernel.barriers.is_empty() {
        return ordering;
    }
    let (live, after) = (kernel.outstanding(), kernel.after());
    while let Some(next) = kernel.first_unordered(&ordering, &live, &after) {
        ordering.insert(next);
    }
    ordering
}

/// What an instruction is to this analysis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A plain load of device memory; its number among the accesses.
    Load(usize),
    /// Anything else that touches device memory or orders it beyond the block.
    Write(usize),
    /// The middle of a fenced barrier of workgroup scope.
    Barrier,
}

struct Kernel<'a> {
    module: &'a Module,
    func: &'a Function,
    cfg: Cfg,
    kinds: Vec<Option<Kind>>,
    accesses: usize,
    barriers: Vec<Inst>,
}

/// What may run after a place.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct After {
    any: bool,
    write: bool,
}

/// A set of numbers.
#[derive(Clone, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn new(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }
    fn insert(&mut self, i: usize) -> bool {
        let (word, bit) = (&mut self.0[i / 64], 1 << (i % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
    fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }
    fn contains(&self, i: usize) -> bool {
        self.0[i / 64] & 1 << (i % 64) != 0
    }
    fn add_all(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
    fn clear(&mut self) {
        self.0.fill(0);
    }
}

impl<'a> Kernel<'a> {
    fn new(module: &'a Module, func: &'a Function) -> Self {
        let mut this = Self {
            module,
            func,
            cfg: Cfg::new(func),
            kinds: vec![None; func.insts.len()],
            accesses: 0,
            barriers: Vec::new(),
        };
        for &block in &func.layout {
            let insts = &func.blocks[block].insts;
            let mut at = 0;
            while at < insts.len() {
                // A wider one stays as it is, and its fences count as such.
                if fenced_barrier(func, &insts[at..]) == Some(Scope::Workgroup) {
                    this.kinds[insts[at + 1].index()] = Some(Kind::Barrier);
                    this.barriers.push(insts[at + 1]);
                    at += 3;
                    continue;
                }
                this.classify(insts[at]);
                at += 1;
            }
        }
        this
    }

    fn classify(&mut self, inst: Inst) {
        let plain_load = match self.func.op(inst) {
            Op::Load { ptr, volatile, atomic, .. } if self.is_device(*ptr) => !volatile && atomic.is_none(),
            Op::Store { ptr, .. } | Op::AtomicRmw { ptr, .. } | Op::CmpXchg { ptr, .. } if self.is_device(*ptr) => {
                false
            }
            Op::Fence(fence) if width(fence.scope) > width(Scope::Workgroup) => false,
            _ => return,
        };
        let number = self.accesses;
        self.accesses += 1;
        self.kinds[inst.index()] = Some(if plain_load { Kind::Load(number) } else { Kind::Write(number) });
    }

    fn space(&self, ptr: Value) -> Option<AddressSpace> {
        self.module.ctx.types.pointee_space(self.module.ctx.type_of(self.func, ptr))
    }

    fn is_device(&self, ptr: Value) -> bool {
        !matches!(self.space(ptr), Some(AddressSpace::Shared | AddressSpace::Private))
    }

    fn insts(&self, block: Block) -> &'a [Inst] {
        &self.func.blocks[block].insts
    }

    /// Device accesses that may run after each barrier: (barrier, what).
    fn after(&self) -> Vec<(Inst, After)> {
        let mut ends = vec![After::default(); self.func.blocks.len()];
        let mut found = Vec::new();
        let mut changed = true;
        while changed {
            changed = false;
            found.clear();
            for &block in self.cfg.reverse_postorder().iter().rev() {
                let mut now = ends[block.index()];
                for &inst in self.insts(block).iter().rev() {
                    match self.kinds[inst.index()] {
                        Some(Kind::Load(_)) => now.any = true,
                        Some(Kind::Write(_)) => now = After { any: true, write: true },
                        Some(Kind::Barrier) => found.push((inst, now)),
                        None => {}
                    }
                }
                for &pred in self.cfg.preds(block) {
                    let end = &mut ends[pred.index()];
                    let joined = After { any: end.any || now.any, write: end.write || now.write };
                    changed |= std::mem::replace(end, joined) != joined;
                }
            }
        }
        found
    }

    /// The loads that may be outstanding at each barrier: those whose value, or something computed from it, is used after it.
    fn outstanding(&self) -> Vec<(Inst, Set)> {
        let derived = self.derived();
        let kept = self.kept_privately(&derived);
        let mut found = Vec::new();
        for (barrier, values) in self.live_at_barriers(&derived) {
            let mut loads = self.sources(&derived, values);
            loads.add_all(&kept);
            found.push((barrier, loads));
        }
        found
    }

    /// Whether each value is a plain load of device memory or computed from one.
    fn derived(&self) -> Vec<bool> {
        let mut derived: Vec<bool> = self.kinds.iter().map(|k| matches!(k, Some(Kind::Load(_)))).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in self.cfg.reverse_postorder() {
                for &inst in self.insts(block) {
                    if derived[inst.index()] || self.uses_up(inst) {
                        continue;
                    }
                    let mut from_load = false;
                    self.func.op(inst).for_each_operand(|v| {
                        from_load |= matches!(v, Value::Inst(i) if derived[i.index()]);
                    });
                    derived[inst.index()] = from_load;
                    changed |= from_load;
                }
            }
        }
        derived
    }

    /// Whether an instruction needs its operands before the next barrier though its result may be used later: another load of
    /// device memory (which is outstanding itself) or of shared memory. One of private memory may run at any time.
    fn uses_up(&self, inst: Inst) -> bool {
        matches!(self.func.op(inst), Op::Load { ptr, .. } if self.space(*ptr) != Some(AddressSpace::Private))
    }

    /// The loads that `values` were computed from.
    fn sources(&self, derived: &[bool], values: Vec<Inst>) -> Set {
        let mut loads = Set::new(self.accesses);
        let mut seen = Set::new(self.kinds.len());
        let mut todo = values;
        while let Some(inst) = todo.pop() {
            if !derived[inst.index()] || !seen.insert(inst.index()) {
                continue;
            }
            if let Some(Kind::Load(number)) = self.kinds[inst.index()] {
                loads.insert(number);
                continue;
            }
            self.func.op(inst).for_each_operand(|v| {
                if let Value::Inst(source) = v {
                    todo.push(source);
                }
            });
        }
        loads
    }

    /// The loads whose values went to private memory, from where they may be used at any time.
    fn kept_privately(&self, derived: &[bool]) -> Set {
        let mut values = Vec::new();
        for (_, inst) in self.func.linked_insts() {
            if let Op::Store { value: Value::Inst(value), ptr, .. } = self.func.op(inst)
                && self.space(*ptr) == Some(AddressSpace::Private)
            {
                values.push(*value);
            }
        }
        self.sources(derived, values)
    }

    /// The derived values that are used after each barrier without being computed anew before the use.
    fn live_at_barriers(&self, derived: &[bool]) -> Vec<(Inst, Vec<Inst>)> {
        let mut ends = vec![Set::new(self.kinds.len()); self.func.blocks.len()];
        let mut found = Vec::new();
        let mut changed = true;
        while changed {
            changed = false;
            found.clear();
            for &block in self.cfg.reverse_postorder().iter().rev() {
                let mut live = ends[block.index()].clone();
                for &inst in self.insts(block).iter().rev() {
                    if self.kinds[inst.index()] == Some(Kind::Barrier) {
                        let values = (0..self.kinds.len()).filter(|&i| live.contains(i)).map(Inst::new);
                        found.push((inst, values.collect()));
                    }
                    live.remove(inst.index());
                    if !matches!(self.func.op(inst), Op::Phi(_)) {
                        self.func.op(inst).for_each_operand(|v| note(v, derived, &mut live));
                    }
                }
                for &pred in self.cfg.preds(block) {
                    let end = &mut ends[pred.index()];
                    let before = end.clone();
                    end.add_all(&live);
                    for phi in self.func.phis(block) {
                        let Op::Phi(incoming) = self.func.op(phi) else { continue };
                        incoming.iter().filter(|(_, from)| *from == pred).for_each(|(v, _)| note(*v, derived, end));
                    }
                    changed |= *end != before;
                }
            }
        }
        found
    }

    /// The first barrier, in control flow order, that must order device memory and is not in `ordering`.
    fn first_unordered(
        &self,
        ordering: &HashSet<Inst>,
        outstanding: &[(Inst, Set)],
        after: &[(Inst, After)],
    ) -> Option<Inst> {
        let mut starts = vec![Set::new(self.accesses); self.func.blocks.len()];
        let mut at_barriers: Vec<(Inst, Set)> = Vec::new();
        let mut changed = true;
        while changed {
            changed = false;
            at_barriers.clear();
            for &block in self.cfg.reverse_postorder() {
                let mut before = starts[block.index()].clone();
                for &inst in self.insts(block) {
                    match self.kinds[inst.index()] {
                        Some(Kind::Load(number) | Kind::Write(number)) => {
                            before.insert(number);
                        }
                        Some(Kind::Barrier) if ordering.contains(&inst) => before.clear(),
                        Some(Kind::Barrier) => at_barriers.push((inst, before.clone())),
                        None => {}
                    }
                }
                for succ in self.func.successors(block) {
                    let start = &mut starts[succ.index()];
                    let old = start.clone();
                    start.add_all(&before);
                    changed |= *start != old;
                }
            }
        }
        let writes = self.writes();
        let mut todo = at_barriers.into_iter();
        let needed = todo.find(|(barrier, before)| {
            let follows = after.iter().find(|(b, _)| b == barrier).map(|(_, a)| *a).unwrap_or_default();
            let late = outstanding.iter().find(|(b, _)| b == barrier).is_some_and(|(_, l)| l.meets(before));
            follows.any && before.meets(&writes) || follows.write && late
        });
        needed.map(|(barrier, _)| barrier)
    }

    fn writes(&self) -> Set {
        let mut writes = Set::new(self.accesses);
        for kind in self.kinds.iter().flatten() {
            if let Kind::Write(number) = kind {
                writes.insert(*number);
            }
        }
        writes
    }
}

fn note(value: Value, derived: &[bool], live: &mut Set) {
    if let Value::Inst(inst) = value
        && derived[inst.index()]
    {
        live.insert(inst.index());
    }
}

#[cfg(test)]
mod tests {
    use super::device_barriers;
    use crate::ir::instruction::Op;
    use crate::ir::intrinsic::Intrinsic;
    use crate::ir::parse::parse_module;

    const BARRIER: &str = "fence syncscope(\"workgroup\") release
        call void @hip.barrier()
        fence syncscope(\"workgroup\") acquire";

    /// For each barrier of the kernel, in order of the text: whether it orders device memory. `SYNC` stands for a barrier, `%in`,
    /// `%out` for addresses, `%s` for a place in shared memory, `%p` for one in private memory.
    fn ordered(body: &str) -> Vec<bool> {
        let text = format!(
            "@hip.shared.0 = external addrspace(3) global [64 x i32]\n\
             @hip.private.0 = external addrspace(5) global [4 x i32]\n\
             define amdgpu_kernel void @k() {{\n\
             entry:\n\
             %t = call i32 @hip.thread.linear()\n\
             %in = call i64 @hip.param(i32 0)\n\
             %out = call i64 @hip.param(i32 8)\n\
             %n = call i32 @hip.param(i32 16)\n\
             %s = getelementptr [64 x i32], ptr addrspace(3) @hip.shared.0, i32 0, i32 %t\n\
             %p = getelementptr [4 x i32], ptr addrspace(5) @hip.private.0, i32 0, i32 1\n\
             {}\n\
             ret void\n\
             }}\n",
            body.replace("SYNC", BARRIER)
        );
        let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let func = module.functions.values().find(|f| f.is_kernel).expect("a kernel");
        let found = device_barriers(&module, func);
        let barriers = func.linked_insts().map(|(_, i)| i);
        let barriers = barriers.filter(|&i| matches!(func.op(i), Op::Intrinsic { id: Intrinsic::Barrier, .. }));
        barriers.map(|i| found.contains(&i)).collect()
    }

    #[test]
    fn input_that_went_to_shared_memory_and_output_at_the_end_need_no_order() {
        let body = "%x = load i32, i64 %in, align 4
            %y = add i32 %x, 1
            store i32 %y, ptr addrspace(3) %s, align 4
            SYNC
            %z = load i32, ptr addrspace(3) %s, align 4
            store i32 %z, i64 %out, align 4";
        assert_eq!(ordered(body), [false]);
    }

    #[test]
    fn a_value_loaded_before_and_stored_after_needs_order() {
        // Each thread gives its element to another's place: `v = a[t]; __syncthreads(); a[63 - t] = v`.
        let body = "%x = load i32, i64 %in, align 4
            SYNC
            store i32 %x, i64 %out, align 4";
        assert_eq!(ordered(body), [true]);
        let through_private = "%x = load i32, i64 %in, align 4
            store i32 %x, ptr addrspace(5) %p, align 4
            SYNC
            %y = load i32, ptr addrspace(5) %p, align 4
            store i32 %y, i64 %out, align 4";
        assert_eq!(ordered(through_private), [true]);
        let as_address = "%x = load i64, i64 %in, align 8
            SYNC
            store i32 1, i64 %x, align 4";
        assert_eq!(ordered(as_address), [true]);
        let as_private_index = "%x = load i32, i64 %in, align 4
            %q = getelementptr [4 x i32], ptr addrspace(5) @hip.private.0, i32 0, i32 %x
            %y = load i32, ptr addrspace(5) %q, align 4
            SYNC
            store i32 %y, i64 %out, align 4";
        assert_eq!(ordered(as_private_index), [true]);
    }

    #[test]
    fn what_one_thread_writes_and_another_reads_needs_order_once() {
        let body = "store i32 %t, i64 %out, align 4
            SYNC
            SYNC
            %x = load i32, i64 %in, align 4
            store i32 %x, ptr addrspace(3) %s, align 4";
        assert_eq!(ordered(body), [true, false]);
    }

    #[test]
    fn a_write_that_nothing_follows_needs_no_order() {
        assert_eq!(ordered("store i32 %t, i64 %out, align 4\nSYNC"), [false]);
    }

    #[test]
    fn reading_alone_needs_no_order_unless_it_waits_for_others() {
        let plain = "%x = load i32, i64 %in, align 4
            SYNC
            %y = load i32, i64 %out, align 4
            %z = add i32 %x, %y
            store i32 %z, ptr addrspace(3) %s, align 4";
        assert_eq!(ordered(plain), [false]);
        let flag = "%x = load atomic i32, i64 %in syncscope(\"agent\") acquire, align 4
            SYNC
            %y = load i32, i64 %out, align 4
            store i32 %y, ptr addrspace(3) %s, align 4";
        assert_eq!(ordered(flag), [true]);
        let fenced = "%x = load i32, i64 %in, align 4
            fence syncscope(\"agent\") acquire
            SYNC
            %y = load i32, i64 %out, align 4
            store i32 %y, ptr addrspace(3) %s, align 4";
        assert_eq!(ordered(fenced), [true]);
    }

    /// The tiles of a matrix product: loads to shared memory, barrier, sums, barrier, again.
    #[test]
    fn a_tiled_product_orders_shared_memory_alone() {
        let body = "br label %loop
            loop:
            %i = phi i32 [ 0, %entry ], [ %next, %loop ]
            %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
            %x = load i32, i64 %in, align 4
            store i32 %x, ptr addrspace(3) %s, align 4
            SYNC
            %y = load i32, ptr addrspace(3) %s, align 4
            %more = add i32 %sum, %y
            SYNC
            %next = add i32 %i, 1
            %go = icmp ult i32 %next, %n
            br i1 %go, label %loop, label %done
            done:
            store i32 %more, i64 %out, align 4";
        assert_eq!(ordered(body), [false, false]);
    }

    #[test]
    fn a_write_comes_round_the_loop_to_the_barrier_before_it() {
        let body = "br label %loop
            loop:
            %i = phi i32 [ 0, %entry ], [ %next, %loop ]
            %x = load i32, i64 %in, align 4
            store i32 %x, ptr addrspace(3) %s, align 4
            SYNC
            %y = load i32, ptr addrspace(3) %s, align 4
            store i32 %y, i64 %out, align 4
            %next = add i32 %i, 1
            %go = icmp ult i32 %next, %n
            br i1 %go, label %loop, label %done
            done:";
        assert_eq!(ordered(body), [true]);
    }

    #[test]
    fn a_sum_that_carries_loads_across_iterations_needs_order() {
        let body = "br label %loop
            loop:
            %i = phi i32 [ 0, %entry ], [ %next, %loop ]
            %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
            %x = load i32, i64 %in, align 4
            %more = add i32 %sum, %x
            SYNC
            %next = add i32 %i, 1
            %go = icmp ult i32 %next, %n
            br i1 %go, label %loop, label %done
            done:
            store i32 %more, i64 %out, align 4";
        assert_eq!(ordered(body), [true]);
    }
}
