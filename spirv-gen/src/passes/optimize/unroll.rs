//! Four rounds of a short loop at a time, where it counts to a number known when it starts: a thread then waits once for what four rounds load, and
//! what is done with the counter is done for four of them. The rounds that are left over go through the loop as it was.
//!
//! ```text
//! before   loop: %i = phi [%start, before], [%next, loop]         after   four: body(%i) body(%i + 1) body(%i + 2) body(%i + 3)
//!                body(%i)                                                       br (%i + 4 != %start + (%rounds & ~3)), four, rest
//!                %next = add %i, 1                                        rest: br (all done), end, loop
//!                br (%next == %bound), end, loop                          loop: ...
//! ```
//! Of rounds that cannot be as many as there are numbers, what is left are three at most, which then stand one behind the other.
//!
//! nvcc does that, NVIDIA's Vulkan compiler does not; clang does it for AMD's processors where the number is a constant only. Threads of one warp may go round
//! differently often, so a loop stays where it is if they do anything together in it: but a barrier, to which all come equally often. For drivers that are
//! not told to leave loops alone (`Target::loops_as_written`). Called by the device list in front of what looks at one block at a time.

use crate::analysis::cfg::Cfg;
use crate::analysis::sums::Sums;
use crate::error::CompileError;
use crate::hash::{HashMap, HashSet};
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Flags, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::{Effect, Intrinsic};
use crate::ir::module::{Context, Module};
use crate::ir::types::{AddressSpace, Type};
use crate::passes::DeviceContext;
use crate::passes::util::rewrite::{append_copies, retarget_phis};
use crate::passes::util::walk::kernel_of;

const PASS: &str = "optimize/unroll";
/// Rounds at a time.
const ROUNDS: u128 = 4;
/// Instructions of a round at most: more hide what they wait for themselves.
const LONGEST: usize = 32;
/// Loops of a kernel: each is a look at all of it.
const MOST_LOOPS: usize = 16;
/// Values that go from round to round at most, which all want registers.
const MOST_PHIS: usize = 8;

/// A block that is a loop, which counts up or down by one until it comes to a number from outside.
struct Loop {
    block: Block,
    /// Where it is come to from, and where it leads to.
    before: Block,
    behind: Block,
    start: Value,
    bound: Value,
    counter: Inst,
    next: Inst,
    ty: Type,
    down: bool,
    /// Counting further than the type's numbers go is not defined: from the start to the bound are fewer rounds than numbers, and one at least.
    ends: bool,
}

/// What stands for a round's values.
type Round = HashMap<Value, Value>;

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    if device.target.cpu || device.target.loops_as_written {
        return Ok(());
    }
    let Module { ctx, functions, .. } = module;
    let func = &mut functions[id];
    let cfg = Cfg::new(func);
    let mut left = MOST_LOOPS;
    // The place in front of a loop may be another loop, which then ends elsewhere: so they are found one by one.
    for block in func.layout.clone().into_iter().filter(|&block| cfg.is_reachable(block)) {
        if let Some(found) = counted(ctx, func, block).filter(|_| left > 0) {
            unroll(ctx, func, &found);
            left -= 1;
        }
    }
    Ok(())
}

