//! A kernel's first launch without the launch: all that it waits for is done, on the device and in the caches, and nothing runs.
//!
//! llvmpipe compiles a kernel when it is dispatched, however many workgroups that are; none will do. Called by `precompile`.

use std::time::{Duration, Instant};

use super::error::HipResult;
use super::kernel::{Kernel, Took};
use super::launch::{Caller, LaunchShape, check};

/// What a first launch waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstLaunch {
    /// Our compiler and the driver's pipeline.
    pub made: Took,
    /// The driver's compiling at the first dispatch.
    pub dispatch: Duration,
}

/// Compiles a kernel for blocks of a shape, by us and by the driver.
///
/// # Errors
/// HIP's for a launch of this shape.
pub fn first_launch(kernel: &Kernel, block: [u32; 3], shared_bytes: u32) -> HipResult<FirstLaunch> {
    let device = kernel.device();
    let shape = LaunchShape { grid: [1; 3], block, shared_bytes };
    check(&shape, &device.properties, kernel.metadata(), Caller::Runtime, false)?;
    let variant = kernel.variant(&shape, false)?;
    let start = Instant::now();
    let stream = device.streams.legacy();
    let arguments = vec![0; kernel.metadata().block_size() as usize];
    stream.vk.dispatch(&variant.dispatch(&arguments, [0; 3]))?;
    stream.synchronize()?;
    Ok(FirstLaunch { made: variant.took, dispatch: start.elapsed() })
}
