//! Contexts: a device's primary context and nothing else. Semantics: `hip::context`.

use std::ffi::{c_int, c_uint};
use std::sync::Arc;

use super::convert::{MaybeOut, Out, pointer};
use super::guard::hip_api;
use super::types::{hipCtx_t, hipDevice_t, hipFuncCache_t, hipSharedMemConfig};
use crate::hip::device::Device;
use crate::hip::error::HipError;
use crate::hip::{context, runtime, thread};

fn handle(context: u64) -> hipCtx_t {
    hipCtx_t(pointer(context))
}

hip_api! {
    /// The device's context, made current.
    fn hipCtxCreate(context_out: *mut hipCtx_t, flags: c_uint, device: hipDevice_t) =>
        |out: Out<hipCtx_t>, _flags: u32, device: c_int| out.set(handle(context::create(device)?));

    /// hipErrorInvalidContext: not a context.
    fn hipCtxDestroy(context: hipCtx_t) => |context: u64| context::destroy(context);

    /// Ends the current context's turn. hipErrorInvalidContext: none was pushed.
    fn hipCtxPopCurrent(context_out: *mut hipCtx_t) => |out: MaybeOut<hipCtx_t>| {
        out.set(handle(context::pop()?));
        Ok(())
    };

    /// Makes a context current until it is popped.
    fn hipCtxPushCurrent(context: hipCtx_t) => |context: u64| context::push(context);

    /// Makes a context current.
    fn hipCtxSetCurrent(context: hipCtx_t) => |context: u64| context::set_current(context);

    /// The current device's context.
    fn hipCtxGetCurrent(context_out: *mut hipCtx_t) => |out: Out<hipCtx_t>| {
        out.set(handle(context::handle(runtime::current_device()?.index)))
    };

    /// The current device.
    fn hipCtxGetDevice(device: *mut hipDevice_t) => |out: Out<i32>| out.set(runtime::current_device()?.index as i32);

    /// HIP: "hipCtxGetApiVersion … always returns HIP_API_VERSION as 4".
    fn hipCtxGetApiVersion(context: hipCtx_t, version: *mut c_uint) => |context: u64, out: Out<u32>| {
        context::device(context)?;
        out.set(4)
    };

    /// hipFuncCachePreferNone: HIP: "AMD devices … do not support reconfigurable cache".
    fn hipCtxGetCacheConfig(config: *mut hipFuncCache_t) => |out: Out<u32>| out.set(0);

    /// Accepted, without effect.
    fn hipCtxSetCacheConfig(config: hipFuncCache_t) => |_config: u32| Ok(());

    /// Accepted, without effect.
    fn hipCtxSetSharedMemConfig(config: hipSharedMemConfig) => |_config: u32| Ok(());

    /// hipSharedMemBankSizeFourByte.
    fn hipCtxGetSharedMemConfig(config: *mut hipSharedMemConfig) => |out: Out<u32>| out.set(1);

    /// Waits for everything on the current device.
    fn hipCtxSynchronize() => | | super::device::synchronize("hipCtxSynchronize");

    /// The current device's flags.
    fn hipCtxGetFlags(flags: *mut c_uint) => |out: Out<u32>| out.set(runtime::current_device()?.flags());

    /// hipErrorPeerAccessUnsupported, unless it is not a context.
    fn hipCtxEnablePeerAccess(peer: hipCtx_t, flags: c_uint) => |peer: u64, flags: u32| {
        crate::hip::peer::enable(context::device(peer)? as i32, flags)
    };

    /// hipErrorPeerAccessNotEnabled, unless it is not a context.
    fn hipCtxDisablePeerAccess(peer: hipCtx_t) => |peer: u64| crate::hip::peer::disable(context::device(peer)? as i32);

    /// The primary context is always there: flags, and whether the device is the thread's.
    fn hipDevicePrimaryCtxGetState(device: hipDevice_t, flags: *mut c_uint, active: *mut c_int) =>
        |device: &'static Arc<Device>, flags: Out<u32>, active: Out<i32>| {
            flags.set(device.flags())?;
            active.set((thread::device_index() == device.index).into())
        };

    /// Contexts are never released.
    fn hipDevicePrimaryCtxRelease(device: hipDevice_t) => |_device: &'static Arc<Device>| Ok(());

    /// The device's context.
    fn hipDevicePrimaryCtxRetain(context_out: *mut hipCtx_t, device: hipDevice_t) =>
        |out: Out<hipCtx_t>, device: &'static Arc<Device>| out.set(handle(context::handle(device.index)));

    /// Waits for the device's work.
    fn hipDevicePrimaryCtxReset(device: hipDevice_t) => |device: &'static Arc<Device>| device.synchronize();

    /// HIP: hipErrorContextAlreadyInUse, as the primary context is always active.
    fn hipDevicePrimaryCtxSetFlags(device: hipDevice_t, flags: c_uint) =>
        |_device: &'static Arc<Device>, _flags: u32| Err(HipError::ContextAlreadyInUse);
}
