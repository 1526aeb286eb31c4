//! Instructions that touch memory. A missing alignment is the type's own. Called by `instructions.rs`.

use super::lexer::{Token, unescape};
use super::{Parser, Result};
use crate::ir::instruction::{AtomicOp, Atomicity, Op, Ordering, Scope, Value};
use crate::ir::types::{Type, TypeKind};

impl<'a> Parser<'a> {
    pub(super) fn alloca(&mut self) -> Result<(Op, Type)> {
        self.eat_word("inalloca");
        let elem = self.value_type()?;
        let mut count = None;
        let mut align = 0;
        while self.eat(b',') {
            if self.at_type() {
                count = Some(self.typed_value()?.1);
            } else {
                align = self.trailing_item()?.unwrap_or(align);
            }
        }
        Ok((Op::Alloca { elem, count, align: self.or_natural(align, elem) }, Type::PTR_PRIVATE))
    }

    fn or_natural(&self, align: u32, ty: Type) -> u32 {
        // A vector of 2^16 lanes is aligned to 2^20 bytes at most.
        if align == 0 { self.module.ctx.types.align(ty) as u32 } else { align }
    }

    /// A pointer operand (or, in our own lowered code, an address as i64).
    fn address(&mut self) -> Result<Value> {
        let (ty, ptr) = self.typed_value()?;
        if self.module.ctx.types.pointee_space(ty).is_none() && ty != Type::I64 {
            return Err(self.error(format!("a {} is no address", self.display(ty))));
        }
        Ok(ptr)
    }

    pub(super) fn load(&mut self) -> Result<(Op, Type)> {
        let is_atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let ty = self.value_type()?;
        self.expect(b',')?;
        let ptr = self.address()?;
        let atomic = if is_atomic { Some(self.atomicity()?) } else { None };
        let align = self.trailing()?;
        Ok((Op::Load { ptr, align: self.or_natural(align, ty), volatile, atomic }, ty))
    }

    pub(super) fn store(&mut self) -> Result<(Op, Type)> {
        let is_atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let (ty, value) = self.typed_value()?;
        self.expect(b',')?;
        let ptr = self.address()?;
        let atomic = if is_atomic { Some(self.atomicity()?) } else { None };
        let align = self.trailing()?;
        Ok((Op::Store { value, ptr, align: self.or_natural(align, ty), volatile, atomic }, Type::VOID))
    }

    pub(super) fn gep(&mut self) -> Result<(Op, Type)> {
        let flags = self.flags()?;
        let elem = self.value_type()?;
        self.expect(b',')?;
        let (mut ty, base) = self.typed_value()?;
        let mut indices = Vec::new();
        while self.eat(b',') {
            if matches!(self.token, Token::Meta(_)) {
                self.trailing_item()?;
                break;
            }
            let (index_ty, index) = self.typed_value()?;
            ty = self.gep_result(ty, index_ty)?;
            indices.push(index);
        }
        Ok((Op::Gep { elem, flags, base, indices }, ty))
    }

    pub(super) fn atomicrmw(&mut self) -> Result<(Op, Type)> {
        let volatile = self.eat_word("volatile");
        let word = self.word("an operation")?;
        let op = AtomicOp::from_name(word).ok_or_else(|| self.unsupported(format!("atomicrmw {word}")))?;
        let ptr = self.address()?;
        self.expect(b',')?;
        let (ty, value) = self.typed_value()?;
        let atomic = self.atomicity()?;
        let align = self.trailing()?;
        Ok((Op::AtomicRmw { op, ptr, value, align: self.or_natural(align, ty), volatile, atomic }, ty))
    }

    pub(super) fn cmpxchg(&mut self) -> Result<(Op, Type)> {
        let weak = self.eat_word("weak");
        let volatile = self.eat_word("volatile");
        let ptr = self.address()?;
        self.expect(b',')?;
        let (ty, expected) = self.typed_value()?;
        self.expect(b',')?;
        let (other, desired) = self.typed_value()?;
        if other != ty {
            return Err(self.error("cmpxchg of two types"));
        }
        let Atomicity { ordering: success, scope } = self.atomicity()?;
        let failure = self.ordering()?;
        let align = self.trailing()?;
        let align = self.or_natural(align, ty);
        let result = self.intern(TypeKind::Struct { fields: vec![ty, Type::I1], packed: false })?;
        Ok((Op::CmpXchg { ptr, expected, desired, align, weak, volatile, success, failure, scope }, result))
    }

    pub(super) fn fence(&mut self) -> Result<(Op, Type)> {
        Ok((Op::Fence(self.atomicity()?), Type::VOID))
    }

    /// `[syncscope("...")] ordering`.
    fn atomicity(&mut self) -> Result<Atomicity> {
        let mut scope = Scope::System;
        if self.eat_word("syncscope") {
            self.expect(b'(')?;
            let Token::Str(raw) = self.token else { return Err(self.expected("a scope")) };
            self.bump();
            self.expect(b')')?;
            let name = String::from_utf8_lossy(&unescape(raw)).into_owned();
            // "one-as" restricts the ordering to one address space; the wider ordering is always right.
            let plain = if name == "one-as" { "" } else { name.strip_suffix("-one-as").unwrap_or(&name) };
            scope = Scope::from_name(plain).ok_or_else(|| self.unsupported(format!("syncscope \"{name}\"")))?;
        }
        Ok(Atomicity { ordering: self.ordering()?, scope })
    }

    fn ordering(&mut self) -> Result<Ordering> {
        let word = self.word("a memory ordering")?;
        Ordering::from_name(word).ok_or_else(|| self.error(format!("unknown memory ordering '{word}'")))
    }
}