/// What loop `block` is, if it may be unrolled.
fn counted(ctx: &Context, func: &Function, block: Block) -> Option<Loop> {
    let &Op::CondBr { cond: Value::Inst(cond), then_, else_ } = func.op(func.terminator(block)?) else { return None };
    let &Op::ICmp { pred, lhs: Value::Inst(next), rhs: bound } = func.op(cond) else { return None };
    let behind = match pred {
        IntPredicate::Eq if else_ == block => then_,
        IntPredicate::Ne if then_ == block => else_,
        _ => return None,
    };
    let own: HashSet<Inst> = func.blocks[block].insts.iter().copied().collect();
    let is_own = |value: Value| matches!(value, Value::Inst(inst) if own.contains(&inst));
    let &Op::Binary { op: BinaryOp::Add, lhs: Value::Inst(counter), rhs: step, flags } = func.op(next) else {
        return None;
    };
    let (Op::Phi(incoming), ty) = (func.op(counter), func.insts[counter].ty) else { return None };
    let bits = ctx.types.int_bits(ty)?;
    let down = match ctx.as_int(step)? {
        1 => false,
        step if step == u128::MAX >> (128 - bits) => true,
        _ => return None,
    };
    let [first, second] = incoming.as_slice() else { return None };
    let (enter, again) = if first.1 == block { (second, first) } else { (first, second) };
    let closed = again.1 == block && again.0 == Value::Inst(next) && own.contains(&counter) && own.contains(&next);
    let (before, start) = (enter.1, enter.0);
    let once = func.successors(before).iter().filter(|&&to| to == block).count() == 1;
    (behind != block && closed && once && !is_own(bound) && may_be_unrolled(ctx, func, block)).then_some(Loop {
        block,
        before,
        behind,
        start,
        bound,
        counter,
        next,
        ty,
        down,
        ends: flags.intersects(Flags::NUW | Flags::NSW),
    })
}

fn may_be_unrolled(ctx: &Context, func: &Function, block: Block) -> bool {
    let phis = func.phis(block).count();
    let round = &func.blocks[block].insts[phis..];
    let meets = round.iter().any(|&i| func.op(i).is_barrier());
    let shares = |ptr: Value| ctx.types.pointee_space(ctx.type_of(func, ptr)) != Some(AddressSpace::Global);
    let alone = |op: &Op| match op {
        Op::Load { ptr, volatile: false, atomic: None, .. } | Op::Store { ptr, volatile: false, atomic: None, .. } => {
            // Lanes in step may talk through shared memory; all loops that meet go round equally often.
            meets || !shares(*ptr)
        }
        Op::Intrinsic { id: Intrinsic::Barrier, .. } => true,
        Op::Intrinsic { id, .. } => matches!(id.effect(), Effect::Pure | Effect::Hint),
        Op::Fence(_) => meets,
        Op::Load { .. } | Op::Store { .. } | Op::AtomicRmw { .. } | Op::CmpXchg { .. } | Op::Call { .. } => false,
        op => !matches!(op, Op::Alloca { .. }) && (!op.has_side_effects() || op.is_terminator()),
    };
    phis <= MOST_PHIS && round.len() <= LONGEST && round.iter().all(|&inst| alone(func.op(inst)))
}

fn unroll(ctx: &mut Context, func: &mut Function, found: &Loop) {
    let Loop { block, before, behind, ends, .. } = *found;
    let [enter, four, rest, end] = [(); 4].map(|()| func.create_block());
    let left: Vec<Block> = (0..if ends { ROUNDS - 2 } else { 0 }).map(|_| func.create_block()).collect();
    let place = func.layout.iter().position(|&b| b == block).unwrap_or(func.layout.len());
    let order = [enter, four, rest, block].into_iter().chain(left.iter().copied()).chain([end]);
    func.layout.splice(place..=place, order);
    let limit = write_entry(&mut Cursor::at_end(ctx, func, enter), found, four);
    if let Some(terminator) = func.terminator(before) {
        func.insts[terminator].op.map_successors(|to| if to == block { enter } else { to });
    }
    let (last, behind_four) = write_rounds(ctx, func, found, [enter, four, rest], limit);
    let mut cursor = Cursor::at_end(ctx, func, rest);
    let done = cursor.icmp(IntPredicate::Eq, limit, found.bound);
    cursor.cond_br(done, end, block);
    let phis: Vec<Inst> = func.phis(block).collect();
    for &phi in &phis {
        if let Op::Phi(incoming) = &mut func.insts[phi].op {
            incoming.iter_mut().filter(|(_, from)| *from == before).for_each(|(_, from)| *from = enter);
            incoming.push((behind_four[&Value::Inst(phi)], rest));
        }
    }
    if let Some(terminator) = func.terminator(block) {
        func.insts[terminator].op.map_successors(|to| if to == behind { end } else { to });
    }
    let mut exits = vec![(last, rest), (Round::default(), block)];
    if ends {
        exits.extend(write_left(ctx, func, found, &left, end));
    }
    leave(ctx, func, found, four, &exits, end);
    fold_masks(ctx, func, found, four);
}

