//! C's standard streams, for what kernels print.
//!
//! A HIP program prints with C's printf, and its kernels' output must come in order with its own, buffered and redirected or
//! not: so it goes through the same `FILE`. Rust's stdout has a buffer of its own. Called by `hip::device_log`.

use std::io::Write;

/// Appends to C's `stdout` and flushes it: the order is kept, and nothing is lost if the program is killed later.
pub fn write_stdout(bytes: &[u8]) {
    #[cfg(unix)]
    {
        unsafe extern "C" {
            static stdout: *mut libc::FILE;
        }
        // SAFETY: `stdout` is C's stream, there from before main until after the last exit handler; fwrite reads `len` bytes
        // of a slice and takes the stream's own lock.
        unsafe {
            libc::fwrite(bytes.as_ptr().cast(), 1, bytes.len(), stdout);
            libc::fflush(stdout);
        }
    }
    #[cfg(not(unix))]
    {
        let mut out = std::io::stdout().lock();
        // Nobody to tell: the stream that would say so is the one that fails.
        let _ = out.write_all(bytes).and_then(|()| out.flush());
    }
}

/// Writes to stderr, which nobody buffers.
pub fn write_stderr(bytes: &[u8]) {
    // As above.
    let _ = std::io::stderr().lock().write_all(bytes);
}
