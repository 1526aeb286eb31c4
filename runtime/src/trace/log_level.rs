//! Log lines on standard error: `HIPVK_LOG`, or `AMD_LOG_LEVEL` as AMD's runtime reads it.

use std::sync::OnceLock;

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

/// Installs the standard-error logger if a variable asks for one and the program has none. Cheap after the first call.
pub fn init() {
    static DONE: OnceLock<()> = OnceLock::new();
    DONE.get_or_init(|| {
        let Some(level) = config::value("HIPVK_LOG").and_then(|text| text.parse().ok()) else {
            return;
        };
        if log::set_logger(&StderrLogger).is_ok() {
            log::set_max_level(level);
        }
    });
}
