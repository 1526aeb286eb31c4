//! Shared helpers of the Rust examples.

use std::process::ExitCode;
use std::time::Duration;

/// Prints the line that `./hipvk demo` reads, and turns the verdict into the exit code. `bytes` is what one run moved.
pub fn report(name: &str, kernel: &str, ok: bool, time: Duration, bytes: f64) -> ExitCode {
    let seconds = time.as_secs_f64();
    let gbps = if seconds > 0.0 { bytes / seconds / 1e9 } else { 0.0 };
    println!("RESULT name={name} ok={ok} kernel={kernel} ms={:.4} gbps={gbps:.3} gflops=-", seconds * 1e3);
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
