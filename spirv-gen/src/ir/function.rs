//! Functions: blocks of instructions, in layout order.
//!
//! Blocks and instructions are never deleted from their tables, only unlinked from the layout, so ids stay valid while a
//! pass works; [`Function::compact`] drops the dead ones. Used by everything in the crate.

use serde::{Deserialize, Serialize};

use super::entity::{Entity, PrimaryMap};
use super::instruction::{Inst, InstData, Merge, Op, Value};
use super::module::Loc;
use super::types::Type;
use crate::entity;
use crate::hash::HashMap;

entity! {
    /// A basic block of one function.
    Block, "b"
}

/// A basic block: instructions in order, the terminator last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockData {
    pub insts: Vec<Inst>,
    /// Set by the structuriser; stands in front of the terminator.
    pub merge: Option<Merge>,
}

/// A parameter and what its attributes promise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Param {
    pub ty: Type,
    pub name: String,
    /// The pointee is passed by value in the kernel's parameter block (`byref(T)`), or copied for the callee (`byval(T)`).
    pub by_ref: Option<Type>,
    /// `align N` in bytes; 0 when not given.
    pub align: u32,
    pub noalias: bool,
    pub readonly: bool,
}

/// Attributes of a function that matter after the front end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionAttrs {
    pub convergent: bool,
    pub no_return: bool,
    /// `amdgpu-flat-work-group-size="min,max"`: the largest block the kernel was compiled for; 0 when not given.
    pub max_block: u32,
    /// Set by `passes::warp::fission`: how its code is to be run. Not part of the text form.
    pub fission: Option<Fission>,
    /// Bytes of scratch memory that a running block needs (`passes::memory::scratch`), in no text or bundle; 0 for none.
    #[serde(skip)]
    pub scratch: u32,
    /// Set by `passes::warp`, and in no text or bundle: threads wait in loops for others, but a subgroup that runs several warps does not
    /// let those go on meanwhile.
    #[serde(skip)]
    pub waits_alone: bool,
    /// Set by `passes::warp`, and in no text or bundle: threads wait in loops for others, of whatever kernel.
    #[serde(skip)]
    pub waits: bool,
    /// Set by `passes::calls::states`, and in no text or bundle: it is a loop over its regions.
    #[serde(skip)]
    pub states: bool,
    /// Denormals of f32 are flushed (`denormal-fp-math-f32="preserve-sign..."`).
    pub flush_f32_denormals: bool,
}

/// What a kernel asks for whose blocks are run by one subgroup each, or by several that know nothing of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fission {
    /// Invocations per workgroup: the subgroups'.
    pub invocations: u32,
    /// Those of a subgroup.
    pub lanes: u32,
    /// Each warp has a subgroup of its own, whose lanes use neighbouring words (`passes::memory::rows`).
    pub by_rows: bool,
    /// Blocks along x that a workgroup runs one after the other.
    pub blocks: u32,
}

/// A function; a declaration when it has no blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    pub name: String,
    pub ret: Type,
    pub params: Vec<Param>,
    pub variadic: bool,
    /// `amdgpu_kernel`.
    pub is_kernel: bool,
    /// Not visible outside the module.
    pub internal: bool,
    pub attrs: FunctionAttrs,
    pub loc: Option<Loc>,
    pub blocks: PrimaryMap<Block, BlockData>,
    pub insts: PrimaryMap<Inst, InstData>,
    /// Blocks in order; the first is the entry.
    pub layout: Vec<Block>,
}

