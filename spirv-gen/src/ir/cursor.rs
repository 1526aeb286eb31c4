//! A place in a function where instructions are inserted; every pass that makes code uses it.
//!
//! The cursor stands in front of instruction `index` of `block` and moves behind what it inserts, so a pass that replaces
//! an instruction puts the cursor in front of it, builds the replacement, and then removes the old one.

use super::function::{Block, Function};
use super::instruction::{BinaryOp, CastOp, Flags, Inst, IntPredicate, Merge, Op, Value};
use super::intrinsic::Intrinsic;
use super::module::{Context, Loc};
use super::types::Type;

/// See the module's description.
#[derive(Debug)]
pub struct Cursor<'a> {
    pub ctx: &'a mut Context,
    pub func: &'a mut Function,
    pub block: Block,
    pub index: usize,
    /// Given to every instruction made.
    pub loc: Option<Loc>,
}

impl<'a> Cursor<'a> {
    /// In front of instruction `index` of `block`, with that instruction's location.
    pub fn before(ctx: &'a mut Context, func: &'a mut Function, block: Block, index: usize) -> Self {
        let loc = func.blocks[block].insts.get(index).and_then(|&i| func.insts[i].loc);
        Self { ctx, func, block, index, loc }
    }
    /// Behind the last instruction of `block`.
    pub fn at_end(ctx: &'a mut Context, func: &'a mut Function, block: Block) -> Self {
        let index = func.blocks[block].insts.len();
        Self { ctx, func, block, index, loc: None }
    }
    /// In front of the terminator of `block` (at its end if there is none).
    pub fn before_terminator(ctx: &'a mut Context, func: &'a mut Function, block: Block) -> Self {
        let index = func.blocks[block].insts.len() - usize::from(func.terminator(block).is_some());
        Self::before(ctx, func, block, index)
    }

    /// The instruction behind the cursor.
    pub fn current(&self) -> Option<Inst> {
        self.func.blocks[self.block].insts.get(self.index).copied()
    }
    /// The type of `value`.
    pub fn ty(&self, value: Value) -> Type {
        self.ctx.type_of(self.func, value)
    }

    /// Inserts `op` with result type `ty`.
    pub fn inst(&mut self, op: Op, ty: Type) -> Value {
        let inst = self.func.create_inst(op, ty, self.loc);
        self.func.blocks[self.block].insts.insert(self.index, inst);
        self.index += 1;
        Value::Inst(inst)
    }
    /// Moves everything behind the cursor to a new block (placed next in the layout), and the cursor to the end of the
    /// old one, which then has no terminator. Phis of the successors follow.
    pub fn split(&mut self) -> Block {
        let tail = self.func.create_block();
        let moved = self.func.blocks[self.block].insts.split_off(self.index);
        self.func.blocks[tail].insts = moved;
        self.func.blocks[tail].merge = self.func.blocks[self.block].merge.take();
        let at = self.func.layout.iter().rposition(|&b| b == self.block).map_or(self.func.layout.len(), |p| p + 1);
        self.func.layout.insert(at, tail);
        for succ in self.func.successors(tail) {
            let phis: Vec<Inst> = self.func.phis(succ).collect();
            for phi in phis {
                if let Op::Phi(incoming) = &mut self.func.insts[phi].op {
                    incoming.iter_mut().filter(|(_, b)| *b == self.block).for_each(|(_, b)| *b = tail);
                }
            }
        }
        tail
    }
    /// A new block right behind the cursor's block in the layout.
    pub fn new_block(&mut self) -> Block {
        let block = self.func.create_block();
        let at = self.func.layout.iter().rposition(|&b| b == self.block).map_or(self.func.layout.len(), |p| p + 1);
        self.func.layout.insert(at, block);
        block
    }
    /// Moves to the end of `block`.
    pub fn goto_end(&mut self, block: Block) {
        self.block = block;
        self.index = self.func.blocks[block].insts.len();
    }
    /// Moves to the start of `block`.
    pub fn goto_start(&mut self, block: Block) {
        self.block = block;
        self.index = 0;
    }

