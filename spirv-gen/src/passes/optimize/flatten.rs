//! Short ways that a branch brings together, as selects: both are computed, and one is taken.
//!
//!   before  condbr %c, %then, %join             after  %a = add %x, 1
//!           then: %a = add %x, 1                       %r = select %c, %a, %x
//!                 br %join                             br %join
//!           join: %r = phi [%a, then], [%x, ...]
//!
//! A warp whose lanes go both ways computes both anyway, and a CPU that runs several lanes in one register pays for the masks. NIR does this
//! (`nir_opt_peephole_select`), NVIDIA's compiler (580) not always: conversions to bfloat16 took it three times as long. Called by the device
//! list (`passes/mod.rs`), and by `float::clamps` behind the passes that make more of them, as what the driver flattens must be seen there.

use super::licm::is_free;
use super::simplify_cfg::{edges_into, merge_chains};
use crate::error::CompileError;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Flags, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::passes::DeviceContext;
use crate::passes::util::walk::kernel_of;

const PASS: &str = "optimize/flatten";

/// How much a branch may cost.
#[derive(Clone, Copy)]
struct Measure {
    /// Instructions of one way that are computed for nothing when the other is taken.
    longest: usize,
    /// How deep ways lie in ways at most: each round does the innermost.
    rounds: usize,
}

/// A warp that agrees jumps over a long way.
const GPU: Measure = Measure { longest: 6, rounds: 4 };
/// On a CPU each way costs masks and tests of them, and a block to LLVM, whose time grows faster than their number: HeCBench's tpacf finds one of 31 bins by comparisons, 128
/// times over, which was 10,000 blocks.
const CPU: Measure = Measure { longest: 64, rounds: 24 };
/// Values that the two bring together, where they compute any. Ways without instructions bring together as many as they like.
const VALUES: usize = 4;

/// What a branch joins again: the place, and the blocks that it is reached from if the condition holds, and if not.
struct Join {
    at: Block,
    held: Block,
    not_held: Block,
}

/// Makes selects wherever ways are short.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let Module { ctx, functions, .. } = module;
    let func = &mut functions[id];
    let measure = if device.target.cpu { CPU } else { GPU };
    for _ in 0..measure.rounds {
        if !innermost(ctx, func, measure) {
            break;
        }
        merge_chains(func);
    }
    Ok(())
}

fn innermost(ctx: &Context, func: &mut Function, measure: Measure) -> bool {
    let preds = edges_into(func);
    let mut any = false;
    let mut gone = vec![false; func.blocks.len()];
    for block in func.layout.clone() {
        if let Some((terminator, cond, join)) = join_behind(ctx, func, block, &preds, measure) {
            for way in [join.held, join.not_held].into_iter().filter(|&way| way != block) {
                take(func, way, block);
                gone[way.index()] = true;
            }
            select(func, block, cond, &join);
            func.insts[terminator].op = Op::Br(join.at);
            any = true;
        }
    }
    func.layout.retain(|block| !gone[block.index()]);
    any
}

/// The branch of `block` and where its ways meet, if they are short.
fn join_behind(
    ctx: &Context,
    func: &Function,
    block: Block,
    preds: &[Vec<Block>],
    measure: Measure,
) -> Option<(Inst, Value, Join)> {
    let terminator = func.terminator(block)?;
    let &Op::CondBr { cond, then_, else_ } = func.op(terminator) else { return None };
    let leads_to = |way: Block| {
        let (last, rest) = func.blocks[way].insts.split_last()?;
        let short = preds[way.index()].len() == 1
            && rest.len() <= measure.longest
            && rest.iter().all(|&i| is_cheap(func.op(i)));
        match *func.op(*last) {
            Op::Br(to) if short && way != block => Some((to, rest.len())),
            _ => None,
        }
    };
    let (join, computed) = match (leads_to(then_), leads_to(else_)) {
        (Some((at, a)), Some((other, b))) if at == other => (Join { at, held: then_, not_held: else_ }, a + b),
        (Some((at, a)), _) if at == else_ => (Join { at, held: then_, not_held: block }, a),
        (_, Some((at, b))) if at == then_ => (Join { at, held: block, not_held: else_ }, b),
        _ => return None,
    };
    let types = &ctx.types;
    let mut phis = func.phis(join.at).map(|phi| func.insts[phi].ty).peekable();
    let plain = phis.peek().is_some() && phis.all(|ty| types.is_float(ty) || types.int_bits(ty).is_some());
    let few = computed == 0 || func.phis(join.at).count() <= VALUES;
    (plain && few && join.at != block).then_some((terminator, cond, join))
}

