//! A second lavapipe with a known number of worker threads, for cooperative launches.
//!
//! lavapipe gives each of its worker threads a row of workgroups, which it runs one after the other: no more workgroups are
//! under way at once than there are workers, by default one per core. Blocks that wait for each other must all be under way. So
//! cooperative launches go to a device of their own, made by a second instance with [`workers`] workers; its memory is
//! the same (a device address is a host pointer), its pipelines are made from the same SPIR-V. Called by `hip::cooperative`.
//! Remove when lavapipe promises progress of all workgroups.

use std::sync::{Arc, Mutex, PoisonError};

use crate::config;

use super::device::Device;
use super::error::VkError;
use super::instance::Instance;
use super::select::{DeviceInfo, DriverKind};

/// llvmpipe has no more (`LP_MAX_THREADS`).
const MOST: u32 = 32;
/// On fewer cores than this, workers take turns on them, so that a grid has several blocks at all. A barrier then waits for the
/// scheduler: 8 ms with two workers per core, 70 ms with 32 on two cores (measured), against microseconds with one per core.
const FEWEST: u32 = 4;

/// Cores that this process may use.
pub fn cores() -> u32 {
    std::thread::available_parallelism().map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(MOST))
}

/// Workers of the crew, and so the most blocks of a cooperative grid.
pub fn workers() -> u32 {
    let asked_for = config::value(BLOCKS_VARIABLE).and_then(|number| number.parse().ok());
    asked_for.map_or_else(|| cores().max(FEWEST), |number: u32| number.max(1)).min(MOST)
}

const THREADS_VARIABLE: &str = "LP_NUM_THREADS";
const BLOCKS_VARIABLE: &str = "HIPVK_COOPERATIVE_BLOCKS";

/// Opens lavapipe once more, like `info` but with [`workers`] workers.
pub fn open(info: &DeviceInfo) -> Result<Arc<Device>, VkError> {
    if info.driver.kind != DriverKind::Lavapipe {
        return Err(VkError::Invalid("a crew is lavapipe's"));
    }
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let before = std::env::var_os(THREADS_VARIABLE);
    // SAFETY: llvmpipe reads the variable when its devices are enumerated, and there is no other way to tell it. Once per
    // device and process; `lane` has set and removed the same variable at the first HIP call, so glibc's array has room for
    // it and is neither moved nor freed under a thread that calls `getenv` in just this moment.
    unsafe { std::env::set_var(THREADS_VARIABLE, workers().to_string()) };
    let opened = open_now(info);
    match before {
        // SAFETY: as above.
        Some(value) => unsafe { std::env::set_var(THREADS_VARIABLE, value) },
        // SAFETY: as above.
        None => unsafe { std::env::remove_var(THREADS_VARIABLE) },
    }
    opened
}

fn open_now(info: &DeviceInfo) -> Result<Arc<Device>, VkError> {
    let instance = Instance::open()?;
    let same = instance.devices().iter().find(|other| other.driver == info.driver && other.name == info.name);
    let same = same.ok_or(VkError::Invalid("lavapipe is there no more"))?.clone();
    // With the variable set the new device prepares no serial lane of its own.
    Device::open(&instance, &same)
}
