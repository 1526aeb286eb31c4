//! Rust source as words and signs, without comments, strings, literals and what only tests see: as much as it takes to read imports.
//! Used by `modules`.

/// Identifiers, `::`, and every other sign alone.
pub fn tokens(source: &str) -> Vec<&str> {
    let bytes = source.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &source[at..];
        let length = match bytes[at] {
            b'/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            b'/' if rest.starts_with("/*") => block_comment(rest),
            b'"' => string(rest),
            b'\'' => quote(rest),
            b'r' | b'b' | b'c' if prefixed_string(rest).is_some() => prefixed_string(rest).unwrap_or(1),
            byte if is_word(byte) => {
                let length = rest.bytes().take_while(|&b| is_word(b)).count();
                found.push(&rest[..length]);
                length
            }
            b':' if rest.starts_with("::") => {
                found.push(&rest[..2]);
                2
            }
            _ => {
                let length = rest.chars().next().map_or(1, char::len_utf8);
                if !rest[..length].trim().is_empty() {
                    found.push(&rest[..length]);
                }
                length
            }
        };
        at += length;
    }
    found
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a string from its opening quote on.
fn string(rest: &str) -> usize {
    let mut escaped = false;
    let end = rest.bytes().skip(1).position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    });
    end.map_or(rest.len(), |end| end + 2)
}

/// A character's length; of a lifetime only the quote.
fn quote(rest: &str) -> usize {
    let mut characters = rest.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), Some((at, _))) => rest[at + 1..].find('\'').map_or(1, |end| at + 1 + end + 1),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

/// `r"…"`, `r#"…"#`, `b"…"`, `br"…"`, `c"…"`.
fn prefixed_string(rest: &str) -> Option<usize> {
    let letters = rest.bytes().take_while(|b| matches!(b, b'r' | b'b' | b'c')).count();
    let hashes = rest[letters..].bytes().take_while(|&b| b == b'#').count();
    let start = letters + hashes;
    if letters > 2 || !rest[start..].starts_with('"') {
        return None;
    }
    if !rest[..letters].contains('r') {
        return (hashes == 0).then(|| letters + string(&rest[letters..]));
    }
    let close = format!("\"{}", "#".repeat(hashes));
    Some(rest[start + 1..].find(&close).map_or(rest.len(), |end| start + 1 + end + close.len()))
}

/// Without the items behind `#[cfg(test)]`; the names of those that are modules in other files.
pub fn without_tests<'a>(tokens: &[&'a str]) -> (Vec<&'a str>, Vec<&'a str>) {
    let (mut kept, mut modules) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        match attribute(tokens, at) {
            Some(end) if is_test(&tokens[at..end]) => {
                let item = std::iter::successors(Some(end), |&at| attribute(tokens, at)).last().unwrap_or(end);
                at = item_end(tokens, item);
                if let [.., "mod", name, ";"] = &tokens[item..at] {
                    modules.push(*name);
                }
            }
            _ => {
                kept.push(tokens[at]);
                at += 1;
            }
        }
    }
    (kept, modules)
}

/// Where the attribute that begins here ends.
fn attribute(tokens: &[&str], at: usize) -> Option<usize> {
    let mut depth = 0;
    let inside = tokens[at..].strip_prefix(&["#", "["])?.iter().position(|&token| {
        depth += i32::from(token == "[") - i32::from(token == "]");
        depth < 0
    })?;
    Some(at + 2 + inside + 1)
}

fn is_test(attribute: &[&str]) -> bool {
    attribute.contains(&"cfg") && attribute.contains(&"test") && !attribute.contains(&"not")
}

/// Behind the `;` or the closing brace of the item that begins here.
fn item_end(tokens: &[&str], item: usize) -> usize {
    let mut depth = 0;
    let end = tokens[item..].iter().position(|&token| {
        depth += i32::from(matches!(token, "{" | "(" | "[")) - i32::from(matches!(token, "}" | ")" | "]"));
        depth == 0 && matches!(token, "}" | ";")
    });
    end.map_or(tokens.len(), |end| item + end + 1)
}

#[cfg(test)]
mod tests {
    use super::{tokens, without_tests};

    #[test]
    fn comments_strings_and_characters_are_no_code() {
        let source = "a // use b\n/* x /* y */ z */ \"use \\\" c\" r#\"\" d\"# b\"e\" 'f' '\\'' '\"' &'g h::i";
        assert_eq!(tokens(source), ["a", "&", "g", "h", "::", "i"]);
    }

    #[test]
    fn what_only_tests_see_is_left_out() {
        let source = "#[cfg(test)] mod far; #[cfg(not(test))] a; #[cfg(test)] #[allow(x)] mod near { use b; } \
                      #[cfg(all(test, unix))] fn c(d: [u8; 2]) { e; } f";
        let all = tokens(source);
        let (kept, modules) = without_tests(&all);
        assert_eq!(kept.join(""), "#[cfg(not(test))]a;f");
        assert_eq!(modules, ["far"]);
    }
}
