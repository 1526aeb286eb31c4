//! The code that takes values from one region to another: stores where they are made, loads where they are used.
//!
//! The words lie in one private array. A GPU's compiler would make phis of it again, so it is indexed from a zero that no driver knows
//! (`util::build::unset_bits`): Cycles' `eval_displace` takes NVIDIA's (580.159) 62 s so, and 189 s with the indices as they are. On a CPU it is the other way round:
//! lavapipe (25.0) reads an array lane by lane where it does not know the index, and 3 s become more than 40.
//! Called by `states::run`.

use crate::hash::HashMap;
use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::entity::{Entity, PrimaryMap};
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Flags, Inst, IntPredicate, Op, Value};
use crate::ir::module::{Context, Global, GlobalId};
use crate::ir::types::{AddressSpace, Type};
use crate::passes::DeviceContext;
use crate::passes::util::build::{bitcast_folded, bits_of, build_vector, concat_bits, split_bits, unset_bits};

use super::regions::Regions;
use super::slots::{Slots, Write, words};

/// Where the values lie.
pub(super) struct Memory {
    array: Value,
    array_type: Type,
    /// What everything is indexed from.
    zero: Value,
}

impl Memory {
    /// Makes room for `words`.
    pub(super) fn new(
        ctx: &mut Context,
        globals: &mut PrimaryMap<GlobalId, Global>,
        func: &mut Function,
        words: u32,
        device: &DeviceContext<'_>,
    ) -> Self {
        let array_type = ctx.types.array(Type::I32, u64::from(words.max(1)));
        let global = globals.push(Global {
            name: format!("hip.states.{}", globals.len()),
            ty: array_type,
            space: AddressSpace::Private,
            init: None,
            align: 4,
            constant: false,
            internal: true,
            externally_initialized: false,
        });
        let array = ctx.consts.intern(ConstData::GlobalAddr { ty: Type::PTR_PRIVATE, global, offset: 0 });
        let entry = func.entry();
        let zero = if device.target.cpu {
            ctx.i32(0)
        } else {
            unset_bits(&mut Cursor::before(ctx, func, entry, 0), device.metadata.hidden_offset())
        };
        Self { array: Value::Const(array), array_type, zero }
    }

    fn word(&self, cursor: &mut Cursor<'_>, at: u32) -> Value {
        let index = cursor.ctx.i32(at);
        let index = cursor.add(self.zero, index);
        let first = cursor.ctx.i32(0);
        let op =
            Op::Gep { elem: self.array_type, flags: Flags::INBOUNDS, base: self.array, indices: vec![first, index] };
        cursor.inst(op, Type::PTR_PRIVATE)
    }

    /// Reads a value of type `ty` whose words begin at `at`.
    fn load(&self, cursor: &mut Cursor<'_>, ty: Type, at: u32) -> Value {
        if let Some((elem, count)) = cursor.ctx.types.vector_parts(ty) {
            let step = words(cursor.ctx, elem).unwrap_or(1);
            let parts: Vec<Value> = (0..count).map(|nth| self.load(cursor, elem, at + nth * step)).collect();
            return build_vector(cursor, &parts);
        }
        let bits = cursor.ctx.types.value_bits(ty);
        let int = cursor.ctx.types.int(bits);
        let mut parts = Vec::new();
        for word in 0..words(cursor.ctx, ty).unwrap_or(1) {
            let ptr = self.word(cursor, at + word);
            parts.push(cursor.load(Type::I32, ptr, 4));
        }
        let whole = match parts[..] {
            [word] if bits == 1 => {
                let zero = cursor.ctx.i32(0);
                cursor.icmp(IntPredicate::Ne, word, zero)
            }
            [word] => cursor.resize_unsigned(word, int),
            _ => concat_bits(cursor, &parts, int),
        };
        bitcast_folded(cursor, whole, ty)
    }

    /// Writes `value` to the words that begin at `at`.
    fn store(&self, cursor: &mut Cursor<'_>, value: Value, at: u32) {
        let ty = cursor.ty(value);
        if let Some((elem, count)) = cursor.ctx.types.vector_parts(ty) {
            let step = words(cursor.ctx, elem).unwrap_or(1);
            for nth in 0..count {
                let index = cursor.ctx.i32(nth);
                let part = cursor.inst(Op::ExtractElement { vector: value, index }, elem);
                self.store(cursor, part, at + nth * step);
            }
            return;
        }
        let bits = bits_of(cursor, value);
        let parts = match words(cursor.ctx, ty) {
            Some(2) => split_bits(cursor, bits, Type::I32),
            _ => vec![cursor.resize_unsigned(bits, Type::I32)],
        };
        for (word, part) in parts.into_iter().enumerate() {
            let ptr = self.word(cursor, at + word as u32);
            cursor.store(part, ptr, 4);
        }
    }

    /// Rebuilds `func` so that no value crosses but by its place.
    pub(super) fn cross(&self, ctx: &mut Context, func: &mut Function, regions: &Regions, slots: &Slots) {
        self.write_phis(ctx, func, slots);
        self.enter(ctx, func, regions, slots);
        let home = func.homes();
        let mut work = Work { memory: self, regions, slots, home: &home };
        for block in func.layout.clone() {
            work.block(ctx, func, block);
        }
        work.phis(ctx, func);
    }

    /// At crossings, what heads' phis take goes to their places.
    fn write_phis(&self, ctx: &mut Context, func: &mut Function, slots: &Slots) {
        for &Write { edge, phi, value, .. } in &slots.writes {
            let place = slots.places[&phi];
            let there = matches!(value, Value::Inst(v) if slots.places.get(&v) == Some(&place));
            if !there && !ctx.is_undefined(value) {
                self.store(&mut Cursor::before_terminator(ctx, func, edge), value, place);
            }
        }
    }

    /// Heads' phis take what lies at their places when they are entered from the loop's head.
    fn enter(&self, ctx: &mut Context, func: &mut Function, regions: &Regions, slots: &Slots) {
        for (number, &head) in regions.heads.iter().enumerate() {
            let landing = regions.landings[number];
            let phis: Vec<Inst> = func.phis(head).collect();
            for phi in phis {
                let ty = func.insts[phi].ty;
                let mut cursor = Cursor::before_terminator(ctx, func, landing);
                let loaded = self.load(&mut cursor, ty, slots.places[&phi]);
                if let Op::Phi(incoming) = &mut func.insts[phi].op {
                    incoming.retain(|(_, from)| !regions.crosses(*from, head));
                    incoming.push((loaded, landing));
                }
            }
        }
    }
}

/// What the rebuilding of blocks knows.
struct Work<'a> {
    memory: &'a Memory,
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
