//! Which process it is that a handle names: its number alone may be another's by now. Linux only. Called by `ipc` and `giver`.

use std::fs;

/// When a process began, in the system's ticks; nothing if it is gone.
pub(super) fn started(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may hold anything.
    text.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()
}
