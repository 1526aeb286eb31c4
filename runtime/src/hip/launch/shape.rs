//! The shape of a launch, and HIP's rules for it.
//!
//! The order of checks is HIP's. What a wrong launch returns differs between the runtime API (`hipLaunchKernel`) and the module API, as
//! HIP's own tests (hip-tests `executionControl`, `module`) expect: see [`Caller`]. Called by `prepared` and `hip::first_launch`.

use spirv_gen::bundle::metadata::KernelMetadata;

use crate::hip::device::properties::Properties;
use crate::hip::error::{HipError, HipResult};

/// Grid, block and dynamic shared memory of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaunchShape {
    /// Blocks of the grid in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared_bytes: u32,
}

/// Which API launches: says what a wrong configuration returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// `hipLaunchKernel` and its kin, `hipDrvLaunchKernelEx` among them: `hipErrorInvalidConfiguration`.
    Runtime,
    /// `hipModuleLaunchKernel`: `hipErrorInvalidValue`.
    Module,
}

impl Caller {
    fn refusal(self) -> HipError {
        match self {
            Caller::Runtime => HipError::InvalidConfiguration,
            Caller::Module => HipError::InvalidValue,
        }
    }
}

/// HIP's rules for a launch's shape.
pub fn check(
    shape: &LaunchShape,
    device: &Properties,
    kernel: &KernelMetadata,
    caller: Caller,
    cooperative: bool,
) -> HipResult {
    let refuse = |why: std::fmt::Arguments<'_>| Err(caller.refusal().because(format_args!("{}: {why}", kernel.name)));
    let LaunchShape { grid, block, shared_bytes } = *shape;
    // hip-tests: "gridDim.x == 0", "blockDim.x == 0".
    if grid.contains(&0) || block.contains(&0) {
        return refuse(format_args!("grid {grid:?} and block {block:?} must not have a zero"));
    }
    // hip-tests: "blockDim.x > maxBlockDimX", "blockDim.x * blockDim.y * blockDim.z > maxThreadsPerBlock".
    // Three sides may be more than 64 bits count.
    let threads = block.iter().fold(1, |threads: u64, &side| threads.saturating_mul(u64::from(side)));
    if (0..3).any(|axis| block[axis] > device.max_block[axis]) || threads > u64::from(device.max_threads) {
        return refuse(format_args!("block {block:?} is larger than the device's {} threads", device.max_threads));
    }
    // hip-tests: "gridDimX > maxGridDimX". HIP: "HIP does not support kernel launch with total work items defined in
    // dimension with size gridDim x blockDim >= 2^32."
    let too_long = |axis: usize| u64::from(grid[axis]) * u64::from(block[axis]) >= 1 << 32;
    if (0..3).any(|axis| grid[axis] > device.max_grid[axis] || too_long(axis)) {
        return refuse(format_args!("grid {grid:?} of blocks {block:?} is larger than {:?}", device.max_grid));
    }
    // hip-tests: "sharedMemBytes > maxSharedMemoryPerBlock": hipErrorInvalidValue in both APIs, and hipErrorCooperativeLaunchTooLarge from
    // hipLaunchCooperativeKernel.
    if shared_bytes > device.shared_per_block {
        let error = match (caller, cooperative) {
            (Caller::Runtime, true) => HipError::CooperativeLaunchTooLarge,
            _ => HipError::InvalidValue,
        };
        return Err(error.because(format_args!(
            "{}: {shared_bytes} bytes of dynamic shared memory, the device has {}",
            kernel.name, device.shared_per_block
        )));
    }
    check_kernel(threads, shared_bytes, device, kernel)
}

