//! The linker, by hipRTC's names and by HIP's. Semantics: `hip::rtc::linker`.

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_uint, c_void};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::convert::{Out, pointer};
use super::guard::hip_api;
use super::guard_rtc::rtc_api;
use super::rtc::own_folder;
use super::types::{hipJitInputType, hipJitOption, hipLinkState_t, hiprtcLinkState};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::{Id, Registered};
use crate::hip::rtc::error::{RtcError, RtcResult};
use crate::hip::rtc::linker::Link;

/// `hipJitOptionErrorLogBuffer` and its size; the options that HIP counts; AMD's two.
const ERROR_LOG: u32 = 5;
const ERROR_LOG_SIZE: u32 = 6;
const OPTIONS: u32 = 29;
const AMDS_OPTIONS: std::ops::RangeInclusive<u32> = 10000..=10001;

/// Where a link's messages go: address and bytes of the program's own memory.
static LOGS: LazyLock<Mutex<HashMap<u64, (usize, usize)>>> = LazyLock::new(Mutex::default);

fn logs() -> std::sync::MutexGuard<'static, HashMap<u64, (usize, usize)>> {
    LOGS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// # Safety
/// Both lists are null or have `count` values.
unsafe fn create(count: c_uint, options: *const hipJitOption, values: *const *mut c_void) -> RtcResult<u64> {
    if count > 0 && (options.is_null() || values.is_null()) {
        return Err(RtcError::InvalidInput.because("a list of options is null"));
    }
    let mut log = (0, 0);
    for at in 0..count as usize {
        // SAFETY: `at` is below the count; the caller's promise.
        let (option, value) = unsafe { (options.add(at).read_unaligned(), values.add(at).read_unaligned()) };
        match option {
            ERROR_LOG => log.0 = value as usize,
            ERROR_LOG_SIZE => log.1 = value as usize,
            // Hints to compilers that we do not have.
            _ if option < OPTIONS || AMDS_OPTIONS.contains(&option) => {}
            _ => return Err(RtcError::InvalidOption.because(format_args!("linker option {option}"))),
        }
    }
    let link = Link::registry().insert(Link::new()).raw();
    if log.0 != 0 && log.1 != 0 {
        logs().insert(link, log);
    }
    Ok(link)
}

fn get(state: u64) -> RtcResult<Arc<Link>> {
    Ok(Link::registry().find(Id::from_raw(state))?)
}

/// # Safety
/// `data` is null or has `size` bytes; `name` is null or a string.
unsafe fn add(state: u64, kind: u32, data: *const c_void, size: usize, name: *const c_char) -> RtcResult {
    if data.is_null() || size == 0 {
        return Err(RtcError::InvalidInput.because("there is no input"));
    }
    let link = get(state)?;
    // SAFETY: not null; the caller's promise.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) };
    // SAFETY: not null, so a string by the caller's promise.
    let name = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned());
    link.add(kind, name.unwrap_or_else(|| "input".to_owned()), bytes.to_vec())
}

/// # Safety
/// Places are valid for writes. The module's bytes live until `destroy`.
unsafe fn complete(state: u64, place: Out<*mut c_void>, size: Out<usize>) -> RtcResult {
    let link = get(state)?;
    match link.complete(own_folder()) {
        Ok(module) => {
            place.set(module.as_ptr().cast_mut().cast())?;
            Ok(size.set(module.len())?)
        }
        Err(log) => {
            if let Some(&(buffer, room)) = logs().get(&state) {
                let length = log.len().min(room - 1);
                // SAFETY: the program said that it has so much memory there for messages, which stays until the link is destroyed.
                unsafe {
                    std::ptr::copy_nonoverlapping(log.as_ptr(), buffer as *mut u8, length);
                    (buffer as *mut u8).add(length).write(0);
                }
            }
            Err(RtcError::Linking.because(log))
        }
    }
}

fn destroy(state: u64) -> RtcResult {
    logs().remove(&state);
    Ok(Link::registry().end(Id::from_raw(state)).map(drop)?)
}

