//! Constant expressions: addresses of globals fold to [`ConstData::GlobalAddr`]; the rest become instructions in front
//! of the user, and are errors in an initialiser. Called by `constants.rs`.

use super::lexer::Token;
use super::{Parser, Result};
use crate::ir::constant::ConstData;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate, Op, Value};
use crate::ir::types::{Type, TypeKind};

impl<'a> Parser<'a> {
    /// `opcode ...`, which must be of type `ty`.
    pub(super) fn expression(&mut self, opcode: &str, ty: Type) -> Result<Value> {
        if let Some(op) = CastOp::from_name(opcode) {
            self.bump();
            return self.cast_expression(op, ty);
        }
        if let Some(op) = BinaryOp::from_name(opcode) {
            self.bump();
            let flags = self.flags()?;
            let (lhs, rhs) = self.operand_pair()?;
            self.check_type(lhs, ty)?;
            return self.binary_expression(op, flags, lhs, rhs, ty);
        }
        match opcode {
            "getelementptr" => self.gep_expression(ty),
            "icmp" | "fcmp" => self.compare_expression(opcode, ty),
            "select" | "extractelement" | "insertelement" | "shufflevector" => {
                Err(self.unsupported(format!("constant expression '{opcode}'")))
            }
            _ => Err(self.expected(&format!("a {}", self.display(ty)))),
        }
    }

    fn check_type(&self, value: Value, ty: Type) -> Result<()> {
        if self.type_of(value) == ty { Ok(()) } else { Err(self.error(format!("expected a {}", self.display(ty)))) }
    }

    /// `(type a, type b)`.
    fn operand_pair(&mut self) -> Result<(Value, Value)> {
        self.expect(b'(')?;
        let (lhs_ty, lhs) = self.typed_value()?;
        self.expect(b',')?;
        let (rhs_ty, rhs) = self.typed_value()?;
        self.expect(b')')?;
        if lhs_ty == rhs_ty { Ok((lhs, rhs)) } else { Err(self.error("operands of two types")) }
    }

    fn cast_expression(&mut self, op: CastOp, ty: Type) -> Result<Value> {
        self.expect(b'(')?;
        let (from, value) = self.typed_value()?;
        self.expect_word("to")?;
        let to = self.value_type()?;
        self.expect(b')')?;
        if to != ty {
            return Err(self.error(format!("expected a {}", self.display(ty))));
        }
        if from == to {
            return Ok(value);
        }
        if let Some(address) = self.fold_address(op, value, ty) {
            return Ok(address);
        }
        if let Some(data) = self.fold_cast(op, value, from, ty) {
            return Ok(self.constant(data));
        }
        self.in_front(Op::Cast { op, flags: Flags::empty(), value }, ty)
    }

    /// Null in another address space, and integers as pointers.
    fn fold_address(&mut self, op: CastOp, value: Value, to: Type) -> Option<Value> {
        let ctx = &mut self.module.ctx;
        ctx.types.pointee_space(to)?;
        match op {
            CastOp::AddrSpaceCast if ctx.is_null(value) => Some(ctx.null(to)),
            CastOp::IntToPtr => ctx.as_int(value).and_then(|bits| ctx.address(to, bits as u64)),
            _ => None,
        }
    }

    fn fold_cast(&self, op: CastOp, value: Value, from: Type, to: Type) -> Option<ConstData> {
        let Value::Const(id) = value else { return None };
        let types = &self.module.ctx.types;
        match (op, self.module.ctx.consts.data(id)) {
            // Device memory has the same address in every address space that names it, and as an integer.
            (
                CastOp::AddrSpaceCast | CastOp::PtrToInt | CastOp::IntToPtr,
                &ConstData::GlobalAddr { global, offset, .. },
            ) => {
                let shared = |ty: Type| types.pointee_space(ty).is_some_and(|s| s.pointer_bits() != 64);
                let fits = types.value_bits(from) == 64 && types.value_bits(to) == 64 && !shared(from) && !shared(to);
                let device = self.module.globals.get(global).is_some_and(|g| g.space.pointer_bits() == 64);
                (fits && device).then_some(ConstData::GlobalAddr { ty: to, global, offset })
            }
            (CastOp::AddrSpaceCast | CastOp::PtrToInt | CastOp::IntToPtr, &ConstData::Function { func, .. }) => {
                (types.value_bits(to) == 64).then_some(ConstData::Function { ty: to, func })
            }
            (CastOp::PtrToInt, ConstData::Zero(_)) if types.int_bits(to).is_some() && types.value_bits(from) == 64 => {
                Some(ConstData::Int { ty: to, bits: 0 })
            }
            (CastOp::PtrToInt, &ConstData::Address { bits, .. }) => {
                let width = types.int_bits(to).filter(|&bits| bits <= 128)?;
                Some(ConstData::Int { ty: to, bits: u128::from(bits) & (u128::MAX >> (128 - width)) })
            }
            (CastOp::Trunc | CastOp::ZExt, &ConstData::Int { bits, .. }) => {
                let width = types.int_bits(to).filter(|&bits| bits <= 128)?;
                Some(ConstData::Int { ty: to, bits: bits & (u128::MAX >> (128 - width)) })
            }
            _ => None,
        }
    }

