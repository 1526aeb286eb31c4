//! Occupancy: how many blocks of a kernel a multiprocessor holds.
//!
//! Vulkan tells neither registers nor multiprocessors, so the answer counts threads and shared memory only, but for kernels that wait for the
//! whole grid (`cooperative`). That is what the functions are used for: a block size that works, and a grid that fills the device.

use super::cooperative;
use super::shape::LaunchShape;
use crate::hip::error::{HipError, HipResult};
use crate::hip::kernel::Kernel;

/// Blocks of `block` threads with `dynamic_shared` bytes that fit a multiprocessor. HIP: hipErrorInvalidValue for a block
/// size of 0 or less.
pub fn active_blocks(kernel: &Kernel, block: i32, dynamic_shared: u64) -> HipResult<i32> {
    let block = positive(block)?;
    Ok(usual_blocks(kernel, block, dynamic_shared) as i32)
}

/// Blocks that are resident on a multiprocessor while others wait for them: what a cooperative launch counts on. `enough` bounds what it takes to
/// find out: there may be more than are told then.
pub fn resident_blocks(kernel: &Kernel, shape: &LaunchShape, enough: u32) -> u32 {
    let fitting = fitting(kernel, shape.block.iter().product(), u64::from(shape.shared_bytes));
    cooperative::blocks_per_multiprocessor(kernel, shape, fitting, enough)
}

/// The same, but for kernels that never wait for the whole grid, on GPUs: those are not bound by the worst case of registers.
fn usual_blocks(kernel: &Kernel, block: u32, dynamic_shared: u64) -> u32 {
    let device = &kernel.device().properties;
    if device.cooperative_on_crew || kernel.metadata().grid {
        // In one row, as the caller names no shape; a launch counts for its own.
        let shared_bytes = u32::try_from(dynamic_shared).unwrap_or(u32::MAX);
        let shape = LaunchShape { grid: [1; 3], block: [block, 1, 1], shared_bytes };
        return resident_blocks(kernel, &shape, u32::MAX);
    }
    fitting(kernel, block, dynamic_shared)
}

/// A (grid, block) that fills the device with the largest blocks. `limit` bounds the block; 0 is no limit.
pub fn potential_block_size(kernel: &Kernel, dynamic_shared: u64, limit: i32) -> HipResult<(i32, i32)> {
    if limit < 0 {
        return Err(HipError::InvalidValue.because(format_args!("a block size limit of {limit}")));
    }
    let device = &kernel.device().properties;
    let limit = if limit == 0 { u32::MAX } else { limit as u32 };
    let largest = kernel.max_threads().min(limit);
    let warp = kernel.metadata().warp_size;
    // Whole warps, unless the limit is below one.
    let block = (largest / warp * warp).max(largest.min(warp)).max(1);
    let per_processor = usual_blocks(kernel, block, dynamic_shared);
    Ok(((per_processor * device.multiprocessors) as i32, block as i32))
}

/// Dynamic shared bytes a block may have so that `blocks` of `block` threads fit.
pub fn available_shared(kernel: &Kernel, blocks: i32, block: i32) -> HipResult<u64> {
    let (blocks, _) = (positive(blocks)?, positive(block)?);
    let device = &kernel.device().properties;
    let room = if blocks == 1 { device.shared_per_block } else { device.quick_shared / blocks };
    Ok(u64::from(room.saturating_sub(kernel.metadata().static_shared)))
}

fn positive(number: i32) -> HipResult<u32> {
    u32::try_from(number)
        .ok()
        .filter(|&number| number > 0)
        .ok_or_else(|| HipError::InvalidValue.because(format_args!("{number} is not a positive number")))
}

fn fitting(kernel: &Kernel, block: u32, dynamic_shared: u64) -> u32 {
    let (device, kernel) = (&kernel.device().properties, kernel.metadata());
    if block > device.max_threads {
        return 0;
    }
    let by_threads = device.threads_per_multiprocessor / block.next_multiple_of(kernel.warp_size);
    let shared = dynamic_shared.saturating_add(kernel.static_shared.into());
    // A block whose shared memory lies in device memory fits alone; more are not counted upon.
    let alone = u64::from(shared <= u64::from(device.shared_per_block));
    let by_shared = u64::from(device.quick_shared).checked_div(shared).unwrap_or(u64::MAX).max(alone);
    by_threads.min(32).min(u32::try_from(by_shared).unwrap_or(u32::MAX))
}
