//! One program's words and headers, CUDA's to HIP's.
//!
//! Called by [`super::file`]; what stands around names (launches, symbols) is [`super::calls`]' and [`super::launch`]'s.

use std::collections::{BTreeMap, HashSet};

use super::headers;
use super::rules::{Known, Rules, is_rounded};
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

/// HIP's names of types whose structures have another name, which stands behind `struct`: CUDA's structure has the type's.
const TAGS: &[(&str, &str)] = &[("hipGraphicsResource", "_hipGraphicsResource")];

/// CUDA's macros that HIP has none for: where a program asks for one of them, the answer is 0, and old code is compiled, or the host's.
const UNDEFINED: &[&str] = &["CUDART_VERSION", "CUDA_VERSION", "__CUDA_ARCH__", "__CUDACC_VER_MAJOR__"];

/// Replaces every name of CUDA's in `text`. `accepted` are words to say nothing of.
pub fn convert(text: &str, rules: &Rules, accepted: &HashSet<String>) -> Converted {
    let out = Converted { text: String::with_capacity(text.len()), ..Converted::default() };
    let (kinds, own) = (Kinds::of(text), defined(text));
    let mut conversion = Conversion { text, kinds, own, rules, accepted, warned: HashSet::new(), out };
    let (mut at, mut line) = (0, 1);
    while at < text.len() {
        let rest = &text[at..];
        let before = text[..at].chars().next_back();
        let word = if before.is_some_and(is_word) { 0 } else { word_at(rest) };
        if word == 0 {
            let c = rest.chars().next().unwrap_or_default();
            line += usize::from(c == '\n');
            conversion.out.text.push(c);
            at += c.len_utf8();
        } else if let Some((path, header)) = header(text, at, conversion.kinds.at(at)) {
            conversion.out.change(path, header);
            at += path.len();
        } else {
            at += conversion.name(at, &rest[..word], line);
        }
    }
    conversion.out
}

/// A text on its way.
struct Conversion<'a> {
    text: &'a str,
    kinds: Kinds,
    /// The program's own macros.
    own: HashSet<&'a str>,
    rules: &'a Rules,
    accepted: &'a HashSet<String>,
    /// Names that a warning is there for. Each once: a macro of another file may be called everywhere.
    warned: HashSet<&'a str>,
    out: Converted,
}

impl<'a> Conversion<'a> {
    /// Converts the name at `at`, and says how much of the text that was.
    fn name(&mut self, at: usize, name: &'a str, line: usize) -> usize {
        let (before, rest) = (&self.text[..at], &self.text[at + name.len()..]);
        let is_code = self.kinds.at(at) == Kind::Code;
        if name == "cub"
            && (rest.trim_start().starts_with("::")
                || before.trim_end().ends_with("namespace") && rest.trim_start().starts_with(';'))
        {
            self.out.change(name, "hipcub".to_owned());
            return name.len();
        }
        match self.rules.know(name) {
            Known::As(hip) => {
                if self.rules.lacks(&hip) && is_code {
                    self.warn(line, name, format!("HIP has {hip} for {name}, and this installation of hipvk has not"));
                }
                let tag = TAGS.iter().find(|(kind, _)| *kind == hip && is_behind_struct(before));
                self.out.change(name, tag.map_or(hip, |(_, tag)| (*tag).to_owned()));
            }
            // A program that asks for it, or defines it, keeps it.
            Known::Gone if is_code && !self.own.contains(name) && !is_directive(self.text, at) => {
                self.out.change(name, String::new());
                return name.len() + usize::from(rest.starts_with(' '));
            }
            known => {
                // A variable may be called cuStream or cublasHandle.
                let is_variable = name.starts_with("cu")
                    && !name.starts_with("cuda")
                    && !name.ends_with("_t")
                    && !rest.trim_start().starts_with('(');
                let is_own = self.own.contains(name) || self.accepted.contains(name);
                if known == Known::Unsupported && is_code && !is_own && !is_variable {
                    self.warn(line, name, format!("unsupported HIP identifier: {name}"));
                }
                if is_code && !is_own && UNDEFINED.contains(&name) && is_directive(self.text, at) {
                    self.warn(line, name, format!("HIP defines no {name}, so it is 0 here"));
                }
                if is_code && is_rounded(name) && rest.trim_start().starts_with('(') {
                    self.warn(line, name, format!("{name} is there with -DOCML_BASIC_ROUNDED_OPERATIONS only"));
                }
                self.out.text.push_str(name);
            }
        }
        name.len()
    }

    /// Says something of a name, the first time.
    fn warn(&mut self, line: usize, name: &'a str, text: String) {
        if self.warned.insert(name) {
            self.out.warnings.push(Warning { line, text });
        }
    }
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
    if kind == Kind::Code && !is_directive(text, at) {
        return None;
    }
    Some((path, headers::in_place_of(path)?))
}

/// Whether the line of the place begins as the preprocessor's.
fn is_directive(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[line..at].trim_start().starts_with('#')
}

/// Whether a text ends with `struct`.
fn is_behind_struct(before: &str) -> bool {
    let bare = before.trim_end();
    bare.len() < before.len() && bare.strip_suffix("struct").is_some_and(|rest| !rest.ends_with(is_word))
}

/// The words that a program defines as macros: those are its own, whatever they look like.
fn defined(text: &str) -> HashSet<&str> {
    let directives = text.lines().filter_map(|line| line.trim_start().strip_prefix('#'));
    let defines = directives.filter_map(|line| line.trim_start().strip_prefix("define"));
    defines.map(str::trim_start).map(|rest| &rest[..word_at(rest)]).collect()
}
