//! Runs of fused multiply-adds, of doubles or of floats, on devices without one: all of a run are computed the quick way (`quick_fma.rs`), and only where one of them may be wrong, again the
//! long way (`fma.rs`), by a loop that holds it once.
//!
//! ```text
//! before  %x = fma(%a, %b, %c)             after       %x1, %ok1 = quick(%a, %b, %c)
//!         %y = fmul %x, %d                             %y1 = fmul %x1, %d
//!         %z = fma(%y, %b, %c)                         %z1, %ok2 = quick(%y1, %b, %c)    br (%ok1 & %ok2), done, again
//!                                              again:  %x2, %z2 = phi of what is known of %x and %z
//!                                                      %y2 = fmul %x2, %d
//!                                                      the long way of the round's own: (%a, %b, %c), then (%y2, %b, %c)
//!                                                      br (both are known), done, again
//!                                               done:  %x = phi [%x1], [%x2] ...
//! ```
//! A double's exponential is twelve of them one behind the other: the long way of each is 160 operations to compute and to compile, the quick one 35.
//! What stands between them is computed again from what they are by then, so it must be a function of its operands that is defined for all. Called by the device list in front of
//! `float/float_legal`, which makes what is left: halves, and floats where they are flushed.

use super::division::fused;
use super::quick_fma::product_sum;
use crate::error::CompileError;
use crate::hash::{HashMap, HashSet};
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::{Effect, Intrinsic};
use crate::ir::module::Module;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::rewrite::append_copies;
use crate::passes::util::walk::kernel_of;
use crate::target::Target;

const PASS: &str = "float/fma_runs";
/// Multiply-adds of a run at most: each is a value that goes around in the loop.
const MOST: usize = 24;
/// Instructions between them that are computed again, at most.
const MOST_BETWEEN: usize = 100;

/// Instructions of a block, from its first multiply-add to its last.
#[derive(Default)]
struct Run {
    /// What does not depend on the multiply-adds, in order.
    apart: Vec<Inst>,
    /// They and what the later ones need of their results, in order.
    chain: Vec<Inst>,
    /// What depends on them otherwise.
    later: Vec<Inst>,
}

/// What stands for a run's values.
type Values = HashMap<Value, Value>;

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let types = types(device.target);
    if types.is_empty() {
        return Ok(());
    }
    let Module { ctx, functions, .. } = module;
    let func = &mut functions[id];
    let uses = func.use_counts();
    for block in func.layout.clone() {
        let mut rest = Some(block);
        while let Some(block) = rest {
            rest = first_fma(func, block, &types)
                .map(|at| share(&mut Cursor::before(ctx, func, block, at), &uses, device.target));
        }
    }
    Ok(())
}

/// The types that are computed so: those without a fused multiply-add, floats only on GPUs that do not flush the rests. A CPU's compiler has more to do with
/// two ways than with one through double, which is nearly as fast there.
fn types(target: &Target) -> Vec<Type> {
    let floats = !target.cpu && target.fp32_controls.denorm_preserve;
    [Type::DOUBLE, Type::FLOAT]
        .into_iter()
        .filter(|&ty| target.float64 && !target.fused_fma.of(ty) && (ty == Type::DOUBLE || floats))
        .collect()
}

/// The type of a multiply-add.
fn fma_type(func: &Function, inst: Inst) -> Option<Type> {
    matches!(func.op(inst), Op::Intrinsic { id: Intrinsic::Fma, .. }).then_some(func.insts[inst].ty)
}

fn first_fma(func: &Function, block: Block, types: &[Type]) -> Option<usize> {
    func.blocks[block].insts.iter().position(|&inst| fma_type(func, inst).is_some_and(|ty| types.contains(&ty)))
}

/// Whether it may be computed of operands that are not the program's, too, and more than once.
fn is_defined_for_all(op: &Op) -> bool {
    use BinaryOp as B;
    match op {
        Op::Binary { op, .. } => !matches!(op, B::UDiv | B::SDiv | B::URem | B::SRem | B::FRem),
        Op::Intrinsic { id, .. } => id.effect() == Effect::Pure,
        Op::FNeg { .. } | Op::ICmp { .. } | Op::FCmp { .. } | Op::Cast { .. } | Op::Select { .. } | Op::Freeze(_) => {
            true
        }
        _ => false,
    }
}

