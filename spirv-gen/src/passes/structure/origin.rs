//! What control flow looked like before it was restructured: where a value that is carried in a variable cannot be there yet.
//!
//! Restructuring makes ways that the original program could not take, and on them a variable seems to be read though nothing was written in
//! this round of a loop: it would live on from round to round, around every loop that it is written in, for nothing.
//! Called by `prepare` and `repair`, which give values variables.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::Context;

/// Dominators and loops of a function.
#[derive(Clone, Debug)]
pub struct Origin {
    dominators: Dominators,
    /// By block, the header of the innermost loop around it; of a header, that of the next loop outwards.
    around: Vec<Option<Block>>,
}

impl Origin {
    /// Looks at `func` as it is.
    pub fn of(func: &Function) -> Self {
        let cfg = Cfg::new(func);
        let dominators = Dominators::new(&cfg);
        let mut around = vec![None; func.blocks.len()];
        let mut inside = vec![None; func.blocks.len()]; // the last loop that a block was found in
        // Outer loops first, so inner ones have the last word.
        for &header in cfg.reverse_postorder() {
            let mut work: Vec<Block> =
                cfg.preds(header).iter().copied().filter(|&p| dominators.dominates(header, p)).collect();
            while let Some(block) = work.pop() {
                if block != header && inside[block.index()].replace(header) != Some(header) {
                    around[block.index()] = Some(header);
                    work.extend(cfg.preds(block).iter().filter(|&&p| cfg.is_reachable(p)));
                }
            }
        }
        Self { dominators, around }
    }

    /// Writes undef to a `variable` that is only read where control came through `block`, which writes it: in what dominates the block, and in
    /// the header of the loop around it, whose every round writes it again before it is read.
    pub fn forget(&self, ctx: &mut Context, func: &mut Function, block: Block, variable: Inst) {
        let Op::Alloca { elem, .. } = *func.op(variable) else { return };
        let undef = ctx.undef(elem);
        let header = self.around.get(block.index()).copied().flatten();
        let dominator = self.dominators.idom(block).filter(|&d| Some(d) != header);
        for place in [header, dominator].into_iter().flatten() {
            Cursor::before_terminator(ctx, func, place).store(undef, Value::Inst(variable), 1);
        }
    }
}
