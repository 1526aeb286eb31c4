//! Log lines on standard error: `HIPVK_LOG`, or `AMD_LOG_LEVEL` as AMD's runtime reads it, or as the program says while it runs.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use log::LevelFilter;

use super::mode;
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

/// AMD's LOG_INFO, from which on API calls are shown.
const INFO: u64 = 3;
/// AMD's mask of what is shown: LOG_API.
const CALLS: u64 = 1;

/// `hipExtSetLoggingParams`, one behind the other.
static LEVEL: AtomicU64 = AtomicU64::new(0);
static MASK: AtomicU64 = AtomicU64::new(0);

/// What the log is to show once it is switched on.
pub fn set_log(level: u64, mask: u64) {
    LEVEL.store(level, Ordering::Relaxed);
    MASK.store(mask, Ordering::Relaxed);
}

/// Shows that from now on, or nothing.
pub fn switch_log(on: bool) {
    init();
    let (level, mask) = if on { (LEVEL.load(Ordering::Relaxed), MASK.load(Ordering::Relaxed)) } else { (0, 0) };
    // A program in Rust may have a logger of its own, whose level is not ours to set; ours may be there already.
    static OURS: OnceLock<bool> = OnceLock::new();
    let ours = *OURS.get_or_init(|| INSTALLED.get() == Some(&true) || log::set_logger(&StderrLogger).is_ok());
    if ours {
        log::set_max_level(filter(level.min(i32::MAX as u64) as i32));
    }
    mode::set_stderr(level >= INFO && mask & CALLS != 0);
}

/// Whether [`init`] has installed the logger; nothing before it was called.
static INSTALLED: OnceLock<bool> = OnceLock::new();

/// AMD's level.
fn filter(level: i32) -> LevelFilter {
    match level {
        ..=0 => LevelFilter::Off,
        1 => LevelFilter::Error,
        2 => LevelFilter::Warn,
        3 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    }
}

/// Ours counts, where both are set.
fn level(ours: Option<String>, amd: Option<String>) -> Option<LevelFilter> {
    match ours {
        Some(text) => text.parse().ok(),
        None => amd_level(amd).map(filter),
    }
}

/// HIP: "LOG_NONE = 0, LOG_ERROR = 1, LOG_WARNING = 2, LOG_INFO = 3, LOG_DEBUG = 4".
fn amd_level(text: Option<String>) -> Option<i32> {
    text?.trim().parse().ok()
}

/// AMD's runtime shows API calls from LOG_INFO on.
pub(super) fn asks_for_calls() -> bool {
    let level = amd_level(config::value("AMD_LOG_LEVEL"));
    config::value("HIPVK_LOG").is_none() && level.is_some_and(|level| i64::from(level) >= INFO as i64)
}

/// Installs the standard-error logger if a variable asks for one and the program has none. Cheap after the first call.
pub fn init() {
    INSTALLED.get_or_init(|| {
        let Some(level) = level(config::value("HIPVK_LOG"), config::value("AMD_LOG_LEVEL")) else { return false };
        let ours = log::set_logger(&StderrLogger).is_ok();
        if ours {
            log::set_max_level(level);
        }
        ours
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
