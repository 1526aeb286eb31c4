//! Several GPUs in one process: addresses that differ, and host memory that all see at one address.
//!
//! Each GPU has an address space of its own and hands out the same addresses as the next one, but HIP asks an address alone whose memory
//! it is. So a GPU skips as many addresses as the ones before it have memory: a sparse buffer without memory takes them
//! ([`skip_addresses`]). And HIP's host memory is every device's: its pages lie where every GPU has free addresses, and each imports
//! them at the address they have on the host, by replaying it ([`SharedHost`]).
//!
//! ```text
//!            0 ...            ... 0xdf_0000_0000   0xe0_8000_0000 ... 0xff_8000_0000
//!   GPU 0                 memory of GPU 0 <──      pages of the host
//!   GPU 1    memory of GPU 1 <──  (skipped)        the same pages
//! ```
//! Measured on two H200s (580.159): 1 TiB of addresses, allocations from 0xdf_0000_0000 downwards, replayed ones where one asks. All
//! devices of one GPU have one address space. One GPU makes host memory beyond the driver's limit for an allocation (4 GiB) the same way.
//! Used by `hip::runtime`, which knows the devices, and by `block`.

use std::ops::Range;
use std::sync::{Arc, Weak};

use ash::vk;

use super::backing;
use super::import::{self, ImportedRow, Place};
use super::reservation::Reservation;
use super::usage::BUFFER_USAGE;
use crate::locks::{Mutex, MutexGuard, Rank};
use crate::vk::device::raw::RawDevice;
use crate::vk::device::select::DeviceInfo;
use crate::vk::error::{VkError, map_oom};

/// Where NVIDIA's driver keeps replayed addresses; a process has nothing there of its own.
const REGION: Range<u64> = 0xe0_8000_0000..0xff_8000_0000;
/// Addresses start at a multiple of this.
const STEP: u64 = 2 << 20;
/// Addresses that a GPU may use beyond its memory's size: small blocks, rings, the driver's own.
const SLACK: u64 = 16 << 30;

/// Host memory that several GPUs see.
#[derive(Debug)]
pub struct SharedHost {
    state: Mutex<State>,
}

impl Default for SharedHost {
    fn default() -> Self {
        Self { state: Mutex::new(Rank::SharedHost, State::default()) }
    }
}

#[derive(Debug, Default)]
struct State {
    members: Vec<Weak<RawDevice>>,
    /// In rising order.
    taken: Vec<Range<u64>>,
}

/// Where a device's host memory comes from, if not from its driver.
#[derive(Debug, Default)]
pub(in crate::vk) struct HostSources {
    /// What other GPUs see too.
    pub(in crate::vk) shared: Option<Arc<SharedHost>>,
    /// What is larger than one of the driver's allocations, if not from there.
    pub(in crate::vk) large: Option<Arc<SharedHost>>,
}

impl HostSources {
    /// Those of a device that this describes; `shared` where there are several GPUs.
    pub(in crate::vk) fn of(info: &DeviceInfo, shared: Option<&Arc<SharedHost>>) -> Self {
        let shared = shared.filter(|_| can_share(info)).cloned();
        let replays = shared.is_some() || wants_replay(info);
        Self { shared, large: (replays && can_share(info)).then(Arc::default) }
    }
}

/// Pages of the host, and what the GPUs have of them besides the one they were made for.
#[derive(Debug)]
pub(in crate::vk) struct SharedPages {
    owner: Arc<SharedHost>,
    range: Range<u64>,
    others: Vec<(Weak<RawDevice>, ImportedRow)>,
    // Last: unmapped when nobody sees it any more.
    _pages: Reservation,
}