/// Makes a way without return of what is left of the loop: its block, and `left` with a round each. Returns what stands for the loop's values at the ends.
fn write_left(ctx: &mut Context, func: &mut Function, found: &Loop, left: &[Block], end: Block) -> Vec<(Round, Block)> {
    let block = found.block;
    let (phis, body) = parts(func, block);
    let again: Round = phis.iter().filter_map(|&phi| Some((Value::Inst(phi), incoming(func, phi, block)?))).collect();
    let terminator = func.terminator(block);
    let test = terminator.and_then(|inst| if let Op::CondBr { cond, .. } = *func.op(inst) { Some(cond) } else { None });
    let mut exits: Vec<(Round, Block)> = Vec::new();
    for (at, &to) in left.iter().enumerate() {
        let before = exits.last().map_or_else(Round::default, |(round, _)| round.clone());
        let carried = |value: &Value| before.get(value).copied().unwrap_or(*value);
        let mut round: Round = again.iter().map(|(&phi, value)| (phi, carried(value))).collect();
        append_copies(func, &body, &mut round, to);
        let mut cursor = Cursor::at_end(ctx, func, to);
        match (left.get(at + 1), test.and_then(|test| round.get(&test).copied()), terminator) {
            (Some(&next), Some(test), Some(terminator)) => {
                let mut op = cursor.func.op(terminator).clone();
                op.map_operands(|_| test);
                op.map_successors(|to| if to == block { next } else { to });
                cursor.inst(op, Type::VOID);
            }
            _ => cursor.br(end),
        }
        exits.push((round, to));
    }
    if let Some(terminator) = terminator {
        func.insts[terminator].op.map_successors(|to| if to == block { left[0] } else { to });
    }
    for phi in phis {
        if let Op::Phi(incoming) = &mut func.insts[phi].op {
            incoming.retain(|&(_, from)| from != block);
        }
    }
    exits
}

/// The phis of a loop's block, and what a round does but for going round again.
fn parts(func: &Function, block: Block) -> (Vec<Inst>, Vec<Inst>) {
    let phis: Vec<Inst> = func.phis(block).collect();
    let mut body = func.blocks[block].insts[phis.len()..].to_vec();
    body.pop();
    (phis, body)
}

fn incoming(func: &Function, phi: Inst, from: Block) -> Option<Value> {
    match func.op(phi) {
        Op::Phi(incoming) => incoming.iter().find(|(_, at)| *at == from).map(|&(value, _)| value),
        _ => None,
    }
}

/// How many rounds there are, and which way to go. Returns what the counter is behind those that are done four at a time.
fn write_entry(cursor: &mut Cursor<'_>, found: &Loop, four: Block) -> Value {
    let &Loop { start, bound, down, .. } = found;
    let (from, to) = if down { (bound, start) } else { (start, bound) };
    let rounds = cursor.sub(to, from);
    let left = cursor.binary_const(BinaryOp::And, rounds, ROUNDS - 1);
    let limit = if down { cursor.add(bound, left) } else { cursor.sub(bound, left) };
    // No round at all means as many as there are numbers: then the loop does them.
    let fewest = cursor.ctx.int(found.ty, ROUNDS);
    let many = cursor.icmp(IntPredicate::Uge, rounds, fewest);
    cursor.cond_br(many, four, found.block);
    limit
}

