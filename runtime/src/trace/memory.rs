//! The bytes that a program holds, as a counter for each device: its own memory, and the host's that it sees. Told by `hip::memory`.

use std::collections::HashMap;

use super::event::Fields;
use super::{device, file, mode};
use crate::clock::monotonic_ns;
use crate::locks::{Mutex, Rank};

/// The host's and the device's, by device.
static HELD: Mutex<Option<HashMap<usize, [u64; 2]>>> = Mutex::new(Rank::TraceMemory, None);

/// A device's program holds `bytes` more, or, if they are `gone`, less. Counted also while nothing is recorded.
pub fn changed(index: usize, of_device: bool, bytes: u64, gone: bool) {
    if !mode::writes_file() {
        return;
    }
    // Kept while the event is put in: the file has the values in the order in which they came.
    let mut held = HELD.lock();
    let [host, own] = held.get_or_insert_default().entry(index).or_default();
    let held = if of_device { &mut *own } else { &mut *host };
    *held = if gone { held.saturating_sub(bytes) } else { held.saturating_add(bytes) };
    if mode::is_recording() {
        let event =
            Fields::event('C', device::process_of(index), 0, monotonic_ns()).text("name", "memory held (bytes)");
        file::put(event.arguments(Fields::default().number("device", *own).number("host", *host)));
    }
}
