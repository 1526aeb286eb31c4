//! Makes a block in the way that its use and size want: shared with other GPUs, of one memory, or one of the ways beyond (`large`).
//!
//! Called by `allocator`.

use std::sync::Arc;

use super::backing::MemoryUse;
use super::block::Block;
use super::import::ImportedRow;
use super::large::{self, Way};
use super::machine;
use super::shared_host::{HostSources, SharedHost};
use crate::vk::device::raw::RawDevice;
use crate::vk::error::VkError;

impl Block {
    /// Makes one; nothing is left behind where that fails.
    pub(in crate::vk) fn create(
        device: &RawDevice,
        hosts: &HostSources,
        usage: MemoryUse,
        size: u64,
    ) -> Result<Self, VkError> {
        let in_process = device.info.quirks.in_process;
        if in_process && !machine::has_room(size, device.info.memory_bytes) {
            return Err(VkError::OutOfDeviceMemory { requested: size });
        }
        let block = match usage {
            MemoryUse::Host => match Self::create_shared(device, hosts, size) {
                Some(block) => block,
                None => Self::create_own(device, hosts, usage, size)?,
            },
            _ => Self::create_own(device, hosts, usage, size)?,
        };
        if in_process && block.host != 0 {
            machine::hold(block.host, block.size);
        }
        Ok(block)
    }

    fn create_own(device: &RawDevice, hosts: &HostSources, usage: MemoryUse, size: u64) -> Result<Self, VkError> {
        if usage == MemoryUse::Device
            && large::may_be_whole(device, size)
            && let Ok(block) = Self::whole(device, usage, size)
        {
            return Ok(block);
        }
        match large::way(device, hosts, usage, size)? {
            Way::Whole => Self::whole_at_one_address(device, hosts, usage, size),
            Way::Pages => large::pages(device, size),
            Way::HostPages => match &hosts.large {
                Some(host) => Self::create_on_pages(device, host, size),
                None => Err(VkError::OutOfDeviceMemory { requested: size }),
            },
            Way::Sparse => large::sparse(device, usage, size),
            Way::Neighbours => large::neighbours(device, usage, size),
        }
    }

    /// Of one memory. The driver maps host memory elsewhere if the process has something of its own where the device sees it (seen on an H100:
    /// every second 512 MiB), and a kernel that follows the host's pointers goes astray; pages of the process then have one address for both.
    fn whole_at_one_address(
        device: &RawDevice,
        hosts: &HostSources,
        usage: MemoryUse,
        size: u64,
    ) -> Result<Self, VkError> {
        let block = Self::whole(device, usage, size)?;
        match &hosts.large {
            Some(host) if usage == MemoryUse::Host && !block.has_one_address() => {
                log::debug!("{size} bytes of host memory are pages of the process: {:#x} is taken", block.address);
                block.destroy(device);
                Self::create_on_pages(device, host, size)
            }
            _ => Ok(block),
        }
    }

    /// Host memory for all GPUs, where there are several that can share it.
    fn create_shared(device: &RawDevice, hosts: &HostSources, size: u64) -> Option<Self> {
        let shared = hosts.shared.as_ref()?;
        let made = Self::create_on_pages(device, shared, size);
        made.map_err(|error| log::warn!("host memory that '{}' alone can see: {error}", device.info.name)).ok()
    }

    /// Of pages of the process, which every GPU that `host` knows sees at their address.
    fn create_on_pages(device: &RawDevice, host: &Arc<SharedHost>, size: u64) -> Result<Self, VkError> {
        let (ImportedRow { buffers, memories, address }, pages) = host.allocate(device, size)?;
        Ok(Self { memories, address, host: address as usize, shared: Some(pages), ..Self::new(buffers, size) })
    }
}
