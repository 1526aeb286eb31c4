//! Memory and events of other processes. Semantics: `hip::ipc`.

use std::ffi::{c_uint, c_void};
use std::sync::Arc;

use super::convert::{Address, Out, pointer};
use super::guard::hip_api;
use super::types::{hipEvent_t, hipIpcEventHandle_t, hipIpcMemHandle_t};
use crate::hip::error::HipError;
use crate::hip::event::Event;
use crate::hip::ipc::{event, memory};

hip_api! {
    /// A handle of device memory for other processes. hipErrorInvalidValue: null, or no memory of hipMalloc; hipErrorNotSupported.
    fn hipIpcGetMemHandle(out_handle: *mut hipIpcMemHandle_t, address: *mut c_void) =>
        |out: Out<hipIpcMemHandle_t>, address: Address| out.set(hipIpcMemHandle_t { reserved: memory::handle(address.0)? });

    /// Maps memory of another process. hipErrorInvalidValue: null, flags, or no handle; hipErrorInvalidContext: of this process;
    /// hipErrorInvalidDevicePointer: it is gone; hipErrorMapFailed.
    fn hipIpcOpenMemHandle(out_address: *mut *mut c_void, handle: hipIpcMemHandle_t, flags: c_uint) =>
        |out: Out<*mut c_void>, handle: hipIpcMemHandle_t, flags: u32| out.set(pointer(memory::open(&handle.reserved, flags)?));

    /// Unmaps it. hipErrorInvalidValue: anything else.
    fn hipIpcCloseMemHandle(address: *mut c_void) => |address: Address| memory::close(address.0);

    /// A handle of an interprocess event. hipErrorInvalidValue: null; hipErrorInvalidHandle: no event, or not made for it.
    fn hipIpcGetEventHandle(out_handle: *mut hipIpcEventHandle_t, event: hipEvent_t) =>
        |out: Out<hipIpcEventHandle_t>, event: hipEvent_t| {
            if event.0.is_null() {
                return Err(HipError::InvalidValue.because("the event is null"));
            }
            // SAFETY: a handle is a number, which nobody follows.
            let event: Arc<Event> = unsafe { super::convert::FromC::from_c(event) }?;
            out.set(hipIpcEventHandle_t { reserved: event.ipc_handle()? })
        };

    /// An event of another process. hipErrorInvalidValue: null, or no handle; hipErrorInvalidContext: of this process.
    fn hipIpcOpenEventHandle(out_event: *mut hipEvent_t, handle: hipIpcEventHandle_t) =>
        |out: Out<hipEvent_t>, handle: hipIpcEventHandle_t| out.set(hipEvent_t(pointer(event::open(&handle.reserved)?.raw())));
}
