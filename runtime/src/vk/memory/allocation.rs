//! Memory that a HIP program holds: an owner with a device address, and where possible a host address.
//!
//! A [`Memory`] is shared (`Arc`): every copy or fill recorded on a stream keeps the memory it touches alive until it
//! has run. Kernels reach memory by address, which nobody can track; `hip::memory` waits before it drops memory that a
//! kernel may still use, as `hipFree` promises.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::allocator::Piece;
use super::backing::{self, MemoryUse};
use super::buffers::{Buffers, Span};
use super::exported::Exported;
use super::import::{self, ImportedRow, Place};
use super::reservation::{Reservation, Taken};
use crate::vk::device::logical::Device;
use crate::vk::error::VkError;

/// Owned memory of one device.
#[derive(Debug)]
pub struct Memory {
    device: Arc<Device>,
    piece: Option<Piece>,
    /// Imported host memory is not ours to suballocate: its own buffers and memory objects.
    imported: Option<ImportedRow>,
    pub(in crate::vk) buffers: Buffers,
    pub(in crate::vk) offset: u64,
    address: u64,
    host: usize,
    size: u64,
    usage: MemoryUse,
    /// Of imported memory: the device's addresses of it, at which nothing else may lie.
    _apart: Option<Reservation>,
    /// Who owns what it is made of, if that is neither a piece nor imported.
    _lender: Option<Arc<dyn Lender>>,
}

/// What a [`Memory`] may be a part of; it lives as long as the part.
pub(super) trait Lender: std::fmt::Debug + Send + Sync {}

/// A place inside a [`Memory`]: where a copy starts.
#[derive(Debug, Clone, Copy)]
pub struct At<'a> {
    /// The memory.
    pub memory: &'a Arc<Memory>,
    /// Bytes from its start.
    pub offset: u64,
}

impl At<'_> {
    /// Offset behind the start of the underlying buffers; checks that `size` bytes from here are inside the memory.
    pub(in crate::vk) fn buffer_offset(&self, size: u64) -> Result<u64, VkError> {
        match self.offset.checked_add(size) {
            Some(end) if end <= self.memory.size => Ok(self.memory.offset + self.offset),
            _ => Err(VkError::Invalid("a range reaches outside its memory")),
        }
    }

    /// The same for a binding, in its buffer. Bindings are made of whole words; the last one may reach up to 3 bytes behind the
    /// memory's end, which every allocation has room for.
    pub(in crate::vk) fn binding(&self, size: u64) -> Result<Span, VkError> {
        match self.offset.checked_add(size) {
            Some(end) if end <= self.memory.size.next_multiple_of(4) => {
                let span = self.memory.buffers.span(self.memory.offset + self.offset, size);
                if span.size == size { Ok(span) } else { Err(VkError::Invalid("a binding of two buffers")) }
            }
            _ => Err(VkError::Invalid("a binding reaches outside its memory")),
        }
    }

    /// The `size` bytes from here lie in one Vulkan buffer, so that a binding can cover them.
    pub fn in_one_buffer(&self, size: u64) -> bool {
        self.memory.buffers.span(self.memory.offset + self.offset, size).size == size
    }

    /// The device address of this place.
    pub fn address(&self) -> u64 {
        self.memory.address + self.offset
    }
}

impl Device {
    /// Allocates `size` bytes (not 0), of whole pages unless they are uploaded. [`VkError::OutOfDeviceMemory`] if there is no room or the
    /// device cannot make an allocation this large.
    pub fn allocate(self: &Arc<Self>, usage: MemoryUse, size: u64) -> Result<Arc<Memory>, VkError> {
        Memory::allocate(self, usage, size)
    }

