//! `hipMallocAsync` and `hipFreeAsync`: allocation in stream order.
//!
//! Memory is suballocated in well under a microsecond, so an asynchronous allocation is an ordinary one. A free takes the
//! allocation out of the map at once (the program may no longer use it) and lets the memory go when the stream gets there.

use std::sync::Arc;

use super::{Kind, released};
use crate::hip::error::{HipError, HipResult};
use crate::hip::stream::Stream;
use crate::hip::{memory, runtime};

/// `hipMallocAsync`: usable by work in `stream` (and, as it is an ordinary allocation, by any other).
pub fn malloc(stream: &Arc<Stream>, size: u64) -> HipResult<u64> {
    let runtime = runtime::get()?;
    refuse_while_capturing(stream, "hipMallocAsync")?;
    if size == 0 {
        return Ok(0);
    }
    let device = runtime.devices.get(stream.device_index()).ok_or(HipError::InvalidDevice)?;
    Ok(memory::allocate(device, size, Kind::Device, 0)?.base)
}

/// HIP makes nodes of them; ours lack those.
fn refuse_while_capturing(stream: &Stream, call: &str) -> HipResult {
    let Some(capture) = stream.capture() else { return Ok(()) };
    Err(capture.refuse(HipError::StreamCaptureUnsupported, call))
}

/// `hipFreeAsync`. HIP: null and pointers that are no allocation are hipErrorInvalidValue.
pub fn free(stream: &Arc<Stream>, address: u64) -> HipResult {
    let runtime = runtime::get()?;
    refuse_while_capturing(stream, "hipFreeAsync")?;
    let freeable = |kind: Kind| matches!(kind, Kind::Device | Kind::Managed);
    let allocation = memory::map()?.remove(address, |allocation| freeable(allocation.kind)).ok_or_else(|| {
        HipError::InvalidValue.because(format_args!("{address:#x} is not the start of a device allocation"))
    })?;
    released(&allocation);
    if let Some(device) = runtime.devices.get(stream.device_index()) {
        device.release_after(stream.vk.rough_point(), allocation);
    }
    Ok(())
}
