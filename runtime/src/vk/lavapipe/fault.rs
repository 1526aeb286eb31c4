//! Says which kernel touched memory that is not there, on CPU devices.
//!
//! lavapipe's kernels are code of this process: a wild access is a SIGSEGV in one of its threads, with no name that a HIP programmer
//! would know. The handler here says what ran and where it went, then leaves the signal to whoever had it before: the program's
//! handler, a language runtime's, or the default, whose core dump shows the same instruction. For any other thread's fault it only does
//! the latter. A program that installs its own handler later replaces this one, as ever.
//!
//! In the handler everything is async-signal-safe: no lock, no allocation, system calls alone. Installed by `device::logical`;
//! `HIPVK_FAULT_REPORT=0` turns it off.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

use super::fault_text::{Line, Place};
use crate::config;
use crate::signals::Chained;
use crate::vk::stream::flight;

/// 0 leaves the signals alone.
const REPORT_VARIABLE: &str = "HIPVK_FAULT_REPORT";
static SIGNALS: [Chained; 2] = [Chained::new(libc::SIGSEGV), Chained::new(libc::SIGBUS)];

/// Threads that run kernels; a process with more of them has reports of the first ones' faults only.
static THREADS: [AtomicI32; 512] = [const { AtomicI32::new(0) }; 512];
static THREAD_COUNT: AtomicUsize = AtomicUsize::new(0);

/// Runs `open`, which may start threads of the driver's, and remembers those.
pub(in crate::vk) fn watching<R>(open: impl FnOnce() -> R) -> R {
    watched(open).0
}

/// The same, and says which threads have begun.
pub(in crate::vk) fn watched<R>(open: impl FnOnce() -> R) -> (R, Vec<i32>) {
    let before = tasks();
    let result = open();
    let mut begun = tasks();
    begun.retain(|task| !before.contains(task));
    for &task in &begun {
        let index = THREAD_COUNT.fetch_add(1, Ordering::AcqRel);
        if let Some(slot) = THREADS.get(index) {
            slot.store(task, Ordering::Release);
        }
    }
    (result, begun)
}

/// The process's threads.
fn tasks() -> Vec<i32> {
    let entries = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

fn runs_kernels() -> bool {
    // SAFETY: gettid has no requirements.
    let this = unsafe { libc::syscall(libc::SYS_gettid) } as i32;
    let count = THREAD_COUNT.load(Ordering::Acquire).min(THREADS.len());
    THREADS[..count].iter().any(|task| task.load(Ordering::Acquire) == this)
}

/// Installs the handlers, once per process.
pub(in crate::vk) fn install() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        if config::not_disabled(REPORT_VARIABLE) {
            stay_loaded();
            for chained in SIGNALS.iter().filter(|chained| !chained.install(on_fault)) {
                log::info!("no reports of wild accesses: sigaction({}) failed", chained.signal);
            }
        }
    });
}

/// A handler must not outlive its code: `dlclose` leaves this library where it is from now on.
pub(in crate::vk) fn stay_loaded() {
    let mut found = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: any address may be asked for; all zeroes are a valid Dl_info, and a name it gives lives as long as the library.
    unsafe {
        if libc::dladdr(stay_loaded as *const c_void, found.as_mut_ptr()) != 0 {
            let name = found.assume_init().dli_fname;
            // Nothing is loaded; a program that holds this code itself is no library, and cannot be closed.
            libc::dlopen(name, libc::RTLD_LAZY | libc::RTLD_NOLOAD | libc::RTLD_NODELETE);
        }
    }
}

extern "C" fn on_fault(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: errno is this thread's.
    let errno = unsafe { *libc::__errno_location() };
    // SAFETY: the kernel (SA_SIGINFO) gives a valid siginfo, or whoever passes a signal on to us does.
    let (code, address) = unsafe { ((*info).si_code, (*info).si_addr() as usize) };
    if code > 0 && runs_kernels() {
        report_once(address, context);
    }
    // SAFETY: as above.
    unsafe { *libc::__errno_location() = errno };
    if let Some(chained) = SIGNALS.iter().find(|chained| chained.signal == signal) {
        // SAFETY: the arguments are the handler's own.
        unsafe { chained.pass_on(info, context) };
    }
}

/// The first fault is told; a thread that faults at the same time waits until it is, since what follows may end the process.
fn report_once(address: usize, context: *mut c_void) {
    const NOT_YET: i32 = 0;
    const NOW: i32 = 1;
    const DONE: i32 = 2;
    static STATE: AtomicI32 = AtomicI32::new(NOT_YET);
    if STATE.compare_exchange(NOT_YET, NOW, Ordering::AcqRel, Ordering::Acquire).is_ok() {
        let place = Place::of(context);
        let mut line = Line::new();
        line.describe(address, &place, flight::in_flight);
        line.write_to_stderr();
        STATE.store(DONE, Ordering::Release);
    }
    while STATE.load(Ordering::Acquire) != DONE {
        std::hint::spin_loop();
    }
}
