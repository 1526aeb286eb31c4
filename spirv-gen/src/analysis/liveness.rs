//! Which values are needed where: the values that are live at the start of each block.
//!
//! A phi's operands are needed at the ends of its predecessors; its result is defined at the start of its block and not
//! counted as live there. Addresses of private variables (allocas) are at hand everywhere and never count. Used by `passes::warp::fission`, which must know what outlives a synchronisation.

use crate::analysis::cfg::Cfg;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};

/// For each block (by index), the instructions whose results are live when it is entered, in no order that means anything.
pub fn live_in(func: &Function, cfg: &Cfg) -> Vec<Vec<Inst>> {
    let home = func.homes();
    let mut needed: Vec<Vec<Block>> = vec![Vec::new(); func.insts.len()];
    for (block, inst) in func.linked_insts() {
        if let Op::Phi(incoming) = func.op(inst) {
            for &(value, from) in incoming {
                note(&mut needed, value, from);
            }
        } else {
            func.op(inst).for_each_operand(|value| note(&mut needed, value, block));
        }
    }
    let mut result = vec![Vec::new(); func.blocks.len()];
    let mut seen: Vec<Option<Inst>> = vec![None; func.blocks.len()];
    for (index, blocks) in needed.into_iter().enumerate() {
        let (value, Some(def)) = (Inst::new(index), home[index]) else { continue };
        if matches!(func.op(value), Op::Alloca { .. }) {
            continue; // a kernel may have as many as it has blocks
        }
        let mut stack = blocks;
        while let Some(block) = stack.pop() {
            if block == def || seen[block.index()].replace(value) == Some(value) {
                continue;
            }
            result[block.index()].push(value);
            stack.extend(cfg.preds(block));
        }
    }
    result
}

fn note(needed: &mut [Vec<Block>], value: Value, block: Block) {
    if let Value::Inst(inst) = value
        && needed[inst.index()].last() != Some(&block)
    {
        needed[inst.index()].push(block);
    }
}

#[cfg(test)]
mod tests {
    use super::live_in;
    use crate::analysis::cfg::Cfg;
    use crate::ir::function::{Block, Function};
    use crate::ir::instruction::{Inst, Op};
    use crate::ir::parse::parse_module;

    fn function(text: &str) -> Function {
        parse_module(text).unwrap().functions.values().next().unwrap().clone()
    }

    fn live(func: &Function, block: u32) -> Vec<Inst> {
        let mut found = live_in(func, &Cfg::new(func))[block as usize].clone();
        found.sort();
        found
    }

    #[test]
    fn a_value_used_behind_a_loop_is_live_all_through_it() {
        let func = function(
            "define void @f(i32 %n) {
             a:
               %x = add i32 %n, 1
               br label %l
             l:
               %i = phi i32 [ 0, %a ], [ %j, %l ]
               %j = add i32 %i, 1
               %c = icmp ult i32 %j, %n
               br i1 %c, label %l, label %e
             e:
               %y = add i32 %x, %j
               ret void
             }",
        );
        let first = func.blocks[Block(0)].insts[0];
        let next = func.blocks[Block(1)].insts[1];
        assert_eq!(live(&func, 1), [first], "the phi and what it is made of are not live at the loop's start");
        assert_eq!(live(&func, 2), [first, next]);
        assert!(matches!(func.op(next), Op::Binary { .. }));
    }
}