/// Four rounds. Returns what stands for the loop's values in the last of them, and for its phis behind it.
fn write_rounds(
    ctx: &mut Context,
    func: &mut Function,
    found: &Loop,
    [enter, four, rest]: [Block; 3],
    limit: Value,
) -> (Round, Round) {
    let Loop { block, before, .. } = *found;
    let (phis, body) = parts(func, block);
    let mut round = Round::default();
    for &phi in &phis {
        let (ty, loc) = (func.insts[phi].ty, func.insts[phi].loc);
        let first = incoming(func, phi, before).into_iter().map(|value| (value, enter)).collect();
        let copy = func.append(four, Op::Phi(first), ty, loc);
        round.insert(Value::Inst(phi), Value::Inst(copy));
    }
    let heads: Vec<Value> = phis.iter().map(|&phi| round[&Value::Inst(phi)]).collect();
    let (mut last, mut behind) = (Round::default(), Round::default());
    for _ in 0..ROUNDS {
        append_copies(func, &body, &mut round, four);
        behind = phis
            .iter()
            .filter_map(|&phi| {
                let value = incoming(func, phi, block)?;
                Some((Value::Inst(phi), round.get(&value).copied().unwrap_or(value)))
            })
            .collect();
        last = round.clone();
        round.extend(behind.iter().map(|(&phi, &value)| (phi, value)));
    }
    for (phi, head) in phis.iter().zip(heads) {
        if let Some(&value) = behind.get(&Value::Inst(*phi)) {
            func.add_incoming(head, value, four);
        }
    }
    let mut cursor = Cursor::at_end(ctx, func, four);
    let on = cursor.icmp(IntPredicate::Ne, last[&Value::Inst(found.next)], limit);
    cursor.cond_br(on, four, rest);
    (last, behind)
}

/// What masks leave of the counter, which is a multiple of four at the start of four rounds if it begins with one: the halves of a buffer that rounds
/// take in turn lie at places that are known then.
fn fold_masks(ctx: &mut Context, func: &mut Function, found: &Loop, four: Block) {
    let Some(start) = ctx.as_int(found.start) else { return };
    let mut known: Vec<(Inst, u64)> = Vec::new();
    let mut sums = Sums::new(ctx, func);
    let at = func.phis(found.block).position(|phi| phi == found.counter);
    let Some(counter) = at.and_then(|at| func.phis(four).nth(at)) else { return };
    sums.know_zeros(Value::Inst(counter), start.trailing_zeros().min(ROUNDS.trailing_zeros()));
    for &inst in &func.blocks[four].insts {
        let Op::Binary { op: BinaryOp::And, lhs, rhs, .. } = *func.op(inst) else { continue };
        let Some(mask) = ctx.as_int(rhs).and_then(|mask| u64::try_from(mask).ok()) else { continue };
        known.extend(sums.masked(lhs, mask).map(|bits| (inst, bits)));
    }
    let constant = |(inst, bits): (Inst, u64)| (Value::Inst(inst), ctx.int(func.insts[inst].ty, bits.into()));
    let known = known.into_iter().map(constant).collect();
    func.replace_uses(&known);
}

/// Brings together at `end` what is used behind the loop, from the last round of each of the ways that lead there.
fn leave(ctx: &mut Context, func: &mut Function, found: &Loop, four: Block, exits: &[(Round, Block)], end: Block) {
    let Loop { block, behind, .. } = *found;
    let own: Vec<Inst> = func.blocks[block].insts.clone();
    let rounds: Vec<Block> = exits[1..].iter().map(|&(_, from)| from).chain([four]).collect();
    let users: Vec<Inst> = func.linked_insts().filter(|(at, _)| !rounds.contains(at)).map(|(_, inst)| inst).collect();
    let mut used: HashSet<Value> = HashSet::default();
    for &user in &users {
        func.op(user).for_each_operand(|value| used.extend([value]));
    }
    let mut met: HashMap<Value, Value> = HashMap::default();
    for value in own.into_iter().map(Value::Inst).filter(|value| used.contains(value)) {
        let ty = ctx.type_of(func, value);
        let last = exits.iter().map(|(round, from)| (round.get(&value).copied().unwrap_or(value), *from)).collect();
        let phi = func.append(end, Op::Phi(last), ty, None);
        met.insert(value, Value::Inst(phi));
    }
    func.append(end, Op::Br(behind), Type::VOID, None);
    for user in users {
        func.insts[user].op.map_operands(|value| met.get(&value).copied().unwrap_or(value));
    }
    retarget_phis(func, end, block);
}

#[cfg(test)]
mod tests {
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::case::Case;
    use crate::target::Target;

    /// A round that counts up to `%n`.
    const UP: &str = "%m = mul i32 %v, 5
               %r = add i32 %m, %i
               %next = add i32 %i, 1
               %done = icmp eq i32 %next, %n";

