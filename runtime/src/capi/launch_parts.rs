//! The oldest way to launch: a configuration, the arguments one by one, then the kernel. Semantics: `hip::launch`.
//!
//! The configuration is the one `<<<…>>>` pushes (`capi::launch`); what is set up is kept with it, per host thread.

use std::ffi::c_void;

use super::convert::Launched;
use super::guard::hip_api;
use super::launch::shape;
use super::types::{dim3, hipStream_t};
use crate::hip::error::HipError;
use crate::hip::launch::args::Arguments;
use crate::hip::launch::{Caller, Launch};
use crate::hip::stream::{self, StreamRef};
use crate::hip::thread::{self, CallConfiguration};

hip_api! {
    /// Begins a launch.
    fn hipConfigureCall(grid: dim3, block: dim3, shared: usize, stream: hipStream_t) =>
        |grid: dim3, block: dim3, shared: usize, stream: StreamRef| {
            thread::push_configuration(CallConfiguration::new(shape(grid, block, shared), stream));
            Ok(())
        };

    /// Copies an argument to its offset. hipErrorMissingConfiguration: no launch has begun; hipErrorInvalidValue: null, or beyond
    /// what a kernel can take.
    fn hipSetupArgument(argument: *const c_void, size: usize, offset: usize) =>
        |argument: *const c_void, size: usize, offset: usize| {
            if argument.is_null() {
                return Err(HipError::InvalidValue.because("the argument is null"));
            }
            // SAFETY: HIP's contract: `argument` has `size` bytes.
            let bytes = unsafe { std::slice::from_raw_parts(argument.cast::<u8>(), size) };
            thread::set_up_argument(bytes, offset)
        };

    /// Launches with what was configured and set up, which is used up even if that fails. hipErrorMissingConfiguration: nothing was;
    /// hipErrorInvalidDeviceFunction: not a kernel's host function.
    fn hipLaunchByPtr(function: *const c_void) => |function: Launched| {
        let CallConfiguration { shape, stream, arguments } = thread::pop_configuration()
            .ok_or_else(|| HipError::MissingConfiguration.because("no launch was configured"))?;
        let stream = stream::resolve(stream)?;
        let kernel = function.on(&stream)?;
        Launch { stream: &stream, kernel: &kernel, shape, arguments: Arguments::Packed(&arguments), caller: Caller::Runtime, cooperative: false }.run()
    };
}
