//! Instructions: dispatch by opcode, and all that neither touch memory nor call (`memory.rs`, `calls.rs`).
//!
//! Each reader returns operation and result type; [`Parser::instruction`] then reads what trails and defines the result.
//! Types of written operands are checked against their definitions here; what an opcode demands of them is `verify`'s business.

use super::lexer::Token;
use super::{Parser, Result};
use crate::ir::constant::{Const, ConstData};
use crate::ir::function::Block;
use crate::ir::instruction::{BinaryOp, CastOp, FloatPredicate, Inst, IntPredicate, Op, Value};
use crate::ir::types::{Type, TypeKind};

impl<'a> Parser<'a> {
    /// `[%name =] opcode ...`.
    pub(super) fn instruction(&mut self) -> Result<()> {
        self.body().loc = None;
        let mut name = None;
        if let Token::Local(local) = self.token {
            self.bump();
            self.expect(b'=')?;
            name = Some(local);
        }
        let opcode = self.word("an instruction")?;
        let read = self.operation(opcode)?;
        self.trailing()?;
        // Constant expressions were read before the location was known.
        let body = self.body();
        let loc = body.loc;
        for inst in &body.pending {
            body.func.insts[*inst].loc = loc;
        }
        match read {
            Some((op, ty)) => self.define(name, op, ty),
            None => {
                self.body().pending.clear();
                Ok(())
            }
        }
    }

    /// The operation and its result type; nothing if the IR has no use for it.
    fn operation(&mut self, opcode: &'a str) -> Result<Option<(Op, Type)>> {
        if let Some(op) = BinaryOp::from_name(opcode) {
            return self.binary(op).map(Some);
        }
        if let Some(op) = CastOp::from_name(opcode) {
            return self.cast(op).map(Some);
        }
        match opcode {
            "ret" => self.ret(),
            "br" => self.br(),
            "switch" => self.switch(),
            "indirectbr" => self.jump(),
            "unreachable" => Ok((Op::Unreachable, Type::VOID)),
            "phi" => self.phi(),
            "fneg" => self.fneg(),
            "icmp" => self.icmp(),
            "fcmp" => self.fcmp(),
            "select" => self.select(),
            "freeze" => self.typed_value().map(|(ty, value)| (Op::Freeze(value), ty)),
            "alloca" => self.alloca(),
            "load" => self.load(),
            "store" => self.store(),
            "getelementptr" => self.gep(),
            "atomicrmw" => self.atomicrmw(),
            "cmpxchg" => self.cmpxchg(),
            "fence" => self.fence(),
            "extractelement" => self.extract_element(),
            "insertelement" => self.insert_element(),
            "shufflevector" => self.shuffle_vector(),
            "extractvalue" => self.extract_value(),
            "insertvalue" => self.insert_value(),
            "tail" | "musttail" | "notail" => {
                self.expect_word("call")?;
                return self.call();
            }
            "call" => return self.call(),
            "invoke" | "callbr" | "resume" | "va_arg" | "landingpad" | "catchpad" | "cleanuppad" | "catchswitch"
            | "catchret" | "cleanupret" => {
                return Err(self.unsupported(format!("instruction '{opcode}'")));
            }
            _ => return Err(self.error(format!("unknown instruction '{opcode}'"))),
        }
        .map(Some)
    }

    /// What may follow any instruction: `, align N`, `, addrspace(N)`, `, !kind !N`. The alignment, 0 when not given.
    pub(super) fn trailing(&mut self) -> Result<u32> {
        let mut align = 0;
        while self.eat(b',') {
            align = self.trailing_item()?.unwrap_or(align);
        }
        Ok(align)
    }

    /// One of them, behind its comma: the alignment if it is one.
    pub(super) fn trailing_item(&mut self) -> Result<Option<u32>> {
        match self.token {
            Token::Word("align") => {
                self.bump();
                self.alignment().map(Some)
            }
            Token::Word("addrspace") => {
                self.address_space()?;
                Ok(None)
            }
            Token::Meta(_) => {
                let loc = self.attachment()?;
                let body = self.body();
                body.loc = loc.or(body.loc);
                Ok(None)
            }
            _ => Err(self.expected("what may follow an instruction")),
        }
    }

