//! The walk that every device pass is a visitor of: one function, every definition seen before its uses.
//!
//! Blocks are put in reverse post-order and unreachable ones dropped; each block is then rebuilt at its own end, so an
//! expansion costs what it inserts and never shifts what follows. A visitor sees its instruction with operands already
//! replaced (phis excepted: theirs are mended at the end), and may change it in place, replace it or split the block.
//! Passes that turn one value into several keep the parts themselves and fill phis afterwards through [`Walked`].
//! (`rewrite.rs` is the portable half's simpler sibling, which keeps the layout.)

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::constant::{Const, ConstData, Consts};
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::{FuncId, Module};

/// What a visitor wants done with the instruction it was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// It stays (perhaps changed in place), behind what was inserted.
    Keep,
    /// It goes; its uses become the value.
    Replace(Value),
    /// It goes; nobody uses it any more.
    Drop,
}

/// What is known after a walk.
#[derive(Debug, Default)]
pub struct Walked {
    replaced: Vec<Option<Value>>,
}

impl Walked {
    /// What `value` became.
    pub fn resolve(&self, mut value: Value) -> Value {
        while let Value::Inst(inst) = value {
            match self.replaced.get(inst.index()).copied().flatten() {
                Some(next) => value = next,
                None => break,
            }
        }
        value
    }
    fn set(&mut self, inst: Inst, value: Value) {
        if self.replaced.len() <= inst.index() {
            self.replaced.resize(inst.index() + 1, None);
        }
        self.replaced[inst.index()] = Some(value);
    }
}

/// The module's one kernel.
///
/// # Errors
/// There is none: the bundle is not what the portable half makes.
pub fn kernel_of(module: &Module, pass: &'static str) -> Result<FuncId, CompileError> {
    let found = module.functions.iter().find(|(_, f)| f.is_kernel && !f.is_declaration());
    found.map(|(id, _)| id).ok_or_else(|| CompileError::internal(pass, "the module has no kernel body"))
}

