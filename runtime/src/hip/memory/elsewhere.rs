//! Copies that a stream orders and its queue cannot do, as another device's memory takes part in them, which a Vulkan queue does not reach, or the program's
//! pageable memory, which is to be read at the copy's turn.
//!
//! The host does them, at the stream's turn. Called by `copy`, `pitched`, `peer`, and graphs' copy nodes.

use std::sync::Arc;

use crate::hip::device::Device;
use crate::hip::error::HipResult;
use crate::hip::runtime::{self, Runtime};
use crate::hip::stream::{Role, Stream};

/// Has the host copy when `stream` comes to it: with a stream of `worker`, a device, that nobody else uses, since `stream` stands still meanwhile.
pub(super) fn later(
    stream: &Arc<Stream>,
    worker: usize,
    copy: impl FnOnce(&Arc<Stream>) -> HipResult + Send + 'static,
) -> HipResult {
    in_turn(stream, move |runtime| {
        let own = own_stream(&runtime.devices[worker])?;
        copy(&own).and_then(|()| own.finish())
    })
}

/// Has the host do what `copy` does when `stream` comes to it. What goes wrong is kept for the next call of the stream's device.
pub fn in_turn(stream: &Arc<Stream>, copy: impl FnOnce(&Runtime) -> HipResult + Send + 'static) -> HipResult {
    let home = stream.device_index();
    stream.host_function(move || {
        let Ok(runtime) = runtime::get() else { return };
        let _ = runtime.devices[home].note(copy(runtime));
    })
}

/// The stream that does on `device` what `stream` orders, which waits meanwhile: itself, or one that waits for nobody if it does not, else the default stream.
pub fn stand_in(stream: &Arc<Stream>, device: &Device) -> HipResult<Arc<Stream>> {
    match stream.role() {
        _ if stream.device_index() == device.index => Ok(Arc::clone(stream)),
        Role::NonBlocking => own_stream(device),
        Role::Legacy | Role::Blocking => Ok(Arc::clone(device.streams.legacy())),
    }
}

/// One that nobody else uses.
pub fn own_stream(device: &Device) -> HipResult<Arc<Stream>> {
    device.streams.add_owned(&device.vk, device.index, Role::NonBlocking)
}
