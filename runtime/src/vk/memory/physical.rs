//! Memory without an address: what `hipMemCreate` makes and `address_range` puts at one.
//!
//! On a CPU it is a file in memory (`shared_file`), which may be given to another process as a descriptor; elsewhere the driver's memory, of
//! a type that sparse buffers take, which goes to others in an `envelope`.
//! Called by `hip::memory::virtual_memory`.

use std::sync::Arc;

use ash::vk;

use super::backing::{self, MemoryUse, Wish};
use super::exported::{self, Exported};
use super::machine;
use super::shared_file::{PAGE, SharedFile};
use super::usage::SPARSE;
use crate::config;
use crate::vk::device::logical::Device;
use crate::vk::device::raw::RawDevice;
use crate::vk::device::select::DeviceInfo;
use crate::vk::error::VkError;

/// No smaller pieces are mapped on a GPU: what they call a large page is a multiple.
const LEAST_PIECE: u64 = 64 << 10;

const SPARSE_RANGES_VARIABLE: &str = "HIPVK_SPARSE_RANGES";

/// Memory without an address.
#[derive(Debug)]
pub struct Physical {
    device: Arc<Device>,
    size: u64,
    store: Store,
}

#[derive(Debug)]
pub(super) enum Store {
    File(SharedFile),
    Driver(vk::DeviceMemory),
    Exported(Exported),
}

impl Store {
    /// The driver's memory.
    pub(super) fn driver(&self) -> Option<vk::DeviceMemory> {
        match self {
            Self::File(_) => None,
            Self::Driver(memory) => Some(*memory),
            Self::Exported(exported) => Some(exported.memory),
        }
    }
}

impl DeviceInfo {
    /// Memory and addresses can be put together at will.
    pub fn maps_memory(&self) -> bool {
        if self.maps_pages() { cfg!(target_os = "linux") } else { self.features.can_bind_parts() }
    }

    /// What is mapped is files in memory, at pages of the process; elsewhere memory behind sparse buffers.
    pub(super) fn maps_pages(&self) -> bool {
        self.has_pages() && !config::enabled(SPARSE_RANGES_VARIABLE)
    }

    /// Other processes map the pages of its memory.
    pub fn shares_pages(&self) -> bool {
        cfg!(target_os = "linux") && self.has_pages()
    }

    /// Words in pages of a file can be shared with other processes.
    pub fn shares_words(&self) -> bool {
        cfg!(target_os = "linux") && self.limits.import_alignment != 0
    }

    /// The process' own pages are memory of the device.
    pub(super) fn has_pages(&self) -> bool {
        self.quirks.in_process && self.limits.import_alignment != 0
    }
}

impl RawDevice {
    /// As [`DeviceInfo::maps_memory`], with a queue for it.
    pub fn maps_memory(&self) -> bool {
        self.info.maps_memory() && (self.info.maps_pages() || self.can_bind_sparse())
    }

    /// Such memory can be given to other processes.
    pub fn shares_mapped_memory(&self) -> bool {
        match self.info.maps_pages() {
            true => self.info.shares_pages(),
            false => self.info.exports.mapped && self.can_bind_sparse(),
        }
    }

    /// What sizes and places must be multiples of, where [`RawDevice::maps_memory`].
    pub fn map_granularity(&self) -> Result<u64, VkError> {
        if self.info.maps_pages() {
            return Ok(PAGE.max(self.info.limits.import_alignment));
        }
        Ok(sparse_needs(self)?.alignment.max(LEAST_PIECE))
    }
}

/// A buffer that memory comes and goes behind.
pub(super) fn sparse_buffer(device: &RawDevice, size: u64) -> Result<vk::Buffer, VkError> {
    match device.info.exports.mapped {
        true => exported::create_buffer(device, size, SPARSE),
        false => backing::create_buffer(device, size, SPARSE),
    }
}

