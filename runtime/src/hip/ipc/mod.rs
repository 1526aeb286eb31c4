//! Memory and events of other processes: `hipIpc*`.
//!
//! A handle is 64 bytes that say where the other process finds pages of this one (`vk::PagesPlace`), and what they are. [`memory`] gives and
//! opens those of allocations, [`event`] opens those of events; [`words`] is what several processes have of an event, which `hip::event` holds.
//! Where a device cannot share, all of it is hipErrorNotSupported. Called by `capi::ipc`.

pub mod event;
pub mod memory;
pub mod words;

use crate::hip::error::{HipError, HipResult};
use crate::vk::PagesPlace;

/// `HIP_IPC_HANDLE_SIZE`.
pub const HANDLE_BYTES: usize = 64;

/// What a handle is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
enum What {
    Memory = 0x4d43_5049,
    Event = 0x4543_5049,
}

/// A handle's bytes. `number` tells apart what lay at one place one after the other.
fn encode(what: What, place: &PagesPlace, number: u32) -> [u8; HANDLE_BYTES] {
    let mut bytes = [0; HANDLE_BYTES];
    let words = [
        u64::from(what as u32) | u64::from(number) << 32,
        u64::from(place.process) | u64::from(place.descriptor as u32) << 32,
        place.started,
        place.inode,
        place.offset,
        place.size,
    ];
    for (to, word) in bytes.chunks_exact_mut(8).zip(words) {
        to.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// The place of another process's pages, and their number. HIP: hipErrorInvalidContext for a handle of this process; hip-tests:
/// hipErrorInvalidValue for what is no handle.
fn decode(what: What, bytes: &[u8; HANDLE_BYTES]) -> HipResult<(PagesPlace, u32)> {
    let mut words = [0u64; HANDLE_BYTES / 8];
    for (word, from) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*from);
    }
    if words[0] as u32 != what as u32 || words[6..] != [0, 0] {
        return Err(HipError::InvalidValue.because("these bytes are no handle of this kind"));
    }
    let place = PagesPlace {
        process: words[1] as u32,
        descriptor: (words[1] >> 32) as i32,
        started: words[2],
        inode: words[3],
        offset: words[4],
        size: words[5],
    };
    if place.process == std::process::id() {
        return Err(HipError::InvalidContext.because("the handle is of this process"));
    }
    Ok((place, (words[0] >> 32) as u32))
}

#[cfg(test)]
mod tests {
    use super::{HipError, PagesPlace, What, decode, encode};

    #[test]
    fn a_handle_says_what_it_was_made_of_and_nothing_else_is_one() {
        let process = std::process::id() + 1;
        let place = PagesPlace { process, started: 5, descriptor: 7, inode: 1 << 40, offset: 4096, size: 100 };
        let mut bytes = encode(What::Memory, &place, 9);
        assert_eq!(decode(What::Memory, &bytes), Ok((place, 9)));
        assert_eq!(decode(What::Event, &bytes), Err(HipError::InvalidValue));
        bytes[63] = 1;
        assert_eq!(decode(What::Memory, &bytes), Err(HipError::InvalidValue));
        assert_eq!(decode(What::Memory, &[0; 64]), Err(HipError::InvalidValue));
        let own = PagesPlace { process: std::process::id(), ..place };
        assert_eq!(decode(What::Event, &encode(What::Event, &own, 0)), Err(HipError::InvalidContext));
    }
}
