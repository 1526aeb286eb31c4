//! The code that takes values from one region to another: stores where they are made, loads where they are used.
//!
//! The words lie in one private array (`util::words`). Called by `states::run`.

use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::Context;
use crate::passes::util::words::Words;

use super::regions::Regions;
use super::slots::{Slots, Write};

/// Rebuilds `func` so that no value crosses but by its place.
pub(super) fn cross(ctx: &mut Context, func: &mut Function, regions: &Regions, slots: &Slots, memory: &Words) {
    write_phis(ctx, func, slots, memory);
    enter(ctx, func, regions, slots, memory);
    let home = func.homes();
    let mut work = Work { memory, regions, slots, home: &home };
    for block in func.layout.clone() {
        work.block(ctx, func, block);
    }
    work.phis(ctx, func);
}

/// At crossings, what heads' phis take goes to their places.
fn write_phis(ctx: &mut Context, func: &mut Function, slots: &Slots, memory: &Words) {
    for &Write { edge, phi, value, .. } in &slots.writes {
        let place = slots.places[&phi];
        let there = matches!(value, Value::Inst(v) if slots.places.get(&v) == Some(&place));
        if !there && !ctx.is_undefined(value) {
            memory.store(&mut Cursor::before_terminator(ctx, func, edge), value, place);
        }
    }
}

/// Heads' phis take what lies at their places when they are entered from the loop's head.
fn enter(ctx: &mut Context, func: &mut Function, regions: &Regions, slots: &Slots, memory: &Words) {
    for (number, &head) in regions.heads.iter().enumerate() {
        let landing = regions.landings[number];
        let phis: Vec<Inst> = func.phis(head).collect();
        for phi in phis {
            let ty = func.insts[phi].ty;
            let mut cursor = Cursor::before_terminator(ctx, func, landing);
            let loaded = memory.load(&mut cursor, ty, slots.places[&phi]);
            if let Op::Phi(incoming) = &mut func.insts[phi].op {
                incoming.retain(|(_, from)| !regions.crosses(*from, head));
                incoming.push((loaded, landing));
            }
        }
    }
}

/// What the rebuilding of blocks knows.
struct Work<'a> {
    memory: &'a Words,
    regions: &'a Regions,
    slots: &'a Slots,
    home: &'a [Option<Block>],
}

impl Work<'_> {
    /// The place of `value` if it comes from another region than that of `block`.
    fn far(&self, block: Block, value: Value) -> Option<(Inst, u32)> {
        let Value::Inst(def) = value else { return None };
        let place = *self.slots.places.get(&def)?;
        let home = self.home[def.index()]?;
        (self.regions.region(home) != self.regions.region(block)).then_some((def, place))
    }

    /// Loads in front of the first use, stores behind definitions.
    fn block(&mut self, ctx: &mut Context, func: &mut Function, block: Block) {
        let old = std::mem::take(&mut func.blocks[block].insts);
        let mut loaded: HashMap<Inst, Value> = HashMap::default();
        let mut kept: Vec<Inst> = Vec::new();
        let mut in_phis = true;
        for inst in old {
            let is_phi = matches!(func.op(inst), Op::Phi(_));
            if in_phis && !is_phi {
                in_phis = false;
                std::mem::take(&mut kept).into_iter().for_each(|phi| self.keep(ctx, func, block, phi));
            }
            if !is_phi {
                self.replace_far(ctx, func, block, inst, &mut loaded);
            }
            func.blocks[block].insts.push(inst);
            match self.slots.places.contains_key(&inst) {
                true if !is_phi => self.keep(ctx, func, block, inst),
                true if self.is_made_inside(func, block, inst) => kept.push(inst),
                _ => {}
            }
        }
    }

    /// Whether a phi takes anything that is not at its place already.
    fn is_made_inside(&self, func: &Function, block: Block, phi: Inst) -> bool {
        let Op::Phi(incoming) = func.op(phi) else { return false };
        let landing = self.regions.landings[self.regions.region(block)];
        incoming.iter().any(|(_, from)| *from != landing)
    }

    fn keep(&self, ctx: &mut Context, func: &mut Function, block: Block, inst: Inst) {
        let mut cursor = Cursor::at_end(ctx, func, block);
        self.memory.store(&mut cursor, Value::Inst(inst), self.slots.places[&inst]);
    }

    fn replace_far(
        &self,
        ctx: &mut Context,
        func: &mut Function,
        block: Block,
        inst: Inst,
        loaded: &mut HashMap<Inst, Value>,
    ) {
        let mut wanted = Vec::new();
        func.op(inst).for_each_operand(|v| wanted.extend(self.far(block, v)));
        for (def, place) in wanted {
            let value = match loaded.get(&def) {
                Some(&value) => value,
                None => {
                    let ty = func.insts[def].ty;
                    let value = self.memory.load(&mut Cursor::at_end(ctx, func, block), ty, place);
                    loaded.insert(def, value);
                    value
                }
            };
            func.insts[inst].op.map_operands(|v| if v == Value::Inst(def) { value } else { v });
        }
    }

    /// What phis inside of regions take from others is loaded where control comes from.
    fn phis(&self, ctx: &mut Context, func: &mut Function) {
        for block in func.layout.clone() {
            for phi in func.phis(block).collect::<Vec<_>>() {
                let Op::Phi(incoming) = func.op(phi).clone() else { continue };
                let mut new = incoming.clone();
                for (value, from) in &mut new {
                    if let Some((def, place)) = self.far(block, *value) {
                        let ty = func.insts[def].ty;
                        let mut cursor = Cursor::before_terminator(ctx, func, *from);
                        *value = self.memory.load(&mut cursor, ty, place);
                    }
                }
                if new != incoming {
                    func.insts[phi].op = Op::Phi(new);
                }
            }
        }
    }
}
