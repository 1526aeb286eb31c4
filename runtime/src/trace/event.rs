//! One event of the trace, as JSON: Chrome's trace event format, which <https://ui.perfetto.dev> opens.

use std::fmt::Write;

/// An event under construction: an object that is not closed.
#[derive(Debug)]
pub(super) struct Event(String);

impl Event {
    /// Of a phase (the format's word for its kind), at a time on the host's clock.
    pub(super) fn new(phase: char, process: u64, thread: u64, ns: u64) -> Self {
        let mut text = String::with_capacity(160);
        let _ = write!(text, r#"{{"ph":"{phase}","pid":{process},"tid":{thread},"ts":{}"#, Micros(ns));
        Self(text)
    }

    /// Adds a text.
    pub(super) fn text(mut self, key: &str, value: &str) -> Self {
        push_key(&mut self.0, key);
        push_text(&mut self.0, value);
        self
    }

    /// Adds a number.
    pub(super) fn number(mut self, key: &str, value: u64) -> Self {
        push_key(&mut self.0, key);
        let _ = write!(self.0, "{value}");
        self
    }

    /// Adds a time in the format's unit.
    pub(super) fn time(mut self, key: &str, ns: u64) -> Self {
        push_key(&mut self.0, key);
        let _ = write!(self.0, "{}", Micros(ns));
        self
    }

    /// Adds `args`.
    pub(super) fn arguments(mut self, arguments: Arguments) -> Self {
        push_key(&mut self.0, "args");
        self.0.push('{');
        self.0.push_str(&arguments.0);
        self.0.push('}');
        self
    }

    /// The event's text.
    pub(super) fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// What an event says besides.
#[derive(Debug, Default)]
pub(super) struct Arguments(String);

impl Arguments {
    /// Adds a text.
    pub(super) fn text(mut self, key: &str, value: &str) -> Self {
        push_key(&mut self.0, key);
        push_text(&mut self.0, value);
        self
    }

    /// Adds a number.
    pub(super) fn number(mut self, key: &str, value: u64) -> Self {
        push_key(&mut self.0, key);
        let _ = write!(self.0, "{value}");
        self
    }

    /// Adds three numbers.
    pub(super) fn numbers(mut self, key: &str, [x, y, z]: [u32; 3]) -> Self {
        push_key(&mut self.0, key);
        let _ = write!(self.0, "[{x},{y},{z}]");
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
    use super::{Arguments, Event};

    #[test]
    fn an_event_is_an_object_with_its_times_in_microseconds() {
        let arguments = Arguments::default().numbers("grid", [4, 1, 1]).number("bytes", 7).text("of", "x");
        let event = Event::new('X', 1, 2, 12_345_678).time("dur", 1005).text("name", "k").arguments(arguments);
        assert_eq!(
            event.finish(),
            r#"{"ph":"X","pid":1,"tid":2,"ts":12345.678,"dur":1.005,"name":"k","args":{"grid":[4,1,1],"bytes":7,"of":"x"}}"#
        );
    }

    #[test]
    fn quotes_and_control_characters_of_a_name_are_escaped() {
        let event = Event::new('i', 1, 1, 0).text("name", "a\"b\\c\nd\u{1}é");
        assert!(event.finish().ends_with(r#""name":"a\"b\\c\nd\u0001é"}"#));
    }
}
