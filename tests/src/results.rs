//! RESULT lines: how the example and bench programs say what they found.
//!
//! `RESULT name=saxpy ok=1 kernel=saxpy ms=1.25 gbps=160.8`: words of `key=value`, without white space in values.
//! Written by the examples and by tests/bench/cases.h; read by the `demo` and `bench` programs.

use std::collections::BTreeMap;

/// One RESULT line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultLine {
    pub name: String,
    /// The program checked its own result and found it right.
    pub ok: bool,
    fields: BTreeMap<String, String>,
}

impl ResultLine {
    /// Reads a line. None if it is no RESULT line, or one without `name` and `ok`.
    pub fn parse(line: &str) -> Option<Self> {
        let words = line.strip_prefix("RESULT ")?.split_whitespace();
        let fields: BTreeMap<String, String> =
            words.filter_map(|word| word.split_once('=')).map(|(key, value)| (key.into(), value.into())).collect();
        let ok = matches!(fields.get("ok")?.as_str(), "1" | "true" | "yes");
        Some(Self { name: fields.get("name")?.clone(), ok, fields })
    }

    /// Every RESULT line in a program's output.
    pub fn all_in(output: &str) -> Vec<Self> {
        output.lines().filter_map(Self::parse).collect()
    }

    /// A field's text, for example `kernel`.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key).map(String::as_str)
    }

    /// A field's number: `ms`, `us`, `gbps`, `gflops`. None where it is absent, or zero ("does not apply").
    pub fn number(&self, key: &str) -> Option<f64> {
        self.text(key)?.parse().ok().filter(|&value: &f64| value.is_finite() && value > 0.0)
    }

    /// The rate in the unit that fits: `19.2 GB/s`, `370 GFLOP/s`; empty where neither applies.
    pub fn rate(&self) -> String {
        let (value, unit) = match (self.number("gflops"), self.number("gbps")) {
            // A kernel with both is named by what it does most of.
            (Some(flops), Some(bytes)) if flops > bytes => (flops, "GFLOP/s"),
            (_, Some(bytes)) => (bytes, "GB/s"),
            (Some(flops), None) => (flops, "GFLOP/s"),
            (None, None) => return String::new(),
        };
        format!("{} {unit}", significant(value))
    }
}

/// `value` with three significant digits, as people write numbers: 0.0123, 1.25, 19.2, 370, 4220.
pub fn significant(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let magnitude = value.abs().log10().floor() as i32;
    format!("{value:.*}", usize::try_from(2 - magnitude).unwrap_or(0).min(6))
}

#[cfg(test)]
mod tests {
    use super::{ResultLine, significant};

    #[test]
    fn a_result_line_is_read_whatever_the_order_of_its_words() {
        let line = ResultLine::parse("RESULT ok=1 ms=1.25 name=saxpy gbps=160.8 kernel=k").expect("a line");
        assert_eq!((line.name.as_str(), line.ok, line.text("kernel")), ("saxpy", true, Some("k")));
        assert_eq!(line.number("ms"), Some(1.25));
        assert_eq!(line.rate(), "161 GB/s");
    }

    #[test]
    fn lines_that_say_nothing_are_not_results() {
        assert_eq!(ResultLine::parse("result name=a ok=1"), None);
        assert_eq!(ResultLine::parse("RESULT name=a"), None);
        assert!(!ResultLine::parse("RESULT name=a ok=0").expect("a line").ok);
        assert_eq!(ResultLine::all_in("x\nRESULT name=a ok=1\ny\nRESULT name=b ok=0\n").len(), 2);
    }

    #[test]
    fn numbers_have_three_significant_digits() {
        let written: Vec<_> = [0.0123456, 1.2567, 19.234, 370.4, 4219.9].map(significant).into();
        assert_eq!(written, ["0.0123", "1.26", "19.2", "370", "4220"]);
    }
}
