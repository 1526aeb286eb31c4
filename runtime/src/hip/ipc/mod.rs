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
    /// Memory in a file's pages.
    Memory = 0x4d43_5049,
    /// Memory that the process gives.
    Offer = 0x4f43_5049,
    Event = 0x4543_5049,
}

/// Where what it is of is; the lower half of the first is the process.
type Words = [u64; 5];

fn pages_words(place: &PagesPlace) -> Words {
    let PagesPlace { process, started, descriptor, inode, offset, size } = *place;
    [u64::from(process) | u64::from(descriptor as u32) << 32, started, inode, offset, size]
}

fn pages([place, started, inode, offset, size]: Words) -> PagesPlace {
    PagesPlace { process: place as u32, descriptor: (place >> 32) as i32, started, inode, offset, size }
}

/// A handle's bytes. `number` tells apart what lay at one place one after the other.
fn encode(what: What, words: Words, number: u32) -> [u8; HANDLE_BYTES] {
    let mut bytes = [0; HANDLE_BYTES];
    let first = u64::from(what as u32) | u64::from(number) << 32;
    for (to, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip([first].into_iter().chain(words)) {
        to.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

fn no_handle() -> HipError {
    HipError::InvalidValue.because("these bytes are no handle of this kind")
}

/// What a handle of another process is of, and its number. HIP: hipErrorInvalidContext for a handle of this process; hip-tests:
/// hipErrorInvalidValue for what is no handle.
fn decode(bytes: &[u8; HANDLE_BYTES]) -> HipResult<(What, Words, u32)> {
    let mut all = [0u64; HANDLE_BYTES / 8];
    for (word, from) in all.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*from);
    }
    let [first, place, started, third, fourth, fifth, zeros @ ..] = all;
    let mut kinds = [What::Memory, What::Offer, What::Event].into_iter();
    let what = kinds.find(|&what| what as u32 == first as u32 && zeros == [0, 0]).ok_or_else(no_handle)?;
    if place as u32 == std::process::id() {
        return Err(HipError::InvalidContext.because("the handle is of this process"));
    }
    Ok((what, [place, started, third, fourth, fifth], (first >> 32) as u32))
}

#[cfg(test)]
mod tests {
    use super::{HipError, PagesPlace, What, decode, encode, pages, pages_words};

    #[test]
    fn a_handle_says_what_it_was_made_of_and_nothing_else_is_one() {
        let process = std::process::id() + 1;
        let place = PagesPlace { process, started: 5, descriptor: 7, inode: 1 << 40, offset: 4096, size: 100 };
        let mut bytes = encode(What::Memory, pages_words(&place), 9);
        let (what, words, number) = decode(&bytes).expect("a handle");
        assert_eq!((what, pages(words), number), (What::Memory, place, 9));
        bytes[63] = 1;
        assert_eq!(decode(&bytes), Err(HipError::InvalidValue));
        assert_eq!(decode(&[0; 64]), Err(HipError::InvalidValue));
        let own = PagesPlace { process: std::process::id(), ..place };
        assert_eq!(decode(&encode(What::Event, pages_words(&own), 0)), Err(HipError::InvalidContext));
    }
}
