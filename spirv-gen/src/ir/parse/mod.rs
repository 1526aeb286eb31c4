//! Reads the text form: what clang 17 to 19 prints for amdgcn devices, and our own dumps.
//!
//! ```text
//! index    where every top-level entity begins          globals    variables, aliases
//! types    named types when first used                  functions  headers, then bodies
//! metadata locations when first used                    constants  literals; expressions fold or become instructions
//! ```
//! Never panics on any text, recurses to a fixed depth, and takes memory in proportion to the text (all fuzzed). What
//! does not matter after the front end is skipped without being understood. Called by `compile_bundle`, `hipvk-opt` and the tests.

mod attributes;
mod calls;
mod constants;
mod data_layout;
mod expressions;
mod functions;
mod globals;
mod index;
mod instructions;
mod labels;
mod lexer;
mod memory;
mod metadata;
mod printf_formats;
mod types;
mod wide;

#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub use printf_formats::printf_formats;

use super::intrinsic::Intrinsic;
use super::module::{FuncId, GlobalId, Loc, Module};
use super::types::Type;
use crate::error::{CompileError, CompileErrorKind};
use crate::hash::HashMap;
use functions::Body;
use lexer::{Lexer, Name, Token, unescape};

/// How deep types, constants and aliases may nest.
const MAX_DEPTH: u32 = 100;

/// Reads a module.
///
/// # Errors
/// `Syntax` with the line for text that is not IR or not of the subset; `Unsupported` for IR that no pass could handle.
pub fn parse_module(text: &str) -> Result<Module, CompileError> {
    let mut parser = Parser::new(text);
    parser.module()?;
    Ok(parser.module)
}

/// What a name behind `@` stands for.
#[derive(Clone, Copy, Debug)]
enum Symbol {
    Global(GlobalId),
    Function(FuncId),
    /// Byte position of the aliased expression.
    Alias(usize),
    Intrinsic(Intrinsic),
}

/// What is known of a named type.
#[derive(Clone, Copy, Debug)]
enum NamedType {
    /// Byte position of its definition.
    Unread(usize),
    Read(Type),
}

/// Nesting depth and number of nodes of a type written out: both bounded, so that later recursion over types is.
#[derive(Clone, Copy, Debug, Default)]
struct TypeShape {
    depth: u32,
    nodes: u32,
}

/// The parser's whole state. `body` is the function being read.
struct Parser<'a> {
    text: &'a str,
    lex: Lexer<'a>,
    token: Token<'a>,
    depth: u32,
    module: Module,
    /// Byte positions of `!N = ...`.
    metadata: HashMap<u32, usize>,
    symbols: HashMap<Cow<'a, str>, Symbol>,
    named_types: HashMap<Cow<'a, str>, NamedType>,
    type_shapes: Vec<TypeShape>,
    attribute_groups: HashMap<&'a str, attributes::Attributes>,
    locations: HashMap<u32, Option<Loc>>,
    files: HashMap<String, u32>,
    /// The numbers that stand for labels whose address is taken, by function and label.
    labels: HashMap<(Cow<'a, str>, Cow<'a, str>), u64>,
    body: Option<Box<Body<'a>>>,
}

