//! Kernels that begin with a bound check, for the blocks in which every thread passes it.
//!
//! `if (i >= n) return;` makes the lanes of a warp diverge for all that follows, though only the grid's last blocks ever see them do so. Where
//! that keeps warps from running whole (`packing`), the kernel is written twice, and each block counts first:
//!
//! ```text
//! before  if (i >= n) return; rest           after  if (i < n, for all threads of the block) rest, packed
//!                                                   else { if (i >= n) return; rest }
//! ```
//! A guard is a branch on what a thread's index and the launch alone decide, in front of a loop or of a place where threads meet; or in front of loads and
//! stores, if those of neighbours lie side by side (`streaming`, `ends`).
//! Called by `warp::run` and `fission::run`.

use crate::analysis::cfg::Cfg;
use crate::analysis::components::cycles;
use crate::analysis::divergence::is_uniform;
use crate::analysis::postdominators::PostDominators;
use crate::hash::{HashMap, HashSet};
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::optimize::{const_fold, dce, simplify_cfg};
use crate::passes::util::build::{Build, first_round};

use super::super::operations::is_meeting;
use super::ends::Ends;
use super::packed;
use super::packing::Packing;
use super::streaming;

/// A kernel has no more guards than this, of no more instructions each than [`MOST_STEPS`]: every block counts them for all its threads.
const MOST_GUARDS: usize = 4;
const MOST_STEPS: usize = 24;

/// A condition, and what it is for threads that pass.
#[derive(Clone, Debug)]
struct Guard {
    cond: Inst,
    passes: bool,
    /// What it is computed from, each behind its operands.
    steps: Vec<Inst>,
}

/// A kernel whose guards matter.
#[derive(Clone, Debug)]
pub struct Guarded {
    guards: Vec<Guard>,
    /// The kernel for blocks whose threads all pass.
    passed: Function,
    packing: Packing,
    /// How a block tells, if its first and last threads say it for all.
    ends: Option<Ends>,
}

impl Guarded {
    /// Of the kernel `func`, if it runs better without its guards.
    pub fn new(ctx: &mut Context, func: &Function, device: &DeviceContext<'_>) -> Option<Self> {
        if !Packing::is_possible(func, device) {
            return None;
        }
        let cfg = Cfg::new(func);
        // Where threads only load and store, that is the work.
        let plain = device.target.cpu && streaming::is_plain(func, &cfg);
        let guards = find(func, &cfg, plain);
        if guards.is_empty() {
            return None;
        }
        if plain {
            return Self::streaming(ctx, func, guards, device);
        }
        let passed = assume(ctx, func, &guards);
        let (passed, packing) = packed(ctx, &passed, device)?;
        // Warp operations first: without packing they go through memory.
        let worth = |func: &Function, packing: &Packing| {
            (packing.needs_warps(func, &func.layout), packing.loops_together(ctx, func))
        };
        let before = Packing::new(ctx, func, device).map_or((false, 0), |packing| worth(func, &packing));
        let after = worth(&passed, &packing);
        // Barriers make several regions, and each is looked at by itself.
        let barriers = passed.linked_insts().any(|(_, i)| passed.op(i).is_barrier());
        let gains = after > before && (after.0 || barriers || packing.pays(&passed, &passed.layout));
        gains.then_some(Self { guards, passed, packing, ends: None })
    }

    /// Of `func`, whose threads only load and store, if neighbours' words lie side by side without its guards.
    fn streaming(ctx: &mut Context, func: &Function, guards: Vec<Guard>, device: &DeviceContext<'_>) -> Option<Self> {
        if Packing::new(ctx, func, device)?.streams {
            return None;
        }
        let conds: Vec<(Inst, bool)> = guards.iter().map(|g| (g.cond, g.passes)).collect();
        let (ends, wide) = Ends::new(ctx, func, &conds, device.shape.threads())?;
        let passed = assume(ctx, &wide, &guards);
        let packing = Packing::new(ctx, &passed, device)?;
        let gains = packing.streams && packing.pays(&passed, &passed.layout);
        gains.then_some(Self { guards, passed, packing, ends: Some(ends) })
    }

    /// The kernel for blocks whose threads all pass, and how it is packed.
    pub fn passed(&self) -> (Function, Packing) {
        (self.passed.clone(), self.packing.clone())
    }

    /// Whether it is for words of neighbouring threads, and only the grid's last blocks do not pass.
    pub fn is_wide(&self) -> bool {
        self.ends.is_some()
    }

