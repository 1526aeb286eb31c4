//! Addresses without memory, and putting memory at them: what `hipMemAddressReserve` and `hipMemMap` need.
//!
//! On a CPU they are addresses of the process, at which files are mapped (`shared_file`); kernels go by address, and commands by buffers
//! that import the pages ([`AddressRange::memory`]). Elsewhere they are those of one sparse buffer, behind which memory is bound and
//! unbound. Called by `hip::memory::virtual_memory`, which keeps the books and waits for who uses what it takes away.

use std::sync::Arc;

use ash::vk;

use super::allocation::{Lender, Memory};
use super::backing::{self, MemoryUse};
use super::buffers::Buffers;
use super::physical::{Physical, Store, sparse_buffer};
use super::reservation::Reservation;
use super::shared_file::{PageRange, Protection};
use crate::vk::device::logical::Device;
use crate::vk::error::VkError;

/// A reserved range.
#[derive(Debug)]
pub struct AddressRange {
    device: Arc<Device>,
    address: u64,
    size: u64,
    way: Way,
    /// Keeps the process off a GPU's addresses, as off device memory's (`make`).
    _apart: Option<Reservation>,
}

#[derive(Debug)]
enum Way {
    Pages(PageRange),
    /// The range begins so many bytes behind the buffer's start.
    Sparse(vk::Buffer, u64),
}

impl Lender for AddressRange {}

impl Device {
    /// Reserves `size` bytes at a multiple of `alignment` (a power of two, or 0); at `wish`, where the device can and that is free. Both are
    /// multiples of `RawDevice::map_granularity`.
    pub fn reserve_addresses(
        self: &Arc<Self>,
        size: u64,
        alignment: u64,
        wish: u64,
    ) -> Result<Arc<AddressRange>, VkError> {
        let alignment = alignment.max(self.map_granularity()?);
        let device = Arc::clone(self);
        if self.info.maps_pages() {
            let pages = PageRange::new(size, alignment, wish)?;
            let address = pages.address();
            return Ok(Arc::new(AddressRange { device, address, size, way: Way::Pages(pages), _apart: None }));
        }
        let (address, way) = self.reserve_sparse(size, alignment)?;
        let apart = Reservation::apart(address, size);
        if apart.is_err() {
            log::warn!("the process has memory of its own among {size} reserved addresses from {address:#x} on");
        }
        Ok(Arc::new(AddressRange { device, address, size, way, _apart: apart.unwrap_or(None) }))
    }

    fn reserve_sparse(&self, size: u64, alignment: u64) -> Result<(u64, Way), VkError> {
        let limits = &self.info.limits;
        let full = VkError::OutOfDeviceMemory { requested: size };
        for spare in [0, alignment] {
            let whole = size.checked_add(spare).ok_or_else(|| full.clone())?;
            if whole > limits.buffer_bytes.min(limits.sparse_bytes) {
                return Err(full);
            }
            let buffer = sparse_buffer(self, whole)?;
            let first = backing::address_of(self, buffer);
            let offset = first.next_multiple_of(alignment) - first;
            if offset + size <= whole {
                return Ok((first + offset, Way::Sparse(buffer, offset)));
            }
            // SAFETY: nobody knows the buffer.
            unsafe { self.raw.destroy_buffer(buffer, None) };
        }
        Err(full)
    }
}

impl AddressRange {
    /// The first address.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Its bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Puts `size` bytes of `memory` at `offset`. Until [`AddressRange::protect`], nothing may be done with them.
    pub fn map(&self, offset: u64, size: u64, memory: &Physical) -> Result<(), VkError> {
        self.check(offset, size)?;
        if size > memory.size() {
            return Err(VkError::Invalid("more is mapped than there is"));
        }
        match (&self.way, memory.store()) {
            (Way::Pages(pages), Store::File(file)) => pages.map(offset, size, file, 0),
            (Way::Sparse(buffer, first), store) if memory.is_of(&self.device) => {
                let driver = store.driver().ok_or(VkError::Invalid("a file behind a sparse buffer"))?;
                let bind = vk::SparseMemoryBind::default().resource_offset(first + offset).size(size).memory(driver);
                self.device.bind_sparse(*buffer, &[bind])
            }
            _ => Err(VkError::Unsupported { feature: "memory of one device at addresses of another".into() }),
        }
    }

    /// Takes away what is there. Nobody uses it any more.
    pub fn unmap(&self, offset: u64, size: u64) -> Result<(), VkError> {
        self.check(offset, size)?;
        match &self.way {
            Way::Pages(pages) => pages.unmap(offset, size),
            Way::Sparse(buffer, first) => {
                let bind = vk::SparseMemoryBind::default().resource_offset(first + offset).size(size);
                self.device.bind_sparse(*buffer, &[bind])
            }
        }
    }

    /// Says what may be done with what is mapped there. A GPU's memory has no protection in Vulkan: there it holds for copies alone.
    pub fn protect(&self, offset: u64, size: u64, protection: Protection) -> Result<(), VkError> {
        self.check(offset, size)?;
        match &self.way {
            Way::Pages(pages) => pages.protect(offset, size, protection),
            Way::Sparse(..) => Ok(()),
        }
    }

    /// A part of the range as commands of `device` name it.
    pub fn memory(self: &Arc<Self>, device: &Arc<Device>, offset: u64, size: u64) -> Result<Arc<Memory>, VkError> {
        self.check(offset, size)?;
        let lender: Arc<dyn Lender> = Arc::clone(self) as _;
        match &self.way {
            Way::Pages(_) => {
                let first = (self.address + offset) as usize as *mut u8;
                // SAFETY: the addresses stay this range's as long as it lives, which the memory sees to; pages that nothing is mapped at
                // are imported as well, and no command names them (`hip::memory::virtual_memory`).
                unsafe { Memory::import(device, first, size, MemoryUse::Device, Some(lender)) }
            }
            Way::Sparse(..) if !Arc::ptr_eq(device, &self.device) => {
                Err(VkError::Unsupported { feature: "addresses of another device".into() })
            }
            Way::Sparse(buffer, first) => {
                let place = (Buffers::One(*buffer), first + offset, self.address + offset);
                Ok(Memory::lent(device, place, size, lender))
            }
        }
    }

    fn check(&self, offset: u64, size: u64) -> Result<(), VkError> {
        match offset.checked_add(size) {
            Some(end) if size > 0 && end <= self.size => Ok(()),
            _ => Err(VkError::Invalid("a place outside the reserved addresses")),
        }
    }
}

impl Drop for AddressRange {
    fn drop(&mut self) {
        if let Way::Sparse(buffer, _) = &self.way {
            // SAFETY: every memory of the range holds it, and batches hold those, so nothing uses the buffer.
            unsafe { self.device.raw.destroy_buffer(*buffer, None) };
        }
    }
}
