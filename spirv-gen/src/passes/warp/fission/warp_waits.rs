//! Loops in which single lanes wait, written as loops of whole warps: what `packing` asks for, and `turns` can hold.
//!
//! ```text
//! before  if (lane == 0) { a; while (!*flag) {} b; }
//! after   at = start; do { switch (at) { start: a;  again: if (!*flag) { at = again; } else { b; at = done; } } } while (any lane's at != done);
//! ```
//! Between two polls the whole warp meets, and there it takes its turn. All divergent code around such a loop
//! goes into the new one, once, so lanes that have left the loop go on as far as they can alone: to where they converge, as on AMD.
//! What lives from one poll to the next, or beyond, goes through variables, which become values again at the end.
//! Called by `fission::run`.

use crate::analysis::cfg::Cfg;
use crate::analysis::components::cycles;
use crate::analysis::divergence::Divergence;
use crate::analysis::polling::{Poll, polls};
use crate::budget::Budget;
use crate::hash::{HashMap, HashSet};
use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::memory::mem2reg;
use crate::passes::structure::prepare::hoist_extracts;
use crate::passes::util::build::Build;
use crate::passes::util::rewrite::phi_to_load;
use crate::passes::warp::sync_points::{Meeting, Point};

use super::packing::{Join, divergent_code};
use super::regions::redirect;
use super::waits::turn_at;

/// Where a lane goes on that has nothing left to do in the loop.
const DONE: u32 = u32::MAX;

/// The kernel `func` with every loop in which lanes of its warps of `warp` wait as one of whole warps, and the points where those take turns;
/// nothing if that is impossible, if lanes wait in more loops at one place than the `budget` has, or if in a `short` kernel, which can be
/// cut otherwise, lanes would wait at the join for one that holds what they wait for.
pub fn gather(
    ctx: &mut Context,
    func: &Function,
    (warp, budget): (u32, &Budget),
    short: bool,
) -> Option<(Function, Vec<Point>)> {
    let mut whole = func.clone();
    hoist_extracts(ctx, &mut whole);
    let mut points: Vec<Point> = Vec::new();
    for _ in 0..budget.places {
        let held = |p: &Poll, f: &Function| points.iter().any(|at| p.latches(f) == [at.block]);
        let Some(poll) = polls(ctx, &whole).into_iter().rev().find(|p| !held(p, &whole)) else {
            mem2reg::run_on(ctx, &mut whole);
            return Some((whole, points));
        };
        let divergence = Divergence::of_warps(ctx, &whole, &Cfg::new(&whole), warp);
        if divergence.block(poll.header) {
            let place = Place::around(&mut whole, &divergence, &poll)?;
            let locks_out = short && place.may_leave_with_a_lock(&whole, &poll);
            if locks_out || place.loops(ctx, &whole).len() > budget.loops_of_a_place {
                return None;
            }
            let (start, latch) = place.gather(ctx, &mut whole);
            // So the code of a poll, and what comes behind it, is there once.
            points.push(Point { block: start, meeting: Meeting::Nobody, operations: Vec::new() });
            points.push(turn_at(latch));
        } else {
            let latches = poll.latches(&whole);
            points.push(turn_at(redirect(ctx, &mut whole, poll.header, &latches)));
        }
    }
    None
}

/// The divergent code around a loop in which lanes wait.
struct Place {
    /// The block behind which they diverge.
    from: Block,
    /// The block where they converge.
    join: Block,
    blocks: HashSet<Block>,
    /// The variables made, which are to stand in the entry.
    slots: Vec<Inst>,
}

impl Place {
    /// Around `poll`; nothing if there is no one way into it and out.
    fn around(func: &mut Function, divergence: &Divergence, poll: &Poll) -> Option<Self> {
        let mut found = None;
        for block in func.layout.clone() {
            if divergence.block(block) || !func.successors(block).iter().any(|&to| divergence.block(to)) {
                continue;
            }
            let behind = divergent_code(func, divergence, &[], block)?;
            if !behind.blocks.contains(&poll.header) {
                continue;
            }
            if found.replace((block, behind)).is_some() {
                return None;
            }
        }
        let (from, behind) = found?;
        let blocks: HashSet<Block> = behind.blocks.into_iter().collect();
        let join = match behind.join {
            Join::Block(block) => block,
            Join::End => join_ends(func, &blocks),
            Join::Region(_) => return None,
        };
        Some(Self { from, join, blocks, slots: Vec::new() })
    }

