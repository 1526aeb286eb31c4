//! Images for the texture unit: optimally tiled copies of linear memory, refreshed from it in a stream.
//!
//! HIP's arrays live in linear device memory, which surfaces, copies and software sampling use. The texture unit wants an
//! image; `hip::image::shadow` keeps one beside an array and says when it must be refreshed (`refresh`).

use std::sync::Arc;

use ash::vk;
use gpu_allocator::vulkan::Allocation;

use super::table::SamplerDesc;
use crate::vk::device::logical::Device;
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_oom};
use crate::vk::memory::owner::{Alone, Order};

/// What a channel of a texel is to the texture unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Channel {
    /// 8 bits, read as 0 to 1.
    Unorm8,
    /// 8 bits, read as -1 to 1.
    Snorm8,
    /// 16 bits, read as 0 to 1.
    Unorm16,
    /// 16 bits, read as -1 to 1.
    Snorm16,
    /// Half precision.
    Float16,
    /// Single precision.
    Float32,
}

/// A texel: its channels' type, and 1, 2 or 4 of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TexelFormat {
    /// Every channel's.
    pub channel: Channel,
    /// How many.
    pub channels: u32,
}

impl TexelFormat {
    fn raw(self) -> Option<vk::Format> {
        use vk::Format as F;
        let [one, two, four] = match self.channel {
            Channel::Unorm8 => [F::R8_UNORM, F::R8G8_UNORM, F::R8G8B8A8_UNORM],
            Channel::Snorm8 => [F::R8_SNORM, F::R8G8_SNORM, F::R8G8B8A8_SNORM],
            Channel::Unorm16 => [F::R16_UNORM, F::R16G16_UNORM, F::R16G16B16A16_UNORM],
            Channel::Snorm16 => [F::R16_SNORM, F::R16G16_SNORM, F::R16G16B16A16_SNORM],
            Channel::Float16 => [F::R16_SFLOAT, F::R16G16_SFLOAT, F::R16G16B16A16_SFLOAT],
            Channel::Float32 => [F::R32_SFLOAT, F::R32G32_SFLOAT, F::R32G32B32A32_SFLOAT],
        };
        match self.channels {
            1 => Some(one),
            2 => Some(two),
            4 => Some(four),
            _ => None,
        }
    }
}

/// A two-dimensional image of one level.
#[derive(Debug)]
pub struct Image {
    device: Arc<Device>,
    pub(super) raw: vk::Image,
    memory: Option<Allocation>,
    view: vk::ImageView,
    pub(super) size: [u32; 2],
    bytes: u64,
}

impl Device {
    /// Whether the texture unit reads texels of this format, and filters them if asked.
    pub fn can_sample(&self, format: TexelFormat, linear: bool) -> bool {
        let Some(format) = format.raw() else { return false };
        let mut wanted = vk::FormatFeatureFlags::SAMPLED_IMAGE | vk::FormatFeatureFlags::TRANSFER_DST;
        if linear {
            wanted |= vk::FormatFeatureFlags::SAMPLED_IMAGE_FILTER_LINEAR;
        }
        self.format_features(format).contains(wanted)
    }

    /// An image of `size` texels, contents undefined. Errors as for memory; [`VkError::Unsupported`] for a size or format
    /// that the device has no images of.
    pub fn create_image(self: &Arc<Self>, format: TexelFormat, size: [u32; 2]) -> Result<Arc<Image>, VkError> {
        let largest = self.info.limits.image_2d;
        let Some(raw_format) = format.raw().filter(|_| size.iter().all(|&side| side <= largest)) else {
            return Err(VkError::Unsupported { feature: format!("images of {size:?} {format:?}") });
        };
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(raw_format)
            .extent(vk::Extent3D { width: size[0], height: size[1], depth: 1 })
            .mip_levels(1)
            .array_layers(1)
            .samples(vk::SampleCountFlags::TYPE_1)
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST)
            .initial_layout(vk::ImageLayout::UNDEFINED);
        // SAFETY: `info` is complete; size and format were checked.
        let raw = unsafe { self.raw.create_image(&info, None) }.map_err(map_oom("vkCreateImage"))?;
        // SAFETY: the image was made just before by this device.
        let needs = unsafe { self.raw.get_image_memory_requirements(raw) };
        self.lock_pools().reserved += needs.size;
        // From here on its `drop` gives back what there is of it.
        let mut image =
            Image { device: Arc::clone(self), raw, memory: None, view: vk::ImageView::null(), size, bytes: needs.size };
        image.memory = Some(allocate(self, raw, &needs)?);
        image.bind()?;
        image.view = view(self, raw, raw_format)?;
        Ok(Arc::new(image))
    }

    /// Puts an image into the table of textures, to be sampled like this. The slot, at least 1; `None` if the table is full.
    pub fn bind_texture(&self, image: &Arc<Image>, sampler: SamplerDesc) -> Result<Option<u32>, VkError> {
        self.texture_table()?.bind(&self.raw, image.view, sampler)
    }

    /// Gives a slot back. No submitted or recorded work may read it any more.
    pub fn release_texture(&self, slot: u32) {
        if let Ok(table) = self.texture_table() {
            table.release(slot);
        }
    }
}

fn allocate(device: &RawDevice, image: vk::Image, needs: &vk::MemoryRequirements) -> Result<Allocation, VkError> {
    let fits = |local: bool| {
        (0..device.memory_types.len()).find(|&i| {
            let flags = device.memory_types[i].property_flags;
            needs.memory_type_bits & (1 << i) != 0 && flags.contains(vk::MemoryPropertyFlags::DEVICE_LOCAL) == local
        })
    };
    let kind = fits(true).or_else(|| fits(false)).ok_or(VkError::Invalid("no memory type for an image"))?;
    device.owner.allocate(&Order { needs, kind: kind as u32, alone: Some(Alone::Image(image)) })
}

fn view(device: &RawDevice, image: vk::Image, format: vk::Format) -> Result<vk::ImageView, VkError> {
    let info = vk::ImageViewCreateInfo::default()
        .image(image)
        .view_type(vk::ImageViewType::TYPE_2D)
        .format(format)
        .subresource_range(whole());
    // SAFETY: the image is this device's, of this format, and bound.
    unsafe { device.raw.create_image_view(&info, None) }.map_err(map_oom("vkCreateImageView"))
}

pub(super) fn whole() -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange::default().aspect_mask(vk::ImageAspectFlags::COLOR).level_count(1).layer_count(1)
}

impl Image {
    fn bind(&self) -> Result<(), VkError> {
        let Some(memory) = &self.memory else { return Ok(()) };
        // SAFETY: the memory is this image's alone, which is unbound and goes before it (`drop`).
        unsafe { self.device.raw.bind_image_memory(self.raw, memory.memory(), memory.offset()) }
            .map_err(map_oom("vkBindImageMemory"))
    }
}

impl Drop for Image {
    fn drop(&mut self) {
        // SAFETY: batches hold an `Arc` of images they refresh; the owner waits for the kernels that sample
        // (`hip::image::shadow`), and for the texture objects whose descriptors name it.
        unsafe {
            self.device.raw.destroy_image_view(self.view, None);
            self.device.raw.destroy_image(self.raw, None);
        }
        if let Some(memory) = self.memory.take() {
            self.device.owner.free(memory);
        }
        self.device.lock_pools().reserved -= self.bytes;
    }
}