    fn binary_expression(&mut self, op: BinaryOp, flags: Flags, lhs: Value, rhs: Value, ty: Type) -> Result<Value> {
        match self.fold_binary(op, lhs, rhs, ty) {
            Some(data) => Ok(self.constant(data)),
            None => self.in_front(Op::Binary { op, flags, lhs, rhs }, ty),
        }
    }

    fn fold_binary(&self, op: BinaryOp, lhs: Value, rhs: Value, ty: Type) -> Option<ConstData> {
        let (Value::Const(lhs), Value::Const(rhs)) = (lhs, rhs) else { return None };
        let width = self.module.ctx.types.int_bits(ty).filter(|&bits| bits <= 128)?;
        let consts = &self.module.ctx.consts;
        let int = |bits: u128| ConstData::Int { ty, bits: bits & (u128::MAX >> (128 - width)) };
        match (op, consts.data(lhs), consts.data(rhs)) {
            (BinaryOp::Add, &ConstData::Int { bits: a, .. }, &ConstData::Int { bits: b, .. }) => {
                Some(int(a.wrapping_add(b)))
            }
            (BinaryOp::Sub, &ConstData::Int { bits: a, .. }, &ConstData::Int { bits: b, .. }) => {
                Some(int(a.wrapping_sub(b)))
            }
            (BinaryOp::Mul, &ConstData::Int { bits: a, .. }, &ConstData::Int { bits: b, .. }) => {
                Some(int(a.wrapping_mul(b)))
            }
            (BinaryOp::Xor, &ConstData::Int { bits: a, .. }, &ConstData::Int { bits: b, .. }) => Some(int(a ^ b)),
            (BinaryOp::Add, &ConstData::GlobalAddr { global, offset, .. }, &ConstData::Int { bits, .. })
            | (BinaryOp::Add, &ConstData::Int { bits, .. }, &ConstData::GlobalAddr { global, offset, .. })
                if width == 64 =>
            {
                Some(ConstData::GlobalAddr { ty, global, offset: offset.wrapping_add(bits as u64 as i64) })
            }
            (BinaryOp::Sub, &ConstData::GlobalAddr { global, offset, .. }, &ConstData::Int { bits, .. })
                if width == 64 =>
            {
                Some(ConstData::GlobalAddr { ty, global, offset: offset.wrapping_sub(bits as u64 as i64) })
            }
            (
                BinaryOp::Sub,
                &ConstData::GlobalAddr { global: a, offset: at, .. },
                &ConstData::GlobalAddr { global: b, offset: bt, .. },
            ) if a == b => Some(int(i128::from(at.wrapping_sub(bt)) as u128)),
            _ => None,
        }
    }

    fn compare_expression(&mut self, opcode: &str, ty: Type) -> Result<Value> {
        self.bump();
        let pred = self.word("a predicate")?;
        let (lhs, rhs) = self.operand_pair()?;
        let flags = Flags::empty();
        let op = match (IntPredicate::from_name(pred), FloatPredicate::from_name(pred)) {
            (Some(pred), _) if opcode == "icmp" => Op::ICmp { pred, lhs, rhs },
            (_, Some(pred)) if opcode == "fcmp" => Op::FCmp { pred, flags, lhs, rhs },
            _ => return Err(self.error(format!("unknown predicate '{pred}'"))),
        };
        if self.shaped_like(self.type_of(lhs), Type::I1)? != ty {
            return Err(self.error(format!("expected a {}", self.display(ty))));
        }
        self.in_front(op, ty)
    }

