//! Moves what does not change in a loop in front of it.
//!
//! For CPU devices only: lavapipe's compiler has no such pass and computes again in every round what it is told to, and `warp::fission` puts
//! a loop over the block's threads around all code. GPUs' compilers do it themselves, and know their registers.
//!
//!   before  loop: %a = add %base, 64   %p = add %a, %i        after  %a = add %base, 64   loop: %p = add %a, %i
//!
//! Only what may be computed without being needed, and no addresses of shared or private variables, which are part of their accesses.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::error::CompileError;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Inst, Op, Value};
use crate::ir::intrinsic::{Effect, Intrinsic};
use crate::ir::module::Module;
use crate::passes::DeviceContext;

/// See the module's description.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if device.target.cpu {
        module.functions.values_mut().filter(|f| !f.is_declaration()).for_each(hoist);
    }
    Ok(())
}

/// Hoists out of every loop of `func`, inner ones first.
pub fn hoist(func: &mut Function) {
    let cfg = Cfg::new(func);
    let dom = Dominators::new(&cfg);
    let mut home = func.homes();
    // By block, the innermost loop looked at so far that holds it: its header.
    let mut holder: Vec<Option<Block>> = vec![None; func.blocks.len()];
    for &header in cfg.reverse_postorder().iter().rev() {
        let (latches, outside): (Vec<Block>, Vec<Block>) =
            cfg.preds(header).iter().partition(|&&p| dom.dominates(header, p));
        let ([before], false) = (outside.as_slice(), latches.is_empty()) else { continue };
        for block in body(&cfg, header, latches, &mut holder) {
            let stays = |home: &[Option<Block>], func: &Function, inst: Inst| {
                let inside = |block: Block| holder[block.index()] == Some(header);
                let mut changes = !is_free(func.op(inst));
                func.op(inst).for_each_operand(|v| {
                    changes |= matches!(v, Value::Inst(i) if home[i.index()].is_none_or(inside));
                });
                changes
            };
            let mut kept = Vec::new();
            for inst in std::mem::take(&mut func.blocks[block].insts) {
                if stays(&home, func, inst) {
                    kept.push(inst);
                    continue;
                }
                home[inst.index()] = Some(*before);
                let end = func.blocks[*before].insts.len() - 1;
                func.blocks[*before].insts.insert(end, inst);
            }
            func.blocks[block].insts = kept;
        }
    }
}

/// The blocks of the loop that `latches` close, in control flow order. They have `header` in `holder` then.
fn body(cfg: &Cfg, header: Block, latches: Vec<Block>, holder: &mut [Option<Block>]) -> Vec<Block> {
    holder[header.index()] = Some(header);
    let mut blocks = vec![header];
    let mut stack = latches;
    while let Some(block) = stack.pop() {
        if holder[block.index()].replace(header) != Some(header) {
            blocks.push(block);
            stack.extend(cfg.preds(block));
        }
    }
    blocks.sort_by_key(|&block| cfg.position(block));
    blocks
}

/// Whether it may be computed where nobody needs it.
pub(in crate::passes) fn is_free(op: &Op) -> bool {
    match op {
        Op::Binary { op, .. } => {
            !matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem | BinaryOp::FRem)
        }
        Op::Intrinsic { id: Intrinsic::WarpSize, .. } => false,
        Op::Intrinsic { id, .. } => id.effect() == Effect::Pure,
        Op::FNeg { .. } | Op::ICmp { .. } | Op::FCmp { .. } | Op::Cast { .. } | Op::Select { .. } => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::hoist;
    use crate::ir::parse::parse_module;
    use crate::ir::print::print_module;

    #[test]
    fn a_sum_of_values_from_outside_leaves_both_loops_and_a_division_stays() {
        let mut module = parse_module(
            "define void @f(i32 %a, i32 %n, ptr addrspace(1) %p) {
             entry:
               br label %outer
             outer:
               %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
               br label %inner
             inner:
               %j = phi i32 [ 0, %outer ], [ %j2, %inner ]
               %s = add i32 %a, %n
               %d = udiv i32 %a, %n
               %x = add i32 %s, %i
               %y = add i32 %x, %d
               store i32 %y, ptr addrspace(1) %p, align 4
               %j2 = add i32 %j, 1
               %c = icmp ult i32 %j2, %n
               br i1 %c, label %inner, label %latch
             latch:
               %i2 = add i32 %i, 1
               %e = icmp ult i32 %i2, %n
               br i1 %e, label %outer, label %end
             end:
               ret void
             }",
        )
        .unwrap();
        module.functions.values_mut().for_each(hoist);
        let text = print_module(&module);
        let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what} in\n{text}"));
        assert!(place("add i32 %a, %n") < place("b1:"), "{text}");
        assert!(place("b1:") < place("add i32 %0, %1"), "{text}");
        assert!(place("add i32 %0, %1") < place("b2:") && place("b2:") < place("udiv"), "{text}");
    }
}
