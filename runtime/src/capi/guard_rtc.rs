//! `rtc_api!`: what `guard::hip_api!` is for HIP's functions, for those of hipRTC, which return a `hiprtcResult`, need no device and keep
//! no last error.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::float_state;
use super::types::hiprtcResult;
use crate::hip::rtc::error::{RtcError, RtcResult, text};
use crate::trace;

/// Declares entry points. `fn hiprtcX(a: C, ..) => |a: Rust, ..| expression;` where the expression is an `RtcResult`.
macro_rules! rtc_api {
    () => {};
    (
        $(#[$meta:meta])*
        fn $name:ident($($arg:ident: $ctype:ty),* $(,)?) => |$($param:ident: $ptype:ty),* $(,)?| $body:expr;
        $($rest:tt)*
    ) => {
        $(#[$meta])*
        ///
        /// # Safety
        /// Pointers must be null or valid for what HIP's documentation says this function reads and writes.
        #[unsafe(no_mangle)]
        #[allow(non_snake_case)]
        pub unsafe extern "C" fn $name($($arg: $ctype),*) -> $crate::capi::types::hiprtcResult {
            $crate::capi::guard_rtc::enter(
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
        $crate::capi::guard_rtc::rtc_api!($($rest)*);
    };
}
pub(crate) use rtc_api;

/// Runs an entry point's body: nothing unwinds into C.
pub(crate) fn enter(
    name: &'static str,
    arguments: impl FnOnce() -> String,
    body: impl FnOnce() -> RtcResult,
) -> hiprtcResult {
    let _floats = float_state::plain();
    trace::init();
    let call = trace::calls_are_told().then(|| trace::Call::begin(name, arguments()));
    // As in `guard`: what a panic may leave half-changed is behind locks that do not poison.
    let result = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        Err(RtcError::InternalError.because(format_args!("{name}: internal error (a panic; its message is above)")))
    });
    let code = result.map_or_else(RtcError::code, |()| 0);
    if let Some(call) = call {
        call.end(&text(code).to_string_lossy());
    }
    if code != 0 {
        log::debug!("{name} returns {}", text(code).to_string_lossy());
    }
    code
}
