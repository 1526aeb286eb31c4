//! Who is speaking: the process and the calling thread as the operating system numbers them, and whether the thread is in an API call.

use std::cell::Cell;

use super::event::Fields;
use super::file;
use crate::clock::monotonic_ns;

thread_local! {
    /// 0 before it is known.
    static NUMBER: Cell<u64> = const { Cell::new(0) };
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// The process's number.
pub(super) fn process() -> u64 {
    std::process::id().into()
}

/// The calling thread's number. The first time it is asked for, the file gets the thread's name.
pub(super) fn number() -> u64 {
    let known = NUMBER.get();
    if known != 0 {
        return known;
    }
    // "PID/task/TID".
    let link = std::fs::read_link("/proc/thread-self").ok();
    let number = link.and_then(|link| link.file_name()?.to_str()?.parse().ok()).unwrap_or_else(process);
    NUMBER.set(number);
    let name = std::fs::read_to_string("/proc/thread-self/comm").unwrap_or_default();
    let name = Fields::default().text("name", name.trim_end());
    file::put(Fields::event('M', process(), number, monotonic_ns()).text("name", "thread_name").arguments(name));
    number
}

/// The calling thread enters an API call, or leaves it again.
pub(super) fn enter_call(enters: bool) {
    CALLS.set(if enters { CALLS.get() + 1 } else { CALLS.get().saturating_sub(1) });
}

/// The calling thread is in an API call that the file has the beginning of.
pub(super) fn is_in_call() -> bool {
    CALLS.get() > 0
}
