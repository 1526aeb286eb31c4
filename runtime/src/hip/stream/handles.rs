//! Streams as the program names them: by handles, or as defaults of a device or a thread. Called by `capi`.

use std::sync::Arc;

use super::{NON_BLOCKING, Role, Stream, StreamRef};
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::{runtime, thread};
use crate::vk;

/// Finds the stream. HIP's tests: a destroyed or unknown stream is `hipErrorContextIsDestroyed`.
pub fn resolve(stream: StreamRef) -> HipResult<Arc<Stream>> {
    match stream {
        StreamRef::Legacy => Ok(Arc::clone(&runtime::current_device()?.streams.legacy)),
        StreamRef::PerThread => per_thread(),
        StreamRef::Created(id) => {
            let stream = runtime::find(id)?;
            if stream.attributes.is_detached() {
                return Err(HipError::StreamDetached.because("the stream's execution context was destroyed"));
            }
            Ok(stream)
        }
    }
}

fn per_thread() -> HipResult<Arc<Stream>> {
    let device = runtime::current_device()?;
    if let Some(stream) = thread::default_stream(device.index) {
        return Ok(stream);
    }
    let stream = create_on(device, Role::Blocking, 0)?;
    thread::keep_default_stream(device.index, Arc::clone(&stream));
    Ok(stream)
}

/// `hipStreamCreateWithPriority` on the current device. HIP: unknown flags are "hipErrorInvalidValue"; priorities outside
/// the range are clamped.
pub fn create(flags: u32, priority: i32) -> HipResult<Id<Stream>> {
    let device = runtime::current_device()?;
    if flags & !NON_BLOCKING != 0 {
        return Err(HipError::InvalidValue.because(format_args!("stream flags {flags:#x}")));
    }
    let role = if flags == NON_BLOCKING { Role::NonBlocking } else { Role::Blocking };
    Ok(runtime::live::<Stream>()?.insert_arc(create_on(device, role, priority)?))
}

/// A stream on a device, without a handle.
pub fn create_on(device: &Device, role: Role, priority: i32) -> HipResult<Arc<Stream>> {
    device.streams.collect_retired();
    device.streams.add(&device.vk, device.index, role, priority)
}

/// `hipExtStreamCreateWithCUMask`. Vulkan cannot keep work to some compute units: the mask is remembered, work runs on all.
pub fn create_with_cu_mask(mask: Vec<u32>) -> HipResult<Id<Stream>> {
    let id = create(0, 0)?;
    if let Some(stream) = runtime::live::<Stream>()?.get(id) {
        stream.attributes.set_cu_mask(mask);
    }
    Ok(id)
}

/// `hipStreamDestroy`, behind the stream's work. HIP's tests: null is hipErrorInvalidResourceHandle, a destroyed one hipErrorContextIsDestroyed.
pub fn destroy(stream: StreamRef) -> HipResult {
    let StreamRef::Created(id) = stream else {
        return Err(HipError::InvalidHandle.because("a default stream cannot be destroyed"));
    };
    let stream = runtime::live::<Stream>()?.end(id)?;
    let_go(Arc::clone(&stream), "hipStreamDestroy");
    // HIP: it "may wait for all commands queued to the stream before destroying it". AMD's runtime does, and MAGMA reads by one stream what another has
    // written that it destroyed. Not for values that the host may yet have to write, or it would wait for itself. An error of that work is for the next call
    // that asks for errors, as with any other.
    if !vk::in_host_function() && !stream.vk.awaits_values() {
        let _ = stream.finish();
    }
    Ok(())
}

/// The program has the stream no longer, which goes when its work is done. `call` is why.
pub fn let_go(stream: Arc<Stream>, call: &str) {
    stream.part.leave(call);
    stream.place.leave();
    if let Ok(runtime) = runtime::get()
        && let Some(device) = runtime.devices.get(stream.device)
    {
        device.streams.retire(stream);
    }
}