/// The run that begins with the first of `insts`.
fn find(func: &Function, insts: &[Inst]) -> (Run, usize) {
    let mut dependent: HashSet<Value> = HashSet::default();
    let ty = insts.first().and_then(|&first| fma_type(func, first));
    let (mut count, mut between, mut end) = (0, 0, 0);
    for (at, &inst) in insts.iter().enumerate() {
        let op = func.op(inst);
        let own = fma_type(func, inst);
        let mut depends = own.is_some();
        op.for_each_operand(|value| depends |= dependent.contains(&value));
        let of_another = own.is_some() && own != ty;
        if op.is_terminator() || of_another || (depends && !is_defined_for_all(op)) {
            break;
        }
        if !depends {
            continue;
        }
        dependent.insert(Value::Inst(inst));
        match own.is_some() {
            true => (count, end) = (count + 1, at + 1),
            false => between += 1,
        }
        if count == MOST || between == MOST_BETWEEN {
            break;
        }
    }
    (part(func, &insts[..end], &dependent), end)
}

/// Parts `insts`, of which `dependent` are multiply-adds or depend on one.
fn part(func: &Function, insts: &[Inst], dependent: &HashSet<Value>) -> Run {
    let mut needed: HashSet<Value> = HashSet::default();
    let mut run = Run::default();
    for &inst in insts.iter().rev() {
        if !dependent.contains(&Value::Inst(inst)) {
            run.apart.push(inst);
        } else if fma_type(func, inst).is_some() || needed.contains(&Value::Inst(inst)) {
            func.op(inst).for_each_operand(|value| {
                needed.insert(value);
            });
            run.chain.push(inst);
        } else {
            run.later.push(inst);
        }
    }
    for part in [&mut run.apart, &mut run.chain, &mut run.later] {
        part.reverse();
    }
    run
}

/// Makes the run that begins at the cursor. Returns the block that holds what is behind it.
fn share(cursor: &mut Cursor<'_>, uses: &[u32], target: &Target) -> Block {
    let block = cursor.block;
    let done = cursor.split();
    let (run, end) = find(cursor.func, &cursor.func.blocks[done].insts);
    let rest = cursor.func.blocks[done].insts.split_off(end);
    let alive = alive(cursor.func, &run.chain, uses);
    cursor.func.blocks[done].insts = run.later.iter().copied().chain(rest).collect();
    cursor.func.blocks[block].insts.extend(&run.apart);
    cursor.goto_end(block);
    let (quick, right) = write_quick(cursor, &run.chain);
    let slow = cursor.new_block();
    cursor.cond_br(right, done, slow);
    cursor.goto_end(slow);
    let long = match run.chain.as_slice() {
        &[only] => {
            let operands = operands(cursor.func, only, &Values::default());
            Values::from_iter([(Value::Inst(only), fused(cursor, operands, target))])
        }
        chain => write_loop(cursor, chain, &quick, target),
    };
    cursor.br(done);
    let end = cursor.block;
    // Those that are alive become what joins both: whoever uses them need not be told.
    let phis: Vec<Inst> = run.chain.iter().copied().filter(|inst| alive.contains(inst)).collect();
    for &inst in &phis {
        let value = Value::Inst(inst);
        cursor.func.insts[inst].op = Op::Phi(vec![(quick[&value], block), (long[&value], end)]);
    }
    cursor.func.blocks[done].insts.splice(0..0, phis);
    done
}

/// Which of a chain are used by others too. `uses`: how often each was, in all, in front of this pass.
fn alive(func: &Function, chain: &[Inst], uses: &[u32]) -> HashSet<Inst> {
    let mut others: HashMap<Inst, u32> = chain.iter().map(|&inst| (inst, uses[inst.index()])).collect();
    for &inst in chain {
        func.op(inst).for_each_operand(|value| {
            if let Value::Inst(used) = value
                && let Some(left) = others.get_mut(&used)
            {
                *left -= 1;
            }
        });
    }
    others.into_iter().filter(|&(_, left)| left > 0).map(|(inst, _)| inst).collect()
}