    /// Whether a lane comes from `poll`, where it may have taken what others wait for, right to the join, where it would wait for them.
    fn may_leave_with_a_lock(&self, func: &Function, poll: &Poll) -> bool {
        poll.takes && poll.blocks.iter().any(|&b| func.successors(b).contains(&self.join))
    }

    /// Writes the place as a loop of whole warps. Returns its first block and the one that leads back to it.
    fn gather(mut self, ctx: &mut Context, func: &mut Function) -> (Block, Block) {
        let loops = self.loops(ctx, func);
        let at = func.blocks[self.from].insts.len() - 1;
        let first = Cursor::before(ctx, func, self.from, at).split();
        self.blocks.insert(first);
        self.copy_addresses(ctx, func);
        self.phis_to_variables(ctx, func);
        self.values_to_variables(ctx, func);
        let [start, meet, latch] = std::array::from_fn(|_| func.add_block());
        let next = self.variable(func, Type::I32);
        let go_on = |ctx: &mut Context, func: &mut Function, block: Block, at: u32, to: Block| {
            let at = ctx.i32(at);
            let mut cursor = Cursor::at_end(ctx, func, block);
            cursor.store(at, next, 4);
            cursor.br(to);
        };
        go_on(ctx, func, self.from, 0, start);
        let mut cases = vec![(0, first)];
        for ((header, blocks), nth) in loops.into_iter().zip(1..) {
            let again = func.add_block();
            go_on(ctx, func, again, nth, meet);
            retarget(func, blocks, header, again);
            cases.push((nth, header));
        }
        let done = func.add_block();
        go_on(ctx, func, done, DONE, meet);
        retarget(func, self.blocks.iter().copied(), self.join, done);
        let key = |ctx: &mut Context, n: u32| ctx.consts.intern(ConstData::Int { ty: Type::I32, bits: n.into() });
        let cases = cases.into_iter().map(|(n, to)| (key(ctx, n), to)).collect();
        let mut cursor = Cursor::at_end(ctx, func, start);
        let value = cursor.load(Type::I32, next, 4);
        cursor.inst(Op::Switch { value, default: meet, cases }, Type::VOID);
        cursor.goto_end(meet);
        let value = cursor.load(Type::I32, next, 4);
        let inside = cursor.compare_const(IntPredicate::Ne, value, DONE.into());
        let inside = cursor.intrinsic(Intrinsic::Ballot, vec![inside], Type::I64);
        let any = cursor.compare_const(IntPredicate::Ne, inside, 0);
        cursor.cond_br(any, latch, self.join);
        cursor.goto_end(latch);
        cursor.br(start);
        let entry = func.entry();
        func.blocks[entry].insts.splice(0..0, self.slots);
        (start, latch)
    }

    /// The loops in which lanes wait, and those around them: each one's header, and its blocks.
    fn loops(&self, ctx: &Context, func: &Function) -> Vec<(Block, Vec<Block>)> {
        let cfg = Cfg::new(func);
        let headers: HashSet<Block> = polls(ctx, func).into_iter().map(|p| p.header).collect();
        let inside = cfg.reverse_postorder().iter().copied().filter(|b| self.blocks.contains(b));
        let mut levels: Vec<(Vec<Block>, Option<Block>)> = vec![(inside.collect(), None)];
        let mut found = Vec::new();
        while let Some((nodes, outer)) = levels.pop() {
            let inner = |b: Block| func.successors(b).into_iter().filter(|&to| Some(to) != outer).collect::<Vec<_>>();
            for mut blocks in cycles(&nodes, inner) {
                blocks.sort_by_key(|&b| cfg.position(b));
                if blocks.iter().any(|b| headers.contains(b)) {
                    levels.push((blocks.clone(), Some(blocks[0])));
                    found.push((blocks[0], blocks));
                }
            }
        }
        found
    }

    /// Its blocks, always in the same order.
    fn in_order(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = self.blocks.iter().copied().collect();
        blocks.sort_unstable();
        blocks
    }

    /// A new variable.
    fn variable(&mut self, func: &mut Function, ty: Type) -> Value {
        let slot = func.create_inst(Op::Alloca { elem: ty, count: None, align: 1 }, Type::PTR_PRIVATE, None);
        self.slots.push(slot);
        Value::Inst(slot)
    }

    /// An address of shared or private memory is no value that could be kept: each block that uses one gets its own.
    fn copy_addresses(&self, ctx: &mut Context, func: &mut Function) {
        let is_address = |func: &Function, def: Inst| matches!(func.op(def), Op::Gep { .. });
        self.replace_uses_elsewhere(ctx, func, is_address, |cursor, def| {
            let data = cursor.func.insts[def].clone();
            cursor.inst(data.op, data.ty)
        });
    }

