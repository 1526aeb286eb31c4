//! A pool that other processes open: on a CPU one file in memory of which every allocation is a part, each with a mapping of its own.
//!
//! The first grain of the file says what it is, so that its descriptor is all that another process needs, before and behind the allocations.
//! The file is larger than the memory there is: what is not used costs nothing, and a hole that an allocation leaves need not fit the next one.
//! What is freed is given back to the system at once, under whoever still maps it: those read zeros, and nothing faults.
//! A GPU's pool is a file of the first grain alone: what is allocated is device memory like any other's, which the process gives to who has
//! its place (`exported`).
//! Called by `hip::memory::{pool, shared_pool}`.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use super::allocation::{Lender, Memory};
use super::backing::MemoryUse;
use super::ipc::{MemoryPlace, OfferPlace};
use super::machine;
use super::shared_file::{PAGE, PageRange, Protection, SharedFile};
use crate::locks::{Mutex, Rank};
use crate::vk::device::logical::Device;
use crate::vk::error::VkError;

const MAGIC: [u8; 8] = *b"HIPVKPL1";
/// Bytes of the header: the magic, the identity, the device.
const HEADER: usize = 8 + 16 + 16 + 8;
/// Where the first allocation may lie: what a page is on any system.
const FIRST: u64 = 64 << 10;
/// The file is so many times as large as the device's memory.
const ROOMY: u64 = 4;

/// A file that allocations are parts of.
#[derive(Debug)]
pub struct SharedPool {
    file: SharedFile,
    identity: [u8; 16],
    origin: PoolOrigin,
    taken: Mutex<Taken>,
}

/// The device of the process that made the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolOrigin {
    /// Its UUID.
    pub uuid: [u8; 16],
    /// Its number there.
    pub number: u64,
}

/// The part of a pool that an allocation is: what one process tells another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolPart {
    /// Which pool.
    pub identity: [u8; 16],
    /// Who gives it, of a GPU's pool.
    pub giver: Option<Giver>,
    /// Where in what he gives, or in the pool's file.
    pub from: u64,
    /// Bytes asked for.
    pub size: u64,
}

/// Who gives memory, and what to ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Giver {
    /// The process.
    pub process: u32,
    /// When it began.
    pub started: u64,
    /// The number to ask for.
    pub number: u32,
}

/// The parts in use, by their place in the file: bytes, and the address here.
#[derive(Debug, Default)]
struct Taken(BTreeMap<u64, (u64, u64)>);

impl Taken {
    /// Takes the lowest hole of `size` bytes below `end`.
    fn take(&mut self, size: u64, end: u64) -> Option<u64> {
        let mut from = FIRST;
        for (&start, &(bytes, _)) in &self.0 {
            if start - from >= size {
                break;
            }
            from = start + bytes;
        }
        let fits = from.checked_add(size).is_some_and(|behind| behind <= end);
        fits.then(|| {
            self.0.insert(from, (size, 0));
            from
        })
    }
}

/// A part of the file, mapped here.
#[derive(Debug)]
struct MappedPart {
    range: PageRange,
    size: u64,
    device: Arc<Device>,
    /// The pool of this process that it is allocated from, and its place there; none if another process allocated it.
    allocated: Option<(Arc<SharedPool>, u64)>,
}

impl Lender for MappedPart {}

impl Drop for MappedPart {
    fn drop(&mut self) {
        if let Some((pool, from)) = &self.allocated {
            machine::release(self.range.address() as usize);
            self.device.lock_pools().reserved -= self.size;
            pool.file.discard(*from, self.size);
            pool.taken.lock().0.remove(from);
        }
    }
}

fn grain(device: &Device) -> u64 {
    PAGE.max(device.info.limits.import_alignment)
}

/// Bytes of a pool's file for allocations of the device.
fn file_bytes(device: &Device) -> Result<u64, VkError> {
    match device.info.exports.memory {
        true => Ok(FIRST),
        false if device.info.shares_pages() => {
            Ok(FIRST + device.info.memory_bytes.saturating_mul(ROOMY).next_multiple_of(FIRST))
        }
        false => Err(VkError::Unsupported { feature: "pools that other processes open".into() }),
    }
}

impl SharedPool {
    /// An empty one for allocations of `device`, which has `number` in this process.
    pub fn new(device: &Device, number: usize) -> Result<Self, VkError> {
        let file = SharedFile::new(file_bytes(device)?)?;
        let random = || RandomState::new().hash_one(MAGIC).to_le_bytes();
        let mut identity = [0; 16];
        identity[..8].copy_from_slice(&random());
        identity[8..].copy_from_slice(&random());
        let origin = PoolOrigin { uuid: device.info.uuid, number: number as u64 };
        let header = [&MAGIC[..], &identity, &origin.uuid, &origin.number.to_le_bytes()].concat();
        file.write(0, &header)?;
        Ok(Self { file, identity, origin, taken: Mutex::new(Rank::SharedPool, Taken::default()) })
    }

    /// That of a descriptor, which stays the caller's; `Invalid` for any other file.
    pub fn open(descriptor: i32) -> Result<Self, VkError> {
        let file = SharedFile::open(descriptor)?;
        let mut header = [0; HEADER];
        file.read(0, &mut header)?;
        let (identity, uuid, number) = parse(&header).ok_or(VkError::Invalid("the descriptor is of no memory pool"))?;
        let origin = PoolOrigin { uuid, number };
        Ok(Self { file, identity, origin, taken: Mutex::new(Rank::SharedPool, Taken::default()) })
    }

    /// Whose it is.
    pub fn origin(&self) -> PoolOrigin {
        self.origin
    }

