//! A second lavapipe with a known number of worker threads, for cooperative launches.
//!
//! lavapipe gives each of its worker threads a row of workgroups, which it runs one after the other: no more workgroups are
//! under way at once than there are workers, by default one per core. Blocks that wait for each other must all be under way. So
//! cooperative launches go to a device of their own, made by a second instance with [`workers`] workers; its memory is
//! the same (a device address is a host pointer), its pipelines are made from the same SPIR-V. Called by `hip::cooperative`.
//! Remove when lavapipe promises progress of all workgroups.

use std::sync::Arc;

use crate::config;

pub use super::worker_count::cores;
use super::worker_count::{self, MOST};
use crate::vk::device::instance::Instance;
use crate::vk::device::logical::Device;
use crate::vk::device::select::DeviceInfo;
use crate::vk::error::VkError;

/// On fewer cores than this, workers take turns on them, so that a grid has several blocks at all. A barrier then waits for the
/// scheduler: 8 ms with two workers per core, 70 ms with 32 on two cores (measured), against microseconds with one per core.
const FEWEST: u32 = 4;

/// Workers of the crew, and so the most blocks of a cooperative grid.
pub fn workers() -> u32 {
    let asked_for = config::value(BLOCKS_VARIABLE).and_then(|number| number.parse().ok());
    asked_for.map_or_else(|| cores().max(FEWEST), |number: u32| number.max(1)).min(MOST)
}

const BLOCKS_VARIABLE: &str = "HIPVK_COOPERATIVE_BLOCKS";

/// Opens lavapipe once more, like `info` but with [`workers`] workers.
pub fn open(info: &DeviceInfo) -> Result<Arc<Device>, VkError> {
    if !info.quirks.cooperative_on_crew {
        return Err(VkError::Invalid("a crew is lavapipe's"));
    }
    worker_count::with(workers(), || open_now(info))
}

fn open_now(info: &DeviceInfo) -> Result<Arc<Device>, VkError> {
    let instance = Instance::open()?;
    let same = instance.devices().iter().find(|other| other.driver == info.driver && other.name == info.name);
    let same = same.ok_or(VkError::Invalid("lavapipe is there no more"))?.clone();
    // With the variable set the new device prepares no serial lane of its own.
    Device::open(&instance, &same)
}