/// Writes all of `chain` the quick way, and whether all of that is right.
fn write_quick(cursor: &mut Cursor<'_>, chain: &[Inst]) -> (Values, Value) {
    let mut values = Values::default();
    let mut all: Option<Value> = None;
    for &inst in chain {
        if fma_type(cursor.func, inst).is_some() {
            let operands = operands(cursor.func, inst, &values);
            cursor.loc = cursor.func.insts[inst].loc;
            let (value, right) = product_sum(cursor, operands);
            values.insert(Value::Inst(inst), value);
            all = Some(all.map_or(right, |all| cursor.and(all, right)));
        } else {
            copy(cursor, inst, &mut values);
        }
    }
    let right = all.unwrap_or_else(|| cursor.ctx.bool(true));
    (values, right)
}

fn operands(func: &Function, inst: Inst, values: &Values) -> [Value; 3] {
    let Op::Intrinsic { args, .. } = func.op(inst) else { unreachable!("a multiply-add is an intrinsic") };
    [0, 1, 2].map(|at| values.get(&args[at]).copied().unwrap_or(args[at]))
}

/// At the end of the cursor's block.
fn copy(cursor: &mut Cursor<'_>, inst: Inst, values: &mut Values) {
    append_copies(cursor.func, &[inst], values, cursor.block);
    cursor.goto_end(cursor.block);
}

/// A loop that computes one multiply-add the long way in each round, and in a last one what stands between them of all. Begins with what is known, `quick`; leaves
/// the cursor where it ends. Returns what the chain is then.
fn write_loop(cursor: &mut Cursor<'_>, chain: &[Inst], quick: &Values, target: &Target) -> Values {
    let before = cursor.block;
    let again = cursor.new_block();
    cursor.br(again);
    cursor.goto_end(again);
    let none = cursor.ctx.i32(0);
    let round = cursor.phi(vec![(none, before)], Type::I32);
    let fmas: Vec<Inst> = chain.iter().copied().filter(|&inst| fma_type(cursor.func, inst).is_some()).collect();
    let mut values = Values::default();
    for &inst in &fmas {
        let value = Value::Inst(inst);
        let ty = cursor.ty(quick[&value]);
        let known = cursor.phi(vec![(quick[&value], before)], ty);
        values.insert(value, known);
    }
    for &inst in chain.iter().filter(|inst| !fmas.contains(inst)) {
        copy(cursor, inst, &mut values);
    }
    let turns: Vec<Value> = (0..fmas.len() as u32)
        .map(|at| {
            let at = cursor.ctx.i32(at);
            cursor.icmp(IntPredicate::Eq, round, at)
        })
        .collect();
    let chosen = choose(cursor, &fmas, &turns, &values);
    let found = fused(cursor, chosen, target);
    for (inst, &turn) in fmas.iter().zip(&turns) {
        let known = values[&Value::Inst(*inst)];
        let next = cursor.select(turn, found, known);
        values.insert(Value::Inst(*inst), next);
        cursor.func.add_incoming(known, next, again);
    }
    let next = cursor.binary_const(BinaryOp::Add, round, 1);
    cursor.func.add_incoming(round, next, again);
    let last = cursor.ctx.i32(fmas.len() as u32);
    let goes_on = cursor.icmp(IntPredicate::Ne, round, last);
    let end = cursor.new_block();
    cursor.cond_br(goes_on, again, end);
    cursor.goto_end(end);
    values
}

/// The operands of the multiply-add whose turn it is.
fn choose(cursor: &mut Cursor<'_>, fmas: &[Inst], turns: &[Value], values: &Values) -> [Value; 3] {
    let mut chosen = operands(cursor.func, fmas[0], values);
    for (&inst, &turn) in fmas.iter().zip(turns).skip(1) {
        let own = operands(cursor.func, inst, values);
        chosen = [0, 1, 2].map(|at| match own[at] == chosen[at] {
            true => own[at],
            false => cursor.select(turn, own[at], chosen[at]),
        });
    }
    chosen
}

#[cfg(test)]
mod tests {
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::bodies::{check_floats, per_thread};
    use crate::passes::lowering_tests::case::Case;
    use crate::target::Target;

    /// RADV before RDNA 2.
    fn old_radv() -> Target {
        let mut target = Target::radv();
        target.fused_fma.float = false;
        target
    }

