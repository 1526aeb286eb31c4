//! What devices do, by stream: operations with the times that the device had (`vk::stream::spans` measures), and arrows from the API call that
//! asked for them.
//!
//! Each device is a process of the trace and each of its streams a thread. An operation begins here when it is recorded and ends
//! when its times are known; whichever thread learns of them.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::event::Fields;
use super::{file, mode, names, summary, thread};
use crate::clock::monotonic_ns;

/// The first device's number among the trace's processes: above all that an operating system gives.
const FIRST_DEVICE: u64 = 1 << 24;
/// The first of the streams that the program does not know.
const FIRST_OWN_STREAM: u64 = 1 << 32;

/// A stream's place in the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Track {
    device: usize,
    stream: u64,
}

impl Track {
    /// That of a stream of the program's.
    pub fn new(device: usize, stream: u64) -> Self {
        Self { device, stream }
    }

    /// That of a stream of our own, with no other on it.
    pub fn own(device: usize) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(FIRST_OWN_STREAM);
        Self { device, stream: NEXT.fetch_add(1, Ordering::Relaxed) }
    }

    fn process(self) -> u64 {
        process_of(self.device)
    }
}

pub(super) fn process_of(device: usize) -> u64 {
    FIRST_DEVICE + device as u64
}

/// What an operation does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Work {
    /// A kernel: its name, blocks and, where HIP knows it, threads of a block.
    Kernel {
        /// Its name.
        name: String,
        /// Blocks.
        grid: [u32; 3],
        /// Threads of a block.
        block: Option<[u32; 3]>,
    },
    /// A copy: what it is called, and bytes.
    Copy(&'static str, u64),
    /// A fill of so many bytes.
    Fill(u64),
    /// A graph's recorded operations, so many.
    Graph(u32),
    /// The driver compiles a kernel.
    Compile(String),
    /// A function of the host's.
    Host,
}

impl Work {
    /// What its slice is called.
    pub(super) fn title(&self) -> Cow<'_, str> {
        match self {
            Self::Kernel { name, .. } => names::readable(name).into(),
            Self::Copy(name, _) => (*name).into(),
            Self::Fill(_) => "fill".into(),
            Self::Graph(_) => "graph".into(),
            Self::Compile(_) => "the driver compiles a kernel".into(),
            Self::Host => "host function".into(),
        }
    }

    /// What kind of thing it is.
    pub(super) fn category(&self) -> &'static str {
        match self {
            Self::Kernel { .. } => "kernel",
            Self::Copy(..) => "copy",
            Self::Fill(_) => "fill",
            Self::Graph(_) => "graph",
            Self::Compile(_) => "compile",
            Self::Host => "host",
        }
    }

    fn describe(&self, arguments: Fields) -> Fields {
        match self {
            Self::Kernel { name, grid, block } => {
                let arguments = arguments.text("kernel", name).numbers("grid", *grid);
                match block {
                    Some(block) => arguments.numbers("block", *block),
                    None => arguments,
                }
            }
            Self::Copy(_, bytes) | Self::Fill(bytes) => arguments.number("bytes", *bytes),
            Self::Graph(nodes) => arguments.number("nodes", (*nodes).into()),
            Self::Compile(name) => arguments.text("kernel", name),
            Self::Host => arguments,
        }
    }
}

/// An operation that was recorded, and whose times are to come.
#[derive(Debug)]
pub struct Operation {
    work: Work,
    /// Unique; the arrow's too.
    correlation: u64,
    /// It has an arrow.
    called: bool,
}

impl Operation {
    /// The calling thread has asked for it. Nothing unless the trace is being written.
    #[inline]
    pub fn new(work: impl FnOnce() -> Work) -> Option<Self> {
        if mode::is_recording() { Some(Self::begin(work())) } else { None }
    }

    #[cold]
    fn begin(work: Work) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let correlation = NEXT.fetch_add(1, Ordering::Relaxed);
        let called = thread::is_in_call();
        if called {
            let (process, number) = (thread::process(), thread::number());
            file::put(arrow('s', process, number, monotonic_ns(), correlation));
        }
        Self { work, correlation, called }
    }
}

/// One end of an arrow.
fn arrow(phase: char, process: u64, thread: u64, ns: u64, correlation: u64) -> Fields {
    Fields::event(phase, process, thread, ns).text("cat", "launch").text("name", "launch").number("id", correlation)
}

/// An operation's times are known.
pub fn done(track: Track, operation: &Operation, from_ns: u64, to_ns: u64) {
    let Operation { work, correlation, called } = operation;
    let (name, category) = (work.title(), work.category());
    let event = Fields::event('X', track.process(), track.stream, from_ns).time("dur", to_ns.saturating_sub(from_ns));
    let arguments = work.describe(Fields::default().number("correlation", *correlation));
    file::put(event.text("cat", category).text("name", &name).arguments(arguments));
    if *called {
        // "Enclosing": it ends at the slice that is there at the time.
        file::put(arrow('f', track.process(), track.stream, from_ns, *correlation).text("bp", "e"));
    }
    summary::count(work, to_ns.saturating_sub(from_ns));
}

/// What the host does in a stream's place, now.
pub fn by_the_host<R>(track: impl FnOnce() -> Track, work: impl FnOnce() -> Work, does: impl FnOnce() -> R) -> R {
    let operation = Operation::new(work);
    let from = if operation.is_some() { monotonic_ns() } else { 0 };
    let result = does();
    if let Some(operation) = operation {
        done(track(), &operation, from, monotonic_ns());
    }
    result
}

/// What a device is called in the trace.
pub fn name_device(device: usize, name: &str) {
    if mode::writes_file() {
        let (process, now) = (process_of(device), monotonic_ns());
        let title = Fields::default().text("name", &format!("device {device}: {name}"));
        file::put(Fields::event('M', process, 0, now).text("name", "process_name").arguments(title));
    }
}

/// What a stream is called in the trace.
pub fn name_stream(track: Track, name: &str) {
    if mode::writes_file() {
        let title = Fields::default().text("name", name);
        let event = Fields::event('M', track.process(), track.stream, monotonic_ns());
        file::put(event.text("name", "thread_name").arguments(title));
    }
}
