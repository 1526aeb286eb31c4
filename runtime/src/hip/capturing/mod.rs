//! A stream capture, as streams, events and memory see it: each of their operations asks here whether it is to become a node.
//!
//! HIP: while a stream captures, "all operations pushed into the stream will not be executed, but will instead be captured into a graph".
//! What a graph is, is not known here: nodes are handles, and a [`Sink`] (`hip::graph::capture`) makes them. So what is captured can
//! lie above what captures. The rules about calls that a capture forbids are here, since everybody asks them;
//! what a stream knows of its capture is in `part`.

pub mod part;

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::thread::ThreadId;

use super::error::{HipError, HipResult};
use super::locks::{Mutex, Rank};
use part::Member;

/// `hipStreamCaptureStatusNone`, `Active` and `Invalidated`.
pub const NONE: u8 = 0;
const ACTIVE: u8 = 1;
const INVALIDATED: u8 = 2;

/// `hipStreamCaptureMode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// 0: no thread may call what a capture forbids.
    Global,
    /// 1: this thread may not.
    ThreadLocal,
    /// 2: all may.
    Relaxed,
}

impl Mode {
    /// HIP: hipErrorInvalidValue for any other number.
    pub fn from_code(code: u32) -> HipResult<Mode> {
        match code {
            0 => Ok(Mode::Global),
            1 => Ok(Mode::ThreadLocal),
            2 => Ok(Mode::Relaxed),
            _ => Err(HipError::InvalidValue.because(format_args!("capture mode {code}"))),
        }
    }
}

/// What takes the operations: the graph that a capture makes.
pub trait Sink: Send + Sync + fmt::Debug {
    /// Adds a node behind others; its handle.
    fn add(&self, work: Box<dyn Any + Send + Sync>, after: &[u64]) -> HipResult<u64>;

    /// Whether other nodes depend on this one.
    fn is_followed(&self, node: u64) -> bool;

    /// The graph's handle.
    fn graph(&self) -> u64;

    /// The capture has ended well: the graph is the program's.
    fn keep(&self);
}

/// Nodes behind which the next operation comes.
pub type Nodes = Arc<[u64]>;

/// A capture, which several streams may be part of.
#[derive(Debug)]
pub struct Capture {
    /// `hipStreamGetCaptureInfo`'s answer: unique in the process.
    pub id: u64,
    mode: Mode,
    thread: ThreadId,
    device: usize,
    /// The number of the stream it began in.
    origin: u64,
    /// Some of its streams are ordered with the legacy stream.
    blocking: AtomicBool,
    status: AtomicU8,
    sink: Arc<dyn Sink>,
    /// Its streams, by their numbers, and where each of them is.
    positions: Mutex<Vec<(u64, Nodes)>>,
    /// Nodes that a stream was behind until it was told to be elsewhere: they count as joined.
    dropped: Mutex<Vec<u64>>,
}

static ALL: Mutex<Vec<Arc<Capture>>> = Mutex::new(Rank::Capture, Vec::new());
/// How many there are: what a call pays that nothing captures.
static COUNT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static MODE: Cell<Mode> = const { Cell::new(Mode::Global) };
}

/// `hipThreadExchangeStreamCaptureMode`: the thread's mode before.
pub fn exchange_mode(mode: Mode) -> Mode {
    MODE.replace(mode)
}

fn active() -> Vec<Arc<Capture>> {
    if COUNT.load(Ordering::Acquire) == 0 { Vec::new() } else { ALL.lock().clone() }
}

/// For calls that may not be made while something captures. HIP: "hipStreamCaptureModeGlobal … potentially unsafe API calls are prohibited
/// if any thread has an ongoing global capture, or this thread one that is not relaxed"; hipErrorStreamCaptureUnsupported, and the
/// captures are invalid.
#[inline]
pub fn forbid(call: &str) -> HipResult {
    if COUNT.load(Ordering::Acquire) == 0 { Ok(()) } else { forbid_in(MODE.get(), call) }
}

#[cold]
fn forbid_in(mode: Mode, call: &str) -> HipResult {
    let this = std::thread::current().id();
    let hit = |capture: &&Arc<Capture>| match mode {
        Mode::Relaxed => false,
        Mode::ThreadLocal => capture.thread == this && capture.mode != Mode::Relaxed,
        Mode::Global => (capture.thread == this && capture.mode != Mode::Relaxed) || capture.mode == Mode::Global,
    };
    refuse_all(active().iter().filter(hit), HipError::StreamCaptureUnsupported, call)
}

/// For calls that wait for all of a device, a capture's streams too.
pub fn forbid_on(device: usize, call: &str) -> HipResult {
    refuse_all(active().iter().filter(|capture| capture.device == device), HipError::StreamCaptureUnsupported, call)
}

/// For the legacy stream. HIP: hipErrorStreamCaptureImplicit if it "would make the legacy stream depend on a capturing blocking stream".
#[inline]
pub fn forbid_legacy(device: usize) -> HipResult {
    if COUNT.load(Ordering::Acquire) == 0 { Ok(()) } else { forbid_legacy_in(device) }
}

