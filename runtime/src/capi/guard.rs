//! What happens around every entry point: the `hip_api!` macro and the function it expands to.
//!
//! An entry point is a declaration: C's signature, the Rust types its arguments convert to, and one expression in the
//! `hip` layer's terms. The macro adds what must never be typed by hand: conversion with its checks, catching panics,
//! the thread's last error, logging and tracing, and the floating-point state.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::float_state;
use super::types::hipError_t;
use crate::hip::error::{HipError, HipResult};
use crate::hip::{runtime, thread};
use crate::trace;

/// Declares entry points. `fn hipX(a: C, ..) => |a: Rust, ..| expression;` where the expression is a `HipResult`.
///
/// Argument conversion goes through `convert::FromC`; its error is the call's result and the expression is not evaluated.
/// `fn hipX(..) and hipX_spt => ..` also declares the twin for which the null stream (the argument `stream`) is the thread's default
/// stream; `and hipX_spt on stream` that of a function without such an argument, which finds its default stream in `stream`.
/// Without a usable device every function returns hipErrorNoDevice before it looks at an argument, as AMD's runtime does;
/// `fn hipX(..) deviceless => ..` is for those that answer all the same.
macro_rules! hip_api {
    () => {};
    (
        $(#[$meta:meta])*
        fn $name:ident($($arg:ident: $ctype:ty),* $(,)?) and $twin:ident on $stream:ident
            => |$($param:ident: $ptype:ty),* $(,)?| $body:expr;
        $($rest:tt)*
    ) => {
        $crate::capi::guard::hip_api!(@entry [$(#[$meta])*] $name ($($arg: $ctype),*) on_device ($($param: $ptype = ($arg)),*) {
            let $stream = $crate::hip::stream::resolve($crate::hip::stream::StreamRef::Legacy)?;
            $body
        });
        $crate::capi::guard::hip_api!(@entry [] $twin ($($arg: $ctype),*) on_device ($($param: $ptype = ($arg)),*) {
            let $stream = $crate::hip::stream::resolve($crate::hip::stream::StreamRef::PerThread)?;
            $body
        });
        $crate::capi::guard::hip_api!($($rest)*);
    };
    (
        $(#[$meta:meta])*
        fn $name:ident($($arg:ident: $ctype:ty),* $(,)?) and $twin:ident
            => |$($param:ident: $ptype:ty),* $(,)?| $body:expr;
        $($rest:tt)*
    ) => {
        $crate::capi::guard::hip_api!(@entry [$(#[$meta])*] $name ($($arg: $ctype),*) on_device ($($param: $ptype = ($arg)),*) {
            $body
        });
        $crate::capi::guard::hip_api!(@entry [] $twin ($($arg: $ctype),*) on_device (
            $($param: $ptype = ($crate::capi::guard::of_thread!($arg $arg))),*
        ) { $body });
        $crate::capi::guard::hip_api!($($rest)*);
    };
    (
        $(#[$meta:meta])*
        fn $name:ident($($arg:ident: $ctype:ty),* $(,)?) deviceless => |$($param:ident: $ptype:ty),* $(,)?| $body:expr;
        $($rest:tt)*
    ) => {
        $crate::capi::guard::hip_api!(@entry [$(#[$meta])*] $name ($($arg: $ctype),*) deviceless ($($param: $ptype = ($arg)),*) {
            $body
        });
        $crate::capi::guard::hip_api!($($rest)*);
    };
    (
        $(#[$meta:meta])*
        fn $name:ident($($arg:ident: $ctype:ty),* $(,)?) => |$($param:ident: $ptype:ty),* $(,)?| $body:expr;
        $($rest:tt)*
    ) => {
        $crate::capi::guard::hip_api!(@entry [$(#[$meta])*] $name ($($arg: $ctype),*) on_device ($($param: $ptype = ($arg)),*) {
            $body
        });
        $crate::capi::guard::hip_api!($($rest)*);
    };
    (
        @entry [$(#[$meta:meta])*] $name:ident ($($arg:ident: $ctype:ty),*) $needs:ident ($($param:ident: $ptype:ty = ($value:expr)),*)
        $body:block
    ) => {
        $(#[$meta])*
        ///
        /// # Safety
        /// Pointers must be null or valid for what HIP's documentation says this function reads and writes.
        #[unsafe(no_mangle)]
        #[allow(non_snake_case)]
        pub unsafe extern "C" fn $name($($arg: $ctype),*) -> $crate::capi::types::hipError_t {
            $crate::capi::guard::enter(
                stringify!($name),
                || {
                    #[allow(unused_mut)]
                    let mut text: Vec<String> = Vec::new();
                    $(text.push(format!("{:?}", $arg));)*
                    text.join(", ")
                },
                || {
                    $crate::capi::guard::$needs()?;
                    $(
                        // SAFETY: the C caller guarantees that pointer arguments are null or valid for this call
                        // (the function's contract above); `from_c` checks the null case.
                        let $param: $ptype = unsafe { $crate::capi::convert::FromC::from_c($value) }?;
                    )*
                    $body
                },
            )
        }
    };
}
pub(crate) use hip_api;

/// An argument as the twin takes it: a null stream is the thread's default stream.
macro_rules! of_thread {
    (stream $stream:ident) => {
        $stream.of_thread()
    };
    ($other:ident $argument:ident) => {
        $argument
    };
}
pub(crate) use of_thread;

/// HIP: hipErrorNoDevice, of every function that needs a device.
pub(crate) fn on_device() -> HipResult {
    runtime::get().map(|_| ())
}

/// Nothing is needed.
pub(crate) fn deviceless() -> HipResult {
    Ok(())
}

/// Runs an entry point's body: nothing unwinds into C, and the thread's last error is kept.
pub(crate) fn enter(
    name: &'static str,
    arguments: impl FnOnce() -> String,
    body: impl FnOnce() -> HipResult,
) -> hipError_t {
    let _floats = float_state::plain();
    if trace::calls_are_told() {
        return enter_traced(name, arguments, body);
    }
    finish(name, run(name, body))
}

#[cold]
fn enter_traced(
    name: &'static str,
    arguments: impl FnOnce() -> String,
    body: impl FnOnce() -> HipResult,
) -> hipError_t {
    trace::init();
    let call = trace::Call::begin(name, arguments());
    let result = run(name, body);
    let text = match result {
        Ok(()) => "hipSuccess".into(),
        Err(error) => error.name().to_string_lossy(),
    };
    call.end(&text);
    finish(name, result)
}

fn run(name: &'static str, body: impl FnOnce() -> HipResult) -> HipResult {
    // The state a panic may leave half-changed is behind locks that do not poison, and each holder restores what it
    // promises before it calls anything that may panic; so going on is sound.
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        Err(HipError::Unknown.because(format_args!("{name}: internal error (a panic; its message is above)")))
    })
}

/// Keeps the thread's last error and turns the result into C's code.
fn finish(name: &'static str, result: HipResult) -> hipError_t {
    match result {
        Ok(()) => 0,
        Err(error) => {
            trace::init();
            // HIP: hipErrorNotReady "indicates that asynchronous operations enqueued earlier are not ready": an answer,
            // which HIP 7 does not keep as the last error.
            if error != HipError::NotReady {
                log::debug!("{name} returns {}", error.name().to_string_lossy());
            }
            thread::record(error);
            error.code()
        }
    }
}
