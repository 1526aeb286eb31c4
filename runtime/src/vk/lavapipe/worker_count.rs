//! How many worker threads a lavapipe has that is opened: llvmpipe reads `LP_NUM_THREADS` when its devices are enumerated, and there is no other
//! way to tell it. By default it has one per core, and none on a single core; then its queue's thread runs kernels.
//!
//! Called by `lane` (none), `crew` (as many as blocks must be under way together), and `instance` and `lane` (one where there would be none).

use crate::locks::{Mutex, Rank};

pub(in crate::vk) const VARIABLE: &str = "LP_NUM_THREADS";
/// llvmpipe has no more (`LP_MAX_THREADS`).
pub(in crate::vk) const MOST: u32 = 32;

/// Cores that this process may use.
pub fn cores() -> u32 {
    u32::try_from(crate::cores::cores()).unwrap_or(MOST)
}

/// Whether the user chose the number.
pub(super) fn is_chosen() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// Runs `open`, in which lavapipe is enumerated, with `count` workers.
pub(in crate::vk) fn with<R>(count: u32, open: impl FnOnce() -> R) -> R {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(Rank::WorkerCount, ());
    let _guard = ONE_AT_A_TIME.lock();
    let before = std::env::var_os(VARIABLE);
    // SAFETY: this runs in the process's first HIP call, and once more per device when its crew is opened. A thread that called `getenv` in just
    // this moment would still walk an array that glibc keeps: the variable is new to it the first time, and later there is room for it.
    unsafe { std::env::set_var(VARIABLE, count.to_string()) };
    let opened = open();
    match before {
        // SAFETY: as above.
        Some(value) => unsafe { std::env::set_var(VARIABLE, value) },
        // SAFETY: as above.
        None => unsafe { std::env::remove_var(VARIABLE) },
    }
    opened
}

/// How many an lavapipe has that is opened now: so many workgroups of it are under way at once.
pub(in crate::vk) fn in_use() -> u32 {
    let chosen = std::env::var(VARIABLE).ok().and_then(|number| number.trim().parse().ok());
    chosen.unwrap_or_else(cores).clamp(1, MOST)
}

/// Whether lavapipe has no worker, as llvmpipe counts: by what the user chose, or the cores that the process may run on.
pub(in crate::vk) fn is_none() -> bool {
    match std::env::var(VARIABLE) {
        Ok(chosen) => chosen.trim().parse() == Ok(0),
        Err(_) => !is_chosen() && has_one_core(),
    }
}

#[cfg(target_os = "linux")]
fn has_one_core() -> bool {
    // SAFETY: a query; all zeroes are a valid, empty set, and the size is the set's own.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set) == 0 && libc::CPU_COUNT(&set) == 1
    }
}

/// Elsewhere nobody needs to know (`denormals`).
#[cfg(not(target_os = "linux"))]
fn has_one_core() -> bool {
    false
}
