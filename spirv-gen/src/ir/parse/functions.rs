//! Functions: heads first, then bodies in one pass.
//!
//! A value used before its definition gets its instruction at once, linked into no block; the definition fills it in. So
//! nothing is patched afterwards, and `Body::forward` holds what is still missing. Blocks alike.
//! Unnamed values and blocks share one counter, as in LLVM. Called by `mod.rs`.

use std::borrow::Cow;

use super::attributes::Attributes;
use super::lexer::{Name, Token};
use super::{Parser, Result, Symbol, spell};
use crate::hash::HashMap;
use crate::ir::function::{Block, Function, Param};
use crate::ir::instruction::{Inst, InstData, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{FuncId, Loc};
use crate::ir::types::Type;

/// The function being read.
pub(super) struct Body<'a> {
    pub func: Function,
    /// The block that instructions are added to; none behind a terminator.
    pub block: Option<Block>,
    /// Place of the instruction being read.
    pub loc: Option<Loc>,
    /// Instructions that constant expressions became, to stand in front of the one being read.
    pub pending: Vec<Inst>,
    /// Those of phi operands, to stand at the end of a predecessor.
    pub on_edges: Vec<(Block, Vec<Inst>)>,
    numbered: Vec<Option<Value>>,
    named: HashMap<Cow<'a, str>, Value>,
    numbered_blocks: HashMap<u32, Block>,
    named_blocks: HashMap<Cow<'a, str>, Block>,
    /// Instructions that are used and not defined yet, by name.
    forward: HashMap<Inst, Name<'a>>,
    /// By block: whether its label has been seen.
    placed: Vec<bool>,
    next_number: u32,
}

impl<'a> Body<'a> {
    fn new(func: Function) -> Self {
        Self {
            func,
            block: None,
            loc: None,
            pending: Vec::new(),
            on_edges: Vec::new(),
            numbered: Vec::new(),
            named: HashMap::default(),
            numbered_blocks: HashMap::default(),
            named_blocks: HashMap::default(),
            forward: HashMap::default(),
            placed: Vec::new(),
            next_number: 0,
        }
    }

    fn lookup(&self, name: Name<'a>) -> Option<Value> {
        match name {
            Name::Number(n) => self.numbered.get(n as usize).copied().flatten(),
            name => self.named.get(&spell(name)).copied(),
        }
    }
    fn insert(&mut self, name: Name<'a>, value: Value) {
        match name {
            Name::Number(n) => {
                let n = n as usize;
                if self.numbered.len() <= n {
                    self.numbered.resize(n + 1, None);
                }
                self.numbered[n] = Some(value);
            }
            name => {
                self.named.insert(spell(name), value);
            }
        }
    }
    fn take_number(&mut self) -> Name<'a> {
        self.next_number = self.next_number.saturating_add(1);
        Name::Number(self.next_number - 1)
    }
    /// The block called `name`, new or old.
    pub(super) fn block_named(&mut self, name: Name<'a>) -> Block {
        let found = match name {
            Name::Number(n) => self.numbered_blocks.get(&n),
            name => self.named_blocks.get(&spell(name)),
        };
        if let Some(&block) = found {
            return block;
        }
        let block = self.func.create_block();
        self.placed.push(false);
        match name {
            Name::Number(n) => self.numbered_blocks.insert(n, block),
            name => self.named_blocks.insert(spell(name), block),
        };
        block
    }
}

impl<'a> Parser<'a> {
    /// Declares every function; returns those with bodies and where the bodies are.
    pub(super) fn read_function_heads(&mut self, at: &[usize]) -> Result<Vec<(FuncId, usize)>> {
        let mut bodies = Vec::new();
        for &at in at {
            self.seek(at);
            let defined = self.eat_word("define");
            if !defined {
                self.expect_word("declare")?;
            }
            if let Some((func, at)) = self.head(defined)? {
                bodies.push((func, at));
            }
        }
        Ok(bodies)
    }