#[cold]
fn forbid_legacy_in(device: usize) -> HipResult {
    let all = active();
    let hit = all.iter().filter(|capture| capture.device == device && capture.blocking.load(Ordering::Acquire));
    refuse_all(hit, HipError::StreamCaptureImplicit, "work of the null stream")
}

/// Whether the legacy stream may be asked for its state: as [`forbid_legacy`], and nothing becomes invalid by the question.
pub fn ask_legacy(device: usize) -> HipResult {
    match active().iter().any(|capture| capture.device == device && capture.blocking.load(Ordering::Acquire)) {
        true => Err(HipError::StreamCaptureImplicit.because("a blocking stream captures")),
        false => Ok(()),
    }
}

fn refuse_all<'a>(hit: impl Iterator<Item = &'a Arc<Capture>>, error: HipError, call: &str) -> HipResult {
    let mut result = Ok(());
    for capture in hit {
        result = Err(capture.refuse(error, call));
    }
    result
}

impl Capture {
    /// Begins one in a stream, behind nodes that there are already.
    pub fn begin(stream: Member, mode: Mode, sink: Arc<dyn Sink>, after: Nodes) -> Arc<Capture> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let capture = Arc::new(Capture {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            mode,
            thread: std::thread::current().id(),
            device: stream.device,
            origin: stream.number,
            blocking: AtomicBool::new(stream.blocking),
            status: AtomicU8::new(ACTIVE),
            sink,
            positions: Mutex::new(Rank::Capture, vec![(stream.number, after)]),
            dropped: Mutex::new(Rank::Capture, Vec::new()),
        });
        ALL.lock().push(Arc::clone(&capture));
        COUNT.fetch_add(1, Ordering::AcqRel);
        capture
    }

    /// `hipStreamCaptureStatus`; [`NONE`] once it has ended.
    pub fn status(&self) -> u8 {
        self.status.load(Ordering::Acquire)
    }

    /// It began in this stream.
    pub fn began_in(&self, stream: u64) -> bool {
        self.origin == stream
    }

    /// HIP: hipErrorStreamCaptureInvalidated, "the current capture sequence on the stream has been invalidated due to a previous error".
    pub fn check(&self) -> HipResult {
        match self.status() {
            ACTIVE => Ok(()),
            _ => Err(HipError::StreamCaptureInvalidated.because("an earlier call has ended the capture")),
        }
    }

    /// The error of a call that is not permitted, which makes the capture invalid.
    pub fn refuse(&self, error: HipError, call: &str) -> HipError {
        let _ = self.status.compare_exchange(ACTIVE, INVALIDATED, Ordering::AcqRel, Ordering::Acquire);
        error.because(format_args!("{call} while a stream captures"))
    }

    /// Adds an operation of one of its streams.
    pub fn add(&self, stream: u64, work: impl Any + Send + Sync) -> HipResult {
        self.check()?;
        let node = self.sink.add(Box::new(work), &self.position(stream))?;
        self.place(stream, Arc::new([node]));
        Ok(())
    }

    /// The handle of the graph it makes.
    pub fn graph(&self) -> u64 {
        self.sink.graph()
    }

    /// Where a stream is.
    pub fn position(&self, stream: u64) -> Nodes {
        let positions = self.positions.lock();
        positions
            .iter()
            .find(|(number, _)| *number == stream)
            .map_or_else(|| Vec::new().into(), |(_, at)| Nodes::clone(at))
    }

    /// Says where a stream is.
    pub fn place(&self, stream: u64, at: Nodes) {
        let mut positions = self.positions.lock();
        match positions.iter_mut().find(|(number, _)| *number == stream) {
            Some((_, place)) => *place = at,
            None => positions.push((stream, at)),
        }
    }

    /// A stream is behind nothing any more. HIP: nodes removed so "do not result in hipErrorStreamCaptureUnjoined".
    pub fn forget_position(&self, stream: u64) {
        let at = self.position(stream);
        self.dropped.lock().extend_from_slice(&at);
        self.place(stream, Arc::new([]));
    }

    /// Orders a stream, which may be new here, behind further nodes.
    pub fn join(&self, stream: Member, nodes: &[u64]) {
        if stream.blocking {
            self.blocking.store(true, Ordering::Release);
        }
        let mut at = self.position(stream.number).to_vec();
        let new: Vec<u64> = nodes.iter().copied().filter(|node| !at.contains(node)).collect();
        at.extend(new);
        self.place(stream.number, at.into());
    }

    /// Ends it. HIP: hipErrorStreamCaptureUnmatched in another stream than it began in, hipErrorStreamCaptureWrongThread in another thread
    /// unless it is relaxed: it goes on then. hipErrorStreamCaptureInvalidated, hipErrorStreamCaptureUnjoined: it is over all the same.
    pub fn end(&self, stream: u64) -> HipResult {
        if self.origin != stream {
            return Err(HipError::StreamCaptureUnmatched.because("the capture began in another stream"));
        }
        if self.mode != Mode::Relaxed && self.thread != std::thread::current().id() {
            return Err(HipError::StreamCaptureWrongThread.because("the capture began in another thread"));
        }
        let status = self.cancel();
        if status != ACTIVE {
            return Err(HipError::StreamCaptureInvalidated.because("an earlier call has ended the capture"));
        }
        let joined = self.position(stream);
        let others = self.positions.lock().clone();
        let dropped = self.dropped.lock().clone();
        let open = |node: &u64| !joined.contains(node) && !dropped.contains(node) && !self.sink.is_followed(*node);
        if others.iter().filter(|(number, _)| *number != stream).flat_map(|(_, at)| at.iter()).any(open) {
            return Err(HipError::StreamCaptureUnjoined.because("a stream was forked and not joined"));
        }
        self.sink.keep();
        Ok(())
    }

    /// It is over, whatever it was; its streams find out by themselves. Its status before.
    pub fn cancel(&self) -> u8 {
        let status = self.status.swap(NONE, Ordering::AcqRel);
        let mut all = ALL.lock();
        let before = all.len();
        all.retain(|capture| capture.id != self.id);
        COUNT.fetch_sub(before - all.len(), Ordering::AcqRel);
        status
    }
}

