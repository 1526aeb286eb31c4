//! Operands: local names, literals, aggregates, addresses of globals.
//!
//! An aggregate whose elements are no constants of ours (expressions that do not fold) is built by inserts in front of
//! its user. Called by every file that reads an operand; expressions go to `expressions.rs`.

use half::{bf16, f16};

use super::lexer::{Name, Token, unescape};
use super::{Parser, Result, Symbol, spell};
use crate::ir::constant::{Const, ConstData};
use crate::ir::instruction::{Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::{Type, TypeKind};

/// Elements of a `splat`; more are never written.
const MAX_SPLAT: u32 = 4096;

impl<'a> Parser<'a> {
    /// `type value`.
    pub(super) fn typed_value(&mut self) -> Result<(Type, Value)> {
        let ty = self.value_type()?;
        Ok((ty, self.value(ty)?))
    }

    /// A value of type `ty`.
    pub(super) fn value(&mut self, ty: Type) -> Result<Value> {
        match self.token {
            Token::Local(name) => {
                self.bump();
                self.local(name, ty)
            }
            Token::Global(name) => {
                self.bump();
                self.global_value(name, ty)
            }
            Token::Number(text) if self.is_wide(ty) => {
                let value = self.wide_literal(text, ty)?;
                self.bump();
                Ok(value)
            }
            Token::Number(text) => {
                let data = self.literal(text, ty)?;
                self.bump();
                Ok(self.constant(data))
            }
            Token::Punct(b'[' | b'{' | b'<') => self.nested(|p| p.aggregate(ty)),
            Token::Chars(raw) => {
                self.bump();
                let data = unescape(raw);
                let bytes = TypeKind::Array { elem: Type::I8, len: data.len() as u64 };
                if *self.module.ctx.types.kind(ty) != bytes {
                    return Err(self.error(format!("a string of {} bytes is no {}", data.len(), self.display(ty))));
                }
                Ok(self.constant(ConstData::Bytes { ty, data }))
            }
            Token::Word(word) => self.worded(word, ty),
            _ => Err(self.expected("a value")),
        }
    }

    /// A constant of type `ty`: an operand that must not be an instruction's result.
    pub(super) fn constant_value(&mut self, ty: Type) -> Result<Const> {
        match self.value(ty)? {
            Value::Const(id) => Ok(id),
            _ => Err(self.error("expected a constant")),
        }
    }

    pub(super) fn constant(&mut self, data: ConstData) -> Value {
        Value::Const(self.module.ctx.consts.intern(data))
    }

    fn worded(&mut self, word: &'a str, ty: Type) -> Result<Value> {
        let is_pointer = self.module.ctx.types.pointee_space(ty).is_some();
        match word {
            "true" | "false" if ty == Type::I1 => {
                self.bump();
                Ok(self.module.ctx.bool(word == "true"))
            }
            "null" if is_pointer => {
                self.bump();
                Ok(self.module.ctx.zero(ty))
            }
            "zeroinitializer" => {
                self.bump();
                Ok(self.module.ctx.zero(ty))
            }
            "undef" => {
                self.bump();
                Ok(self.module.ctx.undef(ty))
            }
            "poison" => {
                self.bump();
                Ok(self.module.ctx.poison(ty))
            }
            "splat" => self.nested(|p| p.splat(ty)),
            "dso_local_equivalent" | "no_cfi" => {
                self.bump();
                self.value(ty)
            }
            "true" | "false" | "null" => Err(self.error(format!("'{word}' is no {}", self.display(ty)))),
            "blockaddress" => self.label_address(ty),
            "asm" => Err(self.unsupported("inline assembly as a value")),
            _ if word.starts_with("u0x") && self.is_wide(ty) => {
                let value = self.wide_literal(word, ty)?;
                self.bump();
                Ok(value)
            }
            _ if word.starts_with("u0x") || word.starts_with("s0x") => {
                let data = self.hex_int(word, ty)?;
                self.bump();
                Ok(self.constant(data))
            }
            _ => self.nested(|p| p.expression(word, ty)),
        }
    }

    // Literals.

    fn literal(&self, text: &str, ty: Type) -> Result<ConstData> {
        let types = &self.module.ctx.types;
        if let Some(width) = types.int_bits(ty) {
            let digits = text.trim_start_matches(['-', '+']);
            let magnitude: u128 = digits.parse().map_err(|_| self.error(format!("'{text}' is no integer")))?;
            let negative = text.starts_with('-');
            return self.fit(magnitude, negative, width, ty);
        }
        if !types.is_float(ty) {
            return Err(self.error(format!("'{text}' is no {}", self.display(ty))));
        }
        let bits = float_bits(text, types.kind(ty)).ok_or_else(|| self.error(format!("'{text}' is no float")))?;
        Ok(ConstData::Float { ty, bits })
    }

    fn hex_int(&self, word: &str, ty: Type) -> Result<ConstData> {
        let width =
            self.module.ctx.types.int_bits(ty).filter(|&bits| bits <= 128).ok_or_else(|| self.expected("a value"))?;
        let magnitude = u128::from_str_radix(&word[3..], 16).map_err(|_| self.error("bad hexadecimal integer"))?;
        self.fit(magnitude, false, width, ty)
    }

    fn fit(&self, magnitude: u128, negative: bool, width: u32, ty: Type) -> Result<ConstData> {
        let mask = u128::MAX >> (128 - width);
        let fits = if negative { magnitude <= 1u128 << (width - 1) } else { magnitude <= mask };
        if !fits {
            return Err(self.error(format!("integer too large for i{width}")));
        }
        let bits = if negative { magnitude.wrapping_neg() & mask } else { magnitude };
        Ok(ConstData::Int { ty, bits })
    }

    // Aggregates.

    fn splat(&mut self, ty: Type) -> Result<Value> {
        self.bump();
        let Some((elem, len)) = self.module.ctx.types.vector_parts(ty) else {
            return Err(self.error("splat of something that is no vector"));
        };
        if len > MAX_SPLAT {
            return Err(self.error("splat too long"));
        }
        self.expect(b'(')?;
        let (actual, value) = self.typed_value()?;
        self.expect(b')')?;
        if actual != elem {
            return Err(self.error("splat of another type"));
        }
        self.build(ty, vec![value; len as usize])
    }

    fn aggregate(&mut self, ty: Type) -> Result<Value> {
        let open = self.bump();
        let mut packed = false;
        let close = match open {
            Token::Punct(b'[') => b']',
            Token::Punct(b'{') => b'}',
            _ => {
                packed = self.eat(b'{');
                if packed { b'}' } else { b'>' }
            }
        };
        let mut elems = Vec::new();
        while !self.at_punct(close) {
            let (elem, value) = self.typed_value()?;
            if self.element_type(ty, elems.len(), packed || close == b'}') != Some(elem) {
                let (ty, elem) = (self.display(ty), self.display(elem));
                return Err(self.error(format!("element {} of {ty} is no {elem}", elems.len())));
            }
            elems.push(value);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(close)?;
        if packed {
            self.expect(b'>')?;
        }
        let len = match self.module.ctx.types.kind(ty) {
            TypeKind::Array { len, .. } => *len,
            TypeKind::Vector { len, .. } => u64::from(*len),
            TypeKind::Struct { fields, .. } => fields.len() as u64,
            _ => return Err(self.error(format!("a {} has no elements", self.display(ty)))),
        };
        if len != elems.len() as u64 {
            return Err(self.error(format!("{} elements for {}", elems.len(), self.display(ty))));
        }
        self.build(ty, elems)
    }

    fn element_type(&self, ty: Type, index: usize, structure: bool) -> Option<Type> {
        match self.module.ctx.types.kind(ty) {
            TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } if !structure => Some(*elem),
            TypeKind::Struct { fields, .. } if structure => fields.get(index).copied(),
            _ => None,
        }
    }

    fn build(&mut self, ty: Type, elems: Vec<Value>) -> Result<Value> {
        let constants: Option<Vec<Const>> =
            elems.iter().map(|v| if let Value::Const(id) = v { Some(*id) } else { None }).collect();
        if let Some(elems) = constants {
            return Ok(self.constant(ConstData::Aggregate { ty, elems }));
        }
        let mut whole = self.module.ctx.poison(ty);
        for (i, value) in elems.into_iter().enumerate() {
            let i = i as u32;
            let op = if self.module.ctx.types.vector_parts(ty).is_some() {
                Op::InsertElement { vector: whole, value, index: self.module.ctx.i32(i) }
            } else {
                Op::InsertValue { aggregate: whole, value, indices: vec![i] }
            };
            whole = self.in_front(op, ty)?;
        }
        Ok(whole)
    }

    /// An instruction in front of the one being read.
    pub(super) fn in_front(&mut self, op: Op, ty: Type) -> Result<Value> {
        let Some(body) = &mut self.body else {
            return Err(
                self.unsupported("a constant expression that only instructions could compute, in an initialiser")
            );
        };
        let inst = body.func.create_inst(op, ty, body.loc);
        body.pending.push(inst);
        Ok(Value::Inst(inst))
    }

    // Globals.

    /// What `name` stands for, if the module or the compiler knows it.
    pub(super) fn symbol(&self, name: Name<'a>) -> Option<Symbol> {
        let name = spell(name);
        self.symbols.get(&name).copied().or_else(|| Intrinsic::from_name(&name).map(Symbol::Intrinsic))
    }

    fn global_value(&mut self, name: Name<'a>, ty: Type) -> Result<Value> {
        let data = match self.symbol(name) {
            Some(Symbol::Global(global)) => {
                let actual = Type::ptr(self.module.globals[global].space);
                if actual != ty {
                    let (actual, ty) = (self.display(actual), self.display(ty));
                    return Err(self.error(format!("'@{}' is a {actual}, not {ty}", spell(name))));
                }
                ConstData::GlobalAddr { ty, global, offset: 0 }
            }
            // Functions have no memory: every 64-bit pointer and integer may hold an address of one.
            Some(Symbol::Function(func)) if ty == Type::PTR => ConstData::Function { ty, func },
            Some(Symbol::Alias(at)) => {
                let (actual, value) = self.nested(|p| p.detour(at, Self::typed_value))?;
                if actual != ty {
                    return Err(self.error(format!("alias '@{}' is of another type", spell(name))));
                }
                return Ok(value);
            }
            Some(Symbol::Function(_)) => return Err(self.error("a function's address is a ptr")),
            Some(Symbol::Intrinsic(_)) => {
                return Err(self.unsupported(format!("the address of intrinsic '@{}'", spell(name))));
            }
            None => return Err(self.error(format!("'@{}' is not defined", spell(name)))),
        };
        Ok(self.constant(data))
    }
}

/// The IEEE bits that `text` means as a float of `kind`. LLVM writes float and double as decimal or as the double's bits, half
/// as `0xH` and bfloat as `0xR` with their own.
fn float_bits(text: &str, kind: &TypeKind) -> Option<u64> {
    let hex = |digits: &str| u64::from_str_radix(digits, 16).ok();
    match kind {
        TypeKind::Half if text.starts_with("0xH") => return hex(&text[3..]).filter(|&b| b <= 0xffff),
        TypeKind::BFloat if text.starts_with("0xR") => return hex(&text[3..]).filter(|&b| b <= 0xffff),
        _ => {}
    }
    let double = match text.strip_prefix("0x") {
        Some(digits) => f64::from_bits(hex(digits)?),
        None => text.parse().ok()?,
    };
    Some(match kind {
        TypeKind::Double => double.to_bits(),
        TypeKind::Float => u64::from(narrow(double)),
        TypeKind::Half => u64::from(f16::from_f64(double).to_bits()),
        TypeKind::BFloat => u64::from(bf16::from_f64(double).to_bits()),
        _ => return None,
    })
}

/// The bits of `double` as a float; a NaN keeps its payload, which `as` need not.
fn narrow(double: f64) -> u32 {
    if !double.is_nan() {
        return (double as f32).to_bits();
    }
    let bits = double.to_bits();
    let sign = (bits >> 32) as u32 & 0x8000_0000;
    let payload = (bits >> 29) as u32 & 0x007f_ffff;
    sign | 0x7f80_0000 | if payload == 0 { 0x0040_0000 } else { payload }
}
