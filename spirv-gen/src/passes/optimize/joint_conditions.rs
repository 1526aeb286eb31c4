//! Two conditions that are asked one behind the other, for the sake of the same two ways, are asked at once.
//!
//! ```text
//! before   br %a, next, out            after   %b = icmp ...
//!          next: %b = icmp ...                 %c = and %a, %b
//!                br %b, in, out                br %c, in, out
//! ```
//! `if (x > 0 && y > 0 && x < n - 1 && y < n - 1)` comes from clang as two branches. A warp that asks twice waits twice for what it compares, before
//! it fetches anything; nvcc asks once (a stencil on an H200: 0.94 of CUDA's speed with two branches, 0.97 with one). On GPUs only: the passes for CPUs
//! know bounds by their branches. Called by the device list.

use super::flatten::{is_cheap, take};
use super::simplify_cfg::{edges_into, keep_values};
use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Op, Value};
use crate::ir::module::{Context, Module};
use crate::passes::DeviceContext;
use crate::passes::util::build::Build;
use crate::passes::util::rewrite::retarget_phis;
use crate::passes::util::walk::kernel_of;

const PASS: &str = "optimize/joint_conditions";
/// Instructions in front of the second question, which are computed for nothing where the first has decided.
const LONGEST: usize = 6;

/// A question behind a question: `block` leads to `next` or `out`, `next` to `within` or `out`.
struct Questions {
    next: Block,
    out: Block,
    within: Block,
    /// Whether the first condition leads out if it holds, and whether the second does.
    leads_out: [bool; 2],
    conditions: [Value; 2],
}

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    if !device.target.cpu {
        let Module { ctx, functions, .. } = module;
        join(ctx, &mut functions[id]);
    }
    Ok(())
}

fn join(ctx: &mut Context, func: &mut Function) {
    let preds = edges_into(func);
    let mut gone = vec![false; func.blocks.len()];
    // Behind first: what asks once may be what another asks second.
    for block in func.layout.clone().into_iter().rev() {
        while let Some(questions) = (!gone[block.index()]).then(|| questions(func, block, &preds)).flatten() {
            gone[questions.next.index()] = true;
            ask_at_once(ctx, func, block, &questions);
        }
    }
    func.layout.retain(|block| !gone[block.index()]);
}

fn ways(func: &Function, block: Block) -> Option<(Value, [Block; 2])> {
    match *func.op(func.terminator(block)?) {
        Op::CondBr { cond, then_, else_ } if then_ != else_ => Some((cond, [then_, else_])),
        _ => None,
    }
}

fn questions(func: &Function, block: Block, preds: &[Vec<Block>]) -> Option<Questions> {
    let (first, [then_, else_]) = ways(func, block)?;
    [(then_, else_), (else_, then_)].into_iter().find_map(|(next, out)| {
        let (second, [held, not_held]) = ways(func, next)?;
        let within = match (held == out, not_held == out) {
            (true, _) => not_held,
            (_, true) => held,
            _ => return None,
        };
        let (_, before) = func.blocks[next].insts.split_last()?;
        let cheap = before.len() <= LONGEST && before.iter().all(|&i| is_cheap(func.op(i)));
        let alone = preds[next.index()].len() == 1 && within != next && within != block;
        (cheap && alone && is_same_way(func, out, block, next)).then_some(Questions {
            next,
            out,
            within,
            leads_out: [then_ == out, held == out],
            conditions: [first, second],
        })
    })
}

/// Whether `out` takes the same values from both.
fn is_same_way(func: &Function, out: Block, one: Block, other: Block) -> bool {
    func.phis(out).all(|phi| {
        let Op::Phi(incoming) = func.op(phi) else { return false };
        let from = |block: Block| incoming.iter().find(|(_, from)| *from == block).map(|(value, _)| value);
        from(one).is_some() && from(one) == from(other)
    })
}

fn ask_at_once(ctx: &mut Context, func: &mut Function, block: Block, questions: &Questions) {
    let &Questions { next, out, within, leads_out, conditions } = questions;
    keep_values(func, next, out, 0);
    take(func, next, block);
    let Some(terminator) = func.terminator(block) else { return };
    let [first, second] = conditions;
    // Either leads out, or both lead within.
    let (op, turned) = if leads_out[0] { (BinaryOp::Or, !leads_out[1]) } else { (BinaryOp::And, leads_out[1]) };
    let mut cursor = Cursor::before_terminator(ctx, func, block);
    let second = if turned { cursor.not(second) } else { second };
    let cond = cursor.binary(op, first, second);
    let (then_, else_) = if leads_out[0] { (out, within) } else { (within, out) };
    func.insts[terminator].op = Op::CondBr { cond, then_, else_ };
    retarget_phis(func, block, next);
}