    fn head(&mut self, defined: bool) -> Result<Option<(FuncId, usize)>> {
        let mut loc = None;
        while let Token::Meta(_) = self.token {
            loc = self.attachment()?;
        }
        let before = self.attributes()?;
        let ret = self.ty()?;
        let Token::Global(name) = self.token else { return Err(self.expected("a function's name")) };
        self.bump();
        let name = spell(name);
        if !defined && name.starts_with("llvm.dbg.") {
            return Ok(None);
        }
        if let (false, Some(intrinsic)) = (defined, Intrinsic::from_name(&name)) {
            self.symbols.insert(name, Symbol::Intrinsic(intrinsic));
            return Ok(None);
        }
        let mut func = Function::declaration(name.clone(), ret, Vec::new());
        self.parameters(&mut func)?;
        let mut attrs = before.function.clone();
        loop {
            attrs = self.function_options(attrs)?;
            match self.token {
                Token::Meta(_) => loc = self.attachment()?.or(loc),
                _ => break,
            }
        }
        (func.attrs, func.loc) = (attrs, loc);
        (func.is_kernel, func.internal) = (before.kernel, before.internal);
        if before.weak && defined {
            self.module.weak.insert(name.clone().into_owned());
        }
        let id = self.module.functions.push(func);
        if self.symbols.insert(name, Symbol::Function(id)).is_some() {
            return Err(self.error("a symbol of this name exists already"));
        }
        if !defined {
            return Ok(None);
        }
        if !self.at_punct(b'{') {
            return Err(self.expected("'{'"));
        }
        Ok(Some((id, self.lex.start())))
    }

    /// What stands between parameters and body.
    fn function_options(
        &mut self,
        mut attrs: crate::ir::function::FunctionAttrs,
    ) -> Result<crate::ir::function::FunctionAttrs> {
        loop {
            let found = self.attributes()?.function;
            attrs.convergent |= found.convergent;
            attrs.no_return |= found.no_return;
            attrs.flush_f32_denormals |= found.flush_f32_denormals;
            attrs.max_block = attrs.max_block.max(found.max_block);
            match self.token {
                Token::Word("section" | "gc") => {
                    self.bump();
                    self.bump();
                }
                Token::Word("comdat") => {
                    self.bump();
                    if self.at_punct(b'(') {
                        self.skip_group()?;
                    }
                }
                Token::Word("personality" | "prefix" | "prologue") => {
                    self.bump();
                    let ty = self.value_type()?;
                    self.value(ty)?;
                }
                _ => return Ok(attrs),
            }
        }
    }

    fn parameters(&mut self, func: &mut Function) -> Result<()> {
        self.expect(b'(')?;
        while !self.at_punct(b')') {
            if self.token == Token::Ellipsis {
                self.bump();
                func.variadic = true;
                break;
            }
            if self.eat_word("metadata") {
                self.eat(b',');
                continue;
            }
            let ty = self.value_type()?;
            let attributes = self.attributes()?;
            let mut name = String::new();
            if let Token::Local(local) = self.token {
                self.bump();
                if !matches!(local, Name::Number(_)) {
                    name = spell(local).into_owned();
                }
            }
            let Attributes { by_ref, align, noalias, readonly, .. } = attributes;
            func.params.push(Param { ty, name, by_ref, align, noalias, readonly });
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')
    }

    /// Reads the body of `id`, at the `{` at byte `at`.
    pub(super) fn read_body(&mut self, id: FuncId, at: usize) -> Result<()> {
        let func = self.module.functions[id].clone();
        let mut body = Box::new(Body::new(func));
        for i in 0..body.func.params.len() {
            let name = body.func.params[i].name.clone();
            if name.is_empty() {
                let number = body.take_number();
                body.insert(number, Value::Param(i as u32));
            } else if body.named.insert(Cow::Owned(name), Value::Param(i as u32)).is_some() {
                return Err(self.error("two parameters have one name"));
            }
        }
        self.body = Some(body);
        self.seek(at);
        self.expect(b'{')?;
        while !self.at_punct(b'}') {
            self.line()?;
        }
        self.finish_body(id)
    }

    /// A label, a debug record or an instruction.
    fn line(&mut self) -> Result<()> {
        match self.token {
            Token::Label(name) => {
                self.bump();
                self.start_block(name)
            }
            Token::Hash(_) => {
                self.bump();
                self.skip_group()
            }
            Token::Word("uselistorder" | "uselistorder_bb") => Err(self.unsupported("uselistorder directives")),
            _ => {
                if self.body().block.is_none() {
                    let name = self.body().take_number();
                    self.start_block(name)?;
                }
                self.instruction()
            }
        }
    }

    fn start_block(&mut self, name: Name<'a>) -> Result<()> {
        if self.body().block.is_some() {
            return Err(self.error("the block before this label has no terminator"));
        }
        if let Name::Number(n) = name {
            self.advance_number(n)?;
        }
        let body = self.body();
        let block = body.block_named(name);
        if std::mem::replace(&mut body.placed[block.0 as usize], true) {
            return Err(self.error("two blocks have this label"));
        }
        body.func.layout.push(block);
        body.block = Some(block);
        Ok(())
    }

    /// Checks a written number against the counter and moves that on.
    fn advance_number(&mut self, n: u32) -> Result<()> {
        // Numbers are dense in what LLVM writes; this bounds the table by the text.
        if n as usize > self.text.len() {
            return Err(self.error(format!("number {n} out of sequence")));
        }
        let body = self.body();
        body.next_number = body.next_number.max(n + 1);
        Ok(())
    }

    fn finish_body(&mut self, id: FuncId) -> Result<()> {
        let body = self.body();
        if body.block.is_some() || body.func.layout.is_empty() {
            return Err(self.error("the last block has no terminator"));
        }
        if let Some(name) = body.forward.values().next().copied() {
            return Err(self.error(format!("value '%{}' is used and never defined", spell(name))));
        }
        if body.placed.iter().any(|&placed| !placed) {
            return Err(self.error("a label is used and never defined"));
        }
        for (block, insts) in std::mem::take(&mut body.on_edges) {
            let list = &mut body.func.blocks[block].insts;
            let at = list.len() - 1;
            list.splice(at..at, insts);
        }
        if let Some(mut body) = self.body.take() {
            body.func.compact();
            self.module.functions[id] = body.func;
        }
        Ok(())
    }

    // Values and blocks by name.

    /// The function being read. Called inside bodies only.
    pub(super) fn body(&mut self) -> &mut Body<'a> {
        self.body.as_mut().expect("instructions are read inside a body only")
    }

