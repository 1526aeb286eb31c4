//! One program's words and headers, CUDA's to HIP's.
//!
//! Called by [`super::file`]; what stands around names (launches, symbols) is [`super::calls`]' and [`super::launch`]'s.

use std::collections::{BTreeMap, HashSet};

use super::headers;
use super::rules::{Known, Rules};
use super::text::{Kind, Kinds, is_word, word_at};

/// What became of a text.
#[derive(Debug, Default)]
pub struct Converted {
    pub text: String,
    /// How often which name became which.
    pub changes: BTreeMap<(String, String), usize>,
    pub warnings: Vec<Warning>,
}

/// Something that a user is to look at.
#[derive(Debug, PartialEq, Eq)]
pub struct Warning {
    pub line: usize,
    pub text: String,
}

impl Converted {
    fn change(&mut self, from: &str, to: String) {
        self.text.push_str(&to);
        if from != to {
            *self.changes.entry((from.to_owned(), to)).or_default() += 1;
        }
    }
}

/// Replaces every name of CUDA's in `text`. `accepted` are words to say nothing of.
pub fn convert(text: &str, rules: &Rules, accepted: &HashSet<String>) -> Converted {
    let kinds = Kinds::of(text);
    let own = defined(text);
    let mut out = Converted { text: String::with_capacity(text.len()), ..Converted::default() };
    let (mut at, mut line) = (0, 1);
    // Each name once: a macro of another file may be called everywhere.
    let mut warned = HashSet::new();
    while at < text.len() {
        let rest = &text[at..];
        let before = text[..at].chars().next_back();
        let word = if before.is_some_and(is_word) { 0 } else { word_at(rest) };
        if word == 0 {
            let c = rest.chars().next().unwrap_or_default();
            line += usize::from(c == '\n');
            out.text.push(c);
            at += c.len_utf8();
            continue;
        }
        let kind = kinds.at(at);
        if let Some((path, header)) = header(text, at, kind) {
            out.change(path, header);
            at += path.len();
            continue;
        }
        let name = &rest[..word];
        let behind = rest[word..].trim_start();
        if name == "cub"
            && (behind.starts_with("::") || text[..at].trim_end().ends_with("namespace") && behind.starts_with(';'))
        {
            out.change(name, "hipcub".to_owned());
        } else {
            match rules.know(name) {
                Known::As(hip) => {
                    if rules.lacks(&hip) && kind == Kind::Code && warned.insert(name) {
                        out.warnings.push(Warning {
                            line,
                            text: format!("HIP has {hip} for {name}, and this installation of hipvk has not"),
                        });
                    }
                    out.change(name, hip);
                }
                known => {
                    let said = known == Known::Unsupported
                        && kind == Kind::Code
                        && !own.contains(name)
                        && !accepted.contains(name);
                    // A variable may be called cuStream or cublasHandle.
                    let is_variable = name.starts_with("cu")
                        && !name.starts_with("cuda")
                        && !name.ends_with("_t")
                        && !behind.starts_with('(');
                    if said && !is_variable && warned.insert(name) {
                        out.warnings.push(Warning { line, text: format!("unsupported HIP identifier: {name}") });
                    }
                    out.text.push_str(name);
                }
            }
        }
        at += word;
    }
    out
}

/// The path at `at` and the header that takes its place. In code paths stand in directives only.
fn header(text: &str, at: usize, kind: Kind) -> Option<(&str, String)> {
    if text[..at].ends_with(['.', '/', '-', '\\']) {
        return None;
    }
    let rest = &text[at..];
    let end = rest.find(|c| !is_word(c) && !"./-".contains(c)).unwrap_or(rest.len());
    let path = rest[..end].trim_end_matches('.');
    if !path.contains('.') {
        return None;
    }
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    if kind == Kind::Code && !text[line..at].trim_start().starts_with('#') {
        return None;
    }
    Some((path, headers::in_place_of(path)?))
}

/// The words that a program defines as macros: those are its own, whatever they look like.
fn defined(text: &str) -> HashSet<&str> {
    let directives = text.lines().filter_map(|line| line.trim_start().strip_prefix('#'));
    let defines = directives.filter_map(|line| line.trim_start().strip_prefix("define"));
    defines.map(str::trim_start).map(|rest| &rest[..word_at(rest)]).collect()
}