    /// `lhs op rhs` without flags.
    pub fn binary(&mut self, op: BinaryOp, lhs: Value, rhs: Value) -> Value {
        self.binary_flags(op, Flags::empty(), lhs, rhs)
    }
    /// `lhs op rhs`.
    pub fn binary_flags(&mut self, op: BinaryOp, flags: Flags, lhs: Value, rhs: Value) -> Value {
        let ty = self.ty(lhs);
        self.inst(Op::Binary { op, flags, lhs, rhs }, ty)
    }
    pub fn add(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(BinaryOp::Add, lhs, rhs)
    }
    pub fn sub(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(BinaryOp::Sub, lhs, rhs)
    }
    pub fn mul(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(BinaryOp::Mul, lhs, rhs)
    }
    pub fn and(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(BinaryOp::And, lhs, rhs)
    }
    pub fn or(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(BinaryOp::Or, lhs, rhs)
    }
    pub fn xor(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(BinaryOp::Xor, lhs, rhs)
    }
    pub fn shl(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(BinaryOp::Shl, lhs, rhs)
    }
    pub fn lshr(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(BinaryOp::LShr, lhs, rhs)
    }
    pub fn ashr(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(BinaryOp::AShr, lhs, rhs)
    }
    /// `lhs op constant`, the constant of the same integer type.
    pub fn binary_const(&mut self, op: BinaryOp, lhs: Value, rhs: u128) -> Value {
        let ty = self.ty(lhs);
        let rhs = self.ctx.int(ty, rhs);
        self.binary(op, lhs, rhs)
    }
    /// `icmp`, an `i1` (scalars only).
    pub fn icmp(&mut self, pred: IntPredicate, lhs: Value, rhs: Value) -> Value {
        self.inst(Op::ICmp { pred, lhs, rhs }, Type::I1)
    }
    /// `select`.
    pub fn select(&mut self, cond: Value, then_: Value, else_: Value) -> Value {
        let ty = self.ty(then_);
        self.inst(Op::Select { flags: Flags::empty(), cond, then_, else_ }, ty)
    }
    /// A conversion; the value itself if it already has the type.
    pub fn cast(&mut self, op: CastOp, value: Value, ty: Type) -> Value {
        if self.ty(value) == ty {
            return value;
        }
        self.inst(Op::Cast { op, flags: Flags::empty(), value }, ty)
    }
    /// Zero-extends or truncates an integer to `ty`.
    pub fn resize_unsigned(&mut self, value: Value, ty: Type) -> Value {
        let from = self.ctx.types.value_bits(self.ty(value));
        let op = if from < self.ctx.types.value_bits(ty) { CastOp::ZExt } else { CastOp::Trunc };
        self.cast(op, value, ty)
    }
    /// Sign-extends or truncates an integer to `ty`.
    pub fn resize_signed(&mut self, value: Value, ty: Type) -> Value {
        let from = self.ctx.types.value_bits(self.ty(value));
        let op = if from < self.ctx.types.value_bits(ty) { CastOp::SExt } else { CastOp::Trunc };
        self.cast(op, value, ty)
    }
    pub fn bitcast(&mut self, value: Value, ty: Type) -> Value {
        self.cast(CastOp::BitCast, value, ty)
    }
    /// A plain load.
    pub fn load(&mut self, ty: Type, ptr: Value, align: u32) -> Value {
        self.inst(Op::Load { ptr, align, volatile: false, atomic: None }, ty)
    }
    /// A plain store.
    pub fn store(&mut self, value: Value, ptr: Value, align: u32) {
        self.inst(Op::Store { value, ptr, align, volatile: false, atomic: None }, Type::VOID);
    }
    /// A call of a known function.
    pub fn intrinsic(&mut self, id: Intrinsic, args: Vec<Value>, ty: Type) -> Value {
        self.inst(Op::Intrinsic { id, flags: Flags::empty(), args }, ty)
    }
    /// `ptr + bytes`, for any pointer type; `bytes` an integer of the pointer's width.
    pub fn byte_offset(&mut self, ptr: Value, bytes: Value) -> Value {
        let ty = self.ty(ptr);
        self.inst(Op::Gep { elem: Type::I8, flags: Flags::empty(), base: ptr, indices: vec![bytes] }, ty)
    }
    /// A phi at the cursor (which must stand among the phis).
    pub fn phi(&mut self, incoming: Vec<(Value, Block)>, ty: Type) -> Value {
        self.inst(Op::Phi(incoming), ty)
    }
    pub fn br(&mut self, to: Block) {
        self.inst(Op::Br(to), Type::VOID);
    }
    pub fn cond_br(&mut self, cond: Value, then_: Block, else_: Block) {
        self.inst(Op::CondBr { cond, then_, else_ }, Type::VOID);
    }
    /// Marks the cursor's block with a merge (structured code only).
    pub fn set_merge(&mut self, merge: Merge) {
        self.func.blocks[self.block].merge = Some(merge);
    }
}
