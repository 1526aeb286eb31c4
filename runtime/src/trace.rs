//! What the runtime says on standard error: log lines (`HIPVK_LOG`) and the API trace (`HIPVK_TRACE`).
//!
//! Both are off unless asked for. The log goes through the `log` crate, so a Rust program that installed its own logger
//! keeps it. `capi::guard` calls [`init`] and [`call`] around every entry point.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Instant;

use crate::config;

struct StderrLogger;

impl log::Log for StderrLogger {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            eprintln!("hipvk {:5} {}", record.level().as_str().to_lowercase(), record.args());
        }
    }

    fn flush(&self) {}
}

/// Installs the standard-error logger if `HIPVK_LOG` asks for one and the program has none. Cheap after the first call.
pub fn init() {
    static DONE: OnceLock<()> = OnceLock::new();
    DONE.get_or_init(|| {
        let Some(level) = config::value("HIPVK_LOG").and_then(|text| text.parse::<log::LevelFilter>().ok()) else {
            return;
        };
        if log::set_logger(&StderrLogger).is_ok() {
            log::set_max_level(level);
        }
    });
}

/// True when API calls are to be traced.
pub fn api_enabled() -> bool {
    const UNKNOWN: u8 = 0;
    const OFF: u8 = 1;
    const ON: u8 = 2;
    static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
    match STATE.load(Ordering::Relaxed) {
        OFF => false,
        ON => true,
        _ => {
            let on = config::enabled("HIPVK_TRACE");
            STATE.store(if on { ON } else { OFF }, Ordering::Relaxed);
            on
        }
    }
}

/// Writes one traced call: name, arguments, result and microseconds.
pub fn call(name: &str, arguments: &str, result: &str, started: Instant) {
    let micros = started.elapsed().as_secs_f64() * 1e6;
    eprintln!("hipvk trace {name}({arguments}) = {result} [{micros:.1} us]");
}
