//! The clock that everything is measured by that the host does, and that kernels on lavapipe read: the operating system's monotonic one, in
//! nanoseconds.
//!
//! Launches pass it on (`hidden::CLOCK_BASE`), as lavapipe itself shows kernels its lower half only; `trace` has its times from here.

/// Nanoseconds of the monotonic clock.
#[cfg(unix)]
pub fn monotonic_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is ours and lives through the call, which fails for unknown clocks only.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// As above; Rust's own clock on a system without `clock_gettime`, from when it was first asked.
#[cfg(not(unix))]
pub fn monotonic_ns() -> u64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_nanos() as u64
}
