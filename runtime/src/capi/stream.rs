//! Streams. Semantics: `hip::stream`.

use std::ffi::{c_int, c_uint, c_ulonglong, c_void};
use std::sync::Arc;

use super::convert::{Address, Out, pointer};
use super::guard::hip_api;
use super::types::{hipDevice_t, hipHostFn_t, hipStream_t, hipStreamCallback_t};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::stream::{self, Stream, StreamRef};
use crate::hip::{memory, runtime};

fn handle(id: Id<Stream>) -> hipStream_t {
    hipStream_t(pointer(id.raw()))
}

/// What C gave us to hand back to C: not touched here.
struct Opaque(*mut c_void);

// SAFETY: the pointer is only passed on to the function it came with, which HIP calls on a thread of the runtime's; that
// its target may be used there is the program's duty.
unsafe impl Send for Opaque {}

impl Opaque {
    fn get(&self) -> *mut c_void {
        self.0
    }
}

hip_api! {
    /// Creates a blocking stream on the current device.
    fn hipStreamCreate(stream: *mut hipStream_t) => |out: Out<hipStream_t>| out.set(handle(stream::create(0, 0)?));

    /// Creates a stream. hipErrorInvalidValue: null or unknown flags.
    fn hipStreamCreateWithFlags(stream: *mut hipStream_t, flags: c_uint) => |out: Out<hipStream_t>, flags: u32| {
        out.set(handle(stream::create(flags, 0)?))
    };

    /// Creates a stream with a priority, clamped to the device's range.
    fn hipStreamCreateWithPriority(stream: *mut hipStream_t, flags: c_uint, priority: c_int) =>
        |out: Out<hipStream_t>, flags: u32, priority: i32| out.set(handle(stream::create(flags, priority)?));

    /// Creates a stream; its mask of compute units is remembered, and work runs on all of them. hipErrorInvalidValue: no mask.
    fn hipExtStreamCreateWithCUMask(stream: *mut hipStream_t, count: u32, mask: *const u32) =>
        |out: Out<hipStream_t>, count: u32, mask: *const u32| {
            if count == 0 || mask.is_null() {
                return Err(HipError::InvalidValue.because("no mask of compute units"));
            }
            // SAFETY: HIP's contract: `count` words.
            let mask = unsafe { std::slice::from_raw_parts(mask, count as usize) }.to_vec();
            out.set(handle(stream::create_with_cu_mask(mask)?))
        };

    /// The compute units of a stream, one bit each. hipErrorInvalidValue: null, or too few words.
    fn hipExtStreamGetCUMask(stream: hipStream_t, count: u32, mask: *mut u32) =>
        |stream: Arc<Stream>, count: u32, mask: *mut u32| {
            if mask.is_null() {
                return Err(HipError::InvalidValue.because("no place for the mask"));
            }
            let words = stream.cu_mask(count as usize)?;
            // SAFETY: HIP's contract: `count` words, and there are no more.
            unsafe { std::ptr::copy_nonoverlapping(words.as_ptr(), mask, words.len()) };
            Ok(())
        };

    /// Lowest and highest priority.
    fn hipDeviceGetStreamPriorityRange(least: *mut c_int, greatest: *mut c_int) =>
        |least: super::convert::MaybeOut<i32>, greatest: super::convert::MaybeOut<i32>| {
            runtime::current_device()?;
            least.set(stream::PRIORITIES.0);
            greatest.set(stream::PRIORITIES.1);
            Ok(())
        };

    /// Destroys a stream. hipErrorInvalidHandle: a default stream; hipErrorContextIsDestroyed: destroyed before.
    fn hipStreamDestroy(stream: hipStream_t) => |stream: StreamRef| stream::destroy(stream);

    /// hipErrorNotReady while work is left. hipErrorContextIsDestroyed: not a stream.
    fn hipStreamQuery(stream: hipStream_t) and hipStreamQuery_spt => |stream: Arc<Stream>| stream.query();

    /// Waits until the stream is empty.
    fn hipStreamSynchronize(stream: hipStream_t) and hipStreamSynchronize_spt => |stream: Arc<Stream>| stream.synchronize();

    /// The flags a stream was created with. hipErrorInvalidValue: null (hip-tests, Unit_hipStreamGetFlags_Negative), which was not created.
    fn hipStreamGetFlags(stream: hipStream_t, flags: *mut c_uint) and hipStreamGetFlags_spt =>
        |target: StreamRef, out: Out<u32>| {
        if stream.0.is_null() && target == StreamRef::Legacy {
            return Err(HipError::InvalidValue.because("the null stream has no flags"));
        }
        out.set(stream::resolve(target)?.flags())
    };

    /// The stream's priority.
    fn hipStreamGetPriority(stream: hipStream_t, priority: *mut c_int) and hipStreamGetPriority_spt =>
        |stream: Arc<Stream>, out: Out<i32>| {
        out.set(stream.attributes.priority)
    };

    /// A number unique to the stream.
    fn hipStreamGetId(stream: hipStream_t, id: *mut c_ulonglong) => |stream: Arc<Stream>, out: Out<u64>| {
        out.set(stream.number)
    };

    /// The stream's device.
    fn hipStreamGetDevice(stream: hipStream_t, device: *mut hipDevice_t) => |stream: Arc<Stream>, out: Out<i32>| {
        out.set(stream.device_index() as i32)
    };

    /// Calls a function, with the stream and its status, after everything recorded so far. hipErrorInvalidValue: no
    /// function, or flags, which must be 0.
    fn hipStreamAddCallback(
        stream: hipStream_t, callback: hipStreamCallback_t, data: *mut c_void, flags: c_uint,
    ) and hipStreamAddCallback_spt =>
        |target: Arc<Stream>, callback: hipStreamCallback_t, data: *mut c_void, flags: u32|
            add_callback(&target, stream, callback, data, flags);

    /// Calls a function after everything recorded so far. hipErrorInvalidValue: no function.
    fn hipLaunchHostFunc(stream: hipStream_t, function: hipHostFn_t, data: *mut c_void) and hipLaunchHostFunc_spt =>
        |stream: Arc<Stream>, function: hipHostFn_t, data: *mut c_void| launch_host(&stream, function, data);

    /// Managed memory is visible to every stream already. hipErrorInvalidValue: not managed memory, unknown flags, or the null stream's alone
    /// (CUDA: "it is an error to associate memory with the NULL stream").
    fn hipStreamAttachMemAsync(stream: hipStream_t, address: *mut c_void, length: usize, flags: c_uint) =>
        |named: Arc<Stream>, address: Address, length: usize, flags: u32| {
            drop(named);
            if stream.0.is_null() && flags == 4 {
                return Err(HipError::InvalidValue.because("memory is attached to the null stream alone"));
            }
            let allocation = memory::pointer::allocation(address.0, HipError::InvalidValue)?;
            let whole = length == 0 || length as u64 == allocation.size;
            if !allocation.is_managed() || !whole || !matches!(flags, 1 | 2 | 4) {
                return Err(HipError::InvalidValue.because("not a whole managed allocation, or wrong flags"));
            }
            Ok(())
        };
}