/// Shows `visit` every instruction of function `id`.
///
/// # Errors
/// The visitor's, with function and source line added; the function must then not be used.
pub fn walk(
    module: &mut Module,
    id: FuncId,
    mut visit: impl FnMut(&mut Cursor<'_>, Inst) -> Result<Visit, CompileError>,
) -> Result<Walked, CompileError> {
    let Module { ctx, functions, files, .. } = module;
    let func = &mut functions[id];
    order_blocks(func);
    let mut state = Walked::default();
    let mut ends: HashMap<Block, Block> = HashMap::default();
    let mut old_phis: Vec<Inst> = Vec::new();
    for block in std::mem::take(&mut func.layout) {
        func.layout.push(block);
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut cursor = Cursor { ctx, func, block, index: 0, loc: None };
        for inst in insts {
            let is_phi = matches!(cursor.func.insts[inst].op, Op::Phi(_));
            if !is_phi {
                cursor.func.insts[inst].op.map_operands(|v| state.resolve(v));
            }
            let loc = cursor.func.insts[inst].loc;
            cursor.loc = loc;
            let first_new = cursor.func.insts.len();
            let outcome = visit(&mut cursor, inst).map_err(|e| {
                let at = loc.or(cursor.func.loc).map(|l| describe(files, l));
                e.in_function(&cursor.func.name).at(at)
            })?;
            if is_phi {
                old_phis.push(inst);
                old_phis.extend((first_new..cursor.func.insts.len()).map(Inst::new));
            }
            match outcome {
                Visit::Keep => {
                    let at = cursor.block;
                    cursor.func.blocks[at].insts.push(inst);
                    cursor.index = cursor.func.blocks[at].insts.len();
                }
                Visit::Replace(value) => state.set(inst, value),
                Visit::Drop => {}
            }
        }
        let end = cursor.block;
        if end != block {
            ends.insert(block, end);
        }
    }
    for phi in old_phis {
        if let Op::Phi(incoming) = &mut func.insts[phi].op {
            for (value, from) in incoming {
                *value = state.resolve(*value);
                *from = ends.get(from).copied().unwrap_or(*from);
            }
        }
    }
    Ok(state)
}

fn describe(files: &[String], loc: crate::ir::module::Loc) -> String {
    let file = files.get(loc.file as usize).map_or("<unknown>", String::as_str);
    format!("{file}:{}:{}", loc.line, loc.column)
}

/// Reverse post-order of the reachable blocks; phis forget predecessors that are gone.
pub fn order_blocks(func: &mut Function) {
    let mut seen = vec![false; func.blocks.len()];
    let mut post = Vec::new();
    let entry = func.entry();
    seen[entry.index()] = true;
    let mut stack = vec![(entry, func.successors(entry).into_iter())];
    while let Some((block, rest)) = stack.last_mut() {
        // Last successor first, so that the first one comes first in the reversed order.
        match rest.next_back() {
            Some(next) if !seen[next.index()] => {
                seen[next.index()] = true;
                let succ = func.successors(next).into_iter();
                stack.push((next, succ));
            }
            Some(_) => {}
            None => {
                post.push(*block);
                stack.pop();
            }
        }
    }
    post.reverse();
    if post.len() != func.layout.len() {
        for &block in &post {
            let phis: Vec<Inst> = func.phis(block).collect();
            for phi in phis {
                if let Op::Phi(incoming) = &mut func.insts[phi].op {
                    incoming.retain(|(_, from)| seen[from.index()]);
                }
            }
        }
    }
    func.layout = post;
}

/// Unlinks instructions whose results nobody needs, dead cycles of phis included.
pub fn remove_unused(func: &mut Function) {
    let mut live = vec![false; func.insts.len()];
    let mut work: Vec<Inst> =
        func.linked_insts().map(|(_, i)| i).filter(|&i| func.insts[i].op.has_side_effects()).collect();
    work.iter().for_each(|i| live[i.index()] = true);
    while let Some(inst) = work.pop() {
        func.insts[inst].op.for_each_operand(|v| {
            if let Value::Inst(used) = v
                && !live[used.index()]
            {
                live[used.index()] = true;
                work.push(used);
            }
        });
    }
    for block in func.layout.clone() {
        func.blocks[block].insts.retain(|i| live[i.index()]);
    }
}

/// Drops constants that nothing names any more (they may name globals that are gone), and renumbers the rest.
pub fn remove_unused_constants(module: &mut Module) {
    let old = std::mem::take(&mut module.ctx.consts);
    let mut moved: HashMap<Const, Const> = HashMap::default();
    let new = &mut module.ctx.consts;
    for global in module.globals.values_mut() {
        global.init = global.init.map(|id| move_constant(&old, new, &mut moved, id));
    }
    for func in module.functions.values_mut() {
        // Unlinked instructions keep constants of the old numbering, which nobody may read again.
        func.compact();
        for inst in func.insts.values_mut() {
            inst.op.map_operands(|value| match value {
                Value::Const(id) => Value::Const(move_constant(&old, new, &mut moved, id)),
                other => other,
            });
            if let Op::Switch { cases, .. } = &mut inst.op {
                cases.iter_mut().for_each(|(id, _)| *id = move_constant(&old, new, &mut moved, *id));
            }
        }
    }
}

fn move_constant(old: &Consts, new: &mut Consts, moved: &mut HashMap<Const, Const>, id: Const) -> Const {
    if let Some(&known) = moved.get(&id) {
        return known;
    }
    let mut data = old.data(id).clone();
    if let ConstData::Aggregate { elems, .. } = &mut data {
        elems.iter_mut().for_each(|elem| *elem = move_constant(old, new, moved, *elem));
    }
    let there = new.intern(data);
    moved.insert(id, there);
    there
}
