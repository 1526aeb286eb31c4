//! Kernel launches. Semantics: `hip::launch`.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use super::convert::{In, Launched, MaybeOut};
use super::guard::hip_api;
use super::types::{
    HIP_LAUNCH_CONFIG, dim3, hipError_t, hipEvent_t, hipFunction_t, hipLaunchAttribute, hipLaunchConfig_t, hipStream_t,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::event::Event;
use crate::hip::kernel::Kernel;
use crate::hip::launch::args::{ArgumentArray, Arguments};
use crate::hip::launch::{Caller, Launch, LaunchShape};
use crate::hip::runtime;
use crate::hip::stream::{self, Stream, StreamRef};
use crate::hip::thread::{self, CallConfiguration};

/// `HIP_LAUNCH_PARAM_BUFFER_POINTER`, `HIP_LAUNCH_PARAM_BUFFER_SIZE`, `HIP_LAUNCH_PARAM_END`.
const BUFFER_POINTER: usize = 1;
const BUFFER_SIZE: usize = 2;
const END: usize = 3;
/// `hipLaunchAttributeCooperative`, `hipLaunchAttributeClusterDimension`.
const COOPERATIVE: u32 = 2;
const CLUSTER: u32 = 4;

pub(super) fn shape(grid: dim3, block: dim3, shared: usize) -> LaunchShape {
    LaunchShape {
        grid: [grid.x, grid.y, grid.z],
        block: [block.x, block.y, block.z],
        // What does not fit 32 bits is refused by the check against the device's limit.
        shared_bytes: u32::try_from(shared).unwrap_or(u32::MAX),
    }
}

/// # Safety
/// `args` is null or holds a pointer per parameter of the kernel, as `ArgumentArray::new` demands.
pub(super) unsafe fn pointers<'a>(args: *mut *mut c_void) -> Arguments<'a> {
    // SAFETY: the caller's promise.
    Arguments::Pointers(unsafe { ArgumentArray::new(args.cast_const().cast()) })
}

/// The arguments of a module launch: an array of pointers, or a packed buffer described by `extra`. HIP:
/// hipErrorInvalidValue for both at once.
///
/// # Safety
/// As `pointers`; `extra` is null or a list that ends with `HIP_LAUNCH_PARAM_END`, naming a buffer that is readable for
/// the size it names.
pub(super) unsafe fn module_arguments<'a>(args: *mut *mut c_void, extra: *mut *mut c_void) -> HipResult<Arguments<'a>> {
    if extra.is_null() {
        // SAFETY: the caller's promise.
        return Ok(unsafe { pointers(args) });
    }
    if !args.is_null() {
        return Err(HipError::InvalidValue.because("kernelParams and extra are both given"));
    }
    let (mut buffer, mut size) = (std::ptr::null::<u8>(), None);
    let mut next = extra;
    // HIP defines two entries; a longer list is not one.
    for _ in 0..3 {
        // SAFETY: the list has not ended, so there is a key here and, unless it is the end, a value behind it.
        let key = unsafe { next.read() } as usize;
        if key == END {
            break;
        }
        // SAFETY: as above.
        let value = unsafe { next.add(1).read() };
        match key {
            BUFFER_POINTER => buffer = value.cast_const().cast(),
            // SAFETY: HIP: the value behind HIP_LAUNCH_PARAM_BUFFER_SIZE points to a size_t.
            BUFFER_SIZE if !value.is_null() => size = Some(unsafe { value.cast::<usize>().read_unaligned() }),
            _ => return Err(HipError::InvalidValue.because("extra is not a list of launch parameters")),
        }
        // SAFETY: key and value were read, so the list goes on behind them.
        next = unsafe { next.add(2) };
    }
    match size {
        Some(0) => Ok(Arguments::Packed(&[])),
        // SAFETY: the program guarantees a readable buffer of the size it names.
        Some(size) if !buffer.is_null() => Ok(Arguments::Packed(unsafe { std::slice::from_raw_parts(buffer, size) })),
        _ => Err(HipError::InvalidValue.because("extra names no buffer or no size")),
    }
}

/// Events before and after a launch, for the `Ext` functions.
fn bracketed(
    stream: &Arc<Stream>,
    start: Option<Arc<Event>>,
    stop: Option<Arc<Event>>,
    launch: impl FnOnce() -> HipResult,
) -> HipResult {
    if let Some(start) = start {
        start.record_in(stream)?;
    }
    launch()?;
    stop.map_or(Ok(()), |stop| stop.record_in(stream))
}

/// The stream of a module launch of `hip_ext.h`, or a cooperative one. hip-tests "Invalid stream": hipErrorInvalidValue, where the other
/// launches say hipErrorContextIsDestroyed.
pub(super) fn known_stream(stream: StreamRef) -> HipResult<Arc<Stream>> {
    stream::resolve(stream).map_err(|_| HipError::InvalidValue)
}

/// A launch sized in threads. As AMD's runtime has it: a block is no longer than the grid, and kernels are compiled for blocks of one
/// size (clang's -foffload-uniform-block), so that a grid which is not made of whole blocks is hipErrorInvalidValue.
fn shape_of_threads(threads: [u32; 3], block: [u32; 3], shared: usize) -> HipResult<LaunchShape> {
    let refuse =
        || HipError::InvalidValue.because(format_args!("{threads:?} threads are not whole blocks of {block:?}"));
    // Three sides may be more than 64 bits count.
    let most = block.iter().fold(1, |threads: u64, &side| threads.saturating_mul(u64::from(side)));
    // hip-tests, of 2026: a wrong block is hipErrorInvalidConfiguration, whatever else is wrong.
    if block.contains(&0) || most > u64::from(runtime::current_device()?.properties.max_threads) {
        return Err(HipError::InvalidConfiguration.because(format_args!("blocks of {block:?} threads")));
    }
    if threads.contains(&0) {
        return Err(refuse());
    }
    let block: [u32; 3] = std::array::from_fn(|axis| block[axis].min(threads[axis]));
    let grid = std::array::from_fn(|axis| threads[axis] / block[axis]);
    if (0..3).any(|axis| !threads[axis].is_multiple_of(block[axis])) {
        return Err(refuse());
    }
    Ok(LaunchShape { grid, block, shared_bytes: u32::try_from(shared).unwrap_or(u32::MAX) })
}

/// hipExtModuleLaunchKernel as C++ calls it: AMD's header gives it no C linkage, and AMD's library this name. MIGraphX declares it so itself.
///
/// # Safety
/// As hipExtModuleLaunchKernel.
#[unsafe(export_name = "_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_j")]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn ext_module_launch_kernel(
    function: hipFunction_t,
    threads_x: u32,
    threads_y: u32,
    threads_z: u32,
    block_x: u32,
    block_y: u32,
    block_z: u32,
    shared: usize,
    stream: hipStream_t,
    args: *mut *mut c_void,
    extra: *mut *mut c_void,
    start: hipEvent_t,
    stop: hipEvent_t,
    flags: u32,
) -> hipError_t {
    // SAFETY: the caller's promise is the same.
    unsafe {
        hipExtModuleLaunchKernel(
            function, threads_x, threads_y, threads_z, block_x, block_y, block_z, shared, stream, args, extra, start,
            stop, flags,
        )
    }
}