    /// The value called `name`, which is of type `ty`.
    pub(super) fn local(&mut self, name: Name<'a>, ty: Type) -> Result<Value> {
        if self.body.is_none() {
            return Err(self.error("a local value outside a function"));
        }
        if let Some(value) = self.body().lookup(name) {
            let actual = self.type_of(value);
            if actual != ty {
                let (actual, ty) = (self.display(actual), self.display(ty));
                return Err(self.error(format!("'%{}' is of type {actual}, not {ty}", spell(name))));
            }
            return Ok(value);
        }
        if matches!(name, Name::Number(n) if n as usize > self.text.len()) {
            return Err(self.error("value number out of sequence"));
        }
        let body = self.body();
        let inst = body.func.create_inst(Op::Unreachable, ty, None);
        body.forward.insert(inst, name);
        body.insert(name, Value::Inst(inst));
        Ok(Value::Inst(inst))
    }

    /// `label %name`.
    pub(super) fn label(&mut self) -> Result<Block> {
        self.expect_word("label")?;
        self.block_ref()
    }

    /// `%name`, a block.
    pub(super) fn block_ref(&mut self) -> Result<Block> {
        let Token::Local(name) = self.token else { return Err(self.expected("a block")) };
        self.bump();
        Ok(self.body().block_named(name))
    }

    /// Adds an instruction; `name` is what the text called its result.
    pub(super) fn define(&mut self, name: Option<Name<'a>>, op: Op, ty: Type) -> Result<()> {
        if ty == Type::VOID {
            if name.is_some() {
                return Err(self.error("an instruction without result has a name"));
            }
            let loc = self.body().loc;
            let inst = self.body().func.create_inst(op, ty, loc);
            self.append(inst);
            return Ok(());
        }
        let name = match name {
            Some(Name::Number(n)) => {
                self.advance_number(n)?;
                Name::Number(n)
            }
            Some(name) => name,
            None => self.body().take_number(),
        };
        let body = self.body();
        let data = InstData { op, ty, loc: body.loc };
        let inst = match body.lookup(name) {
            None => {
                let inst = body.func.insts.push(data);
                body.insert(name, Value::Inst(inst));
                inst
            }
            Some(Value::Inst(inst)) if body.forward.remove(&inst).is_some() => {
                let used_as = body.func.insts[inst].ty;
                if used_as != ty {
                    let (ty, used_as) = (self.display(ty), self.display(used_as));
                    return Err(self.error(format!("'%{}' is of type {ty}, but used as {used_as}", spell(name))));
                }
                body.func.insts[inst] = data;
                inst
            }
            Some(_) => return Err(self.error(format!("'%{}' is defined twice", spell(name)))),
        };
        self.append(inst);
        Ok(())
    }

    /// Links `inst`, and in front of it what its constant expressions became.
    fn append(&mut self, inst: Inst) {
        let body = self.body();
        let Some(block) = body.block else { return };
        let list = &mut body.func.blocks[block].insts;
        list.append(&mut body.pending);
        list.push(inst);
        if body.func.insts[inst].op.is_terminator() {
            body.block = None;
        }
    }

    /// The type of `value` in the function being read.
    pub(super) fn type_of(&self, value: Value) -> Type {
        match (&self.body, value) {
            (Some(body), value) => self.module.ctx.type_of(&body.func, value),
            (None, Value::Const(id)) => self.module.ctx.consts.data(id).ty(),
            (None, _) => Type::VOID,
        }
    }
    pub(super) fn display(&self, ty: Type) -> String {
        self.module.ctx.types.display(ty)
    }
}
