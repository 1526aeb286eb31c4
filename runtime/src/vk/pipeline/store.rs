//! What the pipelines of a device share: the layout of HIP's kernels, and Vulkan's pipeline cache, kept on disk. Owned by the device.

use ash::vk;

use super::cache::DiskCache;
use crate::locks::{Mutex, Rank};
use crate::vk::device::select::DeviceInfo;
use crate::vk::error::{VkError, map_oom};

const CACHE_KEY: &[u8] = b"VkPipelineCache";

/// What the pipelines of a device share.
#[derive(Debug)]
pub(in crate::vk) struct PipelineStore {
    pub(super) kernel_layout: vk::PipelineLayout,
    pub(super) cache: vk::PipelineCache,
    /// Bytes of the cache when it was last written to disk.
    saved: Mutex<usize>,
}

impl PipelineStore {
    pub(in crate::vk) fn new(device: &ash::Device, info: &DeviceInfo, disk: &DiskCache) -> Result<Self, VkError> {
        let range =
            [vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::COMPUTE).size(info.limits.push_bytes)];
        let layout = vk::PipelineLayoutCreateInfo::default().push_constant_ranges(&range);
        // SAFETY: `layout` is complete, the range is the device's limit.
        let kernel_layout =
            unsafe { device.create_pipeline_layout(&layout, None) }.map_err(map_oom("vkCreatePipelineLayout"))?;
        let data = disk.get(CACHE_KEY).unwrap_or_default();
        let create = vk::PipelineCacheCreateInfo::default().initial_data(&data);
        // SAFETY: the data is either empty or what this driver build wrote (the key is its UUID, the checksum held);
        // the driver checks its own header besides.
        let cache = unsafe { device.create_pipeline_cache(&create, None) }.map_err(|result| {
            // SAFETY: just made, nothing uses it.
            unsafe { device.destroy_pipeline_layout(kernel_layout, None) };
            map_oom("vkCreatePipelineCache")(result)
        })?;
        Ok(Self { kernel_layout, cache, saved: Mutex::new(Rank::PipelineStore, data.len()) })
    }

    /// Writes the cache to disk if it has grown.
    pub(in crate::vk) fn save(&self, device: &ash::Device, disk: &DiskCache) {
        // SAFETY: the cache lives as long as the store.
        let Ok(data) = (unsafe { device.get_pipeline_cache_data(self.cache) }) else {
            return;
        };
        let mut saved = self.saved.lock();
        // A cache that is only its 32-byte header (lavapipe) holds nothing.
        if data.len() > 32 && data.len() != *saved {
            disk.put(CACHE_KEY, &data);
            *saved = data.len();
        }
    }

    /// # Safety
    /// No pipeline is left and the device is idle.
    pub(in crate::vk) unsafe fn destroy(&self, device: &ash::Device, disk: &DiskCache) {
        self.save(device, disk);
        // SAFETY: passed on from the caller.
        unsafe {
            device.destroy_pipeline_cache(self.cache, None);
            device.destroy_pipeline_layout(self.kernel_layout, None);
        }
    }
}