/// Whether it takes about as long as a select.
pub(super) fn is_cheap(op: &Op) -> bool {
    match op {
        Op::Binary { op: BinaryOp::FDiv, .. } => false,
        Op::Intrinsic { id, .. } => matches!(
            id,
            Intrinsic::Fma
                | Intrinsic::FAbs
                | Intrinsic::MinNum
                | Intrinsic::MaxNum
                | Intrinsic::SMin
                | Intrinsic::SMax
                | Intrinsic::UMin
                | Intrinsic::UMax
        ),
        op => is_free(op),
    }
}

/// Moves what `way` computes to the end of `block`. What its flags promise holds only where it is needed.
pub(super) fn take(func: &mut Function, way: Block, block: Block) {
    let mut moved = std::mem::take(&mut func.blocks[way].insts);
    moved.pop();
    for &inst in &moved {
        if let Op::Binary { flags, .. } | Op::Cast { flags, .. } = &mut func.insts[inst].op {
            flags.remove(Flags::NUW | Flags::NSW | Flags::EXACT | Flags::DISJOINT | Flags::NNEG);
        }
    }
    let last = func.blocks[block].insts.len() - 1;
    func.blocks[block].insts.splice(last..last, moved);
}

fn select(func: &mut Function, block: Block, cond: Value, join: &Join) {
    let phis: Vec<Inst> = func.phis(join.at).collect();
    for phi in phis {
        let Op::Phi(incoming) = func.op(phi) else { continue };
        let from = |way: Block| incoming.iter().find(|(_, from)| *from == way).map(|&(value, _)| value);
        let (Some(then_), Some(else_)) = (from(join.held), from(join.not_held)) else { continue };
        let mut chosen = then_;
        if then_ != else_ {
            let (ty, loc) = (func.insts[phi].ty, func.insts[phi].loc);
            let inst = func.create_inst(Op::Select { flags: Flags::empty(), cond, then_, else_ }, ty, loc);
            let last = func.blocks[block].insts.len() - 1;
            func.blocks[block].insts.insert(last, inst);
            chosen = Value::Inst(inst);
        }
        if let Op::Phi(incoming) = &mut func.insts[phi].op {
            incoming.retain(|(_, from)| *from != join.held && *from != join.not_held);
            incoming.push((chosen, block));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::bodies::{inputs, per_thread};
    use crate::passes::lowering_tests::case::Case;
    use crate::target::Target;

    #[test]
    fn a_cpu_computes_all_ways_of_a_chain_of_questions() {
        let mut body = String::from("br label %q0\n");
        let mut ends = String::new();
        for i in 0..12 {
            body += &format!(
                "q{i}:\n%c{i} = icmp ult i32 %a, {}\nbr i1 %c{i}, label %x{i}, label %q{}\nx{i}:\n%s{i} = add i32 %b, {}\nbr label %end\n",
                (i + 1) << 28,
                i + 1,
                i * i
            );
            ends += &format!("[ %s{i}, %x{i} ], ");
        }
        body +=
            &format!("q12:\nbr label %end\nend:\n%r = phi i32 {ends}[ 7, %q12 ]\nstore i32 %r, ptr addrspace(1) %out");
        for (target, fewest, most) in [(Target::lavapipe(), 0, 3), (Target::radv(), 6, 12)] {
            let case = Case { target, block: [16, 1, 1], input: inputs(), ..Case::new(&per_thread("i32", &body)) };
            case.check();
            let branches = print_module(&case.lowered().expect("it lowers")).matches("br i1").count();
            assert!((fewest..=most).contains(&branches), "{branches} branches for {}", case.target.name);
        }
    }
}
