//! The printf formatter on the host side, which reads what kernels wrote: against C's own snprintf, and against nonsense.

use hipvk::hip::device_log::format::{Argument, parse, print};
use hipvk::hip::device_log::record;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_assert_eq, prop_oneof, proptest};

fn ours(format: &str, arguments: &[Argument]) -> String {
    let mut out = Vec::new();
    print(&parse(format.as_bytes()), arguments, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// What C prints for one argument, which is a double if the conversion wants one.
fn cs(format: &str, word: u64, is_float: bool) -> String {
    let format = std::ffi::CString::new(format).expect("no zero in it");
    let mut text = vec![0u8; 1 << 14];
    let (place, size) = (text.as_mut_ptr().cast(), text.len());
    // SAFETY: `text` has room for `size` bytes, and the format has one conversion, of the argument's type.
    let length = unsafe {
        if is_float {
            libc::snprintf(place, size, format.as_ptr(), f64::from_bits(word))
        } else {
            libc::snprintf(place, size, format.as_ptr(), word)
        }
    };
    String::from_utf8_lossy(&text[..length as usize]).into_owned()
}

/// Widths and precisions: mostly small, as people write them.
fn count() -> impl Strategy<Value = String> {
    prop_oneof![3 => Just(String::new()), 3 => (0..20u32).prop_map(|n| n.to_string()), 1 => (0..400u32).prop_map(|n| n.to_string())]
}

fn precision() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), Just(".".to_owned()), count().prop_map(|n| format!(".{n}"))]
}

/// Doubles that round, carry, vanish and overflow.
fn double() -> impl Strategy<Value = u64> {
    let simple = (any::<i32>(), -20..20i32).prop_map(|(n, e)| (f64::from(n) * 10f64.powi(e)).to_bits());
    let close = (1..100_000u32, -8..8i32).prop_map(|(n, e)| (f64::from(n) / 8.0 * 10f64.powi(e)).to_bits());
    let special =
        [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324, 0.5, 1.5, 2.5, 9.5, 99999.95, 999_999.5];
    prop_oneof![any::<u64>(), simple, close, proptest::sample::select(special.map(f64::to_bits).to_vec())]
}

fn word() -> impl Strategy<Value = u64> {
    prop_oneof![any::<u64>(), any::<i32>().prop_map(|n| i64::from(n) as u64), 0..1000u64, Just(0), Just(u64::MAX)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn integers_print_as_in_c(
        flags in "[-+ #0]{0,3}", width in count(), precision in precision(),
        length in proptest::sample::select(vec!["", "h", "hh", "l", "ll", "z", "j", "t"]),
        letter in proptest::sample::select(vec!["d", "i", "u", "o", "x", "X"]), word in word(),
    ) {
        let format = format!("<%{flags}{width}{precision}{length}{letter}>");
        prop_assert_eq!(ours(&format, &[Argument::Word(word)]), cs(&format, word, false), "{}", format);
    }

    #[test]
    fn doubles_print_as_in_c(
        flags in "[-+ #0]{0,3}", width in count(), precision in precision(),
        letter in proptest::sample::select(vec!["a", "A", "e", "E", "f", "F", "g", "G"]), bits in double(),
    ) {
        let format = format!("<%{flags}{width}{precision}{letter}>");
        let (ours, cs) = (ours(&format, &[Argument::Word(bits)]), cs(&format, bits, true));
        // glibc 2.36 forgets the zeros that `#` keeps where rounding makes the number a power of ten.
        if flags.contains('#') && letter.eq_ignore_ascii_case("g") {
            let without = |text: &str| text.replace(['0', ' '], "");
            prop_assert_eq!(without(&ours), without(&cs), "{}", format);
        } else {
            prop_assert_eq!(ours, cs, "{}", format);
        }
    }

    #[test]
    fn characters_and_pointers_print_as_in_c(
        minus in "-?", width in count(), letter in proptest::sample::select(vec!["c", "p"]), word in word(),
    ) {
        let word = if letter == "c" { word & 0x7f } else { word };
        let format = format!("<%{minus}{width}{letter}>");
        prop_assert_eq!(ours(&format, &[Argument::Word(word)]), cs(&format, word, false), "{}", format);
    }

    #[test]
    fn no_format_and_no_arguments_do_harm(
        format in proptest::collection::vec(prop_oneof![Just(b'%'), Just(b'*'), Just(b'.'), any::<u8>(), b'0'..b'z'], 0..40),
        words in proptest::collection::vec(any::<u64>(), 0..6), text in any::<Option<Vec<u8>>>(),
    ) {
        let mut arguments: Vec<_> = words.into_iter().map(Argument::Word).collect();
        arguments.insert(arguments.len() / 2, Argument::Text(text));
        let mut out = Vec::new();
        print(&parse(&format), &arguments, &mut out);
        // A field is at most 4096 wide, and there are at most 40 of them; text adds its own length.
        assert!(out.len() < 1 << 20);
    }

    #[test]
    fn no_log_does_harm(bytes in proptest::collection::vec(prop_oneof![Just(0u8), 0..8u8, any::<u8>()], 0..200), format in "(%[-0-9.*a-z]|[a-z]){0,8}") {
        let pieces = parse(format.as_bytes());
        for found in record::records(&bytes).take(100) {
            let (arguments, plain) = match found {
                record::Record::Hashed(_, rest) => (record::stored_arguments(&pieces, rest), Vec::new()),
                record::Record::Inline(rest) => {
                    let (_, rest) = record::split_inline(rest);
                    (record::stored_arguments(&pieces, rest), record::plain_arguments(&pieces, rest, |_| None))
                }
                record::Record::Message(message) => {
                    (record::message_arguments(&pieces, &message.pieces, |_| None), Vec::new())
                }
                record::Record::Fault(_) => continue,
            };
            let mut out = Vec::new();
            print(&pieces, &arguments, &mut out);
            print(&pieces, &plain, &mut out);
        }
    }
}

#[test]
fn a_null_string_takes_no_bytes_and_does_not_shift_what_follows() {
    // As clang's buffered printf stores printf("%s %d %s", null, 7, "left"): nothing, a word, the text filled up to 8 bytes.
    let mut bytes = 7u64.to_ne_bytes().to_vec();
    bytes.extend_from_slice(b"left\0\0\0\0");
    let pieces = parse(b"%s %d %s");
    let expected = [Argument::Text(None), Argument::Word(7), Argument::Text(Some(b"left".to_vec()))];
    assert_eq!(record::stored_arguments(&pieces, &bytes), expected);
}

#[test]
fn a_missing_argument_leaves_the_conversion_as_it_was_written() {
    assert_eq!(ours("%d and %5.2f%s", &[Argument::Word(1)]), "1 and %5.2f%s");
    assert_eq!(
        ours("%*d %n%d", &[Argument::Word(3), Argument::Word(5), Argument::Word(0), Argument::Word(6)]),
        "  5 6"
    );
}
