//! Makes a block in the way that its use and size want: shared with other GPUs, of one memory, or one of the ways beyond (`large`).
//!
//! Called by `allocator`.

use std::sync::Arc;

use super::backing::{MemoryUse, whole_bytes};
use super::block::Block;
use super::import::ImportedRow;
use super::large::{self, Way};
use super::machine;
use super::reservation::Taken;
use super::shared_host::{HostSources, SharedHost};
use crate::vk::device::raw::RawDevice;
use crate::vk::error::VkError;

/// Blocks and holes that may be held while other addresses are asked for: some 250 GB, where a driver allocates 4 GiB at a time.
const TRIES: usize = 128;

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
            MemoryUse::Device if !in_process => Self::create_apart(device, hosts, size)?,
            _ => Self::create_own(device, hosts, usage, size)?,
        };
        if in_process && block.host != 0 {
            machine::hold(block.host, block.size);
        }
        Ok(block)
    }

    /// Device memory at addresses where the process has nothing: HIP asks an address alone whose memory it is, and the heap of a program that is
    /// linked at a fixed address may reach a GPU's (seen on an H100, whose begin at 190 MiB). A second GPU of NVIDIA's has its memory at the first one's addresses, too,
    /// however much that is (two H200s, 580.159: the lowest that are free in its own space). Others are tried, behind holes of memory that double; what is left is ambiguous.
    fn create_apart(device: &RawDevice, hosts: &HostSources, size: u64) -> Result<Self, VkError> {
        let mut taken: Vec<Self> = Vec::new();
        let mut hole = size;
        let made = loop {
            match Self::create_own(device, hosts, MemoryUse::Device, size) {
                Ok(mut block) => match block.keep_apart() {
                    Ok(()) => break Ok(block),
                    Err(Taken) => taken.push(block),
                },
                Err(error) => break Err(error),
            }
            if taken.len() > TRIES {
                break Err(VkError::OutOfDeviceMemory { requested: size });
            }
            hole = hole.saturating_mul(2).min(whole_bytes(device));
            // Without one, the block above is a hole of its size.
            taken.extend(Self::unexported(device, MemoryUse::Device, hole));
        };
        let made = made.or_else(|error| {
            // The first of them, as the others may be holes.
            let ambiguous = (!taken.is_empty()).then(|| taken.remove(0)).ok_or(error)?;
            log::warn!(
                "the process has memory of its own at {:#x}, where '{}' has {size} bytes: copies to and from it may go astray",
                ambiguous.address,
                device.info.name
            );
            Ok(ambiguous)
        });
        // Held until now, so that the driver gave others.
        taken.into_iter().for_each(|block| block.destroy(device));
        made
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