impl SharedHost {
    /// From now on `device`, which can share ([`can_share`]), sees what is allocated.
    pub(in crate::vk) fn join(&self, device: &Arc<RawDevice>) {
        self.lock().members.push(Arc::downgrade(device));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// `size` bytes that every GPU sees at their address on the host, and what `device` has of them.
    pub(in crate::vk) fn allocate(
        self: &Arc<Self>,
        device: &RawDevice,
        size: u64,
    ) -> Result<(ImportedRow, SharedPages), VkError> {
        let size = size.next_multiple_of(STEP);
        let mut state = self.lock();
        let pages = state.find(size).ok_or(VkError::OutOfHostMemory { call: "mmap" })?;
        let first = pages.address() as u64;
        // SAFETY: the pages are mapped and stay so until `SharedPages` goes, which the owner of both drops last.
        let own = unsafe { import_same(device, first, size) }?;
        let mut shared =
            SharedPages { owner: Arc::clone(self), range: first..first + size, others: Vec::new(), _pages: pages };
        for other in state.others(device) {
            // SAFETY: as above.
            match unsafe { import_same(&other, first, size) } {
                Ok(imported) => shared.others.push((Arc::downgrade(&other), imported)),
                Err(error) => {
                    drop(state);
                    // SAFETY: nobody knows of it yet.
                    unsafe { own.destroy(device) };
                    return Err(error);
                }
            }
        }
        state.taken.push(shared.range.clone());
        state.taken.sort_by_key(|range| range.start);
        Ok((own, shared))
    }
}

/// In pieces, where the driver's allocations end before.
///
/// # Safety
/// As [`import::import`].
unsafe fn import_same(device: &RawDevice, first: u64, size: u64) -> Result<ImportedRow, VkError> {
    let piece = backing::whole_bytes(device) / STEP * STEP;
    if piece == 0 {
        return Err(VkError::OutOfDeviceMemory { requested: size });
    }
    // SAFETY: passed on from the caller.
    let imported = unsafe { import::import_row(device, first, size, piece, Place::Same) }?;
    if imported.address != first {
        // SAFETY: nobody knows of it yet.
        unsafe { imported.destroy(device) };
        return Err(VkError::Invalid("the driver does not keep the address of shared host memory"));
    }
    Ok(imported)
}

impl State {
    /// Maps pages at the lowest free place.
    fn find(&self, size: u64) -> Option<Reservation> {
        let mut start = REGION.start;
        for taken in self.taken.iter().cloned().chain(std::iter::once(REGION.end..REGION.end)) {
            while start + size <= taken.start {
                if let Some(pages) = Reservation::pages(start as usize, size as usize) {
                    return Some(pages);
                }
                // Somebody else's.
                start += STEP;
            }
            start = taken.end;
        }
        None
    }

    /// The other GPUs. Devices of one GPU have one address space: what one of them imports, all see.
    fn others(&self, device: &RawDevice) -> Vec<Arc<RawDevice>> {
        let mut others: Vec<Arc<RawDevice>> = Vec::new();
        for member in self.members.iter().filter_map(Weak::upgrade) {
            let known = |other: &DeviceUuid| *other == member.info.uuid;
            if !known(&device.info.uuid) && !others.iter().any(|other| known(&other.info.uuid)) {
                others.push(member);
            }
        }
        others
    }
}

type DeviceUuid = [u8; 16];

impl Drop for SharedPages {
    fn drop(&mut self) {
        for (device, imported) in self.others.drain(..) {
            if let Some(device) = device.upgrade() {
                // SAFETY: `hip::memory` waits for every device before host memory is given back.
                unsafe { imported.destroy(&device) };
            }
        }
        self.owner.lock().taken.retain(|range| *range != self.range);
    }
}

/// A device can import host memory at the host's address.
pub(in crate::vk) fn can_share(info: &DeviceInfo) -> bool {
    info.quirks.shares_host_addresses
        && info.features.can_replay_addresses
        && info.features.extensions.external_memory_host
        && STEP.is_multiple_of(info.limits.import_alignment.max(1))
}

/// The device must be opened so that addresses can be replayed: only then can it make all of its memory, or of the host's, one block.
pub(in crate::vk) fn wants_replay(info: &DeviceInfo) -> bool {
    let limits = &info.limits;
    !info.quirks.in_process
        && info.features.can_replay_addresses
        && (limits.buffer_bytes.min(limits.sparse_bytes) < info.memory_bytes || can_share(info))
}

/// Takes the addresses that GPUs with `memory` bytes in all have their memory at.
pub(in crate::vk) fn skip_addresses(device: &ash::Device, memory: u64) -> Result<vk::Buffer, VkError> {
    let size = (memory + SLACK).next_multiple_of(1 << 30);
    let info =
        vk::BufferCreateInfo::default().size(size).usage(BUFFER_USAGE).flags(vk::BufferCreateFlags::SPARSE_BINDING);
    // SAFETY: `info` is complete; without the feature or the addresses the driver refuses.
    unsafe { device.create_buffer(&info, None) }.map_err(map_oom("vkCreateBuffer"))
}

#[cfg(test)]
mod tests {
    use super::{REGION, State};

    #[test]
    fn pages_go_to_the_lowest_free_place_and_places_are_used_again() {
        let mut state = State::default();
        let first = state.find(4 << 20).expect("a free place");
        state.taken.push(first.address() as u64..first.address() as u64 + (4 << 20));
        let second = state.find(2 << 20).expect("another");
        assert!(REGION.contains(&(first.address() as u64)) && second.address() >= first.address() + (4 << 20));
        let place = first.address();
        state.taken.clear();
        drop((first, second));
        assert_eq!(state.find(4 << 20).map(|pages| pages.address()), Some(place));
        assert!(state.find(1 << 40).is_none());
    }
}
