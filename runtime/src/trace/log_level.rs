//! Log lines on standard error: `HIPVK_LOG`, or `AMD_LOG_LEVEL` as AMD's runtime reads it.

use std::sync::OnceLock;

use log::LevelFilter;

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

/// Ours counts, where both are set.
fn level(ours: Option<String>, amd: Option<String>) -> Option<LevelFilter> {
    match ours {
        Some(text) => text.parse().ok(),
        None => amd_level(amd).map(|level| match level {
            ..=0 => LevelFilter::Off,
            1 => LevelFilter::Error,
            2 => LevelFilter::Warn,
            3 => LevelFilter::Info,
            _ => LevelFilter::Debug,
        }),
    }
}

/// HIP: "LOG_NONE = 0, LOG_ERROR = 1, LOG_WARNING = 2, LOG_INFO = 3, LOG_DEBUG = 4".
fn amd_level(text: Option<String>) -> Option<i32> {
    text?.trim().parse().ok()
}

/// AMD's runtime shows API calls from LOG_INFO on.
pub(super) fn asks_for_calls() -> bool {
    const INFO: i32 = 3;
    config::value("HIPVK_LOG").is_none() && amd_level(config::value("AMD_LOG_LEVEL")).is_some_and(|level| level >= INFO)
}

/// Installs the standard-error logger if a variable asks for one and the program has none. Cheap after the first call.
pub fn init() {
    static DONE: OnceLock<()> = OnceLock::new();
    DONE.get_or_init(|| {
        let Some(level) = level(config::value("HIPVK_LOG"), config::value("AMD_LOG_LEVEL")) else { return };
        if log::set_logger(&StderrLogger).is_ok() {
            log::set_max_level(level);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::{LevelFilter, level};

    #[test]
    fn amds_numbers_are_levels_and_ours_count_before_them() {
        let of = |ours: Option<&str>, amd: Option<&str>| level(ours.map(str::to_owned), amd.map(str::to_owned));
        let levels = ["0", "1", "2", "3", "4", "5"].map(|number| of(None, Some(number)));
        let [off, error, warn, info, debug] =
            [LevelFilter::Off, LevelFilter::Error, LevelFilter::Warn, LevelFilter::Info, LevelFilter::Debug].map(Some);
        assert_eq!(levels, [off, error, warn, info, debug, debug]);
        assert_eq!(of(Some("trace"), Some("1")), Some(LevelFilter::Trace));
        assert_eq!([of(None, None), of(None, Some("much"))], [None, None]);
    }
}
