//! The floating-point state of other threads of the process, x86's MXCSR: each changes its own, in a signal handler. The kernel gives a thread
//! back the state that its handler leaves.
//!
//! The signal is SIGSYS, which is meant for sandboxes, as Mesa's threads block all but that and SIGSEGV. Who handled it before gets what
//! others send, and is back when all threads have answered. Called by `denormals`.

use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::fault;
use crate::locks::{Mutex, Rank};
use crate::signals::Chained;

/// MXCSR: denormal operands are zeros, denormal results become zeros.
const FLUSHING: u32 = 1 << 6 | 1 << 15;
/// Threads answer within microseconds, once they get a processor.
const LONGEST: Duration = Duration::from_secs(5);

static REQUESTS: Chained = Chained::new(libc::SIGSYS);
static ANSWERS: AtomicUsize = AtomicUsize::new(0);

/// What a request's `si_value` is: an address that nobody else sends.
fn seal() -> *mut c_void {
    std::ptr::addr_of!(ANSWERS).cast_mut().cast()
}

/// Kernel's layout of what `rt_tgsigqueueinfo` sends.
#[repr(C)]
struct Request {
    signal: c_int,
    error: c_int,
    code: c_int,
    padding: c_int,
    process: libc::pid_t,
    user: libc::uid_t,
    value: *mut c_void,
    rest: [u64; 12],
}

/// Has each thread of `tasks` take the bits out of its state. Whether all have.
pub(super) fn clear_flushing(tasks: &[i32]) -> bool {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(Rank::ThreadState, ());
    let _guard = ONE_AT_A_TIME.lock();
    ANSWERS.store(0, Ordering::Release);
    if tasks.is_empty() || !REQUESTS.install(on_request) {
        return false;
    }
    let sent = tasks.iter().filter(|&&task| request(task)).count();
    let begin = Instant::now();
    while ANSWERS.load(Ordering::Acquire) < sent && begin.elapsed() < LONGEST {
        std::thread::yield_now();
    }
    if ANSWERS.load(Ordering::Acquire) < sent {
        // A late answer still needs the handler.
        fault::stay_loaded();
        return false;
    }
    REQUESTS.remove(on_request);
    sent == tasks.len()
}

fn request(task: i32) -> bool {
    // SAFETY: no requirements.
    let (process, user) = unsafe { (libc::getpid(), libc::getuid()) };
    let request = Request {
        signal: libc::SIGSYS,
        error: 0,
        code: libc::SI_QUEUE,
        padding: 0,
        process,
        user,
        value: seal(),
        rest: [0; 12],
    };
    // SAFETY: the thread is one of this process, or none (then the call fails); it has a handler for what it gets, and `request` is as
    // large as a siginfo_t.
    unsafe { libc::syscall(libc::SYS_rt_tgsigqueueinfo, process, task, libc::SIGSYS, std::ptr::addr_of!(request)) == 0 }
}

extern "C" fn on_request(_signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel gives a valid siginfo (SA_SIGINFO); one that was queued has a value.
    let ours = unsafe { (*info).si_code == libc::SI_QUEUE && (*info).si_value().sival_ptr == seal() };
    if !ours {
        // SAFETY: the arguments are the handler's own.
        unsafe { REQUESTS.pass_on(info, context) };
        return;
    }
    // SAFETY: with SA_SIGINFO the third argument is the interrupted thread's context, which is this handler's to change.
    unsafe {
        let floats = (*context.cast::<libc::ucontext_t>()).uc_mcontext.fpregs;
        // A thread without both bits is none that llvmpipe has set up.
        if !floats.is_null() && (*floats).mxcsr & FLUSHING == FLUSHING {
            (*floats).mxcsr &= !FLUSHING;
        }
    }
    ANSWERS.fetch_add(1, Ordering::AcqRel);
}

#[cfg(test)]
mod tests {
    use std::arch::asm;
    use std::sync::mpsc::channel;

    use super::{FLUSHING, clear_flushing};

    fn mxcsr() -> u32 {
        let mut value = 0u32;
        // SAFETY: stores the register into `value`.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut value) };
        value
    }

    fn set_mxcsr(value: u32) {
        // SAFETY: loads the register from `value`; the thread is the test's own and computes no floats.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const value) };
    }

    #[test]
    fn a_thread_that_flushes_stops_and_one_with_a_state_of_its_own_keeps_it() {
        let handler = || {
            // SAFETY: a query; all zeroes are a valid sigaction.
            unsafe {
                let mut now: libc::sigaction = std::mem::zeroed();
                libc::sigaction(libc::SIGSYS, std::ptr::null(), &raw mut now);
                now.sa_sigaction
            }
        };
        let before = handler();
        // The second has one of the bits only: somebody else's choice.
        for (bits, left) in [(FLUSHING, 0), (1 << 15, 1 << 15), (0, 0)] {
            let (tell, told) = channel();
            let (go, gone) = channel::<()>();
            let thread = std::thread::spawn(move || {
                let own = mxcsr();
                set_mxcsr(own & !FLUSHING | bits);
                // SAFETY: no requirements.
                tell.send(unsafe { libc::gettid() }).expect("the test listens");
                gone.recv().expect("the test speaks");
                let now = mxcsr();
                set_mxcsr(own);
                now & FLUSHING
            });
            let task = told.recv().expect("the thread speaks");
            assert!(clear_flushing(&[task]));
            go.send(()).expect("the thread listens");
            assert_eq!(thread.join().expect("it ends"), left);
        }
        assert_eq!(handler(), before, "the handler is gone again");
        assert!(!clear_flushing(&[]), "nobody was told");
        assert!(!clear_flushing(&[i32::MAX]), "no such thread");
    }
}
