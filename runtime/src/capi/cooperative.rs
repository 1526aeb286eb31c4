//! Cooperative launches. Semantics: `hip::cooperative`.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use super::convert::{FromC, Spt};
use super::guard::hip_api;
use super::launch::{pointers, shape};
use super::types::{dim3, hipFunction_t, hipFunctionLaunchParams, hipLaunchParams, hipStream_t};
use crate::hip::args::Arguments;
use crate::hip::cooperative::Grids;
use crate::hip::error::{HipError, HipResult};
use crate::hip::kernel::Kernel;
use crate::hip::launch::{Caller, LaunchShape, launch, launch_cooperative};
use crate::hip::runtime;
use crate::hip::stream::Stream;

/// `hipCooperativeLaunchMultiDeviceNoPreSync`, `…NoPostSync`: with one device there is nothing to wait for.
const KNOWN_FLAGS: u32 = 3;

/// The one launch of a multi-device launch. HIP: hipErrorInvalidValue for no list, no devices, more than there are, or unknown
/// flags. hipErrorNotSupported for several.
///
/// # Safety
/// `list` is null or has `count` entries.
unsafe fn only<T: Copy>(list: *mut T, count: u32, flags: u32) -> HipResult<T> {
    if list.is_null() || count == 0 || count as usize > runtime::get()?.devices.len() || flags & !KNOWN_FLAGS != 0 {
        return Err(HipError::InvalidValue.because(format_args!("a list of {count} launches, flags {flags:#x}")));
    }
    if count > 1 {
        return Err(HipError::NotSupported.because("a launch on several devices"));
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { list.read() })
}

/// HIP: hipErrorInvalidResourceHandle for the null stream in a multi-device launch.
fn own_stream(stream: hipStream_t) -> HipResult<Arc<Stream>> {
    if stream.0.is_null() {
        return Err(HipError::InvalidHandle.because("a multi-device launch needs a stream of its own"));
    }
    // SAFETY: a handle is a number.
    unsafe { FromC::from_c(stream) }
}

/// What `only` launch of a list of kernels says.
///
/// # Safety
/// `list` is null or holds `count` entries, whose `args` are as `pointers` demands.
unsafe fn only_kernel<'a>(
    list: *mut hipLaunchParams,
    count: c_int,
    flags: c_uint,
) -> HipResult<(Arc<Stream>, Arc<Kernel>, LaunchShape, Arguments<'a>)> {
    // SAFETY: the caller's promise.
    let one = unsafe { only(list, u32::try_from(count).unwrap_or(0), flags) }?;
    // SAFETY: the address of a host function is a number; the caller's promise for `args`.
    let (kernel, arguments) = unsafe { (FromC::from_c(one.func.cast_const()), pointers(one.args)) };
    let (kernel, stream) = (kernel?, own_stream(one.stream)?);
    Ok((stream, kernel, shape(one.gridDim, one.blockDim, one.sharedMem), arguments))
}

hip_api! {
    /// Launches a grid whose blocks may wait for each other. hipErrorCooperativeLaunchTooLarge: not all fit the device.
    fn hipLaunchCooperativeKernel(
        function: *const c_void, grid: dim3, block: dim3, args: *mut *mut c_void, shared: c_uint, stream: hipStream_t,
    ) => |kernel: Arc<Kernel>, grid: dim3, block: dim3, args: *mut *mut c_void, shared: u32, stream: Arc<Stream>| {
        // SAFETY: HIP's contract for `args`: a pointer to each argument of the kernel.
        let arguments = unsafe { pointers(args) };
        let shape = shape(grid, block, shared as usize);
        launch_cooperative(&stream, &kernel, &shape, arguments, Caller::Runtime, Grids::Single)
    };

    /// `hipLaunchCooperativeKernel` whose null stream is the thread's.
    fn hipLaunchCooperativeKernel_spt(
        function: *const c_void, grid: dim3, block: dim3, args: *mut *mut c_void, shared: u32, stream: hipStream_t,
    ) => |kernel: Arc<Kernel>, grid: dim3, block: dim3, args: *mut *mut c_void, shared: u32, stream: Spt| {
        // SAFETY: HIP's contract for `args`: a pointer to each argument of the kernel.
        let arguments = unsafe { pointers(args) };
        let shape = shape(grid, block, shared as usize);
        launch_cooperative(&stream.0, &kernel, &shape, arguments, Caller::Runtime, Grids::Single)
    };

    /// The same for a module's function.
    fn hipModuleLaunchCooperativeKernel(
        function: hipFunction_t, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint,
        block_z: c_uint, shared: c_uint, stream: hipStream_t, args: *mut *mut c_void,
    ) => |kernel: Arc<Kernel>, grid_x: u32, grid_y: u32, grid_z: u32, block_x: u32, block_y: u32, block_z: u32,
          shared_bytes: u32, stream: Arc<Stream>, args: *mut *mut c_void| {
        let shape = LaunchShape { grid: [grid_x, grid_y, grid_z], block: [block_x, block_y, block_z], shared_bytes };
        // SAFETY: HIP's contract for `kernelParams`.
        let arguments = unsafe { pointers(args) };
        launch_cooperative(&stream, &kernel, &shape, arguments, Caller::Module, Grids::Single)
    };

    /// A kernel on each of several devices; here on one.
    fn hipExtLaunchMultiKernelMultiDevice(list: *mut hipLaunchParams, count: c_int, flags: c_uint) =>
        |list: *mut hipLaunchParams, count: i32, flags: u32| {
            // SAFETY: HIP's contract: `count` entries.
            let (stream, kernel, shape, arguments) = unsafe { only_kernel(list, count, flags) }?;
            launch(&stream, &kernel, &shape, arguments, Caller::Runtime)
        };

    /// One grid over several devices; here over one.
    fn hipLaunchCooperativeKernelMultiDevice(list: *mut hipLaunchParams, count: c_int, flags: c_uint) =>
        |list: *mut hipLaunchParams, count: i32, flags: u32| {
            // SAFETY: HIP's contract: `count` entries.
            let (stream, kernel, shape, arguments) = unsafe { only_kernel(list, count, flags) }?;
            launch_cooperative(&stream, &kernel, &shape, arguments, Caller::Runtime, Grids::Multi)
        };

    /// The same for modules' functions.
    fn hipModuleLaunchCooperativeKernelMultiDevice(list: *mut hipFunctionLaunchParams, count: c_uint, flags: c_uint) =>
        |list: *mut hipFunctionLaunchParams, count: u32, flags: u32| {
            // SAFETY: HIP's contract: `count` entries.
            let one = unsafe { only(list, count, flags) }?;
            // SAFETY: a handle is a number; HIP's contract for `kernelParams`.
            let (kernel, arguments) = unsafe { (FromC::from_c(one.function), pointers(one.kernelParams)) };
            let (kernel, stream): (Arc<Kernel>, _) = (kernel?, own_stream(one.hStream)?);
            let shape = LaunchShape {
                grid: [one.gridDimX, one.gridDimY, one.gridDimZ],
                block: [one.blockDimX, one.blockDimY, one.blockDimZ],
                shared_bytes: one.sharedMemBytes,
            };
            launch_cooperative(&stream, &kernel, &shape, arguments, Caller::Module, Grids::Multi)
        };
}