    /// Makes existing host memory visible to the device. The result's host address is `pointer`.
    /// [`VkError::Unsupported`] without `VK_EXT_external_memory_host`.
    ///
    /// # Safety
    /// `[pointer, pointer+size)` is mapped, and stays mapped until the result is dropped.
    pub unsafe fn import_host(self: &Arc<Self>, pointer: *mut u8, size: u64) -> Result<Arc<Memory>, VkError> {
        // SAFETY: the caller's guarantee is passed on.
        unsafe { Memory::import(self, pointer, size, MemoryUse::Host, None) }
    }
}

impl Memory {
    fn allocate(device: &Arc<Device>, usage: MemoryUse, size: u64) -> Result<Arc<Self>, VkError> {
        if size == 0 {
            return Err(VkError::Invalid("an allocation of no bytes"));
        }
        let piece = device.lock_pools().allocate(device, usage, size)?;
        if usage != MemoryUse::Upload && piece.host != 0 {
            device.host_readable.fetch_add(1, Ordering::AcqRel);
        }
        Ok(Arc::new(Self {
            device: Arc::clone(device),
            buffers: piece.buffers.clone(),
            offset: piece.offset,
            address: piece.address,
            host: piece.host,
            piece: Some(piece),
            imported: None,
            size,
            usage,
            _apart: None,
            _lender: None,
        }))
    }

    /// A part of what `lender` owns: buffers, the part's offset in them, and its address. The host does not see it.
    pub(super) fn lent(
        device: &Arc<Device>,
        (buffers, offset, address): (Buffers, u64, u64),
        size: u64,
        lender: Arc<dyn Lender>,
    ) -> Arc<Self> {
        Arc::new(Self {
            device: Arc::clone(device),
            piece: None,
            imported: None,
            buffers,
            offset,
            address,
            host: 0,
            size,
            usage: MemoryUse::Device,
            _apart: None,
            _lender: Some(lender),
        })
    }

    /// See [`Device::import_host`]. The pages may be what `lender` owns.
    ///
    /// # Safety
    /// The caller guarantees that the range stays mapped for as long as the result lives.
    pub(super) unsafe fn import(
        device: &Arc<Device>,
        pointer: *mut u8,
        size: u64,
        usage: MemoryUse,
        lender: Option<Arc<dyn Lender>>,
    ) -> Result<Arc<Self>, VkError> {
        let alignment = device.info.limits.import_alignment;
        if alignment == 0 {
            return Err(VkError::Unsupported { feature: "VK_EXT_external_memory_host".into() });
        }
        let first = (pointer as u64) / alignment * alignment;
        let lead = pointer as u64 - first;
        let whole = (lead + size).next_multiple_of(alignment);
        let piece = backing::import_bytes(device) / alignment * alignment;
        // SAFETY: the caller's guarantee; pages are whole, so rounding to `alignment` (a page) stays inside mapped memory.
        let import = || unsafe { import::import_row(device, first, whole, piece, Place::Any) };
        let (row, apart) = match usage {
            // Nobody hears of its address.
            MemoryUse::Upload => (import()?, None),
            _ => place_apart(device, first, whole, import)?,
        };
        device.host_readable.fetch_add(1, Ordering::AcqRel);
        Ok(Arc::new(Self {
            device: Arc::clone(device),
            piece: None,
            buffers: row.buffers.clone(),
            offset: lead,
            address: row.address + lead,
            imported: Some(row),
            host: pointer as usize,
            size,
            usage,
            _apart: apart,
            _lender: lender,
        }))
    }

    /// The address kernels use.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Bytes asked for.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// What it was allocated for.
    pub fn usage(&self) -> MemoryUse {
        self.usage
    }

    /// The driver's memory that it is a part of, if other processes can open that, and where it begins there.
    #[cfg(target_os = "linux")]
    pub(super) fn exported(&self) -> Option<(Exported, u64)> {
        let piece = self.piece.as_ref()?;
        Some((piece.exported?, piece.offset))
    }

    /// Its device.
    #[cfg(target_os = "linux")]
    pub(super) fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// Where the host sees it, if it does. Equals [`Memory::address`] on every device that allows it.
    pub fn host_address(&self) -> Option<*mut u8> {
        (self.host != 0).then_some(self.host as *mut u8)
    }

