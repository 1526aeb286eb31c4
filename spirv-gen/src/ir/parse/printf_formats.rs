//! The table of printf formats that clang leaves in a module: `!llvm.printf.fmts`.
//!
//! Under `-mprintf-kind=buffered` a call with a constant format stores only the format's hash; the table says what it is:
//!
//!   !llvm.printf.fmts = !{!3}        !3 = !{!"0:0:34d29224c96a94b1,hello\0A"}
//!
//! No pass looks at it, so it is read from the text by itself and goes straight into the bundle.

use super::index::index;
use super::lexer::{Lexer, Token, unescape};

/// Every format of the module: clang's hash of it and its bytes.
pub fn printf_formats(text: &str) -> Vec<(u64, Vec<u8>)> {
    let Some(list) = text.lines().find_map(|line| line.strip_prefix("!llvm.printf.fmts = !{")) else {
        return Vec::new();
    };
    let nodes = index(text).metadata;
    let numbers =
        list.trim_end().trim_end_matches('}').split(',').filter_map(|n| n.trim().strip_prefix('!')?.parse().ok());
    numbers.filter_map(|number: u32| entry(text, *nodes.get(&number)?)).collect()
}

/// `!N = !{!"0:0:HASH,FORMAT"}`.
fn entry(text: &str, at: usize) -> Option<(u64, Vec<u8>)> {
    let mut lex = Lexer::at(text, at);
    loop {
        match lex.next() {
            Token::Str(raw) => return parse_entry(&unescape(raw)),
            Token::End | Token::Bad | Token::Punct(b'}') => return None,
            _ => {}
        }
    }
}

fn parse_entry(bytes: &[u8]) -> Option<(u64, Vec<u8>)> {
    let comma = bytes.iter().position(|&b| b == b',')?;
    let head = std::str::from_utf8(&bytes[..comma]).ok()?;
    let hash = u64::from_str_radix(head.rsplit(':').next()?, 16).ok()?;
    Some((hash, bytes[comma + 1..].to_vec()))
}

#[cfg(test)]
mod tests {
    use super::printf_formats;

    #[test]
    fn formats_are_read_with_their_escapes_commas_and_colons() {
        let text = "!llvm.printf.fmts = !{!1, !0}\n!0 = !{!\"0:0:ff,a: %d, \\22%s\\22\\0A\"}\n!1 = !{!\"0:0:34d29224c96a94b1,\"}\n";
        let found = printf_formats(text);
        assert_eq!(found, [(0x34d2_9224_c96a_94b1, vec![]), (0xff, b"a: %d, \"%s\"\n".to_vec())]);
    }

    #[test]
    fn damaged_tables_give_what_is_readable() {
        for text in [
            "",
            "!llvm.printf.fmts = !{",
            "!llvm.printf.fmts = !{!7, !x}\n!7 = !{}\n",
            "!llvm.printf.fmts = !{!0}\n!0 = !{!\"no hash\"}\n",
        ] {
            assert!(printf_formats(text).is_empty(), "{text}");
        }
    }
}
