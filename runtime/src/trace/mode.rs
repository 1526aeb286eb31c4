//! What `HIPVK_TRACE` asks for, in one word that everybody looks at.
//!
//! `1` or `stderr` is lines on standard error; anything else is the name of a file. So are lines what AMD_LOG_LEVEL shows of calls.

use std::sync::atomic::{AtomicU8, Ordering};

use super::{file, log_level};
use crate::config;

const UNKNOWN: u8 = 0;
/// The variable has been read.
const KNOWN: u8 = 1;
/// API calls go to standard error.
const STDERR: u8 = 2;
/// There is a file.
const FILE: u8 = 4;
/// And it is written.
const RECORDING: u8 = 8;

static MODE: AtomicU8 = AtomicU8::new(UNKNOWN);

#[inline]
fn mode() -> u8 {
    match MODE.load(Ordering::Relaxed) {
        UNKNOWN => ask(),
        mode => mode,
    }
}

#[cold]
fn ask() -> u8 {
    let found = match config::value("HIPVK_TRACE").as_deref() {
        None if log_level::asks_for_calls() => KNOWN | STDERR,
        None | Some("0" | "off" | "OFF") => KNOWN,
        Some("1" | "on" | "stderr") => KNOWN | STDERR,
        Some(path) if !file::open(path) => KNOWN,
        Some(_) if config::not_disabled("HIPVK_TRACE_START") => KNOWN | FILE | RECORDING,
        Some(_) => KNOWN | FILE,
    };
    // Whoever was first counts: recording may have been switched since.
    match MODE.compare_exchange(UNKNOWN, found, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => found,
        Err(other) => other,
    }
}

/// API calls are to be told, wherever.
#[inline]
pub fn calls_are_told() -> bool {
    mode() & (STDERR | RECORDING) != 0
}

/// Calls go to standard error.
pub(super) fn writes_stderr() -> bool {
    mode() & STDERR != 0
}

/// What happens is to be written to the file.
#[inline]
pub fn is_recording() -> bool {
    mode() & RECORDING != 0
}

/// There is a file, whether something is written just now or not.
#[inline]
pub fn writes_file() -> bool {
    mode() & FILE != 0
}

/// Graphs are launched node by node, for their times.
pub fn times_nodes() -> bool {
    is_recording() && config::value("HIPVK_TRACE_GRAPHS").is_some_and(|value| value == "nodes")
}

/// Switches the calls on standard error.
pub(super) fn set_stderr(on: bool) {
    // What the variables ask for is known first, so that it is not asked for later.
    mode();
    match on {
        true => MODE.fetch_or(STDERR, Ordering::AcqRel),
        false => MODE.fetch_and(!STDERR, Ordering::AcqRel),
    };
}

/// Switches recording; nothing without a file.
pub fn set_recording(on: bool) {
    if writes_file() {
        match on {
            true => MODE.fetch_or(RECORDING, Ordering::AcqRel),
            false => MODE.fetch_and(!RECORDING, Ordering::AcqRel),
        };
    }
}
