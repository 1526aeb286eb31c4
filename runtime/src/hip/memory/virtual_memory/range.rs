//! Reserved addresses, what is mapped at them and who may use it: `hipMemAddressReserve` to `hipMemUnmap`.
//!
//! All ranges are behind one lock, which is held while memory is mapped; nobody waits for a device behind it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::physical::Physical;
use super::tiles::{self, Tile};
use super::{at, check_able};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::locks::{Mutex, Rank};
use crate::hip::memory::{Allocation, Kind};
use crate::hip::runtime::{self, MAX_DEVICES};
use crate::vk::{self, Protection};

/// `hipMemAccessFlagsProtRead`, `hipMemAccessFlagsProtReadWrite`.
const READ: u32 = 1;
const READ_WRITE: u32 = 3;

/// Memory at an address.
#[derive(Debug)]
struct Mapping {
    size: u64,
    memory: Arc<Physical>,
    /// `hipMemAccessFlags`, by device.
    access: [u8; MAX_DEVICES],
}

impl Mapping {
    /// What anybody may do: addresses are the same for all.
    fn protection(&self) -> Protection {
        match self.access.iter().max().map_or(0, |&most| u32::from(most)) {
            0 => Protection::None,
            READ => Protection::Read,
            _ => Protection::ReadWrite,
        }
    }
}

/// A range and what is mapped in it, by offset.
#[derive(Debug)]
struct Reserved {
    range: Arc<vk::AddressRange>,
    device: usize,
    mappings: BTreeMap<u64, Mapping>,
    shown: Vec<Arc<Allocation>>,
}

static RANGES: Mutex<BTreeMap<u64, Reserved>> = Mutex::new(Rank::Ranges, BTreeMap::new());

impl Reserved {
    /// Shows what is mapped now; `changed` is what is not what it was.
    fn show(&mut self, changed: std::ops::Range<u64>) -> HipResult {
        let mapped = self.mappings.iter().map(|(&start, mapping)| Tile {
            place: start..start + mapping.size,
            kind: Kind::Virtual(mapping.protection()),
            device: mapping.memory.device,
        });
        let tiles = tiles::cover(mapped, self.range.size(), self.device);
        let made = tiles::allocations(&self.range, tiles, &self.shown, &changed)?;
        let first = self.range.address();
        tiles::show(first..first + self.range.size(), &made)?;
        self.shown = made;
        Ok(())
    }

    /// The mapping around an offset, and where it begins.
    fn mapping(&self, offset: u64) -> Option<(u64, &Mapping)> {
        let (&start, mapping) = self.mappings.range(..=offset).next_back()?;
        (offset < start + mapping.size).then_some((start, mapping))
    }

    /// Where the mappings begin that make up all of these bytes, none of them in part. HIP (as CUDA): the range of hipMemSetAccess and
    /// hipMemUnmap is that of whole mappings; hipErrorInvalidValue otherwise.
    fn whole(&self, offset: u64, size: u64) -> HipResult<Vec<u64>> {
        let end = offset.checked_add(size);
        let mut starts = Vec::new();
        let mut reached = offset;
        while Some(reached) < end
            && let Some(mapping) = self.mappings.get(&reached)
        {
            starts.push(reached);
            reached += mapping.size;
        }
        if Some(reached) == end && size > 0 {
            return Ok(starts);
        }
        Err(HipError::InvalidValue.because(format_args!(
            "{size} bytes at {:#x} are not those of whole mappings",
            self.range.address() + offset
        )))
    }
}

/// Does something with the range around an address, and the address's offset in it. hipErrorInvalidValue if there is none.
fn with<R>(address: u64, work: impl FnOnce(&mut Reserved, u64) -> HipResult<R>) -> HipResult<R> {
    runtime::get()?;
    let mut ranges = RANGES.lock();
    let found = ranges.range_mut(..=address).next_back();
    match found.filter(|(start, reserved)| address - **start < reserved.range.size()) {
        Some((start, reserved)) => {
            let offset = address - start;
            work(reserved, offset)
        }
        None => Err(HipError::InvalidValue.because(format_args!("{address:#x} is no reserved address"))),
    }
}

/// `hipMemAddressReserve`, for the current device; on CPU devices for all. hip-tests: hipErrorInvalidValue for flags,
/// hipErrorMemoryAllocation (out of memory) for a size that is none or no multiple of the granularity, and for an alignment that is no power
/// of two. `wish` is where the program would like it.
pub fn reserve(size: u64, alignment: u64, wish: u64, flags: u64) -> HipResult<u64> {
    let device = runtime::current_device()?;
    check_able(device)?;
    if flags != 0 {
        return Err(HipError::InvalidValue.because(format_args!("flags {flags:#x}, must be 0")));
    }
    let granularity = device.vk.map_granularity()?;
    if size == 0 || !size.is_multiple_of(granularity) || alignment != 0 && !alignment.is_power_of_two() {
        return Err(HipError::OutOfMemory
            .because(format_args!("{size} bytes at a multiple of {alignment}: sizes are multiples of {granularity}")));
    }
    let range = device.vk.reserve_addresses(size, alignment, wish)?;
    let address = range.address();
    let mut reserved = Reserved { range, device: device.index, mappings: BTreeMap::new(), shown: Vec::new() };
    let mut ranges = RANGES.lock();
    reserved.show(0..size)?;
    ranges.insert(address, reserved);
    Ok(address)
}

