//! The smoke of the fuzz target `parse_ll`: mutated real modules and token soup, for seconds.
//!
//! Whatever the text: no panic, no endless work; and what is accepted prints to text that reads back as the same.

use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};

use super::parse_module;
use crate::ir::print::print_module;
use crate::ir::verify::verify_module;

const SEEDS: [&str; 2] = [include_str!("../../../tests/ll/everything.ll"), include_str!("../../../tests/ll/saxpy.ll")];

/// What replaces or follows a piece of a seed.
const WORDS: [&str; 48] = [
    "define",
    "declare",
    "void",
    "i32",
    "i1",
    "i128",
    "ptr",
    "float",
    "<4 x i32>",
    "{ i32, i1 }",
    "[2 x i8]",
    "%x",
    "@f",
    "%0",
    "!0",
    "#0",
    "label",
    "br",
    "phi",
    "switch",
    "load",
    "store",
    "call",
    "ret",
    "add",
    "getelementptr",
    "splat (",
    "c\"a\\00\"",
    "zeroinitializer",
    "poison",
    "null",
    "-1",
    "0x7FF0000000000000",
    "0xH7C00",
    "99999999999999999999999",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    ",",
    "=",
    "\"",
    "\n",
    "addrspace(3)",
];

/// Runs `text` through everything that must not panic.
pub(crate) fn survives(text: &str) {
    let Ok(module) = parse_module(text) else { return };
    let first = print_module(&module);
    let again = parse_module(&first).unwrap_or_else(|e| panic!("does not read back: {e}\n{first}"));
    let second = print_module(&again);
    assert_eq!(first, second, "prints differently the second time");
    assert_eq!(verify_module(&module).is_ok(), verify_module(&again).is_ok());
}

/// One change: at a place, cut so many bytes, put a word.
#[derive(Clone, Debug)]
struct Change {
    at: u16,
    cut: u8,
    word: String,
}

fn change() -> impl Strategy<Value = Change> {
    let word = prop_oneof![
        4 => (0..WORDS.len()).prop_map(|i| format!(" {} ", WORDS[i])),
        1 => any::<char>().prop_map(|c| c.to_string()),
        2 => Just(String::new()),
    ];
    (any::<u16>(), 0..20u8, word).prop_map(|(at, cut, word)| Change { at, cut, word })
}

fn mutated(seed: &str, changes: &[Change]) -> String {
    let mut text = seed.to_owned();
    for change in changes {
        let floor = |mut at: usize, text: &str| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let at = floor(text.len() * usize::from(change.at) / usize::from(u16::MAX), &text);
        let end = floor(at + usize::from(change.cut), &text).max(at);
        text.replace_range(at..end, &change.word);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_modules_are_read_or_refused(which in 0..2usize, changes in proptest::collection::vec(change(), 1..4)) {
        survives(&mutated(SEEDS[which], &changes));
    }

    #[test]
    fn token_soup_is_read_or_refused(words in proptest::collection::vec(0..WORDS.len(), 0..60)) {
        let soup: Vec<&str> = words.into_iter().map(|i| WORDS[i]).collect();
        survives(&soup.join(" "));
        survives(&format!("define void @f(i32 %x) {{\n {}\n}}\n", soup.join(" ")));
    }

    #[test]
    fn arbitrary_text_is_read_or_refused(text in "\\PC{0,200}") {
        survives(&text);
    }
}
