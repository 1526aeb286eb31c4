//! Scratch memory: what blocks that one subgroup runs keep their threads' variables in, and other blocks arrays that the driver has no room for.
//!
//! Slots for as many blocks as run at a time; a block takes a free one when it starts and gives it back at its end
//! (`spirv_gen::bundle::metadata::scratch` has the layout). Where there is no room for so many, blocks wait for one, and kernels whose blocks wait for
//! each other are launched in portions: else the block that all others wait for may be the one without a slot.
//! A kernel that needs larger slots gets larger ones; the smaller stay as long as the device. Called by `launch`.

use std::sync::Arc;

use spirv_gen::bundle::metadata::scratch::header;

use super::error::{HipError, HipResult};
use super::locks::{Mutex, Rank};
use crate::cores::cores;
use crate::vk;

/// Slots on a GPU lie in no more than this part of its memory, ...
const GPU_PART: u64 = 8;
/// ... and in no more than these bytes.
const GPU_BYTES: u64 = 2 << 30;
/// On a CPU: the workers of the main device, of the three for kernels that wait and those of cooperative launches (at least 4), none of which must
/// ever wait for a slot, ...
const SLOTS_PER_WORKER: u64 = 5;
/// ... the serial lane's, and some to spare, since another thread may open devices of its own.
const MORE_SLOTS: u64 = 8;

/// A device's scratch memory: slots of one size after the other, the larger ones last.
#[derive(Debug)]
pub struct Scratch {
    all: Mutex<Vec<Slots>>,
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch { all: Mutex::new(Rank::Device, Vec::new()) }
    }
}

/// Slots of one size.
#[derive(Debug)]
struct Slots {
    size: u64,
    count: u32,
    header: Arc<vk::Memory>,
    /// The header has its address.
    _memory: Arc<vk::Memory>,
}

/// The slots that a launch uses.
#[derive(Debug, Clone, Copy)]
pub struct Lent {
    /// Address of their header.
    pub address: u64,
    /// How many.
    pub count: u32,
    /// As many as blocks may run at a time.
    pub enough: bool,
}

impl Scratch {
    /// Slots of at least `bytes` bytes.
    ///
    /// `OutOfMemory` if there is no room for them.
    pub fn lend(&self, device: &Arc<vk::Device>, bytes: u32) -> HipResult<Lent> {
        let bytes = u64::from(bytes);
        let mut all = self.all.lock();
        let index = match all.iter().position(|slots| slots.size >= bytes) {
            Some(index) => index,
            None => {
                // Doubling keeps what the smaller ones hold below what the largest do.
                let before = all.last().map_or(0, |slots| slots.size);
                all.push(Slots::new(device, bytes.max(before * 2).next_multiple_of(4096))?);
                all.len() - 1
            }
        };
        let slots = &all[index];
        Ok(Lent { address: slots.header.address(), count: slots.count, enough: slots.count >= most_running(device) })
    }
}

impl Slots {
    fn new(device: &Arc<vk::Device>, size: u64) -> HipResult<Slots> {
        let count = slots(device, size);
        let memory = device.allocate(vk::MemoryUse::Device, u64::from(count) * size)?;
        let start = header(count, size, memory.address());
        let header = device.allocate(vk::MemoryUse::Upload, start.len() as u64)?;
        if !header.write_host(0, &start) {
            return Err(HipError::OutOfMemory.because(format_args!("scratch memory that the host can prepare")));
        }
        Ok(Slots { size, count, header, _memory: memory })
    }
}

/// Slots of `size` bytes.
fn slots(device: &Arc<vk::Device>, size: u64) -> u32 {
    let most = most_running(device);
    if device.info().quirks.in_process {
        return most;
    }
    let room = (device.info().memory_bytes / GPU_PART).min(GPU_BYTES);
    (room / size).clamp(1, most.into()) as u32
}

/// Blocks that run at a time, at most.
fn most_running(device: &Arc<vk::Device>) -> u32 {
    match device.info().quirks.in_process {
        true => (cores() as u64 * SLOTS_PER_WORKER + MORE_SLOTS) as u32,
        false => device.info().running_blocks,
    }
}
