//! What only the CPU's Vulkan device needs: further devices of it, and its threads' state and faults.
//!
//! ```text
//! lane ─ waiting_lane              further doors to lavapipe, for runs of tiny launches and for kernels that wait
//! crew ─ worker_count              one with a worker per block, for cooperative launches;  how many workers the next one gets
//! denormals ─ denormal_probe, thread_state    its threads are told to keep denormal floats
//! fault ─ fault_text               a wild access of a kernel is named
//! ```

pub mod crew;
mod denormal_probe;
pub(in crate::vk) mod denormals;
#[cfg(target_os = "linux")]
pub(in crate::vk) mod fault;
#[cfg(target_os = "linux")]
mod fault_text;
pub(in crate::vk) mod lane;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod thread_state;
pub(in crate::vk) mod waiting_lane;
pub(in crate::vk) mod worker_count;

/// Other systems have no reports of wild accesses.
#[cfg(not(target_os = "linux"))]
pub(in crate::vk) mod fault {
    pub(in crate::vk) fn watching<R>(open: impl FnOnce() -> R) -> R {
        open()
    }

    pub(in crate::vk) fn watched<R>(open: impl FnOnce() -> R) -> (R, Vec<i32>) {
        (open(), Vec::new())
    }

    pub(in crate::vk) fn install() {}

    pub(in crate::vk) fn stay_loaded() {}
}

/// Other processors' threads have other states; what flushes there is told.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
mod thread_state {
    pub(super) fn clear_flushing(_tasks: &[i32]) -> bool {
        false
    }
}
