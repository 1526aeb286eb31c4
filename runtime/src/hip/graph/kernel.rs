//! A kernel node: a launch with a copy of its arguments, and what the program may ask of it.

use std::sync::Arc;

use crate::hip::error::HipResult;
use crate::hip::kernel::Kernel;
use crate::hip::launch::{KernelWork, Launch};
use crate::hip::register;

/// Words of a `hipLaunchAttributeValue`.
pub type AttributeValue = [u64; 8];

/// What a kernel node does.
#[derive(Clone, Debug)]
pub struct KernelNode {
    /// The launch.
    pub work: KernelWork,
    /// The function as the program named it; 0 if it was captured.
    function: u64,
    /// The addresses of the arguments: `kernelParams` for who asks.
    pointers: Arc<[u64]>,
    /// `hipLaunchAttributeAccessPolicyWindow`, `Cooperative`, `Priority`, as they were set; only the second has an effect.
    pub attributes: [AttributeValue; 3],
}

impl KernelNode {
    /// Checks a launch as the call would, and copies its arguments. HIP: they "are copied" when a node is made.
    pub fn new(launch: &Launch<'_>, function: u64) -> HipResult<KernelNode> {
        Ok(KernelNode::of(KernelWork::new(launch)?, function))
    }

    /// A captured launch.
    pub fn of(work: KernelWork, function: u64) -> KernelNode {
        let first = work.parameters.as_ptr() as u64;
        let pointers = work.kernel.metadata().params.iter().map(|param| first + u64::from(param.offset)).collect();
        let value = |word: u32| [u64::from(word), 0, 0, 0, 0, 0, 0, 0];
        // hip-tests, of 2026: a captured kernel has its stream's priority.
        let attributes = [value(0), value(work.cooperative.into()), value(work.priority as u32)];
        KernelNode { work, function, pointers, attributes }
    }

    /// The function: what the program named it, else the host function that stands for it, if one does.
    pub fn function(&self) -> Option<u64> {
        if self.function != 0 { Some(self.function) } else { register::host_function(&self.work.kernel) }
    }

    /// Its kernel.
    pub fn kernel(&self) -> &Arc<Kernel> {
        &self.work.kernel
    }

    /// The place of a list with the address of each argument; 0 if there are none. It stays while the node is as it is.
    pub fn pointers(&self) -> u64 {
        if self.pointers.is_empty() { 0 } else { self.pointers.as_ptr() as u64 }
    }
}
