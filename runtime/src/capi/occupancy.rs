//! Occupancy. Semantics: `hip::launch::occupancy`.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use super::convert::{FromC, In, Out};
use super::guard::hip_api;
use super::types::{hipFunction_t, hipLaunchConfig_t};
use crate::hip::error::{HipError, HipResult};
use crate::hip::kernel::Kernel;
use crate::hip::launch::occupancy;

/// HIP: flags are hipOccupancyDefault (0) or hipOccupancyDisableCachingOverride (1).
fn check_flags(flags: u32) -> HipResult {
    if flags > 1 {
        return Err(HipError::InvalidValue.because(format_args!("occupancy flags {flags:#x}")));
    }
    Ok(())
}

fn set_sizes(grid: Out<i32>, block: Out<i32>, kernel: &Kernel, shared: usize, limit: i32) -> HipResult {
    let (blocks, threads) = occupancy::potential_block_size(kernel, shared as u64, limit)?;
    grid.set(blocks)?;
    block.set(threads)
}

/// A host function's kernel where HIP documents no error but hipErrorInvalidValue.
struct ValidKernel(Arc<Kernel>);

impl FromC<*const c_void> for ValidKernel {
    unsafe fn from_c(value: *const c_void) -> HipResult<ValidKernel> {
        // SAFETY: the caller's promise is the same.
        match unsafe { Arc::<Kernel>::from_c(value) } {
            Err(HipError::InvalidDeviceFunction) => Err(HipError::InvalidValue),
            kernel => kernel.map(ValidKernel),
        }
    }
}

/// hip-tests: hipErrorInvalidClusterSize where hipDeviceProp_t::clusterLaunch is 0.
fn no_clusters() -> HipResult {
    Err(HipError::InvalidClusterSize.because("no device has clusters of blocks"))
}

hip_api! {
    /// A block size and a grid that fill the device. hipErrorInvalidValue: null, or not a kernel.
    fn hipOccupancyMaxPotentialBlockSize(
        grid: *mut c_int, block: *mut c_int, function: *const c_void, shared: usize, limit: c_int,
    ) => |grid: Out<i32>, block: Out<i32>, kernel: ValidKernel, shared: usize, limit: i32|
        set_sizes(grid, block, &kernel.0, shared, limit);

    /// The same for a module's function.
    fn hipModuleOccupancyMaxPotentialBlockSize(
        grid: *mut c_int, block: *mut c_int, function: hipFunction_t, shared: usize, limit: c_int,
    ) => |grid: Out<i32>, block: Out<i32>, kernel: Arc<Kernel>, shared: usize, limit: i32|
        set_sizes(grid, block, &kernel, shared, limit);

    /// The same with flags.
    fn hipModuleOccupancyMaxPotentialBlockSizeWithFlags(
        grid: *mut c_int, block: *mut c_int, function: hipFunction_t, shared: usize, limit: c_int, flags: c_uint,
    ) => |grid: Out<i32>, block: Out<i32>, kernel: Arc<Kernel>, shared: usize, limit: i32, flags: u32| {
        check_flags(flags)?;
        set_sizes(grid, block, &kernel, shared, limit)
    };

    /// Blocks of this size on a multiprocessor.
    fn hipOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks: *mut c_int, function: *const c_void, size: c_int, shared: usize,
    ) => |out: Out<i32>, kernel: Arc<Kernel>, size: i32, shared: usize|
        out.set(occupancy::active_blocks(&kernel, size, shared as u64)?);

    /// The same with flags.
    fn hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks: *mut c_int, function: *const c_void, size: c_int, shared: usize, flags: c_uint,
    ) => |out: Out<i32>, kernel: Arc<Kernel>, size: i32, shared: usize, flags: u32| {
        check_flags(flags)?;
        out.set(occupancy::active_blocks(&kernel, size, shared as u64)?)
    };

    /// The same for a module's function.
    fn hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks: *mut c_int, function: hipFunction_t, size: c_int, shared: usize,
    ) => |out: Out<i32>, kernel: Arc<Kernel>, size: i32, shared: usize|
        out.set(occupancy::active_blocks(&kernel, size, shared as u64)?);

    /// The same for a module's function, with flags.
    fn hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks: *mut c_int, function: hipFunction_t, size: c_int, shared: usize, flags: c_uint,
    ) => |out: Out<i32>, kernel: Arc<Kernel>, size: i32, shared: usize, flags: u32| {
        check_flags(flags)?;
        out.set(occupancy::active_blocks(&kernel, size, shared as u64)?)
    };

    /// Dynamic shared bytes each of so many blocks may have.
    fn hipOccupancyAvailableDynamicSMemPerBlock(
        bytes: *mut usize, function: *const c_void, blocks: c_int, size: c_int,
    ) => |out: Out<usize>, kernel: Arc<Kernel>, blocks: i32, size: i32|
        out.set(occupancy::available_shared(&kernel, blocks, size)? as usize);

    /// How many clusters of blocks run at once: no device has any. hipErrorInvalidClusterSize; before it hipErrorInvalidValue: null, and
    /// hipErrorInvalidDeviceFunction.
    fn hipOccupancyMaxActiveClusters(clusters: *mut c_int, function: *const c_void, config: *const hipLaunchConfig_t) =>
        |_out: Out<i32>, _kernel: Arc<Kernel>, _config: In<hipLaunchConfig_t>| no_clusters();

    /// The largest cluster of blocks: as above.
    fn hipOccupancyMaxPotentialClusterSize(size: *mut c_int, function: *const c_void, config: *const hipLaunchConfig_t) =>
        |_out: Out<i32>, _kernel: Arc<Kernel>, _config: In<hipLaunchConfig_t>| no_clusters();
}
