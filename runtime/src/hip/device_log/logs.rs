//! The logs of a device: which there are, and which may be shown. The module above gives them memory and shows them; here is all that
//! `device` must know.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::hip::locks::{Mutex, Rank};
use crate::vk;

/// Bytes of output where the program does not say: as many as AMD's buffer has. More costs each stream that prints the time to clear it.
pub const DEFAULT: usize = 4 << 20;
/// Sealed logs that wait for their kernels; recording an event seals no more than these.
const MANY: usize = 64;

/// Who says something: a kernel.
pub trait Speaker: std::fmt::Debug + Send + Sync {
    /// Its name.
    fn name(&self) -> &str;
    /// The formats that it may print with, by their hashes.
    fn formats(&self) -> &[(u64, Vec<u8>)];
    /// The text at an address of its device, no longer than this; nothing where there is no memory of ours.
    fn text_at(&self, address: u64, longest: usize) -> Option<Vec<u8>>;
}

/// The logs of a device.
#[derive(Debug)]
pub struct Logs {
    pub(super) state: Mutex<State>,
    /// Held while logs are shown: two threads must not mix their output.
    pub(super) showing: Mutex<()>,
    /// There are open or sealed logs: the one thing that programs without printf pay for.
    pub(super) any: AtomicBool,
}

#[derive(Debug)]
pub(super) struct State {
    /// By the number of their stream.
    pub(super) open: Vec<(u64, Log)>,
    pub(super) sealed: VecDeque<Log>,
    /// Empty ones to use again.
    pub(super) spare: Vec<Arc<vk::Memory>>,
}

/// A log and whose it is.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) memory: Arc<vk::Memory>,
    /// Every kernel that may have written here; they keep their formats and constants alive.
    pub(super) kernels: Vec<Arc<dyn Speaker>>,
    /// After the last of them.
    pub(super) end: Option<vk::Point>,
}

impl Log {
    pub(super) fn is_complete(&self) -> bool {
        // A failed stream runs no more.
        self.end.as_ref().is_none_or(vk::Point::is_over)
    }
}

impl Logs {
    /// No log yet.
    pub const fn new() -> Logs {
        let state = State { open: Vec::new(), sealed: VecDeque::new(), spare: Vec::new() };
        Logs {
            state: Mutex::new(Rank::Log, state),
            showing: Mutex::new(Rank::LogShowing, ()),
            any: AtomicBool::new(false),
        }
    }

    /// Whether a kernel may have said something that was not shown.
    pub fn any(&self) -> bool {
        self.any.load(Ordering::Acquire)
    }

    /// Before waiting: what was launched so far can be shown after it.
    pub fn seal(&self) {
        self.seal_up_to(usize::MAX);
    }

    /// At an event, which somebody may wait for later. Less important than memory: not if many logs wait already.
    pub fn seal_for_event(&self) {
        self.seal_up_to(MANY);
    }

    fn seal_up_to(&self, most: usize) {
        if self.any() {
            let State { open, sealed, .. } = &mut *self.state.lock();
            let count = open.len().min(most.saturating_sub(sealed.len()));
            sealed.extend(open.drain(..count).map(|(_, log)| log));
        }
    }
}

impl Default for Logs {
    fn default() -> Logs {
        Logs::new()
    }
}
