//! The queues to open a device with: of which families, and how many.
//!
//! Called by `raw` when a device is opened.

use std::sync::Arc;

use ash::vk;

use super::queue::Queue;
use crate::vk::error::VkError;

/// Compute queues to use; streams beyond this many share them.
const MAX_QUEUES: u32 = 8;
/// Queues for copies: one each way.
const COPY_QUEUES: u32 = 2;

/// Which queue families to use.
pub(in crate::vk) struct QueuePlan {
    pub(super) main: u32,
    pub(super) main_count: u32,
    timestamp_bits: u32,
    pub(in crate::vk) sparse: Option<u32>,
    /// The family of the engines that copy beside kernels, and how many of its queues to use.
    pub(super) copy: Option<(u32, u32)>,
}

impl QueuePlan {
    /// A family for compute alone runs a chain of dispatches faster than a universal one (NVIDIA), so it is preferred.
    /// `copies`: with queues for copies, if there is a family for them alone.
    pub(super) fn choose(
        instance: &ash::Instance,
        physical: vk::PhysicalDevice,
        copies: bool,
    ) -> Result<Self, VkError> {
        // SAFETY: `physical` comes from `instance`.
        let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
        let with = |flags: vk::QueueFlags, without: vk::QueueFlags| {
            families
                .iter()
                .position(|f| f.queue_count > 0 && f.queue_flags.contains(flags) && !f.queue_flags.intersects(without))
        };
        let main = with(vk::QueueFlags::COMPUTE, vk::QueueFlags::GRAPHICS)
            .or_else(|| with(vk::QueueFlags::COMPUTE, vk::QueueFlags::empty()))
            .ok_or_else(|| VkError::Unsupported { feature: "a compute queue".into() })?;
        let sparse = if families[main].queue_flags.contains(vk::QueueFlags::SPARSE_BINDING) {
            Some(main)
        } else {
            with(vk::QueueFlags::SPARSE_BINDING, vk::QueueFlags::empty())
        };
        let kernels = vk::QueueFlags::COMPUTE | vk::QueueFlags::GRAPHICS;
        let other = kernels | vk::QueueFlags::VIDEO_DECODE_KHR | vk::QueueFlags::VIDEO_ENCODE_KHR;
        let copy = with(vk::QueueFlags::TRANSFER, other).filter(|_| copies);
        Ok(Self {
            copy: copy.map(|family| (family as u32, families[family].queue_count.min(COPY_QUEUES))),
            main: main as u32,
            main_count: families[main].queue_count.min(MAX_QUEUES),
            timestamp_bits: families[main].timestamp_valid_bits,
            sparse: sparse.map(|f| f as u32),
        })
    }

    pub(super) fn main_queues(&self, device: &ash::Device) -> Vec<Arc<Queue>> {
        (0..self.main_count)
            .map(|index| {
                // SAFETY: `create` asked for this many queues of this family.
                let raw = unsafe { device.get_device_queue(self.main, index) };
                Arc::new(Queue::new(raw, self.main, self.timestamp_bits))
            })
            .collect()
    }

    /// None, or one for each way that data goes.
    pub(super) fn copy_queues(&self, device: &ash::Device) -> Vec<Arc<Queue>> {
        let Some((family, count)) = self.copy else { return Vec::new() };
        // SAFETY: `create` asked for this many queues of this family.
        let queue = |index| Arc::new(Queue::new(unsafe { device.get_device_queue(family, index) }, family, 0));
        (0..count).map(queue).collect()
    }

    pub(super) fn sparse_queue(&self, device: &ash::Device, main: &[Arc<Queue>]) -> Option<Arc<Queue>> {
        let family = self.sparse?;
        if family == self.main {
            return main.first().cloned();
        }
        // SAFETY: `create` asked for one queue of this family.
        let raw = unsafe { device.get_device_queue(family, 0) };
        Some(Arc::new(Queue::new(raw, family, 0)))
    }
}