    /// The phis of the place and of its join become loads of variables, which their predecessors store.
    fn phis_to_variables(&mut self, ctx: &mut Context, func: &mut Function) {
        for block in self.in_order().into_iter().chain([self.join]) {
            for phi in func.phis(block).collect::<Vec<_>>() {
                let ptr = self.variable(func, func.insts[phi].ty);
                phi_to_load(ctx, func, phi, ptr);
            }
        }
    }

    /// Values of the place that other blocks use go through variables.
    fn values_to_variables(&mut self, ctx: &mut Context, func: &mut Function) {
        let mut variables: HashMap<Inst, Value> = HashMap::default();
        let mut slots = Vec::new();
        self.replace_uses_elsewhere(
            ctx,
            func,
            |_, _| true,
            |cursor, def| {
                let elem = cursor.func.insts[def].ty;
                let ptr = *variables.entry(def).or_insert_with(|| {
                    let op = Op::Alloca { elem, count: None, align: 1 };
                    slots.push(cursor.func.create_inst(op, Type::PTR_PRIVATE, None));
                    Value::Inst(slots[slots.len() - 1])
                });
                cursor.load(elem, ptr, 1)
            },
        );
        self.slots.append(&mut slots);
        for block in self.in_order() {
            let mut at = 0;
            while let Some(&inst) = func.blocks[block].insts.get(at) {
                at += 1;
                if let Some(&ptr) = variables.get(&inst) {
                    Cursor::before(ctx, func, block, at).store(Value::Inst(inst), ptr, 1);
                    at += 1;
                }
            }
        }
    }

