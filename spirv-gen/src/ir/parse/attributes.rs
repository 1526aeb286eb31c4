//! Attributes: a few are kept, the rest is skipped by its shape (`word`, `word(...)`, `"key"="value"`, `#N`).
//!
//! So new attributes of a newer clang do no harm. Called by `functions.rs` (heads and parameters), `calls.rs` and `globals.rs`.

use super::lexer::Token;
use super::{Parser, Result};
use crate::ir::function::FunctionAttrs;
use crate::ir::types::{AddressSpace, Type};

/// What a run of attributes said; linkage and calling-convention words count as attributes.
#[derive(Clone, Debug)]
pub(super) struct Attributes {
    pub function: FunctionAttrs,
    pub by_ref: Option<Type>,
    pub align: u32,
    pub noalias: bool,
    pub readonly: bool,
    pub internal: bool,
    pub weak: bool,
    pub kernel: bool,
    pub external: bool,
    pub externally_initialized: bool,
    pub space: AddressSpace,
}

impl Default for Attributes {
    fn default() -> Self {
        Self {
            function: FunctionAttrs::default(),
            by_ref: None,
            align: 0,
            noalias: false,
            readonly: false,
            internal: false,
            weak: false,
            kernel: false,
            external: false,
            externally_initialized: false,
            space: AddressSpace::Generic,
        }
    }
}

impl<'a> Parser<'a> {
    /// `attributes #N = { ... }`, each of `at`.
    pub(super) fn read_attribute_groups(&mut self, at: &[usize]) -> Result<()> {
        for &at in at {
            self.seek(at);
            self.expect_word("attributes")?;
            let Token::Hash(name) = self.token else { return Err(self.expected("an attribute group's name")) };
            self.bump();
            self.expect(b'=')?;
            self.expect(b'{')?;
            let attributes = self.attributes()?;
            self.expect(b'}')?;
            self.attribute_groups.insert(name, attributes);
        }
        Ok(())
    }

    /// Reads attributes up to something else.
    pub(super) fn attributes(&mut self) -> Result<Attributes> {
        let mut found = Attributes::default();
        loop {
            match self.token {
                Token::Hash(name) => {
                    self.bump();
                    if let Some(group) = self.attribute_groups.get(name) {
                        merge(&mut found.function, &group.function);
                    }
                }
                Token::Str(key) => self.string_attribute(key, &mut found.function)?,
                Token::Word("align") => {
                    self.bump();
                    // Attribute groups write `align=N`.
                    self.eat(b'=');
                    found.align = self.alignment()?;
                }
                Token::Word("byref" | "byval" | "sret" | "preallocated" | "inalloca" | "elementtype") => {
                    self.typed_attribute(&mut found)?;
                }
                Token::Word("cc") => {
                    self.bump();
                    self.number::<u32>()?;
                }
                Token::Word("addrspace") => {
                    found.space = self.address_space()?;
                }
                Token::Word(word) if !self.at_type() && !stops_attributes(word) => {
                    self.plain_attribute(word, &mut found)?
                }
                _ => return Ok(found),
            }
        }
    }

    fn plain_attribute(&mut self, word: &str, found: &mut Attributes) -> Result<()> {
        match word {
            "convergent" => found.function.convergent = true,
            "noreturn" => found.function.no_return = true,
            "noalias" => found.noalias = true,
            "readonly" | "readnone" => found.readonly = true,
            "internal" | "private" => found.internal = true,
            "weak" | "weak_odr" | "linkonce" | "linkonce_odr" | "common" | "available_externally" => found.weak = true,
            "external" | "extern_weak" => found.external = true,
            "externally_initialized" => found.externally_initialized = true,
            "amdgpu_kernel" | "spir_kernel" => found.kernel = true,
            _ => {}
        }
        self.bump();
        if self.eat(b'=') {
            self.bump();
        } else if self.at_punct(b'(') {
            self.skip_group()?;
        }
        Ok(())
    }

    fn typed_attribute(&mut self, found: &mut Attributes) -> Result<()> {
        let Token::Word(word) = self.token else { return Err(self.expected("an attribute")) };
        self.bump();
        if self.eat(b'=') {
            self.ty()?;
        } else if self.eat(b'(') {
            let ty = self.value_type()?;
            self.expect(b')')?;
            if matches!(word, "byref" | "byval") {
                found.by_ref = Some(ty);
            }
        }
        Ok(())
    }

    fn string_attribute(&mut self, key: &str, found: &mut FunctionAttrs) -> Result<()> {
        self.bump();
        if !self.eat(b'=') {
            return Ok(());
        }
        let Token::Str(value) = self.token else { return Err(self.expected("an attribute's value")) };
        self.bump();
        match key {
            "amdgpu-flat-work-group-size" => {
                let max = value.split(',').nth(1).and_then(|n| n.trim().parse().ok());
                found.max_block = max.ok_or_else(|| self.error("a work-group size is \"min,max\""))?;
            }
            "denormal-fp-math-f32" => found.flush_f32_denormals = value.starts_with("preserve-sign"),
            _ => {}
        }
        Ok(())
    }
}

/// Words that follow attributes and are none.
fn stops_attributes(word: &str) -> bool {
    matches!(word, "attributes" | "define" | "declare" | "source_filename" | "module" | "uselistorder")
        || matches!(word, "asm" | "global" | "constant" | "alias" | "ifunc" | "section" | "comdat" | "gc" | "prefix")
        || matches!(word, "prologue" | "personality" | "null" | "undef" | "poison" | "inttoptr" | "bitcast")
        || matches!(word, "getelementptr" | "addrspacecast" | "zeroinitializer" | "true" | "false" | "splat" | "c")
        || matches!(word, "none" | "ptrtoint" | "blockaddress" | "dso_local_equivalent" | "no_cfi" | "select" | "icmp")
        || matches!(word, "add" | "sub" | "mul" | "shl" | "xor" | "and" | "or" | "trunc" | "to" | "x")
        || matches!(
            word,
            "extractelement" | "insertelement" | "shufflevector" | "ptrauth" | "lshr" | "ashr" | "zext" | "sext"
        )
}

fn merge(into: &mut FunctionAttrs, from: &FunctionAttrs) {
    into.convergent |= from.convergent;
    into.no_return |= from.no_return;
    into.flush_f32_denormals |= from.flush_f32_denormals;
    if from.max_block != 0 {
        into.max_block = from.max_block;
    }
}