/// What the kernel itself was compiled for.
fn check_kernel(threads: u64, shared_bytes: u32, device: &Properties, kernel: &KernelMetadata) -> HipResult {
    // HIP's launch bounds: "a kernel launched with more threads than MAX_THREADS_PER_BLOCK … fails". AMD's runtime
    // returns hipErrorLaunchFailure for it.
    if threads > u64::from(kernel.max_block) {
        return Err(HipError::LaunchFailure.because(format_args!(
            "{}: {threads} threads, its launch bounds allow {}",
            kernel.name, kernel.max_block
        )));
    }
    let shared = u64::from(shared_bytes) + u64::from(kernel.static_shared);
    if shared > u64::from(device.shared_per_block) {
        return Err(HipError::LaunchOutOfResources.because(format_args!(
            "{}: {shared} bytes of shared memory in all, the device has {}",
            kernel.name, device.shared_per_block
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Caller, HipError, KernelMetadata, LaunchShape, Properties, check};
    use crate::vk::HostWrites;

    fn device() -> Properties {
        Properties {
            bfloat_matrix_side: 0,
            name: String::new(),
            uuid: [0; 16],
            total_memory: 0,
            shared_per_block: 32768,
            quick_shared: 32768,
            matrix_side: 0,
            subgroup_lanes: 32,
            max_threads: 1024,
            max_block: [1024; 3],
            max_grid: [i32::MAX as u32, 65535, 65535],
            multiprocessors: 1,
            threads_per_multiprocessor: 2048,
            cooperative: true,
            host_writes: HostWrites::Unknown,
            one_of_several: false,
            shares_gpu: false,
            cooperative_on_crew: false,
            narrow_clock: false,
            integrated: true,
            unified: true,
            large_bar: false,
            pci: [0; 3],
            images: [0; 4],
            host_register: false,
            maps_memory: false,
            shares_events: false,
            shares_pools: false,
            wall_clock_khz: 0,
            clock: crate::hip::device::properties::Clock::Wall(0),
        }
    }

    fn checked(grid: [u32; 3], block: [u32; 3], shared_bytes: u32, caller: Caller) -> Option<HipError> {
        let kernel =
            KernelMetadata { name: "k".into(), max_block: 512, static_shared: 1024, ..KernelMetadata::default() };
        check(&LaunchShape { grid, block, shared_bytes }, &device(), &kernel, caller, false).err()
    }

    #[test]
    fn zero_dimensions_are_refused_with_the_calling_apis_error() {
        for axis in 0..3 {
            let mut zero = [1; 3];
            zero[axis] = 0;
            assert_eq!(checked(zero, [1; 3], 0, Caller::Runtime), Some(HipError::InvalidConfiguration));
            assert_eq!(checked([1; 3], zero, 0, Caller::Module), Some(HipError::InvalidValue));
        }
    }

    #[test]
    fn oversized_blocks_and_grids_are_refused() {
        let runtime = Some(HipError::InvalidConfiguration);
        assert_eq!(checked([1; 3], [1025, 1, 1], 0, Caller::Runtime), runtime);
        assert_eq!(checked([1; 3], [32, 33, 1], 0, Caller::Runtime), runtime);
        assert_eq!(checked([1; 3], [u32::MAX; 3], 0, Caller::Runtime), runtime);
        assert_eq!(checked([1; 3], [1 << 31, 1 << 31, 4], 0, Caller::Runtime), runtime);
        assert_eq!(checked([1 << 31, 1, 1], [1; 3], 0, Caller::Runtime), runtime);
        assert_eq!(checked([1, 65536, 1], [1; 3], 0, Caller::Runtime), runtime);
        assert_eq!(checked([1 << 30, 1, 1], [4, 1, 1], 0, Caller::Runtime), runtime);
        assert_eq!(checked([i32::MAX as u32, 1, 1], [1; 3], 0, Caller::Runtime), None);
    }

    #[test]
    fn launch_bounds_and_shared_memory_have_their_own_errors() {
        assert_eq!(checked([1; 3], [513, 1, 1], 0, Caller::Module), Some(HipError::LaunchFailure));
        assert_eq!(checked([1; 3], [1; 3], 32769, Caller::Runtime), Some(HipError::InvalidValue));
        assert_eq!(checked([1; 3], [1; 3], 32000, Caller::Runtime), Some(HipError::LaunchOutOfResources));
        assert_eq!(checked([1; 3], [512, 1, 1], 31744, Caller::Runtime), None);
    }
}
