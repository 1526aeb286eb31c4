//! `hipIpcOpenEventHandle`: events of other processes.

use super::words::SharedEvent;
use super::{HANDLE_BYTES, What, decode, no_handle, pages};
use crate::hip::error::HipResult;
use crate::hip::event::Event;
use crate::hip::handle::Id;
use crate::hip::runtime;

/// An event on the current device that is another process's. HIP: hipErrorInvalidContext in the process that made the handle;
/// hipErrorInvalidValue for what is no handle of an event that is there.
pub fn open(bytes: &[u8; HANDLE_BYTES]) -> HipResult<Id<Event>> {
    let device = runtime::current_device()?;
    let (What::Event, place, _) = decode(bytes)? else { return Err(no_handle()) };
    let words = device.vk.open_words(&pages(place))?;
    Ok(runtime::live::<Event>()?.insert(Event::opened(device.index, SharedEvent(words))))
}
