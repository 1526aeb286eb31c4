//! C's printf formats: read into pieces, then printed with arguments that are 64-bit words and byte strings.
//!
//! Written out here, not handed to libc: formats and arguments come from device memory, and C's own printf trusts both. What
//! is printed is what glibc prints in the C locale; `tests/tests/printf_format.rs` compares the two. Knows nothing of
//! records; called by `record.rs`.

use super::floats;

/// No field is wider and no precision larger: a wild format must not ask for gigabytes.
pub const MOST: usize = 4096;

/// A piece of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Printed as it is.
    Text(Vec<u8>),
    /// Takes arguments.
    Conversion(Conversion),
}

/// `%` flags width . precision length conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    pub minus: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    pub width: Option<Count>,
    pub precision: Option<Count>,
    pub length: Length,
    /// One of `d i o u x X c s p n a A e E f F g G`.
    pub letter: u8,
    /// As it was written: printed where its arguments are missing.
    pub source: Vec<u8>,
}

/// A width or precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Is(usize),
    /// `*`: the next argument, an int.
    Argument,
}

/// Bytes of an integer argument that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Length {
    /// `hh`
    Char,
    /// `h`
    Short,
    #[default]
    Int,
    /// `l ll j z t`, and `L`, `q` as glibc has it.
    Long,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// An integer, a double's bits, a pointer.
    Word(u64),
    /// What `%s` prints; nothing for a null pointer.
    Text(Option<Vec<u8>>),
}

/// Reads a format. What is no conversion that C knows is text.
pub fn parse(format: &[u8]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut rest = format;
    while let Some((&byte, tail)) = rest.split_first() {
        if byte == b'%' && tail.first() == Some(&b'%') {
            text.push(b'%');
            rest = &tail[1..];
        } else if let Some((conversion, after)) = (byte == b'%').then(|| conversion(rest)).flatten() {
            if !text.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
            }
            pieces.push(Piece::Conversion(conversion));
            rest = after;
        } else {
            text.push(byte);
            rest = tail;
        }
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    pieces
}

/// The conversion at the start of `format`, and what follows it.
fn conversion(format: &[u8]) -> Option<(Conversion, &[u8])> {
    let mut c = Conversion::default();
    let mut at = 1;
    while let Some(flag) = format.get(at) {
        match flag {
            b'-' => c.minus = true,
            b'+' => c.plus = true,
            b' ' => c.space = true,
            b'#' => c.alternate = true,
            b'0' => c.zero = true,
            b'\'' => {}
            _ => break,
        }
        at += 1;
    }
    c.width = count(format, &mut at);
    if format.get(at) == Some(&b'.') {
        at += 1;
        c.precision = Some(count(format, &mut at).unwrap_or(Count::Is(0)));
    }
    loop {
        c.length = match (format.get(at)?, c.length) {
            (b'h', Length::Short) => Length::Char,
            (b'h', _) => Length::Short,
            (b'l' | b'L' | b'q' | b'j' | b'z' | b't', _) => Length::Long,
            _ => break,
        };
        at += 1;
    }
    c.letter = *format.get(at)?;
    c.source = format[..=at].to_vec();
    b"diouxXcspnaAeEfFgG".contains(&c.letter).then_some((c, &format[at + 1..]))
}

fn count(format: &[u8], at: &mut usize) -> Option<Count> {
    if format.get(*at) == Some(&b'*') {
        *at += 1;
        return Some(Count::Argument);
    }
    let digits = format[*at..].iter().take_while(|b| b.is_ascii_digit()).count();
    let number = format[*at..*at + digits].iter().fold(0, |n: usize, b| (n * 10 + usize::from(b - b'0')).min(MOST));
    *at += digits;
    (digits > 0).then_some(Count::Is(number))
}

/// Prints `pieces` with `arguments`, which are taken in order. A conversion whose argument is missing is printed as written.
pub fn print(pieces: &[Piece], arguments: &[Argument], out: &mut Vec<u8>) {
    let mut arguments = arguments.iter();
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.extend_from_slice(text),
            Piece::Conversion(c) => {
                if convert(c, &mut arguments, out).is_none() {
                    out.extend_from_slice(&c.source);
                }
            }
        }
    }
}

/// A field before it is padded: sign or base, then digits or text.
struct Field {
    prefix: Vec<u8>,
    body: Vec<u8>,
    /// Zeros may stand between the two.
    numeric: bool,
}

fn convert<'a>(c: &Conversion, arguments: &mut impl Iterator<Item = &'a Argument>, out: &mut Vec<u8>) -> Option<()> {
    let mut c = c.clone();
    let mut number = |count: Option<Count>| match count {
        None => Some(None),
        Some(Count::Is(n)) => Some(Some(n as i64)),
        Some(Count::Argument) => word(arguments.next()?).map(|w| Some(i64::from(w as i32))),
    };
    let (width, precision) = (number(c.width)?, number(c.precision)?);
    // C: a negative width is the minus flag and a width, a negative precision none at all.
    c.minus |= width.is_some_and(|w| w < 0);
    let width = width.map_or(0, |w| w.unsigned_abs() as usize).min(MOST);
    let precision = precision.and_then(|p| usize::try_from(p).ok()).map(|p| p.min(MOST));
    let field = match (c.letter, arguments.next()?) {
        // C leaves the count of bytes there; HIP documents %n as ignored.
        (b'n', _) => return Some(()),
        (b's', Argument::Text(text)) => string(text.as_deref(), precision),
        (_, argument) => {
            let word = word(argument)?;
            match c.letter {
                b'd' | b'i' => signed(&c, word, precision),
                b'o' | b'u' | b'x' | b'X' => unsigned(&c, word, precision),
                b'c' => Field { prefix: Vec::new(), body: character(&c, word), numeric: false },
                b'p' => pointer(word),
                b's' => string(None, precision),
                _ => float(&c, f64::from_bits(word), precision),
            }
        }
    };
    pad(&c, &field, width, precision, out);
    Some(())
}

