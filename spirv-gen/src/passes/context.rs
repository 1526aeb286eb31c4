//! What a pass for one device and one block shape is told. Made by `device`, taken by every pass of the list DEVICE.

use crate::bundle::metadata::KernelMetadata;
use crate::target::Target;

/// Block shape and shared memory of a launch: what a pipeline is specialised for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LaunchShape {
    /// Threads per block in x, y, z; none is zero.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory, rounded up as the runtime caches them.
    pub dynamic_shared: u32,
}

impl LaunchShape {
    /// Threads per block.
    pub fn threads(&self) -> u32 {
        self.block.iter().product()
    }
}

/// What a device pass may look at.
#[derive(Clone, Copy, Debug)]
pub struct DeviceContext<'a> {
    pub target: &'a Target,
    pub shape: LaunchShape,
    pub metadata: &'a KernelMetadata,
}
