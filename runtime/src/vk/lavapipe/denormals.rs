//! lavapipe's threads are told to keep denormal floats.
//!
//! Mesa 26.1 computes with the processor's FZ and DAZ bits set, which make zeros of all denormal floats, f64 too: each thread of llvmpipe's pool
//! for compute shaders sets them before its first task, and never again (lp_cs_tpool.c), whatever DenormPreserve and the environment say. So
//! right behind a device's creation all its threads do a task together (`denormal_probe`), and then each takes the bits out of its own state
//! (`thread_state`). Another such task tells whether it worked.
//!
//! ```text
//! create ──> probe ─kept─────────────────────────────────────> by the driver
//!              └─flushed──> a signal to each thread ──> probe ─kept──> by us
//!                                                         └─flushed──> told in the log
//! ```
//!
//! A lavapipe without threads sets the bits for each dispatch and takes them back: so kernels with floats do not go to the serial lane (`lane`), and other devices
//! are opened with a thread where they would have none. Called by `device::logical`, `lane` and `instance`. Remove when no supported lavapipe
//! flushes, or one can be asked not to.

use std::collections::HashMap;
use std::time::Instant;

use ash::vk;

use super::denormal_probe::Probe;
use super::thread_state;
use super::worker_count;
use crate::locks::{Mutex, MutexGuard, Rank};
use crate::vk::device::select::DeviceInfo;

/// Probes until threads that have not met are given up: each waits 0.1 s for the others.
const ATTEMPTS: u32 = 20;

/// Who keeps the denormal floats of a device's kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::vk) enum Keeper {
    /// Or who cannot be helped.
    Driver,
    /// Its threads have been told.
    Us,
    Nobody,
}

/// By index, the physical devices of an instance that have been looked at: all devices opened on one share its threads.
#[derive(Debug)]
pub(in crate::vk) struct Keepers(Mutex<HashMap<usize, Keeper>>);

impl Default for Keepers {
    fn default() -> Self {
        Self(Mutex::new(Rank::Keepers, HashMap::new()))
    }
}

impl Keepers {
    /// That of a physical device; `look` is asked the first time.
    pub(in crate::vk) fn of(&self, index: usize, look: impl FnOnce() -> Keeper) -> Keeper {
        *self.0.lock().entry(index).or_insert_with(look)
    }
}

/// Held while a device is created and its threads are told: no other device's threads may begin in between.
pub(in crate::vk) struct Opening {
    _guard: MutexGuard<'static, ()>,
}

/// A device is about to be created.
pub(in crate::vk) fn opening() -> Opening {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(Rank::Opening, ());
    Opening { _guard: ONE_AT_A_TIME.lock() }
}

/// Whether this device's kernels have to run in a thread of their own, and would not.
pub(in crate::vk) fn needs_worker(info: &DeviceInfo) -> bool {
    info.quirks.may_flush_denormals && worker_count::is_none()
}

impl Opening {
    /// Sees to it that a new device, at whose creation the threads `begun` began and whose queue nobody else uses yet, keeps denormal floats, if
    /// its driver is a lavapipe that may not. What cannot be mended is told in the log.
    pub(in crate::vk) fn keep(
        &self,
        device: &ash::Device,
        queue: (vk::Queue, u32),
        info: &DeviceInfo,
        begun: &[i32],
    ) -> Keeper {
        if !info.quirks.may_flush_denormals {
            if !info.quirks.keeps_denormals_unasked && !info.target.fp32_controls.denorm_preserve {
                log::warn!("'{}' lacks shaderDenormPreserveFloat32: denormal floats may count as zero", info.name);
            }
            return Keeper::Driver;
        }
        let begin = Instant::now();
        let keeper = keeper(device, queue, begun).unwrap_or_else(|error| {
            log::info!("'{}' was not asked about denormal floats: {error:?}", info.name);
            Keeper::Nobody
        });
        let microseconds = begin.elapsed().as_micros();
        log::debug!("denormal floats on '{}' are kept by: {keeper:?} ({microseconds} us)", info.name);
        if keeper == Keeper::Nobody {
            log::warn!("'{}' ({}) takes denormal floats for zero, double ones too", info.name, info.driver.info);
        }
        keeper
    }
}

fn keeper(device: &ash::Device, queue: (vk::Queue, u32), begun: &[i32]) -> Result<Keeper, vk::Result> {
    let probe = Probe::new(device, queue)?;
    if all_keep(&probe, begun)? {
        return Ok(Keeper::Driver);
    }
    if !thread_state::clear_flushing(&workers(begun)) {
        return Ok(Keeper::Nobody);
    }
    Ok(if all_keep(&probe, begun)? { Keeper::Us } else { Keeper::Nobody })
}

/// Whether all threads keep denormal floats; not, if they have not met.
fn all_keep(probe: &Probe<'_>, begun: &[i32]) -> Result<bool, vk::Result> {
    for _ in 0..ATTEMPTS {
        // Names come late, so they are read anew. Without threads the queue does all by itself.
        if let Some(kept) = probe.run(workers(begun).len().max(1))? {
            return Ok(kept);
        }
    }
    Ok(false)
}

/// Those of `begun` that run compute shaders: Mesa blocks signals in all its threads, and names all but these, soon after they have begun.
fn workers(begun: &[i32]) -> Vec<i32> {
    const SIGTERM: u32 = 15;
    let field = |path: String, name: &str| {
        let text = std::fs::read_to_string(path).ok()?;
        text.lines().find_map(|line| line.strip_prefix(name)).map(|value| value.trim().to_owned())
    };
    let own = field("/proc/thread-self/status".into(), "Name:");
    let is_worker = |task: &&i32| {
        let of = |name| field(format!("/proc/self/task/{task}/status"), name);
        let blocked = of("SigBlk:").and_then(|mask| u64::from_str_radix(&mask, 16).ok()).unwrap_or(0);
        of("Name:") == own && blocked >> (SIGTERM - 1) & 1 == 1
    };
    begun.iter().filter(is_worker).copied().collect()
}
