//! What a program has set of a kernel: as a function (`hipFuncSetAttribute`), and as a library's kernel (`hipKernelSetAttribute`).
//!
//! AMD's runtime keeps both: what was set of the function holds for launches, and what was set of the kernel where nothing was. Who asks for
//! the kernel's is told the kernel's. Called by `capi::module` and `capi::library`; launches ask [`Settings::check`].

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};

use super::error::{HipError, HipResult};

/// Of one kernel.
#[derive(Debug)]
pub struct Settings {
    /// Bytes of dynamic shared memory that a launch may have: `hipFuncAttributeMaxDynamicSharedMemorySize`.
    max_dynamic_shared: AtomicU32,
    /// Set of the function, so that the kernel's no longer holds.
    of_function: AtomicBool,
    /// The same, as the kernel's.
    kernel_max_dynamic_shared: AtomicU32,
    /// The preferred share of shared memory in per cent, as the function's; only remembered.
    pub carveout: AtomicU32,
    /// As the kernel's: -1, what nobody has set.
    pub kernel_carveout: AtomicI32,
    /// Width, height and depth of the clusters that it needs; 0, what nobody has set.
    pub cluster: [AtomicI32; 3],
    /// Only remembered.
    pub non_portable_cluster: AtomicI32,
    /// `hipClusterSchedulingPolicy`, only remembered.
    pub cluster_policy: AtomicI32,
}

impl Settings {
    /// Nothing is set: a launch may have `room` bytes.
    pub fn new(room: u32) -> Settings {
        Settings {
            max_dynamic_shared: AtomicU32::new(room),
            of_function: AtomicBool::new(false),
            kernel_max_dynamic_shared: AtomicU32::new(room),
            carveout: AtomicU32::new(0),
            kernel_carveout: AtomicI32::new(-1),
            cluster: Default::default(),
            non_portable_cluster: AtomicI32::new(0),
            cluster_policy: AtomicI32::new(0),
        }
    }

    /// Of the function.
    pub fn max_dynamic_shared(&self) -> u32 {
        self.max_dynamic_shared.load(Ordering::Relaxed)
    }

    /// Of the kernel.
    pub fn kernel_max_dynamic_shared(&self) -> u32 {
        self.kernel_max_dynamic_shared.load(Ordering::Relaxed)
    }

    /// Sets the function's.
    pub fn set_max_dynamic_shared(&self, bytes: u32) {
        self.of_function.store(true, Ordering::Relaxed);
        self.max_dynamic_shared.store(bytes, Ordering::Relaxed);
    }

    /// Sets the kernel's.
    pub fn set_kernel_max_dynamic_shared(&self, bytes: u32) {
        self.kernel_max_dynamic_shared.store(bytes, Ordering::Relaxed);
        if !self.of_function.load(Ordering::Relaxed) {
            self.max_dynamic_shared.store(bytes, Ordering::Relaxed);
        }
    }

    /// Refuses a launch that they do not allow. hip-tests: hipErrorInvalidValue for more dynamic shared memory than was set;
    /// hipErrorInvalidClusterSize for a kernel that needs clusters, which no device here has.
    pub fn check(&self, name: &str, dynamic_shared: u32) -> HipResult {
        let most = self.max_dynamic_shared();
        if dynamic_shared > most {
            return Err(HipError::InvalidValue.because(format_args!(
                "{name}: {dynamic_shared} bytes of dynamic shared memory, its attribute allows {most}"
            )));
        }
        if self.cluster.iter().any(|side| side.load(Ordering::Relaxed) > 1) {
            return Err(HipError::InvalidClusterSize.because(format_args!("{name} needs clusters of blocks")));
        }
        Ok(())
    }
}
