//! Errors: the last one, names and texts. These functions return values or strings, and none of them sets an error.

use std::ffi::{CStr, c_char};

use super::convert::Out;
use super::guard::hip_api;
use super::types::hipError_t;
use crate::hip::error::HipError;
use crate::hip::thread;

fn code(error: Option<HipError>) -> hipError_t {
    error.map_or(0, HipError::code)
}

fn name(error: hipError_t) -> Option<&'static CStr> {
    if error == 0 { Some(c"hipSuccess") } else { HipError::from_code(error).map(HipError::name) }
}

fn text(error: hipError_t) -> Option<&'static CStr> {
    if error == 0 { Some(c"no error") } else { HipError::from_code(error).map(HipError::text) }
}

/// The calling thread's last error, which is then hipSuccess again.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn hipGetLastError() -> hipError_t {
    code(thread::take_last_error())
}

/// The calling thread's last error, which stays.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn hipPeekAtLastError() -> hipError_t {
    code(thread::peek_last_error())
}

/// What the calling thread's last failed call returned, hipErrorNotReady included; hipSuccess afterwards.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn hipExtGetLastError() -> hipError_t {
    code(thread::take_last_call_error())
}

/// The enumerator's name; `hipErrorUnknown` for a value HIP does not define.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn hipGetErrorName(error: hipError_t) -> *const c_char {
    name(error).unwrap_or(c"hipErrorUnknown").as_ptr()
}

/// The error's text; `unknown error` for a value HIP does not define.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn hipGetErrorString(error: hipError_t) -> *const c_char {
    text(error).unwrap_or(c"unknown error").as_ptr()
}

hip_api! {
    /// The enumerator's name. hipErrorInvalidValue: null, or a value HIP does not define.
    fn hipDrvGetErrorName(error: hipError_t, name_out: *mut *const c_char) deviceless =>
        |error: u32, out: Out<*const c_char>| out.set(name(error).ok_or(HipError::InvalidValue)?.as_ptr());

    /// The error's text. hipErrorInvalidValue: null, or a value HIP does not define.
    fn hipDrvGetErrorString(error: hipError_t, text_out: *mut *const c_char) deviceless =>
        |error: u32, out: Out<*const c_char>| out.set(text(error).ok_or(HipError::InvalidValue)?.as_ptr());
}