/// Refuses launch attributes that would change what a kernel does; the others are hints. Whether the launch is cooperative.
///
/// # Safety
/// `attributes` is null or has `count` entries.
unsafe fn check_attributes(attributes: *const hipLaunchAttribute, count: c_uint) -> HipResult<bool> {
    if count == 0 {
        return Ok(false);
    }
    if attributes.is_null() {
        return Err(HipError::InvalidValue.because("launch attributes are null"));
    }
    // SAFETY: the caller's promise.
    let attributes = unsafe { std::slice::from_raw_parts(attributes, count as usize) };
    let mut cooperative = false;
    for attribute in attributes {
        if attribute.id == COOPERATIVE {
            cooperative = attribute.value[0] as u32 != 0;
        }
        if attribute.id == CLUSTER && (attribute.value[0] as u32, (attribute.value[0] >> 32) as u32) != (1, 1) {
            return Err(HipError::NotSupported.because("thread block clusters"));
        }
    }
    Ok(cooperative)
}

hip_api! {
    /// Launches the kernel that a host function stands for.
    fn hipLaunchKernel(
        function: *const c_void, grid: dim3, block: dim3, args: *mut *mut c_void, shared: usize, stream: hipStream_t,
    ) and hipLaunchKernel_spt =>
          |function: Launched, grid: dim3, block: dim3, args: *mut *mut c_void, shared: usize, stream: Arc<Stream>| {
        let kernel = function.on(&stream)?;
        // SAFETY: HIP's contract for `args`: a pointer to each argument of the kernel.
        let arguments = unsafe { pointers(args) };
        Launch { stream: &stream, kernel: &kernel, shape: shape(grid, block, shared), arguments, caller: Caller::Runtime, cooperative: false }.run()
    };

    /// Launches between two events, either of which may be null.
    fn hipExtLaunchKernel(
        function: *const c_void, grid: dim3, block: dim3, args: *mut *mut c_void, shared: usize, stream: hipStream_t,
        start: hipEvent_t, stop: hipEvent_t, flags: c_int,
    ) => |function: Launched, grid: dim3, block: dim3, args: *mut *mut c_void, shared: usize, stream: Arc<Stream>,
          start: Option<Arc<Event>>, stop: Option<Arc<Event>>, _flags: c_int| {
        let kernel = function.on(&stream)?;
        // SAFETY: HIP's contract for `args`: a pointer to each argument of the kernel.
        let arguments = unsafe { pointers(args) };
        let shape = shape(grid, block, shared);
        bracketed(&stream, start, stop, || Launch { stream: &stream, kernel: &kernel, shape, arguments, caller: Caller::Runtime, cooperative: false }.run())
    };

    /// Launches with a configuration. hipErrorNotSupported: clustered.
    fn hipLaunchKernelExC(config: *const hipLaunchConfig_t, function: *const c_void, args: *mut *mut c_void) =>
        |config: In<hipLaunchConfig_t>, function: Launched, args: *mut *mut c_void| {
            let config = config.0;
            // SAFETY: HIP's contract for the configuration: `numAttrs` attributes.
            let cooperative = unsafe { check_attributes(config.attrs, config.numAttrs) }?;
            // SAFETY: a handle is a number; `args` as in hipLaunchKernel.
            let (stream, arguments) = unsafe { (super::convert::FromC::from_c(config.stream), pointers(args)) };
            let (stream, shape): (Arc<Stream>, _) =
                (stream?, shape(config.gridDim, config.blockDim, config.dynamicSmemBytes));
            let kernel = function.on(&stream)?;
            Launch { stream: &stream, kernel: &kernel, shape, arguments, caller: Caller::Runtime, cooperative }.run()
        };

    /// Launches a module's function. hipErrorInvalidHandle: not a function; hipErrorInvalidValue: shape or arguments.
    fn hipModuleLaunchKernel(
        function: hipFunction_t, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint,
        block_z: c_uint, shared: c_uint, stream: hipStream_t, args: *mut *mut c_void, extra: *mut *mut c_void,
    ) => |kernel: Arc<Kernel>, grid_x: u32, grid_y: u32, grid_z: u32, block_x: u32, block_y: u32, block_z: u32,
          shared_bytes: u32, stream: Arc<Stream>, args: *mut *mut c_void, extra: *mut *mut c_void| {
        let shape = LaunchShape { grid: [grid_x, grid_y, grid_z], block: [block_x, block_y, block_z], shared_bytes };
        // SAFETY: HIP's contract for `kernelParams` and `extra`.
        let arguments = unsafe { module_arguments(args, extra) }?;
        Launch { stream: &stream, kernel: &kernel, shape, arguments, caller: Caller::Module, cooperative: false }.run()
    };

    /// Launches a module's function with a configuration. hipErrorInvalidConfiguration: shape; hipErrorNotSupported: clustered.
    fn hipDrvLaunchKernelEx(
        config: *const HIP_LAUNCH_CONFIG, function: hipFunction_t, args: *mut *mut c_void, extra: *mut *mut c_void,
    ) => |config: In<HIP_LAUNCH_CONFIG>, kernel: Arc<Kernel>, args: *mut *mut c_void, extra: *mut *mut c_void| {
        let config = config.0;
        // SAFETY: HIP's contract for the configuration: `numAttrs` attributes.
        let cooperative = unsafe { check_attributes(config.attrs, config.numAttrs) }?;
        let shape = LaunchShape {
            grid: [config.gridDimX, config.gridDimY, config.gridDimZ],
            block: [config.blockDimX, config.blockDimY, config.blockDimZ],
            shared_bytes: config.sharedMemBytes,
        };
        // SAFETY: a handle is a number; HIP's contract for `params` and `extra`.
        let (stream, arguments) =
            unsafe { (super::convert::FromC::from_c(config.hStream), module_arguments(args, extra)?) };
        let stream: Arc<Stream> = stream?;
        Launch { stream: &stream, kernel: &kernel, shape, arguments, caller: Caller::Runtime, cooperative }.run()
    };

    /// Launches a module's function, sized in threads instead of blocks, between two events. hipErrorInvalidConfiguration: no block;
    /// hipErrorInvalidValue: no whole ones.
    fn hipExtModuleLaunchKernel(
        function: hipFunction_t, threads_x: u32, threads_y: u32, threads_z: u32, block_x: u32, block_y: u32,
        block_z: u32, shared: usize, stream: hipStream_t, args: *mut *mut c_void, extra: *mut *mut c_void,
        start: hipEvent_t, stop: hipEvent_t, flags: u32,
    ) => |kernel: Arc<Kernel>, threads_x: u32, threads_y: u32, threads_z: u32, block_x: u32, block_y: u32, block_z: u32,
          shared: usize, stream: StreamRef, args: *mut *mut c_void, extra: *mut *mut c_void,
          start: Option<Arc<Event>>, stop: Option<Arc<Event>>, _flags: u32| {
        let stream = known_stream(stream)?;
        let shape = shape_of_threads([threads_x, threads_y, threads_z], [block_x, block_y, block_z], shared)?;
        // SAFETY: HIP's contract for `kernelParams` and `extra`.
        let arguments = unsafe { module_arguments(args, extra) }?;
        bracketed(&stream, start, stop, || Launch { stream: &stream, kernel: &kernel, shape, arguments, caller: Caller::Module, cooperative: false }.run())
    };

    /// The older name of hipExtModuleLaunchKernel.
    fn hipHccModuleLaunchKernel(
        function: hipFunction_t, threads_x: u32, threads_y: u32, threads_z: u32, block_x: u32, block_y: u32,
        block_z: u32, shared: usize, stream: hipStream_t, args: *mut *mut c_void, extra: *mut *mut c_void,
        start: hipEvent_t, stop: hipEvent_t,
    ) => |kernel: Arc<Kernel>, threads_x: u32, threads_y: u32, threads_z: u32, block_x: u32, block_y: u32, block_z: u32,
          shared: usize, stream: StreamRef, args: *mut *mut c_void, extra: *mut *mut c_void,
          start: Option<Arc<Event>>, stop: Option<Arc<Event>>| {
        let stream = known_stream(stream)?;
        let shape = shape_of_threads([threads_x, threads_y, threads_z], [block_x, block_y, block_z], shared)?;
        // SAFETY: HIP's contract for `kernelParams` and `extra`.
        let arguments = unsafe { module_arguments(args, extra) }?;
        bracketed(&stream, start, stop, || Launch { stream: &stream, kernel: &kernel, shape, arguments, caller: Caller::Module, cooperative: false }.run())
    };

    /// Keeps the configuration of `<<<…>>>` for the kernel's host stub.
    fn __hipPushCallConfiguration(grid: dim3, block: dim3, shared: usize, stream: hipStream_t) deviceless =>
        |grid: dim3, block: dim3, shared: usize, stream: StreamRef| {
            thread::push_configuration(CallConfiguration::new(shape(grid, block, shared), stream));
            Ok(())
        };

    /// Gives the host stub its configuration. hipErrorMissingConfiguration: none was pushed; the stub goes on to the launch
    /// all the same, which then finds a grid of no blocks and fails.
    fn __hipPopCallConfiguration(
        grid: *mut dim3, block: *mut dim3, shared: *mut usize, stream: *mut hipStream_t,
    ) deviceless => |grid: MaybeOut<dim3>, block: MaybeOut<dim3>, shared: MaybeOut<usize>, stream: MaybeOut<hipStream_t>| {
        let configuration = thread::pop_configuration();
        let missing = configuration.is_none();
        let nothing = LaunchShape { grid: [0; 3], block: [0; 3], shared_bytes: 0 };
        let CallConfiguration { shape, stream: target, .. } =
            configuration.unwrap_or_else(|| CallConfiguration::new(nothing, StreamRef::Legacy));
        let dim = |[x, y, z]: [u32; 3]| dim3 { x, y, z };
        grid.set(dim(shape.grid));
        block.set(dim(shape.block));
        shared.set(shape.shared_bytes as usize);
        stream.set(stream_handle(target));
        match missing {
            true => Err(HipError::MissingConfiguration.because("no launch configuration was pushed")),
            false => Ok(()),
        }
    };
}

fn stream_handle(stream: StreamRef) -> hipStream_t {
    hipStream_t(super::convert::pointer(match stream {
        StreamRef::Legacy => 0,
        StreamRef::PerThread => stream::PER_THREAD,
        StreamRef::Created(id) => id.raw(),
    }))
}
