//! Branches, merges, phis, returns.

use rspirv::dr::Operand;
use rspirv::spirv::{LoopControl, Op as SpvOp, SelectionControl};

use super::super::Emitter;
use crate::error::CompileError;
use crate::ir::function::Block;
use crate::ir::instruction::{Inst, Merge, Op, Value};
use crate::ir::intrinsic::Intrinsic;

impl Emitter<'_> {
    pub(in crate::emit) fn control_flow(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        let label = |this: &Self, b: Block| Operand::IdRef(this.blocks[b.0 as usize]);
        match &data.op {
            Op::Ret(None) => self.op_void(SpvOp::Return, vec![]),
            Op::Br(to) => self.op_void(SpvOp::Branch, vec![label(self, *to)]),
            Op::CondBr { cond, then_, else_ } => {
                let cond = self.value(*cond)?;
                let operands = vec![Operand::IdRef(cond), label(self, *then_), label(self, *else_)];
                self.op_void(SpvOp::BranchConditional, operands)
            }
            Op::Unreachable if self.ends_in_trap() => self.op_void(SpvOp::Return, vec![]),
            Op::Unreachable => self.op_void(SpvOp::Unreachable, vec![]),
            Op::Phi(incoming) => {
                let mut operands = Vec::with_capacity(incoming.len() * 2);
                for (value, from) in incoming {
                    let value = match value {
                        Value::Const(c) => self.constant_or_undef(*c)?,
                        other => self.value(*other)?,
                    };
                    operands.push(Operand::IdRef(value));
                    operands.push(label(self, *from));
                }
                let ty = self.ty(data.ty)?;
                let id = self.insts[inst.0 as usize];
                self.op(SpvOp::Phi, ty, id, operands).map(|_| ())
            }
            _ => Err(self.unexpected(inst)),
        }
    }

    /// A thread that traps ends there; code that is never reached may be anything.
    fn ends_in_trap(&self) -> bool {
        let is_trap = |&i: &Inst| matches!(self.func.op(i), Op::Intrinsic { id: Intrinsic::Trap, .. });
        self.func.blocks[self.current].insts.iter().any(is_trap)
    }

    pub(in crate::emit) fn merge(&mut self, block: Block) -> Result<(), CompileError> {
        let label = |this: &Self, b: Block| Operand::IdRef(this.blocks[b.0 as usize]);
        match self.func.blocks[block].merge {
            None => Ok(()),
            Some(Merge::Selection(merge)) => {
                let operands = vec![label(self, merge), Operand::SelectionControl(SelectionControl::NONE)];
                self.op_void(SpvOp::SelectionMerge, operands)
            }
            Some(Merge::Loop { merge, continue_ }) => {
                let control = if self.target.loops_as_written { LoopControl::DONT_UNROLL } else { LoopControl::NONE };
                let operands = vec![label(self, merge), label(self, continue_), Operand::LoopControl(control)];
                self.op_void(SpvOp::LoopMerge, operands)
            }
        }
    }
}