fn word(argument: &Argument) -> Option<u64> {
    match argument {
        Argument::Word(word) => Some(*word),
        Argument::Text(_) => None,
    }
}

fn pad(c: &Conversion, field: &Field, width: usize, precision: Option<usize>, out: &mut Vec<u8>) {
    let missing = width.saturating_sub(field.prefix.len() + field.body.len());
    let is_float = b"aAeEfFgG".contains(&c.letter);
    // C: "If a precision is specified, the 0 flag is ignored" for integers.
    let zeros = c.zero && !c.minus && field.numeric && (is_float || precision.is_none());
    let fill = |out: &mut Vec<u8>, byte: u8| out.extend(std::iter::repeat_n(byte, missing));
    if !c.minus && !zeros {
        fill(out, b' ');
    }
    out.extend_from_slice(&field.prefix);
    if zeros {
        fill(out, b'0');
    }
    out.extend_from_slice(&field.body);
    if c.minus {
        fill(out, b' ');
    }
}

fn sign(c: &Conversion, negative: bool) -> Vec<u8> {
    match (negative, c.plus, c.space) {
        (true, ..) => b"-".to_vec(),
        (_, true, _) => b"+".to_vec(),
        (_, _, true) => b" ".to_vec(),
        _ => Vec::new(),
    }
}

fn signed(c: &Conversion, word: u64, precision: Option<usize>) -> Field {
    let value = match c.length {
        Length::Char => i64::from(word as i8),
        Length::Short => i64::from(word as i16),
        Length::Int => i64::from(word as i32),
        Length::Long => word as i64,
    };
    Field {
        prefix: sign(c, value < 0),
        body: at_least(value.unsigned_abs().to_string().into_bytes(), precision),
        numeric: true,
    }
}

fn unsigned(c: &Conversion, word: u64, precision: Option<usize>) -> Field {
    let value = match c.length {
        Length::Char => u64::from(word as u8),
        Length::Short => u64::from(word as u16),
        Length::Int => u64::from(word as u32),
        Length::Long => word,
    };
    let (prefix, digits) = match c.letter {
        b'o' => ("", format!("{value:o}")),
        b'x' => ("0x", format!("{value:x}")),
        b'X' => ("0X", format!("{value:X}")),
        _ => ("", value.to_string()),
    };
    let mut body = at_least(digits.into_bytes(), precision);
    if c.letter == b'o' && c.alternate && body.first() != Some(&b'0') {
        body.insert(0, b'0');
    }
    let prefix = if c.alternate && value != 0 { prefix } else { "" };
    Field { prefix: prefix.as_bytes().to_vec(), body, numeric: true }
}

/// C: the precision is "the minimum number of digits to appear"; "the result of converting a zero value with a precision
/// of zero is no characters".
fn at_least(mut digits: Vec<u8>, precision: Option<usize>) -> Vec<u8> {
    match precision {
        Some(0) if digits == b"0" => Vec::new(),
        Some(least) if digits.len() < least => {
            digits.splice(0..0, std::iter::repeat_n(b'0', least - digits.len()));
            digits
        }
        _ => digits,
    }
}

fn character(c: &Conversion, word: u64) -> Vec<u8> {
    match (c.length, char::from_u32(word as u32)) {
        (Length::Long, Some(wide)) => wide.to_string().into_bytes(),
        _ => vec![word as u8],
    }
}

fn pointer(word: u64) -> Field {
    match word {
        0 => Field { prefix: Vec::new(), body: b"(nil)".to_vec(), numeric: false },
        _ => Field { prefix: b"0x".to_vec(), body: format!("{word:x}").into_bytes(), numeric: true },
    }
}

fn string(text: Option<&[u8]>, precision: Option<usize>) -> Field {
    // AMD's runtime prints nothing for a null pointer, and hip-tests (`printfSpecifiers`) expects it; C leaves it open.
    let text = text.unwrap_or_default();
    let body = text[..precision.unwrap_or(text.len()).min(text.len())].to_vec();
    Field { prefix: Vec::new(), body, numeric: false }
}

fn float(c: &Conversion, value: f64, precision: Option<usize>) -> Field {
    let upper = c.letter.is_ascii_uppercase();
    let magnitude = value.abs();
    let mut prefix = sign(c, value.is_sign_negative());
    let mut body = if value.is_nan() {
        "nan".into()
    } else if value.is_infinite() {
        "inf".into()
    } else {
        match c.letter.to_ascii_lowercase() {
            b'f' => floats::fixed(magnitude, precision.unwrap_or(6), c.alternate),
            b'e' => floats::scientific(magnitude, precision.unwrap_or(6), c.alternate),
            b'g' => floats::shorter(magnitude, precision.unwrap_or(6), c.alternate),
            _ => {
                prefix.extend_from_slice(b"0x");
                floats::hexadecimal(magnitude, precision, c.alternate)
            }
        }
    };
    if upper {
        body.make_ascii_uppercase();
        prefix.make_ascii_uppercase();
    }
    Field { prefix, body: body.into_bytes(), numeric: value.is_finite() }
}