    /// A kernel of 24 threads that go round `first` more than thread number times from `start` on; the round computes `%r` of `%i` and `%v`, and `%next`.
    fn kernel(first: i32, round: &str, start: &str) -> Case {
        let text = format!(
            "define amdgpu_kernel void @k(ptr addrspace(1) %p) {{
             entry:
               %t = call i32 @hip.thread.id.x()
               %n = add i32 %t, {first}
               br label %loop
             loop:
               %i = phi i32 [ {start}, %entry ], [ %next, %loop ]
               %v = phi i32 [ %t, %entry ], [ %r, %loop ]
               {round}
               br i1 %done, label %out, label %loop
             out:
               %last = phi i32 [ %v, %loop ]
               %sum = mul i32 %r, 31
               %all = xor i32 %sum, %last
               %both = add i32 %all, %next
               %at = zext i32 %t to i64
               %q = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %at
               store i32 %both, ptr addrspace(1) %q, align 4
               ret void
             }}
             declare i32 @hip.thread.id.x()"
        );
        Case { target: Target::nvidia(), block: [24, 1, 1], ..Case::new(&text) }
    }

    #[test]
    fn up_to_three_rounds_that_are_left_stand_one_behind_the_other_if_they_cannot_be_more() {
        for start in ["0", "6"] {
            for flags in ["nuw", "nsw"] {
                for first in [1, 2, 3, 4] {
                    let round = UP.replace("add i32 %i, 1", &format!("add {flags} i32 %i, 1"));
                    let first = first + start.parse::<i32>().unwrap_or(0);
                    assert_eq!(rounds(&kernel(first, &round, start), "mul i32"), 4 + 3 + 1);
                }
            }
        }
    }

    fn rounds(case: &Case, of: &str) -> usize {
        let found = print_module(&case.lowered().expect("it lowers")).matches(of).count();
        case.check();
        found
    }

    #[test]
    fn counting_up_or_down_by_any_number_of_rounds_computes_the_same() {
        for first in [1, 2, 3, 4] {
            assert_eq!(rounds(&kernel(first, UP, "0"), "mul i32"), 5 + 1);
            rounds(&kernel(first + 7, UP, "6"), "mul");
        }
        let down = UP.replace("add i32 %i, 1", "add i32 %i, -1").replace("%next, %n", "%next, -3");
        for first in [1, 2, 3, 4] {
            assert_eq!(rounds(&kernel(first, &down, "%n"), "mul i32"), 5 + 1);
        }
    }

    #[test]
    fn the_half_of_a_buffer_that_a_round_takes_is_a_constant() {
        let round = "%scaled = shl i32 %i, 8
                     %half = and i32 %scaled, 256
                     %of_v = and i32 %v, 3
                     %m = mul i32 %v, 5
                     %s = xor i32 %m, %of_v
                     %r = add i32 %s, %half
                     %next = add i32 %i, 1
                     %done = icmp eq i32 %next, %n";
        for (start, masks) in [("0", 1), ("2", 1), ("1", 5)] {
            let case = kernel(start.parse::<i32>().unwrap_or(0) + 1, round, start);
            case.check();
            let text = print_module(&case.lowered().expect("it lowers"));
            let left = text.lines().filter(|line| line.contains("= and i32") && line.ends_with(", 256")).count();
            assert_eq!(left, masks, "{start}");
        }
    }

    #[test]
    fn what_lanes_do_together_stays_as_often_as_it_was() {
        let round = "%o = call i32 @hip.shuffle.xor(i32 %v, i32 1)
                     %r = add i32 %o, %i
                     %next = add i32 %i, 1
                     %done = icmp eq i32 %next, 9";
        let mut case = kernel(1, round, "0");
        case.text += "\ndeclare i32 @hip.shuffle.xor(i32, i32)";
        assert_eq!(rounds(&case, "@hip.shuffle.xor(i32"), 1);
    }

    #[test]
    fn loops_of_drivers_that_are_told_to_leave_them_stay() {
        let case = Case { target: Target::radv(), ..kernel(1, UP, "0") };
        assert_eq!(rounds(&case, "mul i32"), 1 + 1);
    }
}
