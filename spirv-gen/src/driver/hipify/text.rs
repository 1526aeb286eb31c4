//! A program's text as hipify sees it: what is code, what is a comment or a literal, and where the arguments of a call end.
//!
//! Names are replaced in comments and strings as in code (a string may be a program for hipRTC), but warnings are of code only, and calls
//! are taken apart knowing both. Files of any encoding pass unchanged: bytes are read as Latin-1. Called by all of `hipify`.

use std::ops::Range;

/// What a stretch of a program is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Code,
    Comment,
    /// A string or a character, with its quotes.
    Literal,
}

/// Bytes as text of as many characters.
pub fn decode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// What [`decode`] read.
pub fn encode(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect()
}

pub fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The length of the word that `text` begins with, 0 if it begins with none.
pub fn word_at(text: &str) -> usize {
    let begins = text.starts_with(|c: char| is_word(c) && !c.is_ascii_digit());
    if begins { text.find(|c| !is_word(c)).unwrap_or(text.len()) } else { 0 }
}

/// The first word of `text` at or behind `at`. The rest of a number is none.
pub fn next_word(text: &str, mut at: usize) -> Option<Range<usize>> {
    while at < text.len() {
        let length = if text[..at].ends_with(is_word) { 0 } else { word_at(&text[at..]) };
        if length > 0 {
            return Some(at..at + length);
        }
        at += text[at..].chars().next().map_or(1, char::len_utf8);
    }
    None
}

/// The number of the line in which `place` is, from 1.
pub fn line_at(text: &str, place: usize) -> usize {
    text[..place].matches('\n').count() + 1
}

/// Where the stretches of a program end, in order.
#[derive(Debug)]
pub struct Kinds(Vec<(usize, Kind)>);

impl Kinds {
    pub fn of(text: &str) -> Self {
        let mut ends = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let (length, kind) = stretch(&text[at..], at > 0 && text[..at].ends_with(is_word));
            at += length;
            match ends.last_mut() {
                Some((end, last)) if *last == kind && kind == Kind::Code => *end = at,
                _ => ends.push((at, kind)),
            }
        }
        Self(ends)
    }

    pub fn at(&self, place: usize) -> Kind {
        let index = self.0.partition_point(|(end, _)| *end <= place);
        self.0.get(index).map_or(Kind::Code, |(_, kind)| *kind)
    }
}

/// How long what `text` begins with is, and what. `in_word`: it goes on a word or a number.
fn stretch(text: &str, in_word: bool) -> (usize, Kind) {
    if text.starts_with("//") {
        return (line_comment(text), Kind::Comment);
    }
    if let Some(inner) = text.strip_prefix("/*") {
        return (inner.find("*/").map_or(text.len(), |end| end + 4), Kind::Comment);
    }
    if !in_word && text.starts_with(|c: char| c.is_ascii_digit()) {
        // 1'000'000 has no character in it.
        let end = text.find(|c| !is_word(c) && c != '\'' && c != '.').unwrap_or(text.len());
        return (end, Kind::Code);
    }
    if text.starts_with('"') || text.starts_with('\'') {
        return (quoted(text), Kind::Literal);
    }
    let word = if in_word { 0 } else { word_at(text) };
    if word == 0 {
        return (text.chars().next().map_or(1, char::len_utf8), Kind::Code);
    }
    if matches!(&text[..word], "R" | "LR" | "uR" | "UR" | "u8R") && text[word..].starts_with('"') {
        return (word + raw(&text[word..]), Kind::Literal);
    }
    (word, Kind::Code)
}

fn line_comment(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end_matches(['\n', '\r']).ends_with('\\') {
            return end - if line.ends_with('\n') { 1 } else { 0 };
        }
    }
    end
}

