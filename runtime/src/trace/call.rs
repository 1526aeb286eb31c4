//! One API call, from its beginning to its end. Called by `capi::guard`.
//!
//! The file gets both ends, so that a call which never returns stands in it.

use super::event::Fields;
use super::{file, mode, thread};
use crate::clock::monotonic_ns;

/// A call under way.
#[derive(Debug)]
pub struct Call {
    name: &'static str,
    /// For standard error.
    arguments: Option<String>,
    started: u64,
    /// The file has its beginning.
    in_file: bool,
}

impl Call {
    /// The call begins, if [`super::calls_are_told`].
    pub fn begin(name: &'static str, arguments: String) -> Self {
        let in_file = mode::is_recording();
        if in_file {
            thread::enter_call(true);
        }
        let number = if in_file { thread::number() } else { 0 };
        let started = monotonic_ns();
        if in_file {
            let event = Fields::event('B', thread::process(), number, started).text("cat", "api").text("name", name);
            file::put(match arguments.is_empty() {
                true => event,
                false => event.arguments(Fields::default().text("arguments", &arguments)),
            });
        }
        Self { name, arguments: mode::writes_stderr().then_some(arguments), started, in_file }
    }

    /// It returns.
    pub fn end(self, result: &str) {
        let now = monotonic_ns();
        if self.in_file {
            let event = Fields::event('E', thread::process(), thread::number(), now);
            file::put(event.arguments(Fields::default().text("result", result)));
            thread::enter_call(false);
        }
        if let Some(arguments) = self.arguments {
            let micros = (now - self.started) as f64 / 1e3;
            eprintln!("hipvk trace {}({arguments}) = {result} [{micros:.1} us]", self.name);
        }
    }
}
