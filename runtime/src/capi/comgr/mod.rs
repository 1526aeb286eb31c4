//! libamd_comgr, whose functions are in this library as hipRTC's are. Semantics: `hip::comgr`.
//!
//! `data.rs` and `action.rs` are what a compilation takes, `metadata.rs` and `symbol.rs` what can be asked of code, `missing.rs` what is not offered.

pub mod action;
pub mod data;
pub mod metadata;
pub mod missing;
pub mod symbol;

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::convert::Out;
use super::float_state;
use crate::hip::comgr::status::{self, Failure, Status};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::{Id, Registered};
use crate::trace;

/// The interface's version.
const VERSION: (usize, usize) = (3, 0);

/// `amd_comgr_status_t`.
#[allow(non_camel_case_types)]
pub type amd_comgr_status_t = u32;

/// Declares handle types: structures with a number, as which C passes them.
macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(non_camel_case_types)]
        #[repr(C)]
        pub struct $name {
            /// A generational id (`hip::handle`).
            pub handle: u64,
        }
    )*};
}

handles! {
    /// A data object.
    amd_comgr_data_t;
    /// A set of data objects.
    amd_comgr_data_set_t;
    /// What an action is to know.
    amd_comgr_action_info_t;
    /// A node of metadata.
    amd_comgr_metadata_node_t;
    /// A symbol.
    amd_comgr_symbol_t;
    /// For disassembly.
    amd_comgr_disassembly_info_t;
    /// For names of addresses.
    amd_comgr_symbolizer_info_t;
}

/// Declares entry points, as `guard_rtc::rtc_api!` does for hipRTC.
macro_rules! comgr_api {
    () => {};
    (
        $(#[$meta:meta])*
        fn $name:ident($($arg:ident: $ctype:ty),* $(,)?) => |$($param:ident: $ptype:ty),* $(,)?| $body:expr;
        $($rest:tt)*
    ) => {
        $(#[$meta])*
        ///
        /// # Safety
        /// Pointers must be null or valid for what AMD's documentation says this function reads and writes.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $ctype),*) -> $crate::capi::comgr::amd_comgr_status_t {
            $crate::capi::comgr::enter(
                stringify!($name),
                || {
                    let text: Vec<String> = vec![$(format!("{:?}", $arg)),*];
                    text.join(", ")
                },
                || {
                    $(
                        // SAFETY: the C caller guarantees that pointer arguments are null or valid for this call
                        // (the function's contract above); `from_c` checks the null case.
                        let $param: $ptype = unsafe { $crate::capi::convert::FromC::from_c($arg) }?;
                    )*
                    $body
                },
            )
        }
        $crate::capi::comgr::comgr_api!($($rest)*);
    };
}
pub(crate) use comgr_api;

/// Runs an entry point's body: nothing unwinds into C.
fn enter(name: &'static str, arguments: impl FnOnce() -> String, body: impl FnOnce() -> Status) -> amd_comgr_status_t {
    let _floats = float_state::plain();
    trace::init();
    let call = trace::calls_are_told().then(|| trace::Call::begin(name, arguments()));
    // As in `guard`: what a panic may leave half-changed is behind locks that do not poison.
    let result = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        Err(Failure::Error.because(format_args!("{name}: internal error (a panic; its message is above)")))
    });
    let code = result.map_or_else(Failure::code, |()| 0);
    let said = || status::name(code).unwrap_or_default().to_string_lossy();
    if let Some(call) = call {
        call.end(&said());
    }
    if code != 0 {
        log::debug!("{name} returns {}", said());
    }
    code
}

/// The object of a handle.
fn object<T: Registered>(handle: u64) -> HipResult<std::sync::Arc<T>> {
    T::registry().find(Id::from_raw(handle))
}

/// Copies what `bytes` are to a place of `size` bytes, or says how many they are if there is no place.
///
/// # Safety
/// `place` is null or has room for as much as stands at `size`.
unsafe fn copy_out(bytes: &[u8], size: Out<usize>, place: *mut c_char) -> Status {
    if place.is_null() {
        return Ok(size.set(bytes.len())?);
    }
    let length = size.get().min(bytes.len());
    // SAFETY: there is room for `size` bytes by the caller's promise; the bytes are ours.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place.cast(), length) };
    Ok(())
}

/// The same of a text and the zero behind it.
///
/// # Safety
/// As [`copy_out`].
unsafe fn copy_text(text: &str, size: Out<usize>, place: *mut c_char) -> Status {
    let bytes: Vec<u8> = text.bytes().filter(|byte| *byte != 0).chain([0]).collect();
    // SAFETY: the caller's promise.
    unsafe { copy_out(&bytes, size, place) }
}

/// Texts of a list.
///
/// # Safety
/// `list` is null or has `count` pointers, each of them null or a zero-terminated string.
unsafe fn texts(list: *const *const c_char, count: usize) -> Status<Vec<String>> {
    let count = i32::try_from(count).map_err(|_| Failure::InvalidArgument)?;
    // SAFETY: the caller's promise.
    let texts = unsafe { super::rtc::texts(list, count) }.map_err(|_| HipError::InvalidValue)?;
    Ok(texts.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect())
}

comgr_api! {
    /// The name of a status. INVALID_ARGUMENT: there is none, or no place for it.
    fn amd_comgr_status_string(status: amd_comgr_status_t, text: *mut *const c_char) => |status: u32, out: Out<*const c_char>| {
        Ok(out.set(status::name(status).ok_or(Failure::InvalidArgument)?.as_ptr())?)
    };
}

/// The version of the interface.
///
/// # Safety
/// Both must be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn amd_comgr_get_version(major: *mut usize, minor: *mut usize) {
    for (place, number) in [(major, VERSION.0), (minor, VERSION.1)] {
        if !place.is_null() {
            // SAFETY: the function's contract.
            unsafe { place.write_unaligned(number) };
        }
    }
}