    /// A descriptor for another process; the caller closes it.
    pub fn descriptor(&self) -> Result<i32, VkError> {
        self.file.descriptor()
    }

    /// Its allocations are the device's memory, not parts of its file.
    fn is_of_device(&self) -> bool {
        self.file.size() == FIRST
    }

    /// `size` bytes (not 0) of it.
    pub fn allocate(self: &Arc<Self>, device: &Arc<Device>, size: u64) -> Result<Arc<Memory>, VkError> {
        if self.is_of_device() {
            return device.allocate(MemoryUse::Device, size);
        }
        let full = || VkError::OutOfDeviceMemory { requested: size };
        let total = device.info.memory_bytes;
        let whole = size.checked_next_multiple_of(grain(device)).ok_or_else(full)?;
        if device.lock_pools().reserved.saturating_add(whole) > total || !machine::has_room(whole, total) {
            return Err(full());
        }
        let from = self.taken.lock().take(whole, self.file.size()).ok_or_else(full)?;
        let range = match self.map(from, whole) {
            Ok(range) => range,
            Err(error) => {
                self.taken.lock().0.remove(&from);
                return Err(error);
            }
        };
        let address = range.address();
        self.taken.lock().0.insert(from, (whole, address));
        device.lock_pools().reserved += whole;
        machine::hold(address as usize, whole);
        let part =
            MappedPart { range, size: whole, device: Arc::clone(device), allocated: Some((Arc::clone(self), from)) };
        import(device, part, 0, size)
    }

    /// What another process allocated of it.
    pub fn import_part(&self, device: &Arc<Device>, part: &PoolPart) -> Result<Arc<Memory>, VkError> {
        const NONE: VkError = VkError::Invalid("this is no allocation of the pool");
        if part.identity != self.identity || part.giver.is_some() != self.is_of_device() || part.size == 0 {
            return Err(NONE);
        }
        if let Some(Giver { process, started, number }) = part.giver {
            let place = OfferPlace { process, started, number, offset: part.from, size: part.size };
            return device.open_place(&MemoryPlace::Offer(place));
        }
        let behind = part.from.checked_add(part.size).filter(|&behind| behind <= self.file.size());
        if part.from < FIRST || behind.is_none() || !device.info.shares_pages() {
            return Err(NONE);
        }
        let first = part.from / grain(device) * grain(device);
        let lead = part.from - first;
        let whole = (lead + part.size).next_multiple_of(grain(device));
        let range = self.map(first, whole)?;
        let mapped = MappedPart { range, size: whole, device: Arc::clone(device), allocated: None };
        import(device, mapped, lead, part.size)
    }

    /// The part that memory of [`SharedPool::allocate`] is; none for other memory.
    pub fn part_of(&self, memory: &Memory) -> Option<PoolPart> {
        let identity = self.identity;
        if self.is_of_device() {
            let MemoryPlace::Offer(place) = memory.place().ok()? else { return None };
            let OfferPlace { process, started, number, offset, size } = place;
            let giver = Some(Giver { process, started, number });
            return Some(PoolPart { identity, giver, from: offset, size });
        }
        let host = memory.host_address()? as u64;
        let taken = self.taken.lock();
        let from = taken.0.iter().find_map(|(&from, &(_, address))| (address == host).then_some(from))?;
        Some(PoolPart { identity, giver: None, from, size: memory.size() })
    }

    fn map(&self, from: u64, size: u64) -> Result<PageRange, VkError> {
        let range = PageRange::new(size, PAGE, 0)?;
        range.map(0, size, &self.file, from)?;
        range.protect(0, size, Protection::ReadWrite)?;
        Ok(range)
    }
}

/// `size` bytes of mapped pages as the device's memory.
fn import(device: &Arc<Device>, part: MappedPart, lead: u64, size: u64) -> Result<Arc<Memory>, VkError> {
    let first = (part.range.address() + lead) as *mut u8;
    // SAFETY: mapped by `SharedPool::map` until the part goes, which the memory holds.
    unsafe { Memory::import(device, first, size, MemoryUse::Device, Some(Arc::new(part))) }
}

/// Identity, UUID and number of a header; none of another file's bytes.
fn parse(header: &[u8; HEADER]) -> Option<([u8; 16], [u8; 16], u64)> {
    let rest = header.strip_prefix(&MAGIC)?;
    let (identity, rest) = rest.split_first_chunk()?;
    let (uuid, rest) = rest.split_first_chunk()?;
    Some((*identity, *uuid, u64::from_le_bytes(*rest.first_chunk()?)))
}

#[cfg(test)]
mod tests {
    use super::{FIRST, HEADER, MAGIC, Taken, parse};

    #[test]
    fn holes_are_used_again_and_nothing_reaches_behind_the_end() {
        let (mut taken, end) = (Taken::default(), FIRST + 100);
        assert_eq!(taken.take(40, end), Some(FIRST));
        assert_eq!(taken.take(20, end), Some(FIRST + 40));
        assert_eq!(taken.take(40, end), Some(FIRST + 60));
        assert_eq!(taken.take(1, end), None);
        taken.0.remove(&(FIRST + 40));
        assert_eq!(taken.take(21, end), None);
        assert_eq!(taken.take(20, end), Some(FIRST + 40));
        assert_eq!(Taken::default().take(u64::MAX, end), None);
    }

    #[test]
    fn a_header_says_whose_the_pool_is_and_nothing_else_is_one() {
        let mut header = [7; HEADER];
        assert_eq!(parse(&header), None);
        header[..8].copy_from_slice(&MAGIC);
        header[8..24].fill(1);
        header[40..].copy_from_slice(&5u64.to_le_bytes());
        assert_eq!(parse(&header), Some(([1; 16], [7; 16], 5)));
    }
}
