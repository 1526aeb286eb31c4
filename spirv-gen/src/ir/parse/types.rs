//! Types. Named ones are resolved when first needed, so their order in the text does not matter.
//!
//! Sizes, nesting and the number of parts are bounded here, so that code after the parser may recurse over a type and
//! multiply sizes without checking again. Called by every file of `parse/` that reads a type.

use std::borrow::Cow;

use super::lexer::Token;
use super::{NamedType, Parser, Result, TypeShape, spell};
use crate::ir::types::{AddressSpace, MOST_BITS, Type, TypeKind};

/// Parts of a type written out. Clang gives a table with partly filled rows a type of its own for each row: HeCBench's sobol has 10,200 rows
/// of 20 parts.
const MAX_NODES: u32 = 1 << 20;
/// Bytes of a type: 256 TiB, more than any address space.
const MAX_BYTES: u64 = 1 << 48;
/// Elements of a vector.
const MAX_LANES: u32 = 1 << 16;

impl<'a> Parser<'a> {
    /// Notes where each named type is defined.
    pub(super) fn register_types(&mut self, at: &[usize]) -> Result<()> {
        for &at in at {
            self.seek(at);
            let Token::Local(name) = self.token else { return Err(self.expected("a type's name")) };
            self.bump();
            self.expect(b'=')?;
            self.expect_word("type")?;
            let body = self.lex.start();
            if self.named_types.insert(spell(name), NamedType::Unread(body)).is_some() {
                return Err(self.error("a type of this name exists already"));
            }
        }
        Ok(())
    }

