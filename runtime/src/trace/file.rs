//! The trace's file: an array of events, whole JSON after every write, whatever becomes of the process.
//!
//! A write replaces the array's end by more events and an end, in one system call. Events that come one after the other in less than
//! [`PAUSE`] are written together: a thread sees to the last ones. So a process that is killed loses that much, and one that ends nothing.
//! Linux lets a killed process's write end at a page of the file, so that each is of a page at most; what is killed between the two that one may touch still
//! leaves a part of an event.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::sync::{Condvar, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use super::event::Fields;
use super::thread::process;
use crate::clock::monotonic_ns;
use crate::locks::{Mutex, MutexGuard, Rank};

/// How long an event may lie.
const PAUSE: Duration = Duration::from_millis(2);
/// Bytes that do not wait for that.
const ENOUGH: usize = 256 << 10;
const END: &str = "\n]\n";
/// Bytes of a write, unless a single event has more.
const PAGE: usize = 4096;

struct Sink {
    state: Mutex<State>,
    lies: Condvar,
    /// Whose it is: a forked child writes nothing.
    process: u64,
    path: String,
}

struct State {
    file: File,
    /// Where the array's end stands.
    end: u64,
    waiting: Vec<u8>,
    written: Instant,
    /// A thread sees to what lies.
    has_thread: bool,
    /// Nothing more can be written, which was said.
    failed: bool,
}

static SINK: OnceLock<Option<Sink>> = OnceLock::new();

/// Begins the file; false if it cannot be, which is said.
pub(super) fn open(path: &str) -> bool {
    SINK.get_or_init(|| {
        let path = path.replace("%p", &process().to_string());
        let sink = begin(&path).map_err(|error| eprintln!("hipvk: no trace in {path} (HIPVK_TRACE): {error}"));
        sink.ok()
    })
    .is_some()
}

fn begin(path: &str) -> std::io::Result<Sink> {
    let mut file = File::create(path)?;
    let program = std::env::current_exe().ok().and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    let name = Fields::default().text("name", program.as_deref().unwrap_or("host"));
    let first = Fields::event('M', process(), process(), monotonic_ns()).text("name", "process_name").arguments(name);
    let start = format!("[\n{}", first.finish());
    file.write_all(format!("{start}{END}").as_bytes())?;
    let state = State {
        file,
        end: start.len() as u64,
        waiting: Vec::new(),
        written: Instant::now(),
        has_thread: false,
        failed: false,
    };
    let (state, path) = (Mutex::new(Rank::TraceFile, state), path.to_owned());
    Ok(Sink { state, lies: Condvar::new(), process: process(), path })
}

fn sink() -> Option<&'static Sink> {
    SINK.get()?.as_ref().filter(|sink| sink.process == process())
}

/// Where the trace is.
pub(super) fn path() -> &'static str {
    sink().map_or("", |sink| &sink.path)
}

/// Adds an event.
pub(super) fn put(event: Fields) {
    let Some(sink) = sink() else { return };
    let text = event.finish();
    let mut state = sink.state.lock();
    if state.failed {
        return;
    }
    state.waiting.extend_from_slice(b",\n");
    state.waiting.extend_from_slice(text.as_bytes());
    if state.waiting.len() >= ENOUGH || state.written.elapsed() >= PAUSE {
        state.write(&sink.path);
    } else {
        sink.see_to_the_rest(state);
    }
}

/// Writes what lies.
pub(super) fn flush() {
    if let Some(sink) = sink() {
        sink.state.lock().write(&sink.path);
    }
}

impl State {
    fn write(&mut self, path: &str) {
        self.written = Instant::now();
        if self.waiting.is_empty() || self.failed {
            return;
        }
        let waiting = std::mem::take(&mut self.waiting);
        for piece in pieces(&waiting, PAGE - END.len()) {
            let bytes = [piece, END.as_bytes()].concat();
            match self.file.seek(SeekFrom::Start(self.end)).and_then(|_| self.file.write_all(&bytes)) {
                Ok(()) => self.end += piece.len() as u64,
                Err(error) => {
                    self.failed = true;
                    eprintln!("hipvk: the trace in {path} ends here: {error}");
                    return;
                }
            }
        }
    }
}

/// Cuts events, each with a comma and a new line in front and none inside, into pieces of `most` bytes or, where one has more, of that one.
fn pieces(events: &[u8], most: usize) -> impl Iterator<Item = &[u8]> {
    let mut rest = events;
    std::iter::from_fn(move || {
        let begins = |at: usize| rest[at..].starts_with(b",\n");
        let end = match rest.len() {
            0 => return None,
            all if all <= most => all,
            all => {
                let fits = (1..=most).rev().find(|&at| begins(at));
                fits.or_else(|| (most..all).find(|&at| begins(at))).unwrap_or(all)
            }
        };
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        Some(piece)
    })
}

impl Sink {
    /// Something lies: the thread writes it, if nobody has before.
    fn see_to_the_rest(&'static self, mut state: MutexGuard<'_, State>) {
        if !state.has_thread {
            let spawned = thread::Builder::new().name("hipvk-trace".into()).spawn(|| self.run());
            state.has_thread = spawned.is_ok();
            if !state.has_thread {
                state.write(&self.path);
            }
        }
        drop(state);
        self.lies.notify_one();
    }

    fn run(&self) {
        loop {
            let mut state = self.state.lock();
            while state.waiting.is_empty() {
                state = state.wait(&self.lies);
            }
            drop(state);
            thread::sleep(PAUSE);
            self.state.lock().write(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn pieces_are_whole_events_and_all_of_them() {
        let events: Vec<String> = (0..50).map(|n| format!(",\n{{\"name\":\"{}\"}}", "x".repeat(n * 7 % 60))).collect();
        let all = events.concat();
        for most in [1, 20, 70, 100, 5000] {
            let cut: Vec<&[u8]> = pieces(all.as_bytes(), most).collect();
            assert_eq!(cut.concat(), all.as_bytes());
            for piece in cut {
                let count = piece.windows(2).filter(|pair| pair == b",\n").count();
                assert!(piece.starts_with(b",\n") && piece.ends_with(b"}"), "{most}");
                assert!(count == 1 || piece.len() <= most, "{most}: {} bytes", piece.len());
            }
        }
    }
}
