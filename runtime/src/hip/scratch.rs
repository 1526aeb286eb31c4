//! Scratch memory: what blocks that one subgroup runs keep their threads' variables in.
//!
//! One buffer per device, of as many slots as blocks may run at a time; a block takes a free slot when it starts and gives it back at its
//! end (`spirv_gen::bundle::metadata::scratch` has the layout). The buffer grows when a kernel needs larger slots: launches
//! that were recorded before keep using the old one, which stays as long as the device. Called by `launch`.

use std::sync::Arc;

use spirv_gen::bundle::metadata::scratch::LINE;

use super::error::{HipError, HipResult};
use super::locks::{Mutex, Rank};
use crate::vk;

/// Slots on a GPU, where blocks beyond that number wait for their turn.
const GPU_SLOTS: u64 = 1024;
/// On a CPU: the workers of the main device and those of cooperative launches (at least 4, which must never wait for a slot), ...
const SLOTS_PER_WORKER: u64 = 2;
/// ... the serial lane's, and some to spare, since another thread may open devices of its own.
const MORE_SLOTS: u64 = 8;

/// A device's scratch memory.
#[derive(Debug)]
pub struct Scratch {
    buffers: Mutex<Vec<(u64, Arc<vk::Memory>)>>,
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch { buffers: Mutex::new(Rank::Device, Vec::new()) }
    }
}

impl Scratch {
    /// The address of a buffer whose slots have at least `bytes` bytes.
    ///
    /// `OutOfMemory` if there is no room for it.
    pub fn address(&self, device: &Arc<vk::Device>, bytes: u32) -> HipResult<u64> {
        let bytes = u64::from(bytes);
        let mut buffers = self.buffers.lock();
        if let Some((_, memory)) = buffers.last().filter(|(size, _)| *size >= bytes) {
            return Ok(memory.address());
        }
        // Doubling keeps what old buffers hold below what the newest does.
        let before = buffers.last().map_or(0, |(size, _)| *size);
        let size = bytes.max(before * 2).next_multiple_of(4096);
        let memory = allocate(device, slots(device), size)?;
        let address = memory.address();
        buffers.push((size, memory));
        Ok(address)
    }
}

fn slots(device: &Arc<vk::Device>) -> u64 {
    if device.info().target.cpu {
        let workers = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
        return workers * SLOTS_PER_WORKER + MORE_SLOTS;
    }
    GPU_SLOTS
}

fn allocate(device: &Arc<vk::Device>, slots: u64, size: u64) -> HipResult<Arc<vk::Memory>> {
    let header = u64::from(LINE) * (1 + slots);
    let memory = device.allocate(vk::MemoryUse::Upload, header + slots * size)?;
    let mut start = vec![0; header as usize];
    start[..4].copy_from_slice(&(slots as u32).to_le_bytes());
    start[8..16].copy_from_slice(&size.to_le_bytes());
    if !memory.write_host(0, &start) {
        return Err(HipError::OutOfMemory.because(format_args!("scratch memory that the host can prepare")));
    }
    Ok(memory)
}
