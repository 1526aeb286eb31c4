//! A host function in a stream's queue. `host_runner` says when it runs.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::clock::monotonic_ns;
use crate::trace::{self, Operation, Track};

/// A function to call when everything before it has completed.
pub(in crate::vk) struct HostFn {
    pub(super) value: u64,
    pub(super) run: Box<dyn FnOnce() + Send>,
    /// For the trace.
    pub(super) traced: Option<Operation>,
}

impl std::fmt::Debug for HostFn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HostFn").field("value", &self.value).finish_non_exhaustive()
    }
}

thread_local! {
    static RUNNING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is in a host function: it must not wait for the function's own stream.
pub fn in_host_function() -> bool {
    RUNNING.get()
}

impl HostFn {
    /// Calls it, on a thread that then knows so.
    pub(super) fn call(self, track: impl FnOnce() -> Track) {
        let from = if self.traced.is_some() { monotonic_ns() } else { 0 };
        RUNNING.set(true);
        if catch_unwind(AssertUnwindSafe(self.run)).is_err() {
            log::error!("a host function panicked; the stream goes on");
        }
        RUNNING.set(false);
        if let Some(operation) = &self.traced {
            trace::done(track(), operation, from, monotonic_ns());
        }
    }
}
