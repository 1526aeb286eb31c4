//! The order in which a warp visits the blocks of a function: what decides which lanes run together.
//!
//! A warp whose lanes stand in different blocks runs those that stand earliest in this order. Blocks come behind the blocks that
//! lead to them (back edges aside), and a loop's blocks stand together: lanes that have left a loop wait for those still inside, so
//! that code behind a join or a loop runs once for all its lanes. That is the convergence LLVM documents for AMD's back end
//! ("maximal", with cycles). Every such order gives the same sets of lanes, as long as each loop has one entry; a loop with several
//! is taken to begin at the first of them.
//!
//! ```text
//!        b0 -> b1, b2      b1 -> b1, b3      b2 -> b3        order: b0 b1 b2 b3, or b0 b2 b1 b3; never b3 before b1
//! ```
//!
//! Used by the interpreter; a pass that splits a block's code among lanes must keep to the same sets.

use super::cfg::Cfg;
use super::components::components;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};

/// The reachable blocks in visiting order.
pub fn order(func: &Function, cfg: &Cfg) -> Vec<Block> {
    let mut placed = Vec::with_capacity(cfg.reverse_postorder().len());
    place(func, cfg, cfg.reverse_postorder(), &mut placed);
    placed
}

/// Each block's place in [`order`], by block index; unreachable blocks come last.
pub fn positions(func: &Function) -> Vec<usize> {
    let mut positions = vec![usize::MAX; func.blocks.len()];
    for (i, block) in order(func, &Cfg::new(func)).into_iter().enumerate() {
        positions[block.index()] = i;
    }
    positions
}

/// By block index, the headers of the loops around each block, outer ones first.
pub fn loops(func: &Function) -> Vec<Vec<Block>> {
    let cfg = Cfg::new(func);
    let mut around = vec![Vec::new(); func.blocks.len()];
    let mut levels = vec![cfg.reverse_postorder().to_vec()];
    while let Some(nodes) = levels.pop() {
        for mut component in components(&nodes, |b| func.successors(b)).into_iter().filter(|c| c.cyclic) {
            component.blocks.sort_by_key(|&b| cfg.position(b));
            component.blocks.iter().for_each(|b| around[b.index()].push(component.blocks[0]));
            levels.push(component.blocks[1..].to_vec());
        }
    }
    around
}

/// Appends `nodes` to `placed`; edges to blocks outside `nodes` do not count.
fn place(func: &Function, cfg: &Cfg, nodes: &[Block], placed: &mut Vec<Block>) {
    let mut found = components(nodes, |b| func.successors(b));
    found.reverse();
    for mut component in found {
        component.blocks.sort_by_key(|&b| cfg.position(b));
        placed.push(component.blocks[0]);
        if component.cyclic {
            place(func, cfg, &component.blocks[1..], placed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::order;
    use crate::analysis::cfg::Cfg;
    use crate::ir::function::Function;
    use crate::ir::parse::parse_module;

    fn function(body: &str) -> Function {
        let text = format!("define void @f(i1 %c) {{\n{body}\n}}");
        let module = parse_module(&text).unwrap();
        module.functions[module.function_named("f").unwrap()].clone()
    }

    fn blocks(func: &Function) -> Vec<u32> {
        order(func, &Cfg::new(func)).iter().map(|b| b.0).collect()
    }

    #[test]
    fn a_join_comes_behind_a_loop_on_one_of_its_paths() {
        let func = function(
            "b0: br i1 %c, label %b1, label %b2
             b1: br i1 %c, label %b1, label %b3
             b2: br label %b3
             b3: ret void",
        );
        let order = blocks(&func);
        assert_eq!((order[0], order[3]), (0, 3), "{order:?}");
    }

    #[test]
    fn an_exit_that_is_written_inside_a_loop_comes_behind_it() {
        let func = function(
            "b0: br label %b1
             b1: br i1 %c, label %b2, label %b3
             b2: br label %b5
             b3: br i1 %c, label %b1, label %b4
             b4: br i1 %c, label %b3, label %b1
             b5: ret void",
        );
        // The loop is 1, 3, 4, with the inner loop 3, 4.
        assert_eq!(blocks(&func), [0, 1, 3, 4, 2, 5]);
    }
}