/// The stream's device, or -1 for no stream: the one stream function that returns no error code.
///
/// # Safety
/// None: a handle is a number.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn hipGetStreamDeviceId(stream: hipStream_t) -> c_int {
    use super::convert::FromC;
    // SAFETY: a handle is a number and never dereferenced.
    unsafe { Arc::<Stream>::from_c(stream) }.map_or(-1, |stream| stream.device_index() as c_int)
}

fn add_callback(
    target: &Arc<Stream>,
    stream: hipStream_t,
    callback: hipStreamCallback_t,
    data: *mut c_void,
    flags: u32,
) -> HipResult {
    let callback = callback.ok_or_else(|| HipError::InvalidValue.because("the callback is null"))?;
    if flags != 0 {
        return Err(HipError::InvalidValue.because("callback flags must be 0"));
    }
    let (data, stream) = (Opaque(data), Opaque(stream.0));
    target.host_function(move || {
        // SAFETY: the program guarantees that its callback may be called with its data (hipStreamAddCallback).
        unsafe { callback(hipStream_t(stream.get()), 0, data.get()) }
    })
}

fn launch_host(stream: &Arc<Stream>, function: hipHostFn_t, data: *mut c_void) -> HipResult {
    let function = function.ok_or_else(|| HipError::InvalidValue.because("the function is null"))?;
    stream.host_work(super::graph_host::host_work(function, data))
}
