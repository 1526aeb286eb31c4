//! The processor's floating-point state while a call of ours runs: the one that every program begins with, whatever the caller has made of its
//! own. A new thread takes over the state of the thread that begins it, so without this the caller's first call would decide how a CPU
//! device's threads round from then on, whether they flush denormal floats (as programs linked with -ffast-math do from their start), and
//! whether a NaN in a kernel ends the process (`feenableexcept`). Drivers' compilers and ours compute in the calling thread, too, and Rust
//! takes the state for unchanged. On AMD's hardware a kernel knows nothing of it.
//!
//! x86's only. What is looked at in each call is MXCSR; glibc changes the x87's control word with it. Called by `guard` and `guard_rtc`.

/// Gives the caller its state back when it goes.
pub(super) struct FloatState {
    #[cfg(target_arch = "x86_64")]
    callers: Option<x86::State>,
}

/// Nobody's changes are in force until the value goes.
#[inline]
pub(super) fn plain() -> FloatState {
    FloatState {
        #[cfg(target_arch = "x86_64")]
        callers: x86::plain(),
    }
}

#[cfg(target_arch = "x86_64")]
impl Drop for FloatState {
    #[inline]
    fn drop(&mut self) {
        if let Some(state) = self.callers.take() {
            state.restore();
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::asm;

    /// MXCSR of a program's start: to nearest, denormals kept, nothing traps.
    const MXCSR: u32 = 0x1f80;
    /// Its lowest bits say what has happened.
    const HAPPENED: u32 = 0x3f;
    /// The x87's control word then.
    const CONTROL: u16 = 0x37f;

    pub(super) struct State {
        mxcsr: u32,
        control: u16,
    }

    /// What there was, if it was another.
    #[inline]
    pub(super) fn plain() -> Option<State> {
        let mxcsr = mxcsr();
        (mxcsr & !HAPPENED != MXCSR).then(|| change(mxcsr))
    }

    #[cold]
    fn change(mxcsr: u32) -> State {
        let mut control = 0u16;
        // SAFETY: stores the register into `control`.
        unsafe { asm!("fnstcw [{}]", in(reg) &raw mut control, options(nostack, preserves_flags)) };
        load(MXCSR | mxcsr & HAPPENED, CONTROL);
        State { mxcsr, control }
    }

    impl State {
        #[cold]
        pub(super) fn restore(self) {
            let status: u16;
            // SAFETY: reads a register.
            unsafe { asm!("fnstsw ax", out("ax") status, options(nomem, nostack, preserves_flags)) };
            if status & !self.control & HAPPENED as u16 != 0 {
                // What happened meanwhile would trap at the caller's next x87 instruction.
                // SAFETY: forgets what has happened, which nobody else knows of.
                unsafe { asm!("fnclex", options(nomem, nostack, preserves_flags)) };
            }
            load(self.mxcsr, self.control);
        }
    }

    #[inline]
    fn mxcsr() -> u32 {
        let mut value = 0u32;
        // SAFETY: stores the register into `value`.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut value, options(nostack, preserves_flags)) };
        value
    }

    fn load(mxcsr: u32, control: u16) {
        // SAFETY: loads the registers from `mxcsr` and `control`: with what Rust takes for granted, or, when its code has run, with what the
        // caller had before it.
        unsafe {
            asm!("ldmxcsr [{}]", "fldcw [{}]", in(reg) &raw const mxcsr, in(reg) &raw const control, options(nostack, preserves_flags));
        }
    }

    #[cfg(test)]
    mod tests {
        use super::{CONTROL, HAPPENED, MXCSR, load, mxcsr};
        use crate::capi::float_state::plain;

        #[test]
        fn a_changed_state_is_plain_meanwhile_and_changed_again_behind() {
            // Upward, flushing, everything traps.
            let (changed, control) = (0xc040, 0xb40);
            load(changed, control);
            let meanwhile = {
                let _plain = plain();
                // SAFETY: an x87 division of one by zero, which leaves nothing on the stack.
                unsafe { std::arch::asm!("fld1", "fldz", "fdivp", "fwait", "fstp st(0)") };
                mxcsr()
            };
            let behind = mxcsr();
            // SAFETY: raises what traps and has happened.
            unsafe { std::arch::asm!("fwait") };
            load(MXCSR, CONTROL);
            assert_eq!(meanwhile & !HAPPENED, MXCSR);
            assert_eq!(behind, changed);
        }

        #[test]
        fn the_usual_state_is_left_alone() {
            assert!(plain().callers.is_none());
            load(MXCSR | HAPPENED, CONTROL);
            assert!(plain().callers.is_none());
            load(MXCSR, CONTROL);
        }
    }
}
