//! Memory that several processes use: `hipIpcGetMemHandle`, `hipIpcOpenMemHandle`, `hipIpcCloseMemHandle`.
//!
//! What is opened is mapped once for each device, and counted: hip-tests gives every opening of a handle the same address.

use super::{HANDLE_BYTES, What, Words, decode, encode, no_handle, pages, pages_words};
use crate::hip::error::{HipError, HipResult};
use crate::hip::locks::{Mutex, Rank};
use crate::hip::memory::{self, Kind};
use crate::hip::runtime;
use crate::vk::{MemoryPlace, OfferPlace, VkError};

/// `hipIpcMemLazyEnablePeerAccess`.
const LAZY_PEER_ACCESS: u32 = 1;

#[derive(Debug)]
struct Opened {
    place: MemoryPlace,
    number: u32,
    device: usize,
    address: u64,
    count: u32,
}

static OPENED: Mutex<Vec<Opened>> = Mutex::new(Rank::Opened, Vec::new());

/// A place as a handle has it.
fn words(place: &MemoryPlace) -> (What, Words) {
    match place {
        MemoryPlace::Pages(place) => (What::Memory, pages_words(place)),
        MemoryPlace::Offer(OfferPlace { process, started, number, offset, size }) => {
            (What::Offer, [u64::from(*process) | u64::from(*number) << 32, *started, *offset, *size, 0])
        }
    }
}

/// What [`words`] was given; none for a handle of something else.
fn place(what: What, words: Words) -> Option<MemoryPlace> {
    match what {
        What::Memory => Some(MemoryPlace::Pages(pages(words))),
        What::Offer => {
            let [place, started, offset, size, _] = words;
            let (process, number) = (place as u32, (place >> 32) as u32);
            Some(MemoryPlace::Offer(OfferPlace { process, started, number, offset, size }))
        }
        What::Event => None,
    }
}

/// `hipIpcGetMemHandle`, of the allocation's rest from `address` on. hip-tests: hipErrorInvalidValue for null, freed and foreign memory.
pub fn handle(address: u64) -> HipResult<[u8; HANDLE_BYTES]> {
    let found = memory::find(address).filter(|(allocation, _)| allocation.kind == Kind::Device);
    let (allocation, offset) =
        found.ok_or_else(|| HipError::InvalidValue.because(format_args!("{address:#x} is no memory of hipMalloc")))?;
    let (what, words) = words(&allocation.memory.place()?.behind(offset, allocation.size));
    Ok(encode(what, words, allocation.id))
}

/// `hipIpcOpenMemHandle` on the current device. HIP: "flags … Must be specified as hipIpcMemLazyEnablePeerAccess", hipErrorInvalidValue
/// otherwise; hipErrorInvalidContext in the process that made the handle; hipErrorInvalidDevicePointer for memory that is gone.
pub fn open(bytes: &[u8; HANDLE_BYTES], flags: u32) -> HipResult<u64> {
    let device = runtime::current_device()?;
    if flags != LAZY_PEER_ACCESS {
        return Err(HipError::InvalidValue.because(format_args!("flags {flags:#x}")));
    }
    let (what, words, number) = decode(bytes)?;
    let place = place(what, words).ok_or_else(no_handle)?;
    let mut opened = OPENED.lock();
    let same = |it: &&mut Opened| (it.place, it.number, it.device) == (place, number, device.index);
    if let Some(same) = opened.iter_mut().find(same) {
        same.count += 1;
        return Ok(same.address);
    }
    let memory = device.vk.open_place(&place).map_err(|error| match error {
        VkError::Invalid(why) => HipError::InvalidDevicePointer.because(why),
        VkError::System { .. } => HipError::MapFailed.because(error),
        other => other.into(),
    })?;
    let allocation = memory::enter(device, memory, place.size(), Kind::Opened, 0, None)?;
    device.count_allocated(place.size());
    opened.push(Opened { place, number, device: device.index, address: allocation.base, count: 1 });
    Ok(allocation.base)
}

/// `hipIpcCloseMemHandle`: "Unmaps memory returnd by hipIpcOpenMemHandle" with the last of those who opened it. hip-tests: hipErrorInvalidValue
/// for anything else.
pub fn close(address: u64) -> HipResult {
    let runtime = runtime::get()?;
    {
        let mut opened = OPENED.lock();
        let index = opened.iter().position(|it| it.address == address).ok_or_else(|| {
            HipError::InvalidValue.because(format_args!("{address:#x} was not opened by hipIpcOpenMemHandle"))
        })?;
        opened[index].count -= 1;
        if opened[index].count > 0 {
            return Ok(());
        }
        opened.swap_remove(index);
    }
    memory::take(runtime, address, |allocation| allocation.kind == Kind::Opened)
}