    /// `, ` and another operand's value of type `ty`.
    fn comma_value(&mut self, ty: Type) -> Result<Value> {
        self.expect(b',')?;
        self.value(ty)
    }

    fn ret(&mut self) -> Result<(Op, Type)> {
        if self.eat_word("void") {
            return Ok((Op::Ret(None), Type::VOID));
        }
        let (_, value) = self.typed_value()?;
        Ok((Op::Ret(Some(value)), Type::VOID))
    }

    fn br(&mut self) -> Result<(Op, Type)> {
        if self.token == Token::Word("label") {
            return Ok((Op::Br(self.label()?), Type::VOID));
        }
        let (ty, cond) = self.typed_value()?;
        if ty != Type::I1 {
            return Err(self.error("a branch's condition is an i1"));
        }
        self.expect(b',')?;
        let then_ = self.label()?;
        self.expect(b',')?;
        let else_ = self.label()?;
        Ok((Op::CondBr { cond, then_, else_ }, Type::VOID))
    }

    fn switch(&mut self) -> Result<(Op, Type)> {
        let (ty, value) = self.typed_value()?;
        self.expect(b',')?;
        let default = self.label()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.at_punct(b']') {
            if self.value_type()? != ty {
                return Err(self.error("a case of another type"));
            }
            let case = self.constant_value(ty)?;
            self.expect(b',')?;
            cases.push((case, self.label()?));
        }
        self.expect(b']')?;
        Ok((Op::Switch { value, default, cases }, Type::VOID))
    }

