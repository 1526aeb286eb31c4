//! Addresses of labels (computed goto): a label whose address is taken gets a number, and a jump to an address is a switch over the
//! numbers of the labels that it may go to.
//!
//! Any other address is undefined behaviour, so the last label needs no comparison. Called by `constants.rs` and `instructions.rs`.

use std::borrow::Cow;

use super::lexer::{Name, Token};
use super::{Parser, Result, spell};
use crate::ir::instruction::{CastOp, Flags, Op, Value};
use crate::ir::types::Type;

impl<'a> Parser<'a> {
    /// `blockaddress(@function, %label)`, of type `ty`.
    pub(super) fn label_address(&mut self, ty: Type) -> Result<Value> {
        self.bump();
        self.expect(b'(')?;
        let Token::Global(function) = self.token else { return Err(self.expected("a function")) };
        self.bump();
        self.expect(b',')?;
        let Token::Local(label) = self.token else { return Err(self.expected("a label")) };
        self.bump();
        self.expect(b')')?;
        let number = self.label_number(spell(function), label);
        let address = self.module.ctx.address(ty, number);
        address.ok_or_else(|| self.error(format!("a label's address is no {}", self.display(ty))))
    }

    /// `indirectbr ptr %address, [label %a, label %b]`, behind its name.
    pub(super) fn jump(&mut self) -> Result<(Op, Type)> {
        let (ty, address) = self.typed_value()?;
        if ty != Type::PTR {
            return Err(self.error("a label's address is a ptr"));
        }
        self.expect(b',')?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        let function = Cow::<str>::Owned(self.body().func.name.clone());
        while !self.at_punct(b']') {
            self.expect_word("label")?;
            let Token::Local(label) = self.token else { return Err(self.expected("a label")) };
            let number = self.label_number(function.clone(), label);
            let Value::Const(number) = self.module.ctx.i64(number) else { continue };
            cases.push((number, self.block_ref()?));
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b']')?;
        let Some((_, default)) = cases.pop() else { return Ok((Op::Unreachable, Type::VOID)) };
        let value =
            self.in_front(Op::Cast { op: CastOp::PtrToInt, flags: Flags::empty(), value: address }, Type::I64)?;
        Ok((Op::Switch { value, default, cases }, Type::VOID))
    }

    /// The number of `label` in `function`; 0 is the null pointer's.
    fn label_number(&mut self, function: Cow<'a, str>, label: Name<'a>) -> u64 {
        let next = self.labels.len() as u64 + 1;
        *self.labels.entry((function, spell(label))).or_insert(next)
    }
}
