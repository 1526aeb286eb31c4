//! Doubles as C prints them: %f, %e, %g and %a of finite values without a sign.
//!
//! Rust's own formatting is exact to any number of digits and rounds half to even, as glibc does; what is left is C's
//! way of writing exponents. Called by `format.rs`.

/// `%.{precision}f`.
pub fn fixed(value: f64, precision: usize, point: bool) -> String {
    let mut text = format!("{value:.precision$}");
    if precision == 0 && point {
        text.push('.');
    }
    text
}

/// `%.{precision}e`: at least two digits of exponent, with its sign.
pub fn scientific(value: f64, precision: usize, point: bool) -> String {
    let (digits, exponent) = split(value, precision);
    let point = if precision == 0 && point { "." } else { "" };
    format!("{digits}{point}e{}", signed_exponent(exponent))
}

/// `%.{precision}g`. C: "if P > X >= -4, the conversion is with style f and precision P - 1 - X. Otherwise … style e and
/// precision P - 1. Finally, unless the # flag is used, any trailing zeros are removed".
pub fn shorter(value: f64, precision: usize, keep_zeros: bool) -> String {
    let significant = precision.max(1);
    let (digits, exponent) = split(value, significant - 1);
    if exponent >= -4 && exponent < significant as i32 {
        let text = fixed(value, (significant as i32 - 1 - exponent) as usize, keep_zeros);
        return if keep_zeros { text } else { without_zeros(&text).to_owned() };
    }
    let exponent = signed_exponent(exponent);
    match (keep_zeros, digits.contains('.')) {
        (true, true) => format!("{digits}e{exponent}"),
        (true, false) => format!("{digits}.e{exponent}"),
        (false, _) => format!("{}e{exponent}", without_zeros(&digits)),
    }
}

/// `%a` behind its `0x`: one digit, the point, the fraction, the binary exponent. As glibc has it, subnormal numbers start with 0.
pub fn hexadecimal(value: f64, precision: Option<usize>, point: bool) -> String {
    const FRACTION: u32 = 52;
    let bits = value.to_bits();
    let (biased, fraction) = ((bits >> FRACTION) as i32 & 0x7ff, bits & ((1 << FRACTION) - 1));
    let exponent = match (biased, fraction) {
        (0, 0) => 0,
        (0, _) => -1022,
        _ => biased - 1023,
    };
    let mut mantissa = fraction | u64::from(biased != 0) << FRACTION;
    let digits = match precision {
        None => {
            let text = format!("{fraction:013x}");
            text.trim_end_matches('0').to_owned()
        }
        Some(wanted) if wanted >= 13 => format!("{fraction:013x}{}", "0".repeat(wanted - 13)),
        Some(wanted) => {
            let dropped = FRACTION - 4 * wanted as u32;
            let half = 1 << (dropped - 1);
            let (rest, last) = (mantissa & ((1 << dropped) - 1), mantissa >> dropped & 1);
            mantissa >>= dropped;
            if rest > half || rest == half && last == 1 {
                mantissa += 1;
            }
            let kept = mantissa & ((1 << (4 * wanted)) - 1);
            mantissa = mantissa >> (4 * wanted) << FRACTION;
            if wanted == 0 { String::new() } else { format!("{kept:0wanted$x}") }
        }
    };
    let lead = mantissa >> FRACTION;
    let dot = if digits.is_empty() && !point { "" } else { "." };
    format!("{lead}{dot}{digits}p{exponent:+}")
}

/// Digits with their point, and the decimal exponent.
fn split(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{value:.precision$e}");
    match text.split_once('e') {
        Some((digits, exponent)) => (digits.to_owned(), exponent.parse().unwrap_or(0)),
        None => (text, 0),
    }
}

fn signed_exponent(exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{:02}", exponent.unsigned_abs())
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}
