//! Global variables and aliases.
//!
//! Heads first, so that functions and initialisers may refer to any of them; initialisers when all names are known.
//! LLVM's own lists of used symbols are dropped: `externally_initialized` says what the host may touch. Called by `mod.rs`.

use super::lexer::Token;
use super::{Parser, Result, Symbol, spell};
use crate::error::{CompileError, CompileErrorKind};
use crate::ir::instruction::Value;
use crate::ir::module::{Global, GlobalId};

impl<'a> Parser<'a> {
    /// Declares every global; returns where the initialisers are.
    pub(super) fn read_global_heads(&mut self, at: &[usize]) -> Result<Vec<(GlobalId, usize)>> {
        let mut initialisers = Vec::new();
        for &at in at {
            self.seek(at);
            let Token::Global(name) = self.token else { return Err(self.expected("a global's name")) };
            self.bump();
            self.expect(b'=')?;
            let name = spell(name);
            if matches!(&*name, "llvm.used" | "llvm.compiler.used") {
                continue;
            }
            let attributes = self.attributes()?;
            let symbol = if self.eat_word("alias") {
                self.ty()?;
                if self.at_punct(b'(') {
                    // A function's type.
                    self.skip_group()?;
                }
                self.expect(b',')?;
                Symbol::Alias(self.lex.start())
            } else if self.token == Token::Word("ifunc") {
                return Err(self.unsupported(format!("ifunc '{name}'")));
            } else {
                let constant = self.eat_word("constant");
                if !constant {
                    self.expect_word("global")?;
                }
                let global = Global {
                    name: name.clone().into_owned(),
                    ty: self.value_type()?,
                    space: attributes.space,
                    init: None,
                    align: 0,
                    constant,
                    internal: attributes.internal,
                    externally_initialized: attributes.externally_initialized,
                };
                if attributes.weak && !attributes.external {
                    self.module.weak.insert(name.clone().into_owned());
                }
                let id = self.module.globals.push(global);
                if attributes.external {
                    self.module.globals[id].align = self.global_options()?;
                } else {
                    initialisers.push((id, self.lex.start()));
                }
                Symbol::Global(id)
            };
            if self.symbols.insert(name, symbol).is_some() {
                return Err(self.error("a symbol of this name exists already"));
            }
        }
        Ok(initialisers)
    }

    /// Reads the initialisers found by [`Self::read_global_heads`].
    pub(super) fn read_initialisers(&mut self, initialisers: &[(GlobalId, usize)]) -> Result<()> {
        for &(id, at) in initialisers {
            self.seek(at);
            let ty = self.module.globals[id].ty;
            let value = self.value(ty).map_err(|error| self.name_global(error, id))?;
            let Value::Const(init) = value else {
                return Err(CompileError::internal("parse", "an initialiser became an instruction"));
            };
            self.module.globals[id].init = Some(init);
            self.module.globals[id].align = self.global_options()?;
        }
        Ok(())
    }

    /// `error` saying whose initialiser it is about.
    fn name_global(&self, mut error: CompileError, id: GlobalId) -> CompileError {
        if let CompileErrorKind::Unsupported(what) = &mut error.kind {
            what.push_str(&format!(", of variable '{}'", self.module.globals[id].name));
        }
        error
    }

    /// `, section "x", comdat, align 16, !dbg !0`: the alignment, 0 when not given.
    fn global_options(&mut self) -> Result<u32> {
        let mut align = 0;
        while self.eat(b',') {
            match self.token {
                Token::Word("align") => {
                    self.bump();
                    align = self.alignment()?;
                }
                Token::Word("section" | "partition" | "code_model" | "sanitize_memtag") => {
                    self.bump();
                    if matches!(self.token, Token::Str(_)) {
                        self.bump();
                    }
                }
                Token::Word("comdat") => {
                    self.bump();
                    if self.at_punct(b'(') {
                        self.skip_group()?;
                    }
                }
                Token::Meta(_) => {
                    self.attachment()?;
                }
                _ => return Err(self.expected("an option of a global")),
            }
        }
        Ok(align)
    }
}
