//! Source locations: `!dbg` attachments to `file:line:column`.
//!
//! Of debug information only `DILocation`, its scopes and their `DIFile` are read, each when first asked for. An inlined
//! location keeps its own, innermost line. Our dumps write the place itself: `!dbg "saxpy.hip:9:11"`.
//! Called by `functions.rs` and `instructions.rs`.

use super::lexer::{Lexer, Name, Token, unescape};
use super::{Parser, Result};
use crate::ir::module::Loc;

/// Scopes between a location and its file; deeper chains are cut.
const MAX_SCOPES: u32 = 64;

/// The fields of a metadata node that matter here.
#[derive(Clone, Debug, Default)]
struct Node<'a> {
    line: u32,
    column: u32,
    scope: Option<u32>,
    file: Option<u32>,
    filename: Option<&'a str>,
}

impl<'a> Parser<'a> {
    /// `!kind <node>`, at `!kind`: the source place if the kind is `dbg`.
    pub(super) fn attachment(&mut self) -> Result<Option<Loc>> {
        let Token::Meta(kind) = self.token else { return Err(self.expected("metadata")) };
        self.bump();
        match self.token {
            Token::Str(raw) if kind == "dbg" => {
                self.bump();
                Ok(self.written_location(raw))
            }
            Token::Meta(node) => {
                self.bump();
                if self.at_punct(b'(') {
                    self.skip_group()?;
                    return Ok(None);
                }
                match node.parse() {
                    Ok(number) if kind == "dbg" => Ok(self.location(number)),
                    _ => Ok(None),
                }
            }
            Token::Punct(b'!') => {
                self.bump();
                if self.at_punct(b'{') {
                    self.skip_group()?;
                } else {
                    self.bump();
                }
                Ok(None)
            }
            _ => Err(self.expected("a metadata node")),
        }
    }

    /// `file:line:column`.
    fn written_location(&mut self, raw: &str) -> Option<Loc> {
        let text = String::from_utf8_lossy(&unescape(raw)).into_owned();
        let mut parts = text.rsplitn(3, ':');
        let column = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        let file = self.file(parts.next()?.to_owned());
        Some(Loc { file, line, column })
    }

    fn file(&mut self, path: String) -> u32 {
        if let Some(&file) = self.files.get(&path) {
            return file;
        }
        let file = self.module.files.len() as u32;
        self.module.files.push(path.clone());
        self.files.insert(path, file);
        file
    }

    /// The place that node `number` names: a `DILocation`, or a `DISubprogram`'s own line.
    pub(super) fn location(&mut self, number: u32) -> Option<Loc> {
        if let Some(&known) = self.locations.get(&number) {
            return known;
        }
        let loc = self.read_location(number);
        self.locations.insert(number, loc);
        loc
    }

    fn read_location(&mut self, number: u32) -> Option<Loc> {
        let node = self.node(number)?;
        let mut file = node.file;
        let mut scope = node.scope;
        for _ in 0..MAX_SCOPES {
            if file.is_some() {
                break;
            }
            let parent = self.node(scope?)?;
            (file, scope) = (parent.file, parent.scope);
        }
        let path = self.node(file?)?.filename?;
        let path = String::from_utf8_lossy(&unescape(path)).into_owned();
        let file = self.file(path);
        // Line 0 is the compiler's own code: no place a reader could look at.
        (node.line != 0).then_some(Loc { file, line: node.line, column: node.column })
    }

    /// The fields of `!number = [distinct] !DIKind(field: value, ...)`.
    fn node(&self, number: u32) -> Option<Node<'a>> {
        let mut lex = Lexer::at(self.text, *self.metadata.get(&number)?);
        let mut node = Node::default();
        let mut open = 0u32;
        let mut field = "";
        loop {
            match lex.next() {
                Token::Punct(b'(' | b'{') => open += 1,
                Token::Punct(b')' | b'}') => {
                    open = open.saturating_sub(1);
                    if open == 0 {
                        return Some(node);
                    }
                }
                Token::End | Token::Bad => return None,
                _ if open != 1 => {}
                Token::Label(Name::Plain(name)) => field = name,
                Token::Number(n) if field == "line" => node.line = n.parse().unwrap_or(0),
                Token::Number(n) if field == "column" => node.column = n.parse().unwrap_or(0),
                Token::Meta(n) if field == "scope" => node.scope = n.parse().ok(),
                Token::Meta(n) if field == "file" => node.file = n.parse().ok(),
                Token::Str(s) if field == "filename" => node.filename = Some(s),
                _ => {}
            }
        }
    }
}
