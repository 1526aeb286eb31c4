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
//! A barrier that stands in a loop needs it by (2) only if that write may run before the next barrier: what is outstanding there too, that one is asked
//! for, and what is not has arrived. So tiles that are fetched ahead, in every round, cost nothing for the sake of results that are written behind the loop.
//!
//! No two addresses are told apart: all device accesses may touch the same byte. The value of a load that is used up has
//! arrived, so no later write can change it; a driver would have to load it again to break that, for no use of it.
//!
//! Barriers are decided one after the other, in control flow order (`decide`): one that orders device memory settles everything
//! before it, so that later ones often need not. Used by `emit`.

mod decide;
#[cfg(test)]
mod tests;

use super::cfg::Cfg;
use crate::hash::{HashMap, HashSet};
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
    if kernel.blocks_with_barriers.is_empty() {
        return HashSet::default();
    }
    decide::ordering_barriers(&kernel)
}

/// What an instruction is to this analysis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A plain load of device memory.
    Load,
    /// Anything else that touches device memory or orders it beyond the block.
    Write,
    /// The middle of a fenced barrier of workgroup scope.
    Barrier,
}

struct Kernel<'a> {
    module: &'a Module,
    func: &'a Function,
    cfg: Cfg,
    /// By instruction.
    kinds: Vec<Option<Kind>>,
    blocks_with_barriers: HashSet<Block>,
}

/// The device accesses that may run after a place.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct After {
    any: bool,
    write: bool,
    /// A write, with no barrier in between.
    write_soon: bool,
}

impl After {
    fn or(self, other: Self) -> Self {
        Self {
            any: self.any || other.any,
            write: self.write || other.write,
            write_soon: self.write_soon || other.write_soon,
        }
    }
}

impl<'a> Kernel<'a> {
    fn new(module: &'a Module, func: &'a Function) -> Self {
        let mut this = Self {
            module,
            func,
            cfg: Cfg::new(func),
            kinds: vec![None; func.insts.len()],
            blocks_with_barriers: HashSet::default(),
        };
        for &block in &func.layout {
            let insts = &func.blocks[block].insts;
            let mut at = 0;
            while at < insts.len() {
                // A wider one stays as it is, and its fences count as such.
                if fenced_barrier(func, &insts[at..]) == Some(Scope::Workgroup) {
                    this.kinds[insts[at + 1].index()] = Some(Kind::Barrier);
                    this.blocks_with_barriers.insert(block);
                    at += 3;
                    continue;
                }
                this.kinds[insts[at].index()] = this.access(insts[at]);
                at += 1;
            }
        }
        this
    }

    fn access(&self, inst: Inst) -> Option<Kind> {
        match self.func.op(inst) {
            Op::Load { ptr, volatile: false, atomic: None, .. } if self.is_device(*ptr) => Some(Kind::Load),
            Op::Load { ptr, .. } | Op::Store { ptr, .. } | Op::AtomicRmw { ptr, .. } | Op::CmpXchg { ptr, .. }
                if self.is_device(*ptr) =>
            {
                Some(Kind::Write)
            }
            Op::Fence(fence) if width(fence.scope) > width(Scope::Workgroup) => Some(Kind::Write),
            _ => None,
        }
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

    /// The device accesses that may run after each barrier.
    fn after(&self) -> HashMap<Inst, After> {
        let mut ends = vec![After::default(); self.func.blocks.len()];
        let mut found = HashMap::default();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in self.cfg.reverse_postorder().iter().rev() {
                let mut now = ends[block.index()];
                for &inst in self.insts(block).iter().rev() {
                    match self.kinds[inst.index()] {
                        Some(Kind::Load) => now.any = true,
                        Some(Kind::Write) => now = After { any: true, write: true, write_soon: true },
                        Some(Kind::Barrier) => {
                            found.insert(inst, now);
                            now.write_soon = false;
                        }
                        None => {}
                    }
                }
                for &pred in self.cfg.preds(block) {
                    let end = &mut ends[pred.index()];
                    let joined = end.or(now);
                    changed |= std::mem::replace(end, joined) != joined;
                }
            }
        }
        found
    }

    /// By instruction, whether it is a plain load of device memory or computed from one.
    fn derived(&self) -> Vec<bool> {
        let mut derived: Vec<bool> = self.kinds.iter().map(|k| *k == Some(Kind::Load)).collect();
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

    /// The loads whose values, or what was computed from them, went to private memory, from where they may be used at any time, or say where
    /// something went there.
    fn kept_privately(&self, derived: &[bool]) -> HashSet<Inst> {
        let mut todo = Vec::new();
        for (_, inst) in self.func.linked_insts() {
            if let Op::Store { value, ptr, .. } = *self.func.op(inst)
                && self.space(ptr) == Some(AddressSpace::Private)
            {
                todo.extend(
                    [value, ptr].into_iter().filter_map(|v| if let Value::Inst(i) = v { Some(i) } else { None }),
                );
            }
        }
        let mut seen = vec![false; derived.len()];
        let mut loads = HashSet::default();
        while let Some(inst) = todo.pop() {
            if !derived[inst.index()] || std::mem::replace(&mut seen[inst.index()], true) {
                continue;
            }
            if self.kinds[inst.index()] == Some(Kind::Load) {
                loads.insert(inst);
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
}