    /// Whether all of the block's threads pass, of `source`; rows are full. The cursor ends up in another block.
    pub fn count(&self, cursor: &mut Cursor<'_>, source: &Function, device: &DeviceContext<'_>) -> Value {
        if let Some(ends) = &self.ends {
            return ends.check(cursor, source);
        }
        let [row, passing] = [Type::I32, Type::I1].map(|elem| {
            let op = Op::Alloca { elem, count: None, align: 4 };
            cursor.inst(op, Type::PTR_PRIVATE)
        });
        let lane = cursor.intrinsic(Intrinsic::LaneId, Vec::new(), Type::I32);
        let (threads, lanes) = (device.shape.threads(), device.target.subgroup_size);
        let (zero, yes) = (first_round(cursor, lane, device.target.scalar_loads), cursor.ctx.bool(true));
        cursor.store(zero, row, 4);
        cursor.store(yes, passing, 1);
        let [round, behind]: [Block; 2] = std::array::from_fn(|_| cursor.func.add_block());
        cursor.br(round);
        cursor.goto_end(round);
        let nth = cursor.load(Type::I32, row, 4);
        let first = cursor.fold_const(BinaryOp::Mul, nth, lanes.into());
        let thread = cursor.add(first, lane);
        let mut all = cursor.load(Type::I1, passing, 1);
        let mut values = HashMap::default();
        for guard in &self.guards {
            let cond = guard.compute(cursor, source, thread, &mut values);
            let passes = if guard.passes { cond } else { cursor.not(cond) };
            all = cursor.and(all, passes);
        }
        cursor.store(all, passing, 1);
        let after = cursor.fold_const(BinaryOp::Add, nth, 1);
        cursor.store(after, row, 4);
        let more = cursor.compare_const(IntPredicate::Ult, after, (threads / lanes).into());
        cursor.cond_br(more, round, behind);
        cursor.goto_end(behind);
        let all = cursor.load(Type::I1, passing, 1);
        cursor.intrinsic(Intrinsic::VoteAll, vec![all], Type::I1)
    }
}

impl Guard {
    /// The condition for `thread`; `values` are those computed already.
    fn compute(
        &self,
        cursor: &mut Cursor<'_>,
        source: &Function,
        thread: Value,
        values: &mut HashMap<Value, Value>,
    ) -> Value {
        for &step in &self.steps {
            if values.contains_key(&Value::Inst(step)) {
                continue;
            }
            let data = &source.insts[step];
            let value = if is_thread(source, step) {
                thread
            } else {
                let mut op = data.op.clone();
                op.map_operands(|v| values.get(&v).copied().unwrap_or(v));
                cursor.inst(op, data.ty)
            };
            values.insert(Value::Inst(step), value);
        }
        values[&Value::Inst(self.cond)]
    }
}

/// The guards of `func`, the outermost first; loads and stores are `work` enough, or not.
fn find(func: &Function, cfg: &Cfg, work: bool) -> Vec<Guard> {
    let ways_meet = PostDominators::new(cfg.reverse_postorder(), func.blocks.len(), |b| func.successors(b));
    let home = func.homes();
    let mut found: Vec<Guard> = Vec::new();
    for &block in cfg.reverse_postorder() {
        let Some(&Op::CondBr { cond: Value::Inst(cond), then_, else_ }) = func.terminator(block).map(|t| func.op(t))
        else {
            continue;
        };
        if found.len() == MOST_GUARDS || found.iter().any(|g| g.cond == cond) {
            continue;
        }
        let Some(steps) = foreseen(func, &home, cond) else { continue };
        let works = |to| has_work(func, (to, ways_meet.next(block)), work);
        let passes = match (works(then_), works(else_)) {
            (true, false) => true,
            (false, true) => false,
            _ => continue,
        };
        // Of single threads, most blocks have none.
        let one = match func.op(cond) {
            Op::ICmp { pred: IntPredicate::Eq, .. } => passes,
            Op::ICmp { pred: IntPredicate::Ne, .. } => !passes,
            _ => false,
        };
        if !one {
            found.push(Guard { cond, passes, steps });
        }
    }
    found
}

/// What `cond` is computed from, if it is a matter of the thread's index and of the launch, of both.
fn foreseen(func: &Function, home: &[Option<Block>], cond: Inst) -> Option<Vec<Inst>> {
    let mut steps = Vec::new();
    let mut seen = HashSet::default();
    // Twice on the stack: to be looked at, and to be listed when its operands are.
    let mut stack = vec![(cond, false)];
    while let Some((inst, done)) = stack.pop() {
        if done {
            steps.push(inst);
            continue;
        }
        if !seen.insert(inst) {
            continue;
        }
        let op = func.op(inst);
        // What divides is not asked of threads that would not come to it.
        let comes = home[inst.index()] == Some(func.entry()) || !divides(op);
        let foreseeable = is_thread(func, inst) || is_uniform(op) && !matches!(op, Op::Gep { .. });
        if !foreseeable || !comes || seen.len() > MOST_STEPS {
            return None;
        }
        stack.push((inst, true));
        op.for_each_operand(|v| stack.extend(if let Value::Inst(i) = v { Some((i, false)) } else { None }));
    }
    let launch = |&i: &Inst| {
        let mut constant = true;
        func.op(i).for_each_operand(|v| constant &= matches!(v, Value::Const(_)));
        constant && matches!(func.op(i), Op::Intrinsic { .. }) && !is_thread(func, i)
    };
    (steps.iter().any(|&i| is_thread(func, i)) && steps.iter().any(launch)).then_some(steps)
}

