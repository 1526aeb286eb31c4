//! roctx: what a program marks in the trace, with the names and results of AMD's library, which programs look for in `libroctx64.so` and
//! `librocprofiler-sdk-roctx.so`: names of this one; and of roctracer what begins and ends a recording. Without a trace they count levels and do nothing.

use std::ffi::{CStr, c_char, c_int};
use std::sync::Arc;

use super::convert::FromC;
use super::types::hipStream_t;
use crate::hip::stream::Stream;
use crate::trace;

/// What roctx's functions return for an argument that they do not take.
const FAILED: c_int = -1;

/// roctx's version, as its headers have it.
const VERSION: [u32; 2] = [4, 1];

/// A message. None if it is null.
///
/// # Safety
/// Null, or a string that lives through the call.
unsafe fn text(message: *const c_char) -> Option<String> {
    // SAFETY: passed on from the caller.
    (!message.is_null()).then(|| unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned())
}

/// roctx's major version.
#[unsafe(no_mangle)]
pub extern "C" fn roctx_version_major() -> u32 {
    VERSION[0]
}

/// roctx's minor version.
#[unsafe(no_mangle)]
pub extern "C" fn roctx_version_minor() -> u32 {
    VERSION[1]
}

/// A moment in the trace.
///
/// # Safety
/// `message` must be null or a string.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn roctxMarkA(message: *const c_char) {
    // SAFETY: the function's contract.
    if let Some(text) = unsafe { text(message) } {
        trace::mark(&text);
    }
}

/// A range of the calling thread begins. roctx: "Returns the 0 based level the range is started on. If an error occurs a negative value is
/// returned."
///
/// # Safety
/// `message` must be null or a string.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn roctxRangePushA(message: *const c_char) -> c_int {
    // SAFETY: the function's contract.
    match unsafe { text(message) } {
        Some(text) => trace::push(&text) as c_int,
        None => FAILED,
    }
}

/// The calling thread's last range ends. roctx: "Marks the end of the currently open nested range … A negative value is returned" if there is
/// none; else its level.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn roctxRangePop() -> c_int {
    trace::pop().map_or(FAILED, |level| level as c_int)
}

/// A range that may end in another thread begins; its number.
///
/// # Safety
/// `message` must be null or a string.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn roctxRangeStartA(message: *const c_char) -> u64 {
    // SAFETY: the function's contract.
    trace::start(&unsafe { text(message) }.unwrap_or_default())
}

/// It ends. A number that no range has is ignored.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn roctxRangeStop(id: u64) {
    trace::stop(id);
}

/// Recording pauses, for all threads, whatever the number.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn roctxProfilerPause(_thread: u64) -> c_int {
    trace::set_recording(false);
    0
}

/// Recording goes on.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn roctxProfilerResume(_thread: u64) -> c_int {
    trace::set_recording(true);
    0
}

/// roctracer: "Start API", here of what the trace records.
#[unsafe(no_mangle)]
pub extern "C" fn roctracer_start() {
    trace::set_recording(true);
}

/// roctracer: "Stop API".
#[unsafe(no_mangle)]
pub extern "C" fn roctracer_stop() {
    trace::set_recording(false);
}

/// roctracer: "Notifying a mark".
///
/// # Safety
/// As [`roctxMarkA`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn roctracer_mark(message: *const c_char) {
    // SAFETY: as the caller guarantees.
    unsafe { roctxMarkA(message) }
}

/// The calling thread's number.
///
/// # Safety
/// `number` must be null or writable.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn roctxGetThreadId(number: *mut u64) -> c_int {
    if number.is_null() {
        return FAILED;
    }
    // SAFETY: the function's contract.
    unsafe { number.write(trace::thread_number()) };
    0
}

/// What the calling thread is called in the trace.
///
/// # Safety
/// `name` must be null or a string.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn roctxNameOsThread(name: *const c_char) -> c_int {
    // SAFETY: the function's contract.
    let Some(name) = (unsafe { text(name) }) else { return FAILED };
    trace::name_thread(&name);
    0
}

/// What a device is called in the trace.
///
/// # Safety
/// `name` must be null or a string.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn roctxNameHipDevice(name: *const c_char, device: c_int) -> c_int {
    // SAFETY: the function's contract.
    match (unsafe { text(name) }, crate::hip::runtime::device(device)) {
        (Some(name), Ok(device)) => {
            trace::name_device(device.index, &name);
            0
        }
        _ => FAILED,
    }
}

/// What a stream is called in the trace.
///
/// # Safety
/// `name` must be null or a string.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn roctxNameHipStream(name: *const c_char, stream: hipStream_t) -> c_int {
    // SAFETY: the function's contract; a stream's handle is a number.
    match unsafe { (text(name), Arc::<Stream>::from_c(stream)) } {
        (Some(name), Ok(stream)) => {
            trace::name_stream(stream.track(), &name);
            0
        }
        _ => FAILED,
    }
}

/// There are no HSA agents here.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn roctxNameHsaAgent(_name: *const c_char, _agent: *const std::ffi::c_void) -> c_int {
    FAILED
}
