//! A `__global__` function that is called without `<<<…>>>` fails, instead of ending the process.
//!
//! clang refuses such a call by name. Through a pointer (a template that takes a kernel for a function) it compiles, and jumps to the
//! kernel's handle: a constant whose address stands for the kernel, and no code. HIP: hipErrorMissingConfiguration; CUDA's stub returns
//! the same way, and programs that do this by mistake (llm.c's permute benchmark) go on.
//!
//! Fetching an instruction from a handle's page is a fault, which this handler turns into a return. Every other fault is passed on to
//! whoever handled it before. Installed with the program's first kernel (`capi::register`).

use std::ffi::{c_int, c_void};
use std::sync::Once;

use crate::hip::error::HipError;
use crate::hip::{register, thread};
use crate::signals::Chained;

static FAULTS: Chained = Chained::new(libc::SIGSEGV);

/// Installs the handler, once. The library is never unloaded with kernels registered.
pub(super) fn catch_calls() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        if !FAULTS.install(fault) {
            log::info!("calls of kernels without a configuration end the process: sigaction failed");
        }
    });
}

extern "C" fn fault(_signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel calls this with both structures, which live until it returns.
    let returned = unsafe { return_from_handle((*info).si_addr() as u64, &mut *context.cast()) };
    if returned {
        // The faulting instruction was the program's own call, so nothing of ours or of the allocator's was under way.
        let why = "a __global__ function was called without a launch configuration (<<<...>>>)";
        thread::record(HipError::MissingConfiguration.because(why));
        return;
    }
    // SAFETY: as above.
    unsafe { FAULTS.pass_on(info, context) };
}

/// If the thread has jumped to `address` and that is a kernel's handle: lets it go on behind the call.
///
/// # Safety
/// `context` is that of the faulting thread.
#[cfg(target_arch = "x86_64")]
unsafe fn return_from_handle(address: u64, context: &mut libc::ucontext_t) -> bool {
    let registers = &mut context.uc_mcontext.gregs;
    let (ip, sp) = (libc::REG_RIP as usize, libc::REG_RSP as usize);
    if registers[ip] as u64 != address || !register::is_kernel(address) {
        return false;
    }
    // SAFETY: the thread has just executed a call, which left its return address on the stack's top.
    registers[ip] = unsafe { (registers[sp] as usize as *const i64).read() };
    registers[sp] += 8;
    true
}

/// If the thread has jumped to `address` and that is a kernel's handle: lets it go on behind the call.
///
/// # Safety
/// `context` is that of the faulting thread.
#[cfg(target_arch = "aarch64")]
unsafe fn return_from_handle(address: u64, context: &mut libc::ucontext_t) -> bool {
    const LINK: usize = 30;
    let machine = &mut context.uc_mcontext;
    if machine.pc != address || !register::is_kernel(address) {
        return false;
    }
    machine.pc = machine.regs[LINK];
    true
}

/// Not known here: the call ends the process.
///
/// # Safety
/// None.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
unsafe fn return_from_handle(_address: u64, _context: &mut libc::ucontext_t) -> bool {
    false
}