/// What a sparse buffer wants of the memory behind it.
fn sparse_needs(device: &RawDevice) -> Result<vk::MemoryRequirements, VkError> {
    let buffer = sparse_buffer(device, LEAST_PIECE)?;
    let needs = backing::needs(device, buffer);
    // SAFETY: nobody else knows the buffer.
    unsafe { device.raw.destroy_buffer(buffer, None) };
    Ok(needs)
}

impl Device {
    /// `size` bytes, a multiple of [`RawDevice::map_granularity`]; `shared`: for other processes too.
    pub fn create_physical(self: &Arc<Self>, size: u64, shared: bool) -> Result<Physical, VkError> {
        if !self.maps_memory() {
            return Err(VkError::Unsupported { feature: "sparseResidencyBuffer".into() });
        }
        let total = self.info.memory_bytes;
        let full = || VkError::OutOfDeviceMemory { requested: size };
        if self.lock_pools().reserved.saturating_add(size) > total {
            return Err(full());
        }
        if self.info.maps_pages() {
            if !machine::has_room(size, total) {
                return Err(full());
            }
            return Ok(Physical::new(self, size, Store::File(SharedFile::new(size)?)));
        }
        let needs = vk::MemoryRequirements { size, ..sparse_needs(self)? };
        if shared {
            return Ok(Physical::new(self, size, Store::Exported(backing::allocate_exported(self, &needs)?)));
        }
        let memory = backing::allocate_typed(self, MemoryUse::Device, &needs, &Wish::anywhere(size))?;
        Ok(Physical::new(self, size, Store::Driver(memory)))
    }

    /// What another process gave a descriptor of, which stays the caller's.
    pub fn import_physical(self: &Arc<Self>, descriptor: i32) -> Result<Physical, VkError> {
        if !self.shares_mapped_memory() {
            return Err(VkError::Unsupported { feature: "mapped memory of another process".into() });
        }
        if !self.info.maps_pages() {
            return self.open_sealed(descriptor);
        }
        let file = SharedFile::open(descriptor)?;
        Ok(Physical::new(self, file.size(), Store::File(file)))
    }

    #[cfg(target_os = "linux")]
    fn open_sealed(self: &Arc<Self>, envelope: i32) -> Result<Physical, VkError> {
        let exported = self.open_envelope(envelope)?;
        Ok(Physical::new(self, exported.size, Store::Exported(exported)))
    }

    #[cfg(not(target_os = "linux"))]
    fn open_sealed(self: &Arc<Self>, _envelope: i32) -> Result<Physical, VkError> {
        Err(VkError::Unsupported { feature: "file descriptors".into() })
    }
}

impl Physical {
    fn new(device: &Arc<Device>, size: u64, store: Store) -> Self {
        device.lock_pools().reserved += size;
        if let Store::File(file) = &store {
            machine::hold(file.home(), size);
        }
        Self { device: Arc::clone(device), size, store }
    }

    /// Its bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    pub(super) fn is_of(&self, device: &Arc<Device>) -> bool {
        Arc::ptr_eq(&self.device, device)
    }

    /// A descriptor for another process; the caller closes it.
    pub fn export(&self) -> Result<i32, VkError> {
        match &self.store {
            Store::File(file) => file.descriptor(),
            #[cfg(target_os = "linux")]
            Store::Exported(exported) => exported.seal(&self.device).map(std::os::fd::IntoRawFd::into_raw_fd),
            _ => Err(VkError::Unsupported { feature: "mapped memory for another process".into() }),
        }
    }
}

impl Drop for Physical {
    fn drop(&mut self) {
        self.device.lock_pools().reserved -= self.size;
        if let Store::File(file) = &self.store {
            machine::release(file.home());
        }
        if let Some(memory) = self.store.driver() {
            // SAFETY: it is bound nowhere any more: whoever maps it holds it, and waits for the device before it lets go.
            unsafe { self.device.raw.free_memory(memory, None) };
        }
    }
}
