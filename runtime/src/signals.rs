//! A signal handler in front of whatever the program had before: what it does not take goes on to that one, with its own conventions, so that
//! core dumps, language runtimes and the program's own handlers work as ever. Used for faults of kernels (`vk::lavapipe::fault`) and for calls of
//! kernels' handles (`capi::unconfigured`). A program that installs its own handler later replaces ours.
//!
//! Everything that a handler calls here is async-signal-safe.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicPtr, Ordering};

/// A handler with SA_SIGINFO's arguments.
pub type Handler = extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void);

/// One signal, and who handled it before.
#[derive(Debug)]
pub struct Chained {
    pub signal: c_int,
    /// Null, or a leaked one: a handler may still be reading it when another takes its place.
    before: AtomicPtr<Before>,
}

struct Before(libc::sigaction);

impl std::fmt::Debug for Before {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "handler {:#x}", self.0.sa_sigaction)
    }
}

impl Chained {
    /// Nothing is installed yet.
    pub const fn new(signal: c_int) -> Self {
        Self { signal, before: AtomicPtr::new(std::ptr::null_mut()) }
    }

    /// Puts `handler`, which must be async-signal-safe, in front; not again before [`Chained::remove`]. Whether it worked.
    pub fn install(&self, handler: Handler) -> bool {
        let mut old = MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: a query: nothing is installed, `old` has room for the answer. All zeroes are a valid sigaction.
        if unsafe { libc::sigaction(self.signal, std::ptr::null(), old.as_mut_ptr()) } != 0 {
            return false;
        }
        // SAFETY: as above.
        let old = unsafe { old.assume_init() };
        let before = self.before();
        if !before.is_some_and(|before| before.sa_sigaction == old.sa_sigaction && before.sa_flags == old.sa_flags) {
            self.before.store(Box::into_raw(Box::new(Before(old))), Ordering::Release);
        }
        // What the old handler asked for holds when it is called from ours.
        let mut new = old;
        new.sa_sigaction = handler as usize;
        new.sa_flags = old.sa_flags & !libc::SA_RESETHAND | libc::SA_SIGINFO | libc::SA_ONSTACK;
        // SAFETY: `handler` has the type that SA_SIGINFO asks for; the library stays loaded (its users see to it).
        unsafe { libc::sigaction(self.signal, &new, std::ptr::null_mut()) == 0 }
    }

    /// Takes `handler` away again, if nobody has put another in front since.
    pub fn remove(&self, handler: Handler) {
        let Some(before) = self.before() else { return };
        let mut now = MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: a query first, as above; then who was there before is put back, with what that handler came with.
        unsafe {
            if libc::sigaction(self.signal, std::ptr::null(), now.as_mut_ptr()) == 0
                && now.assume_init().sa_sigaction == handler as usize
            {
                libc::sigaction(self.signal, before, std::ptr::null_mut());
            }
        }
    }

    fn before(&self) -> Option<&'static libc::sigaction> {
        // SAFETY: null, or a value that is never freed.
        unsafe { self.before.load(Ordering::Acquire).as_ref() }.map(|before| &before.0)
    }

    /// What would have happened without the handler in front.
    ///
    /// # Safety
    /// The arguments are those of a handler that runs now, of this signal.
    pub unsafe fn pass_on(&self, info: *mut libc::siginfo_t, context: *mut c_void) {
        let Some(before) = self.before() else { return };
        // SAFETY: as above.
        let sent = unsafe { (*info).si_code } <= 0;
        match before.sa_sigaction {
            libc::SIG_IGN if sent => {}
            // The kernel does not ignore a fault either.
            libc::SIG_DFL | libc::SIG_IGN => {
                // SAFETY: the default action; all zeroes are a valid sigaction.
                unsafe { libc::sigaction(self.signal, MaybeUninit::zeroed().as_ptr(), std::ptr::null_mut()) };
                if sent {
                    // Delivered when this handler returns; a fault comes again by itself, with its own registers.
                    // SAFETY: no requirements.
                    unsafe { libc::raise(self.signal) };
                }
            }
            handler if before.sa_flags & libc::SA_SIGINFO != 0 => {
                // SAFETY: it was installed with SA_SIGINFO, so this is its type.
                let handler: Handler = unsafe { std::mem::transmute(handler) };
                handler(self.signal, info, context);
            }
            handler => {
                // SAFETY: it was installed without SA_SIGINFO, so this is its type.
                let handler: extern "C" fn(c_int) = unsafe { std::mem::transmute(handler) };
                handler(self.signal);
            }
        }
    }
}
