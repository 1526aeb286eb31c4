//! One event of the trace, as JSON: Chrome's trace event format, which <https://ui.perfetto.dev> opens.

use std::fmt::Write;

/// The fields of an object under construction: an event, or its arguments.
#[derive(Debug, Default)]
pub(super) struct Fields(String);

impl Fields {
    /// An event's first: its phase (the format's word for its kind), whose it is, and when on the host's clock.
    pub(super) fn event(phase: char, process: u64, thread: u64, ns: u64) -> Self {
        let mut text = String::with_capacity(160);
        let _ = write!(text, r#""ph":"{phase}","pid":{process},"tid":{thread},"ts":{}"#, Micros(ns));
        Self(text)
    }

    /// Adds a text.
    pub(super) fn text(mut self, key: &str, value: &str) -> Self {
        push_key(&mut self.0, key);
        push_text(&mut self.0, value);
        self
    }

    /// Adds a number.
    pub(super) fn number(self, key: &str, value: u64) -> Self {
        self.shown(key, format_args!("{value}"))
    }

    /// Adds three numbers.
    pub(super) fn numbers(self, key: &str, [x, y, z]: [u32; 3]) -> Self {
        self.shown(key, format_args!("[{x},{y},{z}]"))
    }

    /// Adds a time in the format's unit.
    pub(super) fn time(self, key: &str, ns: u64) -> Self {
        self.shown(key, format_args!("{}", Micros(ns)))
    }

    /// Adds `args`, what an event says besides.
    pub(super) fn arguments(self, arguments: Fields) -> Self {
        self.shown("args", format_args!("{}", arguments.finish()))
    }

    /// The object's text.
    pub(super) fn finish(self) -> String {
        format!("{{{}}}", self.0)
    }

    fn shown(mut self, key: &str, value: std::fmt::Arguments<'_>) -> Self {
        push_key(&mut self.0, key);
        let _ = self.0.write_fmt(value);
        self
    }
}

/// The format counts microseconds.
struct Micros(u64);

impl std::fmt::Display for Micros {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}.{:03}", self.0 / 1000, self.0 % 1000)
    }
}

fn push_key(to: &mut String, key: &str) {
    if !to.is_empty() {
        to.push(',');
    }
    push_text(to, key);
    to.push(':');
}

fn push_text(to: &mut String, text: &str) {
    to.push('"');
    for character in text.chars() {
        match character {
            '"' => to.push_str("\\\""),
            '\\' => to.push_str("\\\\"),
            '\n' => to.push_str("\\n"),
            control if control < ' ' => {
                let _ = write!(to, "\\u{:04x}", control as u32);
            }
            other => to.push(other),
        }
    }
    to.push('"');
}

#[cfg(test)]
mod tests {
    use super::Fields;

    #[test]
    fn an_event_is_an_object_with_its_times_in_microseconds() {
        let arguments = Fields::default().numbers("grid", [4, 1, 1]).number("bytes", 7).text("of", "x");
        let event = Fields::event('X', 1, 2, 12_345_678).time("dur", 1005).text("name", "k").arguments(arguments);
        assert_eq!(
            event.finish(),
            r#"{"ph":"X","pid":1,"tid":2,"ts":12345.678,"dur":1.005,"name":"k","args":{"grid":[4,1,1],"bytes":7,"of":"x"}}"#
        );
    }

    #[test]
    fn quotes_and_control_characters_of_a_name_are_escaped() {
        let event = Fields::event('i', 1, 1, 0).text("name", "a\"b\\c\nd\u{1}é");
        assert!(event.finish().ends_with(r#""name":"a\"b\\c\nd\u0001é"}"#));
    }
}