type Result<T, E = CompileError> = std::result::Result<T, E>;

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            lex: Lexer::at(text, 0),
            token: Token::End,
            depth: 0,
            module: Module::default(),
            metadata: HashMap::default(),
            symbols: HashMap::default(),
            named_types: HashMap::default(),
            type_shapes: Vec::new(),
            attribute_groups: HashMap::default(),
            locations: HashMap::default(),
            files: HashMap::default(),
            labels: HashMap::default(),
            body: None,
        }
    }

    fn module(&mut self) -> Result<()> {
        let index = index::index(self.text);
        if let Some(&at) = index.unknown.first() {
            self.seek(at);
            return Err(self.error("no IR entity starts like this"));
        }
        if let Some(at) = index.data_layout {
            self.check_data_layout(at)?;
        }
        self.register_types(&index.types)?;
        self.read_attribute_groups(&index.attributes)?;
        self.metadata = index.metadata;
        let initialisers = self.read_global_heads(&index.globals)?;
        let bodies = self.read_function_heads(&index.functions)?;
        self.read_initialisers(&initialisers)?;
        bodies.into_iter().try_for_each(|(func, at)| self.read_body(func, at).map_err(|error| self.locate(error)))
    }

    fn check_data_layout(&mut self, at: usize) -> Result<()> {
        self.seek(at);
        self.expect_word("target")?;
        self.expect_word("datalayout")?;
        self.expect(b'=')?;
        let Token::Str(text) = self.token else { return Err(self.expected("a data layout")) };
        data_layout::check(text).map_err(|what| self.unsupported(format!("a data layout with {what}")))
    }

    // Tokens.

    /// Goes to byte `at` of the text.
    fn seek(&mut self, at: usize) {
        self.lex = Lexer::at(self.text, at);
        self.bump();
    }
    /// The current token; moves to the next.
    fn bump(&mut self) -> Token<'a> {
        let token = self.token;
        self.token = self.lex.next();
        token
    }
    /// Reads something elsewhere in the text, then comes back. Does not count as a level of recursion.
    fn detour<T>(&mut self, at: usize, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let saved = (self.lex, self.token);
        self.seek(at);
        let result = read(self);
        if result.is_ok() {
            (self.lex, self.token) = saved;
        }
        result
    }
    /// Counts one level of recursion.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error("nested too deeply"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn at_punct(&self, byte: u8) -> bool {
        self.token == Token::Punct(byte)
    }
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.at_punct(byte);
        if found {
            self.bump();
        }
        found
    }
    fn expect(&mut self, byte: u8) -> Result<()> {
        if self.eat(byte) { Ok(()) } else { Err(self.expected(&format!("'{}'", byte as char))) }
    }
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.token == Token::Word(word);
        if found {
            self.bump();
        }
        found
    }
    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("'{word}'"))) }
    }
    fn word(&mut self, what: &str) -> Result<&'a str> {
        let Token::Word(word) = self.token else { return Err(self.expected(what)) };
        self.bump();
        Ok(word)
    }
    fn number<N: std::str::FromStr>(&mut self) -> Result<N> {
        let Token::Number(text) = self.token else { return Err(self.expected("a number")) };
        let value = text.parse().map_err(|_| self.error(format!("number {text} out of range")))?;
        self.bump();
        Ok(value)
    }
    /// `(N)`.
    fn number_in_parens<N: std::str::FromStr>(&mut self) -> Result<N> {
        self.expect(b'(')?;
        let value = self.number()?;
        self.expect(b')')?;
        Ok(value)
    }
    /// An alignment in bytes.
    fn alignment(&mut self) -> Result<u32> {
        let align: u32 = if self.at_punct(b'(') { self.number_in_parens()? } else { self.number()? };
        if align.is_power_of_two() { Ok(align) } else { Err(self.error("an alignment is a power of two")) }
    }
    /// Skips a bracketed group that starts at the current token.
    fn skip_group(&mut self) -> Result<()> {
        let mut open = 0usize;
        loop {
            match self.bump() {
                Token::Punct(b'(' | b'[' | b'{' | b'<') => open += 1,
                Token::Punct(b')' | b']' | b'}' | b'>') => open = open.saturating_sub(1),
                Token::End | Token::Bad => return Err(self.expected("a closing bracket")),
                _ => {}
            }
            if open == 0 {
                return Ok(());
            }
        }
    }

    // Errors.

    fn error(&self, message: impl Into<String>) -> CompileError {
        let before = self.text.as_bytes().get(..self.lex.start()).unwrap_or_default();
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let error = CompileError::new("parse", CompileErrorKind::Syntax { line, message: message.into() });
        self.name_function(error)
    }
    fn unsupported(&self, what: impl Into<String>) -> CompileError {
        self.name_function(CompileError::unsupported("parse", what))
    }
    fn name_function(&self, error: CompileError) -> CompileError {
        match &self.body {
            Some(body) => error.in_function(&body.func.name),
            None => error,
        }
    }
    /// `error` with the source place of the instruction that was being read, or of its function.
    fn locate(&mut self, error: CompileError) -> CompileError {
        let rest = self.text.get(self.lex.start()..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        let digits = line.split_once("!dbg !").map(|(_, after)| after.split(|c: char| !c.is_ascii_digit()).next());
        let node = digits.flatten().and_then(|digits| digits.parse().ok());
        let place = node.and_then(|node| self.location(node));
        let place = place.or_else(|| self.body.as_ref().and_then(|body| body.func.loc));
        error.at(place.map(|loc| self.module.describe(loc)))
    }
    fn expected(&self, what: &str) -> CompileError {
        let found = match self.token {
            Token::End => "the end of the text".into(),
            Token::Bad => "something that is no token".into(),
            Token::Word(w) => format!("'{w}'"),
            Token::Punct(b) => format!("'{}'", b as char),
            Token::Number(n) => n.into(),
            Token::Local(name) => format!("'%{}'", spell(name)),
            Token::Global(name) => format!("'@{}'", spell(name)),
            Token::Label(name) => format!("label '{}'", spell(name)),
            Token::Meta(name) => format!("'!{name}'"),
            Token::Hash(name) => format!("'#{name}'"),
            Token::Comdat => "a comdat".into(),
            Token::Str(s) | Token::Chars(s) => format!("\"{s}\""),
            Token::Ellipsis => "'...'".into(),
        };
        self.error(format!("expected {what}, found {found}"))
    }
}

/// A name without its sigil and escapes.
fn spell(name: Name<'_>) -> Cow<'_, str> {
    match name {
        Name::Number(number) => Cow::Owned(number.to_string()),
        Name::Plain(text) => Cow::Borrowed(text),
        Name::Quoted(raw) if !raw.contains('\\') => Cow::Borrowed(raw),
        Name::Quoted(raw) => Cow::Owned(String::from_utf8_lossy(&unescape(raw)).into_owned()),
    }
}
