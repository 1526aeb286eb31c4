//! What a program marks itself: roctx's marks, ranges of a thread, which nest, and ranges of the process, which may overlap. Told by
//! `capi::roctx`. Also what takes time within a call.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use super::event::Fields;
use super::{file, mode, thread};
use crate::clock::monotonic_ns;
use crate::locks::{Mutex, Rank};

thread_local! {
    /// For each range that is open whether the file has its beginning.
    static OPEN: RefCell<Vec<bool>> = const { RefCell::new(Vec::new()) };
}

/// The names of ranges that the file has the beginnings of.
static STARTED: Mutex<Option<HashMap<u64, String>>> = Mutex::new(Rank::TraceRanges, None);

/// An event of the calling thread, now.
fn event(phase: char) -> Fields {
    let number = thread::number();
    Fields::event(phase, thread::process(), number, monotonic_ns()).text("cat", "roctx")
}

/// A moment.
pub fn mark(name: &str) {
    if mode::is_recording() {
        // Its scope is the thread.
        file::put(event('i').text("name", name).text("s", "t"));
    }
}

/// A range of the calling thread begins. Its level: how many are open around it.
pub fn push(name: &str) -> usize {
    let recorded = mode::is_recording();
    if recorded {
        file::put(event('B').text("name", name));
    }
    OPEN.with_borrow_mut(|open| {
        open.push(recorded);
        open.len() - 1
    })
}

/// The last of the thread's ranges ends. Its level; nothing if none is open.
pub fn pop() -> Option<usize> {
    let (recorded, level) = OPEN.with_borrow_mut(|open| Some((open.pop()?, open.len())))?;
    if recorded {
        file::put(event('E'));
    }
    Some(level)
}

/// Something of our own that takes time within a call.
pub fn within<R>(name: &'static str, of: &str, does: impl FnOnce() -> R) -> R {
    if !mode::is_recording() {
        return does();
    }
    let (process, number) = (thread::process(), thread::number());
    let begun = Fields::event('B', process, number, monotonic_ns()).text("cat", "compile").text("name", name);
    file::put(begun.arguments(Fields::default().text("kernel", of)));
    let result = does();
    file::put(Fields::event('E', process, number, monotonic_ns()));
    result
}

/// A range of the process begins: its number, which is not 0.
pub fn start(name: &str) -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    if mode::is_recording() {
        STARTED.lock().get_or_insert_default().insert(id, name.to_owned());
        file::put(event('b').number("id", id).text("name", name));
    }
    id
}

/// It ends, in whichever thread.
pub fn stop(id: u64) {
    let name = STARTED.lock().as_mut().and_then(|started| started.remove(&id));
    if let Some(name) = name {
        file::put(event('e').number("id", id).text("name", &name));
    }
}

/// What the calling thread is called from now on.
pub fn name_thread(name: &str) {
    if mode::writes_file() {
        file::put(event('M').text("name", "thread_name").arguments(Fields::default().text("name", name)));
    }
}

/// The calling thread's number, as the trace has it.
pub fn thread_number() -> u64 {
    thread::number()
}
