//! The end of the process: our threads stop before the drivers' own clean-up runs, and where a driver does not survive that, nobody calls
//! it any more.
//!
//! A HIP program may end without waiting for anything. The scheduler thread would then go on submitting, and the serial
//! lane's opener go on inside `vkCreateDevice`, while Mesa and LLVM take themselves apart: a crash after `main` has
//! returned success. Handlers run in reverse order of registration, and ours is registered after the driver was loaded.
//! Vulkan's pipeline cache is written then, too. Registered by `Device::open`.
//!
//! ```text
//!   the program's handlers that were registered behind the first HIP call   all as ever
//!   ours                                                                    threads stop
//!                                                                           who waits in a driver that ends has left it
//!   the driver's
//!   the program's other handlers, its static destructors                    as ever, or `is_over` (`Quirks::ends_at_exit`)
//! ```

use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Once, OnceLock, Weak};
use std::thread::{self, ThreadId};
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use std::time::{Duration, Instant};

use super::fork::is_forked;
use crate::locks::{Mutex, Rank};
use crate::trace;

/// A device, as the end of the process knows it.
pub(super) trait Ends: Send + Sync {
    /// Stops its threads and saves what is to be kept; whether its driver must not be called from then on.
    fn end(&self) -> bool;
}

static DEVICES: Mutex<Vec<Weak<dyn Ends>>> = Mutex::new(Rank::Exit, Vec::new());
static REGISTER: Once = Once::new();

static BEFORE: Mutex<Vec<fn()>> = Mutex::new(Rank::Exit, Vec::new());

/// Some driver's own handlers never return in a child.
static CHILDREN_HANG: AtomicBool = AtomicBool::new(false);

static OVER: AtomicBool = AtomicBool::new(false);

/// Threads that wait in a driver.
static WAITING: AtomicUsize = AtomicUsize::new(0);
/// Who ends the process.
static LAST_THREAD: OnceLock<ThreadId> = OnceLock::new();
/// How long the end of the process waits for them: longer than one of their waits lasts (`Timeline::wait`).
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LAST_WAITS: Duration = Duration::from_secs(1);

/// Makes a call in which a driver may keep the thread, not for ever. Once the driver ends, who comes here comes no further: the process has no use
/// for the thread any more, and a call would find the driver taken apart (NVIDIA's crashes).
pub(super) fn waiting<R>(call: impl FnOnce() -> R) -> R {
    WAITING.fetch_add(1, Ordering::SeqCst);
    if OVER.load(Ordering::SeqCst) && LAST_THREAD.get() != Some(&thread::current().id()) {
        WAITING.fetch_sub(1, Ordering::SeqCst);
        loop {
            thread::park();
        }
    }
    let result = call();
    WAITING.fetch_sub(1, Ordering::SeqCst);
    result
}

/// Whether nobody waits in a driver, now or soon.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn nobody_waits() -> bool {
    let start = Instant::now();
    while WAITING.load(Ordering::SeqCst) > 0 {
        if start.elapsed() > LAST_WAITS {
            return false;
        }
        thread::sleep(Duration::from_micros(100));
    }
    true
}

/// A driver has ended, or does next: there are no devices any more. `hip::runtime` asks here and refuses.
pub fn is_over() -> bool {
    OVER.load(Ordering::Acquire)
}

/// Has `function` called when the process ends, while devices still work. Only once a device is open.
pub fn before_exit(function: fn()) {
    BEFORE.lock().push(function);
}

/// Has this device's threads stopped when the process ends. `children_hang`: see [`Quirks::children_hang`](super::device::quirks::Quirks).
pub(super) fn stop_at_exit(device: &Arc<dyn Ends>, children_hang: bool) {
    CHILDREN_HANG.fetch_or(children_hang, Ordering::AcqRel);
    let mut devices = DEVICES.lock();
    devices.retain(|known| known.strong_count() > 0);
    devices.push(Arc::downgrade(device));
    drop(devices);
    REGISTER.call_once(|| {
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        // SAFETY: `on_exit` below has the type the call wants, and never unwinds; nothing is passed.
        let _ = unsafe { glibc::on_exit(on_exit, std::ptr::null_mut()) };
        #[cfg(all(unix, not(all(target_os = "linux", target_env = "gnu"))))]
        // SAFETY: `at_exit` has the type the call wants, and never unwinds.
        let _ = unsafe { libc::atexit(at_exit) };
    });
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod glibc {
    unsafe extern "C" {
        /// As `atexit`, and tells the status.
        pub(super) fn on_exit(
            function: extern "C" fn(libc::c_int, *mut libc::c_void),
            argument: *mut libc::c_void,
        ) -> libc::c_int;
    }
}

/// The process ends with `status`. A child whose next handler would wait for ever ends here, and so does a process one of whose threads does not
/// come back from a driver that ends: of the handlers, those that come behind the driver's are lost, which it would never have reached; what it
/// has printed is not.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
extern "C" fn on_exit(status: libc::c_int, _: *mut libc::c_void) {
    let _ = LAST_THREAD.set(thread::current().id());
    at_exit();
    let hangs = is_forked() && CHILDREN_HANG.load(Ordering::Acquire);
    if hangs || !is_forked() && is_over() && !nobody_waits() {
        // SAFETY: both are C's own; nothing of this process runs behind `_exit`.
        unsafe {
            libc::fflush(std::ptr::null_mut());
            libc::_exit(status);
        }
    }
}

#[cfg_attr(not(unix), allow(dead_code, reason = "Windows ends a process's threads before any clean-up"))]
extern "C" fn at_exit() {
    if is_forked() {
        return;
    }
    let before = std::mem::take(&mut *BEFORE.lock());
    for function in before {
        let _ = catch_unwind(function);
    }
    let _ = catch_unwind(|| {
        let devices = std::mem::take(&mut *DEVICES.lock());
        for device in devices.iter().filter_map(Weak::upgrade) {
            OVER.fetch_or(device.end(), Ordering::AcqRel);
            // A device must not be torn down here: other threads of the program may still use it.
            std::mem::forget(device);
        }
    });
    let _ = catch_unwind(trace::finish);
}