fn divides(op: &Op) -> bool {
    use BinaryOp as B;
    matches!(op, Op::Binary { op: B::UDiv | B::URem | B::SDiv | B::SRem, rhs: Value::Inst(_), .. })
}

fn is_thread(func: &Function, inst: Inst) -> bool {
    matches!(func.op(inst), Op::Intrinsic { id: Intrinsic::ThreadLinear, .. })
}

/// Whether there is a loop or a meeting on the ways from `from` to `join`; or a load or store, if that is enough.
fn has_work(func: &Function, (from, join): (Block, Option<Block>), memory: bool) -> bool {
    let mut inside = Vec::new();
    let mut seen = vec![false; func.blocks.len()];
    let mut stack = vec![from];
    while let Some(block) = stack.pop() {
        if Some(block) != join && !std::mem::replace(&mut seen[block.index()], true) {
            inside.push(block);
            stack.extend(func.successors(block));
        }
    }
    let meets = |&i: &Inst| match func.op(i) {
        Op::Intrinsic { id, .. } => is_meeting(*id),
        op => memory && matches!(op, Op::Load { .. } | Op::Store { .. }),
    };
    inside.iter().flat_map(|&b| &func.blocks[b].insts).any(meets) || !cycles(&inside, |b| func.successors(b)).is_empty()
}

/// `func` for threads that pass all `guards`.
fn assume(ctx: &mut Context, func: &Function, guards: &[Guard]) -> Function {
    let mut passed = func.clone();
    let known = guards.iter().map(|g| (Value::Inst(g.cond), ctx.bool(g.passes))).collect();
    passed.replace_uses(&known);
    const_fold::fold_function(ctx, &mut passed);
    simplify_cfg::simplify(ctx, &mut passed);
    dce::eliminate(&mut passed);
    passed
}

#[cfg(test)]
mod tests {
    use crate::ir::print::print_module;
    use crate::passes::warp::fission::lowered::for_lavapipe;

    /// Whether the kernel that sums a warp's words where `cond` holds is written twice for blocks of 64, and how many shuffles it has then.
    fn versions(cond: &str) -> (bool, usize) {
        let text = format!(
            "define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {{
  %t = call i32 @hip.thread.linear()
  %block = call i32 @hip.block.id.x()
  %first = mul i32 %block, 64
  %i = add i32 %first, %t
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x = load i32, ptr addrspace(1) %at
{cond}
  br i1 %c, label %inside, label %end
inside:
  %y = call i32 @hip.shuffle.xor(i32 %x, i32 1)
  store i32 %y, ptr addrspace(1) %at
  br label %end
end:
  ret void
}}"
        );
        let module = for_lavapipe(&text, 64);
        let text = print_module(&module);
        (text.contains("@hip.vote.all("), text.matches("@hip.shuffle(").count())
    }

    #[test]
    fn a_kernel_behind_a_bound_check_is_packed_for_blocks_that_pass_whole() {
        // A shuffle per packed row, and again for the other blocks, whose warps go through the code whole as well.
        assert_eq!(versions("  %c = icmp slt i32 %i, %n"), (true, 4 + 4));
        assert_eq!(versions("  %d = icmp sge i32 %i, %n\n  %c = xor i1 %d, true"), (true, 4 + 4));
        assert_eq!(
            versions("  %a = icmp ult i32 %t, %n\n  %b = icmp ult i32 %i, 1000\n  %c = and i1 %a, %b"),
            (true, 4 + 4)
        );
    }

    #[test]
    fn branches_that_part_every_block_or_hang_on_memory_are_no_guards() {
        assert!(!versions("  %c = icmp ult i32 %t, 20").0, "the same for all blocks");
        assert!(!versions("  %c = icmp eq i32 %i, %n").0, "one thread");
        assert!(!versions("  %c = icmp slt i32 %x, %n").0, "what memory holds");
    }

    #[test]
    fn what_whole_warps_decide_is_no_guard() {
        assert_eq!(versions("  %c = icmp ult i32 %t, 32"), (false, 4));
        assert_eq!(versions("  %c = icmp slt i32 %block, %n"), (false, 4));
    }
}