/// `hipMemAddressFree`: "Frees an address range reservation made via hipMemAddressReserve". hipErrorInvalidValue for any other range, and
/// while something is mapped there.
pub fn free(address: u64, size: u64) -> HipResult {
    let other = || {
        HipError::InvalidValue
            .because(format_args!("{size} bytes at {address:#x} are not all of a reserved range without memory"))
    };
    runtime::get()?;
    let mut ranges = RANGES.lock();
    let reserved = ranges.get(&address).ok_or_else(other)?;
    if reserved.range.size() != size || !reserved.mappings.is_empty() {
        return Err(other());
    }
    tiles::show(address..address + size, &[])?;
    let gone = ranges.remove(&address);
    drop(ranges);
    drop(gone);
    Ok(())
}

/// `hipMemMap`. HIP: "offset into the memory, currently must be zero"; "flags - currently unused, must be zero". hipErrorInvalidValue for
/// that, for sizes and places that are no multiples of the granularity, for more than the memory or the range has, and where something is mapped.
pub fn map(address: u64, size: u64, offset: u64, id: Id<Physical>, flags: u64) -> HipResult {
    let memory = runtime::find(id)?;
    let device = runtime::device(memory.device as i32)?;
    let granularity = device.vk.map_granularity()?;
    let right = size != 0 && size.is_multiple_of(granularity) && size <= memory.size();
    if !right || offset != 0 || flags != 0 || address == 0 {
        return Err(HipError::InvalidValue.because(format_args!(
            "mapping {size} bytes of {} from {offset} at {address:#x} with flags {flags:#x}; sizes are multiples of {granularity}",
            memory.size()
        )));
    }
    with(address, |reserved, at| {
        let room = reserved.range.size() - at;
        let next = reserved.mappings.range(at..).next().map_or(u64::MAX, |(&start, _)| start - at);
        if !at.is_multiple_of(granularity) || size > room.min(next) || reserved.mapping(at).is_some() {
            return Err(HipError::InvalidValue
                .because(format_args!("{size} bytes do not fit at {address:#x}, or something is mapped there")));
        }
        reserved.range.map(at, size, &memory.vk)?;
        reserved.mappings.insert(at, Mapping { size, memory: Arc::clone(&memory), access: [0; MAX_DEVICES] });
        reserved.show(at..at + size).inspect_err(|_| {
            reserved.mappings.remove(&at);
            let _ = reserved.range.unmap(at, size);
        })
    })
}

/// `hipMemUnmap`: "Unmap memory allocation of a given address range", of whole mappings. Who may use it is waited for, as for hipFree.
pub fn unmap(address: u64, size: u64) -> HipResult {
    with(address, |reserved, at| reserved.whole(at, size).map(|_| ()))?;
    runtime::get()?.devices.iter().for_each(|device| device.outlast());
    // Another thread may have been here meanwhile.
    let gone = with(address, |reserved, at| {
        let starts = reserved.whole(at, size)?;
        let gone: Vec<_> = starts.iter().filter_map(|start| reserved.mappings.remove(start)).collect();
        let shown = reserved.show(at..at + size).and_then(|()| Ok(reserved.range.unmap(at, size)?));
        if let Err(error) = shown {
            reserved.mappings.extend(starts.into_iter().zip(gone));
            return Err(error);
        }
        Ok(gone)
    })?;
    drop(gone);
    Ok(())
}

/// `hipMemSetAccess`: "Set the access flags for each location specified in desc for the given virtual address range." hipErrorInvalidValue for
/// no devices, other flags than none, read, and read and write, and for anything but whole mappings.
pub fn set_access(address: u64, size: u64, list: &[((u32, i32), u32)]) -> HipResult {
    let mut entries = Vec::new();
    for &(location, flags) in list {
        if !matches!(flags, 0 | READ | READ_WRITE) {
            return Err(HipError::InvalidValue.because(format_args!("access {flags}")));
        }
        entries.push((at(location)?.index, flags as u8));
    }
    if entries.is_empty() {
        return Err(HipError::InvalidValue.because("no list of accesses"));
    }
    with(address, |reserved, at| {
        let starts = reserved.whole(at, size)?;
        for start in starts {
            let Some(mapping) = reserved.mappings.get_mut(&start) else { continue };
            entries.iter().for_each(|&(device, flags)| mapping.access[device] = flags);
            reserved.range.protect(start, mapping.size, mapping.protection())?;
        }
        reserved.show(at..at + size)
    })
}

/// `hipMemGetAccess`: "Get the access flags set for the given location and ptr." hipErrorInvalidValue for no device, and where nothing is mapped.
pub fn access(location: (u32, i32), address: u64) -> HipResult<u64> {
    let device = at(location)?;
    with(address, |reserved, at| {
        let (_, mapping) = reserved.mapping(at).ok_or_else(|| unmapped(address))?;
        Ok(mapping.access[device.index].into())
    })
}

/// `hipMemRetainAllocationHandle`: "Returns the allocation handle of the backing memory allocation given the address." The caller releases it.
pub fn retain(address: u64) -> HipResult<Id<Physical>> {
    let memory =
        with(address, |reserved, at| Ok(Arc::clone(&reserved.mapping(at).ok_or_else(|| unmapped(address))?.1.memory)))?;
    memory.retain()
}

fn unmapped(address: u64) -> HipError {
    HipError::InvalidValue.because(format_args!("nothing is mapped at {address:#x}"))
}