    /// A polynomial of degree `count`; between the steps stands what is not a multiply-add.
    fn polynomial(count: usize, between: impl Fn(usize, &str) -> String) -> String {
        let mut body = String::from("%x0 = fadd double %b, 0.0\n");
        for i in 1..=count {
            body += &between(i, &format!("%x{}", i - 1));
            body += &format!("%x{i} = call double @llvm.fma.f64(double %y{i}, double %a, double %c)\n");
        }
        body + &format!("store double %x{count}, ptr addrspace(1) %out")
    }

    #[test]
    fn runs_compute_what_their_multiply_adds_do() {
        let nothing = |i: usize, x: &str| format!("%y{i} = select i1 true, double {x}, double {x}\n");
        let bits = |i: usize, x: &str| {
            format!(
                "%i{i} = bitcast double {x} to i64\n%j{i} = xor i64 %i{i}, {i}\n%k{i} = icmp sgt i64 %j{i}, 1000
                 %z{i} = bitcast i64 %j{i} to double\n%y{i} = select i1 %k{i}, double %z{i}, double {x}\n"
            )
        };
        let stores = |i: usize, x: &str| {
            let store = format!("store double {x}, ptr addrspace(1) %out\n");
            let back = format!("%y{i} = load double, ptr addrspace(1) %out\n");
            if i.is_multiple_of(3) { store + &back } else { nothing(i, x) }
        };
        let divides = |i: usize, x: &str| {
            format!(
                "%i{i} = bitcast double {x} to i64\n%d{i} = or i64 %i{i}, 4611686018427387904\n%q{i} = udiv i64 -1, %d{i}
                 %f{i} = uitofp i64 %q{i} to double\n%y{i} = fmul double %f{i}, {x}\n"
            )
        };
        for count in [1, 2, 5, 60] {
            for body in [
                polynomial(count, nothing),
                polynomial(count, bits),
                polynomial(count, stores),
                polynomial(count, divides),
            ] {
                check_floats("double", &body, Target::lavapipe());
                let body = body.replace("double", "float").replace("f64", "f32").replace("i64", "i32");
                check_floats("float", &body.replace("4611686018427387904", "1073741824"), old_radv());
            }
        }
    }

    #[test]
    fn runs_are_of_one_type() {
        let body = "%wide = fpext float %a to double
            %x = call float @llvm.fma.f32(float %a, float %b, float %c)
            %y = fpext float %x to double
            %z = call double @llvm.fma.f64(double %y, double %wide, double %y)
            %u = fptrunc double %z to float
            %v = call float @llvm.fma.f32(float %u, float %x, float %a)
            %r = fadd float %v, %x
            store float %r, ptr addrspace(1) %out";
        check_floats("float", body, Target::lavapipe());
        check_floats("float", body, old_radv());
    }

    #[test]
    fn what_goes_around_in_a_loop_is_its_multiply_adds() {
        let body = "br label %loop
            loop:
              %i = phi i32 [ 0, %entry ], [ %next, %loop ]
              %x = phi double [ %b, %entry ], [ %z, %loop ]
              %other = phi double [ 1.0, %entry ], [ %y, %loop ]
              %y = call double @llvm.fma.f64(double %x, double %a, double %c)
              %n = fneg double %other
              %z = call double @llvm.fma.f64(double %y, double %n, double %a)
              %next = add i32 %i, 1
              %same = fcmp une double %z, %y
              %more = icmp ult i32 %next, 3
              %goes = and i1 %same, %more
              br i1 %goes, label %loop, label %out
            out:
              %sum = fadd double %y, %z
              store double %sum, ptr addrspace(1) %out.place";
        let text =
            body.replace("%out.place", "%out").replace("label %out\n", "label %end\n").replace("out:\n", "end:\n");
        check_floats("double", &text, Target::lavapipe());
    }

    #[test]
    fn the_long_way_stands_once() {
        let simple = |i: usize, x: &str| format!("%y{i} = fmul double {x}, %b\n");
        let length = |count: usize| {
            let case =
                Case { target: Target::lavapipe(), ..Case::new(&per_thread("double", &polynomial(count, simple))) };
            print_module(&case.lowered().expect("it lowers")).lines().count()
        };
        let (one, twenty) = (length(1), length(20));
        assert!(twenty < one + 19 * 60, "one {one}, twenty {twenty}");
    }
}
