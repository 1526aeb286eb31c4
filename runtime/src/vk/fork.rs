//! The process that fork(2) makes of one with open devices: it must not touch them.
//!
//! The child has one thread. Whoever held the driver's locks, ran its queues or our scheduler stayed in the parent, so a call would wait
//! for ever. `hip::runtime` asks here and refuses; `exit` and `hip::thread` leave everything alone.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static FORKED: AtomicBool = AtomicBool::new(false);

/// This process is the child of one that had opened devices.
pub fn is_forked() -> bool {
    FORKED.load(Ordering::Relaxed)
}

/// From here on a child of this process is to know that it is one. Before the first Vulkan call.
pub fn watch_forks() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        #[cfg(unix)]
        // SAFETY: `in_child` has the type the call wants, and only stores a flag, which is allowed between fork and exec.
        let _ = unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    });
}

#[cfg_attr(not(unix), allow(dead_code, reason = "there is no fork"))]
extern "C" fn in_child() {
    FORKED.store(true, Ordering::Relaxed);
}