    /// Whether a type can start at the current token.
    pub(super) fn at_type(&self) -> bool {
        match self.token {
            Token::Word(word) => {
                matches!(word, "void" | "half" | "bfloat" | "float" | "double" | "ptr" | "label" | "metadata")
                    || matches!(word, "token" | "fp128" | "x86_fp80" | "ppc_fp128" | "x86_amx" | "target")
                    || word.strip_prefix('i').is_some_and(|w| !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit()))
            }
            Token::Local(_) | Token::Punct(b'[' | b'{' | b'<') => true,
            _ => false,
        }
    }

    /// A type.
    pub(super) fn ty(&mut self) -> Result<Type> {
        self.nested(|p| p.ty_inner())
    }

    /// A type that values can have.
    pub(super) fn value_type(&mut self) -> Result<Type> {
        let ty = self.ty()?;
        if ty == Type::VOID { Err(self.error("a value cannot be void")) } else { Ok(ty) }
    }

    fn ty_inner(&mut self) -> Result<Type> {
        match self.token {
            Token::Word(word) => self.primitive(word),
            Token::Local(name) => {
                self.bump();
                self.named_type(spell(name))
            }
            Token::Punct(b'[') => {
                self.bump();
                let (len, elem) = self.counted::<u64>()?;
                self.expect(b']')?;
                self.intern(TypeKind::Array { elem, len })
            }
            Token::Punct(b'{') => self.structure(false),
            Token::Punct(b'<') => {
                self.bump();
                if self.at_punct(b'{') {
                    let ty = self.structure(true)?;
                    self.expect(b'>')?;
                    return Ok(ty);
                }
                if self.token == Token::Word("vscale") {
                    return Err(self.unsupported("scalable vector types"));
                }
                let (len, elem) = self.counted::<u32>()?;
                self.expect(b'>')?;
                self.vector_of(elem, len)
            }
            _ => Err(self.expected("a type")),
        }
    }

    fn primitive(&mut self, word: &str) -> Result<Type> {
        let ty = match word {
            "void" => Type::VOID,
            "half" => Type::HALF,
            "bfloat" => Type::BFLOAT,
            "float" => Type::FLOAT,
            "double" => Type::DOUBLE,
            "ptr" => {
                self.bump();
                let space = self.address_space()?;
                return Ok(Type::ptr(space));
            }
            _ => {
                let bits = word.strip_prefix('i').and_then(|n| n.parse::<u32>().ok());
                let Some(bits) = bits else {
                    let known = self.at_type();
                    return Err(if known { self.unsupported(format!("type {word}")) } else { self.expected("a type") });
                };
                if !(1..=MOST_BITS).contains(&bits) {
                    return Err(self.unsupported(format!("integers of {bits} bits (at most {MOST_BITS})")));
                }
                self.bump();
                return self.intern(TypeKind::Int(bits));
            }
        };
        self.bump();
        Ok(ty)
    }

    /// `addrspace(N)` if there is one, else generic.
    pub(super) fn address_space(&mut self) -> Result<AddressSpace> {
        if !self.eat_word("addrspace") {
            return Ok(AddressSpace::Generic);
        }
        let number = self.number_in_parens()?;
        AddressSpace::from_number(number).ok_or_else(|| self.unsupported(format!("address space {number}")))
    }

    /// `N x type`.
    fn counted<N: std::str::FromStr>(&mut self) -> Result<(N, Type)> {
        let len = self.number()?;
        self.expect_word("x")?;
        Ok((len, self.value_type()?))
    }

    fn structure(&mut self, packed: bool) -> Result<Type> {
        self.expect(b'{')?;
        let mut fields = Vec::new();
        while !self.at_punct(b'}') {
            fields.push(self.value_type()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        self.intern(TypeKind::Struct { fields, packed })
    }

    /// `<len x elem>`.
    pub(super) fn vector_of(&mut self, elem: Type, len: u32) -> Result<Type> {
        let types = &self.module.ctx.types;
        if types.is_aggregate(elem) || types.vector_parts(elem).is_some() || elem == Type::VOID {
            return Err(self.error("a vector's elements are scalars"));
        }
        if !(1..=MAX_LANES).contains(&len) {
            return Err(self.error(format!("a vector of {len} elements")));
        }
        self.intern(TypeKind::Vector { elem, len })
    }

    /// The type of `value` with each scalar replaced by `elem`.
    pub(super) fn shaped_like(&mut self, shape: Type, elem: Type) -> Result<Type> {
        match self.module.ctx.types.vector_parts(shape) {
            Some((_, len)) => self.vector_of(elem, len),
            None => Ok(elem),
        }
    }

    fn named_type(&mut self, name: Cow<'a, str>) -> Result<Type> {
        match self.named_types.get(&name) {
            Some(NamedType::Read(ty)) => Ok(*ty),
            Some(&NamedType::Unread(at)) => {
                let ty = self.detour(at, |p| {
                    if p.token == Token::Word("opaque") {
                        return p.intern(TypeKind::Struct { fields: Vec::new(), packed: false });
                    }
                    p.ty()
                })?;
                self.named_types.insert(name, NamedType::Read(ty));
                Ok(ty)
            }
            None => Err(self.error(format!("type '%{name}' is not defined"))),
        }
    }

    /// The id of `kind`, if it is within the bounds.
    pub(super) fn intern(&mut self, kind: TypeKind) -> Result<Type> {
        let shape = self.shape_of(&kind)?;
        let ty = self.module.ctx.types.intern(kind);
        if self.type_shapes.len() <= ty.0 as usize {
            self.type_shapes.resize(ty.0 as usize + 1, TypeShape::default());
        }
        self.type_shapes[ty.0 as usize] = shape;
        Ok(ty)
    }

    fn shape_of(&self, kind: &TypeKind) -> Result<TypeShape> {
        let types = &self.module.ctx.types;
        let shape = |ty: Type| self.type_shapes.get(ty.0 as usize).copied().unwrap_or_default();
        let (depth, nodes, bytes) = match kind {
            TypeKind::Array { elem, len } => {
                (shape(*elem).depth, shape(*elem).nodes, types.size(*elem).checked_mul(*len))
            }
            TypeKind::Struct { fields, .. } => (
                fields.iter().map(|&f| shape(f).depth).max().unwrap_or(0),
                fields.iter().fold(0u32, |n, &f| n.saturating_add(shape(f).nodes + 1)),
                // Padding at most doubles a field's size.
                fields.iter().try_fold(0u64, |n, &f| n.checked_add(types.size(f))),
            ),
            _ => (0, 0, Some(0)),
        };
        if depth >= super::MAX_DEPTH || nodes >= MAX_NODES || bytes.is_none_or(|b| b > MAX_BYTES) {
            return Err(self.error("type too large"));
        }
        Ok(TypeShape { depth: depth + 1, nodes: nodes + 1 })
    }
}
