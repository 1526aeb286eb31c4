//! Scratch memory: what blocks that one subgroup runs keep their threads' variables in, and other blocks arrays that the driver has no room for.
//!
//! One buffer per device, of as many slots as blocks may run at a time; a block takes a free slot when it starts and gives it back at its
//! end (`spirv_gen::bundle::metadata::scratch` has the layout). The buffer grows when a kernel needs larger slots: launches
//! that were recorded before keep using the old one, which stays as long as the device. Called by `launch`.

use std::sync::Arc;

use bytemuck::Zeroable;
use spirv_gen::bundle::metadata::scratch::LINE;

use super::error::{HipError, HipResult};
use super::locks::{Mutex, Rank};
use super::shared_layout::ScratchHeader;
use crate::cores::cores;
use crate::vk;

/// Slots on a GPU, where blocks beyond that number wait for their turn: at most these, ...
const GPU_SLOTS: u64 = 1024;
/// ... and no more than this part of its memory holds, ...
const GPU_PART: u64 = 8;
/// ... or these bytes, which every driver binds to one buffer that the host writes to.
const GPU_BYTES: u64 = 2 << 30;
/// On a CPU: the workers of the main device, of the three for kernels that wait and those of cooperative launches (at least 4), none of which must
/// ever wait for a slot, ...
const SLOTS_PER_WORKER: u64 = 5;
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
        let memory = allocate(device, slots(device, size), size)?;
        let address = memory.address();
        buffers.push((size, memory));
        Ok(address)
    }
}

/// Blocks that may hold slots of at least `bytes` bytes at a time.
pub fn most_blocks(device: &Arc<vk::Device>, bytes: u32) -> u64 {
    // A buffer of an earlier, smaller kernel may have grown to twice its size.
    slots(device, u64::from(bytes.max(1)).next_multiple_of(4096) * 2)
}

/// Slots of `size` bytes.
fn slots(device: &Arc<vk::Device>, size: u64) -> u64 {
    if device.info().quirks.in_process {
        return cores() as u64 * SLOTS_PER_WORKER + MORE_SLOTS;
    }
    let room = (device.info().memory_bytes / GPU_PART).min(GPU_BYTES);
    (room / size).clamp(1, GPU_SLOTS)
}

fn allocate(device: &Arc<vk::Device>, slots: u64, size: u64) -> HipResult<Arc<vk::Memory>> {
    let header = u64::from(LINE) * (1 + slots);
    let memory = device.allocate(vk::MemoryUse::Upload, header + slots * size)?;
    let mut start = vec![0; header as usize];
    let head = ScratchHeader { slots: slots as u32, bytes: size, ..ScratchHeader::zeroed() };
    start[..size_of::<ScratchHeader>()].copy_from_slice(bytemuck::bytes_of(&head));
    if !memory.write_host(0, &start) {
        return Err(HipError::OutOfMemory.because(format_args!("scratch memory that the host can prepare")));
    }
    Ok(memory)
}
