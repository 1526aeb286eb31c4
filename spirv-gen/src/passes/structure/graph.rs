//! The control-flow graph while it is being restructured: edges are moved, and variables carry decisions along them.
//!
//! Phis are gone at this stage (see `prepare`), so an edge can be moved without touching its ends. Called by `loops` and
//! `selections`.

use crate::analysis::cfg::Cfg;
use crate::ir::constant::Const;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Op, Value};
use crate::ir::module::Context;
use crate::ir::types::Type;

/// A function under restructuring.
#[derive(Debug)]
pub struct Graph<'a> {
    pub ctx: &'a mut Context,
    pub func: &'a mut Function,
    preds: Vec<Vec<Block>>,
}

/// A value stored while an edge is taken.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    variable: Value,
    value: Value,
}

impl<'a> Graph<'a> {
    /// The graph of `func`, all of whose blocks are reachable and whose branches have distinct targets.
    pub fn new(ctx: &'a mut Context, func: &'a mut Function) -> Self {
        let cfg = Cfg::new(func);
        let preds = func.blocks.keys().map(|b| cfg.preds(b).to_vec()).collect();
        Self { ctx, func, preds }
    }
    /// Where control may go from `block`.
    pub fn succs(&self, block: Block) -> Vec<Block> {
        self.func.successors(block)
    }
    /// The blocks that may go to `block`.
    pub fn preds(&self, block: Block) -> &[Block] {
        &self.preds[block.index()]
    }
    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.preds.len()
    }
    /// A new block without instructions.
    pub fn new_block(&mut self) -> Block {
        self.preds.push(Vec::new());
        self.func.create_block()
    }
    /// A new block that only goes to `to`.
    pub fn forwarder(&mut self, to: Block) -> Block {
        let block = self.new_block();
        self.finish(block, Op::Br(to));
        block
    }
    /// Ends `block` with `terminator`.
    pub fn finish(&mut self, block: Block, terminator: Op) {
        for to in terminator.successors() {
            self.preds[to.index()].push(block);
        }
        self.func.append(block, terminator, Type::VOID, None);
    }
    /// Takes the terminator off `block`.
    pub fn unfinish(&mut self, block: Block) -> Option<Op> {
        let inst = self.func.terminator(block)?;
        self.func.blocks[block].insts.pop();
        for to in self.func.op(inst).successors() {
            self.forget(block, to);
        }
        Some(self.func.op(inst).clone())
    }
    fn forget(&mut self, from: Block, to: Block) {
        let preds = &mut self.preds[to.index()];
        if let Some(at) = preds.iter().position(|&p| p == from) {
            preds.swap_remove(at);
        }
    }
    /// Makes the edge `from` → `old` go to `new`.
    pub fn retarget(&mut self, from: Block, old: Block, new: Block) {
        if old == new {
            return;
        }
        if let Some(inst) = self.func.terminator(from) {
            self.func.insts[inst].op.map_successors(|b| if b == old { new } else { b });
        }
        self.forget(from, old);
        self.preds[new.index()].push(from);
    }
    /// Makes the edge `from` → `old` go to `new` and take a decision on the way. Returns the block that was put on the edge, if
    /// `from` has other edges.
    pub fn redirect(&mut self, from: Block, old: Block, new: Block, decision: Option<Decision>) -> Option<Block> {
        let Some(Decision { variable, value }) = decision else {
            self.retarget(from, old, new);
            return None;
        };
        let alone = self.succs(from).len() == 1;
        let place = if alone { from } else { self.forwarder(new) };
        self.retarget(from, old, if alone { new } else { place });
        Cursor::before_terminator(self.ctx, self.func, place).store(value, variable, 1);
        (!alone).then_some(place)
    }
    /// Ends `block` with a branch to one of `targets` (two or more), and returns the decision that leads to each.
    pub fn dispatch(&mut self, block: Block, targets: &[Block]) -> Vec<Decision> {
        let ty = if targets.len() == 2 { Type::I1 } else { Type::I32 };
        let variable = self.variable(ty);
        let loaded = Cursor::at_end(self.ctx, self.func, block).load(ty, variable, 1);
        let values: Vec<Value> = (0..targets.len()).map(|i| self.ctx.int(ty, i as u128)).collect();
        let terminator = match *targets {
            [else_, then_] => Op::CondBr { cond: loaded, then_, else_ },
            _ => {
                let (last, rest) = targets.split_last().expect("a dispatch has targets");
                let consts = values.iter().filter_map(|v| as_const(*v));
                Op::Switch { value: loaded, default: *last, cases: consts.zip(rest.iter().copied()).collect() }
            }
        };
        self.finish(block, terminator);
        values.into_iter().map(|value| Decision { variable, value }).collect()
    }
    /// Undoes the `decisions` of one dispatch at `index` of `block`, which all ways to them come through. Inner merges seem to lead to the
    /// dispatch also where none was taken, and the variable would live on from before, around every loop.
    pub fn forget_decisions(&mut self, block: Block, index: usize, decisions: &[Decision]) {
        let Some(&Decision { variable, value }) = decisions.first() else { return };
        let undef = self.ctx.undef(self.ctx.type_of(self.func, value));
        Cursor::before(self.ctx, self.func, block, index).store(undef, variable, 1);
    }
    /// Where the terminator of `block` stands.
    pub fn end(&self, block: Block) -> usize {
        self.func.blocks[block].insts.len().saturating_sub(1)
    }
    fn variable(&mut self, ty: Type) -> Value {
        let entry = self.func.entry();
        let op = Op::Alloca { elem: ty, count: None, align: 4 };
        Cursor { ctx: self.ctx, func: self.func, block: entry, index: 0, loc: None }.inst(op, Type::PTR_PRIVATE)
    }
}

fn as_const(value: Value) -> Option<Const> {
    if let Value::Const(id) = value { Some(id) } else { None }
}