#[cfg(test)]
mod tests {
    use super::part::Part;
    use super::{ACTIVE, Any, Arc, Capture, HipError, HipResult, INVALIDATED, Member, Mode, NONE, Sink};

    #[derive(Debug)]
    struct Nothing;

    impl Sink for Nothing {
        fn add(&self, _work: Box<dyn Any + Send + Sync>, after: &[u64]) -> HipResult<u64> {
            Ok(after.iter().sum::<u64>() + 1)
        }

        fn is_followed(&self, node: u64) -> bool {
            node < 10
        }

        fn graph(&self) -> u64 {
            0
        }

        fn keep(&self) {}
    }

    fn begin(number: u64, mode: Mode) -> Arc<Capture> {
        // A device that no other test uses.
        let stream = Member { number, device: 99, blocking: false };
        Capture::begin(stream, mode, Arc::new(Nothing), Arc::new([]))
    }

    #[test]
    fn a_stream_goes_from_node_to_node_and_a_joined_one_has_several() {
        let capture = begin(1, Mode::Relaxed);
        capture.add(1, ()).expect("it is active");
        capture.add(1, ()).expect("it is active");
        assert_eq!(*capture.position(1), [2]);
        capture.join(Member { number: 2, device: 99, blocking: false }, &[2, 7]);
        capture.join(Member { number: 2, device: 99, blocking: false }, &[7, 8]);
        assert_eq!(*capture.position(2), [2, 7, 8]);
        assert_eq!(capture.end(2), Err(HipError::StreamCaptureUnmatched));
        assert_eq!((capture.status(), capture.end(1), capture.status()), (ACTIVE, Ok(()), NONE));
    }

    #[test]
    fn a_fork_that_ends_in_a_node_of_its_own_is_unjoined() {
        let capture = begin(3, Mode::Relaxed);
        capture.join(Member { number: 4, device: 99, blocking: false }, &[70]);
        assert_eq!(capture.end(3), Err(HipError::StreamCaptureUnjoined));
        assert_eq!(capture.status(), NONE, "it has ended all the same");
    }

    #[test]
    fn a_stream_that_goes_leaves_its_nodes_and_takes_the_capture_that_began_in_it() {
        for (last, ended) in [(7, Ok(())), (70, Err(HipError::StreamCaptureUnjoined))] {
            let capture = begin(7, Mode::Relaxed);
            let forked = Part::new(Member { number: 8, device: 99, blocking: false });
            assert_eq!(forked.wait(Some((Arc::clone(&capture), Arc::new([last]))), false), Ok(true));
            forked.leave("hipStreamDestroy");
            assert_eq!((capture.status(), capture.end(7)), (ACTIVE, ended));
        }
        let capture = begin(9, Mode::Relaxed);
        let origin = Part::new(Member { number: 9, device: 99, blocking: false });
        origin.set(&capture);
        origin.leave("hipStreamDestroy");
        assert_eq!(capture.status(), NONE);
    }

    #[test]
    fn a_refused_call_makes_a_capture_invalid_until_it_ends() {
        let capture = begin(5, Mode::Relaxed);
        assert_eq!(capture.refuse(HipError::StreamCaptureUnsupported, "a call"), HipError::StreamCaptureUnsupported);
        assert_eq!(capture.status(), INVALIDATED);
        assert_eq!(capture.add(5, ()), Err(HipError::StreamCaptureInvalidated));
        assert_eq!(capture.end(5), Err(HipError::StreamCaptureInvalidated));
    }

    #[test]
    fn only_a_relaxed_capture_ends_in_any_thread() {
        for (mode, ended) in [(Mode::ThreadLocal, Err(HipError::StreamCaptureWrongThread)), (Mode::Relaxed, Ok(()))] {
            let capture = begin(6, mode);
            let there = Arc::clone(&capture);
            assert_eq!(std::thread::spawn(move || there.end(6)).join().ok(), Some(ended));
            capture.cancel();
        }
    }
}
