//! `hipIpcOpenEventHandle`: events of other processes.

use super::words::SharedEvent;
use super::{HANDLE_BYTES, What, decode};
use crate::hip::error::HipResult;
use crate::hip::event::Event;
use crate::hip::handle::Id;
use crate::hip::runtime;

/// An event on the current device that is another process's. HIP: hipErrorInvalidContext in the process that made the handle;
/// hipErrorInvalidValue for what is no handle of an event that is there.
pub fn open(bytes: &[u8; HANDLE_BYTES]) -> HipResult<Id<Event>> {
    let device = runtime::current_device()?;
    let (place, _) = decode(What::Event, bytes)?;
    let words = device.vk.open_words(&place)?;
    Ok(runtime::live::<Event>()?.insert(Event::opened(device.index, SharedEvent(words))))
}