    /// Calls `make` in front of every instruction that uses a value of the place which stands in another block, if it is one that is `asked`
    /// for; it uses what that made instead.
    fn replace_uses_elsewhere(
        &self,
        ctx: &mut Context,
        func: &mut Function,
        asked: impl Fn(&Function, Inst) -> bool,
        mut make: impl FnMut(&mut Cursor<'_>, Inst) -> Value,
    ) {
        let homes = func.homes();
        let strays = |func: &Function, value: Value, block: Block| {
            let Value::Inst(def) = value else { return None };
            let home = homes.get(def.index()).copied().flatten()?;
            (home != block && self.blocks.contains(&home) && asked(func, def)).then_some(def)
        };
        for block in func.layout.clone() {
            let mut known: HashMap<Inst, Value> = HashMap::default();
            for inst in func.blocks[block].insts.clone() {
                if let Op::Phi(mut incoming) = func.op(inst).clone() {
                    for (value, from) in &mut incoming {
                        if let Some(def) = strays(func, *value, *from) {
                            *value = make(&mut Cursor::before_terminator(ctx, func, *from), def);
                        }
                    }
                    func.insts[inst].op = Op::Phi(incoming);
                    continue;
                }
                let mut used = Vec::new();
                func.op(inst).for_each_operand(|v| used.extend(strays(func, v, block)));
                for def in used {
                    let value = *known.entry(def).or_insert_with(|| {
                        let at = func.blocks[block].insts.iter().position(|&i| i == inst).unwrap_or_default();
                        make(&mut Cursor::before(ctx, func, block, at), def)
                    });
                    func.insts[inst].op.map_operands(|v| if v == Value::Inst(def) { value } else { v });
                }
            }
        }
    }
}

/// Sends the edges from `blocks` to `before` to `now`. There are no phis.
fn retarget(func: &mut Function, blocks: impl IntoIterator<Item = Block>, before: Block, now: Block) {
    for block in blocks {
        if let Some(terminator) = func.terminator(block) {
            func.insts[terminator].op.map_successors(|to| if to == before { now } else { to });
        }
    }
}

/// A block behind `blocks`, in which all of them end.
fn join_ends(func: &mut Function, blocks: &HashSet<Block>) -> Block {
    let end = func.add_block();
    func.append(end, Op::Ret(None), Type::VOID, None);
    for &block in blocks {
        if let Some(terminator) = func.terminator(block).filter(|&t| func.op(t).successors().is_empty()) {
            func.insts[terminator].op = Op::Br(end);
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use crate::error::CompileErrorKind;
    use crate::ir::print::print_module;
    use crate::passes::warp::fission::lowered::{for_lavapipe, lowered};
    use crate::target::Target;

    /// Shuffles of the scheduler, which looks for the least of all lanes' states.
    const SCHEDULER: usize = 1;

    /// How the kernel with `body` comes out for blocks of `threads` on lavapipe: shuffles between the lanes of the hardware, of which a kernel
    /// that is not packed has none but the scheduler's; and whether warps take no turns.
    fn made(body: &str, threads: u32) -> (usize, bool) {
        let module = for_lavapipe(&kernel(body), threads);
        let alone = module.functions.values().any(|f| f.attrs.waits_alone);
        (print_module(&module).matches("@hip.shuffle(").count(), alone)
    }

    /// A kernel whose first lanes run `body`, and whose warps then have a convergent operation.
    fn kernel(body: &str) -> String {
        format!(
            "define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {{
  %t = call i32 @hip.thread.linear()
  %lane = and i32 %t, 31
  %first = icmp eq i32 %lane, 0
  br i1 %first, label %wait, label %on
{body}
on:
  %y = call i32 @hip.shuffle.xor(i32 %t, i32 3)
  store i32 %y, ptr addrspace(1) %q
  ret void
}}"
        )
    }

    const LOOK: &str = "wait:
  %x = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %go = icmp eq i32 %x, 0
  br i1 %go, label %wait, label %on";

    const LOCK: &str = "wait:
  %x = atomicrmw xchg ptr addrspace(1) %p, i32 1 seq_cst
  %go = icmp ne i32 %x, 0
  br i1 %go, label %wait, label %on";

    /// `body` in a kernel that is too long to be cut thread by thread.
    fn long(body: &str) -> String {
        let mut text = String::from("on2:\n");
        for i in 0..1200 {
            text += &format!("  store volatile i32 {i}, ptr addrspace(1) %q\n");
        }
        format!("{}\n{text}  br label %on", body.replace("label %on", "label %on2"))
    }

    #[test]
    fn a_warp_whose_lane_waits_takes_its_turn_whole() {
        // One shuffle per row of the warp.
        assert_eq!(made(LOOK, 64), (SCHEDULER + 4, false));
        assert_eq!(made(&long(LOOK), 64), (SCHEDULER + 4, false));
    }

    #[test]
    fn short_blocks_take_turns_thread_by_thread_if_they_are_short_enough() {
        assert_eq!(made(LOOK, 50), (SCHEDULER, false));
        assert!(made(&long(LOOK), 50).1, "and the launch says that they do not");
    }

    #[test]
    fn a_wait_for_the_own_block_that_could_have_no_end_is_refused_by_name() {
        let look = |more: usize| {
            let shared = long(LOOK)
                .replace("load atomic i32, ptr addrspace(1) %p monotonic", "load volatile i32, ptr addrspace(3) @s");
            let (head, tail) = shared.split_at(shared.find("on2:\n").expect("a long kernel") + 5);
            let lines: Vec<&str> = tail.lines().skip(1200 - more).collect();
            format!("{head}{}", lines.join("\n"))
        };
        let lower = |more: usize, threads: u32| {
            let text = kernel(&look(more));
            lowered(
                &format!("@s = internal addrspace(3) global i32 undef, align 4\n{text}"),
                threads,
                &Target::lavapipe(),
            )
        };
        assert!(lower(800, 50).is_ok() && lower(1200, 64).is_ok(), "within the budget");
        let error = lower(1200, 50).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error.kind, CompileErrorKind::LimitExceeded(_)), "{text}");
        assert!(text.contains("'k'") && text.contains("up to 1000 instructions"), "{text}");
    }

    #[test]
    fn lanes_that_wait_in_loops_of_their_loops_take_turns_one_by_one_in_short_kernels() {
        let again = "wait:
  %x = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %go = icmp eq i32 %x, 0
  br i1 %go, label %wait, label %next
next:
  %n = atomicrmw add ptr addrspace(1) %q, i32 1 seq_cst
  %more = icmp ult i32 %n, %x
  br i1 %more, label %wait2, label %on
wait2:
  %x2 = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %go2 = icmp eq i32 %x2, %n
  br i1 %go2, label %wait2, label %next";
        assert_eq!(made(again, 64), (SCHEDULER, false));
        assert!(made(&long(again), 64).1);
    }

    #[test]
    fn a_lane_that_leaves_with_a_lock_goes_on_where_it_can() {
        assert_eq!(made(LOCK, 64), (SCHEDULER, false));
        let work = "work:\n  store atomic i32 0, ptr addrspace(1) %p release, align 4\n  br label %on";
        let alone = format!("{}\n{work}", LOCK.replace("label %on", "label %work"));
        assert_eq!(made(&alone, 64), (SCHEDULER + 4, false), "it gives the lock back before lanes join");
    }
}