/// A string or character, to the end of the line where it is not closed.
fn quoted(text: &str) -> usize {
    let quote = text.as_bytes()[0];
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = byte == b'\r',
            b'\\' => escaped = true,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// `"x(...)x"`, behind the R.
fn raw(text: &str) -> usize {
    let Some(open) = text.find('(') else { return text.len() };
    let close = format!("){}\"", &text[1..open]);
    text[open..].find(&close).map_or(text.len(), |end| open + end + close.len())
}

/// The place behind the arguments of a call, and the places of each argument in `text`, which begins behind the opening parenthesis.
/// None if it is never closed.
pub fn arguments(text: &str) -> Option<(usize, Vec<Range<usize>>)> {
    split(text, ")")
}

/// The arguments of the call whose name ends at `end`: the place of the opening parenthesis, the one behind the closing one, and each argument's, in
/// `text`. None if it is no call.
pub fn call(text: &str, end: usize) -> Option<(usize, usize, Vec<Range<usize>>)> {
    let open = text.len() - text[end..].trim_start().len();
    let (length, parts) = arguments(text[open..].strip_prefix('(')?)?;
    let inner = open + 1;
    let places = parts.into_iter().map(|part| inner + part.start..inner + part.end);
    Some((open, inner + length, places.collect()))
}

/// The same for what ends with `close`, outside of all parentheses: a launch's `>>>`.
pub fn split(text: &str, close: &str) -> Option<(usize, Vec<Range<usize>>)> {
    let mut found = Vec::new();
    let (mut depth, mut begin, mut at) = (0_usize, 0, 0);
    while at < text.len() {
        let rest = &text[at..];
        if depth == 0 && rest.starts_with(close) {
            if !(found.is_empty() && text[begin..at].trim().is_empty()) {
                found.push(begin..at);
            }
            return Some((at + close.len(), found));
        }
        let (mut length, kind) = stretch(rest, at > 0 && text[..at].ends_with(is_word));
        if kind == Kind::Code {
            match rest.as_bytes()[0] {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
                b'<' => length = template(text, at).unwrap_or(length),
                b',' if depth == 0 => {
                    found.push(begin..at);
                    begin = at + 1;
                }
                b';' => return None,
                _ => {}
            }
        }
        at += length;
    }
    None
}

/// How long the arguments of a template at `at` are, if they are some and no comparison: behind a name, and of types and constants alone.
fn template(text: &str, at: usize) -> Option<usize> {
    if !text[..at].ends_with(is_word) || text[at..].starts_with("<<") {
        return None;
    }
    let mut depth = 0_usize;
    for (place, c) in text[at..].char_indices() {
        match c {
            '<' => depth += 1,
            '>' => {
                depth -= 1;
                if depth == 0 {
                    let behind = text[at + place + 1..].trim_start();
                    let ends = behind.is_empty() || behind.starts_with([',', ')', '(', '>', ':', '{', '*', '&', '<']);
                    return ends.then_some(place + 1);
                }
            }
            _ if is_word(c) || c.is_ascii_whitespace() || ":,*&".contains(c) => {}
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Kind, Kinds, arguments, decode, encode, split};

    #[test]
    fn comments_and_literals_are_no_code() {
        let text = "a /* b */ \"c // \\\" d\" 'e' // f \\\n g\nR\"x(h)\" )x\" 1'000 i #error j's\nk";
        let kinds = Kinds::of(text);
        let kind = |word: &str| kinds.at(text.find(word).expect("there"));
        for word in ["a", " 1'000", " i ", "j", "k"] {
            assert_eq!(kind(word), Kind::Code, "{word}");
        }
        for word in ["b ", "f ", "g"] {
            assert_eq!(kind(word), Kind::Comment, "{word}");
        }
        for word in ["c ", "d\"", "e'", "h)"] {
            assert_eq!(kind(word), Kind::Literal, "{word}");
        }
    }

    #[test]
    fn arguments_end_at_their_commas() {
        let parts = |text: &'static str| {
            let (_, parts) = arguments(text).expect("closed");
            parts.into_iter().map(|part| text[part].trim()).collect::<Vec<_>>()
        };
        assert_eq!(parts("a, f(b, c), \"d,)\", e[g, h]) + 1"), ["a", "f(b, c)", "\"d,)\"", "e[g, h]"]);
        assert_eq!(parts("kernel<int, A<3>>, i < n, j > k)"), ["kernel<int, A<3>>", "i < n", "j > k"]);
        assert_eq!(parts(")"), Vec::<&str>::new());
        assert!(arguments("a; b)").is_none() && arguments("a").is_none());
        let (end, parts) = split("dim3(n >> 3), 64, 0>>>(x)", ">>>").expect("closed");
        assert_eq!((end, parts.len()), (22, 3));
    }

    #[test]
    fn any_bytes_pass() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(encode(&decode(&bytes)), bytes);
    }
}
