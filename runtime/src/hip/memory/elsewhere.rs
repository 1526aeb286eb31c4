//! Copies that a stream orders and that another device's memory takes part in: a Vulkan queue reaches its own device's only.
//!
//! The host does them, at the stream's turn. Called by `copy`, `pitched` and `peer`.

use std::sync::Arc;

use super::copy::{Side, Wait};
use crate::hip::device::Device;
use crate::hip::error::HipResult;
use crate::hip::runtime;
use crate::hip::stream::{Role, Stream};

/// A call that does not wait, between memories of which one is another device's than the stream.
pub(super) fn is_later(stream: &Stream, to: &Side, from: &Side, wait: Wait) -> bool {
    let (Side::Ours(to, _), Side::Ours(from, _)) = (to, from) else { return false };
    let own = stream.device_index();
    wait == Wait::Asynchronous && (to.device != own || from.device != own)
}

/// Has the host copy when `stream` comes to it: with a stream that nobody else uses, since `stream` stands still meanwhile. What goes
/// wrong is kept for the next call of the stream's device.
pub(super) fn later(
    stream: &Arc<Stream>,
    to: Side,
    from: Side,
    copy: impl FnOnce(&Arc<Stream>, &Side, &Side) -> HipResult + Send + 'static,
) -> HipResult {
    let home = stream.device_index();
    let worker = [&to, &from].into_iter().find_map(device_of).unwrap_or(home);
    stream.host_function(move || {
        let Ok(runtime) = runtime::get() else { return };
        let device = &runtime.devices[worker];
        let done = own_stream(device).and_then(|helper| copy(&helper, &to, &from).and_then(|()| helper.finish()));
        let _ = runtime.devices[home].note(done);
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

/// The device whose queues alone reach it.
fn device_of(side: &Side) -> Option<usize> {
    match side {
        Side::Ours(allocation, _) if !allocation.is_host() => Some(allocation.device),
        _ => None,
    }
}

fn own_stream(device: &Device) -> HipResult<Arc<Stream>> {
    device.streams.add_owned(&device.vk, device.index, Role::NonBlocking)
}