    fn phi(&mut self) -> Result<(Op, Type)> {
        self.flags()?;
        let ty = self.value_type()?;
        let mut incoming: Vec<(Value, Block)> = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.value(ty)?;
            self.expect(b',')?;
            let block = self.block_ref()?;
            self.expect(b']')?;
            let made: Vec<Inst> = std::mem::take(&mut self.body().pending);
            // A block that branches here twice gives one value.
            let same = incoming.iter().find(|(_, b)| *b == block).filter(|_| !made.is_empty()).map(|(v, _)| *v);
            incoming.push((same.unwrap_or(value), block));
            if same.is_none() && !made.is_empty() {
                self.body().on_edges.push((block, made));
            }
            if !self.eat(b',') {
                break;
            }
            if !self.at_punct(b'[') {
                self.trailing_item()?;
                break;
            }
        }
        Ok((Op::Phi(incoming), ty))
    }

    fn binary(&mut self, op: BinaryOp) -> Result<(Op, Type)> {
        let flags = self.flags()?;
        let (ty, lhs) = self.typed_value()?;
        let rhs = self.comma_value(ty)?;
        Ok((Op::Binary { op, flags, lhs, rhs }, ty))
    }

    fn fneg(&mut self) -> Result<(Op, Type)> {
        let flags = self.flags()?;
        let (ty, value) = self.typed_value()?;
        Ok((Op::FNeg { flags, value }, ty))
    }

    fn icmp(&mut self) -> Result<(Op, Type)> {
        self.flags()?;
        let word = self.word("a predicate")?;
        let pred = IntPredicate::from_name(word).ok_or_else(|| self.error(format!("unknown predicate '{word}'")))?;
        let (ty, lhs) = self.typed_value()?;
        let rhs = self.comma_value(ty)?;
        Ok((Op::ICmp { pred, lhs, rhs }, self.shaped_like(ty, Type::I1)?))
    }

    fn fcmp(&mut self) -> Result<(Op, Type)> {
        let flags = self.flags()?;
        let word = self.word("a predicate")?;
        let pred = FloatPredicate::from_name(word).ok_or_else(|| self.error(format!("unknown predicate '{word}'")))?;
        let (ty, lhs) = self.typed_value()?;
        let rhs = self.comma_value(ty)?;
        Ok((Op::FCmp { pred, flags, lhs, rhs }, self.shaped_like(ty, Type::I1)?))
    }

    fn cast(&mut self, op: CastOp) -> Result<(Op, Type)> {
        let flags = self.flags()?;
        let (_, value) = self.typed_value()?;
        self.expect_word("to")?;
        let ty = self.value_type()?;
        Ok((Op::Cast { op, flags, value }, ty))
    }

    fn select(&mut self) -> Result<(Op, Type)> {
        let flags = self.flags()?;
        let (_, cond) = self.typed_value()?;
        self.expect(b',')?;
        let (ty, then_) = self.typed_value()?;
        self.expect(b',')?;
        let (other, else_) = self.typed_value()?;
        if other != ty {
            return Err(self.error("a select of two types"));
        }
        Ok((Op::Select { flags, cond, then_, else_ }, ty))
    }

    // Vectors and aggregates.

    fn extract_element(&mut self) -> Result<(Op, Type)> {
        let (ty, vector) = self.typed_value()?;
        let Some((elem, _)) = self.module.ctx.types.vector_parts(ty) else {
            return Err(self.error("extractelement of something that is no vector"));
        };
        self.expect(b',')?;
        let (_, index) = self.typed_value()?;
        Ok((Op::ExtractElement { vector, index }, elem))
    }

    fn insert_element(&mut self) -> Result<(Op, Type)> {
        let (ty, vector) = self.typed_value()?;
        self.expect(b',')?;
        let (_, value) = self.typed_value()?;
        self.expect(b',')?;
        let (_, index) = self.typed_value()?;
        Ok((Op::InsertElement { vector, value, index }, ty))
    }

    fn shuffle_vector(&mut self) -> Result<(Op, Type)> {
        let (ty, lhs) = self.typed_value()?;
        self.expect(b',')?;
        let (_, rhs) = self.typed_value()?;
        self.expect(b',')?;
        let mask_ty = self.value_type()?;
        let mask = self.constant_value(mask_ty)?;
        let lanes = self.module.ctx.types.vector_parts(mask_ty);
        let (Some((elem, _)), Some((Type::I32, len))) = (self.module.ctx.types.vector_parts(ty), lanes) else {
            return Err(self.error("shufflevector takes vectors and a mask of i32"));
        };
        let mask = self.shuffle_mask(mask, len);
        Ok((Op::ShuffleVector { lhs, rhs, mask }, self.vector_of(elem, len)?))
    }

    /// The mask's lanes; -1 for poison and undef ones.
    fn shuffle_mask(&self, mask: Const, len: u32) -> Vec<i32> {
        let consts = &self.module.ctx.consts;
        let lane = |id: Const| match consts.data(id) {
            ConstData::Int { bits, .. } => *bits as u32 as i32,
            ConstData::Zero(_) => 0,
            _ => -1,
        };
        match consts.data(mask) {
            ConstData::Aggregate { elems, .. } => elems.iter().map(|&e| lane(e)).collect(),
            ConstData::Zero(_) => vec![0; len as usize],
            _ => vec![-1; len as usize],
        }
    }

    /// `, 0, 1`: positions inside an aggregate, and the type there.
    fn positions(&mut self, whole: Type) -> Result<(Vec<u32>, Type)> {
        let mut at = whole;
        let mut indices = Vec::new();
        while self.eat(b',') {
            if !matches!(self.token, Token::Number(_)) {
                self.trailing_item()?;
                break;
            }
            let index: u32 = self.number()?;
            let inner = match self.module.ctx.types.kind(at) {
                TypeKind::Struct { fields, .. } => fields.get(index as usize).copied(),
                TypeKind::Array { elem, len } if u64::from(index) < *len => Some(*elem),
                _ => None,
            };
            at = inner.ok_or_else(|| self.error(format!("{} has no element {index}", self.display(at))))?;
            indices.push(index);
        }
        if indices.is_empty() { Err(self.expected("a position")) } else { Ok((indices, at)) }
    }

    fn extract_value(&mut self) -> Result<(Op, Type)> {
        let (whole, aggregate) = self.typed_value()?;
        let (indices, ty) = self.positions(whole)?;
        Ok((Op::ExtractValue { aggregate, indices }, ty))
    }

    fn insert_value(&mut self) -> Result<(Op, Type)> {
        let (whole, aggregate) = self.typed_value()?;
        self.expect(b',')?;
        let (ty, value) = self.typed_value()?;
        let (indices, place) = self.positions(whole)?;
        if ty != place {
            return Err(self.error(format!("a {} does not fit there", self.display(ty))));
        }
        Ok((Op::InsertValue { aggregate, value, indices }, whole))
    }
}