    fn gep_expression(&mut self, ty: Type) -> Result<Value> {
        self.bump();
        let flags = self.flags()?;
        self.expect(b'(')?;
        let elem = self.value_type()?;
        self.expect(b',')?;
        let (base_ty, base) = self.typed_value()?;
        let mut indices = Vec::new();
        let mut result = base_ty;
        while self.eat(b',') {
            // `inrange i32 0`, as clang 17 and 18 write it.
            self.eat_word("inrange");
            let (index_ty, index) = self.typed_value()?;
            result = self.gep_result(result, index_ty)?;
            indices.push(index);
        }
        self.expect(b')')?;
        if result != ty || self.module.ctx.types.pointee_space(self.module.ctx.types.scalar(ty)).is_none() {
            return Err(self.error(format!("expected a {}", self.display(ty))));
        }
        if let Some(data) = self.fold_gep(elem, base, &indices, ty) {
            return Ok(self.constant(data));
        }
        self.in_front(Op::Gep { elem, flags, base, indices }, ty)
    }

    /// The type of a `getelementptr`: a vector if any operand is one.
    pub(super) fn gep_result(&mut self, so_far: Type, index: Type) -> Result<Type> {
        match self.module.ctx.types.vector_parts(index) {
            Some((_, len)) if self.module.ctx.types.vector_parts(so_far).is_none() => self.vector_of(so_far, len),
            _ => Ok(so_far),
        }
    }

    fn fold_gep(&self, elem: Type, base: Value, indices: &[Value], ty: Type) -> Option<ConstData> {
        let Value::Const(id) = base else { return None };
        let &ConstData::GlobalAddr { global, mut offset, .. } = self.module.ctx.consts.data(id) else { return None };
        let types = &self.module.ctx.types;
        types.pointee_space(ty)?;
        let mut current = elem;
        for (i, &index) in indices.iter().enumerate() {
            let index = self.signed_index(index)?;
            let step = if i == 0 {
                i64::try_from(types.size(elem)).ok()?.checked_mul(index)?
            } else {
                match types.kind(current) {
                    TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => {
                        current = *elem;
                        i64::try_from(types.size(*elem)).ok()?.checked_mul(index)?
                    }
                    TypeKind::Struct { fields, .. } => {
                        let field = usize::try_from(index).ok()?;
                        let at = *types.struct_layout(current).0.get(field)?;
                        current = *fields.get(field)?;
                        i64::try_from(at).ok()?
                    }
                    _ => return None,
                }
            };
            offset = offset.checked_add(step)?;
        }
        Some(ConstData::GlobalAddr { ty, global, offset })
    }

    fn signed_index(&self, index: Value) -> Option<i64> {
        let bits = self.module.ctx.as_int(index)?;
        let width = self.module.ctx.types.int_bits(self.type_of(index)).filter(|&bits| bits <= 128)?;
        let shift = 128 - width;
        i64::try_from(((bits << shift) as i128) >> shift).ok()
    }

    /// Poison-generating and fast-math flags; those that the IR does not keep are read over.
    pub(super) fn flags(&mut self) -> Result<Flags> {
        let mut flags = Flags::empty();
        while let Token::Word(word) = self.token {
            flags |= match word {
                "nuw" => Flags::NUW,
                "nsw" => Flags::NSW,
                "exact" => Flags::EXACT,
                "disjoint" => Flags::DISJOINT,
                "nneg" => Flags::NNEG,
                "inbounds" => Flags::INBOUNDS,
                "nnan" => Flags::NNAN,
                "ninf" => Flags::NINF,
                "nsz" => Flags::NSZ,
                "arcp" => Flags::ARCP,
                "contract" => Flags::CONTRACT,
                "afn" => Flags::AFN,
                "reassoc" => Flags::REASSOC,
                "fast" => Flags::FAST,
                "nusw" | "samesign" => Flags::empty(),
                "inrange" => {
                    self.bump();
                    self.skip_group()?;
                    continue;
                }
                _ => break,
            };
            self.bump();
        }
        Ok(flags)
    }
}
