//! Where each top-level entity of a module begins.
//!
//! LLVM's printer and ours start every entity in column 0 and end a body with `}` there, so one walk over the lines finds
//! them all; bodies and metadata are then read in the order that suits the parser, and metadata that nobody asks for
//! never. Called by `parse::parse_module`.

use crate::hash::HashMap;

/// Byte positions of the entities, by kind, in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// `%name = type ...`
    pub types: Vec<usize>,
    /// `@name = ...`
    pub globals: Vec<usize>,
    /// `declare ...` and `define ...`
    pub functions: Vec<usize>,
    /// `attributes #N = ...`
    pub attributes: Vec<usize>,
    /// `target datalayout = "..."`
    pub data_layout: Option<usize>,
    /// `!N = ...`, by N.
    pub metadata: HashMap<u32, usize>,
    /// Lines that start none of these, nor anything else that LLVM writes.
    pub unknown: Vec<usize>,
}

/// Walks over the lines of `text`.
pub(super) fn index(text: &str) -> Index {
    let mut index = Index::default();
    let mut in_body = false;
    let mut pos = 0;
    for line in text.split_inclusive('\n') {
        let start = pos;
        pos += line.len();
        if in_body {
            in_body = !line.starts_with('}');
            continue;
        }
        match line.as_bytes().first() {
            None | Some(b' ' | b'\t' | b'\r' | b'\n' | b';' | b'$' | b'^' | b')' | b']' | b'}') => {}
            Some(b'%') => index.types.push(start),
            Some(b'@') => index.globals.push(start),
            Some(b'!') => {
                let digits = line[1..].bytes().take_while(u8::is_ascii_digit).count();
                if let Ok(number) = line[1..=digits].parse() {
                    index.metadata.insert(number, start);
                }
            }
            _ if line.starts_with("define") => {
                index.functions.push(start);
                in_body = !line.trim_end().ends_with('}');
            }
            _ if line.starts_with("declare") => index.functions.push(start),
            _ if line.starts_with("attributes") => index.attributes.push(start),
            _ if line.starts_with("target datalayout") => index.data_layout = Some(start),
            _ if ["target", "source_filename", "module asm", "uselistorder"].iter().any(|w| line.starts_with(w)) => {}
            _ => index.unknown.push(start),
        }
    }
    index
}
