//! Cooperative launches, and those on several devices. Semantics: `hip::launch::cooperative`, `hip::launch::multi_device`.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use super::convert::{FromC, Launched};
use super::guard::hip_api;
use super::launch::{known_stream, pointers, shape};
use super::types::{dim3, hipFunction_t, hipFunctionLaunchParams, hipLaunchParams, hipStream_t};
use crate::hip::error::{HipError, HipResult};
use crate::hip::kernel::Kernel;
use crate::hip::launch::multi_device::{self, Entry};
use crate::hip::launch::{Caller, Launch, LaunchShape};
use crate::hip::stream::{Stream, StreamRef};
use crate::hip::{register, runtime};

/// The stream of a launch of a list. HIP: hipErrorInvalidResourceHandle for the null stream.
fn own_stream(stream: hipStream_t) -> HipResult<Arc<Stream>> {
    if stream.0.is_null() {
        return Err(HipError::InvalidHandle.because("a multi-device launch needs a stream of its own"));
    }
    // SAFETY: a handle is a number.
    unsafe { FromC::from_c(stream) }
}

/// The launches of a list, each read by `entry`. HIP: hipErrorInvalidValue for no list, and as `check_list`.
///
/// # Safety
/// `list` is null or has `count` entries.
unsafe fn entries<'a, T>(
    list: *mut T,
    count: usize,
    flags: u32,
    entry: impl Fn(&T) -> HipResult<Entry<'a>>,
) -> HipResult<Vec<Entry<'a>>> {
    if list.is_null() {
        return Err(HipError::InvalidValue.because("the list of launches is null"));
    }
    multi_device::check_list(count, flags)?;
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(list, count) }.iter().map(entry).collect()
}

/// The launches of a list of host functions.
///
/// # Safety
/// `list` is null or holds `count` entries, whose `args` are as `pointers` demands.
unsafe fn of_host_functions<'a>(list: *mut hipLaunchParams, count: c_int, flags: c_uint) -> HipResult<Vec<Entry<'a>>> {
    let entry = |one: &hipLaunchParams| {
        let stream = own_stream(one.stream)?;
        let device = runtime::get()?.devices.get(stream.device_index()).ok_or(HipError::InvalidDevice)?;
        // SAFETY: the caller's promise.
        let arguments = unsafe { pointers(one.args) };
        let kernel = register::kernel(one.func as u64, device)?;
        Ok(Entry { stream, kernel, shape: shape(one.gridDim, one.blockDim, one.sharedMem), arguments })
    };
    // SAFETY: the caller's promise.
    unsafe { entries(list, usize::try_from(count).unwrap_or(0), flags, entry) }
}

/// The launches of a list of modules' functions.
///
/// # Safety
/// `list` is null or holds `count` entries, whose `kernelParams` are as `pointers` demands.
unsafe fn of_functions<'a>(
    list: *mut hipFunctionLaunchParams,
    count: c_uint,
    flags: c_uint,
) -> HipResult<Vec<Entry<'a>>> {
    let entry = |one: &hipFunctionLaunchParams| {
        let shape = LaunchShape {
            grid: [one.gridDimX, one.gridDimY, one.gridDimZ],
            block: [one.blockDimX, one.blockDimY, one.blockDimZ],
            shared_bytes: one.sharedMemBytes,
        };
        // SAFETY: a handle is a number; the caller's promise.
        let (kernel, arguments) = unsafe { (FromC::from_c(one.function), pointers(one.kernelParams)) };
        Ok(Entry { stream: own_stream(one.hStream)?, kernel: kernel?, shape, arguments })
    };
    // SAFETY: the caller's promise.
    unsafe { entries(list, count as usize, flags, entry) }
}

hip_api! {
    /// Launches a grid whose blocks may wait for each other. hipErrorCooperativeLaunchTooLarge: not all fit the device.
    fn hipLaunchCooperativeKernel(
        function: *const c_void, grid: dim3, block: dim3, args: *mut *mut c_void, shared: c_uint, stream: hipStream_t,
    ) and hipLaunchCooperativeKernel_spt =>
          |function: Launched, grid: dim3, block: dim3, args: *mut *mut c_void, shared: u32, stream: Arc<Stream>| {
        let kernel = function.on(&stream)?;
        // SAFETY: HIP's contract for `args`: a pointer to each argument of the kernel.
        let arguments = unsafe { pointers(args) };
        let shape = shape(grid, block, shared as usize);
        Launch { stream: &stream, kernel: &kernel, shape, arguments, caller: Caller::Runtime, cooperative: true }.run()
    };

    /// The same for a module's function.
    fn hipModuleLaunchCooperativeKernel(
        function: hipFunction_t, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint,
        block_z: c_uint, shared: c_uint, stream: hipStream_t, args: *mut *mut c_void,
    ) => |kernel: Arc<Kernel>, grid_x: u32, grid_y: u32, grid_z: u32, block_x: u32, block_y: u32, block_z: u32,
          shared_bytes: u32, stream: StreamRef, args: *mut *mut c_void| {
        let stream = known_stream(stream)?;
        let shape = LaunchShape { grid: [grid_x, grid_y, grid_z], block: [block_x, block_y, block_z], shared_bytes };
        // SAFETY: HIP's contract for `kernelParams`.
        let arguments = unsafe { pointers(args) };
        Launch { stream: &stream, kernel: &kernel, shape, arguments, caller: Caller::Module, cooperative: true }.run()
    };

    /// A kernel on each of several devices.
    fn hipExtLaunchMultiKernelMultiDevice(list: *mut hipLaunchParams, count: c_int, flags: c_uint) =>
        |list: *mut hipLaunchParams, count: i32, flags: u32| {
            // SAFETY: HIP's contract: `count` entries, with arguments for their kernels.
            let entries = unsafe { of_host_functions(list, count, flags) }?;
            multi_device::launch(&entries, flags, Caller::Runtime)
        };

    /// A grid on each of several devices, whose blocks may all wait for each other.
    fn hipLaunchCooperativeKernelMultiDevice(list: *mut hipLaunchParams, count: c_int, flags: c_uint) =>
        |list: *mut hipLaunchParams, count: i32, flags: u32| {
            // SAFETY: HIP's contract: `count` entries, with arguments for their kernels.
            let entries = unsafe { of_host_functions(list, count, flags) }?;
            multi_device::launch_cooperative(&entries, flags, Caller::Runtime)
        };

    /// The same for modules' functions.
    fn hipModuleLaunchCooperativeKernelMultiDevice(list: *mut hipFunctionLaunchParams, count: c_uint, flags: c_uint) =>
        |list: *mut hipFunctionLaunchParams, count: u32, flags: u32| {
            // SAFETY: HIP's contract: `count` entries, with arguments for their kernels.
            let entries = unsafe { of_functions(list, count, flags) }?;
            multi_device::launch_cooperative(&entries, flags, Caller::Module)
        };
}