    /// It is the device's, whoever sees it besides.
    pub(in crate::vk) fn is_device(&self) -> bool {
        self.usage == MemoryUse::Device
    }

    /// Host and device see this memory at the same address.
    pub fn one_address(&self) -> bool {
        self.host as u64 == self.address
    }

    /// A copy of `size` bytes at `offset`; nothing if the host does not see the memory, or not so much of it. No kernel may be
    /// writing there.
    pub fn read_host(&self, offset: u64, size: usize) -> Option<Vec<u8>> {
        let place = self.host_range(offset, size)?;
        let mut bytes = vec![0; size];
        // SAFETY: `host_range` has checked that the range lies in this memory, which stays mapped as long as `self` lives;
        // the copy is our own.
        unsafe { std::ptr::copy_nonoverlapping(place, bytes.as_mut_ptr(), size) };
        Some(bytes)
    }

    /// The same into `bytes`; false if the host does not see so much of it.
    pub fn read_into(&self, offset: u64, bytes: &mut [u8]) -> bool {
        let Some(place) = self.host_range(offset, bytes.len()) else { return false };
        // SAFETY: as in `read_host`.
        unsafe { std::ptr::copy_nonoverlapping(place, bytes.as_mut_ptr(), bytes.len()) };
        true
    }

    /// Writes `bytes` at `offset`; false if the host does not see the memory, or not so much of it. No kernel may be using
    /// that part.
    pub fn write_host(&self, offset: u64, bytes: &[u8]) -> bool {
        let Some(place) = self.host_range(offset, bytes.len()) else { return false };
        // SAFETY: as in `read_host`.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place, bytes.len()) };
        true
    }

    fn host_range(&self, offset: u64, size: usize) -> Option<*mut u8> {
        let end = offset.checked_add(size as u64)?;
        (self.host != 0 && end <= self.size).then(|| (self.host + offset as usize) as *mut u8)
    }

    /// A place inside, for copies and fills.
    pub fn at(self: &Arc<Self>, offset: u64) -> At<'_> {
        At { memory: self, offset }
    }
}

/// Imported again and again until the device sees it where the process has nothing, and no other GPU has anything: NVIDIA's driver (580.159) gives each GPU the lowest addresses that
/// are free in that one's own space. What is left after that is ambiguous: whoever looks the address up refuses it.
fn place_apart(
    device: &Device,
    first: u64,
    size: u64,
    import: impl Fn() -> Result<ImportedRow, VkError>,
) -> Result<(ImportedRow, Option<Reservation>), VkError> {
    const TRIES: usize = 32;
    let mut taken: Vec<ImportedRow> = Vec::new();
    let placed = loop {
        let row = match import() {
            Ok(row) => row,
            Err(error) => break Err(error),
        };
        if row.address == first {
            // The process sees it there itself.
            break Ok((row, None));
        }
        match Reservation::apart(row.address, size) {
            Ok(apart) => break Ok((row, apart)),
            Err(Taken) if taken.len() < TRIES => taken.push(row),
            Err(Taken) => break Ok((row, None)),
        }
    };
    for row in taken {
        // SAFETY: nobody knows of it.
        unsafe { row.destroy(device) };
    }
    placed
}

impl Drop for Memory {
    fn drop(&mut self) {
        if self.usage != MemoryUse::Upload && self.host != 0 {
            self.device.host_readable.fetch_sub(1, Ordering::AcqRel);
        }
        if let Some(piece) = self.piece.take() {
            self.device.lock_pools().free(&self.device, piece);
        }
        if let Some(row) = self.imported.take() {
            // SAFETY: recorded copies hold an `Arc` of this memory until they have run, and the owner waits for
            // kernels (module header); so the device no longer uses it.
            unsafe { row.destroy(&self.device) };
        }
    }
}