impl Function {
    /// An empty declaration.
    pub fn declaration(name: impl Into<String>, ret: Type, params: Vec<Param>) -> Self {
        Self {
            name: name.into(),
            ret,
            params,
            variadic: false,
            is_kernel: false,
            internal: false,
            attrs: FunctionAttrs::default(),
            loc: None,
            blocks: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            layout: Vec::new(),
        }
    }
    /// Whether it has no body.
    pub fn is_declaration(&self) -> bool {
        self.layout.is_empty()
    }
    /// The entry block. Panics on a declaration.
    pub fn entry(&self) -> Block {
        self.layout[0]
    }
    /// A new empty block at the end of the layout.
    pub fn add_block(&mut self) -> Block {
        let block = self.create_block();
        self.layout.push(block);
        block
    }
    /// A new empty block that is not in the layout yet.
    pub fn create_block(&mut self) -> Block {
        self.blocks.push(BlockData::default())
    }
    /// A new instruction that is in no block yet.
    pub fn create_inst(&mut self, op: Op, ty: Type, loc: Option<Loc>) -> Inst {
        self.insts.push(InstData { op, ty, loc })
    }
    /// A new instruction at the end of `block`.
    pub fn append(&mut self, block: Block, op: Op, ty: Type, loc: Option<Loc>) -> Inst {
        let inst = self.create_inst(op, ty, loc);
        self.blocks[block].insts.push(inst);
        inst
    }
    /// The operation of `inst`.
    pub fn op(&self, inst: Inst) -> &Op {
        &self.insts[inst].op
    }
    /// The last instruction of `block`, if it is a terminator.
    pub fn terminator(&self, block: Block) -> Option<Inst> {
        self.blocks[block].insts.last().copied().filter(|&i| self.insts[i].op.is_terminator())
    }
    /// Where control may go from `block`, duplicates kept.
    pub fn successors(&self, block: Block) -> Vec<Block> {
        self.terminator(block).map(|i| self.insts[i].op.successors()).unwrap_or_default()
    }
    /// The phis at the head of `block`.
    pub fn phis(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        self.blocks[block].insts.iter().copied().take_while(|&i| matches!(self.insts[i].op, Op::Phi(_)))
    }
    /// Every (block, instruction) in layout order.
    pub fn linked_insts(&self) -> impl Iterator<Item = (Block, Inst)> + '_ {
        self.layout.iter().flat_map(|&b| self.blocks[b].insts.iter().map(move |&i| (b, i)))
    }
    /// By instruction, the block that it stands in; nothing for those that are not linked.
    pub fn homes(&self) -> Vec<Option<Block>> {
        let mut home = vec![None; self.insts.len()];
        self.linked_insts().for_each(|(block, inst)| home[inst.index()] = Some(block));
        home
    }
    /// Replaces every use of each key by its value, following chains.
    pub fn replace_uses(&mut self, map: &HashMap<Value, Value>) {
        if map.is_empty() {
            return;
        }
        let resolve = |mut v: Value| {
            while let Some(&next) = map.get(&v) {
                v = next;
            }
            v
        };
        for inst in self.insts.values_mut() {
            inst.op.map_operands(resolve);
        }
    }
    /// `phi` is `value` where control comes from `from`.
    pub fn add_incoming(&mut self, phi: Value, value: Value, from: Block) {
        if let Value::Inst(inst) = phi
            && let Op::Phi(incoming) = &mut self.insts[inst].op
        {
            incoming.push((value, from));
        }
    }
    /// How often each instruction's result is used by linked instructions.
    pub fn use_counts(&self) -> Vec<u32> {
        let mut counts = vec![0u32; self.insts.len()];
        for (_, inst) in self.linked_insts() {
            self.insts[inst].op.for_each_operand(|v| {
                if let Value::Inst(used) = v {
                    counts[used.0 as usize] += 1;
                }
            });
        }
        counts
    }
    /// Renumbers instructions in layout order and drops what is not linked. Passes that make most of a function anew leave it scattered over
    /// memory, and all later ones run several times as fast on what lies in order.
    pub fn compact_insts(&mut self) {
        let mut place = vec![None; self.insts.len()];
        let linked = self.linked_insts().enumerate();
        linked.for_each(|(at, (_, inst))| place[inst.index()] = Some(Inst::new(at)));
        let mut insts: PrimaryMap<Inst, InstData> = PrimaryMap::new();
        let mut blocks: PrimaryMap<Block, BlockData> = self.blocks.values().map(|_| BlockData::default()).collect();
        for &block in &self.layout {
            let mut data = std::mem::take(&mut self.blocks[block]);
            for inst in &mut data.insts {
                let gone = InstData { op: Op::Unreachable, ty: Type::VOID, loc: None };
                let mut moved = std::mem::replace(&mut self.insts[*inst], gone);
                moved.op.map_operands(|v| match v {
                    Value::Inst(used) => Value::Inst(place[used.index()].unwrap_or(used)),
                    other => other,
                });
                *inst = insts.push(moved);
            }
            data.insts.shrink_to_fit();
            blocks[block] = data;
        }
        self.insts = insts;
        self.blocks = blocks;
    }
    /// Renumbers blocks and instructions in layout order and drops what is not linked.
    pub fn compact(&mut self) {
        self.compact_insts();
        let mut place = vec![None; self.blocks.len()];
        self.layout.iter().enumerate().for_each(|(at, block)| place[block.index()] = Some(Block::new(at)));
        let new = |block: Block| place[block.index()].unwrap_or(block);
        let mut blocks = PrimaryMap::new();
        for &block in &self.layout {
            let mut data = std::mem::take(&mut self.blocks[block]);
            data.merge = data.merge.map(|m| match m {
                Merge::Selection(b) => Merge::Selection(new(b)),
                Merge::Loop { merge, continue_ } => Merge::Loop { merge: new(merge), continue_: new(continue_) },
            });
            blocks.push(data);
        }
        for inst in self.insts.values_mut() {
            inst.op.map_successors(new);
            if let Op::Phi(incoming) = &mut inst.op {
                incoming.iter_mut().for_each(|(_, from)| *from = new(*from));
            }
        }
        self.layout = blocks.keys().collect();
        self.blocks = blocks;
    }
}
