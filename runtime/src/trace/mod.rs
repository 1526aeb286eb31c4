//! What the runtime says of what happens: log lines (`HIPVK_LOG`, `AMD_LOG_LEVEL`), API calls on standard error and a trace in a file
//! (`HIPVK_TRACE`).
//!
//! All are off unless asked for; then a call or a launch costs a look at one word. The log goes through the `log` crate, so a Rust program
//! that installed its own logger keeps it.
//!
//! ```text
//! call       one API call, as `capi::guard` tells it
//! device     operations of streams, as `vk::stream::spans` has measured them;  the names of devices and streams;  names, those of kernels
//! memory     the bytes that a program holds
//! range      what the program marks itself (roctx);  mode, log_level: what is asked for
//! summary    what operations took, by kernel: shown at the end
//! file       the file, which is whole JSON at any time;  event, one line of it;  thread, who is speaking
//! ```

mod call;
mod device;
mod event;
mod file;
mod log_level;
mod memory;
mod mode;
mod names;
mod range;
mod summary;
mod thread;

pub use call::Call;
pub use device::{Operation, Track, Work, by_the_host, done, name_device, name_stream};
pub use log_level::{init, set_log, switch_log};
pub use memory::changed as memory_changed;
pub use mode::{calls_are_told, is_recording, set_recording, times_nodes, writes_file};
pub use range::{mark, name_thread, pop, push, start, stop, thread_number, within};

/// The process ends: what is known is in the file from here on, and the summary is shown.
pub fn finish() {
    if writes_file() {
        file::flush();
        summary::show();
    }
}