rtc_api! {
    /// Begins a link. HIPRTC_ERROR_INVALID_INPUT: no place for it, or no options; HIPRTC_ERROR_INVALID_OPTION.
    fn hiprtcLinkCreate(
        count: c_uint, options: *mut hipJitOption, values: *mut *mut c_void, state: *mut hiprtcLinkState,
    ) => |count: u32, options: *mut hipJitOption, values: *mut *mut c_void, out: Out<hiprtcLinkState>|
        // SAFETY: HIP's contract: lists of `count`.
        Ok(out.set(hiprtcLinkState(pointer(unsafe { create(count, options, values) }?)))?);

    /// Adds what a program compiled to. HIPRTC_ERROR_INVALID_INPUT; HIPRTC_ERROR_PROGRAM_CREATION_FAILURE: not to be linked.
    fn hiprtcLinkAddData(
        state: hiprtcLinkState, kind: hipJitInputType, data: *mut c_void, size: usize, name: *const c_char, count: c_uint,
        options: *mut hipJitOption, values: *mut *mut c_void,
    ) => |state: hiprtcLinkState, kind: u32, data: *mut c_void, size: usize, name: *const c_char, _count: u32,
          _options: *mut hipJitOption, _values: *mut *mut c_void|
        // SAFETY: HIP's contract: `size` bytes, and a name or none.
        unsafe { add(state.0 as u64, kind, data, size, name) };

    /// The same from a file.
    fn hiprtcLinkAddFile(
        state: hiprtcLinkState, kind: hipJitInputType, path: *const c_char, count: c_uint, options: *mut hipJitOption,
        values: *mut *mut c_void,
    ) => |state: hiprtcLinkState, kind: u32, path: String, _count: u32, _options: *mut hipJitOption,
          _values: *mut *mut c_void| get(state.0 as u64)?.add_file(kind, path);

    /// Links. The module lives as long as the link. HIPRTC_ERROR_LINKING.
    fn hiprtcLinkComplete(state: hiprtcLinkState, module: *mut *mut c_void, size: *mut usize) =>
        |state: hiprtcLinkState, module: Out<*mut c_void>, size: Out<usize>|
            // SAFETY: `Out` is valid for writes.
            unsafe { complete(state.0 as u64, module, size) };

    /// Ends a link, and its module. HIPRTC_ERROR_INVALID_INPUT: there is none.
    fn hiprtcLinkDestroy(state: hiprtcLinkState) => |state: hiprtcLinkState| destroy(state.0 as u64);
}

/// HIP: "If adding the data fails … hipErrorInvalidConfiguration".
fn for_hip(result: RtcResult) -> HipResult {
    result.map_err(|error| match error {
        RtcError::ProgramCreationFailure | RtcError::Linking => HipError::InvalidConfiguration,
        _ => HipError::InvalidValue,
    })
}

hip_api! {
    /// Begins a link. hipErrorInvalidValue: no place for it, no options, or one that is none.
    fn hipLinkCreate(
        count: c_uint, options: *mut hipJitOption, values: *mut *mut c_void, state: *mut hipLinkState_t,
    ) => |count: u32, options: *mut hipJitOption, values: *mut *mut c_void, out: Out<hipLinkState_t>| {
        // SAFETY: HIP's contract: lists of `count`.
        let state = unsafe { create(count, options, values) }.map_err(|_| HipError::InvalidValue)?;
        out.set(hipLinkState_t(pointer(state)))
    };

    /// Adds what a program compiled to. hipErrorInvalidImage: no data; hipErrorInvalidHandle: no link; hipErrorInvalidValue: a kind that
    /// there is not; hipErrorInvalidConfiguration: not to be linked.
    fn hipLinkAddData(
        state: hipLinkState_t, kind: hipJitInputType, data: *mut c_void, size: usize, name: *const c_char, count: c_uint,
        options: *mut hipJitOption, values: *mut *mut c_void,
    ) => |state: hipLinkState_t, kind: u32, data: *mut c_void, size: usize, name: *const c_char, _count: u32,
          _options: *mut hipJitOption, _values: *mut *mut c_void| {
        // hip-tests, in this order: "Invalid data", "Invalid data size", "Invalid link state".
        if data.is_null() || size == 0 {
            return Err(HipError::InvalidImage.because("there is no input"));
        }
        if state.0.is_null() {
            return Err(HipError::InvalidHandle.because("the link is null"));
        }
        // SAFETY: HIP's contract: `size` bytes, and a name or none.
        for_hip(unsafe { add(state.0 as u64, kind, data, size, name) })
    };

    /// The same from a file.
    fn hipLinkAddFile(
        state: hipLinkState_t, kind: hipJitInputType, path: *const c_char, count: c_uint, options: *mut hipJitOption,
        values: *mut *mut c_void,
    ) => |state: hipLinkState_t, kind: u32, path: String, _count: u32, _options: *mut hipJitOption,
          _values: *mut *mut c_void| for_hip(get(state.0 as u64).and_then(|link| link.add_file(kind, path)));

    /// Links. The module lives as long as the link. hipErrorInvalidConfiguration: it does not link.
    fn hipLinkComplete(state: hipLinkState_t, module: *mut *mut c_void, size: *mut usize) =>
        |state: hipLinkState_t, module: Out<*mut c_void>, size: Out<usize>|
            // SAFETY: `Out` is valid for writes.
            for_hip(unsafe { complete(state.0 as u64, module, size) });

    /// Ends a link, and its module. hipErrorInvalidValue: there is none.
    fn hipLinkDestroy(state: hipLinkState_t) => |state: hipLinkState_t| for_hip(destroy(state.0 as u64));
}
