//! Kernel launches: HIP's checks, then arguments, then the stream.
//!
//! The order of checks is HIP's, and none of them costs more than a comparison: a launch is to take a microsecond. What a
//! wrong launch returns differs between the runtime API (`hipLaunchKernel`) and the module API, as HIP's own tests
//! (hip-tests `executionControl`, `module`) expect: see [`Caller`]. Several launches at once are `multi_device`'s.

use std::sync::Arc;

use spirv_gen::bundle::metadata::KernelMetadata;

use super::args::{self, Arguments, Hidden};
use super::cooperative::{self, Grids};
use super::device::properties::Properties;
use super::error::{HipError, HipResult};
use super::kernel::{Kernel, Variant};
use super::stream::Stream;
use crate::config;
use crate::vk;

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
    /// `hipLaunchKernel` and its kin: `hipErrorInvalidConfiguration`.
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

/// Launches `kernel` on `stream`. Returns as soon as the work is recorded.
pub fn launch(
    stream: &Arc<Stream>,
    kernel: &Arc<Kernel>,
    shape: &LaunchShape,
    arguments: Arguments<'_>,
    caller: Caller,
) -> HipResult {
    Prepared::new(stream, kernel, shape, arguments, caller, false)?.record(None)
}

/// Launches `kernel` on `stream` so that its blocks may wait for each other. HIP: hipErrorCooperativeLaunchTooLarge.
pub fn launch_cooperative(
    stream: &Arc<Stream>,
    kernel: &Arc<Kernel>,
    shape: &LaunchShape,
    arguments: Arguments<'_>,
    caller: Caller,
) -> HipResult {
    Prepared::new(stream, kernel, shape, arguments, caller, true)?.record(Some(Grids::Single))
}

/// One of the two, as a launch's attributes say.
pub fn launch_either(
    stream: &Arc<Stream>,
    kernel: &Arc<Kernel>,
    shape: &LaunchShape,
    arguments: Arguments<'_>,
    caller: Caller,
    cooperative: bool,
) -> HipResult {
    match cooperative {
        true => launch_cooperative(stream, kernel, shape, arguments, caller),
        false => launch(stream, kernel, shape, arguments, caller),
    }
}

/// A launch that has passed HIP's checks, with its kernel compiled: what is left is to record it.
#[derive(Debug)]
pub struct Prepared<'a> {
    stream: &'a Arc<Stream>,
    kernel: &'a Arc<Kernel>,
    grid: [u32; 3],
    arguments: Arguments<'a>,
    variant: Arc<Variant>,
    hidden: Hidden,
}

impl<'a> Prepared<'a> {
    /// Checks a launch and makes what it needs. `cooperative`: its blocks may wait for each other.
    pub fn new(
        stream: &'a Arc<Stream>,
        kernel: &'a Arc<Kernel>,
        shape: &LaunchShape,
        arguments: Arguments<'a>,
        caller: Caller,
        cooperative: bool,
    ) -> HipResult<Prepared<'a>> {
        let device = kernel.device();
        if stream.device_index() != device.index {
            // hip-tests "Stream not on the same device": hipErrorInvalidResourceHandle.
            return Err(HipError::InvalidHandle.because(format_args!(
                "the stream belongs to device {}, the kernel {} to device {}",
                stream.device_index(),
                kernel.metadata().name,
                device.index
            )));
        }
        check(shape, &device.properties, kernel.metadata(), caller)?;
        if cooperative {
            cooperative::check(kernel, shape)?;
        }
        device.check()?;
        let variant = kernel.variant(shape, cooperative)?;
        if cooperative {
            cooperative::check_scratch(kernel, shape, variant.scratch_bytes)?;
        }
        let mut hidden = Hidden {
            globals_base: kernel.globals_base()?,
            grid: shape.grid,
            dynamic_shared: shape.shared_bytes,
            heap: if kernel.metadata().heap { device.heap.address(device)? } else { 0 },
            clock: if device.properties.narrow_clock { vk::monotonic_ns() } else { 0 },
            ..Hidden::default()
        };
        if variant.scratch_bytes > 0 {
            hidden.scratch = device.scratch.address(&device.vk, variant.scratch_bytes)?;
        }
        if cooperative {
            hidden.grid_state = device.cooperative.state(device)?;
        }
        Ok(Prepared { stream, kernel, grid: shape.grid, arguments, variant, hidden })
    }

    /// Finds out before anything is recorded whether the arguments are what the kernel takes.
    pub fn check_arguments(&self) -> HipResult {
        pack(self.kernel, self.arguments, &self.hidden, |_| Ok(()))
    }

    /// Records it; `grids` if it was prepared to be cooperative.
    pub fn record(self, grids: Option<Grids>) -> HipResult {
        let Prepared { stream, kernel, grid, arguments, variant, hidden } = self;
        let device = kernel.device();
        let submit = |hidden: &Hidden| {
            pack(kernel, arguments, hidden, |block| match grids {
                _ if config::null_kernels() => Ok(()),
                None => stream.launch(&variant, block, grid),
                Some(grids) => device.cooperative.launch(device, stream, &variant, block, grid, grids),
            })
        };
        if variant.textures {
            device.textures.before_sampling(stream)?;
        }
        let result = match kernel.metadata().log {
            false => submit(&hidden),
            true => device.logs.with_open(stream, kernel, |address| submit(&Hidden { log: address, ..hidden })),
        };
        if variant.textures {
            device.textures.after_sampling(stream);
        }
        if kernel.metadata().surfaces {
            device.textures.after_surfaces(stream);
        }
        result
    }
}

/// Packs the parameters and hands them to `submit`.
fn pack(
    kernel: &Kernel,
    arguments: Arguments<'_>,
    hidden: &Hidden,
    submit: impl FnOnce(&[u8]) -> HipResult,
) -> HipResult {
    // Most kernels take few arguments: no allocation for them.
    const SMALL: usize = 256;
    let size = kernel.metadata().block_size() as usize;
    if size <= SMALL {
        let mut block = [0; SMALL];
        return submit(args::pack(kernel.metadata(), arguments, hidden, &mut block)?);
    }
    let mut block = vec![0; size];
    submit(args::pack(kernel.metadata(), arguments, hidden, &mut block)?)
}

/// HIP's rules for a launch's shape.
fn check(shape: &LaunchShape, device: &Properties, kernel: &KernelMetadata, caller: Caller) -> HipResult {
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
    // hip-tests: "sharedMemBytes > maxSharedMemoryPerBlock": hipErrorInvalidValue in both APIs.
    if shared_bytes > device.shared_per_block {
        return Err(HipError::InvalidValue.because(format_args!(
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
            name: String::new(),
            uuid: [0; 16],
            total_memory: 0,
            shared_per_block: 32768,
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
            pci: [0; 3],
            images: [0; 4],
            host_register: false,
            wall_clock_khz: 0,
            clock_khz: 0,
        }
    }

    fn checked(grid: [u32; 3], block: [u32; 3], shared_bytes: u32, caller: Caller) -> Option<HipError> {
        let kernel =
            KernelMetadata { name: "k".into(), max_block: 512, static_shared: 1024, ..KernelMetadata::default() };
        check(&LaunchShape { grid, block, shared_bytes }, &device(), &kernel, caller).err()
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
